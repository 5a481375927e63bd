"""What the tests of the doors share: a library, the command line in process, a running server."""

import http.client
import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from indexer.build import index_folder
from server.cli.program import run
from server.library import Library
from tests.server.doors import COMMAND, ROOT, Loreguide, Outcome, environment

_SERVING = re.compile(r"http://127\.0\.0\.1:(\d+)/")


@pytest.fixture(scope="session")
def library(built_cache: Path) -> Iterator[Library]:
    """Give the library over the whole catalogue."""
    opened = Library(index_folder(built_cache))
    yield opened
    opened.close()


@pytest.fixture
def loreguide(built_cache: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Loreguide:
    """Give the command line, run in this process."""
    monkeypatch.setenv("LOREGUIDE_CACHE", str(built_cache))

    def command(*arguments: str | Path) -> Outcome:
        capsys.readouterr()
        status = run([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Outcome(status, out, err)

    return command


@pytest.fixture(scope="session")
def server_url(built_cache: Path) -> Iterator[str]:
    """Give the address of `loreguide serve`, running in a process of its own."""
    with subprocess.Popen(
        [*COMMAND, "serve", "--port", "0"], cwd=ROOT, env=environment(built_cache), stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        told = process.stderr.readline()
        match = _SERVING.search(told)
        assert match is not None, f"serve said {told!r}"
        _wait_for_answer(int(match[1]))
        yield f"http://127.0.0.1:{match[1]}"
        process.terminate()
        process.wait(timeout=15)


def _wait_for_answer(port: int) -> None:
    for _ in range(100):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            connection.request("GET", "/healthz")
            assert connection.getresponse().status == 200
            return
        except ConnectionError:
            time.sleep(0.05)
        finally:
            connection.close()
    raise AssertionError("the server did not start")
