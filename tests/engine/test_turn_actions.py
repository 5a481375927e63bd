"""Turn actions: ink (4.2), quest (4.5), challenge (4.6), move (4.7)."""

from typing import Any

import pytest

from corpus.records import CardType
from engine.abilities.costs import PayInk
from engine.abilities.effects import Banish
from engine.abilities.players import EachOpponent, You
from engine.abilities.references import Bound, This
from engine.abilities.statics import AdditionalInk, AlternateCost, Can, Cannot, CostModifier, Doing
from engine.abilities.vocabulary import Keyword, Occurrence, Stat, Zone
from engine.actions.base import TurnAction
from engine.actions.challenge import ChallengeWith
from engine.actions.ink import Ink
from engine.actions.move import Move
from engine.actions.quest import Quest
from engine.errors import IllegalStep
from engine.events import LoreGained
from engine.game import Game
from engine.terms import EventName, Phase
from tests.engine.board import Board, face, happened, keyword
from tests.engine.texts import characters, classed, gain, gets, n, static, when


def refused(game: Game, action: TurnAction, number: str) -> None:
    """Assert that an action is refused by a rule and that nothing changes (1.7.6)."""
    before, logged = game.state, len(game.log)
    with pytest.raises(IllegalStep) as caught:
        game.act(action)
    assert number in {ref.number for refusal in caught.value.refusals for ref in refusal.rules}
    assert game.state == before
    assert len(game.log) == logged
    assert not action.can(game)


def test_4_2_1_3_an_inked_card_lies_facedown_and_ready() -> None:
    board = Board()
    card = board.p1.character("Flounder", zone=Zone.HAND)
    game = board.game()
    game.act(Ink(card))
    found = game.state.card(card)
    assert (found.zone, found.facedown, found.exerted) == (Zone.INKWELL, True, False)
    assert happened(game, EventName.INKED) == 1


def test_4_2_1_2_a_card_without_the_inkwell_symbol_is_refused() -> None:
    board = Board()
    card = board.p1.put(face("Rare", CardType.ITEM, inkwell=False), Zone.HAND)
    refused(board.game(), Ink(card), "4.2.1.2")


def test_4_2_3_only_once_a_turn_and_again_on_the_next_turn() -> None:
    board = Board()
    first, second = (board.p1.character(name, zone=Zone.HAND) for name in ("A", "B"))
    game = board.game()
    game.act(Ink(first))
    refused(game, Ink(second), "4.2.3")


def test_4_2_3_1_additional_cards_are_counted_and_stay_counted() -> None:
    board = Board()
    belle = board.p1.character("Belle", static(AdditionalInk(amount=n(1))))
    cards = [board.p1.character(name, zone=Zone.HAND) for name in ("A", "B", "C")]
    game = board.game()
    game.act(Ink(cards[0]))
    game.act(Ink(cards[1]))
    refused(game, Ink(cards[2]), "4.2.3")
    assert game.state.in_play(belle)


def test_4_5_1_4_a_quest_exerts_and_gains_the_lore_of_the_character() -> None:
    board = Board()
    card = board.p1.character("Moana", lore=2)
    game = board.game()
    game.act(Quest(card))
    assert game.state.card(card).exerted
    assert game.state.players[0].lore == 2


@pytest.mark.parametrize(
    ("states", "keywords", "number"),
    [
        ({"exerted": True}, (), "5.1.1.2"),
        ({"drying": True}, (), "5.1.1.11"),
        ({}, (Keyword.RECKLESS,), "8.7.2"),
    ],
)
def test_4_5_1_2_limiters_of_questing(states: dict[str, Any], keywords: tuple[Keyword, ...], number: str) -> None:
    board = Board()
    card = board.p1.character("Moana", *(keyword(each) for each in keywords), **states)
    refused(board.game(), Quest(card), number)


def test_4_5_1_only_characters_quest() -> None:
    board = Board()
    item = board.p1.item("Lantern")
    refused(board.game(), Quest(item), "4.5.1")


def test_4_1_2_nobody_acts_in_another_players_turn() -> None:
    board = Board()
    theirs = board.p2.character("Stitch")
    refused(board.game(), Quest(theirs), "4.5.1")


def test_4_1_2_turn_actions_need_the_main_phase() -> None:
    board = Board()
    card = board.p1.character("Moana")
    refused(board.game(phase=Phase.END_OF_TURN), Quest(card), "4.1.2")


