"""Static, replacement and modifying abilities (6.4 to 6.6), damage (1.9), zones (7), and what a turn remembers."""

import pytest

from corpus.records import CardText, CardType
from corpus.refs import Span
from engine.abilities.conditions import CardsExist, HappenedThisTurn
from engine.abilities.effects import (
    Banish,
    Establish,
    If,
    MoveDamage,
    PutDamage,
    PutIntoHand,
    PutIntoInkwell,
    PutOnDeck,
    RemoveDamage,
    Sequence,
    ShuffleIntoDeck,
)
from engine.abilities.filters import CardFilter, HasKeyword, HasName, StatIs
from engine.abilities.kinds import CompiledCard, StaticAbility, Unread
from engine.abilities.players import You
from engine.abilities.references import Chosen, Every, This
from engine.abilities.statics import Cannot, CannotGainKeyword, Doing, GainsAbility, Gets, NotReducedBelow, Replace
from engine.abilities.triggers import EventPattern
from engine.abilities.values import BoundAmount, CountOf, Times
from engine.abilities.vocabulary import Comparison, DeckEnd, Keyword, Limit, Occurrence, Stat, Until, Zone
from engine.actions.challenge import ChallengeWith
from engine.actions.play import Play
from engine.actions.quest import Quest
from engine.decisions import DecisionKind, DecisionNeeded
from engine.errors import Unsupported
from engine.terms import EventName
from tests.engine.board import Board, Script, choose, face, happened, keyword, order
from tests.engine.texts import (
    CHARACTER,
    EVERYONE,
    OPPOSING,
    OTHER,
    YOURS,
    apply,
    characters,
    chosen,
    deal,
    draw,
    gain,
    gains,
    gets,
    n,
    play,
    static,
    when,
)

# Static abilities and modifiers


def test_6_4_2_3_a_static_ability_reaches_cards_that_enter_and_ends_with_its_source() -> None:
    board = Board()
    lord = board.p1.character("Grumpy", static(gets(Stat.STRENGTH, 1), affects=characters(YOURS, OTHER)))
    card = board.p1.character("Happy", strength=3, cost=0, zone=Zone.HAND)
    board.p2.character("Milo")
    game = board.game()
    game.act(Play(card))
    assert game.view.sheet(card).number(Stat.STRENGTH) == 4
    assert game.view.sheet(lord).number(Stat.STRENGTH) == 1
    action = board.p1.action("Bolt", Banish(cards=Chosen(among=characters(HasName(name="Grumpy")))), cost=0)
    game = board.game()
    game.act(Play(card))
    game.act(Play(action))
    assert game.view.sheet(card).number(Stat.STRENGTH) == 3


def test_6_4_2_1_and_6_4_2_2_continuous_against_applied() -> None:
    board = Board()
    safe = static(Cannot(doing=Doing.BE_CHALLENGED), affects=characters(YOURS))
    continuous = Establish(ability=safe, until=Until.START_OF_YOUR_NEXT_TURN)
    applied = apply(gets(Stat.STRENGTH, -3), to=EVERYONE, until=Until.START_OF_YOUR_NEXT_TURN)
    old = board.p1.character("Old", strength=3)
    new = board.p1.character("New", strength=3, cost=0, zone=Zone.HAND)
    action = board.p1.action("Restore", Sequence(effects=(continuous, applied)), cost=0)
    game = board.game()
    game.act(Play(action))
    game.act(Play(new))
    assert (game.view.sheet(old).number(Stat.STRENGTH), game.view.sheet(new).number(Stat.STRENGTH)) == (0, 3)
    assert game.view.on_card(new, Cannot)


def test_6_4_2_3_statics_that_depend_on_each_other_settle_whatever_their_order() -> None:
    for first in (True, False):
        board = Board()
        grants = static(gains(Keyword.SUPPORT), affects=characters(YOURS, OTHER))
        counts = static(gets(Stat.LORE, 1), affects=characters(YOURS, HasKeyword(keyword=Keyword.SUPPORT)))
        abilities = [("Alice", grants), ("Gadget", counts)]
        cards = {name: board.p1.character(name, ability) for name, ability in (abilities if first else abilities[::-1])}
        view = board.game().view
        assert view.sheet(cards["Gadget"]).number(Stat.LORE) == 2
        assert view.sheet(cards["Alice"]).number(Stat.LORE) == 1


