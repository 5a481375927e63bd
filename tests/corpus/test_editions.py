"""Older editions come out of the current one and the changes, number for number, and numbers find each other."""

import dataclasses
import json
import re
from datetime import date
from pathlib import Path

import pytest

from corpus.editions import (
    EARLIEST_EDITION,
    Change,
    changes,
    crosswalk,
    edition_on,
    editions,
    number_in,
    numbers,
    read_changes,
    read_crosswalk,
    rule_as_of,
    rules_of,
)
from corpus.errors import BadInput, CorpusFault
from corpus.load import load_rules
from corpus.refs import CURRENT_EDITION, number_key

HERE = Path(__file__).parent
COUNTS = {"2.0.1": 541, "2.1.0": 551, "2.2.0": 566, "2.3.0": 583}
LOST_IN_EXTRACTION = {
    "2.0.1": {"6.7.1.1", "7.2", "7.7.7"},
    "2.1.0": {"8.10.8.1"},
    "2.2.0": set(),
    "2.3.0": set(),
}
"""Rules that the documents at hand print under a shortened number or run together with the rule before."""


@pytest.mark.parametrize("edition", COUNTS)
def test_numbers_of_every_edition_are_exactly_the_official_ones(edition: str) -> None:
    official = (HERE / f"official_numbers_{edition}.txt").read_text(encoding="utf-8").split()
    assert len(official) == COUNTS[edition]
    assert list(numbers(edition)) == sorted(official, key=number_key)


@pytest.mark.parametrize("edition", COUNTS)
def test_numbers_of_every_edition_are_those_of_the_document(edition: str, shared: Path) -> None:
    folder = shared / "documents"
    if edition == "2.0.1":
        text = (folder / f"comprehensive_rules_{edition}_en.md").read_text(encoding="utf-8")
        rules = text[text.index("1.1.1. ") : text.index("# GLOSSARY\n", text.index("1.1.1. "))]
        printed = set(re.findall(r"^(?:#+ *)?(\d+(?:\.\d+)*)\. ?(?=[A-Z\[“])", rules, re.MULTILINE)) | {"1", "1.1"}
    else:
        document = json.loads((folder / f"comprehensive_rules_{edition}_en.json").read_text(encoding="utf-8"))
        printed = {entry["id"] for entry in document["rules"]}
    # the extraction may or may not have kept a lost rule in another form; every other number has to be there
    assert set(numbers(edition)) - printed <= LOST_IN_EXTRACTION[edition]
    assert printed <= set(numbers(edition))


def test_editions_and_their_first_days() -> None:
    assert [(each.number, each.effective) for each in editions()] == [
        ("2.0.1", date(2026, 2, 5)),
        ("2.1.0", date(2026, 4, 30)),
        ("2.2.0", date(2026, 7, 9)),
        ("2.3.0", date(2026, 10, 16)),
    ]


@pytest.mark.parametrize(
    ("day", "edition"),
    [
        (date(2026, 2, 4), None),
        (date(2026, 2, 5), "2.0.1"),
        (date(2026, 7, 8), "2.1.0"),
        (date(2026, 7, 9), "2.2.0"),
        (date(2030, 1, 1), "2.3.0"),
    ],
)
def test_edition_in_force_on_a_day(day: date, edition: str | None) -> None:
    found = edition_on(day)
    assert (found.number if found else None) == edition


@pytest.mark.parametrize(
    ("number", "source", "target", "found"),
    [
        ("6.4.5", "2.0.1", "2.3.0", "6.4.3"),
        ("6.4.3", "2.0.1", "2.3.0", "6.1.15"),
        ("6.1.15", "2.3.0", "2.1.0", "6.4.3"),
        ("1.9.3", "2.0.1", "2.1.0", "1.9.4"),
        ("1.9.3", "2.0.1", "2.3.0", "1.9.6"),
        ("1.9.6", "2.3.0", "2.0.1", "1.9.3"),
        ("6.7.7.1", "2.0.1", "2.2.0", "6.7.8.1"),
        ("4.6.4.3", "2.0.1", "2.3.0", "4.6.4.3"),
        ("4.6.4.3", "2.3.0", "2.3.0", "4.6.4.3"),
        ("7.1.6.1", "2.2.0", "2.3.0", None),
        ("8.16.3", "2.3.0", "2.2.0", None),
        ("8.16.3", "2.2.0", "2.3.0", None),
    ],
)
def test_number_in_another_edition(number: str, source: str, target: str, found: str | None) -> None:
    assert number_in(number, source, target) == found


@pytest.mark.parametrize(
    ("number", "found"),
    [
        ("8.7.5", "7.7.4.3"),
        ("8.7", "7.7"),
        ("8.2.4", "7.2.3"),
        ("4.3.5.6", "4.6.4.2"),
        ("4.3.5.12", "4.6.6.2"),
        ("4.3.3.6", "4.3.2.4"),
        ("1.7.1", "7.7.1"),
        ("9", "8"),
        ("3.1.1", None),
    ],
)
def test_number_of_2023_finds_its_place_today(number: str, found: str | None) -> None:
    assert number_in(number, EARLIEST_EDITION, CURRENT_EDITION) == found


