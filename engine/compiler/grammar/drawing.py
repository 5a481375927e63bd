"""Draw, discard, and show hands.

An ``act`` is what a player does, worded with its verb in the base form; ``acts`` the same with an s. It is done by
``scope.actor``. Both lower to an ``Effect``.
"""

from engine.abilities.effects import Discard, DiscardUntil, Draw, DrawUntil, Effect, Either, LookAtHand, RevealHand
from engine.abilities.filters import CardFilter, OfPlayer
from engine.abilities.players import EachOpponent, PlayerRef, You
from engine.abilities.references import Bound, Chosen, Every, RandomCards, Reference
from engine.abilities.values import Amount, BoundAmount, CountOf, Number, PlayerNumber, Sum
from engine.abilities.vocabulary import DeckEnd, Manner, Zone
from engine.compiler.grammar.filters import either
from engine.compiler.grammar.quantities import adjusted
from engine.compiler.grammar.references import chosen
from engine.compiler.grammar.table import rule
from engine.compiler.meanings import Each, Entity, Kind
from engine.compiler.scope import Scope, bound


@rule("act", "<draw> [a|another] card")
def _draw_one(scope: Scope) -> Effect:
    return _draw(scope, Number(value=1))


@rule("act", "<draw> a card from the bottom of your deck")
def _draw_from_bottom(scope: Scope) -> Effect:
    return Draw(player=scope.actor, end=DeckEnd.BOTTOM)


@rule("act", "<draw> that number of cards plus {n:number}")
def _draw_number_plus(scope: Scope, n: int) -> Effect:
    amount = Sum(amounts=(CountOf(cards=bound(scope.this_way("moved"))), Number(value=n)))
    return Draw(amount=amount, player=scope.actor)


@rule("act", "<draw> {amount:amount} cards {more:adjustment}")
def _draw(scope: Scope, amount: Amount, more: int = 0) -> Effect:
    return Draw(amount=adjusted(amount, more), player=scope.actor)


@rule("act", "<draw> a card for each {each:tally}")
def _draw_each(scope: Scope, each: Each) -> Effect:
    scope.amounts.append(each.times(1))
    return Draw(amount=each.times(1), player=scope.actor)


@rule("act", "<draw> {n:number} cards for each {each:tally}")
def _draw_several_each(scope: Scope, n: int, each: Each) -> Effect:
    return Draw(amount=each.times(n), player=scope.actor)


@rule("act", "<draw> cards equal to {amount:capped}", "<draw> a number of cards equal to {amount:capped}")
def _draw_equal(scope: Scope, amount: Amount) -> Effect:
    return Draw(amount=amount, player=scope.actor)


@rule("act", "<draw>[ cards|] until [you|they] have {n:number}[ cards in [your|their] hand|]")
def _draw_until(scope: Scope, n: int) -> Effect:
    return DrawUntil(amount=Number(value=n), player=scope.actor)


@rule("act", "<draw> cards until you have the same number")
def _draw_level(scope: Scope) -> Effect:
    return DrawUntil(amount=PlayerNumber(property="hand", player=scope.that_player()), player=scope.actor)


# Discarding


def _from_hand(scope: Scope, kind: Kind) -> Kind:
    own = OfPlayer(player=scope.actor)
    criteria = kind.criteria if own in kind.criteria else (*kind.criteria, own)
    return Kind(criteria, kind.noun, zone=Zone.HAND, gendered=kind.gendered)


def discard(scope: Scope, cards: Reference) -> Effect:
    """Discard cards, remembered as the discarded ones."""
    bind = scope.done("discarded")
    scope.roles["discarded"] = Bound(name=bind)
    scope.mention(Entity(Bound(name=bind), frozenset({"card"}), plural=False))
    scope.amounts.append(BoundAmount(name=bind))
    return Discard(cards=cards, bind=bind)


@rule("act", "[<choose> and|] <discard> [a|an] {kind:kind}")
def _discard_one(scope: Scope, kind: Kind) -> Effect:
    return discard(scope, chosen(scope, _from_hand(scope, kind), manner=Manner.SELECT))


