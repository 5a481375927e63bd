"""Find the rules that people ask for in words near those of a question.

A phrase is one way of asking for some rules: one written for them, the title of a ruling that they decide, or what is
misread about them. A question fits a phrase by the words that both have, the rarer the more; what else the phrase has
counts against it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import log, sqrt

from corpus.asking import AskedRule
from corpus.names import name_key
from corpus.records import Rule
from corpus.refs import Document
from indexer.fulltext import stems_in
from indexer.phrases import Phrasing
from indexer.readers.glossary import Vocabulary

__all__ = ["AskedPhrase", "AskedPhrases", "Fit", "PhraseSource", "asked_phrases", "stem_counts"]


class PhraseSource(StrEnum):
    """Where a way of asking is from."""

    ASKED = "asked"
    """Written for the rule."""
    RULING = "ruling"
    """The title of a ruling."""
    MISREADING = "misreading"
    """How a misreading is asked."""
    HEADING = "heading"
    """The heading of an entry."""


@dataclass(frozen=True, slots=True)
class AskedPhrase:
    """A way of asking for rules."""

    document: Document
    numbers: tuple[str, ...]
    """The rules that it asks for, in their current edition, the most telling first."""
    phrase: str
    source: PhraseSource
    stems: tuple[str, ...]
    """Its words, as :class:`Phrasing` brings them together."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a rule is asked for."""

    score: float
    phrase: str
    """The phrase that fits best."""
    source: PhraseSource


def asked_phrases(
    asked: Iterable[AskedRule], entries: Iterable[Rule], vocabulary: Vocabulary, names: Sequence[str], phrasing: Phrasing
) -> Iterator[AskedPhrase]:
    """Give every way of asking for *entries*; the names of cards, *names*, are left out of titles."""
    for rule in entries:
        if rule.heading:
            yield _phrase(rule.ref.document, (rule.ref.number,), rule.heading, PhraseSource.HEADING, phrasing)
    for entry in asked:
        for phrase in entry.phrases:
            yield _phrase(entry.document, (entry.number,), phrase, PhraseSource.ASKED, phrasing)
    game = Document.COMPREHENSIVE_RULES
    named = {name_key(part) for name in names for part in (name, name.partition(" - ")[0])}
    for ruling in vocabulary.boards:
        numbers = tuple(ref.number for ref in ruling.rules)
        title = _without(ruling.title, named)
        yield _phrase(game, numbers, title, PhraseSource.RULING, phrasing)
    for misreading in vocabulary.misreadings:
        numbers = tuple(ref.number for ref in misreading.rules)
        for words in (misreading.claim, *misreading.words):
            yield _phrase(game, numbers, words, PhraseSource.MISREADING, phrasing)


def _phrase(document: Document, numbers: tuple[str, ...], phrase: str, source: PhraseSource, phrasing: Phrasing) -> AskedPhrase:
    """Take the stems of a phrase."""
    stems = dict.fromkeys(stem for place in phrasing.places(phrase) for stem in place.stems)
    return AskedPhrase(document, numbers, phrase, source, tuple(stems))


def _without(title: str, names: set[str]) -> str:
    """Leave the names of cards out of a title."""
    words = title.split()
    kept: list[str] = []
    at = 0
    while at < len(words):
        for length in range(min(6, len(words) - at), 0, -1):
            stretch = name_key(" ".join(words[at : at + length])).removesuffix(" s")
            if words[at][:1].isupper() and stretch in names:
                at += length
                break
        else:
            kept.append(words[at])
            at += 1
    return " ".join(kept)


def stem_counts(rules: Iterable[Rule], phrases: Iterable[AskedPhrase]) -> Counter[str]:
    """Count in how many entries of a document each stem stands: in their texts, or in how they are asked for."""
    stems: dict[str, set[str]] = defaultdict(set)
    for rule in rules:
        text = " ".join((rule.text, *(example.text for example in rule.examples)))
        stems[rule.ref.number].update(stems_in(text))
    for phrase in phrases:
        for number in phrase.numbers[:1]:
            stems[number].update(phrase.stems)
    return Counter(stem for found in stems.values() for stem in found)


class AskedPhrases:
    """The ways of asking for the entries of a document, ready to be compared with questions."""

    def __init__(self, phrases: Sequence[AskedPhrase], counts: Mapping[str, int], entries: int) -> None:
        self._phrases = phrases
        self._counts = counts
        self._entries = entries
        self._in_phrases = Counter(stem for phrase in phrases for stem in phrase.stems)
        self._postings: dict[str, list[int]] = defaultdict(list)
        for at, phrase in enumerate(phrases):
            for stem in phrase.stems:
                self._postings[stem].append(at)
        self._rarities = {stem: self._rarity(stem) for stem in self._postings}
        self._sizes = [sum(map(self.rarity, phrase.stems)) or 1.0 for phrase in phrases]

    def rarity(self, stem: str) -> float:
        """Tell how much a stem says: the more, the fewer entries and phrases have it."""
        found = self._rarities.get(stem)
        return self._rarity(stem) if found is None else found

    def _rarity(self, stem: str) -> float:
        in_entries = log(1 + self._entries / (self._counts.get(stem, 0) + 0.5))
        in_phrases = log(1 + len(self._phrases) / (self._in_phrases.get(stem, 0) + 0.5))
        return sqrt(in_entries * in_phrases)

    def knows(self, stem: str) -> bool:
        """Tell whether the document or a way of asking for it has a stem."""
        return stem in self._counts or stem in self._in_phrases

    def fits(
        self, stems: Mapping[str, float], sources: Mapping[PhraseSource, float], later: float, second: float
    ) -> dict[str, Fit]:
        """Give how well every entry is asked for by stems with their weights.

        *sources* is how much each kind of phrase counts, *later* how much the rules after a phrase's first do, and
        *second* how much the next best phrase of an entry adds.
        """
        got: dict[int, float] = defaultdict(float)
        for stem, weight in stems.items():
            worth = weight * self.rarity(stem)
            for at in self._postings.get(stem, ()):
                got[at] += worth
        best: dict[str, tuple[float, int]] = {}
        next_best: dict[str, float] = defaultdict(float)
        for at, worth in got.items():
            phrase = self._phrases[at]
            score = worth * sqrt(min(worth / self._sizes[at], 1.0)) * sources[phrase.source]
            for number in phrase.numbers:
                if number not in best or score > best[number][0]:
                    next_best[number] = best[number][0] if number in best else 0.0
                    best[number] = (score, at)
                else:
                    next_best[number] = max(next_best[number], score)
                score *= later if number == phrase.numbers[0] else 1.0
        return {
            number: Fit(score + second * next_best[number], self._phrases[at].phrase, self._phrases[at].source)
            for number, (score, at) in best.items()
        }
