"""Try every open decision of a step, and find out which of them make no difference."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine.decisions import Choice, DecisionKind
from engine.scenario.attempt import Attempt, Runner
from engine.scenario.choices import as_answers, ways
from engine.scenario.sameness import state_key

SETTLE_LIMIT = 300
"""How many replays of one step may go into finding out that a decision makes no difference."""
EXPLORE_LIMIT = 2_000
"""How many replays an exploration makes."""
EVENTS_LIMIT = 400_000
"""How many events may happen in all replays of one scenario together."""

INDIFFERENT = frozenset({DecisionKind.ORDER, DecisionKind.RESOLVE, DecisionKind.MAY})
"""The decisions that may turn out to make no difference, whatever is chosen."""

ARRANGED = frozenset({DecisionKind.ORDER, DecisionKind.RANDOM})
"""The decisions that may turn out to make no difference to what is asked: orders, and what chance gives."""


@dataclass(slots=True)
class Budget:
    """How many replays are left, and how many events in them."""

    limit: int
    """Replays at most."""
    events: int = EVENTS_LIMIT
    """Events left."""
    spent: int = 0
    """Replays made."""

    @property
    def is_spent(self) -> bool:
        """Whether no further replay may be made."""
        return self.spent >= self.limit or self.events <= 0

    def pay(self, attempt: Attempt) -> None:
        """Count a replay that was made."""
        self.spent += 1
        self.events -= len(attempt.log)


@dataclass(frozen=True, slots=True)
class Way:
    """One way through the open decisions of a step."""

    attempt: Attempt
    forced: tuple[Choice, ...]
    answers: tuple[dict[str, Any], ...]
    """The answers to the decisions, as a document writes them."""


@dataclass(frozen=True, slots=True)
class Explored:
    """All ways through a step, one for each distinct end, and whether the limit cut them short."""

    ways: tuple[Way, ...]
    complete: bool


def explore_step(runner: Runner, first: Attempt, budget: Budget) -> Explored:
    """Follow every choice of every open decision of a step.

    States in which the bag waits and that are the same are followed once.
    """
    found: list[Way] = []
    for way in _follow(runner, Way(first, (), ()), budget, None, set()):
        if way is None:
            return Explored(tuple(found), complete=False)
        found.append(way)
    return Explored(tuple(found), complete=True)


def _follow(
    runner: Runner, way: Way, budget: Budget, kinds: frozenset[DecisionKind] | None, seen: set[Hashable]
) -> Iterator[Way | None]:
    """Follow the open decisions of some kinds, all when left out, to their ends; None once the budget is spent."""
    decision = way.attempt.decision
    followed = decision is not None and (kinds is None or decision.kind in kinds)
    choices = ways(decision, way.attempt.state) if decision is not None and followed else None
    if decision is None or choices is None:
        yield way
        return
    for choice in choices:
        if budget.is_spent:
            yield None
            return
        forced = (*way.forced, choice)
        attempt = runner.run(forced)
        budget.pay(attempt)
        if not _is_known(attempt, seen):
            answers = (*way.answers, *as_answers(decision, choice, way.attempt.state))
            yield from _follow(runner, Way(attempt, forced, answers), budget, kinds, seen)


def _is_known(attempt: Attempt, seen: set[Hashable]) -> bool:
    """Tell whether a replay stopped before the same bag in the same state as one before it."""
    if attempt.decision is None or attempt.decision.kind is not DecisionKind.RESOLVE or not attempt.state.bag:
        return False
    key = (state_key(attempt.state), repr(attempt.leftovers.unused), attempt.decision.text)
    if key in seen:
        return True
    seen.add(key)
    return False


def settle_open(runner: Runner, way: Way, budget: Budget) -> Way:
    """Settle decisions that make no difference: orders and optional effects of which every way ends the same.

    Gives the way as it was where they matter, or where there are too many to tell.
    """
    if way.attempt.decision is None or way.attempt.decision.kind not in INDIFFERENT:
        return way
    ends: dict[Hashable, Way] = {}
    mine = Budget(SETTLE_LIMIT, budget.events)
    for end in _follow(runner, way, mine, INDIFFERENT, set()):
        budget.events = mine.events
        if end is None:
            return way
        ends.setdefault(end_key(end.attempt), end)
        if len(ends) > 1:
            return way
    settled = next(iter(ends.values()))
    return replace(settled, attempt=_noted(settled.attempt, way.attempt))


def order_ways(runner: Runner, way: Way, budget: Budget) -> Iterator[Way | None]:
    """Follow the open orders and chances of a step, settling what makes no difference; None once the budget is spent."""
    decision = way.attempt.decision
    choices = ways(decision, way.attempt.state) if decision is not None and decision.kind in ARRANGED else None
    if decision is None or choices is None:
        yield way
        return
    for choice in choices:
        if budget.is_spent:
            yield None
            return
        attempt = runner.run((*way.forced, choice))
        budget.pay(attempt)
        following = Way(attempt, (*way.forced, choice), (*way.answers, *as_answers(decision, choice, way.attempt.state)))
        yield from order_ways(runner, settle_open(runner, following, budget), budget)


def _noted(settled: Attempt, first: Attempt) -> Attempt:
    """Note on the next thing in the timeline that a decision was settled because it makes no difference."""
    log = list(settled.log)
    place = next((number for number in range(len(first.log), len(log)) if log[number].event.names), None)
    if place is not None and first.decision is not None:
        remark = f"nobody said {first.decision.text}; it makes no difference"
        log[place] = replace(log[place], note="; ".join(part for part in (log[place].note, remark) if part))
    return replace(settled, log=tuple(log))


def end_key(attempt: Attempt) -> Hashable:
    """Give a value that is equal for attempts that end the same."""
    decision = attempt.decision
    asked = (decision.kind, decision.text, decision.player, decision.source) if decision is not None else None
    refused = tuple(refusal.text for refusal in attempt.refusals)
    clause = str(attempt.unsupported) if attempt.unsupported is not None else ""
    return attempt.ending, state_key(attempt.state), asked, refused, clause
