"""Describe cards, players and what they did: the parts a game state is made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from corpus.records import CardType
from engine.abilities.keywords import ShiftAbility
from engine.abilities.kinds import Ability, CompiledCard, StaticAbility, Unread
from engine.abilities.statics import Change
from engine.abilities.vocabulary import Keyword, Occurrence, Stat, Zone
from engine.terms import LossReason, Manner, PlayMode

CardId = int
"""A physical card for the whole game."""

PlayerId = int
"""A player by place in turn order, from 0."""


@dataclass(frozen=True, slots=True)
class ObjectRef:
    """A card as one object: it stops matching once the card has changed zones (7.1.6)."""

    id: CardId
    incarnation: int


@dataclass(frozen=True, slots=True)
class Card:
    """A physical card and the states it has (5.1). Characteristics come from the view, never from here."""

    id: CardId
    owner: PlayerId
    face: CompiledCard | None
    """What is printed; None for a card that nobody has named."""
    zone: Zone
    label: str = ""
    """What a scenario calls the card."""
    incarnation: int = 0
    """Grows by one whenever the card changes zones (7.1.6)."""
    exerted: bool = False
    drying: bool = False
    """In play, but not since the beginning of its player's turn (5.1.1.11); kept for items too (8.10.4.1)."""
    damage: int = 0
    at: CardId | None = None
    """The location a character is at."""
    was_at: ObjectRef | None = None
    """The location it was at that has left play, until it moves."""
    under: tuple[CardId, ...] = ()
    """The cards under this one, from top to bottom."""
    top: CardId | None = None
    """The card on top of the stack that this card is under."""
    facedown: bool = False
    came: Manner | None = None
    """How it came to its zone; None where a scenario put it there."""
    mode: PlayMode | None = None
    """The cost for which it was played, while it is in play."""

    @property
    def ref(self) -> ObjectRef:
        """The object that the card is now."""
        return ObjectRef(self.id, self.incarnation)

    @property
    def name(self) -> str:
        """What to call the card in a sentence."""
        return self.label or (self.face.printed.full_name if self.face is not None else "an unknown card")


class Standing(StrEnum):
    """Whether a player is still in the game."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class PlayerState:
    """A player and the cards in their zones."""

    label: str
    lore: int = 0
    ink_drops: int = 0
    deck: tuple[CardId, ...] = ()
    """Top first."""
    hand: tuple[CardId, ...] = ()
    play: tuple[CardId, ...] = ()
    """Cards in play in the order in which they came, without those under another; an action while it resolves."""
    inkwell: tuple[CardId, ...] = ()
    discard: tuple[CardId, ...] = ()
    """In the order in which they came."""
    shuffled: frozenset[CardId] = frozenset()
    """The cards of the deck whose places among each other nobody knows, since they were shuffled."""
    inks: int = 0
    """How often the player inked by the turn action this turn (4.2.3)."""
    standing: Standing = Standing.PLAYING
    loss: LossReason | None = None

    @property
    def deck_order_known(self) -> bool:
        """Whether the place of every card in the deck is settled."""
        return not self.shuffled


@dataclass(frozen=True, slots=True)
class Held:
    """An ability that a card has, with the name by which a limit on its use remembers it."""

    ability: Ability
    key: str
    """Tells the abilities of one card apart: ``printed 1``, or the effect that it was gained from."""
    granted_by: str = ""
    """For a gained ability: the name of the ability, or of the action, that grants it; empty where it has none."""


@dataclass(frozen=True, slots=True)
class Static:
    """A static ability that applies now, with what its words refer to."""

    ability: StaticAbility
    you: PlayerId
    """The player whose ability it is."""
    source: ObjectRef | None
    """The card it comes from, or None for what a scenario states."""
    bindings: "Bindings"
    effect: int | None = None
    """Serial number of the ongoing effect; None when a card makes it."""
    targets: tuple[ObjectRef, ...] | None = None
    """The cards it was applied to; None when it is continuous."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A change that is no number, keyword or ability: a restriction, a permission, a duty, of cards, players or the game."""

    change: Change
    static: Static


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a card is now. A number may be negative here; whoever uses it counts that as 0 (6.6.2, 6.6.3)."""

    type: CardType | None = None
    """None for a card whose face nobody knows."""
    names: frozenset[str] = frozenset()
    shift_names: frozenset[str] = frozenset()
    """Names that it counts as having for Shift only."""
    classifications: frozenset[str] = frozenset()
    inks: frozenset[str] = frozenset()
    inkwell: bool = False
    numbers: Mapping[Stat, int] = field(default_factory=dict)
    """Strength, Willpower, Lore, cost and move cost, each where the card has it."""
    keywords: Mapping[Keyword, int] = field(default_factory=dict)
    """Every keyword it has, with its number; 0 for a keyword without one."""
    shifts: tuple[ShiftAbility, ...] = ()
    abilities: tuple[Held, ...] = ()
    """All abilities, those of the keywords Support and Vanish written out."""
    marks: tuple[Mark, ...] = ()
    sing_bonus: int = 0
    """How much more cost it counts as having to sing songs (8.11.3)."""
    unread: tuple[Unread, ...] = ()

    def number(self, stat: Stat) -> int | None:
        """Give a characteristic, or None where the card has none of it."""
        return self.numbers.get(stat)

    def counted(self, stat: Stat) -> int:
        """Give a characteristic as it counts when it is used: never below 0, and 0 where there is none (6.6.2, 6.6.3)."""
        return max(0, self.numbers.get(stat, 0))

    def has(self, keyword: Keyword) -> bool:
        """Tell whether the card has a keyword, whatever its number."""
        return keyword in self.keywords


UNKNOWN = Sheet()
"""The sheet of a card whose face nobody knows."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A card with its characteristics at one moment: last known information (6.7.7)."""

    card: Card
    sheet: Sheet

    @property
    def ref(self) -> ObjectRef:
        """The object that the card was."""
        return self.card.ref


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened, as trigger conditions and "this turn" conditions look at it."""

    occurrence: Occurrence
    subject: Snapshot | None = None
    """Who or what it is about, by the words of the occurrence."""
    other: Snapshot | None = None
    """The other side, by the words of the occurrence."""
    actor: PlayerId | None = None
    """The player who did it, or whose it is."""
    amount: int = 0
    batch: int = 0
    """Happenings of one batch happened at the same time."""
    origin: Zone | None = None
    destination: Zone | None = None
    mode: PlayMode | None = None
    """How a card was played."""
    ability: str = ""
    """The name of the ability used."""
    drops: int = 0
    """How many ink drops paid for a card that was played."""
    in_challenge: bool = False
    """For damage: dealt in the Challenge Damage step."""
    left: CardId | None = None
    """The location that a character which moved was at before."""


@dataclass(frozen=True, slots=True)
class Bindings:
    """What an effect remembers: cards, numbers, players, words and choices by name."""

    cards: Mapping[str, tuple[ObjectRef, ...]] = field(default_factory=dict)
    amounts: Mapping[str, int] = field(default_factory=dict)
    players: Mapping[str, tuple[PlayerId, ...]] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    done: frozenset[str] = frozenset()
    """Names of the effects that were done."""
    snapshots: Mapping[ObjectRef, Snapshot] = field(default_factory=dict)
    """Last known information of remembered cards."""
    follows: Mapping[ObjectRef, ObjectRef] = field(default_factory=dict)
    """Where the trigger or the effect itself moved a card: the object it was, the object it became."""


NO_BINDINGS = Bindings()
"""Nothing remembered."""
