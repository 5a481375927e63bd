"""Put cards from one zone into another: hand, inkwell, discard, deck, and under a card."""

from engine.abilities.effects import (
    Effect,
    Either,
    ForEachCard,
    PutIntoDiscard,
    PutIntoHand,
    PutIntoInkwell,
    PutOnDeck,
    PutUnder,
    ShuffleDeck,
    ShuffleIntoDeck,
)
from engine.abilities.filters import CardFilter, OfPlayer
from engine.abilities.players import EachOpponent, EachPlayer, PlayerOf, PlayerRef
from engine.abilities.references import Bound, RandomCards, Reference, TopOfDeck
from engine.abilities.values import Amount, Number, PlayerNumber, Sum
from engine.abilities.vocabulary import DeckEnd, PutOrder, Zone
from engine.compiler.grammar.references import choosing, every, yours
from engine.compiler.grammar.table import rule, same, words
from engine.compiler.meanings import Entity, Kind
from engine.compiler.scope import Scope, bound

PLACES = {
    "hand": ("[your|their|his|her|its|that player's] hand", "their hands"),
    "inkwell": ("[your|their|his|its] inkwell", "their inkwells"),
    "discard_pile": ("[your|their|his|its] discard", "their discards"),
    "deck": ("[your|their|his|its|the|that player's] deck", "their decks", "it"),
}
"""How places are said; whose they are is clear from the cards, which can only go to their own player's."""
_OF_PLAYER = {
    "hand": ("[their|its] player's hand", "their players' hands"),
    "inkwell": ("[their|its] player's inkwell", "their players' inkwells"),
    "discard_pile": ("[their|its] player's discard", "their players' discards"),
    "deck": ("[their|its] player's deck", "their players' decks"),
}
"""The same, so that "that player" can mean the player afterwards."""

for _place, _wordings in PLACES.items():
    words(_place, dict.fromkeys(_wordings))
for _place, _wordings in _OF_PLAYER.items():

    @rule(_place, *_wordings)
    def _of_player(scope: Scope) -> None:
        scope.meet(PlayerOf(card=scope.cards[-1].reference))


@rule("top_cards", "the top card of [your|their|its] deck")
def _top_card(scope: Scope) -> Reference:
    return top_of_deck(scope, Number(value=1))


@rule("top_cards", "the top card")
def _plain_top_card(scope: Scope) -> Reference:
    return top_of_deck(scope, Number(value=1))


@rule("top_cards", "the top card of {player:deck_owner} deck")
def _top_card_of(scope: Scope, player: PlayerRef) -> Reference:
    return TopOfDeck(player=player)


@rule("top_cards", "the top {n:number} cards of {player:deck_owner} deck")
def _top_cards_of(scope: Scope, n: int, player: PlayerRef) -> Reference:
    return TopOfDeck(count=Number(value=n), player=player)


@rule("top_cards", "a number of cards from the top of your deck equal to {amount:quantity}")
def _counted_top_cards(scope: Scope, amount: Amount) -> Reference:
    return top_of_deck(scope, amount)


@rule("deck_owner", "chosen {who=player's|opponent's}")
def _chosen_owner(scope: Scope, who: str) -> PlayerRef:
    return scope.choose_player(EachPlayer() if who == "player's" else EachOpponent())


@rule("deck_owner", "each {who=opponent's|player's}")
def _each_owner(scope: Scope, who: str) -> PlayerRef:
    return EachPlayer() if who == "player's" else EachOpponent()


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


def taken(scope: Scope, cards: Reference, bind: str) -> str:
    """Note cards that come off a deck, which nothing has spoken of before."""
    if isinstance(cards, TopOfDeck):
        scope.mention(Entity(Bound(name=bind), frozenset(), plural=cards.count != Number(value=1)))
    return bind


# Hand


@rule("act", "<return> {n:number} cards at random from [your|their] {zone=inkwell|discard} to [your|their] hand")
def _random_to_hand(scope: Scope, n: int, zone: str) -> Effect:
    among = CardFilter(zone=Zone(zone), criteria=(OfPlayer(player=scope.actor),))
    return PutIntoHand(cards=RandomCards(among=among, count=Number(value=n)), bind=moved(scope, "returned"))


