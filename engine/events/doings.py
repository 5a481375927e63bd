"""Say what players did: play and pay, quest, challenge, move."""

from dataclasses import dataclass

from engine.abilities.vocabulary import Zone
from engine.events.base import Event
from engine.state.game_state import WaitingAction
from engine.state.objects import CardId, ObjectRef, PlayerId
from engine.terms import EventName, PlayMode, Step


@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    """A card is considered played (4.3.3)."""

    NAMES = (EventName.PLAYED,)

    card: CardId
    player: PlayerId
    mode: PlayMode
    origin: Zone = Zone.HAND
    drops: int = 0
    """How many ink drops paid for it."""
    ink: int = 0
    """How much ink was paid for it, ink drops included."""


@dataclass(frozen=True, slots=True)
class SongSung(Event):
    """Characters sang a song (5.4.4.2, 8.12)."""

    NAMES = (EventName.SUNG,)

    card: CardId
    singers: tuple[CardId, ...]
    player: PlayerId
    together: bool = False
    """By Sing Together (8.12)."""


@dataclass(frozen=True, slots=True)
class CostPaid(Event):
    """Ink was paid, by exerting ink cards and removing ink drops (4.3.2.4)."""

    player: PlayerId
    inks: tuple[CardId, ...]
    drops: int = 0

    @property
    def names(self) -> tuple[EventName, ...]:
        """Ink drops spent are an event of their own name as well."""
        return (EventName.COST_PAID, EventName.INK_DROP_SPENT) if self.drops else (EventName.COST_PAID,)


@dataclass(frozen=True, slots=True)
class InkDropsGained(Event):
    """A player got ink drop counters (1.13.1.2)."""

    NAMES = (EventName.INK_DROP_GAINED,)

    player: PlayerId
    amount: int


@dataclass(frozen=True, slots=True)
class InkDropsSpent(Event):
    """A player removed ink drop counters other than as ink."""

    NAMES = (EventName.INK_DROP_SPENT,)

    player: PlayerId
    amount: int


@dataclass(frozen=True, slots=True)
class ActionQueued(Event):
    """An action that an effect played waits to resolve (6.7.8.1)."""

    action: WaitingAction


@dataclass(frozen=True, slots=True)
class ActionTaken(Event):
    """A waiting action begins to resolve."""

    action: WaitingAction


@dataclass(frozen=True, slots=True)
class Quested(Event):
    """A character has quested (4.5.2)."""

    NAMES = (EventName.QUESTED,)

    card: CardId
    player: PlayerId
    lore: int


@dataclass(frozen=True, slots=True)
class ChallengeDeclared(Event):
    """A challenge occurs (4.6.4.5)."""

    NAMES = (EventName.CHALLENGED,)

    challenger: CardId
    challenged: CardId
    player: PlayerId


@dataclass(frozen=True, slots=True)
class ChallengeStepEntered(Event):
    """The Challenge Damage step began (4.6.6)."""

    NAMES = (EventName.STEP_STARTED,)

    step: Step


@dataclass(frozen=True, slots=True)
class ChallengeEnded(Event):
    """The challenge is over (4.6.7, 4.6.9.2)."""

    NAMES = (EventName.CHALLENGE_ENDED,)

    challenger: ObjectRef
    challenged: ObjectRef


@dataclass(frozen=True, slots=True)
class CharacterMoved(Event):
    """A character moved to a location (4.7.4)."""

    NAMES = (EventName.MOVED_TO_LOCATION,)

    card: CardId
    location: CardId
    player: PlayerId


@dataclass(frozen=True, slots=True)
class LocationLeft(Event):
    """A character is no longer at a location (5.6.6)."""

    NAMES = (EventName.LEFT_LOCATION,)

    card: CardId
    location: ObjectRef | None = None
    """The location, as the object it was."""
