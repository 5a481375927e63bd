"""Build the index: read the sources, write a new directory, and swap it in by one renamed pointer.

Below the cache, ``index/current`` names the directory that counts. A build that fails or is interrupted leaves it
as it was; the directory before is kept, so that one can go back to it.
"""

import errno
import os
import shutil
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter, ValidationError

from corpus.documents import corpus_hash
from corpus.errors import FetchFailed, LoreguideError, NotSetUp
from corpus.load import DocumentKind, load_sources
from indexer import fulltext, store
from indexer.fetch import CatalogueFile, cache_folder, disk_trouble, fetch_catalogue, read_stored, store_given_file, write_whole
from indexer.readers.cards import read_catalogue
from indexer.readers.glossary import read_glossaries
from indexer.readers.rules import read_rules_documents
from indexer.results import DocumentEntry, IndexStatus, SourceState

__all__ = [
    "Progress",
    "Stamp",
    "build_index",
    "current_index",
    "index_folder",
    "read_stamp",
    "roll_back",
    "set_up",
    "stale_reasons",
]

Progress = Callable[[str, int, int], None]
"""Told what is being done, how many stages are done, and how many there are."""

_POINTER: Final = "current"
_STAMP: Final = "stamp.json"
_STAGES: Final = 6
_ABANDONED_SECONDS: Final = 24 * 3600
"""After so long an unfinished build is thrown away."""


def index_folder(cache: Path | None = None) -> Path:
    """Give the folder that holds the built indexes, below the user's cache unless told otherwise."""
    return (cache or cache_folder()) / "index"


@dataclass(frozen=True, slots=True)
class Stamp:
    """What an index was built from; written last, so an index with a stamp is whole."""

    schema: int
    built: datetime
    corpus: str
    """SHA-256 over the corpus files."""
    catalogue: str
    """SHA-256 of the catalogue file."""
    status: IndexStatus
    """What the index held when it was built."""


_STAMPS: Final = TypeAdapter(Stamp)


def set_up(given: Path | None = None, cache: Path | None = None, progress: Progress = lambda *_: None) -> Path:
    """Bring the index up to date, fetching and building only what is missing; give the index's directory.

    *given* is a catalogue file that the user has, and goes before every other source.

    :raises FetchFailed: a source is not to be had, or the disk refused.
    :raises BadInput: the given file is no catalogue.
    """
    cache = cache or cache_folder()
    if given is not None:
        catalogue = store_given_file(given, cache)
    else:
        stored = read_stored(cache)
        catalogue = stored or fetch_catalogue(load_sources().catalogue, cache, lambda text: progress(text, 0, _STAGES))
    try:
        present = current_index(index_folder(cache))
        if not stale_reasons(read_stamp(present), catalogue):
            return present
    except NotSetUp:
        pass
    return build_index(catalogue, cache, progress)


def build_index(catalogue: CatalogueFile, cache: Path, progress: Progress = lambda *_: None) -> Path:
    """Build an index into a new directory, swap it in, and give the directory.

    :raises CorpusFault: the corpus files have faults.
    :raises BadInput: the catalogue is not in LorcanaJSON's form.
    :raises FetchFailed: the disk refused.
    """
    home = index_folder(cache)
    seconds, rest = divmod(time.time_ns(), 1_000_000_000)
    built = datetime.fromtimestamp(seconds, UTC)
    part = home / f"building-{os.getpid()}-{seconds}-{rest}"
    try:
        part.mkdir(parents=True)
        stamp = _fill(part, catalogue, built, progress)
        write_whole(part / _STAMP, _STAMPS.dump_json(stamp, indent=1))
        final = home / f"index-{built:%Y%m%d-%H%M%S}-{rest:09d}"
        os.replace(part, final)
        progress("swapping the index in", _STAGES - 1, _STAGES)
        before = _pointed(home)
        write_whole(home / _POINTER, final.name.encode())
    except sqlite3.Error as error:
        if "full" in str(error):
            raise disk_trouble(home, OSError(errno.ENOSPC, str(error))) from error
        raise FetchFailed(f"cannot write the index to {home} ({error}); set LOREGUIDE_CACHE to another folder") from error
    except OSError as error:
        raise disk_trouble(home, error) from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    _prune(home, {final.name, before})
    progress("the index is ready", _STAGES, _STAGES)
    return final


