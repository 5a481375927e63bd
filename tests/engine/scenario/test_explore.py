"""Exploring follows every open decision, merges ends that are the same, and says where it stopped."""

from typing import Any

from engine.api import ScenarioResult, Verdict, check_scenario
from engine.scenario.outcomes import explore
from engine.scenario.setup import set_up
from tests.engine.scenario.cards import CATALOGUE

SMALL, BIG, FOX, CROW = "Otter - Small Swimmer", "Otter - Big Swimmer", "Fox - Quick Wit", "Crow - Two Minds"


def document(p1: dict[str, Any], *steps: dict[str, Any], p2: dict[str, Any] | None = None, **rest: Any) -> dict[str, Any]:
    return {"players": {"p1": p1, "p2": p2 or {}}, "steps": list(steps), "explore": True, **rest}


def check(*given: Any, **rest: Any) -> ScenarioResult:
    return check_scenario(document(*given, **rest), CATALOGUE)


def outcomes(result: ScenarioResult) -> list[Any]:
    assert result.outcomes is not None
    return result.outcomes


def test_every_option_is_followed_and_facts_are_sorted() -> None:
    facts = [{"player": "p1", "lore": 1}, {"player": "p1", "hand": 1}, {"player": "p1", "hand": 7}]
    result = check({"play": [FOX]}, {"do": "quest", "card": FOX}, expect=facts)
    found = outcomes(result)
    assert sorted(str(outcome.answers) for outcome in found) == ["[[{'may': False}]]", "[[{'may': True}]]"]
    assert (result.always, result.sometimes, result.never) == ([facts[0]], [facts[1]], [facts[2]])
    assert result.verdict is Verdict.FAILS
    assert result.explored == 2
    assert result.ruling.startswith(
        "The open decisions lead to 2 different outcomes; of the expected facts 1 holds in all of them,"
        " 1 only in some (p1 has 1 card in hand) and 1 in none. One of them: "
    )


def test_facts_that_hold_in_some_outcomes_are_named_once_and_not_without_end() -> None:
    facts = [{"player": "p1", "hand": 1}] * 2
    facts += [{"player": "p1", "hand": 1, key: 0} for key in ("ink", "ready_ink", "discard", "ink_drops")]
    facts += [{"player": "p1", "deck": 9, key: 0} for key in ("ink", "ready_ink", "discard")]
    quest = {"do": "quest", "card": FOX}
    ruling = check({"play": [FOX]}, quest, expect=facts).ruling
    assert "0 hold in all of them, 8 only in some (p1 has 1 card in hand; p1 has 1 card in hand and has ink 0; " in ruling
    assert "; 2 more) and 0 in none" in ruling
    alike = check({"play": [FOX]}, quest, expect=[{"player": "p1", "lore": 1}]).ruling
    assert "1 holds in all of them, 0 only in some and 0 in none" in alike


def test_fact_holds_when_it_holds_in_every_outcome() -> None:
    result = check({"play": [FOX]}, {"do": "quest", "card": FOX}, expect=[{"player": "p1", "lore": 1}])
    assert result.verdict is Verdict.HOLDS


def test_ends_that_are_the_same_are_one_outcome() -> None:
    result = check({"play": [CROW]}, {"do": "quest", "card": CROW}, expect=[{"player": "p1", "lore": 2, "hand": 1}])
    (outcome,) = outcomes(result)
    assert result.verdict is Verdict.HOLDS
    assert outcome.state["players"]["p1"]["lore"] == 2


def test_choices_of_later_steps_are_followed_from_each_end() -> None:
    board = {"ink": 2, "hand": ["Bramble", {"card": "Bramble", "as": "B"}]}
    steps = [{"do": "play", "card": "Bramble"}, {"do": "play", "card": "B"}]
    result = check(board, *steps, p2={"play": [SMALL, BIG]}, expect=[{"happened": "damage_dealt"}])
    damages = {str(outcome.state["players"]["p2"]["play"]) for outcome in outcomes(result)}
    assert len(damages) == len(outcomes(result)) == 3
    assert result.verdict is Verdict.HOLDS


def test_given_answers_are_not_explored() -> None:
    result = check({"play": [FOX]}, {"do": "quest", "card": FOX, "answers": [{"may": False}]})
    assert len(outcomes(result)) == 1
    assert result.explored == 0


def test_answers_of_an_outcome_lead_to_it() -> None:
    given = document({"play": [FOX]}, {"do": "quest", "card": FOX})
    for outcome in outcomes(check_scenario(given, CATALOGUE)):
        (way,) = outcome.answers
        again = check_scenario({**given, "explore": False, "steps": [{**given["steps"][0], "answers": way}]}, CATALOGUE)
        assert again.state == outcome.state


def test_limit_is_loud_and_nothing_holds_beyond_it() -> None:
    setup = set_up(document({"play": [FOX]}, {"do": "quest", "card": FOX}), CATALOGUE)
    exploration = explore(setup, limit=1)
    assert not exploration.complete
    assert exploration.verdict is Verdict.OPEN
    assert exploration.explored == 1


def test_branch_that_the_limit_cuts_off_in_a_later_step_is_open_there() -> None:
    quests = [{"do": "quest", "card": FOX}, {"do": "quest", "card": f"{FOX}#2"}]
    exploration = explore(set_up(document({"play": [FOX, FOX]}, *quests), CATALOGUE), limit=2)
    assert exploration.explored == 2
    assert [end.replayed.verdict for end in exploration.ends] == [Verdict.OPEN, Verdict.OPEN]


def test_decision_without_a_list_of_options_stays_open() -> None:
    text = "Each player reveals the top card of their deck. If it's a character card, gain 1 lore."
    card = {"custom": {"name": "Dusk", "type": "action", "cost": 0, "text": text}}
    result = check({"hand": [card]}, {"do": "play", "card": "Dusk"})
    assert result.verdict in (Verdict.OPEN, Verdict.UNSUPPORTED)
