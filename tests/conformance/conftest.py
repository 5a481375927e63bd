"""What the independent suites need: their programs, and our application with their fixtures, running."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conformance.node import RegistryUnreached, install
from tests.server.doors import ROOT, Serving, address_told, environment, serving

NODE_FOLDER = ROOT / "build" / "node"


@pytest.fixture(scope="session")
def commands() -> Path:
    """Give the folder of the programs; skip where the npm registry cannot be reached."""
    try:
        return install(NODE_FOLDER)
    except RegistryUnreached as error:
        pytest.skip(f"the npm registry cannot be reached: {error}")


@pytest.fixture(scope="session")
def suite_url(built_cache: Path) -> Iterator[str]:
    """Give the address of our application with the suite's fixtures in it."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "told"
        with (
            told.open("wb") as written,
            subprocess.Popen(
                [sys.executable, "-m", "tests.conformance.application"], cwd=ROOT, env=environment(built_cache), stderr=written
            ) as process,
        ):
            yield address_told(process, told)
            process.terminate()


@pytest.fixture(scope="session")
def server(built_cache: Path) -> Iterator[Serving]:
    """Give the server as it is served, with no limit on how often the suites ask."""
    with serving(built_cache, "--rate", "0") as running:
        yield running
