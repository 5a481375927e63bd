"""States and parts of cards (5), zones (7), and what the keywords say of cards beneath (8.4, 8.10.4.1)."""

from dataclasses import replace

import pytest

from corpus.records import CardType
from engine.abilities.conditions import CardsExist
from engine.abilities.effects import Banish, Discard, Exert, If, LookAtHand, PutDamage, PutIntoHand, Sequence
from engine.abilities.filters import CardFilter, HasCardUnder, HasInk, HasName, IsInState, IsType
from engine.abilities.players import EachOpponent
from engine.abilities.references import Every
from engine.abilities.vocabulary import CardState, Keyword, Occurrence, ShiftKind, Stat, Zone
from engine.actions.activate import Boost, Use
from engine.actions.ink import Ink
from engine.actions.play import Play
from engine.actions.quest import Quest
from engine.events import AbilityTriggered, CardsLookedAt
from engine.game import Game
from engine.terms import EventName, PlayMode
from engine.turn import EndTurn
from tests.engine.board import Board, Script, choose, events, face, happened, keyword, shift
from tests.engine.test_turn_actions import refused
from tests.engine.texts import YOURS, characters, chosen, deal, draw, from_zone, gain, n, use, when
from tests.engine.worded import character, check, holds


def enter(board: Board, card: int) -> Game:
    """Play a card that costs 1."""
    board.p1.ink(1)
    game = board.game()
    game.act(Play(card))
    return game


def test_5_1_1_and_5_1_1_12_states_decide_what_a_card_can_do() -> None:
    board = Board()
    dry, drying = board.p1.character("Dry"), board.p1.character("Fresh", drying=True)
    ready, exerted = board.p1.item("Lamp"), board.p1.item("Dark Lamp", exerted=True)
    game = board.game()
    assert [Quest(card).can(game) for card in (dry, drying)] == [True, False]
    lit = CardFilter(criteria=(YOURS, IsType(types=(CardType.ITEM,)), IsInState(state=CardState.EXERTED)))
    board.p1.action("Count", If(condition=CardsExist(cards=lit), effect=gain(1)), cost=0)
    game = board.game()
    game.act(Play(max(board.cards)))
    assert game.state.players[0].lore == 1
    assert [game.state.card(card).exerted for card in (ready, exerted)] == [False, True]


def test_5_1_1_6_the_top_card_does_not_have_the_text_of_the_cards_under_it() -> None:
    board = Board()
    below = face("Elsa", CardType.CHARACTER, [keyword(Keyword.EVASIVE)], strength=1, willpower=3, lore=1)
    top = board.p1.character("Elsa", version="Queen", under=(below,))
    game = board.game()
    assert not game.view.sheet(top).has(Keyword.EVASIVE)
    board.p1.action("Count", If(condition=CardsExist(cards=characters(HasCardUnder())), effect=gain(1)), cost=0)
    game = board.game()
    game.act(Play(max(board.cards)))
    assert game.state.players[0].lore == 1


def test_5_1_1_9_and_7_4_1_a_played_card_lies_faceup_in_its_players_play_zone() -> None:
    board = Board()
    card = board.p1.character("Elsa", zone=Zone.HAND)
    game = enter(board, card)
    assert (game.state.card(card).facedown, game.state.players[0].play) == (False, (card,))


def test_5_1_2_1_characters_enter_ready_undamaged_and_drying() -> None:
    board = Board()
    card = board.p1.character("Elsa", zone=Zone.HAND)
    found = enter(board, card).state.card(card)
    assert (found.exerted, found.damage, found.drying) == (False, 0, True)


def test_5_1_2_2_and_5_5_1_items_enter_ready_and_are_used_at_once() -> None:
    board = Board()
    card = board.p1.item("Lamp", use(effect=gain(1)), zone=Zone.HAND)
    game = enter(board, card)
    assert not game.state.card(card).exerted
    game.act(Use(card, "printed 1"))
    assert game.state.players[0].lore == 1


def test_5_1_2_3_locations_enter_undamaged_and_are_never_exerted() -> None:
    board = Board()
    place = board.p1.location("Castle", zone=Zone.HAND)
    slumber = board.p1.action("Slumber", Exert(cards=Every(among=CardFilter(criteria=()))), cost=0)
    game = enter(board, place)
    game.act(Play(slumber))
    assert (game.state.card(place).damage, game.state.card(place).exerted) == (0, False)


