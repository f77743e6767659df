"""One execution that this process holds: the state of it, and the only place that changes it."""

from __future__ import annotations

import asyncio
import contextlib
import enum
import threading
import time
from collections.abc import Iterator
from typing import Any, Protocol

from ..types import ClaimedExecution

LEASE_LOST = "the lease is lost"
CANCEL_REQUESTED = "somebody asked to cancel it"
DRAINING = "the worker ends"


class Interruptible(Protocol):
    was_interrupted: bool

    def cancel(self) -> None: ...


class Phase(enum.Enum):
    QUEUED = enum.auto()
    RUNNING = enum.auto()
    # its handler is committing the end: nothing else is to be done with the lease
    COMMITTING = enum.auto()
    # its handler has told the engine itself, and may still run
    TOLD = enum.auto()
    # its end is known, and the worker has to tell the engine
    FINISHING = enum.auto()
    OVER = enum.auto()


class Held:
    """The lease, by this process's own clock, the phase, and whether the handler is to stop.

    Three threads have a hand in it: the loop of the worker, the keeper of leases, and the thread of
    the handler. Every change is a method of this class, made under its lock.
    """

    __slots__ = (
        "_lock",
        "calling",
        "deadline",
        "execution",
        "is_parked",
        "loop",
        "loss",
        "phase",
        "started_at",
        "stop_reason",
        "stopped",
        "task",
    )

    def __init__(
        self, execution: ClaimedExecution, sent_at: float, loop: asyncio.AbstractEventLoop
    ) -> None:
        self.execution = execution
        self.loop = loop
        # counted from before the call: what the reply took is not ours
        self.deadline = sent_at + execution.lease_remaining_ms / 1000
        self.phase = Phase.QUEUED
        self.started_at: float | None = None
        self.stop_reason: str | None = None
        self.loss: str | None = None
        # for handlers in threads
        self.stopped: threading.Event | None = None
        # of handlers that are coroutines
        self.task: asyncio.Task[Any] | None = None
        # its handler has given the lease back
        self.is_parked = False
        # the connection on which a call of its context may wait for a lock
        self.calling: Interruptible | None = None
        self._lock = threading.Lock()

    @property
    def handle(self) -> str:
        return self.execution.handle

    @property
    def is_lost(self) -> bool:
        return self.stop_reason is LEASE_LOST

    @property
    def is_at_work(self) -> bool:
        """Its handler has not ended, or not begun."""
        return self.phase in (Phase.QUEUED, Phase.RUNNING)

    @property
    def needs_its_lease(self) -> bool:
        """Also what is to be told: that may take long when there is trouble."""
        return not self.is_lost and self.phase in (Phase.QUEUED, Phase.RUNNING, Phase.FINISHING)

    def remaining_s(self) -> float:
        return self.deadline - time.monotonic()

    def took_s(self) -> float:
        return 0.0 if self.started_at is None else time.perf_counter() - self.started_at

    def extend(self, sent_at: float, remaining_ms: int) -> None:
        self.deadline = sent_at + remaining_ms / 1000

    # --- the phases ---

    def begin(self) -> bool:
        """QUEUED → RUNNING, unless it is to stop already."""
        with self._lock:
            if self.phase is not Phase.QUEUED or self.stop_reason is not None:
                return False
            self.phase = Phase.RUNNING
            self.started_at = time.perf_counter()
            return True

    def begin_commit(self) -> bool:
        """RUNNING → COMMITTING, unless it is to stop, or was handed back."""
        return self._move(Phase.RUNNING, Phase.COMMITTING, only_unstopped=True)

    def take_back_commit(self) -> None:
        self._move(Phase.COMMITTING, Phase.RUNNING)

    def note_told(self) -> bool:
        """RUNNING or COMMITTING → TOLD: the engine knows the end from the handler."""
        return self._move(Phase.RUNNING, Phase.TOLD) or self._move(Phase.COMMITTING, Phase.TOLD)

    def note_parked(self) -> None:
        """The same; the execution goes on later."""
        self.is_parked = True
        self.note_told()

    def settle(self) -> bool:
        """→ FINISHING: its end is known now. Only the first who says so settles it."""
        with self._lock:
            if self.phase in (Phase.FINISHING, Phase.OVER):
                return False
            self.phase = Phase.FINISHING
            return True

    def forget(self) -> None:
        with self._lock:
            self.phase = Phase.OVER

    def _move(self, before: Phase, after: Phase, *, only_unstopped: bool = False) -> bool:
        with self._lock:
            if self.phase is not before or (only_unstopped and self.stop_reason is not None):
                return False
            self.phase = after
            return True

    @contextlib.contextmanager
    def interruptible(self, connection: Interruptible) -> Iterator[None]:
        """A call on the connection is cancelled when the lease is lost meanwhile.

        The connection is used no further then: the cancellation may come late.
        """
        self.calling = connection
        try:
            yield
        finally:
            with self._lock:
                self.calling = None

    # --- stopping ---

    def stop(self, reason: str, loss: str | None = None) -> bool:
        """Tell the handler to stop; whether that is news. From any thread."""
        with self._lock:
            if self.phase in (Phase.TOLD, Phase.OVER) or (
                self.stop_reason and (reason is not LEASE_LOST or self.is_lost)
            ):
                return False
            is_news = self.stop_reason is None
            self.loss = loss
            self.stop_reason = reason
            # a commit that is on its way is let through: its outcome would not be known
            is_to_cancel = is_news and self.phase is Phase.RUNNING
            calling = self.calling if is_to_cancel or self.is_lost else None
            if calling is not None:
                calling.was_interrupted = True
        if self.stopped:
            self.stopped.set()
        if calling is not None:
            # it may wait for a lock that its own handler has
            threading.Thread(target=_cancel, args=(calling,), daemon=True).start()
        if is_to_cancel:
            self._cancel_task()
        return is_news

    def stop_quietly(self, reason: str, loss: str | None = None) -> None:
        """The same from within the handler, which gets an exception."""
        with self._lock:
            if not self.is_lost:
                self.stop_reason, self.loss = reason, loss

    def _cancel_task(self) -> None:
        if self.task is None:
            return
        try:
            self.loop.call_soon_threadsafe(self.task.cancel)
        except RuntimeError:  # the loop is closed: nothing runs any more
            return


def _cancel(connection: Interruptible) -> None:
    with contextlib.suppress(Exception):
        connection.cancel()
