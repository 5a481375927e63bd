"""Meanings: what wordings lower to, stated by hand from the rules of section 6."""

import pytest

from corpus.records import CardType
from engine.abilities.conditions import AnyCardIs, CardIs, CardsExist, DuringTurn, HappenedThisTurn, Negated, WasShifted
from engine.abilities.costs import DoToPay, ExertThis, PayInk
from engine.abilities.effects import (
    AddTrigger,
    Apply,
    Banish,
    Choose,
    ChooseOne,
    ChoosePlayer,
    DealDamage,
    Discard,
    Draw,
    Either,
    Establish,
    Exert,
    ForEachPlayer,
    GainLore,
    If,
    IfDone,
    Instead,
    LookAt,
    LoseLore,
    May,
    NextPlayModifier,
    PutIntoHand,
    PutIntoInkwell,
    PutOnDeck,
    Ready,
    RemoveDamage,
    Reveal,
    Sequence,
)
from engine.abilities.filters import (
    AnyOf,
    AtLocation,
    CardFilter,
    HasClassification,
    HasName,
    IsInState,
    IsInZone,
    IsOther,
    IsSong,
    IsType,
    OfPlayer,
    StatIs,
)
from engine.abilities.keywords import KeywordAbility, ShiftAbility
from engine.abilities.kinds import ActivatedAbility, KeywordEntry, StaticAbility, TriggeredAbility
from engine.abilities.players import BoundPlayer, EachOpponent, PlayerOf, You
from engine.abilities.references import Bound, Chosen, ChosenAmong, Every, RestOf, This, TopOfDeck
from engine.abilities.statics import (
    AlternateCost,
    Can,
    Cannot,
    CostModifier,
    Doing,
    EntersPlay,
    GainsAbility,
    GainsKeyword,
    Gets,
    Replace,
)
from engine.abilities.triggers import EventPattern, Trigger
from engine.abilities.values import BoundAmount, CountOf, Number, StatOf, Times
from engine.abilities.vocabulary import (
    CardState,
    Comparison,
    DeckEnd,
    Keyword,
    Limit,
    Manner,
    Occurrence,
    ShiftKind,
    Stat,
    TurnOf,
    Until,
    Wording,
    Zone,
)
from tests.engine.compiler.reading import CHARACTER, OPPOSING, YOURS, abilities, ability, characters, effect, unread

PLAYED = Trigger(event=EventPattern(occurrence=Occurrence.PLAYED, subject=This(), actor=You()))
QUESTED = Trigger(event=EventPattern(occurrence=Occurrence.QUESTED, subject=This()))
CHOSEN = Bound(name="chosen")
ITEM = IsType(types=(CardType.ITEM,))
MY_HAND = CardFilter(zone=Zone.HAND, criteria=(OfPlayer(player=You()),))


def gets(amount: int, stat: Stat = Stat.STRENGTH) -> Gets:
    return Gets(stat=stat, amount=Number(value=amount))


def gains(keyword: Keyword, value: int | None = None) -> GainsKeyword:
    return GainsKeyword(keyword=KeywordAbility(keyword=keyword, value=value))


# Keywords (8)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Evasive", KeywordAbility(keyword=Keyword.EVASIVE)),
        ("Challenger +2", KeywordAbility(keyword=Keyword.CHALLENGER, value=2)),
        ("Singer 5", KeywordAbility(keyword=Keyword.SINGER, value=5)),
        ("Boost 2 ⬡", KeywordAbility(keyword=Keyword.BOOST, value=2)),
        ("Shift 4 ⬡", ShiftAbility(costs=(PayInk(amount=Number(value=4)),))),
        ("Puppy Shift 3", ShiftAbility(costs=(PayInk(amount=Number(value=3)),), kind=ShiftKind.CLASSIFICATION, onto="Puppy")),
        ("Potato Shift 5 ⬡", ShiftAbility(costs=(PayInk(amount=Number(value=5)),), kind=ShiftKind.NAMED, onto="Potato")),
        (
            "Temporary Red Panda Shift 4 ⬡",
            ShiftAbility(
                costs=(PayInk(amount=Number(value=4)),), kind=ShiftKind.CLASSIFICATION, onto="Red Panda", temporary=True
            ),
        ),
    ],
)
def test_8_1_keyword_lines(line: str, expected: KeywordAbility) -> None:
    assert ability(line) == KeywordEntry(keyword=expected)


