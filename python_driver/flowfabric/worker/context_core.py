"""Contexts: the calls that a handler can make. Each running execution has one.

`Context` is for functions, which run in threads, `AsyncContext` for coroutines. The work of both is
done by `Core`; their methods are written once, in async_context.py.
"""

from __future__ import annotations

import contextlib
import contextvars
import logging
import os
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, NoReturn, TypeVar
from uuid import UUID

import psycopg
from psycopg.pq import PipelineStatus, TransactionStatus

from .. import calls
from ..calls import Call
from ..errors import InvalidArgument, LeaseLost, TransactionRepeated
from ..types import (
    ClaimedExecution,
    LeaseRenewal,
    SuspendedExecution,
)
from .codec import pack
from .held import CANCEL_REQUESTED, LEASE_LOST, Held, Phase
from .loans import IO, C, Pool, at_once
from .outcomes import Cancelled, Completed, OutputError, Parked
from .pauses import Pauses
from .report import report
from .trouble import Trouble, is_weather, note_missing, short, sort

T = TypeVar("T")

LONGEST_PAUSE_S = 2.0
# How long a call is sent again for which the server has no function, or no permission.
MISSING_S = 30.0
# Connections that one handler has at a time; more would be those of others.
MAX_CONNECTIONS = 10


class Facts:
    """The facts about the execution that need no call to the database."""

    def __init__(self, held: Held) -> None:
        self._held = held
        self._pid = os.getpid()
        # the handler has returned, or is called anew with another context
        self._is_over = False
        # the value of the lifespan of the application
        self.state: Any = None
        self._suspensions = 0

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
    def is_cancelled(self) -> bool:
        """Whether the execution is to be cancelled; there may be a time of grace to clean up."""
        return self._held.stop_reason is CANCEL_REQUESTED

    @contextlib.contextmanager
    def cleanup(self) -> Iterator[None]:
        """A block in which a handler of a cancelled execution may call its context.

        The execution is cancelled at the end of the handler, or of the time of grace.
        """
        self._held.is_cleaning_up = True
        try:
            yield
        finally:
            self._held.is_cleaning_up = False

    @property
    def stop_reason(self) -> str | None:
        return self._held.stop_reason

    def check(self) -> None:
        """Raise `Cancelled` if the handler should end; cheap, for loops."""
        if os.getpid() != self._pid:
            raise RuntimeError("a forked process cannot use the context of its parent")
        if self._held.must_stop:
            raise Cancelled(self._held.stop_reason)
        if self._is_over:
            raise RuntimeError("the handler has ended: its context cannot be used any more")
        if self._held.phase is not Phase.RUNNING:
            raise RuntimeError("the execution was ended by this handler already")

    def _take_note(self, renewal: LeaseRenewal) -> LeaseRenewal:
        if renewal.cancel_requested and self._held.stop_reason is None:
            self._held.stop_from_inside(CANCEL_REQUESTED)
        return renewal

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


@dataclass(eq=False)
class _Open:
    """An open transaction, of which the calls of the context are part."""

    core: Any
    # None: not yet, or not any more
    connection: Any = None
    # called if it is rolled back
    undo: list[Callable[[], None]] = field(default_factory=list)

    def end(self, *, is_committed: bool) -> None:
        self.connection = None
        undo, self.undo = self.undo, []
        for forget in undo if not is_committed else ():
            forget()


# that of the transactional step whose function runs in this thread or task
_step: contextvars.ContextVar[_Open | None] = contextvars.ContextVar("step", default=None)


