"""What an MCP client can read besides asking: how to describe a board."""

from importlib.resources import files
from typing import Final

from mcp.server.mcpserver.resources import FunctionResource, Resource

from engine.api import ScenarioDocument, ScenarioResult
from server.wire import as_json

SCENARIO_FORMAT: Final = "loreguide://scenario-format"
SCENARIO_SCHEMA: Final = "loreguide://scenario-format/schema"
RESULT_SCHEMA: Final = "loreguide://scenario-format/result-schema"


def scenario_format() -> str:
    """Give the page that explains scenarios."""
    return files("server").joinpath("scenario_format.md").read_text(encoding="utf-8")


def scenario_schema() -> str:
    """Give the whole JSON Schema of a scenario."""
    return as_json(ScenarioDocument.model_json_schema(by_alias=True))


def result_schema() -> str:
    """Give the whole JSON Schema of a ruling."""
    return as_json(ScenarioResult.model_json_schema(by_alias=True))


def resources() -> list[Resource]:
    """List what can be read."""
    return [
        FunctionResource(
            uri=SCENARIO_FORMAT,
            name="scenario-format",
            title="Describing a board",
            description="How to write a scenario for check_scenario: every key, with an example.",
            mime_type="text/markdown",
            fn=scenario_format,
        ),
        FunctionResource(
            uri=SCENARIO_SCHEMA,
            name="scenario-schema",
            title="JSON Schema of a scenario",
            description="The whole JSON Schema that check_scenario reads scenarios by.",
            mime_type="application/schema+json",
            fn=scenario_schema,
        ),
        FunctionResource(
            uri=RESULT_SCHEMA,
            name="ruling-schema",
            title="JSON Schema of a ruling",
            description="The whole JSON Schema of what check_scenario answers.",
            mime_type="application/schema+json",
            fn=result_schema,
        ),
    ]
