"""Every number of formats.yaml is that of its section, and days at the borders of legality fall on the right side."""

import json
import re
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from corpus.errors import CorpusFault
from corpus.formats import (
    Ban,
    CardPool,
    DeckRule,
    FormatKind,
    FormatName,
    Formats,
    LegalSet,
    load_formats,
    read_formats,
)
from corpus.load import load_rules
from corpus.policy import POLICY, clause
from corpus.records import TournamentLevel
from corpus.refs import Document, RuleRef
from tests.corpus import official

CORE, INFINITY = FormatName.CORE, FormatName.INFINITY
HIRAM, FORTISPHERE = "Hiram Flaversham - Toymaker", "Fortisphere"
NO_LIMIT = re.compile(
    r"any number|no maximum|no upper limit|unrestricted|no ink type restrictions|more than two ink types", re.IGNORECASE
)


@pytest.fixture
def formats() -> Formats:
    return load_formats()


def deck_rules(formats: Formats) -> Iterator[tuple[str, DeckRule]]:
    """Give the numbers of every format's decks."""
    for entry in formats.formats:
        for what in ("min_cards", "max_cards", "max_copies", "max_inks", "boosters"):
            rule = getattr(entry, what)
            if rule is not None:
                yield f"{entry.name} {what}", rule


def numbers(formats: Formats) -> Iterator[tuple[str, int, RuleRef]]:
    """Give every number with the section that is to have it."""
    for what, rule in deck_rules(formats):
        yield from ((what, rule.value, ref) for ref in rule.refs if rule.value is not None)
    for figure in formats.figures:
        yield from ((figure.id, figure.value, ref) for ref in figure.refs)
    for row in formats.rounds:
        limits = (row.fewest, row.most, row.swiss, row.top)
        yield from (("rounds", value, row.ref) for value in limits if value is not None)
    for seating in formats.pods:
        sizes = (seating.fewest, seating.most, *(size for pod in seating.pods for size in pod))
        yield from (("pods", value, seating.ref) for value in sizes)
    for pick in formats.draft_picks:
        yield from (("draft picks", value, pick.ref) for value in (pick.cards, pick.seconds))
    for rotation in formats.rotations:
        codes = (rotation.with_set, rotation.legal_from_set, *rotation.out)
        yield from (("rotation", int(code), rotation.ref) for code in codes)


def restated(ref: RuleRef) -> str:
    """Give our text of a section, which has to exist."""
    if ref.document is Document.COMPREHENSIVE_RULES:
        return next(rule.text for rule in load_rules(ref.edition) if rule.ref == ref)
    found = clause(ref)
    assert found is not None, ref
    return found.text


def official_text(shared: Path, ref: RuleRef) -> str:
    """Give the official text of a section."""
    if ref.document is Document.COMPREHENSIVE_RULES:
        return official.comprehensive_rules(shared)[ref.number]
    return official.tournament_sections(shared, ref.edition)[ref.number]


def test_every_number_stands_in_its_section_as_restated(formats: Formats) -> None:
    found = list(numbers(formats))
    assert len(found) > 150
    assert [(what, value, str(ref)) for what, value, ref in found if not official.says(restated(ref), value)] == []


def test_every_number_stands_in_its_section_as_published(formats: Formats, shared: Path) -> None:
    found = numbers(formats)
    assert [(what, value, str(ref)) for what, value, ref in found if not official.says(official_text(shared, ref), value)] == []


@pytest.mark.parametrize(
    ("text", "value", "said"),
    [
        ("at least 60 cards", 60, True),
        ("at least 60 cards", 6, False),
        ("at least 60 cards", 0, False),
        ("Six packs", 6, True),
        ("sixteen packs", 6, False),
        ("see 1.6.1", 6, False),
        ("9-16 players", 16, True),
        ("3.14 minutes", 3, False),
        ("in a single one", 1, True),
    ],
)
def test_a_number_is_looked_for_as_a_whole_in_digits_or_as_a_word(text: str, value: int, said: bool) -> None:
    assert official.says(text, value) is said


