"""Look at, reveal, name and search for cards, and put what was seen somewhere."""

from engine.abilities.effects import (
    Effect,
    LookAt,
    NameACard,
    PutIntoDiscard,
    PutIntoHand,
    PutIntoInkwell,
    PutOnDeck,
    Reveal,
    RevealUntil,
    SearchDeck,
    Sequence,
    ShuffleIntoDeck,
)
from engine.abilities.filters import CardFilter, OfPlayer
from engine.abilities.references import Bound, Chosen, ChosenAmong, Every, Highest, Reference, RestOf, Those, Together
from engine.abilities.values import Amount, Number
from engine.abilities.vocabulary import DeckEnd, Stat, Zone
from engine.compiler.errors import Unresolved
from engine.compiler.grammar.drawing import discard
from engine.compiler.grammar.filters import either
from engine.compiler.grammar.quantities import those
from engine.compiler.grammar.table import rule
from engine.compiler.grammar.zones import moved
from engine.compiler.meanings import Entity, Kind, Noun
from engine.compiler.scope import Scope, bound


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


@rule("act", "<look> at the cards in [your|their] inkwell")
def _look_in_inkwell(scope: Scope) -> Effect:
    inkwell = Every(among=CardFilter(zone=Zone.INKWELL, criteria=(OfPlayer(player=scope.actor),)))
    return LookAt(cards=inkwell, player=scope.actor, bind=seen(scope, "looked", plural=True))


@rule("act", "<name> a card")
def _name(scope: Scope) -> Effect:
    return NameACard(player=scope.actor, bind=scope.done("named"))


# What was seen


def picked(scope: Scope, kind: Kind, minimum: Amount, maximum: Amount | None) -> Reference:
    """Pick cards out of those that were looked at or revealed."""
    bind = scope.fresh("picked")
    cards = scope.role("seen")
    scope.mention(Entity(Bound(name=bind), kind.noun.words, plural=maximum != Number(value=1)))
    return ChosenAmong(
        cards=cards,
        criteria=kind.criteria,
        minimum=minimum,
        maximum=maximum,
        chooser=scope.actor,
        total=kind.total,
        bind=bind,
    )


@rule("seen_cards", "[a|an] {kind:kind}")
def _one_seen(scope: Scope, kind: Kind) -> Reference:
    return picked(scope, kind, Number(value=1), Number(value=1))


@rule("seen_cards", "[a|an] {first:kind} or [a|an|] {second:kind}")
def _either_seen(scope: Scope, first: Kind, second: Kind) -> Reference:
    return picked(scope, either(first, second), Number(value=1), Number(value=1))


@rule("seen_cards", "up to {n:number} {kind:kind}")
def _up_to_seen(scope: Scope, n: int, kind: Kind) -> Reference:
    return picked(scope, kind, Number(value=0), Number(value=n))


@rule("seen_cards", "up to {n:number} {first:kind} and up to {m:number} {second:kind}")
def _two_sorts_seen(scope: Scope, n: int, first: Kind, m: int, second: Kind) -> Reference:
    one = picked(scope, first, Number(value=0), Number(value=n))
    return Together(parts=(one, picked(scope, second, Number(value=0), Number(value=m))))


@rule("seen_cards", "any number of {kind:kind}")
def _any_seen(scope: Scope, kind: Kind) -> Reference:
    return picked(scope, kind, Number(value=0), None)


@rule("act", "<reveal> {cards:seen_cards} and put [it|them|that card] [into|in] your hand")
def _reveal_to_hand(scope: Scope, cards: Reference) -> Effect:
    bind = scope.done("revealed")
    reveal = Reveal(cards=cards, bind=bind)
    return Sequence(effects=(reveal, PutIntoHand(cards=Bound(name=bind), bind=moved(scope, "returned"))))


def _one(scope: Scope) -> Reference:
    bind = scope.fresh("picked")
    return ChosenAmong(cards=scope.role("seen"), chooser=scope.actor, bind=bind)


