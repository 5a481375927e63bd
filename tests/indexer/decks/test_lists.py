"""Lists are read as people have them, and nothing in them is guessed silently."""

import base64
from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from corpus.formats import FormatName
from corpus.names import name_key
from indexer.decks.check import DeckChecker
from indexer.decks.lists import LONGEST_LIST, MOST_LINES
from indexer.decks.records import BadDeckList, DeckLine, DeckReport, Ground, Part
from indexer.decks.words import HEADING_WORDS
from indexer.query import Index

DAY = date(2026, 11, 30)
ELSA = "Elsa - Spirit of Winter"
FLOTSAM = "Flotsam - Ursula's Spy"


@pytest.fixture(scope="module")
def checker(index: Index) -> DeckChecker:
    return DeckChecker(index)


def check(checker: DeckChecker, text: str) -> DeckReport:
    return checker.check(text, FormatName.INFINITY, DAY)


def only(checker: DeckChecker, text: str) -> DeckLine:
    (line,) = check(checker, text).lines
    return line


def named(line: DeckLine) -> tuple[int | None, str | None]:
    return line.count, line.card.printed.full_name if line.card else None


@pytest.mark.parametrize(
    "line",
    [
        "4 Elsa - Spirit of Winter",
        "4x Elsa - Spirit of Winter",
        "4X Elsa - Spirit of Winter",
        "4 x Elsa - Spirit of Winter",
        "4× Elsa - Spirit of Winter",
        "x4 Elsa - Spirit of Winter",
        "(4) Elsa - Spirit of Winter",
        "[4x] Elsa - Spirit of Winter",
        "4, Elsa - Spirit of Winter",
        "4\tElsa - Spirit of Winter",
        "Elsa - Spirit of Winter x4",
        "Elsa - Spirit of Winter ×4",
        "Elsa - Spirit of Winter 4x",
        "Elsa - Spirit of Winter (4)",
        "Elsa - Spirit of Winter (x4)",
        "Elsa - Spirit of Winter, 4",
        "Elsa - Spirit of Winter 4",
        "4 Elsa, Spirit of Winter",
        "4 Elsa – Spirit of Winter",
        "4 Elsa — Spirit of Winter",
        "4 Elsa-Spirit of Winter",
        "4 Elsa: Spirit of Winter",
        "4 Elsa Spirit of Winter",
        "4 ELSA - SPIRIT OF WINTER",
        "  4   elsa  -  spirit   of winter  ",
        "- 4 Elsa - Spirit of Winter",
        "* 4x Elsa - Spirit of Winter",
        "• 4 Elsa - Spirit of Winter",
        "1. 4 Elsa - Spirit of Winter",
        '4 "Elsa - Spirit of Winter"',
        "| 4 | Elsa - Spirit of Winter |",
        "４ Ｅlsa - Spirit of Winter",
        "\ufeff4 Elsa\u00a0- Spirit\u200b of Winter",
        "٤ Elsa - Spirit of Winter",
        "4 Elsa - Spirit of Winter // the best one",
        "4 Elsa - Spirit of Winter # the best one",
        "4 Elsa - Spirit of Winter *F*",
        "4 Elsa - Spirit of Winter (foil)",
        "4 Elsa - Spirit of Winter [Enchanted]",
        "4 Elsa - Spirit of Winter (1) 42",
        "4 Elsa - Spirit of Winter (1-42)",
        "4 Elsa - Spirit of Winter [1] #42",
        "4 Elsa - Spirit of Winter 1-042",
        "4 Elsa - Spirit of Winter 42/204 • EN • 1",
        "4 1-42",
        "4x 1-42",
        "1-42 x4",
        "4 001-042",
        "4 1:42",
        "4 42/204 • EN • 1",
        "4 42/204 • DE • 1",
        "4 42/204 · EN · 1",
        "4 042/204 EN 1",
        "42/204 • EN • 1 x4",
    ],
)
def test_a_line_is_read_in_every_usual_form(checker: DeckChecker, line: str) -> None:
    found = only(checker, line)
    assert (named(found), found.problem, found.note) == ((4, ELSA), "", "")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("99 Puppies", (1, "99 Puppies")),
        ("4 99 Puppies", (4, "99 Puppies")),
        ("99 Puppies x4", (4, "99 Puppies")),
        ("4*Town - Hottest Band of the Year", (1, "4*Town - Hottest Band of the Year")),
        ("4 4*Town - Hottest Band of the Year", (4, "4*Town - Hottest Band of the Year")),
        ("3x 4*Town, Hottest Band of the Year", (3, "4*Town - Hottest Band of the Year")),
        ("Stitch - Experiment 626", (1, "Stitch - Experiment 626")),
        ("2 Stitch - Experiment 626", (2, "Stitch - Experiment 626")),
        ("Stitch - Experiment 626 2", (2, "Stitch - Experiment 626")),
        ("Omnidroid - V.10 x3", (3, "Omnidroid - V.10")),
        ("I2I", (1, "I2I")),
        ("2 Fix-It Felix, Jr. - Trusty Builder", (2, "Fix-It Felix, Jr. - Trusty Builder")),
        ("2 Fix It Felix Jr, Trusty Builder", (2, "Fix-It Felix, Jr. - Trusty Builder")),
        ("1 Héctor Rivera - Gone to Pieces", (1, "Héctor Rivera - Gone to Pieces")),
        ("1 Hector Rivera - Gone to Pieces", (1, "Héctor Rivera - Gone to Pieces")),
        ("4 Let it Go", (4, "Let It Go")),
        ("3 3-4c", (3, "Dalmatian Puppy - Tail Wagger")),
        ("2 P1-2", (2, "Stitch - Rock Star")),
        ("2 2/P1 • EN • 1", (2, "Stitch - Rock Star")),
        ("1 26/P2 • EN • 7", (1, "Moana - Adventurer of Land and Sea")),
        ("1 7-26", (1, "Calhoun - Courageous Rescuer")),
        ("4 Be Prepared (my favourite)", (4, "Be Prepared")),
    ],
)
def test_numbers_that_belong_to_a_name_stay_with_it(checker: DeckChecker, line: str, expected: tuple[int, str]) -> None:
    assert named(only(checker, line)) == expected


