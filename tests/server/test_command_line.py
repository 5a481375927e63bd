"""The commands print what the operations answer, keep their exit status, and never show a traceback."""

import json
import shlex
import subprocess
from pathlib import Path

import click
import pytest

from server.cli.program import program, run
from server.library import Library
from server.registry import TOOLS, tool_named
from server.wire import structured
from tests.server.doors import COMMAND, ROOT, Loreguide, environment

WITH_JSON = [
    *("setup", "update", "import", "index", "rollback", "clean", "status", "search", "rule", "card", "term"),
    *("rulings", "compare", "penalty", "check", "deck", "compile", "coverage", "export"),
]

COMMANDS = [*WITH_JSON, "mcp", "serve"]


def test_help_lists_every_command_and_the_exit_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    printed = capsys.readouterr().out
    assert [name for name in COMMANDS if f"\n  {name} " not in printed] == []
    assert "2 bad input" in printed
    assert "not published, endorsed or approved" in " ".join(printed.split())


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_and_every_option_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, "--help"]) == 0
    assert f"Usage: loreguide {command}" in capsys.readouterr().out
    made = program.commands[command]
    assert made.help
    assert [option.name for option in made.params if isinstance(option, click.Option) and not option.help] == []


@pytest.mark.parametrize("command", WITH_JSON)
def test_every_command_that_answers_takes_json(command: str) -> None:
    assert "--json" in {name for option in program.commands[command].params for name in option.opts}


def test_every_command_of_the_table_of_operations_exists() -> None:
    assert {tool.command for tool in TOOLS if tool.command} <= set(program.commands)


@pytest.mark.parametrize(
    ("arguments", "tool", "asked"),
    [
        (["search", "can a drying character quest"], "search_rules", {"query": "can a drying character quest"}),
        (["rule", "4.6.4.3"], "get_rule", {"ref": "4.6.4.3"}),
        (["card", "Stitch - New Dog"], "get_card", {"name": "Stitch - New Dog", "detail": "full"}),
        (["term", "bag"], "search_glossary", {"term": "bag"}),
        (["rulings", "--card", "Lantern"], "get_rulings", {"card": "Lantern"}),
        (["compare", "8.10"], "compare_rules", {"ref": "8.10", "detail": "full"}),
        (["penalty", "--infraction", "Slow Play"], "get_penalty", {"infraction": "Slow Play"}),
    ],
)
def test_json_is_exactly_the_structured_result(
    loreguide: Loreguide, library: Library, arguments: list[str], tool: str, asked: dict[str, str]
) -> None:
    outcome = loreguide(*arguments, "--json")
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.data == structured(tool_named(tool).ask(asked, library))


def test_a_card_is_printed_as_it_reads(loreguide: Loreguide) -> None:
    outcome = loreguide("card", "Elsa - Spirit of Winter")
    assert outcome.status == 0
    assert "cost 8" in outcome.out
    assert "DEEP FREEZE" in outcome.out


def test_a_name_with_only_near_ones_is_a_negative_answer(loreguide: Loreguide) -> None:
    outcome = loreguide("card", "Stitch")
    assert outcome.status == 1
    assert "Stitch - New Dog" in outcome.out


