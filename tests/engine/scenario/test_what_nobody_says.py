"""Answers that say two things at once, that say "none", or that are left out: orders, unknown cards and chance."""

from typing import Any

import pytest

from engine.api import ScenarioResult, Verdict, check_scenario
from tests.engine.scenario.cards import CATALOGUE

SMALL, BIG, BADGER, HERON = "Otter - Small Swimmer", "Otter - Big Swimmer", "Badger - Night Watch", "Heron - Tall Scout"


def action(text: str) -> dict[str, Any]:
    return {"custom": {"name": "Errand", "type": "action", "text": text}}


def play(text: str, *answers: dict[str, Any], expect: Any = (), p2: Any = None, **p1: Any) -> ScenarioResult:
    board = {"hand": [action(text)], "deck": {"top": [SMALL, BIG, BADGER, HERON], "unknown": 3}, **p1}
    step = {"do": "play", "card": "Errand", "answers": list(answers)}
    return check_scenario({"players": {"p1": board, "p2": p2 or {}}, "steps": [step], "expect": list(expect)}, CATALOGUE)


def at(card: str, position: int | str) -> dict[str, Any]:
    return {"card": card, "position": position}


LOOK = "Look at the top 4 cards of your deck."
ON_TOP = "on the top of your deck"
ONE_AND_REST = f"{LOOK} Put one {ON_TOP} and the rest on the bottom in any order."
TWO_AND_REST = f"{LOOK} Put 2 {ON_TOP} and the rest on the bottom in any order."
ONE_AND_OTHER = f"Look at the top 2 cards of your deck. Put one {ON_TOP} and the other on the bottom."
TO_HAND = f"{LOOK} Put one into your hand and the rest on the bottom of your deck in any order."


@pytest.mark.parametrize(
    "answers",
    [
        [{"order": [BADGER]}, {"order": [HERON, BIG, SMALL]}],
        [{"order": [BADGER, HERON, BIG, SMALL]}],
        [{"choose": [BADGER]}, {"order": [HERON, BIG, SMALL]}],
        [{"order": [HERON, BIG, SMALL]}, {"choose": [BADGER]}],
    ],
)
def test_7_2_3_order_says_which_card_goes_on_top(answers: list[dict[str, Any]]) -> None:
    result = play(ONE_AND_REST, *answers, expect=[at(BADGER, 1), at(HERON, 5), at(BIG, 6), at(SMALL, "bottom")])
    assert (result.verdict, result.answers.unused, result.answers.illegal) == (Verdict.HOLDS, [], [])


def test_7_2_3_order_says_which_cards_go_on_top_and_how_they_lie() -> None:
    answers = [{"order": [HERON, BIG]}, {"order": [BADGER, SMALL]}]
    result = play(TWO_AND_REST, *answers, expect=[at(HERON, 1), at(BIG, 2), at(BADGER, 6), at(SMALL, 7)])
    assert (result.verdict, result.answers.unused) == (Verdict.HOLDS, [])


@pytest.mark.parametrize("answers", [[{"order": [BIG]}], [{"order": [BIG]}, {"order": [SMALL]}], [{"order": [BIG, SMALL]}]])
def test_7_2_3_order_parts_two_cards(answers: list[dict[str, Any]]) -> None:
    result = play(ONE_AND_OTHER, *answers, expect=[at(BIG, 1), at(SMALL, "bottom")])
    assert (result.verdict, result.answers.unused) == (Verdict.HOLDS, [])


def test_order_is_no_choice_of_a_card_that_goes_elsewhere() -> None:
    result = play(TO_HAND, {"order": [BADGER, HERON, BIG]})
    assert result.verdict is Verdict.OPEN
    assert result.open is not None
    assert result.open.options[0].answer == {"choose": [SMALL]}


UP_TO = f"{LOOK} Reveal up to 2 character cards and put them into your hand. "
REST = "Put the rest on the bottom of your deck in any order."


@pytest.mark.parametrize("answer", [{"choose": []}, {"may": False}])
def test_none_settles_a_may_before_anybody_asks_which_cards_these_are(answer: dict[str, Any]) -> None:
    text = f"{LOOK} You may reveal a character card and put it into your hand. " + REST
    result = play(text, answer, deck=10, expect=[{"player": "p1", "hand": 0, "deck": 10}])
    assert (result.verdict, result.answers.unused) == (Verdict.HOLDS, [])


def test_none_settles_up_to_before_anybody_asks_which_cards_these_are() -> None:
    result = play(UP_TO + REST, {"choose": []}, deck=10, expect=[{"player": "p1", "hand": 0, "deck": 10}])
    assert (result.verdict, result.answers.unused) == (Verdict.HOLDS, [])


def test_unknown_cards_are_asked_for_where_nobody_says_none() -> None:
    result = play(UP_TO + REST, deck=10, expect=[{"player": "p1", "hand": 0}])
    assert result.verdict is Verdict.OPEN
    assert result.open is not None
    assert "which card is it?" in result.open.decision