def _rest(scope: Scope) -> Reference:
    return RestOf(cards=scope.role("seen"))


@rule("act", "<put> [all|each|] revealed {kind:kind} into [your|their] hand", "<put> each {kind:kind} [into|in] your hand")
def _revealed_to_hand(scope: Scope, kind: Kind) -> Effect:
    cards = Those(cards=scope.role("seen"), criteria=kind.criteria)
    return PutIntoHand(cards=cards, bind=moved(scope, "returned"))


@rule("act", "<put> them back[ on the top of your deck|] in any order")
def _back_on_top(scope: Scope) -> Effect:
    return PutOnDeck(cards=scope.role("seen"), end=DeckEnd.TOP, player=scope.actor, bind=moved(scope, "put"))


@rule("act", "<put> any number of them on the top or the bottom of your deck in any order")
def _on_either_end(scope: Scope) -> Effect:
    return PutOnDeck(cards=scope.role("seen"), end=DeckEnd.EITHER, player=scope.actor, bind=moved(scope, "put"))


@rule("act", "<put> {what:seen_part} [into|in] [your|their] discard")
def _seen_to_discard(scope: Scope, what: Reference) -> Effect:
    return PutIntoDiscard(cards=what, bind=moved(scope, "put"))


@rule("act", "<shuffle> {what:seen_part} into your deck")
def _seen_shuffled(scope: Scope, what: Reference) -> Effect:
    return ShuffleIntoDeck(cards=what, bind=moved(scope, "shuffled"))


@rule("act", "<put> {what:seen_part} [into|in] your hand", "<return> {what:seen_part} to [your|their] hand")
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


@rule("seen_part", "{n:number}")
def _some_of_them(scope: Scope, n: int) -> Reference:
    bind = scope.fresh("picked")
    among = scope.role("seen")
    return ChosenAmong(cards=among, minimum=Number(value=n), maximum=Number(value=n), chooser=scope.actor, bind=bind)


@rule("seen_part", "up to {n:number}[ cards| of them|]")
def _up_to_some_of_them(scope: Scope, n: int) -> Reference:
    bind = scope.fresh("picked")
    among = scope.role("seen")
    return ChosenAmong(cards=among, minimum=Number(value=0), maximum=Number(value=n), chooser=scope.actor, bind=bind)


@rule("seen_part", "one of those cards")
def _one_of_those(scope: Scope) -> Reference:
    bind = scope.fresh("picked")
    return ChosenAmong(cards=scope.that("card", plural=True), chooser=scope.actor, bind=bind)


@rule("seen_part", "the [rest|other]")
def _the_rest(scope: Scope) -> Reference:
    return _rest(scope)


@rule("act", "<put> {first:seen_place} and [put|] {second:seen_place}")
@rule("act", "<put> {first:seen_place}, {second:seen_place}, and {third:seen_place}")
def _seen_places(scope: Scope, first: Effect, second: Effect, third: Effect | None = None) -> Effect:
    return Sequence(effects=(first, second, *((third,) if third else ())))


@rule("seen_place", "[all|] revealed {kind:kind} into your hand")
def _place_revealed(scope: Scope, kind: Kind) -> Effect:
    return _revealed_to_hand(scope, kind)


@rule("seen_place", "[all|each|all the|the] {kind:kind} revealed this way into your hand")
def _place_such_revealed(scope: Scope, kind: Kind) -> Effect:
    return _revealed_to_hand(scope, kind)


@rule("seen_place", "[all|each] {kind:kind} into your hand")
def _place_such(scope: Scope, kind: Kind) -> Effect:
    if kind.zone is not None or not kind.noun.card:
        raise Unresolved("only cards that were seen are put so")
    return _revealed_to_hand(scope, kind)


@rule("seen_place", "{what:seen_part} into [your|their] discard")
def _place_in_discard(scope: Scope, what: Reference) -> Effect:
    return _seen_to_discard(scope, what)


