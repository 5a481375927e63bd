"""Evaluate what texts ask: which cards, how many, whether, who. Asks nobody and changes nothing.

Each kind of node has one evaluator in a table; the families are in ``criteria``, ``amounts``, ``conditions``, ``pointing``
and ``persons``. Choices are made before, by :mod:`engine.rules.choices`; here a choice that was made is only looked up.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from engine.abilities.base import Node
from engine.abilities.conditions import Condition
from engine.abilities.filters import CardFilter, Criterion, IsUnder, OnSide
from engine.abilities.players import AnyOpponent, AnyPlayer, PlayerRef
from engine.abilities.references import Reference
from engine.abilities.values import Amount, Number
from engine.abilities.vocabulary import Comparison, Side, Zone
from engine.cite import rule
from engine.errors import Unsupported
from engine.rules.scope import Others, Scope
from engine.state.objects import Card, CardId, PlayerId, Sheet, Snapshot
from engine.state.view import View

CriterionTest = Callable[[Any, Card, Sheet, Scope, View], bool]
AmountReader = Callable[[Any, Scope, View], int]
ConditionTest = Callable[[Any, Scope, View], bool]
Pointer = Callable[[Any, Scope, View], tuple[Snapshot, ...]]
PersonFinder = Callable[[Any, Scope, View], tuple[PlayerId, ...]]

CRITERIA: dict[type[Criterion], CriterionTest] = {}
AMOUNTS: dict[type[Amount], AmountReader] = {}
CONDITIONS: dict[type[Condition], ConditionTest] = {}
POINTERS: dict[type[Reference], Pointer] = {}
PERSONS: dict[type[PlayerRef], PersonFinder] = {}

F = TypeVar("F", bound=Callable[..., Any])


def evaluates(*kinds: type[Node]) -> Callable[[F], F]:
    """Enter a function as the evaluator of kinds of nodes, in the table of their family."""
    families: tuple[tuple[type[Node], dict[Any, Any]], ...] = (
        (Criterion, CRITERIA),
        (Amount, AMOUNTS),
        (Condition, CONDITIONS),
        (Reference, POINTERS),
        (PlayerRef, PERSONS),
    )

    def enter(function: F) -> F:
        for kind in kinds:
            table = next(table for family, table in families if issubclass(kind, family))
            table[kind] = function
        return function

    return enter


def unsupported(node: Node, scope: Scope, view: View) -> Unsupported:
    """Build the error for a node that nothing evaluates."""
    card = view.state.cards.get(scope.source.id) if scope.source is not None else None
    text = ""
    if card is not None and card.face is not None:
        text = node.span.of(card.face.text) if node.span is not None else card.face.text
    return Unsupported(card.name if card is not None else "an effect", text, f"no-{type(node).__name__}")


def matches(criterion: Criterion, card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    """Tell whether a criterion is true of a card.

    :raises Unsupported: nothing evaluates the criterion.
    """
    test = CRITERIA.get(type(criterion))
    if test is None:
        raise unsupported(criterion, scope, view)
    return test(criterion, card, sheet, scope, view)


def meets(criteria: Iterable[Criterion], card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    """Tell whether all criteria are true of a card."""
    return all(matches(criterion, card, sheet, scope, view) for criterion in criteria)


@rule("5.3.1", "characters are in play, character cards elsewhere")
@rule("5.5.1", "items are in play, item cards elsewhere")
@rule("5.6.1", "locations are in play, location cards elsewhere")
def find(cards: CardFilter, scope: Scope, view: View) -> tuple[CardId, ...]:
    """List the cards that a filter means, in turn order of their players and then as they lie."""
    side = next((c.side for c in cards.criteria if isinstance(c, OnSide)), Side.ANY)
    others = scope.others
    if others is Others.SOURCE and scope.selected and side is not Side.YOURS:
        scope.others = Others.SELECTED
    try:
        return tuple(_found(cards, side, scope, view))
    finally:
        scope.others = others


def _found(cards: CardFilter, side: Side, scope: Scope, view: View) -> Iterator[CardId]:
    state = view.state
    if cards.zone is Zone.UNDER:
        yield from _under(cards, scope, view)
        return
    for player in state.turn_order():
        if (side is Side.YOURS and player != scope.you) or (side is Side.OPPOSING and player == scope.you):
            continue
        zones = state.zone_of(player, cards.zone)
        for zone in cards.also_in:
            zones += state.zone_of(player, zone)
        for card in zones:
            if meets(cards.criteria, state.cards[card], view.sheet(card), scope, view):
                yield card


def _under(cards: CardFilter, scope: Scope, view: View) -> Iterator[CardId]:
    """List cards under others; under a card that has left play it is the last known ones (6.7.7)."""
    tops = [c.top for c in cards.criteria if isinstance(c, IsUnder)]
    if tops:
        found = tuple(under for top in cards_meant(tops[0], scope, view) for under in top.card.under)
    else:
        found = tuple(under for player in view.state.turn_order() for under in view.state.zone_of(player, Zone.UNDER))
    for card in found:
        if meets(cards.criteria, view.state.cards[card], view.sheet(card), scope, view):
            yield card


def read(amount: Amount, scope: Scope, view: View) -> int:
    """Work out a number.

    :raises Unsupported: nothing evaluates the amount.
    """
    if isinstance(amount, Number):
        return amount.value
    reader = AMOUNTS.get(type(amount))
    if reader is None:
        raise unsupported(amount, scope, view)
    return reader(amount, scope, view)


def holds(condition: Condition, scope: Scope, view: View) -> bool:
    """Tell whether a condition is true now.

    :raises Unsupported: nothing evaluates the condition.
    """
    test = CONDITIONS.get(type(condition))
    if test is None:
        raise unsupported(condition, scope, view)
    return test(condition, scope, view)


@rule("6.7.7", "last known characteristics")
def seen(reference: Reference, scope: Scope, view: View) -> tuple[Snapshot, ...]:
    """List the cards a reference points at, each as it is or was last known (6.7.7), in order.

    :raises Unsupported: nothing evaluates the reference.
    """
    pointer = POINTERS.get(type(reference))
    if pointer is None:
        raise unsupported(reference, scope, view)
    return pointer(reference, scope, view)


def cards_meant(cards: Node, scope: Scope, view: View) -> tuple[Snapshot, ...]:
    """List the cards of a filter or a reference."""
    if isinstance(cards, CardFilter):
        return tuple(view.snapshot(card) for card in find(cards, scope, view))
    if isinstance(cards, Reference):
        return seen(cards, scope, view)
    raise unsupported(cards, scope, view)


@rule("6.1.11", "that card")
@rule("6.1.11.1", "the zone where that card is")
def present(reference: Reference, scope: Scope, view: View) -> tuple[CardId, ...]:
    """List the cards a reference points at that are still the same ones, so that something can be done to them (7.1.6)."""
    found = []
    for snapshot in seen(reference, scope, view):
        card = scope.live(snapshot.ref, view.state)
        if card is not None and card.zone is not Zone.OUTSIDE:
            found.append(card.id)
    return tuple(dict.fromkeys(found))


def persons(reference: PlayerRef, scope: Scope, view: View) -> tuple[PlayerId, ...]:
    """List the players meant, in turn order from the active player (6.7.6).

    :raises Unsupported: nothing evaluates the reference.
    """
    finder = PERSONS.get(type(reference))
    if finder is None:
        raise unsupported(reference, scope, view)
    return finder(reference, scope, view)


def of_players(reference: PlayerRef, test: Callable[[PlayerId], bool], scope: Scope, view: View) -> bool:
    """Tell whether something is true of the players meant: of one where the text says "an opponent", else of all."""
    found = persons(reference, scope, view)
    if isinstance(reference, AnyOpponent | AnyPlayer):
        return any(test(player) for player in found)
    return bool(found) and all(test(player) for player in found)


def compare(left: int, comparison: Comparison, right: int) -> bool:
    """Compare two numbers."""
    match comparison:
        case Comparison.EXACTLY:
            return left == right
        case Comparison.AT_LEAST:
            return left >= right
        case Comparison.AT_MOST:
            return left <= right
        case Comparison.MORE:
            return left > right
        case Comparison.FEWER:
            return left < right
