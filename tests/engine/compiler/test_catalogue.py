"""The whole catalogue: every card's text is read, prints back, and says what it means in words; former texts too."""

import gzip
import json

import pytest

from corpus.load import load_sources
from corpus.records import CardText, CardType
from corpus.refs import Span
from engine.abilities.base import Node, walk
from engine.abilities.filters import CardFilter
from engine.abilities.kinds import Ability, CompiledCard
from engine.abilities.references import Chosen
from engine.compiler.compile import compile_card, compile_text, reminders_of
from engine.compiler.coverage import BY_NAME_ONLY, Clause, Coverage, described, shape, unplayed
from engine.compiler.describe import describe
from engine.compiler.phrases import PHRASES
from engine.compiler.reminders import Agreement
from engine.compiler.report import measure
from indexer.fetch import CatalogueFile
from indexer.readers.cards import read_catalogue

FLAVOUR = "As long as he's around, newcomers to the Great Illuminary will always get a warm welcome."
"""A former text that was no rules text."""


@pytest.fixture(scope="module")
def texts(catalogue: CatalogueFile) -> list[CardText]:
    """Give what is printed on every card."""
    return [card.printed for card in read_catalogue(catalogue.load(), load_sources().catalogue_provenance).cards]


@pytest.fixture(scope="module")
def coverage(texts: list[CardText]) -> Coverage:
    """Measure the whole catalogue once."""
    return measure(texts)


def test_every_card_is_read_whole(coverage: Coverage) -> None:
    assert coverage.with_text > 2400
    assert coverage.whole == coverage.with_text, described(coverage)


def test_everything_that_is_read_prints_back(coverage: Coverage) -> None:
    assert coverage.printed_back == coverage.lines_read == coverage.lines


def test_former_wordings_are_read(catalogue: CatalogueFile) -> None:
    with gzip.open(catalogue.path, "rt", encoding="utf-8") as file:
        cards = json.load(file)["cards"]
    former = {
        (CardType(card["type"].lower()), "\n".join(" ".join(section.split()) for section in old["fullTextSections"]))
        for card in cards
        for old in card.get("historicData", ())
        if "fullTextSections" in old and old["fullText"].replace("\n", " ") != FLAVOUR
    }
    assert former
    unread = {text for kind, text in former if compile_text(text, kind).unread}
    assert len(unread) <= 1, unread


def test_every_card_comes_back_from_its_json_with_every_place_in_its_text(texts: list[CardText]) -> None:
    for card in texts[::7]:
        compiled = compile_card(card)
        back = CompiledCard.from_json(json.loads(json.dumps(compiled.to_json())))
        assert back == compiled
        assert places(back) == places(compiled)


def places(card: CompiledCard) -> list[Span | None]:
    """Give the stretch of text of every node of a card, in order."""
    return [node.span for ability in card.abilities for node in walk(ability)]


def test_unread_text_comes_back_from_its_json() -> None:
    compiled = compile_text("Frobnicate the bogle.\nEvasive")
    assert [unread.text for unread in compiled.unread] == ["Frobnicate the bogle."]
    assert CompiledCard.from_json(json.loads(json.dumps(compiled.to_json()))) == compiled


def test_coverage_names_what_is_unread_with_its_reason_and_the_wordings_that_would_unlock_most() -> None:
    cards = [CardText(f"N{n}", None, CardType.ACTION, 1, True, text=f"Draw {n} cards. Frobnicate {n} bogles.") for n in (2, 3)]
    mixed = CardText("M", None, CardType.CHARACTER, 1, True, text="Evasive\nJuggle.")
    measured = measure([*cards, mixed, CardText("Plain", None, CardType.ITEM, 1, True)])
    assert (measured.cards, measured.with_text, measured.whole) == (4, 3, 0)
    assert (measured.lines, measured.lines_read, measured.printed_back) == (4, 1, 1)
    assert (measured.sentences, measured.sentences_read) == (6, 1)
    assert measured.unread[0] == Clause("N2", "Draw 2 cards. Frobnicate 2 bogles.", "unknown-wording")
    assert Coverage.from_json(json.loads(json.dumps(measured.to_json()))) == measured
    ranked = described(measured).splitlines()
    assert ranked[-2].split(maxsplit=2) == ["2", "2", shape("Draw 9 cards. Frobnicate 9 bogles.")]
    assert ranked[-1].split(maxsplit=2) == ["1", "1", "Juggle."]


def test_what_only_a_quest_explains_is_named(coverage: Coverage) -> None:
    assert {clause.reason for clause in coverage.unplayed} == {"quest-only"}
    assert any("draw token" in clause.text for clause in coverage.unplayed)
    assert len({clause.card for clause in coverage.unplayed}) < 30
    (ability,) = compile_text("Opponents can't use battleground abilities.").abilities
    assert unplayed(ability) == ("battleground abilities can't be used",)
    assert {kind.__name__ for kind in BY_NAME_ONLY} == {"QuestEffect", "QuestChange"}


def test_every_ability_is_described(texts: list[CardText]) -> None:
    seen: set[type[Node]] = set()
    for card in texts:
        compiled = compile_card(card)
        assert len(describe(compiled)) == len(compiled.abilities)
        seen.update(type(node) for ability in compiled.abilities for node in walk(ability))
    assert len(seen) > 100
    assert {cls for cls in seen if cls not in PHRASES and not issubclass(cls, (Ability, CardFilter, Chosen))} == set()


def test_reminder_texts_agree_with_their_keywords(texts: list[CardText]) -> None:
    reminders = [reminder for card in texts for reminder in reminders_of(card)]
    assert len(reminders) > 1000
    assert [reminder for reminder in reminders if reminder.agreement is not Agreement.AGREES] == []
