"""What stays in memory is set aside, so that collecting garbage does not hold answers up, and garbage is found all the same."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from server.web.memory import Keeper


class Clock:
    """A clock that is set by hand."""

    now = 1_000.0

    def __call__(self) -> float:
        return self.now


class Ring:
    """Garbage that only the collector finds."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def thaw() -> Iterator[None]:
    """Leave the collector as it was."""
    yield
    gc.unfreeze()


def collected(keeper: Keeper, clock: Clock, seconds: float, generation: int = 2) -> None:
    keeper("start", {"generation": generation})
    clock.now += seconds
    keeper("stop", {"generation": generation})


def test_what_survives_a_long_collection_is_set_aside() -> None:
    clock = Clock()
    keeper = Keeper(clock)
    collected(keeper, clock, 0.15)
    assert gc.get_freeze_count() > 1_000


@pytest.mark.parametrize(("seconds", "generation"), [(0.005, 2), (0.15, 1)])
def test_what_a_short_or_a_partial_collection_leaves_is_not(seconds: float, generation: int) -> None:
    gc.unfreeze()
    clock = Clock()
    collected(Keeper(clock), clock, seconds, generation)
    assert gc.get_freeze_count() == 0


def test_what_was_set_aside_and_is_garbage_later_is_found_within_the_hour() -> None:
    clock = Clock()
    keeper = Keeper(clock)
    ring = Ring()
    gone = weakref.ref(ring)
    collected(keeper, clock, 0.15)
    del ring
    gc.collect()
    assert gone() is not None, "it is set aside"
    clock.now += 4_000
    gc.callbacks.append(keeper)
    try:
        gc.collect()
    finally:
        gc.callbacks.remove(keeper)
    assert gone() is None
