"""Set a document up: the state it describes, with everything that is wrong in it reported at once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from corpus.editions import editions
from corpus.refs import CURRENT_EDITION
from engine.abilities.vocabulary import Zone
from engine.catalogue import CardCatalogue
from engine.errors import ScenarioFaults
from engine.scenario.board import CardEntry
from engine.scenario.build import Table, build_table
from engine.scenario.faces import Faces
from engine.scenario.fields import nearest
from engine.scenario.labels import label_key, place_cards
from engine.scenario.ongoing import Underway, UnreadClause, used_abilities
from engine.scenario.parse import parse_scenario
from engine.scenario.past import mark_played, remember
from engine.scenario.schema import ScenarioDocument, SetCardStep, SetPlayerStep
from engine.scenario.statements import Answer, BagFact, CardFact, EventFact, PlayerFact, aims
from engine.state.game_state import GameState


@dataclass(frozen=True, slots=True)
class SetUp:
    """A document that is ready to be replayed."""

    document: ScenarioDocument
    state: GameState
    faces: Faces
    unread: tuple[UnreadClause, ...]
    """Texts of the document itself that the engine does not execute."""
    caveats: tuple[str, ...]


def set_up(document: Mapping[str, Any] | str, catalogue: CardCatalogue) -> SetUp:
    """Read a document and build its state.

    :raises ScenarioFaults: with every fault in the document.
    """
    faces = Faces(catalogue)
    parsed = parse_scenario(document, faces)
    table, state = build_table(parsed, faces)
    underway = Underway(table, state)
    for label, board in parsed.players.items():
        player = list(parsed.players).index(label)
        path = f"players.{label}"
        _cards_underway(underway, player, path, parsed)
        for place, effect in enumerate(board.effects):
            underway.play_on(player, effect, f"{path}.effects[{place}]")
        state = remember(state, player, board.this_turn, table, f"{path}.this_turn")
    mark_played(table.cards, state.history)
    underway.state = replace(state, cards=dict(table.cards), used=underway.state.used)
    caveats = _edition(table, parsed)
    _check_labels(table, parsed)
    if table.faults:
        raise ScenarioFaults(table.faults)
    return SetUp(parsed, underway.sealed(), faces, tuple(underway.unread), caveats)


def _cards_underway(underway: Underway, player: int, path: str, document: ScenarioDocument) -> None:
    """Set going what the cards in play of one player have gained, and what they have used."""
    state, table = underway.state, underway.table
    board = list(document.players.values())[player]
    for place, (number, entry) in enumerate(zip(state.zone_of(player, Zone.PLAY), board.play, strict=True)):
        if not isinstance(entry, CardEntry):
            continue
        card = table.cards[number]
        for at, gained in enumerate(entry.gained):
            underway.gain(card, gained, f"{path}.play[{place}].gained[{at}]")
        used = used_abilities(table, card, entry, f"{path}.play[{place}]")
        underway.state = replace(underway.state, used=(*underway.state.used, *used))


def _edition(table: Table, document: ScenarioDocument) -> tuple[str, ...]:
    """Judge by the implemented edition, and say so where another one is asked about."""
    if document.rules == CURRENT_EDITION:
        return ()
    known = [edition.number for edition in editions()]
    if document.rules not in known:
        table.fault("rules", f"there is no edition {document.rules!r}; known are {', '.join(known)}")
        return ()
    return (f"asked about edition {document.rules}; judged by edition {CURRENT_EDITION}, the one that is implemented",)


def _check_labels(table: Table, document: ScenarioDocument) -> None:
    """Find labels in steps, facts and answers that nothing has."""
    nameable = {label_key(name) for answer in _all_answers(document) for name in _introduced(answer)}
    nameable |= {label_key(name) for name in _set(document)}
    players = list(document.players)

    def card(label: str, path: str) -> None:
        if label_key(label) not in nameable:
            table.find(label, path)

    def player(label: str | None, path: str) -> None:
        if label is not None and label not in players:
            table.fault(path, f"{label!r} is no player; {nearest(label, players)}")

    for place, step in enumerate(document.steps):
        path = f"steps[{place}]"
        player(step.by, f"{path}.by")
        for key in ("card", "target", "to", "player"):
            label = getattr(step, key, None)
            if isinstance(label, str):
                (player if key == "player" else card)(label, f"{path}.{key}")
        for key in ("shift_onto", "sing_with", "pay_with"):
            for at, label in enumerate(getattr(step, key, None) or ()):
                card(label, f"{path}.{key}[{at}]")
    for path, answer in _answers_with_paths(document):
        player(answer.by, f"{path}.by")
        for at, label in enumerate(answer.player or ()):
            player(label, f"{path}.player[{at}]")
    for path, fact in _facts_with_paths(document):
        for key, label in _labels_of(fact):
            (player if key == "player" else card)(label, f"{path}.{key}")


def _labels_of(fact: CardFact | PlayerFact | BagFact | EventFact) -> Iterator[tuple[str, str]]:
    """List the labels in a fact with the keys under which they stand."""
    if isinstance(fact, CardFact | EventFact) and fact.card is not None:
        yield "card", fact.card
    if isinstance(fact, PlayerFact | EventFact) and fact.player is not None:
        yield "player", fact.player
    if isinstance(fact, CardFact) and fact.at is not None:
        yield "at", fact.at
    if isinstance(fact, CardFact) and fact.can is not None:
        for key in ("challenge", "be_challenged_by", "sing"):
            aimed = getattr(fact.can, key)
            if aimed is not None:
                yield from ((f"can.{key}", label) for label in aims(aimed))


def _introduced(answer: Answer) -> Iterator[str]:
    """List the cards that an answer may turn unknown cards into."""
    for names in (answer.choose, answer.random, answer.order):
        yield from names or ()


def _set(document: ScenarioDocument) -> Iterator[str]:
    """List the labels of the cards that corrections by the judge may bring, counted on from those of the boards."""
    steps = {f"steps[{place}]": step for place, step in enumerate(document.steps) if isinstance(step, SetPlayerStep)}
    if steps:
        yield from (placed.label for placed in place_cards({**document.players, **steps}) if placed.label)
    for step in document.steps:
        if isinstance(step, SetCardStep) and not isinstance(step.under, int):
            yield from (entry if isinstance(entry, str) else entry.label or entry.full_name for entry in step.under)


def _all_answers(document: ScenarioDocument) -> Iterator[Answer]:
    return (answer for _, answer in _answers_with_paths(document))


def _answers_with_paths(document: ScenarioDocument) -> Iterator[tuple[str, Answer]]:
    yield from ((f"answers[{place}]", answer) for place, answer in enumerate(document.answers))
    for number, step in enumerate(document.steps):
        yield from ((f"steps[{number}].answers[{place}]", answer) for place, answer in enumerate(step.answers))


def _facts_with_paths(document: ScenarioDocument) -> Iterator[tuple[str, Any]]:
    for number, step in enumerate(document.steps):
        yield from ((f"steps[{number}].expect[{place}]", fact) for place, fact in enumerate(step.expect))
    yield from ((f"expect[{place}]", fact) for place, fact in enumerate(document.expect))
