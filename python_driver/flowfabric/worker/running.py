"""Running: handlers are begun in threads or as tasks; what they answer or raise is an `Outcome`."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from typing import Any

from ..errors import LeaseLost, TransactionRepeated
from .connections import AsyncHandlerConnections, HandlerConnections
from .context import AsyncContext, Context
from .handlers import Handler
from .held import LEASE_LOST, Held, Phase
from .holdings import Holdings
from .inputs import DecodeError, EncodeError, encode
from .outcomes import (
    NO_HANDLER,
    OUTPUT_ENCODE,
    PAYLOAD_DECODE,
    Cancelled,
    Completed,
    Ended,
    Outcome,
    Parked,
    Stopped,
    Verdict,
    judge,
)
from .threads import Threads
from .tracing import Tracing

log = logging.getLogger("flowfabric.worker")


class Runner:
    """Up to `concurrency` handlers at a time. What becomes of each goes to `end`."""

    def __init__(
        self,
        handlers: Mapping[str, Handler],
        concurrency: int,
        connections: HandlerConnections,
        async_connections: AsyncHandlerConnections,
        holdings: Holdings,
        drain_asked: asyncio.Event,
        end: Callable[[Held, Outcome], None],
    ) -> None:
        self._handlers = handlers
        self._concurrency = concurrency
        self._connections = connections
        self._async_connections = async_connections
        self._holdings = holdings
        self._drain_asked = drain_asked
        self._end = end
        self._tracing = Tracing.find()
        self._threads = Threads(concurrency, self._run_function, self._came_back)
        # of handlers that are coroutines
        self.tasks: set[asyncio.Task[None]] = set()
        self.running = 0
        # how long handlers take; those of late count more
        self.mean_s: float | None = None

    def start_ready(self) -> None:
        """Begin what waits, as far as there is room; nothing any more while the worker drains."""
        ready = self._holdings.ready
        while ready and self.running < self._concurrency and not self._drain_asked.is_set():
            held = ready.popleft()
            if held.stop_reason is not None:
                self._end(held, Stopped())
                continue
            handler = self._handler_of(held.execution.kind)
            if handler is None:
                self._end(held, _no_handler(held.execution.kind))
                continue
            self.running += 1
            held.phase = Phase.RUNNING
            held.started_at = time.perf_counter()
            if handler.is_async:
                held.task = asyncio.create_task(self._run_coroutine(held, handler))
                self.tasks.add(held.task)
                held.task.add_done_callback(self.tasks.discard)
            else:
                self._threads.start(held)

    def end_threads(self) -> None:
        """Those that are still at work end after it."""
        self._threads.end()

    def _handler_of(self, kind: str) -> Handler | None:
        return self._handlers.get(kind) or self._handlers.get("*")

    def _run_function(self, held: Held) -> Outcome:
        """In a thread: run a handler, and say what became of it."""
        execution = held.execution
        handler = self._handler_of(execution.kind)
        assert handler is not None, "it was there when the thread was asked to run it"
        context = Context(held, self._connections)
        try:
            arguments = handler.arguments(execution, context)
            with self._tracing.span(execution):
                answer = handler.function(**arguments)
            return _outcome(held, answer)
        except BaseException as error:
            return _outcome_of_error(held, handler, error)

    async def _run_coroutine(self, held: Held, handler: Handler) -> None:
        execution = held.execution
        context = AsyncContext(held, self._async_connections)
        try:
            arguments = handler.arguments(execution, context)
            with self._tracing.span(execution):
                answer = await handler.function(**arguments)
            outcome = _outcome(held, answer)
        except BaseException as error:
            outcome = _outcome_of_error(held, handler, error)
        self._came_back(held, outcome)

    def _came_back(self, held: Held, outcome: Outcome) -> None:
        """In the loop: a handler is done."""
        self.running -= 1
        took_s = time.perf_counter() - held.started_at
        self.mean_s = took_s if self.mean_s is None else 0.95 * self.mean_s + 0.05 * took_s
        # what was handed back, or given up, while its handler went on, is settled
        if held in self._holdings:
            self._end(held, outcome)
        self.start_ready()
        self._holdings.note_change()


def _outcome(held: Held, answer: Any) -> Outcome:
    if held.phase is Phase.OVER:
        return Ended(is_completed=True)
    if isinstance(answer, bytes | bytearray | memoryview):
        return Completed(None, bytes(answer))
    return Completed(None if answer is None else encode(answer), None)


def _outcome_of_error(held: Held, handler: Handler, error: BaseException) -> Outcome:
    if isinstance(error, Parked):
        return Ended(is_completed=False)
    if held.phase is Phase.OVER:
        # it was completed before: what comes after that is not the work's
        log.error("%s failed after its end", held.execution.execution_id, exc_info=error)
        return Ended(is_completed=True)
    if isinstance(error, TransactionRepeated):
        return Ended(is_completed=True)
    if isinstance(error, LeaseLost):
        held.stop_reason, held.loss = LEASE_LOST, error.symbol
        return Stopped()
    if isinstance(error, Cancelled | asyncio.CancelledError) and held.stop_reason:
        return Stopped()
    if isinstance(error, DecodeError):
        return Verdict(str(error)[:2000], "permanent", PAYLOAD_DECODE, None)
    if isinstance(error, EncodeError):
        return Verdict(str(error)[:2000], "permanent", OUTPUT_ENCODE, None)
    return judge(error, handler.permanent)


def _no_handler(kind: str) -> Verdict:
    return Verdict(f'this worker has no handler for kind "{kind}"', "transient", NO_HANDLER, None)
