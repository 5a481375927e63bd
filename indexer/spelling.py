"""Mend words that a question spells wrongly, by the words that the documents and questions have."""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final

from rapidfuzz import process
from rapidfuzz.distance import OSA

from corpus.names import name_key

__all__ = ["Spelling"]

_SHORTEST: Final = 4
"""Letters of a word that may be misspelt."""
_SLIPS: Final = ((5, 1), (40, 2))
"""Up to how many letters of a word how many slips are mended."""
_WORD = re.compile(r"[^\W\d_]{4,40}")
_KEPT: Final = 4_000
"""Words whose mending is kept in memory."""


class Spelling:
    """The words that are spelt rightly."""

    def __init__(self, words: Iterable[str], known: Callable[[str], bool]) -> None:
        """Take the words to mend to; *known* tells of a word in name-key form whether it is one in some ending."""
        # the words that come first are preferred among equally near ones
        self._words = [word for word in dict.fromkeys(words) if len(word) >= _SHORTEST]
        self._known = known
        self._mended = lru_cache(maxsize=_KEPT)(self._mend)

    def corrections(self, text: str) -> dict[str, str]:
        """Give the misspelt words of a text, as they are written, with what they are meant for."""
        found: dict[str, str] = {}
        for written in dict.fromkeys(_WORD.findall(text)):
            meant = self._mended(name_key(written))
            if meant is not None:
                found[written] = meant
        return found

    def _mend(self, word: str) -> str | None:
        """Give what a word is meant for; None where it is known, or where nothing is near."""
        if len(word) < _SHORTEST or self._known(word):
            return None
        slips = next(most for length, most in _SLIPS if len(word) <= length)
        near = process.extract(word, self._words, scorer=OSA.distance, score_cutoff=slips, limit=8)
        # the first letter is seldom wrong; of equally near words the one that keeps it is meant
        best = min(near, key=lambda each: (each[1] + (each[0][0] != word[0]), each[2]), default=None)
        return None if best is None or (best[1] == slips and best[0][0] != word[0]) else best[0]
