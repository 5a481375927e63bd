"""The catalogue's printings become cards with one text, every spelling, and what changed."""

from datetime import date
from typing import Any

import pytest

from corpus.errors import BadInput
from corpus.load import load_rules, load_sources
from corpus.records import Authority, CardRecord, CardType
from indexer.fetch import CatalogueFile
from indexer.keywords import keywords_of
from indexer.readers.cards import Catalogue, read_catalogue

PROVENANCE = load_sources().catalogue_provenance
SETS: dict[str, dict[str, Any]] = {
    "1": {"type": "expansion", "name": "First", "releaseDate": "2023-09-01", "prereleaseDate": None},
    "9": {"type": "expansion", "name": "Ninth", "releaseDate": "2025-09-05", "prereleaseDate": "2025-08-29"},
    "Q1": {"type": "quest", "name": "Quest", "releaseDate": "2026-01-01", "prereleaseDate": None},
    "15": {"type": "expansion", "name": "Announced", "releaseDate": None, "prereleaseDate": None},
}


def entry(number: int, name: str, **changes: Any) -> dict[str, Any]:
    """Give one printing of an invented character."""
    return {
        "id": number,
        "name": name,
        "fullName": f"{name} - {changes['version']}" if "version" in changes else name,
        "type": "Character",
        "color": "Amber",
        "cost": 1,
        "inkwell": True,
        "strength": 1,
        "willpower": 1,
        "lore": 1,
        "fullTextSections": [],
        "setCode": "1",
        "number": number,
        "rarity": "Common",
        "fullIdentifier": f"{number}/204 • EN • 1",
        "allowedInFormats": {"Core": {"allowed": True}, "Infinity": {"allowed": True}},
        **changes,
    }


def read(*entries: dict[str, Any]) -> Catalogue:
    formats: dict[str, Any] = {"allowedInFormats": {"Core": {"allowed": False, "allowedUntilDate": "2026-07-17"}}}
    sets = {code: {**each, **formats} for code, each in SETS.items()}
    return read_catalogue({"metadata": {"generatedOn": "2026-01-02T03:04:05"}, "sets": sets, "cards": list(entries)}, PROVENANCE)


def only(*entries: dict[str, Any]) -> CardRecord:
    (card,) = read(*entries).cards
    return card


@pytest.fixture(scope="module")
def whole(catalogue: CatalogueFile) -> Catalogue:
    return read_catalogue(catalogue.load(), PROVENANCE)


def test_counts_of_the_pinned_snapshot(whole: Catalogue) -> None:
    assert (whole.printings, whole.spellings, len(whole.cards), whole.generated) == (3556, 2789, 2785, date(2026, 10, 16))
    assert [each.code for each in whole.sets if each.kind == "expansion"] == [str(number) for number in range(1, 15)]
    assert [each.code for each in whole.sets if each.kind == "quest"] == ["Q1", "Q2", "Q3"]


def test_spellings_that_differ_in_case_only_are_one_card(whole: Catalogue) -> None:
    spelt = {card.spellings for card in whole.cards if len(card.spellings) > 1}
    assert {frozenset(each) for each in spelt} >= {frozenset({"Let It Go", "Let it Go"})}
    assert len(spelt) == 4


def test_wrapped_lines_are_joined_and_sections_are_lines() -> None:
    card = only(entry(1, "A", fullTextSections=["FIRST When you\nplay this,\ndraw a card.", "Rush"]))
    assert card.printed.text == "FIRST When you play this, draw a card.\nRush"


def test_the_newest_regular_printing_has_the_text_that_counts() -> None:
    card = only(
        entry(1, "A", fullTextSections=["Old."]),
        entry(7, "A", setCode="9", fullTextSections=["New."]),
        entry(8, "A", setCode="9", baseId=7, fullTextSections=["Promo."]),
        entry(9, "A", setCode="Q1", fullTextSections=["Quest."]),
    )
    assert card.printed.text == "New."
    assert card.id == 1
    assert [printing.id for printing in card.printings] == [1, 7, 8, 9]


