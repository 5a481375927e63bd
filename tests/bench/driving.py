"""Start servers and ask them over raw sockets, so that the client costs as little as can be."""

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
_READ = 65_536


@dataclass(frozen=True, slots=True)
class Running:
    """A server in a process of its own."""

    port: int
    process: subprocess.Popen[bytes]
    ready_seconds: float
    """From the start to the first answer."""

    @property
    def megabytes(self) -> float:
        """The resident memory of the process and those it started (Linux)."""
        return sum(_resident(number) for number in (self.process.pid, *_children(self.process.pid)))

    @property
    def processor_seconds(self) -> float:
        """The processor time that the process and those it started have taken (Linux)."""
        return sum(_worked(number) for number in (self.process.pid, *_children(self.process.pid)))


def free_port() -> int:
    """Give a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(command: Sequence[str], port: int, path: str) -> Iterator[Running]:
    """Run a server until the end of the block; it is ready when *path* answers at all."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    # The program is started as an installed one is: with its modules compiled.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    started = time.monotonic()
    with subprocess.Popen([sys.executable, *command], cwd=ROOT, env=environment, stderr=subprocess.DEVNULL) as process:
        try:
            _wait(port, path, process)
            yield Running(port, process, time.monotonic() - started)
        finally:
            process.terminate()


@contextmanager
def ours(*options: str) -> Iterator[Running]:
    """Run `loreguide serve`; ready means that it says so."""
    port = free_port()
    with running(["-m", "server", "serve", "--port", str(port), *options], port, "/healthz") as served:
        yield served


@contextmanager
def floor() -> Iterator[Running]:
    """Run the trivial server."""
    port = free_port()
    with running([str(ROOT / "tests" / "bench" / "floor.py"), str(port)], port, "/mcp") as served:
        yield served


def _wait(port: int, path: str, process: subprocess.Popen[bytes]) -> None:
    while True:
        assert process.poll() is None, f"the server ended with {process.returncode}; run `loreguide setup` before"
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
                connection.sendall(f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\n\r\n".encode())
                if connection.recv(_READ):
                    return
        except OSError:
            time.sleep(0.005)


def mcp_call(port: int, tool: str, arguments: Mapping[str, Any]) -> bytes:
    """Give the bytes of a request that calls a tool over MCP."""
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    body = json.dumps(call).encode()
    head = (
        f"POST /mcp HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncontent-type: application/json\r\n"
        f"accept: application/json, text/event-stream\r\nmcp-protocol-version: 2025-11-25\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


class Connection:
    """A connection that stays open from one request to the next."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, request: bytes) -> tuple[int, bytes]:
        """Send a request; give the status and the body of what comes back."""
        self._socket.sendall(request)
        received = b""
        while b"\r\n\r\n" not in received:
            received += self._more()
        head, body = received.split(b"\r\n\r\n", 1)
        lines = head.lower().split(b"\r\n")
        length = int(next(line.split(b":")[1] for line in lines if line.startswith(b"content-length")))
        while len(body) < length:
            body += self._more()
        return int(lines[0].split()[1]), body

    def _more(self) -> bytes:
        chunk = self._socket.recv(_READ)
        if not chunk:
            raise ConnectionError("the server hung up")
        return chunk

    def close(self) -> None:
        """Hang up."""
        self._socket.close()


def latencies(port: int, request: bytes, times: int) -> list[float]:
    """Give the milliseconds of each of a number of requests on one connection, in order of size."""
    connection = Connection(port)
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        status, _ = connection.ask(request)
        taken.append((time.perf_counter() - started) * 1000)
        assert status == 200
    connection.close()
    return sorted(taken)


def throughput(port: int, request: bytes, clients: int, times: int) -> float:
    """Give the answers a second that so many clients get together."""
    threads = [threading.Thread(target=latencies, args=(port, request, times)) for _ in range(clients)]
    started = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return clients * times / (time.perf_counter() - started)


def _children(number: int) -> list[int]:
    """Give the processes that a process started, and theirs."""
    try:
        named = Path(f"/proc/{number}/task/{number}/children").read_text(encoding="utf-8").split()
    except OSError:
        return []
    return [each for child in named for each in (int(child), *_children(int(child)))]


def _resident(number: int) -> float:
    lines = Path(f"/proc/{number}/status").read_text(encoding="utf-8").splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def _worked(number: int) -> float:
    fields = Path(f"/proc/{number}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
