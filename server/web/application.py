"""Put the web page, the operations, MCP, health and metrics into one Starlette application."""

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from mcp.server import MCPServer
from mcp.server.streamable_http import EventStore
from mcp.server.transport_security import RequestBodyLimitMiddleware, TransportSecuritySettings
from opentelemetry import trace
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from corpus.errors import LoreguideError, NotSetUp
from server import PROGRAM
from server.errors import Busy, TakesTooLong, error_kind
from server.limits import REQUEST_BYTES
from server.mcp import build_mcp_server, program_version
from server.registry import tool_named
from server.service import Service
from server.web.guard import GuardMiddleware
from server.web.patience import PatienceMiddleware
from server.web.rate import MemoryMeter, Meter, RateMiddleware, RedisMeter
from server.web.record import Recorder, RecordMiddleware
from server.web.refusals import Answer, RefusalMiddleware, defect, refusal
from server.web.settings import ServeSettings
from server.web.tokens import TokenMiddleware, read_tokens

__all__ = ["OUR_TRANSPORT", "McpTransport", "build_application"]

_tracer = trace.get_tracer(PROGRAM)

STATIC: Final = Path(__file__).parent / "static"
EXAMPLES: Final = Path(__file__).parents[1] / "examples"
_METRICS_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_UNAVAILABLE: Final = (NotSetUp, Busy, TakesTooLong)


@dataclass(frozen=True, slots=True)
class McpTransport:
    """How MCP is carried over HTTP."""

    stateless_http: bool = True
    """Keep no sessions: nothing of ours needs one, and abandoned ones would cost memory."""
    json_response: bool = True
    """Answer with one JSON document rather than a stream."""
    event_store: EventStore | None = None
    retry_interval: int | None = None


OUR_TRANSPORT: Final = McpTransport()


def build_application(
    service: Service,
    settings: ServeSettings,
    recorder: Recorder | None = None,
    mcp: MCPServer[Any] | None = None,
    transport: McpTransport = OUR_TRANSPORT,
) -> Starlette:
    """Make the application that answers through *service*.

    *mcp* is the MCP server, ours when left out.

    :raises BadInput: the token file cannot be read, or the Redis client is missing.
    """
    recorder = recorder or Recorder(settings.journal)
    mcp = mcp or build_mcp_server(service)
    hosts = list(dict.fromkeys(settings.names))
    meter = _meter(settings)
    mcp_routes = _mcp_routes(mcp, hosts, transport)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        threading.Thread(target=service.warm, name="warm", daemon=True).start()
        async with mcp.session_manager.run():
            yield
        if meter is not None:
            await meter.close()
        service.desk.close()

    middleware = [
        Middleware(RecordMiddleware, recorder=recorder),
        Middleware(RefusalMiddleware),
        Middleware(GuardMiddleware, allowed_hosts=hosts),
        Middleware(TrustedHostMiddleware, allowed_hosts=[host.strip("[]") for host in hosts] + ["[::1]"], www_redirect=False),
    ]
    if settings.token_file is not None:
        middleware.append(Middleware(TokenMiddleware, holders=read_tokens(settings.token_file)))
    if meter is not None:
        middleware.append(Middleware(RateMiddleware, meter=meter, turned_away=recorder.turned_away))
    middleware += [Middleware(PatienceMiddleware), Middleware(RequestBodyLimitMiddleware, max_body_size=REQUEST_BYTES)]
    return Starlette(
        routes=[
            Route("/", _page),
            Route("/healthz", partial(_healthz, service=service)),
            Route("/metrics", partial(_metrics, service=service, recorder=recorder)),
            Route("/api/{tool}", partial(_api, service=service), methods=["POST"]),
            *mcp_routes,
            Mount("/static", StaticFiles(directory=STATIC)),
            Mount("/examples", StaticFiles(directory=EXAMPLES)),
        ],
        middleware=middleware,
        exception_handlers={Exception: defect},
        lifespan=lifespan,
    )


def _meter(settings: ServeSettings) -> Meter | None:
    """Give what counts the requests of each client; None when nothing limits them.

    :raises BadInput: the Redis client is missing, or its address cannot be read.
    """
    if not settings.rate.per_minute:
        return None
    return MemoryMeter(settings.rate) if settings.redis is None else RedisMeter(settings.rate, settings.redis)


def _mcp_routes(mcp: MCPServer[Any], hosts: list[str], transport: McpTransport) -> list[BaseRoute]:
    """Give the routes of MCP, which refuse requests that are addressed to, or come from pages of, other hosts."""
    return mcp.streamable_http_app(
        stateless_http=transport.stateless_http,
        json_response=transport.json_response,
        event_store=transport.event_store,
        retry_interval=transport.retry_interval,
        max_request_body_size=REQUEST_BYTES,
        transport_security=TransportSecuritySettings(
            allowed_hosts=[form for host in hosts for form in (host, f"{host}:*")],
            allowed_origins=[
                form for host in hosts for scheme in ("http", "https") for form in (f"{scheme}://{host}", f"{scheme}://{host}:*")
            ],
        ),
    ).routes


async def _page(request: Request) -> Response:
    """Give the page."""
    return FileResponse(STATIC / "index.html")


async def _healthz(request: Request, service: Service) -> Response:
    """Tell whether answers can be given, from which index, how old it is, and what is wrong with it."""
    state = await run_in_threadpool(service.desk.state)
    told: dict[str, Any] = {"status": "ready" if state.ready else "not ready", "version": program_version()}
    if state.status is not None:
        built = state.status.built
        told["index"] = {
            "built": built.isoformat(),
            "age_seconds": round((datetime.now(UTC) - built).total_seconds()),
            "schema": state.status.schema,
            "rules": state.status.rules,
            "cards": state.status.cards,
        }
        told["stale"] = list(state.status.stale)
    if state.problem:
        told["problem"] = state.problem
    return JSONResponse(told, status_code=200 if state.ready else 503, headers={"cache-control": "no-store"})


async def _metrics(request: Request, service: Service, recorder: Recorder) -> Response:
    """Give the numbers of this server."""
    text = await run_in_threadpool(lambda: recorder.metrics(service.desk.state()))
    return Response(text, headers={"content-type": _METRICS_TYPE, "cache-control": "no-store"})


async def _api(request: Request, service: Service) -> Response:
    """Answer an operation whose arguments are the JSON object in the body."""
    try:
        tool = tool_named(request.path_params["tool"])
        arguments = await request.json()
    except LoreguideError as error:
        return _refused(error, 404)
    except (ValueError, RecursionError):
        return refusal(400, "not_json", "the body is not JSON")
    if not isinstance(arguments, dict):
        return refusal(400, "not_json", "the body is not a JSON object")
    try:
        with _tracer.start_as_current_span(f"ask {tool.name}", record_exception=False, set_status_on_exception=False):
            reply = await service.ask(tool, arguments)
    except LoreguideError as error:
        return _refused(error, 503 if isinstance(error, _UNAVAILABLE) else 400)
    return Answer(reply.values)


def _refused(error: LoreguideError, status: int) -> Response:
    headers = {"retry-after": str(error.retry_seconds)} if isinstance(error, Busy) else None
    return refusal(status, error_kind(error), str(error), headers)