def test_8_10_1_shift_may_cost_something_else_than_ink() -> None:
    picked = Chosen(among=MY_HAND, minimum=Number(value=2), maximum=Number(value=2), manner=Manner.SELECT)
    assert ability("Shift: Discard 2 cards") == KeywordEntry(keyword=ShiftAbility(costs=(DoToPay(effect=Discard(cards=picked)),)))


# Triggered abilities (6.2)


def test_6_2_4_a_secondary_if_is_part_of_the_effect() -> None:
    items = CardsExist(
        cards=CardFilter(criteria=(IsType(types=(CardType.ITEM,)), OfPlayer(player=You()))), amount=Number(value=2)
    )
    assert ability("When you play this character, if you have 2 or more items in play, draw a card.") == (
        TriggeredAbility(triggers=(PLAYED,), effect=If(condition=items, effect=Draw()))
    )


def test_6_2_6_two_conditions_are_two_triggers_of_one_effect() -> None:
    assert ability("When you play this character and whenever he quests, gain 1 lore.") == TriggeredAbility(
        triggers=(PLAYED, QUESTED), effect=GainLore(amount=Number(value=1))
    )


def test_6_1_13_6_durations_before_the_condition_are_part_of_it() -> None:
    ready = CardIs(card=This(), criteria=(IsInState(state=CardState.READY),))
    drawn = Trigger(event=EventPattern(occurrence=Occurrence.DRAWN, actor=You()), condition=ready)
    assert ability("During your turn, while this character is ready, whenever you draw a card, gain 1 lore.") == (
        TriggeredAbility(triggers=(drawn,), effect=GainLore(amount=Number(value=1)), turn=TurnOf.YOURS)
    )


def test_6_1_13_2_once_is_a_limit() -> None:
    found = ability("Once during your turn, whenever you play a song, draw a card.")
    song = EventPattern(occurrence=Occurrence.PLAYED, subject=CardFilter(criteria=(IsSong(),)), actor=You())
    assert found == TriggeredAbility(triggers=(Trigger(event=song),), effect=Draw(), turn=TurnOf.YOURS, limit=Limit.ONCE_PER_TURN)


def test_6_1_12_an_ability_works_where_its_text_says_that_the_card_is() -> None:
    found = ability("At the end of your turn, if this card is in your discard, you may draw a card.")
    assert isinstance(found, TriggeredAbility)
    assert found.works_from is Zone.DISCARD
    assert isinstance(found.effect, If)
    assert found.effect.condition == CardIs(card=This(), criteria=(IsInZone(zone=Zone.DISCARD),))


def test_the_second_of_a_turn_is_a_count_of_the_event() -> None:
    found = ability("Whenever you play a second action in a turn, gain 3 lore.")
    assert isinstance(found, TriggeredAbility)
    assert found.triggers[0].event.nth == 2


def test_6_2_7_1_a_trigger_for_this_turn_floats() -> None:
    quests = EventPattern(occurrence=Occurrence.QUESTED, subject=characters(YOURS))
    loses = TriggeredAbility(triggers=(Trigger(event=quests),), effect=LoseLore(amount=Number(value=1), player=EachOpponent()))
    assert effect("Whenever one of your characters quests this turn, each opponent loses 1 lore.") == AddTrigger(
        ability=loses, until=Until.END_OF_TURN
    )


def test_6_2_7_2_at_the_end_of_your_turn_is_delayed_and_knows_the_card() -> None:
    found = effect("Chosen character gets +5 ¤ this turn. At the end of your turn, banish them.")
    assert isinstance(found, Sequence)
    applied, delayed = found.effects
    assert applied == Apply(to=Chosen(among=characters()), changes=(gets(5),), until=Until.END_OF_TURN)
    assert isinstance(delayed, AddTrigger)
    assert delayed.once
    assert isinstance(delayed.ability, TriggeredAbility)
    assert delayed.ability.effect == Banish(cards=CHOSEN)