def test_where_no_limit_is_given_the_section_says_so(formats: Formats, shared: Path) -> None:
    free = [(what, ref) for what, rule in deck_rules(formats) for ref in rule.refs if rule.value is None]
    assert len(free) > 10
    assert [(what, str(ref)) for what, ref in free if not NO_LIMIT.search(restated(ref))] == []
    unpublished = re.compile(NO_LIMIT.pattern + r"|no minimum or maximum|aren’t restricted", re.IGNORECASE)
    assert [(what, str(ref)) for what, ref in free if not unpublished.search(official_text(shared, ref))] == []


def test_every_section_exists(formats: Formats) -> None:
    refs = [entry.ref for entry in formats.formats] + [formats.set_ref, formats.quest_ref]
    assert all(restated(ref) for ref in refs)


@pytest.mark.parametrize(
    ("name", "kind", "fewest", "most", "copies", "inks", "boosters", "pool"),
    [
        (CORE, FormatKind.CONSTRUCTED, 60, None, 4, 2, None, CardPool.ROTATION),
        (INFINITY, FormatKind.CONSTRUCTED, 60, None, 4, 2, None, CardPool.EVERY_SET),
        (FormatName.SEALED, FormatKind.LIMITED, 40, None, None, None, 6, CardPool.PROVIDED),
        (FormatName.DRAFT, FormatKind.LIMITED, 35, None, None, None, 4, CardPool.PROVIDED),
        (FormatName.PRECONSTRUCTED, FormatKind.LIMITED, 60, None, None, None, None, CardPool.PROVIDED),
        (FormatName.PACK_RUSH, FormatKind.LIMITED, 24, 24, None, None, 2, CardPool.PROVIDED),
    ],
)
def test_decks_are_built_as_their_format_says(
    formats: Formats,
    name: FormatName,
    kind: FormatKind,
    fewest: int,
    most: int | None,
    copies: int | None,
    inks: int | None,
    boosters: int | None,
    pool: CardPool,
) -> None:
    entry = formats.format(name)
    assert (entry.kind, entry.pool) == (kind, pool)
    assert [rule.value for rule in (entry.min_cards, entry.max_cards, entry.max_copies, entry.max_inks)] == [
        fewest,
        most,
        copies,
        inks,
    ]
    assert (entry.boosters.value if entry.boosters else None) == boosters


def test_only_preconstructed_is_bound_to_a_level(formats: Formats) -> None:
    levels = {entry.name: entry.levels for entry in formats.formats}
    assert levels.pop(FormatName.PRECONSTRUCTED) == (TournamentLevel.ENTRY,)
    assert set(levels.values()) == {tuple(TournamentLevel)}


@pytest.mark.parametrize(
    ("day", "oldest", "newest"),
    [
        ("2023-08-18", 1, 1),
        ("2023-11-16", 1, 1),
        ("2023-11-17", 1, 2),
        ("2025-08-28", 1, 8),
        ("2025-08-29", 1, 9),
        ("2025-09-04", 1, 9),
        ("2025-09-05", 5, 9),
        ("2026-07-16", 5, 12),
        ("2026-07-17", 9, 13),
        ("2026-10-15", 9, 13),
        ("2026-10-16", 9, 14),
        ("2027-02-04", 9, 14),
        ("2027-02-05", 9, 15),
    ],
)
def test_tr_1_6_1_core_has_the_sets_of_the_day(formats: Formats, day: str, oldest: int, newest: int) -> None:
    codes = [entry.code for entry in formats.sets_on(CORE, date.fromisoformat(day))]
    assert codes == [str(code) for code in range(oldest, newest + 1)]


def test_tr_1_6_1_rotation_does_not_touch_infinity(formats: Formats) -> None:
    codes = [entry.code for entry in formats.sets_on(INFINITY, date(2026, 7, 17))]
    assert codes == [str(code) for code in range(1, 14)]


def test_before_the_first_prerelease_nothing_is_legal(formats: Formats) -> None:
    assert formats.sets_on(CORE, date(2023, 8, 17)) == ()


