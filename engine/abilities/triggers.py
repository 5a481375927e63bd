"""Describe the events that abilities look for (6.2) and that a turn remembers."""

from dataclasses import dataclass

from engine.abilities.base import Node
from engine.abilities.conditions import Condition
from engine.abilities.players import PlayerRef
from engine.abilities.values import Amount
from engine.abilities.vocabulary import Comparison, Occurrence, Zone


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPattern(Node):
    """An occurrence with limits on who and what takes part; what is left out may be anything.

    The subject and the other side are matched as they were when the event happened (6.7.7).
    """

    occurrence: Occurrence
    subject: Node | None = None
    """A ``CardFilter`` (its zone is not looked at) or a ``Reference`` such as ``This``."""
    other: Node | None = None
    """The other side of the event, likewise."""
    actor: PlayerRef | None = None
    """Who did it."""
    amount: Amount | None = None
    comparison: Comparison = Comparison.AT_LEAST
    from_zone: Zone | None = None
    to_zone: Zone | None = None
    while_here: bool = False
    """The subject is at the source location when it happens ("while here")."""
    from_location: bool = False
    """The subject was at another location before ("from a location")."""
    nth: int | None = None
    """Only the so-manieth such event of the turn: "the first time", "a second action"."""
    batched: bool = False
    """"1 or more": several such events at one time are one condition met."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger(Node):
    """A trigger condition: the event, and what has to be true as it happens ("during your turn", "while …")."""

    event: EventPattern
    condition: Condition | None = None
    """Checked as the event happens (6.1.13.6); a secondary "if" is part of the effect instead (6.2.4)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventIs(Condition):
    """The event the trigger saw matches a pattern: "if it's the second card you've …", "if the moved character …"."""

    event: EventPattern


__all__ = ["EventIs", "EventPattern", "Trigger"]
