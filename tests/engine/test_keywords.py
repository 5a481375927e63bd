"""Keywords (8): each of the fifteen."""

import pytest

from corpus.records import CardType
from corpus.refs import cr
from engine.abilities.effects import PutDamage
from engine.abilities.filters import CardFilter, IsType
from engine.abilities.references import Every
from engine.abilities.statics import CannotGainKeyword, CountsAsCostToSing, LosesKeyword
from engine.abilities.vocabulary import Keyword, Occurrence, Stat, Zone
from engine.actions.activate import Boost
from engine.actions.challenge import ChallengeWith
from engine.actions.play import Play
from engine.actions.quest import Quest
from engine.decisions import DecisionNeeded
from engine.errors import IllegalStep
from engine.events import DamagePlaced
from engine.terms import EventName, PlayMode
from engine.turn import EndTurn
from tests.engine.board import AnyOrder, Board, Script, choose, happened, keyword, no, yes
from tests.engine.test_turn_actions import refused
from tests.engine.texts import apply, characters, chosen, deal, draw, gain, gains, gets, n, static, when


def test_8_2_1_alert_passes_evasive_without_being_evasive() -> None:
    board = Board()
    alert = board.p1.character("Tinker Bell", keyword(Keyword.ALERT))
    plain = board.p1.character("Hook")
    theirs = board.p2.character("Peter", keyword(Keyword.EVASIVE), exerted=True)
    game = board.game()
    refused(game, ChallengeWith(plain, theirs), "8.6.1")
    game.act(ChallengeWith(alert, theirs))
    assert game.state.card(theirs).damage == 1
    assert not game.view.sheet(alert).has(Keyword.EVASIVE)


def test_8_6_1_evasive_locations_too() -> None:
    board = Board()
    plain = board.p1.character("Hook")
    place = board.p2.location("Cloud", keyword(Keyword.EVASIVE))
    refused(board.game(), ChallengeWith(plain, place), "8.6.1")


def test_8_3_3_bodyguard_has_to_be_challenged_if_able() -> None:
    board = Board()
    mine = board.p1.character("Hook")
    guard = board.p2.character("Simba", keyword(Keyword.BODYGUARD), exerted=True)
    weak = board.p2.character("Nala", exerted=True)
    place = board.p2.location("Rock")
    game = board.game()
    refused(game, ChallengeWith(mine, weak), "8.3.3")
    assert ChallengeWith(mine, guard).can(game)
    assert ChallengeWith(mine, place).can(game)


def test_8_3_3_a_bodyguard_that_cannot_be_challenged_guards_nobody() -> None:
    board = Board()
    mine = board.p1.character("Hook")
    board.p2.character("Ready", keyword(Keyword.BODYGUARD))
    board.p2.character("High", keyword(Keyword.BODYGUARD), keyword(Keyword.EVASIVE), exerted=True)
    weak = board.p2.character("Nala", exerted=True)
    game = board.game()
    game.act(ChallengeWith(mine, weak))
    assert game.state.card(weak).damage == 1


@pytest.mark.parametrize("exerted", [True, False])
def test_8_3_2_bodyguard_may_enter_exerted(exerted: bool) -> None:
    board = Board()
    board.p1.ink(2)
    card = board.p1.character("Simba", keyword(Keyword.BODYGUARD), cost=2, zone=Zone.HAND)
    game = board.game()
    game.act(Play(card, bodyguard=exerted))
    assert game.state.card(card).exerted is exerted


def test_8_4_1_boost_once_a_turn_even_while_drying() -> None:
    board = Board()
    board.p1.ink(4)
    card = board.p1.character("Genie", keyword(Keyword.BOOST, 2), drying=True)
    game = board.game()
    game.act(Boost(card))
    under = game.state.card(card).under
    assert len(under) == 1
    assert game.state.card(under[0]).facedown
    assert len(game.state.ready_ink(0)) == 2
    refused(game, Boost(card), "8.4.1")
    game.act(EndTurn())
    game.act(EndTurn())
    assert Boost(card).can(game)


