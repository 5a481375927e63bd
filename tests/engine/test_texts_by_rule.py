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


def test_6_1_6_another_card_is_not_the_source_in_its_new_zone() -> None:
    text = "RALLY When this character is banished, return another character card from your discard to your hand."
    board = {"ink": 1, "hand": [action("Ruin", "Banish chosen character.")], "play": [character("Captain", text)]}
    only = [{"card": "Captain", "zone": "discard"}, {"player": "p1", "hand": 0}]
    holds(check(board, play("Ruin", {"choose": ["Captain"]}), expect=only))
    board["discard"] = ["Otter - Small Swimmer"]
    holds(check(board, play("Ruin", {"choose": ["Captain"]}), expect=[{"player": "p1", "hand": ["Otter - Small Swimmer"]}]))


def test_6_1_5_2_a_choice_for_one_of_two_effects_says_which() -> None:
    text = "Choose one:\n• Banish chosen item.\n• Deal 1 damage to chosen character."
    board = {"ink": 1, "hand": [action("Either", text)], "play": ["Lantern"]}
    theirs = {"play": [character("Target"), character("Bystander")]}
    facts = [{"card": "Lantern", "zone": "play"}, {"card": "Target", "damage": 1}]
    holds(check(board, play("Either", {"choose": ["Target"]}), p2=theirs, expect=facts))
    text = "Choose one:\n• Banish chosen character.\n• Deal 1 damage to chosen character."
    both = check({"ink": 1, "hand": [action("Either", text)]}, play("Either", {"choose": ["Target"]}), p2=theirs)
    assert both.verdict == "open"


def test_7_1_4_none_among_cards_looked_at_that_could_not_be_revealed() -> None:
    look = "Look at the top 2 cards of your deck. You may reveal a character card and put it into your hand."
    text = f"{look} Put the rest on the bottom of your deck in any order."
    board = {"ink": 1, "hand": [action("Search", text)], "deck": ["Lantern", "Lantern", "Otter - Small Swimmer"]}
    facts = [{"player": "p1", "hand": 0, "deck": 3}, {"card": "Otter - Small Swimmer", "position": "top"}]
    holds(check(board, play("Search", {"choose": []}), expect=facts))


def test_6_7_9_an_answer_says_that_a_card_enters_exerted_to_do_something() -> None:
    text = "STRIDE This character may enter play exerted to deal 1 damage to chosen character."
    board = {"ink": 2, "hand": [character("Strider", text)]}
    theirs = {"play": [character("Target"), character("Bystander")]}
    hurt = [{"card": "Strider", "exerted": True}, {"card": "Target", "damage": 1}]
    holds(check(board, play("Strider", {"may": True}, {"choose": ["Target"]}), p2=theirs, expect=hurt))
    holds(check(board, play("Strider", {"choose": ["Target"]}, enters="exerted"), p2=theirs, expect=hurt))
    ready = [{"card": "Strider", "exerted": False}, {"card": "Target", "damage": 0}]
    holds(check(board, play("Strider"), p2=theirs, expect=ready))


def test_4_3_2_2_free_is_meant_where_ink_cannot_be_paid() -> None:
    text = "GUEST If you have a character named Host in play, you may play this character for free."
    guest = {"hand": [character("Guest", text)], "play": [character("Host")]}
    holds(check(guest, play("Guest"), expect=[{"card": "Guest", "zone": "play"}]))
    holds(check({**guest, "ink": 2}, play("Guest"), expect=[{"player": "p1", "ready_ink": 0}]))
    holds(check({**guest, "play": []}, play("Guest", legal=False, rule="1.5.3")))


def test_6_2_4_a_false_secondary_condition_leaves_the_whole_ability_without_effect() -> None:
    text = "TALLY When you play this character, if you have an item in play, draw a card. Gain 1 lore."
    board = {"ink": 2, "hand": [character("Teller", text)]}
    holds(check(board, play("Teller"), expect=[{"player": "p1", "hand": 0, "lore": 0}]))
    holds(check({**board, "play": ["Lantern"]}, play("Teller"), expect=[{"player": "p1", "hand": 1, "lore": 1}]))
    text = text.removesuffix("Gain 1 lore.") + "If you have no cards in your hand, gain 1 lore."
    holds(check({"ink": 2, "hand": [character("Teller", text)]}, play("Teller"), expect=[{"player": "p1", "lore": 1}]))


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


def test_7_2_3_a_card_put_on_top_of_a_shuffled_deck_has_a_known_place() -> None:
    text = "FETCH When you play this character, you may search your deck for an item card and reveal that card to all players."
    fetcher = character("Fetcher", f"{text} Shuffle your deck and put that card on top of it.")
    board = {"ink": 2, "hand": [fetcher], "deck": ["Otter - Small Swimmer", "Lantern", "Otter - Big Swimmer", "Bramble"]}
    facts = [{"card": "Lantern", "position": "top"}, {"player": "p1", "deck": 4}]
    holds(check(board, play("Fetcher", {"may": True}, {"choose": ["Lantern"]}), expect=facts))


