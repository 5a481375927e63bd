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


class ReadRulesDocument(Request):
    """Which document, and where in it."""

    aliases: ClassVar[Mapping[str, str]] = {"id": "document", "document_id": "document", "chapter": "section", "ref": "section"}

    document: str
    """A document id (list_rules_documents)."""
    section: str | None = None
    """A rule number: read that rule and what lies below it, such as 4.6."""
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
    """Give the rules of a document in order, as many as fit.

    :raises NotKnown: there is no such document or section.
    :raises BadRequest: the cursor belongs to another request.
    """
    readable = {entry.provenance.document: entry.provenance for entry in library.documents(Shelf.RULES)}
    provenance = readable.get(request.document)
    if provenance is None:
        raise NotKnown(
            request.document,
            "is not a document that can be read rule by rule",
            list(readable),
            "For terms ask search_glossary, for cards get_card.",
        )
    rules = library.index.rules(request.document, request.section)
    if not rules:
        chapters = [rule.ref.number for rule in library.index.rules(request.document) if len(number_key(rule.ref.number)) == 1]
        raise NotKnown(
            request.section or "", f"is not a section of {request.document}", chapters, "A section is a rule number such as 4.6."
        )
    start = position_of(request, request.cursor, "read_rules_document")
    stretch = [RuleEntry.of(rule, Detail.FULL) for rule in rules[start : start + request.limit]]
    shown = fit(stretch, entry_budget(request.detail))
    following = start + len(shown)
    left_out = max(len(rules) - following, 0)
    return DocumentPage(
        document=request.document,
        title=provenance.title,
        entries=shown,
        left_out=left_out,
        next_cursor=cursor_at(request, following) if left_out else None,
        sources=[Source.of(provenance)],
        caveats=[f"{left_out} more entries; go on with `cursor`."] if left_out else [],
    )


def say_document(answer: DocumentPage) -> str:
    """Write the rules in order, examples below each."""
    lines: list[str] = []
    for entry in answer.entries:
        lines.append(f"{entry.ref}  {entry.text}")
        lines += [f"    Example: {example}" for example in entry.examples or ()]
    return "\n".join(lines) + caveat_lines(answer.caveats)
