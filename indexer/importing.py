"""Take official documents in: from the user's files, or from the publisher; all of it or nothing.

Everything is read before anything is written. Then the new documents are laid beside the old, an index is built from
them, and pointers are renamed; whatever fails or is interrupted before leaves everything as it was.
"""

import hashlib
import json
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from corpus.errors import BadInput, FetchFailed
from corpus.load import CatalogueSource, OfficialSource, Sources, load_sources
from corpus.names import name_key
from indexer.build import Progress, build_index
from indexer.fetch import (
    CatalogueFile,
    adopt_catalogue,
    adopt_file,
    cache_folder,
    catalogue_in,
    download,
    read_stored,
    store_catalogue,
    write_whole,
)
from indexer.official.keep import Generation, Kept, Replacing, current_generation, discard, official_home, prepare, switch_to
from indexer.official.read import MOST_BYTES, Reading, read_official, read_official_bytes
from indexer.official.records import TITLES, Grade, OfficialDocument
from indexer.readers.cards import card_names_in

__all__ = ["Downloaded", "Imported", "NameIndex", "Updated", "import_files", "update"]

_MOST_CATALOGUE: Final = 200 * 1024 * 1024
_NAMES: Final = "names-{}.json"
"""The file in the cache with the cards' names in a language."""


@dataclass(frozen=True, slots=True)
class NameIndex:
    """The card names that a file listed, held against the catalogue."""

    names: int
    unknown: tuple[str, ...]
    """Those that the catalogue does not have under that name."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of the files that were given."""

    documents: tuple[OfficialDocument, ...]
    became: Mapping[str, Kept]
    """Identifier of a document to what became of it."""
    names: NameIndex | None
    left_aside: tuple[str, ...]
    index: Path | None
    """The new index; None where there is no catalogue to build one with yet."""


@dataclass(frozen=True, slots=True)
class Downloaded:
    """A file that came from an address."""

    name: str
    url: str
    size: int
    sha256: str
    pinned: bool
    """Whether the hash is the one that was known before."""


@dataclass(frozen=True, slots=True)
class Updated:
    """What an update brought."""

    files: tuple[Downloaded, ...]
    imported: Imported


def import_files(
    files: Sequence[Path],
    replacing: Replacing = Replacing.BETTER,
    cache: Path | None = None,
    home: Path | None = None,
    progress: Progress = lambda *_: None,
) -> Imported:
    """Import the official documents in some files.

    :raises BadInput: a file is damaged or no official document, or a better copy of one is there; nothing is changed.
    :raises FetchFailed: the disk refused.
    """
    readings = []
    for at, file in enumerate(files):
        progress(f"reading {file.name}", at, len(files))
        readings.append(read_official(file))
    cache = cache or cache_folder()
    return _take_in(readings, replacing, read_stored(cache), cache, home or official_home(), progress)


def _take_in(
    readings: Iterable[Reading],
    replacing: Replacing,
    catalogue: CatalogueFile | None,
    cache: Path,
    home: Path,
    progress: Progress,
) -> Imported:
    """Keep the documents that were read, and build an index with them."""
    readings = tuple(readings)
    documents = tuple(document for reading in readings for document in reading.documents)
    names = tuple(dict.fromkeys(name for reading in readings for name in reading.names))
    with _prepared(documents, home, replacing) as (generation, became):
        index = None
        if catalogue is not None and any(kept is not Kept.SAME for kept in became.values()):
            index = build_index(catalogue, cache, progress, generation)
        switch_to(generation.name, home)
    known = _known_names(catalogue) if names and catalogue is not None else frozenset()
    unknown = tuple(name for name in names if name_key(name) not in known) if known else ()
    return Imported(
        documents=documents,
        became=became,
        names=NameIndex(len(names), unknown) if names else None,
        left_aside=tuple(each for reading in readings for each in reading.left_aside),
        index=index,
    )


@contextmanager
def _prepared(
    documents: Sequence[OfficialDocument], home: Path, replacing: Replacing
) -> Iterator[tuple[Generation, dict[str, Kept]]]:
    """Lay documents beside the old ones, and take them away again where something fails."""
    before = current_generation(home).name
    generation, became = prepare(documents, home, replacing)
    try:
        yield generation, became
    finally:
        if current_generation(home).name == before != generation.name:
            discard(generation.name, home)


def _known_names(catalogue: CatalogueFile) -> frozenset[str]:
    """Give the keys of the names in a catalogue, its names without version included."""
    cards = catalogue.load()["cards"]
    return frozenset(name_key(card[key]) for card in cards for key in ("fullName", "name"))


