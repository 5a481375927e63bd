"""Read what is continuously true (6.4): who, what, and while what holds.

``static`` lowers to a tuple of ``StaticAbility``. Its subject is a filter, so that it reaches cards that come later.
"""

from dataclasses import replace

from engine.abilities.conditions import Both, Condition, DuringTurn, Negated
from engine.abilities.costs import PayInk
from engine.abilities.filters import AtLocation, CardFilter, Criterion, IsOther, OfPlayer, OnSide, StatIs
from engine.abilities.kinds import StaticAbility
from engine.abilities.players import EachOpponent, EachPlayer, PlayerRef, You
from engine.abilities.references import Reference, This
from engine.abilities.statics import (
    AdditionalInk,
    AlternateCost,
    Can,
    Cannot,
    Change,
    CostModifier,
    DeckRule,
    Doing,
    EntersPlay,
    InkableAs,
    InkFrom,
    LoreToWin,
    NotReducedBelow,
    SkipStep,
)
from engine.abilities.values import Number, Times
from engine.abilities.vocabulary import Side, Stat, TurnOf, Zone
from engine.compiler.grammar.changes import Changes, scaled
from engine.compiler.grammar.references import yours
from engine.compiler.grammar.table import rule, same, words
from engine.compiler.meanings import Each, Kind
from engine.compiler.scope import Scope

Statics = tuple[StaticAbility, ...]
Affected = CardFilter | Reference | None

# Whom it affects


@rule("affected", "{card:this}")
def _this(scope: Scope, card: Reference) -> Affected:
    return card


@rule("affected", "{word=he|she|it|they}")
def _pronoun(scope: Scope, word: str) -> Affected:
    return scope.pronoun(word)


@rule("affected", "your {kind:kind}", "each of your {kind:kind}")
def _yours(scope: Scope, kind: Kind) -> Affected:
    return yours(kind).filter(Zone.PLAY)


@rule("affected", "[all|each|] {kind:kind}")
def _all(scope: Scope, kind: Kind) -> Affected:
    return kind.filter(Zone.PLAY)


@rule("affected", "your {first:kind} and {second:kind}")
def _yours_and(scope: Scope, first: Kind, second: Kind) -> Affected:
    from engine.compiler.grammar.filters import either

    return either(yours(first), yours(second)).filter(Zone.PLAY)


@rule("static_clause", "{affected:affected} {changes:changes}")
def _changes(scope: Scope, affected: Affected, changes: Changes) -> Statics:
    return (StaticAbility(changes=changes, affects=affected),)


@rule("static_clause", "{affected:affected} {changes:changes} while here")
def _changes_here(scope: Scope, affected: Affected, changes: Changes) -> Statics:
    assert isinstance(affected, CardFilter)
    here = AtLocation(location=scope.place())
    return (StaticAbility(changes=changes, affects=replace(affected, criteria=(*affected.criteria, here))),)


@rule("static_clause", "for each {each:counted}, {affected:affected} {changes:changes}")
def _changes_for_each(scope: Scope, each: Each, affected: Affected, changes: Changes) -> Statics:
    return (StaticAbility(changes=scaled(changes, each), affects=affected),)


@rule("static_clause", "{by:affected} can't challenge {affected:challenged_side}")
def _cannot_challenge(scope: Scope, by: Affected, affected: Affected) -> Statics:
    assert isinstance(by, CardFilter)
    return (StaticAbility(changes=(Cannot(doing=Doing.BE_CHALLENGED, by=by),), affects=affected),)


same("challenged_side", "{card:this}")


@rule("challenged_side", "your {kind:kind}")
def _your_side(scope: Scope, kind: Kind) -> Affected:
    return yours(kind).filter(Zone.PLAY)


@rule("static_clause", "{affected:affected} [enter|enters] play exerted")
def _enters_exerted(scope: Scope, affected: Affected) -> Statics:
    cards = affected if isinstance(affected, CardFilter) else None
    return (StaticAbility(changes=(EntersPlay(cards=cards, exerted=True),)),)


