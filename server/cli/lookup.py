"""The look-up commands: search, rule, card, term."""

from pathlib import Path

import click

from server.cli.asking import answer_batch, answer_one, batch_option, detail_option, json_option, one_of
from server.limits import LONGEST_PAGE, Detail


@click.command()
@click.argument("query", required=False)
@click.option("--limit", type=click.IntRange(1, LONGEST_PAGE), default=10, show_default=True, metavar="N", help="Most results.")
@click.option("--edition", metavar="EDITION", help="Edition of the Comprehensive Rules.")
@click.option("--as-of", metavar="DATE", help="The edition in force on that day, YYYY-MM-DD.")
@detail_option(Detail.BRIEF)
@batch_option
@json_option
def search(
    query: str | None,
    limit: int,
    edition: str | None,
    as_of: str | None,
    detail: str,
    batch: Path | None,
    jobs: int,
    as_data: bool,
) -> int:
    """Find the rules that answer QUERY.

    A question, words, a rule number, a card's name or a game term. With --batch, a line is {"id": …, "query": …}.
    """
    one_of("search", query, batch, "a QUERY")
    arguments = {"limit": limit, "edition": edition, "as_of": as_of, "detail": detail}
    if batch is not None:
        return answer_batch("search", batch, arguments, jobs)
    return answer_one("search", {"query": query, **arguments}, as_data=as_data)


@click.command()
@click.argument("ref")
@click.option("--edition", metavar="EDITION", help="Edition of the Comprehensive Rules.")
@detail_option(Detail.BRIEF)
@json_option
def rule(ref: str, edition: str | None, detail: str, as_data: bool) -> int:
    """Show the rule REF, such as 4.6.4.3 or 'CR 2.3.0 4.6.4.3', with examples and sub-rules."""
    return answer_one("rule", {"ref": ref, "edition": edition, "detail": detail}, as_data=as_data)


@click.command()
@click.argument("name", required=False)
@detail_option(Detail.FULL)
@batch_option
@json_option
def card(name: str | None, detail: str, batch: Path | None, jobs: int, as_data: bool) -> int:
    """Show the card NAME, such as 'Stitch - New Dog', or the names near it (exit status 1).

    With --batch, a line is {"id": …, "query": NAME}.
    """
    one_of("card", name, batch, "a NAME")
    if batch is not None:
        return answer_batch("card", batch, {"detail": detail}, jobs)
    return answer_one("card", {"name": name, "detail": detail}, as_data=as_data)


@click.command()
@click.argument("term")
@click.option("--language", metavar="CODE", help="Language of the glossary, such as en.")
@json_option
def term(term: str, language: str | None, as_data: bool) -> int:
    """Show what TERM means in the game, and which rules define it."""
    return answer_one("term", {"term": term, "language": language}, as_data=as_data)
