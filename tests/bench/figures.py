"""Measured numbers beside what was promised of them."""

import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path


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


def report_bounded(measure: Callable[[Path], Mapping[str, float]], bounds: Mapping[str, float]) -> int:
    """Measure in a folder that is thrown away, print every figure with its bound, and give the exit status.

    The last word of a figure's name is its unit.
    """
    with tempfile.TemporaryDirectory() as folder:
        measured = measure(Path(folder))
    named = {tuple(name.rsplit(" ", 1)): name for name in measured}
    return report(Figure(what, measured[name], unit, bounds[name]) for (what, unit), name in named.items())
