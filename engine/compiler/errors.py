"""Why a text was not read; each ends as an ``Unread`` with a stable reason and never reaches a caller.

engine.errors.EngineError
    NotRead
        ReadingLimit        too much text, or too many ways to read it
        Ambiguous           two readings that mean different things
        Unresolved          a pronoun or back reference without anything to point at
"""

from typing import ClassVar

from engine.errors import EngineError


class NotRead(EngineError):
    """Report that a text could not be read."""

    reason: ClassVar[str] = "unread"


class ReadingLimit(NotRead):
    """Report a text that is past what the compiler takes on."""

    reason = "too-long"


class Ambiguous(NotRead):
    """Report two readings that mean different things."""

    reason = "ambiguous"


class Unresolved(NotRead):
    """Report a word that points back at nothing, or at nothing of its kind."""

    reason = "unresolved-reference"
