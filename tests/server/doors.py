"""What the tests of the doors use: a command's outcome, a server in a process of its own, and requests to it."""

import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]
FIRST_RULING = ROOT / "server" / "examples" / "first_ruling.yaml"
COMMAND = [sys.executable, "-m", "server"]
SECRET = "zyzzyva"
"""A word that stands in no document, so that it is found wherever it leaks."""
SLOW = {
    "players": {"Ana": {"play": ["Stitch - New Dog"], "hand": ["Stitch - New Dog"] * 6, "ink": 8}, "Ben": {"deck": 20}},
    "steps": [{"do": "end_turn"}] * 40,
}
"""A board that takes a while to replay."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command left."""

    status: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """Standard output read as one JSON value."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """Standard output read as one JSON value a line."""
        return [json.loads(line) for line in self.out.splitlines()]


Loreguide = Callable[..., Outcome]
"""Runs a command in this process."""


def environment(cache: Path) -> dict[str, str]:
    """Give the environment of a process that answers from the index below *cache*."""
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    return {**os.environ, "LOREGUIDE_CACHE": str(cache), "PYTHONPATH": path}


_ADDRESS = re.compile(r"http://[\w.]+:(\d+)/")
_START_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back over HTTP."""

    status: int
    headers: Mapping[str, str]
    """By lower-case name."""
    body: bytes

    @property
    def data(self) -> Any:
        """The body read as JSON."""
        return json.loads(self.body)


@dataclass(frozen=True, slots=True)
class Serving:
    """A running server."""

    url: str
    process: subprocess.Popen[bytes]
    journal: Path
    """What it wrote to standard error."""

    def request(self, method: str, path: str, *, body: bytes | None = None, **headers: str) -> Answer:
        """Send one request on a connection of its own; a header's name has ``_`` for ``-``."""
        return request(self.url, method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})

    def ask(self, tool: str, arguments: Any, **headers: str) -> Answer:
        """Ask an operation."""
        return self.request(
            "POST", f"/api/{tool}", body=json.dumps(arguments).encode(), content_type="application/json", **headers
        )

    @property
    def lines(self) -> list[Any]:
        """The journal's lines so far."""
        return [json.loads(line) for line in self.journal.read_text(encoding="utf-8").splitlines() if line.startswith("{")]


def request(url: str, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None) -> Answer:
    """Send one request on a connection of its own."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
    try:
        connection.request(method, path, body, dict(headers or {}))
        response = connection.getresponse()
        return Answer(response.status, {name.lower(): value for name, value in response.getheaders()}, response.read())
    finally:
        connection.close()


@contextmanager
def serving(cache: Path, *options: str) -> Iterator[Serving]:
    """Run `loreguide serve` on a free port until the end of the block."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder) / "journal"
        with (
            journal.open("wb") as written,
            subprocess.Popen(
                [*COMMAND, "serve", "--port", "0", *options], cwd=ROOT, env=environment(cache), stderr=written
            ) as process,
        ):
            try:
                running = Serving(address_told(process, journal), process, journal)
                _wait_for_answer(running)
                yield running
            finally:
                process.terminate()
                try:
                    process.wait(timeout=30)
                except subprocess.TimeoutExpired:
                    process.kill()


def address_told(process: subprocess.Popen[bytes], journal: Path) -> str:
    """Wait for a server to say on standard error where it listens."""
    for _ in range(_START_SECONDS * 50):
        match = _ADDRESS.search(journal.read_text(encoding="utf-8"))
        if match is not None:
            return f"http://127.0.0.1:{match[1]}"
        assert process.poll() is None, f"serve ended with {process.returncode}: {journal.read_text(encoding='utf-8')}"
        time.sleep(0.02)
    raise AssertionError("the server did not say where it listens")


def _wait_for_answer(running: Serving) -> None:
    for _ in range(_START_SECONDS * 20):
        try:
            if running.request("GET", "/healthz").status == 200:
                return
        except (ConnectionError, http.client.HTTPException):
            pass
        time.sleep(0.05)
    raise AssertionError("the server did not start")
