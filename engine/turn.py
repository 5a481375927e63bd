"""Take the game through the phases and steps of a turn (3), and through the steps of a challenge (4.6.3).

Every part ends where the bag may have to resolve, so that the game can be carried on from its state alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from corpus.records import CardType
from engine.abilities.statics import Doing, Must, ReadiesAtMost, SkipStep
from engine.abilities.vocabulary import Keyword, Stat, Until
from engine.actions.base import TurnAction, timing_refusals
from engine.actions.challenge import can_challenge, damage_step, end_challenge
from engine.actions.quest import Quest
from engine.cite import refs, rule
from engine.effects.movement import draw_cards
from engine.errors import Refusal
from engine.events import (
    CardDried,
    CardReadied,
    EffectsEnded,
    LoreGained,
    PhaseEntered,
    StartReached,
    StepSkipped,
    TurnEnded,
    TurnStarted,
)
from engine.resolve.settle import Bag, settle
from engine.resolve.state_check import AT_END_OF_TURN, check_state
from engine.rules.choices import pick
from engine.rules.context import Frame
from engine.rules.perform import Stage
from engine.rules.query import meets, persons, read
from engine.rules.scope import Scope
from engine.state.game_state import Expiry, FloatingTrigger, OngoingEffect
from engine.state.objects import CardId, PlayerId
from engine.state.view import View
from engine.terms import Phase, Step
from engine.wording import counted


@dataclass(frozen=True, slots=True)
class EndTurn(TurnAction):
    """Declare the end of the turn (3.3.2)."""

    @rule("3.3.2", "declare the end of the turn")
    @rule("3.3.2.1", "not while anything resolves")
    @rule("8.7.3", "Reckless")
    @rule("8.16.3", "Adventurous")
    def verify(self, stage: Stage) -> tuple[Refusal, ...]:
        """Give every reason why the turn may not end now."""
        view = stage.view
        refusals = list(timing_refusals(stage))
        for card in stage.state.players[stage.state.active].play:
            found, sheet = view.card(card), view.sheet(card)
            if sheet.type is not CardType.CHARACTER or found.exerted:
                continue
            duties = {change.doing for change, _ in view.on_card(card, Must)}
            if (sheet.has(Keyword.RECKLESS) or Doing.CHALLENGE in duties) and can_challenge(card, stage):
                refusals.append(Refusal(f"{found.name} is ready and can challenge", refs("8.7.3")))
            if (sheet.has(Keyword.ADVENTUROUS) or Doing.QUEST in duties) and not Quest(card).verify(stage):
                refusals.append(Refusal(f"{found.name} is ready and can quest", refs("8.16.3")))
        return tuple(refusals)

    @rule("3.4.1.1", "abilities at the end of the turn")
    @rule("3.4.1", "how a turn ends")
    def do(self, stage: Stage) -> None:
        """Begin the End-of-Turn Phase."""
        stage.propose(PhaseEntered(Phase.END_OF_TURN, Step.END_ABILITIES), rules=refs("3.4.1.1", "3.3.2"))


# A game state check comes before the bag opens (1.8.3), so lore of locations can win before abilities of the Set step.
@rule("3.1.1", "phases in order")
@rule("3.2.2.3", "abilities of the Ready and Set steps")
@rule("3.2.3.2", "then the Main Phase")
@rule("4.6.6.3", "a game state check after the damage")
@rule("4.6.9.1", "abilities in the bag resolve first")
def carry_on(stage: Stage, bag: Bag = Bag.RESOLVE) -> None:
    """Settle the game and go on to whatever follows by the rules, until a player may act.

    :raises DecisionNeeded: a decision is open.
    """
    while True:
        if _bag_waits(stage):
            check_state(stage)
        elif not settle(stage, bag):
            return
        if stage.state.over or not _next_part(stage):
            return


@rule("3.2.2.3", "abilities wait for the Set step")
def _bag_waits(stage: Stage) -> bool:
    """Tell whether abilities have to wait for the Set step to be over with its lore (3.2.1.4, 3.2.2.3)."""
    return stage.state.phase is Phase.START_OF_TURN and stage.state.step is Step.READY


@rule("3.1.1", "three phases in order")
@rule("3.1.3", "the Main Phase, in which the player acts")
def _next_part(stage: Stage) -> bool:
    """Begin the next part of a challenge or turn; gives False in the Main Phase, where a player acts."""
    state = stage.state
    if state.challenge is not None:
        if state.challenge.step is Step.CHALLENGE_DECLARATION:
            damage_step(stage)
        else:
            end_challenge(stage)
        return True
    match state.phase, state.step:
        case Phase.START_OF_TURN, Step.READY:
            set_step(stage)
        case Phase.START_OF_TURN, Step.SET:
            draw_step(stage)
        case Phase.START_OF_TURN, _:
            stage.propose(PhaseEntered(Phase.MAIN), rules=refs("3.2.3.2", "3.3.1"))
        case Phase.END_OF_TURN, Step.END_ABILITIES:
            end_effects(stage)
        case Phase.END_OF_TURN, _:
            if not expire(stage, ENDING_WITH_THE_TURN, "3.4.1.2"):
                pass_turn(stage)
        case _:
            return False
    return True


@rule("3.2.1.1", "ready all cards")
@rule("3.2.1.2", "during your turn starts to apply")
@rule("3.2.1.3", "effects end at the start of the turn")
@rule("3.2.1.4", "abilities are added to the bag")
@rule("3.1.2", "the Start-of-Turn Phase")
def ready_step(stage: Stage) -> None:
    """Ready the active player's cards; then effects that last until now end, and abilities at the start of the turn occur."""
    stage.propose(PhaseEntered(Phase.START_OF_TURN, Step.READY), rules=refs("3.2.1"))
    player = stage.state.active
    skipped = _skipped(Step.READY, stage)
    if not skipped:
        found = stage.state.players[player]
        cards = (*found.play, *found.inkwell)
        exerted = tuple(card for card in cards if stage.state.card(card).exerted)
        stage.propose(*(CardReadied(card) for card in _readying(exerted, stage)), rules=refs("3.2.1.1"))
    expire(stage, (Until.START_OF_YOUR_NEXT_TURN, Until.START_OF_THEIR_NEXT_TURN), "3.2.1.3")
    if not skipped:
        stage.propose(StartReached(player), rules=refs("3.2.1.4"))


