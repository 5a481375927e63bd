"""Read YAML tables of the corpus so that every fault in them has its line.

A :class:`TableReader` takes values out of a table and notes what is missing or of the wrong kind, instead of stopping
at it; :meth:`TableReader.close` raises everything that was noted at once.
"""

from collections.abc import Iterator, Mapping
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

import yaml

from corpus.errors import CorpusFault, Fault
from corpus.refs import RuleRef

__all__ = ["Table", "TableReader"]

Choice = TypeVar("Choice", bound=StrEnum)


class Table(dict[str, Any]):
    """A mapping of a YAML file that knows the line it starts on."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line


_SafeLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The loader in C where PyYAML was built with it; every start of the program reads tables."""


class _LinedLoader(_SafeLoader):  # type: ignore[misc]  # the C loader has no types
    """Build mappings as tables and refuse a key that stands twice."""


def _build_table(loader: _LinedLoader, node: yaml.MappingNode) -> Iterator[Table]:
    """Build one mapping.

    :raises yaml.constructor.ConstructorError: a key stands in it twice.
    """
    table = Table(node.start_mark.line + 1)
    yield table
    keys = [loader.construct_object(key) for key, _ in node.value]
    for at, key in enumerate(keys):
        if key in keys[:at]:
            raise yaml.constructor.ConstructorError(None, None, f"the key {key!r} stands twice", node.value[at][0].start_mark)
    table.update({str(key): value for key, value in loader.construct_mapping(node).items()})


_LinedLoader.add_constructor("tag:yaml.org,2002:map", _build_table)


class TableReader:
    """Take values out of one YAML file and collect every fault on the way."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.faults: list[Fault] = []

    def load(self) -> Any:
        """Give what the file holds.

        :raises CorpusFault: the file is missing, or is not YAML.
        """
        try:
            # the loader is a safe one: it builds plain values and tables, nothing else
            return yaml.load(self.file.read_text(encoding="utf-8"), Loader=_LinedLoader)
        except yaml.MarkedYAMLError as error:
            line = error.problem_mark.line + 1 if error.problem_mark else 0
            raise CorpusFault((Fault(self.file, line, f"not readable as YAML: {error.problem}"),)) from error
        except (OSError, yaml.YAMLError) as error:
            raise CorpusFault((Fault(self.file, 0, f"not readable as YAML: {error}"),)) from error

    def close(self) -> None:
        """End the reading.

        :raises CorpusFault: with everything that was noted.
        """
        if self.faults:
            raise CorpusFault(tuple(self.faults))

    def fault(self, table: Mapping[str, Any], problem: str) -> None:
        """Note what is wrong with a table."""
        self.faults.append(Fault(self.file, getattr(table, "line", 0), problem))

    def keys(self, table: Mapping[str, Any], *known: str) -> None:
        """Note every key that is not one of the known ones."""
        for key in table:
            if key not in known:
                self.fault(table, f"unknown key {key!r}; there are: {', '.join(known)}")

    def tables(self, value: Any, what: str) -> tuple[Table, ...]:
        """Give the tables of a list."""
        if isinstance(value, list) and all(isinstance(entry, Table) for entry in value):
            return tuple(value)
        self.fault({}, f"{what} should be a list of mappings")
        return ()

    def table(self, table: Mapping[str, Any], key: str) -> Table:
        """Give the table under a key; an empty one where it is missing."""
        value = table.get(key)
        if isinstance(value, Table):
            return value
        self.fault(table, f"{key!r} should be a mapping, not {value!r}")
        return Table(getattr(table, "line", 0))

    def text(self, table: Mapping[str, Any], key: str) -> str:
        """Give a text that has to be there."""
        value = table.get(key)
        if isinstance(value, str) and value.strip():
            return " ".join(value.split())
        self.fault(table, f"{key!r} should be a text, not {value!r}")
        return ""

    def optional_text(self, table: Mapping[str, Any], key: str) -> str:
        """Give a text, or an empty one where the key is missing or empty."""
        return self.text(table, key) if table.get(key) else ""

    def texts(self, table: Mapping[str, Any], key: str) -> tuple[str, ...]:
        """Give a list of texts, which may be empty."""
        value = table.get(key)
        if isinstance(value, list) and all(isinstance(entry, str) for entry in value):
            return tuple(" ".join(entry.split()) for entry in value)
        self.fault(table, f"{key!r} should be a list of texts, not {value!r}")
        return ()

    def number(self, table: Mapping[str, Any], key: str) -> int:
        """Give a whole number."""
        value = table.get(key)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        self.fault(table, f"{key!r} should be a whole number, not {value!r}")
        return 0

    def truth(self, table: Mapping[str, Any], key: str) -> bool:
        """Give true or false."""
        value = table.get(key)
        if isinstance(value, bool):
            return value
        self.fault(table, f"{key!r} should be true or false, not {value!r}")
        return False

    def day(self, table: Mapping[str, Any], key: str) -> date:
        """Give a day, written ``2026-07-14``."""
        value = table.get(key)
        if isinstance(value, date):
            return value
        self.fault(table, f"{key!r} should be a day like 2026-07-14, not {value!r}")
        return date.min

    def optional_day(self, table: Mapping[str, Any], key: str) -> date | None:
        """Give a day, or None where the key is missing or empty."""
        return None if table.get(key) is None else self.day(table, key)

    def choice(self, table: Mapping[str, Any], key: str, kind: type[Choice], value: Any = None) -> Choice | None:
        """Give one of an enum's members, from under the key or from the value handed in."""
        given = table.get(key) if value is None else value
        try:
            return kind(str(given))
        except ValueError:
            self.fault(table, f"{key!r} should be one of {', '.join(kind)}, not {given!r}")
            return None

    def reference(self, table: Mapping[str, Any], key: str) -> RuleRef | None:
        """Give the rule reference under a key, such as ``TR 2026-07-14 1.6.1``."""
        return self._parse(table, key, table.get(key))

    def references(self, table: Mapping[str, Any], key: str) -> tuple[RuleRef, ...]:
        """Give the rule references under a key: a list, or a single one."""
        value = table.get(key)
        found = (self._parse(table, key, entry) for entry in (value if isinstance(value, list) else [value]))
        return tuple(ref for ref in found if ref is not None)

    def _parse(self, table: Mapping[str, Any], key: str, value: Any) -> RuleRef | None:
        try:
            return RuleRef.parse(str(value))
        except ValueError as error:
            self.fault(table, f"{key!r}: {error}")
            return None
