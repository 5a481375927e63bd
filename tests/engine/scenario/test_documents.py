"""Documents are read strictly: every fault at once, with its place and what would be right."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.errors import ScenarioFaults
from engine.scenario.document import SIZE_LIMIT
from engine.scenario.parse import parse_scenario
from engine.scenario.schema import PlayStep, ScenarioDocument, SetCardStep, SetPlayerStep
from tests.engine.scenario.cards import CATALOGUE

BOARD: dict[str, Any] = {"players": {"p1": {}, "p2": {}}}


def faults(document: Any) -> dict[str, str]:
    """Give the faults of a document by their paths."""
    with pytest.raises(ScenarioFaults) as caught:
        parse_scenario(document, CATALOGUE)
    return {fault.path: fault.problem for fault in caught.value.faults}


@pytest.mark.parametrize("name", ["sample.jsonl", "hard_sample.jsonl"])
def test_every_sample_case_is_in_the_contract(name: str, shared: Path) -> None:
    lines = (shared / "cases" / name).read_text().splitlines()
    assert [json.loads(line)["id"] for line in lines if not parse_scenario(line).steps] == []


def test_json_and_yaml_are_the_same_document() -> None:
    yaml = "players:\n  p1: {play: [Otter - Small Swimmer]}\n  p2: {}\nsteps:\n- {do: quest, card: Otter - Small Swimmer}\n"
    same = {
        "players": {"p1": {"play": ["Otter - Small Swimmer"]}, "p2": {}},
        "steps": [{"do": "quest", "card": "Otter - Small Swimmer"}],
    }
    assert parse_scenario(yaml) == parse_scenario(json.dumps(same)) == parse_scenario(same)


def test_defaults_are_those_of_the_contract() -> None:
    parsed = parse_scenario(BOARD)
    assert (parsed.turn, parsed.phase, parsed.format, parsed.rules) == (3, "main", "constructed", "2.3.0")
    assert parsed.active_player == "p1"
    assert parsed.players["p1"].deck == 10


def test_keys_about_the_case_are_passed_over() -> None:
    about = {"id": "x", "source": "s", "kind": "hard", "cards": [], "cites": ["4.6"], "title": "t"}
    assert parse_scenario(BOARD | about).title == "t"


def test_every_fault_is_reported_at_once_with_its_place() -> None:
    found = faults(
        {
            "players": {
                "p1": {"lore": "five", "play": [{"card": "Otter - Small Swimmer", "exertd": True}, "Oter - Small Swimmer"]},
                "p2": {"hand": [{"card": "Otter - Small Swimmer", "custom": {"name": "A", "type": "item"}}], "decks": 3},
            },
            "steps": [{"do": "qest", "card": "x"}, {"do": "challenge", "card": "x"}, {"do": "end_turn", "rule": "4.6"}],
            "active": "p3",
        }
    )
    assert set(found) == {
        "players.p1.lore",
        "players.p1.play[0].exertd",
        "players.p1.play[1]",
        "players.p2.hand[0]",
        "players.p2.decks",
        "steps[0]",
        "steps[1].target",
        "steps[2]",
    }
    assert "did you mean 'exerted'?" in found["players.p1.play[0].exertd"]
    assert "did you mean 'deck'?" in found["players.p2.decks"]
    assert "did you mean 'quest'?" in found["steps[0]"]
    assert "missing" in found["steps[1].target"]
    assert "a whole number" in found["players.p1.lore"]


@pytest.mark.parametrize("do", [None, 5, [], ["quest"], {}, {"quest": 1}])
def test_what_a_step_does_is_a_word(do: Any) -> None:
    assert list(faults(BOARD | {"steps": [{"do": do, "card": "Otter - Small Swimmer"}]})) == ["steps[0]"]


def test_unknown_card_lists_the_nearest_and_never_picks_one() -> None:
    found = faults({"players": {"p1": {"play": ["Otter - Smal Swimmer"]}, "p2": {}}})
    assert "Otter - Small Swimmer" in found["players.p1.play[0]"]


def test_short_name_lists_its_versions() -> None:
    found = faults({"players": {"p1": {"play": ["Otter"]}, "p2": {}}})
    problem = found["players.p1.play[0]"]
    assert "Otter - Big Swimmer" in problem
    assert "Otter - Small Swimmer" in problem


@pytest.mark.parametrize("name", ["ELAN VITAL", "Elan Vital", "élan  vital!"])
def test_case_accents_and_punctuation_of_a_name_do_not_matter(name: str) -> None:
    parse_scenario({"players": {"p1": {"hand": [name]}, "p2": {}}}, CATALOGUE)


def test_card_is_named_or_made_up_and_never_both() -> None:
    found = faults({"players": {"p1": {"play": [{"as": "A"}]}, "p2": {}}})
    assert "`card`" in found["players.p1.play[0]"]
    assert "`custom`" in found["players.p1.play[0]"]


def test_made_up_card_has_only_the_numbers_of_its_type() -> None:
    found = faults({"players": {"p1": {"play": [{"custom": {"name": "A", "type": "item", "strength": 1}}]}, "p2": {}}})
    assert "an item has no strength" in found["players.p1.play[0].custom"]


def test_rule_numbers_that_lost_digits_are_refused() -> None:
    step = {"do": "quest", "card": "x", "legal": False, "rule": 4.1}
    assert "quotes" in faults(BOARD | {"steps": [step]})["steps[0].rule"]


def test_rule_may_be_a_whole_reference() -> None:
    step = {"do": "quest", "card": "x", "legal": False, "rule": "CR 2.3.0 4.5.1.2"}
    assert parse_scenario(BOARD | {"steps": [step]}).steps[0].rule == "4.5.1.2"


def test_edition_is_text() -> None:
    assert "quotes" in faults(BOARD | {"rules": 2.3})["rules"]


def test_answer_settles_exactly_one_thing() -> None:
    found = faults(BOARD | {"steps": [{"do": "end_turn", "answers": [{"may": True, "choose": []}, {"by": "p1"}]}]})
    assert "may and choose" in found["steps[0].answers[0]"]
    assert "this one has none" in found["steps[0].answers[1]"]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("may", True),
        ("choose", ["Otter - Small Swimmer"]),
        ("amount", 2),
        ("option", 1),
        ("name", "Otter"),
        ("order", ["x", "y"]),
        ("resolve", "x: PECK"),
        ("random", ["x"]),
    ],
)
def test_answer_beside_a_step_is_shown_where_it_belongs(key: str, value: Any) -> None:
    (problem,) = faults(BOARD | {"steps": [{"do": "quest", "card": "x", key: value}]}).values()
    assert problem == f'{key!r} is an answer and belongs in `answers` of the step: "answers": [{json.dumps({key: value})}]'


def test_answers_beside_a_step_are_shown_together() -> None:
    found = faults(BOARD | {"steps": [{"do": "play", "card": "x", "may": True, "choose": ["y"], "player": "p1"}]})
    assert set(found) == {"steps[0].may", "steps[0].choose", "steps[0].player"}
    form = '"answers": [{"may": true}, {"choose": ["y"]}, {"player": "p1"}] (the player who acts is `by`)'
    assert all(problem.endswith(form) for problem in found.values())


def test_answer_beside_the_steps_belongs_to_one_of_them() -> None:
    assert faults(BOARD | {"steps": [], "choose": ["x"]}) == {
        "choose": "'choose' is an answer and belongs in `answers` of the step that asks for the decision"
    }


def test_player_of_a_correction_is_no_answer() -> None:
    found = faults(BOARD | {"steps": [{"do": "set", "player": "p1", "lore": 3, "amount": 2}]})
    assert found["steps[0].amount"].endswith('"answers": [{"amount": 2}]')


def test_bare_label_may_stand_for_a_list_of_one() -> None:
    step = {"do": "play", "card": "x", "shift_onto": "y"}
    parsed = parse_scenario(BOARD | {"steps": [step]}).steps[0]
    assert isinstance(parsed, PlayStep)
    assert parsed.shift_onto == ["y"]


def test_card_is_played_for_one_cost() -> None:
    step = {"do": "play", "card": "x", "for_free": True, "sing_with": ["y"]}
    assert "several" in faults(BOARD | {"steps": [step]})["steps[0]"]


def test_judge_sets_a_card_or_a_player() -> None:
    steps = [{"do": "set", "card": "x", "damage": 2}, {"do": "set", "player": "p1", "lore": 3}]
    card, player = parse_scenario(BOARD | {"steps": steps}).steps
    assert isinstance(card, SetCardStep)
    assert card.damage == 2
    assert isinstance(player, SetPlayerStep)
    assert player.lore == 3


def test_ink_is_short_for_an_inkwell() -> None:
    found = faults({"players": {"p1": {"ink": 2, "inkwell": {"ready": 1}}, "p2": {}}})
    assert "one of the two" in found["players.p1"]


def test_inkwell_names_no_more_cards_than_it_holds() -> None:
    found = faults({"players": {"p1": {"inkwell": {"ready": 1, "cards": ["Lantern", "Lantern"]}}, "p2": {}}})
    assert "adds none" in found["players.p1.inkwell"]


def test_one_player_is_not_a_game() -> None:
    assert "players" in faults({"players": {"p1": {}}})


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "holds nothing"),
        ("just words", "mapping"),
        ("- a\n- b", "mapping"),
        ("players: [1", "line"),
        ('{"players": {}, "players": {}}', "twice"),
        ("players: {}\nplayers: {}", "twice"),
        ('{"lore": NaN}', "NaN"),
        ("a: !!python/object/apply:os.system [ls]", "tag"),
        ("a: &x [*x]", "contains itself"),
        ("\x00", "character"),
        ("a: 2026-13-45", "YAML"),
        ("{" * 100_000, "neither"),
        ('{"a":' * 50_000, "nested"),
    ],
)
def test_text_that_is_no_document_is_refused_in_a_sentence(text: str, problem: str) -> None:
    with pytest.raises(ScenarioFaults, match=problem):
        parse_scenario(text)


def test_bomb_of_aliases_is_refused() -> None:
    lines = ["a: &a [1,1,1,1,1,1,1,1,1,1]"]
    for before, name in zip("abcdefgh", "bcdefghi", strict=True):
        lines.append(f"{name}: &{name} [{','.join([f'*{before}'] * 10)}]")
    with pytest.raises(ScenarioFaults, match="aliases written out"):
        parse_scenario("\n".join(lines))


def test_a_megabyte_of_garbage_is_refused() -> None:
    for garbage in ("x" * (SIZE_LIMIT + 1), "{[" * (SIZE_LIMIT // 2), "ab: " * (SIZE_LIMIT // 4)):
        with pytest.raises(ScenarioFaults):
            parse_scenario(garbage)


def test_numbers_that_no_table_holds_are_refused() -> None:
    assert "999" in faults({"players": {"p1": {"deck": 10**9}, "p2": {}}})["players.p1.deck"]


def test_schema_is_published_with_every_key() -> None:
    schema = ScenarioDocument.model_json_schema()
    assert {"title", "rules", "format", "players", "active", "turn", "phase", "answers", "steps", "expect", "explore"} <= set(
        schema["properties"]
    )
    assert "as" in schema["$defs"]["CardEntry"]["properties"]
    assert schema["required"] == ["players"]
