"""Rules by themselves, each on the smallest board that shows it, with texts in the game's own wording."""

from typing import Any

import pytest

from tests.engine.worded import action, among, character, check, holds, play

END = {"do": "end_turn"}
FETCH = "Reveal the top card of your deck and put it into your hand."


def quest(card: str, *answers: dict[str, Any], **rest: Any) -> dict[str, Any]:
    """Quest with a character."""
    return {"do": "quest", "card": card, "answers": list(answers), **rest}


def challenge(card: str, target: str, *answers: dict[str, Any], **rest: Any) -> dict[str, Any]:
    """Challenge with a character."""
    return {"do": "challenge", "card": card, "target": target, "answers": list(answers), **rest}


def use(card: str, *answers: dict[str, Any], **rest: Any) -> dict[str, Any]:
    """Use a card's only activated ability."""
    return {"do": "use", "card": card, "answers": list(answers), **rest}


def item(name: str, text: str = "", **states: Any) -> dict[str, Any]:
    """Write an item that costs 1."""
    return {"custom": {"name": name, "type": "item", "cost": 1, "text": text}, "as": name, **states}


def place(name: str, text: str = "", **states: Any) -> dict[str, Any]:
    """Write a location of 4 Willpower, 1 Lore and move cost 1."""
    printed = {"name": name, "type": "location", "cost": 1, "willpower": 4, "lore": 1, "move_cost": 1, "text": text}
    return {"custom": printed, "as": name, **states}


def version(name: str, of: str, text: str = "", cost: int = 2, **states: Any) -> dict[str, Any]:
    """Write a character with a version, 1 Strength, 3 Willpower and 1 Lore."""
    printed = {"name": name, "version": of, "type": "character", "cost": cost, "strength": 1, "willpower": 3, "lore": 1}
    return {"custom": printed | {"text": text}, "as": of, **states}


# 1 Concepts


def test_1_3_3_and_1_4_3_1_you_is_the_player_whose_card_or_effect_it_is() -> None:
    theirs = {"play": [character("Heir", "Whenever this character is challenged, you gain 2 lore.", exerted=True, willpower=9)]}
    facts = [{"player": "p1", "lore": 0}, {"player": "p2", "lore": 2}]
    holds(check({"play": [character("Hero")]}, challenge("Hero", "Heir"), p2=theirs, expect=facts))


def test_1_3_5_1_in_a_game_of_three_there_are_two_opponents() -> None:
    mine: dict[str, Any] = {"play": [character("Thief", "Whenever this character quests, gain 1 lore for each opponent.")]}
    holds(among({"p1": mine, "p2": {}, "p3": {}}, quest("Thief"), expect=[{"player": "p1", "lore": 3}]))


def test_1_5_2_some_costs_are_paid_to_use_an_ability_and_some_as_an_effect_resolves() -> None:
    mine = {
        "ink": 3,
        "play": [
            item("Well", "2 ⬡ — Gain 1 lore."),
            character("Hero", "Whenever this character quests, you may pay 1 ⬡ to gain 1 lore."),
        ],
    }
    steps = (use("Well", expect=[{"player": "p1", "ready_ink": 1}]), quest("Hero", {"may": True}))
    holds(check(mine, *steps, expect=[{"player": "p1", "lore": 3, "ready_ink": 0}]))


def test_1_7_5_and_5_1_1_11_and_4_4_2_a_drying_character_neither_quests_challenges_nor_exerts_for_an_ability() -> None:
    mine = {"play": [character("Fresh", "⟳ — Draw a card.", drying=True)]}
    steps = (quest("Fresh", legal=False), challenge("Fresh", "Milo", legal=False), use("Fresh", legal=False, rule="4.4.2"))
    holds(check(mine, *steps, p2={"play": [character("Milo", exerted=True)]}))


def test_1_9_1_and_1_9_3_each_counter_is_one_damage_taken_by_whatever_means() -> None:
    text = "Whenever this character takes damage, draw a card."
    mine = {
        "ink": 1,
        "hand": [action("Pour", "Put 2 damage counters on chosen character.")],
        "play": [character("Hero", text, willpower=9)],
    }
    holds(check(mine, play("Pour", {"choose": ["Hero"]}), expect=[{"card": "Hero", "damage": 2}, {"player": "p1", "hand": 1}]))


