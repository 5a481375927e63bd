"""Play the calls of a scripted assistant through a real MCP client, and keep what the tools told it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from mcp import Client
from mcp_types import TextContent

from server.wire import as_json, tokens
from tests.server.doors import ROOT

TASKS = Path(__file__).parent / "tasks.yaml"
_FIRST_DECK = "<first deck>"
"""Stands in a task for the packaged deck list."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a tool."""

    tool: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Task:
    """A question, how it is gone about, and what a right answer needs."""

    id: str
    question: str
    calls: tuple[Call, ...]
    facts: tuple[str, ...]
    cites: tuple[str, ...]
    tokens: int
    """Everything that was told together stays below it."""


@dataclass(frozen=True, slots=True)
class Told:
    """What the tools told an assistant."""

    text: str
    cost: int
    """In tokens: short texts and structured results."""
    failed: tuple[str, ...]
    """Calls that were refused, with what was said."""

    def missing(self, task: Task) -> list[str]:
        """Give the facts and references of a task that were not told."""
        lower = self.text.casefold()
        return [each for each in (*task.facts, *task.cites) if each.casefold() not in lower]


def load_tasks() -> list[Task]:
    """Read the tasks."""
    return [_task(values) for values in yaml.safe_load(TASKS.read_text(encoding="utf-8"))]


def _task(values: Mapping[str, Any]) -> Task:
    deck = (ROOT / "server" / "examples" / "first_deck.txt").read_text(encoding="utf-8")
    calls = [(tool, arguments) for call in values["calls"] for tool, arguments in call.items()]
    filled = [(tool, {name: deck if value == _FIRST_DECK else value for name, value in given.items()}) for tool, given in calls]
    return Task(
        id=values["id"],
        question=values["question"],
        calls=tuple(Call(tool, _plain(arguments)) for tool, arguments in filled),
        facts=tuple(values["facts"]),
        cites=tuple(values["cites"]),
        tokens=values["tokens"],
    )


def _plain(value: Any) -> Any:
    """Write dates as the text that they travel as."""
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_plain(part) for part in value]
    return value if isinstance(value, str | int | float | bool) else str(value)


async def play(task: Task, client: Client) -> Told:
    """Make the calls of a task, in order."""
    texts: list[str] = []
    failed: list[str] = []
    for call in task.calls:
        result = await client.call_tool(call.tool, dict(call.arguments))
        said = "\n".join(content.text for content in result.content if isinstance(content, TextContent))
        if result.is_error:
            failed.append(f"{call.tool}: {said}")
        texts += [said, as_json(result.structured_content)]
    text = "\n".join(texts)
    return Told(text, tokens(text), tuple(failed))
