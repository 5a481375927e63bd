"""Say what happened: one frozen record for each kind of change, in one closed list.

Every change of a state is one of these, applied by :mod:`engine.reduce`. ``names`` are the names under which an event
stands in a timeline, the telling one first; an event without names is book-keeping that no player would notice.
"""

from dataclasses import dataclass
from typing import ClassVar

from corpus.refs import RuleRef
from engine.abilities.kinds import CompiledCard
from engine.abilities.vocabulary import Zone
from engine.state.game_state import BagEntry, FloatingTrigger, OngoingEffect, WaitingAction
from engine.state.objects import Card, CardId, Happening, ObjectRef, PlayerId, PlayerState
from engine.terms import DamageManner, EventName, LossReason, Manner, Phase, PlayMode, Step


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened."""

    NAMES: ClassVar[tuple[EventName, ...]] = ()

    @property
    def names(self) -> tuple[EventName, ...]:
        """The names of the event in a timeline."""
        return self.NAMES


# The turn


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
class StepSkipped(Event):
    """A step did not happen (6.4.3)."""

    NAMES = (EventName.REPLACED,)

    step: Step


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """The active player's turn ended (3.4.2)."""

    NAMES = (EventName.TURN_ENDED,)

    player: PlayerId


# Cards


@dataclass(frozen=True, slots=True)
class CardMoved(Event):
    """A card changed zones and became a new object (7.1.6)."""

    card: CardId
    origin: Zone
    destination: Zone
    manner: Manner
    position: int | None = None
    """The place in the deck it is put into, from 0 at the top; None is the end of the zone, the bottom of a deck."""
    facedown: bool = False
    exerted: bool = False
    drying: bool = False
    damage: int = 0
    onto: tuple[CardId, ...] = ()
    """The cards it is put on top of, from top to bottom, each with the cards under it (8.10)."""
    mode: PlayMode | None = None
    """The cost for which it was played."""
    actor: PlayerId | None = None
    """The player who did it."""
    by: ObjectRef | None = None
    """The card that did it: who banished (1.8.1.4), whose effect moved it."""
    in_challenge: bool = False
    """Banished as a result of damage in a challenge."""

    @property
    def names(self) -> tuple[EventName, ...]:
        """The manner tells the name; leaving and entering play are names as well."""
        telling: dict[Manner, EventName] = {
            Manner.PLAY: EventName.ENTERED_PLAY,
            Manner.BANISH: EventName.BANISHED,
            Manner.DISCARD: EventName.DISCARDED,
            Manner.DRAW: EventName.DRAWN,
            Manner.INK: EventName.INKED,
        }
        found = [telling.get(self.manner, EventName.PUT_INTO_ZONE)]
        if self.origin is Zone.PLAY and self.destination is not Zone.PLAY:
            found.append(EventName.LEFT_PLAY)
        if self.destination is Zone.PLAY and EventName.ENTERED_PLAY not in found:
            found.append(EventName.ENTERED_PLAY)
        return tuple(found)


@dataclass(frozen=True, slots=True)
class CardPutUnder(Event):
    """A card was put under a card in play, on top of those already there."""

    NAMES = (EventName.PUT_UNDER,)

    card: CardId
    origin: Zone
    top: CardId
    facedown: bool
    boosted: bool = False
    """By Boost (8.4.1)."""
    actor: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class CardUncovered(Event):
    """The card on top of it left play alone, so this card is in play again, with the rest of the stack under it (8.10.8.5)."""

    NAMES = (EventName.ENTERED_PLAY,)

    card: CardId
    exerted: bool
    drying: bool
    damage: int = 0


@dataclass(frozen=True, slots=True)
class FaceLearned(Event):
    """It turned out which card an unknown card is."""

    card: CardId
    face: CompiledCard
    label: str


@dataclass(frozen=True, slots=True)
class DeckShuffled(Event):
    """A deck was shuffled; its order is unknown from now on."""

    player: PlayerId
    cards: tuple[CardId, ...] | None = None
    """Only these cards of it came to lie in random order; None: the whole deck was shuffled."""

    @property
    def names(self) -> tuple[EventName, ...]:
        """Cards put in random order are no shuffle."""
        return (EventName.SHUFFLED,) if self.cards is None else ()


@dataclass(frozen=True, slots=True)
class DeckArranged(Event):
    """Cards came up in a deck whose order was unknown, or were put in order: these are its top cards now."""

    player: PlayerId
    top: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class CardsRevealed(Event):
    """Cards were shown to all players (6.1.14)."""

    NAMES = (EventName.REVEALED,)

    cards: tuple[CardId, ...]
    player: PlayerId


@dataclass(frozen=True, slots=True)
class CardsLookedAt(Event):
    """A player looked at cards."""

    NAMES = (EventName.LOOKED_AT,)

    cards: tuple[CardId, ...]
    player: PlayerId


@dataclass(frozen=True, slots=True)
class CardNamed(Event):
    """A player named a card."""

    NAMES = (EventName.NAMED,)

    player: PlayerId
    name: str


@dataclass(frozen=True, slots=True)
class CardExerted(Event):
    """A card was exerted (5.1.1.2)."""

    NAMES = (EventName.EXERTED,)

    card: CardId
    to_sing: bool = False


@dataclass(frozen=True, slots=True)
class CardReadied(Event):
    """A card was readied (5.1.1.1)."""

    NAMES = (EventName.READIED,)

    card: CardId


@dataclass(frozen=True, slots=True)
class CardDried(Event):
    """A card is dry from now on (3.2.2.1)."""

    NAMES = (EventName.DRIED,)

    card: CardId


@dataclass(frozen=True, slots=True)
class CardsChosen(Event):
    """A player chose cards as an effect resolved."""

    NAMES = (EventName.CHOSEN,)

    cards: tuple[CardId, ...]
    player: PlayerId
    by: CardId | None
    """The card whose effect it is; none where an action that has resolved floats an ability."""
    for_support: bool = False


# Playing and paying


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


# Questing, challenging, moving


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


# Damage and lore


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


# Abilities and effects


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


# The end of things


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


EVENTS: tuple[type[Event], ...] = (
    TurnStarted,
    PhaseEntered,
    StepSkipped,
    TurnEnded,
    CardMoved,
    CardPutUnder,
    CardUncovered,
    FaceLearned,
    DeckShuffled,
    DeckArranged,
    CardsRevealed,
    CardsLookedAt,
    CardNamed,
    CardExerted,
    CardReadied,
    CardDried,
    CardsChosen,
    CardPlayed,
    SongSung,
    CostPaid,
    InkDropsGained,
    InkDropsSpent,
    ActionQueued,
    ActionTaken,
    Quested,
    ChallengeDeclared,
    ChallengeStepEntered,
    ChallengeEnded,
    CharacterMoved,
    LocationLeft,
    DamagePlaced,
    DamageRemoved,
    LoreGained,
    LoreLost,
    AbilityUsed,
    AbilityTriggered,
    AbilityTaken,
    AbilityResolved,
    LimitReached,
    EffectApplied,
    TriggerFloated,
    EffectsEnded,
    EventReplaced,
    HappeningsNoted,
    StateChecked,
    GameWon,
    GameLost,
    PlayerLeft,
    Corrected,
)
"""The closed list of events."""
