"""The steps of turn actions, in their order, and what waits until they are complete (4)."""

import pytest

from engine.abilities.costs import DoToPay, ExertThis, PayInk
from engine.abilities.effects import Banish, Discard
from engine.abilities.filters import CardFilter, InChallenge
from engine.abilities.references import Every, This
from engine.abilities.statics import CostModifier
from engine.abilities.vocabulary import Occurrence, Stat, Zone
from engine.actions.activate import Boost, Use
from engine.actions.challenge import ChallengeWith
from engine.actions.ink import Ink
from engine.actions.move import Move
from engine.actions.play import Play
from engine.actions.quest import Quest
from engine.errors import IllegalStep
from engine.game import Game
from engine.resolve.settle import Bag
from engine.terms import EventName
from engine.turn import EndTurn
from tests.engine.board import Board, events
from tests.engine.test_turn_actions import refused
from tests.engine.texts import YOURS, apply, characters, deal, from_zone, gain, gets, n, static, use, when

PLAYED = CardFilter()
"""Any card played."""


def names(game: Game) -> list[EventName]:
    """List the timeline by the telling name of each event."""
    return [event.names[0] for event in events(game) if event.names]


def in_order(found: list[EventName], *wanted: EventName) -> bool:
    """Tell whether names stand in a timeline in this order."""
    rest = iter(found)
    return all(name in rest for name in wanted)


def test_4_1_3_the_turn_actions_are_listed_as_they_can_be_taken() -> None:
    board = Board()
    board.p1.ink(3)
    hand = board.p1.character("Elsa", zone=Zone.HAND)
    hero = board.p1.character("Hero", use(PayInk(amount=n(1)), effect=gain(1)))
    place = board.p1.location("Castle")
    target = board.p2.character("Villain", exerted=True)
    game = board.game()
    assert set(game.legal_actions()) == {
        Ink(hand),
        Play(hand),
        Use(hero, "printed 1"),
        Quest(hero),
        ChallengeWith(hero, target),
        Move(hero, place),
        EndTurn(),
    }


def test_4_1_4_a_turn_action_that_cannot_be_completed_is_undone_from_the_start() -> None:
    board = Board()
    board.p1.ink(2)
    mate = board.p1.item("Mate")
    costs = (
        PayInk(amount=n(1)),
        DoToPay(effect=Banish(cards=Every(among=characters(YOURS)))),
        DoToPay(effect=Discard(cards=from_zone(Zone.HAND))),
    )
    user = board.p1.item("Altar", use(*costs, effect=gain(3)))
    game = board.game()
    before = game.state
    with pytest.raises(IllegalStep):
        game.act(Use(user, "printed 1"))
    assert (game.state, game.log) == (before, [])
    assert game.state.in_play(mate)


def test_4_1_5_abilities_wait_until_the_process_of_the_action_is_complete() -> None:
    board = Board()
    hero = board.p1.character("Hero", when(Occurrence.EXERTED, gain(1)))
    game = board.game()
    game.act(Quest(hero))
    assert in_order(names(game), EventName.EXERTED, EventName.ABILITY_TRIGGERED, EventName.QUESTED, EventName.ABILITY_RESOLVED)


def test_4_2_1_and_4_2_2_a_card_is_revealed_inked_and_then_abilities_resolve() -> None:
    board = Board()
    card = board.p1.character("Elsa", zone=Zone.HAND)
    board.p1.character("Miser", when(Occurrence.INKED, gain(1), PLAYED))
    game = board.game()
    game.act(Ink(card))
    assert in_order(names(game), EventName.REVEALED, EventName.INKED, EventName.ABILITY_RESOLVED)
    assert game.state.players[0].lore == 1


def test_4_3_1_and_4_3_2_1_a_card_is_announced_paid_for_and_enters_play() -> None:
    board = Board()
    board.p1.ink(1)
    card = board.p1.character("Elsa", zone=Zone.HAND)
    game = board.game()
    game.act(Play(card))
    assert in_order(names(game), EventName.REVEALED, EventName.COST_PAID, EventName.ENTERED_PLAY, EventName.PLAYED)


@pytest.mark.parametrize("zone", [Zone.DISCARD, Zone.DECK, Zone.INKWELL, Zone.PLAY])
def test_4_3_1_only_from_the_hand(zone: Zone) -> None:
    board = Board()
    board.p1.ink(5)
    card = board.p1.character("Elsa", zone=zone)
    refused(board.game(), Play(card), "4.3.1")


def test_4_3_3_1_and_6_7_1_and_6_7_1_1_characters_items_and_locations_enter_the_play_zone() -> None:
    board = Board()
    board.p1.ink(3)
    cards = (
        board.p1.character("Elsa", zone=Zone.HAND),
        board.p1.item("Lamp", zone=Zone.HAND),
        board.p1.location("Castle", zone=Zone.HAND),
    )
    game = board.game()
    for card in cards:
        game.act(Play(card))
    assert game.state.players[0].play == cards


