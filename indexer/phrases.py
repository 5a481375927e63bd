"""Bring what people say to the words by which phrases meet: one stem for all endings, our word for other people's."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from corpus.asking import SearchWords
from corpus.names import name_key
from indexer.fulltext import stem_of, stems_in

__all__ = ["Phrasing", "Place"]

_LONGEST: Final = 4
"""Words of the longest phrase that stands for something else."""
_ONE_OF_SEVERAL: Final = 0.8
"""How much a word counts that is one of several which may be meant."""


@dataclass(frozen=True, slots=True)
class Place:
    """What stands at one place of a text and says something."""

    written: tuple[str, ...]
    """The words there, in name-key form."""
    words: tuple[str, ...]
    """The words as which they are looked up."""
    weight: float
    """How much each of these counts."""

    @property
    def stems(self) -> tuple[str, ...]:
        """The stems of the words as which it is looked up."""
        return tuple(dict.fromkeys(map(stem_of, self.words)))

    @property
    def is_replaced(self) -> bool:
        """Whether it is looked up as something else than what is written."""
        return self.words != self.written


class Phrasing:
    """The words of questions, ready to be found in texts."""

    def __init__(self, words: SearchWords) -> None:
        self._little = words.little
        self._meant: dict[tuple[str, ...], tuple[str, ...]] = {}
        for said, meant in words.meant.items():
            self._meant[stems_in(said)] = meant

    def knows(self, word: str) -> bool:
        """Tell whether a word in name-key form is one of the table, little or with a meaning."""
        return word in self._little or (stem_of(word),) in self._meant

    def places(self, text: str) -> Iterator[Place]:
        """Give what stands at each place of a text, little words left out."""
        words = name_key(text).split()
        stems = [stem_of(word) for word in words]
        at = 0
        while at < len(words):
            for length in range(min(_LONGEST, len(words) - at), 0, -1):
                meant = self._meant.get(tuple(stems[at : at + length]))
                if meant is not None:
                    looked_up = (word for phrase in meant for word in name_key(phrase).split())
                    said = tuple(word for word in dict.fromkeys(looked_up) if word not in self._little)
                    yield Place(tuple(words[at : at + length]), said, 1.0 if len(meant) == 1 else _ONE_OF_SEVERAL)
                    at += length
                    break
            else:
                if words[at] not in self._little:
                    yield Place((words[at],), (words[at],), 1.0)
                at += 1
