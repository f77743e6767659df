"""Threads for handlers that are functions, and how their results come back to the loop."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class Threads(Generic[Item, Result]):
    """Up to `count` threads, begun when needed. They take items themselves, one after the other.

    So quick handlers need no change of threads for each item, and the loop is woken once for many
    results. The threads are daemons: a handler that never returns does not keep the process from
    ending. `take` and `work` raise no exception.
    """

    def __init__(
        self,
        count: int,
        take: Callable[[], Item | None],
        work: Callable[[Item], Result],
        deliver: Callable[[Iterator[tuple[Item, Result]]], None],
    ) -> None:
        self._count = count
        self._take = take
        self._work = work
        self._deliver = deliver
        self._loop = asyncio.get_running_loop()
        self._results: deque[tuple[Item, Result]] = deque()
        self._is_delivery_due = False
        self._lock = threading.Lock()
        self._begun = 0
        self._idle = 0
        self._is_ended = False
        # there was an item while all threads were at work
        self._is_wanted = False
        self._wakes = threading.Semaphore(0)

    def wake(self) -> None:
        """Let one more thread look for an item; from any thread.

        RuntimeError if the system gives no thread at all.
        """
        with self._lock:
            if self._idle:
                self._idle -= 1
                self._wakes.release()
                return
            if self._begun == self._count:
                self._is_wanted = True
                return
            self._begun += 1
            name = f"flowfabric handler {self._begun}"
        try:
            threading.Thread(target=self._run, name=name, daemon=True).start()
        except RuntimeError:
            with self._lock:
                self._begun -= 1
                self._is_wanted = True
                if not self._begun:
                    raise

    def end(self) -> None:
        """Let the threads end that have nothing to do."""
        self._is_ended = True
        for _ in range(self._count):
            self._wakes.release()

    def _run(self) -> None:
        while not self._is_ended:
            while (item := self._take()) is not None:
                self._results.append((item, self._work(item)))
                self._ask_for_delivery()
            with self._lock:
                if self._is_wanted:
                    self._is_wanted = False
                    continue
                self._idle += 1
            self._wakes.acquire()

    def _ask_for_delivery(self) -> None:
        if not self._is_delivery_due:
            self._is_delivery_due = True
            # the loop may be closed: then results are not needed any more
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._deliver_all)

    def _deliver_all(self) -> None:
        # first the flag: another call delivers results that come after it
        self._is_delivery_due = False
        try:
            self._deliver(self._drain())
        finally:
            if self._results:
                self._ask_for_delivery()

    def _drain(self) -> Iterator[tuple[Item, Result]]:
        while self._results:
            yield self._results.popleft()


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
