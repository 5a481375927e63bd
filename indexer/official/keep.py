"""Keep official documents in the user's data directory: one generation after the other, each whole, one of them current.

A change writes a new generation beside the current one and then renames a pointer, so that an interrupted change leaves
everything as it was. A document is replaced by one of another file only where that is at least as good, unless told
otherwise.
"""

import hashlib
import os
import shutil
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

import platformdirs
from pydantic import TypeAdapter, ValidationError

from corpus.errors import BadInput, NotSetUp
from indexer.fetch import write_whole
from indexer.official.records import OfficialDocument

__all__ = ["Generation", "Kept", "Replacing", "current_generation", "discard", "official_home", "prepare", "switch_to"]

_POINTER: Final = "current"
_DOCUMENT: Final = TypeAdapter(OfficialDocument)


class Replacing(Enum):
    """What happens to a document that is there already."""

    BETTER = "better"
    """It is replaced by one that is at least as good."""
    ALWAYS = "always"


class Kept(Enum):
    """What became of a document that was given."""

    NEW = "new"
    REPLACED = "replaced"
    SAME = "same"
    """The same file was there."""


@dataclass(frozen=True, slots=True)
class Generation:
    """The official documents at one time."""

    name: str
    """Empty for the generation before the first document."""
    documents: tuple[OfficialDocument, ...]
    stamp: str
    """SHA-256 over the documents; empty without any."""


def official_home() -> Path:
    """Give the folder of the official documents: below ``LOREGUIDE_DATA``, or the user's data directory."""
    chosen = os.environ.get("LOREGUIDE_DATA")
    return (Path(chosen) if chosen else platformdirs.user_data_path("loreguide", appauthor=False)) / "official"


def current_generation(home: Path | None = None) -> Generation:
    """Give the official documents that count now.

    :raises NotSetUp: the folder is damaged.
    """
    home = home or official_home()
    try:
        name = (home / _POINTER).read_text(encoding="utf-8").strip()
    except OSError:
        return Generation("", (), "")
    try:
        files = sorted((home / name).glob("*.json"))
        documents = tuple(_DOCUMENT.validate_json(file.read_bytes()) for file in files)
    except (OSError, ValidationError) as error:
        raise NotSetUp(f"the official documents in {home / name} are damaged; remove {home} and import them again") from error
    return Generation(name, documents, _stamp(documents))


def _stamp(documents: Iterable[OfficialDocument]) -> str:
    """Give the hash of documents, whatever their order."""
    digest = hashlib.sha256()
    rows = sorted((document.id, _DOCUMENT.dump_json(document)) for document in documents)
    for _, row in rows:
        digest.update(row)
    return digest.hexdigest() if rows else ""


def prepare(
    given: Iterable[OfficialDocument], home: Path | None = None, replacing: Replacing = Replacing.BETTER
) -> tuple[Generation, dict[str, Kept]]:
    """Write a new generation with the given documents in it, and tell what became of each; it does not count yet.

    :raises BadInput: a better document of the same edition is there.
    :raises FetchFailed: the disk refused.
    """
    home = home or official_home()
    before = {document.id: document for document in current_generation(home).documents}
    after = dict(before)
    became: dict[str, Kept] = {}
    for document in given:
        old = after.get(document.id)
        if old is not None and old.sha256 == document.sha256 and old.grade == document.grade:
            became[document.id] = Kept.SAME if document.id in before else Kept.NEW
            if len(old.entries) == len(document.entries):
                continue
        if old is not None and replacing is Replacing.BETTER and _is_better(old, document):
            raise BadInput(
                f"a better copy of {document.title} {document.edition} is there: {old.origin} ({old.grade.name.lower()},"
                f" {len(old.entries)} sections) against {document.origin} ({document.grade.name.lower()},"
                f" {len(document.entries)} sections); give --replace to take the new one all the same"
            )
        became[document.id] = Kept.REPLACED if document.id in before else Kept.NEW
        after[document.id] = document
    documents = tuple(after[key] for key in sorted(after))
    generation = Generation(f"generation-{_stamp(documents)[:16]}", documents, _stamp(documents))
    for document in documents:
        write_whole(home / generation.name / f"{document.id}.json", _DOCUMENT.dump_json(document))
    return generation, became


def _is_better(old: OfficialDocument, new: OfficialDocument) -> bool:
    """Tell whether a document that is there is better than a new one: by its grade, or by how much of it there is."""
    if old.grade != new.grade:
        return old.grade > new.grade
    return (len(old.entries), len(old.terms)) > (len(new.entries), len(new.terms))


def switch_to(name: str, home: Path | None = None) -> None:
    """Let a generation count from now on, and remove those that are neither it nor the one before.

    :raises FetchFailed: the disk refused.
    """
    home = home or official_home()
    before = current_generation(home).name
    if name == before:
        return
    if name:
        write_whole(home / _POINTER, name.encode())
    else:
        with suppress(OSError):
            (home / _POINTER).unlink(missing_ok=True)
    for folder in home.glob("generation-*"):
        if folder.name not in {name, before}:
            shutil.rmtree(folder, ignore_errors=True)


def discard(name: str, home: Path | None = None) -> None:
    """Remove a generation that does not count."""
    if name.startswith("generation-"):
        shutil.rmtree((home or official_home()) / name, ignore_errors=True)
