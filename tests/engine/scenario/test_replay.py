"""Scenarios are replayed step by step; verdicts, checks, refusals, open decisions and the board afterwards."""

from typing import Any

import pytest

from engine.api import ScenarioFaults, ScenarioResult, Verdict, check_scenario
from tests.engine.scenario.cards import CATALOGUE

SMALL, BIG, BADGER, HERON, MILL = (
    "Otter - Small Swimmer",
    "Otter - Big Swimmer",
    "Badger - Night Watch",
    "Heron - Tall Scout",
    "Mill - Old Wheel",
)
FOX, CROW, WREN, NEWT = "Fox - Quick Wit", "Crow - Two Minds", "Wren - Hard Choices", "Newt - Odd Riddle"


def check(p1: dict[str, Any], *steps: dict[str, Any], p2: dict[str, Any] | None = None, **rest: Any) -> ScenarioResult:
    return check_scenario({"players": {"p1": p1, "p2": p2 or {}}, "steps": list(steps), **rest}, CATALOGUE)


def quest(card: str, **rest: Any) -> dict[str, Any]:
    return {"do": "quest", "card": card, **rest}


def test_facts_that_hold_give_holds() -> None:
    expect = [{"card": SMALL, "exerted": True}, {"player": "p1", "lore": 1}]
    result = check({"play": [SMALL]}, quest(SMALL, expect=expect))
    assert result.verdict is Verdict.HOLDS
    assert [(found.step, found.holds) for found in result.checks] == [(1, True), (1, True)]


def test_fact_that_does_not_hold_says_what_is_so_and_the_replay_goes_on() -> None:
    result = check(
        {"play": [SMALL, BIG]},
        quest(SMALL, expect=[{"player": "p1", "lore": 5}]),
        quest(BIG, expect=[{"player": "p1", "lore": 3}]),
    )
    assert result.verdict is Verdict.FAILS
    assert result.checks[0].actual == {"lore": 1}
    assert [found.holds for found in result.checks] == [False, True]
    assert "p1 has lore 1" in result.ruling


def test_1_7_6_refused_step_ends_the_replay_with_every_reason() -> None:
    result = check({"play": [{"card": SMALL, "exerted": True, "drying": True}]}, quest(SMALL), quest(SMALL))
    assert result.verdict is Verdict.ILLEGAL
    ((step, reasons),) = [(refused.step, refused.reasons) for refused in result.refusals]
    assert step == 1
    assert {reason.rules[0] for reason in reasons} == {"CR 2.3.0 4.5.1.3", "CR 2.3.0 5.1.1.11"}
    assert result.timeline == []
    assert result.ruling.startswith(f"Not legal: p1 quests with {SMALL}.")


@pytest.mark.parametrize(("rule", "verdict"), [(None, "holds"), ("4.5.1.2", "holds"), ("4.5.1", "holds"), ("8.7.2", "fails")])
def test_expected_refusal_names_the_rule_or_its_relative(rule: str | None, verdict: str) -> None:
    named = {} if rule is None else {"rule": rule}
    result = check(
        {"play": [{"card": SMALL, "drying": True}, BIG]},
        quest(SMALL, legal=False, expect=[{"player": "p1", "lore": 0}], **named),
        quest(BIG, expect=[{"player": "p1", "lore": 2}]),
    )
    assert result.verdict == verdict


def test_step_that_was_to_be_refused_but_is_legal_fails_and_changes_nothing() -> None:
    result = check({"play": [SMALL]}, quest(SMALL, legal=False, expect=[{"player": "p1", "lore": 0}]))
    assert result.verdict is Verdict.FAILS
    assert [(found.fact, found.actual, found.holds) for found in result.checks] == [
        ({"legal": False}, {"legal": True}, False),
        ({"player": "p1", "lore": 0}, {"lore": 0}, True),
    ]


def test_open_decision_is_returned_with_its_options_and_rules() -> None:
    result = check({"play": [FOX]}, quest(FOX), quest(FOX))
    assert result.verdict is Verdict.OPEN
    assert result.open is not None
    assert (result.open.step, result.open.by, result.open.source) == (1, "p1", FOX)
    assert [(option.answer, option.rules) for option in result.open.options] == [
        ({"may": True}, ["CR 2.3.0 6.1.4"]),
        ({"may": False}, ["CR 2.3.0 6.1.4"]),
    ]


