"""Keep the collector of cyclic garbage from holding up every answer to look through an index that stays.

A full collection visits every object of the process: with an index, the compiled cards and the engine in memory that takes
150 ms, in which nobody is answered. What survives one is not garbage but what stays, so the next one need not visit it.
"""

import gc
import time
from collections.abc import Callable, Mapping
from typing import Final

__all__ = ["Keeper", "keep_what_stays"]

_OLDEST: Final = 2
"""The generation whose collection is a full one."""
_HELD_UP_SECONDS: Final = 0.02
"""A full collection that takes longer holds answers up."""
_LOOK_THROUGH_SECONDS: Final = 3600.0
"""How often everything is looked through all the same, since an index that was swapped out is garbage at last."""


class Keeper:
    """Set aside what has survived a collection that took long, and look through all of it now and then."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began = self._looked_through = clock()

    def __call__(self, phase: str, told: Mapping[str, int]) -> None:
        """Take note of a collection; the interpreter calls this before and after each."""
        if told["generation"] != _OLDEST:
            return
        now = self._clock()
        if phase == "start":
            self._began = now
            if now - self._looked_through >= _LOOK_THROUGH_SECONDS:
                self._looked_through = now
                gc.unfreeze()
        elif now - self._began > _HELD_UP_SECONDS:
            gc.freeze()


def keep_what_stays() -> None:
    """Begin to set aside, in this process, what survives."""
    gc.callbacks.append(Keeper())
