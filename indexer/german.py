"""Meet German words in whatever form they are written: without umlauts, inflected, as a participle.

Two words meet where both are one beginning with an ending that German inflects by; the fewer letters the endings have
together, the nearer they are. That is enough to look a few hundred words up, and needs no grammar.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Generic, TypeVar

__all__ = ["WordForms", "folded", "german_words"]

Meaning = TypeVar("Meaning")

_WORD = re.compile(r"[^\W\d_]+")
_SPELT_OUT = re.compile(r"(?<![aeouqy])(?:ae|oe|ue)(?![aeiou])")
_ENDINGS = (
    "",
    "e",
    "en",
    "em",
    "er",
    "ern",
    "es",
    "n",
    "s",
    "t",
    "te",
    "ten",
    "tem",
    "ter",
    "tes",
    "et",
    "st",
    "est",
    "ung",
    "ungen",
    "in",
)
_LEAST = 3
"""Letters that the common beginning has at least."""
_FARTHEST = 5
"""Letters that both endings have together at most."""
_PARTICIPLE = re.compile(r"(ab|an|auf|aus|ein|heraus|her|quer|zu)?ge(\w{3,}(?:t|en|te|ten|tem|ter|tes|ene|enen|ener))")


def folded(word: str) -> str:
    """Give a word without case and umlauts; ``ae``, ``oe`` and ``ue`` count as umlauts, ``ß`` as ``ss``."""
    plain = unicodedata.normalize("NFKD", word.casefold())
    letters = "".join(char for char in plain if not unicodedata.combining(char))
    return _SPELT_OUT.sub(lambda match: match[0][0], letters)


def german_words(text: str) -> list[str]:
    """Give the words of a text, folded and in order."""
    return [folded(word) for word in _WORD.findall(text)]


def _beginnings(word: str) -> dict[str, int]:
    """Give what a word may begin with before an ending, and how long that ending is."""
    forms = [word]
    if match := _PARTICIPLE.fullmatch(word):
        forms.append((match[1] or "") + match[2])
    found: dict[str, int] = {}
    for form in forms:
        for ending in _ENDINGS:
            begin = form.removesuffix(ending)
            if form.endswith(ending) and len(begin) >= _LEAST:
                found[begin] = min(found.get(begin, 99), len(ending))
    return found or {word: 0}


class WordForms(Generic[Meaning]):
    """Phrases of a language with what they mean, found in texts in any inflected form."""

    def __init__(self, phrases: Iterable[tuple[str, Meaning]]) -> None:
        self._phrases = [(german_words(phrase), meaning) for phrase, meaning in phrases]
        self._starts: dict[str, list[int]] = {}
        for at, (words, _) in enumerate(self._phrases):
            for begin in _beginnings(words[0]) if words else ():
                self._starts.setdefault(begin, []).append(at)

    def within(self, text: str) -> list[tuple[tuple[int, int], Meaning]]:
        """Give the phrases that stand in a text: which words of it each takes, and its meaning.

        At each word the longest phrase is taken, and of several the nearest in form; those equally near all count.
        """
        words = german_words(text)
        cuts = [_beginnings(word) for word in words]
        found: list[tuple[tuple[int, int], Meaning]] = []
        at = 0
        while at < len(words):
            here = self._at(cuts, at)
            longest = max((length for length, _, _ in here), default=0)
            nearest = min((cost for length, cost, _ in here if length == longest), default=0)
            found += [((at, at + longest), meaning) for length, cost, meaning in here if (length, cost) == (longest, nearest)]
            at += max(longest, 1)
        return found

    def _at(self, cuts: list[dict[str, int]], at: int) -> list[tuple[int, int, Meaning]]:
        """Give the phrases that start at a word: their length, how far their forms are, and their meaning."""
        found = []
        for number in dict.fromkeys(number for begin in cuts[at] for number in self._starts.get(begin, ())):
            phrase, meaning = self._phrases[number]
            costs = [_distance(own, _beginnings(word)) for own, word in zip(cuts[at:], phrase, strict=False)]
            if len(costs) == len(phrase) and all(cost is not None and cost <= _FARTHEST for cost in costs):
                found.append((len(phrase), sum(cost for cost in costs if cost is not None), meaning))
        return found


def _distance(own: Mapping[str, int], other: Mapping[str, int]) -> int | None:
    """Tell how many letters of endings two words differ by; None where they have no beginning in common."""
    return min((cost + other[begin] for begin, cost in own.items() if begin in other), default=None)
