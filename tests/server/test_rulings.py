"""Scenarios are ruled on through every door; what is wrong with one is said whole, and nothing else breaks."""

import json
from pathlib import Path
from typing import Any

import pytest

from corpus.errors import LoreguideError
from corpus.refs import RuleRef
from engine.api import ScenarioDocument
from engine.scenario.board import CARDS_LIMIT
from engine.scenario.explore import EXPLORE_LIMIT
from server.library import Library
from server.limits import SCENARIO_CHARACTERS
from server.registry import tool_named
from server.resources import scenario_format
from server.wire import as_json, structured, tokens
from tests.server.doors import FIRST_RULING, Loreguide

STITCH = "Stitch - New Dog"
MILO = "Milo Thatch - Clever Cartographer"


def board(**changes: Any) -> dict[str, Any]:
    """Describe a ready Stitch against an exerted Milo, changed as asked."""
    players = {"Ana": {"play": [STITCH]}, "Ben": {"play": [{"card": MILO, "exerted": True}]}}
    return {"players": players, **changes}


def rule_on(library: Library, scenario: object, detail: str = "full") -> dict[str, Any]:
    return structured(tool_named("check_scenario").ask({"scenario": scenario, "detail": detail}, library))


def test_the_first_ruling_banishes_both_and_cites_its_rules(library: Library) -> None:
    ruling = rule_on(library, FIRST_RULING.read_text(encoding="utf-8"))
    assert ruling["verdict"] == "holds"
    happened = [event["event"] for event in ruling["timeline"]]
    assert happened.index("exerted") < happened.index("challenged") < happened.index("damage_dealt") < happened.index("banished")
    assert happened.count("banished") == 2
    refs = {ref for event in ruling["timeline"] for ref in event["rules"]}
    assert {"CR 2.3.0 4.6.4.4", "CR 2.3.0 4.6.6.2", "CR 2.3.0 1.8.1.4"} <= refs
    assert all(ruling["rule_texts"][ref] == library.rule_text(RuleRef.parse(ref)) for ref in refs)
    assert {source["document"] for source in ruling["sources"]} == {"comprehensive-rules-2.3.0", "lorcanajson"}


def test_the_printed_ruling_has_a_line_per_event_with_rule_edition_and_text(loreguide: Loreguide, library: Library) -> None:
    outcome = loreguide("check", FIRST_RULING)
    assert (outcome.status, outcome.err) == (0, "")
    first, blank, verdict, *_ = outcome.out.splitlines()
    assert STITCH in first
    assert (blank, verdict) == ("", "Verdict: holds.")
    lines = outcome.out.splitlines()
    (exerted,) = [number for number, line in enumerate(lines) if f"{STITCH} is exerted" in line and "CR 2.3.0 4.6.4.4" in line]
    text = library.rule_text(RuleRef.parse("CR 2.3.0 4.6.4.4"))
    assert text is not None
    assert text in lines[exerted + 1]


def test_json_of_a_check_is_the_whole_ruling(loreguide: Loreguide, library: Library) -> None:
    outcome = loreguide("check", FIRST_RULING, "--json")
    assert outcome.data == rule_on(library, FIRST_RULING.read_text(encoding="utf-8"))


def test_a_failing_fact_and_a_refused_step_are_negative(loreguide: Loreguide, tmp_path: Path) -> None:
    challenge = {"do": "challenge", "card": STITCH, "target": MILO}
    fails = tmp_path / "fails.json"
    fails.write_text(as_json(board(steps=[challenge], expect=[{"player": "Ana", "lore": 3}])), encoding="utf-8")
    outcome = loreguide("check", fails)
    assert outcome.status == 1
    assert "Verdict: fails." in outcome.out
    assert "FAILS (step 1): player: Ana, lore: 3; actually lore: 0" in outcome.out
    refused = tmp_path / "refused.json"
    ready = {"Ana": {"play": [STITCH]}, "Ben": {"play": [MILO]}}
    refused.write_text(as_json({"players": ready, "steps": [challenge]}), encoding="utf-8")
    outcome = loreguide("check", refused, "--json")
    assert outcome.status == 1
    assert outcome.data["verdict"] == "illegal"
    assert "CR 2.3.0 4.6.4.2" in {rule for reason in outcome.data["refusals"][0]["reasons"] for rule in reason["rules"]}


