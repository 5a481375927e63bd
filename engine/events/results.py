"""Say what came of it: damage, lore, abilities, effects, the end of the game."""

from dataclasses import dataclass

from corpus.refs import RuleRef
from engine.events.base import Event
from engine.state.game_state import BagEntry, FloatingTrigger, OngoingEffect
from engine.state.objects import Card, CardId, Happening, ObjectRef, PlayerId, PlayerState
from engine.terms import DamageManner, EventName, LossReason


@dataclass(frozen=True, slots=True)
class DamagePlaced(Event):
    """Damage was dealt to, put on or moved to a card (1.9.2); an amount of 0 was dealt but not taken (1.9.5)."""

    card: CardId
    amount: int
    manner: DamageManner
    by: ObjectRef | None = None
    """The card that deals or puts it."""
    player: PlayerId | None = None
    """The player whose card or effect does it."""
    base: int | None = None
    """The base damage before modifiers (1.9.4.1)."""
    in_challenge: bool = False
    unreduced: bool = False
    """Resist does not reduce it."""

    @property
    def names(self) -> tuple[EventName, ...]:
        """The manner tells the name."""
        match self.manner:
            case DamageManner.DEAL:
                return (EventName.DAMAGE_DEALT,)
            case DamageManner.MOVE:
                return (EventName.DAMAGE_MOVED,)
            case _:
                return (EventName.DAMAGE_PUT,)


@dataclass(frozen=True, slots=True)
class DamageRemoved(Event):
    """Damage was removed from a card, or moved away from it (1.9.2.3)."""

    card: CardId
    amount: int
    manner: DamageManner = DamageManner.REMOVE
    player: PlayerId | None = None

    @property
    def names(self) -> tuple[EventName, ...]:
        """Moved damage stands in the timeline where it is placed."""
        return (EventName.DAMAGE_REMOVED,)


@dataclass(frozen=True, slots=True)
class LoreGained(Event):
    """A player gained lore (1.11)."""

    NAMES = (EventName.LORE_GAINED,)

    player: PlayerId
    amount: int
    by: CardId | None = None


@dataclass(frozen=True, slots=True)
class LoreLost(Event):
    """A player lost lore, as much as they had (1.11.1)."""

    NAMES = (EventName.LORE_LOST,)

    player: PlayerId
    amount: int
    actor: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class AbilityUsed(Event):
    """A player used an activated ability (4.4)."""

    NAMES = (EventName.ABILITY_USED,)

    card: CardId
    key: str
    name: str
    player: PlayerId
    limited: bool
    """Whether the turn has to remember the use (6.1.13.2)."""


@dataclass(frozen=True, slots=True)
class AbilityTriggered(Event):
    """A triggered ability was added to the bag (7.7.3.1)."""

    NAMES = (EventName.ABILITY_TRIGGERED,)

    entry: BagEntry


@dataclass(frozen=True, slots=True)
class AbilityTaken(Event):
    """A player took a triggered ability from the bag and begins to resolve it (7.7.4.2)."""

    entry: BagEntry


@dataclass(frozen=True, slots=True)
class AbilityResolved(Event):
    """A triggered ability has resolved."""

    NAMES = (EventName.ABILITY_RESOLVED,)

    entry: BagEntry
    limited: bool
    """Whether the turn has to remember that it resolved (6.1.13.2)."""


@dataclass(frozen=True, slots=True)
class BagEmptied(Event):
    """The bag is empty after abilities resolved; the game continues with the active player (7.7.4.5)."""


@dataclass(frozen=True, slots=True)
class LimitReached(Event):
    """An ability with a limit did its work: the turn remembers it (6.1.13.2)."""

    card: ObjectRef
    key: str


@dataclass(frozen=True, slots=True)
class EffectApplied(Event):
    """An effect with a duration began to apply (6.4.2)."""

    NAMES = (EventName.EFFECT_APPLIED,)

    effect: OngoingEffect


@dataclass(frozen=True, slots=True)
class TriggerFloated(Event):
    """A floating or delayed triggered ability came into being (6.2.7)."""

    NAMES = (EventName.EFFECT_APPLIED,)

    trigger: FloatingTrigger


@dataclass(frozen=True, slots=True)
class EffectsEnded(Event):
    """Effects or floating triggered abilities came to their end."""

    NAMES = (EventName.EFFECT_ENDED,)

    serials: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EventReplaced(Event):
    """A replacement effect replaced an event, or a restriction kept it from happening (6.5.4, 1.2.2)."""

    NAMES = (EventName.REPLACED,)

    event: Event
    """What would have happened."""
    card: CardId | None
    """The card whose ability did it."""
    reasons: tuple[RuleRef, ...] = ()


@dataclass(frozen=True, slots=True)
class HappeningsNoted(Event):
    """The turn remembers what happened in one batch."""

    happenings: tuple[Happening, ...]


@dataclass(frozen=True, slots=True)
class StateChecked(Event):
    """A game state check found conditions met (1.8.1)."""

    NAMES = (EventName.STATE_CHECKED,)

    conditions: tuple[str, ...]
    """The names of the checks that found something."""


@dataclass(frozen=True, slots=True)
class GameWon(Event):
    """A player won the game."""

    NAMES = (EventName.GAME_WON,)

    player: PlayerId


@dataclass(frozen=True, slots=True)
class GameLost(Event):
    """A player lost the game."""

    NAMES = (EventName.GAME_LOST,)

    player: PlayerId
    reason: LossReason


@dataclass(frozen=True, slots=True)
class PlayerLeft(Event):
    """A player left a game that goes on without them; their cards are removed (9.2.3)."""

    NAMES = (EventName.PLAYER_LEFT,)

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """A judge set cards or players as they should be; nothing happened in the game."""

    cards: tuple[Card, ...] = ()
    players: tuple[tuple[PlayerId, PlayerState], ...] = ()
    effects: tuple[OngoingEffect, ...] = ()
    floating: tuple[FloatingTrigger, ...] = ()
    history: tuple[Happening, ...] | None = None
    """What happened this turn instead; None leaves it."""
    used: tuple[tuple[ObjectRef, str], ...] | None = None
    """The abilities used this turn instead; None leaves them."""
