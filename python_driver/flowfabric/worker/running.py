"""Running: handlers run in threads or as tasks; their results or errors become `Outcome`s."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Mapping
from typing import Any

import psycopg

from .. import calls
from ..errors import ExecutionNotActive, LeaseLost, TransactionRepeated
from .async_context import AsyncContext
from .connections import LoopIO, ThreadIO, at_once, new_pools
from .generated_context import Context
from .handlers import Handler
from .held import LEASE_LOST, Held, Phase
from .holdings import Holdings
from .inputs import DecodeError, EncodeError, encode
from .outcomes import (
    MAX_REASON,
    MAX_SENT_BYTES,
    OUTPUT_ENCODE,
    PAYLOAD_DECODE,
    Cancelled,
    Completed,
    Ended,
    Failure,
    Outcome,
    Parked,
    Stopped,
    Verdict,
    clean,
    judge,
)
from .pauses import Pauses
from .report import report
from .threads import Threads
from .tracing import Tracing
from .trouble import is_conflict, short, tame, weather_of

# how often a handler is called again under the same lease
MAX_REPETITIONS = 5
# after how long the work is tried again then
PUT_OFF_MS = 2000


class Runner:
    """Runs up to `concurrency` handlers at a time, and passes the outcome of each to `end`."""

    def __init__(
        self,
        handlers: Mapping[str, Handler],
        concurrency: int,
        conninfo: str,
        holdings: Holdings,
        drain_asked: asyncio.Event,
        end: Callable[[Held, Outcome], None],
        turn_away: Callable[[Held], None],
    ) -> None:
        self._handlers = handlers
        self._concurrency = concurrency
        self._holdings = holdings
        self._drain_asked = drain_asked
        self._end = end
        self._stop_flow_member = turn_away
        self._tracing = Tracing.find()
        self._thread_io, self._loop_io = ThreadIO(), LoopIO()
        self._thread_pools = new_pools(self._thread_io, conninfo, concurrency)
        self._loop_pools = new_pools(self._loop_io, conninfo, concurrency)
        self._threads = Threads(concurrency, self._run_function, self._came_back, self._broke)
        # of handlers that are coroutines
        self.tasks: set[asyncio.Task[None]] = set()
        self.running = 0
        # how long handlers take; recent ones count more
        self.mean_s: float | None = None

    def start_ready(self) -> None:
        """Begin waiting executions while there is room; none while the worker drains."""
        ready = self._holdings.ready
        while ready and self.running < self._concurrency and not self._drain_asked.is_set():
            held = ready.popleft()
            handler = self._handler_of(held.execution.kind)
            if handler is None:
                self._stop_flow_member(held)
                continue
            if not held.begin():
                self._end(held, Stopped())
                continue
            self.running += 1
            report(logging.INFO, "started", held, type=held.execution.attempt_type)
            if handler.is_async:
                held.task = asyncio.create_task(self._run_coroutine(held, handler))
                self.tasks.add(held.task)
                held.task.add_done_callback(self.tasks.discard)
            else:
                self._threads.start(held)

    def handler_of_task(self, task: asyncio.Task[Any]) -> Handler | None:
        """The handler that runs as a task, if it is one."""
        for held in self._holdings.all():
            if held.task is task:
                return self._handler_of(held.execution.kind)
        return None

    async def close(self) -> None:
        """Close it; threads that still run a handler end after that handler."""
        self._threads.end()
        for thread_pool in self._thread_pools:
            await thread_pool.close()
        for loop_pool in self._loop_pools:
            await loop_pool.close()

    def _handler_of(self, kind: str) -> Handler | None:
        return self._handlers.get(kind) or self._handlers.get("*")

    # --- one execution ---

    def _run_function(self, held: Held) -> Outcome:
        """In a thread: run a handler, and return its outcome."""
        handler = self._handler_of(held.execution.kind)
        assert handler is not None, "it was there when the thread was asked to run it"
        return at_once(self._run(held, handler))

    async def _run_coroutine(self, held: Held, handler: Handler) -> None:
        try:
            outcome = await self._run(held, handler)
        except BaseException as error:
            outcome = self._broke(held, error)
        self._came_back(held, outcome)

    async def _run(self, held: Held, handler: Handler) -> Outcome:
        """Call the handler; call it again under the same lease when an outage ended it."""
        pauses = Pauses(0.05, 1.0)
        repetitions = 0
        while True:
            context = self._new_context(held, handler)
            try:
                arguments, options = handler.arguments(held.execution, context)
                with self._tracing.span(held.execution):
                    answer = handler.function(*arguments, **options)
                    if handler.is_async:
                        answer = await answer
                return _outcome(held, context, answer)
            except BaseException as raised:
                error = tame(raised)
                weather = _weather(held, error)
                if weather is None:
                    return _outcome_of_error(held, handler, error)
            report(logging.WARNING, "interrupted", held, reason=short(weather))
            repetitions += 1
            if repetitions > MAX_REPETITIONS:
                delay_ms = round(PUT_OFF_MS * random.uniform(0.5, 1.5))
                return Stopped(delay_ms, f"interrupted too often, last by: {short(weather)}")
            try:
                await self._wait_until_fine(context, weather, pauses)
            except BaseException as error:
                if _was_completed(held, context, error):
                    return Ended(is_completed=True)
                return _outcome_of_error(held, handler, error)

    def _new_context(self, held: Held, handler: Handler) -> Any:
        if handler.is_async:
            return AsyncContext(held, self._loop_io, *self._loop_pools)
        return Context(held, self._thread_io, *self._thread_pools)

    async def _wait_until_fine(
        self, context: Context | AsyncContext, weather: psycopg.Error, pauses: Pauses
    ) -> None:
        """Return when the server answers, and the lease is still held; raise otherwise."""
        core = context._core
        await core.pause(pauses.next())
        if not is_conflict(weather):
            await core.call(calls.assert_lease(context.handle))
        context.check()

    def _broke(self, held: Held, error: BaseException) -> Outcome:
        """An error of this package, or of a module that it calls: only this execution fails."""
        report(logging.ERROR, "the worker's own code failed", held, error)
        return Stopped(PUT_OFF_MS, f"the worker failed: {short(error)}")

    def _came_back(self, held: Held, outcome: Outcome) -> None:
        """In the loop: a handler is done."""
        self.running -= 1
        took_s = held.took_s()
        self.mean_s = took_s if self.mean_s is None else 0.95 * self.mean_s + 0.05 * took_s
        self._end(held, outcome)
        self.start_ready()
        self._holdings.note_change()


def _weather(held: Held, error: BaseException) -> psycopg.Error | None:
    """The outage that made the handler fail; None if the handler decided its end itself."""
    if held.phase is Phase.TOLD or isinstance(error, Failure) or not isinstance(error, Exception):
        return None
    return weather_of(error)


def _outcome(held: Held, context: Context | AsyncContext, answer: Any) -> Outcome:
    if held.phase is Phase.TOLD:
        if held.is_parked:
            return Ended(is_completed=False)
        if answer is not None and context._core.completed_without_output:
            report(
                logging.ERROR,
                "the value that the handler returned is lost: ctx.transaction() has completed the "
                "execution without an output; set tx.output",
                held,
            )
        return Ended(is_completed=True)
    if isinstance(answer, bytes | bytearray | memoryview):
        completed = Completed(None, bytes(answer))
    else:
        try:
            completed = Completed(None if answer is None else encode(answer), None)
        except EncodeError as error:
            return Verdict(clean(str(error))[:MAX_REASON], "permanent", OUTPUT_ENCODE, None)
    return completed.refused() if completed.size > MAX_SENT_BYTES else completed


def _outcome_of_error(held: Held, handler: Handler, error: BaseException) -> Outcome:
    if held.is_parked:
        if not isinstance(error, Parked):
            report(logging.ERROR, "its handler failed after the execution had ended", held, error)
        return Ended(is_completed=False)
    if held.phase is Phase.TOLD:
        # it was completed before: a later error is not a failure of the work
        report(logging.ERROR, "its handler failed after the execution had ended", held, error)
        return Ended(is_completed=True)
    if isinstance(error, TransactionRepeated):
        return Ended(is_completed=True)
    if isinstance(error, LeaseLost):
        held.stop_quietly(LEASE_LOST, error.symbol)
        return Stopped()
    if isinstance(error, Cancelled | asyncio.CancelledError | GeneratorExit) and held.stop_reason:
        return Stopped()
    if isinstance(error, DecodeError):
        return Verdict(clean(str(error))[:MAX_REASON], "permanent", PAYLOAD_DECODE, None)
    return judge(error, handler.permanent)


def _was_completed(held: Held, context: Context | AsyncContext, error: BaseException) -> bool:
    """Whether the transaction whose reply was lost has committed, under this very lease."""
    loss = error.__cause__
    return (
        context._core.has_tried_to_complete
        and isinstance(loss, ExecutionNotActive)
        and loss.detail.get("terminal_outcome") == "success"
        and loss.detail.get("lease_epoch") == held.execution.lease_epoch
    )