def test_each_option_of_an_open_choice_is_the_answer_that_makes_it() -> None:
    board: dict[str, Any] = {"ink": 1, "hand": ["Bramble"], "play": [SMALL, BIG]}
    result = check(board, {"do": "play", "card": "Bramble"})
    assert result.open is not None
    assert len(result.open.options) == 2
    for option, label in zip(result.open.options, (SMALL, BIG), strict=True):
        again = check(
            board, {"do": "play", "card": "Bramble", "answers": [option.answer], "expect": [{"card": label, "damage": 2}]}
        )
        assert again.verdict is Verdict.HOLDS


def test_two_identical_copies_are_one_option() -> None:
    result = check({"ink": 1, "hand": ["Bramble"]}, {"do": "play", "card": "Bramble"}, p2={"play": [SMALL, SMALL]})
    assert result.verdict is Verdict.HOLDS


def test_answer_to_a_choice_behind_a_may_says_yes() -> None:
    text = "WIT Whenever this character quests, you may deal 1 damage to chosen opposing character."
    card = {"custom": {"name": "Stoat", "type": "character", "lore": 1, "text": text}}
    result = check(
        {"play": [card]},
        quest("Stoat", answers=[{"choose": [BIG]}], expect=[{"card": BIG, "damage": 1}]),
        p2={"play": [SMALL, BIG]},
    )
    assert result.verdict is Verdict.HOLDS
    assert result.answers.unused == []


def test_illegal_answer_is_reported_and_the_next_one_taken() -> None:
    step = {"do": "play", "card": "Bramble", "answers": [{"choose": [MILL]}, {"choose": [BIG]}]}
    result = check({"ink": 1, "hand": ["Bramble"], "play": [MILL, SMALL, BIG]}, step)
    assert [left.answer for left in result.answers.illegal] == [{"choose": [MILL]}]
    assert result.answers.illegal[0].reasons[0].rules
    assert result.verdict is Verdict.HOLDS


def test_amount_nobody_gave_is_the_most_and_the_timeline_says_so() -> None:
    board = {"ink": 1, "hand": ["Salve"], "play": [{"card": BIG, "damage": 2}]}
    result = check(board, {"do": "play", "card": "Salve", "expect": [{"card": BIG, "damage": 0}]})
    assert result.verdict is Verdict.HOLDS
    (removed,) = [entry for entry in result.timeline if entry.event == "damage_removed"]
    assert "nobody said how much; the most is 2" in removed.text


def test_order_in_the_bag_that_makes_no_difference_is_settled_and_noted() -> None:
    result = check({"play": [CROW]}, quest(CROW, expect=[{"player": "p1", "lore": 2, "hand": 1, "deck": 9}, {"bag": 0}]))
    assert result.verdict is Verdict.HOLDS
    assert any("it makes no difference" in entry.text for entry in result.timeline)


SWEEP = {"name": "Sweep", "type": "action", "cost": 0}
SWEEP_TEXT = "Look at the top 2 cards of your deck. Put them on the bottom of your deck in any order."


def test_open_order_that_no_fact_asks_about_is_settled_with_a_caveat() -> None:
    board = {"hand": [{"custom": {**SWEEP, "text": SWEEP_TEXT}}], "deck": [SMALL, BIG, BADGER]}
    result = check(
        board, {"do": "play", "card": "Sweep", "expect": [{"player": "p1", "deck": 3}, {"card": BADGER, "position": "top"}]}
    )
    assert result.verdict is Verdict.HOLDS
    assert any("makes no difference to what is asked" in caveat for caveat in result.caveats)


def test_open_order_that_a_later_fact_asks_about_is_open() -> None:
    board = {"hand": [{"custom": {**SWEEP, "text": SWEEP_TEXT}}], "deck": [SMALL, BIG, BADGER], "play": [HERON]}
    result = check(board, {"do": "play", "card": "Sweep"}, quest(HERON, expect=[{"card": SMALL, "position": "bottom"}]))
    assert result.verdict is Verdict.OPEN
    assert result.open is not None
    assert result.open.step == 1
    assert [option.answer for option in result.open.options] == [{"order": [SMALL, BIG]}, {"order": [BIG, SMALL]}]


