"""The commands about reading card text: coverage and compile."""

from typing import TYPE_CHECKING, Any

import click

from corpus.errors import ExitStatus
from corpus.records import CardType
from server.cli.asking import json_option
from server.library import Library
from server.wire import as_json

if TYPE_CHECKING:
    from engine.abilities.kinds import Ability, CompiledCard
    from engine.compiler.coverage import Clause, Coverage


@click.command()
@click.option("--unread", is_flag=True, help="Print only the clauses that are not read, each with its card and reason.")
@json_option
def coverage(unread: bool, as_data: bool) -> int:
    """Say how much of the cards' text is read, and what is left.

    Cards, abilities and sentences, as they were compiled into the index. A clause that only an Illumineer's Quest explains is
    read, and a replay that comes to it says so instead of doing it; these are listed by name.
    """
    found = Library().index.compiled_cards.coverage()
    if as_data:
        values = found.to_json()
        click.echo(as_json({"unread": values["unread"]} if unread else values))
    else:
        click.echo("\n".join(_unread_lines(found) if unread else _coverage_lines(found)))
    return int(ExitStatus.DONE)


@click.command("compile")
@click.argument("text")
@click.option(
    "--type",
    "card_type",
    type=click.Choice([kind.value for kind in CardType]),
    default=CardType.CHARACTER.value,
    show_default=True,
    help="The type of card that the text is on.",
)
@json_option
def compile_(text: str, card_type: str, as_data: bool) -> int:
    """Say what the engine understands of TEXT, in plain words.

    TEXT is worded as on a card, one ability a line. Exit status 1 where a part of it is not read; that part is printed with
    the reason. With --json, the whole structure.
    """
    from engine.compiler.compile import compile_text  # imported late: look-ups need no compiler
    from engine.compiler.describe import describe

    compiled = compile_text(text, CardType(card_type))
    if as_data:
        click.echo(as_json(_reading(compiled)))
    else:
        lines = describe(compiled) or ["There is no rules text in it."]
        click.echo("\n".join([*lines, *(f"Not executed: {said}" for said in _unplayed(compiled))]))
    return int(ExitStatus.NEGATIVE if compiled.unread else ExitStatus.DONE)


def _coverage_lines(found: "Coverage") -> list[str]:
    """Say the figures, then what is not executed."""
    from engine.compiler.coverage import described  # imported late: it knows every kind of ability

    lines = described(found).splitlines()
    if found.unplayed:
        lines.append("Read, and named instead of executed, as only an Illumineer's Quest explains them:")
    by_text: dict[str, list[str]] = {}
    for clause in found.unplayed:
        by_text.setdefault(clause.text, []).append(clause.card)
    return [*lines, *(f"  {text}: {'; '.join(cards)}" for text, cards in sorted(by_text.items()))]


def _unread_lines(found: "Coverage") -> list[str]:
    """Say every clause that is not read."""
    return [_clause_line(clause) for clause in found.unread] or ["Every clause of every card is read."]


def _clause_line(clause: "Clause") -> str:
    return f"{clause.card}: {clause.text} ({clause.reason})"


def _reading(compiled: "CompiledCard") -> dict[str, Any]:
    """Give what was understood of a text as JSON values."""
    return {
        "text": compiled.text,
        "abilities": [_ability(ability, compiled.text) for ability in compiled.abilities],
        "unread": [unread.to_json() for unread in compiled.unread],
        "unplayed": list(_unplayed(compiled)),
    }


def _ability(ability: "Ability", text: str) -> dict[str, Any]:
    from engine.compiler.describe import described  # imported late, as above

    printed = ability.span.of(text) if ability.span is not None else text
    return {"name": ability.name, "text": printed, "understood": described(ability), "structure": ability.to_json()}


def _unplayed(compiled: "CompiledCard") -> tuple[str, ...]:
    from engine.compiler.coverage import unplayed  # imported late, as above

    return tuple(said for ability in compiled.abilities for said in unplayed(ability))
