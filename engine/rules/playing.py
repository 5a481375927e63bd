"""Bring a played card into the game (4.3.3, 6.7.1, 6.7.9), whoever plays it and whatever was paid."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from corpus.records import CardType
from engine.abilities.effects import NextPlayEnters, PutIntoHand, RemoveDamage, Sequence
from engine.abilities.kinds import ActionEffect, StaticAbility, TriggeredAbility
from engine.abilities.references import This
from engine.abilities.statics import Change, EntersPlay
from engine.abilities.triggers import EventPattern, Trigger
from engine.abilities.vocabulary import Keyword, Occurrence, Until, Zone
from engine.cite import refs, rule
from engine.decisions import Decision, DecisionKind, Option
from engine.events import (
    ActionQueued,
    ActionTaken,
    CardMoved,
    CardPlayed,
    EffectApplied,
    EffectsEnded,
    Event,
    SongSung,
    TriggerFloated,
)
from engine.rules.context import Context, Frame, Origin
from engine.rules.costs import next_play_modifiers, own_statics
from engine.rules.query import holds, meets, read
from engine.rules.scope import Scope
from engine.state.game_state import Expiry, FloatingTrigger, OngoingEffect, WaitingAction
from engine.state.objects import NO_BINDINGS, CardId, PlayerId, Static
from engine.state.view import View
from engine.terms import Manner, PlayMode


@dataclass(frozen=True, slots=True)
class Playing:
    """A card whose cost is paid and that is about to be played."""

    card: CardId
    player: PlayerId
    mode: PlayMode
    onto: tuple[CardId, ...] = ()
    """The cards it is shifted onto."""
    singers: tuple[CardId, ...] = ()
    temporary: bool = False
    """By Temporary Shift (8.10.8.5)."""
    exerted: bool = False
    """The effect that plays it says that it enters exerted."""
    bodyguard: bool | None = None
    """Whether Bodyguard, or another text by which it may, is used to enter exerted; None: ask."""
    drops: int = 0
    """How many ink drops paid for it."""
    ink: int = 0
    """How much ink was paid for it, ink drops included."""
    to_bottom: bool = False
    """An action that goes to the bottom of the deck instead of the discard."""


RETURN_AT_END = TriggeredAbility(
    name="Temporary Shift",
    triggers=(Trigger(event=EventPattern(occurrence=Occurrence.END_OF_TURN)),),
    effect=Sequence(effects=(RemoveDamage(amount=None, cards=This()), PutIntoHand(cards=This(), alone=True))),
)
"""The delayed ability of Temporary Shift; only the top card of the stack returns (8.10.8.5)."""


@rule("4.3.3", "considered played")
@rule("6.7.1", "resolving a played card")
@rule("6.4.2.3", "a played card is affected as it comes into play")
@rule("4.3.3.1", "characters, items and locations enter play")
@rule("6.7.1.1", "entering play")
@rule("8.10.2", "onto an exerted card")
@rule("8.10.4", "onto a dry or drying card")
@rule("8.10.4.1", "onto a card that is no character")
@rule("8.10.4.2", "onto a dry and a drying card")
@rule("8.10.6", "damage is kept")
@rule("5.1.2.1", "how a character enters")
@rule("5.1.2.2", "how an item enters")
@rule("5.1.2.3", "how a location enters")
@rule("7.4.1", "into its own player’s Play zone")
@rule("8.4.3", "put under is not played")
@rule("5.1.1.9", "faceup")
@rule("8.10.5", "acts as the character beneath")
def play(playing: Playing, context: Context, frame: Frame | None = None) -> None:
    """Put a card into play as played; an action then waits to resolve as the newest waiting action."""
    view = context.view
    card = view.card(playing.card)
    sheet = view.sheet(playing.card)
    enters = entering(playing, context)
    waiting = next_play_modifiers(card.id, playing.player, context.state, view, playing.mode)
    used_up = tuple(effect.serial for effect in waiting)
    is_action = sheet.type is CardType.ACTION
    bases = [view.card(base) for base in playing.onto]
    moved = CardMoved(
        card.id,
        card.zone,
        Zone.PLAY,
        Manner.PLAY,
        exerted=enters.exerted or any(base.exerted for base in bases),
        drying=any(base.drying for base in bases) if bases else not is_action,
        damage=enters.damage + sum(base.damage for base in bases),
        onto=playing.onto,
        mode=playing.mode,
        actor=playing.player,
    )
    played: list[Event] = [moved, CardPlayed(card.id, playing.player, playing.mode, card.zone, playing.drops, playing.ink)]
    if playing.singers:
        played.append(SongSung(card.id, playing.singers, playing.player, playing.mode is PlayMode.SING_TOGETHER))
    if used_up:
        played.append(EffectsEnded(used_up))
    numbers = ["4.3.3", "4.3.3.2" if is_action else "4.3.3.1"]
    if bases:
        numbers += ["8.10.1", "8.10.2", "8.10.4", "8.10.6"]
    if enters.exerted or enters.damage:
        numbers.append("6.7.9")
    context.propose(*played, frame=frame, rules=refs(*numbers))
    for effect in waiting:
        _give_what_waited(effect, card.id, context)
    if playing.temporary:
        _float_return(playing, context)
    if is_action:
        singers = tuple(context.state.card(singer).ref for singer in playing.singers)
        action = WaitingAction(context.state.card(card.id).ref, playing.player, playing.mode, singers, playing.to_bottom)
        context.propose(ActionQueued(action), frame=frame)


def _give_what_waited(effect: OngoingEffect, card: CardId, context: Context) -> None:
    """Apply to a played card what an effect said of the next such card."""
    waited = effect.ability
    changes = tuple(c for c in waited.changes if isinstance(c, Change)) if isinstance(waited, NextPlayEnters) else ()
    if not isinstance(waited, NextPlayEnters) or not changes:
        return
    ongoing = OngoingEffect(
        context.next_serial(),
        effect.you,
        effect.source,
        StaticAbility(changes=changes, name=effect.name),
        Expiry(waited.until, effect.you, context.state.turn),
        (context.state.card(card).ref,),
        effect.bindings,
        effect.name,
    )
    context.propose(EffectApplied(ongoing), rules=refs("6.4.2.2", "6.7.9"))


@rule("8.10.8.5", "Temporary Shift")
def _float_return(playing: Playing, context: Context) -> None:
    snapshot = context.view.snapshot(playing.card)
    expiry = Expiry(Until.END_OF_TURN, playing.player, context.state.turn)
    trigger = FloatingTrigger(
        context.next_serial(), playing.player, snapshot, RETURN_AT_END, expiry, True, name=RETURN_AT_END.name
    )
    context.propose(TriggerFloated(trigger), rules=refs("8.10.8.5"))


@dataclass(frozen=True, slots=True)
class Entering:
    """How a card enters play."""

    exerted: bool = False
    damage: int = 0


@rule("6.7.9", "effects that modify how a card enters play")
@rule("8.3.2", "Bodyguard may enter exerted")
@rule("8.10.3", "a shifted character that enters exerted")
def entering(playing: Playing, context: Context) -> Entering:
    """Work out how a card enters play: its own text first, then everything else."""
    view = context.view
    waiting = next_play_modifiers(playing.card, playing.player, context.state, view, playing.mode)
    told = any(isinstance(effect.ability, NextPlayEnters) and effect.ability.exerted for effect in waiting)
    exerted, damage = playing.exerted or told, 0
    for change, static in enter_changes(playing.card, view):
        scope = Scope.of_static(static)
        if change.cost is not None:
            asked = playing if playing.bodyguard else replace(playing, bodyguard=None)
            if exerted or not _enters_exerted(asked, context, static.ability.name):
                continue
            frame = Frame(
                static.you, static.source, origin=Origin.RULE, name=static.ability.name, span=change.span, whole=change.cost
            )
            context.resolve(change.cost, frame)
            exerted = True
        elif change.exerted:
            exerted = exerted or not change.may or _enters_exerted(playing, context, static.ability.name)
        if change.damage is not None:
            damage += max(0, read(change.damage, scope, view))
    if view.sheet(playing.card).has(Keyword.BODYGUARD) and not exerted:
        exerted = _enters_exerted(playing, context, Keyword.BODYGUARD.value)
    return Entering(exerted, damage)


@rule("8.3.2", "only Bodyguard, or another text, lets a card enter exerted")
def may_enter_exerted(playing: Playing, context: Context) -> bool:
    """Tell whether a card about to be played may enter play exerted, or has to."""
    view = context.view
    if playing.exerted or view.sheet(playing.card).has(Keyword.BODYGUARD):
        return True
    waiting = next_play_modifiers(playing.card, playing.player, context.state, view, playing.mode)
    told = any(isinstance(effect.ability, NextPlayEnters) and effect.ability.exerted for effect in waiting)
    changed = any(change.exerted or change.cost is not None for change, _ in enter_changes(playing.card, view))
    return told or changed or any(view.card(base).exerted for base in playing.onto)


def _enters_exerted(playing: Playing, context: Context, ability: str) -> bool:
    """Tell whether a card that may enter play exerted does; unanswered, it does not."""
    if playing.bodyguard is not None:
        return playing.bodyguard
    name = context.view.card(playing.card).name
    decision = Decision(
        DecisionKind.MAY,
        playing.player,
        f"whether {name} is to enter play exerted",
        (Option(True, "yes"), Option(False, "no")),
        rules=refs("6.7.9", "8.3.2"),
        source=playing.card,
        ability=ability,
        default=(False,),
    )
    return context.ask(decision) == (True,)


def enter_changes(card: CardId, view: View) -> Iterator[tuple[EntersPlay, Static]]:
    """List the effects that modify how a card enters play, those of the card itself first (6.7.9)."""
    for static in statics_when_entering(card, view):
        scope = Scope.of_static(static)
        if static.ability.condition is not None and not holds(static.ability.condition, scope, view):
            continue
        for change in static.ability.changes:
            if isinstance(change, EntersPlay) and change.cards is None:
                yield change, static
    found, sheet = view.card(card), view.sheet(card)
    for change, mark in view.of_kind(EntersPlay):
        if change.cards is not None and meets(change.cards.criteria, found, sheet, Scope.of_static(mark.static), view):
            yield change, mark.static


def statics_when_entering(card: CardId, view: View) -> tuple[Static, ...]:
    """List the card's own static abilities about entering play, wherever they say they work from."""
    found = view.card(card)
    own = own_statics(card, view)
    known = {id(static.ability) for static in own}
    rest = tuple(
        Static(held.ability, found.owner, found.ref, NO_BINDINGS)
        for held in view.sheet(card).abilities
        if isinstance(held.ability, StaticAbility) and id(held.ability) not in known
    )
    return (*own, *rest)


