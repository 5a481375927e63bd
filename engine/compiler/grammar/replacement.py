"""Read replacement effects (6.5): "if … would …, … instead".

They are ``Replace`` changes of a static ability, or, in an effect, of a continuous one for a time.
"""

from engine.abilities.effects import Effect, Establish
from engine.abilities.kinds import StaticAbility
from engine.abilities.players import You
from engine.abilities.references import Reference
from engine.abilities.statics import Replace
from engine.abilities.triggers import EventPattern
from engine.abilities.values import BoundAmount
from engine.abilities.vocabulary import Limit, Occurrence, Until, Zone
from engine.compiler.grammar.occasions import subject
from engine.compiler.grammar.statics import Statics
from engine.compiler.grammar.table import rule, words
from engine.compiler.meanings import Who
from engine.compiler.scope import Scope

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


# What happens instead

Replacement = tuple[Effect | None, bool]
"""The effect, None for nothing, and whether the player may leave it."""


@rule("replacement", "{clause:chain} instead")
def _instead(scope: Scope, clause: Effect) -> Replacement:
    return clause, False


@rule("replacement", "you may {clause:chain} instead")
def _may_instead(scope: Scope, clause: Effect) -> Replacement:
    return clause, True


@rule("replacement", "{card:pronoun} [takes|take] no damage instead", "you don't discard")
def _nothing(scope: Scope, card: Reference | None = None) -> Replacement:
    return None, False


@rule("static_clause", "[whenever|if] {would:would}, {replacement:replacement}")
def _replace(scope: Scope, would: EventPattern, replacement: Replacement) -> Statics:
    effect, may = replacement
    return (StaticAbility(changes=(Replace(event=would, replacement=effect, may=may),)),)


@rule("static_clause", "the first time {would:would}[ each turn|], {replacement:replacement}")
def _replace_first(scope: Scope, would: EventPattern, replacement: Replacement) -> Statics:
    effect, may = replacement
    change = Replace(event=would, replacement=effect, may=may, limit=Limit.FIRST_EACH_TURN)
    return (StaticAbility(changes=(change,)),)


@rule("later", "{until:front_until}, the next time {would:would}[,|] {replacement:replacement}")
def _replace_next(scope: Scope, until: Until, would: EventPattern, replacement: Replacement) -> Effect:
    effect, may = replacement
    change = Replace(event=would, replacement=effect, may=may, once=True)
    return Establish(ability=StaticAbility(changes=(change,)), until=until)


__all__: list[str] = []
