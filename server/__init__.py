"""The doors: MCP, web page and command line over one table of operations."""

from typing import Final

PROGRAM: Final = "loreguide"
"""The name of the distribution, the command and the MCP server."""

GAME: Final = "disney-lorcana"
"""The identifier of the one game that is served."""

__all__ = ["GAME", "PROGRAM"]
