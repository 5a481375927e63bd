"""Let only those ask who carry a token, where tokens are set."""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from corpus.errors import BadInput
from server.web.rate import CALLER
from server.web.refusals import Answer, refusal

__all__ = ["TokenMiddleware", "read_tokens"]

_SHORTEST: Final = 16
_GUARDED: Final = ("/mcp", "/api/", "/metrics")


def read_tokens(file: Path) -> Mapping[bytes, str]:
    """Read a file of tokens, a line ``NAME TOKEN`` each; give the holder's name by the SHA-256 of the token.

    :raises BadInput: the file cannot be read, or a line is not of that form.
    """
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"the token file {file} cannot be read ({getattr(error, 'strerror', None) or error})") from None
    holders: dict[bytes, str] = {}
    for number, line in enumerate(lines, 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if len(words) != 2 or len(words[1]) < _SHORTEST:
            raise BadInput(f"{file}:{number}: a line is NAME TOKEN, the token of {_SHORTEST} characters or more")
        holders[_digest(words[1])] = words[0]
    if not holders:
        raise BadInput(f"the token file {file} has no token, so nobody could ask; a line is NAME TOKEN")
    return holders


class TokenMiddleware:
    """Refuse questions without a token that is known; the page itself and health are open to all."""

    def __init__(self, app: ASGIApp, holders: Mapping[bytes, str]) -> None:
        self._app = app
        self._holders = holders

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with the name of its holder, or answer 401."""
        if scope["type"] == "http" and scope["path"].startswith(_GUARDED):
            kind, _, token = Headers(scope=scope).get("authorization", "").partition(" ")
            # Looked up by its hash, so that the time taken tells nothing of how much of a token is right.
            holder = self._holders.get(_digest(token.strip())) if kind.lower() == "bearer" else None
            if holder is None:
                await _unknown()(scope, receive, send)
                return
            scope[CALLER] = holder
        await self._app(scope, receive, send)


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()


def _unknown() -> Answer:
    message = "this server asks for a token: send it as `Authorization: Bearer TOKEN`"
    return refusal(401, "no_token", message, {"www-authenticate": 'Bearer realm="loreguide"'})
