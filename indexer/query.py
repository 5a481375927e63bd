"""Look things up in a built index, read-only; all that the server sees of it."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from threading import RLock

from rapidfuzz import fuzz

from corpus.errors import BadQuery, Stale
from corpus.load import load_search_tables
from corpus.names import name_key
from corpus.records import CardRecord, CardSet, CardText, Printing, Provenance, Rule, Ruling, Term
from corpus.refs import CURRENT_EDITION, is_within, parent_number
from indexer.build import Stamp, current_index, index_folder, read_stamp, stale_reasons
from indexer.fetch import read_stored
from indexer.fulltext import FullText
from indexer.keywords import keywords_of
from indexer.names import CardNames
from indexer.results import (
    CardPage,
    CardQuery,
    CardSort,
    DocumentEntry,
    IndexStatus,
    RuleContext,
    RuleHit,
    SourceState,
)
from indexer.search import RuleSearch, any_of, term_forms, words_of
from indexer.store import Store

__all__ = [
    "CardPage",
    "CardQuery",
    "CardSort",
    "DocumentEntry",
    "Index",
    "IndexStatus",
    "RuleContext",
    "RuleHit",
    "SourceState",
    "open_index",
]

_NEAR_TERM = 80.0
"""Out of 100; below it a glossary name is not near what was asked."""


class Index:
    """A built index, opened read-only; safe to share between threads.

    Nothing is read before it is asked for, so that opening takes no time.
    """

    def __init__(self, folder: Path, stamp: Stamp) -> None:
        self._folder = folder
        self._stamp = stamp
        self._store = Store(folder)
        self._lock = RLock()
        self._searches: dict[str, RuleSearch] = {}

    @cached_property
    def _rules(self) -> Mapping[str, Mapping[str, Rule]]:
        """The rules by edition and number, in order."""
        editions: dict[str, dict[str, Rule]] = defaultdict(dict)
        for rule in self._store.rules():
            editions[rule.ref.edition][rule.ref.number] = rule
        return editions

    @cached_property
    def _terms(self) -> tuple[Term, ...]:
        return tuple(self._store.terms())

    @cached_property
    def _names(self) -> CardNames:
        return CardNames(self._store.card_names())

    @cached_property
    def _printings(self) -> Mapping[str, tuple[Printing, ...]]:
        return dict(self._store.printings())

    @cached_property
    def _fulltext(self) -> FullText:
        return FullText(self._folder)

    @cached_property
    def _documents(self) -> tuple[DocumentEntry, ...]:
        return tuple(self._store.documents())

    def _search(self, edition: str) -> RuleSearch:
        """Give the search over an edition, made at its first use."""
        with self._lock:
            if edition not in self._searches:
                rules = self._rules[edition]
                self._searches[edition] = RuleSearch(
                    edition,
                    rules,
                    self._terms,
                    keywords_of(rules.values()),
                    load_search_tables(),
                    self._names,
                    self._store,
                    self._fulltext,
                )
            return self._searches[edition]

    def rule(self, number: str, edition: str | None = None) -> Rule | None:
        """Give the rule under *number*, in the current edition unless told otherwise."""
        return self._edition(edition).get(number)

    def _edition(self, edition: str | None) -> Mapping[str, Rule]:
        return self._rules.get(edition or CURRENT_EDITION, {})

    def rules(self, document: str, section: str | None = None) -> tuple[Rule, ...]:
        """Give the rules of a document in order; *section* keeps that number and what lies below it."""
        entry = self.provenance(document)
        rules = self._edition(entry.edition) if entry is not None and document.startswith("comprehensive-rules-") else {}
        return tuple(rule for number, rule in rules.items() if section is None or is_within(number, section))

    def rule_context(self, number: str, edition: str | None = None) -> RuleContext | None:
        """Give the rule with its parents, children and the rules that point at it."""
        rules = self._edition(edition)
        rule = rules.get(number)
        if rule is None:
            return None
        above: list[Rule] = []
        up = parent_number(number)
        while up is not None:
            above.insert(0, rules[up])
            up = parent_number(up)
        return RuleContext(
            rule=rule,
            parents=tuple(above),
            children=tuple(other for key, other in rules.items() if parent_number(key) == number),
            refers_to=tuple(rules[key] for key in rule.cross_references if key in rules),
            referred_by=tuple(other for other in rules.values() if number in other.cross_references),
        )

    def search_rules(self, query: str, limit: int = 10, edition: str | None = None) -> list[RuleHit]:
        """Find the rules that answer *query*, best first.

        Any text is just text; a rule number, a card's name or a glossary term in it is recognised.

        :raises BadQuery: there is nothing to look for in the query, or no such edition.
        """
        wanted = edition or CURRENT_EDITION
        if wanted not in self._rules:
            raise BadQuery(f"there are no rules of edition {wanted!r}; there are: {', '.join(self._rules)}")
        return self._search(wanted).search(query, limit)

    def search_terms(self, term: str, language: str | None = None, limit: int = 10) -> list[Term]:
        """Find glossary entries, the one of exactly that name first.

        :raises BadQuery: there is nothing to look for in the term.
        """
        key = name_key(term[:200])
        if not key:
            raise BadQuery(f"the term {term[:40]!r} has no word in it; give a word of the game, such as 'banish'")
        terms = [entry for entry in self._terms if language is None or entry.language == language]
        scored = [(_term_score(key, entry), entry) for entry in terms]
        near = [pair for pair in scored if pair[0] >= _NEAR_TERM] or [pair for pair in scored if pair[0] > 0]
        return [entry for _, entry in sorted(near, key=lambda pair: -pair[0])[:limit]]

    def card(self, name: str) -> CardRecord | None:
        """Give the card of that full name; case, accents, commas, dashes and apostrophes do not count."""
        return self._store.card(name_key(name))

    def card_by_id(self, number: int) -> CardRecord | None:
        """Give the card one of whose printings has that catalogue number."""
        return self._store.card_by_id(number)

    def printings(self) -> Mapping[str, tuple[Printing, ...]]:
        """Give the printings of every card by its full name."""
        return self._printings

    def near_cards(self, name: str, limit: int = 10) -> list[tuple[str, float]]:
        """Give full names near *name* with scores from 0 to 100, best first.

        A short name lists its versions first; nonsense gives nothing.
        """
        return self._names.near(name, limit)

    def search_cards(self, query: CardQuery) -> CardPage:
        """Find the cards that have everything the query asks for.

        Cards with every one of its words come alone where there are any, otherwise cards with some of them.

        :raises BadQuery: the query's words or text have no word in them.
        """
        phrase = _phrase(query.text) if query.text is not None else None
        if query.words is None:
            return self._store.search_cards(query, None, phrase)
        words = words_of(query.words) or name_key(query.words).split()
        if not words:
            raise BadQuery(f"the query {query.words[:40]!r} has no word in it; give a name, a classification or words of a text")
        words = words[:40]
        page = self._store.search_cards(query, " AND ".join(f'"{word}"' for word in words), phrase)
        return page if page.total else self._store.search_cards(query, any_of(words), phrase)

    def rulings(self, card: str) -> tuple[Ruling, ...]:
        """Give the official clarifications on a card."""
        return tuple(self._store.rulings(card))

    def card_sets(self) -> tuple[CardSet, ...]:
        """Give the sets in order of release."""
        return tuple(self._store.sets())

    def documents(self) -> tuple[DocumentEntry, ...]:
        """Give the documents the index holds: rules, glossary, catalogue."""
        return self._documents

    def provenance(self, document: str) -> Provenance | None:
        """Give where a document's records come from."""
        return next((each.provenance for each in self._documents if each.provenance.document == document), None)

    def status(self) -> IndexStatus:
        """Tell what is indexed, from where, how old, and whether it is stale."""
        catalogue = read_stored(self._folder.parent.parent)
        return replace(self._stamp.status, stale=stale_reasons(self._stamp, catalogue))

    def find(self, full_name: str) -> CardText | None:
        """Give what is printed on the card of that name: the engine's look-up."""
        card = self.card(full_name)
        return None if card is None else card.printed

    def near(self, full_name: str, limit: int = 5) -> list[str]:
        """Give the names nearest to *full_name*, best first: the engine's look-up."""
        return [name for name, _ in self.near_cards(full_name, limit)]

    def close(self) -> None:
        """Let go of the files."""
        self._store.close()
        if "_fulltext" in self.__dict__:
            self._fulltext.close()


