"""The connections of the worker itself, which are reopened after a failure; see also loans.py."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.pq import TransactionStatus
from psycopg.types.json import set_json_loads

from .._dsn import read_dsn
from ..calls import Call
from ..client import AsyncClient
from .inputs import load_exactly
from .trouble import Trouble, sort

T = TypeVar("T")

# A statement of the worker that takes longer is taken for lost.
STATEMENT_S = 60.0
# How long sending a cancel request to the server may take.
CANCEL_S = 0.5

DEFAULTS = {
    "connect_timeout": "10",
    # a server that vanished is noticed within half a minute
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    # also while a call is not confirmed: then keepalives are not sent
    "tcp_user_timeout": "25000",
}


def conninfo_of(dsn: str, name: str) -> str:
    """The connection string, with settings that a worker needs where it has none of its own."""
    given = read_dsn(dsn)
    defaults = DEFAULTS | {"application_name": f"flowfabric worker {name}"[:63]}
    # inputs may have any character, whatever a login or a variable says
    return make_conninfo("", **(defaults | given | {"client_encoding": "UTF8"}))


def dates_of(connection: psycopg.BaseConnection[Any], *, in_utc: bool = True) -> bytes:
    """Settings with which psycopg can read every instant, where the login has set others.

    An instant at the end of the year 9999 is in the year 10000 of zones in the east. A pooler keeps
    these two settings apart for each client.
    """
    settings = b""
    if not (connection.pgconn.parameter_status(b"DateStyle") or b"ISO").startswith(b"ISO"):
        settings += b"; set datestyle = iso"
    if in_utc and connection.pgconn.parameter_status(b"TimeZone") not in (b"UTC", b"Etc/UTC"):
        settings += b"; set timezone = 'UTC'"
    return settings


class Link:
    """A connection of the worker: one call at a time, reopened when it breaks.

    With `lock_timeout_ms` no call waits longer for the lock of a row: an open transaction of
    another session delays the call for one execution, not the worker.
    """

    def __init__(
        self,
        conninfo: str,
        on_call: Callable[[], None],
        on_loss: Callable[[], None],
        *,
        has_exact_numbers: bool = False,
        lock_timeout_ms: int | None = None,
    ) -> None:
        self._conninfo = conninfo
        self._has_exact_numbers = has_exact_numbers
        self._lock_timeout_ms = lock_timeout_ms
        self._on_call = on_call
        self._on_loss = on_loss
        self._lock = asyncio.Lock()
        self._connection: psycopg.AsyncConnection[Any] | None = None

    async def once(
        self, call: Call[T], timeout_s: float = STATEMENT_S, *, reads_committed: bool = False
    ) -> T:
        """Run a call, on a new connection if necessary; raises its errors.

        With `reads_committed` it runs in READ COMMITTED, not in the default of the login.
        """
        return await self._bounded(lambda: self._run(call, reads_committed), timeout_s)

    async def execute(self, query: str, *arguments: object) -> None:
        async def run() -> None:
            await (await self._open()).execute(query.encode(), arguments or None)

        await self._bounded(run, STATEMENT_S)

    async def close(self) -> None:
        async with self._lock:
            await self._close()

    async def _bounded(self, run: Callable[[], Coroutine[Any, Any, T]], timeout_s: float) -> T:
        """One call at a time; a call that takes too long is given up with its connection."""
        async with self._lock:
            self._on_call()
            running = asyncio.ensure_future(run())
            try:
                await asyncio.wait([running], timeout=timeout_s)
                if not running.done():
                    raise TimeoutError(f"the server gave no answer in {timeout_s:.1f} s")
                return running.result()
            except BaseException as error:
                if not running.done():
                    await self._give_up(running)
                if self._is_broken() or sort(error) is Trouble.BUG:
                    self._on_loss()
                    await self._close()
                raise

    async def _give_up(self, running: asyncio.Future[Any]) -> None:
        """Close it without waiting for the server, which may never answer while leases end.

        The connection is closed first, because psycopg would wait for the end of the statement.
        """
        if self._connection is not None:
            # executions that it may have claimed would have a holder that does not know of them
            with contextlib.suppress(Exception):
                await asyncio.wait_for(self._connection.cancel_safe(timeout=CANCEL_S), CANCEL_S)
            await self._close()
        running.cancel()
        await asyncio.wait([running])

    async def _run(self, call: Call[T], reads_committed: bool) -> T:
        connection = await self._open()
        # a transaction is a single call, and writes no business rows that could be repeated
        client = AsyncClient(connection, accept_replays=True)
        if self._lock_timeout_ms is None and not reads_committed:
            return await client.run(call)
        # for this transaction only: behind a pooler others share the session
        beginning = "begin isolation level read committed" if reads_committed else "begin"
        if self._lock_timeout_ms is not None:
            beginning += f"; set local lock_timeout = {self._lock_timeout_ms}"
        await connection.execute(beginning.encode())
        try:
            answer = await client.run(call)
        except psycopg.Error:
            await connection.rollback()
            raise
        await connection.commit()
        return answer

    async def _open(self) -> psycopg.AsyncConnection[Any]:
        if self._connection is None or self._connection.closed:
            self._connection = await psycopg.AsyncConnection.connect(
                self._conninfo, autocommit=True, prepare_threshold=None
            )
            if self._has_exact_numbers:
                set_json_loads(load_exactly, self._connection)
            if settings := dates_of(self._connection):
                await self._connection.execute(settings)
        return self._connection

    def _is_broken(self) -> bool:
        """Whether to close it; also when the next call would get the reply of an old one."""
        connection = self._connection
        return (
            connection is None
            or connection.closed
            or connection.pgconn.transaction_status != TransactionStatus.IDLE
        )

    async def _close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                await connection.close()
