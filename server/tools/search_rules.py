"""Search the rules."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, ClassVar

from pydantic import Field

from corpus.policy import load_policy_changes
from corpus.refs import Document, RuleRef
from indexer.query import Book, Passage, RuleHit, Understood
from server.answers import Answer, Entry, RuleEntry, Source, caveat_lines
from server.errors import NotKnown
from server.library import Library, Shelf
from server.limits import CUT_CHARACTERS, LONGEST_PAGE, QUERY_CHARACTERS, Detail, cut, entry_budget
from server.paging import fit
from server.requests import Request
from server.tools.edition import ChosenEdition, choose_edition
from server.tools.reference import CURRENT

_FROM = "document: "
"""What the reason of an entry without a number begins with."""


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
    """A question, words, a rule number, a card's name or a game term; German is understood."""
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


class Correction(Entry):
    """A misreading that the query asks about."""

    claim: str
    """What is not so."""
    truth: str
    rules: list[str]
    """What refutes it."""


class OtherWord(Entry):
    """A word of the query that is not the rules' own."""

    word: str
    of: str
    """`other games` or a language code."""
    here: list[str]
    """The rules' own terms for it; empty where there is nothing of the kind."""
    note: str | None = None


class FoundRules(Answer):
    """Rules, best first."""

    corrections: list[Correction] | None = None
    """Misreadings that the query asks about; read them first."""
    words: list[OtherWord] | None = None
    """Words of other games or languages in the query."""
    results: list[FoundRule]
    passages: list[FoundRule] | None = None
    """What answers beside them: clarifications and our rulings of named cards, the entry of a term."""
    nearest: list[str] | None = None
    """Where nothing answers: the sections nearest to what was asked, as `reference (heading)`."""
    left_out: int = 0
    """How many found rules did not fit."""


def search_rules(request: SearchRules, library: Library) -> FoundRules:
    """Find the rules that answer the query.

    :raises BadQuery: the query has no word in it.
    :raises NotKnown: a document, edition or language is not in the index.
    """
    chosen = choose_edition(library, request.edition, request.as_of)
    books, documents = _looked_into(request, library, chosen)
    caveats = [*chosen.caveats, *_policy_caveats(request, books)]
    answer = library.index.answer(request.query, books, request.limit) if books else None
    understood = answer.question.understood if answer is not None else library.index.understand(request.query)
    found = [_found(hit, request.detail, library) for hit in answer.hits] if answer is not None else []
    if documents:
        passages = library.index.search_passages(request.query, documents, request.limit)
        found += [_passage(passage, score, request.detail) for passage, score in passages]
    corrections, words = _corrections(understood, books), _other_words(understood)
    beside = []
    if answer is not None and answer.hits and request.documents is None:
        beside = [_passage(passage, share, request.detail) for passage, share in library.index.beside(answer)]
    room = entry_budget(request.detail) - sum(len(entry.model_dump_json()) for entry in (*corrections, *words, *beside))
    shown = fit(found[: request.limit], max(room, 0))
    left_out = min(len(found), request.limit) - len(shown)
    caveats += [_word_caveat(word) for word in words]
    if left_out:
        caveats.append(f"{left_out} more did not fit; ask for `detail: full`.")
    if any(text and text.endswith(" …") for entry in (*shown, *beside) for text in (entry.text, entry.official)):
        caveats.append("Texts that end in … are cut; get_rule has them whole.")
    nearest = [f"{rule.ref} ({rule.heading})" for rule in answer.nearest] if answer is not None and not found else []
    if not found and answer is not None and answer.question.names_cards_alone:
        caveats.append("That is the name of several cards; search_cards lists them, get_card has the text of each.")
    elif not found:
        caveats.append(_nothing(answer.beyond if answer is not None else ""))
    return FoundRules(
        corrections=corrections or None,
        words=words or None,
        results=shown,
        passages=beside or None,
        nearest=nearest or None,
        left_out=left_out,
        sources=_sources([*shown, *beside], books, corrections, library),
        caveats=caveats,
    )


def say_found_rules(answer: FoundRules) -> str:
    """Write the corrections, then the rules, best first."""
    lines = [f"Not so: {each.claim} {each.truth} ({', '.join(each.rules)})" for each in answer.corrections or ()]
    for entry in answer.results:
        quoted = f"“{entry.official}” In our words: " if entry.official else ""
        lines.append(f"{entry.ref} ({entry.heading}): {quoted}{entry.text}")
    lines += [f"{entry.heading}: {entry.text}" for entry in answer.passages or ()]
    if answer.nearest:
        lines.append(f"Nothing answers this. Nearest: {'; '.join(answer.nearest)}.")
    return ("\n".join(lines) or "No rule was found.") + caveat_lines(answer.caveats)


