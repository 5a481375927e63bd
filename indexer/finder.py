"""Answer questions from several documents at once: which document is asked, what answers best, or that nothing does."""

import re
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, zip_longest
from math import exp, log
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Final

from corpus.asking import load_beyond, load_search_words
from corpus.editions import editions, number_in, numbers
from corpus.errors import BadQuery
from corpus.names import name_key
from corpus.records import Rule, Term
from corpus.refs import CURRENT_EDITION, Document, RuleRef, parent_number
from indexer.asked import AskedPhrases
from indexer.beside import share_of
from indexer.features import Naming, features_of
from indexer.fulltext import FullText, stem_of, stems_in
from indexer.keywords import keywords_of
from indexer.names import CardNames
from indexer.phrases import Phrasing
from indexer.question import Question, QuestionReader, stems_of
from indexer.results import Book, RuleHit, Understood, current_books
from indexer.search import Ranking, RuleSearch
from indexer.spelling import Spelling
from indexer.store import Store
from indexer.weights import WEIGHTS, Weights

if TYPE_CHECKING:
    from indexer.precedents import Precedents, Speaking

__all__ = ["Finder", "SearchAnswer"]

_WORD: Final = re.compile(r"[^\W_]")
_CURRENT: Final = Book(Document.COMPREHENSIVE_RULES, CURRENT_EDITION)
_MOST_LEANING: Final = 40
_RARE: Final = 0.0002
"""The share of a word among all, below which one more or less says little."""
_ROOM: Final = 10
"""Results of which some are left to sections of policy."""
_SECTIONS_A_RULE: Final = 2
"""Sections of policy before each rule where a question is about tournaments."""
_KEPT_SECTIONS: Final = 2
"""Sections of policy that are shown after rules."""
_OURS: Final = "en"
_FEW: Final = 2
"""Words that say hardly more than the term among them."""
_MOSTLY: Final = 0.5
"""The share of a question that the name of a term has to be for its being a question about the term."""
_NEAREST: Final = 3
"""Headings that are offered where nothing answers."""
_KEPT: Final = 512
"""Answers that are kept in memory."""
_LONGEST_KEPT: Final = 300
"""Characters of a query whose answer is kept."""


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """What answers a question."""

    hits: tuple[RuleHit, ...]
    """Best first; none where nothing answers."""
    nearest: tuple[Rule, ...]
    """Where nothing answers, the sections that are nearest to what was asked."""
    confidence: float
    """How sure it is that something answers; below :attr:`Weights.answered` nothing is given."""
    beyond: str
    """What the question seems to be about that no document answers; empty otherwise."""
    question: Question
    """What was understood."""
    leaning: float
    """Above 0 where the question leans towards tournaments, below where it leans towards play."""


