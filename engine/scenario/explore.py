"""Try every open decision of a step, and find out which of them make no difference."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine.decisions import Choice, Decision, DecisionKind
from engine.scenario.attempt import Attempt, Runner
from engine.scenario.choices import as_answers, ways
from engine.scenario.sameness import state_key

SETTLE_LIMIT = 300
"""How many replays may go into finding out that a decision makes no difference."""
EXPLORE_LIMIT = 2_000
"""How many replays an exploration makes."""

INDIFFERENT = frozenset({DecisionKind.ORDER, DecisionKind.RESOLVE, DecisionKind.MAY})
"""The decisions that may turn out to make no difference, whatever is chosen."""


@dataclass(slots=True)
class Budget:
    """How many replays are left."""

    limit: int
    spent: int = 0

    def spend(self) -> bool:
        """Take one replay; False where none is left."""
        if self.spent >= self.limit:
            return False
        self.spent += 1
        return True


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
    for way in _leaves(runner, first, budget, None):
        if way is None:
            return Explored(tuple(found), complete=False)
        found.append(way)
    return Explored(tuple(found), complete=True)


def _leaves(runner: Runner, first: Attempt, budget: Budget, kinds: frozenset[DecisionKind] | None) -> Iterator[Way | None]:
    """Follow the open decisions of some kinds, all when left out, to their ends; None once the budget is spent."""
    seen: set[Hashable] = set()
    waiting = [Way(first, (), ())]
    while waiting:
        way = waiting.pop()
        decision = way.attempt.decision
        followed = decision is not None and (kinds is None or decision.kind in kinds)
        choices = ways(decision, way.attempt.state) if decision is not None and followed else None
        if decision is None or choices is None:
            yield way
            continue
        following = list(_follow(runner, way, decision, choices, seen, budget))
        if None in following:
            yield None
            return
        waiting.extend(entry for entry in reversed(following) if entry is not None)


def _follow(
    runner: Runner, way: Way, decision: Decision, choices: Iterator[Choice], seen: set[Hashable], budget: Budget
) -> Iterator[Way | None]:
    """Replay the step with each choice; None once the budget is spent."""
    for choice in choices:
        if not budget.spend():
            yield None
            return
        forced = (*way.forced, choice)
        attempt = runner.run(forced)
        if attempt.decision is not None and attempt.decision.kind is DecisionKind.RESOLVE and attempt.state.bag:
            key = (state_key(attempt.state), repr(attempt.leftovers.unused), attempt.decision.text)
            if key in seen:
                continue
            seen.add(key)
        yield Way(attempt, forced, (*way.answers, *as_answers(decision, choice, way.attempt.state)))


def settle_open(runner: Runner, first: Attempt) -> Attempt:
    """Settle decisions that make no difference: orders and optional effects of which every way ends the same.

    Gives the attempt as it was where they matter, or where there are too many ways to tell.
    """
    if first.decision is None or first.decision.kind not in INDIFFERENT:
        return first
    ends: dict[Hashable, Attempt] = {}
    for way in _leaves(runner, first, Budget(SETTLE_LIMIT), INDIFFERENT):
        if way is None:
            return first
        ends.setdefault(end_key(way.attempt), way.attempt)
        if len(ends) > 1:
            return first
    return _noted(next(iter(ends.values())), first)


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
