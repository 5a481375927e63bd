"""Measure how fast cards are compiled, and what it saves to have them compiled in the index; exit 1 when a bound is broken.

Usage: bench_compiler.py     builds an index of its own first

Seconds are those that this process had of a processor, so that the figures do not tell what else the machine was doing.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from corpus.load import load_sources
from corpus.records import CardText
from engine.compiler.compile import compile_card
from engine.scenario.setup import set_up
from indexer.build import build_index, current_index, index_folder
from indexer.compiled import COMPILED, CompiledCards
from indexer.fetch import CatalogueFile, cache_folder, fetch_catalogue, read_stored
from indexer.query import Index, open_index
from indexer.readers.cards import read_catalogue

BOUNDS = {
    "catalogue compiled s": 60.0,
    "one card compiled, p99 ms": 30.0,
    "one card compiled, slowest ms": 30.0,
    "one card from the index, p99 ms": 2.0,
    "scenario, its cards already read, p50 ms": 2.0,
    "scenario, its cards read for it, p50 ms": 2.0,
    "scenario, its cards read for it, p95 ms": 4.0,
}
"""What the project promises, and what it would not want to lose; figures without a bound are told for comparison."""

ON_BOARD = 8
"""Known cards of a scenario: what the median of the sample cases has, and some more."""


def times(function: Callable[[Any], Any], values: Iterable[Any]) -> list[float]:
    """Give the milliseconds of each call."""
    taken = []
    for value in values:
        started = time.process_time_ns()
        function(value)
        taken.append((time.process_time_ns() - started) / 1_000_000)
    return taken


def boards(names: Sequence[str]) -> list[dict[str, Any]]:
    """Give boards that have every card once, so many to a board."""
    dealt = [names[at : at + ON_BOARD] for at in range(0, len(names) - ON_BOARD, ON_BOARD)]
    half = ON_BOARD // 2
    return [
        {"players": {"p1": {"ink": 5, "hand": list(cards[:half]), "deck": 30}, "p2": {"discard": list(cards[half:]), "deck": 30}}}
        for cards in dealt
    ]


def of_compiling(cards: Sequence[CardText]) -> dict[str, float]:
    """Measure the compiler over the whole catalogue."""
    compile_card(cards[0])
    taken = times(compile_card, cards)
    slowest = max(range(len(cards)), key=lambda at: taken[at])
    print(f"slowest: {cards[slowest].full_name}")
    return {
        "catalogue compiled s": sum(taken) / 1000,
        "one card compiled, p50 ms": statistics.median(taken),
        "one card compiled, p99 ms": percentile(taken, 99),
        "one card compiled, slowest ms": max(taken),
    }


def of_loading(folder: Path, names: Sequence[str]) -> dict[str, float]:
    """Measure reading every card from the index."""
    cards = CompiledCards(folder)
    cards.card(names[0], lambda _: None)
    taken = times(lambda name: cards.card(name, lambda _: None), names)
    cards.close()
    return {
        "catalogue from the index s": sum(taken) / 1000,
        "one card from the index, p50 ms": statistics.median(taken),
        "one card from the index, p99 ms": percentile(taken, 99),
        "compiled cards on disk MB": (folder / COMPILED).stat().st_size / 1_000_000,
    }


def of_scenarios(index: Index, names: Sequence[str]) -> dict[str, float]:
    """Measure building scenarios of known cards: first with cards that nobody has asked for yet, then with the same."""
    made = boards(names)
    set_up(made.pop(), index)
    first, again = (times(lambda board: set_up(board, index), made) for _ in range(2))
    return {
        "scenario, its cards read for it, p50 ms": statistics.median(first),
        "scenario, its cards read for it, p95 ms": percentile(first, 95),
        "scenario, its cards already read, p50 ms": statistics.median(again),
    }


def percentile(taken: Sequence[float], which: int) -> float:
    """Give a percentile of some times."""
    return statistics.quantiles(taken, n=100, method="inclusive")[which - 1]


def measure(catalogue: CatalogueFile, cache: Path) -> dict[str, float]:
    """Build into a fresh cache and measure."""
    read = read_catalogue(catalogue.load(), load_sources().catalogue_provenance)
    names = [card.printed.full_name for card in read.cards]
    figures = of_compiling([card.printed for card in read.cards])
    build_index(catalogue, cache)
    figures |= of_loading(current_index(index_folder(cache)), names)
    index = open_index(index_folder(cache))
    figures |= of_scenarios(index, names)
    index.close()
    return figures


def main() -> int:
    """Print every figure with its bound."""
    with tempfile.TemporaryDirectory() as folder:
        figures = measure(read_stored(cache_folder()) or fetch_catalogue(load_sources().catalogue, cache_folder()), Path(folder))
    figures["loading is faster than compiling, times"] = figures["catalogue compiled s"] / figures["catalogue from the index s"]
    for name, figure in figures.items():
        print(f"{name}: {figure:.3g}" + (f" (bound {BOUNDS[name]:g})" if name in BOUNDS else ""))
    return int(any(figures[name] > bound for name, bound in BOUNDS.items()))


if __name__ == "__main__":
    sys.exit(main())
