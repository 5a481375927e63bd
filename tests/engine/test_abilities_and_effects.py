"""Kinds of abilities, where statics come from, and the steps of resolving (6)."""

import pytest

from engine.abilities.conditions import CardsExist
from engine.abilities.effects import AddTrigger, Banish, If, IfDone, PayInkEffect, Sequence
from engine.abilities.filters import CardFilter, StatIs
from engine.abilities.references import Every, This
from engine.abilities.vocabulary import Comparison, Occurrence, Stat, Until, Zone
from engine.actions.play import Play
from engine.actions.quest import Quest
from engine.api import Verdict
from engine.errors import EngineLimit
from engine.events import StateChecked
from engine.resolve.settle import Bag
from engine.terms import EventName
from engine.turn import EndTurn
from tests.engine.board import Board, Script, choose, events
from tests.engine.texts import OPPOSING, OTHER, YOURS, apply, at, characters, chosen, deal, draw, gain, gets, n, static, when
from tests.engine.worded import action, character, check, holds, play


def test_6_1_14_3_an_action_is_performed_only_from_the_cards_revealed() -> None:
    look = "Look at the top 2 cards of your deck. You may reveal up to 3 character cards and put them into your hand."
    text = f"{look} Put the rest on the bottom of your deck in any order."
    deck = [character("First"), {"custom": {"name": "Lamp", "type": "item"}, "as": "Lamp"}, character("Third")]
    mine = {"ink": 1, "hand": [action("Family", text)], "deck": deck}
    step = play("Family", {"may": True}, {"choose": ["First", "Third"]}, {"choose": ["First"]})
    holds(check(mine, step, expect=[{"player": "p1", "hand": ["First"]}, {"card": "Third", "position": "top"}]))


def test_6_2_3_and_7_7_3_a_triggered_ability_is_added_to_the_bag_when_its_condition_is_met() -> None:
    board = Board()
    hero = board.p1.character("Hero", when(Occurrence.QUESTED, gain(1)))
    game = board.game()
    game.act(Quest(hero), Bag.LEAVE)
    assert [(entry.you, entry.name) for _, entry in game.waiting()] == [(0, "ABILITY")]


def test_6_2_6_two_conditions_are_two_triggered_abilities() -> None:
    both = character("Silver", "When you play this character and whenever he quests, gain 2 lore.")
    mine = {"ink": 2, "hand": [both], "play": [character("Other", both["custom"]["text"])]}
    quest = {"do": "quest", "card": "Other"}
    holds(check(mine, play("Silver", expect=[{"player": "p1", "lore": 2}]), quest, expect=[{"player": "p1", "lore": 5}]))


def test_6_2_7_an_effect_can_make_a_triggered_ability_for_later() -> None:
    board = Board()
    board.p1.ink(1)
    card = board.p1.action("Promise", AddTrigger(ability=at(Occurrence.START_OF_TURN, gain(1)), until=Until.FOREVER, once=True))
    game = board.game()
    game.act(Play(card))
    for _ in range(4):
        game.act(EndTurn())
    assert (game.state.players[0].lore, game.state.floating) == (1, ())


def test_1_6_1_3_and_6_4_2_statics_come_from_resolved_effects_and_from_cards_in_play() -> None:
    board = Board()
    board.p1.ink(2)
    mine = board.p1.character("Hero", strength=1)
    duke = board.p1.character("Duke", static(gets(Stat.STRENGTH, 1), affects=characters(YOURS, OTHER)))
    brew = board.p1.action("Brew", apply(gets(Stat.STRENGTH, 2), to=Every(among=characters(YOURS))))
    off = board.p1.action("Off", Banish(cards=chosen()))
    game = board.game(Script([choose(duke)]))
    assert game.view.sheet(mine).number(Stat.STRENGTH) == 2
    game.act(Play(brew))
    assert game.view.sheet(mine).number(Stat.STRENGTH) == 4
    game.act(Play(off))
    assert game.view.sheet(mine).number(Stat.STRENGTH) == 3
    game.act(EndTurn())
    assert game.view.sheet(mine).number(Stat.STRENGTH) == 1


def test_6_7_2_an_effect_counts_then_chooses_then_acts() -> None:
    grow = "Deal 1 damage to chosen opposing character for each character you have in play. Draw a card."
    mine = {"ink": 1, "hand": [action("Grow", grow)], "play": [character("A"), character("B")]}
    theirs = {"play": [character("X"), character("Y")]}
    facts = [{"card": "X", "damage": 2}, {"card": "Y", "damage": 0}, {"player": "p1", "hand": 1}]
    holds(check(mine, play("Grow", {"choose": ["X"]}), p2=theirs, expect=facts))


