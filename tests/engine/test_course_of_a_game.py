"""How a game and its turns run: turn order, phases, steps, the end (2, 3), with more than two players (9.2), Pack Rush (10)."""

import pytest

from engine.abilities.conditions import DuringTurn, HasMoreCards
from engine.abilities.costs import PayInk
from engine.abilities.filters import CardFilter
from engine.abilities.players import EachOpponent, You
from engine.abilities.references import This
from engine.abilities.statics import Cannot, Doing, GainsAbility, LosesAbilities, SkipStep
from engine.abilities.vocabulary import Keyword, Occurrence, Stat, TurnOf, Until, Zone
from engine.actions.challenge import ChallengeWith
from engine.actions.play import Play
from engine.actions.quest import Quest
from engine.errors import IllegalStep
from engine.events import PhaseEntered, StepSkipped, TurnStarted
from engine.resolve.settle import Bag
from engine.state.objects import Standing
from engine.terms import EventName, Format, LossReason, Phase, Step
from engine.turn import EndTurn
from tests.engine.board import AnyOrder, Board, Script, choose, events, happened, keyword
from tests.engine.texts import (
    OPPOSING,
    OTHER,
    YOURS,
    apply,
    at,
    characters,
    chosen,
    deal,
    gain,
    gets,
    n,
    static,
    when,
)


def test_2_1_3_and_2_3_2_and_9_2_1_turns_go_round_the_table() -> None:
    game = Board(decks=(9, 9, 9, 9)).game(active=2)
    for _ in range(4):
        game.act(EndTurn())
    assert [event.player for event in events(game) if isinstance(event, TurnStarted)] == [3, 0, 1, 2]


def test_2_2_3_the_game_opens_with_the_start_of_turn_phase_of_the_starting_player() -> None:
    board = Board()
    board.p1.location("Castle", lore=1)
    game = board.game(turn=1)
    game.begin_turn()
    assert (game.state.phase, game.state.players[0].lore, game.state.players[0].hand) == (Phase.MAIN, 1, ())


def test_2_3_3_when_the_game_is_over_nobody_acts() -> None:
    board = Board()
    card = board.p1.character("Elsa")
    game = board.game()
    game.concede(1)
    assert game.legal_actions() == ()
    with pytest.raises(IllegalStep, match="over"):
        game.act(Quest(card))


def test_2_3_3_2_ending_a_turn_with_an_empty_deck_loses_the_game() -> None:
    game = Board(decks=(0, 5)).game()
    game.act(EndTurn())
    assert game.state.players[0].loss is LossReason.EMPTY_DECK
    assert (game.state.winner, happened(game, EventName.TURN_STARTED)) == (1, 0)


def test_2_3_3_3_the_last_player_of_three_wins() -> None:
    game = Board(decks=(9, 9, 9)).game()
    game.concede(2)
    assert not game.state.over
    game.concede(1)
    assert (game.state.winner, game.state.players[0].standing) == (0, Standing.WON)


def test_3_1_1_and_3_1_3_and_3_3_1_the_player_acts_in_the_second_of_three_phases() -> None:
    board = Board()
    mine = board.p2.character("Elsa")
    game = board.game()
    game.act(EndTurn())
    assert (game.state.phase, Quest(mine) in game.legal_actions()) == (Phase.MAIN, True)
    game.act(EndTurn())
    phases = [event.phase for event in events(game) if isinstance(event, PhaseEntered)]
    once = [phase for place, phase in enumerate(phases) if place == 0 or phases[place - 1] is not phase]
    one_turn = [Phase.END_OF_TURN, Phase.START_OF_TURN, Phase.MAIN]
    assert once == one_turn * 2


def test_3_1_4_and_3_4_1_effects_end_before_the_next_player_becomes_active() -> None:
    board = Board()
    board.p1.ink(1)
    mine = board.p1.character("Elsa", strength=1)
    brew = board.p1.action("Brew", apply(gets(Stat.STRENGTH, 2)))
    game = board.game()
    game.act(Play(brew))
    game.act(EndTurn())
    names = [type(event).__name__ for event in events(game)]
    assert names.index("EffectsEnded") < names.index("TurnEnded") < names.index("TurnStarted")
    assert game.view.sheet(mine).number(Stat.STRENGTH) == 1


