"""Look things up in a built index, read-only; all that the server sees of it."""

from pathlib import Path

from corpus.records import CardRecord, CardSet, CardText, Provenance, Rule, Term
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


class Index:
    """A built index, opened read-only; safe to share between threads."""

    def rule(self, number: str, edition: str | None = None) -> Rule | None:
        """Give the rule under *number*, in the current edition unless told otherwise."""
        raise NotImplementedError

    def rules(self, document: str, section: str | None = None) -> tuple[Rule, ...]:
        """Give the rules of a document in order; *section* keeps that number and what lies below it."""
        raise NotImplementedError

    def rule_context(self, number: str, edition: str | None = None) -> RuleContext | None:
        """Give the rule with its parents, children and the rules that point at it."""
        raise NotImplementedError

    def search_rules(self, query: str, limit: int = 10, edition: str | None = None) -> list[RuleHit]:
        """Find the rules that answer *query*, best first.

        Any text is just text; a rule number, a card's name or a glossary term in it is recognised.

        :raises BadQuery: there is nothing to look for in the query.
        """
        raise NotImplementedError

    def search_terms(self, term: str, language: str | None = None, limit: int = 10) -> list[Term]:
        """Find glossary entries, the one of exactly that name first.

        :raises BadQuery: there is nothing to look for in the term.
        """
        raise NotImplementedError

    def card(self, name: str) -> CardRecord | None:
        """Give the card of that full name; case, accents, commas, dashes and apostrophes do not count."""
        raise NotImplementedError

    def card_by_id(self, number: int) -> CardRecord | None:
        """Give the card one of whose printings has that catalogue number."""
        raise NotImplementedError

    def near_cards(self, name: str, limit: int = 10) -> list[tuple[str, float]]:
        """Give full names near *name* with scores from 0 to 100, best first.

        A short name lists its versions first; nonsense gives nothing.
        """
        raise NotImplementedError

    def search_cards(self, query: CardQuery) -> CardPage:
        """Find the cards that have everything the query asks for."""
        raise NotImplementedError

    def card_sets(self) -> tuple[CardSet, ...]:
        """Give the sets in order of release."""
        raise NotImplementedError

    def documents(self) -> tuple[DocumentEntry, ...]:
        """Give the documents the index holds: rules, glossary, catalogue."""
        raise NotImplementedError

    def provenance(self, document: str) -> Provenance | None:
        """Give where a document's records come from."""
        raise NotImplementedError

    def status(self) -> IndexStatus:
        """Tell what is indexed, from where, how old, and whether it is stale."""
        raise NotImplementedError

    def find(self, full_name: str) -> CardText | None:
        """Give what is printed on the card of that name: the engine's look-up."""
        raise NotImplementedError

    def near(self, full_name: str, limit: int = 5) -> list[str]:
        """Give the names nearest to *full_name*, best first: the engine's look-up."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go of the files."""
        raise NotImplementedError


def open_index(path: Path | None = None) -> Index:
    """Open the current index below *path*, the user's cache when left out.

    :raises NotSetUp: there is no index there.
    :raises Stale: the index was built by another version or from other corpus files.
    """
    raise NotImplementedError
