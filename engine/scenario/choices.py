"""List the ways to settle a decision, those that cannot be told apart once, and write each as an answer."""

from collections.abc import Callable, Hashable, Iterator, Sequence
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
            return _distinct(decision, _arrangements)
        case _:
            return _distinct(decision, _selections)


def _distinct(decision: Decision, listed: Callable[[Sequence[Option], int], Iterator[Choice]]) -> Iterator[Choice]:
    """List the legal choices of every size; of choices that differ only by twins the first counts."""
    together = list(dict.fromkeys(option_kind(option) for option in decision.options))
    options = sorted(decision.options, key=lambda option: together.index(option_kind(option)))
    for size in range(decision.minimum, min(decision.maximum, len(options)) + 1):
        yield from (choice for choice in listed(options, size) if decision.admits(choice))


def _arrangements(options: Sequence[Option], size: int) -> Iterator[Choice]:
    """List what can be taken in order, twins once, without going through those that only change twins about."""
    if not size:
        yield ()
        return
    tried: set[Hashable] = set()
    for place, option in enumerate(options):
        if option_kind(option) not in tried:
            tried.add(option_kind(option))
            rest = (*options[:place], *options[place + 1 :])
            yield from ((option.value, *more) for more in _arrangements(rest, size - 1))


def _selections(options: Sequence[Option], size: int) -> Iterator[Choice]:
    """List what can be taken in no order, twins once; twins stand together in *options*."""
    if not size:
        yield ()
        return
    tried: set[Hashable] = set()
    for place, option in enumerate(options[: len(options) - size + 1]):
        if option_kind(option) not in tried:
            tried.add(option_kind(option))
            yield from ((option.value, *more) for more in _selections(options[place + 1 :], size - 1))


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
