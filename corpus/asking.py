"""Read how people ask: the words of questions, the phrases in which rules are asked for, the rules behind abilities.

Four tables in ``search/`` hold what the search knows beside the texts. What is read is cached.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from corpus.load import CORPUS, load_rules
from corpus.policy import load_policy, policy_documents
from corpus.refs import Document
from corpus.tables import Table, TableReader

__all__ = [
    "AbilityRules",
    "AskedRule",
    "BeyondTopic",
    "SearchWords",
    "entry_numbers",
    "entry_of",
    "load_ability_rules",
    "load_asked",
    "load_beyond",
    "load_search_words",
]

_FOLDER: Final = CORPUS / "search"


@dataclass(frozen=True, slots=True)
class SearchWords:
    """The words of questions that the rules do not use as they are."""

    stop: frozenset[str]
    """Words that say nothing about what is looked for in a text."""
    little: frozenset[str]
    """Words that say nothing about what is looked for among phrases."""
    mistakes: frozenset[str]
    """Words by which it is told that something went wrong, which is what policy is about."""
    meant: Mapping[str, tuple[str, ...]]
    """A word or phrase to what it is looked up as, one or several; each may have several words."""


@dataclass(frozen=True, slots=True)
class AskedRule:
    """A rule or section, and the phrases in which it is asked for."""

    document: Document
    number: str
    phrases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AbilityRules:
    """What compiled abilities may have in them, and the rules that say what it means."""

    says: str
    """What it is on a card, such as ``up to``."""
    marks: frozenset[str]
    """Everything that has to be there."""
    rules: tuple[str, ...]
    """Numbers of the current edition, the most telling first."""


@dataclass(frozen=True, slots=True)
class BeyondTopic:
    """Something that people ask and no document answers."""

    says: str
    words: tuple[str, ...]


def _open(name: str) -> tuple[TableReader, Table]:
    """Open one of the tables.

    :raises CorpusFault: it cannot be read.
    """
    reader = TableReader(_FOLDER / name)
    return reader, reader.table({"table": reader.load()}, "table")


@cache
def load_search_words() -> SearchWords:
    """Give the words of questions.

    :raises CorpusFault: the table has faults.
    """
    reader, table = _open("words.yaml")
    reader.keys(table, "stop", "little", "mistakes", "words")
    stop, little, mistakes = (frozenset(reader.text(table, key).split()) for key in ("stop", "little", "mistakes"))
    words = reader.table(table, "words")
    meant = {word: reader.texts(words, word) for word in words}
    reader.close()
    return SearchWords(stop, little, mistakes, meant)


@cache
def load_asked() -> tuple[AskedRule, ...]:
    """Give the phrases in which rules and sections are asked for, in the order of the table.

    :raises CorpusFault: the table has faults, or names a rule that is not there.
    """
    reader, table = _open("asked.yaml")
    reader.keys(table, "edition", "asked")
    asked = reader.table(table, "asked")
    found: list[AskedRule] = []
    known = entry_numbers()
    for name in asked:
        document, number = entry_of(name)
        if number not in known[document]:
            reader.fault(asked, f"there is no entry {name}")
        phrases = tuple(phrase.strip() for phrase in reader.text(asked, name).split(";"))
        found.append(AskedRule(document, number, phrases))
    reader.close()
    return tuple(found)


def entry_of(name: str) -> tuple[Document, str]:
    """Take the name of an entry apart: ``TR 1.6.2`` is a section of policy, a number alone is a rule."""
    code, _, number = name.rpartition(" ")
    return Document(code) if code in set(Document) else Document.COMPREHENSIVE_RULES, number


def entry_numbers() -> dict[Document, frozenset[str]]:
    """Give the numbers of the rules and sections of every current document."""
    numbers = {document.code: frozenset(_policy_numbers(document.code)) for document in policy_documents()}
    return {**numbers, Document.COMPREHENSIVE_RULES: frozenset(rule.ref.number for rule in load_rules())}


def _policy_numbers(code: Document) -> list[str]:
    """Give the numbers of the sections of a policy document."""
    editions = [document.provenance.edition for document in policy_documents() if document.code is code]
    return [clause.ref.number for edition in editions for clause in load_policy(code, edition)]


@cache
def load_ability_rules() -> tuple[AbilityRules, ...]:
    """Give the rules behind what abilities are made of.

    :raises CorpusFault: the table has faults, or names a rule that is not there.
    """
    reader, table = _open("abilities.yaml")
    reader.keys(table, "edition", "abilities")
    known = {rule.ref.number for rule in load_rules()}
    found = []
    for entry in reader.tables(table.get("abilities"), "abilities"):
        reader.keys(entry, "says", "marks", "rules")
        rules = reader.texts(entry, "rules")
        for number in rules:
            if number not in known:
                reader.fault(entry, f"there is no rule {number} in the current edition")
        found.append(AbilityRules(reader.text(entry, "says"), frozenset(reader.texts(entry, "marks")), rules))
    reader.close()
    return tuple(found)


@cache
def load_beyond() -> tuple[BeyondTopic, ...]:
    """Give the topics that no document here is about.

    :raises CorpusFault: the table has faults.
    """
    reader, table = _open("beyond.yaml")
    reader.keys(table, "topics")
    topics = [
        BeyondTopic(reader.text(entry, "says"), tuple(word.strip() for word in reader.text(entry, "words").split(";")))
        for entry in reader.tables(table.get("topics"), "topics")
    ]
    reader.close()
    return tuple(topics)