def test_4_4_3_and_4_4_3_1_and_4_4_3_3_an_ability_is_announced_its_total_cost_paid_and_it_resolves() -> None:
    board = Board()
    board.p1.ink(3)
    board.p1.item("Discount", static(CostModifier(amount=n(1), kind="use", cards=characters(YOURS))))
    user = board.p1.character("User", use(ExertThis(), PayInk(amount=n(2)), effect=gain(1)))
    game = board.game()
    game.act(Use(user, "printed 1"))
    assert len(game.state.ready_ink(0)) == 2
    assert in_order(names(game), EventName.COST_PAID, EventName.EXERTED, EventName.ABILITY_USED, EventName.LORE_GAINED)


def test_4_5_1_1_only_ones_own_characters_are_declared_to_quest() -> None:
    board = Board()
    theirs = board.p2.character("Milo")
    refused(board.game(), Quest(theirs), "4.5.1")


def test_4_5_3_the_next_turn_action_waits_until_the_quest_is_complete() -> None:
    board = Board()
    hero = board.p1.character("Hero", when(Occurrence.QUESTED, gain(1)))
    mate = board.p1.character("Mate")
    game = board.game()
    game.act(Quest(hero), Bag.LEAVE)
    refused(game, Quest(mate), "4.1.2")


def test_4_6_1_and_5_3_4_only_characters_challenge_and_quest() -> None:
    board = Board()
    item, place = board.p1.item("Sword"), board.p1.location("Castle")
    target = board.p2.character("Milo", exerted=True)
    game = board.game()
    for card in (item, place):
        refused(game, ChallengeWith(card, target), "4.6.1")
        refused(game, Quest(card), "4.5.1")


def test_4_6_2_only_the_two_sides_are_in_the_challenge() -> None:
    board = Board()
    wounds = deal(1, Every(among=characters(InChallenge())))
    hero = board.p1.character("Hero", when(Occurrence.CHALLENGED, wounds), strength=0, willpower=9)
    mate = board.p1.character("Mate", willpower=9)
    target = board.p2.character("Milo", exerted=True, strength=0, willpower=9)
    game = board.game()
    game.act(ChallengeWith(hero, target))
    assert [game.state.card(card).damage for card in (hero, mate, target)] == [1, 0, 1]


def test_4_6_3_declaration_then_damage() -> None:
    board = Board()
    hero = board.p1.character("Hero", when(Occurrence.CHALLENGED, apply(gets(Stat.STRENGTH, 2), to=This())), willpower=9)
    target = board.p2.character("Milo", exerted=True, willpower=9)
    game = board.game()
    game.act(ChallengeWith(hero, target))
    order = (
        EventName.EXERTED,
        EventName.CHALLENGED,
        EventName.ABILITY_RESOLVED,
        EventName.DAMAGE_DEALT,
        EventName.CHALLENGE_ENDED,
    )
    assert in_order(names(game), *order)
    assert game.state.card(target).damage == 3


def test_4_6_8_2_a_location_can_be_challenged_in_every_turn() -> None:
    board = Board()
    place = board.p2.location("Castle", willpower=9)
    attacker = board.p1.character("Hero", strength=1)
    game = board.game()
    game.act(ChallengeWith(attacker, place))
    game.act(EndTurn())
    game.act(EndTurn())
    game.act(ChallengeWith(attacker, place))
    assert game.state.card(place).damage == 2


def test_4_7_3_and_4_7_3_1_and_4_7_3_4_and_5_6_5_2_a_move_is_declared_paid_and_made() -> None:
    board = Board()
    board.p1.ink(3)
    hero = board.p1.character("Hero", drying=True, exerted=True)
    place = board.p1.location("Castle", move_cost=2)
    game = board.game()
    game.act(Move(hero, place))
    assert in_order(names(game), EventName.COST_PAID, EventName.MOVED_TO_LOCATION)
    assert (game.state.card(hero).at, len(game.state.ready_ink(0))) == (place, 1)
    refused(game, Move(place, hero), "4.7.1")


def test_4_7_3_4_a_move_that_cannot_be_paid_is_refused() -> None:
    board = Board()
    board.p1.ink(1)
    hero = board.p1.character("Hero")
    place = board.p1.location("Castle", move_cost=2)
    refused(board.game(), Move(hero, place), "1.5.3")


def test_6_3_2_no_ability_is_used_while_effects_wait_to_resolve() -> None:
    board = Board()
    hero = board.p1.character("Hero", when(Occurrence.QUESTED, gain(1)))
    user = board.p1.item("Well", use(effect=gain(1)))
    game = board.game()
    game.act(Quest(hero), Bag.LEAVE)
    refused(game, Use(user, "printed 1"), "4.1.2")
    refused(game, Boost(user), "8.4.1")
