"""Read the restated policy documents: Tournament Rules and Play Correction Guidelines, and what changed in them.

A document is a folder of chapter files or one file. Its sections are Markdown headings with their number, one ``#`` a
part (``### 1.6.2 Banned Cards``); below stand paragraphs of one line each and lists. A line ``> Condensed: …`` says
that the section, or the whole chapter, was at hand only in part.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from corpus.errors import CorpusFault, Fault
from corpus.load import CORPUS, rule_numbers_in
from corpus.records import Authority, PolicyChange, PolicyClause, Provenance
from corpus.refs import CURRENT_EDITION, Document, RuleRef, number_key, parent_number
from corpus.tables import Table, TableReader

__all__ = [
    "PLAY_CORRECTION_GUIDELINES",
    "POLICY",
    "TOURNAMENT_RULES",
    "PolicyDocument",
    "clause",
    "load_policy",
    "load_policy_changes",
    "policy_documents",
    "read_policy",
]

POLICY = CORPUS / "policy"
"""The folder of the policy files."""

TOURNAMENT_RULES = "2026-07-14"
"""The edition of the Tournament Rules that the corpus restates."""

PLAY_CORRECTION_GUIDELINES = "2024-05-21"
"""The edition of the Play Correction Guidelines that the corpus restates."""

_EDITIONS = {
    Document.COMPREHENSIVE_RULES: CURRENT_EDITION,
    Document.TOURNAMENT_RULES: TOURNAMENT_RULES,
    Document.PLAY_CORRECTION_GUIDELINES: PLAY_CORRECTION_GUIDELINES,
}

_HEADING = re.compile(r"(#+) (\d+(?:\.\d+)*) (\S.*)")
_CONDENSED = re.compile(r"> Condensed: (\S.*)")
_ITEM = re.compile(r"(?:  )*- \S.*")
_CODED = re.compile(r"\b(CR|TR|PCG) (\d+(?:\.\d+)*)")
"""A pointer at another document, such as ``PCG 2.4``; without edition it means the current one."""


@dataclass(frozen=True, slots=True)
class PolicyDocument:
    """A policy document of the corpus."""

    provenance: Provenance
    code: Document
    files: Path
    introduction: str
    """What the document says ahead of its numbered sections."""
    caveat: str
    """What to tell with every answer from it; may be empty."""


@dataclass(slots=True)
class _Draft:
    """A section while its file is being read."""

    number: str
    heading: str
    line: int
    condensed: str = ""
    blocks: list[list[str]] = field(default_factory=list)
    """Paragraphs, and lists as runs of items."""

    @property
    def text(self) -> str:
        """The paragraphs and lists in order."""
        return "\n\n".join("\n".join(block) for block in self.blocks)


class _Sections:
    """Collect the sections of a document's files and the faults in them."""

    def __init__(self) -> None:
        self.drafts: dict[str, _Draft] = {}
        self.faults: list[Fault] = []

    def read(self, file: Path) -> None:
        """Take in one file."""
        current: _Draft | None = None
        apart = True
        for at, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if not line.strip():
                apart = True
            elif match := _HEADING.fullmatch(line):
                current = self._open(file, at, match, current)
            elif current is None:
                self.faults.append(Fault(file, at, f"text before the first numbered heading: {line[:40]!r}"))
            elif match := _CONDENSED.fullmatch(line):
                current.condensed = match[1]
            elif _ITEM.fullmatch(line) and not apart and current.blocks:
                current.blocks[-1].append(line)
                continue
            elif line[0] in "#> " or not apart:
                self.faults.append(Fault(file, at, f"neither heading, paragraph of one line nor list item: {line[:40]!r}"))
            else:
                current.blocks.append([line])
            apart = not line.strip()

    def _open(self, file: Path, at: int, match: re.Match[str], before: _Draft | None) -> _Draft:
        """Start the section of a heading and note what is wrong with its place."""
        draft = _Draft(match[2], match[3], at)
        if len(match[1]) != len(number_key(draft.number)):
            self.faults.append(Fault(file, at, f"heading {draft.number} has {len(match[1])} '#', one a part would be right"))
        if draft.number in self.drafts:
            self.faults.append(Fault(file, at, f"{draft.number} stands here a second time"))
        elif before is not None and number_key(draft.number) <= number_key(before.number):
            self.faults.append(Fault(file, at, f"{draft.number} comes after {before.number}; numbers go up"))
        above = parent_number(draft.number)
        if above is not None and above not in self.drafts:
            self.faults.append(Fault(file, at, f"{draft.number} has no section {above} above it"))
        self.drafts[draft.number] = draft
        return draft

    def clauses(self, code: Document, edition: str) -> Iterator[PolicyClause]:
        """Give the sections in order of their numbers."""
        for number in sorted(self.drafts, key=number_key):
            draft = self.drafts[number]
            chain = (self.drafts[above] for above in _lineage(number))
            yield PolicyClause(
                ref=RuleRef(code, edition, number),
                heading=draft.heading,
                path=tuple(above.heading for above in chain),
                text=draft.text,
                condensed=draft.condensed,
                cross_references=_pointers(draft.text, RuleRef(code, edition, number)),
            )


