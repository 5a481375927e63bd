"""Write what is indexed as text files that a language model can be given: rules, glossary, cards, and a bundle of all.

The words are ours; the cards' texts come from the user's own catalogue. Where a bundle would grow past its budget, the
cards fall back to a list of their names.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from corpus.errors import BadInput
from corpus.records import CardRecord, Rule
from corpus.refs import CURRENT_EDITION, Document
from indexer.fetch import put_whole
from indexer.query import Book, CardQuery, CardSort, Index

__all__ = ["BUDGET", "Export", "export"]

BUDGET: Final = 2_000_000
"""Bytes that the bundle has at most unless told otherwise."""

_NOTICE: Final = (
    "Unofficial fan project; not published, endorsed or approved by Disney or Ravensburger. The rules are restated in our own "
    "words under the official numbers; the publisher's documents are what counts. Card texts are those of LorcanaJSON."
)
_PAGE: Final = 200


@dataclass(frozen=True, slots=True)
class Export:
    """What was written."""

    files: dict[str, int]
    """Name to size in bytes."""
    cards_whole: bool
    """Whether the bundle has the cards' texts, and not only their names."""


def export(index: Index, folder: Path, budget: int = BUDGET) -> Export:
    """Write the files into a folder; the bundle keeps to the budget.

    :raises BadInput: not even the rules, the glossary and the names of the cards fit the budget, and nothing is written; or
        the folder cannot be written, or has no room.
    """
    parts: dict[str, str] = {name: "\n".join(write(index)) + "\n" for name, (_, write) in _PARTS.items()}
    bundle, whole = _bundle(index, parts, budget)
    texts = {**parts, "llms-full.txt": bundle}
    texts["llms.txt"] = _listing(index, texts)
    try:
        for name, text in texts.items():
            put_whole(folder / name, text.encode())
    except OSError as error:
        raise BadInput(f"{folder} cannot be written ({error.strerror or error}); give another folder") from error
    return Export({name: len(text.encode()) for name, text in sorted(texts.items())}, whole)


def _bundle(index: Index, parts: Mapping[str, str], budget: int) -> tuple[str, bool]:
    """Put everything into one text; the cards fall back to their names where their texts do not fit.

    :raises BadInput: it does not fit even so.
    """
    head = f"# Disney Lorcana TCG: rules, glossary and cards in one file\n\n{_NOTICE}\n\n"
    fixed = head + "".join(parts[name] + "\n" for name in parts if name != "cards.txt")
    names = "\n".join(["# Cards (name index)", "", *(f"- {card.printed.full_name} [{card.id}]" for card in _all_cards(index))])
    for cards, whole in ((parts["cards.txt"], True), (names + "\n", False)):
        text = fixed + cards
        if len(text.encode()) <= budget:
            return text, whole
    least = len((fixed + names).encode()) + 1
    raise BadInput(f"a budget of {budget:,} bytes is too small: the rules, the glossary and the cards' names take {least:,}")


def _listing(index: Index, texts: Mapping[str, str]) -> str:
    """Say what files there are and what is in them."""
    status = index.status()
    lines = [
        "# Disney Lorcana TCG",
        "",
        f"> {_NOTICE}",
        "",
        f"Comprehensive Rules {CURRENT_EDITION}; {status.cards:,} cards up to {status.newest_set}.",
        "",
        "## Files",
        "",
    ]
    about = {"llms-full.txt": "everything in one file", **{name: said for name, (said, _) in _PARTS.items()}}
    lines += [f"- [{name}]({name}): {said}, {len(texts[name].encode()):,} bytes" for name, said in about.items()]
    return "\n".join(lines) + "\n"


def _rules(index: Index) -> Iterator[str]:
    """Write the rules in force, then the documents about tournaments."""
    current = Book(Document.COMPREHENSIVE_RULES, CURRENT_EDITION)
    books = [current, *(book for book in index.books if book.document is not Document.COMPREHENSIVE_RULES)]
    for entry in index.documents():
        book = index.book_of(entry.provenance.document)
        if book not in books or entry.provenance.official:
            continue
        yield from (f"# {entry.provenance.title}, {book.edition}" if book else "", "")
        if entry.note:
            yield from (entry.note, "")
        for rule in index.rules(entry.provenance.document):
            yield from _rule_lines(rule)
        yield ""


def _rule_lines(rule: Rule) -> Iterator[str]:
    """Write one entry with its examples below it."""
    heading = f"{rule.heading}. " if rule.heading and rule.heading not in rule.text else ""
    yield f"{rule.ref.number} {heading}{rule.text}"
    for example in rule.examples:
        yield f"    Example{' ' + example.letter if example.letter else ''}: {example.text}"


def _glossary(index: Index) -> Iterator[str]:
    """Write the terms, the words of other games, and what is misread."""
    for entry in index.documents():
        passages = index.passages(entry.provenance.document)
        if not passages or entry.provenance.official or entry.provenance.document == "rulings":
            continue
        yield from (f"# {entry.provenance.title}", "")
        for passage in passages:
            refs = f" ({', '.join(passage.rules)})" if passage.rules else ""
            yield f"- {passage.heading}: {' '.join(passage.text.split())}{refs}"
        yield ""


def _cards(index: Index) -> Iterator[str]:
    """Write the cards, one a line."""
    yield from ("# Cards", "")
    for card in _all_cards(index):
        yield _card_line(card)


def _card_line(card: CardRecord) -> str:
    """Write everything printed on a card on one line."""
    printed = card.printed
    values = [f"cost {printed.cost}", "inkable" if printed.inkwell else "not inkable"]
    stats = {"strength": printed.strength, "willpower": printed.willpower, "lore": printed.lore, "move cost": printed.move_cost}
    values += [f"{name} {value}" for name, value in stats.items() if value is not None]
    parts = [f"{printed.full_name} [{card.id}] — {' '.join(printed.inks)} {printed.type.value}", ", ".join(values)]
    parts += [", ".join(printed.classifications)] if printed.classifications else []
    parts += [" / ".join(printed.text.splitlines())] if printed.text else []
    return " | ".join(parts)


def _all_cards(index: Index) -> Iterator[CardRecord]:
    """Give every card in order of its name."""
    at: int | None = 0
    while at is not None:
        page = index.search_cards(CardQuery(sort=CardSort.NAME, limit=_PAGE, offset=at))
        yield from page.cards
        at = page.next_offset


_PARTS: Final[Mapping[str, tuple[str, Callable[[Index], Iterator[str]]]]] = {
    "rules.txt": ("the Comprehensive Rules, the Tournament Rules and the Play Correction Guidelines, restated", _rules),
    "glossary.txt": ("the terms in English and German, words of other games and of players, common misreadings", _glossary),
    "cards.txt": ("every card with its text, one a line", _cards),
}
"""The files beside the bundle: what each holds, and what writes it."""
