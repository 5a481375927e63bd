"""What is read out of an official document, and what could not be placed in it."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import IntEnum, StrEnum

from corpus.refs import Document, RuleRef

__all__ = [
    "Form",
    "Grade",
    "OfficialDocument",
    "OfficialEntry",
    "OfficialTerm",
    "Unplaced",
]


class Form(StrEnum):
    """The forms in which official text is read."""

    PDF = "pdf"
    MARKDOWN = "markdown"
    TEXT = "text"
    JSON = "json"
    BUNDLE = "bundle"
    """Several documents on one line, as knowledge bundles for language models are."""


class Grade(IntEnum):
    """How far the words of a file can be trusted to be the publisher's, least first."""

    EXTRACT = 0
    """A part of the document, or its words cut short."""
    RECONSTRUCTION = 1
    """Put together from editions and notices."""
    TRANSCRIPT = 2
    """The words taken out of the published file by somebody else."""
    PUBLISHED = 3
    """The published file itself."""
    VERIFIED = 4
    """The published file, with the hash that is known of it."""


@dataclass(frozen=True, slots=True)
class OfficialEntry:
    """A numbered entry in the publisher's words."""

    number: str
    heading: str
    """The heading words; empty where the entry has none."""
    text: str
    """The words without number and heading; the heading for an entry that is nothing else."""
    page: int = 0
    """Counted from 1; 0 where the file has no pages."""
    line: int = 0
    """Counted from 1 on the page, or in a file without pages."""


@dataclass(frozen=True, slots=True)
class OfficialTerm:
    """A glossary entry in the publisher's words."""

    name: str
    text: str
    page: int = 0
    line: int = 0


@dataclass(frozen=True, slots=True)
class Unplaced:
    """Something of a file that has no certain place in its document."""

    page: int
    line: int
    text: str
    """How it starts."""
    problem: str

    def __str__(self) -> str:
        places = {"page": self.page, "line": self.line}
        told = ", ".join(f"{name} {value}" for name, value in places.items() if value)
        return (f"{told}: " if told else "") + self.problem + (f": {self.text!r}" if self.text else "")


@dataclass(frozen=True, slots=True)
class OfficialDocument:
    """An official document as it was read from one file."""

    code: Document
    edition: str
    effective: date | None
    language: str
    grade: Grade
    form: Form
    origin: str
    """Name of the file, or the address."""
    sha256: str
    """Of the file."""
    imported: datetime
    entries: tuple[OfficialEntry, ...]
    """In order of their numbers."""
    terms: tuple[OfficialTerm, ...]
    unplaced: tuple[Unplaced, ...]

    @property
    def id(self) -> str:
        """The identifier under which it is kept and read."""
        return f"official-{_SLUGS[self.code]}-{self.edition}"

    @property
    def title(self) -> str:
        """What the document is called."""
        return f"Disney Lorcana TCG {TITLES[self.code]}"

    def ref(self, entry: OfficialEntry) -> RuleRef:
        """Point at one of its entries."""
        return RuleRef(self.code, self.edition, entry.number)


TITLES = {
    Document.COMPREHENSIVE_RULES: "Comprehensive Rules",
    Document.TOURNAMENT_RULES: "Tournament Rules",
    Document.PLAY_CORRECTION_GUIDELINES: "Play Correction Guidelines",
}
"""What the official documents are called."""

_SLUGS = {code: title.lower().replace(" ", "-") for code, title in TITLES.items()}
