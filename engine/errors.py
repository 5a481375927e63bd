"""The engine's errors.

corpus.errors.LoreguideError
    BadInput
        ScenarioFaults          a scenario that cannot be read, with every fault in it
    EngineError
        IllegalStep             a turn action that the rules refuse, with every reason (1.7.6)
        DecisionNeeded          a decision that no answer fits (engine.decisions)
        Unsupported             a clause that takes part in the game and that the engine does not execute
        EngineLimit             a loop or a runaway resolution, with the trace so far (6.1.10)
        StateFault              an event that does not fit the state: a defect of the engine
"""

from collections.abc import Sequence
from dataclasses import dataclass

from corpus.errors import BadInput, LoreguideError
from corpus.refs import RuleRef


class EngineError(LoreguideError):
    """Report why a game could not be carried on."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason why something may not be done."""

    text: str
    """A sentence that names the cards concerned."""
    rules: tuple[RuleRef, ...]
    """The rules that say so, the deciding one first."""


class IllegalStep(EngineError):
    """Refuse a turn action with every reason against it; nothing has changed (1.7.6)."""

    def __init__(self, refusals: tuple[Refusal, ...]) -> None:
        self.refusals = refusals
        super().__init__("; ".join(f"{refusal.text} ({', '.join(map(str, refusal.rules))})" for refusal in refusals))


class Unsupported(EngineError):
    """Report a clause that takes part and that the engine does not execute; it must not be skipped silently."""

    def __init__(self, card: str, text: str, reason: str) -> None:
        self.card = card
        self.text = text
        self.reason = reason
        super().__init__(f"{card}: the engine does not execute {text!r} ({reason}), so it cannot say what happens")


class EngineLimit(EngineError):
    """Report that the game goes on without end, or past what is bearable."""

    def __init__(self, problem: str, trace: Sequence[object] = (), cycle: Sequence[object] = ()) -> None:
        self.trace = tuple(trace)
        """The trace entries up to the limit."""
        self.cycle = tuple(cycle)
        """The entries that repeat, where a state has come back (6.1.10)."""
        super().__init__(problem)


class StateFault(EngineError):
    """Report an event that does not fit the state it is applied to."""


@dataclass(frozen=True, slots=True)
class ScenarioFault:
    """One thing wrong in a scenario document."""

    path: str
    """Where it stands, such as ``players.p1.play[2].damage``; empty for the document as a whole."""
    problem: str
    """What was given, what is wrong with it, and what would be right."""

    def __str__(self) -> str:
        return f"{self.path}: {self.problem}" if self.path else self.problem


class ScenarioFaults(BadInput):
    """Refuse a scenario document, with every fault in it at once."""

    def __init__(self, faults: Sequence[ScenarioFault]) -> None:
        self.faults = tuple(faults)
        listed = "\n".join(f"- {fault}" for fault in self.faults)
        super().__init__(f"the scenario has {len(self.faults)} fault{'s' if len(self.faults) != 1 else ''}:\n{listed}")
