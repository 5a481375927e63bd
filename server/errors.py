"""What the doors refuse, each with what would be right.

BadInput
    BadRequest          arguments that do not fit the operation
    NotKnown            a name, number or identifier that nothing answers to
    TooLong             more text than is looked at
Busy                    as much is being worked out as may be at once
TakesTooLong            an answer was given up
Defect                  the program itself is wrong
"""

from collections.abc import Sequence

from corpus.errors import BadInput, LoreguideError

__all__ = ["BadRequest", "Busy", "Defect", "NotKnown", "TakesTooLong", "TooLong", "error_kind"]


class BadRequest(BadInput):
    """Refuse arguments, with every fault in them."""

    def __init__(self, operation: str, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__(f"{operation}: {'; '.join(self.faults)}.")


class NotKnown(BadInput):
    """Refuse a name or number that nothing answers to, with the nearest that something does."""

    def __init__(self, given: str, problem: str, near: Sequence[str] = (), advice: str = "") -> None:
        self.near = tuple(near)
        nearest = f" Nearest: {', '.join(self.near)}." if self.near else ""
        super().__init__(f"{given!r} {problem}.{nearest}{' ' + advice if advice else ''}")


class TooLong(BadInput):
    """Refuse a text longer than is looked at."""

    def __init__(self, what: str, characters: int, limit: int) -> None:
        super().__init__(f"{what} has {characters:,} characters; at most {limit:,} are read.")


class Busy(LoreguideError):
    """Turn a question away because too many of its kind are being worked on."""

    retry_seconds = 2
    """When to ask again."""

    def __init__(self, operation: str) -> None:
        super().__init__(
            f"{operation}: as many boards are being replayed as this server replays at once;"
            f" ask again in {self.retry_seconds} seconds."
        )


class TakesTooLong(LoreguideError):
    """Give up on an answer."""

    def __init__(self, operation: str, seconds: float) -> None:
        super().__init__(f"{operation}: no answer within {seconds:g} seconds; ask for less, say without `explore`.")


class Defect(LoreguideError):
    """Report that the program met something it was not made for, without repeating what was asked."""

    def __init__(self, operation: str, cause: Exception) -> None:
        super().__init__(
            f"{operation}: this question met a defect of the program ({type(cause).__name__}); there is no answer, and asking"
            " the same again gives the same. Please report it."
        )


def error_kind(error: LoreguideError) -> str:
    """Name the class of an error as the wire does, such as ``not_known``."""
    name = type(error).__name__
    return "".join(f"_{char.lower()}" if char.isupper() else char for char in name).lstrip("_")