@rule("5.4.1.2", "an action resolves in the Play zone")
@rule("4.3.3.2", "then it moves to the discard")
@rule("6.7.1.2", "resolving an action")
@rule("5.4.1", "actions")
@rule("5.4.3", "actions have effects")
@rule("5.4.5", "abilities wait until the action is played")
@rule("6.1.1.2", "action cards generate effects")
def resolve_action(action: WaitingAction, context: Context) -> None:
    """Resolve an action that was played, then put it into its player's discard."""
    context.propose(ActionTaken(action))
    card = action.card.id
    sheet = context.view.sheet(card)
    frame = Frame(action.player, action.card, origin=Origin.ACTION, resolution=context.next_resolution())
    frame.cards["singers"] = action.singers
    frame.snapshots[action.card] = context.view.snapshot(card)
    for held in sheet.abilities:
        if isinstance(held.ability, ActionEffect):
            frame.name = held.ability.name
            frame.key = held.key
            frame.whole = held.ability.effect
            context.resolve(held.ability.effect, frame)
    put_away(action, context)


def put_away(action: WaitingAction, context: Context) -> None:
    """Put a resolved action where it goes, unless its own effect already moved it."""
    found = context.state.current(action.card)
    if found is None or found.zone is not Zone.PLAY:
        return
    goes_to = Zone.DECK if action.to_bottom else Zone.DISCARD
    moved = CardMoved(found.id, Zone.PLAY, goes_to, Manner.RESOLVED, facedown=action.to_bottom, actor=action.player)
    context.propose(moved, rules=refs("4.3.3.2", "6.7.1.2"))
