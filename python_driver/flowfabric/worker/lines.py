"""Lines: outcomes wait in them to be sent, or to be sent again."""

from __future__ import annotations

import heapq
import itertools
import math
import time
from collections import deque
from typing import Generic, TypeVar

from .pauses import Flag, wait

Item = TypeVar("Item")


class Line(Generic[Item]):
    """First in, first out; an item for later enters at its time. Used by one loop."""

    def __init__(self) -> None:
        self._ready: deque[Item] = deque()
        self._later: list[tuple[float, int, Item]] = []
        self._numbers = itertools.count()
        self._has_come = Flag()

    def put(self, item: Item) -> None:
        self._ready.append(item)
        self._has_come.set()

    def put_later(self, item: Item, seconds: float) -> None:
        heapq.heappush(self._later, (time.monotonic() + seconds, next(self._numbers), item))
        self._has_come.set()

    @property
    def first(self) -> Item | None:
        """The next item, if it can be taken now."""
        return self._ready[0] if self._ready else None

    def pop(self) -> Item:
        """Take the first one."""
        return self._ready.popleft()

    async def take(self) -> Item:
        """Wait for the next item."""
        while True:
            self._admit()
            if self._ready:
                return self.pop()
            self._has_come.clear()
            seconds = self._later[0][0] - time.monotonic() if self._later else math.inf
            await wait(self._has_come, seconds)

    def _admit(self) -> None:
        now = time.monotonic()
        while self._later and self._later[0][0] <= now:
            self._ready.append(heapq.heappop(self._later)[2])
