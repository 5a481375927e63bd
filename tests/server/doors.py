"""What the tests of the doors use: a command's outcome, and the way to start one in a process of its own."""

import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FIRST_RULING = ROOT / "server" / "examples" / "first_ruling.yaml"
COMMAND = [sys.executable, "-m", "server"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command left."""

    status: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """Standard output read as one JSON value."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """Standard output read as one JSON value a line."""
        return [json.loads(line) for line in self.out.splitlines()]


Loreguide = Callable[..., Outcome]
"""Runs a command in this process."""


def environment(cache: Path) -> dict[str, str]:
    """Give the environment of a process that answers from the index below *cache*."""
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    return {**os.environ, "LOREGUIDE_CACHE": str(cache), "PYTHONPATH": path}
