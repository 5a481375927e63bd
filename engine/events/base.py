"""Say what every event has."""

from dataclasses import dataclass
from typing import ClassVar

from engine.terms import EventName


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened."""

    NAMES: ClassVar[tuple[EventName, ...]] = ()

    @property
    def names(self) -> tuple[EventName, ...]:
        """The names of the event in a timeline."""
        return self.NAMES
