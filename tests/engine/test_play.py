"""Playing cards (4.3), alternate costs (1.5.5), Shift (8.10), how cards enter play (6.7.9)."""

from typing import Any

import pytest

from corpus.records import CardType
from engine.abilities.conditions import CardsExist
from engine.abilities.costs import DoToPay, ExertThis, PayInk, RemoveInkDrops
from engine.abilities.effects import Banish, Discard, Exert, NextPlayModifier, Sequence
from engine.abilities.filters import CardFilter, HasName, IsType
from engine.abilities.keywords import ShiftAbility
from engine.abilities.kinds import KeywordEntry
from engine.abilities.players import EachOpponent
from engine.abilities.references import This
from engine.abilities.statics import AlternateCost, Cannot, CostModifier, Doing, EntersPlay
from engine.abilities.vocabulary import Limit, Occurrence, ShiftKind, Stat, Zone
from engine.actions.activate import Use
from engine.actions.challenge import ChallengeWith
from engine.actions.play import Play
from engine.actions.quest import Quest
from engine.rules.costs import Payment
from engine.terms import EventName, PlayMode
from engine.turn import EndTurn
from tests.engine.board import Board, face, happened, shift
from tests.engine.test_turn_actions import refused
from tests.engine.texts import YOURS, apply, characters, chosen, deal, draw, from_zone, gain, gets, n, static, use, when


def test_4_3_2_4_ink_is_exerted_and_the_character_enters_ready_and_drying() -> None:
    board = Board()
    board.p1.ink(4)
    card = board.p1.character("Flounder", cost=3, zone=Zone.HAND)
    game = board.game()
    game.act(Play(card))
    found = game.state.card(card)
    assert (found.zone, found.exerted, found.drying) == (Zone.PLAY, False, True)
    assert len(game.state.ready_ink(0)) == 1
    assert happened(game, EventName.PLAYED) == 1


def test_1_5_3_a_cost_that_cannot_be_paid_in_full_refuses_the_card() -> None:
    board = Board()
    board.p1.ink(2)
    card = board.p1.character("Flounder", cost=3, zone=Zone.HAND)
    refused(board.game(), Play(card), "1.5.3")


def test_1_13_1_2_ink_drops_pay_what_ready_ink_cannot() -> None:
    board = Board()
    board.p1.ink(2).has(ink_drops=2)
    card = board.p1.character("Flounder", cost=3, zone=Zone.HAND)
    game = board.game()
    game.act(Play(card))
    assert (len(game.state.ready_ink(0)), game.state.players[0].ink_drops) == (0, 1)


def test_4_3_2_4_a_player_may_pay_more_ink_drops() -> None:
    board = Board()
    board.p1.ink(2).has(ink_drops=2)
    card = board.p1.character("Flounder", cost=3, zone=Zone.HAND)
    game = board.game()
    game.act(Play(card, payment=Payment(2)))
    assert (len(game.state.ready_ink(0)), game.state.players[0].ink_drops) == (1, 0)


def test_4_3_3_2_an_action_resolves_and_goes_to_the_discard_before_abilities_resolve() -> None:
    board = Board()
    board.p1.ink(1)
    board.p1.character("Fan", when(Occurrence.PLAYED, gain(1), CardFilter(criteria=(IsType(types=(CardType.ACTION,)),))))
    action = board.p1.action("Cheer", gain(2))
    game = board.game()
    game.act(Play(action))
    assert game.state.players[0].lore == 3
    assert game.state.players[0].discard == (action,)
    names = [name for entry in game.log for name in entry.event.names[:1]]
    assert names.index(EventName.PUT_INTO_ZONE) < names.index(EventName.ABILITY_RESOLVED)


def test_4_3_4_1_when_you_play_this_triggers_as_it_enters() -> None:
    board = Board()
    board.p1.ink(1)
    card = board.p1.character("Genie", when(Occurrence.PLAYED, draw()), zone=Zone.HAND)
    game = board.game()
    game.act(Play(card))
    assert len(game.state.players[0].hand) == 1


def test_1_6_1_whenever_you_play_a_character_does_not_see_its_own_source() -> None:
    board = Board()
    board.p1.ink(2)
    first = board.p1.character("Genie", when(Occurrence.PLAYED, draw(), characters(YOURS)), zone=Zone.HAND)
    second = board.p1.character("Abu", zone=Zone.HAND)
    game = board.game()
    game.act(Play(first))
    assert happened(game, EventName.DRAWN) == 0
    game.act(Play(second))
    assert happened(game, EventName.DRAWN) == 1


