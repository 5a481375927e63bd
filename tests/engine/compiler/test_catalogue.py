"""The whole catalogue: every card's text is read, prints back, and says what it means in words; former texts too."""

import gzip
import json

import pytest

from corpus.records import CardType
from engine.abilities.base import Node, walk
from engine.abilities.filters import CardFilter
from engine.abilities.kinds import Ability
from engine.abilities.references import Chosen
from engine.compiler.compile import compile_card, compile_text, reminders_of
from engine.compiler.describe import describe
from engine.compiler.phrases import PHRASES
from engine.compiler.reminders import Agreement
from engine.compiler.report import Coverage, catalogue_texts, described, measure
from indexer.fetch import CatalogueFile

FLAVOUR = "As long as he's around, newcomers to the Great Illuminary will always get a warm welcome."
"""A former text that was no rules text."""


@pytest.fixture(scope="module")
def coverage(catalogue: CatalogueFile) -> Coverage:
    """Measure the whole catalogue once."""
    return measure(catalogue_texts(catalogue.path))


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


def test_every_ability_comes_back_from_its_json(catalogue: CatalogueFile) -> None:
    for card in catalogue_texts(catalogue.path)[::7]:
        for ability in compile_card(card).abilities:
            assert Ability.from_json(json.loads(json.dumps(ability.to_json()))) == ability


def test_every_ability_is_described(catalogue: CatalogueFile) -> None:
    seen: set[type[Node]] = set()
    for card in catalogue_texts(catalogue.path):
        compiled = compile_card(card)
        assert len(describe(compiled)) == len(compiled.abilities)
        seen.update(type(node) for ability in compiled.abilities for node in walk(ability))
    assert len(seen) > 100
    assert {cls for cls in seen if cls not in PHRASES and not issubclass(cls, (Ability, CardFilter, Chosen))} == set()


def test_reminder_texts_agree_with_their_keywords(catalogue: CatalogueFile) -> None:
    reminders = [reminder for card in catalogue_texts(catalogue.path) for reminder in reminders_of(card)]
    assert len(reminders) > 1000
    assert [reminder for reminder in reminders if reminder.agreement is not Agreement.AGREES] == []
