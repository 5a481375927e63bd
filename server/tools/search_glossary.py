"""Look terms up in the glossary."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import Field

from corpus.records import Term
from corpus.refs import cr
from server.answers import Answer, Entry, Source, caveat_lines
from server.errors import NotKnown
from server.library import Library, Shelf
from server.limits import QUERY_CHARACTERS, Detail, entry_budget
from server.paging import fit
from server.requests import Request


class SearchGlossary(Request):
    """Which term."""

    aliases: ClassVar[Mapping[str, str]] = {"query": "term", "q": "term", "name": "term", "word": "term"}

    term: Annotated[str, Field(max_length=QUERY_CHARACTERS)]
    """A term of the game, or words about it."""
    language: str | None = None
    """Language code of the glossary, such as en."""
    limit: Annotated[int, Field(ge=1, le=20)] = 5


class GlossaryTerm(Entry):
    """A glossary entry."""

    term: str
    language: str
    text: str
    rules: list[str]
    """References of the rules that define it, most defining first."""

    @classmethod
    def of(cls, term: Term) -> "GlossaryTerm":
        """Show a term with full rule references."""
        return cls(term=term.name, language=term.language, text=term.text, rules=[str(cr(number)) for number in term.rules])


class GlossaryTerms(Answer):
    """Terms, the one of exactly that name first."""

    terms: list[GlossaryTerm]


def search_glossary(request: SearchGlossary, library: Library) -> GlossaryTerms:
    """Find glossary entries.

    :raises BadQuery: the term has no word in it.
    :raises NotKnown: there is no glossary in that language.
    """
    languages = sorted({entry.language for entry in library.documents(Shelf.GLOSSARY)})
    if request.language is not None and request.language not in languages:
        raise NotKnown(request.language, "is not a language that the glossary has", languages)
    found = library.index.search_terms(request.term, request.language, request.limit)
    terms = [GlossaryTerm.of(term) for term in found]
    shown = fit(terms, entry_budget(Detail.BRIEF))
    caveats = [] if terms else ["No term of the glossary is near; try search_rules."]
    if len(shown) < len(terms):
        caveats.append(f"{len(terms) - len(shown)} more terms did not fit; ask for fewer or for a closer term.")
    return GlossaryTerms(terms=shown, sources=_sources(shown, library), caveats=caveats)


def say_terms(answer: GlossaryTerms) -> str:
    """Write the terms, each with its rules."""
    lines = [f"{term.term}: {term.text} ({', '.join(term.rules)})" for term in answer.terms]
    return ("\n".join(lines) or "No term was found.") + caveat_lines(answer.caveats)


def _sources(terms: list[GlossaryTerm], library: Library) -> list[Source]:
    """Name the glossaries that the terms are from; all of them when none was found."""
    languages = {term.language for term in terms}
    entries = library.documents(Shelf.GLOSSARY)
    return [Source.of(entry.provenance) for entry in entries if not languages or entry.language in languages]
