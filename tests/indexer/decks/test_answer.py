"""The answer says what would mend a deck, until when it stands, what it consists of, and what it does not cover."""

from datetime import date

import pytest

from corpus.formats import FormatName
from corpus.records import CardText, CardType
from engine.abilities.filters import (
    AllOf,
    AnyOf,
    CardFilter,
    HasCardUnder,
    HasClassification,
    HasInk,
    IsOther,
    IsSong,
    IsType,
    Not,
)
from engine.abilities.kinds import CompiledCard
from engine.api import compile_card
from indexer.decks.adjustments import ANY_NUMBER, adjustments_of, admits
from indexer.decks.check import DeckChecker
from indexer.decks.records import Ground
from indexer.query import Index
from tests.indexer.decks.test_decks import deck_list

TODAY = date(2026, 11, 30)


@pytest.fixture(scope="module")
def checker(index: Index) -> DeckChecker:
    return DeckChecker(index)


def text_of(base: str, **more: int) -> str:
    return deck_list({"id": base, "base": base, "more": {name.replace("_", " "): count for name, count in more.items()}})


def test_figures_count_copies(checker: DeckChecker) -> None:
    report = checker.check(
        "4 Elsa - Spirit of Winter\n3 Be Prepared\n2 Dragon Fire\n1 Microbots\n2 Pride Lands - Pride Rock\n"
        "1 Maleficent & Diablo - Evil Incarnate",
        FormatName.INFINITY,
        TODAY,
    )
    figures = report.figures
    assert (figures.cards, figures.different) == (13, 6)
    assert figures.types == {"character": 5, "action": 2, "song": 3, "item": 1, "location": 2}
    assert figures.inks == {"amber": 2, "amethyst": 5, "ruby": 5, "sapphire": 1, "steel": 1}
    # as printed: Elsa 8; Be Prepared and Maleficent & Diablo 7; Dragon Fire 5; Microbots and Pride Lands 2
    assert figures.curve == {2: 3, 5: 2, 7: 4, 8: 4}
    # of them only Microbots and Maleficent & Diablo have the inkwell symbol
    assert figures.inkable == 2


def test_the_list_comes_back_in_one_form(checker: DeckChecker) -> None:
    once = checker.check("be prepared x1\nElsa, Spirit of Winter\n1-42\n2 Be Prepared", FormatName.INFINITY, TODAY)
    assert once.normalised == "2 Elsa - Spirit of Winter\n3 Be Prepared"
    again = checker.check(once.normalised, FormatName.INFINITY, TODAY)
    assert again.normalised == once.normalised
    assert not again.caveats


def test_what_is_left_after_mending_is_counted(checker: DeckChecker) -> None:
    report = checker.check(text_of("set_13") + "\n2 Abu - Wise Sultan\n1 Dug - Good Boy\n4 Fortisphere", FormatName.CORE, TODAY)
    assert [reason.ground for reason in report.reasons] == [Ground.COPIES, Ground.INKS, Ground.ROTATED]
    assert report.remedies == (
        "Take out 1 Dug - Good Boy.",
        "Keep to two ink types, such as Sapphire and Steel: take out 2 Abu - Wise Sultan.",
        "Take out 4 Fortisphere.",
    )
    rotated = checker.check(text_of("set_8") + "\n4 Dug - Good Boy", FormatName.CORE, TODAY)
    assert rotated.remedies[-1] == "What is left has 4 cards: add 56 or more to come to 60."


def test_a_legal_deck_tells_its_last_day_and_why(checker: DeckChecker) -> None:
    turn = checker.check(text_of("set_8"), FormatName.CORE, date(2026, 7, 1)).turn
    assert turn is not None
    assert turn.day == date(2026, 7, 17)
    assert [reason.ground for reason in turn.reasons] == [Ground.ROTATED]


def test_an_expected_rotation_is_told_as_what_it_is(checker: DeckChecker) -> None:
    mixed = checker.check(text_of("set_12"), FormatName.CORE, TODAY)
    assert mixed.turn is None
    assert any("set 17" in caveat and "60 of these cards" in caveat and "1.6.1" in caveat for caveat in mixed.caveats)
    assert not any("set 17" in caveat for caveat in checker.check(text_of("set_13"), FormatName.CORE, TODAY).caveats)
    assert not any("set 17" in caveat for caveat in checker.check(text_of("set_12"), FormatName.INFINITY, TODAY).caveats)


def test_an_early_day_says_which_edition_is_cited(checker: DeckChecker) -> None:
    caveats = checker.check(text_of("set_6"), FormatName.CORE, date(2024, 11, 15)).caveats
    assert any("earlier edition" in caveat for caveat in caveats)
    assert any("LorcanaJSON gives 2024-12-06" in caveat for caveat in caveats)
    assert not any(
        "LorcanaJSON" in caveat for caveat in checker.check(text_of("set_6"), FormatName.CORE, date(2024, 12, 6)).caveats
    )


def test_limited_says_what_a_list_cannot_show(checker: DeckChecker) -> None:
    caveats = checker.check(text_of("set_13"), FormatName.SEALED, TODAY).caveats
    assert any("product" in caveat and "1.3.2.2" in caveat for caveat in caveats)


def compiled(text: str) -> CompiledCard:
    return compile_card(made(text))


def made(text: str, name: str = "Made Up") -> CardText:
    return CardText(name=name, version="Of Cloth", type=CardType.CHARACTER, cost=3, inkwell=True, inks=("amber",), text=text)


@pytest.mark.parametrize(
    ("text", "copies"),
    [
        ("SEVERAL You may have up to 7 copies of Made Up - Of Cloth in your deck.", 7),
        ("COUNTLESS You may have any number of cards named Made Up in your deck.", ANY_NUMBER),
        ("ALONE You may only have 1 copy of Made Up - Of Cloth in your deck.", 1),
        ("Evasive", None),
        ("When you play this character, look at the top card of your deck.", None),
    ],
)
def test_copies_are_read_from_the_text_of_cards_not_printed_yet(text: str, copies: int | None) -> None:
    found = adjustments_of(compiled(text))
    assert found.copies == copies or (found.copies is None and found.unread == (text.partition(" ")[2],))


def test_a_text_on_deck_building_that_is_not_read_is_told(index: Index) -> None:
    found = adjustments_of(compiled("ODD Your deck can have 3 ink types if you wear a hat."))
    assert found.unread
    assert adjustments_of(compiled("ODD When you play this character, juggle your deck.")).unread == ()


HUNNY = CardFilter(criteria=(IsType(types=(CardType.CHARACTER,)), HasClassification(classification="Hunny"), IsOther()))


def test_print_decides_which_cards_a_text_lets_in() -> None:
    source = made("", "Source")
    other = CardText("Bee", "Busy", CardType.CHARACTER, 1, True, ("ruby",), classifications=("Hunny",))
    song = CardText("Buzz", None, CardType.ACTION, 1, True, ("ruby",), classifications=("Song",))
    assert admits(HUNNY, other, source)
    assert not admits(HUNNY, song, source)
    assert not admits(HUNNY, other, other)
    ruby_songs = CardFilter(criteria=(AllOf(criteria=(IsSong(), HasInk(ink="ruby"))),))
    assert admits(ruby_songs, song, source)
    assert not admits(CardFilter(criteria=(Not(criterion=IsSong()),)), song, source)
    assert admits(CardFilter(criteria=(AnyOf(criteria=(IsSong(), HasInk(ink="steel"))),)), song, source)
    assert not admits(CardFilter(criteria=(HasCardUnder(),)), other, source)
