"""Tell which rules the wording of a card brings up, by what its compiled abilities are made of.

Cards are compiled when an index is built; what is found is kept in it, so that nobody who searches needs the compiler.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from math import log
from typing import TYPE_CHECKING, Any

from corpus.asking import AbilityRules
from corpus.records import CardText, CardType

if TYPE_CHECKING:
    from engine.abilities.kinds import CompiledCard

__all__ = ["CardRule", "card_rules", "marks_of"]

_PLACE = "span"
"""The field that says where a node stands in the text."""
_LATER = 0.9
"""How much the rules after an entry's first count."""


@dataclass(frozen=True, slots=True)
class CardRule:
    """A rule that the wording of a card brings up."""

    card: str
    """Full name."""
    number: str
    weight: float
    """From 0 to 1: the rarer the wording among cards, the more it says."""
    says: str
    """The wording, such as ``up to``."""


def card_rules(compiled: "Mapping[str, CompiledCard]", table: Iterable[AbilityRules]) -> Iterator[CardRule]:
    """Give the rules that each card's wording brings up, each once with its most telling wording."""
    table = tuple(table)
    marked = {name: marks_of(card) for name, card in compiled.items()}
    having = Counter(entry for marks in marked.values() for entry in _fitting(table, marks))
    weights = {entry: log(len(marked) / count) / log(len(marked)) if len(marked) > 1 else 1.0 for entry, count in having.items()}
    for name, marks in marked.items():
        found: dict[str, CardRule] = {}
        for entry in _fitting(table, marks):
            for place, number in enumerate(entry.rules):
                weight = round(weights[entry] ** 0.5 * (_LATER if place else 1.0), 4)
                if number not in found or weight > found[number].weight:
                    found[number] = CardRule(name, number, weight, entry.says)
        yield from found.values()


def _fitting(table: Iterable[AbilityRules], marks: frozenset[str]) -> list[AbilityRules]:
    """Give the entries all of whose marks are there."""
    return [entry for entry in table if entry.marks <= marks]


def marks_of(card: "CompiledCard") -> frozenset[str]:
    """Give everything that a card's abilities have in them, and what its print says."""
    found = set(_printed_marks(card.printed))
    for ability in card.abilities:
        _collect(ability, found)
    return frozenset(found)


def _printed_marks(printed: CardText) -> Iterator[str]:
    """Give the marks that stand outside of the text box."""
    yield f"card={printed.type.value}"
    if printed.is_song:
        yield "type=song"
    if printed.type is CardType.LOCATION and printed.lore:
        yield "lore=location"
    if len(printed.names) > 1:
        yield "name=two"


def _collect(node: Any, found: set[str]) -> None:
    """Add the marks of a node and of everything in it."""
    kind = type(node).__name__
    found.add(kind)
    for field in fields(node):
        if field.name == _PLACE:
            continue
        name = f"{kind}.{field.name}"
        for value in _values(getattr(node, field.name)):
            if isinstance(value, Enum):
                found.add(f"{name}={value.value}")
            elif value is True:
                found.add(name)
            elif is_dataclass(value):
                found.add(f"{name}:{type(value).__name__}")
                number = getattr(value, "value", None)
                if isinstance(number, int):
                    found.add(f"{name}={number}")
                if isinstance(number, int) and number < 0:
                    found.add(f"{kind}.negative")
                _collect(value, found)


def _values(value: Any) -> Iterable[Any]:
    """Give the members of a tuple, or the value itself."""
    return value if isinstance(value, tuple) else (value,)
