"""Cut a long list into pages that fit a budget, and say how to go on."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel

from server.errors import BadRequest
from server.requests import Request

EntryT = TypeVar("EntryT", bound=BaseModel)

_MOVING = {"cursor", "limit", "detail"}
"""The arguments that may change from one page to the next."""


@dataclass(frozen=True, slots=True)
class Page(Generic[EntryT]):
    """A stretch of a list."""

    entries: list[EntryT]
    left_out: int
    """How many entries come after this page."""


def fit(entries: Sequence[EntryT], budget: int) -> list[EntryT]:
    """Keep the first entries that together fill at most *budget* characters on the wire, one of them in any case."""
    kept: list[EntryT] = []
    used = 0
    for entry in entries:
        used += len(entry.model_dump_json(exclude_none=True)) + 1
        if kept and used > budget:
            break
        kept.append(entry)
    return kept


def cursor_at(request: Request, position: int) -> str:
    """Write the cursor that goes on with the list of *request* at *position*, counted from 0."""
    return f"{position}-{_fingerprint(request)}"


def position_of(request: Request, cursor: str | None, operation: str) -> int:
    """Read where a cursor goes on; the start when there is none.

    :raises BadRequest: the cursor was not given out for this request.
    """
    if cursor is None:
        return 0
    position, _, fingerprint = cursor.partition("-")
    if not position.isdecimal() or len(position) > 9 or fingerprint != _fingerprint(request):
        raise BadRequest(
            operation, [f"cursor is {cursor[:40]!r}: it belongs to other arguments; leave it out to start from the top"]
        )
    return int(position)


def _fingerprint(request: Request) -> str:
    """Tell requests apart by what they look for."""
    looked_for = request.model_dump_json(exclude=_MOVING)
    return hashlib.sha256(f"{type(request).__name__}{looked_for}".encode()).hexdigest()[:8]
