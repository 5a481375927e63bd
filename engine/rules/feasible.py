"""Tell whether an effect could be done at all, so that nobody is asked about what cannot happen (6.1.4.1, 6.1.5.2)."""

from collections.abc import Callable, Iterable
from typing import Any

from engine.abilities.base import walk
from engine.abilities.effects import (
    AddToSupport,
    Apply,
    Banish,
    Choose,
    ChooseOne,
    ChoosePlayer,
    DealDamage,
    Discard,
    Effect,
    Either,
    Exert,
    If,
    IfDone,
    Instead,
    May,
    MoveDamage,
    MoveToLocation,
    Noted,
    PayInkDrops,
    PayInkEffect,
    PutDamage,
    PutIntoDiscard,
    PutIntoHand,
    PutIntoInkwell,
    PutIntoPlayFrom,
    PutOnDeck,
    PutUnder,
    Ready,
    RemoveDamage,
    Sequence,
    ShuffleIntoDeck,
    UseAbility,
)
from engine.abilities.players import ChosenPlayer
from engine.abilities.references import Bound, Chosen, Reference, TopOfDeck
from engine.abilities.vocabulary import Zone
from engine.cite import rule
from engine.events import CardMoved
from engine.rules.choices import candidates_of, choices_in
from engine.rules.context import Context, Frame
from engine.rules.costs import ink_refusals
from engine.rules.query import find, holds, persons, present, read
from engine.rules.replacement import applicable
from engine.state.objects import CardId, PlayerId
from engine.terms import Manner

Test = Callable[[Any, Frame, Context], bool]


@rule("6.1.4.1", "unable to pay the cost")
@rule("6.1.5.2", "an option that cannot be chosen")
def feasible(effect: Effect, frame: Frame, context: Context) -> bool:
    """Tell whether an effect could be done in part at least; in doubt it could."""
    test = _TESTS.get(type(effect))
    if test is not None:
        return test(effect, frame, context)
    return all(_has_cards(getattr(effect, name), frame, context) for name in _NEEDED.get(type(effect), ()))


@rule("6.1.5.1", "what cannot be performed completely")
def completable(effect: Effect, frame: Frame, context: Context) -> bool:
    """Tell whether "[A]" of a sequential effect could be performed completely; in doubt it could."""
    if isinstance(effect, Sequence):
        return _every_part(effect, frame, context)
    if isinstance(effect, May | Noted):
        return completable(effect.effect, frame, context)
    if isinstance(effect, PayInkEffect | PayInkDrops):
        return feasible(effect, frame, context)
    name = _MOVED.get(type(effect))
    if name is not None:
        return _enough(getattr(effect, name), frame, context) and feasible(effect, frame, context)
    return feasible(effect, frame, context)


def _every_part(effect: Sequence, frame: Frame, context: Context) -> bool:
    """Tell whether all parts could be performed; where they speak of a player still to be chosen, for one at least."""
    match effect.effects:
        case (ChoosePlayer(player=ChosenPlayer(among=among), bind=bind), *rest) if bind not in frame.players:
            found = persons(among, frame, context.view)
        case _:
            return _all_completable(effect.effects, frame, context)
    try:
        for player in found:
            frame.players[bind] = (player,)
            if _all_completable(rest, frame, context):
                return True
        return False
    finally:
        frame.players.pop(bind, None)


def _all_completable(parts: Iterable[Effect], frame: Frame, context: Context) -> bool:
    """Tell whether all parts could be performed; of what speaks of cards that an earlier part is to find nothing is known."""
    found: set[str] = set()
    for part in parts:
        nodes = walk(part)
        if found.isdisjoint(node.name for node in nodes if isinstance(node, Bound)) and not completable(part, frame, context):
            return False
        found.update(name for node in nodes for field in ("bind", "found") if (name := getattr(node, field, None)))
    return True


def _enough(reference: Reference, frame: Frame, context: Context) -> bool:
    """Tell whether there are as many cards as a reference asks for."""
    if isinstance(reference, TopOfDeck) and not choices_in(reference):
        count = read(reference.count, frame, context.view)
        players = persons(reference.player, frame, context.view)
        return all(len(context.state.players[player].deck) >= count for player in players)
    if isinstance(reference, Chosen) and id(reference) not in frame.selected and not choices_in(reference.among):
        if choices_in(reference.minimum) or choices_in(reference.chooser):
            return True
        least = read(reference.minimum, frame, context.view)
        choosers = persons(reference.chooser, frame, context.view)
        return all(_count(reference, chooser, frame, context) >= least for chooser in choosers)
    return True


def _count(choice: Chosen, chooser: PlayerId, frame: Frame, context: Context) -> int:
    """Count the cards a player could choose; each card that nobody knows may be one of them."""
    if find(choice.among, frame, context.view):
        return len(candidates_of(choice, chooser, frame, context))
    unknown = (card for card in context.state.zone_of(chooser, choice.among.zone) if context.state.cards[card].face is None)
    return sum(1 for _ in unknown)