def test_what_is_passed_over_on_a_line_is_said(checker: DeckChecker) -> None:
    assert only(checker, "4 Be Prepared (my favourite)").note == "'my favourite' is passed over"
    assert "under another name" in only(checker, "1 Vaiana - Adventurer of Land and Sea").note


def test_every_card_is_found_in_every_form_of_a_line(checker: DeckChecker, index: Index) -> None:
    names = list(index.printings())
    forms = ("3 {}", "{} x3", "{} (3)", "3 {} (foil)")
    for form in forms:
        text = "\n".join(form.format(name) for name in names)
        missed = [line.text for line in check(checker, text).lines if line.count != 3 or line.card is None]
        assert missed == [], form
    for old, new in ((" - ", ", "), (" - ", " – "), ("'", "’")):
        lines = check(checker, "\n".join(f"3 {name.replace(old, new, 1)}" for name in names)).lines
        assert [line.text for line in lines if line.card is None] == []


def test_every_printing_is_found_by_what_is_printed_on_it(checker: DeckChecker, index: Index) -> None:
    printed = [
        (name, printing.identifier) for name, each in index.printings().items() for printing in each if "/" in printing.identifier
    ]
    lines = check(checker, "\n".join(f"2 {identifier}" for _, identifier in printed)).lines
    missed = [
        (name, line.text)
        for (name, _), line in zip(printed, lines, strict=True)
        if line.card is None or (line.card.printed.full_name != name and "another name" not in line.note and "Vaiana" not in name)
    ]
    assert missed == []


