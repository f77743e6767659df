"""The connections of the worker itself, which are reopened after a failure; see also loans.py."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.pq import TransactionStatus
from psycopg.types.array import ListBinaryDumper
from psycopg.types.json import set_json_loads
from psycopg.waiting import Ready, Wait

from .._doom import refusal_of
from .._dsn import read_dsn
from ..calls import Call
from .inputs import load, load_exactly
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


class OwnConnection(psycopg.AsyncConnection[Any]):
    """One that waits without tasks and timers, and no longer than the task that waits.

    psycopg wakes ten times a second, for Ctrl-C, and ends a statement before its task may end.
    """

    async def wait(self, gen: Any, *_: Any, **__: Any) -> Any:
        loop = asyncio.get_running_loop()
        try:
            wanted = next(gen)
            while True:
                wanted = gen.send(await self._readiness(loop, wanted))
        except StopIteration as end:
            return end.value

    async def _readiness(self, loop: asyncio.AbstractEventLoop, wanted: int) -> int:
        socket = self.pgconn.socket
        ready = loop.create_future()
        if wanted & Wait.R:
            loop.add_reader(socket, _set, ready, Ready.R)
        if wanted & Wait.W:
            loop.add_writer(socket, _set, ready, Ready.W)
        try:
            answer: int = await ready
            return answer
        finally:
            loop.remove_reader(socket)
            loop.remove_writer(socket)


def _set(future: asyncio.Future[int], value: int) -> None:
    if not future.done():
        future.set_result(value)


class Link:
    """A connection of the worker: one call at a time, reopened when it breaks.

    With `lock_timeout_ms` no call waits longer for the lock of a row: an open transaction of
    another session delays the call for one execution, not the worker. Statements are prepared while
    `may_prepare` says that the session is not one of a pooler.
    """

    def __init__(
        self,
        conninfo: str,
        on_call: Callable[[], None],
        on_loss: Callable[[], None],
        *,
        has_exact_numbers: bool = False,
        lock_timeout_ms: int | None = None,
        may_prepare: Callable[[], bool] = lambda: False,
    ) -> None:
        self._conninfo = conninfo
        self._may_prepare = may_prepare
        self._load = load_exactly if has_exact_numbers else load
        self._lock_timeout_ms = lock_timeout_ms
        self._on_call = on_call
        self._on_loss = on_loss
        self._lock = asyncio.Lock()
        self._connection: OwnConnection | None = None

    async def once(
        self, call: Call[T], timeout_s: float = STATEMENT_S, *, reads_committed: bool = False
    ) -> T:
        """Run a call, on a new connection if necessary; raises its errors.

        With `reads_committed` it runs in READ COMMITTED, not in the default of the login.
        """
        return await self._bounded(lambda: self._run(call, reads_committed), timeout_s)

    async def execute(self, query: str, *arguments: object) -> None:
        async def run() -> None:
            await (await self._open()).execute(query.encode(), arguments or None, prepare=False)

        await self._bounded(run, STATEMENT_S)

    async def close(self) -> None:
        async with self._lock:
            await self._close()

    async def _bounded(self, run: Callable[[], Coroutine[Any, Any, T]], timeout_s: float) -> T:
        """One call at a time; a call that takes too long is given up with its connection."""
        async with self._lock:
            self._on_call()
            try:
                return await within(timeout_s, run())
            except BaseException as error:
                if self._is_broken() or sort(error) is Trouble.BUG:
                    self._on_loss()
                    await self._give_up()
                if isinstance(error, TimeoutError | asyncio.TimeoutError):
                    raise TimeoutError(f"the server gave no answer in {timeout_s:.1f} s") from None
                raise

    async def _give_up(self) -> None:
        """Close it without waiting for the server, which may never answer while leases end."""
        connection = self._connection
        if connection and connection.pgconn.transaction_status == TransactionStatus.ACTIVE:
            # executions that it may have claimed would have a holder that does not know of them
            with contextlib.suppress(Exception):
                await within(CANCEL_S, connection.cancel_safe(timeout=CANCEL_S))
        await self._close()

    async def _run(self, call: Call[T], reads_committed: bool) -> T:
        connection = await self._open()
        sql = call.sql
        if self._lock_timeout_ms is not None:
            sql = _with_lock_timeout(sql, self._lock_timeout_ms)
        try:
            if not reads_committed:
                return await self._fetch(connection, sql, call)
            await connection.execute(b"begin isolation level read committed", prepare=False)
            try:
                answer = await self._fetch(connection, sql, call)
            except psycopg.Error:
                await connection.rollback()
                raise
            await connection.commit()
            return answer
        except psycopg.Error as error:
            if refusal := refusal_of(connection, error):
                raise refusal from None
            raise

    async def _open(self) -> OwnConnection:
        if self._connection is None or self._connection.closed:
            connection = await OwnConnection.connect(
                self._conninfo, autocommit=True, prepare_threshold=0
            )
            self._connection = connection
            # arrays of handles and of outputs: a tenth of the work that they are as text
            connection.adapters.register_dumper(list, ListBinaryDumper)
            set_json_loads(self._load, connection)
            if settings := dates_of(connection):
                await connection.execute(settings, prepare=False)
        return self._connection

    async def _fetch(self, connection: OwnConnection, sql: str, call: Call[T]) -> T:
        prepare = None if self._may_prepare() else False
        cursor = await connection.execute(sql.encode(), call.params, prepare=prepare)
        return call.decode(await cursor.fetchall())

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


def _with_lock_timeout(sql: str, timeout_ms: int) -> str:
    """The same statement with a limit for the time of this statement only.

    Behind a pooler others share the session. The function is called after the setting was made,
    because the inner select depends on it.
    """
    columns, _, function = sql.rpartition(" from flowfabric.")
    return (
        f"{columns} from (select set_config('lock_timeout', '{timeout_ms}', true) as made offset 0)"
        f" as setting cross join lateral (select f.* from flowfabric.{function} as f"
        " where setting.made is not null offset 0) as answer"
    )


# since Python 3.11
_timeout: Any = getattr(asyncio, "timeout", None)


async def within(seconds: float, work: Coroutine[Any, Any, T]) -> T:
    """Wait for the work, at most for so long; TimeoutError otherwise."""
    if _timeout is None:
        return await asyncio.wait_for(work, seconds)
    async with _timeout(seconds):
        return await work
