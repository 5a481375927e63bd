"""The command line: the operations as commands, set-up, and the servers."""

from server.cli.program import main

__all__ = ["main"]
