"""Beside the rules come the rulings of cards that are named and the entry of a term that is asked, if they answer."""

import pytest

from indexer.beside import share_of
from indexer.query import Index, current_books
from indexer.results import Passage


def beside(index: Index, query: str) -> list[Passage]:
    return [passage for passage, _ in index.beside(index.answer(query, current_books(index.books)))]


def test_the_share_is_that_of_the_rarer_words() -> None:
    rarities = {"shift": 3.0, "card": 1.0}
    assert share_of("You may shift it.", {"shift": 1.0, "card": 1.0}, lambda stem: rarities[stem]) == pytest.approx(0.75)
    assert share_of("", {"shift": 1.0}, lambda stem: 1.0) == share_of("anything", {}, lambda stem: 1.0) == 0


def test_rulings_of_a_card_that_is_named_and_no_others(index: Index) -> None:
    query = "Ratigan - Very Large Mouse: their characters all have more than 3 strength. Can I still ready a Villain?"
    found = beside(index, query)
    assert found
    assert any("Ratigan" in passage.heading for passage in found)
    assert beside(index, "Can I quest with a drying character?") == []


def test_the_entry_of_a_term_where_hardly_more_is_asked(index: Index) -> None:
    assert beside(index, "what is the bag?")[0].heading == "bag"
    assert all(
        passage.heading != "bag" for passage in beside(index, "Do my triggers or those of my opponent go into the bag first?")
    )
