"""A real MCP client, over stdio and over HTTP and of both protocol eras, lists and calls every tool."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp_types import CallToolResult, TextContent

from server.mcp import INSTRUCTIONS, build_mcp_server
from server.registry import TOOLS
from server.service import Service
from tests.server.doors import COMMAND, FIRST_RULING, ROOT, environment

ERAS = ["legacy", "2026-07-28"]
TRANSPORTS = ["stdio", "http", "memory"]

CALLS: dict[str, dict[str, Any]] = {
    "list_games": {},
    "list_rules_documents": {"game": "disney-lorcana"},
    "search_rules": {"query": "can a drying character quest", "limit": 3},
    "read_rules_document": {"document": "comprehensive-rules-2.3.0", "section": "4.6"},
    "search_glossary": {"term": "banish"},
    "search_cards": {"ink": "amber", "type": "character", "limit": 3},
    "get_card": {"name": "Stitch - New Dog"},
    "list_card_sets": {},
    "get_rule": {"ref": "CR 2.3.0 4.6.4.3"},
    "compare_rules": {"ref": "8.10"},
    "get_rulings": {"card": "Stitch - Rock Star", "limit": 2},
    "get_penalty": {"description": "forgot a trigger until later", "level": "competitive"},
    "check_scenario": {"scenario": FIRST_RULING.read_text(encoding="utf-8")},
    "check_deck": {"list": "4 Elsa - Spirit of Winter\n4 Stitch", "format": "core", "date": "2026-11-30"},
}


@pytest.fixture
def connect(request: pytest.FixtureRequest, built_cache: Path, service: Service) -> Any:
    """Give a way to connect: over a transport, in a protocol era."""

    @asynccontextmanager
    async def connected(transport: str, era: str) -> AsyncIterator[Client]:
        if transport == "stdio":
            server: Any = StdioServerParameters(
                command=COMMAND[0], args=[*COMMAND[1:], "mcp"], env=environment(built_cache), cwd=str(ROOT)
            )
        elif transport == "http":
            server = request.getfixturevalue("server_url") + "/mcp"
        else:
            server = build_mcp_server(service)
        async with Client(server, mode=era, read_timeout_seconds=30) as client:
            yield client

    return connected


def text_of(result: CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_every_tool_is_listed_and_answers(connect: Any, transport: str, era: str) -> None:
    async def play() -> None:
        async with connect(transport, era) as client:
            listed = (await client.list_tools()).tools
            assert [tool.name for tool in listed] == [tool.name for tool in TOOLS] == list(CALLS)
            for tool in listed:
                assert tool.title
                assert tool.output_schema is not None
                assert tool.annotations.read_only_hint is True
                assert tool.annotations.destructive_hint is False
                assert tool.annotations.open_world_hint is False
                result = await client.call_tool(tool.name, CALLS[tool.name])
                assert not result.is_error, text_of(result)
                assert result.structured_content["sources"], tool.name
                assert isinstance(result.structured_content["caveats"], list)
                assert text_of(result)

    anyio.run(play)


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_what_the_model_can_mend_is_a_tool_error_with_the_way_out(connect: Any, transport: str, era: str) -> None:
    async def play() -> None:
        async with connect(transport, era) as client:
            for tool, arguments, said in [
                ("get_rule", {"ref": "4.6.4.99"}, "CR 2.3.0 4.6.4.5"),
                ("get_rule", {}, "'ref' is missing"),
                ("search_rules", {"query": ""}, "word"),
                ("search_cards", {"ink": "purple"}, "amethyst"),
                ("get_card", {"name": "Stitch", "detial": "full"}, "did you mean 'detail'"),
                ("check_scenario", {"scenario": "- not\n- a\n- board"}, "players"),
            ]:
                result = await client.call_tool(tool, arguments)
                assert result.is_error
                assert said in text_of(result)
                assert "Traceback" not in text_of(result)

    anyio.run(play)


def test_the_scenario_format_and_its_schema_can_be_read(connect: Any) -> None:
    async def play() -> None:
        async with connect("memory", "2026-07-28") as client:
            uris = {str(resource.uri) for resource in (await client.list_resources()).resources}
            assert uris == {f"loreguide://scenario-format{part}" for part in ("", "/schema", "/result-schema")}
            (page,) = (await client.read_resource("loreguide://scenario-format")).contents
            assert "do: challenge" in page.text
            (schema,) = (await client.read_resource("loreguide://scenario-format/schema")).contents
            assert '"players"' in schema.text

    anyio.run(play)


def test_a_scenario_may_come_as_an_object_or_as_the_arguments_themselves(connect: Any) -> None:
    board = {"players": {"p1": {"play": ["Stitch - New Dog"]}, "p2": {}}, "steps": [{"do": "quest", "card": "Stitch - New Dog"}]}

    async def play() -> None:
        async with connect("memory", "2026-07-28") as client:
            for arguments in ({"scenario": board}, board, {**board, "detail": "full"}):
                result = await client.call_tool("check_scenario", arguments)
                assert not result.is_error, text_of(result)
                assert result.structured_content["verdict"] == "holds"

    anyio.run(play)


def test_instructions_stay_short() -> None:
    assert len(INSTRUCTIONS.encode()) < 2_048
    assert all(len(tool.description.encode()) < 2_048 for tool in TOOLS)
