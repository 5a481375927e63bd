"""The look-up commands: search, rule, card, term, rulings, compare, penalty."""

from pathlib import Path
from typing import Any

import click

from server.cli.asking import answer_batch, answer_one, batch_option, detail_option, json_option, one_of
from server.cli.explaining import explain_search
from server.limits import LONGEST_PAGE, Detail


@click.command()
@click.argument("query", required=False)
@click.option("--limit", type=click.IntRange(1, LONGEST_PAGE), default=10, show_default=True, metavar="N", help="Most results.")
@click.option("--edition", metavar="EDITION", help="Edition of the Comprehensive Rules.")
@click.option("--as-of", metavar="DATE", help="The edition in force on that day, YYYY-MM-DD.")
@click.option("--document", "documents", multiple=True, metavar="ID", help="Only this document (repeat for several).")
@click.option("--language", metavar="CODE", help="Only documents in this language, such as en or de.")
@click.option("--explain", is_flag=True, help="Show how QUERY was understood and what each score is made of.")
@detail_option(Detail.BRIEF)
@batch_option
@json_option
def search(
    query: str | None,
    limit: int,
    edition: str | None,
    as_of: str | None,
    documents: tuple[str, ...],
    language: str | None,
    explain: bool,
    detail: str,
    batch: Path | None,
    jobs: int,
    as_data: bool,
) -> int:
    """Find the rules that answer QUERY.

    A question in English or German, words, a rule number, a card's name or a game term.
    With --batch, a line is {"id": …, "query": …}.
    """
    one_of("search", query, batch, "a QUERY")
    arguments: dict[str, Any] = {"limit": limit, "edition": edition, "as_of": as_of, "detail": detail}
    arguments |= {"language": language, "documents": list(documents) or None}
    if batch is not None:
        return answer_batch("search", batch, arguments, jobs)
    if explain:
        return explain_search({"query": query, **arguments})
    return answer_one("search", {"query": query, **arguments}, as_data=as_data)


@click.command()
@click.argument("ref")
@click.option("--edition", metavar="EDITION", help="Edition of the document, or 2023 for a number of that year.")
@detail_option(Detail.BRIEF)
@json_option
def rule(ref: str, edition: str | None, detail: str, as_data: bool) -> int:
    """Show the rule REF, such as 4.6.4.3 or 'TR 1.6.2', with examples, sub-rules and what refers to it.

    With --edition 2023 a number of that year is found at its place today.
    """
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
@click.option("--language", metavar="CODE", help="Language of the glossary, such as en or de; all when left out.")
@json_option
def term(term: str, language: str | None, as_data: bool) -> int:
    """Show what TERM means in the game, and which rules define it."""
    return answer_one("term", {"term": term, "language": language}, as_data=as_data)


@click.command()
@click.argument("query", required=False)
@click.option("--card", metavar="NAME", help="About this card, by its full name.")
@click.option("--keyword", metavar="KEYWORD", help="About this keyword.")
@click.option("--limit", type=click.IntRange(1, LONGEST_PAGE), default=5, show_default=True, metavar="N", help="Most rulings.")
@detail_option(Detail.BRIEF)
@json_option
def rulings(query: str | None, card: str | None, keyword: str | None, limit: int, detail: str, as_data: bool) -> int:
    """Show the publisher's clarifications and our rulings for QUERY, a card or a keyword.

    Ours are boards that are replayed now.
    """
    arguments = {"query": query, "card": card, "keyword": keyword, "limit": limit, "detail": detail}
    return answer_one("rulings", arguments, as_data=as_data)


@click.command()
@click.argument("ref", required=False)
@click.option("--from", "older", metavar="EDITION", help="The older edition; the one before when left out.")
@click.option("--to", "newer", metavar="EDITION", help="The newer edition; the current one when left out.")
@click.option("--limit", type=click.IntRange(1, LONGEST_PAGE), default=LONGEST_PAGE, metavar="N", help="Most changes.")
@detail_option(Detail.FULL)
@json_option
def compare(ref: str | None, older: str | None, newer: str | None, limit: int, detail: str, as_data: bool) -> int:
    """Show what changed between two editions, in all or in REF, such as 4.6 or 'TR 1.6'."""
    return answer_one("compare", {"ref": ref, "from": older, "to": newer, "limit": limit, "detail": detail}, as_data=as_data)


@click.command()
@click.argument("description", required=False)
@click.option("--infraction", metavar="NAME", help="An infraction by its name, id or section.")
@click.option("--level", metavar="LEVEL", help="entry, competitive or premier; all when left out.")
@detail_option(Detail.BRIEF)
@json_option
def penalty(description: str | None, infraction: str | None, level: str | None, detail: str, as_data: bool) -> int:
    """Show which infractions DESCRIPTION may be, with remedy and corrective action (exit status 1: none fits)."""
    arguments = {"description": description, "infraction": infraction, "level": level, "detail": detail}
    return answer_one("penalty", arguments, as_data=as_data)