def test_5_1_2_2_items_are_never_damaged() -> None:
    board = Board()
    lamp = board.p1.item("Lamp")
    effects = (deal(2, Every(among=CardFilter(criteria=()))), PutDamage(amount=n(1), on=Every(among=CardFilter(criteria=()))))
    rain = board.p1.action("Rain", *effects, cost=0)
    game = board.game()
    game.act(Play(rain))
    assert (game.state.card(lamp).damage, happened(game, EventName.DAMAGE_DEALT)) == (0, 0)


def test_5_1_2_4_ink_is_ready_or_exerted_and_facedown() -> None:
    board = Board()
    card = board.p1.character("Elsa", zone=Zone.HAND)
    spend = board.p1.character("Olaf", zone=Zone.HAND)
    game = board.game()
    game.act(Ink(card))
    found = game.state.card(card)
    assert (found.zone, found.exerted, found.facedown) == (Zone.INKWELL, False, True)
    game.act(Play(spend))
    assert game.state.card(card).exerted


def test_5_1_2_and_5_1_2_6_and_5_1_2_7_states_are_lost_in_the_discard_and_in_hand() -> None:
    for effect, zone in ((Banish, Zone.DISCARD), (PutIntoHand, Zone.HAND)):
        board = Board()
        board.p1.ink(1)
        card = board.p1.character("Elsa", exerted=True, drying=True, damage=1)
        board.p1.action("Off", effect(cards=chosen()))
        game = board.game()
        game.act(Play(max(board.cards)))
        found = game.state.card(card)
        assert (found.zone, found.exerted, found.drying, found.damage, found.facedown) == (zone, False, False, 0, False)


def test_5_2_1_all_cards_have_a_cost_and_a_name_and_only_some_have_the_other_parts() -> None:
    board = Board()
    cards = (board.p1.character("Elsa"), board.p1.item("Lamp"), board.p1.location("Castle", lore=1), board.p1.action("Cheer"))
    view = board.game().view
    parts = [set(view.sheet(card).numbers) for card in cards]
    assert all(Stat.COST in found for found in parts)
    assert [Stat.STRENGTH in found for found in parts] == [True, False, False, False]
    assert [Stat.MOVE_COST in found for found in parts] == [False, False, True, False]


def test_5_2_2_the_cost_of_a_card_is_the_ink_it_takes() -> None:
    board = Board()
    board.p1.ink(2)
    dear, cheap = (board.p1.character(str(cost), cost=cost, zone=Zone.HAND) for cost in (3, 2))
    game = board.game()
    assert [Play(card).can(game) for card in (dear, cheap)] == [False, True]


def test_5_2_3_only_cards_with_the_inkwell_symbol_are_inked() -> None:
    board = Board()
    plain = board.p1.put(face("Plain", CardType.ITEM, inkwell=False), Zone.HAND)
    refused(board.game(), Ink(plain), "5.2.3")


def test_5_2_5_and_5_2_5_1_a_card_of_two_ink_types_counts_as_each() -> None:
    board = Board()
    both = board.p1.put(face("Duo", CardType.CHARACTER, inks=("amber", "steel"), strength=1, willpower=3))
    one = board.p1.put(face("Solo", CardType.CHARACTER, inks=("ruby",), strength=1, willpower=3))
    for ink, damaged in (("amber", both), ("steel", both), ("ruby", one)):
        board.p1.action(ink, deal(1, Every(among=characters(HasInk(ink=ink)))), cost=0)
        game = board.game()
        game.act(Play(max(board.cards)))
        assert [card for card in (both, one) if game.state.card(card).damage] == [damaged]


def test_5_2_8_an_ability_works_without_its_story_name_and_is_then_called_by_its_number() -> None:
    mine = {"play": [character("Herald", "Whenever this character quests, you may draw a card.")]}
    quest = {"do": "quest", "card": "Herald", "answers": [{"may": True, "for": "text 1"}]}
    holds(check(mine, quest, expect=[{"player": "p1", "hand": 1}]))


