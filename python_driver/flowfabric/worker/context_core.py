"""Contexts: the calls that a handler can make. Each running execution has one.

`Context` is for functions, which run in threads, `AsyncContext` for coroutines. The work of both is
done by `Core`; their methods are written once, in async_context.py.
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
from ..errors import LeaseLost
from ..types import (
    ClaimedExecution,
    CreatedExecution,
    LeaseRenewal,
    SuspendedExecution,
)
from .connections import IO, C, Pool, at_once
from .held import CANCEL_REQUESTED, LEASE_LOST, Held, Phase
from .inputs import encode, encode_input
from .outcomes import Cancelled, Parked
from .pauses import Pauses
from .trouble import is_weather, short

log = logging.getLogger("flowfabric.worker")

T = TypeVar("T")

LONGEST_PAUSE_S = 2.0


class Facts:
    """The facts about the execution that need no call to the database."""

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
        """How long the lease lasts without another renewal, by this process's clock."""
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
        self._held.note_parked()
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
        """The call, under a key that is the same for the same spawn of another attempt."""
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


class Core(Generic[C]):
    """The calls of both contexts to the database, on `ThreadIO` or on `LoopIO`."""

    def __init__(self, facts: Facts, io: IO[C], own: Pool[C], handlers: Pool[C]) -> None:
        self._facts = facts
        self._held = facts._held
        self._io = io
        self._own = own
        self._handlers = handlers
        # the open transaction of the handler
        self._open: C | None = None
        # whether a transaction whose reply was lost may have committed the end
        self.has_tried_to_complete = False
        self.completed_without_output = False

    async def call(self, call: Call[T]) -> T:
        """Run a call until the server has answered it, or the lease has ended.

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
                    with self._held.interruptible(connection):
                        return await self._io.run(connection, call, accept_replays=True)
            except LeaseLost as loss:
                raise self._lost(loss) from loss
            except psycopg.Error as error:
                if self._open is not None or not is_weather(error):
                    raise
                log.warning(
                    "%s: a call has failed, and is sent again: %s",
                    self._facts.execution_id,
                    short(error),
                )
            await self._io.pause(self._held, pauses.next())
            self._facts.check()

    async def pause(self, seconds: float) -> None:
        """Sleep, but not longer than until the handler should stop."""
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
                with self._held.interruptible(connection):
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


class ThreadFacts(Facts):
    """For a handler that runs in a thread of its own."""

    def __init__(self, held: Held) -> None:
        super().__init__(held)
        held.stopped = threading.Event()
        if held.stop_reason:
            held.stopped.set()

    def sleep(self, seconds: float) -> None:
        """Sleep, but not longer than until the handler should stop."""
        if self._held.stopped and self._held.stopped.wait(seconds):
            self.check()


@contextlib.contextmanager
def in_thread(manager: AbstractAsyncContextManager[T]) -> Iterator[T]:
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
