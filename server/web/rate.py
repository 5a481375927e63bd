"""Limit how often a client asks: a bucket that fills steadily, in this process or shared through Redis."""

import ipaddress
import logging
import math
import time
from collections.abc import Callable
from typing import Any, Final, Protocol

from starlette.types import ASGIApp, Receive, Scope, Send

from corpus.errors import BadInput
from server.web.refusals import Answer, refusal
from server.web.settings import Rate

__all__ = ["CALLER", "MemoryMeter", "Meter", "RateMiddleware", "RedisMeter", "caller_of"]

CALLER: Final = "loreguide.caller"
"""Key of a request's scope under which a verified token leaves the name of its holder."""

_LIMITED: Final = ("/mcp", "/api/")
_MOST_CLIENTS: Final = 50_000
"""How many clients a process remembers; past it the ones that asked longest ago are forgotten."""
_REDIS_SECONDS: Final = 0.5
_PREFIX: Final = "loreguide:rate:"
_HOST_BITS: Final = 64
"""An IPv6 host usually holds all addresses that share this many bits."""

# KEYS[1]: the client; ARGV: seconds between two requests, burst. Answers the seconds to wait, 0 when the request may pass.
# The value kept is the time at which the bucket will be full again. The clock is that of Redis, one for all processes.
_TAKE: Final = """\
local clock = redis.call('TIME')
local now = tonumber(clock[1]) + tonumber(clock[2]) / 1000000
local interval = tonumber(ARGV[1])
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now) + interval
local wait = full - interval * tonumber(ARGV[2]) - now
if wait > 0.000001 then return tostring(wait) end
redis.call('SET', KEYS[1], string.format('%.6f', full), 'PX', math.ceil((full - now) * 1000))
return '0'
"""

_log = logging.getLogger("loreguide.rate")


class Meter(Protocol):
    """Counts the requests of each client."""

    async def take(self, caller: str) -> float:
        """Count a request; give the seconds to wait before it may pass, 0 when it passes now."""

    async def close(self) -> None:
        """Let go of connections."""


class MemoryMeter:
    """Count in this process."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._interval = 60.0 / rate.per_minute
        self._burst = rate.burst
        self._clock = clock
        self._full: dict[str, float] = {}
        """When the bucket of each client will be full again."""

    async def take(self, caller: str) -> float:
        """Count a request."""
        now = self._clock()
        full = max(self._full.pop(caller, now), now) + self._interval
        wait = full - self._interval * self._burst - now
        if wait > 1e-6:
            self._full[caller] = full - self._interval
            return wait
        if len(self._full) >= _MOST_CLIENTS:
            self._forget(now)
        self._full[caller] = full
        return 0.0

    def _forget(self, now: float) -> None:
        """Drop the clients whose bucket is full; if none is, those that asked longest ago."""
        kept = {caller: full for caller, full in self._full.items() if full > now}
        surplus = len(kept) - _MOST_CLIENTS // 2
        for caller in list(kept)[: max(surplus, 0)] if len(kept) >= _MOST_CLIENTS else ():
            del kept[caller]
        self._full = kept

    async def close(self) -> None:
        """Do nothing: nothing is open."""


class RedisMeter:
    """Count in Redis, together with every other process; while it does not answer, count here."""

    def __init__(self, rate: Rate, address: str) -> None:
        """Count at *address*, such as ``redis://localhost:6379/0``.

        :raises BadInput: the client library is missing, or the address cannot be read.
        """
        try:
            import redis.asyncio
            import redis.exceptions
        except ImportError:
            raise BadInput("--redis needs the Redis client: install `loreguide[redis]`") from None
        try:
            self._redis: Any = redis.asyncio.Redis.from_url(
                address, socket_timeout=_REDIS_SECONDS, socket_connect_timeout=_REDIS_SECONDS
            )
        except ValueError as error:
            raise BadInput(f"{address!r} is no address of a Redis ({error}); right is redis://HOST:6379/0") from None
        self._errors = (redis.exceptions.RedisError, OSError)
        self._take = self._redis.register_script(_TAKE)
        self._arguments = [60.0 / rate.per_minute, rate.burst]
        self._here = MemoryMeter(rate)
        self._answering = True

    async def take(self, caller: str) -> float:
        """Count a request."""
        try:
            wait = float(await self._take(keys=[_PREFIX + caller], args=self._arguments))
        except self._errors as error:
            if self._answering:
                _log.warning("Redis does not answer (%s); requests are counted in each process", type(error).__name__)
            self._answering = False
            return await self._here.take(caller)
        self._answering = True
        return wait

    async def close(self) -> None:
        """Let go of the connections."""
        await self._redis.aclose()


class RateMiddleware:
    """Turn requests away that come too often; pages and health are not counted."""

    def __init__(self, app: ASGIApp, meter: Meter, turned_away: Callable[[], None]) -> None:
        self._app = app
        self._meter = meter
        self._turned_away = turned_away

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 429."""
        if scope["type"] == "http" and scope["path"].startswith(_LIMITED):
            wait = await self._meter.take(caller_of(scope))
            if wait > 0:
                self._turned_away()
                await _too_often(math.ceil(wait))(scope, receive, send)
                return
        await self._app(scope, receive, send)


def caller_of(scope: Scope) -> str:
    """Name who asks: the holder of the token, else the address."""
    holder = scope.get(CALLER)
    if holder is not None:
        return f"token {holder}"
    address = (scope.get("client") or ("unknown", 0))[0]
    if ":" not in address:
        return str(address)
    try:
        return str(ipaddress.ip_network((address.partition("%")[0], _HOST_BITS), strict=False))
    except ValueError:
        return str(address)


def _too_often(seconds: int) -> Answer:
    message = f"too many requests; ask again in {seconds} second{'s' if seconds > 1 else ''}"
    return refusal(429, "too_often", message, {"retry-after": str(seconds)})
