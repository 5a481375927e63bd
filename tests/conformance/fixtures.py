"""The tools, resources and prompts that the conformance suite calls by name; each does what its scenario says.

They are added to our real server by the application of the suite, and stand in no other. Nothing of the game is in them.
"""

import asyncio
import base64
import json
from collections.abc import Mapping
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.prompts.base import UserMessage
from mcp.server.mcpserver.tools import Tool
from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase, FuncMetadata
from mcp.shared.exceptions import MCPError
from mcp_types import (
    MISSING_REQUIRED_CLIENT_CAPABILITY,
    AudioContent,
    ClientCapabilities,
    CreateMessageRequest,
    CreateMessageRequestParams,
    CreateMessageResult,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    EmbeddedResource,
    EmptyResult,
    ImageContent,
    InputRequests,
    InputRequiredResult,
    ListRootsRequest,
    ListRootsResult,
    MissingRequiredClientCapabilityErrorData,
    SamplingCapability,
    SamplingMessage,
    SetLevelRequestParams,
    SubscribeRequestParams,
    TextContent,
    TextResourceContents,
    UnsubscribeRequestParams,
)
from pydantic import ConfigDict

PAUSE = 0.05
"""Seconds between two notifications."""
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
WAV = base64.b64encode(
    b"RIFF" + (36).to_bytes(4, "little") + b"WAVEfmt " + bytes([16, 0, 0, 0, 1, 0, 1, 0, 64, 31, 0, 0, 64, 31, 0, 0, 1, 0, 8, 0])
    + b"data" + bytes(4)
).decode()  # fmt: skip
SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }
    },
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}

Ctx = Context[Any, Any]


class Anything(ArgModelBase):
    """Take every argument."""

    model_config = ConfigDict(extra="allow")

    def model_dump_one_level(self) -> dict[str, Any]:
        return {"arguments": dict(self.model_extra or {})}


def add_fixtures(server: MCPServer[Any]) -> None:
    """Add everything that a scenario asks for by name."""
    _add_contents(server)
    _add_notifications(server)
    _add_questions(server)
    _add_rounds(server)
    _add_resources(server)
    _add_prompts(server)
    _add_sessions(server)


def _add_schema(server: MCPServer[Any], name: str, parameters: Mapping[str, Any]) -> None:
    """Add a tool with a schema written by hand."""

    async def echo(arguments: dict[str, Any]) -> str:
        return json.dumps(arguments)

    server._tool_manager._tools[name] = Tool(
        fn=echo,
        name=name,
        title=None,
        description="Give the arguments back.",
        parameters=dict(parameters),
        fn_metadata=FuncMetadata(arg_model=Anything),
        is_async=True,
        context_kwarg=None,
        annotations=None,
    )


def _resource(uri: str, kind: str, text: str) -> EmbeddedResource:
    return EmbeddedResource(type="resource", resource=TextResourceContents(uri=uri, mime_type=kind, text=text))


def _add_contents(server: MCPServer[Any]) -> None:
    """Tools that answer with each kind of content."""
    image = ImageContent(type="image", data=PNG, mime_type="image/png")

    @server.tool(structured_output=False)
    def test_simple_text() -> str:
        """Answer with a text."""
        return "This is a simple text response for testing."

    @server.tool(structured_output=False)
    def test_image_content() -> ImageContent:
        """Answer with an image."""
        return image

    @server.tool(structured_output=False)
    def test_audio_content() -> AudioContent:
        """Answer with a sound."""
        return AudioContent(type="audio", data=WAV, mime_type="audio/wav")

    @server.tool(structured_output=False)
    def test_embedded_resource() -> EmbeddedResource:
        """Answer with a resource."""
        return _resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")

    @server.tool(structured_output=False)
    def test_multiple_content_types() -> list[TextContent | ImageContent | EmbeddedResource]:
        """Answer with a text, an image and a resource."""
        mixed = _resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}')
        return [TextContent(type="text", text="Multiple content types test:"), image, mixed]

    @server.tool()
    def test_error_handling() -> str:
        """Fail."""
        raise ToolError("This tool intentionally returns an error for testing")

    _add_schema(server, "json_schema_2020_12_tool", SCHEMA)
    headers = {"type": "object", "properties": {"region": {"type": "string", "x-mcp-header": "Region"}}, "required": ["region"]}
    _add_schema(server, "test_custom_header", headers)


