"""Find card names: the ones near a misspelt or short name, and the ones that stand in a sentence."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from corpus.names import name_key

__all__ = ["CardNames", "Mention"]

_CUTOFF: Final = 72.0
"""Out of 100; below it a name is not near enough to be worth showing."""
_LONGEST_QUERY: Final = 120
"""Characters; no card's name is half as long."""
_VERSION_MARK = re.compile(r"\s+[-–—]\s+|,\s*|\s*[–—]\s*")
_WORD = re.compile(r"[^\W_]+(?:['’‘.][^\W_]+)*")
_MOST_WORDS: Final = 10
_VERSION_SCORE: Final = 90.0
"""For the versions of a name given exactly, without a version that exists."""
_PART: Final = 0.92
"""How much a likeness to a part of a name counts."""
_EDITS: Final = ((5, 1), (9, 2), (_LONGEST_QUERY, 3))
"""Up to how many characters of a name how many slips are taken for slips."""
_SHORT_WORDS: Final = frozenset(
    {"a", "an", "and", "as", "at", "by", "for", "from", "in", "into", "of", "on", "or", "the", "to", "with", "without", "vs"}
)
"""Words that titles write small."""
_LIKE_NAME: Final = 75.0
"""How near to a card's name the words before its version have to be."""
_LIKE_VERSION: Final = 85.0
"""How near to a card's version the words behind a dash have to be."""
_DASH = re.compile(r"\s+([-–—])\s+")
_MARKS_A_NAME = re.compile(r"\s*(?:[:!?\"”»]|['’]s\b)")
"""What follows a word that is meant as a name, even one that opens a sentence."""
_OPENS = re.compile(r"(?:^|[.!?:;]\s+)[\"“'‘(]*$")
"""What stands before a word that opens a sentence."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A stretch of a text that names a card."""

    written: str
    start: int
    end: int
    names: tuple[str, ...]
    """Full names of the cards that it can mean."""


