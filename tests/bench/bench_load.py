"""Load a server with what many users ask at once: searches, cards, rules, boards and decks.

    python tests/bench/bench_load.py --seconds 300 [--workers 2] [--clients 32]     exit status 1 when a promise is broken

Every client asks again as soon as it is answered. The answers are held against those that the server gave when it was idle,
so that a wrong one under load is noticed.
"""

import argparse
import json
import multiprocessing
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.bench.driving import ROOT, Connection, Running, mcp_call, ours
from tests.bench.figures import Figure, report

DRIVERS = 2
"""Processes that the clients are divided over."""
QUESTIONS = (
    "can a drying character quest",
    "what happens when two triggered abilities are in the bag",
    "does Ward stop my own actions",
    "shift onto a damaged character",
    "summoning sickness",
    "Was bedeutet erschöpfen",
)
CARDS = (
    "Stitch - New Dog",
    "Elsa - Spirit of Winter",
    "Stitch",
    "Be Prepared",
    "Maui, Hero to All",
    "Hiram Flaversham - Toymaker",
)
BOARDS = ("server/examples/first_ruling.yaml", "docs/examples/answered.yaml", "docs/examples/open_decision.yaml")
DECK = "server/examples/first_deck.txt"


def questions() -> list[tuple[str, dict[str, Any]]]:
    """Give what is asked, each as often as its share: searches and cards most, then boards, rules, decks."""
    asked: list[tuple[str, dict[str, Any]]] = [("search_rules", {"query": question}) for question in QUESTIONS]
    asked += [("get_card", {"name": name}) for name in CARDS]
    asked += [("search_cards", {"ink": "amber", "type": "character"}), ("search_cards", {"query": "draw a card"})]
    asked += [("get_rule", {"ref": ref}) for ref in ("4.6.4.3", "8.15", "TR 1.6.2")]
    asked += [("check_scenario", {"scenario": (ROOT / board).read_text(encoding="utf-8")}) for board in BOARDS * 2]
    deck = (ROOT / DECK).read_text(encoding="utf-8")
    asked += [("check_deck", {"list": deck, "format": "core", "date": "2026-11-30"})] * 2
    return asked


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the clients of one driver met."""

    taken: list[float]
    """Milliseconds of every answer."""
    wrong: list[str]
    """Answers that were not those of the idle server, and errors."""


def drive(port: int, clients: int, seconds: float, expected: list[tuple[bytes, bytes]], pipe: Pipe) -> None:
    """Let so many clients ask in turn, each on a connection of its own, in threads of this process."""
    from threading import Thread

    taken: list[float] = []
    wrong: list[str] = []
    until = time.monotonic() + seconds

    def client(number: int) -> None:
        order = random.Random(number)
        connection = Connection(port)
        while time.monotonic() < until:
            request, answer = order.choice(expected)
            started = time.perf_counter()
            try:
                status, body = connection.ask(request)
            except OSError as error:
                wrong.append(repr(error))
                connection = Connection(port)
                continue
            taken.append((time.perf_counter() - started) * 1000)
            if status != 200 or body != answer:
                wrong.append(f"{status} {body[:200]!r}")
        connection.close()

    threads = [Thread(target=client, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    pipe.send(Outcome(taken, wrong))


def loaded(served: Running, clients: int, seconds: float, expected: list[tuple[bytes, bytes]]) -> Outcome:
    """Load a server from several processes; give what all clients met."""
    spawn = multiprocessing.get_context("spawn")
    pipes = [spawn.Pipe(duplex=False) for _ in range(DRIVERS)]
    drivers = [
        spawn.Process(target=drive, args=(served.port, clients // DRIVERS, seconds, expected, sending)) for _, sending in pipes
    ]
    for driver in drivers:
        driver.start()
    outcomes = [receiving.recv() for receiving, _ in pipes]
    for driver in drivers:
        driver.join()
    return Outcome(
        [each for outcome in outcomes for each in outcome.taken], [each for outcome in outcomes for each in outcome.wrong]
    )


def measured(seconds: float, clients: int, workers: int) -> Iterator[Figure]:
    """Warm a server up, load it, and hold its memory against what it was."""
    with ours("--rate", "0", "--workers", str(workers)) as served:
        expected = []
        for tool, arguments in questions():
            request = mcp_call(served.port, tool, arguments)
            connection = Connection(served.port)
            status, body = connection.ask(request)
            connection.close()
            assert status == 200, body
            assert not json.loads(body)["result"].get("isError"), body
            expected.append((request, body))
        loaded(served, clients, min(seconds, 15), expected)
        before = served.megabytes
        met = loaded(served, clients, seconds, expected)
        after = served.megabytes
        taken = sorted(met.taken)
        yield Figure(f"{clients} clients, {workers} workers, answers", len(taken), f"in {seconds:g} s")
        yield Figure("answers a second", len(taken) / seconds, "calls/s")
        yield Figure("errors and wrong answers", len(met.wrong), "", 0)
        yield Figure("p50", taken[len(taken) // 2], "ms")
        yield Figure("p99", taken[int(len(taken) * 0.99)], "ms", 250)
        yield Figure("slowest", taken[-1], "ms")
        yield Figure("memory before", before, "MB")
        yield Figure("memory after", after, "MB")
        yield Figure("growth", (after / before - 1) * 100, "%", 10)
        for wrong in met.wrong[:3]:
            print(wrong)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--clients", type=int, default=32)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    sys.exit(report(measured(given.seconds, given.clients, given.workers)))
