"""Measure deck checks in process; exit 1 when a promised bound is broken.

Decks of 60 cards, one after the other in both Constructed formats, written as a text and as a table; then the largest
lists that are read.
"""

import statistics
import sys
import time
from datetime import date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from corpus.formats import FormatName
from corpus.load import load_sources
from indexer.build import build_index, index_folder
from indexer.decks.check import DeckChecker
from indexer.fetch import cache_folder, fetch_catalogue, read_stored
from indexer.query import Index, open_index
from tests.bench.figures import report_bounded

BOUNDS = {
    "60 cards p50 ms": 5.0,
    "60 cards p99 ms": 50.0,
    "first check ms": 500.0,
    "10,000 lines s": 10.0,
    "10,000 unknown lines s": 10.0,
}
"""What the project promises, and what it would not want to lose."""

DAY = date(2026, 11, 30)
DECKS = 200


def milliseconds(checker: DeckChecker, text: str, name: FormatName) -> float:
    """Give the time of one check."""
    started = time.perf_counter()
    checker.check(text, name, DAY)
    return (time.perf_counter() - started) * 1000


def decks(index: Index) -> list[str]:
    """Give decks of 60 cards, fifteen different ones in each, from all over the catalogue."""
    names = list(index.printings())
    step = len(names) // DECKS
    lists = [[names[(deck * step + place * 187) % len(names)] for place in range(15)] for deck in range(DECKS)]
    texts = ["\n".join(f"4 {name}" for name in each) for each in lists[::2]]
    tables = ["Count,Name\n" + "\n".join(f'4,"{name}"' for name in each) for each in lists[1::2]]
    return [*texts, *tables]


def measure(cache: Path) -> dict[str, float]:
    """Build an index and check decks against it."""
    stored = read_stored(cache_folder()) or fetch_catalogue(load_sources().catalogue, cache_folder())
    build_index(stored, cache)
    index = open_index(index_folder(cache))
    lists = decks(index)
    started = time.perf_counter()
    checker = DeckChecker(index)
    checker.check(lists[0], FormatName.CORE, DAY)
    figures = {"first check ms": (time.perf_counter() - started) * 1000}
    taken = [milliseconds(checker, text, name) for name in (FormatName.CORE, FormatName.INFINITY) for text in lists]
    quantiles = statistics.quantiles(taken, n=100, method="inclusive")
    figures["60 cards p50 ms"], figures["60 cards p99 ms"] = quantiles[49], quantiles[98]
    names = list(index.printings())
    long = "\n".join(f"1 {names[at % len(names)]}" for at in range(10_000))
    figures["10,000 lines s"] = milliseconds(checker, long, FormatName.INFINITY) / 1000
    figures["10,000 unknown lines s"] = milliseconds(checker, long.replace("\n", "z\n"), FormatName.INFINITY) / 1000
    index.close()
    return figures


if __name__ == "__main__":
    sys.exit(report_bounded(measure, BOUNDS))
