"""Explore a scenario: replay it through every open decision, and keep the distinct ends."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any

from engine.scenario.acts import Deed
from engine.scenario.attempt import Attempt
from engine.scenario.explore import EXPLORE_LIMIT, Budget, explore_step
from engine.scenario.export import export_state
from engine.scenario.replay import Replayed, begin, deeds_of, finish, runner_of, take_in
from engine.scenario.result import Verdict
from engine.scenario.sameness import state_key
from engine.scenario.setup import SetUp

WAYS_KEPT = 12
"""How many of the ways to one end are listed."""

Answered = tuple[dict[str, Any], ...]


@dataclass(slots=True)
class Branch:
    """A replay through open decisions, with the answers of each way that led to it."""

    replayed: Replayed
    answers: list[Answered] = field(default_factory=lambda: [()])


@dataclass(frozen=True, slots=True)
class Exploration:
    """The distinct ends of a scenario."""

    ends: tuple[Branch, ...]
    explored: int
    """How many replays were made for open decisions."""
    limit: int
    """How many would be made at most."""
    complete: bool
    """Whether the limit left nothing out."""

    @property
    def verdict(self) -> Verdict:
        """The first verdict that applies to some end; nothing holds where something was left out."""
        found = {branch.replayed.verdict for branch in self.ends}
        if not self.complete:
            found.add(Verdict.OPEN)
        return next(verdict for verdict in Verdict if verdict in found)

    def facts(self) -> dict[str, list[dict[str, Any]]]:
        """Sort the facts by whether they hold in every outcome, in some or in none."""
        held: dict[str, list[bool]] = {}
        facts: dict[str, dict[str, Any]] = {}
        for branch in self.ends:
            for step, judgement in branch.replayed.checks:
                key = repr((step, judgement.fact))
                facts[key] = judgement.fact
                held.setdefault(key, []).append(judgement.holds)
        sorted_facts: dict[str, list[dict[str, Any]]] = {"always": [], "sometimes": [], "never": []}
        for key, values in held.items():
            name = "always" if all(values) and len(values) == len(self.ends) else "sometimes" if any(values) else "never"
            sorted_facts[name].append(facts[key])
        return sorted_facts


def explore(setup: SetUp, limit: int = EXPLORE_LIMIT) -> Exploration:
    """Replay a document through every open decision."""
    budget = Budget(limit)
    branches = [Branch(begin(setup))]
    complete = True
    for deed in deeds_of(setup.document, setup.faces):
        following: list[Branch] = []
        for branch in branches:
            if branch.replayed.stopped:
                following.append(branch)
                continue
            runner = runner_of(deed, branch.replayed.state, setup.document)
            first = runner.run()
            explored = explore_step(runner, first, budget)
            ways = [_taken(branch, deed, way.attempt, way.answers) for way in explored.ways]
            # a branch that the limit reaches before any end of the step stays where its decision is open
            following += ways or [_taken(branch, deed, first, ())]
            complete = complete and explored.complete
        branches = merged(following, lambda branch: state_key(branch.replayed.state))
    for branch in branches:
        if not branch.replayed.stopped:
            finish(branch.replayed, setup.document)
    ends = merged(branches, lambda branch: _told(export_state(branch.replayed.state, setup.faces).document))
    return Exploration(tuple(ends), budget.spent, limit, complete)


def _taken(branch: Branch, deed: Deed, attempt: Attempt, answers: Answered) -> Branch:
    """Go on from a branch by one way through a step."""
    replayed = branch.replayed.branch()
    take_in(replayed, deed, attempt)
    return Branch(replayed, [(*before, *answers) for before in branch.answers[:WAYS_KEPT]])


def merged(branches: Iterable[Branch], sameness: Callable[[Branch], Hashable]) -> list[Branch]:
    """Put branches whose states are the same and that found the same into one, keeping some of the ways that led to it."""
    found: dict[Hashable, Branch] = {}
    for branch in branches:
        known = found.setdefault((sameness(branch), _findings(branch)), branch)
        if known is not branch:
            known.answers += branch.answers[: max(0, WAYS_KEPT - len(known.answers))]
    return list(found.values())


def _told(document: dict[str, Any]) -> str:
    """Write an end as a document does, whatever the order in which a turn was what it was."""
    boards = {}
    for label, board in document["players"].items():
        done = board.get("this_turn", {}).items()
        in_any_order = {key: sorted(map(repr, value)) if isinstance(value, list) else value for key, value in done}
        boards[label] = {**board, "this_turn": in_any_order}
    return repr({**document, "players": boards})


def _findings(branch: Branch) -> Hashable:
    """Give a value that is equal for branches that found the same."""
    replayed = branch.replayed
    checks = tuple((step, repr(judgement.fact), judgement.holds, repr(judgement.actual)) for step, judgement in replayed.checks)
    trouble = (
        replayed.refused,
        repr(replayed.refusals),
        repr(replayed.unsupported),
        repr(replayed.limits),
        replayed.open.decision.text if replayed.open is not None else "",
    )
    return checks, trouble
