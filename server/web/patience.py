"""Do not wait for ever: a bound on how long a request may take to arrive."""

import asyncio
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from server.web.refusals import refusal

__all__ = ["ARRIVAL_SECONDS", "PatienceMiddleware", "PatientProtocol"]

ARRIVAL_SECONDS: Final = 15.0


class _TooSlow(Exception):
    """The body did not arrive in time."""


class PatienceMiddleware:
    """Give a request up whose body does not arrive in time."""

    def __init__(self, app: ASGIApp, seconds: float = ARRIVAL_SECONDS) -> None:
        self._app = app
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; answer 408 when the rest of it stays away."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._seconds
        arrived = False

        async def receive_in_time() -> Message:
            nonlocal arrived
            if arrived:
                return await receive()
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError:
                raise _TooSlow from None
            arrived = not message.get("more_body", False)
            return message

        try:
            await self._app(scope, receive_in_time, send)
        except _TooSlow:
            message = f"the request did not arrive within {self._seconds:g} seconds"
            await refusal(408, "too_slow", message, {"connection": "close"})(scope, receive, send)


class PatientProtocol(H11Protocol):
    """Hang up on a connection that does not bring the head of a request in time."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start waiting for the first request."""
        super().connection_made(transport)
        self._patience = self.loop.call_later(ARRIVAL_SECONDS, self._hang_up)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting: a timer left behind would keep the connection in memory."""
        self._patience.cancel()
        super().connection_lost(exc)

    def _hang_up(self) -> None:
        if self.cycle is None and not self.transport.is_closing():
            self.transport.close()
