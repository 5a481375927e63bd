"""Tell whether an effect could be done at all, so that nobody is asked about what cannot happen (6.1.4.1, 6.1.5.2)."""

from collections.abc import Callable
from typing import Any

from engine.abilities.effects import (
    Banish,
    ChooseOne,
    Discard,
    Effect,
    Either,
    If,
    IfDone,
    Instead,
    May,
    MoveDamage,
    Noted,
    PayInkDrops,
    PayInkEffect,
    PutIntoHand,
    PutIntoInkwell,
    PutIntoPlayFrom,
    Ready,
    RemoveDamage,
    Sequence,
    ShuffleIntoDeck,
)
from engine.abilities.references import Chosen, Reference
from engine.cite import rule
from engine.rules.choices import candidates_of, choices_in
from engine.rules.context import Context, Frame
from engine.rules.costs import ink_refusals
from engine.rules.query import find, holds, persons, present, read

Test = Callable[[Any, Frame, Context], bool]


@rule("6.1.4.1", "what cannot be paid")
@rule("6.1.5.2", "an option that cannot be chosen")
def feasible(effect: Effect, frame: Frame, context: Context) -> bool:
    """Tell whether an effect could be done in part at least; in doubt it could."""
    test = _TESTS.get(type(effect))
    if test is not None:
        return test(effect, frame, context)
    return True


def _first_of_sequence(effect: Sequence, frame: Frame, context: Context) -> bool:
    return not effect.effects or any(feasible(part, frame, context) for part in effect.effects)


def _first_needed(effect: IfDone, frame: Frame, context: Context) -> bool:
    if effect.otherwise is not None:
        return True
    return feasible(effect.first, frame, context)


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
    Banish: lambda effect, frame, context: _has_cards(effect.cards, frame, context),
    Discard: lambda effect, frame, context: _has_cards(effect.cards, frame, context),
    PutIntoHand: lambda effect, frame, context: _has_cards(effect.cards, frame, context),
    PutIntoInkwell: lambda effect, frame, context: _has_cards(effect.cards, frame, context),
    ShuffleIntoDeck: lambda effect, frame, context: _has_cards(effect.cards, frame, context),
    PutIntoPlayFrom: lambda effect, frame, context: _has_cards(effect.card, frame, context),
    Ready: lambda effect, frame, context: _has_cards(effect.cards, frame, context),
    RemoveDamage: lambda effect, frame, context: _has_cards(effect.cards, frame, context),
    MoveDamage: lambda effect, frame, context: (
        _has_cards(effect.source, frame, context) and _has_cards(effect.target, frame, context)
    ),
}
"""What each kind of effect needs to be done; kinds that are not here can always be tried."""
