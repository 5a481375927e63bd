"""What the look-ups are asked with and what they answer."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum

from corpus.infractions import InfractionMatch
from corpus.misreadings import Misreading
from corpus.records import CardRecord, CardType, ForeignWord, PlayersWord, Provenance, Rule, TranslatedTerm
from corpus.refs import CURRENT_EDITION, Document, RuleRef


@dataclass(frozen=True, slots=True)
class Evidence:
    """A part of the score of something found."""

    reason: str
    amount: float


@dataclass(frozen=True, slots=True)
class RuleHit:
    """A rule that a search found."""

    rule: Rule
    score: float
    """Comparable within one search only; the best hit comes first."""
    matched: tuple[str, ...]
    """Why it is here, in words, the weightiest first, such as ``text: challenge`` or ``via card: … (up to)``."""
    evidence: tuple[Evidence, ...] = ()
    """What its score is made of, as far as it was added up."""


@dataclass(frozen=True, slots=True)
class Book:
    """One edition of a document with numbered entries."""

    document: Document
    edition: str

    @classmethod
    def of(cls, ref: RuleRef) -> "Book":
        """Give the book that a reference points into."""
        return cls(ref.document, ref.edition)

    def __str__(self) -> str:
        return f"{self.document.value} {self.edition}"


def current_books(books: Iterable[Book]) -> tuple[Book, ...]:
    """Give the books in force: the current rules, and the newest edition of every other document."""
    newest: dict[Document, Book] = {}
    for book in books:
        kept = newest.get(book.document)
        is_rules = book.document is Document.COMPREHENSIVE_RULES
        if (book.edition == CURRENT_EDITION) if is_rules else (kept is None or book.edition > kept.edition):
            newest[book.document] = book
    return tuple(newest.values())


@dataclass(frozen=True, slots=True)
class Passage:
    """An entry of a document that has no numbers: a term, a word, a misreading, a ruling."""

    document: str
    """Identifier of the document."""
    ref: str
    """What it is called within its document."""
    heading: str
    text: str
    rules: tuple[str, ...] = ()
    """References of the rules that it is about."""


@dataclass(frozen=True, slots=True)
class OfficialText:
    """A numbered entry in the publisher's words."""

    document: str
    """Identifier of the document, such as ``official-comprehensive-rules-2.3.0``."""
    ref: RuleRef
    heading: str
    text: str
    page: int
    """Counted from 1; 0 where the file has no pages."""


class WordKind(StrEnum):
    """Whose word an entry of a glossary is."""

    TERM = "term"
    """An official term of the game."""
    OTHER_GAMES = "other_games"
    PLAYERS = "players"


@dataclass(frozen=True, slots=True)
class GlossaryHit:
    """An entry that was found in a glossary."""

    name: str
    language: str
    text: str
    rules: tuple[str, ...]
    """References of the rules behind it, most defining first."""
    kind: WordKind
    names: Mapping[str, tuple[str, ...]] = field(hash=False)
    """Language to the official terms for it."""
    english_text: str = ""
    """The explanation in English, for a term of another language."""


@dataclass(frozen=True, slots=True)
class Understood:
    """What was understood of the words of a query that are not the rules' own."""

    translated: tuple[TranslatedTerm, ...] = ()
    """Terms of another language in it."""
    foreign: tuple[ForeignWord, ...] = ()
    """Words of other games in it."""
    spoken: tuple[PlayersWord, ...] = ()
    """Words of players in it."""
    misread: tuple[Misreading, ...] = ()
    """Misreadings that it asks about, the nearest first."""
    infractions: tuple[InfractionMatch, ...] = ()
    """Infractions that it may tell of, the nearest first."""
    language: str = "en"
    """The language it is written in, as far as that can be told."""
    words: tuple[str, ...] = ()
    """English words of the rules for what it says in another language."""
    strange: tuple[str, ...] = ()
    """Words of another language for which none is known, without umlauts."""


@dataclass(frozen=True, slots=True)
class Referrers:
    """What points at a rule, beside other rules of its document."""

    terms: tuple[str, ...]
    """Glossary terms that it defines."""
    keyword: str
    """The keyword whose section it is; empty for other rules."""
    sections: tuple[RuleRef, ...]
    """Sections of other documents that point at it."""
    cards: tuple[str, ...]
    """Cards whose abilities are of this kind or have this keyword, in order of the catalogue."""
    rulings: tuple[str, ...]
    """Identifiers of our executable rulings that it decides."""
    infractions: tuple[str, ...]
    """Identifiers of the infractions that it is about."""
    misreadings: tuple[str, ...]
    """Identifiers of the misreadings that it refutes."""


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
    note: str = ""
    """What else is to be said of it."""


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
    editions: tuple[str, ...] = ()
    """Editions of the Comprehensive Rules, the newest first."""
    sections: int = 0
    """Sections of policy documents."""
    translated: int = 0
    """Terms of other languages."""
    words: int = 0
    """Words of other games and of players."""
    misreadings: int = 0
    boards: int = 0
    """Our executable rulings."""
    clarifications: int = 0
    """The publisher's clarifications on cards."""
    official: tuple[str, ...] = ()
    """Official documents that the user has imported, with their editions and how well they are known."""
    stale: tuple[str, ...] = ()
    """Every reason why the index is out of date; empty when it is not."""
