"""Whatever is indexed knows what it points at and what points at it."""

import pytest

from corpus.refs import Document, RuleRef, cr
from indexer.query import Book, Index


def test_rule_knows_the_terms_the_keyword_and_the_cards_that_point_at_it(index: Index) -> None:
    ward = index.referrers(cr("8.15"))
    assert ward.keyword == "Ward"
    assert len(ward.cards) > 50
    drying = index.referrers(cr("5.1.1.11"))
    assert {"drying", "trocknend"} <= set(drying.terms)


def test_rule_knows_rulings_and_misreadings(index: Index) -> None:
    lost = index.referrers(cr("1.8.1.2"))
    assert "lose-on-drawing-from-an-empty-deck" in lost.misreadings
    assert "clar-lantern-does-not-change-cost" in index.referrers(cr("1.5.4")).rulings


@pytest.mark.parametrize(
    ("name", "sections"),
    [
        ("Stitch - Rock Star", {"8.10", "6.2"}),
        ("Lantern", {"6.3"}),
        ("Let It Go", {"5.4"}),
        ("Stitch - New Dog", set()),
    ],
)
def test_card_leads_to_the_sections_of_its_keywords_and_kinds_of_abilities(index: Index, name: str, sections: set[str]) -> None:
    assert {ref.number for ref in index.card_sections(name)} == sections


def test_card_leads_to_our_rulings_about_it_first(index: Index) -> None:
    boards = index.boards_about("Lantern")
    assert "Lantern" in boards[0].source
    assert all("Lantern" in board.cards for board in boards)


def test_sections_of_policy_are_linked_with_those_of_other_documents(index: Index) -> None:
    tardiness = RuleRef(Document.PLAY_CORRECTION_GUIDELINES, "2024-05-21", "2.4")
    assert any(ref.document is Document.TOURNAMENT_RULES for ref in index.referrers(tardiness).sections)


def test_every_edition_and_policy_document_is_a_book(index: Index) -> None:
    assert {str(book) for book in index.books} == {
        "CR 2.3.0",
        "CR 2.2.0",
        "CR 2.1.0",
        "CR 2.0.1",
        "TR 2026-07-14",
        "PCG 2024-05-21",
    }


def test_older_edition_is_searched_under_its_own_numbers(index: Index) -> None:
    hits = index.search_rules("Ward can't be chosen by opponents", 5, "2.1.0")
    assert {str(Book.of(hit.rule.ref)) for hit in hits} == {"CR 2.1.0"}
    assert any(hit.rule.ref.number.startswith("8.15") for hit in hits)


@pytest.mark.parametrize(
    ("query", "ref"),
    [
        ("unsporting conduct", "PCG 2024-05-21 4"),
        ("what is the round time limit", "TR 2026-07-14 6.1"),
        ("deck registration", "TR 2026-07-14 3.8"),
        ("which sets are legal in Core Constructed", "TR 2026-07-14 1.6"),
        ("time extension after a judge call", "TR 2026-07-14 3.12"),
        ("missed trigger penalty", "PCG 2024-05-21 2.1"),
    ],
)
def test_questions_about_tournaments_find_policy(index: Index, query: str, ref: str) -> None:
    books = [book for book in index.books if book.document is not Document.COMPREHENSIVE_RULES or book.edition == "2.3.0"]
    assert ref in {str(hit.rule.ref) for hit in index.search_books(query, books, 5)[:3]}


@pytest.mark.parametrize("query", ["How does Shift work?", "When is a character banished?", "Can a drying character quest?"])
def test_questions_about_play_are_answered_from_the_rules(index: Index, query: str) -> None:
    found = index.search_books(query, list(index.books), 5)
    assert {hit.rule.ref.document for hit in found[:5]} == {Document.COMPREHENSIVE_RULES}
