"""Transactions of the pages: each under the role of the person, with limits of time.

Pages read in read-only transactions, so nothing changes by looking, whatever a page calls.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import psycopg
from psycopg import sql
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb

from ..client import AsyncClient
from ..worker.connections import dates_of

log = logging.getLogger("flowfabric.web")

T = TypeVar("T")
Row = dict[str, Any]

# how long a request waits for a connection of the pool
WAIT_S = 3.0
# how long the rights of a role are remembered
RIGHTS_S = 30.0


class DatabaseAwayError(Exception):
    """The database does not answer, or no connection to it is free.

    The text is for everybody: it has no address and no login. The log has them.
    """


@dataclass(frozen=True)
class Limits:
    connections: int = 8
    reading_ms: int = 5_000
    # a call that changes something may wait for a lock
    acting_ms: int = 15_000


class Transaction:
    """The calls of one page, or of one action."""

    def __init__(
        self, connection: psycopg.AsyncConnection[Any], role: str | None, functions: frozenset[str]
    ) -> None:
        self.connection = connection
        self.role = role
        self._functions = functions
        # for results with rows in them; a repeated call of an operator is not a mistake
        self.client = AsyncClient(connection, accept_replays=True)

    def may(self, function: str) -> bool:
        """Whether the installation has the function, and the role may call it."""
        return function in self._functions

    async def rows(self, function: str, **arguments: Any) -> list[Row]:
        """The rows that a function of the engine returns; arguments without the `p_`."""
        prepared = {name: _prepared(value) for name, value in arguments.items()}
        call = sql.SQL("select * from flowfabric.{}({})").format(
            sql.Identifier(function),
            sql.SQL(", ").join(
                sql.SQL("{} => {}").format(sql.Identifier(f"p_{name}"), sql.Placeholder(name))
                for name in prepared
            ),
        )
        return await self._fetch(call, prepared)

    async def row(self, function: str, **arguments: Any) -> Row | None:
        """The first row."""
        found = await self.rows(function, **arguments)
        return found[0] if found else None

    async def select(self, query: str, **arguments: Any) -> list[Row]:
        """A query of views, or of a function whose columns are not taken as they are."""
        return await self._fetch(query.encode(), arguments)

    async def _fetch(self, query: sql.Composed | bytes, arguments: Mapping[str, Any]) -> list[Row]:
        async with self.connection.cursor(row_factory=dict_row) as cursor:
            await cursor.execute(query, arguments)
            return await cursor.fetchall()


def _prepared(value: Any) -> Any:
    return Jsonb(value) if isinstance(value, dict) else value


class Database:
    """A few connections, opened when they are needed and again when they were lost."""

    def __init__(self, conninfo: str, limits: Limits | None = None) -> None:
        self.conninfo = conninfo
        self.limits = limits or Limits()
        self._free: list[psycopg.AsyncConnection[Any]] = []
        self._places = asyncio.Semaphore(self.limits.connections)
        self._functions: dict[str | None, tuple[float, frozenset[str]]] = {}

    async def read(
        self,
        role: str | None,
        look: Callable[[Transaction], Awaitable[T]],
        *,
        mode: str = "read only",
    ) -> T:
        """Look at something; once more on a new connection if an old one was lost meanwhile."""
        try:
            return await self._read(role, look, mode)
        except _LostError:
            await self.close()
            return await self._read(role, look, mode)

    async def _read(
        self, role: str | None, look: Callable[[Transaction], Awaitable[T]], mode: str
    ) -> T:
        async with self._transaction(role, mode, self.limits.reading_ms) as transaction:
            return await look(transaction)

    async def act(self, role: str | None, change: Callable[[Transaction], Awaitable[T]]) -> T:
        """Change something; never sent again by itself."""
        try:
            async with self._transaction(role, "read write", self.limits.acting_ms) as transaction:
                return await change(transaction)
        except _LostError as error:
            raise DatabaseAwayError(
                "the connection was lost, so it is not known whether this was done"
            ) from error

    async def close(self) -> None:
        free, self._free = self._free, []
        for connection in free:
            await connection.close()

    @contextlib.asynccontextmanager
    async def _transaction(
        self, role: str | None, mode: str, timeout_ms: int
    ) -> AsyncIterator[Transaction]:
        beginning = (
            f"begin isolation level read committed {mode};"
            f" set local statement_timeout = {timeout_ms};"
            f" set local lock_timeout = {timeout_ms // 2};"
            f" set local idle_in_transaction_session_timeout = {2 * timeout_ms}"
        )
        async with self._connection() as (connection, is_used):
            try:
                # for this transaction only: behind a pooler others share the session
                setting = sql.SQL("; set local role {}").format(sql.Identifier(role or "none"))
                text = setting.as_string(connection) if role else ""
                await connection.execute(f"{beginning}{text}".encode())
                functions = await self._functions_of(role, connection)
                yield Transaction(connection, role, functions)
                await connection.commit()
            except psycopg.OperationalError as error:
                if not connection.closed:
                    raise
                if is_used:
                    raise _LostError from error
                raise _away("the connection was lost", error) from error

    @contextlib.asynccontextmanager
    async def _connection(self) -> AsyncIterator[tuple[psycopg.AsyncConnection[Any], bool]]:
        try:
            await asyncio.wait_for(self._places.acquire(), WAIT_S)
        except (TimeoutError, asyncio.TimeoutError):
            raise DatabaseAwayError("all connections are busy") from None
        try:
            is_used = bool(self._free)
            connection = self._free.pop() if is_used else await self._connect()
            try:
                yield connection, is_used
            except BaseException:
                await _end(connection)
                raise
            finally:
                if not connection.closed:
                    self._free.append(connection)
        finally:
            self._places.release()

    async def _connect(self) -> psycopg.AsyncConnection[Any]:
        try:
            connection = await psycopg.AsyncConnection.connect(
                self.conninfo, autocommit=True, prepare_threshold=None
            )
            if settings := dates_of(connection):
                await connection.execute(settings)
        except psycopg.Error as error:
            raise _away("there is no connection to it", error) from error
        return connection

    async def _functions_of(
        self, role: str | None, connection: psycopg.AsyncConnection[Any]
    ) -> frozenset[str]:
        until, functions = self._functions.get(role, (0.0, frozenset[str]()))
        if time.monotonic() > until:
            cursor = await connection.execute(
                "select p.proname::text from pg_proc as p"
                " where p.pronamespace = to_regnamespace('flowfabric')"
                r" and p.proname like 'ff\_%' and has_function_privilege(p.oid, 'execute')"
            )
            functions = frozenset(name for (name,) in await cursor.fetchall())
            self._functions[role] = (time.monotonic() + RIGHTS_S, functions)
        return functions


class _LostError(Exception):
    """A connection that had been used before is gone: the server may be back already."""


async def _end(connection: psycopg.AsyncConnection[Any]) -> None:
    """End the transaction of a failed page; a connection that cannot is closed."""
    try:
        await asyncio.wait_for(asyncio.shield(connection.rollback()), 1.0)
    except BaseException:
        await connection.close()


def _away(text: str, error: psycopg.Error) -> DatabaseAwayError:
    log.warning("%s: %s", text, " ".join(str(error).split()))
    return DatabaseAwayError(text)
