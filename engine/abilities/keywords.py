"""Keyword abilities (8) as data: the keyword with its number, cost or kind."""

from dataclasses import dataclass

from engine.abilities.base import Node
from engine.abilities.costs import Cost
from engine.abilities.vocabulary import Keyword, ShiftKind


@dataclass(frozen=True, slots=True, kw_only=True)
class KeywordAbility(Node):
    """A keyword. ``value`` is its number (Challenger +N, Resist +N, Singer N, Sing Together N, Boost N)."""

    keyword: Keyword
    value: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftAbility(KeywordAbility):
    """Shift and its variants (8.10)."""

    keyword: Keyword = Keyword.SHIFT
    costs: tuple[Cost, ...] = ()
    """What is paid instead of the ink cost; usually one ``PayInk``."""
    kind: ShiftKind = ShiftKind.SHIFT
    onto: str | None = None
    """The classification (8.10.8.1) or name (8.10.8.6) it is put onto, where the kind asks for one."""
    temporary: bool = False
    """Temporary Shift (8.10.8.5)."""