def test_5_1_2_4_ink_is_readied_like_cards_in_play() -> None:
    text = "TIDE Whenever this character quests, ready all cards in your inkwell."
    board = {"inkwell": {"exerted": 3}, "play": [character("Tide", text)]}
    holds(check(board, {"do": "quest", "card": "Tide"}, expect=[{"player": "p1", "ready_ink": 3}]))


def test_6_1_13_5_while_this_is_challenged_is_about_this_and_not_about_the_affected_one() -> None:
    text = "SNARE While this character is being challenged, the challenging character gets -1 ¤."
    theirs = {"play": [character("Snare", text, willpower=5, exerted=True)]}
    fight = {"do": "challenge", "card": "Fighter", "target": "Snare"}
    facts = [{"card": "Snare", "damage": 1}, {"card": "Fighter", "strength": 2}]
    holds(check({"play": [character("Fighter")]}, fight, p2=theirs, expect=facts))


def test_1_9_2_4_damage_that_cannot_be_removed_is_not_moved() -> None:
    item = {"custom": {"name": "Salt", "type": "item", "cost": 1, "text": "Damage counters can't be removed."}, "as": "Salt"}
    shift = action("Shove", "Move up to 2 damage from chosen character to chosen opposing character.")
    board = {"ink": 1, "hand": [shift], "play": [character("Hurt", damage=2)]}
    step = play("Shove", {"choose": ["Hurt"]}, {"choose": ["Target"]}, {"amount": 2})
    theirs = {"play": [character("Target")]}
    holds(check(board, step, p2=theirs, expect=[{"card": "Target", "damage": 2}]))
    board["play"] = [character("Hurt", damage=2), item]
    holds(check(board, step, p2=theirs, expect=[{"card": "Target", "damage": 0}, {"card": "Hurt", "damage": 2}]))


def test_6_1_4_1_nothing_of_a_cost_is_done_where_its_ink_cannot_be_paid() -> None:
    text = "SPARK Whenever you play an action, you may pay 1 ⬡ and banish this item to deal 2 damage to chosen character."
    item = {"custom": {"name": "Spark", "type": "item", "cost": 1, "text": text}, "as": "Spark"}
    board = {"ink": 1, "hand": [action("Pause", "Draw a card.")], "play": [item]}
    holds(check(board, play("Pause"), p2={"play": [character("Target")]}, expect=[{"card": "Spark", "zone": "play"}]))
    paying = play("Pause", {"may": True}, {"choose": ["Target"]})
    facts = [{"card": "Spark", "zone": "discard"}, {"card": "Target", "damage": 2}]
    holds(check(board | {"ink": 2}, paying, p2={"play": [character("Target")]}, expect=facts))


def test_6_1_5_2_nobody_is_asked_where_neither_option_can_be_done() -> None:
    text = "PEEK Whenever this character quests, you may look at the top card of your deck."
    peeker = character("Peeker", f"{text} Put it on the top of your deck or into your discard.")
    quest = {"do": "quest", "card": "Peeker", "answers": [{"may": False}]}
    holds(check({"play": [peeker], "deck": ["Lantern"]}, quest, expect=[{"player": "p1", "discard": 0, "deck": 1}]))


def test_6_1_5_1_otherwise_is_about_the_playing_where_that_is_what_may_be_done() -> None:
    text = "DASH Whenever this character quests, you may reveal the top card of your deck. If you do, you may play it."
    dasher = character("Dasher", f"{text} Otherwise, put it into your discard.")
    board = {"play": [dasher], "deck": ["Lantern", "Bramble"], "ink": 1}
    quest = {"do": "quest", "card": "Dasher"}
    played = quest | {"answers": [{"may": True}, {"may": True}]}
    holds(check(board, played, expect=[{"card": "Lantern", "zone": "play"}]))
    declined = quest | {"answers": [{"may": True}, {"may": False}]}
    holds(check(board, declined, expect=[{"card": "Lantern", "zone": "discard"}]))
    unseen = quest | {"answers": [{"may": False}]}
    holds(check(board, unseen, expect=[{"card": "Lantern", "zone": "deck"}]))


def test_6_1_13_5_here_is_the_location_that_says_it() -> None:
    text = "CANNON At the start of your turn, deal damage to chosen character or location equal to the number of characters here."
    keep = {"name": "Keep", "version": "Old", "type": "location", "cost": 1, "willpower": 5, "text": text}
    board = {"play": [{"custom": keep, "as": "Keep"}, character("One", at="Keep"), character("Two", at="Keep")]}
    result = check(
        {},
        {"do": "end_turn", "answers": [{"choose": ["Target"]}]},
        p2=board | {"play": [*board["play"], character("Target", willpower=9)]},
        expect=[{"card": "Target", "damage": 2}],
    )
    holds(result)


