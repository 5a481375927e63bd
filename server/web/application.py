"""Put the web page, the operations, MCP and health into one Starlette application."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final

from mcp.server.transport_security import RequestBodyLimitMiddleware, TransportSecuritySettings
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from corpus.errors import LoreguideError, NotSetUp
from server.errors import error_kind
from server.library import Library
from server.limits import REQUEST_BYTES
from server.mcp import build_mcp_server, program_version
from server.registry import tool_named
from server.web.guard import GuardMiddleware
from server.wire import structured

STATIC: Final = Path(__file__).parent / "static"
EXAMPLES: Final = Path(__file__).parents[1] / "examples"
LOCAL_HOSTS: Final = ("127.0.0.1", "localhost", "[::1]")


def build_application(library: Library, allowed_hosts: Sequence[str] = ()) -> Starlette:
    """Make the application that answers from *library*.

    Requests must be addressed to this machine or to one of *allowed_hosts* (names without port).
    """
    hosts = [*LOCAL_HOSTS, *allowed_hosts]
    mcp = build_mcp_server(library)
    mcp_routes = mcp.streamable_http_app(
        stateless_http=True,
        json_response=True,
        max_request_body_size=REQUEST_BYTES,
        transport_security=TransportSecuritySettings(
            allowed_hosts=[form for host in hosts for form in (host, f"{host}:*")],
            allowed_origins=[
                form for host in hosts for scheme in ("http", "https") for form in (f"{scheme}://{host}", f"{scheme}://{host}:*")
            ],
        ),
    ).routes

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with mcp.session_manager.run():
            yield
        library.close()

    return Starlette(
        routes=[
            Route("/", _page),
            Route("/healthz", partial(_healthz, library=library)),
            Route("/api/{tool}", partial(_api, library=library), methods=["POST"]),
            *mcp_routes,
            Mount("/static", StaticFiles(directory=STATIC)),
            Mount("/examples", StaticFiles(directory=EXAMPLES)),
        ],
        middleware=[
            Middleware(TrustedHostMiddleware, allowed_hosts=[host.strip("[]") for host in hosts] + ["[::1]"], www_redirect=False),
            Middleware(GuardMiddleware, allowed_hosts=hosts),
            Middleware(RequestBodyLimitMiddleware, max_body_size=REQUEST_BYTES),
        ],
        lifespan=lifespan,
    )


async def _page(request: Request) -> Response:
    """Give the page."""
    return FileResponse(STATIC / "index.html")


async def _healthz(request: Request, library: Library) -> Response:
    """Tell whether answers can be given, and from which index."""
    try:
        status = await run_in_threadpool(lambda: library.index.status())
    except NotSetUp as error:
        return JSONResponse({"status": "not ready", "problem": str(error), "version": program_version()}, status_code=503)
    index = {"built": status.built.isoformat(), "schema": status.schema, "rules": status.rules, "cards": status.cards}
    return JSONResponse({"status": "ready", "version": program_version(), "index": index, "stale": list(status.stale)})


async def _api(request: Request, library: Library) -> Response:
    """Answer an operation whose arguments are the JSON object in the body."""
    try:
        tool = tool_named(request.path_params["tool"])
        arguments = await request.json()
    except LoreguideError as error:
        return _refused(error, 404)
    except (ValueError, RecursionError):
        return JSONResponse({"error": {"kind": "not_json", "message": "the body is not JSON"}}, status_code=400)
    if not isinstance(arguments, dict):
        return JSONResponse({"error": {"kind": "not_json", "message": "the body is not a JSON object"}}, status_code=400)
    try:
        answer = await run_in_threadpool(tool.ask, arguments, library)
    except NotSetUp as error:
        return _refused(error, 503)
    except LoreguideError as error:
        return _refused(error, 400)
    return JSONResponse(structured(answer))


def _refused(error: LoreguideError, status: int) -> Response:
    return JSONResponse({"error": {"kind": error_kind(error), "message": str(error)}}, status_code=status)
