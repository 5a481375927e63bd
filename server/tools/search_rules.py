"""Search the rules."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, ClassVar

from pydantic import Field

from server.answers import Answer, RuleEntry, caveat_lines
from server.errors import NotKnown
from server.library import Library, Shelf
from server.limits import LONGEST_PAGE, QUERY_CHARACTERS, Detail, entry_budget
from server.paging import fit
from server.requests import Request
from server.tools.edition import choose_edition


class SearchRules(Request):
    """What to look for, and where."""

    aliases: ClassVar[Mapping[str, str]] = {
        "q": "query",
        "question": "query",
        "text": "query",
        "search": "query",
        "document": "documents",
    }

    query: Annotated[str, Field(max_length=QUERY_CHARACTERS)]
    """A question, words, a rule number, a card's name or a game term."""
    documents: list[str] | None = None
    """Only these document ids (list_rules_documents)."""
    edition: str | None = None
    """Edition of the Comprehensive Rules, such as 2.3.0."""
    as_of: date | None = None
    """The edition in force on this day (YYYY-MM-DD)."""
    language: str | None = None
    """Language code of the documents, such as en."""
    limit: Annotated[int, Field(ge=1, le=LONGEST_PAGE)] = 10
    detail: Detail = Detail.BRIEF


class FoundRule(RuleEntry):
    """A rule that answers the query."""

    score: float
    """Comparable within this answer only."""
    matched: list[str]
    """Why it is here."""
    cross_references: list[str] | None = None
    """Rules that its text points at."""


class FoundRules(Answer):
    """Rules, best first."""

    results: list[FoundRule]
    left_out: int = 0
    """How many found rules did not fit."""


def search_rules(request: SearchRules, library: Library) -> FoundRules:
    """Find the rules that answer the query.

    :raises BadQuery: the query has no word in it.
    :raises NotKnown: a document, edition or language is not in the index.
    """
    chosen = choose_edition(library, request.edition, request.as_of)
    caveats = list(chosen.caveats)
    hits = library.index.search_rules(request.query, request.limit, chosen.edition)
    if not _looks_into_rules(request, library, chosen.edition):
        hits = []
        caveats.append("None of the documents asked for has numbered rules; leave out `documents` to search all.")
    found = [
        FoundRule(
            **RuleEntry.of(hit.rule, request.detail).model_dump(),
            score=round(hit.score, 4),
            matched=list(hit.matched),
            cross_references=list(hit.rule.cross_references) or None,
        )
        for hit in hits
    ]
    shown = fit(found, entry_budget(request.detail))
    left_out = len(found) - len(shown)
    if left_out:
        caveats.append(f"{left_out} more did not fit; ask for `detail: full`.")
    if any(entry.text.endswith(" …") for entry in shown):
        caveats.append("Texts that end in … are cut; get_rule has them whole.")
    if not found:
        caveats.append("Nothing was found; try other words, or read_rules_document to browse.")
    return FoundRules(
        results=shown, left_out=left_out, sources=library.sources(Shelf.RULES, edition=chosen.edition), caveats=caveats
    )


def say_found_rules(answer: FoundRules) -> str:
    """Write the rules, best first."""
    lines = [f"{entry.ref} ({entry.heading}): {entry.text}" for entry in answer.results]
    return "\n".join(lines) + caveat_lines(answer.caveats) if lines else "No rule was found." + caveat_lines(answer.caveats)


def _looks_into_rules(request: SearchRules, library: Library, edition: str) -> bool:
    """Tell whether the documents asked for include the rules of the edition."""
    entries = library.documents()
    languages = sorted({entry.language for entry in entries})
    if request.language is not None and request.language not in languages:
        raise NotKnown(request.language, "is not a language of the indexed documents", languages)
    known = [entry.provenance.document for entry in entries]
    for document in request.documents or ():
        if document not in known:
            raise NotKnown(document, "is not a document of the index", known, "See list_rules_documents.")
    return any(
        entry.provenance.edition == edition
        and (request.documents is None or entry.provenance.document in request.documents)
        and request.language in (None, entry.language)
        for entry in library.documents(Shelf.RULES)
    )
