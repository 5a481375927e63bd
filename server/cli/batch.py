"""Answer files of questions: a JSON object a line in, a JSON object a line out, in the same order."""

import json
import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any, Final

from corpus.errors import BadInput, ExitStatus, LoreguideError
from server.errors import error_kind
from server.library import Library
from server.registry import Tool, tool_named
from server.wire import as_json, structured

_JSON_KINDS: Final[Mapping[type, str]] = {
    type(None): "null",
    bool: "true or false",
    int: "a number",
    float: "a number",
    str: "a text in quotes",
    list: "a list",
}
"""What JSON calls a value that is no object."""

_AHEAD = 4
"""How many lines wait for each process."""


@dataclass(frozen=True, slots=True)
class Batch:
    """What every line of a file is asked."""

    tool: str
    defaults: tuple[tuple[str, Any], ...] = ()
    """Arguments of lines that do not have their own."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the file."""

    number: int
    """Counted from 1."""
    text: str


@dataclass(frozen=True, slots=True)
class LineAnswer:
    """What came of a line."""

    text: str
    status: ExitStatus


class BadLine(BadInput):
    """Refuse a line that is not a JSON object."""


def run_batch(batch: Batch, lines: Iterable[str], jobs: int, write: Callable[[str], None]) -> ExitStatus:
    """Answer every line that is not blank and write the answers in order; give the worst status among them.

    A line that cannot be answered gets an error object; nothing stops the rest.

    :raises NotSetUp: there is nothing to answer from, which is found out before the first line.
    """
    library = Library()
    library.index.status()
    numbered = (Line(number, text) for number, text in enumerate(lines, 1) if text.strip())
    if jobs == 1:
        answers: Iterator[LineAnswer] = (answer_line(batch, line, library) for line in numbered)
    else:
        library.close()
        answers = _in_processes(batch, numbered, jobs)
    worst = ExitStatus.DONE
    for answer in answers:
        write(answer.text)
        worst = max(worst, answer.status)
    return worst


def answer_line(batch: Batch, line: Line, library: Library) -> LineAnswer:
    """Answer one line; whatever goes wrong becomes its error object."""
    case: object = line.number
    try:
        question = _question(line)
        case = question.pop("id", line.number)
        tool = tool_named(batch.tool)
        arguments, passed_over = _arguments(tool, question, dict(batch.defaults))
        answer = tool.ask(arguments, library)
        values = structured(answer)
        if passed_over:
            values["caveats"] = [*values.get("caveats", ()), f"Passed over: {', '.join(passed_over)}."]
        return LineAnswer(as_json({"id": case, **values}), tool.status(answer))
    except LoreguideError as error:
        return _failed(case, line, error_kind(error), str(error), error.exit_status)
    except RecursionError:
        return _failed(case, line, "too_deep", "the line is nested too deeply to be read", ExitStatus.BAD_INPUT)
    except Exception as error:  # a defect of ours on one line must not cost the others
        problem = f"this line met a defect of the program ({type(error).__name__}: {error})"
        return _failed(case, line, "defect", problem, ExitStatus.NEGATIVE)


def _question(line: Line) -> dict[str, Any]:
    """Read the JSON object of a line.

    :raises BadLine: it is something else.
    """
    try:
        question = json.loads(line.text)
    except ValueError as error:
        raise BadLine(f'the line is not JSON ({error}); a line is an object such as {{"id": 1, …}}') from None
    if not isinstance(question, dict):
        raise BadLine(f'the line is {_JSON_KINDS[type(question)]}; a line is an object such as {{"id": 1, …}}')
    return question


def _arguments(
    tool: Tool[Any, Any], question: Mapping[str, Any], defaults: Mapping[str, Any]
) -> tuple[dict[str, Any], list[str]]:
    """Make arguments of a line, and list the keys that are none of the operation's."""
    arranged = tool.request.arrange(question)
    known = {*tool.request.model_fields, *tool.request.aliases}
    own = {name: value for name, value in arranged.items() if name in known}
    return {**defaults, **own}, [name for name in arranged if name not in known]


def _failed(case: object, line: Line, kind: str, message: str, status: ExitStatus) -> LineAnswer:
    error = {"kind": kind, "message": message, "line": line.number}
    return LineAnswer(as_json({"id": case, "error": error}), status)


def _in_processes(batch: Batch, lines: Iterator[Line], jobs: int) -> Iterator[LineAnswer]:
    """Answer lines in several processes, a bounded number ahead; a line that kills its process costs only itself."""
    waiting: deque[tuple[Line, Future[LineAnswer]]] = deque()
    pool = _pool(jobs)
    try:
        while True:
            while len(waiting) < jobs * _AHEAD and (line := next(lines, None)) is not None:
                waiting.append((line, pool.submit(_answer_in_process, batch, line)))
            if not waiting:
                return
            line, future = waiting.popleft()
            try:
                yield future.result()
            except BrokenProcessPool:
                pool.shutdown(wait=False)
                yield _answer_apart(batch, line)
                pool = _pool(jobs)
                waiting = deque((kept, pool.submit(_answer_in_process, batch, kept)) for kept, _ in waiting)
    finally:
        pool.shutdown(cancel_futures=True)


def _answer_apart(batch: Batch, line: Line) -> LineAnswer:
    """Answer one line in a process of its own."""
    with _pool(1) as pool:
        try:
            return pool.submit(_answer_in_process, batch, line).result()
        except BrokenProcessPool:
            return _failed(line.number, line, "defect", "this line ended the process that read it", ExitStatus.NEGATIVE)


def _pool(jobs: int) -> ProcessPoolExecutor:
    # Spawned, not forked: an index opened in the parent must not be shared across processes.
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _open_library)


_process_library: Library | None = None


def _open_library() -> None:
    global _process_library
    _process_library = Library()


def _answer_in_process(batch: Batch, line: Line) -> LineAnswer:
    return answer_line(batch, line, _process_library or Library())
