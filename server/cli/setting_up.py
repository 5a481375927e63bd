"""The commands that prepare: set-up and status."""

from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from corpus.errors import ExitStatus, NotSetUp
from indexer.build import check_files, current_index, index_folder, set_up, stale_reasons
from indexer.fetch import cache_folder, read_stored
from indexer.query import IndexStatus
from server.cli.asking import json_option
from server.cli.sources import progress_bar
from server.library import Library
from server.wire import as_json

if TYPE_CHECKING:
    from engine.compiler.coverage import Coverage

_FIGURES: Final = ("with_text", "whole", "lines", "lines_read", "sentences", "sentences_read")
"""What the state of the index tells of the coverage; `loreguide coverage` has all of it."""
_UNITS: Final = ((timedelta(days=1), "day"), (timedelta(hours=1), "hour"), (timedelta(minutes=1), "minute"))


@click.command()
@click.option(
    "--catalogue",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="A LorcanaJSON file (allCards.json, plain, .gz or .zip) to use instead of fetching one.",
)
@json_option
def setup(catalogue: Path | None, as_data: bool) -> int:
    """Fetch the pinned card catalogue and build the index, whatever of it is missing; safe to repeat."""
    with progress_bar() as progress:
        set_up(given=catalogue, progress=progress)
    return _show(_status(), _coverage(), as_data=as_data)


@click.command()
@json_option
def status(as_data: bool) -> int:
    """Say what is indexed, from where, how old it is, how much of the cards' text is read, and whether it is out of date.

    Exit status 3 where it is out of date, or where there is nothing.
    """
    return _show(_status(), _coverage(), as_data=as_data)


def _status() -> IndexStatus:
    """Read what the index says of itself, and hold it against what is in the cache now.

    Read from the stamp, so that an index this version cannot open is still reported.

    :raises NotSetUp: there is no index.
    """
    stamp = check_files(current_index(index_folder()))
    values = {name: getattr(stamp.status, name) for name in IndexStatus.__dataclass_fields__}
    return IndexStatus(**{**values, "stale": stale_reasons(stamp, read_stored(cache_folder()))})


def _coverage() -> "Coverage | None":
    """Give how much of the cards' text was read; None where this version cannot open the index."""
    try:
        return Library().index.compiled_cards.coverage()
    except NotSetUp:
        return None


def _show(state: IndexStatus, read: "Coverage | None", *, as_data: bool) -> int:
    """Print the state of the index; give the exit status."""
    if as_data:
        values = asdict(state)
        values["sources"] = [{key: value for key, value in asdict(source).items() if value} for source in state.sources]
        values["coverage"] = {name: getattr(read, name) for name in _FIGURES} if read is not None else None
        click.echo(as_json({key: _plain(value) for key, value in values.items() if value is not None}))
    else:
        click.echo("\n".join(_lines(state, read)))
    return int(ExitStatus.NOT_SET_UP if state.stale else ExitStatus.DONE)


def _lines(state: IndexStatus, read: "Coverage | None") -> list[str]:
    lines = [
        f"Rules: {state.rules} entries, {state.terms} glossary terms; editions {', '.join(state.editions)}",
        _also(state),
        f"Cards: {state.cards} ({state.printings} printings, {state.spellings} spellings)",
        *_read_lines(read),
        f"Sets:  {state.sets}, up to {state.newest_set} ({state.newest_release})",
        f"Built: {state.built:%Y-%m-%d %H:%M} UTC, {_age(state.built)} ago",
    ]
    for source in state.sources:
        fetched = f", fetched {source.fetched:%Y-%m-%d}" if source.fetched else ""
        lines.append(f"From:  {source.name}: {source.origin}{fetched} (sha256 {source.sha256[:12]})")
        lines += [f"       {source.caveat}"] if source.caveat else []
    lines += [f"Official: {document}" for document in state.official]
    lines += [f"Out of date: {reason}; run `loreguide setup`." for reason in state.stale]
    return lines


def _read_lines(read: "Coverage | None") -> list[str]:
    """Say how much of the cards' text the engine reads."""
    if read is None:
        return []
    named = f"; {len(read.unplayed)} quest-only clauses are named instead of executed" if read.unplayed else ""
    sentences = f"{read.sentences_read} of {read.sentences} sentences"
    return [f"Read:  {read.whole} of {read.with_text} cards with text whole, {sentences} (loreguide coverage){named}"]


def _also(state: IndexStatus) -> str:
    """Count what else is indexed beside rules and cards."""
    return (
        f"Also:  {state.sections} sections of policy, {state.translated} terms of other languages, {state.words} words of other"
        f" games and players, {state.misreadings} misreadings, {state.boards} rulings as boards"
    )


def _age(built: datetime) -> str:
    """Say how long ago something was, in its largest whole unit."""
    age = datetime.now(UTC) - built
    for unit, name in _UNITS:
        count = age // unit
        if count:
            return f"{count} {name}{'s' if count > 1 else ''}"
    return "less than a minute"


def _plain(value: object) -> object:
    """Turn dates inside lists and records into text."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value if isinstance(value, str | int | float | bool) else str(value)