# Activated abilities (6.3)


def test_6_3_1_costs_stand_before_the_dash() -> None:
    found = ability("⟳, 2 ⬡, Banish this item — Draw 2 cards.", CardType.ITEM)
    assert found == ActivatedAbility(
        costs=(ExertThis(), PayInk(amount=Number(value=2)), DoToPay(effect=Banish(cards=This()))),
        effect=Draw(amount=Number(value=2)),
    )


def test_8_4_1_once_you_may_pay_is_an_ability_to_use() -> None:
    assert ability("Once during your turn, you may pay 1 ⬡ to draw a card.") == ActivatedAbility(
        costs=(PayInk(amount=Number(value=1)),),
        effect=Draw(),
        limit=Limit.ONCE_PER_TURN,
        wording=Wording.PERMISSION,
    )


# Static abilities (6.4)


def test_6_4_2_3_a_static_ability_reaches_cards_by_a_filter() -> None:
    assert ability("Your other Hero characters get +1 ¤ and gain Ward.") == StaticAbility(
        changes=(gets(1), gains(Keyword.WARD)),
        affects=characters(IsOther(), HasClassification(classification="Hero"), YOURS),
    )


def test_while_here_limits_to_the_characters_at_the_location() -> None:
    assert ability("Characters get +2 ⛉ while here.", CardType.LOCATION) == StaticAbility(
        changes=(gets(2, Stat.WILLPOWER),), affects=characters(AtLocation(location=This()))
    )


def test_6_1_8_for_each_multiplies_every_number_of_the_list() -> None:
    found = ability("For each item you have in play, this character gets +1 ¤ and +2 ◊.")
    items = CountOf(cards=CardFilter(criteria=(ITEM, YOURS)))
    assert found == StaticAbility(
        changes=(
            Gets(stat=Stat.STRENGTH, amount=Times(factor=1, amount=items)),
            Gets(stat=Stat.LORE, amount=Times(factor=2, amount=items)),
        ),
        affects=This(),
    )


def test_6_1_16_1_unless_is_while_not() -> None:
    captain = CardsExist(cards=characters(HasClassification(classification="Captain"), OfPlayer(player=You())))
    assert ability("This character can't challenge unless you have a Captain character in play.") == StaticAbility(
        changes=(Cannot(doing=Doing.CHALLENGE),), affects=This(), condition=Negated(condition=captain)
    )


def test_4_3_6_paying_less_for_the_card_itself_works_from_the_hand() -> None:
    found = ability("If you played a song this turn, you pay 2 ⬡ less to play this character.")
    song = EventPattern(occurrence=Occurrence.PLAYED, subject=CardFilter(criteria=(IsSong(),)), actor=You())
    assert found == StaticAbility(
        changes=(CostModifier(amount=Number(value=2)),), condition=HappenedThisTurn(event=song), works_from=Zone.HAND
    )


def test_1_5_5_3_for_free_is_an_alternate_cost() -> None:
    found = ability("During your turn, if you have a character named Lilo in play, you can play this character for free.")
    assert isinstance(found, StaticAbility)
    assert found.changes == (AlternateCost(costs=()),)
    assert found.works_from is Zone.HAND


def test_6_7_9_entering_play_is_modified() -> None:
    assert ability("This character enters play with 3 damage.") == StaticAbility(changes=(EntersPlay(damage=Number(value=3)),))
    assert ability("Opposing items enter play exerted.") == StaticAbility(
        changes=(EntersPlay(cards=CardFilter(criteria=(ITEM, OPPOSING)), exerted=True),)
    )


def test_a_quoted_ability_is_granted_whole() -> None:
    found = ability("Your characters gain “⟳ — Draw a card.”", CardType.ITEM)
    given = ActivatedAbility(costs=(ExertThis(),), effect=Draw())
    assert found == StaticAbility(changes=(GainsAbility(ability=given),), affects=characters(YOURS))


