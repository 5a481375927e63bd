"""Resolve triggered abilities from the bag (7.7)."""

from collections.abc import Hashable

from engine.abilities.base import Node, walk
from engine.abilities.kinds import TriggeredAbility
from engine.abilities.players import BoundPlayer
from engine.abilities.references import Bound
from engine.abilities.values import BoundAmount
from engine.abilities.vocabulary import Limit
from engine.cite import refs, rule
from engine.decisions import Decision, DecisionKind, Option
from engine.events import AbilityResolved, AbilityTaken
from engine.rules.context import Frame, Origin
from engine.rules.perform import Stage
from engine.state.game_state import BagEntry, GameState
from engine.state.objects import PlayerId

TIMES = {Limit.ONCE_PER_TURN: 1, Limit.TWICE_PER_TURN: 2}
"""How often in a turn an ability with a limit may resolve (6.1.13.2)."""


@rule("7.7.4", "who resolves from the bag")
@rule("7.7.4.2", "the active player first")
@rule("7.7.4.3", "who resolved last goes on")
@rule("7.7.4.4", "passing the bag")
@rule("7.7.6", "others wait for their turn")
@rule("7.7.4.1", "who has abilities in the bag")
@rule("7.7.4.5", "until the bag is empty")
def next_player(state: GameState) -> PlayerId | None:
    """Give the player who resolves from the bag next, or None when it is empty."""
    waiting = {entry.you for entry in state.bag}
    first = state.active if state.resolving is None else state.resolving
    return next((player for player in state.turn_order(first) if player in waiting), None)


@rule("7.7.4.2", "they choose any one of their triggered effects")
@rule("7.7.5", "abilities added meanwhile can be chosen")
@rule("7.7.1", "the bag is where abilities wait")
def choose_entry(stage: Stage, player: PlayerId) -> BagEntry:
    """Ask a player which of their abilities leaves the bag next; those that cannot be told apart count as one."""
    entries = [entry for entry in stage.state.bag if entry.you == player]
    if len(entries) == 1:
        return entries[0]
    decision = Decision(
        DecisionKind.RESOLVE,
        player,
        "which ability resolves next",
        tuple(Option(entry.serial, describe(entry, stage.state), twin=_twin(entry)) for entry in entries),
        rules=refs("7.7.4.2"),
    )
    choice = stage.ask(decision)[0]
    return next(entry for entry in entries if entry.serial == choice)


def describe(entry: BagEntry, state: GameState) -> str:
    """Name an ability in the bag as answers do: ``label: ABILITY``."""
    if entry.source is None:
        return entry.name
    label = state.cards[entry.source.card.id].name
    return f"{label}: {entry.name}" if entry.name else label


_speaks: dict[int, tuple[Node, bool]] = {}


def speaks_of_event(ability: TriggeredAbility) -> bool:
    """Tell whether an ability's effect speaks of what it saw, so that two instances of it differ."""
    known = _speaks.get(id(ability))
    if known is None:
        if len(_speaks) > 20_000:
            _speaks.clear()
        found = any(isinstance(node, Bound | BoundAmount | BoundPlayer) for node in walk(ability.effect))
        known = _speaks[id(ability)] = (ability, found)
    return known[1]


def _twin(entry: BagEntry) -> Hashable:
    """Give a key that two entries share when it cannot matter which of them resolves first."""
    source = entry.source.ref if entry.source is not None else None
    if not speaks_of_event(entry.ability):
        return (id(entry.ability), source, entry.key)
    saw = tuple(
        (
            happening.subject.ref if happening.subject is not None else None,
            happening.other.ref if happening.other is not None else None,
            happening.actor,
            happening.amount,
        )
        for happening in entry.happenings
    )
    return (id(entry.ability), source, entry.key, saw)


@rule("7.7.4.2", "fully resolve it")
@rule("6.1.13.2", "once")
@rule("6.2.5", "effects of a triggered ability")
@rule("8.14.2", "Vanish after the action")
def resolve_entry(stage: Stage, entry: BagEntry) -> None:
    """Take an ability from the bag and resolve it."""
    stage.propose(AbilityTaken(entry), rules=refs("7.7.4.2"))
    frame = frame_of(entry, stage)
    times = TIMES.get(entry.ability.limit)
    spent = times is not None and entry.source is not None and used_times(stage.state, entry) >= times
    resolved = False
    if not spent:
        outcome = stage.resolve(entry.ability.effect, frame)
        resolved = outcome.complete or outcome.amount > 0
    limited = times is not None and resolved
    numbers = ("7.7.4.2", "6.7.2") if not spent else ("6.1.13.2",)
    stage.propose(AbilityResolved(entry, limited), frame=frame, rules=refs(*numbers))


def used_times(state: GameState, entry: BagEntry) -> int:
    """Count how often this very ability has resolved this turn."""
    source = entry.source.ref if entry.source is not None else None
    return sum(1 for card, key in state.used if card == source and key == entry.key)


def frame_of(entry: BagEntry, stage: Stage) -> Frame:
    """Build the frame in which an ability from the bag resolves."""
    source = entry.source
    frame = Frame(
        entry.you,
        source.ref if source is not None else None,
        origin=Origin.TRIGGERED,
        resolution=stage.next_resolution(),
        name=entry.name,
        key=entry.key,
        span=entry.ability.span,
        whole=entry.ability.effect,
    )
    frame.with_bindings(entry.bindings).bind_happenings(entry.happenings)
    if source is not None:
        frame.snapshots[source.ref] = source
    return frame
