"""Describe what a scenario comes to: verdict, timeline, checks, open decisions, the board afterwards."""

from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict


class Verdict(StrEnum):
    """What a replay comes to; of several the first here counts."""

    UNSUPPORTED = "unsupported"
    """A clause took part that the engine does not execute."""
    ILLEGAL = "illegal"
    """A step was refused and not expected to be."""
    OPEN = "open"
    """A decision is missing."""
    FAILS = "fails"
    """A fact, or a `legal: false`, does not hold."""
    HOLDS = "holds"


class Part(BaseModel):
    """A part of a result; what is not there is left out, never null."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class Source(Part):
    """The card text that caused an event."""

    card: str
    ability: str | None = None
    span: tuple[int, int] | None = None
    """Where in the card's rules text, in characters."""
    text: str | None = None
    """That stretch of the text."""


class Entry(Part):
    """One event of the timeline."""

    n: int
    """Counted from 1."""
    step: int
    """The step it belongs to, counted from 1; 0 is the Start-of-Turn Phase before the first."""
    event: str
    text: str
    player: str | None = None
    card: str | None = None
    target: str | None = None
    amount: int | None = None
    source: Source | None = None
    rules: list[str]
    """The rules that decide it, the telling one first."""


class Reason(Part):
    """A reason against something, with its rules."""

    text: str
    rules: list[str]


class Check(Part):
    """A fact and what is actually so."""

    step: int
    fact: dict[str, Any]
    """As given."""
    actual: dict[str, Any]
    holds: bool
    reasons: list[Reason] | None = None
    """Where a card can't do what the fact is about: why not."""


class RefusedStep(Part):
    """A step that was refused."""

    step: int
    reasons: list[Reason]


class OpenOption(Part):
    """One way to settle an open decision."""

    answer: dict[str, Any]
    """The answer that would choose it."""
    text: str
    rules: list[str]


class OpenDecision(Part):
    """A decision that no answer settles."""

    step: int
    decision: str
    """What is asked, in words."""
    kind: str
    """The key of the answer that settles it."""
    by: str
    """The player who decides."""
    source: str | None = None
    """The card whose text asks."""
    ability: str | None = None
    options: list[OpenOption]
    rules: list[str]


class IllegalAnswer(Part):
    """An answer that was not allowed where it could have fitted."""

    answer: dict[str, Any]
    reasons: list[Reason]


class LeftAnswers(Part):
    """Answers that settled nothing."""

    unused: list[dict[str, Any]]
    illegal: list[IllegalAnswer]


class UnsupportedClause(Part):
    """A clause that took part and that the engine does not execute."""

    card: str
    text: str
    reason: str


class OutcomeOf(Part):
    """One distinct end state, with the decisions that lead to it."""

    answers: list[list[dict[str, Any]]]
    """Each way to it: the answers to the open decisions, in order."""
    checks: list[Check]
    summary: str
    state: dict[str, Any]


class RestsOn(Part):
    """A document that the ruling rests on."""

    document: str
    title: str
    edition: str
    effective: str | None = None
    authority: str
    wording: str
    """`official` or `restated`."""


class ScenarioResult(Part):
    """The answer to a scenario."""

    ruling: str
    """One or two plain sentences that answer it."""
    verdict: Verdict
    timeline: list[Entry]
    rule_texts: dict[str, str]
    """Our text of each rule in the timeline."""
    checks: list[Check]
    refusals: list[RefusedStep]
    open: OpenDecision | None = None
    answers: LeftAnswers
    state: dict[str, Any]
    """The board afterwards, in the format of the input."""
    unsupported: list[UnsupportedClause]
    outcomes: list[OutcomeOf] | None = None
    """With `explore`: the distinct end states."""
    explored: int | None = None
    """With `explore`: how many ways were replayed."""
    limit: int | None = None
    """With `explore`: how many ways are replayed at most."""
    always: list[dict[str, Any]] | None = None
    """With `explore`: facts that hold in every outcome."""
    sometimes: list[dict[str, Any]] | None = None
    never: list[dict[str, Any]] | None = None
    caveats: list[str]
    sources: list[RestsOn]