def test_what_a_card_cannot_do_is_printed_with_its_reason(loreguide: Loreguide, tmp_path: Path, library: Library) -> None:
    drying = {"Ana": {"play": [{"card": STITCH, "drying": True}]}, "Ben": {}}
    scenario = {"players": drying, "expect": [{"card": STITCH, "can": {"quest": False}}]}
    file = tmp_path / "drying.json"
    file.write_text(as_json(scenario), encoding="utf-8")
    rules = ["CR 2.3.0 5.1.1.11", "CR 2.3.0 4.5.1.2", "CR 2.3.0 1.7.5", "CR 2.3.0 5.3.5"]
    reason = f"{STITCH} is still drying [{', '.join(rules)}]"
    assert f"card: {STITCH}, can: {{quest: false}}; {reason}" in loreguide("check", file).out
    (check,) = rule_on(library, scenario, "brief")["checks"]
    assert check["reasons"] == [{"text": f"{STITCH} is still drying", "rules": rules}]


def test_a_report_is_a_page_with_ruling_events_rules_and_sources(loreguide: Loreguide, tmp_path: Path) -> None:
    page = tmp_path / "ruling.md"
    assert loreguide("check", FIRST_RULING, "--report", page).status == 0
    text = page.read_text(encoding="utf-8")
    for part in (
        "**Verdict: holds**",
        "## What happens",
        "CR 2.3.0 4.6.6.2",
        "## Sources",
        "not published, endorsed or approved",
    ):
        assert part in text


def test_a_report_that_cannot_be_written_is_one_sentence(loreguide: Loreguide, tmp_path: Path) -> None:
    outcome = loreguide("check", FIRST_RULING, "--report", tmp_path / "no" / "such" / "folder.md")
    assert outcome.status == 2
    assert "cannot be written" in outcome.err


