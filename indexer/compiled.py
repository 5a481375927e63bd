"""Keep every card compiled: written once by a build, and read card by card, without the compiler, by whoever replays.

The cards are JSON in a small database of their own beside the records; a card is built from it when it is first asked for.
"""

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import engine
from corpus.names import name_key
from corpus.records import CardRecord, CardText
from indexer.databases import open_finished

if TYPE_CHECKING:
    from engine.abilities.kinds import CompiledCard
    from engine.compiler.coverage import Coverage

__all__ = ["COMPILED", "Compilation", "CompiledCards", "compile_catalogue", "compiler_hash", "write_compiled"]

COMPILED: Final = "compiled.sqlite"
_COMPILER: Final = ("compiler", "abilities")
"""The folders of the engine that decide what a text is compiled to."""
_MOST_KEPT: Final = 4_096


@dataclass(frozen=True, slots=True)
class Compilation:
    """The compiled cards of a catalogue."""

    cards: "Mapping[str, CompiledCard]"
    """By full name."""
    coverage: "Coverage"


@cache
def compiler_hash() -> str:
    """Give the SHA-256 over the sources that decide what a text is compiled to."""
    home = Path(engine.__file__).parent
    digest = hashlib.sha256()
    for file in sorted(file for folder in _COMPILER for file in (home / folder).rglob("*.py")):
        digest.update(f"{file.relative_to(home).as_posix()}\n".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def compile_catalogue(cards: Iterable[CardRecord]) -> Compilation:
    """Compile every card, and count what was read of them."""
    from engine.compiler.compile import read_card  # imported late: whoever reads the index need not have the compiler
    from engine.compiler.coverage import Coverage
    from engine.compiler.report import cover

    compiled: dict[str, CompiledCard] = {}
    coverage = Coverage()
    for card in cards:
        made, readings = read_card(card.printed)
        compiled[card.printed.full_name] = made
        coverage += cover(made, readings)
    return Compilation(compiled, coverage)


def write_compiled(folder: Path, compilation: Compilation) -> None:
    """Write the compiled cards of an index into its new folder.

    :raises sqlite3.Error: the disk refused.
    """
    with closing(sqlite3.connect(folder / COMPILED)) as connection, connection:
        connection.execute("CREATE TABLE cards (name TEXT PRIMARY KEY, record TEXT NOT NULL)")
        connection.execute("CREATE TABLE coverage (record TEXT NOT NULL)")
        connection.executemany(
            "INSERT INTO cards VALUES (?, ?)",
            ((name_key(name), _json(card.to_json())) for name, card in compilation.cards.items()),
        )
        connection.execute("INSERT INTO coverage VALUES (?)", [_json(compilation.coverage.to_json())])


def _json(values: dict[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


class CompiledCards:
    """The compiled cards of a finished index, opened so that nothing can write to them; safe to share between threads."""

    def __init__(self, folder: Path) -> None:
        self._connection = open_finished(folder / COMPILED)
        self._card = lru_cache(maxsize=_MOST_KEPT)(self._read)

    def close(self) -> None:
        """Close the database."""
        self._card.cache_clear()
        self._connection.close()

    def card(self, name: str, find: Callable[[str], CardText | None]) -> "CompiledCard | None":
        """Give the compiled card of that name, the same one whenever it is asked for; *find* knows it by its other names."""
        found = self._card(name_key(name))
        if found is not None:
            return found
        printed = find(name)
        return None if printed is None else self._card(name_key(printed.full_name))

    def _read(self, key: str) -> "CompiledCard | None":
        row = self._connection.execute("SELECT record FROM cards WHERE name = ?", [key]).fetchone()
        if row is None:
            return None
        from engine.abilities.kinds import CompiledCard  # imported late: look-ups need no engine

        return CompiledCard.from_json(json.loads(row[0]))

    def coverage(self) -> "Coverage":
        """Give how much of the catalogue was read when the index was built."""
        from engine.compiler.coverage import Coverage  # imported late, as above

        return Coverage.from_json(json.loads(self._connection.execute("SELECT record FROM coverage").fetchone()[0]))
