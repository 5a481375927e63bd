"""Read the documents with numbered entries: the rules in all their editions, policy, and newer official ones."""

from collections.abc import Iterable, Iterator

from corpus.documents import documents
from corpus.editions import rules_of
from corpus.load import DocumentKind, rule_numbers_in
from corpus.policy import load_policy, policy_documents
from corpus.records import PolicyClause, Rule
from corpus.refs import RuleRef
from indexer.official.records import OfficialDocument, OfficialEntry
from indexer.results import Book

__all__ = ["read_books", "read_official_book"]


def read_books() -> dict[Book, tuple[Rule, ...]]:
    """Give the restated documents with numbered entries, each in order.

    :raises CorpusFault: the files of a document have faults.
    """
    editions = [each.provenance.edition for each in documents() if each.kind is DocumentKind.RULES]
    books = [rules_of(edition) for edition in editions]
    for document in policy_documents():
        books.append(tuple(_section(clause) for clause in load_policy(document.code, document.provenance.edition)))
    return {Book.of(rules[0].ref): rules for rules in books}


def _section(clause: PolicyClause) -> Rule:
    """Bring a section of a policy document into the form of a rule."""
    own = [ref.number for ref in clause.cross_references if Book.of(ref) == Book.of(clause.ref)]
    return Rule(
        ref=clause.ref,
        heading=clause.heading,
        path=clause.path,
        text=clause.text or clause.heading,
        cross_references=tuple(own),
        condensed=clause.condensed,
    )


def read_official_book(document: OfficialDocument) -> tuple[Rule, ...]:
    """Give the entries of an official document that the corpus does not restate, in the publisher's words."""
    headings = {entry.number: entry.heading for entry in document.entries}
    return tuple(_official_rule(document.ref(entry), entry, headings) for entry in document.entries)


def _official_rule(ref: RuleRef, entry: OfficialEntry, headings: dict[str, str]) -> Rule:
    """Make a rule of an official entry."""
    pointed = tuple(number for number in rule_numbers_in(entry.text) if number != entry.number)
    return Rule(ref, entry.heading, tuple(_path(entry.number, headings)), entry.text, (), pointed)


def _path(number: str, headings: dict[str, str]) -> Iterable[str]:
    """Give the headings from the chapter down to a number."""
    return (heading for above in _lineage(number) if (heading := headings.get(above)))


def _lineage(number: str) -> Iterator[str]:
    """Give the numbers from the chapter down to *number*."""
    parts = number.split(".")
    return (".".join(parts[: depth + 1]) for depth in range(len(parts)))
