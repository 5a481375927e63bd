"""What several folders of tests share: the fetched catalogue, and an index built from it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from corpus.load import load_sources
from indexer.build import build_index, index_folder
from indexer.fetch import CatalogueFile, cache_folder, fetch_catalogue, read_stored
from indexer.query import Index, open_index

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session", autouse=True)
def _own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the official documents of whoever runs the tests out of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LOREGUIDE_DATA", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture(scope="session")
def shared() -> Path:
    """Give the folder of the official documents, where it lies beside the checkout; skip where it does not."""
    if not SHARED.is_dir():
        pytest.skip("the official documents are not beside this checkout")
    return SHARED


@pytest.fixture(scope="session")
def catalogue() -> CatalogueFile:
    """Give the pinned catalogue, fetched once into the user's cache."""
    cache = cache_folder()
    return read_stored(cache) or fetch_catalogue(load_sources().catalogue, cache)


@pytest.fixture(scope="session")
def built_cache(_own_data: None, catalogue: CatalogueFile, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a cache folder of its own with an index over the whole catalogue in it."""
    cache = tmp_path_factory.mktemp("cache")
    build_index(catalogue, cache)
    return cache


@pytest.fixture(scope="session")
def index(built_cache: Path) -> Iterator[Index]:
    """Give the index over the whole catalogue."""
    opened = open_index(index_folder(built_cache))
    yield opened
    opened.close()
