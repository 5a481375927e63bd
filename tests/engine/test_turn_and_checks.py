"""Turns (3), game state checks (1.8), the end of a game (2.3.3, 9.2.3), Pack Rush (10.2)."""

import pytest

from engine.abilities.conditions import CardsExist, DuringTurn
from engine.abilities.effects import (
    AddTrigger,
    Banish,
    Establish,
    Exert,
    If,
    LoseLore,
    PutDamage,
    Ready,
    RemoveDamage,
    Sequence,
)
from engine.abilities.filters import AtLocation, StatIs
from engine.abilities.players import EachOpponent
from engine.abilities.references import Every, This
from engine.abilities.statics import Cannot, Doing, LoreToWin, ReadiesAtMost, SkipStep
from engine.abilities.vocabulary import Comparison, Keyword, Occurrence, Stat, TurnOf, Until, Zone
from engine.actions.challenge import ChallengeWith
from engine.actions.play import Play
from engine.actions.quest import Quest
from engine.errors import EngineLimit, IllegalStep
from engine.events import CardReadied
from engine.rules.perform import Limits
from engine.state.objects import Standing
from engine.terms import EventName, Format, LossReason, Phase, Step
from engine.trace import TraceEntry
from engine.turn import EndTurn
from tests.engine.board import AnyOrder, Board, Script, choose, happened
from tests.engine.texts import (
    OPPOSING,
    OTHER,
    YOURS,
    apply,
    at,
    characters,
    chosen,
    deal,
    draw,
    gain,
    gains,
    gets,
    n,
    static,
    when,
)


def test_3_2_a_turn_readies_dries_gains_lore_of_locations_and_draws() -> None:
    board = Board()
    board.p2.ink(0, exerted=1)
    mine = board.p2.character("Moana", exerted=True, drying=True)
    board.p2.location("Motunui", lore=2)
    game = board.game()
    game.act(EndTurn())
    state = game.state
    assert (state.active, state.turn, state.phase) == (1, 4, Phase.MAIN)
    assert (state.card(mine).exerted, state.card(mine).drying) == (False, False)
    assert state.players[1].lore == 2
    assert len(state.players[1].hand) == 1
    assert len(state.ready_ink(1)) == 1


def test_3_2_1_1_only_the_active_player_readies() -> None:
    board = Board()
    mine = board.p1.character("Moana", exerted=True)
    game = board.game()
    game.act(EndTurn())
    assert game.state.card(mine).exerted


def test_3_2_3_1_the_first_turn_of_the_game_has_no_draw() -> None:
    game = Board().game(turn=1)
    game.begin_turn()
    assert happened(game, EventName.DRAWN) == 0
    game.act(EndTurn())
    assert len(game.state.players[1].hand) == 1


def test_3_2_2_3_start_of_turn_abilities_resolve_after_the_lore_of_locations() -> None:
    board = Board()
    board.p2.location("Rock", lore=1)
    board.p2.character("Elder", at(Occurrence.START_OF_TURN, gain(5)))
    game = board.game()
    game.act(EndTurn())
    gained = [entry.event for entry in game.log if EventName.LORE_GAINED in entry.event.names]
    assert [getattr(event, "amount", 0) for event in gained] == [1, 5]
    assert game.state.players[1].lore == 6


def test_3_2_1_3_until_the_start_of_your_next_turn() -> None:
    board = Board()
    board.p1.ink(1)
    mine = board.p1.character("Dodger")
    action = board.p1.action("Dodge", apply(gains(Keyword.WARD), until=Until.START_OF_YOUR_NEXT_TURN))
    game = board.game()
    game.act(Play(action))
    game.act(EndTurn())
    assert game.view.sheet(mine).has(Keyword.WARD)
    game.act(EndTurn())
    assert not game.view.sheet(mine).has(Keyword.WARD)