class Core(Generic[C]):
    """The calls of both contexts to the database, on `ThreadIO` or on `LoopIO`."""

    def __init__(self, facts: Facts, io: IO[C], own: Pool[C], handlers: Pool[C]) -> None:
        self._facts = facts
        self._held = facts._held
        self._io = io
        self._own = own
        # one call at a time: a thousand at once would take a thousand connections
        self._own_lock = io.lock()
        self._handlers = handlers
        self._lent_count = 0
        # ctx.transaction(), from its first moment to its last
        self._transaction: _Open | None = None
        self.completed_without_output = False
        # since when the connection was open on which the last call was answered
        self.answered_since = 0.0

    def check(self) -> None:
        self._facts.check()

    def end(self) -> None:
        """The handler has ended: threads and tasks of it can do nothing with the context."""
        self._facts._is_over = True
        self._held.abandon_connections()

    @property
    def is_in_transaction(self) -> bool:
        return self._open is not None

    async def call(self, call: Call[T]) -> T:
        """Run a call until the server has answered it, or the lease has ended.

        While a transaction of the handler is open the call is part of it. A connection of its own
        would wait for the locks of that transaction, which is not committed before the call ends.
        """
        self._facts.check()
        if (open_ := self._open) and open_.connection:
            _check_usable(open_.connection)
            return await self._run(open_.connection, call)

        async def run(connection: C) -> T:
            return await self._run(connection, call, accept_replays=True)

        return await self._repeat(run)

    async def _repeat(self, run: Callable[[C], Coroutine[Any, Any, T]]) -> T:
        """Run it on a connection, again and again until the server has answered."""
        pauses = Pauses(0.1, LONGEST_PAUSE_S)
        began_at = time.monotonic()
        while True:
            try:
                async with self._own_lock, self._own.connection() as connection:
                    with self._held.lend(connection):
                        self._facts.check()
                        answer = await run(connection)
                    self.answered_since = connection.session.opened_at
                    return answer
            except LeaseLost as loss:
                if self._is_of_another(loss):
                    raise
                raise self._lost(loss) from loss
            except psycopg.Error as error:
                is_missing = sort(error) is Trouble.PROCESS
                if not is_weather(error) or (
                    is_missing and time.monotonic() > began_at + MISSING_S
                ):
                    raise
                report(
                    logging.WARNING,
                    "a call has failed, and is sent again",
                    self._held,
                    reason=short(error),
                )
            await self._io.pause(self._held, pauses.next())
            self._facts.check()

    async def _run(self, connection: C, call: Call[T], *, accept_replays: bool = False) -> T:
        try:
            return await self._io.run(connection, call, accept_replays=accept_replays)
        except psycopg.Error as error:
            note_missing(error, call.sql.partition("flowfabric.")[2].partition("(")[0])
            raise

    async def is_allowed(self, function: str) -> bool:
        """Whether the login of the worker may call a function of the engine."""
        query = "select has_function_privilege(%(name)s::regproc, 'execute')"
        name = {"name": f"flowfabric.{function}"}
        return await self.call(Call(query, name, lambda rows: bool(rows[0][0])))

    async def pause(self, seconds: float) -> None:
        """Sleep, but not longer than until the handler should stop."""
        await self._io.pause(self._held, seconds)

    async def give_back(
        self, call: Call[T], name: str, is_given: Callable[[T], bool] = lambda _: True
    ) -> T:
        """Run a call that gives the lease back, and then end the handler.

        `is_given` says whether the call did so: with what it waits for already there it does not.
        """
        self.refuse_in_transaction(name)
        answer = await self.call(call)
        if is_given(answer):
            self._held.note_parked()
            raise Parked
        return answer

    @property
    def _open(self) -> _Open | None:
        """The transaction that calls are part of: of the step that runs here, or of the handler."""
        step = _step.get()
        if step and step.core is self and step.connection:
            return step
        return self._transaction

    def undo_with_transaction(self, forget: Callable[[], None]) -> None:
        """Have it called if there is an open transaction, and that is rolled back."""
        if open_ := self._open:
            open_.undo.append(forget)

    def refuse_in_transaction(self, name: str) -> None:
        if open_ := self._open:
            where = "ctx.transaction()" if open_ is self._transaction else "a transactional step"
            raise RuntimeError(
                f"ctx.{name}() inside {where} would be rolled back with it: "
                "call it after the transaction"
            )

    async def give_back_together(
        self, call: Call[T], others: Sequence[Call[Any]], is_given: Callable[[Any], bool]
    ) -> T:
        """The same, and with it the other calls: the execution waits for whatever comes first.

        The others are not made if the first one has not given the lease back.
        """

        async def run(connection: C) -> T:
            async with self._io.transaction(connection):
                answer = await self._run(connection, call, accept_replays=True)
                if is_given(answer):
                    for other in others:
                        await self._run(connection, other, accept_replays=True)
            return answer

        self._facts.check()
        answer = await self._repeat(run)
        if is_given(answer):
            self._held.note_parked()
            raise Parked
        return answer

    @contextlib.asynccontextmanager
    async def step_transaction(
        self,
    ) -> AsyncIterator[tuple[C, Callable[[Call[Any]], Coroutine[Any, Any, Any]]]]:
        """A transaction of one step: its connection, and how the step is saved in it at the end."""
        is_saved = is_committed = False
        open_ = _Open(self)
        token = _step.set(open_)
        try:
            async with self.connection() as connection, self._io.transaction(connection):
                open_.connection = connection

                async def save(call: Call[Any]) -> Any:
                    nonlocal is_saved
                    self._facts.check()
                    self._check_at_end(connection)
                    answer = await self._run(connection, call)
                    self._held.spare(connection)
                    is_saved = True
                    return answer

                yield connection, save
            is_committed = is_saved
        except (LeaseLost, TransactionRepeated) as error:
            open_.connection = None
            await self._judge_loss(error, "a step does not end the execution")
        finally:
            with contextlib.suppress(ValueError):  # a task that was left behind ends elsewhere
                _step.reset(token)
            open_.end(is_committed=is_committed)
        if not is_saved:
            raise RuntimeError("psycopg.Rollback in a transactional step: it was not saved")

    @contextlib.asynccontextmanager
    async def connection(self) -> AsyncIterator[C]:
        self._facts.check()
        if self._lent_count >= MAX_CONNECTIONS:
            raise RuntimeError(f"a handler has {MAX_CONNECTIONS} connections at a time at most")
        self._lent_count += 1
        try:
            async with self._handlers.connection() as connection:
                with self._held.lend(connection):
                    self._facts.check()
                    yield connection
                    if connection.pgconn.transaction_status == TransactionStatus.INTRANS:
                        report(
                            logging.WARNING,
                            "a transaction was left open on ctx.connection(), and is rolled back",
                            self._held,
                        )
        finally:
            self._lent_count -= 1

    @contextlib.asynccontextmanager
    async def transaction(self, make: Callable[[C], Any], *, complete: bool) -> AsyncIterator[Any]:
        self._facts.check()
        if open_ := self._open:
            is_own = open_ is self._transaction
            raise RuntimeError(
                "ctx.transaction() inside ctx.transaction(): a savepoint is "
                "tx.connection.transaction()"
                if is_own
                else "ctx.transaction() inside a transactional step: a savepoint is "
                "connection.transaction()"
            )
        self._transaction = open_ = _Open(self)
        # Only a commit ends the execution: a block that a handler leaves by psycopg.Rollback ends
        # without an exception, and without a commit.
        is_to_commit = is_committed = False
        transaction = None
        try:
            async with self.connection() as connection, self._io.transaction(connection):
                open_.connection = connection
                transaction = make(connection)
                yield transaction
                self._facts.check()
                self._check_at_end(connection)
                await self._end_in(connection, transaction.output if complete else None, complete)
                self._held.spare(connection)
                is_to_commit = True
            is_committed = is_to_commit
        except psycopg.Rollback as rollback:
            # psycopg lets it pass when the connection is gone, and then all is rolled back as well
            if rollback.transaction is not None:
                raise
        except BaseException as error:
            self._held.take_back_commit()
            if not isinstance(error, LeaseLost | TransactionRepeated):
                raise
            open_.connection = None
            await self._judge_loss(error, "ctx.transaction() ends the execution itself")
        finally:
            self._transaction = None
            open_.end(is_committed=is_committed)
        if complete and is_to_commit:
            assert transaction
            self.completed_without_output = transaction.output is None
            self._held.note_told()

    def _check_at_end(self, connection: C) -> None:
        _check_usable(connection, is_at_end=True)
        if connection.pgconn.transaction_status == TransactionStatus.IDLE:
            raise RuntimeError(
                "a statement has ended the transaction, which ends with its block: raise "
                "psycopg.Rollback to roll it back"
            )

    async def _end_in(self, connection: C, output: Any, complete: bool) -> None:
        """The last call of a transaction: it ends the execution, or asserts the lease."""
        if not complete:
            end: Call[Any] = calls.assert_lease(self._held.handle)
            await self._run(connection, end)
            return
        handler = self._held.handler
        completed = pack(handler.codec if handler else None, Completed.of(output))
        end = calls.complete(self._held.handle, completed.as_jsonb(), completed.result)
        if not self._held.begin_commit():
            raise Cancelled(self._held.stop_reason)
        try:
            await self._run(connection, end)
        except (InvalidArgument, psycopg.Error) as error:
            if sort(error) is Trouble.ITEM:
                raise OutputError(completed.refusal(short(error))) from error
            raise

    async def check_loss(self) -> None:
        """Raise `Cancelled` if the lease is gone.

        It may be that of another execution, or be ended in a transaction that was rolled back.
        """
        await self.call(calls.assert_lease(self._held.handle))

    async def _judge_loss(self, error: LeaseLost | TransactionRepeated, hint: str) -> NoReturn:
        """Of a transaction that was rolled back: raise `Cancelled` only if the lease is gone."""
        await self.check_loss()
        if isinstance(error, LeaseLost) and self._is_of_another(error):
            raise error
        raise RuntimeError(
            f"{error.message}; nothing was committed, and the lease is held: {hint}"
        ) from error

    def _is_of_another(self, loss: LeaseLost) -> bool:
        return loss.detail.get("execution_id") not in (None, str(self._facts.execution_id))

    def _lost(self, loss: LeaseLost) -> Cancelled:
        self._held.stop_from_inside(LEASE_LOST, loss.symbol)
        return Cancelled(LEASE_LOST)


def _check_usable(connection: Any, *, is_at_end: bool = False) -> None:
    """Whether the transaction of a handler can have a call of its context, or be committed."""
    if connection.closed:
        return
    if connection.info.encoding != "utf-8":
        raise RuntimeError("client_encoding was changed in ctx.transaction(): it must be UTF8")
    if is_at_end and connection.pgconn.pipeline_status != PipelineStatus.OFF:
        # its commands, a commit among them, may not have been sent
        raise RuntimeError("a pipeline is open at the end of ctx.transaction()")


class TaskFacts(Facts):
    """For a handler that is a coroutine."""

    def _do(self, work: Coroutine[Any, Any, T]) -> Coroutine[Any, Any, T]:
        return work


class ThreadFacts(Facts):
    """For a handler that runs in a thread of its own."""

    def _do(self, work: Coroutine[Any, Any, T]) -> T:
        return at_once(work)

    def __init__(self, held: Held) -> None:
        super().__init__(held)
        held.stopped = held.stopped or threading.Event()
        if held.stop_reason:
            held.stopped.set()

    def pause(self, seconds: float) -> None:
        """Sleep in this process, but not longer than until the handler should stop."""
        if self._held.wait(seconds):
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