def test_6_5_1_would_instead_replaces_an_event() -> None:
    found = ability("If one of your items would be banished, put it into your inkwell facedown and exerted instead.")
    assert isinstance(found, StaticAbility)
    (change,) = found.changes
    assert isinstance(change, Replace)
    assert change.event == EventPattern(occurrence=Occurrence.BANISHED, subject=CardFilter(criteria=(ITEM, YOURS)))
    assert not change.may


# Applied and continuous effects (6.4.2)


def test_6_4_2_2_gets_is_applied_to_the_cards_in_play() -> None:
    found = effect("Your characters get +2 ¤ this turn.")
    assert found == Apply(to=Every(among=characters(YOURS), bind="every"), changes=(gets(2),), until=Until.END_OF_TURN)


def test_6_4_2_1_what_a_class_of_cards_cannot_do_is_continuous() -> None:
    static = StaticAbility(changes=(Cannot(doing=Doing.BE_CHALLENGED),), affects=characters(YOURS))
    assert effect("Your characters can't be challenged until the start of your next turn.") == Establish(
        ability=static, until=Until.START_OF_YOUR_NEXT_TURN
    )


def test_what_a_chosen_card_cannot_do_is_applied_to_it() -> None:
    found = effect("Chosen opposing character can't ready at the start of their next turn.")
    assert found == Apply(
        to=Chosen(among=characters(OPPOSING)),
        changes=(Cannot(doing=Doing.READY_AT_START),),
        until=Until.START_OF_THEIR_NEXT_TURN,
    )


def test_challenging_ready_characters_is_a_permission_for_a_time() -> None:
    found = effect("Chosen character can challenge ready characters this turn.")
    assert isinstance(found, Apply)
    assert found.changes == (Can(doing=Doing.CHALLENGE_READY, what=characters(IsInState(state=CardState.READY))),)


def test_4_3_6_the_next_one_costs_less() -> None:
    assert effect("You pay 2 ⬡ less for the next character you play this turn.") == NextPlayModifier(
        cards=CardFilter(zone=Zone.HAND, criteria=(CHARACTER,)), amount=Number(value=2)
    )


# Choices and what was said before (6.1)


def test_6_1_4_may_covers_its_sentence_only() -> None:
    found = effect("You may banish chosen item. Draw a card.")
    assert isinstance(found, Sequence)
    assert isinstance(found.effects[0], May)
    assert found.effects[1] == Draw()


def test_6_1_4_may_covers_what_follows_in_its_sentence() -> None:
    found = effect("You may draw a card, then choose and discard a card.")
    assert isinstance(found, May)
    assert isinstance(found.effect, Sequence)
    assert len(found.effect.effects) == 2


def test_6_1_5_1_to_and_if_you_do_need_the_first_part() -> None:
    item = Chosen(among=CardFilter(criteria=(ITEM, YOURS)))
    to = effect("Banish chosen item of yours to draw 2 cards.")
    if_you_do = effect("You may banish chosen item of yours. If you do, draw 2 cards.")
    assert to == IfDone(first=Banish(cards=item), then=Draw(amount=Number(value=2)))
    assert if_you_do == IfDone(first=May(effect=Banish(cards=item)), then=Draw(amount=Number(value=2)))


def test_6_1_5_2_or_offers_both() -> None:
    found = ability("Whenever this character quests, choose and discard a card or banish this character.")
    assert isinstance(found, TriggeredAbility)
    assert isinstance(found.effect, Either)
    assert found.effect.options[1] == Banish(cards=This())


def test_6_1_6_another_is_neither_the_source_nor_the_card_before() -> None:
    found = effect("Deal 1 damage to chosen character of yours to deal 3 damage to another chosen character.")
    assert isinstance(found, IfDone)
    assert isinstance(found.then, DealDamage)
    assert isinstance(found.then.to, Chosen)
    assert found.then.to.among != characters()
    assert found.then.to.among.criteria[1] == IsOther()


