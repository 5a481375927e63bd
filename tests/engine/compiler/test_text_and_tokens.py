"""Normalised text and its tokens: one form for every spelling, reminders aside, spans that cut out what was read."""

from engine.compiler.lexer import tokens_of
from engine.compiler.text import normalise


def test_other_spellings_of_symbols_and_marks_become_those_of_the_catalogue() -> None:
    assert normalise("{E}, 2 {I} - Chosen character can’t quest").text == "⟳, 2 ⬡ — Chosen character can't quest"
    assert normalise('gains "Draw a card."').text == "gains “Draw a card.”"
    assert normalise("SNAP {I}, Banish this item - Draw a card.").text == "SNAP ⬡, Banish this item — Draw a card."
    assert normalise("SNAP - Banish this item: Draw a card.").text == "SNAP - Banish this item — Draw a card."
    assert normalise("{e}: Gain 1 lore.").text == "⟳ — Gain 1 lore."


def test_reminder_text_is_set_aside_with_the_place_where_it_stood() -> None:
    normalised = normalise("Rush (This character can challenge the turn they're played.)\nWARM Draw a card.")
    assert normalised.text == "Rush\nWARM Draw a card."
    (aside,) = normalised.asides
    assert (aside.at, aside.text) == (4, "This character can challenge the turn they're played.")


def test_a_line_of_reminder_text_alone_leaves_no_line() -> None:
    assert normalise("(A character with cost 2 or more can ⟳ to sing this song for free.)\nDraw a card.").text == "Draw a card."


def test_options_belong_to_the_ability_above_them() -> None:
    assert normalise("Choose one:\n• Draw a card.\n• Gain 1 lore.").lines[0].end == len(
        "Choose one: • Draw a card. • Gain 1 lore."
    )


def test_normalised_text_stays_as_it_is() -> None:
    once = normalise("MANY  FORMS At the start of your turn , you may\tdraw a card. (Yes.)").text
    assert normalise(once).text == once


def test_tokens_keep_titles_signs_and_apostrophes_whole() -> None:
    normalised = normalise("Your characters named Mr. Smee get +2 ¤ and can't be challenged.")
    words = [token.text for token in tokens_of(normalised.text, normalised.lines[0])]
    assert words[:6] == ["Your", "characters", "named", "Mr.", "Smee", "get"]
    assert words[6:] == ["+2", "¤", "and", "can't", "be", "challenged", "."]


def test_spans_of_tokens_cut_them_out_of_the_text() -> None:
    normalised = normalise("Evasive\nPUNY PIRATE! Draw 2 cards.")
    tokens = tokens_of(normalised.text, normalised.lines[1])
    assert [token.span.of(normalised.text) for token in tokens] == [token.text for token in tokens]


def test_what_starts_a_sentence_an_option_or_a_cost_is_known_as_a_start() -> None:
    text = "⟳, Banish this item — Draw a card. Gain 1 lore."
    starts = [token.text for token in tokens_of(text, normalise(text).lines[0]) if token.initial and token.text[0].isalpha()]
    assert starts == ["Banish", "Draw", "Gain"]
