"""Join effects: may, and, then, or, to, if you do, otherwise, instead; and sentences into a whole effect.

``clause`` lowers to an ``Effect``, ``sentence`` to a ``Step`` and ``body`` (sentences to the end of the ability, option or
quotation) to an ``Effect``.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.abilities.conditions import Condition
from engine.abilities.effects import (
    ChooseOne,
    DealDamage,
    DoNothing,
    Draw,
    Effect,
    Either,
    ForEachPlayer,
    GainLore,
    GetInkDrops,
    If,
    IfDone,
    Instead,
    LoseLore,
    May,
    Noted,
    Sequence,
    ShuffleDeck,
)
from engine.abilities.players import BoundPlayer, EachOpponent, EachPlayer, PlayerRef, PlayersWho, PlayersWithMost, You
from engine.compiler.errors import Unresolved
from engine.compiler.grammar.table import rule, same
from engine.compiler.meanings import Step
from engine.compiler.scope import Scope, swap
from engine.compiler.syntax import Syntax

_SEVERAL = (EachOpponent, EachPlayer, PlayersWho, PlayersWithMost)
_SIMPLE = (Draw, GainLore, LoseLore, GetInkDrops, ShuffleDeck)
_EACH = BoundPlayer(name="each")


def sequence(*effects: Effect) -> Effect:
    """Put effects one after another, without nesting."""
    flat: list[Effect] = []
    for effect in effects:
        flat.extend(effect.effects if type(effect) is Sequence else (effect,))
    return flat[0] if len(flat) == 1 else Sequence(effects=tuple(flat))


# Players as subjects


def done_by(scope: Scope, who: PlayerRef, act: Callable[[], Effect]) -> Effect:
    """Let players do something: several players one after another, part by part (6.7.6.1)."""
    if not isinstance(who, _SEVERAL):
        player = _after_choice(who)
        with scope.acting(player):
            effect = act()
        return _chosen_first(who, effect)
    with scope.acting(_EACH):
        effect = act()
    scope.meet(who, plural=True)
    parts = effect.effects if type(effect) is Sequence else (effect,)
    return sequence(*(_for_each(who, part) for part in parts))


def _for_each(who: PlayerRef, effect: Effect) -> Effect:
    if isinstance(effect, _SIMPLE) and swap(effect, _EACH, who) == replace(effect, player=who):
        return replace(effect, player=who)
    return ForEachPlayer(players=who, effect=effect)


def _after_choice(who: PlayerRef) -> PlayerRef:
    from engine.abilities.players import ChosenPlayer

    return BoundPlayer(name=who.bind) if isinstance(who, ChosenPlayer) else who


def _chosen_first(who: PlayerRef, effect: Effect) -> Effect:
    from engine.abilities.effects import ChoosePlayer
    from engine.abilities.players import ChosenPlayer

    if isinstance(who, ChosenPlayer):
        return sequence(ChoosePlayer(player=who, bind=who.bind), effect)
    return effect


@rule("subject_act", "{who:one_player} {act:act_lists}", lazy=True)
@rule("subject_act", "{who:many_players} {act:act_list}", lazy=True)
@rule("subject_act", "you {act:act_list}", lazy=True)
def _player_does(scope: Scope, act: Syntax, who: Syntax | None = None) -> Effect:
    player = You() if who is None else scope.lower(who)
    return done_by(scope, player, lambda: scope.lower(act))


@rule("subject_may", "{who:one_player} may {act:act_to}", lazy=True)
@rule("subject_may", "{who:many_players} may {act:act_to}", lazy=True)
def _player_may(scope: Scope, act: Syntax, who: Syntax) -> Effect:
    player = scope.lower(who)

    def may() -> Effect:
        bind = scope.done("done")
        return Noted(effect=May(effect=scope.lower(act), player=scope.actor), bind=bind)

    return done_by(scope, player, may)


# Lists of acts

for _verbs in ("act", "acts"):
    same(f"{_verbs[:3]}_list{_verbs[3:]}", f"{{act:{_verbs}}}")


@rule(
    "act_list",
    "{first:act} and {rest:act_list}",
    "{first:act}, then {rest:act_list}",
    "{first:act}, {second:act}, and {rest:act}",
)
@rule(
    "act_lists",
    "{first:acts} and {rest:act_lists}",
    "{first:acts}, then {rest:act_lists}",
    "{first:acts}, {second:acts}, and {rest:acts}",
)
def _acts(scope: Scope, first: Effect, rest: Effect, second: Effect | None = None) -> Effect:
    return sequence(first, *((second,) if second else ()), rest)


@rule("act_to", "{first:act_list} to {then:purpose}")
def _to(scope: Scope, first: Effect, then: Effect) -> Effect:
    return IfDone(first=first, then=then)


same("act_to", "{acts:act_list}")
same("purpose", "{acts:act_list}")


@rule("act_list", "{first:act} or {second:act}")
@rule("act_lists", "{first:acts} or {second:acts}")
def _or(scope: Scope, first: Effect, second: Effect) -> Effect:
    return Either(options=(first, second), player=scope.actor)


# Clauses

same("plain", "{act:act_to}", "{act:subject_act}", "{act:subject_may}", "{act:card_act}")


@rule("plain", "you may {act:act_to}")
def _may(scope: Scope, act: Effect) -> Effect:
    return May(effect=act, player=scope.actor)


@rule("clause", "{first:plain} and {rest:full}", "{first:plain}, then {rest:clause}", "{first:plain}, and {rest:full}")
def _clauses(scope: Scope, first: Effect, rest: Effect) -> Effect:
    return sequence(first, rest)


same("clause", "{plain:plain}")
same("full", "{act:subject_act}", "{act:subject_may}", "{act:card_act}")


@rule("full", "you may {act:act_to}")
def _also_may(scope: Scope, act: Effect) -> Effect:
    return May(effect=act, player=scope.actor)


@rule("full", "{first:subject_act} and {rest:full}", "{first:card_act} and {rest:full}")
def _more(scope: Scope, first: Effect, rest: Effect) -> Effect:
    return sequence(first, rest)


# Choose one


@rule("act", "<choose> [one|one of the following][:|.] {options:options}")
def _choose_one(scope: Scope, options: tuple[Effect, ...]) -> Effect:
    return ChooseOne(options=options, player=scope.actor)


@rule("options", "• ^{first:body} {rest:options}")
def _options(scope: Scope, first: Effect, rest: tuple[Effect, ...]) -> tuple[Effect, ...]:
    return first, *rest


@rule("options", "• ^{last:body}")
def _last_option(scope: Scope, last: Effect) -> tuple[Effect, ...]:
    return (last,)


# Sentences


@rule("sentence", "{clause:clause}")
def _plain_sentence(scope: Scope, clause: Effect) -> Step:
    return Step(effect=clause)


@rule("sentence", "[then,|then] {sentence:sentence}")
def _then(scope: Scope, sentence: Step) -> Step:
    return sentence


@rule("sentence", "if {condition:conditions}, {clause:clause}")
def _if(scope: Scope, condition: Condition, clause: Effect) -> Step:
    return Step(effect=If(condition=condition, effect=clause))


@rule("sentence", "{clause:clause} if {condition:conditions}")
def _effect_if(scope: Scope, condition: Condition, clause: Effect) -> Step:
    return Step(effect=If(condition=condition, effect=clause))


@rule("sentence", "if [you|they] do, {clause:clause}")
def _if_done(scope: Scope, clause: Effect) -> Step:
    return Step(fold=lambda before: [*before[:-1], _then_do(_last(before), clause)])


def _last(before: list[Effect]) -> Effect:
    if not before:
        raise Unresolved("nothing before this was done")
    return before[-1]


def _then_do(first: Effect, then: Effect) -> Effect:
    if isinstance(first, If) and first.otherwise is None:
        return replace(first, effect=IfDone(first=first.effect, then=then))
    return IfDone(first=first, then=then)


@rule("sentence", "otherwise, {clause:clause}", "if [you|they] don't, {clause:clause}")
def _otherwise(scope: Scope, clause: Effect) -> Step:
    return Step(fold=lambda before: [*before[:-1], _or_else(_last(before), clause)])


def _or_else(first: Effect, otherwise: Effect) -> Effect:
    """Otherwise is when it was not done: because the condition was false, or because the player did not want to."""
    if isinstance(first, If) and first.otherwise is None and not _optional(first.effect):
        return replace(first, otherwise=otherwise)
    if isinstance(first, IfDone) and first.otherwise is None:
        return replace(first, otherwise=otherwise)
    return IfDone(first=first, then=DoNothing(), otherwise=otherwise)


def _optional(effect: Effect) -> bool:
    return isinstance(effect, May) or (isinstance(effect, Noted) and _optional(effect.effect))


@rule("sentence", "if {condition:conditions}, {clause:clause} instead")
def _instead(scope: Scope, condition: Condition, clause: Effect) -> Step:
    def fold(before: list[Effect]) -> list[Effect]:
        return [*before[:-1], Instead(usual=_last(before), condition=condition, replacement=clause)]

    return Step(fold=fold)


@rule("sentence", "this damage can't be reduced by Resist")
def _unreduced(scope: Scope) -> Step:
    def fold(before: list[Effect]) -> list[Effect]:
        last = _last(before)
        if not isinstance(last, DealDamage):
            raise Unresolved("no damage was dealt before this")
        return [*before[:-1], replace(last, unreduced=True)]

    return Step(fold=fold)


@rule("sentences", "{first:sentence}{stop:stop} ^{rest:sentences}")
def _sentences(scope: Scope, first: Step, rest: list[Step], stop: None) -> list[Step]:
    return [first, *rest]


@rule("sentences", "{last:sentence}{stop:stop}")
def _last_sentence(scope: Scope, last: Step, stop: None) -> list[Step]:
    return [last]


@rule("body", "{sentences:sentences}")
def _body(scope: Scope, sentences: list[Step]) -> Effect:
    return fold(sentences)


def fold(steps: list[Step]) -> Effect:
    """Put sentences together."""
    effects: list[Effect] = []
    for step in steps:
        if step.fold is not None:
            effects = step.fold(effects)
        elif step.effect is not None:
            effects.append(step.effect)
    return sequence(*effects)


__all__ = ["done_by", "fold", "sequence"]