def test_1_9_2_2_damage_that_is_put_is_not_dealt() -> None:
    mine = {"ink": 1, "hand": [action("Pour", "Put 2 damage counters on chosen character.")]}
    theirs = {"play": [character("Milo", "Resist +2")]}
    facts = [{"card": "Milo", "damage": 2}, {"happened": "damage_put", "card": "Milo"}, {"not_happened": "damage_dealt"}]
    holds(check(mine, play("Pour", {"choose": ["Milo"]}), p2=theirs, expect=facts))


def test_1_9_6_a_character_that_comes_back_is_undamaged() -> None:
    bounce = action("Bounce", "Return chosen character to their player's hand.")
    mine = {"ink": 3, "hand": [bounce], "play": [character("Hero", damage=3)]}
    holds(check(mine, play("Bounce", {"choose": ["Hero"]}), play("Hero"), expect=[{"card": "Hero", "damage": 0, "zone": "play"}]))


def test_1_11_1_nobody_has_less_than_no_lore() -> None:
    mine = {"ink": 1, "hand": [action("Tax", "Each opponent loses 3 lore.")]}
    holds(check(mine, play("Tax"), p2={"lore": 1}, expect=[{"player": "p2", "lore": 0}]))


def test_1_11_2_a_character_without_lore_gains_none() -> None:
    mine = {"play": [character("Plain", "This character gets -1 ◊.")]}
    holds(check(mine, quest("Plain"), expect=[{"player": "p1", "lore": 0}, {"card": "Plain", "exerted": True}]))


def test_1_12_1_and_1_12_3_a_card_that_is_put_into_the_hand_is_not_drawn() -> None:
    watcher = character("Watcher", "Whenever you draw a card, gain 1 lore.")
    cards = [action("Study", "Draw a card."), action("Fetch", FETCH)]
    mine = {"ink": 2, "hand": cards, "play": [watcher], "deck": [character("Top"), character("Next")]}
    holds(check(mine, play("Study"), play("Fetch"), expect=[{"player": "p1", "lore": 1, "hand": 2}]))


# 3 Turn structure, 4 Turn actions


def test_3_2_2_2_lore_of_locations_uses_no_bag() -> None:
    facts = [{"player": "p2", "lore": 1}, {"not_happened": "ability_triggered"}]
    holds(check({}, END, p2={"play": [place("Castle")]}, expect=facts))


def test_4_1_1_turn_actions_are_taken_any_number_of_times_but_inking() -> None:
    cards = [character(name) for name in ("A", "B", "C", "D")]
    mine = {"ink": 4, "hand": cards, "play": [character("E"), character("F")]}
    steps = (play("A"), play("B"), quest("E"), quest("F"), {"do": "ink", "card": "C"}, {"do": "ink", "card": "D", "legal": False})
    holds(check(mine, *steps, expect=[{"player": "p1", "lore": 2, "ink": 5, "hand": 1}]))


def test_4_2_1_1_the_card_inked_is_revealed() -> None:
    mine = {"hand": [character("A")]}
    holds(
        check(
            mine, {"do": "ink", "card": "A"}, expect=[{"happened": "revealed", "card": "A"}, {"happened": "inked", "card": "A"}]
        )
    )


def test_4_3_2_3_modifiers_change_the_total_and_4_3_5_not_the_cost() -> None:
    cheaper = item("Lantern", "You pay 1 ⬡ less to play characters.")
    mine = {"ink": 1, "hand": [character("A")], "play": [cheaper]}
    holds(check(mine, play("A"), expect=[{"card": "A", "zone": "play", "cost": 2}, {"player": "p1", "ready_ink": 0}]))


def test_4_3_4_2_an_ability_sees_the_card_that_is_put_on_top_of_it() -> None:
    small = version("Elsa", "Small", "Whenever you play a character, gain 1 lore.")
    mine = {"ink": 3, "hand": [version("Elsa", "Big", "Shift 3", cost=8)], "play": [small]}
    holds(check(mine, play("Big", shift_onto="Small"), expect=[{"player": "p1", "lore": 1}, {"card": "Small", "zone": "under"}]))


def test_4_4_3_4_all_of_a_cost_is_paid_and_4_4_4_then_the_effect_resolves() -> None:
    mine = {"ink": 1, "hand": [character("A")], "play": [item("Altar", "⟳, 1 ⬡, Choose and discard a card — Gain 3 lore.")]}
    facts = [{"player": "p1", "lore": 3, "hand": 0, "ready_ink": 0}, {"card": "Altar", "exerted": True}]
    holds(check(mine, use("Altar"), expect=facts))
    holds(check({**mine, "ink": 0}, use("Altar", legal=False, rule="4.4.3.4"), expect=[{"player": "p1", "hand": 1}]))


