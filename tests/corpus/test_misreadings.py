"""Every misreading is refuted by rules that exist, and where play is concerned by a board in the contract."""

from collections import Counter
from pathlib import Path

import pytest

from corpus.editions import rule_as_of
from corpus.errors import CorpusFault
from corpus.misreadings import Misreading, MisreadingSource, load_misreadings, misreadings_about, read_misreadings
from corpus.refs import CURRENT_EDITION, cr
from engine.scenario.parse import parse_scenario

MISREADINGS = [pytest.param(misreading, id=misreading.id) for misreading in load_misreadings()]
SHOWN = [pytest.param(misreading, id=misreading.id) for misreading in load_misreadings() if misreading.scenario is not None]


def test_there_are_enough_of_them_from_every_source() -> None:
    assert len(MISREADINGS) >= 25
    counted = Counter(source for misreading in load_misreadings() for source in misreading.sources)
    assert set(counted) == set(MisreadingSource)
    assert counted[MisreadingSource.QUICK_REFERENCE] >= 20
    assert len(SHOWN) >= 40


@pytest.mark.parametrize("misreading", MISREADINGS)
def test_misreading_is_refuted_by_rules_of_the_current_edition(misreading: Misreading) -> None:
    assert misreading.rules
    assert {ref.edition for ref in misreading.rules} == {CURRENT_EDITION}
    assert [ref for ref in misreading.rules if rule_as_of(ref.number, ref.edition) is None] == []
    assert len(misreading.rules) == len(set(misreading.rules))


@pytest.mark.parametrize("misreading", MISREADINGS)
def test_misreading_has_a_claim_and_a_short_truth(misreading: Misreading) -> None:
    assert misreading.claim.endswith(".")
    assert misreading.truth.endswith(".")
    assert len(misreading.truth.split()) <= 60
    assert misreading.sources
    assert all(words == words.lower() for words in misreading.words)


@pytest.mark.parametrize("misreading", SHOWN)
def test_scenario_is_in_the_contract_and_expects_something(misreading: Misreading) -> None:
    assert misreading.scenario is not None
    parsed = parse_scenario(misreading.scenario)
    assert parsed.title
    assert len(parsed.expect) + sum(len(step.expect) for step in parsed.steps) > 0


def test_what_the_quick_reference_says_wrong_is_there() -> None:
    by_rule = {ref.number: misreading.id for misreading in load_misreadings() for ref in misreading.rules[:1]}
    assert by_rule["1.8.1.2"] == "lose-on-drawing-from-an-empty-deck"
    assert by_rule["3.1.1"] == "no-end-of-turn-phase"
    assert by_rule["8.14.2"] == "vanish-replaces-the-effect"


def test_misreadings_about_a_rule_are_found_from_above_too() -> None:
    assert [entry.id for entry in misreadings_about(cr("8.14"))] == ["vanish-replaces-the-effect", "vanish-from-any-choice"]
    assert [entry.id for entry in misreadings_about(cr("8.14.2"))] == ["vanish-replaces-the-effect"]
    assert misreadings_about(cr("1.1.1")) == ()


def test_every_fault_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "misreadings.yaml"
    file.write_text(
        '- id: one\n  claim: Wrong.\n  sources: [hearsay]\n  rules: ["99.9"]\n  truth: Right.\n  words: [so]\n'
        '- id: one\n  claim: Wrong.\n  sources: [common_belief]\n  rules: []\n  since: "1.0"\n  words: []\n  more: no\n',
        encoding="utf-8",
    )
    with pytest.raises(CorpusFault) as caught:
        read_misreadings(file)
    told = [(fault.line, fault.problem) for fault in caught.value.faults]
    assert {line for line, _ in told} == {1, 7}
    assert [line for line, _ in told].count(7) == 6
    for part in ("hearsay", "99.9", "a second time", "at least one rule", "'since'", "'words'", "'truth'", "unknown key 'more'"):
        assert any(part in problem for _, problem in told), part
