"""One execution that this process holds: its state, which only this module changes."""

from __future__ import annotations

import asyncio
import contextlib
import enum
import sys
import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol

from ..types import ClaimedExecution

if TYPE_CHECKING:
    from .handlers import Handler

LEASE_LOST = "the lease is lost"
CANCEL_REQUESTED = "its cancellation was requested"
DRAINING = "the worker ends"

# How often a thread that waits looks whether it must stop.
STOPPED_S = 0.2


class Lent(Protocol):
    """A connection in the hands of a handler, or of its context."""

    def interrupt(self) -> None: ...

    def abandon(self) -> None: ...


class Phase(enum.Enum):
    QUEUED = enum.auto()
    RUNNING = enum.auto()
    # its handler is committing the end: the worker must not use the lease
    COMMITTING = enum.auto()
    # its handler has sent the end to the engine, and may still run
    TOLD = enum.auto()
    # its end is known, and the worker must send it to the engine
    FINISHING = enum.auto()
    OVER = enum.auto()


class Held:
    """The lease by this process's own clock, the phase, and whether the handler must stop.

    Three threads use it: the loop of the worker, the keeper of leases, and the thread of the
    handler. Every change is a method of this class, made under its lock.
    """

    __slots__ = (
        "_lent",
        "_lock",
        "_took_s",
        "deadline",
        "execution",
        "handler",
        "is_cleaning_up",
        "is_new",
        "is_parked",
        "loss",
        "phase",
        "started_at",
        "stop_reason",
        "stopped",
        "task",
    )

    def __init__(
        self, execution: ClaimedExecution, sent_at: float, handler: Handler | None
    ) -> None:
        self.execution = execution
        # None: this worker has none for its kind
        self.handler = handler
        # counted from before the call: the time until the reply is not part of the lease
        self.deadline = sent_at + execution.lease_remaining_ms / 1000
        self.phase = Phase.QUEUED
        self.started_at: float | None = None
        # how long its handler took, once that has returned
        self._took_s: float | None = None
        self.stop_reason: str | None = None
        self.loss: str | None = None
        # its handler cleans up after a request to cancel
        self.is_cleaning_up = False
        # for handlers in threads
        self.stopped: threading.Event | None = None
        # for handlers that are coroutines
        self.task: asyncio.Task[Any] | None = None
        # its handler has given the lease back
        self.is_parked = False
        # it has no steps: none that this handler has saved, and no earlier lease
        self.is_new = execution.attempt_type == "initial" and execution.lease_epoch == 1
        # the connections on which its handler may wait for the server
        self._lent: set[Lent] = set()
        self._lock = threading.Lock()

    @property
    def handle(self) -> str:
        return self.execution.handle

    @property
    def is_lost(self) -> bool:
        return self.stop_reason is LEASE_LOST

    @property
    def must_stop(self) -> bool:
        """Whether its handler may make no more calls; a request to cancel lets it clean up."""
        reason = self.stop_reason
        return reason is not None and not (self.is_cleaning_up and reason is CANCEL_REQUESTED)

    @property
    def is_at_work(self) -> bool:
        """Whether its handler has not begun, or has not ended."""
        return self.phase in (Phase.QUEUED, Phase.RUNNING)

    @property
    def needs_its_lease(self) -> bool:
        """Whether to renew it; also while its outcome waits to be sent, which may take long."""
        return not self.is_lost and self.phase in (Phase.QUEUED, Phase.RUNNING, Phase.FINISHING)

    @property
    def was_cancelled(self) -> bool:
        """Whether somebody has cancelled its task, rather than something that the task awaited."""
        return self.task is not None and sys.version_info >= (3, 11) and self.task.cancelling() > 0

    def remaining_s(self) -> float:
        return self.deadline - time.monotonic()

    def took_s(self) -> float | None:
        """How long its handler took, or has taken until now; None if it has not begun."""
        if self._took_s is not None or self.started_at is None:
            return self._took_s
        return time.perf_counter() - self.started_at

    def note_returned(self) -> float | None:
        self._took_s = self.took_s()
        return self._took_s

    def extend(self, sent_at: float, remaining_ms: int) -> None:
        self.deadline = sent_at + remaining_ms / 1000

    # --- the phases ---

    def begin(self) -> bool:
        """QUEUED → RUNNING, unless it must stop, or its lease has lapsed."""
        with self._lock:
            if self.phase is not Phase.QUEUED or self.stop_reason is not None:
                return False
            if self.remaining_s() <= 0:  # the answer to the claim has taken so long
                return False
            self.phase = Phase.RUNNING
            self.started_at = time.perf_counter()
            return True

    def begin_commit(self) -> bool:
        """RUNNING → COMMITTING, unless it must stop, or was handed back."""
        return self._move(Phase.RUNNING, Phase.COMMITTING, only_unstopped=True)

    def take_back_commit(self) -> None:
        self._move(Phase.COMMITTING, Phase.RUNNING)

    def note_told(self) -> bool:
        """RUNNING or COMMITTING → TOLD: the engine knows the end from the handler."""
        return self._move(Phase.RUNNING, Phase.TOLD) or self._move(Phase.COMMITTING, Phase.TOLD)

    def note_parked(self) -> None:
        """The same; the execution goes on later, and all of its handler ends now."""
        self.is_parked = True
        self.note_told()
        self._stop_the_rest()

    def settle(self) -> bool:
        """→ FINISHING: its end is known now. Only the first call settles it."""
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

    # --- connections ---

    @contextlib.contextmanager
    def lend(self, connection: Lent) -> Iterator[None]:
        """Interrupt what the connection does when the handler must stop."""
        with self._lock:
            self._lent.add(connection)
        try:
            yield
        finally:
            self.spare(connection)

    def spare(self, connection: Lent) -> None:
        """A commit is not interrupted: its outcome would not be known."""
        with self._lock:
            self._lent.discard(connection)

    def abandon_connections(self) -> None:
        """The handler has ended: end the sessions that it has left open somewhere."""
        with self._lock:
            left = list(self._lent)
        for connection in left:
            connection.abandon()

    # --- stopping ---

    def stop(self, reason: str, loss: str | None = None) -> bool:
        """Ask the handler to stop; returns whether this is the first request. From any thread."""
        with self._lock:
            if self.phase in (Phase.TOLD, Phase.OVER) or (
                self.stop_reason and (reason is not LEASE_LOST or self.is_lost)
            ):
                return False
            is_news = self.stop_reason is None
            self.loss = loss
            self.stop_reason = reason
            # once more if the lease is lost: its handler may be cleaning up
            is_to_cancel = self.phase is Phase.RUNNING
            lent = list(self._lent) if is_to_cancel or self.is_lost else []
        if self.stopped:
            self.stopped.set()
        for connection in lent:
            # it may wait for a lock that its own handler has
            connection.interrupt()
        if is_to_cancel and self.task:
            # the loop may be closed: no handler runs any more
            with contextlib.suppress(RuntimeError):
                self.task.get_loop().call_soon_threadsafe(self.task.cancel)
        return is_news

    def stop_from_inside(self, reason: str, loss: str | None = None) -> None:
        """The same, called by the handler: by a task or thread of it, which gets an exception."""
        with self._lock:
            if self.is_lost:
                return
            self.stop_reason, self.loss = reason, loss
            lent = list(self._lent)
        for connection in lent:
            connection.interrupt()
        self._stop_the_rest()

    def _stop_the_rest(self) -> None:
        """Called by a task or thread of the handler: stop those that call nothing themselves."""
        if self.stopped:
            self.stopped.set()
        # at once: the exception of the calling task comes to the handler in place of this one
        if self.task and self.task is not asyncio.current_task(self.task.get_loop()):
            self.task.cancel()

    def wait(self, seconds: float) -> bool:
        """In its thread: wait, but not after it must stop; returns whether it must."""
        assert self.stopped
        until = time.monotonic() + seconds
        while not (self.must_stop or self.is_parked):
            rest = until - time.monotonic()
            if rest <= 0:
                return False
            if self.stopped.is_set():  # it cleans up
                time.sleep(min(rest, STOPPED_S))
            else:
                self.stopped.wait(rest)
        return True
