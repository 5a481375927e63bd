"""Ask for cards by name: the small protocol that whoever replays a scenario passes in."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Protocol, runtime_checkable

from rapidfuzz import fuzz, process

from corpus.names import name_key
from corpus.records import CardText
from engine.abilities.kinds import CompiledCard

__all__ = ["CardCatalogue", "CompiledCatalogue", "DictionaryCatalogue"]

NEAR_SCORE = 60.0
"""How alike two names have to be, out of 100, for one to be offered for the other."""


class CardCatalogue(Protocol):
    """A place to look cards up by their full names."""

    def find(self, full_name: str) -> CardText | None:
        """Give what is printed on the card of that name; case, accents and punctuation do not count."""

    def near(self, full_name: str, limit: int = 5) -> list[str]:
        """Give the full names nearest to *full_name*, best first."""


@runtime_checkable
class CompiledCatalogue(Protocol):
    """A catalogue that has its cards compiled already."""

    def compiled(self, full_name: str) -> CompiledCard | None:
        """Give the compiled card of that name, or None where it has to be compiled yet."""


class DictionaryCatalogue:
    """A catalogue over cards that are at hand."""

    def __init__(self, cards: Iterable[CardText]) -> None:
        """Take in the cards; of two with the same name the later one counts."""
        self._cards = {name_key(card.full_name): card for card in cards}
        self._near = lru_cache(maxsize=1024)(self._nearest)

    def find(self, full_name: str) -> CardText | None:
        """Give the card of that name."""
        return self._cards.get(name_key(full_name))

    def near(self, full_name: str, limit: int = 5) -> list[str]:
        """Give the nearest names: versions of a short name first, then the most alike."""
        return list(self._near(full_name, limit))

    def _nearest(self, full_name: str, limit: int) -> tuple[str, ...]:
        asked = name_key(full_name)
        versions = [card.full_name for card in self._cards.values() if name_key(card.name) == asked]
        alike = process.extract(asked, list(self._cards), scorer=fuzz.WRatio, limit=limit, score_cutoff=NEAR_SCORE)
        names = sorted(versions) + [self._cards[key].full_name for key, _, _ in alike]
        return tuple(dict.fromkeys(names))[:limit]
