"""Running: handlers run in threads or as tasks; their results or errors become `Outcome`s."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable, Mapping
from typing import Any

import psycopg

from .. import calls
from ..errors import ExecutionNotActive, LeaseLost, TransactionRepeated
from .async_context import AsyncContext
from .generated_context import Context
from .handlers import Handler
from .held import Held, Phase
from .holdings import Holdings
from .inputs import DecodeError
from .loans import LoopIO, ThreadIO, at_once, new_pools
from .outcomes import (
    HANDLER_PANIC,
    MAX_REASON,
    NO_HANDLER,
    PAYLOAD_DECODE,
    WORKER_ERROR,
    Cancelled,
    Completed,
    Ended,
    Failure,
    Outcome,
    OutputError,
    Parked,
    PutOff,
    Stopped,
    Verdict,
    clean,
    judge,
    not_stored,
    traceback_of,
)
from .pauses import Pauses
from .report import report
from .threads import Threads
from .tracing import Tracing
from .trouble import (
    is_conflict,
    leaves_of,
    may_be_its_own_doing,
    short,
    tame,
    weather_of,
)

# how often a handler is called again under the same lease
MAX_REPETITIONS = 5

# exceptions that do not stand for a failure
_SIGNS = (Cancelled, Parked, asyncio.CancelledError, GeneratorExit)


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
    ) -> None:
        self._handlers = handlers
        self._concurrency = concurrency
        self._holdings = holdings
        self._drain_asked = drain_asked
        self._end = end
        self._pid = os.getpid()
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
                self._end(held, PutOff("no handler for its kind", NO_HANDLER))
            elif not held.begin():
                self._end(held, Stopped())
            else:
                self._begin(held, handler)

    def _begin(self, held: Held, handler: Handler) -> None:
        self.running += 1
        report(logging.INFO, "started", held, type=held.execution.attempt_type)
        try:
            if handler.is_async:
                held.task = asyncio.create_task(self._run_coroutine(held, handler))
                self.tasks.add(held.task)
                held.task.add_done_callback(self.tasks.discard)
            else:
                self._threads.start(held)
        except Exception as error:  # there are too many threads
            self.running -= 1
            self._end(held, self._broke(held, error))

    def handler_of_task(self, task: asyncio.Task[Any]) -> Handler | None:
        """The handler that runs as a task, if it is one."""
        for held in self._holdings.all():
            if held.task is task:
                return self._handler_of(held.execution.kind)
        return None

    def close(self) -> None:
        """Close it; threads that still run a handler end after that handler."""
        self._threads.end()
        for pool in (*self._thread_pools, *self._loop_pools):
            pool.close()

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
            began_at = time.monotonic()
            try:
                try:
                    arguments, options = handler.arguments(held.execution, context)
                    with self._tracing.span(held.execution):
                        answer = handler.function(*arguments, **options)
                        if handler.is_async:
                            answer = await answer
                finally:
                    if os.getpid() != self._pid:
                        # a child that the handler has forked: the worker is its parent
                        os._exit(1)
                    context._core.end()
                return _outcome(held, context, answer)
            except BaseException as raised:
                error = tame(raised)
            weather = _weather(held, error)
            core = self._new_context(held, handler)._core
            try:
                if weather is None:
                    if _is_loss(error) and held.phase is Phase.RUNNING:
                        await core.check_loss()
                    return _outcome_of_error(held, handler, error)
                report(logging.WARNING, "interrupted", held, reason=short(weather))
                repetitions += 1
                await self._wait_until_fine(core, held, weather, pauses)
                if repetitions <= MAX_REPETITIONS:
                    continue
                if may_be_its_own_doing(weather) and core.answered_since < began_at:
                    # no other connection was interrupted
                    return _outcome_of_error(held, handler, error)
                return PutOff("interrupted too often", cause=short(weather))
            except psycopg.Error as raised:
                # the call that asks for the lease
                return PutOff("interrupted too often", cause=short(raised))
            except BaseException as raised:
                return _outcome_of_error(held, handler, tame(raised))

    def _new_context(self, held: Held, handler: Handler) -> Any:
        if handler.is_async:
            return AsyncContext(held, self._loop_io, *self._loop_pools)
        return Context(held, self._thread_io, *self._thread_pools)

    async def _wait_until_fine(
        self, core: Any, held: Held, weather: psycopg.Error, pauses: Pauses
    ) -> None:
        """Return when the server answers, and the lease is still held; raise otherwise."""
        await core.pause(pauses.next())
        if not is_conflict(weather):
            await core.call(calls.assert_lease(held.handle))
        core.check()

    def _broke(self, held: Held, error: BaseException) -> Outcome:
        """An error of this package, or of a module that it calls: only this execution fails."""
        report(logging.ERROR, "the worker's own code failed", held, traceback_of(error))
        return PutOff("the worker failed", WORKER_ERROR, short(error))

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
    if held.phase is Phase.TOLD:
        return None
    if any(isinstance(leaf, (Failure, *_SIGNS)) for leaf in leaves_of(error)):
        return None
    return weather_of(error)


def _is_loss(error: BaseException) -> bool:
    """Whether a call of the handler itself was told that the lease is lost, or was used before."""
    return any(isinstance(leaf, LeaseLost | TransactionRepeated) for leaf in leaves_of(error))


def _outcome(held: Held, context: Any, answer: Any) -> Outcome:
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
    return Completed.of(answer)


def _outcome_of_error(held: Held, handler: Handler, error: BaseException) -> Outcome:
    leaves = leaves_of(error)
    if held.phase is Phase.TOLD:
        # it was ended before: a later error is not a failure of the work
        if not (held.is_parked and isinstance(leaves[0], Parked)):
            report(
                logging.ERROR,
                "its handler failed after the execution had ended",
                held,
                traceback_of(error),
            )
        return Ended(is_completed=not held.is_parked)
    if any(_completed_it(held, leaf) for leaf in leaves):
        return Ended(is_completed=True)
    if held.stop_reason is not None and not any(isinstance(leaf, Failure) for leaf in leaves):
        # a handler may make any exception of the request to stop
        return Stopped()
    for leaf in leaves:
        if isinstance(leaf, OutputError):
            return not_stored(str(leaf))
    if isinstance(error, asyncio.CancelledError) and held.was_cancelled:
        # another task has cancelled all tasks, perhaps
        return PutOff("its task was cancelled", HANDLER_PANIC)
    if isinstance(error, DecodeError):
        return Verdict(clean(str(error))[:MAX_REASON], "permanent", PAYLOAD_DECODE, None)
    return judge(error, handler.permanent)


def _completed_it(held: Held, error: BaseException) -> bool:
    """Whether the error says that the execution was completed, under this very lease.

    The handler did it, by a call of its own or by a transaction whose reply was lost.
    """
    loss = error.__cause__ if isinstance(error, Cancelled) else error
    return (
        isinstance(loss, ExecutionNotActive)
        and loss.detail.get("execution_id") == str(held.execution.execution_id)
        and loss.detail.get("terminal_outcome") == "success"
        and loss.detail.get("lease_epoch") == held.execution.lease_epoch
    )