def test_1_5_5_2_a_text_may_offer_another_cost_to_shift_for() -> None:
    cost = "put 2 item cards from your discard on the bottom of your deck in any order"
    text = f"Shift 5\nBARGAIN You may {cost} to shift this character for free."
    big = {"custom": {"name": "Ogre", "version": "Big", "type": "character", "cost": 7, "text": text}, "as": "Big"}
    board = {"hand": [big], "play": [character("Ogre")], "discard": ["Lantern", {"card": "Lantern", "as": "Lamp"}]}
    facts = [{"card": "Big", "under": 1}, {"player": "p1", "discard": 0, "deck": 12}]
    holds(check(board, {"do": "play", "card": "Big", "shift_onto": "Ogre", "alternate": "BARGAIN"}, expect=facts))
    another = {"do": "play", "card": "Big", "shift_onto": "Ogre", "alternate": "FAVOUR", "legal": False, "rule": "1.5.5"}
    holds(check(board | {"ink": 5}, another))


def test_6_1_15_so_many_characters_are_different_ones() -> None:
    text = "TALLY ⟳ — If 2 or more of your characters quested this turn, draw 2 cards."
    tally = {"custom": {"name": "Tally", "type": "item", "cost": 1, "text": text}, "as": "Tally"}
    board = {"play": [tally, character("One"), character("Two")]}
    one = {"do": "quest", "card": "One"}
    again = {"do": "set", "card": "One", "exerted": False}
    use = {"do": "use", "card": "Tally"}
    holds(check(board, one, again, one, use, expect=[{"player": "p1", "hand": 0}]))
    holds(check(board, one, {"do": "quest", "card": "Two"}, use, expect=[{"player": "p1", "hand": 2}]))


def test_1_13_1_2_so_many_ink_drops_were_removed() -> None:
    text = "SIP When you play this character, if you removed 2 or more ink drops to play her, gain 1 lore."
    board = {"ink": 1, "ink_drops": 2, "hand": [character("Sipper", text)]}
    facts = [{"player": "p1", "lore": 0, "ink_drops": 1}]
    holds(check(board, play("Sipper"), expect=facts))
    holds(check(board, play("Sipper", ink_drops=2), expect=[{"player": "p1", "lore": 1, "ink_drops": 0}]))


def test_6_7_2_1_what_both_branches_speak_of_is_chosen_before() -> None:
    text = "SNIFF ⟳ — If you have another character in play, return an item card from your discard to your hand."
    hound = character("Hound", f"{text} Otherwise, put it on the top of your deck.")
    use = {"do": "use", "card": "Hound"}
    alone = {"play": [hound], "discard": ["Lantern"]}
    holds(check(alone, use, expect=[{"card": "Lantern", "position": "top"}]))
    holds(check(alone | {"play": [hound, character("Friend")]}, use, expect=[{"card": "Lantern", "zone": "hand"}]))


def test_7_6_1_what_was_discarded_banished_or_played_as_an_action_was_put_into_the_discard() -> None:
    text = "RUNES Whenever this character quests, if 2 or more cards were put into your discard this turn, gain 2 lore."
    quest = {"do": "quest", "card": "Reader"}
    for told, lore in (
        ({"discarded": ["Lantern"], "played": ["Bramble"]}, 3),
        ({"banished": ["Otter - Small Swimmer"], "discarded": ["Lantern"]}, 3),
        ({"played": ["Lantern"], "discarded": ["Lantern"]}, 1),
    ):
        board = {"play": [character("Reader", text)], "this_turn": told}
        holds(check(board, quest, expect=[{"player": "p1", "lore": lore}]))


def test_4_3_4_1_this_or_another_sees_this_being_played() -> None:
    text = "SNIFFLE Whenever you play this character or another Fairy character, gain 1 lore."
    first = character("Sniffler", text)
    second = character("Glimmer", classifications=["Fairy"])
    board = {"ink": 4, "hand": [first, second]}
    holds(check(board, play("Sniffler"), play("Glimmer"), expect=[{"player": "p1", "lore": 2}]))
    holds(check(board, play("Glimmer"), play("Sniffler"), expect=[{"player": "p1", "lore": 1}]))


def test_6_1_6_each_one_of_those_cards_is_another_one() -> None:
    text = "Chosen opponent chooses 2 of their characters and returns one of those cards to their hand"
    scatter = action("Scatter", f"{text} and puts one on the bottom of their deck.")
    board = {"ink": 1, "hand": [scatter]}
    theirs = {"play": [character("One"), character("Two")]}
    step = play("Scatter", {"choose": ["Two"]})
    facts = [{"card": "Two", "zone": "hand"}, {"card": "One", "position": "bottom"}]
    holds(check(board, step, p2=theirs, expect=facts))


def test_6_7_6_1_each_player_plays_what_they_revealed() -> None:
    text = "Each player shuffles their deck and then reveals the top card. Each player who reveals a character card may play"
    peril = action(
        "Peril", f"{text} that character for free. Otherwise, put the revealed cards on the bottom of their player's deck."
    )
    board = {"ink": 1, "hand": [peril], "deck": ["Otter - Small Swimmer"]}
    facts = [{"card": "Otter - Small Swimmer", "zone": "play"}, {"card": "Bramble", "zone": "deck"}]
    holds(check(board, play("Peril", {"may": True, "by": "p1"}), p2={"deck": ["Bramble"]}, expect=facts))
