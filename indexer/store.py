"""Keep the records in SQLite: written once by a build, read without ever writing by everyone else.

The records are stored whole as JSON beside the few columns that look-ups need; words are found with FTS5.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter
from sqlite_utils import Database
from sqlite_utils.db import Table

from corpus.misreadings import Misreading
from corpus.names import name_key
from corpus.records import (
    CardRecord,
    CardSet,
    ForeignWord,
    PlayersWord,
    Printing,
    Rule,
    Ruling,
    Term,
    TranslatedTerm,
)
from corpus.refs import Document, RuleRef
from corpus.rulings import BoardRuling
from indexer.abilities import CardRule
from indexer.asked import AskedPhrase, PhraseSource
from indexer.databases import open_finished
from indexer.keywords import Keywords
from indexer.link import Link, LinkKind
from indexer.official.records import OfficialDocument, OfficialTerm
from indexer.readers.glossary import Vocabulary
from indexer.related import RelatedRule
from indexer.results import Book, CardPage, CardQuery, CardSort, DocumentEntry, OfficialText, Passage

__all__ = ["DATABASE", "SCHEMA", "Asking", "Records", "Store", "write_store"]

SCHEMA: Final = 5
"""Goes up with every change of the tables, the records or the full-text fields."""
DATABASE: Final = "index.sqlite"
_TOKENS: Final = "porter unicode61 remove_diacritics 2"
_RULE_WEIGHTS: Final = "1.0, 2.0, 1.0, 0.6"
"""For number, path, text and examples of a book's words."""
_PASSAGE_WEIGHTS: Final = "4.0, 1.0"
"""For heading and text of ``passages_words``."""
_CARD_WEIGHTS: Final = "8.0, 3.0, 1.0"
"""For full name, classifications and text of ``cards_words``."""

_RULE: Final = TypeAdapter(Rule)
_TERM: Final = TypeAdapter(Term)
_CARD: Final = TypeAdapter(CardRecord)
_SET: Final = TypeAdapter(CardSet)
_RULING: Final = TypeAdapter(Ruling)
_PRINTINGS: Final = TypeAdapter(tuple[Printing, ...])
_DOCUMENT: Final = TypeAdapter(DocumentEntry)
_TRANSLATED: Final = TypeAdapter(TranslatedTerm)
_FOREIGN: Final = TypeAdapter(ForeignWord)
_SPOKEN: Final = TypeAdapter(PlayersWord)
_MISREADING: Final = TypeAdapter(Misreading)
_BOARD: Final = TypeAdapter(BoardRuling)
_PASSAGE: Final = TypeAdapter(Passage)
_OFFICIAL: Final = TypeAdapter(OfficialText)


@dataclass(frozen=True, slots=True)
class Asking:
    """What is known of how people ask."""

    phrases: tuple[AskedPhrase, ...]
    stems: Mapping[Document, Mapping[str, int]]
    """Of each current document, the stems and how many of its entries have each."""
    related: tuple[RelatedRule, ...]
    card_rules: tuple[CardRule, ...]
    abilities: Mapping[str, Sequence[str]]
    """Story names of abilities, in name-key form, to the full names of the cards that have them."""


@dataclass(frozen=True, slots=True)
class Records:
    """Everything that goes into one index."""

    books: dict[Book, tuple[Rule, ...]]
    vocabulary: Vocabulary
    passages: tuple[Passage, ...]
    cards: tuple[CardRecord, ...]
    sets: tuple[CardSet, ...]
    rulings: tuple[Ruling, ...]
    links: tuple[Link, ...]
    official: tuple[OfficialDocument, ...]
    documents: tuple[DocumentEntry, ...]
    keywords: Keywords
    asking: Asking
    other_names: Mapping[int, Sequence[str]] = field(default_factory=dict)
    """Number of a printing to its names in other languages."""


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
            _write_books(database, records)
            _write_cards(database, records)
            _write_passages(database, records)
            _write_asking(database, records.asking)
            _write_official(database, records)
            _table(database, "links").insert_all(
                {"kind": link.kind.value, "source": link.source, "target": link.target} for link in records.links
            )
            _table(database, "links").create_index(["kind", "target"])
            _table(database, "links").create_index(["kind", "source"])
            _write_vocabulary(database, records.vocabulary)
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


