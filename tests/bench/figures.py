"""Measured numbers beside what was promised of them."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum


class Bound(Enum):
    """On which side of a promise a number has to stay."""

    AT_MOST = "at most"
    AT_LEAST = "at least"


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured number and what was promised of it."""

    name: str
    value: float
    unit: str
    promise: float | None = None
    """None where nothing was promised."""
    bound: Bound = Bound.AT_MOST

    @property
    def kept(self) -> bool:
        """Whether the promise is kept."""
        if self.promise is None:
            return True
        return self.value <= self.promise if self.bound is Bound.AT_MOST else self.value >= self.promise


def report(figures: Iterable[Figure]) -> int:
    """Print every figure as it comes; give the exit status."""
    broken = 0
    for figure in figures:
        promise = "" if figure.promise is None else f"  (promised: {figure.bound.value} {figure.promise:g})"
        print(f"{figure.name:<58} {figure.value:>10.2f} {figure.unit}{promise}{'' if figure.kept else '  BROKEN'}", flush=True)
        broken += not figure.kept
    return 1 if broken else 0
