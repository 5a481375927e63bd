"""Ask an operation from a command and print its answer."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from server.cli.batch import Batch, run_batch
from server.library import Library
from server.limits import Detail
from server.registry import tool_behind
from server.wire import as_json, structured

CommandT = TypeVar("CommandT", bound=Callable[..., Any])


def json_option(command: CommandT) -> CommandT:
    """Add ``--json``."""
    return click.option("--json", "as_data", is_flag=True, help="Print exactly the tool's structured result.")(command)


def batch_option(command: CommandT) -> CommandT:
    """Add ``--batch FILE.jsonl`` and ``--jobs N``."""
    jobs = click.option(
        "--jobs", type=click.IntRange(1, 64), default=1, show_default=True, metavar="N", help="Processes for --batch."
    )
    batch = click.option(
        "--batch",
        type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path),
        metavar="FILE.jsonl",
        help="Answer every line of a file ('-': standard input), one result a line out in the same order.",
    )
    return batch(jobs(command))


def detail_option(default: Detail) -> Callable[[CommandT], CommandT]:
    """Add ``--detail``."""
    return click.option(
        "--detail",
        type=click.Choice([detail.value for detail in Detail]),
        default=default.value,
        show_default=True,
        help="How much to say.",
    )


def answer_one(command: str, arguments: Mapping[str, Any], *, as_data: bool) -> int:
    """Print the answer of the operation behind *command*; give the exit status."""
    tool = tool_behind(command)
    answer = tool.ask(arguments, Library())
    click.echo(as_json(structured(answer)) if as_data else tool.say(answer))
    return int(tool.status(answer))


def answer_batch(command: str, path: Path, defaults: Mapping[str, Any], jobs: int) -> int:
    """Print the answers to every line of a file; give the worst exit status among them."""
    batch = Batch(tool_behind(command).name, tuple(defaults.items()))
    with click.open_file(str(path), encoding="utf-8", errors="replace") as lines:
        return int(run_batch(batch, lines, jobs, click.echo))


def one_of(command: str, word: object, batch: Path | None, what: str) -> None:
    """Insist on either the word to look up or a batch file.

    :raises click.UsageError: both were given, or neither.
    """
    if (word in (None, ())) == (batch is None):
        raise click.UsageError(f"{command} takes either {what} or --batch FILE.jsonl", click.get_current_context(silent=True))