def test_names_of_several_characters_in_one_5_2_6_1() -> None:
    assert only(entry(1, "Ann & Bob", names=["Bob", "Ann"])).printed.names == ("Ann", "Bob")
    assert only(entry(1, "Ann, Bob & Cy")).printed.names == ("Ann", "Bob", "Cy")
    assert only(entry(1, "Ann 'n' Bob", names=["Ann", "Bob"])).printed.names == ("Ann", "Bob")
    assert only(entry(1, "Beast's Mirror")).printed.names == ()


def test_former_texts_errata_and_clarifications() -> None:
    old = {"fullTextSections": ["Was\nthis."], "usedUntil": "2024-01-02"}
    read_once = read(
        entry(1, "A", historicData=[old, {"artists": ["X"], "usedUntil": "2025-01-01"}], errata=["Text\nchanged."]),
        entry(2, "A", historicData=[old], clarifications=["Q: Why?\nA: So."]),
        entry(3, "A", clarifications=["Q: Why? A: So."]),
    )
    (card,) = read_once.cards
    assert [(former.until, former.text) for former in card.former] == [(date(2024, 1, 2), "Was this.")]
    assert card.errata == ("Text\nchanged.",)
    assert card.clarifications == ("Q: Why?\nA: So.",)
    (ruling,) = read_once.rulings
    assert (ruling.card, ruling.provenance.authority, ruling.provenance.official) == ("A", Authority.OFFICIAL_RULING, True)


def test_legality_is_said_in_one_word_or_with_its_date() -> None:
    formats = {
        "Core": {"allowed": False, "allowedUntilDate": "2025-09-05"},
        "Infinity": {"allowed": False, "bannedSinceDate": "2026-03-26"},
        "Other": {"allowed": False},
    }
    card = only(entry(1, "A", allowedInFormats=formats))
    assert card.legal_in == {"core": "until 2025-09-05", "infinity": "until 2026-03-26", "other": "not legal"}


def test_sets_without_cards_are_left_out_and_the_rest_are_counted() -> None:
    found = read(entry(1, "A"), entry(2, "A", version="B"), entry(3, "A"), entry(4, "C", setCode="Q1"))
    assert [(each.code, each.kind, each.cards, each.printings) for each in found.sets] == [
        ("1", "expansion", 2, 3),
        ("Q1", "quest", 1, 1),
    ]
    assert found.sets[0].legal_in == {"core": "until 2026-07-17"}


def test_printed_facts_of_a_dual_ink_location() -> None:
    printed = only(entry(1, "A", type="Location", color="Amber-Steel", moveCost=2, strength=None, subtypes=["Location"])).printed
    assert (printed.type, printed.inks, printed.move_cost, printed.strength) == (CardType.LOCATION, ("amber", "steel"), 2, None)


@pytest.mark.parametrize("document", [{}, {"metadata": {}, "sets": {}, "cards": []}, {"metadata": [], "cards": 3}])
def test_a_document_of_another_form_is_refused(document: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="LorcanaJSON"):
        read_catalogue(document, PROVENANCE)


def test_keywords_of_the_whole_catalogue_are_those_the_catalogue_lists(whole: Catalogue, catalogue: CatalogueFile) -> None:
    listed = {
        card["id"]: {"Shift" if name.endswith("Shift") else name for name in card.get("keywordAbilities", ())}
        for card in catalogue.load()["cards"]
    }
    keywords = keywords_of(load_rules())
    assert [
        card.printed.full_name for card in whole.cards if set(keywords.of(card.printed.text)) != listed[card.printings[0].id]
    ] == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Shift 4 (Reminder.)\nEvasive, Ward", ("Shift", "Evasive", "Ward")),
        ("Temporary Red Panda Shift 2 ⬡ (Reminder.)", ("Shift",)),
        ("ALL OUT Whenever you play a card, they gain Rush, Reckless, and Evasive.", ()),
        ("Your other characters gain Ward.", ()),
        ("Resist +2", ("Resist",)),
    ],
)
def test_keywords_are_told_from_words_about_them(text: str, found: tuple[str, ...]) -> None:
    assert keywords_of(load_rules()).of(text) == found