@rule("seen_place", "{what:seen_part} on either the top or the bottom of your deck")
def _place_on_either(scope: Scope, what: Reference) -> Effect:
    return PutOnDeck(cards=what, end=DeckEnd.EITHER, player=scope.actor, bind=moved(scope, "put"))


@rule("seen_place", "{card:reference_back} into your hand", "{card:pronoun} into your hand")
def _place_known(scope: Scope, card: Reference) -> Effect:
    return PutIntoHand(cards=card, bind=moved(scope, "returned"))


@rule("seen_place", "{what:seen_part} into your hand")
def _place_in_hand(scope: Scope, what: Reference) -> Effect:
    return _seen_to_hand(scope, what)


@rule("seen_place", "{what:seen_part} into your inkwell facedown and exerted")
def _place_in_inkwell(scope: Scope, what: Reference) -> Effect:
    return _seen_to_inkwell(scope, what)


@rule("seen_place", "{what:seen_part} on the {end=top|bottom}[ of [your|the|their] deck|][ in any order|]")
def _place_on_deck(scope: Scope, what: Reference, end: str) -> Effect:
    return _seen_to_deck(scope, what, end)


# Searching


@rule("act", "<search> your deck for [a|an] {first:kind} or [a|an] {second:kind}")
def _search_either(scope: Scope, first: Kind, second: Kind) -> Effect:
    return _search(scope, either(first, second))


@rule("act", "<reveal> cards from the top of your deck until you reveal [a|an] {kind:kind}")
def _reveal_until(scope: Scope, kind: Kind) -> Effect:
    bind = seen(scope, "revealed", plural=True)
    found = scope.fresh("found")
    scope.mention(Entity(Bound(name=found), kind.noun.words, plural=False))
    return RevealUntil(criteria=kind.criteria, player=scope.actor, bind=bind, found=found)


@rule("act", "<search> your deck for [a|an|any] {kind:kind}")
def _search(scope: Scope, kind: Kind) -> Effect:
    bind = scope.fresh("found")
    scope.mention(Entity(Bound(name=bind), kind.noun.words, plural=False))
    scope.roles["seen"] = Bound(name=bind)
    return SearchDeck(criteria=kind.criteria, player=scope.actor, bind=bind)


@rule("act", "<reveal> {cards:choice}")
def _reveal_chosen(scope: Scope, cards: Reference) -> Effect:
    if not isinstance(cards, Chosen) or cards.among.zone is Zone.PLAY:
        raise Unresolved("cards in play are faceup already")
    scope.roles["revealed"] = bound(cards.bind)
    return Reveal(cards=cards, bind=scope.done("revealed"))


@rule("act", "<discard> [each|all] {kind:kind} revealed this way")
def _discard_revealed(scope: Scope, kind: Kind) -> Effect:
    hand = CardFilter(zone=Zone.HAND, criteria=(*kind.criteria, OfPlayer(player=scope.actor)))
    return discard(scope, Every(among=hand))


@rule("highest_seen", "the {noun:noun} with the highest {stat:stat_name} revealed this way")
def _highest_seen(scope: Scope, noun: Noun, stat: Stat) -> Reference:
    return Highest(cards=those(noun, bound(scope.this_way("revealed"))), stat=stat)


@rule("act", "<put> {cards:highest_seen}[, or each {noun:noun} tied for highest {stat:stat_name},|] into its player's hand")
def _highest_to_hand(scope: Scope, cards: Reference, noun: Noun | None = None, stat: Stat | None = None) -> Effect:
    return PutIntoHand(cards=cards, bind=moved(scope, "returned"))


@rule("act", "<put> {what:seen_part} on the bottom of their players' decks")
def _rest_to_bottoms(scope: Scope, what: Reference) -> Effect:
    return PutOnDeck(cards=what, end=DeckEnd.BOTTOM, player=scope.actor, bind=moved(scope, "put"))


@rule("act", "<reveal> {card:known}[ to all players|]")
def _reveal_known(scope: Scope, card: Reference) -> Effect:
    return Reveal(cards=card, bind=scope.done("revealed"))


__all__ = ["picked", "seen"]
