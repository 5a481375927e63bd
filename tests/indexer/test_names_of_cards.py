"""The names that a printed card has (5.2.6)."""

from indexer.query import Index


def test_5_2_6_3_a_card_that_is_treated_as_if_it_had_an_ampersand_has_both_names(index: Index) -> None:
    card = index.find("Chip 'n' Dale - Recovery Rangers")
    assert card is not None
    assert {"Chip", "Dale"} <= set(card.names)
