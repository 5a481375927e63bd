"""How answers meet decisions: the first unused one that fits, as the scenario format says."""

from dataclasses import replace
from typing import Any

import pytest

from engine.cite import refs
from engine.decisions import Decision, DecisionKind, Option
from engine.scenario.answers import Script
from engine.scenario.faces import Faces
from engine.scenario.reading import Reading
from engine.scenario.setup import set_up
from engine.scenario.statements import Answer
from tests.engine.scenario.cards import CATALOGUE

DOCUMENT = {
    "players": {
        "p1": {
            "play": ["Otter - Small Swimmer", "Badger - Night Watch", "Mill - Old Wheel"],
            "hand": ["Lantern", {"unknown": 2}],
        },
        "p2": {"play": ["Otter - Small Swimmer", {"card": "Heron - Tall Scout", "as": "H"}]},
    }
}
STATE = set_up(DOCUMENT, CATALOGUE).state
IDS = {card.label: card.id for card in STATE.cards.values() if card.label}
OTTER, BADGER, MILL, LANTERN = (IDS[f] for f in ("Otter - Small Swimmer", "Badger - Night Watch", "Mill - Old Wheel", "Lantern"))
OTTER_2, HERON = IDS["Otter - Small Swimmer#2"], IDS["H"]
UNKNOWN = [card.id for card in STATE.cards.values() if card.owner == 0 and card.face is None and card.zone == "hand"]


def script(*answers: dict[str, Any], forced: Any = (), forbidden: Any = frozenset()) -> Script:
    return Script(
        [Answer.model_validate(answer) for answer in answers],
        Reading(lambda: STATE, lambda: (), Faces(CATALOGUE)),
        forced,
        forbidden,
    )


def choose(*cards: int, minimum: int = 1, maximum: int = 1, player: int = 0, resolution: int = 1, **more: Any) -> Decision:
    options = tuple(Option(card, STATE.cards[card].name) for card in cards)
    return Decision(
        DecisionKind.CHOOSE,
        player,
        "choose",
        options,
        minimum,
        maximum,
        rules=refs("6.1.3"),
        resolution=resolution,
        **more,
    )


def may(player: int = 0, resolution: int = 1, **more: Any) -> Decision:
    return Decision(DecisionKind.MAY, player, "may", (Option(True, "yes"), Option(False, "no")), resolution=resolution, **more)


def test_first_unused_answer_that_fits_is_taken() -> None:
    answers = script({"choose": ["Badger - Night Watch"]}, {"choose": ["Otter - Small Swimmer"]})
    assert answers.take(choose(OTTER, BADGER)) == (BADGER,)
    assert answers.take(choose(OTTER, BADGER)) == (OTTER,)
    assert answers.take(choose(OTTER, BADGER)) is None


def test_answer_of_another_kind_is_left_for_later() -> None:
    answers = script({"may": False}, {"choose": ["Badger - Night Watch"]})
    assert answers.take(choose(OTTER, BADGER)) == (BADGER,)
    assert answers.take(may()) == (False,)


def test_illegal_choice_is_reported_with_rule_and_the_next_one_tried() -> None:
    answers = script({"choose": ["H"]}, {"choose": ["Badger - Night Watch"]})
    assert answers.take(choose(OTTER, BADGER)) == (BADGER,)
    ((given, reasons),) = answers.leftovers.illegal
    assert given == {"choose": ["H"]}
    assert reasons[0].rules == refs("6.1.3")
    assert answers.leftovers.unused == ()


def test_answer_that_no_decision_of_its_kind_met_is_unused_and_not_illegal() -> None:
    answers = script({"choose": ["Badger - Night Watch"]}, {"amount": 2})
    answers.take(choose(OTTER, BADGER))
    assert answers.leftovers.unused == ({"amount": 2},)
    assert answers.leftovers.illegal == ()


def test_same_card_twice_is_illegal() -> None:
    answers = script({"choose": ["H", "H"]}, {"choose": ["H"]})
    assert answers.take(choose(OTTER, HERON, minimum=0, maximum=3)) == (HERON,)
    assert answers.leftovers.illegal[0][0] == {"choose": ["H", "H"]}


def test_name_means_the_labelled_card_first_and_then_further_copies() -> None:
    name = "Otter - Small Swimmer"
    answers = script({"choose": [name, name]})
    assert answers.take(choose(OTTER_2, OTTER, minimum=2, maximum=2)) == (OTTER, OTTER_2)


def test_full_name_means_the_only_copy_that_can_be_chosen() -> None:
    answers = script({"choose": ["otter, small swimmer"]})
    assert answers.take(choose(OTTER_2, HERON)) == (OTTER_2,)


def test_copy_is_pointed_at_by_its_number() -> None:
    for label in ("Otter - Small Swimmer#2", "Otter - Small Swimmer #2"):
        assert script({"choose": [label]}).take(choose(OTTER, OTTER_2)) == (OTTER_2,)


