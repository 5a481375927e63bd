"""Boards become states, labels count as the format says, and a state goes back into a document unchanged."""

from typing import Any

import pytest

from engine.abilities.vocabulary import Keyword, Occurrence, Stat, Until, Zone
from engine.errors import ScenarioFaults
from engine.rules.continuous import view_of
from engine.scenario.export import export_state
from engine.scenario.sameness import state_key
from engine.scenario.setup import SetUp, set_up
from engine.state.objects import Card
from engine.terms import Manner, Phase
from tests.engine.scenario.cards import CATALOGUE

SMALL, BIG, BADGER, MILL = "Otter - Small Swimmer", "Otter - Big Swimmer", "Badger - Night Watch", "Mill - Old Wheel"


def built(p1: dict[str, Any] | None = None, p2: dict[str, Any] | None = None, **rest: Any) -> SetUp:
    return set_up({"players": {"p1": p1 or {}, "p2": p2 or {}}, **rest}, CATALOGUE)


def labelled(setup: SetUp, label: str) -> Card:
    return next(card for card in setup.state.cards.values() if card.label == label)


def faults(p1: dict[str, Any] | None = None, p2: dict[str, Any] | None = None, **rest: Any) -> dict[str, str]:
    with pytest.raises(ScenarioFaults) as caught:
        built(p1, p2, **rest)
    return {fault.path: fault.problem for fault in caught.value.faults}


def test_copies_are_counted_player_by_player_and_zone_by_zone() -> None:
    setup = built(
        {
            "deck": {"top": [SMALL], "unknown": 3},
            "discard": [SMALL],
            "inkwell": {"ready": 2, "cards": [SMALL]},
            "hand": [SMALL],
            "play": [SMALL, {"card": BIG, "under": [SMALL]}],
        },
        {"play": [SMALL]},
    )
    zones = [Zone.PLAY, Zone.HAND, Zone.INKWELL, Zone.DISCARD, Zone.DECK, Zone.UNDER]
    labels = [SMALL, *(f"{SMALL}#{number}" for number in range(2, 7))]
    assert [labelled(setup, label).zone for label in labels] == zones
    assert labelled(setup, f"{SMALL}#7").owner == 1


def test_labels_of_the_document_do_not_count_as_copies() -> None:
    setup = built({"play": [{"card": SMALL, "as": "A"}, SMALL, SMALL]})
    assert [card.label for card in setup.state.cards.values() if card.zone is Zone.PLAY] == ["A", SMALL, f"{SMALL}#2"]


def test_default_board_has_ten_unknown_cards_in_the_deck_and_nothing_else() -> None:
    player = built().state.players[0]
    assert (len(player.deck), player.hand, player.play, player.inkwell, player.discard, player.lore) == (10, (), (), (), (), 0)


def test_deck_ends_are_known() -> None:
    setup = built({"deck": {"top": [SMALL], "unknown": 2, "bottom": [BIG, BADGER]}})
    deck = [setup.state.cards[card].label for card in setup.state.players[0].deck]
    assert deck == [SMALL, "", "", BIG, BADGER]


def test_named_ink_is_among_the_counted() -> None:
    setup = built({"inkwell": {"ready": 1, "exerted": 2, "cards": [SMALL, {"card": BIG, "exerted": True}]}})
    player = setup.state.players[0]
    assert len(player.inkwell) == 3
    assert len(setup.state.ready_ink(0)) == 1
    assert labelled(setup, BIG).exerted
    assert not labelled(setup, SMALL).exerted


def test_character_is_at_its_players_location() -> None:
    setup = built({"play": [MILL, {"card": SMALL, "at": MILL}]})
    assert labelled(setup, SMALL).at == labelled(setup, MILL).id
    assert "another player's" in faults({"play": [MILL]}, {"play": [{"card": SMALL, "at": MILL}]})["players.p2.play[0].at"]
    assert "no location" in faults({"play": [BIG, {"card": SMALL, "at": BIG}]})["players.p1.play[1].at"]


