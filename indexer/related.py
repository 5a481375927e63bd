"""Tell which rules go together: what points at another, and what is named together by terms, words and rulings."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from corpus.records import Rule
from indexer.readers.glossary import Vocabulary
from indexer.weights import WEIGHTS

__all__ = ["RelatedRule", "related_rules"]

_TOGETHER: Final = 3
"""Rules of an entry that are taken to be about the same."""
_SECTION_DEPTH: Final = 2
"""Numbers of so few parts are sections, which are pointed at for everything in them."""


@dataclass(frozen=True, slots=True)
class RelatedRule:
    """A rule of the current edition that another brings to mind."""

    number: str
    other: str
    weight: float
    """From 0 to 1."""


def related_rules(rules: Iterable[Rule], vocabulary: Vocabulary) -> Iterator[RelatedRule]:
    """Give the rules that go together, each pair once a direction, with the most that anything says for it."""
    strongest: dict[tuple[str, str], float] = {}
    rules = tuple(rules)
    there = {rule.ref.number for rule in rules}
    pairs = [*_pointing(rules, there), *_named_together(vocabulary)]
    for number, other, weight in pairs:
        if number in there and other in there:
            strongest[number, other] = max(strongest.get((number, other), 0.0), weight)
    return (RelatedRule(number, other, weight) for (number, other), weight in strongest.items())


def _pointing(rules: Iterable[Rule], there: set[str]) -> Iterator[tuple[str, str, float]]:
    """Give the rules that point at others, both ways."""
    for rule in rules:
        for other in rule.cross_references:
            if other in there and len(other.split(".")) > _SECTION_DEPTH:
                yield rule.ref.number, other, WEIGHTS.points_at
                yield other, rule.ref.number, WEIGHTS.pointed_at


def _named_together(vocabulary: Vocabulary) -> Iterator[tuple[str, str, float]]:
    """Give the rules that one entry names together."""
    groups: list[tuple[Sequence[str], float]] = [(term.rules, WEIGHTS.same_term) for term in vocabulary.terms]
    groups += [([ref.number for ref in word.rules], WEIGHTS.same_word) for word in vocabulary.foreign]
    groups += [([ref.number for ref in word.rules], WEIGHTS.same_word) for word in vocabulary.spoken]
    groups += [([ref.number for ref in entry.rules], WEIGHTS.same_misreading) for entry in vocabulary.misreadings]
    groups += [([ref.number for ref in board.rules], WEIGHTS.same_ruling) for board in vocabulary.boards]
    for numbers, weight in groups:
        for number, other in permutations(numbers[:_TOGETHER], 2):
            yield number, other, weight
