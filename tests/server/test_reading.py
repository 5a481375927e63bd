"""People see what the engine understands: of a text, of a card, and of the whole catalogue."""

import subprocess
import sys
from pathlib import Path

import pytest

from server.library import Library
from server.registry import tool_named
from server.wire import structured, tokens
from tests.server.doors import ROOT, Loreguide, environment

TRICK = "TRICK {E}, Banish one of your items — Deal 2 damage to chosen opposing character."
LOOKED_UP = """
import sys
from server.library import Library
from server.registry import tool_named
tool_named("get_card").ask({"name": "Elsa - Spirit of Winter"}, Library())
print("engine.compiler.grammar" in sys.modules)
"""


def test_a_text_is_said_in_plain_words_with_cost_effect_target_and_who_chooses(loreguide: Loreguide) -> None:
    outcome = loreguide("compile", TRICK)
    assert (outcome.status, outcome.err) == (0, "")
    (line,) = outcome.out.splitlines()
    assert line.startswith("TRICK: cost: exert this card and banish 1 item")
    assert "deal 2 damage to 1 opposing character chosen by you" in line


def test_a_text_is_read_as_of_the_type_of_card_that_it_is_on(loreguide: Loreguide) -> None:
    assert loreguide("compile", "Draw a card.", "--type", "action").status == 0
    outcome = loreguide("compile", "Draw a card.", "--type", "starship")
    assert outcome.status == 2
    assert "location" in outcome.err


def test_what_is_not_read_of_a_text_is_a_negative_answer_with_its_reason(loreguide: Loreguide) -> None:
    outcome = loreguide("compile", "Evasive\nFrobnicate the bogle.")
    assert outcome.status == 1
    assert outcome.out.splitlines() == ["keyword: Evasive.", "Not read (unknown-wording): Frobnicate the bogle."]


def test_a_reading_as_json_has_each_ability_with_its_words_and_its_structure(loreguide: Loreguide) -> None:
    outcome = loreguide("compile", f"Evasive\n{TRICK}\nFrobnicate the bogle.", "--json")
    assert outcome.status == 1
    evasive, trick = outcome.data["abilities"]
    assert (evasive["name"], evasive["text"], evasive["structure"]["node"]) == ("", "Evasive", "KeywordEntry")
    assert (trick["name"], trick["structure"]["node"]) == ("TRICK", "ActivatedAbility")
    (unread,) = outcome.data["unread"]
    assert (unread["text"], unread["reason"]) == ("Frobnicate the bogle.", "unknown-wording")
    start, end = unread["span"]
    assert outcome.data["text"][start:end] == "Frobnicate the bogle."


def test_a_text_that_only_a_quest_explains_is_named(loreguide: Loreguide) -> None:
    outcome = loreguide("compile", "Opponents can't use battleground abilities.")
    assert outcome.status == 0
    assert "Not executed: battleground abilities can't be used" in outcome.out


@pytest.mark.parametrize(
    "text", ["", " \n", "{", "“", "x" * 5000, "\u0000\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16")]
)
def test_any_text_is_answered(loreguide: Loreguide, text: str) -> None:
    outcome = loreguide("compile", text)
    assert outcome.status in (0, 1)
    assert outcome.out


def test_compiling_a_text_needs_no_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, loreguide: Loreguide) -> None:
    monkeypatch.setenv("LOREGUIDE_CACHE", str(tmp_path))
    assert loreguide("compile", "Evasive").status == 0
    assert loreguide("coverage").status == 3


def test_coverage_tells_cards_sentences_and_what_is_left_by_name(loreguide: Loreguide, library: Library) -> None:
    outcome = loreguide("coverage")
    assert outcome.status == 0
    figures = library.index.compiled_cards.coverage()
    assert f"Cards with text read whole: {figures.whole} of {figures.with_text}" in outcome.out
    assert f"Sentences read: {figures.sentences_read} of {figures.sentences}" in outcome.out
    assert "an exception of their own: 0" in outcome.out
    assert "moves the draw token up 1: " in outcome.out
    assert "The Vine Maw - Final Foe" in outcome.out


def test_coverage_as_json_has_every_clause_with_its_card_and_reason(loreguide: Loreguide, library: Library) -> None:
    values = loreguide("coverage", "--json").data
    assert values == structured_coverage(library)
    assert {"card": "The Vine Maw - Final Foe", "text": "moves the draw token up 1", "reason": "quest-only"} in values["unplayed"]
    assert loreguide("coverage", "--unread", "--json").data == {"unread": values["unread"]}


def structured_coverage(library: Library) -> dict[str, object]:
    """Give the coverage of the index as JSON has it: lists for tuples."""
    values = library.index.compiled_cards.coverage().to_json()
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def test_unread_clauses_are_listed_one_a_line(loreguide: Loreguide, library: Library) -> None:
    listed = loreguide("coverage", "--unread").out.splitlines()
    unread = library.index.compiled_cards.coverage().unread
    assert len(listed) == max(len(unread), 1)
    assert unread or listed == ["Every clause of every card is read."]


def test_a_card_tells_what_is_understood_of_each_ability(library: Library, loreguide: Loreguide) -> None:
    card = structured(tool_named("get_card").ask({"name": "Elsa - Spirit of Winter", "detail": "full"}, library))["card"]
    shift, freeze = card["understood"]
    assert shift == "keyword: Shift for 6 ink."
    assert freeze.startswith("DEEP FREEZE: when you: this card: played; effect: exert up to 2 character chosen by you")
    assert f"Understood: {shift}" in loreguide("card", "Elsa - Spirit of Winter").out


def test_a_brief_card_tells_it_in_short(library: Library) -> None:
    longest = max(library.index.printings(), key=lambda name: len("".join(understood(library, name, "full"))))
    short, whole = understood(library, longest, "brief"), understood(library, longest, "full")
    assert all(len(said) <= 160 for said in short)
    assert len(short) <= len(whole)
    answer = tool_named("get_card").ask({"name": longest}, library)
    assert tokens(answer.model_dump_json(exclude_none=True)) < 1_500


def understood(library: Library, name: str, detail: str) -> list[str]:
    return tool_named("get_card").ask({"name": name, "detail": detail}, library).card.understood or []


def test_a_card_names_what_a_replay_does_not_execute(library: Library) -> None:
    answer = tool_named("get_card").ask({"name": "Iago - Crown Seeker"}, library)
    assert [caveat for caveat in answer.caveats if "steals The Reforged Crown" in caveat]


def test_looking_a_card_up_does_not_bring_the_grammar(built_cache: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", LOOKED_UP], env=environment(built_cache), cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout == "False\n"