def test_4_5_3_1_negative_lore_gains_nothing() -> None:
    board = Board()
    card = board.p1.character("Flynn", static(gets(Stat.LORE, -5)), lore=2)
    game = board.game()
    game.act(Quest(card))
    assert game.view.sheet(card).number(Stat.LORE) == -3
    assert game.state.players[0].lore == 0


def test_1_7_6_all_reasons_are_given() -> None:
    board = Board()
    card = board.p1.character("Tired", keyword(Keyword.RECKLESS), exerted=True, drying=True)
    with pytest.raises(IllegalStep) as caught:
        board.game().act(Quest(card))
    numbers = {ref.number for refusal in caught.value.refusals for ref in refusal.rules}
    assert {"5.1.1.2", "5.1.1.11", "8.7.2"} <= numbers


def test_4_6_6_2_both_sides_deal_damage_at_the_same_time() -> None:
    board = Board()
    mine = board.p1.character("Stitch", strength=2, willpower=2)
    theirs = board.p2.character("Milo", strength=2, willpower=2, exerted=True)
    game = board.game()
    game.act(ChallengeWith(mine, theirs))
    assert game.state.card(mine).zone is Zone.DISCARD
    assert game.state.card(theirs).zone is Zone.DISCARD
    assert game.state.challenge is None


@pytest.mark.parametrize(
    ("mine", "theirs", "number"),
    [
        ({"exerted": True}, {"exerted": True}, "4.6.4.1"),
        ({"drying": True}, {"exerted": True}, "4.6.4.1"),
        ({}, {"exerted": False}, "4.6.4.2"),
    ],
)
def test_4_6_4_who_may_challenge_whom(mine: dict[str, Any], theirs: dict[str, Any], number: str) -> None:
    board = Board()
    attacker = board.p1.character("Stitch", **mine)
    target = board.p2.character("Milo", **theirs)
    refused(board.game(), ChallengeWith(attacker, target), number)


def test_4_6_4_2_not_ones_own_cards_and_not_items() -> None:
    board = Board()
    mine, mate = board.p1.character("Stitch"), board.p1.character("Lilo", exerted=True)
    item = board.p2.item("Lantern")
    refused(board.game(), ChallengeWith(mine, mate), "4.6.4.2")
    refused(board.game(), ChallengeWith(mine, item), "4.6.4.2")


def test_4_6_8_a_location_is_challenged_though_never_exerted_and_deals_no_damage() -> None:
    board = Board()
    mine = board.p1.character("Stitch", strength=3)
    place = board.p2.location("Fort", willpower=5)
    game = board.game()
    game.act(ChallengeWith(mine, place))
    assert game.state.card(place).damage == 3
    assert game.state.card(mine).damage == 0


def test_4_6_9_nothing_is_dealt_when_one_side_has_left_the_challenge() -> None:
    board = Board()
    trap = when(Occurrence.BEING_CHALLENGED, Banish(cards=Bound(name="other")), name="TRAP")
    mine = board.p1.character("Stitch", strength=3)
    theirs = board.p2.character("Milo", trap, willpower=3, exerted=True)
    game = board.game()
    game.act(ChallengeWith(mine, theirs))
    assert game.state.card(mine).zone is Zone.DISCARD
    assert game.state.card(theirs).damage == 0
    assert happened(game, EventName.DAMAGE_DEALT) == 0
    assert happened(game, EventName.CHALLENGE_ENDED) == 1


def test_4_6_7_after_the_challenge_comes_last() -> None:
    board = Board()
    mine = board.p1.character(
        "Stitch",
        when(Occurrence.CHALLENGE_ENDED, gain(1), name="AFTER"),
        when(Occurrence.CHALLENGED, gain(2), name="FIRST"),
        willpower=9,
    )
    theirs = board.p2.character("Milo", willpower=9, exerted=True)
    game = board.game()
    game.act(ChallengeWith(mine, theirs))
    amounts = [entry.event.amount for entry in game.log if isinstance(entry.event, LoreGained)]
    assert amounts == [2, 1]