def test_8_5_1_challenger_adds_strength_only_while_challenging() -> None:
    board = Board()
    mine = board.p1.character("Mulan", keyword(Keyword.CHALLENGER, 2), keyword(Keyword.CHALLENGER, 1), strength=1, willpower=9)
    theirs = board.p2.character("Shan Yu", willpower=9, strength=1, exerted=True)
    game = board.game()
    assert game.view.sheet(mine).number(Stat.STRENGTH) == 1
    game.act(ChallengeWith(mine, theirs))
    assert game.state.card(theirs).damage == 4
    assert game.view.sheet(mine).number(Stat.STRENGTH) == 1


def test_8_5_2_challenger_does_nothing_while_being_challenged() -> None:
    board = Board()
    mine = board.p1.character("Shan Yu", willpower=9)
    theirs = board.p2.character("Mulan", keyword(Keyword.CHALLENGER, 5), strength=1, willpower=9, exerted=True)
    game = board.game()
    game.act(ChallengeWith(mine, theirs))
    assert game.state.card(mine).damage == 1


def test_8_7_3_reckless_keeps_the_turn_from_ending() -> None:
    board = Board()
    mine = board.p1.character("Brute", keyword(Keyword.RECKLESS), willpower=9)
    theirs = board.p2.character("Milo", willpower=9, exerted=True)
    game = board.game()
    refused(game, EndTurn(), "8.7.3")
    game.act(ChallengeWith(mine, theirs))
    game.act(EndTurn())
    assert game.state.active == 1


def test_8_7_3_reckless_without_a_target_does_not() -> None:
    board = Board()
    board.p1.character("Brute", keyword(Keyword.RECKLESS))
    board.p2.character("Milo")
    assert EndTurn().can(board.game())


def test_8_16_adventurous_cannot_challenge_and_has_to_quest() -> None:
    board = Board()
    mine = board.p1.character("Moana", keyword(Keyword.ADVENTUROUS))
    theirs = board.p2.character("Milo", exerted=True)
    game = board.game()
    refused(game, ChallengeWith(mine, theirs), "8.16.2")
    refused(game, EndTurn(), "8.16.3")
    game.act(Quest(mine))
    game.act(EndTurn())
    assert game.state.active == 1


def test_8_8_1_resist_stacks_and_lowers_damage_dealt() -> None:
    board = Board()
    mine = board.p1.character("Hook", strength=5)
    theirs = board.p2.character("Plate", keyword(Keyword.RESIST, 1), keyword(Keyword.RESIST, 2), willpower=9, exerted=True)
    game = board.game()
    game.act(ChallengeWith(mine, theirs))
    assert game.state.card(theirs).damage == 2
    told = {entry.event.card: entry.rules for entry in game.log if isinstance(entry.event, DamagePlaced)}
    assert cr("8.8.1") in told[theirs]
    assert cr("8.8.1") not in told.get(mine, ())


def test_8_8_2_and_1_9_5_damage_reduced_to_0_is_dealt_but_not_taken() -> None:
    board = Board()
    dealt = when(Occurrence.DEALS_DAMAGE, gain(1), name="DEALT")
    taken = when(Occurrence.DAMAGE_TAKEN, gain(1), name="TAKEN")
    mine = board.p1.character("Hook", dealt, strength=2)
    theirs = board.p2.character("Plate", keyword(Keyword.RESIST, 2), taken, willpower=9, strength=0, exerted=True)
    game = board.game()
    game.act(ChallengeWith(mine, theirs))
    assert game.state.card(theirs).damage == 0
    assert [player.lore for player in game.state.players] == [1, 0]


def test_8_8_3_resist_does_not_stop_damage_that_is_put() -> None:
    board = Board()
    board.p1.ink(1)
    plate = board.p2.character("Plate", keyword(Keyword.RESIST, 2), willpower=9)
    card = board.p1.action("Curse", PutDamage(amount=n(1), on=chosen()))
    game = board.game()
    game.act(Play(card))
    assert game.state.card(plate).damage == 1