@rule("act", "<return> cards at random from their inkwell to their hand until they have {n:number} cards in their inkwell")
def _random_to_hand_until(scope: Scope, n: int) -> Effect:
    among = CardFilter(zone=Zone.INKWELL, criteria=(OfPlayer(player=scope.actor),))
    over = Sum(amounts=(PlayerNumber(property="ink", player=scope.actor), Number(value=-n)))
    return PutIntoHand(cards=RandomCards(among=among, count=over), bind=moved(scope, "returned"))


@rule("act", "[<return>|<put>] {cards:target} [to|into|in] {hand:hand}")
def _to_hand(scope: Scope, cards: Reference, hand: None) -> Effect:
    return PutIntoHand(cards=cards, bind=moved(scope, "returned", "returned"))


@rule("act", "<put> {cards:top_cards} into {hand:hand}")
def _top_to_hand(scope: Scope, cards: Reference, hand: None) -> Effect:
    return PutIntoHand(cards=cards, bind=taken(scope, cards, moved(scope, "returned", "returned")))


@rule("act", "<choose> and <return> {cards:choice} to {hand:hand}")
def _choose_and_return(scope: Scope, cards: Reference, hand: None) -> Effect:
    return _to_hand(scope, choosing(cards), hand)


# Inkwell


@rule("act", "<put> {cards:movable} into {inkwell:inkwell} facedown[ and exerted{exerted:yes}|]")
def _to_inkwell(scope: Scope, cards: Reference, inkwell: None, exerted: bool = False) -> Effect:
    return PutIntoInkwell(cards=cards, exerted=exerted, bind=taken(scope, cards, moved(scope, "inked")))


# Discard


@rule("act", "<put> {cards:movable} [into|in] {pile:discard_pile}")
def _to_discard(scope: Scope, cards: Reference, pile: None) -> Effect:
    return PutIntoDiscard(cards=cards, bind=taken(scope, cards, moved(scope, "put", "discarded")))


# Deck


@rule("act", "<put> {cards:movable} on [the|] {end=top|bottom} of {deck:deck}[ in any order|]")
@rule("act", "<put> {cards:movable} back on the {end=top|bottom} of {deck:deck}[ in any order|]")
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


@rule("act", "<put> {card:movable} on {way=top of|either the top of|the top of} [your|their] deck or into [your|their] discard")
def _on_top_or_discard(scope: Scope, card: Reference, way: str) -> Effect:
    on_top = PutOnDeck(cards=card, end=DeckEnd.TOP, player=scope.actor, bind=moved(scope, "put"))
    return Either(options=(on_top, PutIntoDiscard(cards=card, bind=moved(scope, "put"))), player=scope.actor)


@rule("act", "<put> {cards:movable} on the bottom of {deck:deck} in a random order")
def _random_bottom(scope: Scope, cards: Reference, deck: None) -> Effect:
    bind = moved(scope, "put")
    return PutOnDeck(cards=cards, end=DeckEnd.BOTTOM, player=scope.actor, order=PutOrder.RANDOM, bind=bind)


# Under a card


@rule("act", "<put> a card from the top of your deck facedown under each of your {kind:kind}")
def _under_each(scope: Scope, kind: Kind) -> Effect:
    tops = every(scope, yours(kind))
    one = PutUnder(cards=top_of_deck(scope, Number(value=1)), top=bound("each_card"), bind=moved(scope, "put under"))
    return ForEachCard(cards=tops, effect=one)


@rule("act", "<put> {cards:movable} facedown under {top:single}", "<put> {cards:movable} under {top:single}[ facedown|]")
def _under(scope: Scope, cards: Reference, top: Reference) -> Effect:
    return PutUnder(cards=cards, top=top, bind=moved(scope, "put under"))


@rule("act", "<put> {cards:movable} under {top:single} faceup")
def _under_faceup(scope: Scope, cards: Reference, top: Reference) -> Effect:
    return PutUnder(cards=cards, top=top, facedown=False, bind=moved(scope, "put under"))


__all__ = ["moved", "top_of_deck"]
