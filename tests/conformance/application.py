"""Serve our real application with the suite's fixtures on a free port: `python -m tests.conformance.application`.

Everything is as `loreguide serve` has it (guards, limits, metrics, our tools, resources, prompts and completions) but for
two things: no client is limited, and MCP is carried with sessions and streams, as a third of the scenarios are about those.
"""

import asyncio
import warnings
from typing import Any

import uvicorn
from mcp.server.streamable_http import EventCallback, EventId, EventMessage, EventStore, StreamId
from mcp_types import JSONRPCMessage

from server.lending import LendingDesk
from server.mcp import build_mcp_server
from server.service import Service
from server.web.application import McpTransport, build_application
from server.web.serving import announce, listen
from server.web.settings import Rate, ServeSettings
from tests.conformance.fixtures import add_fixtures

RETRY_MILLISECONDS = 200


class MemoryEvents(EventStore):
    """Keep the events of streams, so that a client can come back for what it missed."""

    def __init__(self) -> None:
        self._events: list[tuple[StreamId, JSONRPCMessage | None]] = []

    async def store_event(self, stream_id: StreamId, message: JSONRPCMessage | None) -> EventId:
        self._events.append((stream_id, message))
        return str(len(self._events) - 1)

    async def replay_events_after(self, last_event_id: EventId, send_callback: EventCallback) -> StreamId | None:
        last = int(last_event_id)
        stream = self._events[last][0]
        for number, (of, message) in enumerate(self._events):
            if number > last and of == stream and message is not None:
                await send_callback(EventMessage(message, str(number)))
        return stream


def application(settings: ServeSettings) -> Any:
    """Make our application with the fixtures in it."""
    service = Service(LendingDesk())
    server = build_mcp_server(service)
    add_fixtures(server)
    transport = McpTransport(
        stateless_http=False, json_response=False, event_store=MemoryEvents(), retry_interval=RETRY_MILLISECONDS
    )
    return build_application(service, settings, mcp=server, transport=transport)


async def serve() -> None:
    """Serve until interrupted."""
    settings = ServeSettings(port=0, rate=Rate(per_minute=0))
    listening = listen(settings.host, settings.port)
    config = uvicorn.Config(application(settings), log_level="warning", access_log=False)
    announce(settings, listening.getsockname()[1])
    await uvicorn.Server(config).serve(sockets=[listening])


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    asyncio.run(serve())
