"""Show how a search went: what was understood of the question, and what each score is made of."""

from collections.abc import Iterator, Mapping
from typing import Any

import click

from indexer.query import SearchAnswer
from server.library import Library
from server.tools.search_rules import SearchRules, books_of


def explain_search(arguments: Mapping[str, Any]) -> int:
    """Search, and print how it went; give the exit status."""
    library = Library()
    request = SearchRules(**{name: value for name, value in arguments.items() if value is not None})
    answer = library.index.answer(request.query, books_of(request, library), request.limit)
    for line in _understood(answer):
        click.echo(line)
    for place, hit in enumerate(answer.hits, 1):
        click.echo(f"{place}. {hit.rule.ref}  {hit.score}")
        for part in hit.evidence:
            click.echo(f"     {part.amount:+.4f}  {part.reason}")
    return 0


def _understood(answer: SearchAnswer) -> Iterator[str]:
    """Tell what was understood of the question."""
    question = answer.question
    yield f"numbers:   {', '.join(map(str, question.numbers)) or '-'}"
    yield f"cards:     {', '.join(card.name for card in question.cards) or '-'}"
    yield f"terms:     {', '.join(term.name for term in question.terms) or '-'}"
    yield f"corrected: {', '.join(f'{written} -> {meant}' for written, meant in question.corrected.items()) or '-'}"
    yield f"language:  {question.understood.language}"
    yield f"looked up: {', '.join(f'{stem} {weight:.2f}' for stem, weight in question.stems.items()) or '-'}"
    yield f"leaning:   {answer.leaning} (above 0: tournaments)"
    yield f"sure:      {answer.confidence}" + (f" (about {answer.beyond})" if answer.beyond else "")
    if not answer.hits:
        yield f"Nothing answers this. Nearest: {'; '.join(f'{rule.ref} ({rule.heading})' for rule in answer.nearest) or '-'}"