@rule("act", "[<choose> and|] <discard> [a|an] {first:kind} or [a|an|] {second:kind}")
def _discard_either(scope: Scope, first: Kind, second: Kind) -> Effect:
    return _discard_one(scope, either(first, second))


@rule("act", "[<choose> and|] <discard> {amount:amount} {kind:kind}")
def _discard_several(scope: Scope, amount: Amount, kind: Kind) -> Effect:
    return discard(scope, chosen(scope, _from_hand(scope, kind), amount, amount, manner=Manner.SELECT))


@rule("act", "<discard> [all|each] {kind:kind}")
def _discard_all(scope: Scope, kind: Kind) -> Effect:
    return discard(scope, Every(among=_from_hand(scope, kind).filter(Zone.HAND)))


@rule("act", "<choose> and <discard> a card for each {each:tally}")
def _discard_each(scope: Scope, each: Each) -> Effect:
    hand = CardFilter(zone=Zone.HAND, criteria=(OfPlayer(player=scope.actor),))
    amount = each.times(1)
    picked = Chosen(among=hand, minimum=amount, maximum=amount, chooser=scope.actor, manner=Manner.SELECT)
    return discard(scope, picked)


@rule("act", "<choose> and <discard> either {n:number} {first:kind} or {m:number} {second:kind}")
def _discard_these_or_those(scope: Scope, n: int, first: Kind, m: int, second: Kind) -> Effect:
    one = _discard_several(scope, Number(value=n), first)
    return Either(options=(one, _discard_several(scope, Number(value=m), second)), player=scope.actor)


@rule("act", "<choose> and <discard> any number of {kind:kind}")
def _discard_any(scope: Scope, kind: Kind) -> Effect:
    return discard(scope, chosen(scope, _from_hand(scope, kind), Number(value=0), None, manner=Manner.SELECT))


@rule("act", "<discard> a card at random")
def _discard_at_random(scope: Scope) -> Effect:
    return _discard_some_at_random(scope, 1)


@rule("act", "<discard> {n:number} cards at random")
def _discard_some_at_random(scope: Scope, n: int) -> Effect:
    hand = CardFilter(zone=Zone.HAND, criteria=(OfPlayer(player=scope.actor),))
    return discard(scope, RandomCards(among=hand, count=Number(value=n)))


@rule("act", "<discard> [your|their|his|her] [hand|hands]")
def _discard_hand(scope: Scope) -> Effect:
    hand = CardFilter(zone=Zone.HAND, criteria=(OfPlayer(player=scope.actor),))
    return discard(scope, Every(among=hand))


@rule("act", "[<choose> and|] <discard>[ cards|] until they have {n:number}[ cards in their hand|]")
def _discard_until(scope: Scope, n: int) -> Effect:
    return DiscardUntil(amount=Number(value=n), player=scope.actor)


# Hands shown


@rule("act", "<reveal> [your|their] hand")
def _reveal_hand(scope: Scope) -> Effect:
    bind = scope.done("revealed")
    scope.roles["revealed"] = Bound(name=bind)
    return RevealHand(player=scope.actor, bind=bind)


@rule("act", "<discard> [a|an] {kind:kind} of {whose=your|their} choice")
def _discard_of_choice(scope: Scope, kind: Kind, whose: str) -> Effect:
    """Discard a card of the hand that has just been revealed, picked by you or by them."""
    chooser: PlayerRef = You() if whose == "your" else scope.actor
    among = _from_hand(scope, kind).filter(Zone.HAND)
    return discard(scope, Chosen(among=among, chooser=chooser, bind=scope.fresh("chosen"), manner=Manner.SELECT))


@rule("act", "<look> at chosen opponent's hand")
def _look_at_hand(scope: Scope) -> Effect:
    return LookAtHand(whose=scope.choose_player(EachOpponent()))


@rule("act", "<look> at each opponent's hand")
def _look_at_hands(scope: Scope) -> Effect:
    return LookAtHand(whose=EachOpponent())


__all__ = ["discard"]