def test_empty_choice_is_none_for_up_to_and_no_answer_to_must() -> None:
    assert script({"choose": []}).take(choose(OTTER, BADGER, minimum=0)) == ()
    assert script({"choose": []}).take(choose(OTTER, BADGER)) is None


def test_by_keeps_an_answer_for_its_player() -> None:
    answers = script({"choose": ["H"], "by": "p2"}, {"choose": ["Badger - Night Watch"]})
    assert answers.take(choose(BADGER, HERON)) == (BADGER,)
    assert answers.take(choose(BADGER, HERON, player=1)) == (HERON,)


@pytest.mark.parametrize("asker", ["H", "TALL ORDER", "h: tall order"])
def test_for_keeps_an_answer_for_a_card_or_ability(asker: str) -> None:
    answers = script({"may": True, "for": asker}, {"may": False})
    assert answers.take(may(source=BADGER, ability="DIG")) == (False,)
    assert answers.take(may(source=HERON, ability="TALL ORDER")) == (True,)


def test_choice_of_too_many_names_hands_the_rest_on_within_the_effect() -> None:
    answers = script({"choose": ["Badger - Night Watch", "Mill - Old Wheel"]})
    assert answers.take(choose(OTTER, BADGER)) == (BADGER,)
    assert answers.take(choose(OTTER, MILL, resolution=2)) is None
    assert answers.take(choose(MILL, LANTERN)) == (MILL,)


def test_rest_that_nothing_took_is_reported_unused() -> None:
    answers = script({"choose": ["Badger - Night Watch", "Mill - Old Wheel"]})
    answers.take(choose(OTTER, BADGER))
    assert answers.leftovers.unused == ({"choose": ["Mill - Old Wheel"]},)


def test_too_few_names_are_joined_with_the_next_choice() -> None:
    answers = script({"choose": ["Badger - Night Watch"]}, {"choose": ["H"]})
    assert answers.take(choose(OTTER, BADGER, HERON, minimum=2, maximum=2)) == (BADGER, HERON)
    assert answers.leftovers.unused == ()


def test_choice_behind_a_may_says_yes_to_it() -> None:
    answers = script({"choose": ["Badger - Night Watch"]})
    assert answers.take(may()) == (True,)
    assert answers.take(choose(OTTER, BADGER)) == (BADGER,)
    assert answers.false_claims == frozenset()


def test_choice_that_turns_out_to_be_for_another_effect_says_nothing_to_a_may() -> None:
    answers = script({"choose": ["Badger - Night Watch"]}, {"may": False})
    assert answers.take(may()) == (True,)
    assert answers.take(choose(OTTER, BADGER, resolution=2)) == (BADGER,)
    (claim,) = answers.false_claims
    again = script({"choose": ["Badger - Night Watch"]}, {"may": False}, forbidden=frozenset({claim}))
    assert again.take(may()) == (False,)
    assert again.take(choose(OTTER, BADGER, resolution=2)) == (BADGER,)
    assert again.false_claims == frozenset()


def test_choice_that_was_made_says_yes_to_a_may_about_the_same_cards() -> None:
    answers = script({"choose": ["Badger - Night Watch"]})
    assert answers.take(choose(OTTER, BADGER)) == (BADGER,)
    assert answers.take(may(behind=frozenset({OTTER}))) is None
    assert answers.take(may(behind=frozenset({BADGER}), resolution=2)) is None
    assert answers.take(may(behind=frozenset({BADGER}))) == (True,)


def test_explicit_answer_goes_before_what_a_choice_says_of_a_may() -> None:
    answers = script({"choose": ["Badger - Night Watch"]}, {"may": False})
    assert answers.take(choose(OTTER, BADGER)) == (BADGER,)
    assert answers.take(may(behind=frozenset({BADGER}))) == (False,)


def test_explicit_no_before_a_choice_is_a_no() -> None:
    answers = script({"may": False}, {"choose": ["Badger - Night Watch"]})
    assert answers.take(may()) == (False,)


def test_amount_nobody_gave_is_left_to_the_default_and_noted() -> None:
    decision = Decision(DecisionKind.AMOUNT, 0, "how much", tuple(Option(n, str(n)) for n in range(4)), default=(3,))
    answers = script()
    assert answers.take(decision) is None
    assert [remark for _, remark in answers.assumed] == ["nobody said how much; the most is 3"]
    assert script({"amount": 0}).take(decision) == (0,)
    assert script({"amount": 4}).take(decision) is None


def test_option_counts_from_one_and_several_are_several_answers() -> None:
    options = tuple(Option(number, text) for number, text in enumerate("abc", start=1))
    one = Decision(DecisionKind.OPTION, 0, "choose one", options)
    assert script({"option": 3}).take(one) == (3,)
    assert script({"option": 4}).take(one) is None
    assert script({"option": 3}, {"option": 1}).take(replace(one, minimum=2, maximum=2)) == (3, 1)