def test_6_6_1_2_modifiers_combine_and_6_6_2_negative_counts_as_0_when_used() -> None:
    board = Board()
    card = board.p2.character("HeiHei", strength=2)
    down = apply(gets(Stat.STRENGTH, -5), to=chosen())
    up = apply(gets(Stat.STRENGTH, 1), to=chosen(bind="again"))
    zero = CardsExist(cards=characters(StatIs(stat=Stat.STRENGTH, comparison=Comparison.EXACTLY, amount=n(0))))
    game = play(board, Sequence(effects=(down, up, If(condition=zero, effect=gain(1)))))
    assert game.view.sheet(card).number(Stat.STRENGTH) == -2
    assert game.state.players[0].lore == 1


def test_6_6_4_cannot_be_reduced_below_the_printed_value() -> None:
    board = Board()
    card = board.p1.character("Elisa", static(NotReducedBelow(stat=Stat.STRENGTH), affects=characters(YOURS)), strength=4)
    game = play(board, Sequence(effects=(apply(gets(Stat.STRENGTH, -4)), apply(gets(Stat.STRENGTH, 1), to=chosen(bind="b")))))
    assert game.view.sheet(card).number(Stat.STRENGTH) == 4


def test_6_1_8_for_each_is_counted_once_by_effects_and_all_the_time_by_statics() -> None:
    board = Board()
    each = Times(factor=1, amount=CountOf(cards=characters(YOURS, OTHER)))
    lord = board.p1.character("Hades", static(Gets(stat=Stat.LORE, amount=each)), lore=1)
    card = board.p1.character("Pain", cost=0, zone=Zone.HAND)
    game = board.game()
    assert game.view.sheet(lord).number(Stat.LORE) == 1
    game.act(Play(card))
    assert game.view.sheet(lord).number(Stat.LORE) == 2


def test_6_1_1_a_granted_ability_speaks_of_the_character_that_has_it() -> None:
    board = Board()
    granted = when(Occurrence.QUESTED, draw(), name="GRANTED")
    mulan = board.p1.character("Mulan")
    game = play(board, apply(GainsAbility(ability=granted)))
    game.act(Quest(mulan))
    assert happened(game, EventName.DRAWN) == 1


def test_1_2_2_cannot_gain() -> None:
    board = Board()
    card = board.p1.character("Stone", static(CannotGainKeyword(keyword=Keyword.WARD)))
    game = play(board, apply(gains(Keyword.WARD)))
    assert not game.view.sheet(card).has(Keyword.WARD)


# Replacement effects


def _shield(name: str = "SHIELD") -> StaticAbility:
    event = EventPattern(occurrence=Occurrence.DAMAGE_DEALT_TO, subject=characters(YOURS, OTHER))
    return static(Replace(event=event, replacement=PutDamage(amount=BoundAmount(), on=This())), name=name)


def test_6_5_4_a_replaced_event_never_happens() -> None:
    board = Board()
    taken = when(Occurrence.DAMAGE_TAKEN, gain(1), name="OUCH")
    guard = board.p2.character("Beast", _shield(), keyword(Keyword.RESIST, 2), willpower=9)
    weak = board.p2.character("Flounder", taken)
    game = play(board, deal(3), answers=Script([choose(weak)]))
    assert (game.state.card(guard).damage, game.state.card(weak).damage) == (3, 0)
    assert game.state.players[1].lore == 0


def test_6_5_8_of_two_instances_one_is_chosen() -> None:
    board = Board()
    first = board.p2.character("Beast", _shield(), willpower=9, label="Beast A")
    second = board.p2.character("Beast", _shield(), willpower=8, label="Beast B")
    weak = board.p2.character("Flounder")
    game = play(board, deal(3), answers=Script([choose(weak), (DecisionKind.RESOLVE, (2,))]))
    assert (game.state.card(first).damage, game.state.card(second).damage) == (0, 3)


