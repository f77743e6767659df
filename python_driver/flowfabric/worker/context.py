"""What a handler can do besides answering: one context for each execution that runs.

`Context` is for functions, which run in threads, `AsyncContext` for coroutines. Their methods are
the same.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import threading
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar
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
from .connections import AsyncHandlerConnections, HandlerConnections
from .held import CANCEL_REQUESTED, LEASE_LOST, Held, Phase
from .inputs import encode
from .outcomes import Cancelled, Parked

T = TypeVar("T")


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
    def execution_id(self) -> str:
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
        if self._held.phase in (Phase.COMMITTING, Phase.OVER):
            raise RuntimeError("the execution was ended by this handler already")

    def _take_note(self, renewal: LeaseRenewal) -> LeaseRenewal:
        if renewal.cancel_requested and self._held.stop_reason is None:
            self._held.stop_reason = CANCEL_REQUESTED
        return renewal

    def _lose(self, loss: LeaseLost) -> None:
        self._held.loss = loss.symbol
        self._held.stop_reason = LEASE_LOST

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
            text = json.dumps([lane, kind, json.loads(encode(input))], sort_keys=True)
            digest = hashlib.sha256(text.encode()).hexdigest()[:32]
            self._spawned[digest] = self._spawned.get(digest, 0) + 1
            key = f"{digest}/{self._spawned[digest]}"
        options = {"namespace": self._held.execution.namespace} | options
        return calls.create_execution(
            lane or self.lane_id,
            None if input is None else Jsonb(input, dumps=encode),
            kind=kind,
            idempotency_key=f"{self.execution_id}/{key}",
            **options,
        )


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

    def __init__(self, held: Held, connections: HandlerConnections) -> None:
        super().__init__(held)
        held.stopped = threading.Event()
        if held.stop_reason:
            held.stopped.set()
        self._connections = connections

    def sleep(self, seconds: float) -> None:
        """Sleep, but no longer than until the handler should stop."""
        if self._held.stopped and self._held.stopped.wait(seconds):
            self.check()

    def call(self, call: Call[T]) -> T:
        """Run a call of `flowfabric.calls`, in a transaction of its own."""
        self.check()
        try:
            with self._connections.connection() as connection:
                return Client(connection, accept_replays=True).run(call)
        except LeaseLost as loss:
            self._lose(loss)
            raise Cancelled(LEASE_LOST) from loss

    @contextlib.contextmanager
    def connection(self) -> Iterator[psycopg.Connection[Any]]:
        """A connection in autocommit mode, for whatever the handler reads or writes unfenced."""
        self.check()
        with self._connections.connection() as connection:
            yield connection

    @contextlib.contextmanager
    def transaction(self, *, complete: bool = True) -> Iterator[Transaction]:
        """A transaction that commits only under the lease; with `complete` it ends the execution.

        The rows written in it and the completion are there together, or neither is. With
        `complete=False` the lease is asserted instead, and the handler goes on.
        """
        self.check()
        self._held.is_in_transaction = True
        try:
            with self._connections.connection() as connection, connection.transaction():
                transaction = Transaction(connection, self)
                yield transaction
                self.check()
                if complete:
                    self._held.phase = Phase.COMMITTING
                    transaction.client.run(
                        calls.complete(self.handle, _as_jsonb(transaction.output))
                    )
                else:
                    transaction.client.run(calls.assert_lease(self.handle))
        except BaseException as error:
            if self._held.phase is Phase.COMMITTING:
                self._held.phase = Phase.RUNNING
            if isinstance(error, LeaseLost):
                self._lose(error)
                raise Cancelled(LEASE_LOST) from error
            raise
        finally:
            self._held.is_in_transaction = False
        if complete:
            self._held.phase = Phase.OVER

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
        answer = self.call(call)
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
        self.call(calls.wait_children(self.handle))
        self._park()

    def delay(self, seconds: float) -> None:
        """Give the lease back, and be called again later, without spending an attempt."""
        self.call(calls.delay(self.handle, round(seconds * 1000)))
        self._park()

    def _park(self) -> None:
        self._held.phase = Phase.OVER
        raise Parked


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

    def __init__(self, held: Held, connections: AsyncHandlerConnections) -> None:
        super().__init__(held)
        self._connections = connections

    async def call(self, call: Call[T]) -> T:
        """Run a call of `flowfabric.calls`, in a transaction of its own."""
        self.check()
        try:
            async with self._connections.connection() as connection:
                return await AsyncClient(connection, accept_replays=True).run(call)
        except LeaseLost as loss:
            self._lose(loss)
            raise Cancelled(LEASE_LOST) from loss

    @contextlib.asynccontextmanager
    async def connection(self) -> AsyncIterator[psycopg.AsyncConnection[Any]]:
        """A connection in autocommit mode, for whatever the handler reads or writes unfenced."""
        self.check()
        async with self._connections.connection() as connection:
            yield connection

    @contextlib.asynccontextmanager
    async def transaction(self, *, complete: bool = True) -> AsyncIterator[AsyncTransaction]:
        """A transaction that commits only under the lease; `complete` ends the execution."""
        self.check()
        self._held.is_in_transaction = True
        try:
            async with self._connections.connection() as connection, connection.transaction():
                transaction = AsyncTransaction(connection, self)
                yield transaction
                self.check()
                if complete:
                    self._held.phase = Phase.COMMITTING
                    await transaction.client.run(
                        calls.complete(self.handle, _as_jsonb(transaction.output))
                    )
                else:
                    await transaction.client.run(calls.assert_lease(self.handle))
        except BaseException as error:
            if self._held.phase is Phase.COMMITTING:
                self._held.phase = Phase.RUNNING
            if isinstance(error, LeaseLost):
                self._lose(error)
                raise Cancelled(LEASE_LOST) from error
            raise
        finally:
            self._held.is_in_transaction = False
        if complete:
            self._held.phase = Phase.OVER

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
        answer = await self.call(call)
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
        await self.call(calls.wait_children(self.handle))
        self._park()

    async def delay(self, seconds: float) -> None:
        """Give the lease back, and be called again later, without spending an attempt."""
        await self.call(calls.delay(self.handle, round(seconds * 1000)))
        self._park()

    def _park(self) -> None:
        self._held.phase = Phase.OVER
        raise Parked


def _as_jsonb(output: Any) -> Any:
    return None if output is None else Jsonb(output, dumps=encode)