def test_4_3_6_the_next_character_uses_the_modifier_up_and_others_do_not() -> None:
    board = Board()
    board.p1.ink(3)
    cheaper = NextPlayModifier(cards=characters(), amount=n(1))
    doc = board.p1.character("Doc", when(Occurrence.QUESTED, cheaper))
    item = board.p1.item("Lamp", cost=1, zone=Zone.HAND)
    first, second = (board.p1.character(name, cost=1, zone=Zone.HAND) for name in ("A", "B"))
    game = board.game()
    game.act(Quest(doc))
    game.act(Play(item))
    assert len(game.state.ready_ink(0)) == 2
    game.act(Play(first))
    assert len(game.state.ready_ink(0)) == 2
    game.act(Play(second))
    assert len(game.state.ready_ink(0)) == 1


def test_4_3_6_a_modifier_about_itself_works_from_the_hand() -> None:
    board = Board()
    board.p1.ink(1)
    gaston = CardsExist(cards=characters(HasName(name="Gaston"), YOURS))
    card = board.p1.character(
        "LeFou", static(CostModifier(amount=n(1)), condition=gaston, works_from=Zone.HAND), cost=2, zone=Zone.HAND
    )
    refused(board.game(), Play(card), "1.5.3")
    board.p1.character("Gaston")
    game = board.game()
    game.act(Play(card))
    assert game.state.in_play(card)
    assert game.view.sheet(card).number(Stat.COST) == 2


def test_1_2_2_opponents_cannot_play_actions() -> None:
    board = Board()
    board.p1.ink(1)
    actions = CardFilter(criteria=(IsType(types=(CardType.ACTION,)),))
    board.p2.character("Tiana", static(Cannot(doing=Doing.PLAY, by=actions, player=EachOpponent())))
    action = board.p1.action("Cheer", gain(1))
    item = board.p1.item("Lamp", zone=Zone.HAND)
    game = board.game()
    refused(game, Play(action), "1.2.2")
    assert Play(item).can(game)


def test_1_5_5_an_alternate_cost_is_paid_instead() -> None:
    board = Board()
    banish = DoToPay(effect=Banish(cards=chosen(YOURS)))
    card = board.p1.character(
        "Maleficent", static(AlternateCost(costs=(banish,)), works_from=Zone.HAND, name="PRICE"), cost=9, zone=Zone.HAND
    )
    game = board.game()
    refused(game, Play(card, PlayMode.ALTERNATE), "1.5.3")
    victim = board.p1.character("Diablo")
    game = board.game()
    game.act(Play(card, PlayMode.ALTERNATE, alternate="banish"))
    assert game.state.card(victim).zone is Zone.DISCARD
    assert game.state.in_play(card)
    refused(game, Play(card, PlayMode.FOR_FREE), "4.3.1")


def test_8_10_shift_keeps_damage_readiness_and_dryness_and_stacks_the_card() -> None:
    board = Board()
    board.p1.ink(2)
    base = board.p1.character("Elsa", damage=2, willpower=4, at=None)
    card = board.p1.character("Elsa", shift(2), cost=8, willpower=6, zone=Zone.HAND)
    game = board.game()
    game.act(Play(card, PlayMode.SHIFT, shift_onto=(base,)))
    found = game.state.card(card)
    assert (found.damage, found.exerted, found.drying, found.under) == (2, False, False, (base,))
    assert game.state.card(base).zone is Zone.UNDER
    assert game.state.players[0].play == (card,)


@pytest.mark.parametrize(("exerted", "drying"), [(True, False), (False, True)])
def test_8_10_2_and_8_10_4_states_of_the_card_beneath(exerted: bool, drying: bool) -> None:
    board = Board()
    board.p1.ink(2)
    base = board.p1.character("Elsa", exerted=exerted, drying=drying)
    card = board.p1.character("Elsa", shift(2), cost=8, zone=Zone.HAND)
    game = board.game()
    game.act(Play(card, PlayMode.SHIFT, shift_onto=(base,)))
    assert (game.state.card(card).exerted, game.state.card(card).drying) == (exerted, drying)


def test_8_10_1_not_onto_another_name_nor_an_opposing_card() -> None:
    board = Board()
    board.p1.ink(9)
    other, theirs = board.p1.character("Anna"), board.p2.character("Elsa")
    card = board.p1.character("Elsa", shift(2), zone=Zone.HAND)
    game = board.game()
    refused(game, Play(card, PlayMode.SHIFT, shift_onto=(other,)), "8.10.1")
    refused(game, Play(card, PlayMode.SHIFT, shift_onto=(theirs,)), "8.10.1")


def test_8_10_5_effects_on_the_card_beneath_stay() -> None:
    board = Board()
    board.p1.ink(3)
    base = board.p1.character("Elsa", strength=1)
    card = board.p1.character("Elsa", shift(2), strength=4, zone=Zone.HAND)
    action = board.p1.action("Cheer", apply(gets(Stat.STRENGTH, 2)))
    game = board.game()
    game.act(Play(action))
    game.act(Play(card, PlayMode.SHIFT, shift_onto=(base,)))
    assert game.view.sheet(card).number(Stat.STRENGTH) == 6


