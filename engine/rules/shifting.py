"""Say what a character may be shifted onto (8.10)."""

from collections.abc import Sequence
from itertools import combinations

from corpus.records import CardType
from engine.abilities.keywords import ShiftAbility
from engine.abilities.statics import AllowsShift
from engine.abilities.vocabulary import Keyword, ShiftKind
from engine.cite import refs, rule
from engine.errors import Refusal
from engine.rules.query import meets
from engine.rules.scope import Scope
from engine.state.objects import CardId, PlayerId, Sheet
from engine.state.view import View


@rule("8.10.1", "Shift")
@rule("8.10.8", "variants of Shift")
@rule("8.10.8.1", "Classification Shift")
@rule("8.10.8.2", "Universal Shift")
@rule("8.10.8.3", "Duo Shift")
@rule("8.10.8.4", "Combo Shift")
@rule("8.10.8.6", "Potato Shift")
@rule("8.10.9", "combined variants")
def fits(shift: ShiftAbility, card: CardId, bases: Sequence[CardId], player: PlayerId, view: View) -> bool:
    """Tell whether a character may be put on these cards with this Shift ability."""
    if any(view.card(base).owner != player or base not in view.sheets for base in bases):
        return False
    sheets = [view.sheet(base) for base in bases]
    if len(set(bases)) != len(bases) or not bases:
        return False
    characters = all(sheet.type is CardType.CHARACTER for sheet in sheets)
    names = view.sheet(card).names
    match shift.kind:
        case ShiftKind.SHIFT:
            return characters and len(sheets) == 1 and (_has_one_of(sheets[0], names) or _allowed(card, bases[0], view))
        case ShiftKind.CLASSIFICATION:
            return characters and len(sheets) == 1 and shift.onto in sheets[0].classifications
        case ShiftKind.UNIVERSAL:
            return characters and len(sheets) == 1
        case ShiftKind.DUO:
            return characters and len(sheets) == 2 and _match_two(sheets, names)
        case ShiftKind.COMBO:
            if len(sheets) == 1:
                return characters and _has_one_of(sheets[0], names)
            return characters and len(sheets) == 2 and _match_two(sheets, names)
        case ShiftKind.NAMED:
            return len(sheets) == 1 and sheets[0].type is CardType.ITEM and shift.onto in sheets[0].names


@rule("5.2.6.1", "cards of several names")
def _has_one_of(base: Sheet, names: frozenset[str]) -> bool:
    return bool((base.names | base.shift_names) & names)


@rule("1.2.1", "a text allows shifting whatever the name")
def _allowed(card: CardId, base: CardId, view: View) -> bool:
    """Tell whether a text lets the card be shifted onto one of another name."""
    found, sheet = view.card(card), view.sheet(card)
    return any(
        meets(change.cards.criteria, found, sheet, Scope.of_static(mark.static), view)
        for change, mark in view.on_card(base, AllowsShift)
    )


def _match_two(sheets: Sequence[Sheet], names: frozenset[str]) -> bool:
    """Tell whether two cards each match another one of the names."""
    first, second = ((sheet.names | sheet.shift_names) & names for sheet in sheets)
    return any(one != other for one in first for other in second)


@rule("1.5.5.2", "shifting is an alternate cost")
def usable_shift(card: CardId, bases: Sequence[CardId], player: PlayerId, view: View) -> ShiftAbility | None:
    """Find the Shift ability of a card by which it may be put on these cards."""
    sheet = view.sheet(card)
    if not sheet.has(Keyword.SHIFT):
        return None
    return next((shift for shift in sheet.shifts if fits(shift, card, bases, player, view)), None)


def shift_refusals(card: CardId, bases: Sequence[CardId], player: PlayerId, view: View) -> tuple[Refusal, ...]:
    """Say why a card may not be shifted onto these cards, if it may not."""
    found = view.card(card)
    if not view.sheet(card).has(Keyword.SHIFT):
        return (Refusal(f"{found.name} has no Shift", refs("8.10.1", "1.5.5.2")),)
    if usable_shift(card, bases, player, view) is not None:
        return ()
    onto = " and ".join(view.card(base).name for base in bases)
    numbers = {"8.10.1": None} | {_NUMBERS[shift.kind]: None for shift in view.sheet(card).shifts}
    return (Refusal(f"{found.name} can't be shifted onto {onto}", refs(*numbers)),)


_NUMBERS = {
    ShiftKind.SHIFT: "8.10.1",
    ShiftKind.CLASSIFICATION: "8.10.8.1",
    ShiftKind.UNIVERSAL: "8.10.8.2",
    ShiftKind.DUO: "8.10.8.3",
    ShiftKind.COMBO: "8.10.8.4",
    ShiftKind.NAMED: "8.10.8.6",
}


def shift_bases(card: CardId, player: PlayerId, view: View) -> tuple[tuple[CardId, ...], ...]:
    """List every set of cards that a card may be shifted onto."""
    sheet = view.sheet(card)
    if not sheet.has(Keyword.SHIFT):
        return ()
    mine = view.state.players[player].play
    tried: list[tuple[CardId, ...]] = [(one,) for one in mine]
    if any(shift.kind in (ShiftKind.DUO, ShiftKind.COMBO) for shift in sheet.shifts):
        tried.extend(combinations(mine, 2))
    return tuple(bases for bases in tried if usable_shift(card, bases, player, view) is not None)
