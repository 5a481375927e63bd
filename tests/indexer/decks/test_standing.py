"""A card's standing on a day is that of its sets, rotations and bans, and agrees with the catalogue for every printing."""

from dataclasses import replace
from datetime import date

import pytest

from corpus.formats import FormatName, Formats, load_formats
from corpus.records import CardRecord
from indexer.decks.eligibility import eligibility_reasons
from indexer.decks.records import DeckCard, Ground
from indexer.decks.standing import Pool, standing_of, turning_days
from indexer.fetch import CatalogueFile
from indexer.query import Index

DIFFERENCES: dict[tuple[str, str], str] = {}
"""Printing (full name and printed line) and format of every verdict that is not the catalogue's, with the section behind it."""


@pytest.fixture(scope="module")
def formats() -> Formats:
    return load_formats()


def card(index: Index, name: str) -> CardRecord:
    found = index.card(name)
    assert found is not None
    return found


@pytest.mark.parametrize(("name", "key"), [(FormatName.CORE, "Core"), (FormatName.INFINITY, "Infinity")])
def test_what_is_legal_today_agrees_with_the_catalogue_for_every_printing(
    index: Index, catalogue: CatalogueFile, formats: Formats, name: FormatName, key: str
) -> None:
    read = catalogue.load()
    made = date.fromisoformat(read["metadata"]["generatedOn"][:10])
    assert not turning_days(formats.format(name), made, formats) or turning_days(formats.format(name), made, formats)[0] > date(
        2026, 11, 29
    )
    for day in (made, date(2026, 11, 29)):
        differing = {
            (printing["fullName"], f"{printing['fullIdentifier']} {key}")
            for printing in read["cards"]
            if standing_of(card(index, printing["fullName"]), formats.format(name), day, formats).legal
            is not printing["allowedInFormats"][key]["allowed"]
        }
        assert differing == {pair for pair in DIFFERENCES if pair[1].endswith(key)}
    assert len(read["cards"]) == 3556


def test_a_ban_and_a_rotation_stand_beside_each_other(index: Index, formats: Formats) -> None:
    core = formats.format(FormatName.CORE)
    both = standing_of(card(index, "Fortisphere"), core, date(2025, 9, 5), formats)
    assert (both.pool, len(both.bans), both.legal) == (Pool.ROTATED, 1, False)
    assert standing_of(card(index, "Fortisphere"), core, date(2025, 9, 4), formats).pool is Pool.LEGAL


def test_a_card_of_a_set_that_the_table_does_not_know_is_not_legal_and_says_so(index: Index, formats: Formats) -> None:
    known = card(index, "Be Prepared")
    unknown = replace(known, printings=(replace(known.printings[0], set_code="77"),))
    core = formats.format(FormatName.CORE)
    assert standing_of(unknown, core, date(2026, 11, 30), formats).pool is Pool.UNKNOWN_SET
    (reason,) = eligibility_reasons((DeckCard(unknown, 4),), core, date(2026, 11, 30), formats)
    assert (reason.ground, reason.cards, reason.refs[0].number) == (Ground.UNKNOWN_SET, ("Be Prepared",), "1.6")
    assert "77" in reason.text


def test_a_quest_card_with_another_printing_is_a_card_of_that(index: Index, formats: Formats) -> None:
    quest = card(index, "Typhoon")
    printed_again = replace(quest, printings=(*quest.printings, replace(quest.printings[0], set_code="13")))
    core = formats.format(FormatName.CORE)
    assert standing_of(quest, core, date(2026, 11, 30), formats).pool is Pool.NOT_STANDARD
    assert standing_of(printed_again, core, date(2026, 11, 30), formats).legal


def test_turning_days_are_those_of_the_format(formats: Formats) -> None:
    core = turning_days(formats.format(FormatName.CORE), date(2026, 7, 1), formats)
    assert core[:2] == (date(2026, 7, 14), date(2026, 7, 17))
    infinity = turning_days(formats.format(FormatName.INFINITY), date(2026, 3, 1), formats)
    assert infinity[:2] == (date(2026, 3, 26), date(2026, 5, 8))
    assert date(2025, 9, 5) not in turning_days(formats.format(FormatName.SEALED), date(2025, 9, 1), formats)
