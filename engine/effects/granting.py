"""Resolve effects that last: changes to cards, continuous abilities, floating triggers, payment modifiers (6.2.7, 6.4)."""

from collections.abc import Iterable
from dataclasses import fields, replace

from engine.abilities.base import Node
from engine.abilities.effects import AddTrigger, Apply, Establish, NextPlayModifier
from engine.abilities.kinds import Ability, StaticAbility, TriggeredAbility
from engine.abilities.statics import Change
from engine.abilities.values import Amount, Number
from engine.abilities.vocabulary import Until
from engine.cite import refs, rule
from engine.errors import Unsupported
from engine.events import EffectApplied, TriggerFloated
from engine.rules.choices import amount_for, cards_for, players_for
from engine.rules.context import DONE, NOT_DONE, Context, Frame, Outcome, handles
from engine.state.game_state import Expiry, FloatingTrigger, OngoingEffect
from engine.state.objects import ObjectRef, PlayerId, Snapshot

_OF_THEIR_PLAYER = frozenset({Until.DURING_THEIR_NEXT_TURN, Until.START_OF_THEIR_NEXT_TURN})
"""Durations that speak of the turn of each affected card's player."""


@handles(Apply)
@rule("6.4.2.2", "applied static abilities")
@rule("6.1.13.3", "until")
def _apply(effect: Apply, frame: Frame, context: Context) -> Outcome:
    cards = tuple(card for card in cards_for(effect.to, frame, context) if context.state.in_play(card))
    if not cards:
        return NOT_DONE
    changes = _settled(effect.changes, frame, context)
    ability = StaticAbility(changes=changes, name=frame.name, span=effect.span)
    for player, refs_of_player in _by_player(effect.until, cards, frame, context):
        _last(ability, effect.until, player, refs_of_player, frame, context)
    return Outcome(complete=True, amount=len(cards))


def _by_player(
    until: Until, cards: Iterable[int], frame: Frame, context: Context
) -> list[tuple[PlayerId, tuple[ObjectRef, ...]]]:
    """Group the affected cards by the player whose turn the duration speaks of."""
    groups: dict[PlayerId, list[ObjectRef]] = {}
    for card in cards:
        found = context.state.card(card)
        groups.setdefault(found.owner if until in _OF_THEIR_PLAYER else frame.you, []).append(found.ref)
    return [(player, tuple(members)) for player, members in groups.items()]


@handles(Establish)
@rule("6.4.2.1", "continuous static abilities from resolved effects")
def _establish(effect: Establish, frame: Frame, context: Context) -> Outcome:
    if not isinstance(effect.ability, StaticAbility):
        raise _malformed(effect, frame, context)
    players = players_for(effect.player, frame, context) if effect.player is not None else (frame.you,)
    for player in players:
        _last(effect.ability, effect.until, player, None, frame, context)
    return DONE if players else NOT_DONE


@handles(NextPlayModifier)
@rule("4.3.6", "payment modifiers for the next card")
def _next_play(effect: NextPlayModifier, frame: Frame, context: Context) -> Outcome:
    amount = Number(value=amount_for(effect.amount, frame, context))
    for player in players_for(effect.player, frame, context):
        _last(replace(effect, amount=amount), effect.until, player, None, frame, context, you=player)
    return DONE


def _last(
    ability: StaticAbility | NextPlayModifier,
    until: Until,
    player: PlayerId,
    targets: tuple[ObjectRef, ...] | None,
    frame: Frame,
    context: Context,
    you: PlayerId | None = None,
) -> None:
    """Let an effect go on, from now until its duration ends (6.1.13)."""
    ongoing = OngoingEffect(
        serial=context.next_serial(),
        you=frame.you if you is None else you,
        source=_source(frame, context),
        ability=ability,
        expiry=Expiry(until, player, context.state.turn),
        targets=targets,
        bindings=frame.to_bindings(),
        name=frame.name,
    )
    context.propose(EffectApplied(ongoing), frame=frame, rules=refs("6.4.2", "6.1.13"))


@handles(AddTrigger)
@rule("6.2.7.1", "floating triggered abilities")
@rule("6.2.7.2", "delayed triggered abilities")
def _add_trigger(effect: AddTrigger, frame: Frame, context: Context) -> Outcome:
    if not isinstance(effect.ability, TriggeredAbility):
        raise _malformed(effect, frame, context)
    trigger = FloatingTrigger(
        serial=context.next_serial(),
        you=frame.you,
        source=_source(frame, context),
        ability=effect.ability,
        expiry=Expiry(effect.until, frame.you, context.state.turn),
        once=effect.once,
        bindings=frame.to_bindings(),
        name=frame.name,
    )
    context.propose(TriggerFloated(trigger), frame=frame, rules=refs("6.2.7"))
    return DONE


def _source(frame: Frame, context: Context) -> Snapshot | None:
    return None if frame.source is None else frame.last_known(frame.source, context.view)


@rule("6.1.8", "for each is counted once")
def _settled(changes: tuple[Node, ...], frame: Frame, context: Context) -> tuple[Change, ...]:
    """Work out the numbers of changes now, since an effect that is not static counts once."""
    return tuple(_count(change, frame, context) for change in changes if isinstance(change, Change))


def _count(change: Change, frame: Frame, context: Context) -> Change:
    counted: dict[str, Amount] = {}
    for entry in fields(change):
        value = getattr(change, entry.name)
        if isinstance(value, Amount) and not isinstance(value, Number):
            counted[entry.name] = Number(value=amount_for(value, frame, context))
    return replace(change, **counted) if counted else change  # type: ignore[arg-type]


def _malformed(effect: Establish | AddTrigger, frame: Frame, context: Context) -> Unsupported:
    card = context.state.cards.get(frame.source.id) if frame.source is not None else None
    kind = type(effect.ability).__name__ if isinstance(effect.ability, Ability) else "no ability"
    return Unsupported(card.name if card is not None else "an effect", frame.name, f"{type(effect).__name__}-of-{kind}")
