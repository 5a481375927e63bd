"""Look things up in a built index, read-only; all that the server sees of it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

from corpus.errors import BadQuery, Stale
from corpus.misreadings import Misreading
from corpus.names import name_key
from corpus.records import (
    CardRecord,
    CardSet,
    CardText,
    ForeignWord,
    PlayersWord,
    Printing,
    Provenance,
    Rule,
    Ruling,
    Term,
    TranslatedTerm,
)
from corpus.refs import CURRENT_EDITION, Document, RuleRef, is_within, parent_number
from corpus.rulings import BoardRuling
from indexer.beside import answering
from indexer.build import Stamp, current_index, index_folder, read_stamp, stale_reasons
from indexer.compiled import CompiledCards
from indexer.fetch import read_stored
from indexer.finder import Finder, SearchAnswer
from indexer.glossary import Glossary, term_score
from indexer.keywords import keywords_of
from indexer.link import LinkKind
from indexer.official.records import OfficialTerm
from indexer.question import words_of
from indexer.results import (
    Book,
    CardPage,
    CardQuery,
    CardSort,
    DocumentEntry,
    GlossaryHit,
    IndexStatus,
    OfficialText,
    Passage,
    Referrers,
    RuleContext,
    RuleHit,
    SourceState,
    Understood,
    WordKind,
    current_books,
)
from indexer.search import any_of
from indexer.store import Store
from indexer.words import Words

if TYPE_CHECKING:
    from engine.abilities.kinds import CompiledCard

__all__ = [
    "Book",
    "CardPage",
    "CardQuery",
    "CardSort",
    "DocumentEntry",
    "GlossaryHit",
    "Index",
    "IndexStatus",
    "OfficialText",
    "Passage",
    "Referrers",
    "RuleContext",
    "RuleHit",
    "SearchAnswer",
    "SourceState",
    "Understood",
    "WordKind",
    "current_books",
    "open_index",
]

_CURRENT = Book(Document.COMPREHENSIVE_RULES, CURRENT_EDITION)
_MOST_UNDERSTOOD = 2_000
"""Characters of a query that are understood beyond its words."""
_LIKELY = 0.5
"""How likely a card has to be meant for its rulings to be shown."""
_NEAR_TERM = 80.0
"""Out of 100; below it a glossary name is not near what was asked."""


class Index:
    """A built index, opened read-only; safe to share between threads.

    Nothing is read before it is asked for, so that opening takes no time.
    """

    def __init__(self, folder: Path, stamp: Stamp) -> None:
        self._folder = folder
        self._stamp = stamp
        self._store = Store(folder)
        self.compiled_cards = CompiledCards(folder)
        self._lock = RLock()
        self._rules: dict[Book, Mapping[str, Rule]] = {}

    @cached_property
    def books(self) -> Mapping[Book, int]:
        """The documents with numbered entries, and the number of each in the store."""
        return self._store.books()

    def _of(self, book: Book) -> Mapping[str, Rule]:
        """Give the entries of a book by number, in order; none for a book that is not there."""
        if book not in self._rules:
            number = self.books.get(book)
            read = {rule.ref.number: rule for rule in self._store.rules(number)} if number is not None else {}
            with self._lock:
                self._rules.setdefault(book, read)
        return self._rules[book]

    @cached_property
    def _terms(self) -> tuple[Term, ...]:
        return tuple(self._store.terms())

    @cached_property
    def translations(self) -> tuple[TranslatedTerm, ...]:
        """The terms of other languages."""
        return tuple(self._store.translations())

    @cached_property
    def _foreign(self) -> tuple[ForeignWord, ...]:
        return tuple(self._store.foreign_words())

    @cached_property
    def _spoken(self) -> tuple[PlayersWord, ...]:
        return tuple(self._store.players_words())

    @cached_property
    def misreadings(self) -> Mapping[str, Misreading]:
        """The misreadings by their identifiers."""
        return {entry.id: entry for entry in self._store.misreadings()}

    @cached_property
    def boards(self) -> Mapping[str, BoardRuling]:
        """Our executable rulings by their identifiers."""
        return {board.id: board for board in self._store.boards()}

    @cached_property
    def keywords(self) -> Mapping[str, str]:
        """The keywords and the number of the section of each, in the current edition."""
        return keywords_of(self._of(_CURRENT).values()).rules

    @cached_property
    def _glossary(self) -> Glossary:
        return Glossary(self._terms, self.translations, self._foreign, self._spoken)

    @cached_property
    def _words(self) -> Words:
        rules = self._of(_CURRENT).values()
        return Words(rules, self.translations, self._foreign, self._spoken, tuple(self.misreadings.values()))

    @cached_property
    def _finder(self) -> Finder:
        return Finder(self._folder, self._store, self.books, self._of, self._terms, self.understand)

    @cached_property
    def _printings(self) -> Mapping[str, tuple[Printing, ...]]:
        return dict(self._store.printings())

    @cached_property
    def _documents(self) -> tuple[DocumentEntry, ...]:
        return tuple(self._store.documents())

    def rule(self, number: str, edition: str | None = None) -> Rule | None:
        """Give the rule under *number*, in the current edition unless told otherwise."""
        return self._of(Book(Document.COMPREHENSIVE_RULES, edition or CURRENT_EDITION)).get(number)

    def entry(self, ref: RuleRef) -> Rule | None:
        """Give the rule or section that a reference points at."""
        return self._of(Book.of(ref)).get(ref.number)

    def official(self, ref: RuleRef) -> OfficialText | None:
        """Give the publisher's own words of a rule or section, where the user has them."""
        return self._store.official(ref) if self._stamp.status.official else None

    def official_term(self, name: str) -> OfficialTerm | None:
        """Give a glossary entry in the publisher's own words, where the user has them."""
        return self._store.official_term(name) if self._stamp.status.official else None

    def book_of(self, document: str) -> Book | None:
        """Give the book that a document identifier names; None for documents without numbered entries."""
        entry = self.provenance(document)
        if entry is None:
            return None
        codes = {"comprehensive": Document.COMPREHENSIVE_RULES, "tournament": Document.TOURNAMENT_RULES}
        kind = document.removeprefix("official-").partition("-")[0]
        if kind not in (*codes, "play"):
            return None
        return Book(codes.get(kind, Document.PLAY_CORRECTION_GUIDELINES), entry.edition)

    def rules(self, document: str, section: str | None = None) -> tuple[Rule, ...]:
        """Give the entries of a document in order; *section* keeps that number and what lies below it.

        An official document gives the publisher's words.
        """
        book = self.book_of(document)
        if book is None:
            return ()
        if document.startswith("official-"):
            read = self._store.official_entries(document)
            rules = [Rule(each.ref, each.heading, (each.heading,) if each.heading else (), each.text) for each in read]
        else:
            rules = list(self._of(book).values())
        return tuple(rule for rule in rules if section is None or is_within(rule.ref.number, section))

    def passages(self, document: str) -> tuple[Passage, ...]:
        """Give the passages of a document without numbered entries, in order."""
        return tuple(self._store.passages(document))

    def rule_context(self, number: str, edition: str | None = None) -> RuleContext | None:
        """Give the rule with its parents, children and the rules that point at it."""
        return self._context(Book(Document.COMPREHENSIVE_RULES, edition or CURRENT_EDITION), number)

    def context(self, ref: RuleRef) -> RuleContext | None:
        """Give a rule or section with its parents, children and those of its document that point at it."""
        return self._context(Book.of(ref), ref.number)

    def _context(self, book: Book, number: str) -> RuleContext | None:
        rules = self._of(book)
        rule = rules.get(number)
        if rule is None:
            return None
        above: list[Rule] = []
        up = parent_number(number)
        while up is not None:
            above[:0] = [rules[up]] if up in rules else []
            up = parent_number(up)
        return RuleContext(
            rule=rule,
            parents=tuple(above),
            children=tuple(other for key, other in rules.items() if parent_number(key) == number),
            refers_to=tuple(rules[key] for key in rule.cross_references if key in rules),
            referred_by=tuple(other for other in rules.values() if number in other.cross_references),
        )

    def referrers(self, ref: RuleRef) -> Referrers:
        """Give what points at a rule beside the other rules of its document."""
        target = str(ref)
        sections = (RuleRef.parse(source) for source in self._store.sources_of(LinkKind.RULE, target))
        return Referrers(
            terms=tuple(self._store.sources_of(LinkKind.TERM, target)),
            keyword=next(iter(self._store.sources_of(LinkKind.KEYWORD, target)), ""),
            sections=tuple(section for section in sections if section.document is not ref.document),
            cards=tuple(self._store.sources_of(LinkKind.CARD, target)),
            rulings=tuple(self._store.sources_of(LinkKind.RULING, target)),
            infractions=tuple(self._store.sources_of(LinkKind.INFRACTION, target)),
            misreadings=tuple(self._store.sources_of(LinkKind.MISREADING, target)),
        )

    def card_sections(self, full_name: str) -> tuple[RuleRef, ...]:
        """Give the rules behind a card: those of its keywords, and of the kinds of its abilities."""
        return tuple(RuleRef.parse(target) for target in self._store.targets_of(LinkKind.CARD, full_name))

    def boards_about(self, full_name: str) -> tuple[BoardRuling, ...]:
        """Give our executable rulings in which a card is, those about it first."""
        found = (self.boards[name] for name in self._store.sources_of(LinkKind.RULING_CARD, full_name))
        return tuple(sorted(found, key=lambda board: full_name not in board.source))

    def understand(self, query: str) -> Understood:
        """Tell what in a query is of another language, of other games, of players, or misread."""
        return self._words.understand(query[:_MOST_UNDERSTOOD])

    def search_rules(self, query: str, limit: int = 10, edition: str | None = None) -> list[RuleHit]:
        """Find the rules that answer *query*, best first.

        Any text is just text; a rule number, a card's name or a glossary term in it is recognised.

        :raises BadQuery: there is nothing to look for in the query, or no such edition.
        """
        wanted = Book(Document.COMPREHENSIVE_RULES, edition or CURRENT_EDITION)
        if wanted not in self.books:
            known = [book.edition for book in self.books if book.document is Document.COMPREHENSIVE_RULES]
            raise BadQuery(f"there are no rules of edition {edition!r}; there are: {', '.join(known)}")
        return self.search_books(query, [wanted], limit)

    def search_books(self, query: str, books: Sequence[Book], limit: int = 10) -> list[RuleHit]:
        """Find the entries of some books that answer *query*, best first.

        Where a query leans towards tournaments, sections of policy come first; where it is about play, they stay out.

        :raises BadQuery: there is nothing to look for in the query.
        """
        return list(self.answer(query, books, limit).hits)

    def answer(self, query: str, books: Sequence[Book], limit: int = 10) -> SearchAnswer:
        """Find what answers *query* in some books and how it was understood, or that nothing does.

        :raises BadQuery: there is nothing to look for in the query.
        """
        return self._finder.answer(query, books, limit)

    def beside(self, answer: SearchAnswer) -> list[tuple[Passage, float]]:
        """Give what answers a question beside rules and sections, best first, with the share of the question that each has.

        These are clarifications and our rulings of the cards that it names, and the entry of a term that it asks for.
        """
        question = answer.question
        cards = [card.name for card in question.cards if card.share >= _LIKELY]
        about = (*cards, *(board.title for card in cards for board in self.boards_about(card)))
        terms = [term.name for term in question.terms]
        rarity = self._finder.rarity
        return answering(question, self._store.passages_headed(about), self._store.passages_headed(terms), rarity)

    def search_passages(self, query: str, documents: Sequence[str], limit: int = 10) -> list[tuple[Passage, float]]:
        """Find passages of documents without numbered entries, best first, with scores.

        :raises BadQuery: there is nothing to look for in the query.
        """
        words = words_of(query) or name_key(query).split()
        if not words:
            raise BadQuery(f"the query {query[:40]!r} has no word in it; give a question or some words")
        return list(self._store.search_passages(any_of(words[:40]), documents, limit))

    def search_terms(self, term: str, language: str | None = None, limit: int = 10) -> list[Term]:
        """Find glossary entries, the one of exactly that name first.

        :raises BadQuery: there is nothing to look for in the term.
        """
        key = name_key(term[:200])
        if not key:
            raise BadQuery(f"the term {term[:40]!r} has no word in it; give a word of the game, such as 'banish'")
        terms = [entry for entry in self._terms if language is None or entry.language == language]
        scored = [(term_score(key, entry), entry) for entry in terms]
        near = [pair for pair in scored if pair[0] >= _NEAR_TERM] or [pair for pair in scored if pair[0] > 0]
        return [entry for _, entry in sorted(near, key=lambda pair: -pair[0])[:limit]]

    def look_up(self, word: str, language: str | None = None, limit: int = 10) -> list[GlossaryHit]:
        """Look a word up in all glossaries, best first: terms of every language, words of other games and of players.

        :raises BadQuery: there is nothing to look for in it.
        """
        if not name_key(word[:200]):
            raise BadQuery(f"the term {word[:40]!r} has no word in it; give a word of the game, such as 'banish'")
        return self._glossary.look_up(word[:200], language, limit)

    def card(self, name: str) -> CardRecord | None:
        """Give the card of that full name; case, accents, commas, dashes and apostrophes do not count."""
        return self._store.card(name_key(name))

    def card_by_id(self, number: int) -> CardRecord | None:
        """Give the card one of whose printings has that catalogue number."""
        return self._store.card_by_id(number)

    def printings(self) -> Mapping[str, tuple[Printing, ...]]:
        """Give the printings of every card by its full name."""
        return self._printings

    def near_cards(self, name: str, limit: int = 10) -> list[tuple[str, float]]:
        """Give full names near *name* with scores from 0 to 100, best first.

        A short name lists its versions first; nonsense gives nothing.
        """
        return self._finder.names.near(name, limit)

    def search_cards(self, query: CardQuery) -> CardPage:
        """Find the cards that have everything the query asks for.

        Cards with every one of its words come alone where there are any, otherwise cards with some of them.

        :raises BadQuery: the query's words or text have no word in them.
        """
        phrase = _phrase(query.text) if query.text is not None else None
        if query.words is None:
            return self._store.search_cards(query, None, phrase)
        words = words_of(query.words) or name_key(query.words).split()
        if not words:
            raise BadQuery(f"the query {query.words[:40]!r} has no word in it; give a name, a classification or words of a text")
        words = words[:40]
        page = self._store.search_cards(query, " AND ".join(f'"{word}"' for word in words), phrase)
        return page if page.total else self._store.search_cards(query, any_of(words), phrase)

    def rulings(self, card: str) -> tuple[Ruling, ...]:
        """Give the official clarifications on a card."""
        return tuple(self._store.rulings(card))

    def card_sets(self) -> tuple[CardSet, ...]:
        """Give the sets in order of release."""
        return tuple(self._store.sets())

    def documents(self) -> tuple[DocumentEntry, ...]:
        """Give the documents the index holds: rules, glossary, catalogue."""
        return self._documents

    def provenance(self, document: str) -> Provenance | None:
        """Give where a document's records come from."""
        return next((each.provenance for each in self._documents if each.provenance.document == document), None)

    def status(self) -> IndexStatus:
        """Tell what is indexed, from where, how old, and whether it is stale."""
        catalogue = read_stored(self._folder.parent.parent)
        return replace(self._stamp.status, stale=stale_reasons(self._stamp, catalogue))

    def find(self, full_name: str) -> CardText | None:
        """Give what is printed on the card of that name: the engine's look-up."""
        card = self.card(full_name)
        return None if card is None else card.printed

    def compiled(self, full_name: str) -> "CompiledCard | None":
        """Give the compiled card of that name, read at its first use: the engine's look-up."""
        return self.compiled_cards.card(full_name, self.find)

    def near(self, full_name: str, limit: int = 5) -> list[str]:
        """Give the names nearest to *full_name*, best first: the engine's look-up."""
        return [name for name, _ in self.near_cards(full_name, limit)]

    def close(self) -> None:
        """Let go of the files."""
        self._store.close()
        self.compiled_cards.close()
        if "_finder" in self.__dict__:
            self._finder.close()


def _phrase(text: str) -> str:
    """Give the FTS5 expression for the words of a card's text in this order.

    :raises BadQuery: there is no word in it.
    """
    words = name_key(text).split()
    if not words:
        raise BadQuery(f"the text {text[:40]!r} has no word in it; give some words as they stand on a card")
    return 'text : "' + " ".join(words[:40]) + '"'


def open_index(path: Path | None = None) -> Index:
    """Open the current index below *path*, the user's cache when left out.

    :raises NotSetUp: there is no index there.
    :raises Stale: the index was built by another version or from other corpus files.
    """
    home = path or index_folder()
    folder = current_index(home)
    stamp = read_stamp(folder)
    reasons = stale_reasons(stamp, None)
    if reasons:
        raise Stale(f"the index is out of date: {'; '.join(reasons)}. Run `loreguide setup` to build it again")
    return Index(folder, stamp)
