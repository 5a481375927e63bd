"""Read self-replacements (6.5.6): "If …, … instead" after what usually happens.

What is replaced is the last thing of its sort in the sentence before. Cards that both ways speak of are chosen first, so
that the condition can ask about them.
"""

from collections.abc import Callable
from dataclasses import replace

from engine.abilities.base import walk
from engine.abilities.conditions import Condition
from engine.abilities.effects import (
    Apply,
    Choose,
    ChooseOne,
    DealDamage,
    DoNothing,
    Effect,
    ForEachPlayer,
    If,
    IfDone,
    Instead,
    May,
    Noted,
    PutIntoHand,
    PutIntoPlayFrom,
    RemoveDamage,
    Sequence,
)
from engine.abilities.references import Bound, Chosen, ChosenAmong, Reference
from engine.abilities.values import Number
from engine.compiler.errors import Unresolved
from engine.compiler.grammar.changes import Changes
from engine.compiler.grammar.joins import sequence
from engine.compiler.grammar.playing import play_of_kind
from engine.compiler.grammar.table import rule
from engine.compiler.meanings import Kind, Step
from engine.compiler.scope import Scope, bound, swap

Change_ = Callable[[Effect], Effect | None]
"""Make the replacement of an effect, or None if the effect is not of the sort that is meant."""


@rule("sentence", "if {condition:conditions}, {clause:clause} instead")
def _instead(scope: Scope, condition: Condition, clause: Effect) -> Step:
    return Step(fold=lambda before: _replaced(before, condition, _whole(clause)))


@rule("sentence", "if {condition:conditions}, {altered:altered} instead")
def _altered_instead(scope: Scope, condition: Condition, altered: Change_) -> Step:
    return Step(fold=lambda before: _replaced(before, condition, altered))


@rule("sentence", "if {condition:conditions}, you may {chain:chain} instead[ and [it|they] enters play exerted{exerted:yes}|]")
def _may_instead(scope: Scope, condition: Condition, chain: Effect, exerted: bool = False) -> Step:
    if exerted and isinstance(chain, PutIntoPlayFrom):
        chain = replace(chain, exerted=True)

    def made(usual: Effect) -> Effect | None:
        if not isinstance(usual, PutIntoHand):
            return None
        return IfDone(first=May(effect=chain, player=scope.actor), then=DoNothing(), otherwise=usual)

    return Step(fold=lambda before: _replaced(before, condition, made))


def _whole(clause: Effect) -> Change_:
    """Replace an effect of the same sort, or else anything."""

    def made(usual: Effect) -> Effect | None:
        return clause if type(usual) is type(clause) else None

    def anything(usual: Effect) -> Effect | None:
        return clause

    made.otherwise = anything  # type: ignore[attr-defined]
    return made


def _replaced(before: list[Effect], condition: Condition, made: Change_) -> list[Effect]:
    if not before:
        raise Unresolved("there is nothing that happens instead of")
    done = _inside(before[-1], condition, made)
    if done is None and hasattr(made, "otherwise"):
        done = _inside(before[-1], condition, made.otherwise)
    if done is None:
        raise Unresolved("nothing before this can be replaced so")
    return [*before[:-1], done]


def _inside(effect: Effect, condition: Condition, made: Change_) -> Effect | None:
    """Replace the last fitting effect in *effect*, or give None."""
    replacement = made(effect)
    if replacement is not None:
        if type(replacement) is type(effect) and hasattr(effect, "bind"):
            replacement = replace(replacement, bind=effect.bind)  # type: ignore[call-arg]
        return chosen_first(effect, condition, replacement)
    if isinstance(effect, Sequence):
        for at in range(len(effect.effects) - 1, -1, -1):
            done = _inside(effect.effects[at], condition, made)
            if done is not None:
                return sequence(*effect.effects[:at], done, *effect.effects[at + 1 :])
        return None
    if isinstance(effect, (May, If, ForEachPlayer, Noted)):
        done = _inside(effect.effect, condition, made)
        return None if done is None else replace(effect, effect=done)
    if isinstance(effect, IfDone):
        done = _inside(effect.then, condition, made)
        if done is not None:
            return replace(effect, then=done)
        done = _inside(effect.first, condition, made)
        return None if done is None else replace(effect, first=done)
    return None


def chosen_first(usual: Effect, condition: Condition, replacement: Effect) -> Effect:
    """Choose first what the condition or the replacement speaks of."""
    spoken = {node.name for part in (condition, replacement) for node in walk(part) if isinstance(node, Bound)}
    chosen = [node for node in walk(usual) if isinstance(node, (Chosen, ChosenAmong)) and node.bind in spoken]
    for reference in chosen:
        usual = swap(usual, reference, bound(reference.bind))
        replacement = swap(replacement, reference, bound(reference.bind))
    choices = (Choose(cards=reference, bind=reference.bind) for reference in chosen)
    return sequence(*choices, Instead(usual=usual, condition=condition, replacement=replacement))


# Replacements that leave out what stays the same


@rule("altered", "deal {n:number} damage")
def _deal(scope: Scope, n: int) -> Change_:
    return lambda usual: _shared(usual, replace(usual, amount=Number(value=n))) if isinstance(usual, DealDamage) else None


@rule("altered", "remove up to {n:number} damage")
def _remove(scope: Scope, n: int) -> Change_:
    return lambda usual: replace(usual, amount=Number(value=n)) if isinstance(usual, RemoveDamage) else None


def _shared(usual: Effect, replacement: Effect) -> Effect:
    return replacement


@rule("altered", "{card:pronoun} {changes:numbers_change}")
def _gets(scope: Scope, card: Reference, changes: Changes) -> Change_:
    def made(usual: Effect) -> Effect | None:
        return Apply(to=card, changes=changes, until=usual.until) if isinstance(usual, Apply) else None

    return made


@rule("sentence", "if {condition:conditions}, choose both instead: {options:options}")
def _choose_both(scope: Scope, condition: Condition, options: tuple[Effect, ...]) -> Step:
    """Take the options, which are printed after both sentences."""
    one = ChooseOne(options=options, player=scope.actor)
    return Step(effect=Instead(usual=one, condition=condition, replacement=sequence(*options)))


@rule("sentence", "choose one of the following")
def _announced(scope: Scope) -> Step:
    """Options that the next sentence gives."""
    return Step(effect=DoNothing())


# Where an action goes that is played by the effect


@rule("sentence", "[if you do,|] put {card:known} on the bottom of your deck instead of into your discard")
def _to_bottom(scope: Scope, card: Reference) -> Step:
    return Step(fold=lambda before: [*before[:-1], to_bottom(before[-1])])


def to_bottom(effect: Effect) -> Effect:
    """Let the action that an effect plays go to the bottom of the deck."""
    if isinstance(effect, PutIntoPlayFrom):
        return replace(effect, then_to_bottom=True)
    if isinstance(effect, (May, If)):
        return replace(effect, effect=to_bottom(effect.effect))
    raise Unresolved("nothing before this was played")


@rule("act", "<play> [a|an] {kind:kind} for free, then put {card:known} on the bottom of your deck instead of into your discard")
@rule(
    "act", "<play> [a|an] {kind:kind} for free, then put that action card on the bottom of your deck instead of into your discard"
)
def _play_to_bottom(scope: Scope, kind: Kind, card: Reference | None = None) -> Effect:
    return replace(play_of_kind(scope, kind), then_to_bottom=True)


__all__: list[str] = []
