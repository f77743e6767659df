"""How loops wait: for an event, or in growing pauses, with jitter to spread the workers."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable


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


async def wait_for_first(events: Iterable[asyncio.Event], seconds: float) -> None:
    """Wait for one of the events."""
    waiting = [asyncio.ensure_future(event.wait()) for event in events]
    try:
        await asyncio.wait(waiting, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for one in waiting:
            one.cancel()


async def wait(event: asyncio.Event, seconds: float | None) -> bool:
    """Wait for the event, without a limit if `seconds` is None; returns whether it came in time."""
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except asyncio.TimeoutError:
        return False
    return True
