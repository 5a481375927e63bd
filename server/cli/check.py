"""The check command: replay scenarios and rule on them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from corpus.errors import ExitStatus, LoreguideError
from server import PROGRAM
from server.cli.asking import answer_batch, batch_option, json_option, one_of
from server.errors import TooLong, error_kind
from server.library import Library
from server.limits import SCENARIO_CHARACTERS, Detail
from server.registry import tool_behind
from server.ruling import full_text, report_page
from server.wire import as_json, structured


@click.command()
@click.argument(
    "files", nargs=-1, type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path), metavar="[FILE]..."
)
@click.option(
    "--report", type=click.Path(dir_okay=False, writable=True, path_type=Path), metavar="OUT.md", help="Write a page as well."
)
@batch_option
@json_option
def check(files: Sequence[Path], report: Path | None, batch: Path | None, jobs: int, as_data: bool) -> int:
    """Replay the scenario in each FILE (YAML or JSON, '-': standard input) and rule on it.

    Prints the ruling, then every event with its rule. Exit status 0 when all facts hold, 1 when one fails, a step is
    refused, a decision is open or a clause is not executed. With --batch, a line is a scenario with an "id".
    """
    one_of("check", tuple(files), batch, "FILEs")
    if batch is not None:
        return answer_batch("check", batch, {"detail": Detail.FULL.value}, jobs)
    library = Library()
    library.index.status()
    worst = ExitStatus.DONE
    pages: list[str] = []
    for file in files:
        try:
            values, status = _ruled(file, library)
        except LoreguideError as error:
            click.echo(f"{PROGRAM}: {file}: {error}", err=True)
            if as_data:
                click.echo(as_json({"error": {"kind": error_kind(error), "message": str(error)}}))
            worst = max(worst, error.exit_status)
            continue
        worst = max(worst, status)
        pages.append(report_page(_heading(file, values), values))
        if as_data:
            click.echo(as_json(values))
        else:
            click.echo(f"== {file}" if len(files) > 1 else "", nl=len(files) > 1)
            click.echo(full_text(values))
    if report is not None:
        _write(report, "\n".join(pages))
    return int(worst)


def _ruled(file: Path, library: Library) -> tuple[dict[str, Any], ExitStatus]:
    """Replay one file.

    :raises LoreguideError: it cannot be read as a scenario.
    """
    tool = tool_behind("check")
    with click.open_file(str(file), encoding="utf-8", errors="replace") as opened:
        text = opened.read(SCENARIO_CHARACTERS + 1)
        if len(text) > SCENARIO_CHARACTERS:
            raise TooLong("the scenario", len(text) + len(opened.read()), SCENARIO_CHARACTERS)
    answer = tool.ask({"scenario": text, "detail": Detail.FULL.value}, library)
    return structured(answer), tool.status(answer)


def _heading(file: Path, values: dict[str, Any]) -> str:
    title = values.get("title") or values.get("state", {}).get("title")
    return str(title or file.stem)


def _write(report: Path, text: str) -> None:
    """Write the report whole or not at all.

    :raises click.ClickException: the file cannot be written.
    """
    try:
        report.write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{report} cannot be written: {error.strerror}") from None
