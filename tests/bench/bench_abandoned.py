"""Measure what abandoned connections and sessions leave behind: nothing that lasts.

    python tests/bench/bench_abandoned.py [--times 10000]       exit status 1 when memory has grown by more than a fifth

A third of them hang up in the middle of a request, a third before the answer, a third after an `initialize`.
"""

import argparse
import json
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.bench.driving import Connection, latencies, mcp_call, ours
from tests.bench.figures import Figure, report

SETTLE_SECONDS = 5
RULE = {"ref": "4.6.4.3"}


def initialize(port: int) -> bytes:
    """Give the bytes of a request that begins a session."""
    client = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": client}).encode()
    return mcp_call(port, "x", {}).split(b"content-length")[0] + b"content-length: %d\r\n\r\n" % len(body) + body


def abandon(port: int, turn: int) -> None:
    """Begin something and go away."""
    call = mcp_call(port, "get_rule", RULE)
    if turn % 3 == 2:
        connection = Connection(port)
        status, _ = connection.ask(initialize(port))
        assert status == 200
        connection.close()
        return
    with socket.create_connection(("127.0.0.1", port), timeout=30) as opened:
        opened.sendall(call if turn % 3 else call[: len(call) // 2])


def measured(times: int) -> Iterator[Figure]:
    """Abandon many, and hold the memory against what it was."""
    with ours("--rate", "0") as served:
        latencies(served.port, mcp_call(served.port, "get_rule", RULE), 2_000)
        for turn in range(times // 20):
            abandon(served.port, turn)
        time.sleep(SETTLE_SECONDS)
        before = served.megabytes
        started = time.perf_counter()
        for turn in range(times):
            abandon(served.port, turn)
        yield Figure(f"{times} abandoned", time.perf_counter() - started, "s")
        time.sleep(SETTLE_SECONDS)
        after = served.megabytes
        yield Figure("memory before", before, "MB")
        yield Figure("memory after", after, "MB")
        yield Figure("growth", (after / before - 1) * 100, "%", 20)
        answered = latencies(served.port, mcp_call(served.port, "get_rule", RULE), 100)
        yield Figure("p50 afterwards", answered[50], "ms")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=10_000)
    sys.exit(report(measured(parser.parse_args().times)))