def _write_vocabulary(database: Database, vocabulary: Vocabulary) -> None:
    """Write terms, words, misreadings and our rulings."""
    _write_whole(database, "terms", ((term.name, _TERM.dump_json(term)) for term in vocabulary.terms))
    _write_whole(database, "translations", ((term.name, _TRANSLATED.dump_json(term)) for term in vocabulary.translations))
    _write_whole(database, "foreign_words", ((word.word, _FOREIGN.dump_json(word)) for word in vocabulary.foreign))
    _write_whole(database, "players_words", ((word.word, _SPOKEN.dump_json(word)) for word in vocabulary.spoken))
    _write_whole(database, "misreadings", ((entry.id, _MISREADING.dump_json(entry)) for entry in vocabulary.misreadings))
    _write_whole(database, "boards", ((board.id, _BOARD.dump_json(board)) for board in vocabulary.boards))


def _write_books(database: Database, records: Records) -> None:
    """Write the documents with numbered entries, in order, and the words of each apart."""
    _table(database, "books").insert_all(
        ({"id": at, "document": book.document.value, "edition": book.edition} for at, book in enumerate(records.books, 1)),
        pk="id",
    )
    _table(database, "rules").insert_all(
        (
            {
                "book": at,
                "number": rule.ref.number,
                "path": " / ".join(rule.path),
                "text": rule.text,
                "examples": "\n".join(example.text for example in rule.examples),
                "record": _RULE.dump_json(rule).decode(),
            }
            for at, rules in enumerate(records.books.values(), 1)
            for rule in rules
        ),
    ).create_index(["book", "number"], unique=True)
    for at in range(1, len(records.books) + 1):
        database.execute(
            f"CREATE VIRTUAL TABLE {_words_of(at)} USING fts5("
            f"number, path, text, examples, content='', tokenize='{_TOKENS}', prefix='3')"
        )
        database.execute(
            f"INSERT INTO {_words_of(at)}(rowid, number, path, text, examples) "
            "SELECT rowid, number, path, text, examples FROM rules WHERE book = ?",
            [at],
        )


def _words_of(book: int) -> str:
    """Give the name of the table with the words of a book."""
    return f"book_words_{book}"


def _write_passages(database: Database, records: Records) -> None:
    """Write the passages of documents without numbers, and their words."""
    _table(database, "passages").insert_all(
        {
            "document": passage.document,
            "ref": passage.ref,
            "heading": passage.heading,
            "text": passage.text,
            "record": _PASSAGE.dump_json(passage).decode(),
        }
        for passage in records.passages
    ).create_index(["document", "ref"])
    _table(database, "passages").create_index(["heading"])
    _index_words(database, "passages", ["heading", "text"])


def _write_asking(database: Database, asking: Asking) -> None:
    """Write how people ask, and what the wordings of cards bring up."""
    _table(database, "asked").insert_all(
        {
            "document": phrase.document.value,
            "numbers": " ".join(phrase.numbers),
            "phrase": phrase.phrase,
            "source": phrase.source.value,
            "stems": " ".join(phrase.stems),
        }
        for phrase in asking.phrases
    )
    _table(database, "stems").insert_all(
        {"document": document.value, "stem": stem, "entries": count}
        for document, counts in asking.stems.items()
        for stem, count in counts.items()
    )
    _table(database, "related").insert_all(
        {"number": each.number, "other": each.other, "weight": each.weight} for each in asking.related
    )
    card_rules = _table(database, "card_rules").create({"card": str, "number": str, "weight": float, "says": str})
    card_rules.insert_all(
        {"card": name_key(each.card), "number": each.number, "weight": each.weight, "says": each.says}
        for each in asking.card_rules
    )
    card_rules.create_index(["card"])
    abilities = _table(database, "ability_names").create({"name": str, "card": str})
    abilities.insert_all({"name": name, "card": card} for name, cards in asking.abilities.items() for card in cards)


