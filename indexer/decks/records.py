"""What a deck check passes around: lines as read, lines as found, reasons, figures, and the answer."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from corpus.errors import BadInput
from corpus.formats import DeckFormat
from corpus.records import CardRecord
from corpus.refs import RuleRef
from indexer.decks.adjustments import Adjustments

__all__ = [
    "BadDeckList",
    "DeckCard",
    "DeckFigures",
    "DeckLine",
    "DeckReport",
    "Ground",
    "ListLine",
    "Part",
    "ReadList",
    "Reading",
    "Reason",
    "Turn",
]


class BadDeckList(BadInput):
    """Refuse a text that is no deck list at all, or a longer one than is read."""


class Part(StrEnum):
    """Which part of a list a line belongs to."""

    DECK = "deck"
    SIDEBOARD = "sideboard"
    """The game has none; what stands there is no part of the deck."""
    MAYBE = "maybe"
    """Cards that a deck site keeps beside a deck."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a line: so many copies of a card called this."""

    count: str
    """The number as written; empty where the line has none."""
    name: str
    """A name, or a set-and-number code."""


@dataclass(frozen=True, slots=True)
class ListLine:
    """A line of a list that should name a card."""

    number: int
    """Counted from 1, blank lines included."""
    text: str
    """As written, cut where it is long."""
    readings: tuple[Reading, ...]
    """The likeliest first; empty where the line cannot be a card at all."""
    part: Part = Part.DECK
    code: str = ""
    """Set and number from columns of their own, such as ``1-204``."""
    problem: str = ""
    """Why the line cannot be a card; empty where it can."""


@dataclass(frozen=True, slots=True)
class ReadList:
    """A list split into lines, no card looked up yet."""

    lines: tuple[ListLine, ...]
    notes: tuple[str, ...] = ()
    """What was passed over, or read in a way that the writer should know of."""


@dataclass(frozen=True, slots=True)
class DeckLine:
    """A line of a list and the card it names, or why it names none."""

    number: int
    text: str
    part: Part
    count: int | None
    """Copies; None where no number could be read."""
    card: CardRecord | None
    near: tuple[str, ...] = ()
    """Full names that may be meant, best first."""
    problem: str = ""
    """Empty where the line is resolved."""
    note: str = ""
    """How it was read, where that is worth saying."""


@dataclass(frozen=True, slots=True)
class DeckCard:
    """A card of the deck with all its copies together."""

    card: CardRecord
    count: int
    adjustments: Adjustments = Adjustments()
    """What its text changes about building a deck."""

    @property
    def full_name(self) -> str:
        """The full name, as the catalogue spells it."""
        return self.card.printed.full_name

    def __str__(self) -> str:
        return f"{self.count} {self.full_name}"


class Ground(StrEnum):
    """On what ground a deck is not legal."""

    LIST = "list"
    """A line names no card, or not one alone."""
    TOO_FEW = "too_few"
    TOO_MANY = "too_many"
    NOT_STANDARD = "not_standard"
    NOT_YET = "not_yet"
    """From a set that is not legal yet."""
    ROTATED = "rotated"
    UNKNOWN_SET = "unknown_set"
    BANNED = "banned"
    COPIES = "copies"
    OWN_COPIES = "own_copies"
    """More copies than the card's own text allows."""
    INKS = "inks"
    DUAL_INK = "dual_ink"


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason why a deck is not legal."""

    ground: Ground
    refs: tuple[RuleRef, ...]
    """Sections that decide it, the deciding one first."""
    text: str
    cards: tuple[str, ...]
    """Full names of the cards concerned; empty where it is about the deck as a whole."""
    remedy: str
    """What would mend it."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The next day on which a deck's legality changes by what is known today."""

    day: date
    """First day of the change."""
    reasons: tuple[Reason, ...]
    """Why the deck is not legal from then on; empty where it becomes legal."""


@dataclass(frozen=True, slots=True)
class DeckFigures:
    """What a deck consists of, counted in copies."""

    cards: int
    different: int
    types: dict[str, int]
    """By card type; songs are counted apart from other actions."""
    inks: dict[str, int]
    """By ink type; a dual-ink card counts for both."""
    curve: dict[int, int]
    """By ink cost."""
    inkable: int


@dataclass(frozen=True, slots=True)
class DeckReport:
    """The answer to a deck check."""

    format: DeckFormat
    day: date
    reasons: tuple[Reason, ...]
    """Empty for a legal deck."""
    remedies: tuple[str, ...]
    """What together would make it legal."""
    turn: Turn | None
    """None where nothing that is known changes the verdict."""
    lines: tuple[DeckLine, ...]
    cards: tuple[DeckCard, ...]
    """The deck in one order: type, cost, name."""
    figures: DeckFigures
    caveats: tuple[str, ...]

    @property
    def legal(self) -> bool:
        """Whether nothing speaks against the deck."""
        return not self.reasons

    @property
    def normalised(self) -> str:
        """The deck as a list to copy, a card a line."""
        return "\n".join(str(entry) for entry in self.cards)
