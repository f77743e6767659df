"""What a handler can do besides answering: one context for each execution that runs.

`Context` is for functions, which run in threads, `AsyncContext` for coroutines. Their methods are
the same, and what they do is written once, in `_Core`.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

import psycopg
from psycopg.types.json import Jsonb

from .. import calls
from ..calls import Call
from ..client import AsyncClient, Client
from ..errors import LeaseLost
from ..types import (
    AppendedFrame,
    ClaimedExecution,
    CreatedExecution,
    CreatedWaitpoint,
    LeaseRenewal,
    ObservedSignal,
    SuspendedExecution,
)
from .connections import IO, AsyncHandlerConnection, C, HandlerConnection, Pool, at_once
from .held import CANCEL_REQUESTED, LEASE_LOST, Held, Phase
from .inputs import encode, encode_input
from .outcomes import Cancelled, Parked
from .pauses import Pauses
from .trouble import is_weather, short

log = logging.getLogger("flowfabric.worker")

T = TypeVar("T")

LONGEST_PAUSE_S = 2.0


class _Facts:
    """What can be said about the execution without asking anybody."""

    def __init__(self, held: Held) -> None:
        self._held = held
        self._suspensions = 0
        self._spawned: dict[str, int] = {}

    @property
    def execution(self) -> ClaimedExecution:
        """The answer of the claim."""
        return self._held.execution

    @property
    def execution_id(self) -> UUID:
        return self._held.execution.execution_id

    @property
    def handle(self) -> str:
        """For calls of the engine that this context does not have."""
        return self._held.execution.handle

    @property
    def kind(self) -> str:
        return self._held.execution.kind

    @property
    def lane_id(self) -> str:
        return self._held.execution.lane_id

    @property
    def tags(self) -> Mapping[str, str]:
        return self._held.execution.tags

    @property
    def attempt_index(self) -> int:
        return self._held.execution.attempt_index

    @property
    def attempt_type(self) -> str:
        """initial, retry, reclaim, replay or resume."""
        return self._held.execution.attempt_type

    @property
    def flow_id(self) -> UUID | None:
        return self._held.execution.flow_id

    @property
    def deadline_at(self) -> datetime | None:
        return self._held.execution.deadline_at

    @property
    def lease_remaining_s(self) -> float:
        """How long the lease lasts if it is not renewed any more, by this process's clock."""
        return self._held.remaining_s()

    @property
    def is_stopping(self) -> bool:
        """Whether the handler should end: lease lost, cancelled, or the worker drains."""
        return self._held.stop_reason is not None

    @property
    def stop_reason(self) -> str | None:
        return self._held.stop_reason

    def check(self) -> None:
        """Raise `Cancelled` if the handler should end; cheap, for loops."""
        if self._held.stop_reason is not None:
            raise Cancelled(self._held.stop_reason)
        if self._held.phase is not Phase.RUNNING:
            raise RuntimeError("the execution was ended by this handler already")

    def _take_note(self, renewal: LeaseRenewal) -> LeaseRenewal:
        if renewal.cancel_requested and self._held.stop_reason is None:
            self._held.stop_quietly(CANCEL_REQUESTED)
        return renewal

    def _park(self) -> None:
        self._held.note_told()
        raise Parked

    def _suspend_call(
        self,
        condition: Mapping[str, Any],
        waitpoints: Sequence[Mapping[str, Any]] | None,
        timeout_ms: int | None,
        timeout_behavior: str,
        key: str | None,
        reason_code: str,
    ) -> Call[SuspendedExecution]:
        self._suspensions += 1
        options: dict[str, Any] = {} if waitpoints is None else {"waitpoints": list(waitpoints)}
        if timeout_ms is not None:
            options |= {"timeout_ms": timeout_ms, "timeout_behavior": timeout_behavior}
        return calls.suspend(
            self.handle,
            dict(condition),
            reason_code=reason_code,
            idempotency_key=key or f"suspension-{self._suspensions}",
            **options,
        )

    def _spawn_call(
        self,
        input: Any,  # noqa: A002
        kind: str,
        lane: str | None,
        key: str | None,
        options: dict[str, Any],
    ) -> Call[CreatedExecution]:
        """Under a key that the same spawn of another attempt has again."""
        if key is None:
            text = json.dumps([lane, kind, json.loads(encode_input(input))], sort_keys=True)
            digest = hashlib.sha256(text.encode()).hexdigest()[:32]
            self._spawned[digest] = self._spawned.get(digest, 0) + 1
            key = f"{digest}/{self._spawned[digest]}"
        options = {"namespace": self._held.execution.namespace} | options
        return calls.create_execution(
            lane or self.lane_id,
            None if input is None else Jsonb(input, dumps=encode_input),
            kind=kind,
            idempotency_key=f"{self.execution_id}/{key}",
            **options,
        )


