"""The published tools change only on purpose, and stay cheap to list."""

import json
from pathlib import Path
from typing import Any

import anyio
import jsonschema  # type: ignore[import-untyped]  # comes with mcp, without types
import pytest

from server.lending import LendingDesk
from server.library import Library
from server.mcp import build_mcp_server
from server.reference import documents
from server.service import Service
from server.wire import as_json, structured, tokens
from tests.server.doors import ROOT
from tests.server.test_mcp_clients import CALLS

SNAPSHOT = Path(__file__).parent / "published_tools.json"

TOKENS_A_TOOL = 1_000
TOKENS_IN_ALL = 7_000


@pytest.fixture(scope="module")
def published() -> list[dict[str, Any]]:
    """Give the tools as `tools/list` sends them; listing needs no index."""
    listed = anyio.run(build_mcp_server(Service(LendingDesk())).list_tools)
    return [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in listed]


def test_the_published_tools_are_those_of_the_snapshot(published: list[dict[str, Any]]) -> None:
    assert SNAPSHOT.read_text(encoding="utf-8") == json.dumps(published, indent=1, ensure_ascii=False) + "\n", (
        "the published tools have changed; where that is meant, run `python -m server.reference`"
    )


def test_the_list_of_tools_stays_in_its_token_budget(published: list[dict[str, Any]]) -> None:
    costs = {tool["name"]: tokens(as_json(tool)) for tool in published}
    assert {name: cost for name, cost in costs.items() if cost >= TOKENS_A_TOOL} == {}
    assert sum(costs.values()) < TOKENS_IN_ALL


def test_every_schema_is_a_valid_object_schema_that_says_what_it_takes(published: list[dict[str, Any]]) -> None:
    for tool in published:
        for side in ("inputSchema", "outputSchema"):
            jsonschema.Draft202012Validator.check_schema(tool[side])
            assert tool[side]["type"] == "object"
        for name, argument in tool["inputSchema"]["properties"].items():
            assert argument.get("description") or argument.get("enum") or name in {"limit"}, (tool["name"], name)


@pytest.mark.parametrize("tool", list(CALLS))
def test_answers_and_arguments_fit_the_published_schemas(published: list[dict[str, Any]], library: Library, tool: str) -> None:
    from server.registry import tool_named

    schemas = {entry["name"]: entry for entry in published}
    jsonschema.validate(CALLS[tool], schemas[tool]["inputSchema"])
    for detail in ("brief", "full"):
        own = {"detail": detail} if "detail" in schemas[tool]["inputSchema"]["properties"] else {}
        answer = structured(tool_named(tool).ask({**CALLS[tool], **own}, library))
        jsonschema.validate(answer, schemas[tool]["outputSchema"])


def test_the_written_reference_is_that_of_the_table() -> None:
    for name, text in documents().items():
        assert (ROOT / name).read_text(encoding="utf-8") == text, f"{name} has fallen behind; run `python -m server.reference`"
