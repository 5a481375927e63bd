"""Describe the current characteristics of a card: printed ones and everything that applies to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from corpus.records import CardType
from engine.abilities.keywords import ShiftAbility
from engine.abilities.kinds import Ability, Unread
from engine.abilities.statics import Change
from engine.abilities.vocabulary import Keyword, Stat


@dataclass(frozen=True, slots=True)
class Held:
    """An ability that a card has, with the name by which a limit on its use remembers it."""

    ability: Ability
    key: str
    """Tells the abilities of one card apart: ``printed 1``, or the effect that it was gained from."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A change that applies to a card or a player and is no number, keyword or ability: a restriction, a permission, a duty."""

    change: Change
    you: int
    """The player whose ability makes the change."""
    source: int | None
    """The card it comes from, or None for what a scenario states."""
    effect: int | None = None
    """Serial number of the ongoing effect it comes from; None when a card in play makes it."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a card is now. A number may be negative here; whoever uses it counts that as 0 (6.6.2, 6.6.3)."""

    type: CardType | None = None
    """None for a card whose face nobody knows."""
    names: frozenset[str] = frozenset()
    shift_names: frozenset[str] = frozenset()
    """Names that it counts as having for Shift only."""
    classifications: frozenset[str] = frozenset()
    inks: frozenset[str] = frozenset()
    inkwell: bool = False
    numbers: Mapping[Stat, int] = field(default_factory=dict)
    """Strength, Willpower, Lore, cost and move cost, each where the card has it."""
    keywords: Mapping[Keyword, int] = field(default_factory=dict)
    """Every keyword it has, with its number; 0 for a keyword without one."""
    shifts: tuple[ShiftAbility, ...] = ()
    abilities: tuple[Held, ...] = ()
    """All abilities but keywords."""
    marks: tuple[Mark, ...] = ()
    sing_bonus: int = 0
    """How much more cost it counts as having to sing songs (8.11.3)."""
    unread: tuple[Unread, ...] = ()

    def number(self, stat: Stat) -> int | None:
        """Give a characteristic, or None where the card has none of it."""
        return self.numbers.get(stat)

    def counted(self, stat: Stat) -> int:
        """Give a characteristic as it counts when it is used: never below 0, and 0 where there is none (6.6.2, 6.6.3)."""
        return max(0, self.numbers.get(stat, 0))

    def has(self, keyword: Keyword) -> bool:
        """Tell whether the card has a keyword, whatever its number."""
        return keyword in self.keywords


UNKNOWN = Sheet()
"""The sheet of a card whose face nobody knows."""
