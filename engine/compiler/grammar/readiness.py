"""Exert, ready, and move characters to locations."""

from dataclasses import replace

from engine.abilities.effects import Choose, Effect, Exert, ExertInk, MoveToLocation, Noted, Ready
from engine.abilities.filters import OfPlayer
from engine.abilities.references import Chosen, Every, Reference
from engine.abilities.values import Number
from engine.abilities.vocabulary import Manner, Zone
from engine.compiler.errors import Unresolved
from engine.compiler.grammar.filters import noun_criteria
from engine.compiler.grammar.references import choosing, chosen
from engine.compiler.grammar.table import rule
from engine.compiler.meanings import Kind, Noun
from engine.compiler.scope import Scope, bound


@rule("act", "<choose> and <exert> {cards:choice}")
def _choose_and_exert(scope: Scope, cards: Reference) -> Effect:
    return _exert(scope, choosing(cards))


@rule("act", "<choose> and <ready> {cards:choice}")
def _choose_and_ready(scope: Scope, cards: Reference) -> Effect:
    return Ready(cards=choosing(cards))


@rule("act", "[<exert>|⟳] {cards:target}")
def _exert(scope: Scope, cards: Reference) -> Effect:
    if isinstance(cards, Every) and cards.among.zone is Zone.INKWELL:
        return ExertInk(ready=False, player=scope.actor)
    scope.roles["exerted"] = scope.cards[-1].reference
    return Exert(cards=cards)


@rule("act", "<ready> {cards:target}")
def _ready(scope: Scope, cards: Reference) -> Effect:
    return Ready(cards=cards)


@rule("act", "<choose> {cards:chosen_plainly}")
def _choose(scope: Scope, cards: Reference) -> Effect:
    if not isinstance(cards, Chosen):
        raise Unresolved("only chosen cards can be chosen")
    if cards.maximum != Number(value=1):
        scope.roles["seen"] = bound(cards.bind)
    return Choose(cards=replace(cards, manner=Manner.CHOOSE), bind=cards.bind)


@rule("chosen_plainly", "{cards:choice}")
def _chosen_plainly(scope: Scope, cards: Reference) -> Reference:
    return cards


def move_to_some_location(scope: Scope, characters: Reference) -> Effect:
    """Move characters to one location that their player picks."""
    noun = Noun(frozenset({"location"}), plural=False, card=False)
    kind = Kind((*noun_criteria(noun), OfPlayer(player=scope.actor)), noun)
    moved = scope.cards[-1]
    location = chosen(scope, kind, manner=Manner.SELECT)
    scope.mention(moved)
    return MoveToLocation(characters=characters, location=location)


def _moved(scope: Scope, characters: Reference) -> None:
    """Let "they" and "the moved character" mean who moves, though the location is named after them."""
    who = bound(characters.bind) if isinstance(characters, (Chosen, Every)) else characters
    scope.roles["moved"] = who
    for entity in scope.cards:
        if entity.reference == who:
            scope.mention(entity)
            return


@rule("act", "<move> {characters:target} to {location:single}[ for free|]")
def _move(scope: Scope, characters: Reference, location: Reference) -> Effect:
    _moved(scope, characters)
    if isinstance(location, Chosen):
        own = OfPlayer(player=scope.actor)
        location = replace(location, among=replace(location.among, criteria=(*location.among.criteria, own)))
    return MoveToLocation(characters=characters, location=location)


@rule("act", "<move> {characters:target} here[ for free|]")
def _move_here(scope: Scope, characters: Reference) -> Effect:
    return MoveToLocation(characters=characters, location=scope.place())


@rule("act", "<move> {characters:target} there[ for free|]")
def _move_there(scope: Scope, characters: Reference) -> Effect:
    return MoveToLocation(characters=characters, location=scope.that("location", plural=False))


@rule("act", "<move> {characters:target} to the same location for free")
def _move_together(scope: Scope, characters: Reference) -> Effect:
    bind = scope.done("moved")
    return Noted(effect=move_to_some_location(scope, characters), bind=bind)


__all__: list[str] = []
