"""How a call is run: the base of `AsyncClient`. The base of `Client` is generated from it."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import Any, TypeVar

import psycopg
from psycopg.raw_cursor import RawCursorMixin
from psycopg.rows import tuple_row

from ._borrowed import async_opener, read_json
from ._doom import doom_repeated, refusal_of
from ._machine import Call

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
