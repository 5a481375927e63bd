"""Rank the entries of a book by fields with Whoosh's BM25F: heading path, terms, text, examples.

Every book (an edition of a document) has a full text of its own, so that how rare a word is is told within the book.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from heapq import nlargest
from pathlib import Path
from typing import Any, Final

from whoosh import index, query, scoring
from whoosh.analysis import CharsetFilter, LowercaseFilter, RegexTokenizer, StemFilter
from whoosh.fields import ID, TEXT, Schema
from whoosh.support.charset import accent_map

from corpus.names import name_key
from corpus.records import Rule, Term
from indexer.results import Book

__all__ = ["FOLDER", "FullText", "RuleText", "WeightedWord", "rule_texts", "stem_of", "stems_in", "write_fulltext"]

FOLDER: Final = "fulltext"
FIELD_WEIGHTS: Final[Mapping[str, float]] = {"path": 1.6, "terms": 0.5, "text": 1.0, "examples": 0.5}
"""How much a word counts by the field it stands in."""

_ANALYZER: Final = (
    RegexTokenizer(r"[^\W_]+(?:['’][^\W_]+)?") | LowercaseFilter() | CharsetFilter(accent_map) | StemFilter(cachesize=-1)
)
_COUNTED: Final = ("path", "text", "examples")
_WORD = re.compile(r"\w")
_MOST_COUNTED: Final = 20_000
"""Stems whose number is kept in memory."""


@lru_cache(maxsize=20_000)
def stem_of(word: str) -> str:
    """Give the form under which a word of any ending is indexed; the word itself where there is none."""
    return next((token.text for token in _ANALYZER(word)), word)


def stems_in(text: str) -> tuple[str, ...]:
    """Give the stems of the words of a text, in their order."""
    return tuple(map(stem_of, name_key(text).split()))


@dataclass(frozen=True, slots=True)
class RuleText:
    """What of a rule is searched."""

    number: str
    path: str
    terms: str
    """Names of the glossary entries that the rule defines."""
    text: str
    examples: str


def rule_texts(rules: Iterable[Rule], terms: Iterable[Term]) -> Iterator[RuleText]:
    """Give what is searched of each rule: a chunk is a rule with its heading path and its examples."""
    defined: dict[str, list[str]] = defaultdict(list)
    for term in terms:
        for number in term.rules:
            defined[number].append(term.name)
    for rule in rules:
        number = rule.ref.number
        yield RuleText(
            number=number,
            path=" / ".join(rule.path),
            terms=" / ".join(defined[number]),
            text=rule.text,
            examples="\n".join(example.text for example in rule.examples),
        )


@dataclass(frozen=True, slots=True)
class WeightedWord:
    """A word to look for and how much it counts."""

    word: str
    weight: float
    fields: tuple[str, ...] = tuple(FIELD_WEIGHTS)


def _schema() -> Schema:
    """Give the fields of the full text."""
    texts: dict[str, Any] = {name: TEXT(analyzer=_ANALYZER, phrase=False) for name in FIELD_WEIGHTS}
    return Schema(number=ID(stored=True), **texts)


def _folder(folder: Path, book: Book) -> Path:
    """Give the folder of a book's full text."""
    return folder / FOLDER / f"{book.document.value}-{book.edition}"


def write_fulltext(folder: Path, book: Book, rules: Iterable[RuleText]) -> None:
    """Write the full text of a book below the new folder of an index.

    :raises OSError: the disk refused.
    """
    target = _folder(folder, book)
    target.mkdir(parents=True)
    writer = index.create_in(str(target), _schema()).writer(limitmb=64, procs=1)
    for rule in rules:
        writer.add_document(number=rule.number, path=rule.path, terms=rule.terms, text=rule.text, examples=rule.examples)
    writer.commit(optimize=True)


class FullText:
    """The full text of a book in a finished index.

    The scores of a word are computed by Whoosh when it is first looked for and kept: rules are few, words come again,
    and adding kept scores up is several times faster than a collector over dozens of matchers.
    """

    def __init__(self, folder: Path, book: Book) -> None:
        opened = index.open_dir(str(_folder(folder, book)), readonly=True)
        self._searcher = opened.searcher(weighting=scoring.BM25F(B=0.6, K1=1.4))
        reader = self._searcher.reader()
        self._places = [fields["number"] for _, fields in reader.iter_docs()]
        self._scores: dict[tuple[str, str], tuple[tuple[int, float], ...]] = {}
        self._counts: dict[str, int] = {}

    def close(self) -> None:
        """Let go of the files."""
        self._searcher.close()

    def stems(self, text: str) -> list[str]:
        """Give the words of a text as they are indexed, in order and with repeats."""
        return [token.text for token in _ANALYZER(text)] if _WORD.search(text) else []

    def occurrences(self, stem: str) -> int:
        """Count how often a stem stands in the book, headings and examples included."""
        counted = self._counts.get(stem)
        if counted is None:
            reader = self._searcher.reader()
            counted = int(sum(reader.frequency(field, stem) for field in _COUNTED if (field, stem) in reader))
            if len(self._counts) < _MOST_COUNTED:
                self._counts[stem] = counted
        return counted

    @cached_property
    def length(self) -> int:
        """How many words the book has."""
        reader = self._searcher.reader()
        return int(sum(reader.field_length(field) for field in _COUNTED))

    def rank(self, words: Iterable[WeightedWord], limit: int) -> list[tuple[str, float]]:
        """Give numbers of entries with their scores, best first."""
        total: dict[int, float] = defaultdict(float)
        for word in words:
            for field in word.fields:
                weight = word.weight * FIELD_WEIGHTS[field]
                for document, score in self._scored(field, word.word):
                    total[document] += weight * score
        ranked = nlargest(limit, total.items(), key=lambda pair: (pair[1], -pair[0]))
        return [(self._places[document], score) for document, score in ranked]

    def _scored(self, field: str, word: str) -> tuple[tuple[int, float], ...]:
        """Give the documents that have a word in a field, with its BM25F score there."""
        kept = self._scores.get((field, word))
        if kept is None:
            kept = tuple(self._read_scores(field, word))
            if kept or len(self._scores) < _MOST_COUNTED:
                # words that no entry has come without end: those are not kept for ever
                self._scores[field, word] = kept
        return kept

    def _read_scores(self, field: str, word: str) -> Iterator[tuple[int, float]]:
        """Walk the postings of a word."""
        if (field, word) not in self._searcher.reader():
            return
        matcher = query.Term(field, word).matcher(self._searcher, self._searcher.context())
        while matcher.is_active():
            yield matcher.id(), float(matcher.score())
            matcher.next()
