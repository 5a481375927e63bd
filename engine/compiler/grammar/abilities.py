"""Read whole abilities: triggered, activated, static, and what an action does.

``ability`` lowers to a tuple of ``Ability`` (one printed ability can be two, 6.2.6 and 8.3.1), ``body`` is in ``joins``.
"""

from dataclasses import replace

from engine.abilities.base import walk
from engine.abilities.conditions import Both, CardIs, Condition, DuringTurn, SeenBy
from engine.abilities.costs import Cost, DoToPay, ExertThis, PayInk
from engine.abilities.effects import Effect, If, IfDone, PayInkEffect, Sequence
from engine.abilities.filters import IsInZone
from engine.abilities.kinds import Ability, ActionEffect, ActivatedAbility, TriggeredAbility
from engine.abilities.players import ActivePlayer, AnyPlayer, BoundPlayer, EachOpponent, You
from engine.abilities.references import This
from engine.abilities.triggers import EventPattern, Trigger
from engine.abilities.values import Number
from engine.abilities.vocabulary import Limit, Occurrence, TurnOf, Wording, Zone
from engine.cite import rule as applies
from engine.compiler.errors import Unresolved
from engine.compiler.grammar.joins import fold, sequence
from engine.compiler.grammar.table import rule, same
from engine.compiler.meanings import Step
from engine.compiler.scope import Scope
from engine.compiler.syntax import Syntax

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


@rule("trigger", "[when|whenever] {event:event} during your turn")
def _trigger_in_your_turn(scope: Scope, event: Events) -> Triggers:
    yours = DuringTurn(turn=TurnOf.YOURS)
    return tuple(replace(trigger, condition=yours) for trigger in _trigger(scope, event))


@rule("trigger", "[when|whenever] {event:event} during their turn")
def _trigger_in_their_turn(scope: Scope, event: Events) -> Triggers:
    theirs = SeenBy(player=BoundPlayer(name="actor"), condition=DuringTurn(turn=TurnOf.YOURS))
    return tuple(replace(trigger, condition=theirs) for trigger in _trigger(scope, event))


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
    return (replace(triggered, works_from=_zone(triggered)),)


_INTO_DISCARD = (Occurrence.DISCARDED, Occurrence.PUT_INTO_DISCARD)


def _zone(triggered: TriggeredAbility) -> Zone:
    """Give the zone the ability works from: where the text says that the card is, or is put (6.1.12)."""
    for trigger in triggered.triggers:
        if trigger.event.occurrence in _INTO_DISCARD and trigger.event.subject == This():
            return Zone.DISCARD
    if isinstance(triggered.effect, If):
        for node in walk(triggered.effect.condition):
            if isinstance(node, CardIs) and node.card == This():
                for criterion in node.criteria:
                    if isinstance(criterion, IsInZone):
                        return criterion.zone
    return Zone.PLAY


@rule("triggered", "{triggers:triggers},[ |] {steps:sentences}", "{triggers:triggers} {steps:sentences}")
def _plain_triggered(scope: Scope, triggers: Triggers, steps: list[Step]) -> TriggeredAbility:
    return TriggeredAbility(triggers=triggers, effect=_under_secondary_condition(fold(steps)))


@applies("6.2.4", "resolves with no effect")
def _under_secondary_condition(effect: Effect) -> Effect:
    """Let a condition right after the trigger decide on the whole ability, where later sentences have none of their own."""
    if type(effect) is not Sequence:
        return effect
    first, rest = effect.effects[0], effect.effects[1:]
    if not isinstance(first, If) or any(isinstance(each, If) for each in rest):
        return effect
    return replace(first, effect=sequence(first.effect, *rest))


@rule("triggered", "{turn:turn_named}, {triggered:triggered}")
def _triggered_during(scope: Scope, turn: TurnOf, triggered: TriggeredAbility) -> TriggeredAbility:
    return replace(triggered, turn=turn)


