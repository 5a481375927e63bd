"""Read from card text what it changes about building a deck (CR 1.10.1.3).

The text is compiled like every other; nothing here knows a card by its name.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from corpus.names import name_key
from corpus.records import CardText
from engine.abilities.filters import (
    AllOf,
    AnyOf,
    CardFilter,
    Criterion,
    HasClassification,
    HasInk,
    HasInkwellSymbol,
    HasName,
    IsOther,
    IsSong,
    IsType,
    Not,
)
from engine.abilities.kinds import CompiledCard, StaticAbility
from engine.abilities.statics import DeckRule

__all__ = ["ANY_NUMBER", "Adjustments", "adjustments_of", "admits"]

ANY_NUMBER: Final = 0
"""A number of copies that stands for no limit."""

_ABOUT_BUILDING = re.compile(r"\bin (?:your|a|any) decks?\b(?! for\b)|\b(?:your|a) deck (?:can|may|must|has|have)\b", re.I)
"""What an unread text would say if it were about building a deck, and not about one that is being played with."""


@dataclass(frozen=True, slots=True)
class Adjustments:
    """What the text of one card changes about building a deck."""

    copies: int | None = None
    """Most copies of the card; ``ANY_NUMBER`` for no limit, None where its text says nothing."""
    any_ink: tuple[CardFilter, ...] = ()
    """Cards that may be in the deck whatever their ink types."""
    unread: tuple[str, ...] = ()
    """Texts on building a deck that the compiler could not read, or that print does not decide."""


def adjustments_of(compiled: CompiledCard) -> Adjustments:
    """Keep of a compiled card what is about building a deck."""
    changes = tuple(
        change
        for ability in compiled.abilities
        if isinstance(ability, StaticAbility)
        for change in ability.changes
        if isinstance(change, DeckRule)
    )
    unread = [part.text for part in compiled.unread if _ABOUT_BUILDING.search(part.text)]
    any_ink = [change.any_ink for change in changes if change.any_ink is not None]
    judged = tuple(each for each in any_ink if all(_is_printed(criterion) for criterion in each.criteria))
    if len(judged) < len(any_ink):
        unread.append("which cards it allows whatever their ink types")
    copies = [change.copies for change in changes if change.copies is not None]
    return Adjustments(copies[0] if copies else None, judged, tuple(unread))


def admits(cards: CardFilter, printed: CardText, source: CardText) -> bool:
    """Tell whether a card is one of those that an adjustment on *source* speaks of, by what is printed on it."""
    return all(_holds(criterion, printed, source) for criterion in cards.criteria)


_ALONE: Final = (IsType, IsSong, HasName, HasClassification, HasInk, HasInkwellSymbol, IsOther)
"""Criteria that what is printed on a card decides."""


def _is_printed(criterion: Criterion) -> bool:
    """Tell whether print decides a criterion, outside of every game."""
    parts = tuple(_parts(criterion))
    return isinstance(criterion, _ALONE) or (bool(parts) and all(_is_printed(part) for part in parts))


def _parts(criterion: Criterion) -> Iterator[Criterion]:
    match criterion:
        case Not(criterion=part):
            yield part
        case AllOf(criteria=parts) | AnyOf(criteria=parts):
            yield from parts


def _holds(criterion: Criterion, printed: CardText, source: CardText) -> bool:
    """Judge a card by one criterion that print decides."""
    match criterion:
        case IsType(types=types):
            return printed.type in types
        case IsSong():
            return printed.is_song
        case HasName(name=name):
            return any(name_key(each) == name_key(name) for each in (printed.name, *printed.names))
        case HasClassification(classification=classification):
            return classification in printed.classifications
        case HasInk(ink=ink):
            return ink in printed.inks
        case HasInkwellSymbol():
            return printed.inkwell
        case IsOther():
            # further copies of the source have its ink types, which the deck has anyway
            return printed.full_name != source.full_name
        case Not(criterion=part):
            return not _holds(part, printed, source)
        case AllOf(criteria=parts):
            return all(_holds(part, printed, source) for part in parts)
        case AnyOf(criteria=parts):
            return any(_holds(part, printed, source) for part in parts)
    return False