def test_8_10_7_the_whole_stack_leaves_together() -> None:
    board = Board()
    board.p1.ink(1)
    top = board.p2.character("Elsa", willpower=1, under=(face("Elsa", CardType.CHARACTER, strength=1, willpower=1, lore=1),))
    action = board.p1.action("Bolt", deal(1))
    game = board.game()
    game.act(Play(action))
    under = game.state.card(top)
    assert under.zone is Zone.DISCARD
    assert len(game.state.players[1].discard) == 2


@pytest.mark.parametrize(
    ("kind", "onto", "fitting", "failing"),
    [
        (ShiftKind.CLASSIFICATION, "Puppy", {"classifications": ("Puppy",)}, {"classifications": ("Hero",)}),
        (ShiftKind.UNIVERSAL, None, {}, None),
    ],
)
def test_8_10_8_variants(kind: ShiftKind, onto: str | None, fitting: dict[str, Any], failing: dict[str, Any] | None) -> None:
    board = Board()
    board.p1.ink(3)
    good = board.p1.character("Lucky", **fitting)
    card = board.p1.character("Thunderbolt", shift(3, kind, onto), zone=Zone.HAND)
    game = board.game()
    if failing is not None:
        bad = board.p1.character("Rolly", **failing)
        game = board.game()
        refused(game, Play(card, PlayMode.SHIFT, shift_onto=(bad,)), "8.10.1")
    game.act(Play(card, PlayMode.SHIFT, shift_onto=(good,)))
    assert game.state.card(card).under == (good,)


@pytest.mark.parametrize("kind", [ShiftKind.DUO, ShiftKind.COMBO])
def test_8_10_8_3_onto_two_cards_that_match_one_name_each(kind: ShiftKind) -> None:
    board = Board()
    board.p1.ink(2)
    dash = board.p1.character("Dash", damage=1, exerted=True)
    violet = board.p1.character("Violet", damage=1, drying=True)
    again = board.p1.character("Dash")
    card = board.p1.character("Dash & Violet", shift(2, kind), names=("Dash", "Violet"), willpower=9, zone=Zone.HAND)
    game = board.game()
    refused(game, Play(card, PlayMode.SHIFT, shift_onto=(dash, again)), "8.10.1")
    game.act(Play(card, PlayMode.SHIFT, shift_onto=(dash, violet)))
    found = game.state.card(card)
    assert (found.damage, found.exerted, found.drying, set(found.under)) == (2, True, True, {dash, violet})


def test_8_10_8_4_combo_shift_works_onto_one_card_and_duo_does_not() -> None:
    board = Board()
    board.p1.ink(2)
    dash = board.p1.character("Dash")
    combo = board.p1.character("Dash & Violet", shift(2, ShiftKind.COMBO), names=("Dash", "Violet"), zone=Zone.HAND)
    duo = board.p1.character("Dash & Violet", shift(2, ShiftKind.DUO), names=("Dash", "Violet"), zone=Zone.HAND)
    game = board.game()
    refused(game, Play(duo, PlayMode.SHIFT, shift_onto=(dash,)), "8.10.8.3")
    game.act(Play(combo, PlayMode.SHIFT, shift_onto=(dash,)))
    assert game.state.card(combo).under == (dash,)


def test_8_10_8_5_temporary_shift_returns_only_the_top_card_undamaged() -> None:
    board = Board()
    board.p1.ink(2)
    base = board.p1.character("Panda", damage=1)
    card = board.p1.character("Panda", shift(2, temporary=True), willpower=6, zone=Zone.HAND)
    game = board.game()
    game.act(Play(card, PlayMode.SHIFT, shift_onto=(base,)))
    assert game.state.card(card).damage == 1
    game.act(EndTurn())
    assert game.state.card(card).zone is Zone.HAND
    assert (game.state.card(base).zone, game.state.card(base).damage) == (Zone.PLAY, 0)


@pytest.mark.parametrize("drying", [True, False])
def test_8_10_8_6_potato_shift_is_dry_only_on_an_item_in_play_since_the_start_of_the_turn(drying: bool) -> None:
    board = Board()
    board.p1.ink(2)
    potato = board.p1.item("Potato", drying=drying)
    card = board.p1.character("Mr. Potato", shift(2, ShiftKind.NAMED, "Potato"), zone=Zone.HAND)
    game = board.game()
    game.act(Play(card, PlayMode.SHIFT, shift_onto=(potato,)))
    assert game.state.card(card).drying is drying
    assert Quest(card).can(game) is not drying


