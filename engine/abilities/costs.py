"""What an activated ability or an alternate cost asks to be paid (1.5, 4.4)."""

from dataclasses import dataclass

from engine.abilities.base import Node
from engine.abilities.effects import Effect
from engine.abilities.values import Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost(Node):
    """One part of a cost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PayInk(Cost):
    """Ink, exerted or as ink drops."""

    amount: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class ExertThis(Cost):
    """The {E} symbol: exert the source."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveInkDrops(Cost):
    """Remove ink drop counters, and nothing else will do."""

    amount: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class DoToPay(Cost):
    """Anything else that is done to pay: banish, discard, exert others, put damage; it has to be done completely (1.5.3)."""

    effect: Effect
