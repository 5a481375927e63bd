"""Choose what answers a question beside rules and sections: terms that it is about, rulings of the cards that it names."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from indexer.fulltext import stems_in
from indexer.question import Question
from indexer.results import Passage

__all__ = ["answering", "share_of"]

_MOST: Final = 2
"""Passages that are given."""
_SHARE: Final = 0.25
"""The share of a question that a ruling has to have."""
_WHOLE: Final = 0.5
"""The share of a question that the name of a term has to be."""


def share_of(text: str, stems: Mapping[str, float], rarity: Callable[[str], float]) -> float:
    """Give the share of a question's stems that a text has, the rarer the weightier, from 0 to 1."""
    has = set(stems_in(text))
    weights = {stem: weight * rarity(stem) for stem, weight in stems.items()}
    return sum(weight for stem, weight in weights.items() if stem in has) / (sum(weights.values()) or 1.0)


def answering(
    question: Question, rulings: Iterable[Passage], terms: Iterable[Passage], rarity: Callable[[str], float]
) -> list[tuple[Passage, float]]:
    """Give the passages that answer a question with the share of it that each has, best first.

    *rulings* are those of cards that the question names; *terms* the entries of a glossary for the terms in it, which
    answer where hardly more than the term is asked.
    """
    found = [(passage, share_of(passage.text, question.stems, rarity), _SHARE) for passage in rulings]
    found += [(passage, share_of(passage.heading, question.stems, rarity), _WHOLE) for passage in terms]
    kept = [(passage, round(share, 4)) for passage, share, least in found if share >= least]
    return sorted(kept, key=lambda pair: -pair[1])[:_MOST]