@pytest.mark.parametrize(
    ("day", "core", "infinity"),
    [
        ("2025-04-07", set(), set()),
        ("2025-04-08", {HIRAM, FORTISPHERE}, set()),
        ("2025-09-05", {HIRAM, FORTISPHERE}, set()),
        ("2026-03-25", {HIRAM, FORTISPHERE}, set()),
        ("2026-03-26", {HIRAM, FORTISPHERE}, {HIRAM}),
        ("2026-07-13", {HIRAM, FORTISPHERE}, {HIRAM}),
        ("2026-07-14", set(), {HIRAM}),
        ("2026-11-29", set(), {HIRAM}),
    ],
)
def test_tr_1_6_2_bans_apply_from_their_first_to_their_last_day(
    formats: Formats, day: str, core: set[str], infinity: set[str]
) -> None:
    on = date.fromisoformat(day)
    assert {ban.card for ban in formats.bans_on(CORE, on)} == core
    assert {ban.card for ban in formats.bans_on(INFINITY, on)} == infinity
    assert formats.bans_on(FormatName.SEALED, on) == ()


def test_bans_of_a_card_are_found_whatever_the_spelling(formats: Formats) -> None:
    assert [ban.format for ban in formats.bans_of("hiram flaversham – toymaker")] == [CORE, INFINITY]
    assert formats.bans_of("Ariel - On Human Legs") == ()


def test_a_ban_ends_the_day_before_the_edition_that_lifts_it(formats: Formats) -> None:
    for ban in formats.bans:
        if ban.lifted is not None:
            assert ban.last_day == date.fromisoformat(ban.lifted.edition) - timedelta(days=1)


def test_bans_are_those_of_the_editions_that_list_them(formats: Formats, shared: Path) -> None:
    for ban in formats.bans:
        for ref in ban.listed:
            assert _listed(official_text(shared, ref), ban), (ban.card, str(ref))
        if ban.lifted is not None:
            assert not _listed(official_text(shared, ban.lifted), ban)


def _listed(text: str, ban: Ban) -> bool:
    """Tell whether a ban list has the card under the format."""
    core, _, infinity = text.replace("–", "-").partition("Infinity")
    return ban.card in (core if ban.format is CORE else infinity)


def test_bans_and_rotations_agree_with_the_legality_at_hand(formats: Formats, shared: Path) -> None:
    told = json.loads((shared / "documents" / "legality_2026-11.json").read_text(encoding="utf-8"))
    core = told["core_constructed"]
    assert {str(entry.first_day): [int(code) for code in entry.out] for entry in formats.rotations} == core["rotated_out"]
    assert formats.sets_on(CORE, date(2026, 11, 29))[0].code == str(core["legal_sets_from"])
    assert {ban.card for ban in formats.bans if ban.format is CORE} == set(core["previously_banned"])
    assert {ban.card: str(ban.first_day) for ban in formats.bans_on(INFINITY, date(2026, 11, 29))} == told[
        "infinity_constructed"
    ]["banned"]


def test_sets_are_those_of_the_base_data(formats: Formats, shared: Path) -> None:
    told = json.loads((shared / "documents" / "lorcanajson_baseSetData.json").read_text(encoding="utf-8"))
    assert {code for code in told if told[code]["type"] == "quest"} == set(formats.quest_codes)
    for entry in formats.sets:
        assert entry.name == told[entry.code]["names"]["en"]
        differing = [(key, given, ours) for key, given, ours in _days(entry, told[entry.code]) if given not in (None, ours)]
        assert differing == [], entry.code


def _days(entry: LegalSet, told: dict[str, str | None]) -> Iterator[tuple[str, str | None, str]]:
    """Give the days of a set as told and as ours."""
    yield "prereleaseDate", told["prereleaseDate"], str(entry.prerelease)
    yield "releaseDate", told["releaseDate"], str(entry.release)
    yield "allowedInTournamentsFromDate", told["allowedInTournamentsFromDate"], str(entry.allowed_from)


def test_rotations_name_the_set_that_brings_them(formats: Formats) -> None:
    for rotation in formats.rotations:
        incoming = formats.legal_set(rotation.with_set)
        assert incoming is not None
        assert rotation.first_day in (incoming.prerelease, incoming.release)
    assert formats.rotation_of("4") is formats.rotations[0]
    assert formats.rotation_of("9") is None


