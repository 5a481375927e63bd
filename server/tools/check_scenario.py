"""Replay a scenario and rule on it.

The engine is imported when the first board is replayed: a server answers look-ups before, and its start does not wait.
"""

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Annotated, Any, ClassVar, TypeVar

from pydantic import BaseModel, Field

from corpus.errors import ExitStatus
from engine.scenario.result import OpenDecision, RestsOn, ScenarioResult, Verdict
from server.errors import TooLong
from server.library import Library, Shelf
from server.limits import SCENARIO_CHARACTERS, Detail, entry_budget
from server.requests import Request
from server.ruling import short_text
from server.wire import as_json, structured

OUTLINE = "scenario_outline.json"
"""The file of the package that holds the outline of a scenario's schema; `python -m server.reference` writes it."""

_KEPT_IN_ORDER = ("unsupported", "refusals", "open", "checks", "timeline", "outcomes", "rule_texts", "state")
"""The parts of a ruling that a brief answer has room for, what decides it first."""

_SCENARIO_KEYS = frozenset({"players", "steps", "expect", "explore", "active", "turn", "phase"})
"""Keys that only a scenario has."""

EntryT = TypeVar("EntryT")


def _publish_outline(schema: dict[str, Any]) -> None:
    """Publish what a scenario is made of, in short; the whole schema is a resource."""
    schema["anyOf"] = [json.loads(files("server").joinpath(OUTLINE).read_text(encoding="utf-8")), {"type": "string"}]


class CheckScenario(Request):
    """A board, what the players do, and what should be true afterwards."""

    aliases: ClassVar[Mapping[str, str]] = {"document": "scenario", "board": "scenario", "case": "scenario"}

    scenario: Annotated[dict[str, Any] | str, Field(json_schema_extra=_publish_outline)]
    """The board and what happens on it, or YAML or JSON text of it."""
    detail: Detail = Detail.BRIEF
    """full: timeline, rule texts and board whole."""

    @classmethod
    def arrange(cls, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Take a scenario whose keys came as the arguments themselves."""
        if not _SCENARIO_KEYS.intersection(arguments) or {"scenario", *cls.aliases}.intersection(arguments):
            return arguments
        scenario = {key: value for key, value in arguments.items() if key != "detail"}
        return {"scenario": scenario, "detail": arguments.get("detail")}


def check_scenario(request: CheckScenario, library: Library) -> ScenarioResult:
    """Replay the scenario.

    :raises ScenarioFaults: it is not a scenario; the message has every fault.
    :raises TooLong: it is longer than any board.
    """
    if isinstance(request.scenario, str) and len(request.scenario) > SCENARIO_CHARACTERS:
        raise TooLong("the scenario", len(request.scenario), SCENARIO_CHARACTERS)
    from engine.api import check_scenario as replay  # see above

    result = replay(request.scenario, library.index, library.rule_text)
    result = result.model_copy(update={"sources": [*result.sources, *_catalogue(library)]})
    return result if request.detail is Detail.FULL else _shortened(result)


def ruling_status(ruling: ScenarioResult) -> ExitStatus:
    """Count only a scenario whose facts hold as a positive answer."""
    return ExitStatus.DONE if ruling.verdict is Verdict.HOLDS else ExitStatus.NEGATIVE


def say_ruling(ruling: ScenarioResult) -> str:
    """Say the ruling in a few lines."""
    return short_text(structured(ruling))


def _catalogue(library: Library) -> list[RestsOn]:
    """Name the card catalogue as a source: the engine knows the rules it applies, not where cards come from."""
    return [RestsOn.model_validate(structured(source)) for source in library.sources(Shelf.CATALOGUE)]


def _shortened(result: ScenarioResult) -> ScenarioResult:
    """Keep of a ruling what fits a brief answer, what decides it first, and say what was left out."""
    room = entry_budget(Detail.BRIEF) - len(as_json([result.ruling, *result.caveats]))
    kept: dict[str, Any] = {}
    left_out: list[str] = []
    for name in _KEPT_IN_ORDER:
        part = getattr(result, name)
        if part is None:
            continue
        short, words = _fitting(name, part, room)
        room -= len(as_json(_values(short)))
        kept[name] = short
        left_out += [words] if words else []
    caveats = list(result.caveats)
    if left_out:
        caveats.append(f"Left out: {', '.join(left_out)}; ask for `detail: full`, or get_rule for the text of a rule.")
    return result.model_copy(update={**kept, "caveats": caveats})


def _fitting(name: str, part: Any, room: int) -> tuple[Any, str]:
    """Cut a part of a ruling to the room there is; give it and what was left out in words."""
    if isinstance(part, OpenDecision):
        options = _head(part.options, room - len(part.decision))
        words = f"{len(part.options) - len(options)} options" if len(options) < len(part.options) else ""
        return part.model_copy(update={"options": options}), words
    if name == "state":
        return (part, "") if len(as_json(part)) <= room else ({}, name)
    if isinstance(part, dict):
        keys = _head(list(part.items()), room)
        return dict(keys), f"{len(part) - len(keys)} {name}" if len(keys) < len(part) else ""
    entries = _head(sorted(part, key=lambda check: check.holds) if name == "checks" else part, room)
    if len(entries) == len(part):
        return part, ""
    return entries, f"{len(part) - len(entries)} of {len(part)} {name}"


def _head(entries: Sequence[EntryT], room: int) -> list[EntryT]:
    """Take entries from the front as long as there is room."""
    taken: list[EntryT] = []
    for entry in entries:
        room -= len(as_json(_values(entry))) + 1
        if room < 0:
            break
        taken.append(entry)
    return taken


def _values(part: Any) -> Any:
    """Turn a part into what travels."""
    if isinstance(part, BaseModel):
        return structured(part)
    return [_values(each) for each in part] if isinstance(part, list | tuple) else part