def test_number_of_2023_is_found_from_any_edition() -> None:
    assert number_in("7.7.4.3", "2.3.0", EARLIEST_EDITION) == "8.7.5"
    assert number_in("7.7.4.3", "2.0.1", EARLIEST_EDITION) == "8.7.5"
    assert number_in("4.3.5.14", EARLIEST_EDITION, "2.1.0") is None
    assert number_in("4.3.5.14", EARLIEST_EDITION, "2.2.0") == "1.9.4.2"
    assert number_in("8.16", "2.3.0", EARLIEST_EDITION) is None
    assert number_in("8.7.5", EARLIEST_EDITION, EARLIEST_EDITION) == "8.7.5"


@pytest.mark.parametrize("edition", COUNTS)
def test_every_number_goes_forth_and_comes_back(edition: str) -> None:
    for number in numbers(edition):
        today = number_in(number, edition, CURRENT_EDITION)
        if today is not None:
            assert number_in(today, CURRENT_EDITION, edition) == number


def test_rule_as_it_stood_before_a_change_in_substance() -> None:
    resist = rule_as_of("8.8.2", "2.1.0")
    today = rule_as_of("8.8.2", "2.3.0")
    assert resist is not None
    assert today is not None
    assert "no damage counts as having been dealt" in resist.text
    assert resist.text != today.text
    assert resist.path == today.path == ("Keywords", "Resist")
    assert rule_as_of("8.8.2", "2.2.0") == dataclasses.replace(today, ref=dataclasses.replace(today.ref, edition="2.2.0"))


def test_rule_changed_twice_has_its_text_of_each_edition() -> None:
    texts = [rule.text for edition in COUNTS if (rule := rule_as_of("5.3.3.2", edition))]
    assert ["Toy" in text for text in texts] == [False, True, True, True]
    assert ["Vineling" in text for text in texts] == [False, False, True, True]
    payments = [rule.text for edition in COUNTS if (rule := rule_as_of(number_in("4.7.3.4", "2.3.0", edition) or "", edition))]
    assert len(set(payments)) == 3
    assert ["ink drops" in text for text in payments] == [False, False, False, True]


def test_rule_that_was_removed_or_added_later() -> None:
    removed = rule_as_of("7.1.6.1", "2.2.0")
    assert removed is not None
    assert "played action" in removed.text
    assert removed.path == ("Zones", "General")
    assert rule_as_of("7.1.6.1", "2.3.0") is None
    assert rule_as_of("8.16.2", "2.2.0") is None
    assert rule_as_of("1.9.5", "2.1.0") is None


def test_examples_are_those_of_the_edition() -> None:
    letters = {
        (number, edition): [example.letter for example in rule.examples]
        for number in ("6.1.5.1", "6.1.5.2", "6.1.10", "6.1.14.2")
        for edition in ("2.0.1", "2.2.0", "2.3.0")
        if (rule := rule_as_of(number, edition))
    }
    assert letters["6.1.5.1", "2.0.1"] == []
    assert letters["6.1.5.1", "2.2.0"] == ["A", "B", "C"]
    assert letters["6.1.5.2", "2.0.1"] == ["A", "B", "C", "D"]
    assert letters["6.1.5.2", "2.3.0"] == [""]
    assert letters["6.1.10", "2.0.1"] == []
    assert letters["6.1.10", "2.2.0"] == [""]
    assert letters["6.1.14.2", "2.2.0"] == [""]
    assert letters["6.1.14.2", "2.3.0"] == []


@pytest.mark.parametrize("edition", COUNTS)
def test_rules_of_an_edition_are_whole(edition: str) -> None:
    rules = rules_of(edition)
    assert [rule.ref.number for rule in rules] == list(numbers(edition))
    assert {rule.ref.edition for rule in rules} == {edition}
    assert [rule.ref for rule in rules if not rule.text.strip()] == []


@pytest.mark.parametrize("edition", ["2.0.1", "2.1.0", "2.2.0"])
def test_references_resolve_but_for_the_slips_of_the_official_text(edition: str) -> None:
    dangling = {
        (rule.ref.number, pointed)
        for rule in rules_of(edition)
        for pointed in rule.cross_references
        if pointed not in numbers(edition)
    }
    slips = {("1.8.3", "1.8.1.5"), ("5.1.2.1", "5.1.12"), ("5.1.1.5", "5.1.7"), ("5.1.1.5", "5.1.6")}
    assert dangling == slips


def test_current_edition_is_what_the_corpus_restates() -> None:
    assert rules_of(CURRENT_EDITION) == load_rules()


def test_changes_over_several_steps_lead_from_one_set_of_numbers_to_the_other() -> None:
    together = changes("2.0.1", "2.3.0")
    assert (together.older.number, together.newer.number) == ("2.0.1", "2.3.0")
    kept = {place for number in numbers("2.0.1") if (place := together.place(number)) is not None}
    assert kept | {entry.number for entry in together.added} == set(numbers("2.3.0"))
    assert {entry.number for entry in together.removed} == {"1.9.2", "6.7.2.2", "7.1.6.1"}
    assert {entry.old: entry.new for entry in together.renumbered}["1.9.3"] == "1.9.6"
    for number in numbers("2.0.1"):
        assert together.place(number) == number_in(number, "2.0.1", "2.3.0")
    for number in numbers("2.3.0"):
        assert together.origin(number) == number_in(number, "2.3.0", "2.0.1")