def test_3_2_1_2_during_your_turn_applies_from_the_ready_step_on() -> None:
    board = Board()
    board.p2.character("Elder", static(gets(Stat.LORE, 3), condition=DuringTurn(turn=TurnOf.YOURS)), lore=0)
    place = board.p2.location("Castle", static(gets(Stat.LORE, 2), condition=DuringTurn(turn=TurnOf.YOURS)), lore=1)
    game = board.game()
    assert game.view.sheet(place).number(Stat.LORE) == 1
    game.act(EndTurn())
    assert game.state.players[1].lore == 3


def test_3_2_1_4_abilities_at_the_start_of_the_turn_wait_for_the_set_step() -> None:
    board = Board()
    mine = board.p2.character("Elsa", at(Occurrence.START_OF_TURN, gain(1)), drying=True)
    board.p2.location("Castle", lore=2)
    game = board.game()
    game.act(EndTurn())
    names = [name for event in events(game) for name in event.names]
    triggered = names.index(EventName.ABILITY_TRIGGERED)
    assert triggered < names.index(EventName.DRIED) < names.index(EventName.ABILITY_RESOLVED)
    assert not game.state.card(mine).drying


def test_3_2_2_1_characters_dry_and_may_quest_challenge_and_exert() -> None:
    board = Board()
    fresh = board.p2.character("Elsa", drying=True)
    target = board.p1.character("Olaf", exerted=True)
    game = board.game(active=1)
    assert not Quest(fresh).can(game)
    game.act(EndTurn())
    game.act(EndTurn())
    assert Quest(fresh).can(game)
    assert not ChallengeWith(fresh, target).can(game), "it readied at the start of its player's turn"


def test_3_2_3_2_the_main_phase_begins_when_the_bag_is_empty() -> None:
    board = Board()
    board.p2.character("Reader", when(Occurrence.DRAWN, gain(1), subject=CardFilter(zone=Zone.HAND)))
    game = board.game()
    game.act(EndTurn(), Bag.LEAVE)
    assert (game.state.phase, game.state.step, len(game.waiting())) == (Phase.START_OF_TURN, Step.DRAW, 1)
    game.settle()
    assert (game.state.phase, game.state.players[1].lore) == (Phase.MAIN, 1)


def test_3_3_2_the_turn_may_be_ended_at_any_time_of_the_main_phase() -> None:
    board = Board()
    card = board.p1.character("Elsa")
    for acts in ([], [Quest(card)]):
        game = board.game()
        for action in acts:
            game.act(action)
        game.act(EndTurn())
        assert game.state.active == 1


def test_3_3_2_1_the_turn_does_not_end_while_abilities_wait() -> None:
    board = Board()
    card = board.p1.character("Elsa", when(Occurrence.QUESTED, gain(1)))
    game = board.game()
    game.act(Quest(card), Bag.LEAVE)
    with pytest.raises(IllegalStep) as refused:
        game.act(EndTurn())
    assert "3.3.2.1" in {ref.number for refusal in refused.value.refusals for ref in refusal.rules}


@pytest.mark.parametrize(("ink", "free_to_end"), [(0, True), (1, False)])
def test_8_7_3_a_character_that_cannot_pay_to_challenge_does_not_keep_the_turn_from_ending(ink: int, free_to_end: bool) -> None:
    board = Board()
    board.p1.ink(ink)
    toll = Cannot(doing=Doing.CHALLENGE, unless_paid=(PayInk(amount=n(1)),))
    board.p1.character("Reckless", keyword(Keyword.RECKLESS), static(toll))
    board.p2.character("Milo", exerted=True)
    assert EndTurn().can(board.game()) is free_to_end