class _Core(Generic[C]):
    """The calls of both contexts to the database, on `ThreadIO` or on `LoopIO`."""

    def __init__(self, facts: _Facts, io: IO[C], own: Pool[C], handlers: Pool[C]) -> None:
        self._facts = facts
        self._held = facts._held
        self._io = io
        self._own = own
        self._handlers = handlers
        # the transaction of the handler that is open
        self._open: C | None = None
        # whether a transaction may have committed the end although its reply was lost
        self.has_tried_to_complete = False
        self.completed_without_output = False

    async def call(self, call: Call[T]) -> T:
        """Run a call until the server has answered it, or the lease is over.

        While a transaction of the handler is open the call is part of it. A connection of its own
        would wait for the locks of that transaction, which is not committed before the call ends.
        """
        self._facts.check()
        pauses = Pauses(0.1, LONGEST_PAUSE_S)
        while True:
            try:
                if self._open is not None:
                    return await self._io.run(self._open, call, accept_replays=False)
                async with self._own.connection() as connection:
                    return await self._io.run(connection, call, accept_replays=True)
            except LeaseLost as loss:
                raise self._lost(loss) from loss
            except psycopg.Error as error:
                if self._open is not None or not is_weather(error):
                    raise
                log.warning("%s: no answer to a call: %s", self._facts.execution_id, short(error))
            await self._io.pause(self._held, pauses.next())
            self._facts.check()

    async def pause(self, seconds: float) -> None:
        """No longer than until the handler should stop."""
        await self._io.pause(self._held, seconds)

    async def call_outside(self, call: Call[T], name: str) -> T:
        """The same for a call that gives the lease back, and so ends the handler."""
        if self._open is not None:
            raise RuntimeError(
                f"ctx.{name}() inside ctx.transaction() would be rolled back with it: "
                "call it after the transaction"
            )
        return await self.call(call)

    @contextlib.asynccontextmanager
    async def connection(self) -> AsyncIterator[C]:
        self._facts.check()
        async with self._handlers.connection() as connection:
            yield connection

    @contextlib.asynccontextmanager
    async def transaction(self, make: Callable[[C], Any], *, complete: bool) -> AsyncIterator[Any]:
        self._facts.check()
        if self._open is not None:
            raise RuntimeError(
                "ctx.transaction() inside ctx.transaction(): a savepoint is "
                "tx.connection.transaction()"
            )
        # Only a commit ends the execution: a block that a handler leaves by psycopg.Rollback ends
        # without an exception, and without a commit.
        is_committed = False
        output = None
        try:
            async with (
                self._handlers.connection() as connection,
                self._io.transaction(connection),
            ):
                self._open = connection
                transaction = make(connection)
                yield transaction
                self._facts.check()
                end: Call[Any]
                if complete:
                    output = transaction.output
                    end = calls.complete(self._held.handle, _as_jsonb(output))
                    if not self._held.begin_commit():
                        raise Cancelled(self._held.stop_reason)
                    self.has_tried_to_complete = True
                else:
                    end = calls.assert_lease(self._held.handle)
                _: Any = await self._io.run(connection, end, accept_replays=False)
                is_committed = True
        except BaseException as error:
            self._held.take_back_commit()
            if isinstance(error, LeaseLost):
                raise self._lost(error) from error
            raise
        finally:
            self._open = None
        if complete and is_committed:
            self.completed_without_output = output is None
            self._held.note_told()

    def _lost(self, loss: LeaseLost) -> Cancelled:
        self._held.stop_quietly(LEASE_LOST, loss.symbol)
        return Cancelled(LEASE_LOST)


