"""Descriptions in plain words, and reminder text that says something else than its keyword."""

import pytest

from corpus.records import CardText, CardType
from engine.compiler.compile import compile_text, reminders_of
from engine.compiler.describe import describe
from engine.compiler.reminders import Agreement

SHIFTS = "You may pay {} ⬡ to play this on top of one of your characters"


def _described(text: str, card_type: CardType = CardType.CHARACTER) -> str:
    (line,) = describe(compile_text(text, card_type))
    return line


def test_a_triggered_ability_says_when_what_and_who_chooses() -> None:
    line = _described("STEADY AIM Whenever this character quests, you may deal 2 damage to chosen opposing character.")
    assert line == (
        "STEADY AIM: when this card: quested; effect: you may: (deal 2 damage to 1 opposing character chosen by you)."
    )


def test_an_activated_ability_says_its_cost_and_duration() -> None:
    line = _described("⟳, 2 ⬡ — Chosen character gets +1 ¤ this turn.", CardType.ITEM)
    assert line == (
        "cost: exert this card and 2 ink; effect: 1 character chosen by you: strength changes by 1, until the end of the turn."
    )


def test_a_static_ability_says_while_what_holds() -> None:
    line = _described("While this character is exerted, your other characters gain Ward.")
    assert line == "while this card is exerted; always: other character of yours: gains Ward."


def test_what_is_not_read_is_said_with_its_reason() -> None:
    assert _described("Sing a merry tune.") == "Not read (unknown-wording): Sing a merry tune."


def _reminder(text: str, cost: int = 3, card_type: CardType = CardType.CHARACTER) -> Agreement:
    card = CardText(name="Comet", version="Bright", type=card_type, cost=cost, inkwell=True, text=text)
    (reminder,) = reminders_of(card)
    return reminder.agreement


@pytest.mark.parametrize(
    ("text", "agreement"),
    [
        ("Evasive (Only characters with Evasive can challenge this character.)", Agreement.AGREES),
        ("Evasive (This character can challenge the turn they're played.)", Agreement.DIFFERS),
        ("Challenger +2 (While challenging, this character gets +3 ¤.)", Agreement.DIFFERS),
        (f"Shift 2 ⬡ ({SHIFTS.format(2)} named Comet.)", Agreement.AGREES),
        (f"Shift 2 ⬡ ({SHIFTS.format(3)} named Comet.)", Agreement.DIFFERS),
        (f"Shift 2 ⬡ ({SHIFTS.format(2)} named Stitch.)", Agreement.DIFFERS),
        ("Ward (A very fine thing to have.)", Agreement.UNKNOWN),
    ],
)
def test_1_1_7_reminder_text_is_compared_with_its_keyword(text: str, agreement: Agreement) -> None:
    assert _reminder(text) is agreement


def test_a_song_reminds_of_its_own_cost() -> None:
    text = "(A character with cost {cost} or more can ⟳ to sing this song for free.)"
    assert _reminder(text.replace("{cost}", "3"), 3, CardType.ACTION) is Agreement.AGREES
    assert _reminder(text.replace("{cost}", "3"), 4, CardType.ACTION) is Agreement.DIFFERS
