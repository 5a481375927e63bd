"""What the look-ups are asked with and what they answer."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from corpus.records import CardRecord, CardType, Provenance, Rule


@dataclass(frozen=True, slots=True)
class RuleHit:
    """A rule that a search found."""

    rule: Rule
    score: float
    """Comparable within one search only; the best hit comes first."""
    matched: tuple[str, ...]
    """Why it is here, in words, such as ``text: challenge`` or ``number: 4.6.4.3``."""


@dataclass(frozen=True, slots=True)
class RuleContext:
    """A rule and its place among the others."""

    rule: Rule
    parents: tuple[Rule, ...]
    """From the chapter down to the entry above."""
    children: tuple[Rule, ...]
    """Direct sub-rules in order."""
    refers_to: tuple[Rule, ...]
    """The rules that its text and examples point at, as far as they exist."""
    referred_by: tuple[Rule, ...]
    """The rules whose text or examples point at it."""


class CardSort(StrEnum):
    """In which order found cards come."""

    RELEVANCE = "relevance"
    NAME = "name"
    COST = "cost"
    RELEASE = "release"


@dataclass(frozen=True, slots=True)
class CardQuery:
    """What a card must have to be found; everything left out does not matter."""

    words: str | None = None
    """Any text: searched in names, classifications and rules text."""
    ink: str | None = None
    """An ink type, such as ``amber``."""
    type: CardType | None = None
    cost_from: int | None = None
    cost_to: int | None = None
    classification: str | None = None
    keyword: str | None = None
    """A keyword that the card's own text has as an ability, such as ``Evasive``."""
    set_code: str | None = None
    text: str | None = None
    """Words that the rules text has in this order."""
    legal_in: str | None = None
    """A format, ``core`` or ``infinity``, by what the catalogue says of it."""
    sort: CardSort = CardSort.RELEVANCE
    limit: int = 20
    offset: int = 0


@dataclass(frozen=True, slots=True)
class CardPage:
    """One page of found cards."""

    cards: tuple[CardRecord, ...]
    total: int
    """How many cards fit the query, on all pages together."""
    next_offset: int | None
    """Where the next page starts; None on the last one."""


@dataclass(frozen=True, slots=True)
class DocumentEntry:
    """A document that the index holds."""

    provenance: Provenance
    language: str
    chunks: int
    """How many numbered entries, terms or cards of it are indexed."""


@dataclass(frozen=True, slots=True)
class SourceState:
    """A source of the index: what was read, when, and whether that still holds."""

    name: str
    origin: str
    """Which of the configured places it came from."""
    sha256: str
    fetched: datetime | None
    """None for files that are part of the project."""
    caveat: str = ""


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """What is indexed, from where, how old it is, and whether it is out of date."""

    schema: int
    built: datetime
    rules: int
    terms: int
    cards: int
    spellings: int
    printings: int
    sets: int
    newest_set: str
    newest_release: date | None
    sources: tuple[SourceState, ...]
    stale: tuple[str, ...] = ()
    """Every reason why the index is out of date; empty when it is not."""