def test_open_order_without_facts_is_open() -> None:
    board = {"hand": [{"custom": {**SWEEP, "text": SWEEP_TEXT}}], "deck": [SMALL, BIG, BADGER]}
    assert check(board, {"do": "play", "card": "Sweep"}).verdict is Verdict.OPEN


def test_order_of_cards_that_nobody_has_named_is_settled() -> None:
    board = {"hand": [{"custom": {**SWEEP, "text": SWEEP_TEXT}}]}
    assert check(board, {"do": "play", "card": "Sweep"}).verdict is Verdict.HOLDS


def test_7_1_4_search_with_one_card_to_find_finds_it_unless_told_otherwise() -> None:
    text = "Search your deck for a card named Badger and put that card into your hand. Shuffle your deck."
    board = {"hand": [{"custom": {"name": "Seek", "type": "action", "text": text}}], "deck": [SMALL, BADGER]}
    found = check(board, {"do": "play", "card": "Seek", "expect": [{"player": "p1", "hand": [BADGER]}]})
    missed = check(board, {"do": "play", "card": "Seek", "answers": [{"choose": []}], "expect": [{"player": "p1", "hand": 0}]})
    assert (found.verdict, missed.verdict) == (Verdict.HOLDS, Verdict.HOLDS)


def test_order_in_the_bag_that_matters_is_open() -> None:
    text = "A Whenever this character quests, gain 1 lore.\nB Whenever this character quests, if you have 3 or more lore, "
    text += "draw a card."
    card = {"custom": {"name": "Vole", "type": "character", "lore": 2, "text": text}}
    result = check({"play": [card]}, quest("Vole"))
    assert result.verdict is Verdict.OPEN
    assert result.open is not None
    assert [option.answer for option in result.open.options] == [{"resolve": "Vole: A"}, {"resolve": "Vole: B"}]
    for first, hand in (("A", 1), ("B", 0)):
        step = quest("Vole", answers=[{"resolve": f"Vole: {first}"}], expect=[{"player": "p1", "hand": hand}])
        assert check({"play": [card]}, step).verdict is Verdict.HOLDS


def test_bag_waits_for_resolve_steps() -> None:
    result = check(
        {"play": [CROW]},
        quest(CROW, expect=[{"bag": 2}, {"player": "p1", "lore": 1, "hand": 0}]),
        {
            "do": "resolve",
            "card": CROW,
            "ability": "SECOND THOUGHT",
            "expect": [{"bag": 1}, {"player": "p1", "lore": 1, "hand": 1}],
        },
        {"do": "resolve", "card": CROW, "ability": "FIRST THOUGHT", "expect": [{"bag": 0}, {"player": "p1", "lore": 2}]},
    )
    assert result.verdict is Verdict.HOLDS


def test_7_7_4_2_resolve_step_of_what_does_not_wait_is_refused() -> None:
    result = check({"play": [CROW]}, quest(CROW), {"do": "resolve", "card": CROW, "ability": "THIRD THOUGHT"})
    assert result.verdict is Verdict.ILLEGAL
    assert "THIRD THOUGHT" in result.ruling


def test_text_that_is_not_executed_is_named_and_never_left_out() -> None:
    result = check({"play": [SMALL, NEWT]}, quest(SMALL))
    assert result.verdict is Verdict.UNSUPPORTED
    assert [clause.card for clause in result.unsupported] == [NEWT]
    assert "moon" in result.unsupported[0].text


def test_text_that_takes_no_part_does_not_matter() -> None:
    assert check({"play": [SMALL], "hand": [NEWT]}, quest(SMALL)).verdict is Verdict.HOLDS


def test_challenge_deals_damage_at_one_time() -> None:
    step = {
        "do": "challenge",
        "card": BIG,
        "target": HERON,
        "expect": [{"card": BIG, "damage": 2}, {"card": HERON, "zone": "discard"}],
    }
    result = check({"play": [BIG]}, step, p2={"play": [{"card": HERON, "exerted": True}]})
    assert result.verdict is Verdict.HOLDS
    assert result.ruling.startswith(f"p1 challenges {HERON} with {BIG}: ")
    assert "is banished" in result.ruling