def test_5_3_1_and_5_5_1_and_5_6_1_a_character_card_outside_play_is_no_character() -> None:
    board = Board()
    board.p1.ink(1)
    inplay = board.p1.character("Elsa", willpower=9)
    elsewhere = [board.p1.character("Elsa", zone=zone) for zone in (Zone.HAND, Zone.DISCARD, Zone.INKWELL)]
    board.p1.item("Lamp", zone=Zone.DISCARD)
    board.p1.location("Castle", zone=Zone.DISCARD)
    every = CardFilter(criteria=())
    board.p1.action("Count", Sequence(effects=(deal(1, Every(among=characters())), Banish(cards=Every(among=every)))))
    board.p1.state = replace(board.p1.state, lore=3)
    game = board.game()
    game.act(Play(max(board.cards)))
    assert game.state.card(inplay).zone is Zone.DISCARD
    assert [game.state.card(card).incarnation for card in elsewhere] == [0, 0, 0]


@pytest.mark.parametrize("kind", [CardType.CHARACTER, CardType.ITEM, CardType.LOCATION, CardType.ACTION])
def test_5_3_2_and_5_4_2_and_5_5_2_and_5_6_2_cards_are_played_in_ones_own_main_phase(kind: CardType) -> None:
    board = Board()
    board.p1.ink(1)
    card = board.p1.put(face("Card", kind, strength=1, willpower=1), Zone.HAND)
    refused(board.game(active=1), Play(card), "4.3.1")
    assert Play(card).can(board.game())


def test_5_3_5_a_character_acts_once_it_was_in_play_at_the_beginning_of_the_set_step() -> None:
    board = Board()
    board.p1.ink(1)
    card = board.p1.character("Elsa", use(effect=gain(1)), zone=Zone.HAND)
    game = board.game()
    game.act(Play(card))
    assert not Quest(card).can(game)
    game.act(EndTurn())
    game.act(EndTurn())
    assert Quest(card).can(game)


def test_5_3_6_3_and_5_6_5_3_damage_accumulates_until_it_reaches_willpower() -> None:
    board = Board()
    board.p1.ink(2)
    hero, place = board.p1.character("Hero", willpower=2), board.p1.location("Castle", willpower=2)
    hits = [board.p1.action(name, deal(1, Every(among=CardFilter(criteria=(YOURS,))))) for name in ("A", "B")]
    game = board.game()
    game.act(Play(hits[0]))
    assert all(game.state.in_play(card) for card in (hero, place))
    game.act(Play(hits[1]))
    assert {game.state.card(card).zone for card in (hero, place)} == {Zone.DISCARD}


def test_5_3_6_4_and_5_6_5_4_lore_is_gained_by_questing_and_from_locations_at_the_start_of_a_turn() -> None:
    board = Board()
    hero = board.p1.character("Hero", lore=2)
    board.p1.location("Castle", lore=3)
    game = board.game()
    game.act(Quest(hero))
    assert game.state.players[0].lore == 2
    game.act(EndTurn())
    game.act(EndTurn())
    assert game.state.players[0].lore == 5


def test_5_4_1_and_5_4_3_an_action_enters_play_resolves_its_effect_and_leaves() -> None:
    board = Board()
    card = board.p1.action("Cheer", gain(1))
    game = enter(board, card)
    assert (game.state.players[0].lore, game.state.players[0].discard, game.state.bag) == (1, (card,), ())
    assert happened(game, EventName.ENTERED_PLAY) == 1
    assert happened(game, EventName.ABILITY_TRIGGERED) == 0


def test_5_4_4_3_a_song_with_sing_together_is_sung_by_one_or_by_several() -> None:
    board = Board()
    alto, bass = board.p1.character("Alto", cost=3), board.p1.character("Bass", cost=4)
    song = board.p1.song("Tune", gain(1), cost=4, together=7)
    game = board.game()
    assert Play(song, PlayMode.SING, singers=(bass,)).can(game)
    assert not Play(song, PlayMode.SING, singers=(alto,)).can(game)
    game.act(Play(song, PlayMode.SING_TOGETHER, singers=(alto, bass)))
    assert game.state.players[0].lore == 1


