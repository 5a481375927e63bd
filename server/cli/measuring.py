"""The bench command: measure how well questions are answered."""

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import click

from corpus.refs import Document, RuleRef
from indexer.measure import Half, Judged, Measured, Outcome, differences, measure, read_questions, read_run, write_run
from indexer.query import Book, Index, current_books
from server.library import Library

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group()
def bench() -> None:
    """Measure the program by files of questions."""


@bench.command("search")
@click.argument("files", nargs=-1, required=True, type=_FILE, metavar="FILE...")
@click.option("--half", type=click.Choice([half.value for half in Half]), help="Only that half of the questions.")
@click.option("--kinds", is_flag=True, help="Each kind of question apart as well.")
@click.option("--everywhere", is_flag=True, help="Ask questions of play of all current documents too, as most people do.")
@click.option(
    "--keep", type=click.Path(dir_okay=False, writable=True, path_type=Path), metavar="RUN.jsonl", help="Keep the outcomes."
)
@click.option("--against", type=_FILE, metavar="RUN.jsonl", help="Show what differs from outcomes that were kept.")
@click.option("--json", "as_data", is_flag=True, help="Print the figures as JSON.")
def bench_search(
    files: Sequence[Path],
    half: str | None,
    kinds: bool,
    everywhere: bool,
    keep: Path | None,
    against: Path | None,
    as_data: bool,
) -> int:
    """Measure the search by the questions of each FILE, a JSON object {"id", "query", "relevant"} a line.

    Prints recall@5, recall@10, hit@5, MRR@10, how many questions were refused or answered wrongly, and the time taken.
    Questions about policy, and those that nothing answers, are asked of all current documents, others of the rules.
    """
    index = Library().index
    chosen = Half(half) if half is not None else None
    current = current_books(index.books)
    rules = [book for book in current if book.document is Document.COMPREHENSIVE_RULES]
    answer = _answerer(index, current, current if everywhere else rules)
    outcomes: list[Outcome] = []
    for file in files:
        measured = measure(answer, read_questions(file, chosen))
        outcomes += measured.outcomes
        _show(file.name, measured, as_data=as_data)
        if kinds:
            for kind, part in measured.by_kind().items():
                _show(f"  {kind}", part, as_data=as_data)
    together = Measured(tuple(outcomes))
    if keep is not None:
        write_run(together, keep)
    if against is not None:
        _compare(read_run(against), together)
    return 0


def _answerer(index: Index, policy: Sequence[Book], play: Sequence[Book]) -> Callable[[Judged], Iterable[str]]:
    """Give what asks questions of *policy* and *play* of these books, opened and warm."""
    index.answer("quest", policy)

    def answer(question: Judged) -> Iterable[str]:
        asked = policy if question.asks_policy else play
        return [_number(hit.rule.ref) for hit in index.answer(question.query, asked).hits]

    return answer


def _number(ref: RuleRef) -> str:
    """Write a reference as files of questions do."""
    return ref.number if ref.document is Document.COMPREHENSIVE_RULES else f"{ref.document.value} {ref.number}"


def _show(name: str, measured: Measured, *, as_data: bool) -> None:
    """Print the figures of a measure."""
    figures = {figure: round(value, 4) for figure, value in measured.figures.items()}
    told = ", ".join(f"{figure} {value:.3g}" for figure, value in figures.items())
    click.echo(json.dumps({"file": name.strip(), **figures}) if as_data else f"{name}: {told}")


def _compare(before: Measured, after: Measured) -> None:
    """Print the questions that are answered differently, those that lost first."""
    changed = differences(before, after)
    click.echo(f"{len(changed)} questions are answered differently.")
    for old, new in changed:
        places = f"{old.first or '-'} -> {new.first or '-'}"
        click.echo(f"{new.id}  first {places}  {new.query}\n    wanted {', '.join(new.relevant) or 'nothing'}")
        click.echo(f"    before {', '.join(old.found[:5])}\n    now    {', '.join(new.found[:5])}")