def update(
    without: Iterable[str] = (),
    languages: Iterable[str] = (),
    sources: Sources | None = None,
    cache: Path | None = None,
    home: Path | None = None,
    progress: Progress = lambda *_: None,
) -> Updated:
    """Fetch the publisher's documents and the newest card catalogue, and build an index from them.

    *without* names what is not asked for; *languages* those in which the cards' names are fetched as well.

    :raises BadInput: there is no such source or language.
    :raises FetchFailed: one of them is not to be had, or is not the one that is pinned; nothing is changed.
    """
    sources = sources or load_sources()
    cache, home = cache or cache_folder(), home or official_home()
    official, places = _chosen(sources, frozenset(without), tuple(languages))
    files: list[Downloaded] = []
    total = len(official) + len(places)
    readings: list[Reading] = []
    for at, source in enumerate(official):
        progress(f"fetching {source.name}", at, total)
        data, file = _fetched(source.name, source.url, MOST_BYTES, source.sha256)
        files.append(file)
        readings.append(_read_fetched(data, source, file))
    packed: dict[str, bytes] = {}
    for at, (language, place) in enumerate(places.items(), len(official)):
        progress(f"fetching {place.name}", at, total)
        data, file = _fetched(place.name, place.url, _MOST_CATALOGUE, "")
        files.append(file)
        packed[language] = catalogue_in(data, place)
    imported = _adopt(readings, packed, places, cache, home, progress)
    return Updated(tuple(files), imported)


def _chosen(
    sources: Sources, without: frozenset[str], languages: Sequence[str]
) -> tuple[tuple[OfficialSource, ...], dict[str, CatalogueSource]]:
    """Give the sources that are asked for: documents, and catalogues by language (the cards' own is ``en``).

    :raises BadInput: there is no such source or language.
    """
    newest = next((place for place in sources.catalogue if place.kind == "archive"), None)
    named = [source.name for source in sources.official] + ([newest.name] if newest else [])
    for name in without:
        if name not in named:
            raise BadInput(f"there is no source {name!r}; there are: {', '.join(named)}")
    for language in languages:
        if language not in sources.names:
            raise BadInput(f"there are no card names in {language!r}; there are: {', '.join(sources.names)}")
    places = {"en": newest} if newest is not None and newest.name not in without else {}
    places |= {language: sources.names[language] for language in languages}
    return tuple(source for source in sources.official if source.name not in without), places


def _fetched(name: str, url: str, most: int, sha256: str) -> tuple[bytes, Downloaded]:
    """Download a file and hold it against its pinned hash.

    :raises FetchFailed: it is not to be had, or is not the one that is pinned.
    """
    data = download(url, most)
    found = hashlib.sha256(data).hexdigest()
    if sha256 and found != sha256:
        raise FetchFailed(f"{name} is not the pinned file: its SHA-256 is {found}, not {sha256}; nothing was changed")
    return data, Downloaded(name, url, len(data), found, bool(sha256))


def _read_fetched(data: bytes, source: OfficialSource, file: Downloaded) -> Reading:
    """Read a document that was fetched.

    :raises FetchFailed: it is not the document that the address is known for.
    """
    try:
        reading = read_official_bytes(data, source.url.rsplit("/", 1)[-1])
    except BadInput as error:
        raise FetchFailed(f"what {source.url} serves cannot be read: {error}; nothing was changed") from error
    wrong = [document for document in reading.documents if document.code is not source.document]
    if wrong or (source.edition and reading.documents[0].edition != source.edition):
        served = f"{reading.documents[0].title} {reading.documents[0].edition}"
        wanted = f"{TITLES[source.document]} {source.edition}".strip()
        raise FetchFailed(f"{source.url} serves the {served}, not the {wanted}; nothing was changed")
    verified = Grade.VERIFIED if file.pinned else Grade.PUBLISHED
    graded = tuple(replace(document, grade=verified, origin=source.url) for document in reading.documents)
    return replace(reading, documents=graded)


def _adopt(
    readings: Sequence[Reading],
    packed: Mapping[str, bytes],
    places: Mapping[str, CatalogueSource],
    cache: Path,
    home: Path,
    progress: Progress,
) -> Imported:
    """Build an index from what was fetched, and let it count; the catalogue is laid aside until then."""
    staged = cache / f"staged-{os.getpid()}"
    try:
        names = {language: json.dumps(card_names_in(data)).encode() for language, data in packed.items() if language != "en"}
        for language, listed in names.items():
            write_whole(staged / _NAMES.format(language), listed)
        catalogue = read_stored(cache)
        if "en" in packed:
            catalogue = store_catalogue(packed["en"], places["en"].name, places["en"].caveat, staged)
        documents = [document for reading in readings for document in reading.documents]
        with _prepared(documents, home, Replacing.BETTER) as (generation, became):
            index = build_index(catalogue, cache, progress, generation, staged) if catalogue is not None else None
            if "en" in packed and catalogue is not None:
                adopt_catalogue(catalogue, cache)
            for language in names:
                adopt_file(staged / _NAMES.format(language), cache)
            switch_to(generation.name, home)
    finally:
        shutil.rmtree(staged, ignore_errors=True)
    return Imported(tuple(documents), became, None, (), index)