def test_3_4_1_2_abilities_that_come_up_as_effects_end_resolve_before_the_turn_is_over() -> None:
    board = Board()
    board.p1.ink(2)
    tough = board.p1.character("Tough", willpower=2)
    board.p1.character("Mourner", when(Occurrence.BANISHED, gain(1), characters(YOURS, OTHER)))
    steel = board.p1.action("Steel", apply(gets(Stat.WILLPOWER, 5)))
    wound = board.p1.action("Wound", deal(3))
    game = board.game(Script([choose(tough), choose(tough)]))
    game.act(Play(steel))
    game.act(Play(wound))
    assert game.state.in_play(tough)
    game.act(EndTurn())
    names = [type(event).__name__ for event in events(game)]
    assert (game.state.card(tough).zone, game.state.players[0].lore) == (Zone.DISCARD, 1)
    assert names.index("AbilityResolved") < names.index("TurnEnded")


def test_3_4_1_2_an_effect_for_this_turn_that_is_made_while_effects_end_goes_with_the_turn() -> None:
    board = Board()
    board.p1.ink(1)
    frail = board.p1.character("Frail", willpower=2)
    stronger = apply(gets(Stat.STRENGTH, 3), to=This())
    heir = board.p1.character("Heir", when(Occurrence.BANISHED, stronger, characters(YOURS, OTHER)))
    steel = board.p1.action("Steel", apply(gets(Stat.WILLPOWER, 5)))
    wound = board.p1.action("Wound", deal(3), cost=0)
    game = board.game(Script([choose(frail), choose(frail)]))
    game.act(Play(steel))
    game.act(Play(wound))
    game.act(EndTurn())
    assert game.state.card(frail).zone is Zone.DISCARD
    assert game.view.sheet(heir).number(Stat.STRENGTH) == 1
    assert game.state.ongoing == ()


def test_9_2_3_effects_for_this_turn_end_with_the_turn_of_a_player_who_concedes() -> None:
    board = Board(decks=(9, 9, 9))
    board.p1.ink(1)
    theirs = board.p2.character("Milo", strength=1)
    brew = board.p1.action("Brew", apply(gets(Stat.STRENGTH, 2)))
    game = board.game()
    game.act(Play(brew))
    assert game.view.sheet(theirs).number(Stat.STRENGTH) == 3
    game.concede(0)
    assert (game.state.active, game.view.sheet(theirs).number(Stat.STRENGTH)) == (1, 1)


def test_7_7_7_the_abilities_of_a_player_who_leaves_cease_to_exist() -> None:
    board = Board(decks=(9, 9, 9))
    watches = when(Occurrence.QUESTED, gain(5), characters(OPPOSING))
    board.p2.character("Watcher", watches)
    board.p3.character("Other", watches)
    card = board.p1.character("Elsa", lore=0)
    game = board.game()
    game.act(Quest(card), Bag.LEAVE)
    assert len(game.waiting()) == 2
    game.concede(1)
    assert [state.lore for state in game.state.players] == [0, 0, 5]


def test_10_1_2_a_variants_rule_counts_where_the_two_contradict() -> None:
    for form, winner in ((Format.CONSTRUCTED, None), (Format.PACK_RUSH, 0)):
        board = Board()
        board.p1.has(lore=16)
        game = board.game(format=form)
        game.settle()
        assert game.state.winner == winner


def test_10_2_5_a_turn_that_ends_with_no_cards_anywhere_does_not_lose_in_pack_rush() -> None:
    game = Board(decks=(0, 0)).game(format=Format.PACK_RUSH)
    game.act(EndTurn())
    game.act(EndTurn())
    assert (game.state.winner, game.state.active) == (None, 0)


def test_10_2_5_the_new_deck_has_no_known_order_and_the_discard_is_empty() -> None:
    board = Board(decks=(9, 1))
    for name in ("A", "B", "C"):
        board.p2.character(name, zone=Zone.DISCARD)
    game = board.game(format=Format.PACK_RUSH)
    game.act(EndTurn())
    theirs = game.state.players[1]
    assert (len(theirs.deck), theirs.discard, len(theirs.shuffled)) == (3, (), 3)
    assert all(game.state.card(card).facedown for card in theirs.deck)