def test_names_in_a_report_cannot_become_markup(loreguide: Loreguide, tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    name = "<script>alert(1)</script>"
    custom = {"name": name, "type": "character", "strength": 1, "lore": 1}
    scenario = {"players": {"Ana": {"play": [{"custom": custom}]}, "Ben": {}}, "steps": [{"do": "quest", "card": name}]}
    file.write_text(as_json(scenario), encoding="utf-8")
    page = tmp_path / "ruling.md"
    loreguide("check", file, "--report", page)
    assert "<script>" not in page.read_text(encoding="utf-8")


def test_several_files_are_ruled_on_one_after_the_other_whatever_one_of_them_is(loreguide: Loreguide, tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("players: [", encoding="utf-8")
    outcome = loreguide("check", FIRST_RULING, bad, FIRST_RULING)
    assert outcome.status == 2
    assert outcome.out.count("Verdict: holds.") == 2
    assert str(bad) in outcome.err


BAD_SCENARIOS: list[tuple[str, object, list[str]]] = [
    ("unknown card", {"players": {"Ana": {"play": ["Stich - New Dgo"]}, "Ben": {}}}, ["Stich - New Dgo", STITCH]),
    ("ambiguous name", {"players": {"Ana": {"play": ["Stitch"]}, "Ben": {}}}, ["Stitch - "]),
    ("malformed YAML", "players: {Ana: [", ["YAML", "line"]),
    ("malformed JSON", '{"players": {"Ana": ', ["line 1"]),
    ("a list", "[1, 2, 3]", ["players"]),
    ("nothing", "", ["players"]),
    ("no players", {"steps": []}, ["players"]),
    ("one player", {"players": {"Ana": {}}}, ["players"]),
    ("wrong types", board(turn="soon", steps={"do": "quest"}, active=7), ["turn", "steps", "active"]),
    ("unknown keys", board(stepps=[], expct=[]), ["stepps", "steps", "expct", "expect"]),
    ("unknown key of a board", {"players": {"Ana": {"plya": []}, "Ben": {}}}, ["plya", "play"]),
    ("unknown step", board(steps=[{"do": "chalenge", "card": STITCH}]), ["chalenge", "challenge"]),
    ("unknown label", board(steps=[{"do": "quest", "card": "Mulan"}]), ["Mulan"]),
    ("unknown rule number", board(steps=[{"do": "quest", "card": STITCH, "legal": False, "rule": "abc"}]), ["abc"]),
    ("unknown edition", board(rules="9.9.9"), ["9.9.9", "2.3.0"]),
    ("unknown format", board(format="commander"), ["constructed"]),
]


@pytest.mark.parametrize(("scenario", "said"), [case[1:] for case in BAD_SCENARIOS], ids=[case[0] for case in BAD_SCENARIOS])
def test_a_bad_scenario_is_refused_with_what_would_be_right(library: Library, scenario: object, said: list[str]) -> None:
    with pytest.raises(LoreguideError) as refused:
        rule_on(library, scenario)
    assert [word for word in said if word not in str(refused.value)] == []
    assert int(refused.value.exit_status) == 2


@pytest.mark.parametrize(
    "text", ["\x00\xff" * 500_000, "[" * 1_000_000, "a: &a [*a]\n" * 1_000, "{" * 50_000, "- " * 100_000, "\t" * 1_000_000]
)
def test_garbage_is_refused_by_the_command_in_one_sentence(loreguide: Loreguide, tmp_path: Path, text: str) -> None:
    file = tmp_path / "garbage"
    file.write_text(text, encoding="utf-8")
    outcome = loreguide("check", file)
    assert outcome.status == 2
    assert outcome.out == ""
    assert "Traceback" not in outcome.err
    assert len(outcome.err) < 2_000


def test_bytes_that_are_no_text_are_refused(loreguide: Loreguide, tmp_path: Path) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(bytes(range(256)) * 4_096)
    assert loreguide("check", file).status == 2


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_batch_rules_on_every_line_in_order(loreguide: Loreguide, tmp_path: Path, jobs: str) -> None:
    challenge = {"do": "challenge", "card": STITCH, "target": MILO}
    fact = {"card": MILO, "zone": "discard"}
    about_the_case = {"title": "t", "source": "s", "kind": "hard", "cards": [STITCH], "cites": ["4.6.4"]}
    lines = [
        {"id": "first", **about_the_case, **board(steps=[challenge], expect=[fact])},
        "no JSON at all",
        {"id": "unknown", "players": {"p1": {"play": ["Stitch"]}, "p2": {}}},
        {"id": "typo", **board(stepps=[])},
        {"id": "last", **board(steps=[challenge], expect=[{"player": "Ben", "lore": 9}])},
    ]
    path = tmp_path / "cases.jsonl"
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines), encoding="utf-8")
    outcome = loreguide("check", "--batch", path, "--jobs", jobs)
    assert outcome.status == 2
    first, garbled, unknown, typo, last = outcome.lines
    assert [line["id"] for line in outcome.lines] == ["first", 2, "unknown", "typo", "last"]
    assert (first["verdict"], first["checks"][0]["holds"]) == ("holds", True)
    assert first["timeline"]
    assert first["caveats"] == []
    assert garbled["error"]["line"] == 2
    assert STITCH in unknown["error"]["message"]
    assert "steps" in typo["error"]["message"]
    assert (last["verdict"], last["checks"][0]["actual"]) == ("fails", {"lore": 0})


