"""Point at things: a rule of an edition, a card, a stretch of card text."""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

CURRENT_EDITION = "2.3.0"
"""The edition of the Comprehensive Rules that the project implements (effective 2026-10-16)."""


class Document(StrEnum):
    """The official documents, by the abbreviation that a reference starts with."""

    COMPREHENSIVE_RULES = "CR"
    TOURNAMENT_RULES = "TR"
    PLAY_CORRECTION_GUIDELINES = "PCG"


_NUMBER = re.compile(r"\d+(?:\.\d+)*")
_REFERENCE = re.compile(r"(CR|TR|PCG)\s+(\S+)\s+(\d+(?:\.\d+)*)")


@dataclass(frozen=True, slots=True)
class RuleRef:
    """A numbered rule of one edition of a document, written ``CR 2.3.0 4.6.4.3``."""

    document: Document
    edition: str
    number: str

    def __post_init__(self) -> None:
        """Refuse a number that is not dotted digits.

        :raises ValueError: the number is not of the form ``4.6.4.3``.
        """
        if not _NUMBER.fullmatch(self.number):
            raise ValueError(f"{self.number!r} is not a rule number; a rule number looks like 4.6.4.3")

    def __str__(self) -> str:
        return f"{self.document.value} {self.edition} {self.number}"

    @classmethod
    def parse(cls, text: str) -> "RuleRef":
        """Read ``CR 2.3.0 4.6.4.3``.

        :raises ValueError: the text has another form.
        """
        match = _REFERENCE.fullmatch(text.strip())
        if match is None:
            raise ValueError(f"{text!r} is not a rule reference; one looks like CR {CURRENT_EDITION} 4.6.4.3")
        return cls(Document(match[1]), match[2], match[3])

    @property
    def sort_key(self) -> tuple[str, str, tuple[int, ...]]:
        """Order by document, edition and then number as a sequence of integers."""
        return self.document.value, self.edition, number_key(self.number)

    def covers(self, other: "RuleRef") -> bool:
        """Tell whether *other* is this rule or one of its sub-rules."""
        return (self.document, self.edition) == (other.document, other.edition) and is_within(other.number, self.number)


def cr(number: str, edition: str = CURRENT_EDITION) -> RuleRef:
    """Point at a rule of the Comprehensive Rules."""
    return RuleRef(Document.COMPREHENSIVE_RULES, edition, number)


def number_key(number: str) -> tuple[int, ...]:
    """Give the sort key of a rule number: ``"4.10"`` comes after ``"4.9"``."""
    return tuple(int(part) for part in number.split("."))


@lru_cache(8_192)
def parent_number(number: str) -> str | None:
    """Give the number one level up, or None for a chapter."""
    head, _, _ = number.rpartition(".")
    return head or None


def is_within(number: str, ancestor: str) -> bool:
    """Tell whether *number* is *ancestor* or lies below it."""
    return number == ancestor or number.startswith(ancestor + ".")


@dataclass(frozen=True, slots=True)
class CardRef:
    """A card by its full name, as the catalogue spells it."""

    full_name: str

    def __str__(self) -> str:
        return self.full_name


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open stretch of a card's normalised rules text, in characters."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """Cut the stretch out of *text*."""
        return text[self.start : self.end]
