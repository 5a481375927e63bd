"""Complete what a user types into an argument of a prompt or a resource: card names, rule numbers, terms."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from mcp_types import Completion, CompletionArgument, CompletionContext, PromptReference, ResourceTemplateReference

from corpus.names import name_key
from corpus.refs import CURRENT_EDITION
from server.library import Library, Shelf

__all__ = ["complete"]

_MOST: Final = 100
"""The most values that the protocol lets an answer have."""
_FORMATS: Final = ("core", "infinity", "sealed", "draft", "preconstructed", "pack_rush")

Typed = tuple[str, Mapping[str, str]]
"""What was typed, and the arguments that are settled already."""


def complete(
    reference: PromptReference | ResourceTemplateReference,
    argument: CompletionArgument,
    context: CompletionContext | None,
    library: Library,
) -> Completion | None:
    """Give what an argument may be, best first; None where anything may be."""
    source = reference.name if isinstance(reference, PromptReference) else reference.uri
    completer = _COMPLETERS.get((source, argument.name))
    if completer is None:
        return None
    values = list(dict.fromkeys(completer(argument.value.strip(), dict((context.arguments if context else None) or {}), library)))
    return Completion(values=values[:_MOST], total=len(values), has_more=len(values) > _MOST)


def _editions(typed: str, settled: Mapping[str, str], library: Library) -> Iterable[str]:
    editions = {entry.provenance.edition for entry in library.documents(Shelf.RULES)}
    newest_first = sorted(editions, key=lambda edition: (edition == CURRENT_EDITION, edition), reverse=True)
    return (edition for edition in newest_first if edition.startswith(typed))


def _rule_numbers(typed: str, settled: Mapping[str, str], library: Library) -> Iterable[str]:
    """Give the numbers that begin as typed; for words, the rules they find."""
    edition = settled.get("edition") or CURRENT_EDITION
    if not typed or typed[0].isdigit():
        rules = library.index.rules(f"comprehensive-rules-{edition}")
        return (rule.ref.number for rule in rules if rule.ref.number.startswith(typed))
    return (hit.rule.ref.number for hit in library.index.search_rules(typed, 20, edition)) if name_key(typed) else ()


def _card_numbers(typed: str, settled: Mapping[str, str], library: Library) -> Iterable[str]:
    """Give the numbers of the cards of that name, or whose number begins as typed."""
    if typed.isdigit():
        numbers = sorted(printing.id for printings in library.index.printings().values() for printing in printings)
        return (str(number) for number in numbers if str(number).startswith(typed))
    cards = (library.index.card(name) for name, _ in library.index.near_cards(typed, _MOST)) if typed else ()
    return (str(card.id) for card in cards if card is not None)


def _languages(typed: str, settled: Mapping[str, str], library: Library) -> Iterable[str]:
    return sorted({entry.language for entry in library.documents(Shelf.GLOSSARY) if entry.language.startswith(typed.lower())})


def _terms(typed: str, settled: Mapping[str, str], library: Library) -> Iterable[str]:
    """Give the terms of a glossary that begin as typed, then those that are near."""
    if not name_key(typed):
        return ()
    found = library.index.search_terms(typed, settled.get("language"), _MOST)
    key = name_key(typed)
    return (term.name for term in sorted(found, key=lambda term: not name_key(term.name).startswith(key)))


def _formats(typed: str, settled: Mapping[str, str], library: Library) -> Iterable[str]:
    return (name for name in _FORMATS if name.startswith(typed.lower()))


_COMPLETERS: Final[Mapping[tuple[str, str], Callable[[str, Mapping[str, str], Library], Iterable[str]]]] = {
    ("loreguide://rules/{edition}/{ref}", "edition"): _editions,
    ("loreguide://rules/{edition}/{ref}", "ref"): _rule_numbers,
    ("loreguide://cards/{id}", "id"): _card_numbers,
    ("loreguide://glossary/{language}/{term}", "language"): _languages,
    ("loreguide://glossary/{language}/{term}", "term"): _terms,
    ("check_my_deck", "format"): _formats,
}
"""By prompt name or resource template, and argument."""