def test_4_5_2_a_character_has_quested_once_the_lore_is_gained() -> None:
    mine = {"play": [character("Scout", "Whenever this character quests, if you have 1 or more lore, draw a card.")]}
    holds(check(mine, quest("Scout"), expect=[{"player": "p1", "hand": 1}]))


def test_4_6_4_5_while_challenging_applies_from_the_challenge_on_and_ends_with_it() -> None:
    mine = {"play": [character("Hero", "While this character is challenging, they get +3 ¤.", strength=1)]}
    facts = [{"card": "Milo", "damage": 4}, {"card": "Hero", "strength": 1}]
    holds(check(mine, challenge("Hero", "Milo"), p2={"play": [character("Milo", exerted=True, willpower=9)]}, expect=facts))


def test_4_6_8_1_and_4_6_8_3_an_opposing_location_is_challenged_and_deals_no_damage() -> None:
    theirs = {"play": [place("Castle")]}
    facts = [{"card": "Castle", "damage": 2}, {"card": "Hero", "damage": 0}]
    holds(check({"play": [character("Hero")]}, challenge("Hero", "Castle"), p2=theirs, expect=facts))


def test_4_6_9_1_abilities_in_the_bag_resolve_before_a_broken_challenge_ends() -> None:
    text = (
        "Whenever this character challenges, banish chosen opposing character.\nWhenever this character challenges, gain 1 lore."
    )
    mine = {"play": [character("Hero", text)]}
    theirs = {"play": [character("Milo", exerted=True), character("Audrey")]}
    step = challenge("Hero", "Milo", {"resolve": "Hero: text 1"}, {"choose": ["Milo"]})
    facts = [{"card": "Milo", "zone": "discard"}, {"card": "Hero", "damage": 0}, {"player": "p1", "lore": 1}]
    holds(check(mine, step, p2=theirs, expect=[*facts, {"not_happened": "damage_dealt"}]))


def test_4_7_2_a_character_already_there_does_not_move() -> None:
    mine = {"ink": 2, "play": [place("Castle"), character("Hero", at="Castle")]}
    holds(check(mine, {"do": "move", "card": "Hero", "to": "Castle", "legal": False, "rule": "4.7.2"}))


def test_4_7_3_2_a_move_for_free_costs_nothing_and_4_7_5_its_abilities_resolve() -> None:
    text = "Your characters may move here for free.\nWhenever you move a character here, gain 1 lore."
    mine = {"play": [place("Ship", text), character("Hero")]}
    holds(
        check(
            mine,
            {"do": "move", "card": "Hero", "to": "Ship"},
            expect=[{"card": "Hero", "at": "Ship"}, {"player": "p1", "lore": 1}],
        )
    )


# 5 Cards


@pytest.mark.parametrize(("state", "who"), [("damaged", "Hurt"), ("undamaged", "Whole")])
def test_5_1_1_3_and_5_1_1_4_damaged_and_undamaged(state: str, who: str) -> None:
    mine = {"ink": 1, "hand": [action("Off", f"Banish all {state} characters.")]}
    theirs = {"play": [character("Hurt", damage=1), character("Whole")]}
    holds(check(mine, play("Off"), p2=theirs, expect=[{"card": who, "zone": "discard"}, {"player": "p2", "discard": 1}]))


def test_5_1_1_1_a_card_that_is_readied_can_be_exerted_again() -> None:
    mine = {"ink": 1, "hand": [action("Up", "Ready chosen character.")], "play": [character("Hero")]}
    steps = (quest("Hero"), play("Up", {"choose": ["Hero"]}), quest("Hero"))
    holds(check(mine, *steps, expect=[{"player": "p1", "lore": 2}]))


def test_5_1_1_5_and_5_1_1_8_and_5_1_1_10_a_card_under_another_is_not_in_play_and_not_chosen() -> None:
    text = "While you have 3 or more characters in play, this character gets +2 ¤."
    top = character("Top", text, under=[{"card": "Otter - Small Swimmer", "facedown": True}])
    mine = {"ink": 1, "hand": [action("Off", "Banish chosen character of yours.")], "play": [top, character("Mate")]}
    facts = [{"card": "Top", "strength": 2, "under": 1}]
    holds(check(mine, play("Off", {"choose": ["Otter - Small Swimmer"]}, {"choose": ["Mate"]}, expect=facts)))