def _add_notifications(server: MCPServer[Any]) -> None:
    """Tools that tell something before they answer."""

    @server.tool()
    async def test_tool_with_logging(ctx: Ctx) -> str:
        """Log three times."""
        for words in ("Tool execution started", "Tool processing data", "Tool execution completed"):
            await ctx.info(words)
            await asyncio.sleep(PAUSE)
        return "Tool execution completed."

    @server.tool()
    async def test_logging_tool(ctx: Ctx) -> str:
        """Log once."""
        await ctx.info("A line of the log")
        return "Logged, where that was wanted."

    @server.tool()
    async def test_tool_with_progress(ctx: Ctx) -> str:
        """Report progress three times."""
        for done in (0, 50, 100):
            await ctx.report_progress(done, 100)
            await asyncio.sleep(PAUSE)
        return "Done."

    @server.tool()
    async def test_reconnection(ctx: Ctx) -> str:
        """Close the stream before the answer, so that the client comes back for it."""
        await ctx.close_sse_stream()
        await asyncio.sleep(PAUSE)
        return "Reconnected."


def _add_questions(server: MCPServer[Any]) -> None:
    """Tools that ask the client something in the middle of a call, as protocols with sessions do."""

    @server.tool()
    async def test_sampling(prompt: str, ctx: Ctx) -> str:
        """Ask the client's model."""
        message = SamplingMessage(role="user", content=TextContent(type="text", text=prompt))
        answer = await ctx.session.create_message([message], max_tokens=100, related_request_id=ctx.request_id)
        return f"LLM response: {answer.content.text if isinstance(answer.content, TextContent) else answer.content}"

    async def elicit(ctx: Ctx, message: str, properties: Mapping[str, Any], required: list[str]) -> ElicitResult:
        schema = {"type": "object", "properties": dict(properties), "required": required}
        answer: ElicitResult = await ctx.session.elicit_form(message, schema, related_request_id=ctx.request_id)
        return answer

    @server.tool()
    async def test_elicitation(message: str, ctx: Ctx) -> str:
        """Ask the user for a name and an address."""
        properties = {
            "username": {"type": "string", "description": "User's response"},
            "email": {"type": "string", "description": "User's email address"},
        }
        answer = await elicit(ctx, message, properties, ["username", "email"])
        return f"User response: action: {answer.action}, content: {json.dumps(answer.content)}"

    @server.tool()
    async def test_elicitation_sep1034_defaults(ctx: Ctx) -> str:
        """Ask with a default for each kind of value."""
        properties = {
            "name": {"type": "string", "default": "John Doe"},
            "age": {"type": "integer", "default": 30},
            "score": {"type": "number", "default": 95.5},
            "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
            "verified": {"type": "boolean", "default": True},
        }
        answer = await elicit(ctx, "Please check these values", properties, [])
        return f"Elicitation completed: action={answer.action}, content={json.dumps(answer.content)}"

    @server.tool()
    async def test_elicitation_sep1330_enums(ctx: Ctx) -> str:
        """Ask with each form of a choice."""
        options = ["option1", "option2", "option3"]
        titled = [{"const": f"value{at}", "title": f"{word} Option"} for at, word in enumerate(("First", "Second", "Third"), 1)]
        choices = [{"const": f"value{at}", "title": f"{word} Choice"} for at, word in enumerate(("First", "Second", "Third"), 1)]
        names = ["Option One", "Option Two", "Option Three"]
        properties = {
            "untitledSingle": {"type": "string", "enum": options},
            "titledSingle": {"type": "string", "oneOf": titled},
            "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"], "enumNames": names},
            "untitledMulti": {"type": "array", "items": {"type": "string", "enum": options}},
            "titledMulti": {"type": "array", "items": {"anyOf": choices}},
        }
        answer = await elicit(ctx, "Please choose", properties, [])
        return f"Elicitation completed: action={answer.action}, content={json.dumps(answer.content)}"


def _form(message: str, name: str, kind: str = "string") -> ElicitRequest:
    schema = {"type": "object", "properties": {name: {"type": kind}}, "required": [name]}
    return ElicitRequest(params=ElicitRequestFormParams(message=message, requested_schema=schema))


