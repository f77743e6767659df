"""How loops wait: for a flag, or in growing pauses, with jitter to spread the workers."""

from __future__ import annotations

import asyncio
import math
import random


class Pauses:
    """Each is up to twice as long as the one before, at least half of that, at most `longest`."""

    def __init__(self, first: float, longest: float) -> None:
        self._first = first
        self._longest = longest
        self._next = first

    def next(self) -> float:
        pause = self._next
        self._next = min(self._next * 2, self._longest)
        return pause * random.uniform(0.5, 1.0)

    def reset(self) -> None:
        self._next = self._first


class Flag:
    """An event of one loop. To wait for it with a limit takes no task."""

    __slots__ = ("_is_set", "_waiters")

    def __init__(self) -> None:
        self._is_set = False
        self._waiters: set[asyncio.Future[None]] = set()

    def is_set(self) -> bool:
        return self._is_set

    def set(self) -> None:
        self._is_set = True
        for waiter in self._waiters:
            _release(waiter)

    def clear(self) -> None:
        self._is_set = False


async def wait_for_first(flags: tuple[Flag, ...], seconds: float) -> None:
    """Wait until one of the flags is set."""
    if any(flag._is_set for flag in flags):
        return
    loop = asyncio.get_running_loop()
    waiter = loop.create_future()
    timer = None if seconds == math.inf else loop.call_later(seconds, _release, waiter)
    for flag in flags:
        flag._waiters.add(waiter)
    try:
        await waiter
    finally:
        for flag in flags:
            flag._waiters.discard(waiter)
        if timer:
            timer.cancel()


async def wait(flag: Flag, seconds: float = math.inf) -> bool:
    """Wait for the flag; returns whether it was set in time."""
    await wait_for_first((flag,), seconds)
    return flag._is_set


def _release(waiter: asyncio.Future[None]) -> None:
    if not waiter.done():
        waiter.set_result(None)