def test_cards_under_another_are_a_stack_from_top_to_bottom() -> None:
    setup = built({"play": [{"card": BIG, "under": [SMALL, {"card": BADGER, "facedown": True}]}, {"card": MILL, "under": 2}]})
    under = [setup.state.cards[card] for card in labelled(setup, BIG).under]
    assert [(card.label, card.facedown, card.top) for card in under] == [
        (SMALL, False, labelled(setup, BIG).id),
        (BADGER, True, labelled(setup, BIG).id),
    ]
    assert len(labelled(setup, MILL).under) == 2


def test_states_of_cards_out_of_play_are_faults() -> None:
    found = faults({"hand": [{"card": SMALL, "damage": 1, "exerted": True}]})
    assert set(found) == {"players.p1.hand[0].damage", "players.p1.hand[0].exerted"}


def test_states_that_a_card_cannot_have_are_faults() -> None:
    found = faults({"play": [{"card": "Lantern", "damage": 1}, "Élan Vital"]})
    assert set(found) == {"players.p1.play[0].damage", "players.p1.play[1]"}


def test_every_unknown_label_is_reported_with_the_nearest() -> None:
    found = faults(
        {"play": [SMALL]},
        steps=[
            {"do": "quest", "card": "Otter - Smal Swimmer", "by": "p3"},
            {"do": "challenge", "card": SMALL, "target": "X", "expect": [{"player": "q"}, {"card": "Y"}]},
        ],
        expect=[{"card": SMALL, "can": {"challenge": {"Z": True}}}],
    )
    assert set(found) == {
        "steps[0].card",
        "steps[0].by",
        "steps[1].target",
        "steps[1].expect[0].player",
        "steps[1].expect[1].card",
        "expect[0].can.challenge",
    }
    assert SMALL in found["steps[0].card"]


def test_card_that_an_answer_names_may_be_asked_about() -> None:
    answers = [{"random": [BADGER]}]
    built(steps=[{"do": "end_turn", "answers": answers, "expect": [{"card": BADGER, "zone": "hand"}]}])


def test_label_given_twice_is_a_fault() -> None:
    assert "twice" in faults({"play": [{"card": SMALL, "as": "A"}]}, {"play": [{"card": SMALL, "as": "a"}]})["players.p2.play[0]"]


def test_gained_effects_apply_and_end_as_said() -> None:
    gained = [
        {"strength": 2, "until": "end_of_turn"},
        {"keyword": "Resist +1", "until": "start_of_your_next_turn"},
        {"keyword": "Evasive", "until": "start_of_their_next_turn"},
        {"willpower": -1},
    ]
    setup = built({"play": [{"card": SMALL, "gained": gained}]})
    sheet = view_of(setup.state).sheet(labelled(setup, SMALL).id)
    assert (sheet.number(Stat.STRENGTH), sheet.number(Stat.WILLPOWER)) == (4, 2)
    assert sheet.keywords[Keyword.RESIST] == 1
    assert sheet.has(Keyword.EVASIVE)
    ends = [(effect.expiry.until, effect.expiry.player) for effect in setup.state.ongoing]
    assert ends == [
        (Until.END_OF_TURN, 0),
        (Until.START_OF_YOUR_NEXT_TURN, 0),
        (Until.START_OF_YOUR_NEXT_TURN, 1),
        (Until.LEAVES_PLAY, 0),
    ]


@pytest.mark.parametrize(
    ("keyword", "problem"), [("Evasve", "did you mean 'Evasive'?"), ("Resist", "needs its number"), ("Ward 2", "no number")]
)
def test_gained_keyword_is_one_of_the_game(keyword: str, problem: str) -> None:
    found = faults({"play": [{"card": SMALL, "gained": [{"keyword": keyword}]}]})
    assert problem in found["players.p1.play[0].gained[0].keyword"]


