"""A ruling says in two sentences what happens and why, and facts are said as a player would say them."""

from typing import Any

import pytest

from corpus.refs import RuleRef
from engine.api import Verdict, check_scenario
from engine.narrate import first_sentence
from engine.scenario.result import ScenarioResult
from engine.scenario.saying import fact_in_words
from tests.engine.scenario.cards import CATALOGUE

SMALL, BIG, HERON, FOX = "Otter - Small Swimmer", "Otter - Big Swimmer", "Heron - Tall Scout", "Fox - Quick Wit"
MILL = "Mill - Old Wheel"


def own_words(rule: RuleRef) -> str:
    return f"First, {rule.number} says this of the board. More is said elsewhere."


def check(p1: dict[str, Any], *steps: dict[str, Any], p2: dict[str, Any] | None = None, **rest: Any) -> ScenarioResult:
    return check_scenario({"players": {"p1": p1, "p2": p2 or {}}, "steps": list(steps), **rest}, CATALOGUE, own_words)


def test_4_6_a_challenge_is_told_with_the_rule_that_decides_it() -> None:
    result = check(
        {"play": [BIG]}, {"do": "challenge", "card": BIG, "target": HERON}, p2={"play": [{"card": HERON, "exerted": True}]}
    )
    what, why = result.ruling.split("banished. ")
    assert what.startswith(f"p1 challenges {HERON} with {BIG}: {HERON} is dealt 5 damage by {BIG}; ")
    assert why == "This rests on CR 2.3.0 4.6.6.2 and CR 2.3.0 1.8.1.4: 1.8.1.4 says this of the board."


def test_what_a_card_text_caused_quotes_the_text_instead_of_the_rule() -> None:
    result = check({"play": [FOX], "deck": 3}, {"do": "quest", "card": FOX, "answers": [{"may": True}]})
    assert result.ruling == (
        f"p1 quests with {FOX}: p1 gains 1 lore; p1 draws an unknown card."
        f" This rests on SHARP EYES of {FOX} (“draw a card”), CR 2.3.0 4.5.1.4 and CR 2.3.0 1.12.1."
    )


def test_a_step_that_changes_nothing_else_still_says_why() -> None:
    result = check({"ink": 2, "hand": [SMALL]}, {"do": "play", "card": SMALL})
    assert result.ruling == f"p1 plays {SMALL}. This rests on CR 2.3.0 4.3.3: 4.3.3 says this of the board."


def test_a_fact_that_does_not_hold_is_part_of_what_happens() -> None:
    result = check({"play": [SMALL]}, {"do": "quest", "card": SMALL}, expect=[{"player": "p1", "lore": 5}])
    what, why = result.ruling.split(". ", 1)
    assert what == f"p1 quests with {SMALL}: p1 gains 1 lore; 1 expected fact does not hold: p1 has lore 1"
    assert why.startswith("This rests on CR 2.3.0 4.5.1.4: ")


def test_a_step_that_should_have_been_refused_is_said_to_be_legal() -> None:
    result = check({"play": [SMALL]}, {"do": "quest", "card": SMALL, "legal": False})
    assert result.verdict is Verdict.FAILS
    assert result.ruling == f"This is legal: p1 quests with {SMALL}. 1 expected fact does not hold: the step is legal."


def test_a_refused_step_gives_its_reason_and_nothing_else() -> None:
    result = check({"play": [{"card": SMALL, "exerted": True}]}, {"do": "quest", "card": SMALL})
    assert result.ruling == (
        f"Not legal: p1 quests with {SMALL}."
        f" {SMALL} is exerted and can't be exerted to quest (CR 2.3.0 4.5.1.3, CR 2.3.0 5.1.1.2)."
    )


def test_a_board_on_which_nothing_happens_is_answered_by_its_facts() -> None:
    facts = [{"card": SMALL, "can": {"quest": False}, "zone": "play"}, {"player": "p1", "hand": 2}]
    result = check({"play": [{"card": SMALL, "drying": True}], "hand": 2}, expect=facts)
    assert result.ruling == (
        f"The board stands as described: {SMALL} is in play and cannot quest, since {SMALL} is still drying"
        " (CR 2.3.0 5.1.1.11, CR 2.3.0 4.5.1.2, CR 2.3.0 1.7.5, CR 2.3.0 5.3.5); p1 has 2 cards in hand."
    )
    wrong = check({"play": [SMALL]}, expect=[{"card": SMALL, "can": {"quest": False}}])
    assert wrong.ruling == f"The board stands as described. 1 expected fact does not hold: {SMALL} can quest."
    other = check({"play": [{"card": SMALL, "exerted": True}]}, expect=[{"card": SMALL, "can": {"quest": True}}])
    assert other.ruling == (
        f"The board stands as described. 1 expected fact does not hold: {SMALL} cannot quest, since {SMALL} is exerted"
        " and can't be exerted to quest (CR 2.3.0 4.5.1.3, CR 2.3.0 5.1.1.2)."
    )
    misplaced = check(
        {"play": [{"card": SMALL, "drying": True}]}, expect=[{"card": SMALL, "can": {"quest": False}, "zone": "hand"}]
    )
    assert misplaced.ruling == f"The board stands as described. 1 expected fact does not hold: {SMALL} is in play."


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        ({"card": "A", "zone": "discard"}, "A is in the discard"),
        ({"card": "A", "damage": 0, "exerted": False}, "A has no damage and is not exerted"),
        ({"card": "A", "at": None}, "A is at no location"),
        ({"card": "A", "under": 1, "strength": 3}, "A has 1 card under it and has strength 3"),
        ({"card": "A", "keywords": {"Evasive": False, "Resist": 2}}, "A does not have Evasive and has Resist 2"),
        ({"card": "A", "can": {"challenge": {"B": False}, "sing": "C"}}, "A cannot challenge B and can sing C"),
        ({"card": "A", "position": "top"}, "A is at the top of the deck"),
        ({"card": "A", "position": 3}, "A is at place 3 of the deck"),
        ({"player": "P", "won": True, "ready_ink": 2}, "P has won and has ready ink 2"),
        ({"player": "P", "discard": ["A", "B"]}, "P has A and B in their discard"),
        ({"bag": 1}, "1 ability waits in the bag"),
        ({"bag": 0}, "0 abilities wait in the bag"),
        ({"happened": "drawn", "player": "P"}, "drawn of P happened"),
        ({"not_happened": "banished", "times": 2}, "banished happened 2 times"),
    ],
)
def test_facts_are_said_in_words(fact: dict[str, Any], words: str) -> None:
    assert fact_in_words(fact) == words


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Fourth, the player gains as much lore as it has. Here the process ends.", "The player gains as much lore as it has"),
        ("Exerted. To exert a card is to turn it sideways. Those", "Exerted. To exert a card is to turn it sideways"),
        ("A number such as 4.6.4.3 ends no sentence here. Next", "A number such as 4.6.4.3 ends no sentence here"),
        ("“A quoted rule reads like any other one. Then more.” In our words: it does.", "A quoted rule reads like any other one"),
        ("Short", "Short"),
    ],
)
def test_the_first_sentence_of_a_rule_is_one_that_says_something(text: str, said: str) -> None:
    assert first_sentence(text) == said