def test_choice_for_the_effect_of_an_option_says_which() -> None:
    options = tuple(Option(number, text) for number, text in enumerate("ab", start=1))
    one = Decision(DecisionKind.OPTION, 0, "choose one", options, resolution=1)
    first = script({"choose": ["Badger - Night Watch"]})
    assert first.take(one) == (1,)
    assert first.take(choose(OTTER, HERON)) is None
    second = script({"choose": ["Badger - Night Watch"]}, forbidden=first.false_claims)
    assert second.take(one) == (2,)
    assert second.take(choose(OTTER, BADGER)) == (BADGER,)
    assert second.false_claims == frozenset()
    neither = script({"choose": ["Badger - Night Watch"]}, forbidden=frozenset({(0, 0, 1), (0, 0, 2)}))
    assert neither.take(one) is None
    assert script({"choose": ["Badger - Night Watch"]}, {"option": 2}).take(one) == (2,)


def test_forced_choice_that_a_decision_does_not_admit_is_not_taken() -> None:
    answers = script(forced=[(True,)])
    assert answers.take(choose(OTTER, BADGER)) is None
    assert answers.take(may()) == (True,)


def test_order_may_select_and_order() -> None:
    options = tuple(Option(card, STATE.cards[card].name) for card in (OTTER, BADGER, HERON))
    some = Decision(DecisionKind.ORDER, 0, "any number on top in any order", options, 0, 3)
    assert script({"order": ["H", "Otter - Small Swimmer"]}).take(some) == (HERON, OTTER)
    assert script({"order": ["H"]}).take(replace(some, minimum=3)) is None


def test_order_leaves_out_what_cannot_be_told_apart() -> None:
    options = (Option(OTTER, "Otter"), *(Option(card, "unknown", twin="unknown") for card in UNKNOWN))
    decision = Decision(DecisionKind.ORDER, 0, "in any order", options, 3, 3)
    assert script({"order": ["Otter - Small Swimmer"]}).take(decision) == (OTTER, *UNKNOWN)


@pytest.mark.parametrize("text", ["H: TALL ORDER", "h: tall order", "TALL ORDER", "H"])
def test_ability_in_the_bag_is_named_by_label_and_name(text: str) -> None:
    options = (Option(71, "Badger - Night Watch: DIG"), Option(72, "H: TALL ORDER"))
    decision = Decision(DecisionKind.RESOLVE, 0, "which ability resolves next", options)
    assert script({"resolve": text}).take(decision) == (72,)


def test_loose_name_of_two_abilities_settles_nothing() -> None:
    options = (Option(71, "H: DIG"), Option(72, "H: TALL ORDER"))
    assert script({"resolve": "H"}).take(Decision(DecisionKind.RESOLVE, 0, "which", options)) is None


def test_players_are_named_by_label() -> None:
    decision = Decision(DecisionKind.PLAYER, 0, "choose", (Option(0, "p1"), Option(1, "p2")))
    assert script({"player": "p2"}).take(decision) == (1,)
    assert script({"player": ["p1", "p2"]}).take(replace(decision, maximum=2)) == (0, 1)


def test_chance_may_turn_an_unknown_card_into_a_named_one() -> None:
    options = tuple(Option(card, "unknown", twin="unknown") for card in UNKNOWN)
    answers = script({"random": ["Élan Vital"]})
    assert answers.take(Decision(DecisionKind.RANDOM, 0, "discard at random", options)) == (UNKNOWN[0],)
    assert answers.take(Decision(DecisionKind.IDENTITY, 0, "which card", source=UNKNOWN[0])) == ("Élan Vital",)


def test_several_unknown_cards_are_named_by_one_answer() -> None:
    answers = script({"random": ["Lantern", "Heron - Tall Scout"]})
    assert answers.take(Decision(DecisionKind.IDENTITY, 0, "which", source=UNKNOWN[0], resolution=4)) == ("Lantern",)
    assert answers.take(Decision(DecisionKind.IDENTITY, 0, "which", source=UNKNOWN[1], resolution=4)) == ("Heron - Tall Scout",)


def test_unknown_card_is_not_named_by_a_name_that_no_card_has() -> None:
    answers = script({"random": ["Lantrn"]})
    assert answers.take(Decision(DecisionKind.IDENTITY, 0, "which", source=UNKNOWN[0])) is None
    assert answers.leftovers.illegal[0][0] == {"random": ["Lantrn"]}


def test_forced_choices_settle_what_answers_leave_open() -> None:
    answers = script({"choose": ["H"]}, forced=[(True,), (OTTER,)])
    assert answers.take(choose(HERON, BADGER)) == (HERON,)
    assert answers.take(may(resolution=9)) == (True,)
    assert answers.take(choose(OTTER, BADGER)) == (OTTER,)
    assert answers.take(may()) is None
