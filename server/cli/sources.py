"""The commands about what answers rest on: import, update, index, rollback, clean, export."""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from corpus.errors import ExitStatus, NotSetUp
from indexer.build import Progress, build_index, check_files, current_index, index_folder, roll_back, stale_reasons
from indexer.export import BUDGET
from indexer.export import export as export_texts
from indexer.fetch import cache_folder, read_stored
from indexer.importing import Imported, Updated, import_files
from indexer.importing import update as fetch_update
from indexer.official.keep import Replacing, official_home
from indexer.official.records import OfficialDocument
from server.cli.asking import json_option
from server.library import Library
from server.wire import as_json

_SHOWN = 20
"""How much of what has no place is printed; JSON has all of it."""


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Draw what is being done on standard error."""
    from rich.console import Console  # imported late: only these commands draw
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    with Bar(TextColumn("{task.description:<44}"), BarColumn(), TimeElapsedColumn(), console=Console(stderr=True)) as bar:
        task = bar.add_task("looking at what is there", total=1)
        yield lambda doing, done, total: bar.update(task, description=doing, completed=done, total=max(total, 1))
        bar.update(task, description="ready", completed=1, total=1)


@click.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE...")
@click.option("--replace", "replacing", is_flag=True, help="Take a document even where a better copy of it is there.")
@json_option
def import_(files: Sequence[Path], replacing: bool, as_data: bool) -> int:
    """Import the publisher's documents from FILEs: the published PDF, Markdown, text, JSON or a knowledge bundle.

    Tells which document and edition each is and what has no place in it. Answers then quote the publisher's words, with ours
    beside them. The files are kept in your data directory; nothing is changed where one of them cannot be read.
    """
    with progress_bar() as progress:
        imported = import_files(files, Replacing.ALWAYS if replacing else Replacing.BETTER, progress=progress)
    click.echo(as_json(_imported_values(imported)) if as_data else "\n".join(_imported_lines(imported)))
    return int(ExitStatus.DONE)


@click.command()
@click.option("--without", multiple=True, metavar="NAME", help="A source that is not asked for (repeat for several).")
@click.option("--names", "languages", multiple=True, metavar="LANGUAGE", help="Fetch the cards' names in de, fr or it as well.")
@json_option
def update(without: Sequence[str], languages: Sequence[str], as_data: bool) -> int:
    """Fetch the publisher's newest documents and the newest card catalogue, all of them or nothing."""
    with progress_bar() as progress:
        updated = fetch_update(without, languages, progress=progress)
    click.echo(as_json(_updated_values(updated)) if as_data else "\n".join(_updated_lines(updated)))
    return int(ExitStatus.DONE)


@click.command()
@click.option("--rebuild", is_flag=True, help="Build even where the index is up to date.")
@json_option
def index(rebuild: bool, as_data: bool) -> int:
    """Build the index from what has been fetched and imported, where it is out of date."""
    catalogue = read_stored(cache_folder())
    if catalogue is None:
        raise NotSetUp("there is no card catalogue to build an index from yet; run `loreguide setup`")
    reasons = _reasons_to_build()
    if reasons or rebuild:
        with progress_bar() as progress:
            folder = build_index(catalogue, cache_folder(), progress)
    else:
        folder = current_index(index_folder())
    values = {"index": str(folder), "built": bool(reasons or rebuild), "reasons": reasons}
    said = f"Built {folder}." if values["built"] else f"{folder} is up to date."
    click.echo(as_json(values) if as_data else said)
    return int(ExitStatus.DONE)


def _reasons_to_build() -> list[str]:
    """Say why the index has to be built; nothing where it is up to date."""
    try:
        return list(stale_reasons(check_files(current_index(index_folder())), read_stored(cache_folder())))
    except NotSetUp as error:
        return [str(error)]


@click.command()
@json_option
def rollback(as_data: bool) -> int:
    """Go back to the index before, and to the official documents that it was built from."""
    folder = roll_back()
    click.echo(as_json({"index": str(folder)}) if as_data else f"Answers are from {folder} again.")
    return int(ExitStatus.DONE)


