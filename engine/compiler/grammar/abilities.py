"""Read whole abilities: triggered, activated, static, and what an action does.

``ability`` lowers to a tuple of ``Ability`` (one printed ability can be two, 6.2.6 and 8.3.1), ``body`` is in ``joins``.
"""

from dataclasses import replace

from engine.abilities.conditions import Both, Condition, HappenedThisTurn
from engine.abilities.costs import Cost, DoToPay, ExertThis, PayInk, RemoveInkDrops
from engine.abilities.effects import Effect, If, May
from engine.abilities.kinds import Ability, ActionEffect, ActivatedAbility, StaticAbility, TriggeredAbility
from engine.abilities.players import AnyPlayer, BoundPlayer, EachOpponent, You
from engine.abilities.triggers import EventPattern, Trigger
from engine.abilities.values import Number
from engine.abilities.vocabulary import Comparison, Limit, Occurrence, TurnOf
from engine.compiler.grammar.joins import fold
from engine.compiler.grammar.table import rule, same, words
from engine.compiler.meanings import Step
from engine.compiler.scope import Scope

Abilities = tuple[Ability, ...]
Triggers = tuple[Trigger, ...]

# Trigger conditions

Events = EventPattern | tuple[EventPattern, ...]


@rule("trigger", "[when|whenever] {event:event}")
def _trigger(scope: Scope, event: Events) -> Triggers:
    events = event if isinstance(event, tuple) else (event,)
    return tuple(Trigger(event=each) for each in events)


@rule("trigger", "[when|whenever] {event:event} while {condition:while}")
def _trigger_while(scope: Scope, event: Events, condition: Condition) -> Triggers:
    return tuple(replace(trigger, condition=condition) for trigger in _trigger(scope, event))


@rule("trigger", "[when|whenever] {event:event} while here")
def _trigger_here(scope: Scope, event: Events) -> Triggers:
    events = event if isinstance(event, tuple) else (event,)
    return tuple(Trigger(event=replace(each, while_here=True)) for each in events)


@rule("trigger", "at the {when=start|end} of your turn")
def _at_your(scope: Scope, when: str) -> Triggers:
    occurrence = Occurrence.START_OF_TURN if when == "start" else Occurrence.END_OF_TURN
    return (Trigger(event=EventPattern(occurrence=occurrence, actor=You())),)


@rule("trigger", "at the {when=start|end} of {whose=each opponent's|each player's} turn")
def _at_theirs(scope: Scope, when: str, whose: str) -> Triggers:
    occurrence = Occurrence.START_OF_TURN if when == "start" else Occurrence.END_OF_TURN
    scope.meet(BoundPlayer(name="actor"))
    actor = EachOpponent() if whose == "each opponent's" else AnyPlayer()
    return (Trigger(event=EventPattern(occurrence=occurrence, actor=actor)),)


@rule("triggers", "{first:trigger} and {second:trigger}")
def _two_triggers(scope: Scope, first: Triggers, second: Triggers) -> Triggers:
    return first + second


same("triggers", "{trigger:trigger}")

# Triggered abilities

TIMES = {"once": Limit.ONCE_PER_TURN, "twice": Limit.TWICE_PER_TURN}


@rule("ability", "^{triggered:triggered}")
def _triggered(scope: Scope, triggered: TriggeredAbility) -> Abilities:
    return (triggered,)


@rule("triggered", "{triggers:triggers},[ |] {steps:sentences}", "{triggers:triggers} {steps:sentences}")
def _plain_triggered(scope: Scope, triggers: Triggers, steps: list[Step]) -> TriggeredAbility:
    return TriggeredAbility(triggers=triggers, effect=fold(steps))


@rule("triggered", "{turn:turn}, {triggered:triggered}")
def _triggered_during(scope: Scope, turn: TurnOf, triggered: TriggeredAbility) -> TriggeredAbility:
    return replace(triggered, turn=turn)


@rule("triggered", "{times=once|twice} {when=per turn|during your turn}, {triggered:triggered}")
def _triggered_once(scope: Scope, times: str, when: str, triggered: TriggeredAbility) -> TriggeredAbility:
    turn = TurnOf.YOURS if when == "during your turn" else triggered.turn
    return replace(triggered, limit=TIMES[times], turn=turn)


@rule("triggered", "while {condition:while}, {triggered:triggered}")
def _triggered_while(scope: Scope, condition: Condition, triggered: TriggeredAbility) -> TriggeredAbility:
    triggers = tuple(replace(t, condition=_both(condition, t.condition)) for t in triggered.triggers)
    return replace(triggered, triggers=triggers)


def _both(first: Condition, second: Condition | None) -> Condition:
    return first if second is None else Both(conditions=(first, second))


# Activated abilities


@rule("cost", "⟳")
def _exert_this(scope: Scope) -> Cost:
    return ExertThis()


@rule("cost", "{n:number} ⬡")
def _ink(scope: Scope, n: int) -> Cost:
    return PayInk(amount=Number(value=n))


@rule("cost", "^{act:act}", "{act:act}")
def _do_to_pay(scope: Scope, act: Effect) -> Cost:
    return DoToPay(effect=act)


@rule("costs", "{first:cost}, {rest:costs}")
def _costs(scope: Scope, first: Cost, rest: tuple[Cost, ...]) -> tuple[Cost, ...]:
    return first, *rest


@rule("costs", "{last:cost}")
def _last_cost(scope: Scope, last: Cost) -> tuple[Cost, ...]:
    return (last,)


@rule("ability", "{costs:costs} — ^{effect:body}")
def _activated(scope: Scope, costs: tuple[Cost, ...], effect: Effect) -> Abilities:
    return (ActivatedAbility(costs=costs, effect=effect),)


# Static abilities


@rule("ability", "^{static:static}{stop:stop}")
def _static(scope: Scope, static: Abilities, stop: None) -> Abilities:
    return static


@rule("ability", "^{first:static}{stop:stop} ^{rest:static_rest}")
def _statics(scope: Scope, first: Abilities, rest: Abilities, stop: None) -> Abilities:
    return first + rest


@rule("static_rest", "{static:static}{stop:stop}")
def _last_static(scope: Scope, static: Abilities, stop: None) -> Abilities:
    return static


same("quoted", "{ability:ability}")

# Actions


@rule("action", "^{effect:body}")
def _action(scope: Scope, effect: Effect) -> Abilities:
    return (ActionEffect(effect=effect),)


@rule("action", "^{static:static}{stop:stop}")
def _action_static(scope: Scope, static: Abilities, stop: None) -> Abilities:
    """An action's own abilities are about playing it."""
    return static


__all__: list[str] = []
