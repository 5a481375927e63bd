"""Read the misreadings: what people say of the rules that the rules refute, with a board that shows the truth."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from corpus.editions import editions
from corpus.errors import CorpusFault, Fault
from corpus.load import CORPUS, load_rules
from corpus.refs import RuleRef, cr
from corpus.tables import Table, TableReader

__all__ = ["Misreading", "MisreadingSource", "load_misreadings", "misreadings_about", "read_misreadings"]

_KEYS = ("id", "claim", "sources", "where", "since", "rules", "truth", "words", "scenario")


class MisreadingSource(StrEnum):
    """Where a misreading was found."""

    QUICK_REFERENCE = "quick_reference"
    """A fan's one-page reference of the core rules."""
    ARTICLE_OF_2023 = "article_of_2023"
    """An article that quotes the Comprehensive Rules of 2023."""
    WORKING_GLOSSARY = "working_glossary"
    """The working glossary in a fan-made knowledge bundle, and what that bundle says of itself."""
    COMMON_BELIEF = "common_belief"
    """What players say at the table."""


@dataclass(frozen=True, slots=True)
class Misreading:
    """A claim that the rules refute."""

    id: str
    claim: str
    sources: tuple[MisreadingSource, ...]
    where: str
    """The place in the source, such as a heading; may be empty."""
    rules: tuple[RuleRef, ...]
    """What refutes it in the current edition, the deciding rule first."""
    since: str
    """The edition that made it wrong or incomplete; empty where no known edition agreed with it."""
    truth: str
    words: tuple[str, ...]
    """How people ask about it."""
    scenario: Mapping[str, Any] | None
    """A document for the scenario checker whose facts show the truth; None where play is not concerned."""


def _misreading(reader: TableReader, entry: Table, known: frozenset[str], edition_numbers: tuple[str, ...]) -> Misreading:
    """Read one misreading."""
    reader.keys(entry, *_KEYS)
    sources = (reader.choice(entry, "sources", MisreadingSource, source) for source in reader.texts(entry, "sources"))
    numbers = reader.texts(entry, "rules")
    if not numbers:
        reader.fault(entry, "'rules' should name at least one rule that refutes it")
    for number in numbers:
        if number not in known:
            reader.fault(entry, f"there is no rule {number} in the current edition")
    since = reader.optional_text(entry, "since")
    if since and since not in edition_numbers:
        reader.fault(entry, f"'since' should be one of {', '.join(edition_numbers)}, not {since!r}")
    if not entry.get("words"):
        reader.fault(entry, "'words' should tell how people ask about it")
    return Misreading(
        id=reader.text(entry, "id"),
        claim=reader.text(entry, "claim"),
        sources=tuple(source for source in sources if source is not None),
        where=reader.optional_text(entry, "where"),
        rules=tuple(cr(number) for number in numbers if number in known),
        since=since,
        truth=reader.text(entry, "truth"),
        words=reader.texts(entry, "words"),
        scenario=reader.table(entry, "scenario") if "scenario" in entry else None,
    )


def read_misreadings(file: Path) -> tuple[Misreading, ...]:
    """Read a table of misreadings.

    :raises CorpusFault: with every fault of the file.
    """
    reader = TableReader(file)
    data = reader.load()
    if not isinstance(data, list):
        raise CorpusFault((Fault(file, 0, "a list of misreadings is right here"),))
    known = frozenset(rule.ref.number for rule in load_rules())
    edition_numbers = tuple(edition.number for edition in editions())
    found: dict[str, Misreading] = {}
    for entry in reader.tables(data, "the file"):
        misreading = _misreading(reader, entry, known, edition_numbers)
        if misreading.id in found:
            reader.fault(entry, f"{misreading.id!r} stands here a second time")
        found[misreading.id] = misreading
    reader.close()
    return tuple(found.values())


@cache
def load_misreadings() -> tuple[Misreading, ...]:
    """Give the misreadings, in the order of the file.

    :raises CorpusFault: the file has faults.
    """
    return read_misreadings(CORPUS / "misreadings.yaml")


def misreadings_about(rule: RuleRef) -> tuple[Misreading, ...]:
    """Give the misreadings that a rule or one of its sub-rules refutes."""
    return tuple(entry for entry in load_misreadings() if any(rule.covers(refuting) for refuting in entry.rules))
