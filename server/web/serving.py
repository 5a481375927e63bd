"""Run the HTTP application: in this process, or in several that share one address."""

import os
import socket
import tempfile
from contextlib import ExitStack, suppress
from functools import partial
from typing import Any, Final

import click

from corpus.errors import BadInput
from server.lending import LendingDesk
from server.service import Service
from server.web.settings import JournalForm, ServeSettings

__all__ = ["CannotListen", "announce", "listen", "serve_http"]

_DRAIN_SECONDS: Final = 10
_WAITING_CONNECTIONS: Final = 1_024
_CONNECTIONS: Final = 4_096
"""Open at once in a process; more are answered 503."""


class CannotListen(BadInput):
    """Refuse an address that cannot be listened on."""


def serve_http(settings: ServeSettings) -> None:
    """Serve until interrupted; requests under way are finished first.

    :raises CannotListen: the address is taken or is not ours.
    :raises BadInput: the token file, the tracing or the Redis that is asked for is not to be had.
    """
    import uvicorn

    from server.web.patience import PatientProtocol

    listening = listen(settings.host, settings.port)
    with ExitStack() as stack:
        stack.callback(listening.close)
        several = settings.workers > 1
        if several:
            from server.web.record import MULTIPROCESS_FOLDER

            os.environ[MULTIPROCESS_FOLDER] = stack.enter_context(tempfile.TemporaryDirectory(prefix="loreguide-metrics-"))
        config = uvicorn.Config(
            # Each worker makes its own application; in this process it is made now, so that a bad setting is one sentence.
            partial(_application, settings) if several else _application(settings),
            factory=several,
            http=PatientProtocol,
            ws="none",
            log_config=None,
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=bool(settings.trusted_proxies),
            forwarded_allow_ips=list(settings.trusted_proxies),
            limit_concurrency=_CONNECTIONS,
            timeout_graceful_shutdown=_DRAIN_SECONDS,
            workers=settings.workers,
        )
        announce(settings, listening.getsockname()[1])
        if not several:
            uvicorn.Server(config).run(sockets=[listening])
            return
        _check(settings)
        from uvicorn.supervisors import Multiprocess

        Multiprocess(config, sockets=[listening]).run()


def _application(settings: ServeSettings) -> Any:
    """Make the application of one process.

    :raises BadInput: the token file, the tracing or the Redis that is asked for is not to be had.
    """
    from server.tracing import set_up_tracing
    from server.web.application import build_application
    from server.web.memory import keep_what_stays
    from server.web.record import Recorder, set_up_journal

    keep_what_stays()
    set_up_journal(settings.journal)
    set_up_tracing()
    recorder = Recorder(settings.journal)
    service = Service(LendingDesk(settings.home), settings.bounds, recorder)
    return build_application(service, settings, recorder)


def _check(settings: ServeSettings) -> None:
    """Find out before any worker starts whether all of them would fail.

    :raises BadInput: the token file, the Redis client or its address is not as it should be.
    """
    from server.web.rate import RedisMeter
    from server.web.tokens import read_tokens

    if settings.token_file is not None:
        read_tokens(settings.token_file)
    if settings.redis is not None:
        RedisMeter(settings.rate, settings.redis)


def announce(settings: ServeSettings, port: int) -> None:
    """Say where the server listens, and what an operator may not expect."""
    shown = f"[{settings.host}]" if ":" in settings.host else settings.host
    workers = f" in {settings.workers} processes" if settings.workers > 1 else ""
    apart = settings.workers > 1 and settings.redis is None and settings.rate.per_minute
    # Serving goes on where nobody can be told, as with standard error on a full disk.
    with suppress(OSError):
        click.echo(f"Serving on http://{shown}:{port}/ (MCP on /mcp){workers}; stop with Ctrl+C.", err=True)
        if apart and settings.journal is JournalForm.NONE:
            click.echo("Each process counts requests for itself; --redis URL makes them count together.", err=True)


def listen(host: str, port: int) -> socket.socket:
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