@pytest.mark.parametrize("step", [Step.READY, Step.SET, Step.DRAW])
def test_6_4_3_no_part_of_a_skipped_step_happens(step: Step) -> None:
    board = Board()
    board.p2.ink(0, exerted=1)
    mine = board.p2.character("Arthur", static(SkipStep(step=step.value)), exerted=True, drying=True)
    board.p2.location("Castle", lore=2)
    game = board.game()
    game.act(EndTurn())
    found, theirs = game.state.card(mine), game.state.players[1]
    assert (found.exerted, len(game.state.ready_ink(1))) == ((True, 0) if step is Step.READY else (False, 1))
    assert (found.drying, theirs.lore) == ((True, 0) if step is Step.SET else (False, 2))
    assert len(theirs.hand) == (0 if step is Step.DRAW else 1)
    assert [event.step for event in events(game) if isinstance(event, StepSkipped)] == [step]


def test_6_4_3_abilities_that_a_skipped_step_would_make_occur_do_not() -> None:
    board = Board()
    board.p2.character("Arthur", static(SkipStep(step="draw")))
    board.p2.character("Reader", when(Occurrence.DRAWN, gain(1), subject=CardFilter(zone=Zone.HAND)))
    game = board.game()
    game.act(EndTurn())
    assert (game.state.phase, game.state.players[1].lore) == (Phase.MAIN, 0)


def test_6_4_3_a_step_that_has_begun_is_not_skipped() -> None:
    board = Board()
    squire = static(SkipStep(step="set"))
    elder = board.p2.character("Elder", at(Occurrence.START_OF_TURN, gain(1)), drying=True)
    board.p2.character("Teacher", at(Occurrence.START_OF_TURN, apply(GainsAbility(ability=squire), to=This())))
    game = board.game(AnyOrder())
    game.act(EndTurn())
    assert not game.state.card(elder).drying
    assert [event for event in events(game) if isinstance(event, StepSkipped)] == []


def test_3_2_1_4_abilities_at_the_start_of_the_turn_occur_after_effects_that_end_then() -> None:
    board = Board()
    board.p1.ink(2)
    board.p1.character("Loud", at(Occurrence.START_OF_TURN, gain(1)))
    quiet = board.p1.character("Quiet", at(Occurrence.START_OF_TURN, gain(2)))
    hush = board.p1.action("Hush", apply(LosesAbilities(), to=chosen(), until=Until.START_OF_YOUR_NEXT_TURN))
    gift = GainsAbility(ability=at(Occurrence.START_OF_TURN, gain(9)))
    grant = board.p1.action("Gift", apply(gift, to=chosen(), until=Until.START_OF_YOUR_NEXT_TURN))
    game = board.game(AnyOrder([choose(quiet), choose(quiet)]))
    game.act(Play(hush))
    game.act(Play(grant))
    game.act(EndTurn())
    game.act(EndTurn())
    assert game.state.players[0].lore == 3


def test_6_4_3_abilities_at_the_start_of_the_turn_are_part_of_the_ready_step() -> None:
    board = Board()
    board.p2.character("Arthur", static(SkipStep(step="ready")), at(Occurrence.START_OF_TURN, gain(1)))
    game = board.game()
    game.act(EndTurn())
    assert game.state.players[1].lore == 0


def test_9_2_3_a_comparison_of_a_player_who_is_leaving_is_still_judged() -> None:
    board = Board(decks=(0, 9, 9))
    more = HasMoreCards(player=You(), cards=characters(), than=EachOpponent())
    board.p1.character("Proud", static(gets(Stat.LORE, 1), condition=more))
    game = board.game()
    game.act(EndTurn())
    assert (game.state.players[0].loss, game.state.active) == (LossReason.EMPTY_DECK, 1)
