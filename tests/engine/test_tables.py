"""The engine's tables are complete: every node of card text has what executes it, every citation is a rule."""

import ast
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from corpus.load import load_rules
from corpus.refs import CURRENT_EDITION
from engine.abilities.base import Node
from engine.abilities.conditions import Condition
from engine.abilities.effects import Effect, QuestEffect
from engine.abilities.filters import Criterion
from engine.abilities.players import PlayerRef
from engine.abilities.references import Reference
from engine.abilities.statics import Change, QuestChange
from engine.abilities.values import Amount
from engine.cite import CITED, applied_numbers
from engine.events import EVENTS, Event
from engine.game import FAMILIES
from engine.resolve.state_check import AT_END_OF_TURN, CHECKS
from engine.rules.context import HANDLERS
from engine.rules.continuous import OF_GAME, PER_CARD, PER_CARD_OR_PLAYER
from engine.rules.happenings import READERS
from engine.rules.perform import EVALUATORS
from engine.rules.query import AMOUNTS, CONDITIONS, CRITERIA, PERSONS, POINTERS
from engine.terms import EventName

BY_NAME_ONLY = {QuestEffect, QuestChange}
"""Nodes that only an Illumineer's Quest explains: they are unsupported by name."""

RULES = {rule.ref.number for rule in load_rules()}


def kinds(family: type[Node]) -> Iterator[type[Node]]:
    """Give the kinds of nodes of a family that a card text can hold."""
    for kind in Node.registry.values():
        # slotted dataclasses are made twice; the registry may hold the first making of the same name
        if issubclass(kind, family) and kind.__name__ != family.__name__:
            yield kind


@pytest.mark.parametrize(
    ("family", "table"),
    [
        (Effect, HANDLERS),
        (Criterion, CRITERIA),
        (Amount, AMOUNTS),
        (Condition, CONDITIONS),
        (Reference, POINTERS),
        (PlayerRef, PERSONS),
        (Change, PER_CARD | PER_CARD_OR_PLAYER | OF_GAME),
    ],
)
def test_every_kind_of_node_is_executed(family: type[Node], table: dict[type[Node], object] | frozenset[type[Node]]) -> None:
    handled = {kind.__name__ for kind in table}
    expected = {kind.__name__ for kind in kinds(family)} - {kind.__name__ for kind in BY_NAME_ONLY}
    assert expected - handled == set()


def test_every_field_of_a_node_is_read_by_what_executes_it() -> None:
    root = Path(__file__).parents[2]
    folders = [folder for folder in (root / "engine").iterdir() if folder.name not in {"abilities", "compiler"}]
    sources = [*folders, root / "indexer" / "decks"]
    files = [file for source in sources for file in ([source] if source.suffix == ".py" else source.rglob("*.py"))]
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in files]
    read = {node.attr for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    unread = [f"{name}.{entry.name}" for name, kind in Node.registry.items() for entry in fields(kind) if entry.name not in read]
    assert unread == []


def test_families_and_evaluators_are_loaded() -> None:
    assert len(FAMILIES) >= 8
    assert len(EVALUATORS) == 5


def test_every_citation_is_a_rule_of_the_edition() -> None:
    assert [citation for citation in CITED if citation.ref.edition != CURRENT_EDITION] == []
    assert sorted(applied_numbers() - RULES) == []


def test_every_event_is_in_the_closed_list() -> None:
    listed = {event.__name__ for event in EVENTS}
    made = {event.__name__ for event in Event.__subclasses__()}
    assert made == listed


def test_every_name_of_the_contract_belongs_to_an_event() -> None:
    fixed = {name for event in EVENTS for name in event.NAMES}
    by_manner = {
        EventName.STEP_STARTED,
        EventName.ENTERED_PLAY,
        EventName.LEFT_PLAY,
        EventName.BANISHED,
        EventName.DISCARDED,
        EventName.DRAWN,
        EventName.INKED,
        EventName.PUT_INTO_ZONE,
        EventName.SHUFFLED,
        EventName.COST_PAID,
        EventName.INK_DROP_SPENT,
        EventName.DAMAGE_DEALT,
        EventName.DAMAGE_MOVED,
        EventName.DAMAGE_PUT,
        EventName.DAMAGE_REMOVED,
    }
    assert fixed | by_manner == set(EventName)


def test_what_events_mean_is_read_for_events_of_the_list_only() -> None:
    assert set(READERS) <= set(EVENTS)


def test_1_8_1_the_checks_have_names_and_rules() -> None:
    assert [check.name for check in CHECKS] == ["lore", "last player", "damage", "Pack Rush deck"]
    assert [check.name for check in AT_END_OF_TURN] == [*(check.name for check in CHECKS), "empty deck"]
    assert all(ref.number in RULES for check in AT_END_OF_TURN for ref in check.rules)
