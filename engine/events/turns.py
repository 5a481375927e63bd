"""Say that turns, phases and steps begin and end."""

from dataclasses import dataclass

from engine.events.base import Event
from engine.state.objects import PlayerId
from engine.terms import EventName, Phase, Step


@dataclass(frozen=True, slots=True)
class TurnStarted(Event):
    """A player's turn began, and they became the active player (1.3.4.1)."""

    NAMES = (EventName.TURN_STARTED,)

    player: PlayerId
    turn: int


@dataclass(frozen=True, slots=True)
class PhaseEntered(Event):
    """A phase or a step of a phase began (3)."""

    phase: Phase
    step: Step | None = None

    @property
    def names(self) -> tuple[EventName, ...]:
        """A step is in the timeline, a phase without steps too."""
        return (EventName.STEP_STARTED,)


@dataclass(frozen=True, slots=True)
class StartReached(Event):
    """The moment of a turn has come at which abilities "at the start of your turn" occur (3.2.1.4)."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class StepSkipped(Event):
    """A step did not happen (6.4.3)."""

    NAMES = (EventName.REPLACED,)

    step: Step


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """The active player's turn ended (3.4.2)."""

    NAMES = (EventName.TURN_ENDED,)

    player: PlayerId