def test_every_regular_printing_is_found_by_set_and_number(checker: DeckChecker, index: Index) -> None:
    regular = [
        (name, f"{printing.set_code}-{printing.number}")
        for name, each in index.printings().items()
        for printing in each
        if printing.identifier.split(" ")[0].partition("/")[2].isdecimal()
    ]
    lines = check(checker, "\n".join(f"2 {code}" for _, code in regular)).lines
    found = [(line.card.printed.full_name if line.card else None, code) for line, (_, code) in zip(lines, regular, strict=True)]
    assert found == regular


def test_no_card_is_taken_for_a_heading(index: Index) -> None:
    assert [name for name in index.printings() if set(name_key(name).split()) <= HEADING_WORDS] == []


DREAMBORN = "4 Elsa - Spirit of Winter\n4 Be Prepared\n2 Flotsam - Ursula's Spy\n"
INKTABLE = "Amethyst\n4x Elsa - Spirit of Winter\n\nRuby\n4x Be Prepared\n\nEmerald\n2x Flotsam - Ursula’s Spy\n"
LORCANITO = "4 Elsa – Spirit of Winter\r\n4 Be Prepared\r\n2 Flotsam – Ursula's Spy"
PIXELBORN = "Elsa_Spirit of Winter$4|Be Prepared$4|Flotsam_Ursula's Spy$2|"
SECTIONS = """# My deck
Deck: Testing
Author: somebody
https://example.org/deck/1

Characters (6)
4 Elsa - Spirit of Winter
2 Flotsam - Ursula's Spy
-----
// songs
Actions & Songs: 4
4 Be Prepared

Total: 10 cards
"""
CSV = 'Count,Name,Set,Number\n4,Elsa - Spirit of Winter,1,42\n4,Be Prepared,1,128\n2,"Flotsam - Ursula\'s Spy",1,43\n'
COLLECTION = (
    "Normal,Foil,Name,Set,Card Number,Color,Rarity\n"
    "3,1,Elsa - Spirit of Winter,1,42,Amethyst,Legendary\n0,4,Be Prepared,1,128,Ruby,Rare\n"
    "2,0,Flotsam - Ursula's Spy,1,43,Amethyst,Rare\n"
)
TWO_COLUMNS = "quantity;card;version\n4;Elsa;Spirit of Winter\n4;Be Prepared;\n2;Flotsam;Ursula's Spy\n"
TABS = "Set\tNumber\tQty\n1\t42\t4\n1\t128\t4\n1\t43\t2\n"
MARKDOWN = "| Count | Card |\n|---|---|\n| 4 | Elsa - Spirit of Winter |\n| 4 | Be Prepared |\n| 2 | Flotsam - Ursula's Spy |\n"
GERMAN_HEAD = "Anzahl,Karte\n4,Elsa - Spirit of Winter\n4,Be Prepared\n2,Flotsam - Ursula's Spy\n"


@pytest.mark.parametrize(
    "text",
    [
        DREAMBORN,
        INKTABLE,
        LORCANITO,
        PIXELBORN,
        base64.b64encode(PIXELBORN.encode()).decode(),
        base64.urlsafe_b64encode(PIXELBORN.encode()).decode().rstrip("="),
        SECTIONS,
        CSV,
        COLLECTION,
        TWO_COLUMNS,
        TABS,
        MARKDOWN,
        GERMAN_HEAD,
        "4 42/204 • EN • 1\n4 128/204 • EN • 1\n2 43/204 • EN • 1",
        "\n".join(reversed(DREAMBORN.splitlines())),
        DREAMBORN.replace("\n", "\n\n"),
    ],
)
def test_exports_and_tables_give_the_same_deck(checker: DeckChecker, text: str) -> None:
    report = check(checker, text)
    assert report.normalised == f"2 {FLOTSAM}\n4 {ELSA}\n4 Be Prepared"
    assert [reason.ground for reason in report.reasons if reason.ground is Ground.LIST] == []


