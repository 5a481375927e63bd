"""What the operations read: the index, opened when it is first needed, and where its records come from."""

import threading
from collections.abc import Iterable
from datetime import date
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from corpus.records import Rule
from corpus.refs import Document, RuleRef
from indexer.query import Book, DocumentEntry, Index, open_index
from server.answers import RuleEntry, Source
from server.limits import Detail

if TYPE_CHECKING:
    from indexer.decks.check import DeckChecker


class Shelf(Enum):
    """The kinds of documents, by how their identifiers start."""

    RULES = ("comprehensive-rules",)
    POLICY = ("tournament-rules", "play-correction-guidelines")
    GLOSSARY = ("glossary",)
    WORDS = ("words-of-other-games", "players-words")
    MISREADINGS = ("misreadings",)
    RULINGS = ("rulings", "lorcanajson-clarifications")
    CATALOGUE = ("lorcanajson",)
    OFFICIAL = ("official-",)

    @classmethod
    def of(cls, entry: DocumentEntry) -> "Shelf | None":
        """Tell on which shelf a document stands; None for kinds that no operation knows."""
        return next((shelf for shelf in cls if entry.provenance.document.startswith(shelf.value)), None)


class Library:
    """One index shared by all callers of a process."""

    def __init__(self, path: Path | None = None) -> None:
        """Read the index below *path*, the user's cache when left out."""
        self._path = path
        self._lock = threading.Lock()
        self._index: Index | None = None
        self._decks: DeckChecker | None = None
        self._sources: dict[Book, list[Source]] | None = None

    @property
    def index(self) -> Index:
        """The index, opened now if it is not yet.

        :raises NotSetUp: there is none.
        :raises Stale: it does not fit this version.
        """
        with self._lock:
            if self._index is None:
                self._index = open_index(self._path)
            return self._index

    @property
    def decks(self) -> "DeckChecker":
        """The checker of decks over the index.

        :raises NotSetUp: there is none.
        :raises Stale: it does not fit this version.
        """
        index = self.index
        with self._lock:
            if self._decks is None:
                from indexer.decks.check import DeckChecker  # imported late: it compiles cards, look-ups do not

                self._decks = DeckChecker(index)
            return self._decks

    def close(self) -> None:
        """Let go of the index."""
        with self._lock:
            if self._index is not None:
                self._index.close()
            self._index = None
            self._decks = None
            self._sources = None

    def rule_text(self, ref: RuleRef) -> str | None:
        """Give the text of a rule; None when the index does not have it.

        Where the user has the publisher's words, they come first and ours beside them.
        """
        rule, official = self.rule(ref), self.index.official(ref)
        if rule is None or official is None or official.text == rule.text:
            return rule.text if rule is not None else official.text if official is not None else None
        return f"“{official.text}” In our words: {rule.text}"

    def rule(self, ref: RuleRef) -> Rule | None:
        """Give the rule or section that *ref* points at; None when the index does not have it."""
        return self.index.entry(ref)

    def shown(self, rule: Rule, detail: Detail) -> RuleEntry:
        """Show a rule, the publisher's words with it where the user has them."""
        return RuleEntry.of(rule, detail, self.index.official(rule.ref))

    def editions(self) -> dict[str, date | None]:
        """Give the editions of the Comprehensive Rules with their first days."""
        found = {book.edition: None for book in self.index.books if book.document is Document.COMPREHENSIVE_RULES}
        days = {entry.provenance.edition: entry.provenance.effective for entry in self.documents(Shelf.RULES)}
        return {edition: days.get(edition) for edition in found}

    def sources_of(self, refs: Iterable[RuleRef]) -> list[Source]:
        """Tell what rules and sections are from, each document once; the publisher's own beside ours."""
        if self._sources is None:
            sources: dict[Book, list[Source]] = {}
            for entry in self.index.documents():
                book = self.index.book_of(entry.provenance.document)
                if book is not None:
                    sources.setdefault(book, []).append(Source.of(entry.provenance))
            self._sources = sources
        return [source for book in dict.fromkeys(Book.of(ref) for ref in refs) for source in self._sources.get(book, ())]

    def source(self, document: str) -> Source | None:
        """Tell what there is to tell of one document."""
        provenance = self.index.provenance(document)
        return None if provenance is None else Source.of(provenance)

    def documents(self, shelf: Shelf | None = None) -> list[DocumentEntry]:
        """List the documents of one kind, or all of them."""
        entries = self.index.documents()
        return [entry for entry in entries if shelf is None or shelf is Shelf.of(entry)]

    def sources(self, *shelves: Shelf, edition: str | None = None) -> list[Source]:
        """Tell what an answer from these kinds of documents rests on; *edition* keeps that one of the rules."""
        return [
            Source.of(entry.provenance)
            for entry in self.index.documents()
            if Shelf.of(entry) in shelves and (Shelf.of(entry) is not Shelf.RULES or edition in (None, entry.provenance.edition))
        ]