class CardNames:
    """The names of the catalogue, ready to be compared with what people type."""

    def __init__(
        self,
        full_names: Iterable[str],
        abilities: Mapping[str, Sequence[str]] | None = None,
        ordinary: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """Take the names in; *abilities* are story names in name-key form with the cards that have them.

        *ordinary* tells of a word whether it is one of everyday language.
        """
        self._full: dict[str, str] = {}
        self._versions: dict[str, list[str]] = defaultdict(list)
        self._by_version: dict[str, list[str]] = defaultdict(list)
        for name in full_names:
            short, _, version = name.partition(" - ")
            self._full[name_key(name)] = name
            self._versions[name_key(short)].append(name)
            if len(version.split()) > 1:
                self._by_version[name_key(version)].append(name)
        self._keys = list(self._full)
        self._short = list(self._versions)
        self._abilities = abilities or {}
        self._ordinary = ordinary
        self._sorts = (self._full, self._versions, self._by_version, self._abilities)
        self._firsts = frozenset(key.partition(" ")[0] for keys in self._sorts for key in keys)

    def near(self, name: str, limit: int) -> list[tuple[str, float]]:
        """Give full names near *name* with scores up to 100, best first; nothing when none is near."""
        key = name_key(name[:_LONGEST_QUERY])
        if len(key) < 2:
            return []
        scores: dict[str, float] = defaultdict(float)
        if key in self._full:
            scores[self._full[key]] = 100.0
        before = name_key(_VERSION_MARK.split(name[:_LONGEST_QUERY].strip(), maxsplit=1)[0])
        for short in {key, before}:
            self._add_versions(short, key, _VERSION_SCORE, scores)
        if key not in self._versions:
            self._by_slips(key, scores)
        if not scores:
            self._by_likeness(key, scores)
        ranked = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))
        return [(found, round(score, 1)) for found, score in ranked[:limit]]

    def _add_versions(self, short: str, key: str, base: float, scores: dict[str, float]) -> None:
        """Add the versions of a name, those most like *key* first."""
        for version in self._versions.get(short, ()):
            told = name_key(version)
            likeness = max(fuzz.ratio(key, told), fuzz.token_sort_ratio(key, told))
            scores[version] = max(scores[version], base + likeness / 20)

    def _by_slips(self, key: str, scores: dict[str, float]) -> None:
        """Add the names that a few slips of the pen away from *key*, and the other versions of the nearest."""
        edits = next(most for length, most in _EDITS if len(key) <= length)
        nearest = None
        for keys, worth in ((self._keys, 1.0), (self._short, _PART)):
            for found, distance, _ in process.extract(key, keys, scorer=OSA.distance, score_cutoff=edits, limit=20):
                likeness = 100.0 * (1 - distance / max(len(found), len(key))) * worth
                for name in [self._full[found]] if keys is self._keys else self._versions[found]:
                    scores[name] = max(scores[name], likeness)
                nearest = nearest or found
        if nearest is not None and nearest in self._full:
            short = name_key(self._full[nearest].partition(" - ")[0])
            self._add_versions(short, key, _CUTOFF, scores)

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

    def in_text(self, text: str) -> list[Mention]:
        """Give the cards that are named in a text, the longest name at each place.

        A name with its version counts however it is written, misspelt before the version too. A name alone counts where
        it is written as a title: ``Let It Go`` is a card, ``let it go`` is not, unless nothing else was asked.
        """
        words = list(_WORD.finditer(text))
        keys = [name_key(word[0]) for word in words]
        found: list[Mention] = []
        at = 0
        while at < len(words):
            mention = next(self._at(text, words, keys, at), None)
            if mention is None:
                at += 1
                continue
            found.append(mention)
            while at < len(words) and words[at].start() < mention.end:
                at += 1
        return found

    def _at(self, text: str, words: Sequence[re.Match[str]], keys: Sequence[str], at: int) -> Iterator[Mention]:
        """Give the names that start at a word, the longest first."""
        opens_one = keys[at].partition(" ")[0] in self._firsts or keys[at].removesuffix("s") in self._firsts
        for length in range(min(_MOST_WORDS, len(words) - at), 0, -1):
            start, end = words[at].start(), words[at + length - 1].end()
            written = text[start:end]
            names = self._by_its_version(keys[at : at + length]) if length > 2 else ()
            if not names and opens_one and _DASH.search(written):
                names = self._by_dash(written)
            if names:
                yield Mention(written, start, end, names)
            elif opens_one:
                for form in dict.fromkeys((written, re.sub(r"['’]s?$", "", written))):
                    names = self._named(form, name_key(form), length, length == len(words), text[:start], text[end:])
                    if names:
                        yield Mention(written, start, end, names)

    def _named(self, written: str, key: str, length: int, is_all: bool, before: str, after: str) -> tuple[str, ...]:
        """Give the cards that a stretch of text names."""
        full = self._full.get(key)
        if full is not None and " - " in full:
            return (full,)
        if not any(key in names for names in self._sorts):
            return ()
        if not is_all and not self._is_title(written, length, before, after):
            return ()
        return (
            (full,) if full is not None else tuple(self._versions.get(key) or self._by_version.get(key) or self._abilities[key])
        )

    def _by_its_version(self, words: Sequence[str]) -> tuple[str, ...]:
        """Give the card whose version ends a stretch of text, where what is before it is like its name or its first words."""
        for cut in range(1, len(words) - 1):
            for name in self._by_version.get(" ".join(words[cut:]), ()):
                short = name_key(name.partition(" - ")[0])
                before = " ".join(words[:cut])
                # One more word is one that only stands before the name: "my Stitch - New Dog".
                is_like = cut <= len(short.split()) and fuzz.ratio(before, short) >= _LIKE_NAME
                if is_like or f"{short} ".startswith(f"{before} "):
                    return (name,)
        return ()

    def _by_dash(self, stretch: str) -> tuple[str, ...]:
        """Give the card of a name before a dash whose version is like what stands behind it."""
        short, _, behind = (name_key(part) for part in _DASH.split(stretch, maxsplit=1))
        for name in self._versions.get(short, ()):
            version = name_key(name.partition(" - ")[2])
            if len(version.split()) == len(behind.split()) and fuzz.ratio(version, behind) >= _LIKE_VERSION:
                return (name,)
        return ()

    def _is_title(self, written: str, length: int, before: str, after: str) -> bool:
        """Tell whether a stretch is written as a title, and not only opens a sentence."""
        letters = [char for char in before + written + after if char.isalpha()]
        if not any(char.islower() for char in letters) and len(letters) > len(written):
            return False
        words = _WORD.findall(written)
        if not all(word[0].isupper() or word[0].isdigit() or word.casefold() in _SHORT_WORDS for word in words):
            return False
        if not words[0][0].isupper() and not words[0][0].isdigit():
            return False
        opens = length == 1 and _OPENS.search(before) is not None
        return not (opens and self._ordinary(written)) or _MARKS_A_NAME.match(after) is not None
