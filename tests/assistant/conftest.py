"""What the tasks are played against: the library and the service over the whole catalogue."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from indexer.build import index_folder
from server.lending import LendingDesk
from server.library import Library
from server.service import Service


@pytest.fixture(scope="session")
def service(built_cache: Path) -> Iterator[Service]:
    """Give what answers many callers."""
    desk = LendingDesk(index_folder(built_cache))
    yield Service(desk)
    desk.close()


@pytest.fixture(scope="session")
def library(built_cache: Path) -> Iterator[Library]:
    """Give the library."""
    opened = Library(index_folder(built_cache))
    yield opened
    opened.close()
