"""The deck command: check deck lists, and write the sheet with which a deck is registered."""

from pathlib import Path

import click

from corpus.formats import FormatName
from server.cli.asking import answer_batch, batch_option, json_option, one_of
from server.library import Library
from server.limits import Detail
from server.registry import tool_behind
from server.tools.check_deck import CheckDeck, report_on
from server.wire import as_json, structured


@click.command()
@click.argument(
    "file", required=False, type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path), metavar="[FILE]"
)
@click.option("--format", "format_name", metavar="FORMAT", help=f"Format of the event: {', '.join(FormatName)}.")
@click.option("--date", "day", metavar="DATE", help="Day of the event, YYYY-MM-DD; today when left out.")
@click.option(
    "--sheet",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    metavar="OUT.html",
    help="Write a deck registration sheet to print as well.",
)
@click.option("--player", metavar="NAME", default="", help="Player on the sheet.")
@click.option("--event", metavar="NAME", default="", help="Event on the sheet.")
@batch_option
@json_option
def deck(
    file: Path | None,
    format_name: str | None,
    day: str | None,
    sheet: Path | None,
    player: str,
    event: str,
    batch: Path | None,
    jobs: int,
    as_data: bool,
) -> int:
    """Check the deck list in FILE ('-': standard input) for a format and a day.

    Prints the verdict, every reason with its section, lines that name no card, and the list in one form. Exit status 0
    for a legal deck, 1 for one that is not. With --batch, a line is {"id": …, "list": …, "format": …, "date": …}.
    """
    one_of("deck", file, batch, "a FILE")
    if batch is None and format_name is None:
        formats = ", ".join(FormatName)
        raise click.UsageError(f"deck needs the format of the event: --format with one of {formats}", click.get_current_context())
    arguments = {"format": format_name, "date": day, "detail": Detail.FULL.value}
    if batch is not None:
        return answer_batch("deck", batch, arguments, jobs)
    assert file is not None
    with click.open_file(str(file), encoding="utf-8", errors="replace") as opened:
        text = opened.read()
    tool, library = tool_behind("deck"), Library()
    asked = {**arguments, "list": text}
    answer = tool.ask(asked, library)
    click.echo(as_json(structured(answer)) if as_data else tool.say(answer))
    if sheet is not None:
        request = CheckDeck.model_validate({"list": text, "format": answer.format, "date": answer.date})
        from server.registration import Registration, registration_sheet  # imported late: it compiles cards

        _write(sheet, registration_sheet(report_on(request, library), Registration(player, event)))
    return int(tool.status(answer))


def _write(sheet: Path, text: str) -> None:
    """Write the sheet.

    :raises click.ClickException: the file cannot be written.
    """
    try:
        sheet.write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{sheet} cannot be written: {error.strerror}") from None
