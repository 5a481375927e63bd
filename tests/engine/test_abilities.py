"""Abilities and effects (6): triggered and sequential ones, and the bag (7.7)."""

import pytest

from corpus.records import CardType
from engine.abilities.conditions import AmountIs, CardsExist, Negated, WasDone
from engine.abilities.effects import (
    Banish,
    ChooseOne,
    Discard,
    Either,
    ForEachPlayer,
    If,
    IfDone,
    Instead,
    LoseLore,
    May,
    Noted,
    PayInkEffect,
    PutDamage,
    PutIntoHand,
    PutIntoInkwell,
    RemoveDamage,
    Sequence,
)
from engine.abilities.filters import CardFilter, IsType, OfPlayer
from engine.abilities.players import BoundPlayer, EachOpponent, EachPlayer
from engine.abilities.references import Bound, Chosen, Every, This
from engine.abilities.values import CountOf, StatOf
from engine.abilities.vocabulary import Comparison, Limit, Occurrence, Stat, Zone
from engine.actions.challenge import ChallengeWith
from engine.actions.play import Play
from engine.actions.quest import Quest
from engine.decisions import DecisionKind, DecisionNeeded
from engine.errors import IllegalStep
from engine.resolve.settle import Bag
from engine.terms import EventName
from engine.turn import EndTurn
from tests.engine.board import AnyOrder, Board, Script, amount, choose, happened, no, option, yes
from tests.engine.texts import (
    EVERYONE,
    OPPOSING,
    OTHER,
    YOURS,
    at,
    characters,
    chosen,
    deal,
    draw,
    from_zone,
    gain,
    n,
    play,
    when,
)

# Triggered abilities


def test_6_2_4_a_secondary_condition_is_checked_on_resolution() -> None:
    board = Board()
    others = CardsExist(cards=characters(YOURS, OTHER), amount=n(2))
    card = board.p1.character("Stitch", when(Occurrence.QUESTED, If(condition=others, effect=draw(2))))
    board.p1.character("Lilo")
    game = board.game()
    game.act(Quest(card))
    assert happened(game, EventName.ABILITY_TRIGGERED) == 1
    assert happened(game, EventName.DRAWN) == 0


def test_6_1_13_2_once_per_turn_is_about_resolving_and_about_each_copy() -> None:
    board = Board()
    once = when(Occurrence.QUESTED, gain(2), characters(YOURS), limit=Limit.ONCE_PER_TURN)
    board.p1.location("Track", once)
    first, second = (board.p1.character(name, lore=0) for name in ("A", "B"))
    game = board.game()
    game.act(Quest(first))
    game.act(Quest(second))
    assert game.state.players[0].lore == 2
    assert happened(game, EventName.ABILITY_TRIGGERED) == 2


def test_6_1_13_2_a_declined_ability_has_not_resolved() -> None:
    board = Board()
    once = when(Occurrence.QUESTED, May(effect=gain(2)), characters(YOURS), limit=Limit.ONCE_PER_TURN)
    board.p1.location("Track", once)
    first, second = (board.p1.character(name, lore=0) for name in ("A", "B"))
    game = board.game(Script([no(), yes()]))
    game.act(Quest(first))
    game.act(Quest(second))
    assert game.state.players[0].lore == 2


@pytest.mark.parametrize(("limit", "lore"), [(Limit.FIRST_EACH_TURN, 1), (Limit.SECOND_EACH_TURN, 1), (Limit.NONE, 3)])
def test_6_2_2_the_first_and_the_second_time(limit: Limit, lore: int) -> None:
    board = Board()
    board.p1.location("Track", when(Occurrence.QUESTED, gain(1), characters(YOURS), limit=limit))
    cards = [board.p1.character(name, lore=0) for name in ("A", "B", "C")]
    game = board.game()
    for card in cards:
        game.act(Quest(card))
    assert game.state.players[0].lore == lore


def test_6_2_1_one_or_more_at_a_time_is_one_condition() -> None:
    board = Board()
    board.p1.character("Prince", when(Occurrence.BANISHED, draw(), characters(OPPOSING), batched=True))
    for name in ("A", "B"):
        board.p2.character(name)
    game = play(board, Banish(cards=Every(among=characters(OPPOSING))))
    assert happened(game, EventName.DRAWN) == 1


def test_6_7_7_a_trigger_reads_last_known_strength() -> None:
    board = Board()
    strength = StatOf(stat=Stat.STRENGTH, of=This())
    card = board.p2.character("Giant", when(Occurrence.BANISHED, PutDamage(amount=strength, on=chosen())), strength=4)
    mine = board.p1.character("Ally", willpower=9)
    game = play(board, Banish(cards=Every(among=characters(OPPOSING))))
    assert game.state.card(card).zone is Zone.DISCARD
    assert game.state.card(mine).damage == 4