def test_6_1_11_that_card_is_the_card_of_the_trigger() -> None:
    found = ability("Whenever one of your other characters is banished in a challenge, you may return that card to your hand.")
    assert isinstance(found, TriggeredAbility)
    assert found.effect == May(effect=PutIntoHand(cards=Bound(name="subject")))


def test_a_choice_among_seen_cards_leaves_the_rest() -> None:
    found = effect(
        "Look at the top 4 cards of your deck. Put one into your hand and the rest on the bottom of your deck in any order."
    )
    looked = Bound(name="looked")
    assert found == Sequence(
        effects=(
            LookAt(cards=TopOfDeck(count=Number(value=4))),
            PutIntoHand(cards=ChosenAmong(cards=looked, bind="picked")),
            PutOnDeck(cards=RestOf(cards=looked), end=DeckEnd.BOTTOM),
        )
    )


def test_otherwise_is_when_it_was_not_done_for_any_reason() -> None:
    found = effect(
        "Reveal the top card of your deck. If it's a song card, you may put it into your hand. Otherwise, draw a card."
    )
    assert isinstance(found, Sequence)
    reveal, rest = found.effects
    assert isinstance(reveal, Reveal)
    assert isinstance(rest, IfDone)
    assert rest.otherwise == Draw()
    assert isinstance(rest.first, If)
    assert isinstance(rest.first.effect, May)


def test_6_5_6_instead_replaces_the_same_sort_of_effect_with_the_choice_made_first() -> None:
    found = effect("Chosen character gets +2 ¤ this turn. If a Villain character is chosen, they get +3 ¤ instead.")
    villain = AnyCardIs(cards=CHOSEN, criteria=(CHARACTER, HasClassification(classification="Villain")))
    assert found == Sequence(
        effects=(
            Choose(cards=Chosen(among=characters()), bind="chosen"),
            Instead(
                usual=Apply(to=CHOSEN, changes=(gets(2),), until=Until.END_OF_TURN),
                condition=villain,
                replacement=Apply(to=CHOSEN, changes=(gets(3),), until=Until.END_OF_TURN),
            ),
        )
    )


def test_6_7_6_each_opponent_chooses_for_themselves() -> None:
    each = BoundPlayer(name="each")
    hand = CardFilter(zone=Zone.HAND, criteria=(OfPlayer(player=each),))
    assert effect("Each opponent chooses and discards a card.") == ForEachPlayer(
        players=EachOpponent(), effect=Discard(cards=Chosen(among=hand, chooser=each, manner=Manner.SELECT))
    )


def test_6_7_6_1_parts_are_done_by_all_players_one_part_after_another() -> None:
    found = effect("Each player draws 2 cards, then discards a card at random.")
    assert isinstance(found, Sequence)
    drawn, discarded = found.effects
    assert isinstance(drawn, Draw)
    assert isinstance(discarded, ForEachPlayer)


def test_a_chosen_player_is_chosen_before_they_act() -> None:
    found = effect("Chosen opponent loses 2 lore.")
    assert isinstance(found, Sequence)
    assert isinstance(found.effects[0], ChoosePlayer)
    assert found.effects[1] == LoseLore(amount=Number(value=2), player=BoundPlayer(name="player"))


def test_that_player_is_the_player_of_the_returned_card() -> None:
    found = effect("Return chosen character to their player's hand, then that player draws a card.")
    assert isinstance(found, Sequence)
    assert found.effects[1] == Draw(player=PlayerOf(card=CHOSEN))


def test_a_number_may_speak_of_a_choice_which_is_made_first() -> None:
    found = effect("Gain lore equal to the damage on chosen character.")
    assert found == Sequence(
        effects=(
            Choose(cards=Chosen(among=characters()), bind="chosen"),
            GainLore(amount=StatOf(stat=Stat.DAMAGE, of=CHOSEN)),
        )
    )


