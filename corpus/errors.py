"""The error tree: every error that loreguide raises on purpose starts here.

LoreguideError
    BadInput                what was asked cannot be read (exit 2)
        BadQuery            a search without a word in it
    NotSetUp                there is no index, or its sources are missing (exit 3)
        IndexDamaged        the files of the index are not those that were built
        Stale               the index was built from other sources or by another version
        FetchFailed         a source could not be fetched, or is not what was pinned
    CorpusFault             the corpus files themselves are wrong
"""

from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import ClassVar


class ExitStatus(IntEnum):
    """What a command tells the shell."""

    DONE = 0
    NEGATIVE = 1
    BAD_INPUT = 2
    NOT_SET_UP = 3


class LoreguideError(Exception):
    """Say what was given, what is wrong with it and what would be right, in one or two sentences."""

    exit_status: ClassVar[ExitStatus] = ExitStatus.NEGATIVE


class BadInput(LoreguideError):
    """Refuse something that the caller gave."""

    exit_status = ExitStatus.BAD_INPUT


class BadQuery(BadInput):
    """Refuse a query in which there is nothing to look for."""


class NotSetUp(LoreguideError):
    """Report that there is nothing to answer from yet."""

    exit_status = ExitStatus.NOT_SET_UP


class IndexDamaged(NotSetUp):
    """Refuse to answer from an index whose files cannot be trusted."""

    def __init__(self, home: Path) -> None:
        super().__init__(f"the index in {home} has been damaged, and nothing is answered from it; run `loreguide index`")


class Stale(NotSetUp):
    """Report that the index does not fit the sources or this version any more."""


class FetchFailed(NotSetUp):
    """Report that a source could not be fetched whole, or is not the one that is pinned."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in a corpus file."""

    file: Path
    line: int
    """Counted from 1; 0 when the fault is of the file as a whole."""
    problem: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.problem}"


class CorpusFault(LoreguideError):
    """Report every fault of the corpus files at once."""

    exit_status = ExitStatus.NOT_SET_UP

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        self.faults = faults
        listed = "\n".join(str(fault) for fault in faults)
        super().__init__(f"the corpus has {len(faults)} fault(s):\n{listed}")