def test_6_1_11_1_the_card_that_was_banished_is_returned_from_the_discard() -> None:
    board = Board()
    card = board.p2.character("HeiHei", when(Occurrence.BANISHED, PutIntoHand(cards=This())))
    game = play(board, Banish(cards=EVERYONE))
    assert game.state.card(card).zone is Zone.HAND


def test_6_1_11_1_a_card_that_moved_on_is_not_found() -> None:
    board = Board()
    twice = when(Occurrence.BANISHED, PutIntoHand(cards=This()))
    card = board.p2.character("HeiHei", twice, when(Occurrence.BANISHED, PutIntoInkwell(cards=This()), name="OTHER"))
    game = play(board, Banish(cards=EVERYONE), answers=AnyOrder())
    assert game.state.card(card).zone is Zone.HAND


def test_6_1_12_an_ability_may_work_from_the_discard() -> None:
    board = Board()
    card = board.p2.character(
        "Lilo", at(Occurrence.START_OF_TURN, PutIntoHand(cards=This()), works_from=Zone.DISCARD), zone=Zone.DISCARD
    )
    game = board.game()
    game.act(EndTurn())
    assert game.state.card(card).zone is Zone.HAND


# The bag


def test_7_7_4_the_active_player_first_then_the_bag_passes() -> None:
    board = Board()
    mine = board.p1.character("Mine", when(Occurrence.CHALLENGED, gain(1), name="A"), willpower=9)
    theirs = board.p2.character("Theirs", when(Occurrence.BEING_CHALLENGED, gain(1), name="B"), willpower=9, exerted=True)
    game = board.game()
    game.act(ChallengeWith(mine, theirs))
    players = [getattr(e.event, "player", None) for e in game.log if EventName.LORE_GAINED in e.event.names]
    assert players == [0, 1]


def test_7_7_4_2_the_order_is_the_players_decision() -> None:
    board = Board()
    card = board.p1.character(
        "Two", when(Occurrence.QUESTED, draw(), name="DRAW"), when(Occurrence.QUESTED, gain(1), name="GAIN"), lore=0
    )
    game = board.game()
    with pytest.raises(DecisionNeeded) as caught:
        game.act(Quest(card))
    assert caught.value.decision.kind is DecisionKind.RESOLVE
    assert [option.text for option in caught.value.decision.options] == ["Two: DRAW", "Two: GAIN"]


def test_7_7_4_2_abilities_that_cannot_be_told_apart_are_no_decision() -> None:
    board = Board()
    card = board.p1.character("Two", when(Occurrence.QUESTED, gain(1), characters(YOURS)), lore=0)
    same = board.p1.character("Three", lore=0)
    game = board.game()
    game.act(Quest(same))
    game.act(Quest(card))
    assert game.state.players[0].lore == 2


def test_7_7_a_bag_that_is_left_waiting_is_resolved_by_name() -> None:
    board = Board()
    card = board.p1.character(
        "Two", when(Occurrence.QUESTED, draw(), name="DRAW"), when(Occurrence.QUESTED, gain(1), name="GAIN"), lore=0
    )
    game = board.game()
    game.act(Quest(card), Bag.LEAVE)
    waiting = dict(game.waiting())
    assert list(waiting) == ["Two: DRAW", "Two: GAIN"]
    with pytest.raises(IllegalStep):
        game.act(Quest(card))
    game.resolve_from_bag(waiting["Two: GAIN"])
    assert game.state.players[0].lore == 1
    assert len(game.state.players[0].hand) == 1
    assert game.state.bag == ()


def test_7_7_a_challenge_waits_while_the_bag_is_left() -> None:
    board = Board()
    mine = board.p1.character("Mine", when(Occurrence.CHALLENGED, gain(1), name="A"), willpower=9)
    theirs = board.p2.character("Theirs", willpower=9, exerted=True)
    game = board.game()
    game.act(ChallengeWith(mine, theirs), Bag.LEAVE)
    assert game.state.card(theirs).damage == 0
    game.resolve_from_bag(game.state.bag[0])
    assert game.state.card(theirs).damage == 1
    assert game.state.challenge is None


# Sequential effects


def test_6_1_5_1_b_needs_a() -> None:
    board = Board()
    items = CardFilter(criteria=(IsType(types=(CardType.ITEM,)), YOURS))
    pay = IfDone(first=Banish(cards=Chosen(among=items)), then=deal(5, chosen(OPPOSING, bind="target")))
    theirs = board.p2.character("Milo", willpower=9)
    game = play(board, pay)
    assert game.state.card(theirs).damage == 0
    board = Board()
    board.p1.item("Lamp")
    theirs = board.p2.character("Milo", willpower=9)
    game = play(board, pay)
    assert game.state.card(theirs).damage == 5


def test_6_1_5_1_an_a_that_cannot_be_completed_is_not_begun() -> None:
    board = Board()
    board.p1.hand(1)
    two = from_zone(Zone.HAND, least=2, most=2)
    game = play(board, IfDone(first=Discard(cards=two), then=gain(3)))
    assert len(game.state.players[0].hand) == 1
    assert game.state.players[0].lore == 0


