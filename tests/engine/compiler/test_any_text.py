"""Any text at all: read or reported unread, in bounded time, and printed back where it was read."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from corpus.records import CardText, CardType
from engine.compiler.compile import compile_text, read_lines
from engine.compiler.text import LONGEST_TEXT, normalise

REASONS = {"ambiguous", "not-printed-back", "too-long", "unknown-wording", "unresolved-reference"}
"""The closed list of reasons, which the coverage report and callers rely on."""

_VOCABULARY = """
When you play this character whenever quests chosen opposing damaged character characters gets +2 -1 ¤ ◊ ⛉
this turn draw a card cards 3 or more with Evasive Rush Villain may banish item If do they can't for the rest
of . , — “ ” ⟳ 2 ⬡ each opponent loses lore your and then another named Elsa Prince in play discard hand deck
put into inkwell facedown exerted • Choose one: While is at location until the start next Otherwise instead
there's under him would be dealt damage up to return reveal top
"""
WORDS = tuple(_VOCABULARY.split())

phrases = st.lists(st.sampled_from(WORDS), min_size=1, max_size=40).map(" ".join)
types = st.sampled_from(list(CardType))


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(text=st.one_of(phrases, st.text(max_size=300)), card_type=types)
def test_any_text_is_read_or_reported(text: str, card_type: CardType) -> None:
    compiled = compile_text(text, card_type)
    assert {unread.reason for unread in compiled.unread} <= REASONS
    for unread in compiled.unread:
        assert unread.span.of(compiled.text) == unread.text


@settings(max_examples=200, deadline=None)
@given(text=phrases, card_type=types)
def test_what_is_read_prints_back(text: str, card_type: CardType) -> None:
    normalised = normalise(text)
    card = CardText(name="", version=None, type=card_type, cost=0, inkwell=True, text=text)
    for reading in read_lines(card, normalised):
        if reading.syntax is not None:
            assert reading.back(normalised.text) == reading.span.of(normalised.text)


@pytest.mark.parametrize(
    "text",
    [
        "Draw a card" + " and draw a card" * 90 + ".",
        "If you have an item in play, " * 50 + "draw a card.",
        "Chosen character gains “" * 30 + "draw a card",
        "Banish chosen " + "opposing damaged " * 150 + "character.",
        "Chosen character " + "with 3 ¤ or more " * 90 + "gets +1 ¤ this turn.",
        "Hero or Villain or " * 120 + "characters gain Rush.",
        "Choose one: " + "• Draw a card. " * 120,
    ],
)
def test_a_text_that_goes_on_and_on_is_read_or_reported(text: str) -> None:
    compiled = compile_text(text, CardType.ACTION)
    assert compiled.abilities or compiled.unread


def test_a_text_past_the_limit_is_too_long() -> None:
    (unread,) = compile_text("Draw a card. " * LONGEST_TEXT, CardType.ACTION).unread
    assert unread.reason == "too-long"
