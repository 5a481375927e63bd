"""Gain and lose lore, get and pay ink."""

from engine.abilities.effects import Effect, GainLore, GetInkDrops, LoseLore, PayInkDrops, PayInkEffect
from engine.abilities.values import Amount, BoundAmount, Number, PlayerNumber
from engine.compiler.grammar.quantities import adjusted
from engine.compiler.grammar.table import rule
from engine.compiler.meanings import Each
from engine.compiler.scope import Scope


@rule("act", "<gain> {n:amount} lore {more:adjustment}")
def _gain(scope: Scope, n: Amount, more: int) -> Effect:
    return GainLore(amount=adjusted(n, more), player=scope.actor)


@rule("act", "<gain> {n:number} lore for each {each:tally}")
def _gain_each(scope: Scope, n: int, each: Each) -> Effect:
    return GainLore(amount=each.times(n), player=scope.actor)


@rule("act", "<gain> lore equal to {amount:capped}")
def _gain_equal(scope: Scope, amount: Amount) -> Effect:
    return GainLore(amount=amount, player=scope.actor)


def _lose_lore(scope: Scope, amount: Amount) -> Effect:
    bind = scope.done("lost")
    scope.amounts.append(BoundAmount(name=bind))
    return LoseLore(amount=amount, player=scope.actor, bind=bind)


@rule("act", "<lose> {n:amount} lore {more:adjustment}")
def _lose(scope: Scope, n: Amount, more: int) -> Effect:
    return _lose_lore(scope, adjusted(n, more))


@rule("act", "<lose> {n:number} lore for each {each:tally}")
def _lose_each(scope: Scope, n: int, each: Each) -> Effect:
    return _lose_lore(scope, each.times(n))


@rule("act", "<lose> lore equal to {amount:capped}[ each|]")
def _lose_equal(scope: Scope, amount: Amount) -> Effect:
    return _lose_lore(scope, amount)


@rule("act", "<get> {n:amount} [ink drop|ink drops] {more:adjustment}")
def _get_drops(scope: Scope, n: Amount, more: int) -> Effect:
    return GetInkDrops(amount=adjusted(n, more), player=scope.actor)


@rule("act", "<get> an ink drop")
def _get_drop(scope: Scope) -> Effect:
    return GetInkDrops(amount=Number(value=1), player=scope.actor)


@rule("act", "<get> ink drops equal to {amount:capped}")
def _get_drops_equal(scope: Scope, amount: Amount) -> Effect:
    return GetInkDrops(amount=amount, player=scope.actor)


@rule("act", "<get> {n:number} [ink drop|ink drops] for each {each:tally}")
def _get_drops_each(scope: Scope, n: int, each: Each) -> Effect:
    return GetInkDrops(amount=each.times(n), player=scope.actor)


@rule("act", "<remove> [an|{n:number}] [ink drop|ink drops]")
def _remove_drops(scope: Scope, n: int = 1) -> Effect:
    return PayInkDrops(amount=Number(value=n), player=scope.actor, bind=scope.done("ink drops removed"))


@rule("act", "<remove> any number of ink drops")
def _remove_any_drops(scope: Scope) -> Effect:
    most = PlayerNumber(property="ink_drops", player=scope.actor)
    return PayInkDrops(amount=most, up_to=True, player=scope.actor, bind=scope.done("ink drops removed"))


@rule("counted", "ink drop removed this way")
def _drops_this_way(scope: Scope) -> Each:
    return Each(BoundAmount(name=scope.this_way("ink drops removed")))


@rule("act", "<pay> {n:number} ⬡")
def _pay(scope: Scope, n: int) -> Effect:
    return PayInkEffect(amount=Number(value=n), player=scope.actor)


__all__: list[str] = []