def test_8_10_shift_costs_other_than_ink() -> None:
    board = Board()
    board.p1.has(ink_drops=2)
    base = board.p1.character("Baymax")
    drops = KeywordEntry(keyword=ShiftAbility(costs=(RemoveInkDrops(amount=n(2)),)))
    card = board.p1.character("Baymax", drops, zone=Zone.HAND)
    game = board.game()
    game.act(Play(card, PlayMode.SHIFT, shift_onto=(base,)))
    assert game.state.players[0].ink_drops == 0
    assert game.state.card(card).under == (base,)


def test_6_7_9_the_cards_own_text_then_others_change_how_it_enters() -> None:
    board = Board()
    board.p1.ink(1)
    board.p2.character("Jiminy", static(EntersPlay(cards=characters(), exerted=True)))
    card = board.p1.character("Gothel", static(EntersPlay(damage=n(3))), willpower=5, zone=Zone.HAND)
    game = board.game()
    game.act(Play(card))
    assert (game.state.card(card).damage, game.state.card(card).exerted) == (3, True)
    assert happened(game, EventName.EXERTED) == 0


def test_4_4_an_activated_ability_is_paid_and_resolves_at_once() -> None:
    board = Board()
    board.p1.ink(1)
    item = board.p1.item("Bow", use(ExertThis(), PayInk(amount=n(1)), effect=deal(2)), drying=True)
    theirs = board.p2.character("Milo", willpower=2)
    game = board.game()
    game.act(Use(item, "printed 1"))
    assert game.state.card(theirs).zone is Zone.DISCARD
    assert game.state.card(item).exerted
    refused(game, Use(item, "printed 1"), "5.1.1.2")


def test_6_3_1_1_a_drying_character_cannot_exert_for_an_ability_but_pay_ink() -> None:
    board = Board()
    board.p1.ink(1)
    exerts = board.p1.character("Merlin", use(ExertThis(), effect=draw()), drying=True)
    pays = board.p1.character("Mim", use(PayInk(amount=n(1)), effect=draw()), drying=True)
    game = board.game()
    refused(game, Use(exerts, "printed 1"), "4.4.2")
    game.act(Use(pays, "printed 1"))
    assert len(game.state.players[0].hand) == 1


def test_6_3_3_abilities_that_trigger_from_the_cost_wait_for_the_effect() -> None:
    board = Board()
    items = CardFilter(criteria=(IsType(types=(CardType.ITEM,)), YOURS))
    board.p1.character("Tinker", when(Occurrence.BANISHED, gain(1), items))
    item = board.p1.item("Bow", use(DoToPay(effect=Banish(cards=This())), effect=Sequence(effects=(gain(5), draw()))))
    game = board.game()
    game.act(Use(item, "printed 1"))
    gained = [entry.event for entry in game.log if EventName.LORE_GAINED in entry.event.names]
    assert [getattr(event, "amount", None) for event in gained] == [5, 1]


def test_6_1_13_2_once_a_turn() -> None:
    board = Board()
    item = board.p1.item("Well", use(effect=gain(1), limit=Limit.ONCE_PER_TURN))
    game = board.game()
    game.act(Use(item, "printed 1"))
    refused(game, Use(item, "printed 1"), "6.1.13.2")
    game.act(EndTurn())
    game.act(EndTurn())
    game.act(Use(item, "printed 1"))
    assert game.state.players[0].lore == 2


def test_4_4_2_1_paying_with_other_characters_takes_dry_ready_ones() -> None:
    board = Board()
    item = board.p1.item("Contract", use(DoToPay(effect=Exert(cards=chosen(YOURS))), effect=gain(1)))
    dry = board.p1.character("Dry")
    drying = board.p1.character("Wet", drying=True)
    game = board.game()
    refused(game, Use(item, "printed 1", pay_with=(drying,)), "4.4.2.1")
    game.act(Use(item, "printed 1", pay_with=(dry,)))
    assert game.state.card(dry).exerted
    refused(game, Use(item, "printed 1"), "1.5.3")


def test_7_3_4_a_discard_can_be_a_cost() -> None:
    board = Board()
    item = board.p1.item("Mill", use(DoToPay(effect=Discard(cards=from_zone(Zone.HAND))), effect=gain(1)))
    refused(board.game(), Use(item, "printed 1"), "1.5.3")
    board.p1.hand(2)
    game = board.game()
    game.act(Use(item, "printed 1"))
    assert len(game.state.players[0].hand) == 1
    assert game.state.players[0].lore == 1


def test_8_10_5_a_shifted_character_acts_as_the_one_beneath() -> None:
    board = Board()
    board.p1.ink(2)
    base = board.p1.character("Elsa")
    card = board.p1.character("Elsa", shift(2), strength=3, zone=Zone.HAND)
    theirs = board.p2.character("Hans", exerted=True, willpower=9)
    game = board.game()
    game.act(Play(card, PlayMode.SHIFT, shift_onto=(base,)))
    game.act(ChallengeWith(card, theirs))
    assert game.state.card(theirs).damage == 3