def test_a_brief_ruling_stays_in_budget_and_says_what_it_leaves_out(library: Library) -> None:
    turns = board(steps=[{"do": "end_turn"}] * 6)
    whole, brief = rule_on(library, turns), rule_on(library, turns, "brief")
    assert tokens(as_json(whole)) > 1_500 > tokens(as_json(brief))
    assert (brief["ruling"], brief["verdict"]) == (whole["ruling"], whole["verdict"])
    assert "Left out" in brief["caveats"][-1]
    assert brief["timeline"] == whole["timeline"][: len(brief["timeline"])]


def test_a_short_ruling_is_the_same_in_brief_but_for_what_is_left_out(library: Library) -> None:
    scenario = FIRST_RULING.read_text(encoding="utf-8")
    brief = rule_on(library, scenario, "brief")
    assert tokens(as_json(brief)) < 1_500
    assert [check["holds"] for check in brief["checks"]] == [True, True]
    assert len(brief["timeline"]) == len(rule_on(library, scenario)["timeline"])


def test_the_board_afterwards_is_the_next_scenario(library: Library) -> None:
    after = rule_on(library, board(steps=[{"do": "quest", "card": STITCH}]))["state"]
    after["expect"] = [{"player": "Ana", "lore": 1}, {"card": STITCH, "exerted": True}]
    assert rule_on(library, after)["verdict"] == "holds"


@pytest.mark.slow
def test_every_sample_case_is_answered_and_none_crashes(loreguide: Loreguide, shared: Path) -> None:
    for name in ("sample.jsonl", "hard_sample.jsonl"):
        path = shared / "cases" / name
        asked = [json.loads(line)["id"] for line in path.read_text(encoding="utf-8").splitlines()]
        outcome = loreguide("check", "--batch", path)
        assert [line["id"] for line in outcome.lines] == asked
        assert [line["error"] for line in outcome.lines if "error" in line] == []
        assert {line["verdict"] for line in outcome.lines} <= {"holds", "fails", "open", "illegal", "unsupported"}
        for line in outcome.lines:
            assert line["ruling"]
            if line["verdict"] == "unsupported":
                assert all(clause["card"] and clause["text"] and clause["reason"] for clause in line["unsupported"])


def test_the_limits_that_the_page_on_boards_names_are_those_that_hold() -> None:
    page = " ".join(scenario_format().split())
    schema = ScenarioDocument.model_json_schema(by_alias=True)
    kept = {
        "characters": SCENARIO_CHARACTERS,
        "players": schema["properties"]["players"]["maxProperties"],
        "steps": schema["properties"]["steps"]["maxItems"],
        "facts": schema["properties"]["expect"]["maxItems"],
        "answers": schema["properties"]["answers"]["maxItems"],
        "cards": CARDS_LIMIT,
        "ways": EXPLORE_LIMIT,
    }
    assert [f"{limit:,} {what}" for what, limit in kept.items() if f"{limit:,} {what}" not in page] == []


def test_a_fact_is_told_once_and_one_about_the_board_as_it_stands_has_no_step(loreguide: Loreguide, tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    facts = [{"card": STITCH, "can": {"quest": False}}, {"card": STITCH, "zone": "play"}]
    file.write_text(json.dumps(board(expect=facts)), encoding="utf-8")
    said = loreguide("check", file).out
    assert said.count("FAILS (before any step): card: Stitch - New Dog, can: {quest: false}") == 1
    assert said.count("holds (before any step): card: Stitch - New Dog, zone: play") == 1


def test_an_answer_that_settles_nothing_is_said(loreguide: Loreguide, tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    players = {"Ana": {"hand": ["Dragon Fire"], "ink": 5}, "Ben": {"play": [STITCH, MILO]}}
    for answers, said in (
        ([{"choose": ["Elsa"]}], "Answer {choose: [Elsa]} "),
        ([{"choose": [STITCH]}, {"may": True}], "Answer {may: true} was not needed"),
    ):
        file.write_text(json.dumps({"players": players, "steps": [{"do": "play", "card": "Dragon Fire", "answers": answers}]}))
        assert said in loreguide("check", file).out