def test_5_1_2_5_a_card_put_on_the_deck_has_no_other_state() -> None:
    mine = {
        "ink": 3,
        "hand": [action("Away", "Put chosen character on the top of their player's deck."), action("Study", "Draw a card.")],
    }
    board = {**mine, "play": [character("Hero", exerted=True, damage=2)]}
    steps = (play("Away", {"choose": ["Hero"]}), play("Study"), {"do": "set", "player": "p1", "ink": 9}, play("Hero"))
    holds(check(board, *steps, expect=[{"card": "Hero", "zone": "play", "exerted": False, "damage": 0}]))


def test_5_4_4_1_a_song_is_an_action_too() -> None:
    watcher = character("Watcher", "Whenever you play an action, gain 1 lore.")
    fan = character("Fan", "Whenever you play a song, gain 2 lore.")
    mine = {"ink": 2, "hand": [action("Tune", "Draw a card.", "song"), action("Plan", "Draw a card.")], "play": [watcher, fan]}
    holds(check(mine, play("Tune", {"resolve": "Watcher: text 1"}), play("Plan"), expect=[{"player": "p1", "lore": 4}]))


@pytest.mark.parametrize("make", [item, place])
def test_5_5_4_and_5_6_4_and_6_3_1_2_abilities_of_items_and_locations_are_used_at_once(make: Any) -> None:
    text = "⟳ — Gain 1 lore." if make is item else "1 ⬡ — Gain 1 lore."
    mine = {"ink": 2, "hand": [make("Card", text)]}
    holds(check(mine, play("Card"), use("Card"), expect=[{"player": "p1", "lore": 1}]))


# 6 Abilities and effects


def test_6_1_2_and_6_7_2_3_sentences_resolve_in_order_and_each_as_far_as_it_can() -> None:
    text = "Each opponent chooses and discards a card. Draw 2 cards."
    mine = {"ink": 1, "hand": [action("Storm", text)], "deck": 1}
    holds(check(mine, play("Storm"), expect=[{"player": "p1", "hand": 1, "deck": 0}]))


def test_6_1_4_2_each_may_is_a_choice_of_its_own() -> None:
    mine = {"play": [character("Sage", "Whenever this character quests, you may gain 1 lore and you may draw a card.")]}
    holds(check(mine, quest("Sage", {"may": False}, {"may": True}), expect=[{"player": "p1", "lore": 1, "hand": 1}]))


def test_6_1_8_1_until_a_number_of_cards_is_counted_once() -> None:
    mine = {"ink": 1, "hand": [action("Fill", "Draw cards until you have 3 cards in your hand."), character("A")]}
    holds(check(mine, play("Fill"), expect=[{"player": "p1", "hand": 3}]))


def test_6_1_14_a_revealed_card_is_seen_by_all() -> None:
    mine = {"ink": 1, "hand": [action("Show", FETCH)], "deck": [character("Top"), character("Next")]}
    holds(check(mine, play("Show"), expect=[{"happened": "revealed", "card": "Top"}, {"card": "Top", "zone": "hand"}]))


def test_6_5_5_and_6_5_7_the_affected_player_chooses_and_each_replacement_applies_once() -> None:
    hurt = "would be dealt damage"
    text = f"If one of your other characters {hurt}, put that many damage counters on this character instead."
    theirs = {"play": [character("Frail"), character("North", f"GUARD {text}"), character("South", f"SHELTER {text}")]}
    mine = {"ink": 1, "hand": [action("Bolt", "Deal 2 damage to chosen character.")]}
    step = play("Bolt", {"choose": ["Frail"]}, {"resolve": "South: SHELTER", "by": "p2"})
    facts = [{"card": "Frail", "damage": 0}, {"card": "North", "damage": 0}, {"card": "South", "damage": 2}]
    holds(check(mine, step, p2=theirs, expect=facts))


def test_6_6_1_modifiers_change_characteristics() -> None:
    mine = {"play": [character("Duke", "Your other characters get +1 ¤, +2 ⛉, and +1 ◊."), character("Guard")]}
    facts = [
        {"card": "Guard", "strength": 3, "willpower": 6, "lore": 2},
        {"card": "Duke", "strength": 2, "willpower": 4, "lore": 1},
    ]
    holds(check(mine, expect=facts))


def test_6_7_1_2_an_action_is_in_the_discard_once_its_effect_is_resolved() -> None:
    mine = {"ink": 1, "hand": [action("Count", "Gain 1 lore for each card in your discard.")], "discard": [character("A")]}
    holds(check(mine, play("Count"), expect=[{"player": "p1", "lore": 1, "discard": 2}]))


