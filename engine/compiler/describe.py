"""Say in plain words what was read: trigger, condition, cost, effect, targets, duration, and who chooses."""

import re
from dataclasses import MISSING, Field, fields
from enum import Enum
from typing import Any

from engine.abilities.base import Node
from engine.abilities.filters import CardFilter, Criterion, HasClassification, HasInk, IsInState, IsOther, IsSong, IsType, OnSide
from engine.abilities.kinds import (
    Ability,
    ActionEffect,
    ActivatedAbility,
    CompiledCard,
    KeywordEntry,
    StaticAbility,
    TriggeredAbility,
)
from engine.abilities.references import Chosen
from engine.abilities.values import Number
from engine.abilities.vocabulary import Comparison, Limit, Manner, Side, TurnOf, Until, Zone
from engine.compiler.phrases import PHRASES

ENUM_WORDS: dict[type[Enum], dict[str, str]] = {
    Comparison: {"=": "exactly", ">=": "at least", "<=": "at most", ">": "more than", "<": "less than"},
    Side: {"yours": "of yours"},
    TurnOf: {"yours": "you", "opponents": "an opponent"},
    Until: {
        "end_of_turn": "until the end of the turn",
        "start_of_your_next_turn": "until the start of your next turn",
        "during_their_next_turn": "during the next turn of its player",
        "start_of_their_next_turn": "through the Ready step of its player's next turn",
        "leaves_play": "for as long as it is in play",
        "source_leaves_play": "for as long as this card is in play",
        "forever": "from now on",
    },
}
"""Words for members whose value does not say it, by the value."""

_YOU_VERBS = {
    f"you {verb}s": f"you {verb}"
    for verb in ("choose", "draw", "gain", "get", "lose", "look", "name", "need", "pay", "play", "remove", "reveal", "shuffle")
} | {"you searches": "you search", "you readies": "you ready", "you skips": "you skip", "you wins": "you win"}
_YOU_VERB = re.compile("|".join(rf"\b{words}\b" for words in _YOU_VERBS))
_PIECE = re.compile(r"\[([^\[\]]*)\]|\{(\w+)(?:\|([^}]*))?\}")


def describe(compiled: CompiledCard) -> list[str]:
    """Give one line of plain words for each ability, and one for each stretch that was not read."""
    lines = [described(ability) for ability in compiled.abilities]
    return lines + [f"Not read ({unread.reason}): {unread.text}" for unread in compiled.unread]


def described(ability: Ability) -> str:
    """Say what one ability does."""
    named = f"{ability.name}: " if ability.name else ""
    said = "; ".join(_parts(ability))
    return named + _YOU_VERB.sub(lambda match: _YOU_VERBS[match[0]], said) + "."


def _parts(ability: Ability) -> list[str]:
    if isinstance(ability, TriggeredAbility):
        parts = ["when " + " or when ".join(phrase(trigger) for trigger in ability.triggers)]
        return [*_limits(ability.turn, ability.limit, ability.works_from), *parts, f"effect: {phrase(ability.effect)}"]
    if isinstance(ability, ActivatedAbility):
        condition = [f"only while {phrase(ability.condition)}"] if ability.condition else []
        cost = " and ".join(phrase(cost) for cost in ability.costs) or "nothing"
        limits = _limits(TurnOf.ANY, ability.limit, ability.works_from)
        return [*limits, *condition, f"cost: {cost}", f"effect: {phrase(ability.effect)}"]
    if isinstance(ability, StaticAbility):
        condition = [f"while {phrase(ability.condition)}"] if ability.condition else []
        whom = f"{phrase(ability.affects)}: " if ability.affects is not None else ""
        always = " and ".join(phrase(change) for change in ability.changes)
        return [*_limits(TurnOf.ANY, Limit.NONE, ability.works_from), *condition, f"always: {whom}{always}"]
    if isinstance(ability, KeywordEntry):
        return [f"keyword: {phrase(ability.keyword)}"]
    assert isinstance(ability, ActionEffect)
    return [f"effect: {phrase(ability.effect)}"]


def _limits(turn: TurnOf, limit: Limit, zone: Zone) -> list[str]:
    limits = []
    if turn is not TurnOf.ANY:
        limits.append(f"only in the turn of {phrase(turn)}")
    if limit is not Limit.NONE:
        limits.append(limit.value.replace("_", " "))
    if zone is not Zone.PLAY:
        limits.append(f"from {zone.value}")
    return limits


def phrase(value: Any) -> str:
    """Say a value: a node by its template, anything else as it is."""
    if isinstance(value, CardFilter):
        return _cards(value.criteria, value.zone, value.also_in)
    if isinstance(value, Chosen):
        return _chosen(value)
    if isinstance(value, Ability):
        return "; ".join(_parts(value))
    if isinstance(value, Node):
        return _filled(PHRASES[type(value)], value)
    if isinstance(value, Enum):
        return ENUM_WORDS.get(type(value), {}).get(value.value, str(value.value).replace("_", " "))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "any number" if value is None else str(value)


def _filled(template: str, node: Node) -> str:
    known: dict[str, Field[Any]] = {entry.name: entry for entry in fields(node)}

    def fill(match: re.Match[str]) -> str:
        optional, name, join = match.groups()
        if optional is not None:
            field = known[_first_field(optional)]
            if getattr(node, field.name) == (None if field.default is MISSING else field.default):
                return ""
            return _PIECE.sub(fill, optional)
        value = getattr(node, name)
        if isinstance(value, tuple):
            return (join or " and ").join(phrase(item) for item in value)
        return "" if value is True and known[name].default is False else phrase(value)

    return _PIECE.sub(fill, template)


def _first_field(piece: str) -> str:
    match = re.search(r"\{(\w+)", piece)
    assert match is not None, piece
    return match[1]


_BEFORE = (OnSide, IsOther, IsInState, HasClassification, HasInk)


def _cards(criteria: tuple[Criterion, ...], zone: Zone, also_in: tuple[Zone, ...] = ()) -> str:
    """Say a filter: what stands before the noun, the noun, what follows it, and where."""
    nouns = [criterion for criterion in criteria if isinstance(criterion, (IsType, IsSong))]
    before = [criterion for criterion in criteria if isinstance(criterion, _BEFORE) and criterion != OnSide(side=Side.YOURS)]
    after = [criterion for criterion in criteria if criterion not in nouns and criterion not in before]
    noun = " ".join(phrase(noun) for noun in nouns) or "card"
    where = "" if zone is Zone.PLAY else " in " + " or ".join(place.value for place in (zone, *also_in))
    return " ".join([*(phrase(c) for c in before), noun, *(phrase(c) for c in after)]) + where


def _chosen(chosen: Chosen) -> str:
    how = "chosen" if chosen.manner is Manner.CHOOSE else "picked"
    many = _many(chosen.minimum, chosen.maximum)
    total = f", all together {' and '.join(phrase(c) for c in chosen.total)}" if chosen.total else ""
    return f"{many} {phrase(chosen.among)} {how} by {phrase(chosen.chooser)}{total}"


def _many(minimum: Any, maximum: Any) -> str:
    if maximum is None:
        return "any number of"
    if minimum == maximum:
        return phrase(maximum)
    return f"up to {phrase(maximum)}" if minimum == Number(value=0) else f"{phrase(minimum)} to {phrase(maximum)}"