def test_3_4_1_1_abilities_at_the_end_of_the_turn_see_effects_that_end_with_it() -> None:
    board = Board()
    board.p1.ink(1)
    strong = characters(YOURS, StatIs(stat=Stat.STRENGTH, comparison=Comparison.AT_LEAST, amount=n(3)))
    board.p1.character("Keeper", at(Occurrence.END_OF_TURN, If(condition=CardsExist(cards=strong), effect=gain(2))), strength=0)
    hero = board.p1.character("Hero", strength=1)
    action = board.p1.action("Brew", apply(gets(Stat.STRENGTH, 2)))
    game = board.game(Script([choose(hero)]))
    game.act(Play(action))
    game.act(EndTurn())
    assert game.state.players[0].lore == 2
    assert game.view.sheet(hero).number(Stat.STRENGTH) == 1


def test_6_1_13_1_during_your_turn() -> None:
    board = Board()
    mine = board.p1.character("Triton", static(gains(Keyword.EVASIVE), condition=DuringTurn(turn=TurnOf.YOURS)))
    game = board.game()
    assert game.view.sheet(mine).has(Keyword.EVASIVE)
    game.act(EndTurn())
    assert not game.view.sheet(mine).has(Keyword.EVASIVE)


def test_6_1_13_during_their_next_turn_only() -> None:
    board = Board()
    board.p1.ink(1)
    theirs = board.p2.character("Milo")
    action = board.p1.action("Dare", apply(gains(Keyword.RECKLESS), until=Until.DURING_THEIR_NEXT_TURN))
    game = board.game()
    game.act(Play(action))
    assert not game.view.sheet(theirs).has(Keyword.RECKLESS)
    game.act(EndTurn())
    assert game.view.sheet(theirs).has(Keyword.RECKLESS)
    game.act(EndTurn())
    assert not game.view.sheet(theirs).has(Keyword.RECKLESS)


def test_6_4_3_a_skipped_step_does_not_happen() -> None:
    board = Board()
    board.p2.character("Arthur", static(SkipStep(step="draw")))
    game = board.game()
    game.act(EndTurn())
    assert game.state.players[1].hand == ()


def test_1_2_2_cannot_ready_at_the_start_of_the_turn() -> None:
    board = Board()
    board.p1.ink(1)
    theirs = board.p2.character("Milo", exerted=True)
    freeze = apply(Cannot(doing=Doing.READY_AT_START), until=Until.START_OF_THEIR_NEXT_TURN)
    action = board.p1.action("Freeze", freeze)
    game = board.game()
    game.act(Play(action))
    game.act(EndTurn())
    assert game.state.card(theirs).exerted
    game.act(EndTurn())
    game.act(EndTurn())
    assert not game.state.card(theirs).exerted


def test_1_2_2_a_limit_on_readying_lets_the_player_choose() -> None:
    board = Board()
    board.p1.item("Chain", static(ReadiesAtMost(amount=n(1), cards=characters(OPPOSING), player=EachOpponent())))
    first, second = (board.p2.character(name, exerted=True) for name in ("A", "B"))
    game = board.game(Script([choose(second)]))
    game.act(EndTurn())
    assert (game.state.card(first).exerted, game.state.card(second).exerted) == (True, False)


def test_1_8_1_1_twenty_lore_win_the_game() -> None:
    board = Board()
    board.p1.has(lore=19)
    card = board.p1.character("Moana", lore=1)
    game = board.game()
    game.act(Quest(card))
    assert game.state.winner == 0
    assert game.state.players[0].standing is Standing.WON
    with pytest.raises(IllegalStep):
        game.act(EndTurn())


def test_1_8_1_1_a_text_may_ask_for_more_lore() -> None:
    board = Board()
    board.p1.has(lore=19)
    board.p2.character("Donald", static(LoreToWin(amount=n(25), player=EachOpponent())))
    card = board.p1.character("Moana", lore=1)
    game = board.game()
    game.act(Quest(card))
    assert game.state.winner is None


def test_1_8_4_of_two_players_at_20_the_first_in_turn_order_wins() -> None:
    board = Board()
    board.p1.has(lore=20)
    board.p2.has(lore=20)
    game = board.game(active=1)
    game.settle()
    assert game.state.winner == 1


