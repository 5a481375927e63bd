"""Answer the questions of many callers at once: within bounds, from the index that counts, and watched."""

import asyncio
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Any, Final, Protocol

import anyio
from anyio.to_thread import run_sync
from opentelemetry import trace

from corpus.errors import ExitStatus, LoreguideError, NotSetUp
from server.errors import Busy, Defect, TakesTooLong
from server.lending import LendingDesk
from server.registry import Effort, Tool
from server.wire import structured

__all__ = ["Bounds", "Outcome", "Reply", "Service", "Unwatched", "Watch"]

_LISTS_AT_ONCE: Final = 4
"""Threads for lists: all they need is a processor, so that more would only keep each other waiting."""


class Outcome(StrEnum):
    """How a question ended."""

    ANSWERED = "answered"
    NEGATIVE = "negative"
    REFUSED = "refused"
    """What was asked cannot be read, or names nothing there is."""
    UNAVAILABLE = "unavailable"
    """There is no index to answer from, or no room to answer now."""
    DEFECT = "defect"

    @classmethod
    def of(cls, error: LoreguideError) -> "Outcome":
        """Tell how a question ended that was not answered."""
        if isinstance(error, Defect):
            return cls.DEFECT
        return cls.UNAVAILABLE if isinstance(error, NotSetUp | Busy | TakesTooLong) else cls.REFUSED


class Watch(Protocol):
    """Is told of every question, never what was in it."""

    def asked(self, operation: str, outcome: Outcome, seconds: float) -> None:
        """Take note of a question that has ended."""

    def replaying(self, change: int) -> None:
        """Take note that a replay begins (+1) or has ended (-1)."""

    def met_defect(self, operation: str, cause: Exception) -> None:
        """Take note of a defect of the program."""


class Unwatched:
    """Take no notes."""

    def asked(self, operation: str, outcome: Outcome, seconds: float) -> None:
        """Pass over a question."""

    def replaying(self, change: int) -> None:
        """Pass over a replay."""

    def met_defect(self, operation: str, cause: Exception) -> None:
        """Pass over a defect."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much is worked on at once in a process, and for how long."""

    replays: int = field(default_factory=lambda: max(2, os.cpu_count() or 1))
    """Boards replayed at once."""
    waiting: int = 64
    """Boards that wait for their turn; more are turned away."""
    seconds: float = 30.0
    """How long a caller waits for an answer at most, the wait for a turn included."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer, ready to travel."""

    values: dict[str, Any]
    """The structured result."""
    text: str
    """The same in short, for people."""
    status: ExitStatus


class Service:
    """Answer questions for the doors that serve many callers."""

    def __init__(self, desk: LendingDesk, bounds: Bounds | None = None, watch: Watch | None = None) -> None:
        """Answer from what *desk* lends; *watch* is told how each question ended."""
        self.desk = desk
        self.bounds = bounds or Bounds()
        self._watch: Watch = watch or Unwatched()
        self._lists: anyio.CapacityLimiter | None = None
        self._replays: anyio.CapacityLimiter | None = None
        self._replaying = 0
        self._work: set[asyncio.Future[Reply]] = set()

    def warm(self) -> None:
        """Read ahead what first questions would wait for: the engine, the names and the words of the index."""
        import engine.api  # noqa: F401  # imported late: this is the one place that a server need not wait for

        with suppress(LoreguideError), self.desk.lend() as library:
            library.index.near_cards("Stitch", 1)
            library.index.search_rules("quest", 1)

    async def ask(self, tool: Tool[Any, Any], arguments: Mapping[str, Any]) -> Reply:
        """Answer a question.

        :raises LoreguideError: it cannot be answered; says why, and what to do instead.
        """
        started = time.perf_counter()
        outcome = Outcome.DEFECT
        try:
            reply = await self._reply(tool, arguments)
            outcome = Outcome.NEGATIVE if reply.status is ExitStatus.NEGATIVE else Outcome.ANSWERED
        except LoreguideError as error:
            outcome = Outcome.of(error)
            raise
        else:
            return reply
        finally:
            trace.get_current_span().set_attribute("loreguide.outcome", outcome.value)
            self._watch.asked(tool.name, outcome, time.perf_counter() - started)

    async def _reply(self, tool: Tool[Any, Any], arguments: Mapping[str, Any]) -> Reply:
        """Answer where it costs the others least.

        :raises LoreguideError: there is no answer.
        """
        match tool.effort:
            case Effort.LOOK_UP:
                # Between this thread and another the interpreter changes hands so slowly that it would cost more than the answer.
                return self._answer(tool, arguments)
            case Effort.LIST:
                if self._lists is None:
                    self._lists = anyio.CapacityLimiter(_LISTS_AT_ONCE)
                return await run_sync(partial(self._answer, tool, arguments), limiter=self._lists)
            case Effort.REPLAY:
                return await self._replay(tool, arguments)

    async def _replay(self, tool: Tool[Any, Any], arguments: Mapping[str, Any]) -> Reply:
        """Answer in turn; a replay that is given up keeps its place until its own limits end it.

        :raises Busy: too many wait.
        :raises TakesTooLong: the caller has waited long enough.
        """
        if self._replaying >= self.bounds.replays + self.bounds.waiting:
            raise Busy(tool.name)
        if self._replays is None:
            self._replays = anyio.CapacityLimiter(self.bounds.replays)
        limiter = self._replays
        self._replaying += 1
        self._watch.replaying(+1)
        work = asyncio.ensure_future(run_sync(partial(self._answer, tool, arguments), limiter=limiter))
        self._work.add(work)
        work.add_done_callback(self._replayed)
        done, _ = await asyncio.wait({work}, timeout=self.bounds.seconds)
        if done:
            return work.result()
        raise TakesTooLong(tool.name, self.bounds.seconds)

    def _replayed(self, work: "asyncio.Future[Reply]") -> None:
        """Give the place of a replay back, whether or not anybody still waits for it."""
        self._replaying -= 1
        self._watch.replaying(-1)
        self._work.discard(work)
        if not work.cancelled():
            work.exception()

    def _answer(self, tool: Tool[Any, Any], arguments: Mapping[str, Any]) -> Reply:
        """Answer in the thread that asks.

        :raises LoreguideError: there is no answer.
        """
        try:
            with self.desk.lend() as library:
                answer = tool.ask(arguments, library)
                return Reply(structured(answer), tool.say(answer), tool.status(answer))
        except LoreguideError:
            raise
        except Exception as error:
            # An index that breaks under a reader shows as any error at all: whether it broke is asked first.
            state = self.desk.state()
            if state.problem:
                raise NotSetUp(state.problem) from error
            self._watch.met_defect(tool.name, error)
            raise Defect(tool.name, error) from error