SHUFFLE = "Shuffle chosen character into their player's deck. That player draws 2 cards."


def shuffle(*expect: dict[str, Any]) -> ScenarioResult:
    other = {"play": [SMALL], "deck": {"top": [BIG], "unknown": 5}}
    return play(SHUFFLE, {"choose": [SMALL]}, p2=other, deck=10, expect=expect)


def test_7_2_2_chance_that_no_fact_asks_about_is_settled_with_a_caveat() -> None:
    result = shuffle({"player": "p2", "hand": 2, "deck": 5})
    assert result.verdict is Verdict.HOLDS
    assert any("it makes no difference to what is asked" in caveat for caveat in result.caveats)


def test_7_2_2_chance_that_a_fact_asks_about_is_open() -> None:
    assert shuffle({"card": SMALL, "zone": "deck"}).verdict is Verdict.OPEN
    assert shuffle().verdict is Verdict.OPEN


def test_answer_that_an_open_decision_offers_for_an_unknown_card_is_accepted() -> None:
    text = "Put any number of cards from under your characters and locations into your inkwell facedown and exerted."
    stack = [{"card": SMALL, "under": 3}]
    asked = play(text, play=stack).open
    assert asked is not None
    assert {"choose": ["an unknown card"]} in [option.answer for option in asked.options]
    facts = [{"card": SMALL, "under": 2}, {"player": "p1", "ink": 1}]
    result = play(text, {"choose": ["an unknown card"]}, play=stack, expect=facts)
    assert (result.verdict, result.answers.illegal) == (Verdict.HOLDS, [])


@pytest.mark.parametrize(
    ("effect", "fact"),
    [
        ("gain 1 lore", {"player": "p1", "lore": 2}),
        ("deal 1 damage to chosen opposing character", {"card": BIG, "damage": 1}),
        ("exert chosen opposing character", {"card": BIG, "exerted": True}),
        ("return chosen opposing character to their player's hand", {"card": BIG, "zone": "hand"}),
    ],
)
def test_6_2_7_told_trigger_of_a_card_that_is_in_no_zone_resolves(effect: str, fact: dict[str, Any]) -> None:
    told = {"text": f"Whenever one of your characters quests this turn, {effect}.", "from": "Élan Vital"}
    players = {"p1": {"play": [SMALL], "effects": [told]}, "p2": {"play": [BIG]}}
    steps = [{"do": "quest", "card": SMALL, "answers": [{"choose": [BIG]}]}]
    assert check_scenario({"players": players, "steps": steps, "expect": [fact]}, CATALOGUE).verdict is Verdict.HOLDS


def test_4_4_1_gained_ability_is_named_by_the_ability_that_grants_it() -> None:
    text = "LOUD ECHO Characters gain “⟳ — Draw a card” while here."
    hall = {"custom": {"name": "Hall", "type": "location", "willpower": 5, "text": text}, "as": "hall"}
    document = {
        "players": {"p1": {"play": [{"card": SMALL, "at": "hall"}, hall]}, "p2": {}},
        "steps": [{"do": "use", "card": SMALL, "ability": "Loud Echo", "expect": [{"player": "p1", "hand": 1}]}],
    }
    assert check_scenario(document, CATALOGUE).verdict is Verdict.HOLDS


def test_4_4_1_ability_gained_from_an_action_is_named_by_the_action() -> None:
    text = "Your characters gain “⟳ — Gain 1 lore” this turn."
    document = {
        "players": {"p1": {"play": [SMALL], "hand": [action(text)]}, "p2": {}},
        "steps": [{"do": "play", "card": "Errand"}, {"do": "use", "card": SMALL, "ability": "Errand"}],
        "expect": [{"player": "p1", "lore": 1}],
    }
    assert check_scenario(document, CATALOGUE).verdict is Verdict.HOLDS


def test_player_who_uses_an_ability_of_the_other_side_chooses_for_it() -> None:
    text = "FAIR GAME Once during the Illumineers' turn, an Illumineer may pay 2 lore to deal 1 damage to chosen Hero character."
    giant = {"custom": {"name": "Giant", "type": "character", "willpower": 4, "text": text}}
    hero = {"custom": {"name": "Knight", "type": "character", "willpower": 4, "classifications": ["Hero"]}}
    squire = {"custom": {"name": "Squire", "type": "character", "willpower": 4, "classifications": ["Hero"]}}
    use = {"do": "use", "card": "Giant", "ability": "FAIR GAME", "answers": [{"choose": ["Squire"], "by": "p1"}]}
    document = {
        "players": {"p1": {"lore": 3}, "p2": {"play": [giant, hero, squire]}},
        "steps": [use],
        "expect": [{"card": "Squire", "damage": 1}, {"card": "Knight", "damage": 0}, {"player": "p1", "lore": 1}],
    }
    assert check_scenario(document, CATALOGUE).verdict is Verdict.HOLDS