def test_6_1_5_1_ink_is_paid_as_the_effect_resolves() -> None:
    board = Board()
    board.p1.ink(2)
    pay = IfDone(first=May(effect=PayInkEffect(amount=n(2))), then=draw())
    game = play(board, pay, answers=Script([yes()]))
    assert (len(game.state.ready_ink(0)), len(game.state.players[0].hand)) == (0, 1)


def test_6_1_4_1_what_cannot_be_paid_is_not_asked() -> None:
    board = Board()
    board.p1.ink(1)
    game = play(board, IfDone(first=May(effect=PayInkEffect(amount=n(2))), then=draw()))
    assert happened(game, EventName.DRAWN) == 0


def test_6_1_5_2_the_other_option_has_to_be_chosen() -> None:
    board = Board()
    card = board.p1.character(
        "Megara",
        when(Occurrence.PLAYED, Either(options=(Discard(cards=from_zone(Zone.HAND)), Banish(cards=This())))),
        cost=0,
        zone=Zone.HAND,
    )
    game = board.game()
    game.act(Play(card))
    assert game.state.card(card).zone is Zone.DISCARD


def test_6_1_5_2_the_player_chooses_between_two_possible_options() -> None:
    board = Board()
    card = board.p1.character(
        "Megara",
        when(Occurrence.PLAYED, Either(options=(Discard(cards=from_zone(Zone.HAND)), Banish(cards=This())))),
        cost=0,
        zone=Zone.HAND,
    )
    board.p1.hand(1)
    game = board.game(Script([option(1)]))
    game.act(Play(card))
    assert game.state.in_play(card)
    assert game.state.players[0].hand == ()


def test_6_1_3_choose_one_and_up_to_and_an_amount() -> None:
    board = Board()
    hurt = board.p1.character("Hurt", damage=2, willpower=5)
    heal = RemoveDamage(amount=n(3), cards=chosen(), up_to=True)
    game = play(board, ChooseOne(options=(draw(), heal)), answers=Script([option(2), amount(1)]))
    assert game.state.card(hurt).damage == 1


def test_6_1_3_an_unanswered_amount_is_the_most_possible() -> None:
    board = Board()
    hurt = board.p1.character("Hurt", damage=2, willpower=5)
    game = play(board, RemoveDamage(amount=n(3), cards=chosen(), up_to=True))
    assert game.state.card(hurt).damage == 0


def test_6_1_3_the_same_character_not_twice_and_none_for_up_to() -> None:
    board = Board()
    first, second = (board.p2.character(name, willpower=9) for name in ("A", "B"))
    effect = deal(1, chosen(least=0, most=2))
    game = play(board, effect, answers=Script([choose(first, first), choose(first, second)]))
    assert (game.state.card(first).damage, game.state.card(second).damage) == (1, 1)
    board = Board()
    first = board.p2.character("A", willpower=9)
    game = play(board, effect, answers=Script([choose()]))
    assert game.state.card(first).damage == 0


def test_6_1_6_another_chosen_character() -> None:
    board = Board()
    only = board.p2.character("Only", willpower=9)
    game = play(board, Sequence(effects=(deal(1), deal(1, chosen(OTHER, bind="second")))))
    assert game.state.card(only).damage == 1


def test_6_1_4_may_covers_its_own_sentence_only() -> None:
    board = Board()
    game = play(board, Sequence(effects=(May(effect=draw()), gain(1))), answers=Script([no()]))
    assert (len(game.state.players[0].hand), game.state.players[0].lore) == (0, 1)


def test_6_5_6_instead_within_an_effect() -> None:
    board = Board()
    poor = AmountIs(left=CountOf(cards=characters(YOURS)), comparison=Comparison.EXACTLY, right=n(0))
    game = play(board, Instead(usual=gain(1), condition=poor, replacement=gain(3)))
    assert game.state.players[0].lore == 3


def test_6_7_6_each_player_in_turn_order_and_what_was_done_is_remembered() -> None:
    board = Board()
    board.p1.hand(1)
    board.p2.hand(1)
    theirs = Chosen(
        among=CardFilter(zone=Zone.HAND, criteria=(OfPlayer(player=BoundPlayer(name="each")),)),
        chooser=BoundPlayer(name="each"),
    )
    each = ForEachPlayer(players=EachPlayer(), effect=Discard(cards=theirs))
    board.p2.has(lore=5)
    lost = LoseLore(amount=CountOf(cards=Bound(name="discarded")), player=EachOpponent())
    game = play(board, Sequence(effects=(each, lost)))
    assert [len(player.hand) for player in game.state.players] == [0, 0]
    assert game.state.players[1].lore == 3


def test_6_1_4_whether_something_was_done() -> None:
    board = Board()
    noted = Noted(effect=May(effect=draw()), bind="drawn")
    then = If(condition=Negated(condition=WasDone(name="drawn")), effect=gain(2))
    game = play(board, Sequence(effects=(noted, then)), answers=Script([no()]))
    assert game.state.players[0].lore == 2