@rule("static_clause", "{affected:affected} [enter|enters] play with {n:number} damage")
def _enters_damaged(scope: Scope, affected: Affected, n: int) -> Statics:
    cards = affected if isinstance(affected, CardFilter) else None
    return (StaticAbility(changes=(EntersPlay(cards=cards, damage=Number(value=n)),)),)


@rule("static_clause", "{affected:affected} enters play exerted and {changes:changes}")
def _enters_exerted_and(scope: Scope, affected: Affected, changes: Changes) -> Statics:
    assert affected == This()
    return StaticAbility(changes=(EntersPlay(exerted=True),)), StaticAbility(changes=changes, affects=affected)


# Costs


@rule("static_clause", "you pay {n:number} ⬡ less to play this [character|item|location|action|card|song]")
def _this_costs_less(scope: Scope, n: int) -> Statics:
    return (StaticAbility(changes=(CostModifier(amount=Number(value=n)),), works_from=Zone.HAND),)


@rule(
    "static_clause", "for each {each:counted}, you pay {n:number} ⬡ less to play this [character|item|location|action|card|song]"
)
def _this_costs_less_each(scope: Scope, each: Each, n: int) -> Statics:
    return (StaticAbility(changes=(CostModifier(amount=each.times(n)),), works_from=Zone.HAND),)


@rule("static_clause", "you pay {n:number} ⬡ less to play {kind:kind}")
def _cards_cost_less(scope: Scope, n: int, kind: Kind) -> Statics:
    return (StaticAbility(changes=(CostModifier(amount=Number(value=n), cards=kind.filter(Zone.HAND)),)),)


# What a player can and can't do


words(
    "restricted",
    {"opponents": EachOpponent(), "[each opponent|each opposing player]": EachOpponent(), "you": You(), "players": EachPlayer()},
)


@rule("static_clause", "{player:restricted} can't play {kind:kind}")
def _cannot_play(scope: Scope, player: PlayerRef, kind: Kind) -> Statics:
    return (StaticAbility(changes=(Cannot(doing=Doing.PLAY, by=kind.filter(Zone.HAND), player=player),)),)


@rule("static_clause", "{player:restricted} can't {doing=lose|gain} lore")
def _cannot_lore(scope: Scope, player: PlayerRef, doing: str) -> Statics:
    kept = Doing.LOSE_LORE if doing == "lose" else Doing.GAIN_LORE
    return (StaticAbility(changes=(Cannot(doing=kept, player=player),)),)


@rule("static_clause", "you may ink an additional card")
def _additional_ink(scope: Scope) -> Statics:
    return (StaticAbility(changes=(AdditionalInk(amount=Number(value=1)),)),)


# While what holds


def under(condition: Condition, statics: Statics) -> Statics:
    """Let statics apply only while a condition holds too."""
    return tuple(replace(static, condition=_both(condition, static.condition)) for static in statics)


def _both(first: Condition, second: Condition | None) -> Condition:
    return first if second is None else Both(conditions=(first, second))


same("static", "{clause:static_clause}")


@rule("static", "while {condition:while}, {static:static}")
@rule("static", "if {condition:conditions}, {static:static}")
def _while(scope: Scope, condition: Condition, static: Statics) -> Statics:
    return under(condition, static)


@rule("static", "{static:static_clause} while {condition:while}", "{static:static_clause} if {condition:conditions}")
def _static_while(scope: Scope, condition: Condition, static: Statics) -> Statics:
    return under(condition, static)


@rule("static", "{static:static_clause} unless {condition:conditions}")
def _unless(scope: Scope, condition: Condition, static: Statics) -> Statics:
    return under(Negated(condition=condition), static)


words(
    "turn",
    {
        "[during your turn|on your turn]": TurnOf.YOURS,
        "during [opponents' turns|each opponent's turn|an opponent's turn]": TurnOf.OPPONENTS,
    },
)


@rule("static", "{turn:turn}, {static:static}")
def _during(scope: Scope, turn: TurnOf, static: Statics) -> Statics:
    return under(DuringTurn(turn=turn), static)


__all__ = ["Statics", "under"]