def _term_score(key: str, entry: Term) -> float:
    """Tell how near a glossary entry is to what was asked, from 0 to 100; the text counts less than the name."""
    forms = term_forms(entry.name)
    if key in forms:
        return 100.0
    likeness = max(fuzz.ratio(key, form) for form in forms)
    if any(f" {key} " in f" {form} " for form in forms):
        likeness = max(likeness, 90.0 + likeness / 20)
    if likeness >= _NEAR_TERM:
        return likeness
    words = set(words_of(key))
    told = set(words_of(f"{entry.name} {entry.text}"))
    return 50.0 * len(words & told) / len(words) if words else 0.0


def _phrase(text: str) -> str:
    """Give the FTS5 expression for the words of a card's text in this order.

    :raises BadQuery: there is no word in it.
    """
    words = name_key(text).split()
    if not words:
        raise BadQuery(f"the text {text[:40]!r} has no word in it; give some words as they stand on a card")
    return 'text : "' + " ".join(words[:40]) + '"'


def open_index(path: Path | None = None) -> Index:
    """Open the current index below *path*, the user's cache when left out.

    :raises NotSetUp: there is no index there.
    :raises Stale: the index was built by another version or from other corpus files.
    """
    home = path or index_folder()
    folder = current_index(home)
    stamp = read_stamp(folder)
    reasons = stale_reasons(stamp, None)
    if reasons:
        raise Stale(f"the index is out of date: {'; '.join(reasons)}. Run `loreguide setup` to build it again")
    return Index(folder, stamp)
