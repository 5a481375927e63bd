"""Serve MCP over standard input and output."""

import threading

from server.lending import LendingDesk
from server.mcp import build_mcp_server
from server.service import Service
from server.tracing import set_up_tracing

__all__ = ["serve_stdio"]


def serve_stdio() -> None:
    """Serve until standard input ends.

    :raises BadInput: the tracing that is asked for is not to be had.
    """
    set_up_tracing()
    service = Service(LendingDesk())
    threading.Thread(target=service.warm, name="warm", daemon=True).start()
    build_mcp_server(service).run("stdio")