def _lineage(number: str) -> tuple[str, ...]:
    """Give the numbers from the chapter down to *number*."""
    parts = number.split(".")
    return tuple(".".join(parts[: depth + 1]) for depth in range(len(parts)))


def _pointers(text: str, source: RuleRef) -> tuple[RuleRef, ...]:
    """Give the sections that a text points at; a bare number is one of the same document."""
    coded = [RuleRef(Document(code), _EDITIONS[Document(code)], number) for code, number in _CODED.findall(text)]
    bare = [RuleRef(source.document, source.edition, number) for number in rule_numbers_in(_CODED.sub("", text))]
    return tuple(ref for ref in dict.fromkeys([*bare, *coded]) if ref != source)


def read_policy(files: Path, code: Document, edition: str) -> tuple[PolicyClause, ...]:
    """Read a policy document: a folder of chapter files, or one file.

    :raises CorpusFault: with every fault of every file.
    """
    sections = _Sections()
    chapters = sorted(files.glob("*.md")) if files.is_dir() else [file for file in (files,) if file.is_file()]
    if not chapters:
        sections.faults.append(Fault(files, 0, "no chapter files here; they are named like 03-tournament-operations.md"))
    for file in chapters:
        sections.read(file)
    if sections.faults:
        raise CorpusFault(tuple(sections.faults))
    return tuple(sections.clauses(code, edition))


def _document(reader: TableReader, entry: Table) -> PolicyDocument:
    """Read one entry of documents.yaml."""
    reader.keys(entry, "id", "document", "edition", "effective", "title", "files", "introduction", "caveat")
    provenance = Provenance(
        document=reader.text(entry, "id"),
        title=reader.text(entry, "title"),
        edition=reader.text(entry, "edition"),
        effective=reader.day(entry, "effective"),
        authority=Authority.RESTATEMENT,
        official=False,
    )
    code = reader.choice(entry, "document", Document) or Document.TOURNAMENT_RULES
    files = POLICY / reader.text(entry, "files")
    return PolicyDocument(provenance, code, files, reader.text(entry, "introduction"), reader.optional_text(entry, "caveat"))


@cache
def policy_documents() -> tuple[PolicyDocument, ...]:
    """Give the policy documents that the corpus restates.

    :raises CorpusFault: the table of documents has faults.
    """
    reader = TableReader(POLICY / "documents.yaml")
    documents = tuple(_document(reader, entry) for entry in reader.tables(reader.load(), "the table of documents"))
    reader.close()
    return documents


@cache
def load_policy(code: Document, edition: str | None = None) -> tuple[PolicyClause, ...]:
    """Give a policy document section by section, in order of the numbers; without edition, the current one.

    :raises CorpusFault: its files have faults, or the corpus has no such document.
    """
    wanted = edition or _EDITIONS[code]
    for document in policy_documents():
        if (document.code, document.provenance.edition) == (code, wanted):
            return read_policy(document.files, code, wanted)
    there = ", ".join(f"{document.code} {document.provenance.edition}" for document in policy_documents())
    raise CorpusFault((Fault(POLICY / "documents.yaml", 0, f"no document {code} {wanted}; there are: {there}"),))


def clause(ref: RuleRef) -> PolicyClause | None:
    """Give the section a reference points at, or None where the document has no such section.

    :raises CorpusFault: the corpus has no such document or edition.
    """
    return next((entry for entry in load_policy(ref.document, ref.edition) if entry.ref == ref), None)


def _changes(reader: TableReader, step: Table) -> Iterator[PolicyChange]:
    """Read what one edition changed."""
    reader.keys(step, "from", "to", "effective", "changed")
    since, edition, effective = reader.text(step, "from"), reader.text(step, "to"), reader.day(step, "effective")
    for entry in reader.tables(step.get("changed"), "'changed'"):
        reader.keys(entry, "section", "substance", "before", "after")
        ref = reader.reference(entry, "section")
        if ref is None:
            continue
        if (ref.document, ref.edition) != (Document.TOURNAMENT_RULES, edition):
            reader.fault(entry, f"{ref} is not a section of TR {edition}")
        substance = reader.truth(entry, "substance")
        yield PolicyChange(ref, since, effective, substance, reader.text(entry, "before"), reader.text(entry, "after"))


@cache
def load_policy_changes() -> tuple[PolicyChange, ...]:
    """Give what editions of the Tournament Rules changed, oldest step first.

    :raises CorpusFault: the table has faults.
    """
    reader = TableReader(POLICY / "tournament-rules" / "changes.yaml")
    steps = reader.tables(reader.load(), "the table of changes")
    changes = tuple(change for step in steps for change in _changes(reader, step))
    reader.close()
    return changes