def test_this_way_is_what_was_done() -> None:
    found = effect("Remove up to 3 damage from chosen character. Draw a card for each 1 damage removed this way.")
    assert isinstance(found, Sequence)
    removed, drawn = found.effects
    assert isinstance(removed, RemoveDamage)
    assert drawn == Draw(amount=Times(factor=1, amount=BoundAmount(name=removed.bind)))


def test_choose_one_lists_its_options() -> None:
    found = effect("Choose one:\n• Draw a card.\n• Ready chosen character. They can't quest for the rest of this turn.")
    assert isinstance(found, ChooseOne)
    assert found.options[0] == Draw()
    assert isinstance(found.options[1], Sequence)
    assert found.options[1].effects[0] == Ready(cards=Chosen(among=characters()))


def test_facedown_and_exerted_is_read() -> None:
    assert effect("Put the top card of your deck into your inkwell facedown and exerted.") == PutIntoInkwell(
        cards=TopOfDeck(), exerted=True
    )


def test_shift_is_remembered_of_the_card_that_was_played() -> None:
    found = ability("Whenever you play a Floodborn character, if you used Shift to play them, draw a card.")
    assert isinstance(found, TriggeredAbility)
    assert found.effect == If(condition=WasShifted(card=Bound(name="subject")), effect=Draw())


def test_comparisons_and_names_limit_a_choice() -> None:
    found = effect("Exert chosen character named Elsa or Anna with cost 3 or less.")
    names = AnyOf(criteria=(HasName(name="Elsa"), HasName(name="Anna")))
    cheap = StatIs(stat=Stat.COST, comparison=Comparison.AT_MOST, amount=Number(value=3))
    assert found == Exert(cards=Chosen(among=characters(names, cheap)))


def test_a_classification_that_nobody_has_printed_yet_is_read() -> None:
    found = ability("Your Night Watch characters gain Alert.")
    assert found == StaticAbility(
        changes=(gains(Keyword.ALERT),), affects=characters(HasClassification(classification="Night Watch"), YOURS)
    )


def test_during_your_turn_is_a_condition_of_a_static_ability() -> None:
    assert ability("During your turn, this character gains Evasive.") == StaticAbility(
        changes=(gains(Keyword.EVASIVE),), affects=This(), condition=DuringTurn(turn=TurnOf.YOURS)
    )


def test_an_action_has_one_resolution_and_abilities_of_its_own() -> None:
    found = abilities("You pay 1 ⬡ less to play this action.\nDraw a card.\nGain 1 lore.", CardType.ACTION)
    assert len(found) == 2
    assert isinstance(found[0], StaticAbility)


# What is not read


def test_a_pronoun_without_anything_to_mean_is_not_guessed() -> None:
    assert unread("When you play this character, that player draws a card.") == "unresolved-reference"


def test_an_unknown_wording_leaves_the_whole_ability_unread() -> None:
    assert unread("When you play this character, draw a card. Sing a merry tune.") == "unknown-wording"


def test_a_bare_instruction_on_a_character_is_not_an_ability() -> None:
    assert unread("Draw a card.") == "unresolved-reference"


@pytest.mark.parametrize(
    "text",
    [
        "Whenever this character quests, if you have 2 or more other Pirate characters in play, they get +1 ¤ this turn.",
        "When you play this character, if there are 2 or more cards in your discard, put them on the bottom of your deck.",
        "When you play this character, draw a card and gain 1 lore if you have an item in play.",
        "Your characters get +1 ¤ and gain Rush while they're exerted and you have an item in play.",
    ],
)
def test_a_word_that_may_mean_the_counted_cards_or_one_of_several_things_is_not_guessed(text: str) -> None:
    assert unread(text) == "unresolved-reference"


@pytest.mark.parametrize(
    "text",
    [
        "When this character is banished by an action, draw a card.",
        "This character can't ready unless you pay 1 ⬡.",
        "Return a character card from your discard to your hand. You may draw a card. If you can't, gain 1 lore.",
    ],
)
def test_what_the_engine_could_not_tell_or_do_stays_unread(text: str) -> None:
    assert unread(text)
