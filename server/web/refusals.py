"""Give every error over HTTP one shape, whichever part refuses: ``{"error": {"kind": …, "message": …}}``.

What the MCP transport says in JSON-RPC stays as it is, since clients read it.
"""

from collections.abc import Mapping
from typing import Any, Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.wire import as_json

__all__ = ["Answer", "RefusalMiddleware", "defect", "refusal"]

_FIRST_ERROR: Final = 400
_KINDS: Final = {
    400: "bad_request",
    403: "forbidden",
    404: "no_such_page",
    405: "method_not_allowed",
    406: "not_acceptable",
    413: "too_large",
    415: "unsupported_media",
    421: "wrong_host",
}
"""What is refused in plain text, by status."""
_OTHER_KIND: Final = "refused"


class Answer(JSONResponse):
    """A JSON response that can carry whatever was asked, half of a surrogate pair included."""

    def render(self, content: Any) -> bytes:
        """Write the content as JSON."""
        return as_json(content).encode()


def refusal(status: int, kind: str, message: str, headers: Mapping[str, str] | None = None) -> Answer:
    """Refuse a request in the one shape."""
    return Answer({"error": {"kind": kind, "message": message}}, status_code=status, headers=headers)


class RefusalMiddleware:
    """Put refusals that come in plain text into the shape of all others."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; hold a refusal back until its text is whole."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        held: Message | None = None
        said = bytearray()

        async def send_shaped(message: Message) -> None:
            nonlocal held
            if message["type"] == "http.response.start" and _is_plain(message):
                held = message
                return
            if held is None:
                await send(message)
                return
            said.extend(message.get("body", b""))
            if not message.get("more_body", False):
                shaped = _shaped(held["status"], said.decode("utf-8", "replace"))
                headers = MutableHeaders(scope=held)
                headers["content-type"] = "application/json"
                headers["content-length"] = str(len(shaped.body))
                await send(held)
                await send({"type": "http.response.body", "body": bytes(shaped.body)})

        await self._app(scope, receive, send_shaped)


async def defect(request: Request, error: Exception) -> Response:
    """Answer a request that met a defect of the program, without repeating what was asked."""
    message = f"this request met a defect of the program ({type(error).__name__}); please report it"
    return refusal(500, "defect", message)


def _is_plain(start: Message) -> bool:
    """Tell whether a response is an error that is not JSON."""
    return start["status"] >= _FIRST_ERROR and "json" not in Headers(raw=start["headers"]).get("content-type", "")


def _shaped(status: int, said: str) -> Answer:
    kind = _KINDS.get(status, _OTHER_KIND)
    return refusal(status, kind, said or kind.replace("_", " "))