def test_6_7_2_2_damage_is_chosen_for_and_then_dealt_in_one() -> None:
    text = "Deal 2 damage to each opposing character."
    theirs = {"play": [character("A", "Resist +1"), character("B"), character("C", damage=2)]}
    facts = [{"card": "A", "damage": 1}, {"card": "B", "damage": 2}, {"card": "C", "zone": "discard"}]
    holds(check({"ink": 1, "hand": [action("Rain", text)]}, play("Rain"), p2=theirs, expect=facts))


def test_6_7_8_1_an_action_played_by_an_effect_resolves_before_the_bag() -> None:
    free = "Whenever this character quests, you may play an action with cost 1 or less for free."
    herald = character("Herald", f"{free}\nWhenever you play an action, if you have 5 or more lore, draw a card.")
    mine = {"lore": 1, "hand": [action("Cheer", "Gain 3 lore.")], "play": [herald]}
    holds(check(mine, quest("Herald", {"may": True}, {"choose": ["Cheer"]}), expect=[{"player": "p1", "lore": 5, "hand": 1}]))


# 7 Zones


def test_7_5_1_and_7_5_2_each_card_put_into_the_inkwell_is_one_ready_ink() -> None:
    mine = {"ink": 1, "hand": [action("Grow", "Put the top 2 cards of your deck into your inkwell facedown.")]}
    holds(check(mine, play("Grow"), expect=[{"player": "p1", "ink": 3, "ready_ink": 2}]))


def test_7_5_5_an_additional_card_is_inked_in_the_same_way() -> None:
    plain = {"custom": {"name": "Plain", "type": "item", "inkwell": False}, "as": "Plain"}
    extra = "you may put an additional card"
    reader = character("Reader", f"During your turn, {extra} from your hand into your inkwell facedown.")
    mine = {"hand": [character("A"), character("B"), plain], "play": [reader]}
    steps = (
        {"do": "ink", "card": "A"},
        {"do": "ink", "card": "Plain", "legal": False, "rule": "4.2.1"},
        {"do": "ink", "card": "B"},
    )
    holds(check(mine, *steps, expect=[{"player": "p1", "ready_ink": 2}, {"happened": "revealed", "card": "B"}]))


def test_7_6_2_cards_in_a_discard_lie_faceup_and_can_be_chosen_from() -> None:
    mine = {
        "ink": 1,
        "hand": [action("Dig", "Return a character card from your discard to your hand.")],
        "discard": [character("A"), item("Lamp")],
    }
    holds(check(mine, play("Dig"), expect=[{"card": "A", "zone": "hand"}, {"card": "Lamp", "zone": "discard"}]))


# 8 Keywords


def test_8_1_1_every_keyword_is_known_by_its_name() -> None:
    plain = ("Alert", "Bodyguard", "Evasive", "Reckless", "Rush", "Support", "Vanish", "Ward", "Adventurous")
    numbered = ("Challenger +1", "Resist +1", "Singer 4", "Boost 1 ⬡", "Shift 3")
    told = dict.fromkeys((*plain, "Challenger", "Resist", "Singer"), True)
    holds(check({"play": [character("All", "\n".join((*plain, *numbered)))]}, expect=[{"card": "All", "keywords": told}]))


def test_8_2_2_alert_challenges_evasive_characters_without_being_one() -> None:
    mine = {"play": [character("Scout", "Alert")]}
    theirs = {"play": [character("Bird", "Evasive", exerted=True, willpower=9), character("Cat")]}
    facts = [{"card": "Scout", "keywords": {"Evasive": False}, "can": {"be_challenged_by": {"Cat": True}}}]
    holds(check(mine, challenge("Scout", "Bird"), END, p2=theirs, expect=facts))


@pytest.mark.parametrize(("keyword", "cannot"), [("Reckless", "quest"), ("Adventurous", "challenge")])
def test_8_7_2_and_8_7_4_and_8_16_2_and_8_16_4_what_they_cannot_do_and_that_they_still_exert(keyword: str, cannot: str) -> None:
    mine = {
        "hand": [action("Tune", "Draw a card.", "song")],
        "play": [character("One", keyword), character("Two", f"{keyword}\n⟳ — Gain 1 lore.")],
    }
    refused = {"do": cannot, "card": "One", "legal": False} | ({"target": "Milo"} if cannot == "challenge" else {})
    steps = (refused, play("Tune", sing_with=["One"]), use("Two"))
    facts = [{"player": "p1", "lore": 1, "hand": 1}, {"card": "One", "exerted": True}]
    holds(check(mine, *steps, p2={"play": [character("Milo", exerted=True)]}, expect=facts))


