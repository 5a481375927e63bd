"""Load a server with what many users ask at once: searches, cards, rules, boards and decks.

    python tests/bench/bench_load.py --seconds 300 [--workers 2] [--clients 32]     exit status 1 when a promise is broken

Every client asks again as soon as it is answered. What it asks is drawn from more than a thousand different questions. The
answers are held against those that the server gave when it was idle, so that a wrong one under load is noticed.
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

import yaml

sys.path.insert(0, str(Path(__file__).parents[2]))

from indexer.query import Index, open_index
from tests.bench.driving import ROOT, Connection, Running, mcp_call, ours
from tests.bench.figures import Figure, report

DRIVERS = 2
"""Processes that the clients are divided over."""
SHARES = {
    "search_rules": 6,
    "get_card": 6,
    "check_scenario": 6,
    "get_rule": 3,
    "search_cards": 2,
    "check_deck": 2,
}
"""How often each operation is asked, in parts of the whole; within one, every question as often as every other."""
SEED = 2026
CARDS = 600
RULES = 300
BOARDS = 400
DECKS = 60
DAY = "2026-11-30"
LABELS = {"id", "title", "cites", "source"}
BOARD_KEYS = LABELS | {"players", "steps", "expect", "active", "turn", "phase"}
WRITTEN_BOARDS = ("docs/examples/answered.yaml", "docs/examples/open_decision.yaml", "server/examples/first_ruling.yaml")
INKS = ("amber", "amethyst", "emerald", "ruby", "sapphire", "steel")
TYPES = ("character", "action", "item", "location")
WORDS = ("draw a card", "banish", "ready", "gain lore", "opposing character", "discard", "damage", "exert", "return", "support")

Question = dict[str, Any]
Expected = dict[str, list[tuple[bytes, bytes]]]
"""For each operation: requests, and what the idle server answered."""


def questions(index: Index) -> dict[str, list[Question]]:
    """Give what is asked of each operation, spread over all that is known, so that no answer is at hand from before."""
    order = random.Random(SEED)
    names = sorted(index.printings())
    asked = [json.loads(line)["query"] for line in (ROOT / "tests/bench/queries.jsonl").read_text("utf-8").splitlines()]
    refs = [str(rule.ref) for entry in index.documents() for rule in index.rules(entry.provenance.document)]
    return {
        "search_rules": [{"query": query} for query in asked],
        "get_card": [{"name": _as_typed(name, turn)} for turn, name in enumerate(order.sample(names, CARDS))],
        "check_scenario": [{"scenario": board} for board in _boards(order)],
        "get_rule": [{"ref": ref} for ref in order.sample(refs, RULES)],
        "search_cards": [{"ink": ink, "type": kind, "cost": cost} for ink in INKS for kind in TYPES for cost in (1, 3, 5)]
        + [{"query": word, "ink": ink} for word in WORDS for ink in INKS],
        "check_deck": [
            {"list": _deck(order, names), "format": kind, "date": DAY} for kind in ("core", "infinity") * (DECKS // 2)
        ],
    }


def _as_typed(name: str, turn: int) -> str:
    """Write a name as people do: mostly whole, sometimes the short name, in small letters, or with a letter missing."""
    match turn % 8:
        case 5:
            return name.partition(" - ")[0]
        case 6:
            return name.lower()
        case 7:
            return name[: len(name) // 2] + name[len(name) // 2 + 1 :]
    return name


def _boards(order: random.Random) -> list[Any]:
    """Give boards of every kind that the tests replay, some of them with every outcome, and those of the documentation."""
    files = sorted((ROOT / "tests/scenarios").rglob("*.yaml"))
    cases = [case for file in files for case in yaml.safe_load(file.read_text("utf-8")) if case.keys() <= BOARD_KEYS]
    boards: list[Any] = []
    for turn, case in enumerate(order.sample(cases, BOARDS)):
        board = {key: value for key, value in case.items() if key not in LABELS}
        boards.append(_undecided(board) if turn % 10 == 0 else board)
    return boards + [(ROOT / board).read_text("utf-8") for board in WRITTEN_BOARDS]


def _undecided(board: dict[str, Any]) -> dict[str, Any]:
    """Leave every decision of a board open, and ask for all of its outcomes."""
    steps = [{key: value for key, value in step.items() if key not in ("answers", "expect")} for step in board.get("steps", ())]
    return {**board, "steps": steps, "expect": [], "explore": True}


def _deck(order: random.Random, names: list[str]) -> str:
    """Write a list of 60 cards, in the ways that people write them."""
    different = order.sample(names, 16)
    lines = [f"{4 if turn < 14 else 2}{'x' if turn % 2 else ''} {name}" for turn, name in enumerate(different)]
    return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the clients of one driver met."""

    taken: dict[str, list[float]]
    """Milliseconds of every answer, by operation."""
    wrong: list[str]
    """Answers that were not those of the idle server, and errors."""