def test_6_5_8_the_next_time_is_used_up_with_its_other_instances() -> None:
    board = Board()
    event = EventPattern(occurrence=Occurrence.DAMAGE_DEALT_TO)
    shield = apply(Replace(event=event, replacement=None, once=True), to=chosen(YOURS), until=Until.START_OF_YOUR_NEXT_TURN)
    mine = board.p1.character("Flounder", willpower=9)
    hit = deal(2, chosen(YOURS, bind="hit"))
    again = deal(1, chosen(YOURS, bind="again"))
    game = play(board, Sequence(effects=(shield, hit, again)))
    assert game.state.card(mine).damage == 1


# Damage


def test_1_9_2_4_moved_damage_is_removed_and_put() -> None:
    board = Board()
    mine = board.p1.character("Hurt", damage=2, willpower=5)
    theirs = board.p2.character("Plate", keyword(Keyword.RESIST, 5), willpower=5)
    move = MoveDamage(amount=n(3), source=chosen(YOURS), target=chosen(OPPOSING, bind="to"), up_to=True)
    game = play(board, move)
    assert (game.state.card(mine).damage, game.state.card(theirs).damage) == (0, 2)
    assert happened(game, EventName.DAMAGE_MOVED) == 1


def test_1_9_2_3_no_more_damage_is_removed_than_there_is() -> None:
    board = Board()
    mine = board.p1.character("Hurt", damage=1, willpower=5)
    game = play(board, RemoveDamage(amount=n(3), cards=chosen()))
    assert game.state.card(mine).damage == 0


def test_5_3_6_2_a_character_without_strength_deals_no_damage() -> None:
    board = Board()
    deals = when(Occurrence.DEALS_DAMAGE, gain(1), name="HIT")
    mine = board.p1.character("Weak", deals, strength=0, willpower=9)
    theirs = board.p2.character("Milo", exerted=True)
    game = board.game()
    game.act(ChallengeWith(mine, theirs))
    assert game.state.players[0].lore == 0


def test_1_2_2_a_character_that_cannot_be_damaged() -> None:
    board = Board()
    theirs = board.p2.character("Ghost", static(Cannot(doing=Doing.BE_DAMAGED)))
    game = play(board, Sequence(effects=(deal(2), PutDamage(amount=n(1), on=chosen(bind="put")))))
    assert game.state.card(theirs).damage == 1


# Zones


def test_7_1_6_a_card_that_comes_back_is_a_new_card() -> None:
    board = Board()
    card = board.p1.character("Peter", strength=1, cost=0, damage=2, willpower=5)
    buff = apply(gets(Stat.STRENGTH, 2))
    action = board.p1.action("Up", buff, cost=0)
    bounce = board.p1.action("Back", PutIntoHand(cards=chosen()), cost=0)
    game = board.game()
    game.act(Play(action))
    game.act(Play(bounce))
    game.act(Play(card))
    assert game.view.sheet(card).number(Stat.STRENGTH) == 1
    assert game.state.card(card).damage == 0
    assert game.state.ongoing == ()


def test_7_2_3_cards_are_put_on_the_deck_in_the_order_a_player_says() -> None:
    board = Board()
    first, second = (board.p1.character(name, zone=Zone.DISCARD) for name in ("A", "B"))
    both = Every(among=CardFilter(zone=Zone.DISCARD, criteria=(CHARACTER, YOURS)))
    game = play(board, PutOnDeck(cards=both, end=DeckEnd.TOP), answers=Script([order(second, first)]))
    assert game.state.players[0].deck[:2] == (second, first)
    board = Board()
    first, second = (board.p1.character(name, zone=Zone.DISCARD) for name in ("A", "B"))
    game = play(board, PutOnDeck(cards=both, end=DeckEnd.BOTTOM), answers=Script([order(second, first)]))
    assert game.state.players[0].deck[-2:] == (second, first)


