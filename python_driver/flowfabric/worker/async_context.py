"""The context of a handler that is a coroutine. The one for functions is generated from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeVar

import psycopg

from .. import calls
from ..calls import Call
from ..client import AsyncClient
from ..types import (
    AppendedFrame,
    CreatedExecution,
    CreatedWaitpoint,
    ObservedSignal,
    SuspendedExecution,
)
from .context_core import Core, Facts
from .held import Held
from .loans import IO, AsyncHandlerConnection, Pool

T = TypeVar("T")


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
        self, input: Any = None, *, kind: str = "default", lane: str | None = None,  # noqa: A002
        key: str | None = None, **options: Any,
    ) -> CreatedExecution:  # fmt: skip
        """Submit another execution, which exists if this transaction commits."""
        return await self.client.run(self._context._spawn_call(input, kind, lane, key, options))


class AsyncContext(Facts):
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

    async def spawn(
        self, input: Any = None, *, kind: str = "default", lane: str | None = None,  # noqa: A002
        key: str | None = None, **options: Any,
    ) -> CreatedExecution:  # fmt: skip
        """Submit another execution, once however often this one is attempted.

        `options` are other arguments of `create_execution`. Without a `key` two spawns are the same
        if they have the same lane, kind, input, and the same place among such spawns.
        """
        return await self.call(self._spawn_call(input, kind, lane, key, options))

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

    async def wait_children(self) -> None:
        """Give the lease back until the execution's dependencies are done; ends the handler."""
        await self._core.give_back(calls.wait_children(self.handle), "wait_children")

    async def delay(self, seconds: float) -> None:
        """Give the lease back, and be called again later, without spending an attempt."""
        await self._core.give_back(calls.delay(self.handle, round(seconds * 1000)), "delay")