def drive(port: int, clients: int, seconds: float, expected: Expected, pipe: Pipe) -> None:
    """Let so many clients ask in turn, each on a connection of its own, in threads of this process."""
    from threading import Thread

    taken: dict[str, list[float]] = {tool: [] for tool in SHARES}
    wrong: list[str] = []
    until = time.monotonic() + seconds
    tools, shares = list(SHARES), list(SHARES.values())

    def client(number: int) -> None:
        order = random.Random(number)
        connection = Connection(port)
        while time.monotonic() < until:
            (tool,) = order.choices(tools, shares)
            request, answer = order.choice(expected[tool])
            started = time.perf_counter()
            try:
                status, body = connection.ask(request)
            except OSError as error:
                wrong.append(repr(error))
                connection = Connection(port)
                continue
            taken[tool].append((time.perf_counter() - started) * 1000)
            if status != 200 or body != answer:
                wrong.append(f"{tool} {status} {body[:200]!r}")
        connection.close()

    threads = [Thread(target=client, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    pipe.send(Outcome(taken, wrong))


def loaded(served: Running, clients: int, seconds: float, expected: Expected) -> Outcome:
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
        {tool: sorted(each for outcome in outcomes for each in outcome.taken[tool]) for tool in SHARES},
        [each for outcome in outcomes for each in outcome.wrong],
    )


def answered(served: Running) -> Expected:
    """Ask everything once while the server is idle."""
    index = open_index()
    connection = Connection(served.port)
    expected: Expected = {}
    for tool, asked in questions(index).items():
        for arguments in asked:
            request = mcp_call(served.port, tool, arguments)
            status, body = connection.ask(request)
            assert status == 200, body
            assert not json.loads(body)["result"].get("isError"), (arguments, body)
            expected.setdefault(tool, []).append((request, body))
    connection.close()
    index.close()
    return expected


def at(taken: list[float], share: float) -> float:
    """Give the number below which such a share of sorted ones lies."""
    return taken[int(len(taken) * share)]


def measured(seconds: float, clients: int, workers: int) -> Iterator[Figure]:
    """Warm a server up, load it, and hold its memory against what it was."""
    with ours("--rate", "0", "--workers", str(workers)) as served:
        expected = answered(served)
        loaded(served, clients, min(seconds, 15), expected)
        before, worked = served.megabytes, served.processor_seconds
        met = loaded(served, clients, seconds, expected)
        worked, after = served.processor_seconds - worked, served.megabytes
        taken = sorted(each for every in met.taken.values() for each in every)
        yield Figure(f"{clients} clients, {workers} workers, answers", len(taken), f"in {seconds:g} s")
        yield Figure("different questions", sum(map(len, expected.values())), "")
        yield Figure("answers a second", len(taken) / seconds, "calls/s")
        yield Figure("processor time of an answer", worked / len(taken) * 1000, "ms")
        yield Figure("errors and wrong answers", len(met.wrong), "", 0)
        yield Figure("p50", at(taken, 0.5), "ms")
        yield Figure("p99", at(taken, 0.99), "ms", 250)
        yield Figure("slowest", taken[-1], "ms")
        for tool, each in met.taken.items():
            yield Figure(f"{tool}, p50", at(each, 0.5), "ms")
            yield Figure(f"{tool}, p99", at(each, 0.99), "ms")
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
