"""What the tests of the doors share: a library, the command line in process, a running server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from indexer.build import index_folder
from server.cli.program import run
from server.lending import LendingDesk
from server.library import Library
from server.service import Service
from tests.server.doors import Loreguide, Outcome, Serving, serving


@pytest.fixture(scope="session")
def library(built_cache: Path) -> Iterator[Library]:
    """Give the library over the whole catalogue."""
    opened = Library(index_folder(built_cache))
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def service(built_cache: Path) -> Iterator[Service]:
    """Give what answers many callers over the whole catalogue."""
    desk = LendingDesk(index_folder(built_cache))
    yield Service(desk)
    desk.close()


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
def server(built_cache: Path) -> Iterator[Serving]:
    """Give `loreguide serve`, running in a process of its own, with no limit on how often the tests ask."""
    with serving(built_cache, "--rate", "0") as running:
        yield running


@pytest.fixture(scope="session")
def server_url(server: Serving) -> str:
    """Give the address of the running server."""
    return server.url
