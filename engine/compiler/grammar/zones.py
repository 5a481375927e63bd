"""Put cards from one zone into another: hand, inkwell, discard, deck, and under a card."""

from engine.abilities.effects import (
    Effect,
    PutIntoDiscard,
    PutIntoHand,
    PutIntoInkwell,
    PutOnDeck,
    PutUnder,
    Sequence,
    ShuffleDeck,
    ShuffleIntoDeck,
)
from engine.abilities.references import Bound, Reference, TopOfDeck
from engine.abilities.values import Amount, Number
from engine.abilities.vocabulary import DeckEnd
from engine.compiler.grammar.table import rule, same, words
from engine.compiler.meanings import Entity
from engine.compiler.scope import Scope

words(
    "hand",
    {
        "[your|their|his|her|its|that player's] hand": None,
        "[their|its] player's hand": None,
        "their [hands|players' hands]": None,
    },
)
words("inkwell", {"[your|their|his|its] inkwell": None, "[their|its] player's inkwell": None, "their players' inkwells": None})
words("discard_pile", {"[your|their|his|its] discard": None, "[their|its] player's discard": None})
words(
    "deck", {"[your|their|his|its|the|that player's] deck": None, "[their|its] player's deck": None, "their players' decks": None}
)


@rule("top_cards", "the top card of [your|their|its] deck")
def _top_card(scope: Scope) -> Reference:
    return top_of_deck(scope, Number(value=1))


@rule("top_cards", "the top {n:number} cards of [your|their|its] deck")
def _top_cards(scope: Scope, n: int) -> Reference:
    return top_of_deck(scope, Number(value=n))


def top_of_deck(scope: Scope, count: Amount) -> Reference:
    """Mean the top cards of the acting player's deck."""
    return TopOfDeck(count=count, player=scope.actor)


same("movable", "{cards:target}", "{cards:top_cards}")


def moved(scope: Scope, way: str, role: str | None = None) -> str:
    """Name the cards that are put somewhere."""
    bind = scope.done(way)
    scope.ways["moved"] = bind
    if role:
        scope.roles[role] = Bound(name=bind)
    return bind


# Hand


@rule("act", "[<return>|<put>] {cards:target} [to|into|in] {hand:hand}", "<choose> and <return> {cards:choice} to {hand:hand}")
def _to_hand(scope: Scope, cards: Reference, hand: None) -> Effect:
    return PutIntoHand(cards=cards, bind=moved(scope, "returned", "returned"))


# Inkwell


@rule("act", "<put> {cards:movable} into {inkwell:inkwell} facedown[ and exerted{exerted:yes}|]")
def _to_inkwell(scope: Scope, cards: Reference, inkwell: None, exerted: bool = False) -> Effect:
    return PutIntoInkwell(cards=cards, exerted=exerted, bind=moved(scope, "inked"))


# Discard


@rule("act", "<put> {cards:movable} [into|in] {pile:discard_pile}")
def _to_discard(scope: Scope, cards: Reference, pile: None) -> Effect:
    return PutIntoDiscard(cards=cards, bind=moved(scope, "put", "discarded"))


# Deck


@rule("act", "<put> {cards:movable} on the {end=top|bottom} of {deck:deck}[ in any order|]")
@rule("act", "<put> {cards:movable} back on the {end=top|bottom} of {deck:deck}[ in any order|]")
@rule("act", "<put> {cards:movable} on {end=top} of {deck:deck}")
def _on_deck(scope: Scope, cards: Reference, end: str, deck: None) -> Effect:
    return PutOnDeck(cards=cards, end=DeckEnd(end), player=scope.actor, bind=moved(scope, "put"))


@rule("act", "<put> {cards:movable} on [either|] the top or the bottom of {deck:deck}[ in any order|]")
def _on_either_end(scope: Scope, cards: Reference, deck: None) -> Effect:
    return PutOnDeck(cards=cards, end=DeckEnd.EITHER, player=scope.actor, bind=moved(scope, "put"))


@rule("act", "<shuffle> {cards:movable} into {deck:deck}")
def _shuffle_into(scope: Scope, cards: Reference, deck: None) -> Effect:
    return ShuffleIntoDeck(cards=cards, bind=moved(scope, "shuffled"))


@rule("act", "<shuffle> [your|their] deck")
def _shuffle(scope: Scope) -> Effect:
    return ShuffleDeck(player=scope.actor)


# Under a card


@rule("act", "<put> {cards:movable} facedown under {top:single}", "<put> {cards:movable} under {top:single} facedown")
def _under(scope: Scope, cards: Reference, top: Reference) -> Effect:
    return PutUnder(cards=cards, top=top, bind=moved(scope, "put under"))


@rule("act", "<put> {cards:movable} under {top:single} faceup")
def _under_faceup(scope: Scope, cards: Reference, top: Reference) -> Effect:
    return PutUnder(cards=cards, top=top, facedown=False, bind=moved(scope, "put under"))


__all__ = ["moved", "top_of_deck"]