def test_status_says_what_is_indexed(loreguide: Loreguide) -> None:
    outcome = loreguide("status", "--json")
    assert (outcome.data["rules"], outcome.data["terms"], outcome.data["cards"]) == (583, 102, 2785)
    assert "583 entries" in loreguide("status").out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rule", "4.6.4.99"], "4.6.4.5"),
        (["rule", "questing"], "4.6.4.3"),
        (["search", ""], "word"),
        (["search", "quest", "--edition", "9.9"], "2.3.0"),
        (["search"], "--batch"),
        (["search", "quest", "--limit", "900"], "1<=x<=50"),
        (["term", "bag", "--language", "xx"], "en"),
        (["rulings", "--card", "Stitch"], "Stitch - New Dog"),
        (["rulings", "--keyword", "Flying"], "Evasive"),
        (["rulings"], "`card`"),
        (["compare", "--from", "1.0.0"], "2.0.1"),
        (["penalty", "--infraction", "Blinking"], "Missed Trigger"),
        (["penalty", "late", "--level", "galactic"], "premier"),
        (["import", "/nowhere.pdf"], "/nowhere.pdf"),
        (["card", "--batch", "/nowhere.jsonl"], "/nowhere.jsonl"),
        (["nonsense"], "nonsense"),
        (["search", "quest", "--detial", "full"], "--detail"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_status_2(loreguide: Loreguide, arguments: list[str], said: str) -> None:
    outcome = loreguide(*arguments)
    assert outcome.status == 2
    assert said in outcome.err
    assert outcome.out == ""
    assert "Traceback" not in outcome.err


def test_a_wrong_use_asked_for_as_json_is_an_error_object(loreguide: Loreguide) -> None:
    for arguments in (["check", "/nowhere.yaml"], ["deck", "/nowhere.txt"], ["search", "ward", "--limit", "0"], ["rule"]):
        outcome = loreguide(*arguments, "--json")
        assert (outcome.status, json.loads(outcome.out)["error"]["kind"]) == (2, "bad_usage")
        assert json.loads(outcome.out)["error"]["message"] in " ".join(outcome.err.split())


def test_half_of_a_surrogate_pair_is_answered(loreguide: Loreguide, tmp_path: Path) -> None:
    boards = tmp_path / "boards.jsonl"
    boards.write_text(r'{"id": "\ud800", "title": "\ud800", "players": {"A": {}, "B": {}}}', encoding="utf-8")
    ruled = json.loads(loreguide("check", "--batch", boards).out)
    assert (ruled["id"], ruled["error"]["kind"]) == ("\ud800", "scenario_faults")
    lines = tmp_path / "half.jsonl"
    lines.write_text('{"id": 1, "query": "\\ud800"}\n{"id": 2, "query": "ward"}\n', encoding="utf-8")
    answers = [json.loads(line) for line in loreguide("search", "--batch", lines).out.splitlines()]
    assert [("error" in answer, "results" in answer) for answer in answers] == [(True, False), (False, True)]


def test_an_error_asked_for_as_json_is_an_error_object(loreguide: Loreguide) -> None:
    outcome = loreguide("rule", "4.6.4.99", "--json")
    assert outcome.status == 2
    assert outcome.data["error"]["kind"] == "not_known"


@pytest.mark.parametrize("command", [["search", "quest"], ["status"], ["check", "-"], ["mcp"], ["serve"]])
def test_without_set_up_every_command_says_what_to_run(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LOREGUIDE_CACHE", str(tmp_path))
    assert run(command) == 3
    assert "loreguide setup" in capsys.readouterr().err


def batch_file(folder: Path, *lines: object) -> Path:
    path = folder / "batch.jsonl"
    path.write_text("".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_batch_answers_every_line_in_order_whatever_the_lines(loreguide: Loreguide, tmp_path: Path, jobs: str) -> None:
    path = batch_file(
        tmp_path,
        {"id": "a", "query": "4.6.4.3", "relevant": ["4.6.4.3"]},
        "this is no JSON\n",
        "[1, 2]\n",
        "\n",
        {"id": {"odd": 1}, "query": ""},
        {"query": "7.7"},
        "[" * 100_000 + "\n",
        "\x00\x01\n",
        {"id": 7, "query": "Reckless", "limit": 500},
        {"id": "z", "query": "When does a character ready?", "limit": 3},
    )
    outcome = loreguide("search", "--batch", path, "--jobs", jobs, "--limit", "5")
    assert outcome.status == 2
    lines = outcome.lines
    assert [line["id"] for line in lines] == ["a", 2, 3, {"odd": 1}, 6, 7, 8, 7, "z"]
    assert lines[0]["results"][0]["ref"] == "CR 2.3.0 4.6.4.3"
    assert lines[0]["caveats"][-1] == "Passed over: relevant."
    assert len(lines[0]["results"]) <= 5
    assert lines[4]["results"][0]["ref"] == "CR 2.3.0 7.7"
    assert len(lines[8]["results"]) == 3
    assert [line["error"]["kind"] for line in lines if "error" in line] == [
        "bad_line",
        "bad_line",
        "bad_query",
        "too_deep",
        "bad_line",
        "bad_request",
    ]


def test_a_batch_of_cards_takes_names_as_query(loreguide: Loreguide, tmp_path: Path) -> None:
    path = batch_file(tmp_path, {"id": 1, "query": "stitch, new dog"}, {"id": 2, "query": "Stitch"}, {"id": 3, "name": "Ariel"})
    outcome = loreguide("card", "--batch", path)
    assert outcome.status == 1
    found, *near = outcome.lines
    assert found["card"]["full_name"] == "Stitch - New Dog"
    assert all(line["near"] for line in near)


def test_a_batch_can_come_from_standard_input(built_cache: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "search", "--batch", "-"],
        input='{"id": 1, "query": "4.2"}\n',
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env=environment(built_cache),
    )
    assert done.returncode == 0
    assert json.loads(done.stdout)["results"][0]["ref"] == "CR 2.3.0 4.2"


def test_a_reader_that_goes_away_is_no_error(built_cache: Path, tmp_path: Path) -> None:
    path = batch_file(tmp_path, *[{"id": number, "query": "challenge"} for number in range(60)])
    done = subprocess.run(
        f"{shlex.join(COMMAND)} search --batch {path} | head -n 1",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env=environment(built_cache),
    )
    assert json.loads(done.stdout)["id"] == 0
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["card", ""], "the name is empty"),
        (["card", "  "], "the name is empty"),
        (["compare", ""], "leave it out to compare everything"),
        (["compare", "99.9"], "is in neither edition"),
        (["compare", "PCG 2.1"], "one edition only, 2024-05-21"),
        (["penalty", ""], "the description is empty"),
        (["export", ""], "needs a folder"),
    ],
)
def test_what_says_nothing_is_refused_with_what_would(loreguide: Loreguide, arguments: list[str], said: str) -> None:
    outcome = loreguide(*arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert said in " ".join(outcome.err.split())


def test_export_names_the_folder_it_cannot_write_into(loreguide: Loreguide, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    below = tmp_path / "taken" / "texts"
    outcome = loreguide("export", below)
    assert outcome.status == 2
    assert f"{below} cannot be written" in outcome.err
    assert "LOREGUIDE_CACHE" not in outcome.err


@pytest.mark.parametrize(
    ("line", "said"),
    [("null", "null"), ("true", "true or false"), ("3", "a number"), ("0.5", "a number"), ("[1]", "a list"), ('"x"', "a text")],
)
def test_a_line_that_is_no_object_is_told_in_the_words_of_json(
    loreguide: Loreguide, tmp_path: Path, line: str, said: str
) -> None:
    lines = tmp_path / "lines.jsonl"
    lines.write_text(f"{line}\n", encoding="utf-8")
    (answer,) = loreguide("card", "--batch", lines).lines
    assert answer["error"]["message"].startswith(f"the line is {said}")
    assert (answer["id"], answer["error"]["kind"]) == (1, "bad_line")


def test_a_misspelt_key_of_a_line_is_named_with_the_right_one(loreguide: Loreguide, tmp_path: Path) -> None:
    lines = tmp_path / "boards.jsonl"
    lines.write_text('{"id": "a", "player": {"A": {}, "B": {}}, "steps": []}\n', encoding="utf-8")
    (answer,) = loreguide("check", "--batch", lines).lines
    assert answer["id"] == "a"
    assert "players" in answer["error"]["message"]
    assert "'scenario'" not in answer["error"]["message"]


def test_status_says_how_much_of_the_cards_is_read(loreguide: Loreguide) -> None:
    read = loreguide("coverage", "--json").data
    told = loreguide("status", "--json").data["coverage"]
    assert (told["with_text"], told["sentences"]) == (2472, 3894)
    assert told == {name: read[name] for name in told}
    assert f"{read['whole']} of 2472 cards with text whole" in loreguide("status").out


def test_the_search_is_measured_on_rules_alone_or_everywhere(loreguide: Loreguide, tmp_path: Path) -> None:
    # 1.10.1.1 answers it, and a section on Constructed tournaments stands before it where policy is asked too
    query = "Can I have four copies each of three different Elsas in my constructed deck?"
    asked = tmp_path / "asked.jsonl"
    asked.write_text(json.dumps({"id": "one", "query": query, "relevant": ["1.10.1.1"]}), encoding="utf-8")
    assert loreguide("bench", "search", str(asked), "--json").data["mrr@10"] == 1
    assert 0 < loreguide("bench", "search", str(asked), "--everywhere", "--json").data["mrr@10"] < 1
