"""Say what it means that cards change zones: whole stacks go along, characters leave a location that leaves (5.1.1.7, 5.6.6)."""

from collections.abc import Iterable

from engine.abilities.statics import InkedExerted
from engine.abilities.vocabulary import Zone
from engine.cite import rule
from engine.events import CardMoved, CardUncovered, Event, LocationLeft
from engine.rules.query import persons
from engine.rules.scope import Scope
from engine.state.objects import CardId, ObjectRef, PlayerId
from engine.state.view import View
from engine.terms import Manner


@rule("5.1.1.7", "all cards of a stack move with the top card")
@rule("8.10.7", "a shifted character's stack")
@rule("1.4.3", "each card goes to its own player’s zone")
@rule("5.1.2.5", "facedown in a deck")
@rule("5.1.2.6", "faceup in a discard")
@rule("7.6.2", "faceup in the discard pile")
def moving(
    card: CardId,
    destination: Zone,
    manner: Manner,
    view: View,
    *,
    position: int | None = None,
    exerted: bool = False,
    actor: PlayerId | None = None,
    by: ObjectRef | None = None,
    in_challenge: bool = False,
) -> list[Event]:
    """List the events by which a card, with its whole stack if it is in play, goes to another zone."""
    found = view.card(card)
    facedown = destination in (Zone.INKWELL, Zone.DECK)
    exerted = exerted or (destination is Zone.INKWELL and inked_exerted(found.owner, view))
    events: list[Event] = [
        CardMoved(
            card,
            found.zone,
            destination,
            manner,
            position=position,
            facedown=facedown,
            exerted=exerted,
            actor=actor,
            by=by,
            in_challenge=in_challenge,
        )
    ]
    below = position + 1 if position is not None else None
    for number, under in enumerate(found.under):
        place = below + number if below is not None else None
        events.append(
            CardMoved(
                under,
                Zone.UNDER,
                destination,
                Manner.ALONG,
                position=place,
                facedown=facedown,
                exerted=exerted,
                actor=actor,
                by=by,
            )
        )
    events.extend(left_behind(card, view))
    return events


@rule("1.2.1", "cards enter an inkwell exerted")
def inked_exerted(player: PlayerId, view: View) -> bool:
    """Tell whether an effect makes cards enter a player's inkwell exerted."""
    kinds = view.of_kind(InkedExerted)
    return any(player in persons(change.player, Scope.of_static(mark.static), view) for change, mark in kinds)


@rule("5.6.6", "a location that leaves")
def left_behind(card: CardId, view: View) -> list[Event]:
    """List the events by which characters are no longer at a location that leaves play."""
    if view.card(card).zone is not Zone.PLAY:
        return []
    place = view.card(card).ref
    return [LocationLeft(other, place) for other in view.sheets if view.card(other).at == card]


@rule("8.10.8.5", "only the top card returns")
def moving_alone(
    card: CardId, destination: Zone, manner: Manner, view: View, *, actor: PlayerId | None = None, by: ObjectRef | None = None
) -> list[Event]:
    """List the events by which only the top card of a stack leaves, so that the card beneath it is in play again."""
    found = view.card(card)
    events: list[Event] = []
    uncovered = next((under for under in found.under if not view.card(under).facedown), None)
    if uncovered is None:
        return moving(card, destination, manner, view, actor=actor, by=by)
    events.append(CardUncovered(uncovered, found.exerted, found.drying, found.damage))
    events.append(CardMoved(card, found.zone, destination, manner, actor=actor, by=by))
    events.extend(left_behind(card, view))
    return events


def stack_of(cards: Iterable[CardId], view: View) -> tuple[CardId, ...]:
    """List cards in play with all cards under them, each stack from top to bottom."""
    return tuple(part for card in cards for part in (card, *view.card(card).under))
