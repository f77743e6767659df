"""Threads for handlers that are functions, and how their results come back to the loop."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from typing import Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class Threads(Generic[Item, Result]):
    """Up to `count` threads, begun when needed. The loop is woken once for many results.

    They are daemons: a handler that never returns does not keep the process from ending.
    """

    def __init__(
        self,
        count: int,
        work: Callable[[Item], Result],
        deliver: Callable[[Item, Result], None],
    ) -> None:
        self._count = count
        self._work = work
        self._deliver = deliver
        self._loop = asyncio.get_running_loop()
        self._items: SimpleQueue[Item | None] = SimpleQueue()
        self._results: deque[tuple[Item, Result]] = deque()
        self._is_delivery_due = False
        self._threads: list[threading.Thread] = []
        self._busy = 0

    def start(self, item: Item) -> None:
        """Called by the loop."""
        self._busy += 1
        if len(self._threads) < min(self._busy, self._count):
            name = f"flowfabric handler {len(self._threads) + 1}"
            thread = threading.Thread(target=self._run, name=name, daemon=True)
            self._threads.append(thread)
            thread.start()
        self._items.put(item)

    def end(self) -> None:
        """Let the threads end that have nothing to do."""
        for _ in self._threads:
            self._items.put(None)

    def _run(self) -> None:
        while (item := self._items.get()) is not None:
            self._results.append((item, self._work(item)))
            if not self._is_delivery_due:
                self._is_delivery_due = True
                try:
                    self._loop.call_soon_threadsafe(self._deliver_all)
                except RuntimeError:  # the loop is closed: nobody waits for results any more
                    return

    def _deliver_all(self) -> None:
        # first the flag: what comes after it is delivered by another call
        self._is_delivery_due = False
        while self._results:
            self._busy -= 1
            self._deliver(*self._results.popleft())