def _sampling(text: str, tokens: int = 100) -> CreateMessageRequest:
    message = SamplingMessage(role="user", content=TextContent(type="text", text=text))
    return CreateMessageRequest(params=CreateMessageRequestParams(messages=[message], max_tokens=tokens))


def _filled(ctx: Ctx, key: str, name: str) -> Any:
    """Give what was filled into a form; None when it was not, or not as asked."""
    answer = (ctx.input_responses or {}).get(key)
    return (answer.content or {}).get(name) if isinstance(answer, ElicitResult) and answer.action == "accept" else None


def _add_rounds(server: MCPServer[Any]) -> None:
    """Tools and a prompt that ask for more input by their answer, as the stateless protocol does."""

    @server.tool(structured_output=False)
    async def test_input_required_result_elicitation(ctx: Ctx) -> str | InputRequiredResult:
        """Ask for a name."""
        name = _filled(ctx, "user_name", "name")
        return (
            f"Hello, {name}!" if name else InputRequiredResult(input_requests={"user_name": _form("What is your name?", "name")})
        )

    @server.tool(structured_output=False)
    async def test_input_required_result_sampling(ctx: Ctx) -> str | InputRequiredResult:
        """Ask the client's model."""
        answer = (ctx.input_responses or {}).get("capital_question")
        if isinstance(answer, CreateMessageResult) and isinstance(answer.content, TextContent):
            return answer.content.text
        return InputRequiredResult(input_requests={"capital_question": _sampling("What is the capital of France?")})

    @server.tool(structured_output=False)
    async def test_input_required_result_list_roots(ctx: Ctx) -> str | InputRequiredResult:
        """Ask for the client's folders."""
        answer = (ctx.input_responses or {}).get("client_roots")
        if isinstance(answer, ListRootsResult):
            return f"Roots: {', '.join(str(root.uri) for root in answer.roots)}"
        return InputRequiredResult(input_requests={"client_roots": ListRootsRequest()})

    @server.tool(structured_output=False)
    async def test_input_required_result_request_state(ctx: Ctx) -> str | InputRequiredResult:
        """Ask for a confirmation and keep a state."""
        if ctx.request_state == "asked" and _filled(ctx, "confirm", "ok") is not None:
            return "state-ok"
        return InputRequiredResult(input_requests={"confirm": _form("Please confirm", "ok", "boolean")}, request_state="asked")

    @server.tool(structured_output=False)
    async def test_input_required_result_tampered_state(ctx: Ctx) -> str | InputRequiredResult:
        """Keep a state that nobody may change; the SDK seals it."""
        if ctx.request_state == "sealed" and _filled(ctx, "confirm", "ok") is not None:
            return "state-ok"
        return InputRequiredResult(input_requests={"confirm": _form("Please confirm", "ok", "boolean")}, request_state="sealed")

    @server.tool(structured_output=False)
    async def test_input_required_result_multiple_inputs(ctx: Ctx) -> str | InputRequiredResult:
        """Ask for three things at once."""
        asked: InputRequests = {
            "user_name": _form("What is your name?", "name"),
            "greeting": _sampling("Generate a greeting", 50),
            "client_roots": ListRootsRequest(),
        }
        if ctx.request_state == "asked" and set(asked) <= set(ctx.input_responses or {}):
            return f"All answered, {_filled(ctx, 'user_name', 'name')}."
        return InputRequiredResult(input_requests=asked, request_state="asked")

    @server.tool(structured_output=False)
    async def test_input_required_result_multi_round(ctx: Ctx) -> str | InputRequiredResult:
        """Ask for a name, then for a colour."""
        name = _filled(ctx, "step1", "name")
        if ctx.request_state is not None and ctx.request_state.startswith("named ") and _filled(ctx, "step2", "color"):
            return f"{ctx.request_state.removeprefix('named ')} likes {_filled(ctx, 'step2', 'color')}."
        if ctx.request_state == "begun" and name:
            colour = _form("Step 2: What is your favorite color?", "color")
            return InputRequiredResult(input_requests={"step2": colour}, request_state=f"named {name}")
        return InputRequiredResult(input_requests={"step1": _form("Step 1: What is your name?", "name")}, request_state="begun")

    @server.tool(structured_output=False)
    async def test_input_required_result_capabilities(ctx: Ctx) -> str | InputRequiredResult:
        """Ask only for what the client can do."""
        able = ctx.client_capabilities
        asked: dict[str, Any] = {}
        if able is not None and able.sampling is not None:
            asked["greeting"] = _sampling("Generate a greeting")
        if able is not None and able.elicitation is not None:
            asked["user_name"] = _form("What is your name?", "name")
        return InputRequiredResult(input_requests=asked) if asked and not ctx.input_responses else "Nothing to ask."

    @server.tool(structured_output=False)
    async def test_streaming_elicitation(ctx: Ctx) -> str | InputRequiredResult:
        """Report progress, then ask for a name."""
        await ctx.report_progress(1, 2)
        name = _filled(ctx, "user_name", "name")
        return (
            f"Hello, {name}!" if name else InputRequiredResult(input_requests={"user_name": _form("What is your name?", "name")})
        )

    @server.tool()
    async def test_missing_capability(ctx: Ctx) -> str:
        """Need a client that lends its model."""
        if ctx.client_capabilities is None or ctx.client_capabilities.sampling is None:
            needed = MissingRequiredClientCapabilityErrorData(
                required_capabilities=ClientCapabilities(sampling=SamplingCapability())
            )
            raise MCPError(
                code=MISSING_REQUIRED_CLIENT_CAPABILITY,
                message="This tool needs a client with sampling.",
                data=needed.model_dump(mode="json", by_alias=True, exclude_none=True),
            )
        return "The client has it."

    @server.prompt(description="Ask for a context before the prompt is made.")
    async def test_input_required_result_prompt(ctx: Ctx) -> Any:
        context = _filled(ctx, "user_context", "context")
        if context:
            return f"Use this context: {context}"
        return InputRequiredResult(input_requests={"user_context": _form("What context should the prompt use?", "context")})