def test_1_5_3_cost_is_paid_with_the_cards_that_are_named() -> None:
    text = "TOLL ⟳ one of your Mentor characters — Chosen character gets +1 ◊ this turn."
    mentor = {"name": "Elder", "type": "character", "lore": 1, "classifications": ["Mentor"]}
    board = {"play": [{"custom": {"name": "Gate", "type": "item", "text": text}}, {"custom": mentor}, SMALL]}
    step = {"do": "use", "card": "Gate", "ability": "TOLL", "answers": [{"choose": [SMALL]}]}
    paid = check(
        board, {**step, "pay_with": ["Elder"], "expect": [{"card": "Elder", "exerted": True}, {"card": SMALL, "lore": 2}]}
    )
    assert paid.verdict is Verdict.HOLDS
    assert check(board, {**step, "pay_with": [SMALL], "legal": False, "rule": "1.5.3"}).verdict is Verdict.HOLDS


def test_step_of_another_player_is_refused_by_4_1_2() -> None:
    result = check({"play": [SMALL]}, quest(BIG, by="p2", legal=False, rule="4.1.2"), p2={"play": [BIG]})
    assert result.verdict is Verdict.HOLDS


def test_judge_sets_a_card_and_a_check_follows() -> None:
    result = check(
        {"play": [SMALL, BIG]},
        {"do": "set", "card": SMALL, "damage": 3, "expect": [{"card": SMALL, "zone": "discard"}]},
        {
            "do": "set",
            "card": BIG,
            "exerted": True,
            "gained": [{"strength": 2}],
            "expect": [{"card": BIG, "strength": 7, "exerted": True}],
        },
    )
    assert result.verdict is Verdict.HOLDS


def test_judge_sets_a_player() -> None:
    result = check(
        {"play": [SMALL], "hand": [BIG, {"unknown": 2}], "lore": 3},
        {
            "do": "set",
            "player": "p1",
            "lore": 5,
            "inkwell": {"ready": 1, "exerted": 1},
            "hand": [{"unknown": 1}],
            "discard": [BIG, "Lantern"],
            "expect": [
                {"player": "p1", "lore": 5, "hand": 1, "discard": ["Lantern", BIG], "ink": 2, "ready_ink": 1},
                {"card": BIG, "zone": "discard"},
            ],
        },
        quest(SMALL, expect=[{"player": "p1", "lore": 6}]),
    )
    assert result.verdict is Verdict.HOLDS


def test_1_8_1_1_judge_who_sets_20_lore_ends_the_game() -> None:
    result = check({}, {"do": "set", "player": "p2", "lore": 20, "expect": [{"player": "p2", "won": True}]})
    assert result.verdict is Verdict.HOLDS


def test_set_step_that_names_what_is_not_there_is_a_fault() -> None:
    with pytest.raises(ScenarioFaults, match=r"steps\[0\].at"):
        check({"play": [SMALL]}, {"do": "set", "card": SMALL, "at": "Nowhere"})


def test_turn_ends_and_the_next_player_draws() -> None:
    step = {"do": "end_turn", "expect": [{"player": "p2", "hand": 1, "deck": 9}, {"happened": "drawn", "player": "p2"}]}
    result = check({}, step, {"do": "quest", "card": BIG}, p2={"play": [{"card": BIG, "exerted": True}]})
    assert result.verdict is Verdict.HOLDS
    assert result.ruling.startswith(f"p2 quests with {BIG}")


def test_start_of_turn_phase_is_replayed_first() -> None:
    result = check(
        {"play": [{"card": SMALL, "exerted": True, "drying": True}, MILL], "inkwell": {"exerted": 2}},
        quest(SMALL, expect=[{"player": "p1", "lore": 2, "hand": 1, "ready_ink": 2}]),
        phase="start",
    )
    assert result.verdict is Verdict.HOLDS
    assert {entry.step for entry in result.timeline} == {0, 1}


def test_player_who_concedes_loses() -> None:
    step = {"do": "concede", "by": "p1", "expect": [{"player": "p1", "lost": True}, {"player": "p2", "won": True}]}
    assert check({}, step).verdict is Verdict.HOLDS


def test_what_a_card_can_do_is_a_fact() -> None:
    can = {"quest": True, "challenge": {"B": True, MILL: True, BADGER: False, "R": False}}
    result = check(
        {"play": [SMALL, {"card": BIG, "drying": True}]},
        p2={
            "play": [
                {"card": BIG, "as": "B", "exerted": True},
                MILL,
                {"card": BADGER, "exerted": True},
                {"card": SMALL, "as": "R"},
            ]
        },
        expect=[
            {"card": SMALL, "can": can},
            {"card": BIG, "can": {"quest": False, "challenge": {"B": False}}},
            {"card": "B", "can": {"be_challenged_by": [SMALL]}},
            {"card": BADGER, "can": {"be_challenged_by": {SMALL: False}}},
        ],
    )
    assert result.verdict is Verdict.HOLDS