@click.command()
@click.option("--official", is_flag=True, help="Remove the imported official documents as well.")
@json_option
def clean(official: bool, as_data: bool) -> int:
    """Remove what was fetched and built; imported documents stay unless told otherwise."""
    cache = cache_folder()
    wanted = [index_folder(cache), *cache.glob("catalogue.*"), *cache.glob("names-*.json"), *cache.glob("staged-*")]
    wanted += [official_home()] if official else []
    removed = [path for path in wanted if path.exists()]
    for path in removed:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    said = "\n".join(f"Removed {path}." for path in removed) or "There was nothing to remove."
    click.echo(as_json({"removed": [str(path) for path in removed]}) if as_data else said)
    return int(ExitStatus.DONE)


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
@click.option(
    "--budget", type=click.IntRange(1), default=BUDGET, show_default=True, metavar="BYTES", help="Most bytes of llms-full.txt."
)
@json_option
def export(folder: Path, budget: int, as_data: bool) -> int:
    """Write llms.txt, llms-full.txt, rules.txt, glossary.txt and cards.txt into DIR.

    Past the budget, llms-full.txt has the cards' names only.
    """
    if folder == Path():
        raise click.UsageError("export needs a folder to write into; '.' is the one you are in", click.get_current_context())
    written = export_texts(Library().index, folder, budget)
    lines = [f"{folder / name}: {size:,} bytes" for name, size in written.files.items()]
    lines += (
        []
        if written.cards_whole
        else [f"Note: the cards' texts did not fit {budget:,} bytes; llms-full.txt has their names only."]
    )
    click.echo(as_json(asdict(written)) if as_data else "\n".join(lines))
    return int(ExitStatus.DONE)


def _document_values(document: OfficialDocument, became: str) -> dict[str, Any]:
    """Give an imported document as JSON values."""
    return {
        "id": document.id,
        "title": document.title,
        "edition": document.edition,
        "effective": str(document.effective) if document.effective else "",
        "origin": document.origin,
        "form": document.form.value,
        "grade": document.grade.name.lower(),
        "sha256": document.sha256,
        "became": became,
        "sections": len(document.entries),
        "terms": len(document.terms),
        "unplaced": [
            {"page": each.page, "line": each.line, "problem": each.problem, "text": each.text} for each in document.unplaced
        ],
    }


def _imported_values(imported: Imported) -> dict[str, Any]:
    """Give what became of an import as JSON values."""
    values: dict[str, Any] = {
        "documents": [_document_values(document, imported.became[document.id].value) for document in imported.documents],
        "left_aside": list(imported.left_aside),
        "index": str(imported.index or ""),
    }
    if imported.names is not None:
        values["names"] = {"names": imported.names.names, "unknown": list(imported.names.unknown)}
    return values


def _imported_lines(imported: Imported) -> list[str]:
    """Write what became of an import."""
    lines: list[str] = []
    for document in imported.documents:
        terms = f", {len(document.terms)} terms" if document.terms else ""
        lines.append(
            f"{document.title} {document.edition}: {len(document.entries)} sections{terms} from {document.origin}"
            f" ({document.form.value}, {document.grade.name.lower()}): {imported.became[document.id].value}"
        )
        lines += [f"  not placed: {each}" for each in document.unplaced[:_SHOWN]]
        if len(document.unplaced) > _SHOWN:
            lines.append(f"  … and {len(document.unplaced) - _SHOWN} more; --json has them all")
    if imported.names is not None:
        lines.append(f"Name index: {imported.names.names:,} card names, {len(imported.names.unknown):,} not in the catalogue")
        lines += [f"  unknown: {name}" for name in imported.names.unknown[:_SHOWN]]
    lines += [f"Left aside: {each}" for each in imported.left_aside]
    if imported.index is None and any(each.value != "same" for each in imported.became.values()):
        lines.append("There is no card catalogue yet: run `loreguide setup` to build an index with these documents.")
    return lines


def _updated_values(updated: Updated) -> dict[str, Any]:
    """Give what an update brought as JSON values."""
    return {"files": [asdict(file) for file in updated.files], **_imported_values(updated.imported)}


def _updated_lines(updated: Updated) -> list[str]:
    """Write what an update brought, hashes included."""
    lines = [
        f"{file.name}: {file.size:,} bytes, sha256 {file.sha256} ({'as pinned' if file.pinned else 'not known before'})"
        for file in updated.files
    ]
    return lines + _imported_lines(updated.imported)