def _nothing(beyond: str) -> str:
    """Say that nothing answers, and why where the question seems to be about something else."""
    about = f" It seems to be about {beyond}, which no document here is about." if beyond else ""
    return f"Nothing was found that answers this.{about} Try other words, or read_rules_document to browse."


def books_of(request: SearchRules, library: Library) -> list[Book]:
    """Give the books that a request asks of.

    :raises NotKnown: a document, edition or language is not in the index.
    """
    return _looked_into(request, library, choose_edition(library, request.edition, request.as_of))[0]


def _looked_into(request: SearchRules, library: Library, chosen: ChosenEdition) -> tuple[list[Book], list[str]]:
    """Give the books and the documents without numbers that the request asks for.

    :raises NotKnown: a document or language is not in the index.
    """
    entries = library.documents()
    languages = sorted({entry.language for entry in entries})
    if request.language is not None and request.language not in languages:
        raise NotKnown(request.language, "is not a language of the indexed documents", languages)
    known = [entry.provenance.document for entry in entries]
    for document in request.documents or ():
        if document not in known:
            raise NotKnown(document, "is not a document of the index", known, "See list_rules_documents.")
    wanted = [
        entry.provenance.document
        for entry in entries
        if (request.documents is None or entry.provenance.document in request.documents)
        and request.language in (None, entry.language)
    ]
    books = [book for book in dict.fromkeys(map(library.index.book_of, wanted)) if book is not None]
    if request.documents is None:
        books = [book for book in books if book.edition == (chosen.edition if _is_game(book) else CURRENT[book.document])]
        wanted = wanted if request.language not in (None, "en") else []
    return books, [document for document in wanted if library.index.book_of(document) is None]


def _is_game(book: Book) -> bool:
    """Tell whether a book is the Comprehensive Rules."""
    return book.document is Document.COMPREHENSIVE_RULES


def _policy_caveats(request: SearchRules, books: list[Book]) -> list[str]:
    """Say where policy of a day has not the edition that was in force."""
    day = request.as_of
    if day is None or all(_is_game(book) for book in books):
        return []
    later = [change for change in load_policy_changes() if change.effective > day and change.substance]
    return [f"On {day} TR {change.ref.number} said: {change.before}" for change in later]


def _found(hit: RuleHit, detail: Detail, library: Library) -> FoundRule:
    """Show a rule that was found."""
    return FoundRule(
        **library.shown(hit.rule, detail).model_dump(),
        score=round(hit.score, 4),
        matched=list(hit.matched),
        cross_references=list(hit.rule.cross_references) or None,
    )


def _passage(passage: Passage, score: float, detail: Detail) -> FoundRule:
    """Show an entry of a document without numbers."""
    text = passage.text if detail is Detail.FULL else cut(passage.text, CUT_CHARACTERS)
    return FoundRule(
        ref=passage.ref,
        heading=passage.heading,
        text=text,
        score=round(score, 4),
        matched=[f"{_FROM}{passage.document}"],
        cross_references=list(passage.rules) or None,
    )


def _corrections(understood: Understood, books: list[Book]) -> list[Correction]:
    """Show what the query misreads, where the rules are asked."""
    if not any(_is_game(book) for book in books):
        return []
    return [
        Correction(claim=entry.claim, truth=entry.truth, rules=[str(ref) for ref in entry.rules]) for entry in understood.misread
    ]


def _other_words(understood: Understood) -> list[OtherWord]:
    """Show the words of the query that are not the rules' own."""
    words = [
        OtherWord(word=entry.word, of="other games", here=list(entry.ours), note=entry.difference) for entry in understood.foreign
    ]
    words += [OtherWord(word=term.name, of=term.language, here=list(term.english)) for term in understood.translated]
    return words


def _word_caveat(word: OtherWord) -> str:
    """Say in a line what a word comes to here."""
    here = ", ".join(word.here) or "nothing of the kind"
    if word.of == "other games":
        return f"{word.word!r} is a word of other games; here: {here}."
    return f"{word.word} ({word.of}) = {here}."


def _sources(shown: list[FoundRule], books: list[Book], corrections: list[Correction], library: Library) -> list[Source]:
    """Name what the answer rests on: the documents of its results, or those that were looked into."""
    refs = [ref for entry in shown if (ref := _ref(entry.ref)) is not None]
    looked = [RuleRef(book.document, book.edition, "1") for book in books]
    sources = library.sources_of(refs or looked)
    named = {reason.removeprefix(_FROM) for entry in shown for reason in entry.matched if reason.startswith(_FROM)}
    sources += [source for document in sorted(named) if (source := library.source(document)) is not None]
    return sources + (library.sources(Shelf.MISREADINGS) if corrections else [])


def _ref(text: str) -> RuleRef | None:
    """Read a reference; None for the name of a passage."""
    try:
        return RuleRef.parse(text)
    except ValueError:
        return None