def test_8_9_1_rush_challenges_while_drying_but_does_not_quest() -> None:
    board = Board()
    mine = board.p1.character("Maui", keyword(Keyword.RUSH), drying=True)
    theirs = board.p2.character("Milo", exerted=True)
    game = board.game()
    refused(game, Quest(mine), "5.1.1.11")
    game.act(ChallengeWith(mine, theirs))
    assert game.state.card(theirs).damage == 1


def test_5_4_4_2_a_character_of_that_cost_sings_a_song() -> None:
    board = Board()
    singer = board.p1.character("Ariel", cost=3)
    small = board.p1.character("Flounder", cost=2)
    song = board.p1.song("Melody", draw(), cost=3)
    game = board.game()
    refused(game, Play(song, PlayMode.SING, singers=(small,)), "5.4.4.2")
    game.act(Play(song, PlayMode.SING, singers=(singer,)))
    assert game.state.card(singer).exerted
    assert game.state.card(song).zone is Zone.DISCARD
    assert len(game.state.players[0].hand) == 1


def test_8_11_1_and_8_11_3_singer_and_more_cost_to_sing_combine() -> None:
    board = Board()
    stage = static(CountsAsCostToSing(amount=n(2)), affects=characters())
    board.p1.location("Hall", stage)
    singer = board.p1.character("Vanessa", keyword(Keyword.SINGER, 4), cost=2)
    song = board.p1.song("Aria", gain(1), cost=6)
    game = board.game()
    game.act(Play(song, PlayMode.SING, singers=(singer,)))
    assert game.state.players[0].lore == 1
    assert game.view.sheet(singer).number(Stat.COST) == 2


def test_8_12_sing_together_adds_costs_and_each_character_sings() -> None:
    board = Board()
    sings = when(Occurrence.SANG, gain(1), name="ENCORE")
    first, second = (board.p1.character(name, sings, cost=4) for name in ("Ursula", "Ursel"))
    song = board.p1.song("Chorus", draw(), cost=7, together=8)
    game = board.game(AnyOrder())
    refused(game, Play(song, PlayMode.SING, singers=(first,)), "8.12.2")
    game.act(Play(song, PlayMode.SING_TOGETHER, singers=(first, second)))
    assert game.state.players[0].lore == 2
    assert happened(game, EventName.SUNG) == 1


def test_8_13_1_support_adds_strength_to_another_character_this_turn() -> None:
    board = Board()
    helper = board.p1.character("Huey", keyword(Keyword.SUPPORT), strength=2)
    other = board.p1.character("Dewey", strength=1)
    game = board.game(Script([yes()]))
    game.act(Quest(helper))
    assert game.view.sheet(other).number(Stat.STRENGTH) == 3
    game.act(EndTurn())
    assert game.view.sheet(other).number(Stat.STRENGTH) == 1


def test_8_13_1_support_may_be_declined_and_negative_strength_adds_nothing() -> None:
    board = Board()
    helper = board.p1.character("Huey", keyword(Keyword.SUPPORT), static(gets(Stat.STRENGTH, -5)), strength=2)
    other = board.p1.character("Dewey", strength=1)
    game = board.game(Script([yes()]))
    game.act(Quest(helper))
    assert game.view.sheet(other).number(Stat.STRENGTH) == 1
    game = board.game(Script([no()]))
    game.act(Quest(helper))
    assert happened(game, EventName.CHOSEN) == 0


def test_8_14_vanish_only_when_an_opponents_action_chooses() -> None:
    board = Board()
    board.p1.ink(3)
    ghost = board.p2.character("Ghost", keyword(Keyword.VANISH), willpower=9)
    action = board.p1.action("Poke", deal(1))
    game = board.game()
    game.act(Play(action))
    assert game.state.card(ghost).zone is Zone.DISCARD


