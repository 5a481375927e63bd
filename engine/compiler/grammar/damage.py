"""Deal, put, remove and move damage, and banish."""

from dataclasses import replace

from engine.abilities.effects import Banish, DealDamage, Effect, MoveDamage, PutDamage, Ready, RemoveDamage, Simultaneously
from engine.abilities.references import Bound, Reference, This
from engine.abilities.values import Amount, BoundAmount, Number
from engine.compiler.grammar.quantities import adjusted
from engine.compiler.grammar.references import choosing
from engine.compiler.grammar.table import rule, same
from engine.compiler.meanings import Each, Noun
from engine.compiler.scope import Scope, bound


def deal(scope: Scope, amount: Amount, to: Reference) -> DealDamage:
    """Deal damage, by the source unless a character is said to."""
    return DealDamage(amount=amount, to=to, bind=scope.done("damage dealt"))


@rule(
    "act",
    "<deal> {n:amount} damage {more:adjustment} to {to:target}",
    "<deal> {to:known} {n:amount} damage",
    "<deal> {n:amount} damage each to {to:target}",
)
def _deal(scope: Scope, n: Amount, to: Reference, more: int = 0) -> Effect:
    return deal(scope, adjusted(n, more), to)


@rule("card_act", "{by:dealer} deals {n:amount} damage to {to:target}")
@rule("card_act", "{by:dealer} deals damage equal to {n:capped} to {to:target}")
def _deals(scope: Scope, by: Reference, n: Amount, to: Reference) -> Effect:
    """Let a character deal the damage (1.9.2.1); it is chosen before whom it is dealt to."""
    dealer = scope.choose_first(by)
    return replace(deal(scope, n, to), by=None if isinstance(dealer, This) else dealer)


same("dealer", "{card:choice}", "{card:reference_back}", "{card:pronoun}")


@rule("act", "<deal> {n:number} damage to {to:single} and {m:number} damage to {other:single}")
def _deal_two_amounts(scope: Scope, n: int, to: Reference, m: int, other: Reference) -> Effect:
    """Deal both at one time, after all choices (1.9.4.3, 6.7.2.2)."""
    return Simultaneously(effects=(deal(scope, Number(value=n), to), deal(scope, Number(value=m), other)))


@rule("act", "<deal> {n:number} damage to {to:target} for each {each:tally}")
def _deal_each(scope: Scope, n: int, to: Reference, each: Each) -> Effect:
    return deal(scope, each.times(n), to)


@rule("act", "<deal> damage to {to:target} equal to {amount:capped}", "<deal> damage equal to {amount:capped} to {to:target}")
def _deal_equal(scope: Scope, amount: Amount, to: Reference) -> Effect:
    return deal(scope, amount, to)


@rule("act", "<put> {n:amount} damage [counter|counters] on {on:target}")
def _put(scope: Scope, n: Amount, on: Reference) -> Effect:
    return PutDamage(amount=n, on=on)


@rule("act", "<put> a damage counter on {on:target}")
def _put_one(scope: Scope, on: Reference) -> Effect:
    return PutDamage(amount=Number(value=1), on=on)


# Removing


def _removed(scope: Scope, amount: Amount | None, cards: Reference, up_to: bool) -> RemoveDamage:
    bind = scope.done("damage removed")
    scope.amounts.append(BoundAmount(name=bind))
    return RemoveDamage(amount=amount, cards=cards, up_to=up_to, bind=bind)


@rule("act", "<remove> up to {n:number} damage from {cards:target}", "<remove> up to {n:number} damage each from {cards:target}")
def _remove_up_to(scope: Scope, n: int, cards: Reference) -> Effect:
    return _removed(scope, Number(value=n), cards, up_to=True)


@rule("act", "<remove> up to {n:number} damage total from {cards:target}")
def _remove_in_total(scope: Scope, n: int, cards: Reference) -> Effect:
    removed = _removed(scope, Number(value=n), cards, up_to=True)
    return replace(removed, in_total=True)


@rule("act", "<ready> each {noun:noun} you removed damage from this way")
def _ready_healed(scope: Scope, noun: Noun) -> Effect:
    return Ready(cards=bound(scope.this_way("damage removed")))


@rule("act", "<remove> {n:number} damage[ each|] from {cards:target}")
def _remove(scope: Scope, n: int, cards: Reference) -> Effect:
    return _removed(scope, Number(value=n), cards, up_to=False)


@rule("act", "<remove> all damage from {cards:target}")
def _remove_all(scope: Scope, cards: Reference) -> Effect:
    return _removed(scope, None, cards, up_to=False)


# Moving


def _moved(scope: Scope, amount: Amount | None, source: Reference, target: Reference, up_to: bool) -> Effect:
    if isinstance(target, Bound) and target.name == getattr(source, "bind", None):
        # damage is not moved back to where it comes from (1.9.2.4): "from each other character to them"
        target = scope.before_last(target)
    bind = scope.done("damage moved")
    scope.amounts.append(BoundAmount(name=bind))
    return MoveDamage(amount=amount, source=source, target=target, up_to=up_to, bind=bind)


@rule("act", "<move> up to {n:number} damage[ counter| counters|] from {source:target} to {target:single}")
def _move_up_to(scope: Scope, n: int, source: Reference, target: Reference) -> Effect:
    return _moved(scope, Number(value=n), source, target, up_to=True)


@rule("act", "<move> {n:number} damage[ counter| counters|] from {source:target} to {target:single}")
def _move(scope: Scope, n: int, source: Reference, target: Reference) -> Effect:
    return _moved(scope, Number(value=n), source, target, up_to=False)


@rule("act", "<move> all damage[ counters|] from {source:target} to {target:single}")
def _move_all(scope: Scope, source: Reference, target: Reference) -> Effect:
    return _moved(scope, None, source, target, up_to=False)


# Banishing


def banish(scope: Scope, cards: Reference) -> Effect:
    """Banish cards, remembered as the banished ones."""
    bind = scope.done("banished")
    scope.roles["banished"] = Bound(name=bind)
    return Banish(cards=cards, bind=bind)


@rule("act", "<banish> {cards:target}")
def _banish(scope: Scope, cards: Reference) -> Effect:
    return banish(scope, cards)


@rule("act", "<choose> and <banish> {cards:choice}")
def _choose_and_banish(scope: Scope, cards: Reference) -> Effect:
    return banish(scope, choosing(cards))


__all__ = ["banish", "deal"]