@rule("turn_named", "{turn:turn}")
def _turn_named(scope: Scope, turn: TurnOf) -> TurnOf:
    if turn is TurnOf.OPPONENTS:
        scope.meet(ActivePlayer())
    return turn


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


# Activated abilities that are worded as permissions (8.4.1)


def used(chain: Effect, steps: list[Step], limit: Limit, condition: Condition | None, turn: TurnOf) -> Abilities:
    """Make "you may [A] to [B]" without a trigger an ability to use: what [A] does is its cost."""
    costs: tuple[Cost, ...] = ()
    if isinstance(chain, IfDone) and chain.otherwise is None:
        costs, chain = _as_costs(chain.first), chain.then
    effect = fold([Step(effect=chain), *steps])
    wording = Wording.PERMISSION if costs else Wording.COST
    return (ActivatedAbility(costs=costs, effect=effect, limit=limit, condition=condition, turn=turn, wording=wording),)


def _as_costs(effect: Effect) -> tuple[Cost, ...]:
    parts = effect.effects if isinstance(effect, Sequence) else (effect,)
    return tuple(PayInk(amount=part.amount) if isinstance(part, PayInkEffect) else DoToPay(effect=part) for part in parts)


@rule("ability", "^once {when=per turn|during your turn}, you may {chain:chain}{stop:stop} [^{rest:sentences}|]")
@rule(
    "ability",
    "^once {when=per turn|during your turn}, if {condition:conditions}, you may {chain:chain}{stop:stop} [^{rest:sentences}|]",
)
def _usable_once(
    scope: Scope,
    when: str,
    chain: Effect,
    stop: None,
    rest: list[Step] | None = None,
    condition: Condition | None = None,
) -> Abilities:
    return used(chain, rest or [], Limit.ONCE_PER_TURN, condition, TurnOf.YOURS)


@rule("ability", "^{chain:act_to}{stop:stop}")
def _usable(scope: Scope, chain: Effect, stop: None) -> Abilities:
    """Read "[A] to [B]" on a card in play, which is to be used like any other permission."""
    if not isinstance(chain, IfDone):
        raise Unresolved("an instruction needs something that sets it off, or a cost")
    return used(chain, [], Limit.NONE, None, TurnOf.YOURS)


@rule("ability", "^while {condition:while}, you may {chain:act_to}{stop:stop}")
def _usable_while(scope: Scope, condition: Condition, chain: Effect, stop: None) -> Abilities:
    if not isinstance(chain, IfDone):
        raise Unresolved("a permission without a cost is not an ability to use")
    return used(chain, [], Limit.NONE, condition, TurnOf.YOURS)


# Abilities worded the other way round


@rule("ability", "^if {condition:conditions}, {may:may} when {word:pronoun_word} enters play{stop:stop}")
def _when_entering(scope: Scope, condition: Condition, may: Effect, word: str, stop: None) -> Abilities:
    entered = EventPattern(occurrence=Occurrence.ENTERED_PLAY, subject=scope.pronoun(word))
    return (TriggeredAbility(triggers=(Trigger(event=entered),), effect=If(condition=condition, effect=may)),)


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


@rule("action", "^{steps:sentences} ^{ability:triggered}", lazy=True)
def _action_and_trigger(scope: Scope, steps: Syntax, ability: Syntax) -> Abilities:
    """Give an action its effect, and an ability that works where it is afterwards (6.1.12)."""
    triggered: TriggeredAbility = Scope(scope.card, scope.tokens).lower(ability)
    if any(trigger.event.subject != This() for trigger in triggered.triggers):
        raise Unresolved("an action's ability is about the action itself")
    return ActionEffect(effect=fold(scope.lower(steps))), replace(triggered, works_from=_zone(triggered))


@rule("action", "^{static:static}{stop:stop}")
def _action_static(scope: Scope, static: Abilities, stop: None) -> Abilities:
    """Give an action an ability of its own, which is about playing it."""
    return static


__all__: list[str] = []