def test_turn_remembers_what_was_done() -> None:
    done = {
        "inked": 1,
        "played": [SMALL, "Élan Vital"],
        "quested": [BADGER],
        "challenged": [{"by": BADGER, "target": "X"}],
        "drawn": 2,
        "damaged": [BADGER],
        "banished": [BIG],
        "lore_gained": 3,
    }
    setup = built(
        {"play": [SMALL, BADGER], "discard": [BIG], "this_turn": done}, {"play": [{"card": SMALL, "as": "X", "exerted": True}]}
    )
    found = [(happening.occurrence, happening.amount) for happening in setup.state.history]
    assert found.count((Occurrence.PLAYED, 0)) == 2
    assert found.count((Occurrence.DRAWN, 1)) == 2
    assert (Occurrence.LORE_GAINED, 3) in found
    assert (Occurrence.BANISHED, 0) in found
    assert setup.state.players[0].inks == 1
    assert labelled(setup, SMALL).came is Manner.PLAY


def test_what_is_remembered_is_of_cards_that_exist() -> None:
    found = faults({"this_turn": {"quested": ["X"], "played": ["Oter"], "challenged": [{"by": "Y", "target": "Z"}]}})
    assert set(found) == {
        "players.p1.this_turn.quested[0]",
        "players.p1.this_turn.played[0]",
        "players.p1.this_turn.challenged[0].by",
        "players.p1.this_turn.challenged[0].target",
    }


def test_turn_may_begin_with_its_first_phase() -> None:
    assert built(phase="start").state.phase is Phase.START_OF_TURN


def test_older_edition_is_judged_by_the_implemented_one_with_a_caveat() -> None:
    assert "2.0.1" in built(rules="2.0.1").caveats[0]
    assert built(rules="2.3.0").caveats == ()


def test_unknown_edition_is_a_fault() -> None:
    assert "2.0.1, 2.1.0, 2.2.0, 2.3.0" in faults(rules="1.9.9")["rules"]


FULL_BOARD = {
    "lore": 7,
    "ink_drops": 2,
    "inkwell": {"ready": 2, "exerted": 3, "cards": [SMALL, {"card": BIG, "exerted": True}]},
    "hand": [BADGER, {"unknown": 2}, {"custom": {"name": "Fox", "type": "song", "cost": 3, "text": "Evasive"}}],
    "deck": {"top": [SMALL], "unknown": 4, "bottom": [BIG]},
    "discard": ["Lantern", {"unknown": 1}, "Lantern"],
    "play": [
        MILL,
        {"card": SMALL, "as": "A", "exerted": True, "damage": 1, "at": MILL, "gained": [{"strength": 2, "until": "end_of_turn"}]},
        {"card": BIG, "drying": True, "under": [SMALL, {"card": BADGER, "facedown": True}]},
        {
            "card": BADGER,
            "under": 2,
            "gained": [{"keyword": "Resist +2"}, {"cannot": "quest", "until": "start_of_their_next_turn"}],
        },
    ],
    "this_turn": {"inked": 1, "played": ["A"], "quested": [BIG], "drawn": 1, "lore_gained": 2, "banished": ["Lantern"]},
}


def test_state_goes_back_into_a_document_and_comes_out_the_same() -> None:
    setup = built(FULL_BOARD, {"play": [SMALL], "deck": [SMALL, {"unknown": 2}, BIG, {"unknown": 1}]}, active="p2", turn=8)
    exported = export_state(setup.state, setup.faces)
    assert exported.caveats == []
    again = set_up(exported.document, CATALOGUE)
    assert state_key(again.state) == state_key(setup.state)
    assert export_state(again.state, again.faces).document == exported.document


def test_turn_remembers_cards_in_the_order_they_were_played_the_sung_one_among_them() -> None:
    singing = {"name": "Quiet Tune", "type": "song", "cost": 1}
    board = {
        "discard": [{"custom": singing, "as": "tune"}],
        "play": [SMALL, BADGER],
        "this_turn": {"played": [SMALL, "tune", BADGER], "sang": ["tune"]},
    }
    setup = built(board)
    played = [done.subject.card.label for done in setup.state.history if done.occurrence is Occurrence.PLAYED and done.subject]
    assert played == [SMALL, "tune", BADGER]