def test_5_1_1_11_what_a_card_cannot_do_has_the_reasons_of_a_refused_step() -> None:
    play = [{"card": SMALL, "drying": True}, BIG, {"card": HERON, "exerted": True}]
    result = check_scenario(
        {
            "players": {"p1": {"play": play}, "p2": {"play": [BADGER]}},
            "expect": [
                {"card": SMALL, "can": {"quest": False}, "zone": "play"},
                {"card": BIG, "can": {"quest": True}},
                {"card": BIG, "can": {"challenge": {BADGER: True}}},
                {"card": HERON, "can": {"quest": False, "challenge": {BADGER: False}}},
                {"card": SMALL, "zone": "play"},
            ],
        },
        CATALOGUE,
        lambda rule: f"text of {rule.number}",
    )
    drying, able, wrong, several, elsewhere = result.checks
    assert drying.reasons is not None
    assert [(reason.text, reason.rules) for reason in drying.reasons] == [
        (f"{SMALL} is still drying", ["CR 2.3.0 5.1.1.11", "CR 2.3.0 4.5.1.2", "CR 2.3.0 1.7.5", "CR 2.3.0 5.3.5"])
    ]
    assert able.reasons is None
    assert elsewhere.reasons is None
    assert not wrong.holds
    assert [reason.rules for reason in wrong.reasons or ()] == [["CR 2.3.0 4.6.4.2"], ["CR 2.3.0 8.6.1", "CR 2.3.0 4.6.4.3"]]
    assert several.reasons is not None
    assert {"CR 2.3.0 4.5.1.3", "CR 2.3.0 4.6.4.1", "CR 2.3.0 8.6.1"} <= {
        rule for found in several.reasons for rule in found.rules
    }
    assert result.rule_texts["CR 2.3.0 5.1.1.11"] == "text of 5.1.1.11"


CARRIED = "The board afterwards, sent back as a scenario, would not carry "


def test_what_the_board_afterwards_cannot_carry_is_one_caveat_about_sending_it_back() -> None:
    won = check({"lore": 19, "play": [SMALL]}, {"do": "quest", "card": SMALL})
    assert won.caveats == [f"{CARRIED}that p1 has won."]
    lost = check({"deck": 0}, {"do": "end_turn"})
    assert lost.caveats == [f"{CARRIED}that the turn is in its End-of-Turn Phase; that p1 has lost; that p2 has won."]


def test_7_7_4_abilities_that_wait_are_counted_among_what_is_not_carried() -> None:
    first, other = {"do": "resolve", "card": CROW, "ability": "FIRST THOUGHT"}, {"do": "resolve", "card": FOX}
    two = check({"play": [CROW]}, quest(CROW), {**first, "ability": "THIRD THOUGHT"})
    assert two.caveats == [f"{CARRIED}2 abilities waiting in the bag."]
    one = check({"play": [CROW, FOX]}, quest(CROW), first, other)
    assert one.caveats == [f"{CARRIED}1 ability waiting in the bag."]


def test_keywords_are_facts_with_and_without_their_numbers() -> None:
    expect = [
        {"card": HERON, "keywords": {"Challenger": True, "Evasive": False}},
        {"card": HERON, "keywords": {"Challenger": 2}},
        {"card": HERON, "keywords": {"challenger": 3}},
    ]
    result = check({"play": [HERON]}, expect=expect)
    assert [found.holds for found in result.checks] == [True, True, False]
    assert result.checks[2].actual == {"keywords": {"Challenger": 2}}


def test_places_in_a_deck_are_facts() -> None:
    board = {"deck": {"top": [SMALL], "unknown": 2, "bottom": [BIG]}}
    facts = [
        ({"card": SMALL, "position": "top"}, True),
        ({"card": SMALL, "position": 1}, True),
        ({"card": BIG, "position": "bottom"}, True),
        ({"card": BIG, "position": 4}, True),
        ({"card": BIG, "position": 3}, False),
    ]
    result = check(board, expect=[fact for fact, _ in facts])
    assert [found.holds for found in result.checks] == [holds for _, holds in facts]


