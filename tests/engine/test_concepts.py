"""What the words of the game mean: players, costs, illegal actions, damage, lore, counters (1)."""

from typing import Any

import pytest

from corpus.records import CardType
from engine.abilities.costs import ExertThis, PayInk
from engine.abilities.effects import PutDamage, PutIntoHand, Sequence
from engine.abilities.filters import CardFilter, IsType, OnSide
from engine.abilities.references import Every
from engine.abilities.statics import AlternateCost
from engine.abilities.vocabulary import Occurrence, Side, Zone
from engine.actions.activate import Use
from engine.actions.challenge import ChallengeWith
from engine.actions.play import Play
from engine.actions.quest import Quest
from engine.api import ScenarioFaults
from engine.errors import IllegalStep
from engine.events import DamagePlaced
from engine.resolve.settle import Bag
from engine.state.objects import Standing
from engine.terms import EventName, PlayMode
from engine.turn import EndTurn
from tests.engine.board import Board, events, happened
from tests.engine.texts import YOURS, characters, chosen, deal, gain, n, static, use, when
from tests.engine.worded import action, among, character, check, holds, play


def test_1_1_7_reminder_text_is_no_rules_text() -> None:
    board = {"play": [character("Hero", "Evasive (Only characters with Evasive can challenge this character. Draw 2 cards.)")]}
    holds(check(board, expect=[{"card": "Hero", "keywords": {"Evasive": True}}, {"player": "p1", "hand": 0}]))


def test_1_3_1_a_game_has_two_players_or_more() -> None:
    with pytest.raises(ScenarioFaults, match="players"):
        among({"p1": {}})


def test_1_3_4_1_one_player_is_active_and_then_the_next() -> None:
    game = Board(decks=(9, 9, 9)).game()
    seen = []
    for _ in range(4):
        seen.append(game.state.active)
        game.act(EndTurn())
    assert seen == [0, 1, 2, 0]


def test_1_3_5_2_and_1_3_5_3_an_opponent_is_every_other_player_by_either_word() -> None:
    opponents = character("Herald", "Whenever this character quests, each opponent loses 1 lore.")
    opposing = character("Crier", "Whenever this character quests, each opposing player loses 1 lore.")
    mine: dict[str, Any] = {"lore": 3, "play": [opponents, opposing]}
    players: dict[str, dict[str, Any]] = {"p1": mine, "p2": {"lore": 3}, "p3": {"lore": 3}}
    facts = [{"player": "p1", "lore": 5}, {"player": "p2", "lore": 1}, {"player": "p3", "lore": 1}]
    holds(among(players, {"do": "quest", "card": "Herald"}, {"do": "quest", "card": "Crier"}, expect=facts))


def test_1_4_3_2_a_pronoun_means_the_character_mentioned_before() -> None:
    push = action("Push", "Chosen character gets +2 ¤ this turn. They can't quest this turn.")
    board = {"ink": 1, "hand": [push], "play": [character("A"), character("B")]}
    facts = [
        {"card": "A", "strength": 4, "can": {"quest": False}},
        {"card": "B", "strength": 2, "can": {"quest": True}},
    ]
    holds(check(board, play("Push", {"choose": ["A"]}), expect=facts))


def test_1_5_1_playing_a_card_takes_as_much_ink_as_its_cost() -> None:
    board = Board()
    board.p1.ink(4)
    card = board.p1.character("Elsa", cost=3, zone=Zone.HAND)
    game = board.game()
    game.act(Play(card))
    assert len(game.state.ready_ink(0)) == 1


def test_1_5_5_1_a_song_that_is_sung_takes_no_ink() -> None:
    board = Board()
    board.p1.ink(3)
    singer = board.p1.character("Singer", cost=3)
    song = board.p1.song("Tune", gain(1), cost=3)
    game = board.game()
    game.act(Play(song, PlayMode.SING, singers=(singer,)))
    assert (len(game.state.ready_ink(0)), game.state.card(singer).exerted) == (3, True)


