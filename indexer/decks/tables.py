"""Read deck lists that are tables: CSV and its relatives, with a head that names the columns."""

import csv
from collections.abc import Iterator, Sequence
from typing import Final

from corpus.names import name_key
from indexer.decks.forms import clean, copies_of, cut_line, heading_words
from indexer.decks.records import ListLine, Part, Reading, ReadList
from indexer.decks.words import COLUMNS, HEADING_WORDS, PARTS, Column

__all__ = ["read_table"]

_DELIMITERS: Final = (",", ";", "\t", "|")


def read_table(lines: Sequence[str]) -> ReadList | None:
    """Read a table; None where the first line that is not blank is no head of one."""
    start = next((at for at, line in enumerate(lines) if line.strip()), len(lines))
    for delimiter in _DELIMITERS:
        if start == len(lines) or delimiter not in lines[start]:
            continue
        columns = _columns(_cells(lines[start], delimiter))
        if _is_head(columns):
            return ReadList(tuple(_rows(lines, start + 1, delimiter, columns)))
    return None


def _cells(line: str, delimiter: str) -> list[str]:
    """Split a line into its cells."""
    try:
        cells = next(csv.reader([line], delimiter=delimiter, skipinitialspace=True), [])
    except csv.Error:
        cells = line.split(delimiter)
    # a row of a Markdown table starts and ends with its delimiter
    return cells[1:-1] if delimiter == "|" and len(cells) > 2 and not cells[0].strip() and not cells[-1].strip() else cells


def _columns(head: Sequence[str]) -> list[Column | None]:
    """Tell what each column holds; None for one that does not matter."""
    found = [COLUMNS.get(name_key(clean(cell.lstrip("\ufeff")))) for cell in head]
    if Column.NAME not in found and Column.VERSION in found and Column.NUMBER not in found:
        found[found.index(Column.VERSION)] = Column.NAME
    return found


def _is_head(columns: Sequence[Column | None]) -> bool:
    """Tell a head from a card: it names a name, or a set and a number, and something beside it."""
    known = {column for column in columns if column is not None}
    names_cards = Column.NAME in known or Column.IDENTIFIER in known or {Column.SET, Column.NUMBER} <= known
    return names_cards and len(known) > 1


def _rows(lines: Sequence[str], start: int, delimiter: str, columns: Sequence[Column | None]) -> Iterator[ListLine]:
    """Read the rows that name a card."""
    for number, line in enumerate(lines[start:], start + 1):
        if not any(char.isalnum() for char in line):
            continue
        row = _read_row(number, line, _cells(line, delimiter), columns)
        if row is not None:
            yield row


def _read_row(number: int, line: str, cells: Sequence[str], columns: Sequence[Column | None]) -> ListLine | None:
    """Read one row; None for one that only sums up."""
    held: dict[Column, list[str]] = {}
    for column, cell in zip(columns, cells, strict=False):
        if column is not None and cell.strip():
            held.setdefault(column, []).append(clean(cell))
    shown = cut_line(line)
    name = " - ".join(part for part in (_first(held, Column.NAME), _first(held, Column.VERSION)) if part)
    code = _first(held, Column.IDENTIFIER) or "-".join(
        part for part in (_first(held, Column.SET), _first(held, Column.NUMBER)) if part
    )
    words = heading_words(name)
    if words and all(word in HEADING_WORDS for word in words):
        return None
    part = PARTS.get(name_key(_first(held, Column.PART)), Part.DECK)
    has_code = Column.IDENTIFIER in held or (Column.SET in held and Column.NUMBER in held)
    if not name and not has_code:
        return ListLine(number, shown, (), part, problem="the row names no card; a row has a name, or a set and a number")
    count = _summed(held.get(Column.COUNT, []))
    if not count and Column.COUNT in columns:
        return ListLine(number, shown, (Reading("0", name or code),), part, code if has_code else "")
    return ListLine(number, shown, (Reading(count, name or code),), part, code if name and has_code else "")


def _first(held: dict[Column, list[str]], column: Column) -> str:
    return held.get(column, [""])[0]


def _summed(counts: list[str]) -> str:
    """Add the columns of counts, such as normal and foil; a count that is no number stays as it stands."""
    if len(counts) < 2:
        return "".join(counts)
    numbers = [copies_of(count) for count in counts]
    wrong = [count for count, number in zip(counts, numbers, strict=True) if number is None or number < 0]
    return wrong[0] if wrong else str(sum(number for number in numbers if number is not None))
