"""The MCP door: the table of operations as tools of an MCP server, with resources, completions and prompts."""

from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from mcp.server import MCPServer
from mcp.server.caching import CacheableMethod, CacheHint
from mcp.server.mcpserver.tools import Tool as McpTool
from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase, FuncMetadata
from mcp_types import (
    CallToolResult,
    Completion,
    CompletionArgument,
    CompletionContext,
    PromptReference,
    ResourceTemplateReference,
    TextContent,
    ToolAnnotations,
)
from pydantic import ConfigDict

from corpus.errors import LoreguideError
from server import PROGRAM
from server.completions import complete
from server.prompts import prompts
from server.registry import TOOLS, Tool
from server.resources import add_templates, resources
from server.service import Service
from server.wire import request_schema

TITLE = "Loreguide: Disney Lorcana rules judge"
DESCRIPTION = "Disney Lorcana TCG rules judge: rulings with rule numbers, replayed boards, rules and cards."
"""At most 100 characters, which the registry of servers asks for."""

INSTRUCTIONS = """\
loreguide is a rules judge for the Disney Lorcana TCG (unofficial). It answers from our restatement of the rules under their
official numbers, from the card catalogue, and by replaying boards through a rules engine.

- What happens on a board: describe it as a scenario and call check_scenario; quote its ruling and the rules it cites.
  loreguide://scenario-format explains scenarios.
- What a rule says: search_rules for a question, get_rule for a number. What a word means: search_glossary.
- What the publisher has clarified: get_rulings. What a judge does about an error: get_penalty. What is new: compare_rules.
- What a card says: get_card with its full name (Stitch - New Dog); a short name returns `near` names to choose from.
- Cite references as they stand (CR 2.3.0 4.6.4.3), pass on `caveats`, and never fill in what a verdict calls
  `unsupported` or `open`.
- `sources` says what an answer rests on, `caveats` what is uncertain, missing or left out.
- Answers are brief; ask for `detail: full` or go on with `cursor` for the rest. An error says what would be right."""

_HINT = CacheHint(ttl_ms=24 * 60 * 60 * 1000, scope="public")
_STATIC: tuple[CacheableMethod, ...] = ("tools/list", "prompts/list", "resources/list", "resources/templates/list")
"""What only changes with the program."""
_HINTS = ToolAnnotations(read_only_hint=True, destructive_hint=False, open_world_hint=False)


class AnyArguments(ArgModelBase):
    """Take the arguments as they came: the operation's own request reads them and says what is wrong in its words."""

    model_config = ConfigDict(extra="allow")

    def model_dump_one_level(self) -> dict[str, Any]:
        """Hand all arguments on as one mapping."""
        return {"arguments": dict(self.model_extra or {})}


def build_mcp_server(service: Service) -> MCPServer[Any]:
    """Make the MCP server that answers through *service*."""
    server: MCPServer[Any] = MCPServer(
        PROGRAM,
        title=TITLE,
        description=DESCRIPTION,
        instructions=INSTRUCTIONS,
        version=program_version(),
        tools=[_offer(tool, service) for tool in TOOLS],
        resources=resources(),
        cache_hints=dict.fromkeys(_STATIC, _HINT),
        subscriptions=False,
        log_level="ERROR",
    )
    add_templates(server, service)
    for prompt in prompts():
        server.add_prompt(prompt)

    async def completed(
        reference: PromptReference | ResourceTemplateReference, argument: CompletionArgument, context: CompletionContext | None
    ) -> Completion | None:
        # Half a word may be no query at all, which is nothing to complete.
        with suppress(LoreguideError), service.desk.lend() as library:
            return complete(reference, argument, context, library)
        return None

    server.completion()(completed)  # type: ignore[no-untyped-call]  # so in the SDK
    return server


def program_version() -> str:
    """Give the version of the installed distribution."""
    try:
        return version(PROGRAM)
    except PackageNotFoundError:
        return "0"


async def call(tool: Tool[Any, Any], arguments: dict[str, Any], service: Service) -> CallToolResult:
    """Ask an operation and pack its answer, or what was wrong, for an MCP client.

    The model can mend what it got wrong, so our own errors are results with ``isError`` rather than protocol errors.
    """
    try:
        reply = await service.ask(tool, arguments)
    except LoreguideError as error:
        return CallToolResult(content=[TextContent(type="text", text=str(error))], is_error=True)
    return CallToolResult(content=[TextContent(type="text", text=reply.text)], structured_content=reply.values)


def _offer(tool: Tool[Any, Any], service: Service) -> McpTool:
    """Offer an operation as a tool with published schemas of both sides.

    The answer is of the published form already, so the SDK need not read it again.
    """

    async def answer(arguments: dict[str, Any]) -> CallToolResult:
        return await call(tool, arguments, service)

    return McpTool(
        fn=answer,
        name=tool.name,
        title=tool.title,
        description=tool.description,
        parameters=request_schema(tool.request),
        fn_metadata=FuncMetadata(arg_model=AnyArguments, output_schema=tool.published_answer()),
        is_async=True,
        context_kwarg=None,
        annotations=_HINTS,
    )
