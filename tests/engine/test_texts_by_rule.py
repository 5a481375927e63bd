"""What texts in the game's wording come to on a board, by the rule that decides."""

from engine.decisions import Decision, DecisionKind, Option
from engine.scenario.choices import ways
from tests.engine.board import Board
from tests.engine.worded import action, character, check, holds, play

WATCHER = "WATCH Each opposing player can't gain lore unless one of their characters has challenged this turn."
"""A restriction whose exception speaks of the players restricted."""


def test_6_1_16_1_an_exception_is_judged_for_each_player_who_is_restricted() -> None:
    mine = {"play": [character("Quester"), character("Fighter")]}
    theirs = {"play": [character("Watcher", WATCHER, exerted=True)]}
    quest = {"do": "quest", "card": "Quester"}
    fight = {"do": "challenge", "card": "Fighter", "target": "Watcher"}
    holds(check(mine, quest, p2=theirs, expect=[{"player": "p1", "lore": 0}]))
    holds(check(mine, fight, quest, p2=theirs, expect=[{"player": "p1", "lore": 1}]))


def test_6_1_16_2_they_are_the_cards_that_only_the_condition_speaks_of() -> None:
    text = "Draw a card. If 2 or more characters sang this song, ready them. They can't quest for the rest of this turn."
    song = action("Duet", "Sing Together 2\n" + text, "song")
    board = {"hand": [song], "play": [character("Alto"), character("Bass")]}
    alone = play("Duet", sing_with=["Alto"], expect=[{"card": "Alto", "exerted": True}])
    readied = {"do": "set", "card": "Alto", "exerted": False}
    holds(check(board, alone, readied, expect=[{"card": "Alto", "can": {"quest": True}}]))
    both = play("Duet", sing_with=["Alto", "Bass"], expect=[{"card": "Alto", "exerted": False}])
    holds(check(board, both, expect=[{"card": "Alto", "can": {"quest": False}}]))


def test_1_9_2_4_damage_is_moved_to_the_chosen_one_and_not_back() -> None:
    moves = "choose an opposing character and move 1 damage from each other character to them."
    text = f"GATHER When you play this character, {moves}"
    board = {"ink": 2, "hand": [character("Gatherer", text)], "play": [character("Hurt", damage=2)]}
    theirs = {"play": [character("Target"), character("Sore", damage=1)]}
    facts = [{"card": "Hurt", "damage": 1}, {"card": "Target", "damage": 2}, {"card": "Sore", "damage": 0}]
    holds(check(board, play("Gatherer", {"choose": ["Target"]}), p2=theirs, expect=facts))


def test_6_7_6_what_others_discard_is_not_discarded_by_you() -> None:
    text = "Each player chooses and discards a card. If you discarded an item card this way, draw 2 cards."
    board = {"ink": 1, "hand": [action("Sweep", text), "Otter - Small Swimmer"]}
    holds(
        check(board, play("Sweep"), p2={"hand": ["Lantern"]}, expect=[{"player": "p1", "hand": 0}, {"player": "p2", "hand": 0}])
    )
    board = {"ink": 1, "hand": [action("Sweep", text), "Lantern"]}
    holds(check(board, play("Sweep"), expect=[{"player": "p1", "hand": 2}]))


def test_6_1_5_1_nothing_is_done_where_the_chosen_player_has_too_few_cards() -> None:
    text = "Choose 2 cards from chosen opponent's discard and put them on the bottom of their deck to gain 3 lore."
    board = {"ink": 1, "hand": [action("Bury", text)]}
    few = check(
        board, play("Bury"), p2={"discard": ["Lantern"]}, expect=[{"player": "p1", "lore": 0}, {"player": "p2", "discard": 1}]
    )
    holds(few)
    answers = ({"choose": ["Lantern", "Otter - Big Swimmer"]}, {"order": ["Lantern", "Otter - Big Swimmer"]})
    enough = {"discard": ["Lantern", "Otter - Big Swimmer", "Otter - Small Swimmer"]}
    holds(check(board, play("Bury", *answers), p2=enough, expect=[{"player": "p1", "lore": 3}, {"player": "p2", "discard": 1}]))


def test_5_1_1_7_a_stack_goes_where_the_replaced_move_of_its_top_card_takes_it() -> None:
    text = "SLIP AWAY If this character would be banished, put this card into your inkwell facedown and exerted instead."
    theirs = {"play": [character("Slippery", text, under=["Otter - Small Swimmer", "Otter - Big Swimmer"])]}
    board = {"ink": 1, "hand": [action("Ruin", "Banish chosen character.")]}
    facts = [{"player": "p2", "ink": 3, "ready_ink": 0, "discard": 0}]
    holds(check(board, play("Ruin", {"choose": ["Slippery"]}), p2=theirs, expect=facts))


def test_6_1_4_a_permission_to_use_may_be_declined() -> None:
    text = "CURTAIN While you have another character in play, you may banish this character to draw a card."
    board = {"play": [character("Dresser", text), character("Other")]}
    use = {"do": "use", "card": "Dresser"}
    holds(check(board, use, expect=[{"card": "Dresser", "zone": "discard"}, {"player": "p1", "hand": 1}]))
    declined = use | {"answers": [{"may": False}]}
    holds(check(board, declined, expect=[{"card": "Dresser", "zone": "play"}, {"player": "p1", "hand": 0}]))


def test_1_7_7_chance_among_cards_that_cannot_be_told_apart_is_settled() -> None:
    returned = "returns cards at random from their inkwell to their hand until they have 3 cards in their inkwell."
    exerted = "Each player exerts all the cards in their inkwell."
    gust = action("Gust", f"{exerted} Then each player with more than 3 cards in their inkwell {returned}")
    holds(check({"ink": 24, "hand": [gust]}, play("Gust"), expect=[{"player": "p1", "ink": 3, "hand": 21}]))


def test_ways_that_only_change_twins_about_are_not_gone_through() -> None:
    options = tuple(Option(number, "a card", twin="alike") for number in range(30))
    decision = Decision(DecisionKind.RANDOM, 0, "chance picks", (*options, Option(30, "the other")), 12, 12)
    found = list(ways(decision, Board().state()) or ())
    assert len(found) == 13
    assert sum(30 in way for way in found) == 12
    decision = Decision(DecisionKind.CHOOSE, 0, "choose", (*options, Option(30, "the other")), 0, 12)
    assert len(list(ways(decision, Board().state()) or ())) == 25


def test_5_2_6_1_a_made_up_character_of_two_names_has_each_of_them() -> None:
    both = {"name": "Ash & Elm", "version": "Pair", "type": "character", "cost": 5, "text": "Shift 2"}
    board = {"ink": 2, "hand": [{"custom": both, "as": "Pair"}], "play": [character("Elm"), character("Oak")]}
    onto_another = {"do": "play", "card": "Pair", "shift_onto": "Oak", "legal": False, "rule": "8.10.1"}
    onto_one = {"do": "play", "card": "Pair", "shift_onto": "Elm"}
    holds(check(board, onto_another, onto_one, expect=[{"card": "Pair", "under": 1}]))
