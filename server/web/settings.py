"""How a server is set: where it listens, whom it answers, how much it takes on."""

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Final

from server.service import Bounds

__all__ = ["LOCAL_HOSTS", "JournalForm", "Rate", "ServeSettings"]

LOCAL_HOSTS: Final = ("127.0.0.1", "localhost", "[::1]")
_EVERYWHERE: Final = ("0.0.0.0", "::")


class JournalForm(StrEnum):
    """What is written to standard error about requests."""

    NONE = "none"
    JSON = "json"
    """One JSON object a line; never what was asked or answered."""


@dataclass(frozen=True, slots=True)
class Rate:
    """How often a client may ask."""

    per_minute: int = 60
    """Requests a minute in the long run; 0 sets no limit."""
    burst: int = 30
    """Requests at once after a pause."""


@dataclass(frozen=True, slots=True)
class ServeSettings:
    """Everything that a worker process has to know; plain data, so that it can be handed to one."""

    host: str = "127.0.0.1"
    port: int = 8180
    """0 takes any free port."""
    allowed_hosts: tuple[str, ...] = ()
    """Names, without port, that requests may be addressed to besides this machine's own."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks whose X-Forwarded-For tells the client."""
    workers: int = 1
    rate: Rate = Rate()
    redis: str | None = None
    """Address of a Redis in which processes count the requests of a client together."""
    token_file: Path | None = None
    """File of the tokens of which a request has to carry one; everybody may ask when left out."""
    journal: JournalForm = JournalForm.NONE
    bounds: Bounds = field(default_factory=Bounds)
    home: Path | None = None
    """Folder of the indexes; the user's cache when left out."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names that requests may be addressed to: this machine's own, the address listened on, and those allowed."""
        own = f"[{self.host}]" if ":" in self.host else self.host
        return (*LOCAL_HOSTS, *(() if self.host in _EVERYWHERE else (own,)), *self.allowed_hosts)
