"""Take a question apart into what makes it like others: words, pairs of them, the cards that it names and their wording."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import log
from typing import Final

from corpus.names import name_key
from indexer.weights import WEIGHTS, Weights

__all__ = ["CARD", "PAIR", "WORD", "Naming", "features_of", "rarity_of", "turns_of"]

WORD: Final = "word "
PAIR: Final = "pair "
CARD: Final = "card "
_WORDING: Final = "wording "
"""How the names of features begin."""
_MOST_WORDS: Final = 60
"""Words of a text by which it is told whether anything answers it."""


@dataclass(frozen=True, slots=True)
class Naming:
    """A card that a question names."""

    card: str
    """Full name."""
    share: float
    """1 divided by the number of cards that may be meant."""
    wordings: frozenset[str]
    """What its abilities are worded with, such as ``up to``."""


def features_of(stems: Mapping[str, float], named: Iterable[Naming], weights: Weights = WEIGHTS) -> dict[str, float]:
    """Give what a question is made of and how much each part counts; *stems* are those of its words, in their order."""
    made = {f"{WORD}{stem}": weight for stem, weight in stems.items()}
    order = tuple(stems)
    made |= {f"{PAIR}{one} {other}": weights.pair for one, other in pairwise(order)}
    for each in named:
        parts = {
            f"{CARD}{each.card}": weights.same_card,
            **{f"{_WORDING}{says}": weights.same_wording for says in each.wordings},
        }
        for part, weight in parts.items():
            made[part] = max(made.get(part, 0.0), weight * each.share)
    return made


def rarity_of(questions: int, having: int) -> float:
    """Tell how much it says that a question has a feature: the more, the fewer of all questions have it."""
    return log(1 + questions / (having + 0.5))


def turns_of(text: str) -> list[str]:
    """Give the words of a text and the pairs of them, each once."""
    words = name_key(text).split()[:_MOST_WORDS]
    return list(dict.fromkeys((*words, *(f"{one} {other}" for one, other in pairwise(words)))))
