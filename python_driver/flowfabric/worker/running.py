"""Running: handlers run in threads or as tasks; their results or errors become `Outcome`s."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import logging
import os
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import psycopg

from .. import calls
from ..errors import ExecutionNotActive, LeaseLost, TransactionRepeated
from ..types import ClaimedExecution
from .async_context import AsyncContext
from .codec import pack
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
from .pauses import Flag, Pauses
from .report import report
from .threads import Threads
from .tracing import Tracing
from .trouble import (
    forbidden_by,
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
        drain_asked: Flag,
        end: Callable[[Held, Outcome], None],
        on_returned: Callable[[str, float], None],
        middlewares: Sequence[Callable[..., Any]] = (),
    ) -> None:
        self._handlers = handlers
        self._concurrency = concurrency
        self._holdings = holdings
        self._drain_asked = drain_asked
        self._end = end
        self._middlewares = middlewares
        # of the lifespan of the application, for `ctx.state`
        self.state: Any = None
        self._on_returned = on_returned
        self._loop = asyncio.get_running_loop()
        self._pid = os.getpid()
        self._tracing = Tracing.find()
        self._thread_io, self._loop_io = ThreadIO(), LoopIO()
        self._thread_pools = new_pools(self._thread_io, conninfo, concurrency)
        self._loop_pools = new_pools(self._loop_io, conninfo, concurrency)
        self._threads = Threads(
            concurrency, self._take_function, self._run_function, self._note_returned
        )
        # of handlers that are coroutines
        self.tasks: set[asyncio.Task[Outcome]] = set()
        # of the following, which threads change as well
        self._lock = threading.Lock()
        self.running = 0
        # how long handlers take; recent ones count more
        self.mean_s: float | None = None

    def accept(self, execution: ClaimedExecution, sent_at: float) -> None:
        """Hold what was claimed by a call that was sent at this time."""
        handler = self._handlers.get(execution.kind) or self._handlers.get("*")
        held = Held(execution, sent_at, handler)
        self._holdings.add(held, is_ready=handler is not None)
        if handler is None:
            self._end(held, PutOff("no handler for its kind", NO_HANDLER))

    def start_ready(self) -> None:
        """In the loop: begin waiting executions while there is room; none while it drains."""
        while held := self._take(is_coroutine):
            held.task = self._loop.create_task(self._run(held))
            self.tasks.add(held.task)
            held.task.add_done_callback(partial(self._note_done, held))
        while self._holdings.first_ready and self.running < self._concurrency:
            try:
                self._threads.wake()
                return
            except Exception as error:  # there are too many threads
                held = self._take(is_function)
                if held is None:
                    return
                self._free(held)
                self._end(held, self._broke(held, error))

    def _take(self, is_wanted: Callable[[Held], bool]) -> Held | None:
        """The first that waits, if it is wanted, and a slot for it; from any thread."""
        with self._lock:
            if self.running >= self._concurrency or self._drain_asked.is_set():
                return None
            held = self._holdings.take_ready(is_wanted)
            if held:
                self.running += 1
            return held

    def _free(self, held: Held) -> None:
        """Give its slot back: its handler has returned, or never began."""
        took_s = held.note_returned()
        with self._lock:
            self.running -= 1
            if took_s is not None:
                self.mean_s = (
                    0.95 * (took_s if self.mean_s is None else self.mean_s) + 0.05 * took_s
                )
        if took_s is not None and held.handler:
            # a meter may be of the application
            with contextlib.suppress(Exception):
                self._on_returned(held.handler.kind, took_s)

    def close(self) -> None:
        """Close it; threads that still run a handler end after that handler."""
        self._threads.end()
        for pool in (*self._thread_pools, *self._loop_pools):
            pool.close()

    # --- handlers in threads ---

    def _take_function(self) -> Held | None:
        held = self._take(is_function)
        following = self._holdings.first_ready if held else None
        # it need not wait for the end of this one; errors: no more threads, or the loop is closed
        with contextlib.suppress(RuntimeError):
            if following and is_function(following):
                self._threads.wake()
            elif following:
                self._loop.call_soon_threadsafe(self.start_ready)
        return held

    def _run_function(self, held: Held) -> Outcome:
        try:
            # the next handler in this thread does not see its context variables
            return contextvars.Context().run(at_once, self._run(held))
        except BaseException as error:
            return self._broke(held, error)
        finally:
            self._free(held)

    def _note_returned(self, returned: Iterable[tuple[Held, Outcome]]) -> None:
        """In the loop: handlers have returned."""
        for held, outcome in returned:
            self._end(held, outcome)
        self.start_ready()
        self._holdings.note_change()

    # --- handlers in tasks ---

    def _note_done(self, held: Held, task: asyncio.Task[Outcome]) -> None:
        self.tasks.discard(task)
        self._free(held)
        try:
            outcome = task.result()
        except asyncio.CancelledError:  # before it had begun
            outcome = PutOff("its task was cancelled", HANDLER_PANIC)
        except BaseException as error:
            outcome = self._broke(held, error)
        self._note_returned([(held, outcome)])

    # --- one execution ---

    async def _run(self, held: Held) -> Outcome:
        """Call the handler; call it again under the same lease when an outage ended it."""
        handler = held.handler
        assert handler
        if not held.begin():
            return Stopped()
        report(logging.INFO, "started", held, type=held.execution.attempt_type)
        pauses = Pauses(0.05, 1.0)
        repetitions, was_allowed = 0, False
        while True:
            began_at = time.monotonic()
            is_wanted = handler.context_name or self._middlewares
            context = self._new_context(held, handler) if is_wanted else None
            answer = None
            try:
                try:
                    if context and handler.version is not None:
                        await context._steps.load()
                    arguments, options = handler.arguments(held.execution, context)
                    failure = None
                    async with self._around(held, context):
                        try:
                            answer = handler.function(*arguments, **options)
                            if handler.is_async:
                                answer = await answer
                        except BaseException as raised:
                            failure = raised
                            raise
                    if failure is not None:
                        # a middleware has swallowed it, which would complete the execution
                        raise failure
                finally:
                    if os.getpid() != self._pid:
                        # a child that the handler has forked: the worker is its parent
                        os._exit(1)
                    if context:
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
                function = forbidden_by(weather)
                if function and await core.is_allowed(function):
                    if was_allowed:  # the handler has changed the role of its session
                        return _outcome_of_error(held, handler, error)
                    was_allowed = True
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

    @contextlib.asynccontextmanager
    async def _around(self, held: Held, context: Any) -> AsyncIterator[None]:
        """The span and the middlewares around a call of a handler."""
        with self._tracing.span(held.execution):
            if not self._middlewares:
                yield
                return
            async with contextlib.AsyncExitStack() as stack:
                for middleware in self._middlewares:
                    manager = middleware(context)
                    if isinstance(manager, contextlib.AbstractAsyncContextManager):
                        await stack.enter_async_context(manager)
                    else:
                        stack.enter_context(manager)
                yield

    def _new_context(self, held: Held, handler: Handler) -> Any:
        context: Any
        if handler.is_async:
            context = AsyncContext(held, self._loop_io, *self._loop_pools)
        else:
            context = Context(held, self._thread_io, *self._thread_pools)
        context.state = self.state
        context._steps.tracing = self._tracing
        return context

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


def is_coroutine(held: Held) -> bool:
    return bool(held.handler and held.handler.is_async)


def is_function(held: Held) -> bool:
    return not is_coroutine(held)


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
    return pack(held.handler.codec if held.handler else None, Completed.of(answer))


def _outcome_of_error(held: Held, handler: Handler, error: BaseException) -> Outcome:
    leaves = leaves_of(error)
    if held.phase is Phase.TOLD:
        # it was ended before: a later error is not a failure of the work
        if not (held.is_parked and isinstance(leaves[0], Parked | asyncio.CancelledError)):
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
