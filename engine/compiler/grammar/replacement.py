"""Read replacement effects (6.5): "if … would …, … instead".

They are ``Replace`` changes of a static ability, or, in an effect, of a continuous one for a time.
"""

from dataclasses import replace
from typing import Any

from engine.abilities.conditions import DuringTurn
from engine.abilities.effects import Apply, Effect, Establish
from engine.abilities.kinds import StaticAbility
from engine.abilities.players import EachOpponent, You
from engine.abilities.references import Chosen, Every, Reference, Together
from engine.abilities.statics import Replace
from engine.abilities.triggers import EventPattern
from engine.abilities.values import Amount, BoundAmount, Number
from engine.abilities.vocabulary import Limit, Occurrence, TurnOf, Until, Zone
from engine.compiler.errors import Unresolved
from engine.compiler.grammar.occasions import does, subject
from engine.compiler.grammar.quantities import adjusted
from engine.compiler.grammar.statics import Statics
from engine.compiler.grammar.table import rule, words
from engine.compiler.meanings import Who
from engine.compiler.scope import Scope
from engine.compiler.syntax import Syntax

words(
    "would_deed",
    {
        "would be dealt damage": Occurrence.DAMAGE_DEALT_TO,
        "would take damage": Occurrence.DAMAGE_TAKEN,
        "would be banished": Occurrence.BANISHED,
    },
)


@rule("would", "{who:who} {deed:would_deed}")
def _would(scope: Scope, who: Who, deed: Occurrence) -> EventPattern:
    scope.amounts.append(BoundAmount(name="event"))
    return EventPattern(occurrence=deed, subject=subject(scope, who))


@rule("would", "you would get an ink drop")
def _would_get_drop(scope: Scope) -> EventPattern:
    return EventPattern(occurrence=Occurrence.INK_DROP_GAINED, actor=You())


@rule("would", "you would draw a card")
def _would_draw(scope: Scope) -> EventPattern:
    return EventPattern(occurrence=Occurrence.DRAWN, actor=You())


@rule("would", "you would gain lore")
def _would_gain(scope: Scope) -> EventPattern:
    scope.amounts.append(BoundAmount(name="event"))
    return EventPattern(occurrence=Occurrence.LORE_GAINED, actor=You())


@rule("would", "an effect would cause you to discard [a card|one or more cards][ from your hand|]")
def _would_discard(scope: Scope) -> EventPattern:
    return EventPattern(occurrence=Occurrence.DISCARDED, actor=You(), from_zone=Zone.HAND)


@rule("would", "an opponent would {way=draw a card|gain lore|get an ink drop}")
def _opponent_would(scope: Scope, way: str) -> EventPattern:
    occurrence = _WOULD_DO[way]
    if occurrence is Occurrence.LORE_GAINED:
        scope.amounts.append(BoundAmount(name="event"))
    return EventPattern(occurrence=occurrence, actor=does(scope, EachOpponent()))


_WOULD_DO = {
    "draw a card": Occurrence.DRAWN,
    "gain lore": Occurrence.LORE_GAINED,
    "get an ink drop": Occurrence.INK_DROP_GAINED,
}


@rule("would", "{who:who} would be dealt damage by {source:who}")
def _would_by(scope: Scope, who: Who, source: Who) -> EventPattern:
    return replace(_would(scope, who, Occurrence.DAMAGE_DEALT_TO), other=source.node)


# What happens instead

Replacement = dict[str, Any]
"""The fields of ``Replace`` that say what happens instead."""


@rule("replacement", "{clause:chain} instead")
def _instead(scope: Scope, clause: Effect) -> Replacement:
    return {"replacement": clause}


@rule("replacement", "they {clause:act_to} instead", lazy=True)
def _they_instead(scope: Scope, clause: Syntax) -> Replacement:
    with scope.acting(scope.that_player()):
        return {"replacement": scope.lower(clause)}


@rule("replacement", "you may {clause:chain} instead")
def _may_instead(scope: Scope, clause: Effect) -> Replacement:
    return {"replacement": clause, "may": True}


@rule("replacement", "{card:pronoun} [takes|take] no damage instead", "you don't discard", "prevent that damage")
def _nothing(scope: Scope, card: Reference | None = None) -> Replacement:
    return {"replacement": None}


@rule("replacement", "prevent {n:number} of that damage", "reduce that damage by {n:number}")
def _less_damage(scope: Scope, n: int) -> Replacement:
    return {"replacement": None, "changed_amount": adjusted(scope.that_amount(), -n)}


@rule(
    "replacement",
    "{card:pronoun} [[takes|take]|[is|are] dealt] {amount:amount} damage {more:adjustment} instead",
    "{card:pronoun} [[takes|take]|[is|are] dealt] {n:number} {way=more|less} damage instead",
)
def _other_damage(
    scope: Scope, card: Reference, amount: Amount | None = None, more: int = 0, n: int = 0, way: str = ""
) -> Replacement:
    usual = amount or scope.that_amount()
    return {"replacement": None, "changed_amount": adjusted(usual, {"more": n, "less": -n}.get(way, more))}


@rule("static_clause", "[whenever|if] {would:would}, {replacement:replacement}")
def _replace(scope: Scope, would: EventPattern, replacement: Replacement) -> Statics:
    return (StaticAbility(changes=(Replace(event=would, **replacement),)),)


@rule("static_clause", "[whenever|if] {would:would} {turn:turn}, {replacement:replacement}")
def _replace_during(scope: Scope, would: EventPattern, turn: TurnOf, replacement: Replacement) -> Statics:
    change = Replace(event=would, **replacement)
    return (StaticAbility(changes=(change,), condition=DuringTurn(turn=turn)),)


@rule("static_clause", "the first time {would:would}[ each turn|], {replacement:replacement}")
def _replace_first(scope: Scope, would: EventPattern, replacement: Replacement) -> Statics:
    change = Replace(event=would, limit=Limit.FIRST_EACH_TURN, **replacement)
    return (StaticAbility(changes=(change,)),)


@rule("later", "{until:front_until}, the next time {would:would}[,|] {replacement:replacement}")
@rule("later", "the next time {would:would} {until:front_until}, {replacement:replacement}")
def _replace_next(scope: Scope, until: Until, would: EventPattern, replacement: Replacement) -> Effect:
    change = Replace(event=would, once=True, **replacement)
    return Establish(ability=StaticAbility(changes=(change,)), until=until)


@rule("later", "{until:front_until}, if {would:would}, {replacement:replacement}")
def _replace_for_a_time(scope: Scope, until: Until, would: EventPattern, replacement: Replacement) -> Effect:
    return Establish(ability=StaticAbility(changes=(Replace(event=would, **replacement),)), until=until)


@rule("act", "<prevent> the next {n:number} damage that would be dealt to {to:single} {until:until}")
def _prevent_next(scope: Scope, n: int, to: Reference, until: Until) -> Effect:
    """Hold back damage from one card; how it would be shared among several is not said."""
    several = isinstance(to, (Every, Together)) or (isinstance(to, Chosen) and to.maximum != Number(value=1))
    if several:
        raise Unresolved("how the damage that is held back is shared is not said")
    dealt = EventPattern(occurrence=Occurrence.DAMAGE_DEALT_TO)
    return Apply(to=to, changes=(Replace(event=dealt, replacement=None, budget=Number(value=n)),), until=until)


__all__: list[str] = []
