"""How a call is run: the base of `AsyncClient`. The base of `Client` is generated from it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractAsyncContextManager
from datetime import timedelta
from typing import Any, TypeVar
from uuid import UUID

import psycopg
from psycopg.pq import TransactionStatus
from psycopg.raw_cursor import RawCursorMixin
from psycopg.rows import tuple_row

from ._borrowed import async_opener, read_json
from ._doom import doom_repeated, refusal_of
from ._machine import Call
from .results._async_waiting import wait_for_results
from .results._listener import conninfo_of

T = TypeVar("T")


class AsyncBase:
    def __init__(
        self, connection: psycopg.AsyncConnection[Any] | Any, *, accept_replays: bool = False
    ) -> None:
        self._open = async_opener(connection)
        self.connection = connection
        self.accept_replays = accept_replays

    def transaction(self) -> AbstractAsyncContextManager[psycopg.AsyncTransaction]:
        """psycopg's own `connection.transaction()`; inside another one, a savepoint."""
        if not isinstance(self.connection, psycopg.AsyncConnection):
            raise TypeError(
                "this client has no connection of its own: begin a transaction, or a savepoint,"
                " with the session or the connection that it was given"
            )
        return self.connection.transaction()

    async def wait(
        self, execution_ids: UUID | Iterable[UUID], timeout: timedelta | float | None = None
    ) -> Any:
        """Wait until an execution is over: its `ExecutionResult`; of several, a list of them.

        Raises TimeoutError if they are not over after `timeout` seconds. The connection must be in
        autocommit mode. One more connection of the process listens, for all that wait.
        """
        connection = await self.check_autocommit()
        is_one = isinstance(execution_ids, UUID)
        ids = [execution_ids] if isinstance(execution_ids, UUID) else list(execution_ids)
        results = await wait_for_results(self.run, conninfo_of(connection), ids, timeout)
        return results[0] if is_one else results

    async def check_autocommit(self) -> psycopg.AsyncConnection[Any]:
        """The connection, if results can be waited for on it; TypeError otherwise."""
        connection = await self._open()
        is_open = connection.info.transaction_status in (
            TransactionStatus.INTRANS,
            TransactionStatus.INERROR,
        )
        if is_open or not connection.autocommit:
            raise TypeError(
                "waiting for a result takes a connection string, or a connection in autocommit "
                "mode and outside of a transaction: nothing ends before a commit"
            )
        return connection

    async def run(self, call: Call[T]) -> T:
        """Run a call of `flowfabric.calls`."""
        connection = await self._open()
        is_raw = issubclass(connection.cursor_factory, RawCursorMixin)
        factory = psycopg.AsyncCursor if is_raw else connection.cursor_factory
        try:
            async with factory(connection, row_factory=tuple_row) as cursor:
                read_json(cursor)
                await cursor.execute(call.sql, call.params)
                answer = call.decode(await cursor.fetchall())
        except psycopg.Error as error:
            if refusal := refusal_of(connection, error):
                raise refusal from None  # it has all the fields of psycopg's error
            raise
        if not self.accept_replays and (repetition := call.repetition(answer)):
            doom_repeated(connection, repetition)
        return answer
