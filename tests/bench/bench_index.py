"""Measure the index: build time, opening, look-ups in process, memory; exit 1 when a promised bound is broken."""

import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from corpus.load import load_sources
from indexer.build import build_index, index_folder
from indexer.fetch import cache_folder, fetch_catalogue, read_stored
from indexer.query import Index, open_index
from tests.bench.figures import report_bounded

BOUNDS = {
    "build s": 30.0,
    "open and first search ms": 500.0,
    "card p50 ms": 1.0,
    "rule p50 ms": 1.0,
    "rule context p50 ms": 1.0,
    "near cards p50 ms": 10.0,
    "search p50 ms": 10.0,
    "search p99 ms": 40.0,
    "memory MB": 200.0,
}
"""What the project promises, and what it would not want to lose."""

WORDS = ("challenge", "drying", "exert", "bag", "damage", "song", "location", "banish", "ready", "lore", "shift", "choose")


def times(function: Callable[[Any], Any], values: Iterable[Any]) -> list[float]:
    """Give the milliseconds of each call."""
    taken = []
    for value in values:
        started = time.perf_counter()
        function(value)
        taken.append((time.perf_counter() - started) * 1000)
    return taken


def queries() -> list[str]:
    """Give queries of one to six words, each different."""
    return [
        " ".join(WORDS[(start + step * length) % len(WORDS)] for step in range(length))
        for start in range(len(WORDS))
        for length in range(1, 7)
    ]


def measure(cache: Path) -> dict[str, float]:
    """Build into a fresh cache and measure what was built."""
    stored = read_stored(cache_folder()) or fetch_catalogue(load_sources().catalogue, cache_folder())
    started = time.perf_counter()
    build_index(stored, cache)
    figures = {"build s": time.perf_counter() - started}
    started = time.perf_counter()
    index: Index = open_index(index_folder(cache))
    index.search_rules("can a drying character challenge")
    figures["open and first search ms"] = (time.perf_counter() - started) * 1000
    names = [
        name
        for word in ("elsa", "mickey", "stitch", "simba", "ursula", "maui", "belle")
        for name, _ in index.near_cards(word, 40)
    ]
    numbers = [rule.ref.number for rule in index.rules("comprehensive-rules-2.3.0")]
    figures["card p50 ms"] = statistics.median(times(index.card, names))
    figures["rule p50 ms"] = statistics.median(times(index.rule, numbers))
    figures["rule context p50 ms"] = statistics.median(times(index.rule_context, numbers))
    figures["near cards p50 ms"] = statistics.median(times(lambda name: index.near_cards(name[1:]), names[:100]))
    searched = statistics.quantiles(times(index.search_rules, queries()), n=100, method="inclusive")
    figures["search p50 ms"], figures["search p99 ms"] = searched[49], searched[98]
    figures["memory MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    index.close()
    return figures


if __name__ == "__main__":
    sys.exit(report_bounded(measure, BOUNDS))