_MOVED: dict[type[Effect], str] = {
    Banish: "cards",
    Choose: "cards",
    Discard: "cards",
    PutIntoDiscard: "cards",
    PutIntoHand: "cards",
    PutIntoInkwell: "cards",
    PutOnDeck: "cards",
    ShuffleIntoDeck: "cards",
}
"""Effects that move cards, and the field that says which."""


def _can_discard(effect: Discard, frame: Frame, context: Context) -> bool:
    """Tell whether a discard would happen: there are cards, and no effect lets it not happen."""
    return _has_cards(effect.cards, frame, context) and not spared(effect, frame, context)


@rule("1.2.2", "an effect lets a discard not happen")
def spared(effect: Discard, frame: Frame, context: Context) -> tuple[CardId, ...]:
    """List the cards in hand to choose from, where none of them would be discarded; none where any would."""
    for choice in choices_in(effect.cards):
        if isinstance(choice, Chosen) and choice.among.zone is Zone.HAND:
            held = find(choice.among, frame, context.view)
            moves = [CardMoved(card, Zone.HAND, Zone.DISCARD, Manner.DISCARD) for card in held]
            return held if all(_is_undone(move, context) for move in moves) else ()
    return ()


def _is_undone(event: CardMoved, context: Context) -> bool:
    """Tell whether a replacement effect lets an event simply not happen."""
    found = applicable(event, context.view, frozenset())
    return any(each.forbids for each in found)


def _first_of_sequence(effect: Sequence, frame: Frame, context: Context) -> bool:
    return not effect.effects or any(feasible(part, frame, context) for part in effect.effects)


def _first_needed(effect: IfDone, frame: Frame, context: Context) -> bool:
    if effect.otherwise is not None:
        return True
    return feasible(effect.first, frame, context) and completable(effect.first, frame, context)


def _pay(effect: PayInkEffect, frame: Frame, context: Context) -> bool:
    if choices_in(effect.amount):
        return True
    amount = read(effect.amount, frame, context.view)
    return not any(ink_refusals(amount, player, context.state) for player in persons(effect.player, frame, context.view))


def _pay_drops(effect: PayInkDrops, frame: Frame, context: Context) -> bool:
    if choices_in(effect.amount):
        return True
    needed = 1 if effect.up_to else read(effect.amount, frame, context.view)
    players = persons(effect.player, frame, context.view)
    return all(context.state.players[player].ink_drops >= needed for player in players)


def _has_cards(reference: Reference, frame: Frame, context: Context) -> bool:
    choices = choices_in(reference)
    if not choices:
        return bool(present(reference, frame, context.view))
    for choice in choices:
        if isinstance(choice, Chosen) and id(choice) not in frame.selected:
            if choices_in(choice.among):
                return True
            choosers = persons(choice.chooser, frame, context.view)
            if not any(_some(choice, chooser, frame, context) for chooser in choosers):
                return False
    return True


def _some(choice: Chosen, chooser: int, frame: Frame, context: Context) -> bool:
    if find(choice.among, frame, context.view):
        return bool(candidates_of(choice, chooser, frame, context))
    return any(context.state.cards[card].face is None for card in context.state.zone_of(chooser, choice.among.zone))


_TESTS: dict[type[Effect], Test] = {
    Sequence: _first_of_sequence,
    IfDone: _first_needed,
    PayInkEffect: _pay,
    PayInkDrops: _pay_drops,
    May: lambda effect, frame, context: feasible(effect.effect, frame, context),
    Noted: lambda effect, frame, context: feasible(effect.effect, frame, context),
    Either: lambda effect, frame, context: any(feasible(option, frame, context) for option in effect.options),
    ChooseOne: lambda effect, frame, context: any(feasible(option, frame, context) for option in effect.options),
    If: lambda effect, frame, context: (
        bool(choices_in(effect.condition))
        or effect.otherwise is not None
        or (holds(effect.condition, frame, context.view) and feasible(effect.effect, frame, context))
    ),
    Instead: lambda effect, frame, context: True,
    Discard: _can_discard,
}
"""What each kind of effect needs to be done; kinds that are not here can always be tried."""

_NEEDED: dict[type[Effect], tuple[str, ...]] = {
    AddToSupport: ("to",),
    Apply: ("to",),
    Banish: ("cards",),
    Choose: ("cards",),
    DealDamage: ("to",),
    Exert: ("cards",),
    MoveDamage: ("source", "target"),
    MoveToLocation: ("characters", "location"),
    PutDamage: ("on",),
    PutIntoDiscard: ("cards",),
    PutIntoHand: ("cards",),
    PutIntoInkwell: ("cards",),
    PutIntoPlayFrom: ("card",),
    PutOnDeck: ("cards",),
    PutUnder: ("cards", "top"),
    Ready: ("cards",),
    RemoveDamage: ("cards",),
    ShuffleIntoDeck: ("cards",),
    UseAbility: ("card",),
}
"""The fields of an effect that have to point at some card for anything to be done."""