def test_1_8_1_2_a_turn_that_ends_with_an_empty_deck_loses() -> None:
    board = Board(decks=(1, 1))
    game = board.game()
    game.act(EndTurn())
    assert game.state.winner is None
    game.act(EndTurn())
    assert game.state.players[1].loss is LossReason.EMPTY_DECK
    assert game.state.winner == 0


def test_1_8_1_2_drawing_from_an_empty_deck_does_nothing() -> None:
    board = Board(decks=(0, 10))
    board.p1.ink(1)
    action = board.p1.action("Study", draw(2))
    game = board.game()
    game.act(Play(action))
    assert game.state.winner is None


def test_1_8_3_checks_follow_each_other_until_nothing_is_met() -> None:
    board = Board()
    place = board.p1.location(
        "Rock", static(gets(Stat.WILLPOWER, 2), affects=characters(AtLocation(location=This()))), willpower=3
    )
    guest = board.p1.character("Flounder", willpower=2, damage=2, at=place)
    attacker = board.p2.character("Lumiere", strength=7)
    game = board.game(active=1)
    game.act(ChallengeWith(attacker, place))
    assert game.state.card(place).zone is Zone.DISCARD
    assert game.state.card(guest).zone is Zone.DISCARD


def test_1_8_5_a_condition_that_is_over_by_the_check_has_no_result() -> None:
    board = Board()
    board.p1.ink(1)
    mine = board.p1.character("Luisa", willpower=2)
    effect = Sequence(effects=(PutDamage(amount=n(2), on=chosen()), RemoveDamage(amount=None, cards=chosen(bind="again"))))
    action = board.p1.action("Sway", effect)
    game = board.game()
    game.act(Play(action))
    assert game.state.in_play(mine)


def test_1_8_2_abilities_of_a_check_wait_until_checks_are_done() -> None:
    board = Board()
    board.p1.ink(1)
    board.p1.character("Mourner", when(Occurrence.BANISHED, gain(1), characters()), willpower=1)
    board.p2.character("Weak", willpower=1)
    action = board.p1.action("Storm", deal(1, Every(among=characters())))
    game = board.game(AnyOrder())
    game.act(Play(action))
    assert game.state.players[0].lore == 2


def test_7_4_3_cards_that_leave_together_see_each_other() -> None:
    board = Board()
    board.p1.ink(1)
    mourns = when(Occurrence.BANISHED, LoseLore(amount=n(1), player=EachOpponent()), characters(YOURS, OTHER))
    board.p2.character("Rourke", mourns)
    board.p2.character("A")
    board.p2.character("B")
    board.p1.has(lore=5)
    action = board.p1.action("Be Prepared", Banish(cards=Every(among=characters())))
    game = board.game(AnyOrder())
    game.act(Play(action))
    assert game.state.players[0].lore == 3


def test_9_2_3_a_player_who_loses_leaves_and_the_others_go_on() -> None:
    board = Board(decks=(10, 1, 10))
    theirs = board.p2.character("Milo")
    game = board.game()
    game.act(EndTurn())
    game.act(EndTurn())
    assert game.state.players[1].loss is LossReason.EMPTY_DECK
    assert game.state.card(theirs).zone is Zone.OUTSIDE
    assert game.state.active == 2
    game.act(EndTurn())
    assert game.state.active == 0


def test_2_3_3_4_and_1_8_1_3_conceding_leaves_the_last_player_the_winner() -> None:
    game = Board().game()
    game.concede(1)
    assert game.state.winner == 0
    assert game.state.players[1].loss is LossReason.CONCEDED


def test_9_2_3_the_active_player_concedes_and_the_turn_passes() -> None:
    game = Board(decks=(10, 10, 10)).game()
    game.concede(0)
    assert (game.state.winner, game.state.active) == (None, 1)
    assert len(game.state.players[1].hand) == 1