def _fill(part: Path, catalogue: CatalogueFile, built: datetime, progress: Progress) -> Stamp:
    """Read every source and write the records into the new directory."""
    progress("reading the rules", 1, _STAGES)
    sources = load_sources()
    rules = read_rules_documents(sources)
    terms = read_glossaries(sources)
    progress("reading the card catalogue", 2, _STAGES)
    read = read_catalogue(catalogue.load(), sources.catalogue_provenance)
    chunks = {DocumentKind.RULES: len(rules), DocumentKind.GLOSSARY: len(terms)}
    documents = [
        DocumentEntry(each.provenance, each.language, chunks[each.kind]) for each in sources.documents if each.kind in chunks
    ]
    documents.append(DocumentEntry(sources.catalogue_provenance, "en", len(read.cards)))
    progress("writing the database", 3, _STAGES)
    store.write_store(part, store.Records(rules, terms, read.cards, read.sets, read.rulings, tuple(documents)))
    progress("writing the full text", 4, _STAGES)
    fulltext.write_fulltext(part, fulltext.rule_texts(rules, terms))
    corpus = corpus_hash()
    newest = max((each for each in read.sets if each.kind == "expansion"), key=lambda each: str(each.released), default=None)
    status = IndexStatus(
        schema=store.SCHEMA,
        built=built,
        rules=len(rules),
        terms=len(terms),
        cards=len(read.cards),
        spellings=read.spellings,
        printings=read.printings,
        sets=len(read.sets),
        newest_set=newest.name if newest else "",
        newest_release=newest.released if newest else None,
        sources=(
            SourceState("corpus", "part of loreguide", corpus, None),
            SourceState("card catalogue", catalogue.origin, catalogue.sha256, catalogue.fetched, catalogue.caveat),
        ),
    )
    return Stamp(store.SCHEMA, built, corpus, catalogue.sha256, status)


def _pointed(home: Path) -> str:
    """Give the name that the pointer holds, or nothing."""
    try:
        return (home / _POINTER).read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def _prune(home: Path, kept: set[str]) -> None:
    """Remove the indexes that are neither in *kept*, and builds that were abandoned."""
    for folder in home.iterdir():
        old = folder.name.startswith("index-") and folder.name not in kept
        if folder.name.startswith("building-"):
            old = time.time() - folder.stat().st_mtime > _ABANDONED_SECONDS
        if old:
            shutil.rmtree(folder, ignore_errors=True)


def current_index(home: Path) -> Path:
    """Give the directory of the index that counts.

    :raises NotSetUp: there is none.
    """
    name = _pointed(home)
    folder = home / name
    if not name or not (folder / _STAMP).is_file():
        raise NotSetUp(f"there is no index in {home} yet; run `loreguide setup`")
    return folder


def read_stamp(folder: Path) -> Stamp:
    """Read what an index was built from.

    :raises NotSetUp: the stamp is damaged or of another version.
    """
    try:
        return _STAMPS.validate_json((folder / _STAMP).read_bytes())
    except (OSError, ValidationError) as error:
        raise NotSetUp(f"the index in {folder} is damaged or of another version; run `loreguide setup`") from error


def stale_reasons(stamp: Stamp, catalogue: CatalogueFile | None) -> tuple[str, ...]:
    """Give every reason why an index does not fit this version, its corpus, or the catalogue in the cache."""
    reasons = []
    if stamp.schema != store.SCHEMA:
        reasons.append(f"it has schema {stamp.schema} and this version reads {store.SCHEMA}")
    if stamp.corpus != corpus_hash():
        reasons.append("the corpus files have changed since it was built")
    if catalogue is not None and stamp.catalogue != catalogue.sha256:
        reasons.append("another card catalogue has been fetched since it was built")
    return tuple(reasons)


def roll_back(cache: Path | None = None) -> Path:
    """Go back to the index before the current one, and give its directory.

    :raises LoreguideError: there is none before it.
    """
    home = index_folder(cache)
    present = current_index(home)
    others = sorted(folder for folder in home.glob("index-*") if folder != present and (folder / _STAMP).is_file())
    if not others:
        raise LoreguideError(f"there is no index before {present.name} to go back to")
    write_whole(home / _POINTER, others[-1].name.encode())
    return others[-1]
