"""Write a rule down once beside the code that applies it, and collect all that are written."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from corpus.refs import RuleRef, cr

Subject = TypeVar("Subject")


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule and the place in the code that applies it."""

    ref: RuleRef
    heading: str
    """A few words that tell a reader which rule the number is."""
    place: str
    """``module:name`` of the function or class."""


CITED: list[Citation] = []
"""Every citation of the modules imported so far; a test resolves each against the corpus."""


def rule(number: str, heading: str) -> Callable[[Subject], Subject]:
    """Say that the decorated function or class applies a rule of the edition that the engine implements.

    :raises ValueError: *number* is not a rule number.
    """
    ref = cr(number)

    def enter(subject: Subject) -> Subject:
        CITED.append(Citation(ref, heading, f"{getattr(subject, '__module__', '')}:{getattr(subject, '__qualname__', '')}"))
        return subject

    return enter


_known: dict[str, RuleRef] = {}


def refs(*numbers: str) -> tuple[RuleRef, ...]:
    """Point at rules of the implemented edition, for a trace entry or a refusal.

    :raises ValueError: one of *numbers* is not a rule number.
    """
    found = []
    for number in numbers:
        ref = _known.get(number)
        if ref is None:
            ref = _known[number] = cr(number)
        found.append(ref)
    return tuple(found)


def applied_numbers() -> frozenset[str]:
    """Give the numbers of all rules that code has pointed at so far, by decorator or by :func:`refs`."""
    return frozenset(_known) | {citation.ref.number for citation in CITED}
