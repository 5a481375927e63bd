"""Measure how well and how fast questions are answered, against what was judged to answer them.

A file of questions has a JSON object a line: ``{"id", "query", "relevant": [numbers]}``. A relevant number is one of the
Comprehensive Rules, or names its document: ``TR 1.6.2``. A question without any is one that nothing answers, and the
right answer to it is none. A found entry counts when it is a relevant one, one of its sub-rules, or its direct parent of
depth three or more.
"""

import json
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from corpus.errors import BadInput
from corpus.refs import Document, is_within, number_key, parent_number

__all__ = ["Half", "Judged", "Measured", "Outcome", "counts", "differences", "measure", "read_questions", "read_run", "write_run"]

DEEPEST: Final = 10
"""Results of a question that are looked at."""
FIRST: Final = 5
PARENT_DEPTH: Final = 3
"""From how many parts on a number's direct parent counts as well."""


class Half(StrEnum):
    """Which questions tables and weights may be made with."""

    TRAIN = "train"
    TEST = "test"


@dataclass(frozen=True, slots=True)
class Judged:
    """A question and what was judged to answer it."""

    id: str
    query: str
    relevant: tuple[str, ...]
    """Numbers, those of other documents than the Comprehensive Rules with their document before them; empty: nothing does."""
    kind: str = ""

    @property
    def half(self) -> Half:
        """The half that it belongs to, by a hash of its text."""
        return Half.TEST if sha256(self.query.encode()).digest()[0] % 2 else Half.TRAIN

    @property
    def asks_policy(self) -> bool:
        """Whether it is to be asked of every document, and not of the rules alone."""
        return not self.relevant or any(" " in number for number in self.relevant)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a question brought up."""

    id: str
    query: str
    kind: str
    relevant: tuple[str, ...]
    found: tuple[str, ...]
    """Numbers in the form of the relevant ones, best first; empty where nothing was held to answer."""
    milliseconds: float

    def places(self, wanted: str) -> Iterator[int]:
        """Give the places, counted from 1, of what answers for a relevant entry."""
        return (place for place, each in enumerate(self.found, 1) if counts(each, wanted))

    def recall(self, first: int) -> float:
        """Give the share of the relevant entries that are among the first results."""
        return statistics.mean(any(place <= first for place in self.places(wanted)) for wanted in self.relevant)

    @property
    def first(self) -> int | None:
        """The place of the first result that counts; None where none does."""
        return min((place for wanted in self.relevant for place in self.places(wanted)), default=None)


@dataclass(frozen=True)
class Measured:
    """The outcomes of a set of questions, and what they come to."""

    outcomes: tuple[Outcome, ...]

    @cached_property
    def figures(self) -> dict[str, float]:
        """The figures by name: shares from 0 to 1, times in milliseconds."""
        told: dict[str, float] = {"questions": len(self.outcomes)}
        asked = [outcome for outcome in self.outcomes if outcome.relevant]
        if asked:
            told["recall@5"] = statistics.mean(outcome.recall(FIRST) for outcome in asked)
            told["recall@10"] = statistics.mean(outcome.recall(DEEPEST) for outcome in asked)
            told["hit@5"] = statistics.mean((outcome.first or DEEPEST + 1) <= FIRST for outcome in asked)
            told["mrr@10"] = statistics.mean(1 / outcome.first if outcome.first else 0.0 for outcome in asked)
            told["false refusals"] = statistics.mean(not outcome.found for outcome in asked)
        nothing = [outcome for outcome in self.outcomes if not outcome.relevant]
        if nothing:
            told["false answers"] = statistics.mean(bool(outcome.found) for outcome in nothing)
        times = [outcome.milliseconds for outcome in self.outcomes]
        if len(times) > 1:
            quantiles = statistics.quantiles(times, n=100, method="inclusive")
            told |= {"p50 ms": quantiles[49], "p99 ms": quantiles[98]}
        return told

    def by_kind(self) -> dict[str, "Measured"]:
        """Give the measures of each kind of question apart."""
        kinds = dict.fromkeys(outcome.kind for outcome in self.outcomes)
        return {kind: Measured(tuple(outcome for outcome in self.outcomes if outcome.kind == kind)) for kind in kinds}


Answerer = Callable[[Judged], Iterable[str]]
"""Gives the numbers found for a question, best first."""


def counts(found: str, relevant: str) -> bool:
    """Tell whether a found number answers for a relevant one."""
    document, _, number = found.rpartition(" ")
    other, _, wanted = relevant.rpartition(" ")
    if document != other:
        return False
    return is_within(number, wanted) or (parent_number(wanted) == number and len(number_key(number)) >= PARENT_DEPTH)


def measure(answer: Answerer, questions: Iterable[Judged]) -> Measured:
    """Ask every question and keep what comes of it."""
    outcomes = []
    for question in questions:
        started = time.perf_counter()
        found = tuple(answer(question))[:DEEPEST]
        taken = (time.perf_counter() - started) * 1000
        outcomes.append(Outcome(question.id, question.query, question.kind, question.relevant, found, round(taken, 3)))
    return Measured(tuple(outcomes))


def read_questions(file: Path, half: Half | None = None) -> list[Judged]:
    """Read a file of questions; *half* keeps that half. Cases have a ``title`` and ``cites`` in their place.

    :raises BadInput: a line is no question.
    """
    questions = []
    for at, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            entry: dict[str, Any] = json.loads(line)
            query = entry["query"] if "query" in entry else entry["title"]
            relevant = entry["relevant"] if "relevant" in entry else entry["cites"]
            told = tuple(_told(str(number)) for number in relevant)
            questions.append(Judged(str(entry.get("id", at)), str(query), told, str(entry.get("kind", ""))))
        except (ValueError, KeyError, TypeError) as error:
            raise BadInput(
                f'line {at} of {file.name} is no question ({error}); one is {{"id": …, "query": …, "relevant": ["4.6.4.2"]}}'
            ) from None
    return [question for question in questions if half in (None, question.half)]


def _told(number: str) -> str:
    """Write a number without the document where that is the Comprehensive Rules."""
    return number.removeprefix(f"{Document.COMPREHENSIVE_RULES.value} ")


def write_run(measured: Measured, file: Path) -> None:
    """Keep the outcomes in a file, to compare another run with them.

    :raises OSError: it cannot be written.
    """
    lines = (json.dumps(asdict(outcome), ensure_ascii=False) for outcome in measured.outcomes)
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def read_run(file: Path) -> Measured:
    """Read the outcomes that an earlier run kept.

    :raises BadInput: the file is none of these.
    """
    try:
        entries = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        return Measured(
            tuple(Outcome(**{**entry, "relevant": tuple(entry["relevant"]), "found": tuple(entry["found"])}) for entry in entries)
        )
    except (ValueError, KeyError, TypeError) as error:
        raise BadInput(f"{file.name} holds no run ({error}); give a file that `--keep` has written") from None


def differences(before: Measured, after: Measured) -> Sequence[tuple[Outcome, Outcome]]:
    """Give the questions of both runs whose outcome counts differently, those that lost most first."""
    earlier = {outcome.query: outcome for outcome in before.outcomes}
    pairs = [(earlier[outcome.query], outcome) for outcome in after.outcomes if outcome.query in earlier]
    changed = [(old, new) for old, new in pairs if _worth(old) != _worth(new)]
    return sorted(changed, key=lambda pair: _worth(pair[1]) - _worth(pair[0]))


def _worth(outcome: Outcome) -> float:
    """Bring an outcome to one figure: what recall@5 and the first place add up to, or whether nothing was answered."""
    if not outcome.relevant:
        return float(not outcome.found)
    return round(outcome.recall(FIRST) + (1 / outcome.first if outcome.first else 0.0), 6)