def test_1_5_5_4_and_6_1_7_1_and_4_4_3_2_an_ability_used_for_free_is_still_exerted_for() -> None:
    board = Board()
    board.p1.item("Passport", static(AlternateCost(kind="use", cards=characters(YOURS), costs=())))
    costs = (ExertThis(), PayInk(amount=n(5)))
    user = board.p1.character("User", use(*costs, effect=gain(1)))
    tired = board.p1.character("Tired", use(*costs, effect=gain(1)), exerted=True)
    game = board.game()
    assert not Use(tired, "printed 1").can(game)
    game.act(Use(user, "printed 1"))
    assert (game.state.players[0].lore, game.state.card(user).exerted) == (1, True)


def test_1_7_4_and_7_7_1_a_triggered_ability_waits_in_the_bag_until_it_resolves() -> None:
    board = Board()
    card = board.p1.character("Herald", when(Occurrence.QUESTED, gain(2)))
    game = board.game()
    game.act(Quest(card), Bag.LEAVE)
    assert ([name for name, _ in game.waiting()], game.state.players[0].lore) == (["Herald: ABILITY"], 1)
    game.settle()
    assert (game.waiting(), game.state.players[0].lore) == ((), 3)


def test_1_7_6_1_after_an_illegal_action_the_player_tries_again_in_the_right_way() -> None:
    board = Board()
    fresh = board.p1.character("Fresh", drying=True)
    dry = board.p1.character("Dry")
    game = board.game()
    with pytest.raises(IllegalStep):
        game.act(Quest(fresh))
    game.act(Quest(dry))
    assert game.state.players[0].lore == 1


def test_1_9_2_1_and_1_9_4_damage_is_dealt_by_challenges_and_by_effects() -> None:
    board = Board()
    board.p1.ink(1)
    mine = board.p1.character("Hero", strength=2, willpower=9)
    theirs = board.p2.character("Villain", strength=3, willpower=9, exerted=True)
    bolt = board.p1.action("Bolt", deal(1, Every(among=characters(OnSide(side=Side.OPPOSING)))))
    game = board.game()
    game.act(ChallengeWith(mine, theirs))
    game.act(Play(bolt))
    dealt = [(each.card, each.amount) for each in events(game) if isinstance(each, DamagePlaced)]
    assert dealt == [(theirs, 2), (mine, 3), (theirs, 1)]
    assert happened(game, EventName.DAMAGE_DEALT) == 3


def test_1_13_1_1_damage_is_placed_on_characters_and_locations_in_play_only() -> None:
    board = Board()
    board.p1.ink(1)
    hero = board.p1.character("Hero", willpower=9)
    place = board.p1.location("Castle", willpower=9)
    later = board.p1.character("Later", zone=Zone.HAND)
    locations = CardFilter(criteria=(IsType(types=(CardType.LOCATION,)),))
    parts = (PutDamage(amount=n(2), on=Every(among=characters())), deal(1, Every(among=locations)))
    rain = board.p1.action("Rain", Sequence(effects=parts))
    game = board.game()
    game.act(Play(rain))
    assert [game.state.card(card).damage for card in (hero, place, later)] == [2, 1, 0]


def test_1_13_2_damage_counters_cease_to_exist_with_the_card_that_leaves() -> None:
    board = Board()
    board.p1.ink(1)
    hero = board.p1.character("Hero", willpower=9, damage=4)
    recall = board.p1.action("Recall", PutIntoHand(cards=chosen()))
    game = board.game()
    game.act(Play(recall))
    assert (game.state.card(hero).zone, game.state.card(hero).damage) == (Zone.HAND, 0)


def test_1_11_3_and_2_3_3_1_twenty_lore_win_in_another_players_turn_too() -> None:
    board = Board()
    board.p2.has(lore=19)
    heir = board.p2.character("Heir", when(Occurrence.BEING_CHALLENGED, gain(1)), exerted=True, willpower=9)
    attacker = board.p1.character("Attacker", willpower=9)
    game = board.game()
    game.act(ChallengeWith(attacker, heir))
    assert (game.state.winner, game.state.players[1].standing) == (1, Standing.WON)