def test_4_7_a_move_is_not_told_twice() -> None:
    moved = check({"play": [SMALL, MILL], "ink": 1}, {"do": "move", "card": SMALL, "to": MILL})
    assert moved.ruling == f"p1 moves {SMALL} to {MILL}. This rests on CR 2.3.0 4.7.4: 4.7.4 says this of the board."


def test_an_open_decision_says_what_is_legal() -> None:
    alone = check({"play": [FOX], "deck": 3}, {"do": "quest", "card": FOX})
    assert alone.ruling.startswith("It depends: p1 has to decide: ")
    picked = check(
        {"hand": ["Wren - Hard Choices"], "ink": 1}, {"do": "play", "card": "Wren - Hard Choices"}, p2={"play": [SMALL]}
    )
    assert "Legal are Wren - Hard Choices and Otter - Small Swimmer (CR 2.3.0 6.1.3)." in picked.ruling


@pytest.mark.parametrize(
    ("board", "step", "reason"),
    [
        ({"hand": [SMALL], "this_turn": {"inked": 1}}, {"do": "ink"}, "Only 1 card can be inked this turn, and 1 has been"),
        ({"hand": [SMALL]}, {"do": "play"}, "The total cost is 2 ink, but there is no ready ink"),
        ({"hand": [SMALL], "ink": 1}, {"do": "play"}, "The total cost is 2 ink, but there is only 1 ready ink"),
        (
            {"hand": [BIG], "ink": 2, "ink_drops": 1},
            {"do": "play"},
            "cost is 5 ink, but there is only 2 ready ink and 1 ink drop",
        ),
        (
            {"hand": [BIG], "ink_drops": 2},
            {"do": "play"},
            "cost is 5 ink, but there is no ready ink and only 2 ink drops",
        ),
        ({"hand": [SMALL], "ink_drops": 1}, {"do": "play", "ink_drops": 2}, "There is 1 ink drop, not 2"),
        ({"hand": [SMALL], "ink_drops": 3}, {"do": "play", "ink_drops": 3}, "The total cost is 2 ink, less than 3 ink drops"),
    ],
)
def test_1_5_3_reasons_count_in_singular_and_plural(board: dict[str, Any], step: dict[str, Any], reason: str) -> None:
    assert f"{reason} (CR 2.3.0 " in check(board, {**step, "card": board["hand"][0]}).ruling


def worded(kind: str, text: str) -> dict[str, Any]:
    return {"custom": {"name": "Cairn", "type": kind, "text": text}}


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Exert up to 1 chosen characters.", "choose up to 1 card"),
        ("Exert up to 2 chosen characters.", "choose up to 2 cards"),
        ("Each opponent chooses and discards cards until they have 2 cards in their hand.", "choose 1 card to discard"),
        ("Each opponent chooses and discards cards until they have 1 cards in their hand.", "choose 2 cards to discard"),
    ],
)
def test_6_1_3_open_choices_count_in_singular_and_plural(text: str, asked: str) -> None:
    theirs = {"play": [SMALL, BIG, HERON], "hand": [FOX, MILL, BIG]}
    found = check({"hand": [worded("action", text)]}, {"do": "play", "card": "Cairn"}, p2=theirs).open
    assert found is not None
    assert found.decision == asked


def test_4_4_3_4_and_3_2_1_1_choices_of_costs_and_of_the_ready_step_count_too() -> None:
    swap = worded("character", "SWAP Choose and discard a card - Draw a card.")
    paid = check({"play": [swap], "hand": [SMALL, BIG]}, {"do": "use", "card": "Cairn"}).open
    frost = worded("action", "Each opponent can't ready more than 1 of their characters at the start of their next turn.")
    tired = [{"card": SMALL, "exerted": True}, {"card": BIG, "exerted": True}]
    ready = check({"hand": [frost]}, {"do": "play", "card": "Cairn"}, {"do": "end_turn"}, p2={"play": tired}).open
    assert paid is not None
    assert ready is not None
    assert (paid.decision, ready.decision) == ("choose 1 card to pay with", "choose 1 card to ready")
