"""Threads for handlers that are functions, and how their results come back to the loop."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class Threads(Generic[Item, Result]):
    """Up to `count` threads, begun when needed. The loop is woken once for many results.

    They are daemons: a handler that never returns does not keep the process from ending. If `work`
    raises, `on_error` makes a result of the exception, so that the thread goes on.
    """

    def __init__(
        self,
        count: int,
        work: Callable[[Item], Result],
        deliver: Callable[[Item, Result], None],
        on_error: Callable[[Item, BaseException], Result],
    ) -> None:
        self._count = count
        self._work = work
        self._deliver = deliver
        self._on_error = on_error
        self._loop = asyncio.get_running_loop()
        self._items: SimpleQueue[Item | None] = SimpleQueue()
        self._results: deque[tuple[Item, Result]] = deque()
        self._is_delivery_due = False
        self._threads: list[threading.Thread] = []
        self._busy = 0

    def start(self, item: Item) -> None:
        """Called by the loop. RuntimeError if the system gives no thread at all."""
        if len(self._threads) < min(self._busy + 1, self._count):
            name = f"flowfabric handler {len(self._threads) + 1}"
            thread = threading.Thread(target=self._run, name=name, daemon=True)
            try:
                thread.start()
            except RuntimeError:
                if not self._threads:
                    raise
            else:
                self._threads.append(thread)
        self._busy += 1
        self._items.put(item)

    def end(self) -> None:
        """Let the threads end that have nothing to do."""
        for _ in self._threads:
            self._items.put(None)

    def _run(self) -> None:
        while (item := self._items.get()) is not None:
            try:
                result = self._work(item)
            except BaseException as error:
                result = self._on_error(item, error)
            self._results.append((item, result))
            if not self._is_delivery_due:
                self._is_delivery_due = True
                try:
                    self._loop.call_soon_threadsafe(self._deliver_all)
                except RuntimeError:  # the loop is closed: results are not needed any more
                    return

    def _deliver_all(self) -> None:
        # first the flag: another call delivers results that come after it
        self._is_delivery_due = False
        while self._results:
            self._busy -= 1
            self._deliver(*self._results.popleft())


class DaemonExecutor(ThreadPoolExecutor):
    """For `asyncio.to_thread` of handlers: its threads do not keep the process from ending.

    The loop looks up the names of hosts in it, too: these calls do not wait for those of handlers.
    """

    def __init__(self, count: int) -> None:
        super().__init__(1)  # begins no thread before it is used, and it is not
        self._free = threading.Semaphore(count)
        self._queue: SimpleQueue[Callable[[], None]] = SimpleQueue()

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()

        def run() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                result = function(*args, **kwargs)
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)

        if function is socket.getaddrinfo:
            threading.Thread(target=run, name="flowfabric names", daemon=True).start()
            return future
        self._queue.put(run)
        if self._free.acquire(blocking=False):
            threading.Thread(target=self._drain, name="flowfabric to_thread", daemon=True).start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Close it without waiting for threads that are at work."""

    def _drain(self) -> None:
        """Work until none is left, then end the thread."""
        while True:
            while not self._queue.empty():
                try:
                    run = self._queue.get_nowait()
                except Exception:  # another thread was faster
                    break
                run()
            self._free.release()
            # an item that came between the look and the release
            if self._queue.empty() or not self._free.acquire(blocking=False):
                return