def test_line_numbers_are_those_of_the_text(checker: DeckChecker) -> None:
    report = check(checker, f"\n\n// list\n4 {ELSA}\n\nName,what\n3 Elsa")
    assert [(line.number, line.card is not None) for line in report.lines] == [(4, True), (6, False), (7, False)]
    rows = check(checker, "\nname,count\n\nElsa - Spirit of Winter,4\nElsa,4\n").lines
    assert [(row.number, row.card is not None) for row in rows] == [(4, True), (5, False)]


@pytest.mark.parametrize(
    ("line", "said", "near"),
    [
        ("4 Elsa", "without its version; there are 13, of which 8 are listed", "Elsa - Snow Queen"),
        ("Hamish, Hubert & Harris", "there are 2", "Hamish, Hubert & Harris - Making Mischief"),
        ("4 Elsa - Spirit of Wintr", "no card is called", ELSA),
        ("4 zzzz qqqq", "none is near", None),
        ("1/204", "number without its set", "Ariel - On Human Legs"),
        ("4 1-999", "no card is printed", None),
        ("2 Elsa - Spirit of Winter (1) 43", "make clear which", FLOTSAM),
        ("0 Elsa - Spirit of Winter", "give 1 or more", ELSA),
        ("-4 Elsa - Spirit of Winter", "-4 copies", ELSA),
        ("−4 Elsa - Spirit of Winter", "copies", ELSA),
        ("2.5 Elsa - Spirit of Winter", "no number of copies", ELSA),
        ("99999999 Elsa - Spirit of Winter", "no number of copies", ELSA),
        (f"{'9' * 290} x", "no card is called", None),
        ("Elsa - Spirit of Winter (TFC) 42", "can be read as", ELSA),
        ("カード", "no card is called", None),
        ("🂡 🂢 4", "no card is called", None),
        ("x" * 5000, "5,000 characters", None),
    ],
)
def test_a_line_that_names_no_card_is_reported_with_the_nearest(
    checker: DeckChecker, line: str, said: str, near: str | None
) -> None:
    found = only(checker, line)
    assert found.card is None
    assert said in found.problem
    assert near is None or near in found.near
    assert len(found.text) <= 120
    (reason, *_) = check(checker, line).reasons
    assert (reason.ground, reason.refs[0].number) == (Ground.LIST, "3.8")


def test_a_line_that_names_two_cards_in_a_table_is_reported(checker: DeckChecker) -> None:
    row = only(checker, "count,name,set,number\n4,Elsa - Spirit of Winter,1,43\n")
    assert row.card is None
    assert row.near == (ELSA, FLOTSAM)
    empty = only(checker, "count,name\n,Elsa - Spirit of Winter\n")
    assert "give 1 or more" in empty.problem
    nameless = only(checker, "count,name\n4,\n")
    assert "names no card" in nameless.problem


def test_headings_that_are_not_known_are_said(checker: DeckChecker) -> None:
    report = check(checker, f"My ramp:\n4 {ELSA}")
    assert len(report.lines) == 1
    assert "Line 1 is read as a heading: 'My ramp:'." in report.caveats


def test_lines_without_a_number_are_one_copy_and_said(checker: DeckChecker) -> None:
    report = check(checker, f"{ELSA}\n{ELSA}\nBe Prepared")
    assert report.normalised == f"2 {ELSA}\n1 Be Prepared"
    assert any("3 lines have no number of copies" in caveat for caveat in report.caveats)


def test_one_card_is_said_in_the_singular(checker: DeckChecker) -> None:
    alone = check(checker, "1 Be Prepared\nSideboard\n1 Be Prepared\nMaybeboard\n1 Be Prepared")
    (size,) = [reason.text for reason in alone.reasons if reason.ground is Ground.TOO_FEW]
    assert size.startswith("The deck has 1 card; ")
    assert any("The sideboard, 1 card from line 3 on, is left out." in caveat for caveat in alone.caveats)
    assert "1 card listed beside the deck (from line 5) is left out." in alone.caveats
    unnumbered = check(checker, f"{ELSA}\n1 Be Prepared")
    assert any(reason.text.startswith("The deck has 2 cards; ") for reason in unnumbered.reasons)
    assert "1 line has no number of copies and is read as one copy each." in unnumbered.caveats


