"""Open the databases of a finished index."""

import sqlite3
from pathlib import Path

__all__ = ["open_finished"]


def open_finished(file: Path) -> sqlite3.Connection:
    """Open a database that nobody writes any more, so that nothing can write to it; safe to share between threads.

    :raises sqlite3.Error: it is not there, or is no database.
    """
    uri = f"{file.absolute().as_uri()}?mode=ro&immutable=1"
    return sqlite3.connect(uri, uri=True, check_same_thread=False)
