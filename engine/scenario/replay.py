"""Replay the steps of a scenario one after the other and judge its facts."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from corpus.refs import RuleRef, is_within, parent_number
from engine.decisions import Decision
from engine.errors import EngineLimit, Refusal, Unsupported
from engine.resolve.settle import Bag
from engine.scenario.acts import Deed
from engine.scenario.answers import Leftovers
from engine.scenario.attempt import Attempt, Ending, Runner
from engine.scenario.explore import ARRANGED, EVENTS_LIMIT, SETTLE_LIMIT, Budget, Way, order_ways, settle_open
from engine.scenario.faces import Faces
from engine.scenario.facts import AnyFact, Judgement, Witness
from engine.scenario.ongoing import UnreadClause
from engine.scenario.result import Verdict
from engine.scenario.schema import AnyStep, ResolveStep, ScenarioDocument
from engine.scenario.setup import SetUp
from engine.state.game_state import GameState
from engine.trace import TraceEntry


@dataclass(frozen=True, slots=True)
class OpenPoint:
    """A decision at which the replay stopped."""

    step: int
    decision: Decision
    state: GameState


@dataclass(slots=True)
class Replayed:
    """What a replay found, step by step; steps count from 1, 0 is the Start-of-Turn Phase before the first."""

    state: GameState
    log: list[tuple[int, TraceEntry]] = field(default_factory=list)
    checks: list[tuple[int, Judgement]] = field(default_factory=list)
    refusals: list[tuple[int, tuple[Refusal, ...]]] = field(default_factory=list)
    leftovers: list[Leftovers] = field(default_factory=list)
    unsupported: list[UnreadClause] = field(default_factory=list)
    open: OpenPoint | None = None
    refused: bool = False
    """Whether a step was refused that was not expected to be."""
    limits: list[str] = field(default_factory=list)
    """Limits of the engine that stopped the replay."""
    notes: list[str] = field(default_factory=list)
    """What was taken for granted."""

    @property
    def stopped(self) -> bool:
        """Whether the replay cannot go on."""
        return bool(self.refused or self.open or self.unsupported or self.limits)

    @property
    def verdict(self) -> Verdict:
        """The first verdict that applies."""
        if self.unsupported or self.limits:
            return Verdict.UNSUPPORTED
        if self.refused:
            return Verdict.ILLEGAL
        if self.open is not None:
            return Verdict.OPEN
        return Verdict.HOLDS if all(judgement.holds for _, judgement in self.checks) else Verdict.FAILS

    def branch(self) -> "Replayed":
        """Give a replay that goes on from here by itself."""
        return Replayed(
            self.state,
            list(self.log),
            list(self.checks),
            list(self.refusals),
            list(self.leftovers),
            list(self.unsupported),
            self.open,
            self.refused,
            list(self.limits),
            list(self.notes),
        )


def deeds_of(document: ScenarioDocument, faces: Faces) -> Iterator[Deed]:
    """List what a document does, the Start-of-Turn Phase first where it asks for that."""
    steps: list[AnyStep | None] = [None, *document.steps]
    for number, step in enumerate(steps):
        following = steps[number + 1] if number + 1 < len(steps) else None
        bag = Bag.LEAVE if isinstance(following, ResolveStep) else Bag.RESOLVE
        if step is not None or document.phase == "start":
            yield Deed(step, number, bag, faces)


def runner_of(deed: Deed, state: GameState, document: ScenarioDocument) -> Runner:
    """Give the runner of a step from a state."""
    return Runner(state, deed, document.answers if deed.step is None else deed.answers)


def replay(setup: SetUp) -> Replayed:
    """Replay a whole document, leaving off at what cannot be settled."""
    deeds = tuple(deeds_of(setup.document, setup.faces))
    return _Replayer(setup).play(begin(setup), deeds)


def begin(setup: SetUp) -> Replayed:
    """Start a replay; texts of the document that are not executed stop it at once."""
    return Replayed(setup.state, unsupported=list(setup.unread))


@dataclass(slots=True)
class _Replayer:
    """Replays steps within bounds."""

    setup: SetUp
    budget: Budget = field(default_factory=lambda: Budget(sys.maxsize))
    """Counts the events of everything that is replayed."""
    orders: Budget = field(default_factory=lambda: Budget(SETTLE_LIMIT))
    """Counts the replays that find out whether open orders make a difference to what is asked."""

    def play(self, replayed: Replayed, deeds: tuple[Deed, ...]) -> Replayed:
        """Replay steps one after the other, then judge what has to hold at the end."""
        for number, deed in enumerate(deeds):
            if replayed.stopped:
                return replayed
            if self.budget.is_spent:
                replayed.limits.append(f"more than {EVENTS_LIMIT:,} events happen; the replay stops before step {deed.number}")
                return replayed
            runner = runner_of(deed, replayed.state, self.setup.document)
            first = runner.run()
            self.budget.pay(first)
            way = settle_open(runner, Way(first, (), ()), self.budget)
            settled = self._settle_order(replayed, runner, way, deeds[number:])
            if settled is not None:
                return settled
            take_in(replayed, deed, way.attempt)
        if not replayed.stopped:
            finish(replayed, self.setup.document)
        return replayed

    def _settle_order(self, replayed: Replayed, runner: Runner, way: Way, deeds: tuple[Deed, ...]) -> Replayed | None:
        """Settle an open order or chance that makes no difference to any fact still asked, by replaying each to the end."""
        decision = way.attempt.decision
        if decision is None or decision.kind not in ARRANGED or (deeds[0].step is not None and not deeds[0].step.legal):
            return None
        first: Replayed | None = None
        for following in order_ways(runner, way, self.orders):
            if following is None:
                return None
            branch = replayed.branch()
            take_in(branch, deeds[0], following.attempt)
            branch = self.play(branch, deeds[1:])
            if branch.stopped or len(branch.checks) == len(replayed.checks):
                return None
            first = branch if first is None else first
            if [found.holds for _, found in branch.checks] != [found.holds for _, found in first.checks]:
                return None
        if first is not None:
            first.notes.append(f"nobody said {decision.text}; it makes no difference to what is asked")
        return first


def take_in(replayed: Replayed, deed: Deed, attempt: Attempt) -> None:
    """Put what came of a step into the replay, and judge its facts."""
    step = deed.step
    replayed.leftovers.append(attempt.leftovers)
    if attempt.ending is Ending.REFUSED:
        replayed.refusals.append((deed.number, attempt.refusals))
    _note_trouble(replayed, attempt)
    if step is not None and not step.legal:
        _judge_refusal(replayed, deed.number, step.rule, attempt)
    else:
        _take_state(replayed, deed.number, attempt)
    if step is not None and not replayed.stopped:
        judge(replayed, deed.number, step.expect)


def _take_state(replayed: Replayed, number: int, attempt: Attempt) -> None:
    replayed.state = attempt.state
    replayed.log.extend((number, entry) for entry in attempt.log)
    if attempt.ending is Ending.REFUSED:
        replayed.refused = True
    elif attempt.decision is not None:
        replayed.open = OpenPoint(number, attempt.decision, attempt.state)


def _note_trouble(replayed: Replayed, attempt: Attempt) -> None:
    if attempt.unsupported is not None:
        replayed.unsupported.append(clause_of(attempt.unsupported))
    if attempt.limit is not None:
        replayed.limits.append(limit_of(attempt.limit))


def _judge_refusal(replayed: Replayed, number: int, rule: str | None, attempt: Attempt) -> None:
    """Judge a step that is expected to be refused; whatever came of it, nothing has changed (1.7.6)."""
    fact: dict[str, Any] = {"legal": False} if rule is None else {"legal": False, "rule": rule}
    refused = attempt.ending is Ending.REFUSED
    actual: dict[str, Any] = {"legal": not refused}
    named = [ref for refusal in attempt.refusals for ref in refusal.rules]
    if rule is not None and refused:
        actual["rules"] = [str(ref) for ref in dict.fromkeys(named)]
    holds = refused and (rule is None or any(rule_fits(ref, rule) for ref in named))
    if not replayed.unsupported and not replayed.limits:
        replayed.checks.append((number, Judgement(fact, actual, holds)))


def rule_fits(ref: RuleRef, number: str) -> bool:
    """Tell whether a reason names a rule, its parent or one of its sub-rules."""
    return is_within(ref.number, number) or ref.number == parent_number(number)


def judge(replayed: Replayed, number: int, facts: Sequence[AnyFact]) -> None:
    """Judge facts on the state as it is; text that is not executed stops the replay."""
    if not facts:
        return
    witness = Witness(replayed.state, [entry for _, entry in replayed.log])
    for fact in facts:
        try:
            replayed.checks.append((number, witness.judge(fact)))
        except Unsupported as clause:
            replayed.unsupported.append(clause_of(clause))
            return
        except EngineLimit as limit:
            replayed.limits.append(limit_of(limit))
            return


def finish(replayed: Replayed, document: ScenarioDocument) -> None:
    """Judge what has to hold after the last step."""
    judge(replayed, len(document.steps), document.expect)


def clause_of(unsupported: Unsupported) -> UnreadClause:
    """Keep what was not executed."""
    return UnreadClause(unsupported.card, unsupported.text, unsupported.reason)


def limit_of(limit: EngineLimit) -> str:
    """Say a limit, with the events that repeat where a state came back."""
    cycle = f" ({len(limit.cycle)} events repeat)" if limit.cycle else ""
    return f"{limit}{cycle}"
