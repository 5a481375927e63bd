"""Look at, reveal, name and search for cards, and put what was seen somewhere."""

from engine.abilities.effects import (
    Choose,
    Effect,
    LookAt,
    NameACard,
    PutIntoHand,
    PutIntoInkwell,
    PutOnDeck,
    Reveal,
    SearchDeck,
    Sequence,
)
from engine.abilities.references import Bound, ChosenAmong, Reference, RestOf
from engine.abilities.values import Amount, Number
from engine.abilities.vocabulary import DeckEnd
from engine.compiler.grammar.filters import either
from engine.compiler.grammar.table import rule
from engine.compiler.grammar.zones import moved
from engine.compiler.meanings import Entity, Kind
from engine.compiler.scope import Scope


def seen(scope: Scope, way: str, *, plural: bool) -> str:
    """Name the cards that are looked at or revealed."""
    bind = scope.done(way)
    scope.mention(Entity(Bound(name=bind), frozenset(), plural=plural))
    scope.roles[way] = Bound(name=bind)
    scope.roles["seen"] = Bound(name=bind)
    return bind


@rule("act", "<look> at {cards:top_cards}")
def _look(scope: Scope, cards: Reference) -> Effect:
    return LookAt(cards=cards, player=scope.actor, bind=seen(scope, "looked", plural=_several(cards)))


def _several(cards: Reference) -> bool:
    return getattr(cards, "count", None) != Number(value=1)


@rule("act", "<reveal> {cards:top_cards}")
def _reveal_top(scope: Scope, cards: Reference) -> Effect:
    return Reveal(cards=cards, bind=seen(scope, "revealed", plural=_several(cards)))


@rule("act", "<name> a card")
def _name(scope: Scope) -> Effect:
    return NameACard(player=scope.actor, bind=scope.done("named"))


# What was seen


def picked(scope: Scope, kind: Kind, minimum: Amount, maximum: Amount | None) -> Reference:
    """Pick cards out of those that were looked at or revealed."""
    bind = scope.fresh("picked")
    cards = scope.role("seen")
    scope.mention(Entity(Bound(name=bind), kind.noun.words, plural=maximum != Number(value=1)))
    return ChosenAmong(cards=cards, criteria=kind.criteria, minimum=minimum, maximum=maximum, chooser=scope.actor, bind=bind)


@rule("seen_cards", "[a|an] {kind:kind}")
def _one_seen(scope: Scope, kind: Kind) -> Reference:
    return picked(scope, kind, Number(value=1), Number(value=1))


@rule("seen_cards", "[a|an] {first:kind} or [a|an] {second:kind}")
def _either_seen(scope: Scope, first: Kind, second: Kind) -> Reference:
    return picked(scope, either(first, second), Number(value=1), Number(value=1))


@rule("seen_cards", "up to {n:number} {kind:kind}")
def _up_to_seen(scope: Scope, n: int, kind: Kind) -> Reference:
    return picked(scope, kind, Number(value=0), Number(value=n))


@rule("seen_cards", "any number of {kind:kind}")
def _any_seen(scope: Scope, kind: Kind) -> Reference:
    return picked(scope, kind, Number(value=0), None)


@rule("act", "<reveal> {cards:seen_cards} and put [it|them|that card] [into|in] your hand")
def _reveal_to_hand(scope: Scope, cards: Reference) -> Effect:
    assert isinstance(cards, ChosenAmong)
    bind = scope.done("revealed")
    reveal = Reveal(cards=cards, bind=bind)
    return Sequence(effects=(reveal, PutIntoHand(cards=Bound(name=bind), bind=moved(scope, "returned"))))


def _one(scope: Scope) -> Reference:
    bind = scope.fresh("picked")
    return ChosenAmong(cards=scope.role("seen"), chooser=scope.actor, bind=bind)


def _rest(scope: Scope) -> Reference:
    return RestOf(cards=scope.role("seen"))


@rule("act", "<put> {what:seen_part} [into|in] your hand")
def _seen_to_hand(scope: Scope, what: Reference) -> Effect:
    return PutIntoHand(cards=what, bind=moved(scope, "returned"))


@rule("act", "<put> {what:seen_part} into your inkwell facedown and exerted")
def _seen_to_inkwell(scope: Scope, what: Reference) -> Effect:
    return PutIntoInkwell(cards=what, exerted=True, bind=moved(scope, "inked"))


@rule("act", "<put> {what:seen_part} [back|] on the {end=top|bottom}[ of [your|the|their] deck|][ in any order|]")
def _seen_to_deck(scope: Scope, what: Reference, end: str) -> Effect:
    return PutOnDeck(cards=what, end=DeckEnd(end), player=scope.actor, bind=moved(scope, "put"))


@rule("seen_part", "one")
def _one_of_them(scope: Scope) -> Reference:
    return _one(scope)


@rule("seen_part", "the [rest|other]")
def _the_rest(scope: Scope) -> Reference:
    return _rest(scope)


@rule("act", "<put> {first:seen_place} and [put|] {second:seen_place_on}")
def _seen_places(scope: Scope, first: Effect, second: Effect) -> Effect:
    return Sequence(effects=(first, second))


@rule("seen_place", "{what:seen_part} into your hand")
@rule("seen_place_on", "{what:seen_part} into your hand")
def _place_in_hand(scope: Scope, what: Reference) -> Effect:
    return _seen_to_hand(scope, what)


@rule("seen_place", "{what:seen_part} into your inkwell facedown and exerted")
@rule("seen_place_on", "{what:seen_part} into your inkwell facedown and exerted")
def _place_in_inkwell(scope: Scope, what: Reference) -> Effect:
    return _seen_to_inkwell(scope, what)


@rule("seen_place", "{what:seen_part} on the {end=top|bottom}[ of [your|the|their] deck|][ in any order|]")
@rule("seen_place_on", "{what:seen_part} on the {end=top|bottom}[ of [your|the|their] deck|][ in any order|]")
def _place_on_deck(scope: Scope, what: Reference, end: str) -> Effect:
    return _seen_to_deck(scope, what, end)


# Searching


@rule("act", "<search> your deck for [a|an] {kind:kind}")
def _search(scope: Scope, kind: Kind) -> Effect:
    bind = scope.fresh("found")
    scope.mention(Entity(Bound(name=bind), kind.noun.words, plural=False))
    scope.roles["seen"] = Bound(name=bind)
    return SearchDeck(criteria=kind.criteria, player=scope.actor, bind=bind)


@rule("act", "<reveal> {card:known}[ to all players|]")
def _reveal_known(scope: Scope, card: Reference) -> Effect:
    return Reveal(cards=card, bind=scope.done("revealed"))


__all__ = ["picked", "seen"]
