"""Questions of many callers are answered within bounds, each where it keeps the others waiting least."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest

from indexer.build import index_folder
from server.errors import Busy, Defect, TakesTooLong
from server.lending import LendingDesk
from server.library import Library
from server.registry import tool_named
from server.service import Bounds, Outcome, Service, Unwatched
from tests.server.doors import SECRET, SLOW


class Notes(Unwatched):
    """Keep how questions ended."""

    def __init__(self) -> None:
        self.ended: list[tuple[str, Outcome]] = []
        self.most = 0
        self.now = 0

    def asked(self, operation: str, outcome: Outcome, seconds: float) -> None:
        self.ended.append((operation, outcome))

    def replaying(self, change: int) -> None:
        self.now += change
        self.most = max(self.most, self.now)


def test_replays_beyond_what_may_wait_are_turned_away_and_look_ups_are_not(built_cache: Path) -> None:
    notes = Notes()
    service = Service(LendingDesk(index_folder(built_cache)), Bounds(replays=1, waiting=2, seconds=60), notes)
    replay, look_up = tool_named("check_scenario"), tool_named("get_rule")
    turned_away = 0

    async def one() -> None:
        nonlocal turned_away
        try:
            await service.ask(replay, {"scenario": SLOW})
        except Busy:
            turned_away += 1

    async def play() -> None:
        async with anyio.create_task_group() as group:
            for _ in range(9):
                group.start_soon(one)
            await anyio.sleep(0)
            assert (await service.ask(look_up, {"ref": "4.6.4.3"})).values["rule"]

    anyio.run(play)
    assert turned_away == 6
    assert notes.most == 3
    assert notes.now == 0
    ended = [outcome for name, outcome in notes.ended if name == "check_scenario"]
    assert len([outcome for outcome in ended if outcome in (Outcome.ANSWERED, Outcome.NEGATIVE)]) == 3
    assert ended.count(Outcome.UNAVAILABLE) == 6


class ThreadsOfLoans(LendingDesk):
    """Notes which threads borrowed."""

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        self.threads: set[int] = set()

    @contextmanager
    def lend(self) -> Iterator[Library]:
        self.threads.add(threading.get_ident())
        with super().lend() as library:
            yield library


@pytest.mark.parametrize(
    ("tool", "arguments", "meanwhile"),
    [
        ("get_rule", {"ref": "4.6.4.3"}, False),
        ("check_deck", {"format": "infinity", "list": "4 Stitch - New Dog"}, True),
        ("check_scenario", {"scenario": {"players": {"Ana": {}, "Ben": {}}}}, True),
    ],
)
def test_what_grows_with_what_is_given_is_answered_beside_the_others(
    built_cache: Path, tool: str, arguments: dict[str, Any], meanwhile: bool
) -> None:
    desk = ThreadsOfLoans(index_folder(built_cache))
    assert anyio.run(Service(desk).ask, tool_named(tool), arguments).values
    assert (threading.get_ident() not in desk.threads) is meanwhile


def test_a_replay_that_takes_too_long_is_given_up_and_keeps_its_place_until_it_ends(built_cache: Path) -> None:
    notes = Notes()
    service = Service(LendingDesk(index_folder(built_cache)), Bounds(replays=1, waiting=0, seconds=0.001), notes)
    service.warm()

    async def play() -> None:
        with pytest.raises(TakesTooLong):
            await service.ask(tool_named("check_scenario"), {"scenario": SLOW})
        with pytest.raises(Busy):
            await service.ask(tool_named("check_scenario"), {"scenario": SLOW})
        with anyio.fail_after(30):
            while notes.now:
                await anyio.sleep(0.01)

    anyio.run(play)
    assert notes.ended == [("check_scenario", Outcome.UNAVAILABLE)] * 2


def test_a_defect_is_told_without_what_was_asked(built_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    service = Service(LendingDesk(index_folder(built_cache)))
    tool = tool_named("get_rule")

    def broken(request: Any, library: Any) -> Any:
        raise KeyError(SECRET)

    import dataclasses

    with pytest.raises(Defect, match="KeyError") as raised:
        anyio.run(service.ask, dataclasses.replace(tool, function=broken), {"ref": "4.6"})
    assert SECRET not in str(raised.value)