@rule("1.2.2", "an effect prevents readying more than so many")
def _readying(exerted: tuple[CardId, ...], stage: Stage) -> tuple[CardId, ...]:
    """Let the active player choose which cards ready, where an effect limits how many of some cards can."""
    view, player = stage.view, stage.state.active
    readying = exerted
    for change, mark in view.of_kind(ReadiesAtMost):
        scope = Scope.of_static(mark.static)
        if player not in persons(change.player, scope, view):
            continue
        limited = [
            card
            for card in readying
            if view.card(card).zone is change.cards.zone
            and meets(change.cards.criteria, view.card(card), view.sheet(card), scope, view)
        ]
        most = max(0, read(change.amount, scope, view))
        if len(limited) > most:
            frame = Frame(player, mark.static.source, name=mark.static.ability.name, resolution=stage.next_resolution())
            text = f"choose {counted(most, 'card')} to ready"
            chosen = pick(limited, player, frame, stage, minimum=most, maximum=most, text=text) if most else ()
            readying = tuple(card for card in readying if card not in limited or card in chosen)
    return readying


@rule("3.2.2.1", "characters dry")
@rule("3.2.2.2", "lore of locations")
@rule("1.11.2", "Lore of locations")
@rule("5.6.5.4", "Lore of locations")
@rule("5.3.5", "in play at the beginning of the Set step")
@rule("5.1.1.12", "dry")
def set_step(stage: Stage) -> None:
    """Dry the active player's characters and gain the lore of their locations."""
    stage.propose(PhaseEntered(Phase.START_OF_TURN, Step.SET), rules=refs("3.2.2"))
    if _skipped(Step.SET, stage):
        return
    player = stage.state.active
    cards = stage.state.players[player].play
    stage.propose(*(CardDried(card) for card in cards if stage.state.card(card).drying), rules=refs("3.2.2.1"))
    for card in cards:
        sheet = stage.view.sheet(card)
        if sheet.type is CardType.LOCATION and sheet.counted(Stat.LORE):
            stage.propose(LoreGained(player, sheet.counted(Stat.LORE), card), rules=refs("3.2.2.2", "5.6.5.4"))


@rule("3.2.3.1", "draw a card")
@rule("2.2.3", "the first turn of the game")
def draw_step(stage: Stage) -> None:
    """Let the active player draw a card, but not on the first turn of the game."""
    stage.propose(PhaseEntered(Phase.START_OF_TURN, Step.DRAW), rules=refs("3.2.3"))
    player = stage.state.active
    if stage.state.turn > 1 and not _skipped(Step.DRAW, stage):
        draw_cards(player, 1, Frame(player, None, resolution=stage.next_resolution()), stage)