def test_8_14_1_vanish_not_for_abilities_and_not_for_ones_own_actions() -> None:
    board = Board()
    board.p1.ink(3)
    theirs = board.p2.character("Ghost", keyword(Keyword.VANISH), willpower=9)
    imp = board.p1.character("Imp", when(Occurrence.QUESTED, deal(1), name="POKE"))
    game = board.game(Script([choose(theirs)]))
    game.act(Quest(imp))
    assert game.state.card(theirs).zone is Zone.PLAY
    assert game.state.card(theirs).damage == 1


def test_8_15_1_ward_keeps_opponents_from_choosing() -> None:
    board = Board()
    board.p1.ink(2)
    warded = board.p2.character("Aladdin", keyword(Keyword.WARD))
    action = board.p1.action("Poke", deal(1))
    game = board.game()
    game.act(Play(action))
    assert game.state.card(warded).damage == 0


def test_8_15_2_ward_does_not_stop_effects_that_choose_nobody() -> None:
    board = Board()
    board.p1.ink(2)
    warded = board.p2.character("Aladdin", keyword(Keyword.WARD))
    everyone = Every(among=CardFilter(criteria=(IsType(types=(CardType.CHARACTER,)),)))
    action = board.p1.action("Storm", deal(1, everyone))
    game = board.game()
    game.act(Play(action))
    assert game.state.card(warded).damage == 1


def test_8_15_1_ward_does_not_keep_from_challenging_nor_its_own_player_from_choosing() -> None:
    board = Board()
    board.p1.ink(2)
    mine = board.p1.character("Aladdin", keyword(Keyword.WARD), willpower=9)
    theirs = board.p2.character("Abu", keyword(Keyword.WARD), willpower=9, exerted=True)
    action = board.p1.action("Poke", deal(1))
    game = board.game()
    game.act(ChallengeWith(mine, theirs))
    game.act(Play(action))
    assert game.state.card(theirs).damage == 1
    assert game.state.card(mine).damage == 2


def test_8_1_2_keywords_without_a_number_do_not_stack() -> None:
    board = Board()
    board.p1.ink(1)
    helper = board.p1.character("Huey", keyword(Keyword.SUPPORT), strength=2)
    other = board.p1.character("Dewey", strength=1)
    action = board.p1.action("Hand", apply(gains(Keyword.SUPPORT)))
    game = board.game(Script([choose(helper), yes()]))
    game.act(Play(action))
    game.act(Quest(helper))
    assert game.view.sheet(other).number(Stat.STRENGTH) == 3


def test_8_1_2_keywords_are_lost_and_can_be_barred() -> None:
    board = Board()
    card = board.p1.character(
        "Peter", keyword(Keyword.EVASIVE), static(LosesKeyword(keyword=Keyword.EVASIVE)), static(gains(Keyword.RUSH))
    )
    other = board.p1.character("Wendy", static(CannotGainKeyword(keyword=Keyword.RUSH)), static(gains(Keyword.RUSH)))
    view = board.game().view
    assert not view.sheet(card).has(Keyword.EVASIVE)
    assert view.sheet(card).has(Keyword.RUSH)
    assert not view.sheet(other).has(Keyword.RUSH)


def test_1_7_3_a_choice_with_several_legal_outcomes_is_open() -> None:
    board = Board()
    board.p1.ink(1)
    board.p2.character("A")
    board.p2.character("B")
    action = board.p1.action("Poke", deal(1))
    game = board.game()
    with pytest.raises(DecisionNeeded) as caught:
        game.act(Play(action))
    assert len(caught.value.decision.options) == 2


def test_8_10_1_shift_needs_the_keyword() -> None:
    board = Board()
    board.p1.ink(5)
    base = board.p1.character("Elsa")
    card = board.p1.character("Elsa", zone=Zone.HAND)
    with pytest.raises(IllegalStep):
        board.game().act(Play(card, PlayMode.SHIFT, shift_onto=(base,)))