@pytest.mark.parametrize("heading", ["Sideboard", "SIDEBOARD (15)", "// Sideboard", "# Side", "Side deck:", "== Sideboard =="])
def test_a_sideboard_is_no_part_of_the_deck_and_said(checker: DeckChecker, heading: str) -> None:
    report = check(checker, f"4 {ELSA}\n{heading}\n3 Be Prepared\nCharacters\n2 Elsa\nMain deck\n1 Be Prepared")
    assert report.normalised == f"4 {ELSA}\n1 Be Prepared"
    assert [line.part for line in report.lines] == [Part.DECK, Part.SIDEBOARD, Part.SIDEBOARD, Part.DECK]
    assert any("no sideboards" in caveat and "5 cards" in caveat and "line 3" in caveat for caveat in report.caveats)
    assert not any(reason.ground is Ground.LIST for reason in report.reasons)


def test_cards_beside_the_deck_are_left_out_and_said(checker: DeckChecker) -> None:
    report = check(checker, f"4 {ELSA}\nMaybeboard\n3 Be Prepared\nSB: 1 Be Prepared")
    assert report.figures.cards == 4
    assert any("3 cards listed beside the deck" in caveat for caveat in report.caveats)
    assert check(checker, "count,name,board\n4,Be Prepared,main\n2,Be Prepared,sideboard\n").figures.cards == 4


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty"),
        (" \n\t\r\n\u200b", "is empty"),
        ("\x00\x01\x02", "is empty"),
        ("----\n****", "is empty"),
        ("// nothing\n# here", "names a card"),
        ("Characters\nActions (12)", "names a card"),
        ("https://example.org/decks/123", "links are not followed"),
        ("4 Be Prepared\n" * 400_000, "5,600,000 characters"),
        ("a" * (LONGEST_LIST + 1), "1,048,577 characters"),
        ("1\n" * (MOST_LINES + 1), "20,001 lines"),
    ],
)
def test_what_is_no_list_is_refused_with_what_would_be_right(checker: DeckChecker, text: str, said: str) -> None:
    with pytest.raises(BadDeckList, match=said):
        check(checker, text)


def test_ten_thousand_lines_are_read(checker: DeckChecker, index: Index) -> None:
    names = list(index.printings())
    report = check(checker, "\n".join(f"1 {names[at % len(names)]}" for at in range(10_000)))
    assert report.figures.cards == 10_000
    assert all(len(reason.text) < 2_000 and len(reason.remedy) < 2_000 for reason in report.reasons)
    wrong = check(checker, "\n".join(f"1 {names[at % len(names)]}zz" for at in range(10_000)))
    assert len(wrong.lines) == 10_000
    assert any("further unresolved lines" in caveat for caveat in wrong.caveats)


@given(st.text(max_size=400))
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_at_all_gets_an_answer(checker: DeckChecker, text: str) -> None:
    try:
        report = check(checker, text)
    except BadDeckList:
        return
    assert all((line.card is None) is bool(line.problem) for line in report.lines)


LINE = st.one_of(
    st.sampled_from([f"4 {ELSA}", "Elsa", "Sideboard", "// x", "4 1-42", "", "count,name", "4,Be Prepared", "x4", "-1 x", "(4)"]),
    st.text(alphabet="49x×*()[]#/-–•:,;|$_ Elsa\t", max_size=40),
)


@given(st.lists(LINE, max_size=12))
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_lines_get_an_answer_and_none_is_lost(checker: DeckChecker, lines: list[str]) -> None:
    try:
        report = check(checker, "\n".join(lines))
    except BadDeckList:
        return
    copies = sum(line.count or 0 for line in report.lines if line.card is not None and line.part is Part.DECK)
    assert report.figures.cards == copies
    assert report.legal is False