def test_6_7_3_1_ink_costs_are_paid_before_the_choice_is_made() -> None:
    board = Board()
    board.p1.ink(1)
    theirs = board.p2.character("Milo", willpower=9)
    hurt = IfDone(first=PayInkEffect(amount=n(1)), then=deal(2, chosen(OPPOSING)))
    hero = board.p1.character("Hero", when(Occurrence.QUESTED, hurt))
    game = board.game()
    game.act(Quest(hero))
    names = [event.names[0] for event in events(game) if event.names]
    assert names.index(EventName.COST_PAID) < names.index(EventName.CHOSEN) < names.index(EventName.DAMAGE_DEALT)
    assert game.state.card(theirs).damage == 2


def test_6_7_5_the_state_is_checked_after_all_effects_of_an_ability_and_not_between() -> None:
    board = Board()
    board.p1.ink(1)
    frail = board.p1.character("Frail", willpower=1)
    still_there = If(condition=CardsExist(cards=characters(YOURS)), effect=gain(1))
    storm = board.p1.action("Storm", Sequence(effects=(deal(1, Every(among=characters())), still_there)))
    game = board.game()
    game.act(Play(storm))
    assert (game.state.card(frail).zone, game.state.players[0].lore) == (Zone.DISCARD, 1)
    assert [event.conditions for event in events(game) if isinstance(event, StateChecked)] == [("damage",)]


def test_1_6_1_4_a_replacement_effect_puts_one_effect_in_the_place_of_another() -> None:
    would = "If one of your other characters would be dealt damage"
    text = f"{would}, put that many damage counters on this character instead."
    mine = {
        "ink": 1,
        "hand": [action("Bolt", "Deal 2 damage to chosen character.")],
        "play": [character("Ward"), character("Shield", text)],
    }
    facts = [
        {"card": "Ward", "damage": 0},
        {"card": "Shield", "damage": 2},
        {"not_happened": "damage_dealt", "card": "Ward"},
        {"happened": "damage_put", "card": "Shield"},
    ]
    holds(check(mine, play("Bolt", {"choose": ["Ward"]}), expect=facts))


LOOP = """TURN Whenever this character is exerted, ready this character.
TWIST Whenever this character is readied, exert this character."""
"""Two abilities that trigger each other."""


def test_6_1_10_a_loop_has_no_ruling_and_is_told_with_the_abilities_in_it() -> None:
    result = check(
        {"play": [character("Spinner", LOOP)]}, {"do": "quest", "card": "Spinner"}, expect=[{"player": "p1", "lore": 1}]
    )
    assert result.verdict is Verdict.UNSUPPORTED
    assert result.checks == []
    for told in ("loop", "6.1.10", "Spinner: TURN", "Spinner: TWIST", "10 events repeat"):
        assert told in result.ruling


def test_6_1_10_what_comes_to_an_end_by_itself_is_no_loop() -> None:
    board = Board(decks=(40, 9))
    card = board.p1.character("Reader", when(Occurrence.QUESTED, draw(1)), lore=0)
    board.p1.character("Scholar", when(Occurrence.DRAWN, draw(1), subject=CardFilter(zone=Zone.HAND)))
    game = board.game()
    game.act(Quest(card))
    assert (len(game.state.players[0].hand), game.state.players[0].deck) == (40, ())


def test_6_1_10_statics_that_change_each_other_without_end_are_told() -> None:
    board = Board()
    weak = StatIs(stat=Stat.STRENGTH, comparison=Comparison.AT_MOST, amount=n(1))
    only_weak = CardsExist(cards=characters(YOURS, weak))
    board.p1.character("Paradox", static(gets(Stat.STRENGTH, 1), affects=characters(YOURS), condition=only_weak), strength=1)
    with pytest.raises(EngineLimit, match="static abilities"):
        board.game().view.sheet(max(board.cards))


def test_6_4_2_2_an_effect_is_applied_to_cards_in_play_only() -> None:
    board = Board()
    weary = Sequence(effects=(Banish(cards=This()), apply(gets(Stat.STRENGTH, 2), to=This())))
    hero = board.p1.character("Hero", when(Occurrence.QUESTED, weary))
    game = board.game()
    game.act(Quest(hero))
    assert (game.state.card(hero).zone, game.state.ongoing) == (Zone.DISCARD, ())
