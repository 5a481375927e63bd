"""Keep the records in SQLite: written once by a build, read without ever writing by everyone else.

The records are stored whole as JSON beside the few columns that look-ups need; words are found with FTS5.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter
from sqlite_utils import Database
from sqlite_utils.db import Table

from corpus.names import name_key
from corpus.records import CardRecord, CardSet, Printing, Rule, Ruling, Term
from indexer.keywords import keywords_of
from indexer.results import CardPage, CardQuery, CardSort, DocumentEntry

__all__ = ["DATABASE", "SCHEMA", "Records", "Store", "write_store"]

SCHEMA: Final = 1
"""Goes up with every change of the tables, the records or the full-text fields."""
DATABASE: Final = "index.sqlite"
_TOKENS: Final = "porter unicode61 remove_diacritics 2"
_RULE_WEIGHTS: Final = "0.0, 1.0, 2.0, 1.0, 0.6"
"""For edition, number, path, text and examples of ``rules_words``."""
_CARD_WEIGHTS: Final = "8.0, 3.0, 1.0"
"""For full name, classifications and text of ``cards_words``."""

_RULE: Final = TypeAdapter(Rule)
_TERM: Final = TypeAdapter(Term)
_CARD: Final = TypeAdapter(CardRecord)
_SET: Final = TypeAdapter(CardSet)
_RULING: Final = TypeAdapter(Ruling)
_PRINTINGS: Final = TypeAdapter(tuple[Printing, ...])
_DOCUMENT: Final = TypeAdapter(DocumentEntry)


@dataclass(frozen=True, slots=True)
class Records:
    """Everything that goes into one index."""

    rules: tuple[Rule, ...]
    terms: tuple[Term, ...]
    cards: tuple[CardRecord, ...]
    sets: tuple[CardSet, ...]
    rulings: tuple[Ruling, ...]
    documents: tuple[DocumentEntry, ...]


def write_store(folder: Path, records: Records) -> None:
    """Write the database of an index into its new folder.

    :raises sqlite3.Error: the disk refused.
    """
    connection = sqlite3.connect(folder / DATABASE)
    with closing(connection):
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        database = Database(connection)
        with connection:
            _write_rules(database, records)
            _write_cards(database, records)
            _write_whole(database, "terms", ((term.name, _TERM.dump_json(term)) for term in records.terms))
            _write_whole(database, "sets", ((each.code, _SET.dump_json(each)) for each in records.sets))
            _write_whole(
                database, "documents", ((each.provenance.document, _DOCUMENT.dump_json(each)) for each in records.documents)
            )
        connection.execute("VACUUM")


def _table(database: Database, name: str) -> Table:
    """Give a table, never a view."""
    table = database[name]
    assert isinstance(table, Table)
    return table


def _write_whole(database: Database, name: str, rows: Iterable[tuple[str, bytes]]) -> None:
    """Write records that are only ever read all together, in their order."""
    _table(database, name).insert_all({"name": key, "record": record.decode()} for key, record in rows)


def _write_rules(database: Database, records: Records) -> None:
    """Write the rules, in order, and their words."""
    _table(database, "rules").insert_all(
        {
            "position": position,
            "document": rule.ref.document.value,
            "edition": rule.ref.edition,
            "number": rule.ref.number,
            "path": " / ".join(rule.path),
            "text": rule.text,
            "examples": "\n".join(example.text for example in rule.examples),
            "record": _RULE.dump_json(rule).decode(),
        }
        for position, rule in enumerate(records.rules, 1)
    ).create_index(["edition", "number"], unique=True)
    _index_words(database, "rules", ["edition", "number", "path", "text", "examples"])


def _index_words(database: Database, table: str, columns: list[str]) -> None:
    """Give a table an FTS5 index ``TABLE_words`` over some of its columns, without a second copy of them."""
    listed = ", ".join(columns)
    database.execute(
        f"CREATE VIRTUAL TABLE {table}_words USING fts5({listed}, content='{table}', tokenize='{_TOKENS}', prefix='3')"
    )
    database.execute(f"INSERT INTO {table}_words({table}_words) VALUES ('rebuild')")
    database.execute(f"INSERT INTO {table}_words({table}_words) VALUES ('optimize')")


def _write_cards(database: Database, records: Records) -> None:
    """Write the cards, the names they are found under, and the lists that filters use."""
    keywords = keywords_of(records.rules)
    released = {each.code: str(each.released or "") for each in records.sets}
    _table(database, "cards").insert_all(
        (
            {
                "id": card.id,
                "full_name": card.printed.full_name,
                "type": card.printed.type.value,
                "cost": card.printed.cost,
                "released": min((released.get(printing.set_code, "") for printing in card.printings), default=""),
                "classifications": " ".join(card.printed.classifications),
                "text": card.printed.text,
                "record": _CARD.dump_json(card).decode(),
            }
            for card in records.cards
        ),
        pk="id",
    )
    _index_words(database, "cards", ["full_name", "classifications", "text"])
    names = {(name_key(spelling), card.id) for card in records.cards for spelling in card.spellings}
    _table(database, "card_names").insert_all(({"name": name, "card": card} for name, card in sorted(names)), pk="name")
    _table(database, "printings").insert_all(
        ({"id": printing.id, "card": card.id} for card in records.cards for printing in card.printings), pk="id"
    )
    marks = _table(database, "card_marks").create({"kind": str, "value": str, "card": int}, pk=("kind", "value", "card"))
    marks.insert_all(
        (
            {"kind": kind, "value": value, "card": card.id}
            for card in records.cards
            for kind, value in sorted(_marks(card, keywords.of(card.printed.text)))
        )
    )
    rulings = _table(database, "rulings").create({"card": str, "record": str})
    rulings.insert_all(
        {"card": name_key(ruling.card), "record": _RULING.dump_json(ruling).decode()} for ruling in records.rulings
    )
    rulings.create_index(["card"])


def _marks(card: CardRecord, keywords: Iterable[str]) -> set[tuple[str, str]]:
    """Give what a filter can ask of a card, beside type and cost."""
    return {
        *(("ink", name_key(ink)) for ink in card.printed.inks),
        *(("classification", name_key(each)) for each in card.printed.classifications),
        *(("keyword", name_key(keyword)) for keyword in keywords),
        *(("set", name_key(printing.set_code)) for printing in card.printings),
        *(("legal", name) for name, said in card.legal_in.items() if said == "legal"),
    }


class Store:
    """The database of a finished index, opened so that nothing can write to it."""

    def __init__(self, folder: Path) -> None:
        uri = f"{(folder / DATABASE).absolute().as_uri()}?mode=ro&immutable=1"
        self._connection = sqlite3.connect(uri, uri=True, check_same_thread=False)

    def close(self) -> None:
        """Close the database."""
        self._connection.close()

    def _rows(self, query: str, values: Iterable[Any] = ()) -> Iterator[Any]:
        return self._connection.execute(query, tuple(values))

    def rules(self) -> Iterator[Rule]:
        """Give every rule of every edition, in order."""
        return (_RULE.validate_json(record) for (record,) in self._rows("SELECT record FROM rules ORDER BY position"))

    def terms(self) -> Iterator[Term]:
        """Give every glossary entry."""
        return (_TERM.validate_json(record) for (record,) in self._rows("SELECT record FROM terms ORDER BY rowid"))

    def sets(self) -> Iterator[CardSet]:
        """Give the sets in order of release."""
        return (_SET.validate_json(record) for (record,) in self._rows("SELECT record FROM sets ORDER BY rowid"))

    def documents(self) -> Iterator[DocumentEntry]:
        """Give the documents."""
        return (_DOCUMENT.validate_json(record) for (record,) in self._rows("SELECT record FROM documents ORDER BY rowid"))

    def rulings(self, card: str) -> Iterator[Ruling]:
        """Give the official clarifications on the card of that full name."""
        rows = self._rows("SELECT record FROM rulings WHERE card = ? ORDER BY rowid", [name_key(card)])
        return (_RULING.validate_json(record) for (record,) in rows)

    def card(self, key: str) -> CardRecord | None:
        """Give the card one of whose spellings has that key."""
        return self._one_card("SELECT record FROM cards WHERE id = (SELECT card FROM card_names WHERE name = ?)", key)

    def card_by_id(self, number: int) -> CardRecord | None:
        """Give the card one of whose printings has that number."""
        return self._one_card("SELECT record FROM cards WHERE id = (SELECT card FROM printings WHERE id = ?)", number)

    def _one_card(self, query: str, value: str | int) -> CardRecord | None:
        row = next(self._rows(query, [value]), None)
        return None if row is None else _CARD.validate_json(row[0])

    def printings(self) -> Iterator[tuple[str, tuple[Printing, ...]]]:
        """Give every card's full name with its printings, in order of the catalogue."""
        rows = self._rows("SELECT full_name, json_extract(record, '$.printings') FROM cards ORDER BY id")
        return ((name, _PRINTINGS.validate_json(printings)) for name, printings in rows)

    def card_names(self) -> list[str]:
        """Give every card's full name, in order of the catalogue."""
        return [name for (name,) in self._rows("SELECT full_name FROM cards ORDER BY id")]

    def rank_rules(self, match: str, edition: str, limit: int) -> list[str]:
        """Give the numbers of an edition's rules that fit an FTS5 expression, best first by BM25."""
        rows = self._rows(
            f"SELECT number FROM rules_words WHERE rules_words MATCH ? AND edition = ? "
            f"ORDER BY bm25(rules_words, {_RULE_WEIGHTS}) LIMIT ?",
            [match, edition, limit],
        )
        return [number for (number,) in rows]

    def search_cards(self, query: CardQuery, words: str | None, phrase: str | None) -> CardPage:
        """Give a page of the cards that fit; *words* and *phrase* are FTS5 expressions for the query's texts."""
        wheres, values = _conditions(query)
        match = " AND ".join(f"({each})" for each in (words, phrase) if each)
        source = "cards"
        if match:
            source = "cards JOIN cards_words ON cards_words.rowid = cards.id"
            wheres.append("cards_words MATCH ?")
            values.append(match)
        where = f" WHERE {' AND '.join(wheres)}" if wheres else ""
        order = _ORDERS[query.sort]
        if query.sort is CardSort.RELEVANCE and match:
            order = f"bm25(cards_words, {_CARD_WEIGHTS}), cards.full_name"
        total: int = next(self._rows(f"SELECT count(*) FROM {source}{where}", values))[0]
        rows = self._rows(
            f"SELECT cards.record FROM {source}{where} ORDER BY {order} LIMIT ? OFFSET ?", [*values, query.limit, query.offset]
        )
        cards = tuple(_CARD.validate_json(record) for (record,) in rows)
        end = query.offset + len(cards)
        return CardPage(cards, total, end if cards and end < total else None)


_ORDERS: Final = {
    CardSort.RELEVANCE: "cards.full_name",
    CardSort.NAME: "cards.full_name",
    CardSort.COST: "cards.cost, cards.full_name",
    CardSort.RELEASE: "cards.released, cards.id",
}


def _conditions(query: CardQuery) -> tuple[list[str], list[Any]]:
    """Give the SQL conditions for what the query asks, texts apart."""
    wheres: list[str] = []
    values: list[Any] = []
    for condition, value in (
        ("cards.type = ?", query.type),
        ("cards.cost >= ?", query.cost_from),
        ("cards.cost <= ?", query.cost_to),
    ):
        if value is not None:
            wheres.append(condition)
            values.append(value)
    for kind, mark in (
        ("ink", query.ink),
        ("classification", query.classification),
        ("keyword", query.keyword),
        ("set", query.set_code),
        ("legal", query.legal_in),
    ):
        if mark is not None:
            wheres.append("cards.id IN (SELECT card FROM card_marks WHERE kind = ? AND value = ?)")
            values += [kind, name_key(mark)]
    return wheres, values
