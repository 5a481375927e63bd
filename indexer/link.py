"""Link what is indexed: rules with rules, terms, keywords, cards, rulings and misreadings, and old numbers with new ones."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from corpus.editions import EARLIEST_EDITION, crosswalk, editions, number_in, numbers
from corpus.infractions import load_infractions
from corpus.policy import load_policy, policy_documents
from corpus.records import Rule
from corpus.refs import CURRENT_EDITION, cr
from indexer.keywords import Keywords
from indexer.readers.glossary import Vocabulary
from indexer.results import Book

if TYPE_CHECKING:
    from engine.abilities.kinds import CompiledCard

__all__ = ["Link", "LinkKind", "links_of"]


class LinkKind(StrEnum):
    """What points at what."""

    RULE = "rule"
    """A rule or section points at another."""
    TERM = "term"
    """A glossary term is defined by a rule."""
    KEYWORD = "keyword"
    """A keyword has its section."""
    CARD = "card"
    """A card has a keyword, or abilities of a kind, with their section."""
    RULING = "ruling"
    """One of our rulings is decided by a rule."""
    RULING_CARD = "ruling_card"
    """One of our rulings is about a card."""
    MISREADING = "misreading"
    """A misreading is refuted by a rule."""
    INFRACTION = "infraction"
    """An infraction has its section, and others that say more."""
    EDITION = "edition"
    """A rule has another number in another edition."""


@dataclass(frozen=True, slots=True)
class Link:
    """One thing that points at another."""

    kind: LinkKind
    source: str
    target: str


_ABILITY_SECTIONS: Mapping[str, str] = {
    "TriggeredAbility": "6.2",
    "ActivatedAbility": "6.3",
    "StaticAbility": "6.4",
    "ActionEffect": "5.4",
}
"""The section of the rules that each kind of ability has, by its class; keywords have sections of their own."""


def links_of(
    books: Mapping[Book, Iterable[Rule]], vocabulary: Vocabulary, compiled: "Mapping[str, CompiledCard]", keywords: Keywords
) -> Iterator[Link]:
    """Give every link, each once."""
    found = [*_rule_links(books), *_word_links(vocabulary, keywords), *_policy_links(), *_edition_links()]
    for name, card in compiled.items():
        found += [Link(LinkKind.CARD, name, str(cr(number))) for number in _sections_of(card, keywords)]
    return iter(dict.fromkeys(found))


def _rule_links(books: Mapping[Book, Iterable[Rule]]) -> Iterator[Link]:
    """Link rules with those that they point at."""
    for book, rules in books.items():
        there = {rule.ref.number for rule in rules}
        for rule in rules:
            for number in rule.cross_references:
                if number in there:
                    yield Link(LinkKind.RULE, str(rule.ref), f"{book} {number}")


def _policy_links() -> Iterator[Link]:
    """Link sections of policy with those of other documents, and infractions with their sections."""
    for document in policy_documents():
        for clause in load_policy(document.code, document.provenance.edition):
            for ref in clause.cross_references:
                yield Link(LinkKind.RULE, str(clause.ref), str(ref))
    for infraction in load_infractions():
        for ref in (infraction.ref, *infraction.see):
            yield Link(LinkKind.INFRACTION, infraction.id, str(ref))


def _word_links(vocabulary: Vocabulary, keywords: Keywords) -> Iterator[Link]:
    """Link terms, keywords, rulings and misreadings with the rules behind them."""
    terms = [
        *((term.name, term.rules) for term in vocabulary.terms),
        *((term.name, term.rules) for term in vocabulary.translations),
    ]
    for name, defining in terms:
        for number in defining:
            yield Link(LinkKind.TERM, name, str(cr(number)))
    for keyword, number in keywords.rules.items():
        yield Link(LinkKind.KEYWORD, keyword, str(cr(number)))
    for ruling in vocabulary.boards:
        for ref in ruling.rules:
            yield Link(LinkKind.RULING, ruling.id, str(ref))
        for card in ruling.cards:
            yield Link(LinkKind.RULING_CARD, ruling.id, card)
    for misreading in vocabulary.misreadings:
        for ref in misreading.rules:
            yield Link(LinkKind.MISREADING, misreading.id, str(ref))


def _edition_links() -> Iterator[Link]:
    """Link the rules of older editions with their places in the current one."""
    for edition in editions():
        if edition.number == CURRENT_EDITION:
            continue
        for number in numbers(edition.number):
            today = number_in(number, edition.number, CURRENT_EDITION)
            if today is not None:
                yield Link(LinkKind.EDITION, str(cr(number, edition.number)), str(cr(today)))
    for place in crosswalk():
        for number in place.places:
            yield Link(LinkKind.EDITION, str(cr(place.number, EARLIEST_EDITION)), str(cr(number)))


def _sections_of(card: "CompiledCard", keywords: Keywords) -> tuple[str, ...]:
    """Give the sections of the rules that a card's keywords and abilities have."""
    kinds = [type(ability).__name__ for ability in card.abilities]
    sections = [keywords.rules[keyword] for keyword in keywords.of(card.printed.text)]
    return tuple(dict.fromkeys([*sections, *(_ABILITY_SECTIONS[kind] for kind in kinds if kind in _ABILITY_SECTIONS)]))