def test_9_2_3_effects_of_a_player_who_left_end_when_their_turn_would_begin() -> None:
    board = Board(decks=(10, 10, 10))
    board.p1.ink(1)
    mine = board.p2.character("Milo")
    quiet = static(Cannot(doing=Doing.QUEST), affects=characters(OPPOSING))
    action = board.p1.action("Whistle", Establish(ability=quiet, until=Until.START_OF_YOUR_NEXT_TURN))
    game = board.game()
    game.act(Play(action))
    game.concede(0)
    assert not Quest(mine).can(game)
    game.act(EndTurn())
    game.act(EndTurn())
    assert Quest(mine).can(game)


def test_10_2_4_fifteen_lore_win_in_pack_rush() -> None:
    board = Board()
    board.p1.has(lore=14)
    card = board.p1.character("Moana", lore=1)
    game = board.game(format=Format.PACK_RUSH)
    game.act(Quest(card))
    assert game.state.winner == 0


def test_10_2_5_an_empty_deck_is_made_anew_from_the_discard_in_pack_rush() -> None:
    board = Board(decks=(1, 1))
    board.p2.character("Milo", zone=Zone.DISCARD)
    game = board.game(format=Format.PACK_RUSH)
    game.act(EndTurn())
    assert len(game.state.players[1].deck) == 1
    assert game.state.players[1].discard == ()
    game.act(EndTurn())
    assert game.state.winner is None


def test_1_2_3_as_much_as_possible_is_drawn() -> None:
    board = Board()
    board.p1.ink(1)
    game = board.game()
    card = board.p1.action("Study", draw(10_000))
    game = board.game()
    game.act(Play(card))
    assert len(game.state.players[0].hand) == 10


def test_6_1_10_a_loop_is_told_with_its_cycle() -> None:
    board = Board()
    loop = Sequence(effects=(Exert(cards=This()), Ready(cards=This())))
    card = board.p1.character("Spinner", when(Occurrence.QUESTED, Ready(cards=This())), when(Occurrence.READIED, loop))
    game = board.game()
    with pytest.raises(EngineLimit) as caught:
        game.act(Quest(card))
    cycle = [entry.event for entry in caught.value.cycle if isinstance(entry, TraceEntry)]
    assert any(isinstance(event, CardReadied) for event in cycle)


def test_6_1_10_a_runaway_resolution_is_told_with_its_trace() -> None:
    board = Board()
    card = board.p1.character("Echo", when(Occurrence.LORE_GAINED, gain(1), subject=characters()), lore=1)
    game = board.game(limits=Limits(events=8))
    with pytest.raises(EngineLimit) as caught:
        game.act(Quest(card))
    assert caught.value.trace


def test_6_2_7_2_a_delayed_ability_waits_for_its_moment_and_is_gone() -> None:
    board = Board()
    board.p1.ink(1)
    mine = board.p1.character("Candy")
    delayed = at(Occurrence.END_OF_TURN, Banish(cards=Every(among=characters(YOURS))))
    action = board.p1.action("Drift", AddTrigger(ability=delayed, until=Until.END_OF_TURN, once=True))
    game = board.game()
    game.act(Play(action))
    assert game.state.in_play(mine)
    game.act(EndTurn())
    assert game.state.card(mine).zone is Zone.DISCARD
    assert game.state.floating == ()


def test_6_2_7_1_a_floating_ability_triggers_each_time_until_its_duration_is_over() -> None:
    board = Board()
    board.p1.ink(1)
    first, second = (board.p1.character(name, lore=0) for name in ("A", "B"))
    floating = when(Occurrence.QUESTED, gain(1), characters(YOURS))
    action = board.p1.action("Rich", AddTrigger(ability=floating, until=Until.END_OF_TURN))
    game = board.game()
    game.act(Play(action))
    game.act(Quest(first))
    game.act(Quest(second))
    assert game.state.players[0].lore == 2
    game.act(EndTurn())
    assert game.state.floating == ()


def test_3_1_2_steps_are_named_in_order() -> None:
    game = Board().game()
    game.act(EndTurn())
    steps = [getattr(entry.event, "step", None) for entry in game.log if EventName.STEP_STARTED in entry.event.names]
    assert steps == [Step.END_ABILITIES, Step.END_EFFECTS, Step.READY, Step.SET, Step.DRAW, None]
