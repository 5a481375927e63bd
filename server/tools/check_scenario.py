"""Replay a scenario and rule on it."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field

from corpus.errors import ExitStatus
from engine.api import ScenarioDocument, ScenarioResult
from engine.api import check_scenario as replay
from server.errors import TooLong
from server.library import Library
from server.limits import SCENARIO_CHARACTERS, Detail
from server.outline import outline
from server.requests import Request
from server.ruling import short_text
from server.wire import structured

_OUTLINE_DEPTH = 2


def _publish_outline(schema: dict[str, Any]) -> None:
    """Publish what a scenario is made of, in short; the whole schema is a resource."""
    schema["anyOf"] = [outline(ScenarioDocument, _OUTLINE_DEPTH), {"type": "string"}]


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
        if "players" not in arguments or "scenario" in arguments:
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
    result = replay(request.scenario, library.index, library.rule_text)
    return result


def ruling_status(ruling: ScenarioResult) -> ExitStatus:
    """Count only a scenario whose facts hold as a positive answer."""
    return ExitStatus.DONE if ruling.verdict == "holds" else ExitStatus.NEGATIVE


def say_ruling(ruling: ScenarioResult) -> str:
    """Say the ruling in a few lines."""
    return short_text(structured(ruling))
