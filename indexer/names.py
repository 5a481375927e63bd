"""Find card names: the ones near a misspelt or short name, and the ones that stand in a sentence."""

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from rapidfuzz import fuzz, process

from corpus.names import name_key

__all__ = ["CardNames"]

_CUTOFF: Final = 72.0
"""Out of 100; below it a name is not near enough to be worth showing."""
_LONGEST_QUERY: Final = 120
"""Characters; no card's name is half as long."""
_VERSION_MARK = re.compile(r"\s+[-–—]\s+|,\s*|\s*[–—]\s*")
_WORD = re.compile(r"[^\W_]+(?:['’‘][^\W_]+)*")
_MOST_WORDS: Final = 9
_VERSION_SCORE: Final = 90.0
"""For the versions of a name given exactly, without a version that exists."""
_PART: Final = 0.92
"""How much a likeness to a part of a name counts."""


class CardNames:
    """The names of the catalogue, ready to be compared with what people type."""

    def __init__(self, full_names: Iterable[str]) -> None:
        self._full: dict[str, str] = {}
        self._versions: dict[str, list[str]] = defaultdict(list)
        for name in full_names:
            self._full[name_key(name)] = name
            self._versions[name_key(name.partition(" - ")[0])].append(name)
        self._keys = list(self._full)
        self._short = list(self._versions)

    def near(self, name: str, limit: int) -> list[tuple[str, float]]:
        """Give full names near *name* with scores up to 100, best first; nothing when none is near."""
        key = name_key(name[:_LONGEST_QUERY])
        if len(key) < 2:
            return []
        scores: dict[str, float] = defaultdict(float)
        if key in self._full:
            scores[self._full[key]] = 100.0
        for short in {key, name_key(_VERSION_MARK.split(name[:_LONGEST_QUERY].strip(), maxsplit=1)[0])}:
            for version in self._versions.get(short, ()):
                likeness = fuzz.token_sort_ratio(key, name_key(version))
                scores[version] = max(scores[version], _VERSION_SCORE + likeness / 20)
        self._by_likeness(key, scores)
        ranked = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))
        return [(found, round(score, 1)) for found, score in ranked[:limit]]

    def _by_likeness(self, key: str, scores: dict[str, float]) -> None:
        """Add the names that are spelt like *key*, as a whole, by their short name, or in part."""
        for scorer in (fuzz.ratio, fuzz.token_sort_ratio):
            for found, score, _ in process.extract(key, self._keys, scorer=scorer, limit=50, score_cutoff=_CUTOFF):
                scores[self._full[found]] = max(scores[self._full[found]], score)
        for short, score, _ in process.extract(key, self._short, scorer=fuzz.ratio, limit=10, score_cutoff=_CUTOFF / _PART):
            for version in self._versions[short]:
                scores[version] = max(scores[version], score * _PART)
        if len(key) < 4:
            return
        for short in self._short:
            if f" {key} " in f" {short} ":
                for version in self._versions[short]:
                    scores[version] = max(scores[version], _VERSION_SCORE * _PART + fuzz.ratio(key, short) / 20)
        longer = [each for each in self._keys if len(each) > len(key)]
        for found, score, _ in process.extract(key, longer, scorer=fuzz.partial_ratio, limit=50, score_cutoff=85.0):
            scores[self._full[found]] = max(scores[self._full[found]], score * _PART * _PART)

    def in_text(self, text: str) -> list[tuple[str, tuple[str, ...]]]:
        """Give the names that stand in a text, longest first at each place: what is written, and the cards it can mean.

        A single word counts only where it is written with a capital: ``Jukebox`` is a card, ``lantern`` is a word.
        """
        words = list(_WORD.finditer(text))
        found: list[tuple[str, tuple[str, ...]]] = []
        at = 0
        while at < len(words):
            for length in range(min(_MOST_WORDS, len(words) - at), 0, -1):
                written = text[words[at].start() : words[at + length - 1].end()]
                cards = self._meant(written, length)
                if cards:
                    found.append((written, cards))
                    at += length
                    break
            else:
                at += 1
        return found

    def _meant(self, written: str, words: int) -> tuple[str, ...]:
        """Give the cards that a stretch of text can mean; a possessive ending does not count."""
        if not written[0].isupper() and (words == 1 or not any(char.isupper() for char in written)):
            return ()
        for form in (written, re.sub(r"['’]s?$", "", written)):
            key = name_key(form)
            if key in self._full:
                return (self._full[key],)
            if key in self._versions:
                return tuple(self._versions[key])
        return ()
