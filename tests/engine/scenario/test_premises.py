"""A board that a game state check would change at once is replayed, with a caveat that says so."""

from typing import Any

import pytest

from engine.api import Verdict, check_scenario
from engine.scenario.result import ScenarioResult
from tests.engine.scenario.cards import CATALOGUE

SMALL, BIG, NEWT = "Otter - Small Swimmer", "Otter - Big Swimmer", "Newt - Odd Riddle"
DUE = "A game state check is due on the board as it is given: "
WON = "p1 has 25 lore and wins the game (CR 2.3.0 1.8.1.1)"
BANISHED = f"{SMALL} has 3 damage with Willpower 3 and is banished (CR 2.3.0 1.8.1.4)"
HURT = {"card": SMALL, "damage": 3}


def check(p1: dict[str, Any], *steps: dict[str, Any], **rest: Any) -> ScenarioResult:
    return check_scenario({"players": {"p1": {"deck": 10, **p1}, "p2": {}}, "steps": list(steps), **rest}, CATALOGUE)


def test_1_8_1_1_lore_that_wins_is_said_where_nothing_happens() -> None:
    result = check({"lore": 25}, expect=[{"player": "p1", "won": False}])
    assert result.verdict is Verdict.HOLDS
    assert result.caveats == [f"{DUE}{WON}. It is not made in this replay."]


def test_1_8_1_1_lore_that_wins_is_said_where_the_only_step_is_refused() -> None:
    exerted = {"lore": 25, "play": [{"card": SMALL, "exerted": True}]}
    for legal in (True, False):
        result = check(exerted, {"do": "quest", "card": SMALL, "legal": legal})
        assert result.caveats == [f"{DUE}{WON}. It is not made in this replay."]


def test_1_8_1_the_step_that_makes_the_check_is_named() -> None:
    refused = {"do": "quest", "card": HURT["card"], "legal": False}
    result = check({"lore": 25, "play": [{**HURT, "exerted": True}, BIG]}, refused, {"do": "quest", "card": BIG})
    assert result.caveats[0] == f"{DUE}{WON}; {BANISHED}. It is made in step 2."
    begun = check({"lore": 25}, phase="start")
    assert begun.caveats[0] == f"{DUE}{WON}. It is made in the Start-of-Turn Phase."


def test_1_8_1_4_damage_up_to_the_current_willpower_is_said_once_for_the_whole_stack() -> None:
    stack = check({"play": [{**HURT, "under": [BIG]}]})
    assert stack.caveats == [f"{DUE}{BANISHED}. It is not made in this replay."]
    assert check({"play": [{**HURT, "gained": [{"willpower": 1}]}]}).caveats == []
    weak = check({"play": [{"card": SMALL, "gained": [{"willpower": -3}]}]})
    assert weak.caveats == [
        f"{DUE}{SMALL} has no damage with Willpower 0 and is banished (CR 2.3.0 1.8.1.4). It is not made in this replay."
    ]


def test_10_2_5_empty_deck_of_pack_rush_is_said() -> None:
    (caveat,) = check({"deck": 0, "discard": [SMALL]}, format="pack_rush").caveats
    assert "p1 has no cards in their deck and shuffles their discard into it (CR 2.3.0 10.2.5)" in caveat


@pytest.mark.parametrize("board", [{"lore": 19}, {"play": [{"card": SMALL, "damage": 2}]}, {"deck": 0, "discard": [SMALL]}])
def test_1_8_1_board_that_a_game_can_reach_needs_no_caveat(board: dict[str, Any]) -> None:
    assert check(board).caveats == []


def test_text_that_is_not_executed_leaves_only_its_own_trouble() -> None:
    result = check({"lore": 25, "play": [NEWT]}, {"do": "quest", "card": NEWT})
    assert result.verdict is Verdict.UNSUPPORTED
    assert not any(caveat.startswith(DUE) for caveat in result.caveats)


def test_exploration_says_it_too() -> None:
    assert check({"lore": 25}, explore=True).caveats[0].startswith(f"{DUE}{WON}")