def test_8_16_3_an_adventurous_character_that_can_quest_keeps_the_turn_from_ending() -> None:
    mine = {"play": [character("Rover", "Adventurous")]}
    holds(check(mine, {**END, "legal": False, "rule": "8.16.3"}, quest("Rover"), END, expect=[{"player": "p1", "lore": 1}]))


def test_8_10_3_a_shifted_character_that_enters_exerted_is_exerted_on_a_ready_one() -> None:
    big = version("Elsa", "Big", "Shift 3\nThis character enters play exerted.", cost=8)
    mine = {"ink": 3, "hand": [big], "play": [version("Elsa", "Small")]}
    holds(check(mine, play("Big", shift_onto="Small"), expect=[{"card": "Big", "exerted": True, "drying": False}]))


@pytest.mark.parametrize(
    ("first", "second", "states"),
    [
        ({}, {"exerted": True}, {"exerted": True, "drying": False}),
        ({"drying": True}, {}, {"exerted": False, "drying": True}),
        ({"damage": 1}, {"damage": 2}, {"exerted": False, "drying": False, "damage": 3}),
    ],
)
def test_8_10_4_2_and_8_10_6_states_and_damage_of_both_cards_beneath(
    first: dict[str, Any], second: dict[str, Any], states: dict[str, Any]
) -> None:
    pair = {
        "custom": {
            "name": "Chip & Chop",
            "type": "character",
            "cost": 7,
            "strength": 4,
            "willpower": 8,
            "lore": 2,
            "text": "Duo Shift 3",
        },
        "as": "Pair",
    }
    mine = {"ink": 3, "hand": [pair], "play": [version("Chip", "A", **first), version("Chop", "B", **second)]}
    step = play("Pair", {"order": ["A", "B"]}, shift_onto=["A", "B"])
    holds(check(mine, step, expect=[{"card": "Pair", "under": 2, **states}]))


def test_8_10_8_2_universal_shift_is_put_on_any_character() -> None:
    mine = {"ink": 3, "hand": [version("Morph", "Copy", "Universal Shift 3", cost=8)], "play": [version("Elsa", "Small")]}
    holds(check(mine, play("Copy", shift_onto="Small"), expect=[{"card": "Copy", "under": 1, "zone": "play"}]))


def test_8_12_1_and_8_12_2_costs_are_added_up_to_sing_together() -> None:
    song = action("Chorus", "Sing Together 5\nDraw 2 cards.", "song")
    mine = {"hand": [song], "play": [character("A"), character("B"), character("C")]}
    steps = (play("Chorus", sing_with=["A", "B"], legal=False, rule="8.12.2"), play("Chorus", sing_with=["A", "B", "C"]))
    holds(check(mine, *steps, expect=[{"player": "p1", "hand": 2}, {"card": "C", "exerted": True}]))


def test_8_14_2_vanish_resolves_after_the_action_and_not_where_the_character_has_gone() -> None:
    theirs = {"play": [character("Ghost", "Vanish")]}
    touch = action("Touch", "Chosen character gets +1 ¤ this turn. Draw a card.")
    order = [{"card": "Ghost", "zone": "discard"}, {"player": "p1", "hand": 1}]
    holds(check({"ink": 1, "hand": [touch]}, play("Touch", {"choose": ["Ghost"]}), p2=theirs, expect=order))
    bounce = action("Bounce", "Return chosen character to their player's hand.")
    holds(
        check(
            {"ink": 1, "hand": [bounce]},
            play("Bounce", {"choose": ["Ghost"]}),
            p2=theirs,
            expect=[{"card": "Ghost", "zone": "hand"}],
        )
    )


def test_9_2_2_the_active_player_acts_first_then_the_others_to_the_left() -> None:
    feast = action("Feast", "Each player chooses and discards a card.")
    players: dict[str, dict[str, Any]] = {
        "p1": {"hand": [character("A")]},
        "p2": {"ink": 1, "hand": [feast, character("B")]},
        "p3": {"hand": [character("C")]},
    }
    result = among(players, play("Feast"), active="p2", expect=[{"player": name, "hand": 0} for name in players])
    holds(result)
    discarded = [entry.card for entry in result.timeline if entry.event == "discarded"]
    assert discarded == ["B", "C", "A"]
