"""Rank rules by fields with Whoosh's BM25F: number, heading path, terms, text, examples."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from whoosh import index, query, scoring
from whoosh.analysis import CharsetFilter, LowercaseFilter, RegexTokenizer, StemFilter
from whoosh.fields import ID, TEXT, Schema
from whoosh.support.charset import accent_map

from corpus.records import Rule, Term

__all__ = ["FOLDER", "FullText", "RuleText", "WeightedWord", "rule_texts", "write_fulltext"]

FOLDER: Final = "fulltext"
FIELD_WEIGHTS: Final[Mapping[str, float]] = {"path": 1.6, "terms": 0.5, "text": 1.0, "examples": 0.5}
"""How much a word counts by the field it stands in."""

_ANALYZER: Final = (
    RegexTokenizer(r"[^\W_]+(?:['’][^\W_]+)?") | LowercaseFilter() | CharsetFilter(accent_map) | StemFilter(cachesize=-1)
)
_WORD = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class RuleText:
    """What of a rule is searched."""

    edition: str
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
            edition=rule.ref.edition,
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
    return Schema(edition=ID(stored=True), number=ID(stored=True), **texts)


def write_fulltext(folder: Path, rules: Iterable[RuleText]) -> None:
    """Write the full text of an index below its new folder.

    :raises OSError: the disk refused.
    """
    target = folder / FOLDER
    target.mkdir()
    writer = index.create_in(str(target), _schema()).writer(limitmb=64, procs=1)
    for rule in rules:
        writer.add_document(
            edition=rule.edition, number=rule.number, path=rule.path, terms=rule.terms, text=rule.text, examples=rule.examples
        )
    writer.commit(optimize=True)


class FullText:
    """The full text of a finished index.

    The scores of a word are computed by Whoosh when it is first looked for and kept: rules are few, words come again,
    and adding kept scores up is several times faster than a collector over dozens of matchers.
    """

    def __init__(self, folder: Path) -> None:
        self._searcher = index.open_dir(str(folder / FOLDER), readonly=True).searcher(weighting=scoring.BM25F(B=0.6, K1=1.4))
        reader = self._searcher.reader()
        self._places = [(fields["edition"], fields["number"]) for _, fields in reader.iter_docs()]
        self._scores: dict[tuple[str, str], tuple[tuple[int, float], ...]] = {}

    def close(self) -> None:
        """Let go of the files."""
        self._searcher.close()

    def stems(self, text: str) -> list[str]:
        """Give the words of a text as they are indexed, in order and with repeats."""
        return [token.text for token in _ANALYZER(text)] if _WORD.search(text) else []

    def rank(self, words: Iterable[WeightedWord], edition: str, limit: int) -> list[tuple[str, float]]:
        """Give numbers of an edition's rules with their scores, best first."""
        total: dict[int, float] = defaultdict(float)
        for word in words:
            for field in word.fields:
                weight = word.weight * FIELD_WEIGHTS[field]
                for document, score in self._scored(field, word.word):
                    total[document] += weight * score
        ranked = sorted(total, key=lambda document: (-total[document], document))
        places = ((self._places[document], total[document]) for document in ranked)
        return [(number, score) for (home, number), score in places if home == edition][:limit]

    def _scored(self, field: str, word: str) -> tuple[tuple[int, float], ...]:
        """Give the documents that have a word in a field, with its BM25F score there."""
        kept = self._scores.get((field, word))
        if kept is None:
            kept = self._scores[field, word] = tuple(self._read_scores(field, word))
        return kept

    def _read_scores(self, field: str, word: str) -> Iterator[tuple[int, float]]:
        """Walk the postings of a word."""
        if (field, word) not in self._searcher.reader():
            return
        matcher = query.Term(field, word).matcher(self._searcher, self._searcher.context())
        while matcher.is_active():
            yield matcher.id(), float(matcher.score())
            matcher.next()
