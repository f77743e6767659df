"""The context of a handler that is a coroutine. The one for functions is generated from it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime, timedelta
from typing import Any, TypeVar, overload

import psycopg

from .. import calls
from ..calls import Call
from ..client import AsyncClient
from ..types import (
    AppendedFrame,
    CreatedWaitpoint,
    ObservedSignal,
    SpawnedChild,
    SuspendedExecution,
)
from .context_core import Core, TaskFacts
from .declarations import submission_of
from .held import Held
from .loans import IO, AsyncHandlerConnection, Pool
from .steps import Child, Steps, delay_of, place_of_caller

T = TypeVar("T")
_Function = Callable[..., Any]
_Later = Coroutine[Any, Any, Any]


class AsyncTransaction:
    """A transaction of the handler, at whose end the execution is completed.

    `connection` is psycopg's, `output` the result that the execution is completed with.
    """

    def __init__(self, connection: psycopg.AsyncConnection[Any], context: AsyncContext) -> None:
        self.connection = connection
        self.client = AsyncClient(connection)
        self.output: Any = None
        self._context = context

    async def execute(self, query: Any, parameters: Any = None) -> psycopg.AsyncCursor[Any]:
        """`connection.execute`."""
        return await self.connection.execute(query, parameters)

    async def spawn(
        self,
        target: Any,
        given: Any = None,
        /,
        *,
        key: str | None = None,
        **options: Any,
    ) -> SpawnedChild:
        """`ctx.spawn`: the child exists if this transaction commits."""
        steps = self._context._steps
        work = submission_of(target, given, options, steps._codec)
        call = steps.spawn_call(steps.child_key(place_of_caller(), key, work), work)
        await self._context._do(steps.note_version())
        return await self.client.run(call)


class AsyncContext(TaskFacts):
    """For a handler that is a coroutine: the methods of `Context`, to be awaited."""

    def __init__(
        self,
        held: Held,
        io: IO[AsyncHandlerConnection],
        own: Pool[AsyncHandlerConnection],
        handlers: Pool[AsyncHandlerConnection],
    ) -> None:
        super().__init__(held)
        self._core = Core(self, io, own, handlers)
        self._steps = Steps(self, self._core, io)

    async def call(self, call: Call[T]) -> T:
        """Run a call of `flowfabric.calls`: in the open transaction, else in one of its own.

        While the database is away the call is sent again, as long as the lease lasts; so it may
        have its effect twice when a reply was lost.
        """
        return await self._core.call(call)

    def connection(self) -> AbstractAsyncContextManager[psycopg.AsyncConnection[Any]]:
        """A clean connection in autocommit mode, for unfenced reads and writes of the handler."""
        return self._core.connection()

    def transaction(
        self, *, complete: bool = True
    ) -> AbstractAsyncContextManager[AsyncTransaction]:
        """A transaction that commits only under the lease; with `complete` it ends the execution.

        The rows written in it and the completion are there together, or neither is. With
        `complete=False` the lease is asserted instead, and the handler goes on. `psycopg.Rollback`
        leaves the block without a commit, and the handler goes on. After a deadlock or a
        serialization failure the handler is called again, at most five times.
        """
        return self._core.transaction(lambda c: AsyncTransaction(c, self), complete=complete)

    async def progress(self, percent: int | None = None, message: str | None = None) -> None:
        """Report the progress of the work; raises `Cancelled` when it should stop."""
        self._take_note(await self.call(calls.progress(self.handle, percent, message)))
        self.check()

    # --- steps ---

    @property
    def version(self) -> Any:
        """The version of the handler that has begun the steps of this execution."""
        return self._steps.version

    def step_id(self, key: str) -> str:
        """An idempotency key for what a step calls: the same in all attempts at that step."""
        return self._steps.step_id(key)

    @overload
    def step(
        self,
        key: str,
        function: Callable[..., Awaitable[T]],
        /,
        *arguments: Any,
        retries: int = 0,
        **options: Any,
    ) -> Coroutine[Any, Any, T]: ...

    @overload
    def step(
        self,
        key: str,
        function: Callable[..., T],
        /,
        *arguments: Any,
        retries: int = 0,
        **options: Any,
    ) -> Coroutine[Any, Any, T]: ...

    def step(
        self, key: str, function: _Function, /, *arguments: Any,
        retries: int = 0, **options: Any,
    ) -> _Later:  # fmt: skip
        """The result of `function(*arguments, **options)`, which is called once and then stored.

        If it raises, nothing is saved; with `retries` it is called again here, so many times, in
        growing pauses. A process that dies between the call and the saving has it called again.
        """
        return self._do(
            self._steps.step(place_of_caller(), key, function, arguments, options, retries)
        )

    @overload
    def transactional_step(
        self, key: str, function: Callable[..., Awaitable[T]], /, *arguments: Any, **options: Any
    ) -> Coroutine[Any, Any, T]: ...

    @overload
    def transactional_step(
        self, key: str, function: Callable[..., T], /, *arguments: Any, **options: Any
    ) -> Coroutine[Any, Any, T]: ...

    def transactional_step(
        self, key: str, function: _Function, /, *arguments: Any,
        **options: Any,
    ) -> _Later:  # fmt: skip
        """The same for `function(connection, *arguments)`: its rows and the step are one commit.

        So they are there exactly once. Keep it short: it holds a transaction open.
        """
        return self._do(
            self._steps.transactional_step(place_of_caller(), key, function, arguments, options)
        )

    def sleep(
        self, key: str, delay: timedelta | None = None, /, *, until: datetime | None = None,
        **units: float,
    ) -> Coroutine[Any, Any, None]:  # fmt: skip
        """Sleep, without a process: `ctx.sleep("cool down", hours=24)`.

        The handler ends here, and is called again from its beginning when the time has come; this
        call then returns at once.
        """
        delay = delay_of(delay, until, units)
        return self._do(self._steps.sleep(place_of_caller(), key, delay, until))

    def wait_for(
        self, name: str, *, timeout: timedelta | float | None = None, key: str | None = None
    ) -> Coroutine[Any, Any, Any]:
        """The payload of the signal of this name, or None when the time has passed. As `sleep`.

        The name is the key of the step; to wait for the same signal again, give another `key`.
        """
        return self._do(self._steps.wait_for(place_of_caller(), name, key, timeout))

    def spawn(
        self,
        target: Any,
        given: Any = None,
        /,
        *,
        key: str | None = None,
        **options: Any,
    ) -> Coroutine[Any, Any, Child]:
        """Submit a child: an execution of a handler, or of a kind. Once, whatever happens.

        `options` are other arguments of `create_execution`, and `on_parent_end`: "cancel" or
        "leave". Without a `key` two children are the same if they have the same lane, kind, input,
        and the same place among such children.
        """
        return self._do(self._steps.spawn(place_of_caller(), target, given, key, options))

    async def gather(self, *children: Any, return_exceptions: bool = False) -> list[Any]:
        """The results of children, in order; as `sleep`, until all of them have ended.

        Raises the `ChildFailed` of the first that has not completed, or returns it in its place.
        """
        return await self._do(self._steps.gather(children, return_exceptions=return_exceptions))

    async def race(self, *children: Any, cancel_others: bool = True) -> Any:
        """The result of the child that ends first; the others are cancelled. As `gather`."""
        return await self._do(self._steps.race(children, cancel_others=cancel_others))

    def map(
        self, target: Any, inputs: Iterable[Any], /, *, concurrency: int, key: str | None = None,
        return_exceptions: bool = False, **options: Any,
    ) -> Coroutine[Any, Any, list[Any]]:  # fmt: skip
        """The results of a child for each input, at most `concurrency` at a time. As `gather`.

        The inputs must be the same in each attempt. `key` tells two maps of one handler apart.
        """
        return self._do(
            self._steps.map(
                place_of_caller(), target, inputs, concurrency=concurrency, key=key,
                return_exceptions=return_exceptions, options=options,
            )
        )  # fmt: skip

    async def continue_as_new(self, input: Any = None) -> None:  # noqa: A002
        """End this life of the execution and begin the next, without steps. Never returns."""
        await self._do(self._steps.continue_as_new(input))

    # --- waiting without steps ---

    async def suspend(
        self,
        condition: Mapping[str, Any],
        *,
        waitpoints: Sequence[Mapping[str, Any]] | None = None,
        timeout_ms: int | None = None,
        timeout_behavior: str = "fail",
        key: str | None = None,
        reason_code: str = "waiting_for_signal",
    ) -> SuspendedExecution:
        """Wait for signals without a worker. It returns when they have come.

        The handler ends here, and is called again from its beginning when the execution goes on;
        this call then returns at once. So the code before it runs twice.
        """
        call = self._suspend_call(
            condition, waitpoints, timeout_ms, timeout_behavior, key, reason_code
        )
        return await self._core.give_back(call, "suspend", lambda a: a.outcome == "suspended")

    async def create_waitpoint(self, key: str, expires_in_ms: int = 3_600_000) -> CreatedWaitpoint:
        """Create a waitpoint to wait for later, whose token can be given away now."""
        return await self.call(calls.create_waitpoint(self.handle, key, expires_in_ms))

    async def append_frame(self, **frame: Any) -> AppendedFrame:
        """Append to the stream of this attempt: `text=`, `json=` or `payload=`, and other arguments
        of `ff_append_frame`."""
        return await self.call(calls.append_frame(self.handle, **frame))

    async def signals(self, *, all: bool = False) -> list[ObservedSignal]:  # noqa: A002
        """The signals that let this attempt go on; with `all` every signal of the attempt."""
        return await self.call(calls.observe_signals(self.handle, all))

    async def delay(self, seconds: float) -> None:
        """Give the lease back, and be called again later, without spending an attempt."""
        await self._core.give_back(calls.delay(self.handle, round(seconds * 1000)), "delay")
