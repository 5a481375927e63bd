"""Measure what the doors promise: start, idle memory, latency through every door, and the cost of the tool list.

    python tests/bench/bench_server.py          prints a table; exit status 1 when a promise is broken

It answers from the user's index, so run `loreguide setup` before.
"""

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import anyio
from mcp import Client

from server.lending import LendingDesk
from server.library import Library
from server.mcp import build_mcp_server
from server.registry import tool_named
from server.service import Service
from server.wire import as_json, tokens

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "server" / "examples" / "first_ruling.yaml"
REPEATS = 300
STARTS = 3

QUESTIONS = (
    "can a drying character quest",
    "what happens when two triggered abilities are in the bag",
    "does Ward stop my own actions",
    "shift onto a damaged character",
    "4.6.4.3",
)


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured number and what was promised of it."""

    name: str
    value: float
    unit: str
    promise: float | None = None
    """The value has to stay below it; None where nothing was promised."""

    @property
    def kept(self) -> bool:
        """Whether the promise is kept."""
        return self.promise is None or self.value < self.promise


def milliseconds(call: Callable[[int], object]) -> tuple[float, float]:
    """Give p50 and p99 of a call, after a few to warm up."""
    for turn in range(10):
        call(turn)
    taken = []
    for turn in range(REPEATS):
        started = time.perf_counter()
        call(turn)
        taken.append((time.perf_counter() - started) * 1000)
    taken.sort()
    return statistics.median(taken), taken[int(len(taken) * 0.99)]


@contextmanager
def serving() -> Iterator[tuple[HTTPConnection, subprocess.Popen[str], float]]:
    """Start `loreguide serve`; give a connection, the process, and the seconds until /healthz answered."""
    started = time.monotonic()
    with subprocess.Popen(
        [sys.executable, "-m", "server", "serve", "--port", "0", "--rate", "0"], cwd=ROOT, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        told = process.stderr.readline()
        port = int(told.split("127.0.0.1:", 1)[1].split("/", 1)[0])
        connection = HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", "/healthz")
        connection.getresponse().read()
        yield connection, process, time.monotonic() - started
        connection.close()
        process.terminate()


def resident_megabytes(process: subprocess.Popen[str]) -> float:
    """Give the resident memory of a process (Linux)."""
    lines = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8").splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def in_process(library: Library) -> Iterator[Figure]:
    """Measure the operations themselves."""
    index = library.index
    names = [name for name, _ in index.near_cards("Stitch", 5)] + ["Elsa - Spirit of Winter", "Be Prepared"]
    refs = [rule.ref.number for rule in index.rules("comprehensive-rules-2.3.0")][::7]
    card, rule, search = (tool_named(name) for name in ("get_card", "get_rule", "search_rules"))
    for name, promise, call in (
        ("get_card in process", (1.0, None), lambda turn: card.ask({"name": names[turn % len(names)]}, library)),
        ("get_rule in process", (1.0, None), lambda turn: rule.ask({"ref": refs[turn % len(refs)]}, library)),
        (
            "search_rules in process",
            (10.0, 40.0),
            lambda turn: search.ask({"query": f"{QUESTIONS[turn % len(QUESTIONS)]} {turn}"}, library),
        ),
    ):
        middle, slow = milliseconds(call)
        yield Figure(f"{name}, p50", middle, "ms", promise[0])
        yield Figure(f"{name}, p99", slow, "ms", promise[1])


def over_http() -> Iterator[Figure]:
    """Measure the server as a process: start, memory, latency."""
    starts = []
    for _ in range(STARTS):
        with serving() as (_, _, seconds):
            starts.append(seconds)
    yield Figure("serve, start to /healthz", statistics.median(starts), "s", 2.0)
    with serving() as (connection, process, _):
        yield Figure("serve, idle memory", resident_megabytes(process), "MB", 200.0)

        def ask(turn: int) -> None:
            connection.request("POST", "/api/get_rule", json.dumps({"ref": "4.6.4.3"}), {"content-type": "application/json"})
            connection.getresponse().read()

        def call(turn: int) -> None:
            message = {"jsonrpc": "2.0", "id": turn, "method": "tools/call", "params": {"name": "get_rule"}}
            message["params"]["arguments"] = {"ref": "4.6.4.3"}  # type: ignore[index]
            headers = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
            connection.request("POST", "/mcp", json.dumps(message), headers)
            response = connection.getresponse()
            answered = json.loads(response.read())
            assert "result" in answered, answered

        for name, made in (("/api", ask), ("/mcp", call)):
            middle, slow = milliseconds(made)
            yield Figure(f"get_rule over HTTP {name}, p50", middle, "ms")
            yield Figure(f"get_rule over HTTP {name}, p99", slow, "ms")


def through_mcp(library: Library) -> Iterator[Figure]:
    """Measure the MCP door in memory, and what listing its tools costs."""

    async def play() -> tuple[list[Any], list[float]]:
        async with Client(build_mcp_server(Service(LendingDesk())), mode="2026-07-28") as client:
            listed = (await client.list_tools()).tools
            taken = []
            for _ in range(REPEATS):
                started = time.perf_counter()
                await client.call_tool("get_rule", {"ref": "4.6.4.3"})
                taken.append((time.perf_counter() - started) * 1000)
            return listed, sorted(taken)

    listed, taken = anyio.run(play)
    costs = [tokens(as_json(tool.model_dump(mode="json", by_alias=True, exclude_none=True))) for tool in listed]
    yield Figure("get_rule over MCP in memory, p50", statistics.median(taken), "ms")
    yield Figure(f"tools/list, {len(costs)} tools", sum(costs), "tokens", 7_000)
    yield Figure("tools/list, dearest tool", max(costs), "tokens", 1_000)


def first_ruling() -> Iterator[Figure]:
    """Measure the command that prints the first ruling."""
    taken = []
    for _ in range(STARTS):
        started = time.monotonic()
        subprocess.run([sys.executable, "-m", "server", "check", str(EXAMPLE)], cwd=ROOT, check=True, capture_output=True)
        taken.append(time.monotonic() - started)
    yield Figure("check of the first ruling, whole command", statistics.median(taken), "s", 5.0)


def main() -> int:
    """Print every figure; give the exit status."""
    library = Library()
    broken = 0
    for measured in (in_process(library), through_mcp(library), over_http(), first_ruling()):
        for figure in measured:
            promise = "" if figure.promise is None else f"  (promised: below {figure.promise:g})"
            print(f"{figure.name:<45} {figure.value:>10.2f} {figure.unit}{promise}{'' if figure.kept else '  BROKEN'}")
            broken += not figure.kept
    library.close()
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
