"""Read a rules document in order."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import Field

from corpus.refs import number_key
from server.answers import Listing, RuleEntry, Source, caveat_lines
from server.errors import NotKnown
from server.library import Library, Shelf
from server.limits import LONGEST_PAGE, Detail, entry_budget
from server.paging import cursor_at, fit, position_of
from server.requests import Request

_SHOWN = 12


class ReadRulesDocument(Request):
    """Which document, and where in it."""

    aliases: ClassVar[Mapping[str, str]] = {"id": "document", "document_id": "document", "chapter": "section", "ref": "section"}

    document: str
    """A document id (list_rules_documents)."""
    section: str | None = None
    """A number: read that entry and what lies below it, such as 4.6; or the name of an entry."""
    cursor: str | None = None
    """From the answer before, to go on."""
    limit: Annotated[int, Field(ge=1, le=LONGEST_PAGE)] = LONGEST_PAGE
    detail: Detail = Detail.BRIEF
    """brief: about 1,500 tokens a page; full: about 9,000."""


class DocumentPage(Listing):
    """A stretch of a document."""

    document: str
    title: str
    entries: list[RuleEntry]
    """In order, texts and examples whole."""


def read_rules_document(request: ReadRulesDocument, library: Library) -> DocumentPage:
    """Give the entries of a document in order, as many as fit.

    :raises NotKnown: there is no such document or section.
    :raises BadRequest: the cursor belongs to another request.
    """
    readable = {entry.provenance.document: entry for entry in library.documents() if Shelf.of(entry) is not Shelf.CATALOGUE}
    entry = readable.get(request.document)
    if entry is None:
        raise NotKnown(request.document, "is not a document that can be read", list(readable), "For cards ask search_cards.")
    entries = _entries(request, library)
    if not entries:
        raise NotKnown(
            request.section or "",
            f"is not in {request.document}",
            _sections(request, library),
            "A section is a number such as 4.6.",
        )
    start = position_of(request, request.cursor, "read_rules_document")
    shown = fit(entries[start : start + request.limit], entry_budget(request.detail))
    following = start + len(shown)
    left_out = max(len(entries) - following, 0)
    caveats = [entry.note] if entry.note else []
    caveats += [f"{left_out} more entries; go on with `cursor`."] if left_out else []
    return DocumentPage(
        document=request.document,
        title=entry.provenance.title,
        entries=shown,
        left_out=left_out,
        next_cursor=cursor_at(request, following) if left_out else None,
        sources=[Source.of(entry.provenance)],
        caveats=caveats,
    )


def _entries(request: ReadRulesDocument, library: Library) -> list[RuleEntry]:
    """Give the entries that are asked for: those of a numbered document, or the passages of another."""
    if library.index.book_of(request.document) is not None:
        rules = library.index.rules(request.document, request.section)
        if request.document.startswith(Shelf.OFFICIAL.value):
            return [RuleEntry.of(rule, Detail.FULL) for rule in rules]
        return [library.shown(rule, Detail.FULL) for rule in rules]
    passages = library.index.passages(request.document)
    wanted = (passage for passage in passages if request.section in (None, passage.ref))
    return [RuleEntry(ref=passage.ref, heading=passage.heading, text=passage.text) for passage in wanted]


def _sections(request: ReadRulesDocument, library: Library) -> list[str]:
    """Name sections that a document has: the chapters, or the first entries."""
    rules = library.index.rules(request.document)
    if rules:
        return [rule.ref.number for rule in rules if len(number_key(rule.ref.number)) == 1]
    return [passage.ref for passage in library.index.passages(request.document)[:_SHOWN]]


def say_document(answer: DocumentPage) -> str:
    """Write the rules in order, examples below each."""
    lines: list[str] = []
    for entry in answer.entries:
        quoted = f"“{entry.official}” In our words: " if entry.official else ""
        lines.append(f"{entry.ref}  {quoted}{entry.text}")
        lines += [f"    Example: {example}" for example in entry.examples or ()]
    return "\n".join(lines) + caveat_lines(answer.caveats)
