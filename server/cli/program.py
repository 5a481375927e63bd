"""Put the commands together, and turn errors into one sentence and an exit status."""

import sys
from collections.abc import Sequence

import click

from corpus.errors import ExitStatus, LoreguideError
from server import PROGRAM
from server.cli.check import check
from server.cli.deck import deck
from server.cli.lookup import card, compare, penalty, rule, rulings, search, term
from server.cli.measuring import bench
from server.cli.reading import compile_, coverage
from server.cli.servers import mcp, serve
from server.cli.setting_up import setup, status
from server.cli.sources import clean, export, import_, index, rollback, update
from server.errors import error_kind
from server.wire import as_json

_INTERRUPTED = 130


@click.group(
    name=PROGRAM,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100, "auto_envvar_prefix": PROGRAM.upper()},
    epilog="Exit status: 0 done and positive, 1 done and negative, 2 bad input, 3 not set up or out of date.",
)
@click.version_option(package_name=PROGRAM)
def program() -> None:
    """Judge the rules of the Disney Lorcana TCG: look rules and cards up, replay boards, check decks.

    Unofficial fan project; not published, endorsed or approved by Disney or Ravensburger.
    """


_COMMANDS = (
    *(setup, update, import_, index, rollback, clean, status),
    *(search, rule, card, term, rulings, compare, penalty),
    *(bench, check, deck, compile_, coverage),
    *(export, mcp, serve),
)
for _command in _COMMANDS:
    program.add_command(_command)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit status."""
    sys.exit(run(sys.argv[1:] if arguments is None else list(arguments)))


def run(arguments: Sequence[str]) -> int:
    """Run one command and give its exit status; what goes wrong is printed as a sentence, never as a traceback."""
    try:
        outcome = program.main(args=list(arguments), prog_name=PROGRAM, standalone_mode=False)
    except LoreguideError as error:
        _report(error, as_data="--json" in arguments)
        return int(error.exit_status)
    except click.ClickException as error:
        error.show()
        if "--json" in arguments:
            click.echo(as_json({"error": {"kind": "bad_usage", "message": error.format_message()}}))
        return int(ExitStatus.BAD_INPUT)
    except (click.Abort, KeyboardInterrupt):
        return _INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has gone; nothing is left to say, and the interpreter must not flush into it.
        sys.stdout = None
        return int(ExitStatus.DONE)
    return int(outcome) if isinstance(outcome, int) else int(ExitStatus.DONE)


def _report(error: LoreguideError, *, as_data: bool) -> None:
    """Say what went wrong on standard error, and as JSON on standard output where JSON was asked for."""
    click.echo(f"{PROGRAM}: {error}", err=True)
    if as_data:
        click.echo(as_json({"error": {"kind": error_kind(error), "message": str(error)}}))
