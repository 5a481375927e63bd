"""Read our executable rulings: boards that show what the publisher has clarified, in our words.

Each is a document for the scenario checker with ``id``, ``title``, ``source`` and ``cites`` beside it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from corpus.errors import CorpusFault, Fault
from corpus.load import CORPUS, load_rules
from corpus.refs import RuleRef, cr
from corpus.tables import Table, TableReader

__all__ = ["BoardRuling", "load_board_rulings", "read_board_rulings"]

_ABOUT = ("id", "title", "source", "cites")
_PARTS = ("players", "steps", "expect", "active")
_CARD_KEYS = frozenset({"card", "hand", "play", "deck", "top", "bottom", "discard", "inkwell", "under"})
_NAMES = re.compile(r"clarification on (.+)")


@dataclass(frozen=True, slots=True)
class BoardRuling:
    """A board and what happens on it, as the publisher has answered it."""

    id: str
    title: str
    source: str
    """Where the publisher says it, such as ``clarification on Ariel - Spectacular Singer``."""
    rules: tuple[RuleRef, ...]
    """The rules that decide it."""
    cards: tuple[str, ...]
    """The cards that it is about: those of the source first, then those of the board."""
    scenario: Mapping[str, Any]
    """The document for the scenario checker."""


def _ruling(reader: TableReader, entry: Table, known: frozenset[str]) -> BoardRuling:
    """Read one ruling."""
    reader.keys(entry, *_ABOUT, *_PARTS)
    numbers = reader.texts(entry, "cites")
    for number in numbers:
        if number not in known:
            reader.fault(entry, f"there is no rule {number} in the current edition")
    scenario = {key: entry[key] for key in _PARTS if key in entry}
    title, source = reader.text(entry, "title"), reader.text(entry, "source")
    return BoardRuling(
        id=reader.text(entry, "id"),
        title=title,
        source=source,
        rules=tuple(cr(number) for number in numbers if number in known),
        cards=_cards(source, scenario),
        scenario={"title": title, **scenario},
    )


def _cards(source: str, scenario: Mapping[str, Any]) -> tuple[str, ...]:
    """Give the names of cards in a ruling, those that its source is about first."""
    # in the steps a card may go by a label of its own
    named = dict.fromkeys(_named(scenario.get("players", {})))
    about = _NAMES.fullmatch(source)
    told = about[1] if about else source
    first = [name for name in named if name in told]
    return tuple(dict.fromkeys([*first, *named]))


def _named(part: Any) -> list[str]:
    """Give the names under the keys of a scenario that hold cards."""
    if isinstance(part, Mapping):
        found: list[str] = []
        for key, value in part.items():
            found += _strings(value) if key in _CARD_KEYS else []
            found += _named(value)
        return found
    return [name for each in part for name in _named(each)] if isinstance(part, list) else []


def _strings(value: Any) -> list[str]:
    """Give a name, or the names in a list; a label behind ``#`` is none of the name."""
    listed = value if isinstance(value, list) else [value]
    return [each.partition("#")[0].strip() for each in listed if isinstance(each, str)]


def read_board_rulings(folder: Path) -> tuple[BoardRuling, ...]:
    """Read every file of rulings in a folder.

    :raises CorpusFault: with every fault of every file.
    """
    known = frozenset(rule.ref.number for rule in load_rules())
    faults: list[Fault] = []
    found: dict[str, BoardRuling] = {}
    for file in sorted(folder.glob("*.yaml")):
        reader = TableReader(file)
        for entry in reader.tables(reader.load(), "the file"):
            ruling = _ruling(reader, entry, known)
            if ruling.id in found:
                reader.fault(entry, f"{ruling.id!r} stands here a second time")
            found[ruling.id] = ruling
        faults += reader.faults
    if faults:
        raise CorpusFault(tuple(faults))
    return tuple(found.values())


@cache
def load_board_rulings() -> tuple[BoardRuling, ...]:
    """Give our executable rulings, in the order of the files.

    :raises CorpusFault: the files have faults.
    """
    return read_board_rulings(CORPUS / "rulings")