def _add_resources(server: MCPServer[Any]) -> None:
    """Resources of each kind."""

    @server.resource("test://static-text", description="A text.", mime_type="text/plain")
    def static_text() -> str:
        return "This is the content of the static text resource."

    @server.resource("test://static-binary", description="An image.", mime_type="image/png")
    def static_binary() -> bytes:
        return base64.b64decode(PNG)

    @server.resource("test://watched-resource", description="A text that can be watched.", mime_type="text/plain")
    def watched() -> str:
        return "This resource never changes."

    @server.resource("test://template/{id}/data", description="Data by number.", mime_type="application/json")
    def data(id: str) -> str:  # noqa: A002  # the template's name for it
        return json.dumps({"id": id, "templateTest": True, "data": f"Data for ID: {id}"})


def _add_prompts(server: MCPServer[Any]) -> None:
    """Prompts of each kind."""

    @server.prompt(description="A prompt without arguments.")
    def test_simple_prompt() -> str:
        return "This is a simple prompt for testing."

    @server.prompt(description="A prompt with two arguments.")
    def test_prompt_with_arguments(arg1: str, arg2: str) -> str:
        return f"Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"

    @server.prompt(name="test_prompt_with_embedded_resource", description="A prompt with a resource in it.")
    def with_resource(resourceUri: str) -> list[UserMessage]:  # noqa: N803  # the argument's name in the scenario
        embedded = _resource(resourceUri, "text/plain", "Embedded resource content for testing.")
        return [UserMessage(embedded), UserMessage("Please process the embedded resource above.")]

    @server.prompt(description="A prompt with an image in it.")
    def test_prompt_with_image() -> list[UserMessage]:
        image = ImageContent(type="image", data=PNG, mime_type="image/png")
        return [UserMessage(image), UserMessage("Please analyze the image above.")]


def _add_sessions(server: MCPServer[Any]) -> None:
    """Methods that only a server with sessions has: log level and subscriptions of resources."""
    low = server._lowlevel_server

    async def done(ctx: Any, params: Any) -> EmptyResult:
        return EmptyResult()

    low.add_request_handler("logging/setLevel", SetLevelRequestParams, done)
    low.add_request_handler("resources/subscribe", SubscribeRequestParams, done)
    low.add_request_handler("resources/unsubscribe", UnsubscribeRequestParams, done)
