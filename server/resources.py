"""What an MCP client can read besides asking: how to describe a board, and rules, cards and terms by their address."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError
from mcp.server.mcpserver.resources import FunctionResource, Resource

from corpus.errors import BadInput, LoreguideError
from engine.scenario.result import ScenarioResult
from server.limits import Detail
from server.registry import tool_named
from server.service import Service
from server.wire import as_json

SCENARIO_FORMAT: Final = "loreguide://scenario-format"
SCENARIO_SCHEMA: Final = "loreguide://scenario-format/schema"
RESULT_SCHEMA: Final = "loreguide://scenario-format/result-schema"
RULE: Final = "loreguide://rules/{edition}/{ref}"
CARD: Final = "loreguide://cards/{id}"
TERM: Final = "loreguide://glossary/{language}/{term}"


def scenario_format() -> str:
    """Give the page that explains scenarios."""
    return files("server").joinpath("scenario_format.md").read_text(encoding="utf-8")


def scenario_schema() -> str:
    """Give the whole JSON Schema of a scenario."""
    from engine.api import ScenarioDocument  # imported late: nothing else of the door needs the engine

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


@dataclass(frozen=True, slots=True)
class Address:
    """A template of addresses, and the tool that tells what stands there."""

    template: str
    name: str
    title: str
    description: str
    tool: str
    detail: bool
    """Whether the tool can tell it in full."""


ADDRESSES: Final = (
    Address(
        template=RULE,
        name="rule",
        title="A rule",
        description="A rule of an edition of the Comprehensive Rules, such as loreguide://rules/2.3.0/4.6.4.3.",
        tool="get_rule",
        detail=True,
    ),
    Address(
        template=CARD,
        name="card",
        title="A card",
        description="A card by the catalogue's number of any of its printings, as search_cards gives it in `id`.",
        tool="get_card",
        detail=True,
    ),
    Address(
        template=TERM,
        name="term",
        title="A term",
        description="What a term of the game means, such as loreguide://glossary/en/bag.",
        tool="search_glossary",
        detail=False,
    ),
)


async def read_address(address: Address, service: Service, arguments: Mapping[str, str]) -> str:
    """Give what stands at an address, as the tool of the same kind says it.

    :raises ResourceNotFoundError: nothing stands there.
    :raises ResourceError: it cannot be told now.
    """
    asked = {**arguments, "detail": Detail.FULL.value} if address.detail else dict(arguments)
    try:
        return (await service.ask(tool_named(address.tool), asked)).text
    except BadInput as error:
        raise ResourceNotFoundError(str(error)) from None
    except LoreguideError as error:
        raise ResourceError(str(error)) from None


def add_templates(server: MCPServer[Any], service: Service) -> None:
    """Let an MCP server answer reads of every address."""

    async def rule(edition: str, ref: str) -> str:
        return await read_address(ADDRESSES[0], service, {"edition": edition, "ref": ref})

    async def card(id: str) -> str:  # noqa: A002  # the name that the template publishes
        return await read_address(ADDRESSES[1], service, {"id": id})

    async def term(language: str, term: str) -> str:
        return await read_address(ADDRESSES[2], service, {"language": language, "term": term})

    reads: tuple[Callable[..., Awaitable[str]], ...] = (rule, card, term)
    for address, read in zip(ADDRESSES, reads, strict=True):
        server.resource(
            address.template, name=address.name, title=address.title, description=address.description, mime_type="text/plain"
        )(read)
