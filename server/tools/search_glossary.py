"""Look terms up in the glossary."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import Field

from indexer.query import GlossaryHit, WordKind
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
    """A term of the game in English or German, a word of other games, or words about it."""
    language: str | None = None
    """Language code of the glossary, such as en or de; all of them when left out."""
    limit: Annotated[int, Field(ge=1, le=20)] = 5


class GlossaryTerm(Entry):
    """A glossary entry."""

    term: str
    language: str
    kind: WordKind
    """Whose word it is: `term` for the game's own."""
    names: dict[str, list[str]]
    """Language to the official terms for it."""
    text: str
    english: str | None = None
    """The explanation in English, for a term of another language."""
    official: str | None = None
    """The publisher's own words, where the user has imported them."""
    rules: list[str]
    """References of the rules that define it, most defining first."""

    @classmethod
    def of(cls, hit: GlossaryHit, official: str | None) -> "GlossaryTerm":
        """Show an entry that was found."""
        return cls(
            term=hit.name,
            language=hit.language,
            kind=hit.kind,
            names={language: list(names) for language, names in hit.names.items()},
            text=hit.text,
            english=hit.english_text or None,
            official=official if official != hit.text else None,
            rules=list(hit.rules),
        )


class GlossaryTerms(Answer):
    """Terms, the one of exactly that name first."""

    terms: list[GlossaryTerm]


def search_glossary(request: SearchGlossary, library: Library) -> GlossaryTerms:
    """Find glossary entries, in whatever language and form the term is written.

    :raises BadQuery: the term has no word in it.
    :raises NotKnown: there is no glossary in that language.
    """
    languages = sorted({entry.language for entry in library.documents(Shelf.GLOSSARY)})
    if request.language is not None and request.language not in languages:
        raise NotKnown(request.language, "is not a language that the glossary has", languages)
    found = library.index.look_up(request.term, request.language, request.limit)
    terms = [GlossaryTerm.of(hit, _official(hit, library)) for hit in found]
    shown = fit(terms, entry_budget(Detail.BRIEF))
    caveats = [] if terms else ["No term of the glossary is near; try search_rules."]
    caveats += [f"{term.term!r} is a word of other games." for term in shown if term.kind is WordKind.OTHER_GAMES]
    if len(shown) < len(terms):
        caveats.append(f"{len(terms) - len(shown)} more terms did not fit; ask for fewer or for a closer term.")
    return GlossaryTerms(terms=shown, sources=_sources(shown, library), caveats=caveats)


def say_terms(answer: GlossaryTerms) -> str:
    """Write the terms, each with its names in other languages and its rules."""
    lines = []
    for term in answer.terms:
        others = [f"{language}: {', '.join(names)}" for language, names in term.names.items() if language != term.language]
        named = f" [{'; '.join(others)}]" if others and term.kind is WordKind.TERM else ""
        quoted = f"“{term.official}” In our words: " if term.official else ""
        english = f" {term.english}" if term.english else ""
        lines.append(f"{term.term}{named}: {quoted}{term.text}{english} ({', '.join(term.rules)})")
    return ("\n".join(lines) or "No term was found.") + caveat_lines(answer.caveats)


def _official(hit: GlossaryHit, library: Library) -> str | None:
    """Give the publisher's words for an official term, where the user has them."""
    term = library.index.official_term(hit.name) if hit.kind is WordKind.TERM and hit.language == "en" else None
    return None if term is None else term.text


def _sources(terms: list[GlossaryTerm], library: Library) -> list[Source]:
    """Name the glossaries that the terms are from; all of them when none was found."""
    languages = {term.language for term in terms if term.kind is WordKind.TERM}
    kinds = {term.kind for term in terms}
    entries = [entry for entry in library.documents(Shelf.GLOSSARY) if not terms or entry.language in languages]
    words = [
        entry
        for entry in library.documents(Shelf.WORDS)
        if any(entry.provenance.document == _DOCUMENTS.get(kind) for kind in kinds)
    ]
    return [Source.of(entry.provenance) for entry in (*entries, *words)]


_DOCUMENTS = {WordKind.OTHER_GAMES: "words-of-other-games", WordKind.PLAYERS: "players-words"}
"""The document of words that are not the game's own."""