def test_change_over_several_steps_starts_from_the_oldest_text() -> None:
    changed = {entry.number: entry for entry in changes("2.0.1", "2.3.0").changed}
    first = {entry.number: entry for entry in changes("2.0.1", "2.1.0").changed}
    assert changed["5.3.3.2"].before == first["5.3.3.2"].before
    assert "Monster and Toy" in changed["5.3.3.2"].after
    assert "Vineling" in changed["5.3.3.2"].after
    assert changed["6.1.15"].substance
    assert "1.13" not in changed


def test_changes_of_one_step_tell_substance_from_wording() -> None:
    step = {entry.number: entry for entry in changes("2.1.0", "2.2.0").changed}
    assert step["8.4.1"].substance
    assert step["8.4.1"].before
    assert step["4.3.6"] == Change("4.3.6", False, step["4.3.6"].after)
    assert len([entry for entry in step.values() if entry.substance]) == 16


@pytest.mark.parametrize(("older", "newer"), [("2.3.0", "2.0.1"), ("2.1.0", "2.1.0"), ("1.9", "2.3.0"), ("2.0.1", "2023")])
def test_changes_that_cannot_be_given(older: str, newer: str) -> None:
    with pytest.raises(BadInput):
        changes(older, newer)


def test_unknown_edition_lists_the_known_ones() -> None:
    with pytest.raises(BadInput, match=r"known editions are 2\.0\.1, 2\.1\.0, 2\.2\.0, 2\.3\.0"):
        rule_as_of("1.1.1", "1.9")
    with pytest.raises(BadInput, match="only the places of some numbers"):
        rule_as_of("8.7.5", EARLIEST_EDITION)


def test_crosswalk_of_2023_has_every_number_that_the_article_quotes(shared: Path) -> None:
    article = next((shared / "seeds").glob("001_*.txt")).read_text(encoding="utf-8")
    quoted = set(re.findall(r"^(\d+(?:\.\d+)+)\.? ", article, re.MULTILINE))
    assert quoted
    assert quoted - {place.number for place in crosswalk()} == set()


FOLDER = "from: 2.2.0\nto: 2.3.0\neffective: {from: 2026-07-09, to: 2026-10-16}\n"


def faults_of(folder: Path, text: str, current: frozenset[str] = frozenset({"1", "1.1", "1.2"})) -> list[tuple[int, str]]:
    (folder / "2.2.0-2.3.0.yaml").write_text(FOLDER + text, encoding="utf-8")
    with pytest.raises(CorpusFault) as caught:
        read_changes(folder, current)
    return [(fault.line, fault.problem) for fault in caught.value.faults]


def test_every_fault_of_a_step_is_told_with_its_line(tmp_path: Path) -> None:
    told = faults_of(
        tmp_path,
        'renumbered:\n  - {from: "1.3", to: "1.9"}\n'
        'added:\n  - {number: "1.2", text: New.}\n'
        'removed:\n  - {number: "1.1", text: Gone., see: []}\n'
        'changed:\n  - {number: "1.2", substance: true, before: Old., after: New.}\n'
        '  - {number: "one", substance: false, note: Words.}\n  - {number: "1.1", substance: true, after: New.}\n',
    )
    assert [line for line, _ in told] == [5, 9, 11, 12, 12, 13]
    assert any("has no rule 1.9" in problem for _, problem in told)
    assert any("gone here and still there" in problem for _, problem in told)
    assert any("'one' is not a rule number" in problem for _, problem in told)
    assert any("'before' should be a text" in problem for _, problem in told)


def test_step_under_a_wrong_name_or_beside_the_chain_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "1.0.0-1.1.0.yaml").write_text(
        FOLDER.replace("2.2.0", "1.0.0").replace("2.3.0", "1.2.0") + "renumbered: []\nadded: []\nremoved: []\nchanged: []\n",
        encoding="utf-8",
    )
    told = faults_of(tmp_path, "renumbered: []\nadded: []\nremoved: []\nchanged: []\nmore: []\n")
    assert len(told) == 3
    assert any("unknown key 'more'" in problem for _, problem in told)
    assert any("named after that" in problem for _, problem in told)
    assert any("no step leads on from 1.2.0" in problem for _, problem in told)


def test_faults_of_the_crosswalk_are_told_with_their_lines(tmp_path: Path) -> None:
    file = tmp_path / "2023.yaml"
    file.write_text(
        'edition: "2023"\nto: 2.3.0\nsource: An article.\nplaces:\n'
        '  - {from: "8.7", to: ["7.7"], about: The bag}\n  - {from: "8.7", to: ["1.1"]}\n',
        encoding="utf-8",
    )
    with pytest.raises(CorpusFault) as caught:
        read_crosswalk(file, frozenset({"1.1"}))
    assert [fault.line for fault in caught.value.faults] == [5, 6, 6]
