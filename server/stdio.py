"""Serve MCP over standard input and output."""

import threading
from functools import partial

from corpus.errors import LoreguideError
from indexer.build import set_up
from server.lending import LendingDesk
from server.mcp import build_mcp_server
from server.service import Service
from server.tracing import set_up_tracing

__all__ = ["serve_stdio", "set_up_meanwhile"]


def serve_stdio(desk: LendingDesk) -> None:
    """Serve from what *desk* lends, until standard input ends.

    :raises BadInput: the tracing that is asked for is not to be had.
    """
    set_up_tracing()
    service = Service(desk)
    threading.Thread(target=service.warm, name="warm", daemon=True).start()
    build_mcp_server(service).run("stdio")


def set_up_meanwhile(desk: LendingDesk) -> None:
    """Begin to fetch and build what is missing; until it is there, *desk* says what to wait for."""
    if not desk.state().ready:
        desk.notice = "the index is being built"
        threading.Thread(target=partial(_set_up, desk), name="set-up", daemon=True).start()


def _set_up(desk: LendingDesk) -> None:
    """Set up, and leave what is being done, or what went wrong, as the desk's notice."""

    def tell(doing: str, done: int, total: int) -> None:
        desk.notice = f"loreguide is being set up ({doing}, stage {done} of {total}); ask again in half a minute"

    try:
        set_up(progress=tell)
    except LoreguideError as error:
        desk.notice = str(error)