def test_tr_3_2_rounds_cover_every_number_of_players_once(formats: Formats) -> None:
    assert formats.rounds_for(7) is None
    for players in range(8, 400):
        assert sum(row.fewest <= players <= (row.most or players) for row in formats.rounds) == 1


@pytest.mark.parametrize(
    ("players", "swiss", "top"),
    [(8, 3, None), (9, 4, 4), (16, 4, 4), (17, 5, 8), (64, 6, 8), (65, 7, 8), (226, 8, 8), (227, 9, 8), (2000, 9, 8)],
)
def test_tr_3_2_rounds_advised(formats: Formats, players: int, swiss: int, top: int | None) -> None:
    row = formats.rounds_for(players)
    assert row is not None
    assert (row.swiss, row.top) == (swiss, top)


def test_tr_1_3_2_4_pods_seat_exactly_the_players_of_their_row(formats: Formats) -> None:
    for row in formats.pods:
        assert sum(low for low, _ in row.pods) == row.fewest
        assert sum(high for _, high in row.pods) == row.most
    assert [players for players in range(6, 24) if formats.pods_for(players) is None] == []
    assert formats.pods_for(5) is None
    assert formats.pods_for(24) is None


def test_tr_6_2_draft_timers_run_from_twelve_cards_to_two(formats: Formats) -> None:
    seconds = {pick.cards: pick.seconds for pick in formats.draft_picks}
    assert seconds == {12: 30, 11: 25, 10: 25, 9: 20, 8: 20, 7: 15, 6: 10, 5: 10, 4: 5, 3: 4, 2: 3}


def test_figures_are_found_by_identifier(formats: Formats) -> None:
    swiss = formats.figure("swiss_round_minimum")
    assert swiss is not None
    assert (swiss.value, swiss.unit) == (50, "minutes")
    assert formats.figure("coffee_break") is None
    identifiers = [figure.id for figure in formats.figures]
    assert len(identifiers) == len(set(identifiers))


def test_faults_of_the_file_come_all_at_once(tmp_path: Path) -> None:
    text = (POLICY / "formats.yaml").read_text(encoding="utf-8")
    spoilt = (
        text.replace("pool: rotation", "pool: everything")
        .replace("max_copies: {value: 4, section: [TR 2026-07-14 1.3.1.1", "max_copies: {value: four, section: [TR 1.3.1.1", 1)
        .replace("    last_day: 2026-07-13\n", "", 1)
        .replace("players: [8, 8]", "players: [8, 7]")
        .replace("prerelease: 2023-08-18", "prerelease: soon")
    )
    file = tmp_path / "formats.yaml"
    file.write_text(spoilt, encoding="utf-8")
    with pytest.raises(CorpusFault) as caught:
        read_formats(file)
    told = str(caught.value)
    for problem in (
        "'pool' should be one of rotation, every_set, provided, not 'everything'",
        "'value' should be a whole number, not 'four'",
        "'section': 'TR 1.3.1.1' is not a rule reference",
        "'last_day' and 'lifted' come together or not at all",
        "should be [fewest, most], not [8, 7]",
        "'prerelease' should be a day like 2026-07-14, not 'soon'",
    ):
        assert problem in told
    assert len(caught.value.faults) == 6


def test_the_expected_rotation_goes_on_from_the_last_one_and_has_no_day(formats: Formats) -> None:
    last, expected = formats.rotations[-1], formats.expected_rotation
    assert expected.out[0] == last.legal_from_set
    assert len(expected.out) == len(last.out)
    assert int(expected.with_set) - int(last.with_set) == len(last.out)
    assert int(expected.legal_from_set) == int(expected.out[-1]) + 1
    assert not any(formats.rotation_of(code) for code in expected.out)


def test_a_card_printed_under_a_second_name_counts_under_its_first(formats: Formats) -> None:
    found = formats.other_name("VAIANA – Adventurer of Land and Sea")
    assert found is not None
    assert (found.card, found.ref.number) == ("Moana - Adventurer of Land and Sea", "1.3.1.1")
    assert formats.other_name("Moana - Of Motunui") is None