def test_7_2_3_1_stacks_are_mixed_freely() -> None:
    board = Board()
    below = face("Elsa", CardType.CHARACTER, strength=1, willpower=1, lore=1)
    top = board.p2.character("Elsa", under=(below,))
    other = board.p2.character("Anna")
    under = board.cards[top].under[0]
    effect = PutOnDeck(cards=Every(among=characters(OPPOSING)), end=DeckEnd.BOTTOM)
    game = play(board, effect, answers=Script([order(under, other, top)]))
    assert game.state.players[1].deck[-3:] == (under, other, top)


def test_7_2_2_a_shuffled_deck_has_no_known_order() -> None:
    board = Board(decks=(0, 0))
    for name in ("A", "B", "C"):
        board.p1.character(name, zone=Zone.DISCARD)
    every = Every(among=CardFilter(zone=Zone.DISCARD, criteria=(YOURS,)))
    action = board.p1.action("Shuffle", ShuffleIntoDeck(cards=every), cost=0)
    study = board.p1.action("Study", draw(), cost=0)
    game = board.game()
    game.act(Play(action))
    with pytest.raises(DecisionNeeded) as caught:
        game.act(Play(study))
    assert caught.value.decision.kind is DecisionKind.RANDOM
    wanted = game.state.players[0].deck[1]
    board_game = board.game(Script([(DecisionKind.RANDOM, (wanted,))]))
    board_game.act(Play(action))
    board_game.act(Play(study))
    assert board_game.state.players[0].hand == (wanted,)


def test_1_12_2_cards_are_drawn_one_at_a_time() -> None:
    board = Board()
    second = when(Occurrence.DRAWN, gain(1), subject=CardFilter(), actor=You(), limit=Limit.SECOND_EACH_TURN)
    board.p1.character("Ink", second)
    game = play(board, draw(3))
    assert game.state.players[0].lore == 1


def test_5_1_1_7_a_stack_goes_to_the_inkwell_with_the_states_of_its_top_card() -> None:
    board = Board()
    below = face("Elsa", CardType.CHARACTER, strength=1, willpower=1, lore=1)
    top = board.p1.character("Elsa", under=(below,))
    game = play(board, PutIntoInkwell(cards=chosen(), exerted=True))
    inkwell = game.state.players[0].inkwell
    assert len(inkwell) == 2
    assert all(game.state.card(card).exerted and game.state.card(card).facedown for card in inkwell)
    assert top in inkwell


# What this turn remembers


def test_6_1_15_what_happened_this_turn() -> None:
    board = Board()
    fell = HappenedThisTurn(event=EventPattern(occurrence=Occurrence.BANISHED_IN_CHALLENGE, subject=characters(OPPOSING)))
    mine = board.p1.character("Stitch", strength=3)
    theirs = board.p2.character("Milo", exerted=True)
    action = board.p1.action("Cheer", If(condition=fell, effect=gain(2)), cost=0)
    game = board.game()
    game.act(ChallengeWith(mine, theirs))
    game.act(Play(action))
    assert game.state.players[0].lore == 2


# What is not executed


def test_unread_text_of_a_card_in_play_is_never_skipped() -> None:
    board = Board()
    text = "This character does something nobody has read."
    printed = CardText("Riddle", None, CardType.CHARACTER, 1, True, strength=1, willpower=1, lore=1, text=text)
    riddle = CompiledCard(printed=printed, text=text, unread=(Unread(span=Span(0, 4), text=text, reason="unknown-effect"),))
    in_hand = board.p1.put(riddle, Zone.HAND)
    mine = board.p1.character("Moana")
    game = board.game()
    game.act(Quest(mine))
    board.p1.put(riddle, Zone.PLAY)
    with pytest.raises(Unsupported) as caught:
        board.game().act(Quest(mine))
    assert caught.value.text == text
    assert game.state.card(in_hand).zone is Zone.HAND
