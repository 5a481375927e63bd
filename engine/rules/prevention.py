"""Keep from happening what an effect says can't happen (1.2.2)."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from engine.abilities.conditions import Negated
from engine.abilities.players import PlayerRef
from engine.abilities.statics import Can, Cannot, Doing
from engine.abilities.vocabulary import Zone
from engine.cite import rule
from engine.events import (
    CardExerted,
    CardMoved,
    CardReadied,
    CharacterMoved,
    DamagePlaced,
    DamageRemoved,
    Event,
    LoreGained,
    LoreLost,
)
from engine.rules.query import find, holds, meets, persons
from engine.rules.scope import Scope
from engine.state.objects import CardId, Mark, PlayerId
from engine.state.view import View
from engine.terms import DamageManner, Manner, Step


@rule("1.2.2", "can't supersedes may")
def barring(card: CardId, doing: Doing, view: View, against: CardId | None = None) -> Mark | None:
    """Find a restriction that keeps a card in play from doing something, or from having it done by *against*.

    A restriction that names the other side applies only against a card it means.
    """
    return next((mark for change, mark in _restricting(card, doing, view, against) if not change.unless_paid), None)


@rule("4.6.4.3", "costs required to challenge")
@rule("4.5.1.2", "costs required to quest")
def tolls(card: CardId, doing: Doing, view: View, against: CardId | None = None) -> tuple[tuple[Cannot, Mark], ...]:
    """List the restrictions on a card that are lifted by paying, each with what is to be paid."""
    return tuple((change, mark) for change, mark in _restricting(card, doing, view, against) if change.unless_paid)


@rule("6.1.15", "a restriction with a condition")
@rule("6.1.16.1", "unless")
def reason_of(mark: Mark) -> tuple[str, ...]:
    """List the rules by which a restriction keeps something from happening."""
    unless = isinstance(mark.change, Cannot) and mark.change.unless is not None
    conditional = unless or isinstance(mark.static.ability.condition, Negated)
    return ("1.2.2", "6.1.15", "6.1.16.1") if conditional else ("1.2.2",)


def _restricting(card: CardId, doing: Doing, view: View, against: CardId | None) -> Iterator[tuple[Cannot, Mark]]:
    for change, mark in view.on_card(card, Cannot):
        if change.doing is not doing:
            continue
        scope = Scope.of_static(mark.static)
        if change.unless is not None and holds(change.unless, scope, view):
            continue
        if change.player is not None and not _owned_by(card if against is None else against, change.player, scope, view):
            continue
        if change.from_effects_of is not None and not _owned_by(against, change.from_effects_of, scope, view):
            continue
        if change.by is not None:
            if against is None:
                continue
            other = view.snapshot(against)
            if not meets(change.by.criteria, other.card, other.sheet, scope, view):
                continue
        yield change, mark


def _owned_by(card: CardId | None, players: PlayerRef, scope: Scope, view: View) -> bool:
    return card is not None and view.card(card).owner in persons(players, scope, view)


def barring_player(player: PlayerId, doing: Doing, view: View, card: CardId | None = None) -> Mark | None:
    """Find a restriction that keeps a player from doing something, with a certain card where one is given."""
    for change, mark in view.of_kind(Cannot):
        if change.doing is not doing or change.player is None:
            continue
        scope = Scope.of_static(mark.static)
        if player not in persons(change.player, scope, view):
            continue
        scope.players["restricted"] = (player,)
        if change.unless is not None and holds(change.unless, scope, view):
            continue
        if change.by is not None:
            if card is None:
                continue
            meant = view.snapshot(card)
            if not meets(change.by.criteria, meant.card, meant.sheet, scope, view):
                continue
        return mark
    return None


Prevention = Callable[[Any, View], tuple[Event | None, Mark] | None]


def _ready(event: CardReadied, view: View) -> tuple[Event | None, Mark] | None:
    if event.card not in view.sheets:
        return None
    mark = barring(event.card, Doing.READY, view)
    if mark is None and view.state.step is Step.READY:
        mark = barring(event.card, Doing.READY_AT_START, view)
    return None if mark is None else (None, mark)


def _exert(event: CardExerted, view: View) -> tuple[Event | None, Mark] | None:
    mark = barring(event.card, Doing.EXERT, view)
    return None if mark is None else (None, mark)


@rule("1.9.5", "dealt damage that is not taken")
def _damage(event: DamagePlaced, view: View) -> tuple[Event | None, Mark] | None:
    if event.manner is not DamageManner.DEAL or not event.amount:
        return None
    by = event.by.id if event.by is not None else None
    mark = barring(event.card, Doing.BE_DAMAGED, view, by)
    if mark is None and event.in_challenge:
        mark = barring(event.card, Doing.BE_DEALT_CHALLENGE_DAMAGE, view, by)
    return None if mark is None else (replace(event, amount=0), mark)


def _remove_damage(event: DamageRemoved, view: View) -> tuple[Event | None, Mark] | None:
    mark = barring(event.card, Doing.REMOVE_DAMAGE, view)
    return None if mark is None else (None, mark)


def _card_moved(event: CardMoved, view: View) -> tuple[Event | None, Mark] | None:
    by = event.by.id if event.by is not None else None
    mark = None
    if event.origin is Zone.PLAY and event.manner is Manner.BANISH:
        mark = barring(event.card, Doing.BE_BANISHED, view, by)
    elif event.origin is Zone.PLAY and event.destination is Zone.HAND:
        mark = barring(event.card, Doing.BE_RETURNED, view, by)
    elif event.manner is Manner.DRAW:
        mark = barring_player(view.card(event.card).owner, Doing.DRAW, view)
    return None if mark is None else (None, mark)


def _character_moved(event: CharacterMoved, view: View) -> tuple[Event | None, Mark] | None:
    mark = barring(event.card, Doing.MOVE, view) or barring(event.card, Doing.BE_MOVED, view)
    return None if mark is None else (None, mark)


def _gain_lore(event: LoreGained, view: View) -> tuple[Event | None, Mark] | None:
    mark = barring_player(event.player, Doing.GAIN_LORE, view)
    return None if mark is None else (None, mark)


def _lose_lore(event: LoreLost, view: View) -> tuple[Event | None, Mark] | None:
    mark = barring_player(event.player, Doing.LOSE_LORE, view)
    return None if mark is None else (None, mark)


PREVENTIONS: dict[type[Event], Prevention] = {
    CardReadied: _ready,
    CardExerted: _exert,
    DamagePlaced: _damage,
    DamageRemoved: _remove_damage,
    CardMoved: _card_moved,
    CharacterMoved: _character_moved,
    LoreGained: _gain_lore,
    LoreLost: _lose_lore,
}
"""For each kind of event that an effect can forbid: what happens instead (None is nothing), and by which restriction."""


def prevent(event: Event, view: View) -> tuple[Event | None, Mark] | None:
    """Give what is left of an event that an effect forbids, with that restriction; None where nothing forbids it."""
    prevention = PREVENTIONS.get(type(event))
    return None if prevention is None else prevention(event, view)


def permitting(card: CardId, doing: Doing, view: View, against: CardId | None = None) -> Mark | None:
    """Find a permission that lets a card in play do what the rules would not allow (1.2.1)."""
    for change, mark in view.on_card(card, Can):
        if change.doing is not doing:
            continue
        if change.what is None or (against is not None and against in find(change.what, Scope.of_static(mark.static), view)):
            return mark
    return None
