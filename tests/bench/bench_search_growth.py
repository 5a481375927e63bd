"""Measure how the cost of a whole search grows with the corpus.

    python tests/bench/bench_search_growth.py [--times 10]     exit status 1 when a promise is broken

Two indexes are built by the program's own build: one of the corpus and the catalogue, one in which generated copies make every
current document, the ways of asking for its entries, the questions that were judged and the cards several times as many. The
words of a copy are those of the original, shuffled, so that each stands as much more often as there are more texts. Both answer
the same questions, asked of all current documents.
"""

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[2]))

from corpus.names import name_key
from corpus.questions import AskedQuestion, load_questions
from corpus.records import CardRecord, Rule
from corpus.refs import CURRENT_EDITION, Document, RuleRef
from indexer import build
from indexer.asked import AskedPhrase, asked_phrases
from indexer.fetch import CatalogueFile, cache_folder, read_stored
from indexer.measure import read_questions
from indexer.query import Index, open_index
from indexer.readers.cards import Catalogue, read_catalogue
from indexer.readers.rules import read_books
from indexer.results import Book, current_books
from tests.bench.figures import Figure, report

HERE = Path(__file__).parent
CHAPTERS = 20
"""By how much the chapters of a copy are numbered higher than those of the copy before."""
CARDS = 1_000_000
"""The same for the numbers of cards."""
WARMING = 40
"""Questions that are asked before any is timed."""


class Copies:
    """Makes the generated part of a corpus that is so many times as large."""

    def __init__(self, times: int) -> None:
        self._copies = range(1, times)
        self._chance = random.Random(10)

    def books(self) -> dict[Book, tuple[Rule, ...]]:
        """Give the documents, the current ones enlarged."""
        books = read_books()
        for book in current_books(books):
            entries = books[book]
            words = [word for rule in entries for word in rule.text.split()]
            headed = [word for rule in entries for word in rule.heading.split()]
            books[book] = (*entries, *(self._rule(rule, copy, words, headed) for copy in self._copies for rule in entries))
        return books

    def _rule(self, rule: Rule, copy: int, words: Sequence[str], headed: Sequence[str]) -> Rule:
        text, heading = self._dealt(rule.text, words), self._dealt(rule.heading, headed)
        ref = RuleRef(rule.ref.document, rule.ref.edition, shifted(rule.ref.number, copy))
        pointed = tuple(shifted(number, copy) for number in rule.cross_references)
        return replace(rule, ref=ref, text=text, heading=heading, cross_references=pointed)

    def _dealt(self, text: str, words: Sequence[str]) -> str:
        """Give a text of as many words."""
        return " ".join(self._chance.choice(words) for _ in text.split())

    def phrases(self, *given: Any) -> Iterator[AskedPhrase]:
        """Give the ways of asking, and as many in the same words for the entries of each copy."""
        # headings of the copies are read with the documents already
        for phrase in asked_phrases(*given):
            yield phrase
            if all(int(number.partition(".")[0]) < CHAPTERS for number in phrase.numbers):
                for copy in self._copies:
                    yield replace(phrase, numbers=tuple(shifted(number, copy) for number in phrase.numbers))

    def questions(self) -> tuple[AskedQuestion, ...]:
        """Give the questions that were judged, and as many in the same words that the entries of each copy answer."""
        given = load_questions()
        copies = (replace(each, answers=self._of_copy(each, copy)) for copy in self._copies for each in given)
        return (*given, *copies)

    def _of_copy(self, question: AskedQuestion, copy: int) -> tuple[tuple[Document, str], ...]:
        return tuple((document, shifted(number, copy)) for document, number in question.answers)

    def catalogue(self, *given: Any) -> Catalogue:
        """Give the catalogue, enlarged by cards with other names and the same texts."""
        read = read_catalogue(*given)
        words = [word for card in read.cards for word in card.printed.full_name.split() if word != "-"]
        taken = {name_key(card.printed.full_name) for card in read.cards}
        made = [self._card(card, copy, words, taken) for copy in self._copies for card in read.cards]
        return replace(read, cards=(*read.cards, *made))

    def _card(self, card: CardRecord, copy: int, words: Sequence[str], taken: set[str]) -> CardRecord:
        printed = card.printed
        while name_key(printed.full_name) in taken:
            version = printed.version and self._dealt(printed.version, words)
            printed = replace(printed, name=self._dealt(f"{printed.name} more", words), version=version, names=())
        taken.add(name_key(printed.full_name))
        printings = tuple(replace(each, id=each.id + CARDS * copy) for each in card.printings)
        return replace(card, id=card.id + CARDS * copy, printed=printed, spellings=(printed.full_name,), printings=printings)


def shifted(number: str, copy: int) -> str:
    """Give the number of an entry in a copy."""
    chapter, point, rest = number.partition(".")
    return f"{int(chapter) + CHAPTERS * copy}{point}{rest}"


def built(stack: ExitStack, catalogue: CatalogueFile, times: int) -> Index:
    """Build an index over the corpus so many times."""
    cache = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    copies = Copies(times)
    with (
        patch.object(build, "read_books", copies.books),
        patch.object(build, "asked_phrases", copies.phrases),
        patch.object(build, "read_catalogue", copies.catalogue),
        patch.object(build, "load_questions", copies.questions),
    ):
        build.build_index(catalogue, cache)
    index = open_index(build.index_folder(cache))
    stack.callback(index.close)
    return index


def spent(index: Index, queries: Iterable[str]) -> float:
    """Give the milliseconds of processor time that a search takes in the mean, no query asked twice."""
    books = current_books(index.books)
    asked = list(queries)
    for query in asked[:WARMING]:
        index.answer(query, books)
    started = time.process_time()
    for query in asked[WARMING:]:
        index.answer(query, books)
    return (time.process_time() - started) * 1000 / len(asked[WARMING:])


def measured(times: int) -> Iterator[Figure]:
    """Build both indexes, ask both the same."""
    catalogue = read_stored(cache_folder())
    assert catalogue is not None, "there is no catalogue; run `loreguide setup` before"
    queries = [question.query for question in read_questions(HERE / "queries.jsonl")]
    with ExitStack() as stack:
        small, large = built(stack, catalogue, 1), built(stack, catalogue, times)
        rules = f"comprehensive-rules-{CURRENT_EDITION}"
        yield Figure("rules", len(small.rules(rules)), "")
        yield Figure("the same, enlarged", len(large.rules(rules)), "")
        yield Figure("cards", len(small.printings()), "")
        yield Figure("the same, enlarged", len(large.printings()), "")
        before, after = spent(small, queries), spent(large, queries)
    yield Figure("a search", before, "ms of processor time")
    yield Figure(f"a search over {times} times the corpus", after, "ms of processor time")
    yield Figure("growth", after / before, "times", times)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=10)
    sys.exit(report(measured(parser.parse_args().times)))