@rule("6.4.3", "skipping a step")
def _skipped(step: Step, stage: Stage) -> bool:
    """Tell whether an effect skips a step of this turn, and note it."""
    view: View = stage.view
    for change, mark in view.of_kind(SkipStep):
        scope = Scope.of_static(mark.static)
        if change.step == step.value and stage.state.active in persons(change.player, scope, view):
            source = mark.static.source
            frame = Frame(mark.static.you, source, name=mark.static.ability.name, span=change.span)
            stage.propose(StepSkipped(step), frame=frame, rules=refs("6.4.3"))
            return True
    return False


@rule("3.4.1.2", "effects end with the turn")
@rule("6.1.13.4", "this turn")
@rule("3.1.4", "End-of-Turn Phase")
@rule("6.1.13.3", "until")
def end_effects(stage: Stage) -> None:
    """End the effects that last until the end of this turn."""
    stage.propose(PhaseEntered(Phase.END_OF_TURN, Step.END_EFFECTS), rules=refs("3.4.1.2"))
    expire(stage, ENDING_WITH_THE_TURN, "3.4.1.2")


ENDING_WITH_THE_TURN = (
    Until.END_OF_TURN,
    Until.DURING_THEIR_NEXT_TURN,
    Until.DURING_YOUR_NEXT_TURN,
    Until.END_OF_YOUR_NEXT_TURN,
)
"""Durations that end with the active player's turn, for effects too that abilities make while others end."""


def expire(stage: Stage, durations: Sequence[Until], number: str) -> bool:
    """End the effects with one of these durations whose time has come; gives whether there were any."""
    ended = tuple(effect.serial for effect in stage.state.lasting if effect.expiry.until in durations and _is_over(effect, stage))
    if ended:
        stage.propose(EffectsEnded(ended), rules=refs(number, "6.1.13"))
    return bool(ended)


def _is_over(effect: OngoingEffect | FloatingTrigger, stage: Stage) -> bool:
    state = stage.state
    expiry: Expiry = effect.expiry
    match expiry.until:
        case Until.END_OF_TURN:
            return True
        case _:
            return state.turn > expiry.turn and state.active == expiry.player


@rule("9.2.3", "durations that speak of a player who left")
def expire_of(stage: Stage, players: Sequence[PlayerId]) -> None:
    """End the effects that last until a turn of players who left, when it would be their turn."""
    ended = tuple(
        effect.serial
        for effect in stage.state.lasting
        if effect.expiry.player in players and effect.expiry.until in _OF_A_TURN and stage.state.turn >= effect.expiry.turn
    )
    if ended:
        stage.propose(EffectsEnded(ended), rules=refs("9.2.3", "6.1.13"))


_OF_A_TURN = frozenset(
    {
        Until.START_OF_YOUR_NEXT_TURN,
        Until.START_OF_THEIR_NEXT_TURN,
        Until.DURING_THEIR_NEXT_TURN,
        Until.DURING_YOUR_NEXT_TURN,
        Until.END_OF_YOUR_NEXT_TURN,
    }
)
"""Durations that speak of the turn of one player."""


@rule("3.4.2", "the turn ends and the next player becomes active")
@rule("1.3.4.1", "one active player at a time")
@rule("9.2.1", "to the left")
@rule("2.3.2", "in turn order")
def pass_turn(stage: Stage) -> None:
    """Check the state a last time, end the turn and begin the next player's."""
    check_state(stage, AT_END_OF_TURN)
    if stage.state.over:
        return
    ending = stage.state.active
    stage.propose(TurnEnded(ending), rules=refs("3.4.2"))
    order = [player for player in stage.state.turn_order(ending) if player != ending]
    following = order[0] if order else ending
    expire_of(stage, _passed_over(ending, following, len(stage.state.players)))
    stage.propose(TurnStarted(following, stage.state.turn + 1), rules=refs("3.4.2", "1.3.4.1"))
    stage.checked = 0
    ready_step(stage)


def _passed_over(ending: PlayerId, following: PlayerId, count: int) -> tuple[PlayerId, ...]:
    """List the players between two in turn order, who have left the game."""
    found = []
    player = (ending + 1) % count
    while player != following:
        found.append(player)
        player = (player + 1) % count
    return tuple(found)


@rule("3.1.2", "Start-of-Turn Phase")
def begin_turn(stage: Stage) -> None:
    """Begin the active player's Start-of-Turn Phase, for a game that is replayed from there."""
    ready_step(stage)
