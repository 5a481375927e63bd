"""Say why: every event with the rules that decide it and the card text that caused it, written while it happens."""

from dataclasses import dataclass

from corpus.refs import RuleRef, Span
from engine.events import Event
from engine.state.objects import CardId


@dataclass(frozen=True, slots=True)
class Cause:
    """The card text that caused an event."""

    card: CardId | None
    """The card, or None for an effect that a scenario states."""
    ability: str = ""
    """The name of the ability, empty for an action's effect."""
    span: Span | None = None
    """The stretch of the card's normalised text."""


@dataclass(frozen=True, slots=True)
class TraceEntry:
    """One event of the timeline."""

    event: Event
    rules: tuple[RuleRef, ...] = ()
    """The rules that decide it, the telling one first."""
    cause: Cause | None = None
    note: str = ""
    """A remark for the reader, such as that a number nobody gave is the most possible."""