def test_zones_are_compared_without_order_by_label_or_name() -> None:
    board = {"discard": [SMALL, BIG, SMALL], "hand": [{"card": BADGER, "as": "B"}]}
    facts = [
        ({"player": "p1", "discard": [BIG, SMALL, SMALL]}, True),
        ({"player": "p1", "discard": [BIG, SMALL, f"{SMALL}#2"]}, True),
        ({"player": "p1", "discard": [BIG, SMALL]}, False),
        ({"player": "p1", "discard": [BIG, BIG, SMALL]}, False),
        ({"player": "p1", "hand": ["B"]}, True),
        ({"player": "p1", "hand": [BADGER]}, True),
    ]
    result = check(board, expect=[fact for fact, _ in facts])
    assert [found.holds for found in result.checks] == [holds for _, holds in facts]


def test_happenings_are_facts() -> None:
    facts = [
        ({"happened": "quested", "card": SMALL}, True),
        ({"happened": "quested", "card": BIG}, False),
        ({"not_happened": "quested", "card": BIG}, True),
        ({"happened": "lore_gained", "player": "p1"}, True),
        ({"not_happened": "lore_gained", "player": "p2"}, True),
        ({"not_happened": "banished"}, True),
    ]
    result = check({"play": [SMALL, BIG]}, quest(SMALL), expect=[fact for fact, _ in facts])
    assert [found.holds for found in result.checks] == [holds for _, holds in facts]


def test_timeline_names_events_cards_and_rules() -> None:
    result = check({"play": [SMALL]}, quest(SMALL))
    assert [entry.n for entry in result.timeline] == list(range(1, len(result.timeline) + 1))
    (gained,) = [entry for entry in result.timeline if entry.event == "lore_gained"]
    assert (gained.player, gained.amount, gained.rules[0]) == ("p1", 1, "CR 2.3.0 4.5.1.4")


def test_timeline_points_at_the_card_text_behind_an_event() -> None:
    result = check({"play": [FOX]}, quest(FOX, answers=[{"may": True}]))
    (drawn,) = [entry for entry in result.timeline if entry.event == "drawn"]
    assert drawn.source is not None
    assert (drawn.source.card, drawn.source.ability) == (FOX, "SHARP EYES")
    assert drawn.source.text is not None
    assert "draw a card" in drawn.source.text


def test_rule_texts_stand_beside_the_timeline() -> None:
    document = {"players": {"p1": {"play": [SMALL]}, "p2": {}}, "steps": [quest(SMALL)]}
    result = check_scenario(document, CATALOGUE, lambda ref: f"text of {ref.number}")
    assert result.rule_texts["CR 2.3.0 4.5.1.4"] == "text of 4.5.1.4"
    assert set(result.rule_texts) == {ref for entry in result.timeline for ref in entry.rules}


def test_board_afterwards_can_be_sent_back() -> None:
    board = {"play": [SMALL, {"card": BIG, "damage": 1}], "ink": 2, "hand": ["Bramble", {"unknown": 1}]}
    result = check(board, quest(SMALL), {"do": "play", "card": "Bramble", "answers": [{"choose": [BIG]}]})
    facts = [
        {"card": SMALL, "exerted": True},
        {"card": BIG, "damage": 3},
        {"player": "p1", "lore": 1, "ready_ink": 1, "hand": 1, "discard": ["Bramble"]},
    ]
    again = check_scenario({**result.state, "expect": facts}, CATALOGUE)
    assert again.verdict is Verdict.HOLDS
    assert again.state == result.state


def test_result_says_what_it_rests_on() -> None:
    (source,) = check({}).sources
    assert (source.edition, source.authority, source.wording) == ("2.3.0", "restatement", "restated")


def test_older_edition_gets_a_caveat_for_each_applied_rule_that_differs() -> None:
    step = {"do": "challenge", "card": SMALL, "target": BIG}
    result = check({"play": [SMALL]}, step, p2={"play": [{"card": BIG, "exerted": True, "damage": 3}]}, rules="2.0.1")
    assert "judged by edition 2.3.0" in result.caveats[0]
    assert any(caveat.startswith("CR 2.3.0 1.8.1 is not the same in edition 2.0.1") for caveat in result.caveats)
    assert not any("4.5.1" in caveat for caveat in result.caveats)
