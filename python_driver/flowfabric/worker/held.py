"""One execution that this process holds."""

from __future__ import annotations

import asyncio
import enum
import threading
import time
from typing import Any

from ..types import ClaimedExecution

LEASE_LOST = "the lease is lost"
CANCEL_REQUESTED = "somebody asked to cancel it"
DRAINING = "the worker ends"


class Phase(enum.Enum):
    QUEUED = enum.auto()
    RUNNING = enum.auto()
    # its handler is committing the end: nothing else is to be done with the lease
    COMMITTING = enum.auto()
    # its handler is done, and the worker has to tell
    FINISHING = enum.auto()
    OVER = enum.auto()


class Held:
    """The lease, by this process's own clock, and whether the handler was told to stop.

    Written by the loop of the worker and read by the thread of the handler, or the other way round;
    each write is a single assignment.
    """

    __slots__ = (
        "deadline",
        "execution",
        "is_in_transaction",
        "loss",
        "phase",
        "started_at",
        "stop_reason",
        "stopped",
        "task",
    )

    def __init__(self, execution: ClaimedExecution, sent_at: float) -> None:
        self.execution = execution
        self.started_at = 0.0
        # counted from before the call: what the reply took is not ours
        self.deadline = sent_at + execution.lease_remaining_ms / 1000
        self.phase = Phase.QUEUED
        # its handler may have its row locked
        self.is_in_transaction = False
        self.stop_reason: str | None = None
        self.loss: str | None = None
        self.stopped: threading.Event | None = None
        self.task: asyncio.Task[Any] | None = None

    @property
    def handle(self) -> str:
        return self.execution.handle

    @property
    def is_lost(self) -> bool:
        return self.stop_reason is LEASE_LOST

    def remaining_s(self) -> float:
        return self.deadline - time.monotonic()

    def extend(self, sent_at: float, remaining_ms: int) -> None:
        self.deadline = sent_at + remaining_ms / 1000

    def stop(self, reason: str, loss: str | None = None) -> bool:
        """Tell the handler to stop; whether that is news. Called by the loop of the worker."""
        if self.phase is Phase.OVER or (self.stop_reason and reason is not LEASE_LOST):
            return False
        is_news = self.stop_reason is None
        self.loss = loss
        self.stop_reason = reason
        if self.stopped:
            self.stopped.set()
        # a commit that is on its way is let through: nobody knew what became of it
        if self.task and is_news and self.phase is not Phase.COMMITTING:
            self.task.cancel()
        return is_news
