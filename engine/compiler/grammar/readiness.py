"""Exert, ready, and move characters to locations."""

from engine.abilities.effects import Choose, Effect, Exert, MoveToLocation, Ready
from engine.abilities.references import Bound, Reference
from engine.compiler.grammar.table import rule
from engine.compiler.scope import Scope


@rule("act", "[<exert>|⟳] {cards:target}", "<choose> and <exert> {cards:choice}")
def _exert(scope: Scope, cards: Reference) -> Effect:
    scope.roles["exerted"] = scope.cards[-1].reference
    return Exert(cards=cards)


@rule("act", "<ready> {cards:target}", "<choose> and <ready> {cards:choice}")
def _ready(scope: Scope, cards: Reference) -> Effect:
    return Ready(cards=cards)


@rule("act", "<choose> {cards:chosen_plainly}")
def _choose(scope: Scope, cards: Reference) -> Effect:
    from dataclasses import replace

    from engine.abilities.references import Chosen
    from engine.abilities.vocabulary import Manner

    assert isinstance(cards, Chosen)
    return Choose(cards=replace(cards, manner=Manner.CHOOSE), bind=cards.bind)


@rule("chosen_plainly", "{cards:choice}")
def _chosen_plainly(scope: Scope, cards: Reference) -> Reference:
    return cards


@rule("act", "<move> {characters:target} to {location:single}[ for free|]")
def _move(scope: Scope, characters: Reference, location: Reference) -> Effect:
    scope.roles["moved"] = scope.cards[-1].reference
    return MoveToLocation(characters=characters, location=location)


@rule("act", "<move> {characters:target} to the same location for free")
def _move_together(scope: Scope, characters: Reference) -> Effect:
    from engine.abilities.values import Number
    from engine.compiler.grammar.filters import noun_criteria
    from engine.compiler.grammar.references import chosen
    from engine.compiler.meanings import Kind, Noun
    from engine.abilities.filters import OfPlayer
    from engine.abilities.vocabulary import Manner

    noun = Noun(frozenset({"location"}), plural=False, card=False)
    moved = scope.cards[-1]
    location = chosen(scope, Kind((*noun_criteria(noun), OfPlayer(player=scope.actor)), noun), manner=Manner.SELECT)
    scope.mention(moved)
    return MoveToLocation(characters=characters, location=location)


__all__: list[str] = []
