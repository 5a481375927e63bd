"""Numbers as texts give them: fixed, counted, read off a card, or remembered from earlier in the effect."""

from dataclasses import dataclass

from engine.abilities.base import Node
from engine.abilities.vocabulary import Stat


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount(Node):
    """A number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Amount):
    """A fixed number."""

    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CountOf(Amount):
    """How many cards match: "for each …", "the number of …"."""

    cards: Node
    """A ``CardFilter`` or a ``Reference``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountDistinct(Amount):
    """How many different values a property takes among cards: "for each different ink type of …"."""

    cards: Node
    property: str
    """``ink``, ``name``, ``full_name``, ``classification`` or ``cost``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatOf(Amount):
    """A characteristic of a card, current or last known (6.7.7); summed when the reference is several cards."""

    stat: Stat
    of: Node
    """A ``Reference`` or a ``CardFilter`` (total of all that match)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LargestStat(Amount):
    """The highest value of a characteristic among cards."""

    stat: Stat
    of: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerNumber(Amount):
    """A number of a player, summed over several players.

    One of ``lore``, ``hand``, ``deck``, ``discard``, ``ink``, ``ready_ink``, ``ink_drops`` and ``opponents``.
    """

    property: str
    player: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class CountPlayers(Amount):
    """How many players are meant: "for each opponent who …"."""

    player: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class Times(Amount):
    """``factor`` for every full ``every`` of an amount: "+1 for each …", "1 for each 2 damage"."""

    factor: int
    amount: Amount
    every: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum(Amount):
    """Amounts added; a negative factor in ``Times`` subtracts."""

    amounts: tuple[Amount, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AtMost(Amount):
    """An amount, but no more than a maximum."""

    amount: Amount
    maximum: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundAmount(Amount):
    """A number remembered under a name: the event's amount (``event``), or what an earlier effect did (its ``bind``)."""

    name: str = "event"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnCount(Amount):
    """How often something has happened this turn."""

    event: Node
    """An ``EventPattern`` from :mod:`engine.abilities.triggers`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTotal(Amount):
    """How much came together of something that has happened this turn: "the lore you gained this turn"."""

    event: Node
    """An ``EventPattern`` from :mod:`engine.abilities.triggers`."""
