"""Measure what our server costs over the SDK alone, in one run: latency, throughput, start, memory.

    python tests/bench/bench_overhead.py        prints a table; exit status 1 when a promise is broken

It answers from the user's index, so run `loreguide setup` before. Medians of three rounds, the two servers in turn.
"""

import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.bench.driving import floor, latencies, mcp_call, ours, throughput
from tests.bench.figures import Bound, Figure, report

ROUNDS = 3
REQUESTS = 1_000
CLIENTS = 16
STARTS = 5
SETTLE_SECONDS = 5
RULE = {"ref": "4.6.4.3"}


def measured() -> Iterator[Figure]:
    """Measure both servers in turn."""
    middle: dict[str, list[float]] = {"floor": [], "ours": []}
    slow: dict[str, list[float]] = {"floor": [], "ours": []}
    rates: dict[str, list[float]] = {"floor": [], "ours": []}
    with floor() as trivial, ours("--rate", "0") as served:
        time.sleep(SETTLE_SECONDS)
        yield Figure("serve, memory when idle", served.megabytes, "MB", 200)
        for _ in range(ROUNDS):
            for name, server in (("floor", trivial), ("ours", served)):
                request = mcp_call(server.port, "get_rule", RULE)
                latencies(server.port, request, REQUESTS // 10)
                taken = latencies(server.port, request, REQUESTS)
                middle[name].append(statistics.median(taken))
                slow[name].append(taken[int(len(taken) * 0.99)])
                rates[name].append(throughput(server.port, request, CLIENTS, REQUESTS // 5))
    for name in ("floor", "ours"):
        yield Figure(f"get_rule over HTTP, {name}, p50", statistics.median(middle[name]), "ms")
        yield Figure(f"get_rule over HTTP, {name}, p99", statistics.median(slow[name]), "ms")
        yield Figure(f"get_rule over HTTP, {name}, {CLIENTS} clients", statistics.median(rates[name]), "calls/s")
    ratio = statistics.median(middle["ours"]) / statistics.median(middle["floor"])
    yield Figure("p50 over the floor", ratio, "times", 2.0)
    share = statistics.median(rates["ours"]) / statistics.median(rates["floor"])
    yield Figure(f"throughput of the floor at {CLIENTS} clients", share * 100, "%", 40, Bound.AT_LEAST)


def starts() -> Iterator[Figure]:
    """Measure the time from start to ready, of both."""
    for name, start, promise in (("floor", floor, None), ("serve", lambda: ours("--rate", "0"), 1.5)):
        taken = []
        for _ in range(STARTS):
            with start() as server:
                taken.append(server.ready_seconds)
        yield Figure(f"{name}, start to ready", statistics.median(taken), "s", promise)


if __name__ == "__main__":
    sys.exit(report([*starts(), *measured()]))