def test_4_6_9_2_both_banished_in_a_challenge_see_each_other() -> None:
    board = Board()
    revenge = when(Occurrence.BANISHES_IN_CHALLENGE, gain(1), name="REVENGE")
    mine = board.p1.character("Stitch", revenge, strength=3, willpower=1)
    theirs = board.p2.character("Milo", revenge, strength=3, willpower=1, exerted=True)
    game = board.game()
    game.act(ChallengeWith(mine, theirs))
    assert [player.lore for player in game.state.players] == [1, 1]


def test_1_2_1_a_permission_lets_ready_characters_be_challenged() -> None:
    board = Board()
    mine = board.p1.character("Hunter", static(Can(doing=Doing.CHALLENGE_READY)))
    theirs = board.p2.character("Prey", exerted=False)
    game = board.game()
    game.act(ChallengeWith(mine, theirs))
    assert game.state.card(theirs).damage == 1


def test_1_2_2_a_restriction_wins_over_a_permission() -> None:
    board = Board()
    mine = board.p1.character("Hunter", static(Can(doing=Doing.CHALLENGE_READY)))
    theirs = board.p2.character("Prey", static(Cannot(doing=Doing.BE_CHALLENGED)))
    refused(board.game(), ChallengeWith(mine, theirs), "1.2.2")


def test_4_6_4_3_a_restriction_on_who_may_challenge_looks_at_the_challenger() -> None:
    board = Board()
    villain = board.p1.character("Jafar", classifications=("Villain",))
    hero = board.p1.character("Aladdin", classifications=("Hero",))
    theirs = board.p2.character("Shy", static(Cannot(doing=Doing.BE_CHALLENGED, by=characters(classed("Villain")))), exerted=True)
    game = board.game()
    refused(game, ChallengeWith(villain, theirs), "4.6.4.3")
    game.act(ChallengeWith(hero, theirs))
    assert game.state.card(theirs).damage == 1


def test_4_7_4_a_character_moves_for_the_move_cost() -> None:
    board = Board()
    card, place = board.p1.character("Jim"), board.p1.location("Port", move_cost=2)
    board.p1.ink(2)
    game = board.game()
    game.act(Move(card, place))
    assert game.state.card(card).at == place
    assert game.state.ready_ink(0) == ()
    refused(game, Move(card, place), "4.7.2")


def test_4_7_1_only_to_ones_own_locations() -> None:
    board = Board()
    card, place = board.p1.character("Jim"), board.p2.location("Port", move_cost=0)
    refused(board.game(), Move(card, place), "4.7.1")


def test_4_7_3_3_modifiers_lower_the_move_cost_and_an_offer_makes_it_free() -> None:
    board = Board()
    cheap = board.p1.item("Map", static(CostModifier(amount=n(1), cards=None, kind="move", player=EachOpponent())))
    offer = static(AlternateCost(costs=(), cards=characters(classed("Pirate")), kind="move", player=You()))
    pirate = board.p1.character("Jim", classifications=("Pirate",))
    other = board.p1.character("Kida")
    place = board.p1.location("Port", offer, move_cost=1)
    game = board.game()
    refused(game, Move(other, place), "1.5.3")
    game.act(Move(pirate, place))
    assert game.state.card(pirate).at == place
    assert game.state.in_play(cheap)


def test_5_6_6_characters_stay_when_their_location_leaves() -> None:
    board = Board()
    place = board.p1.location("Port", willpower=1)
    card = board.p1.character("Jim", at=place)
    attacker = board.p2.character("Hook", strength=1)
    game = board.game(active=1)
    game.act(ChallengeWith(attacker, place))
    assert game.state.card(place).zone is Zone.DISCARD
    assert (game.state.card(card).zone, game.state.card(card).at) == (Zone.PLAY, None)
    assert happened(game, EventName.LEFT_LOCATION) == 1


def test_4_6_4_3_a_toll_has_to_be_paid_to_challenge() -> None:
    board = Board()
    toll = static(Cannot(doing=Doing.CHALLENGE, unless_paid=(PayInk(amount=n(1)),)), affects=This())
    mine = board.p1.character("Stitch", toll)
    theirs = board.p2.character("Milo", exerted=True)
    refused(board.game(), ChallengeWith(mine, theirs), "1.5.3")
    board.p1.ink(1)
    game = board.game()
    game.act(ChallengeWith(mine, theirs))
    assert game.state.ready_ink(0) == ()
    assert game.state.card(theirs).damage == 1