class Finder:
    """Answers questions from the documents of one index; safe to share between threads.

    Everything is read at its first use. Answers are kept, and go when the index does.
    """

    def __init__(
        self,
        folder: Path,
        store: Store,
        books: Mapping[Book, int],
        entries: Callable[[Book], Mapping[str, Rule]],
        terms: Sequence[Term],
        understand: Callable[[str], Understood],
        weights: Weights = WEIGHTS,
    ) -> None:
        """Answer from *books*, each with its number in the store; *entries* gives what is in one."""
        self._folder = folder
        self._store = store
        self._books = books
        self._entries = entries
        self._terms = terms
        self._understand = understand
        self._weights = weights
        self._lock = RLock()
        self._fulltexts: dict[Book, FullText] = {}
        self._searches: dict[Book, RuleSearch] = {}
        self._askings: dict[Document, AskedPhrases] = {}
        self._answers: OrderedDict[tuple[str, tuple[Book, ...], int], SearchAnswer] = OrderedDict()

    def answer(self, query: str, books: Sequence[Book], limit: int) -> SearchAnswer:
        """Find what answers a query in some books, or that nothing does.

        :raises BadQuery: there is nothing to look for in the query.
        """
        key = (query, tuple(books), limit)
        with self._lock:
            if key in self._answers:
                self._answers.move_to_end(key)
                return self._answers[key]
        made = self._answer(query, books, limit)
        if len(query) <= _LONGEST_KEPT:
            with self._lock:
                self._answers[key] = made
                while len(self._answers) > _KEPT:
                    self._answers.popitem(last=False)
        return made

    def _answer(self, query: str, books: Sequence[Book], limit: int) -> SearchAnswer:
        """Answer a query that was not asked before."""
        if not _WORD.search(query):
            raise BadQuery(f"the query {query[:40]!r} has no word in it; give a question, some words or a rule number")
        question = self._reader.read(query, self._understand(query))
        named = (Naming(card.name, card.share, frozenset(rule.says for rule in card.rules)) for card in question.cards)
        speaking = self._precedents.speaking_for(features_of(question.stems, named))
        asked = _named_books(question, books) or books
        rankings = {book: self._search(book).rank(question, speaking.entries.get(book.document, {}), limit) for book in asked}
        lean = self._lean(question, rankings, speaking)
        hits = self._merged(rankings, lean, limit)
        beyond = self._beyond(query)
        near = max((speaking.near.get(book.document, 0.0) for book in rankings), default=0.0)
        confidence = self._confidence(question, rankings, hits, near, len(beyond))
        answered = confidence >= self._weights.answered
        return SearchAnswer(
            hits=tuple(hits) if answered else (),
            nearest=() if answered else tuple(self._sections(hits)),
            confidence=round(confidence, 4),
            beyond=beyond[0] if beyond else "",
            question=question,
            leaning=round(lean, 3),
        )

    def _merged(self, rankings: Mapping[Book, Ranking], lean: float, limit: int) -> list[RuleHit]:
        """Put the rankings of several books in one order, by what the question leans to."""
        game = _interleaved({book: each for book, each in rankings.items() if _is_game(book)})
        policy = _interleaved({book: each for book, each in rankings.items() if not _is_game(book)})
        weights = self._weights
        if not game or not policy:
            return (game or policy)[:limit]
        if lean >= weights.tournament:
            ranked = _in_turns(policy, game, _SECTIONS_A_RULE)
        elif lean >= weights.more_policy:
            ranked = _in_turns(policy, game, 1)
        elif lean >= weights.undecided:
            ranked = _in_turns(game, policy, 1)
        elif lean >= weights.play and limit >= _ROOM:
            ranked = [*game[: limit - _KEPT_SECTIONS], *policy]
        else:
            ranked = game
        return _falling(ranked[:limit])

    def _lean(self, question: Question, rankings: Mapping[Book, Ranking], speaking: "Speaking") -> float:
        """Tell whether a question is about tournaments (above 0) or about play (below).

        By whose words it uses, by whether an infraction or a mistake is told, by what answered questions like it, and by
        where it is asked for more exactly. The names of cards in it do not count.
        """
        weights = self._weights
        policy = [book for book in rankings if not _is_game(book)]
        if not policy or len(policy) == len(rankings):
            return 0.0
        game = [book for book in rankings if _is_game(book)]
        lean = self._leaning(question.words) + weights.told * bool(question.understood.infractions)
        lean += weights.mistaken * (not load_search_words().mistakes.isdisjoint(question.words))
        headed = [any(rankings[book].is_headed for book in each) for each in (policy, game)]
        lean += weights.headed * (headed[0] - headed[1])
        asked = [max(rankings[book].covered for book in each) + weights.asked_least for each in (policy, game)]
        lean += weights.asked_more * log(asked[0] / asked[1])
        answered = [max(speaking.most(book.document) for book in each) + weights.answered_least for each in (policy, game)]
        return lean + weights.answered_more * log(answered[0] / answered[1])

    def _leaning(self, words: Sequence[str]) -> float:
        """Tell whose words some words are: those of policy (above 0) or of the rules of play (below)."""
        rules = self._fulltext(_CURRENT)
        policy = [self._fulltext(book) for book in current_books(self._books) if not _is_game(book)]
        length = max(sum(book.length for book in policy), 1)
        lean = 0.0
        for stem in dict.fromkeys(map(stem_of, words[:_MOST_LEANING])):
            there, here = sum(book.occurrences(stem) for book in policy), rules.occurrences(stem)
            if there or here:
                lean += log((there / length + _RARE) / (here / rules.length + _RARE))
        return lean

    def rarity(self, stem: str) -> float:
        """Tell how much a stem says: the more, the fewer rules and ways of asking for them have it."""
        return self._asked(Document.COMPREHENSIVE_RULES).rarity(stem)

    def _beyond(self, query: str) -> list[str]:
        """Give the topics of a query that no document answers, once for each word of theirs, the strongest first."""
        stems = stems_in(query[:_LONGEST_KEPT])
        found: dict[str, int] = {}
        for at in range(len(stems)):
            for length in range(1, 5):
                topic = self._topics.get(stems[at : at + length]) if at + length <= len(stems) else None
                if topic is not None:
                    found[topic] = found.get(topic, 0) + 1
        return [topic for topic in sorted(found, key=lambda topic: -found[topic]) for _ in range(found[topic])]

    @cached_property
    def _topics(self) -> Mapping[tuple[str, ...], str]:
        return {stems_in(words): topic.says for topic in load_beyond() for words in topic.words}

    def _confidence(
        self, question: Question, rankings: Mapping[Book, Ranking], hits: Sequence[RuleHit], near: float, beyond: int
    ) -> float:
        """Tell how sure it is that something answers, from 0 to 1."""
        weights = self._weights
        if not hits:
            return 0.0
        if not beyond and any(reason.startswith("number: ") for hit in hits for reason in hit.matched):
            return 1.0
        if not question.stems:
            return 1.0 if question.cards else 0.0
        covered = max(ranking.covered for ranking in rankings.values())
        asked = [self._asked(book.document) for book in rankings]
        words = [stem for stem in question.stems if not stem[0].isdigit()]
        unknown = sum(not any(each.knows(stem) for each in asked) and not self._precedents.knows(stem) for stem in words)
        strange = sum(word not in self._names_met for word in question.understood.strange)
        named = any(ranking.is_headed for ranking in rankings.values())
        named = named or (any(map(_is_game, rankings)) and self._asks_for_a_term(question))
        if not unknown and not strange and not beyond and (covered == 1.0 or named or question.numbers):
            return 1.0
        if not near and not covered:
            return 0.0
        unsure = weights.unsure + weights.unsure_unknown * min(unknown, 3) + weights.unsure_beyond * min(beyond, 2)
        unsure += weights.unsure_strange * min(strange, 3)
        if question.understood.language == _OURS:
            unsure += weights.unsure_words * min(self._precedents.doubt(question.key), weights.unsure_words_most)
        sure = weights.sure_near * near + weights.sure_asked * covered
        # Strange words are no stems, so that what is near and covers the stems has less of the question than it seems.
        sure *= len(question.stems) / (len(question.stems) + strange / 2)
        return 1 / (1 + exp(unsure - sure))

    def _asks_for_a_term(self, question: Question) -> bool:
        """Tell whether hardly more than a term, a keyword or another word for one is asked."""
        words = f" {' '.join(map(stem_of, question.key.split()))} "
        told = question.understood
        brought = [word.rules for word in told.foreign] + [word.rules for word in told.spoken]
        if len(question.words) <= _FEW and any(brought):
            return True
        if len(question.key.split()) <= _FEW and question.terms:
            return True
        if len(question.stems) <= _FEW and any(f" {' '.join(keyword)} " in words for keyword in self._keywords):
            return True
        return any(share_of(term.name, question.stems, self.rarity) > _MOSTLY for term in question.terms)

    @cached_property
    def _keywords(self) -> tuple[tuple[str, ...], ...]:
        """The stems of each keyword."""
        return tuple(map(stems_of, keywords_of(self._entries(_CURRENT).values()).rules))

    def _sections(self, hits: Sequence[RuleHit]) -> Iterator[Rule]:
        """Give the sections of what came nearest, each once."""
        found: dict[RuleRef, Rule] = {}
        for hit in hits:
            ref = hit.rule.ref
            number = ref.number
            while number.count(".") > 1:
                number = parent_number(number) or number
            section = self._entries(Book.of(ref)).get(number)
            if section is not None and section.heading:
                found.setdefault(section.ref, section)
        yield from list(found.values())[:_NEAREST]

    @cached_property
    def names(self) -> CardNames:
        """The names of the cards."""
        return CardNames(self._store.card_names(), self._store.ability_names(), self._is_everyday)

    def _is_everyday(self, word: str) -> bool:
        """Tell whether a word is one that questions have anyhow, and no name by itself."""
        key = name_key(word)
        return self._asked(Document.COMPREHENSIVE_RULES).knows(stem_of(key)) or self._phrasing.knows(key)

    @cached_property
    def _phrasing(self) -> Phrasing:
        return Phrasing(load_search_words())

    @cached_property
    def _reader(self) -> QuestionReader:
        """What understands questions by the words of this index."""
        spelling = Spelling(self._spelt(), self._is_word)
        return QuestionReader(self.names, self._terms, self._phrasing, spelling, self._store)

    def _spelt(self) -> Iterator[str]:
        """Give the words that questions are likely to be about, as they are spelt, those of the rules first."""
        for book in current_books(self._books):
            for rule in self._entries(book).values():
                yield from name_key(f"{rule.heading} {rule.text}").split()

    def _is_word(self, word: str) -> bool:
        """Tell whether a word in name-key form is met anywhere: in the documents, in questions, in names of cards."""
        if word in self._met or self._phrasing.knows(word):
            return True
        stem = stem_of(word)
        return self._precedents.knows(stem) or any(self._asked(book.document).knows(stem) for book in current_books(self._books))

    @cached_property
    def _met(self) -> frozenset[str]:
        """The words of card names and abilities, and those that say nothing or tell that nothing here answers."""
        words = load_search_words()
        told = [word for topic in load_beyond() for phrase in topic.words for word in name_key(phrase).split()]
        return self._names_met.union(words.stop, words.little, told)

    @cached_property
    def _names_met(self) -> frozenset[str]:
        """The words of card names and abilities."""
        named = [word for name in self._store.card_names() for word in name_key(name).split()]
        abilities = [word for name in self._store.ability_names() for word in name.split()]
        return frozenset((*named, *abilities))

    def _asked(self, document: Document) -> AskedPhrases:
        """Give the ways of asking for entries of a document, read at their first use."""
        with self._lock:
            if document not in self._askings:
                phrases = tuple(self._store.asked_phrases(document))
                book = next((book for book in current_books(self._books) if book.document is document), None)
                entries = len(self._entries(book)) if book is not None else 0
                self._askings[document] = AskedPhrases(phrases, self._store.stem_counts(document), entries)
            return self._askings[document]

    def _search(self, book: Book) -> RuleSearch:
        """Give the search over a book, made at its first use."""
        with self._lock:
            if book not in self._searches:
                self._searches[book] = RuleSearch(
                    book,
                    self._books[book],
                    self._entries(book),
                    self._asked(book.document),
                    self._store.related_rules() if _is_game(book) else (),
                    self._here(book),
                    self._store,
                    self._fulltext(_CURRENT if _is_older(book) else book),
                    self._weights,
                )
            return self._searches[book]

    @cached_property
    def _precedents(self) -> "Precedents":
        from indexer.precedents import Precedents  # imported late: a server that starts need not wait for NumPy

        return Precedents(self._folder, self._weights)

    def _here(self, book: Book) -> Callable[[str], str | None]:
        """Give the function that tells which number an entry of the current edition has in a book."""
        if _is_older(book):
            return _places_in(book.edition).get
        entries = self._entries(book)
        return lambda number: number if number in entries else None

    def _fulltext(self, book: Book) -> FullText:
        """Give the full text of a book, opened at its first use."""
        with self._lock:
            if book not in self._fulltexts:
                self._fulltexts[book] = FullText(self._folder, book)
            return self._fulltexts[book]

    def close(self) -> None:
        """Let go of the files."""
        for fulltext in self._fulltexts.values():
            fulltext.close()
        if "_precedents" in self.__dict__:
            self._precedents.close()


