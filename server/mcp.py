"""The MCP door: the table of operations as tools of an MCP server."""

from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from mcp.server import MCPServer
from mcp.server.caching import CacheHint
from mcp.server.mcpserver.tools import Tool as McpTool
from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase, FuncMetadata
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import ConfigDict

from corpus.errors import LoreguideError
from server import PROGRAM
from server.library import Library
from server.registry import TOOLS, Tool
from server.resources import resources
from server.wire import request_schema, structured

INSTRUCTIONS = """\
loreguide is a rules judge for the Disney Lorcana TCG (unofficial). It answers from our restatement of the Comprehensive Rules
with rule numbers, from the card catalogue, and by replaying boards through a rules engine.

- What happens on a board: describe it as a scenario and call check_scenario; quote its ruling and the rules it cites.
- What a rule says: search_rules for a question, get_rule for a number. What a word means: search_glossary.
- What a card says: get_card with its full name (Stitch - New Dog); a short name returns `near` names to choose from.
- Cite references as they stand (CR 2.3.0 4.6.4.3), pass on `caveats`, and never fill in what a verdict calls
  `unsupported` or `open`.
- Answers are brief; ask for `detail: full` or go on with `cursor` for the rest."""

_ONE_DAY = 24 * 60 * 60 * 1000
_HINTS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)


class AnyArguments(ArgModelBase):
    """Take the arguments as they came: the operation's own request reads them and says what is wrong in its words."""

    model_config = ConfigDict(extra="allow")

    def model_dump_one_level(self) -> dict[str, Any]:
        """Hand all arguments on as one mapping."""
        return {"arguments": dict(self.model_extra or {})}


def build_mcp_server(library: Library) -> MCPServer[Any]:
    """Make the MCP server that answers from *library*."""
    return MCPServer(
        PROGRAM,
        title="Loreguide: Disney Lorcana rules judge",
        description="Disney Lorcana TCG rules judge: rulings with rule numbers, replayed boards, rules and cards.",
        instructions=INSTRUCTIONS,
        version=program_version(),
        tools=[_offer(tool, library) for tool in TOOLS],
        resources=resources(),
        cache_hints={"tools/list": CacheHint(ttl_ms=_ONE_DAY, scope="public")},
        subscriptions=False,
        log_level="WARNING",
    )


def program_version() -> str:
    """Give the version of the installed distribution."""
    try:
        return version(PROGRAM)
    except PackageNotFoundError:
        return "0"


def call(tool: Tool[Any, Any], arguments: Mapping[str, Any], library: Library) -> CallToolResult:
    """Ask an operation and pack its answer, or what was wrong, for an MCP client.

    The model can mend what it got wrong, so our own errors are results with ``isError`` rather than protocol errors.
    """
    try:
        answer = tool.ask(arguments, library)
    except LoreguideError as error:
        return CallToolResult(content=[TextContent(type="text", text=str(error))], is_error=True)
    text = TextContent(type="text", text=tool.say(answer))
    return CallToolResult(content=[text], structured_content=structured(answer))


def _offer(tool: Tool[Any, Any], library: Library) -> McpTool:
    """Offer an operation as a tool with published schemas of both sides."""

    def answer(arguments: dict[str, Any]) -> CallToolResult:
        return call(tool, arguments, library)

    return McpTool(
        fn=answer,
        name=tool.name,
        title=tool.title,
        description=tool.description,
        parameters=request_schema(tool.request),
        fn_metadata=FuncMetadata(arg_model=AnyArguments, output_model=tool.answer, output_schema=tool.published_answer()),
        is_async=False,
        context_kwarg=None,
        annotations=_HINTS,
    )
