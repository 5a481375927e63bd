"""Play cards as part of an effect (6.1.7, 6.7.8), and make the next one cheaper."""

from engine.abilities.effects import Effect, NextPlayModifier, PutIntoPlayFrom
from engine.abilities.filters import OfPlayer
from engine.abilities.references import Bound, ChosenAmong, Reference
from engine.abilities.values import Amount, Number
from engine.abilities.vocabulary import Manner, Zone
from engine.compiler.grammar.references import chosen
from engine.compiler.grammar.table import rule
from engine.compiler.meanings import Entity, Kind
from engine.compiler.scope import Scope


def play(scope: Scope, card: Reference, *, exerted: bool = False) -> Effect:
    """Play a card for free, remembered as the played one."""
    bind = scope.done("played")
    scope.roles["played"] = Bound(name=bind)
    words = scope.cards[-1].nouns if scope.cards else frozenset()
    scope.mention(Entity(Bound(name=bind), words, plural=False, gendered=scope.cards[-1].gendered))
    return PutIntoPlayFrom(card=card, exerted=exerted, player=scope.actor, bind=bind)


@rule("act", "<play> [a|an] {kind:kind} for free")
def _play(scope: Scope, kind: Kind) -> Effect:
    own = kind if kind.zone else kind.limited(OfPlayer(player=scope.actor))
    return play(scope, chosen(scope, own, manner=Manner.SELECT, zone=Zone.HAND))


@rule("act", "<play> {card:known} for free")
def _play_known(scope: Scope, card: Reference) -> Effect:
    return play(scope, card)


@rule("act", "<play> {card:known} for free and [they|it] [enter|enters] play exerted")
def _play_known_exerted(scope: Scope, card: Reference) -> Effect:
    return play(scope, card, exerted=True)


@rule("act", "<pay> {n:number} ⬡ less for the next {kind:kind} you play this turn")
def _next_costs_less(scope: Scope, n: int, kind: Kind) -> Effect:
    return NextPlayModifier(cards=kind.filter(Zone.HAND), amount=Number(value=n), player=scope.actor)


__all__ = ["play"]