def _is_game(book: Book) -> bool:
    """Tell whether a book is an edition of the Comprehensive Rules."""
    return book.document is Document.COMPREHENSIVE_RULES


def _named_books(question: Question, books: Sequence[Book]) -> list[Book]:
    """Give the books whose entries a question names by number and document; none where it names no document."""
    named = {entry.document or Document.COMPREHENSIVE_RULES for entry in question.numbers}
    return [book for book in books if book.document in named] if any(entry.document for entry in question.numbers) else []


def _is_older(book: Book) -> bool:
    """Tell whether a book is an older edition of the rules, whose texts are found by those of the current one."""
    return _is_game(book) and book.edition != CURRENT_EDITION and book.edition in {each.number for each in editions()}


def _places_in(edition: str) -> dict[str, str]:
    """Give the numbers that the rules of the current edition have in an older one."""
    found = {number: number_in(number, CURRENT_EDITION, edition) for number in numbers(CURRENT_EDITION)}
    return {number: there for number, there in found.items() if there is not None}


def _in_turns(more: Sequence[RuleHit], other: Sequence[RuleHit], run: int) -> list[RuleHit]:
    """Give so many hits of one kind, then one of the other, and so on."""
    runs = [more[at : at + run] for at in range(0, len(more), run)]
    return [hit for some, one in zip_longest(runs, other) for hit in (*(some or ()), one) if hit is not None]


def _falling(hits: Sequence[RuleHit]) -> list[RuleHit]:
    """Let scores fall in the order of the hits, which come from rankings of their own."""
    lowest = accumulate((hit.score for hit in hits), min)
    return [replace(hit, score=score) for hit, score in zip(hits, lowest, strict=True)]


def _interleaved(rankings: Mapping[Book, Ranking]) -> list[RuleHit]:
    """Merge rankings by their scores, and by how much of the question each covers where there are several."""
    if len(rankings) == 1:
        return next(iter(rankings.values())).hits
    pairs = [(hit, hit.score * ranking.covered) for ranking in rankings.values() for hit in ranking.hits]
    return [replace(hit, score=round(score, 5)) for hit, score in sorted(pairs, key=lambda pair: -pair[1])]
