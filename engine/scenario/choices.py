"""List the ways to settle a decision, those that cannot be told apart once, and write each as an answer."""

from collections.abc import Hashable, Iterator
from itertools import combinations, permutations
from typing import Any

from corpus.names import name_key
from engine.abilities.vocabulary import Zone
from engine.decisions import Choice, Decision, DecisionKind, Option
from engine.state.game_state import GameState

ANOTHER_NAME = "Another Name"
"""Stands for every name that no known card of the game has."""


def ways(decision: Decision, state: GameState) -> Iterator[Choice] | None:
    """List the legal choices of a decision, or give None where there is no listing them."""
    match decision.kind:
        case DecisionKind.IDENTITY:
            return None
        case DecisionKind.NAME:
            return ((name,) for name in _names(state))
        case DecisionKind.ORDER | DecisionKind.RANDOM:
            return _distinct(decision, ordered=permutations)
        case _:
            return _distinct(decision, ordered=combinations)


def _distinct(decision: Decision, ordered: Any) -> Iterator[Choice]:
    """List choices of every size; of choices that differ only by twins the first counts."""
    kinds = {option.value: option_kind(option) for option in decision.options}
    seen: set[Hashable] = set()
    for size in range(decision.minimum, min(decision.maximum, len(kinds)) + 1):
        for choice in ordered([option.value for option in decision.options], size):
            told = tuple(kinds[value] for value in choice)
            key: Hashable = told if ordered is permutations else frozenset((kind, told.count(kind)) for kind in told)
            if key not in seen and decision.admits(choice):
                seen.add(key)
                yield choice


def option_kind(option: Option) -> Hashable:
    """Give a value that is equal for options that cannot be told apart."""
    return ("twin", option.twin) if option.twin is not None else ("only", option.value)


def _names(state: GameState) -> Iterator[str]:
    """List the names of known cards that are not in play, since others can hardly matter, and stand-ins for the rest."""
    seen: dict[str, str] = {}
    for card in state.cards.values():
        if card.face is not None and card.zone is not Zone.PLAY:
            for name in card.face.printed.names or (card.face.printed.name,):
                seen.setdefault(name_key(name), name)
    yield from seen.values()
    yield ANOTHER_NAME


def as_answers(decision: Decision, choice: Choice, state: GameState) -> tuple[dict[str, Any], ...]:
    """Write a choice as the answers that make it; several options of one decision are several answers."""
    match decision.kind:
        case DecisionKind.MAY:
            return ({"may": choice == (True,)},)
        case DecisionKind.CHOOSE | DecisionKind.ORDER | DecisionKind.RANDOM:
            return ({decision.kind.value: [state.cards[card].name for card in choice if isinstance(card, int)]},)
        case DecisionKind.PLAYER:
            labels = [state.players[player].label for player in choice if isinstance(player, int)]
            return ({"player": labels[0] if len(labels) == 1 else labels},)
        case DecisionKind.RESOLVE:
            return tuple({"resolve": option.text} for option in decision.options if option.value in choice)
        case DecisionKind.IDENTITY:
            return ({"random": list(choice)},)
        case DecisionKind.OPTION | DecisionKind.AMOUNT | DecisionKind.NAME:
            return tuple({decision.kind.value: value} for value in choice)


def in_words(decision: Decision, choice: Choice) -> str:
    """Say a choice by the texts of its options."""
    texts = {option.value: option.text for option in decision.options}
    return ", ".join(str(texts.get(value, value)) for value in choice) or "none"