class Transaction:
    """A transaction of the handler's own, at whose end the execution is completed.

    `connection` is psycopg's, `output` what the execution is completed with.
    """

    def __init__(self, connection: psycopg.Connection[Any], context: Context) -> None:
        self.connection = connection
        self.client = Client(connection)
        self.output: Any = None
        self._context = context

    def execute(self, query: Any, parameters: Any = None) -> psycopg.Cursor[Any]:
        """`connection.execute`."""
        return self.connection.execute(query, parameters)

    def spawn(
        self, input: Any = None, *, kind: str = "default", lane: str | None = None,  # noqa: A002
        key: str | None = None, **options: Any,
    ) -> CreatedExecution:  # fmt: skip
        """Submit another execution, which exists if this transaction commits."""
        return self.client.run(self._context._spawn_call(input, kind, lane, key, options))


class Context(_Facts):
    """For a handler that is a function. Its methods may be called from its own thread."""

    def __init__(
        self,
        held: Held,
        io: IO[HandlerConnection],
        own: Pool[HandlerConnection],
        handlers: Pool[HandlerConnection],
    ) -> None:
        super().__init__(held)
        held.stopped = threading.Event()
        if held.stop_reason:
            held.stopped.set()
        self._core = _Core(self, io, own, handlers)

    def sleep(self, seconds: float) -> None:
        """Sleep, but no longer than until the handler should stop."""
        if self._held.stopped and self._held.stopped.wait(seconds):
            self.check()

    def call(self, call: Call[T]) -> T:
        """Run a call of `flowfabric.calls`: in the open transaction, else in one of its own.

        While the database is away the call is sent again, as long as the lease lasts; so it may
        have its effect twice when a reply was lost.
        """
        return at_once(self._core.call(call))

    @contextlib.contextmanager
    def connection(self) -> Iterator[psycopg.Connection[Any]]:
        """A clean connection in autocommit mode, for unfenced reads and writes of the handler."""
        with _in_thread(self._core.connection()) as connection:
            yield connection

    @contextlib.contextmanager
    def transaction(self, *, complete: bool = True) -> Iterator[Transaction]:
        """A transaction that commits only under the lease; with `complete` it ends the execution.

        The rows written in it and the completion are there together, or neither is. With
        `complete=False` the lease is asserted instead, and the handler goes on. `psycopg.Rollback`
        leaves the block without a commit, and the handler goes on. After a deadlock or a
        serialization failure the handler is called again, at most five times.
        """
        with _in_thread(
            self._core.transaction(
                lambda connection: Transaction(connection, self), complete=complete
            )
        ) as transaction:
            yield transaction

    def progress(self, percent: int | None = None, message: str | None = None) -> None:
        """Tell how far the work is; raises `Cancelled` when it should stop."""
        self._take_note(self.call(calls.progress(self.handle, percent, message)))
        self.check()

    def spawn(
        self, input: Any = None, *, kind: str = "default", lane: str | None = None,  # noqa: A002
        key: str | None = None, **options: Any,
    ) -> CreatedExecution:  # fmt: skip
        """Submit another execution, once however often this one is attempted.

        Other arguments of `create_execution` are `options`. Without a `key` two spawns are the same
        if lane, kind, input and their order among their likes are.
        """
        return self.call(self._spawn_call(input, kind, lane, key, options))

    def suspend(
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
        this call then returns at once. So what stands before it runs twice.
        """
        call = self._suspend_call(
            condition, waitpoints, timeout_ms, timeout_behavior, key, reason_code
        )
        answer = at_once(self._core.call_outside(call, "suspend"))
        if answer.outcome == "suspended":
            self._park()
        return answer

    def create_waitpoint(self, key: str, expires_in_ms: int = 3_600_000) -> CreatedWaitpoint:
        """A waitpoint to be waited for later, whose token can be given away now."""
        return self.call(calls.create_waitpoint(self.handle, key, expires_in_ms))

    def append_frame(self, **frame: Any) -> AppendedFrame:
        """Append to the stream of this attempt: `text=`, `json=` or `payload=`, and other arguments
        of `ff_append_frame`."""
        return self.call(calls.append_frame(self.handle, **frame))

    def signals(self, *, all: bool = False) -> list[ObservedSignal]:  # noqa: A002
        """The signals that let this attempt go on; with `all` whatever came."""
        return self.call(calls.observe_signals(self.handle, all))

    def wait_children(self) -> None:
        """Give the lease back until what the execution depends on is done; ends the handler."""
        at_once(self._core.call_outside(calls.wait_children(self.handle), "wait_children"))
        self._park()

    def delay(self, seconds: float) -> None:
        """Give the lease back, and be called again later, without spending an attempt."""
        at_once(self._core.call_outside(calls.delay(self.handle, round(seconds * 1000)), "delay"))
        self._park()


class AsyncTransaction:
    """The same as `Transaction`, for coroutines."""

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


class AsyncContext(_Facts):
    """For a handler that is a coroutine: the methods of `Context`, to be awaited."""

    def __init__(
        self,
        held: Held,
        io: IO[AsyncHandlerConnection],
        own: Pool[AsyncHandlerConnection],
        handlers: Pool[AsyncHandlerConnection],
    ) -> None:
        super().__init__(held)
        self._core = _Core(self, io, own, handlers)

    async def call(self, call: Call[T]) -> T:
        """Run a call of `flowfabric.calls`: in the open transaction, else in one of its own."""
        return await self._core.call(call)

    def connection(self) -> AbstractAsyncContextManager[psycopg.AsyncConnection[Any]]:
        """A clean connection in autocommit mode, for unfenced reads and writes of the handler."""
        return self._core.connection()

    def transaction(
        self, *, complete: bool = True
    ) -> AbstractAsyncContextManager[AsyncTransaction]:
        """A transaction that commits only under the lease; `complete` ends the execution."""
        return self._core.transaction(lambda c: AsyncTransaction(c, self), complete=complete)

    async def progress(self, percent: int | None = None, message: str | None = None) -> None:
        """Tell how far the work is; raises `Cancelled` when it should stop."""
        self._take_note(await self.call(calls.progress(self.handle, percent, message)))
        self.check()

    async def spawn(
        self, input: Any = None, *, kind: str = "default", lane: str | None = None,  # noqa: A002
        key: str | None = None, **options: Any,
    ) -> CreatedExecution:  # fmt: skip
        """Submit another execution, once however often this one is attempted."""
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
        """Wait for signals without a worker. It returns when they have come."""
        call = self._suspend_call(
            condition, waitpoints, timeout_ms, timeout_behavior, key, reason_code
        )
        answer = await self._core.call_outside(call, "suspend")
        if answer.outcome == "suspended":
            self._park()
        return answer

    async def create_waitpoint(self, key: str, expires_in_ms: int = 3_600_000) -> CreatedWaitpoint:
        """A waitpoint to be waited for later, whose token can be given away now."""
        return await self.call(calls.create_waitpoint(self.handle, key, expires_in_ms))

    async def append_frame(self, **frame: Any) -> AppendedFrame:
        """Append to the stream of this attempt: `text=`, `json=` or `payload=`."""
        return await self.call(calls.append_frame(self.handle, **frame))

    async def signals(self, *, all: bool = False) -> list[ObservedSignal]:  # noqa: A002
        """The signals that let this attempt go on; with `all` whatever came."""
        return await self.call(calls.observe_signals(self.handle, all))

    async def wait_children(self) -> None:
        """Give the lease back until what the execution depends on is done; ends the handler."""
        await self._core.call_outside(calls.wait_children(self.handle), "wait_children")
        self._park()

    async def delay(self, seconds: float) -> None:
        """Give the lease back, and be called again later, without spending an attempt."""
        await self._core.call_outside(calls.delay(self.handle, round(seconds * 1000)), "delay")
        self._park()


@contextlib.contextmanager
def _in_thread(manager: AbstractAsyncContextManager[T]) -> Iterator[T]:
    """A context manager of `ThreadIO`, for `with`."""
    value = at_once(manager.__aenter__())
    try:
        yield value
    except BaseException as error:
        if not at_once(manager.__aexit__(type(error), error, error.__traceback__)):
            raise
    else:
        at_once(manager.__aexit__(None, None, None))


def _as_jsonb(output: Any) -> Any:
    return None if output is None else Jsonb(output, dumps=encode)