def _write_official(database: Database, records: Records) -> None:
    """Write what the user has of the publisher's own words."""
    entries = _table(database, "official").create({"ref": str, "record": str})
    terms = _table(database, "official_terms").create({"document": str, "name": str, "text": str})
    for document in records.official:
        entries.insert_all(
            {"ref": str(document.ref(entry)), "record": _OFFICIAL.dump_json(text).decode()}
            for entry in document.entries
            for text in [OfficialText(document.id, document.ref(entry), entry.heading, entry.text, entry.page)]
        )
        terms.insert_all({"document": document.id, "name": name_key(term.name), "text": term.text} for term in document.terms)
    entries.create_index(["ref"])
    terms.create_index(["name"])


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
    names = {name_key(spelling): card.id for card in records.cards for spelling in card.spellings}
    for card in records.cards:
        for printing in card.printings:
            for name in records.other_names.get(printing.id, ()):
                names.setdefault(name_key(name), card.id)
    _table(database, "card_names").insert_all(({"name": name, "card": card} for name, card in sorted(names.items())), pk="name")
    _table(database, "printings").insert_all(
        ({"id": printing.id, "card": card.id} for card in records.cards for printing in card.printings), pk="id"
    )
    marks = _table(database, "card_marks").create({"kind": str, "value": str, "card": int}, pk=("kind", "value", "card"))
    marks.insert_all(
        (
            {"kind": kind, "value": value, "card": card.id}
            for card in records.cards
            for kind, value in sorted(_marks(card, records.keywords.of(card.printed.text)))
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
        self._connection = open_finished(folder / DATABASE)

    def close(self) -> None:
        """Close the database."""
        self._connection.close()

    def _rows(self, query: str, values: Iterable[Any] = ()) -> Iterator[Any]:
        return self._connection.execute(query, tuple(values))

    def books(self) -> dict[Book, int]:
        """Give the documents with numbered entries, and the number that each has here."""
        rows = self._rows("SELECT id, document, edition FROM books ORDER BY id")
        return {Book(Document(document), edition): number for number, document, edition in rows}

    def rules(self, book: int) -> Iterator[Rule]:
        """Give the entries of a book, in order."""
        rows = self._rows("SELECT record FROM rules WHERE book = ? ORDER BY rowid", [book])
        return (_RULE.validate_json(record) for (record,) in rows)

    def terms(self) -> Iterator[Term]:
        """Give every glossary entry."""
        return (_TERM.validate_json(record) for (record,) in self._rows("SELECT record FROM terms ORDER BY rowid"))

    def translations(self) -> Iterator[TranslatedTerm]:
        """Give the terms of other languages."""
        return (_TRANSLATED.validate_json(record) for record in self._whole("translations"))

    def foreign_words(self) -> Iterator[ForeignWord]:
        """Give the words of other games."""
        return (_FOREIGN.validate_json(record) for record in self._whole("foreign_words"))

    def players_words(self) -> Iterator[PlayersWord]:
        """Give the words of players."""
        return (_SPOKEN.validate_json(record) for record in self._whole("players_words"))

    def misreadings(self) -> Iterator[Misreading]:
        """Give the misreadings."""
        return (_MISREADING.validate_json(record) for record in self._whole("misreadings"))

    def boards(self) -> Iterator[BoardRuling]:
        """Give our executable rulings."""
        return (_BOARD.validate_json(record) for record in self._whole("boards"))

    def _whole(self, table: str) -> Iterator[str]:
        """Give the records of a table that is only ever read whole."""
        return (record for (record,) in self._rows(f"SELECT record FROM {table} ORDER BY rowid"))

    def passages(self, document: str) -> Iterator[Passage]:
        """Give the passages of a document, in order."""
        rows = self._rows("SELECT record FROM passages WHERE document = ? ORDER BY rowid", [document])
        return (_PASSAGE.validate_json(record) for (record,) in rows)

    def passages_headed(self, headings: Iterable[str]) -> Iterator[Passage]:
        """Give the passages with one of some headings, in order."""
        wanted = list(headings)
        marks = ", ".join("?" * len(wanted))
        rows = self._rows(f"SELECT record FROM passages WHERE heading IN ({marks}) ORDER BY rowid", wanted)
        return (_PASSAGE.validate_json(record) for (record,) in rows)

    def search_passages(self, match: str, documents: Iterable[str], limit: int) -> Iterator[tuple[Passage, float]]:
        """Give the passages of some documents that fit an FTS5 expression with their scores, best first by BM25."""
        wanted = list(documents)
        marks = ", ".join("?" * len(wanted))
        rows = self._rows(
            f"SELECT passages.record, -bm25(passages_words, {_PASSAGE_WEIGHTS}) FROM passages JOIN passages_words "
            f"ON passages_words.rowid = passages.rowid WHERE passages_words MATCH ? AND passages.document IN ({marks}) "
            f"ORDER BY bm25(passages_words, {_PASSAGE_WEIGHTS}), passages.rowid LIMIT ?",
            [match, *wanted, limit],
        )
        return ((_PASSAGE.validate_json(record), score) for record, score in rows)

    def official(self, ref: RuleRef) -> OfficialText | None:
        """Give the publisher's words of an entry, where the user has them."""
        row = next(self._rows("SELECT record FROM official WHERE ref = ?", [str(ref)]), None)
        return None if row is None else _OFFICIAL.validate_json(row[0])

    def official_entries(self, document: str) -> Iterator[OfficialText]:
        """Give the entries of an official document, in order."""
        rows = self._rows("SELECT record FROM official WHERE json_extract(record, '$.document') = ? ORDER BY rowid", [document])
        return (_OFFICIAL.validate_json(record) for (record,) in rows)

    def official_term(self, name: str) -> OfficialTerm | None:
        """Give a glossary entry in the publisher's words, of the newest edition that the user has."""
        rows = self._rows("SELECT text FROM official_terms WHERE name = ? ORDER BY document DESC LIMIT 1", [name_key(name)])
        row = next(rows, None)
        return None if row is None else OfficialTerm(name, row[0])

    def sources_of(self, kind: LinkKind, target: str) -> list[str]:
        """Give what points at something."""
        rows = self._rows("SELECT source FROM links WHERE kind = ? AND target = ? ORDER BY rowid", [kind.value, target])
        return [source for (source,) in rows]

    def targets_of(self, kind: LinkKind, source: str) -> list[str]:
        """Give what something points at."""
        rows = self._rows("SELECT target FROM links WHERE kind = ? AND source = ? ORDER BY rowid", [kind.value, source])
        return [target for (target,) in rows]

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

    def rank_rules(self, match: str, book: int, limit: int) -> list[str]:
        """Give the numbers of a book's entries that fit an FTS5 expression, best first by BM25."""
        words = _words_of(book)
        rows = self._rows(
            f"SELECT rules.number FROM {words} JOIN rules ON rules.rowid = {words}.rowid WHERE {words} MATCH ? "
            f"ORDER BY bm25({words}, {_RULE_WEIGHTS}) LIMIT ?",
            [match, limit],
        )
        return [number for (number,) in rows]

    def links(self, kind: LinkKind) -> Iterator[Link]:
        """Give all links of a kind."""
        rows = self._rows("SELECT source, target FROM links WHERE kind = ?", [kind.value])
        return (Link(kind, source, target) for source, target in rows)

    def asked_phrases(self, document: Document) -> Iterator[AskedPhrase]:
        """Give the ways of asking for entries of a document."""
        rows = self._rows("SELECT numbers, phrase, source, stems FROM asked WHERE document = ? ORDER BY rowid", [document.value])
        return (
            AskedPhrase(document, tuple(numbers.split()), phrase, PhraseSource(source), tuple(stems.split()))
            for numbers, phrase, source, stems in rows
        )

    def stem_counts(self, document: Document) -> dict[str, int]:
        """Give in how many entries of a current document each stem stands."""
        return dict(self._rows("SELECT stem, entries FROM stems WHERE document = ?", [document.value]))

    def related_rules(self) -> Iterator[RelatedRule]:
        """Give the rules that go together."""
        return (RelatedRule(*row) for row in self._rows("SELECT number, other, weight FROM related ORDER BY rowid"))

    def card_rules(self, full_name: str) -> list[CardRule]:
        """Give the rules that the wording of a card brings up."""
        rows = self._rows("SELECT number, weight, says FROM card_rules WHERE card = ?", [name_key(full_name)])
        return [CardRule(full_name, number, weight, says) for number, weight, says in rows]

    def ability_names(self) -> dict[str, list[str]]:
        """Give the story names of abilities, in name-key form, with the cards that have them."""
        found: dict[str, list[str]] = {}
        for name, card in self._rows("SELECT name, card FROM ability_names ORDER BY rowid"):
            found.setdefault(name, []).append(card)
        return found

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