def test_5_6_5_1_a_location_is_found_by_its_name_whatever_its_version() -> None:
    board = Board()
    board.p1.ink(1)
    castle = board.p1.put(face("Castle", CardType.LOCATION, version="By the Sea", willpower=5))
    board.p1.action("Storm", deal(2, Every(among=CardFilter(criteria=(HasName(name="Castle"),)))))
    game = board.game()
    game.act(Play(max(board.cards)))
    assert game.state.card(castle).damage == 2


def test_7_1_3_and_7_3_2_a_hand_is_looked_at_only_by_an_effect() -> None:
    board = Board()
    board.p1.ink(1)
    theirs = board.p2.character("Secret", zone=Zone.HAND)
    board.p1.action("Peek", LookAtHand(whose=EachOpponent()))
    game = board.game()
    game.act(Play(max(board.cards)))
    assert [(event.cards, event.player) for event in events(game) if isinstance(event, CardsLookedAt)] == [((theirs,), 0)]
    assert game.state.card(theirs).zone is Zone.HAND


def test_7_2_1_and_7_3_1_the_card_drawn_is_the_top_card_of_the_deck_and_goes_to_the_hand() -> None:
    board = Board(decks=(0, 5))
    board.p1.ink(1)
    first, second = (board.p1.character(name, zone=Zone.DECK) for name in ("First", "Second"))
    board.p1.action("Study", draw(1))
    game = board.game()
    game.act(Play(max(board.cards)))
    assert (game.state.players[0].hand, game.state.players[0].deck) == ((first,), (second,))


def test_7_6_1_cards_that_left_play_are_in_their_own_players_discard() -> None:
    board = Board()
    board.p1.ink(1)
    theirs = board.p2.character("Milo")
    board.p1.action("Off", Banish(cards=chosen()))
    game = board.game()
    game.act(Play(max(board.cards)))
    assert (game.state.players[1].discard, game.state.card(theirs).owner) == ((theirs,), 1)


def test_7_7_2_activated_abilities_actions_and_playing_do_not_use_the_bag() -> None:
    board = Board()
    board.p1.ink(3)
    cheer = board.p1.action("Cheer", gain(1))
    card = board.p1.character("Elsa", zone=Zone.HAND)
    well = board.p1.item("Well", use(effect=gain(1)))
    game = board.game()
    for act in (Play(cheer), Play(card), Use(well, "printed 1")):
        game.act(act)
    assert [event for event in events(game) if isinstance(event, AbilityTriggered)] == []
    assert game.state.players[0].lore == 2


def test_8_4_2_and_8_4_3_a_boosted_card_lies_facedown_not_in_play_and_was_not_played() -> None:
    board = Board(decks=(0, 5))
    board.p1.ink(1)
    top = board.p1.character("Unseen", zone=Zone.DECK)
    hero = board.p1.character("Hero", keyword(Keyword.BOOST, 1), when(Occurrence.PLAYED, gain(9), characters()))
    game = board.game()
    game.act(Boost(hero))
    found = game.state.card(top)
    assert (found.zone, found.top, found.facedown, game.state.in_play(top)) == (Zone.UNDER, hero, True, False)
    assert (happened(game, EventName.PLAYED), happened(game, EventName.LOOKED_AT), game.state.players[0].lore) == (0, 0, 0)


@pytest.mark.parametrize("fresh", [False, True])
def test_8_10_4_1_on_a_non_character_it_is_as_dry_as_that_card_is_old(fresh: bool) -> None:
    board = Board()
    board.p1.ink(1)
    potato = board.p1.item("Potato", drying=fresh)
    card = board.p1.character("Spud", shift(1, ShiftKind.NAMED, "Potato"), zone=Zone.HAND)
    game = board.game()
    game.act(Play(card, PlayMode.SHIFT, shift_onto=(potato,)))
    assert Quest(card).can(game) is not fresh


def test_7_6_3_cards_that_enter_a_discard_together_lie_there_in_the_order_their_player_says() -> None:
    board = Board()
    board.p1.ink(1)
    cards = [board.p1.character(name, zone=Zone.HAND) for name in ("A", "B", "C")]
    board.p1.action("Purge", Discard(cards=from_zone(Zone.HAND, least=2, most=2)))
    game = board.game(Script([choose(cards[2], cards[0])]))
    game.act(Play(max(board.cards)))
    assert game.state.players[0].discard[:2] == (cards[2], cards[0])
