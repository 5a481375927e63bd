"""Run the HTTP application."""

import socket
from collections.abc import Sequence
from typing import Final

import click

from corpus.errors import BadInput
from server.library import Library
from server.web.application import build_application

_DRAIN_SECONDS: Final = 5
_WAITING_CONNECTIONS: Final = 256
_EVERYWHERE: Final = ("0.0.0.0", "::")


class CannotListen(BadInput):
    """Refuse an address that cannot be listened on."""


def serve_http(library: Library, host: str, port: int, allowed_hosts: Sequence[str]) -> None:
    """Serve until interrupted; requests under way are finished first.

    :raises CannotListen: the address is taken or is not ours.
    """
    import uvicorn

    listening = _listen(host, port)
    own = [] if host in _EVERYWHERE else [host]
    config = uvicorn.Config(
        build_application(library, [*own, *allowed_hosts]),
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_DRAIN_SECONDS,
    )
    click.echo(f"Serving on http://{host}:{listening.getsockname()[1]}/ (MCP on /mcp); stop with Ctrl+C.", err=True)
    uvicorn.Server(config).run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    """Open the socket first, so that a taken port is one sentence rather than a log."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listening = socket.socket(family, kind, protocol)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(address)
            listening.listen(_WAITING_CONNECTIONS)
        except OSError:
            listening.close()
            raise
    except OSError as error:
        problem = error.strerror or error
        raise CannotListen(f"cannot listen on {host}:{port} ({problem}); choose another with --host or --port.") from None
    return listening
