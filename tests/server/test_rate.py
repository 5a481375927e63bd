"""Clients are limited each for itself, exactly, in one process and in several."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from threading import Thread
from typing import Any

import fakeredis
import pytest

from server.web.rate import CALLER, MemoryMeter, RedisMeter, caller_of
from server.web.settings import Rate

RATE = Rate(per_minute=60, burst=30)


class Clock:
    """A clock that is set by hand."""

    now = 1_000.0

    def __call__(self) -> float:
        return self.now


def taken(meter: Any, caller: str, times: int) -> list[float]:
    async def take() -> list[float]:
        return [await meter.take(caller) for _ in range(times)]

    return asyncio.run(take())


def test_a_burst_passes_and_what_comes_after_it_waits() -> None:
    meter = MemoryMeter(RATE, Clock())
    waits = taken(meter, "a", 35)
    assert waits[:30] == [0.0] * 30
    assert all(wait == pytest.approx(1.0) for wait in waits[30:])


def test_being_turned_away_costs_nothing() -> None:
    clock = Clock()
    meter = MemoryMeter(RATE, clock)
    taken(meter, "a", 500)
    clock.now += 1.0
    assert [wait == 0 for wait in taken(meter, "a", 2)] == [True, False]


def test_in_the_long_run_a_minute_has_sixty_requests() -> None:
    clock = Clock()
    meter = MemoryMeter(RATE, clock)
    passed = 0
    for _ in range(6_000):
        passed += taken(meter, "a", 1) == [0.0]
        clock.now += 0.1
    assert passed == 30 + 599


def test_clients_do_not_take_from_each_other() -> None:
    meter = MemoryMeter(RATE, Clock())
    taken(meter, "greedy", 1_000)
    assert taken(meter, "modest", 30) == [0.0] * 30


def test_the_memory_for_clients_is_bounded() -> None:
    clock = Clock()
    meter = MemoryMeter(RATE, clock)

    async def many() -> None:
        for number in range(120_000):
            clock.now += 0.0001
            await meter.take(f"client {number}")

    asyncio.run(many())
    assert len(meter._full) <= 50_000


@pytest.mark.parametrize(
    ("scope", "caller"),
    [
        ({"client": ("192.0.2.1", 5)}, "192.0.2.1"),
        ({"client": ("2001:db8:1:2:3:4:5:6", 5)}, "2001:db8:1:2::/64"),
        ({"client": ("2001:db8:1:2:ffff::1", 5)}, "2001:db8:1:2::/64"),
        ({"client": None}, "unknown"),
        ({"client": ("192.0.2.1", 5), CALLER: "ana"}, "token ana"),
    ],
)
def test_a_client_is_its_token_or_its_host(scope: dict[str, Any], caller: str) -> None:
    assert caller_of(scope) == caller


@pytest.fixture
def redis_address() -> Iterator[str]:
    """Give the address of a Redis of our own."""
    server = fakeredis.TcpFakeServer(("127.0.0.1", 0), server_type="redis")
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"redis://127.0.0.1:{server.server_address[1]}/0"
    server.shutdown()
    server.server_close()


@asynccontextmanager
async def redis_meter(address: str) -> AsyncIterator[RedisMeter]:
    meter = RedisMeter(RATE, address)
    yield meter
    await meter.close()


def test_processes_that_share_a_redis_count_together(redis_address: str) -> None:
    async def play() -> None:
        async with redis_meter(redis_address) as one, redis_meter(redis_address) as other:
            waits = [await (one, other)[turn % 2].take("a") for turn in range(40)]
            assert sum(wait == 0 for wait in waits) in (30, 31), "one more where a second passes meanwhile"
            assert all(wait == 0 for wait in waits[:30])
            assert all(0 < wait <= 1.0 for wait in waits[31:])
            assert await other.take("b") == 0

    asyncio.run(play())


def test_while_redis_is_away_each_process_counts_for_itself() -> None:
    async def play() -> None:
        async with redis_meter("redis://127.0.0.1:1/0") as meter:
            waits = [await meter.take("a") for _ in range(33)]
            assert waits[:30] == [0.0] * 30
            assert all(wait > 0 for wait in waits[31:])

    asyncio.run(play())
