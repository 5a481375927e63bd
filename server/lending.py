"""Lend the library of the index that counts now, and change over when another index has been swapped in.

A caller keeps the library it was lent to the end of its question, so no answer is made from two indexes. An index whose
files are changed in place is not answered from any more; one whose files are deleted is, as it is open already.
"""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from corpus.errors import IndexDamaged, NotSetUp
from indexer.build import check_files, current_index, index_folder
from indexer.query import IndexStatus
from server.library import Library

__all__ = ["DeskState", "LendingDesk"]

_RETRY_SECONDS: Final = 2.0
"""How long an index that could not be opened is left alone."""
_POINTER: Final = "current"

Mark = tuple[int, int, int, int] | None
"""Device, inode, size and time of change of a file; None when it is not there."""


@dataclass(frozen=True, slots=True)
class DeskState:
    """Whether questions can be answered, and from what."""

    ready: bool
    status: IndexStatus | None = None
    problem: str = ""
    """What is wrong with the index on disk, in a sentence, whether or not an older one still answers."""


@dataclass(slots=True)
class _Lent:
    """An open index, the files it stands on, and how many callers read it."""

    library: Library
    marks: dict[str, Mark]
    borrowers: int = 0
    retired: bool = False

    @property
    def whole(self) -> bool:
        """Whether no file was changed in place; a file that is gone stays open as it was."""
        return all(now is None or now[:2] != mark[:2] or now == mark for now, mark in self._pairs())

    @property
    def gone(self) -> bool:
        """Whether a file is not there any more, or another stands in its place."""
        return any(now is None or now[:2] != mark[:2] for now, mark in self._pairs())

    def _pairs(self) -> Iterator[tuple[Mark, tuple[int, int, int, int]]]:
        return ((_mark(path), mark) for path, mark in self.marks.items() if mark is not None)


class LendingDesk:
    """Hand out the current library; safe to share between threads."""

    def __init__(self, home: Path | None = None) -> None:
        """Lend from the index below *home*, the user's cache when left out."""
        self._home = home or index_folder()
        self._pointer_path = str(self._home / _POINTER)
        self.notice = ""
        """What to say instead while there is no index, as when one is being built."""
        self._lock = threading.RLock()
        self._held: _Lent | None = None
        self._pointer: Mark = None
        """The pointer file when the held index was opened, or opening another was last tried."""
        self._retry_at = 0.0
        self._problem = ""
        self._damaged: dict[str, Mark] = {}
        """Files that were changed in place, as they were before."""

    @contextmanager
    def lend(self) -> Iterator[Library]:
        """Lend the library for one question.

        :raises NotSetUp: there is no index to answer from.
        :raises IndexDamaged: its files have been changed while it was in use.
        """
        with self._lock:
            lent = self._current()
            lent.borrowers += 1
        try:
            yield lent.library
        finally:
            # Looked at afterwards, and whatever came of the question: "there is no such rule" may be what broke.
            whole = lent.whole
            with self._lock:
                lent.borrowers -= 1
                if not whole:
                    self._give_up(lent)
                self._let_go(lent)
            if not whole:
                raise IndexDamaged(self._home)

    def state(self) -> DeskState:
        """Tell whether there is something to answer from, and what is wrong if not."""
        try:
            with self.lend() as library:
                status = library.index.status()
        except NotSetUp as error:
            return DeskState(ready=False, problem=str(error))
        with self._lock:
            gone = self._held is not None and self._held.gone
            problem = self._problem or (f"the index in {self._home} is gone from the disk; run `loreguide setup`" if gone else "")
        return DeskState(ready=True, status=status, problem=problem)

    def close(self) -> None:
        """Let go of the index as soon as nobody reads it."""
        with self._lock:
            self._retire()
            self._pointer = None

    def _current(self) -> _Lent:
        """Give the index that counts, opened now if it is another than before."""
        held = self._held
        pointer = _mark(self._pointer_path)
        if held is not None and (pointer == self._pointer or (pointer is None and held.gone)):
            return held
        if held is not None and time.monotonic() < self._retry_at:
            return held
        try:
            opened = self._open()
        except NotSetUp as error:
            if held is None:
                raise NotSetUp(self.notice) if self.notice else error from None
            # The index before the swap still answers; the new one is tried again a little later.
            self._problem, self._retry_at = str(error), time.monotonic() + _RETRY_SECONDS
            return held
        self._retire()
        self._held, self._pointer, self._problem = opened, pointer, ""
        return opened

    def _open(self) -> _Lent:
        """Open the index that the pointer names, and remember how its files look.

        :raises NotSetUp: it is missing, of another version, or damaged.
        """
        folder = current_index(self._home)
        marks = {str(path): _mark(str(path)) for path in sorted(folder.rglob("*")) if path.is_file()}
        if any(path in self._damaged and self._damaged[path] != mark for path, mark in marks.items()):
            raise IndexDamaged(self._home)
        check_files(folder)
        library = Library(self._home)
        library.index.status()
        if current_index(self._home) != folder:
            library.close()
            return self._open()
        return _Lent(library, marks)

    def _give_up(self, lent: _Lent) -> None:
        """Answer from an index no more, nor from its files unless they are again as they were."""
        with self._lock:
            self._damaged.update(lent.marks)
            if self._held is lent:
                self._retire()

    def _retire(self) -> None:
        if self._held is not None:
            self._held.retired = True
            self._let_go(self._held)
        self._held = None

    @staticmethod
    def _let_go(lent: _Lent) -> None:
        """Close a retired index when its last caller is done."""
        if lent.retired and lent.borrowers == 0:
            lent.library.close()


def _mark(path: str) -> Mark:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)
