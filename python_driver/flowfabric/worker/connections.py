"""Connections of a worker: its own, which are reopened after a failure, and those of handlers.

The operations of handlers and contexts on connections are written once, as coroutines: `LoopIO`
awaits the server; `ThreadIO` blocks its thread and never suspends, so that `at_once` can run it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, Generic, NoReturn, Protocol, TypeVar

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.pq import TransactionStatus
from psycopg.rows import tuple_row
from psycopg.types.json import set_json_loads

from .._dsn import read_dsn
from ..calls import Call
from ..client import AsyncClient, Client
from .held import Held
from .inputs import load_exactly
from .outcomes import Cancelled
from .trouble import Trouble, mark, sort

T = TypeVar("T")
C = TypeVar("C", bound="HandlerConnection | AsyncHandlerConnection")

# A connection that was idle for longer is tested before it is used.
FRESH_S = 1.0
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

# Undoes the changes of a handler to its session. (`discard all` would also forget the plans.)
RESET = (
    b"close all; deallocate all; unlisten *; reset all; set session authorization default;"
    b" discard temp; discard sequences; select pg_advisory_unlock_all()"
)


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


# --- the worker's own ---


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


# --- those of handlers ---


class _Lent:
    """The part that both kinds of connections of handlers share.

    It marks its errors: they are not of a database of the handler.
    """

    pgconn: Any
    closed: bool
    broken: bool
    cancel: Callable[[], None]
    # more settings for each time that a handler gets it, see `dates_of`
    dates = b""
    # by the clock of this process
    opened_at = 0.0
    opened_by = 0
    # a request to cancel may still arrive: the connection is not used again
    was_interrupted = False

    def note_opened(self, dates: bytes) -> None:
        self.dates = dates
        self.opened_at = time.monotonic()
        self.opened_by = os.getpid()

    @property
    def is_of_this_process(self) -> bool:
        return self.opened_by in (0, os.getpid())

    def check_process(self) -> None:
        if not self.is_of_this_process:
            raise RuntimeError("a forked process cannot use a connection of its parent")

    def interrupt(self) -> None:
        """Cancel its statement, if there is one; from any thread."""
        self.was_interrupted = True
        if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
            with contextlib.suppress(RuntimeError):  # there are too many threads
                threading.Thread(target=self._cancel, daemon=True).start()

    def _cancel(self) -> None:
        with contextlib.suppress(Exception):
            self.cancel()

    def abandon(self) -> None:
        """End its session; from any thread, also while another one waits for the server.

        That one gets an error. Closing the connection would take its memory away.
        """
        if not self.is_of_this_process:
            return
        with (
            contextlib.suppress(Exception),
            socket.socket(fileno=os.dup(self.pgconn.socket)) as connected,
        ):
            connected.shutdown(socket.SHUT_RDWR)

    def reject(self, error: psycopg.Error) -> NoReturn:
        """Raise the error, marked, or the `Cancelled` that it stands for."""
        if self.was_interrupted and isinstance(error, psycopg.errors.QueryCanceled):
            raise Cancelled("it had to stop") from error
        if self.broken or not self.closed:  # else the handler has closed it
            mark(error)
        raise error


class HandlerConnection(_Lent, psycopg.Connection[Any]):
    """For handlers that are functions."""

    def wait(self, *arguments: Any, **options: Any) -> Any:
        self.check_process()
        try:
            return super().wait(*arguments, **options)
        except psycopg.Error as error:
            self.reject(error)

    def cursor(self, *arguments: Any, **options: Any) -> Any:
        try:
            return super().cursor(*arguments, **options)
        except psycopg.Error as error:
            self.reject(error)


class AsyncHandlerConnection(_Lent, psycopg.AsyncConnection[Any]):
    """For handlers that are coroutines."""

    async def wait(self, *arguments: Any, **options: Any) -> Any:
        self.check_process()
        try:
            return await super().wait(*arguments, **options)
        except psycopg.Error as error:
            self.reject(error)

    def cursor(self, *arguments: Any, **options: Any) -> Any:
        try:
            return super().cursor(*arguments, **options)
        except psycopg.Error as error:
            self.reject(error)


class IO(Protocol[C]):
    """The operations on connections of handlers."""

    async def connect(self, conninfo: str) -> C: ...

    async def execute(self, connection: C, query: bytes) -> None: ...

    async def run(self, connection: C, call: Call[T], *, accept_replays: bool) -> T: ...

    def transaction(self, connection: C) -> contextlib.AbstractAsyncContextManager[Any]: ...

    async def close(self, connection: C) -> None: ...

    def lock(self) -> contextlib.AbstractAsyncContextManager[Any]: ...

    async def pause(self, held: Held, seconds: float) -> None: ...


class ThreadIO:
    """For functions. Nothing here suspends: see `at_once`."""

    async def connect(self, conninfo: str) -> HandlerConnection:
        return HandlerConnection.connect(conninfo, autocommit=True, prepare_threshold=None)

    async def execute(self, connection: HandlerConnection, query: bytes) -> None:
        connection.execute(query)

    async def run(self, connection: HandlerConnection, call: Call[T], *, accept_replays: bool) -> T:
        return Client(connection, accept_replays=accept_replays).run(call)

    @contextlib.asynccontextmanager
    async def transaction(self, connection: HandlerConnection) -> AsyncIterator[None]:
        with connection.transaction():
            yield

    async def close(self, connection: HandlerConnection) -> None:
        connection.close()

    def lock(self) -> contextlib.AbstractAsyncContextManager[Any]:
        return _ThreadLock()

    async def pause(self, held: Held, seconds: float) -> None:
        if held.stopped:
            held.stopped.wait(seconds)


class _ThreadLock:
    """A lock of threads, for `async with`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    async def __aenter__(self) -> None:
        self._lock.acquire()

    async def __aexit__(self, *_: object) -> None:
        self._lock.release()


class LoopIO:
    """For coroutines."""

    async def connect(self, conninfo: str) -> AsyncHandlerConnection:
        return await AsyncHandlerConnection.connect(
            conninfo, autocommit=True, prepare_threshold=None
        )

    async def execute(self, connection: AsyncHandlerConnection, query: bytes) -> None:
        await connection.execute(query)

    async def run(
        self, connection: AsyncHandlerConnection, call: Call[T], *, accept_replays: bool
    ) -> T:
        return await AsyncClient(connection, accept_replays=accept_replays).run(call)

    @contextlib.asynccontextmanager
    async def transaction(self, connection: AsyncHandlerConnection) -> AsyncIterator[None]:
        async with connection.transaction():
            yield

    async def close(self, connection: AsyncHandlerConnection) -> None:
        await connection.close()

    def lock(self) -> contextlib.AbstractAsyncContextManager[Any]:
        return asyncio.Lock()

    async def pause(self, held: Held, seconds: float) -> None:  # noqa: ARG002
        await asyncio.sleep(seconds)


def at_once(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine of `ThreadIO` to its end, in this thread and without a loop."""
    try:
        coroutine.send(None)
    except StopIteration as end:
        answer: T = end.value
        return answer
    coroutine.close()
    raise RuntimeError("a coroutine for threads has suspended")


class Pool(Generic[C]):
    """Connections that are borrowed and given back; as many are kept as handlers run at a time.

    With `is_for_handlers` each one is as clean as a new one when it is handed out.
    """

    def __init__(self, io: IO[C], conninfo: str, keep: int, *, is_for_handlers: bool) -> None:
        self._io = io
        self._conninfo = conninfo
        self._keep = keep
        self._is_for_handlers = is_for_handlers
        # a handler's thread appends and pops without a lock: each is one call of C
        self._idle: deque[tuple[C, float]] = deque()
        self._is_closed = False

    @contextlib.asynccontextmanager
    async def connection(self) -> AsyncIterator[C]:
        connection = await self._take() or await self._connect()
        try:
            yield connection
        finally:
            # a forked child leaves it to its parent
            if connection.is_of_this_process:
                await self._give_back(connection)

    async def _give_back(self, connection: C) -> None:
        if self._is_reusable(connection) and len(self._idle) < self._keep:
            self._idle.append((connection, time.monotonic()))
            if self._is_closed:
                await self.close()
        else:
            await self._io.close(connection)

    async def close(self) -> None:
        self._is_closed = True
        while self._idle:
            await self._io.close(self._idle.pop()[0])

    async def _connect(self) -> C:
        try:
            connection = await self._io.connect(self._conninfo)
        except psycopg.Error as error:
            mark(error, concerns_all=True)
            raise
        connection.note_opened(dates_of(connection, in_utc=not self._is_for_handlers))
        if connection.dates:
            try:
                await self._io.execute(connection, connection.dates)
            except BaseException:
                await self._io.close(connection)
                raise
        return connection

    async def _take(self) -> C | None:
        while True:
            try:
                connection, used_at = self._idle.pop()
            except IndexError:
                return None
            is_fresh = time.monotonic() - used_at < FRESH_S
            if is_fresh and not self._is_for_handlers and not connection.closed:
                return connection
            try:
                reset = RESET + connection.dates if self._is_for_handlers else b""
                await self._io.execute(connection, reset)
            except psycopg.Error:
                await self._io.close(connection)
            except BaseException:
                await self._io.close(connection)
                raise
            else:
                return connection

    def _is_reusable(self, connection: C) -> bool:
        """Whether no transaction is open, and the settings of psycopg are as they were."""
        if (
            connection.pgconn.transaction_status != TransactionStatus.IDLE
            or connection.was_interrupted
        ):
            return False
        return not self._is_for_handlers or bool(
            connection.autocommit
            and getattr(connection, "row_factory", None) is tuple_row
            and getattr(connection, "cursor_factory", None) in (psycopg.Cursor, psycopg.AsyncCursor)
            and connection.isolation_level is None
            and connection.read_only is None
            and connection.deferrable is None
            and connection.prepare_threshold is None
            and not connection._notice_handlers
            and not connection._notify_handlers
            and _has_usual_adapters(connection)
        )


def _has_usual_adapters(connection: psycopg.BaseConnection[Any]) -> bool:
    """Whether nothing was registered for this connection only."""
    adapters, usual = connection.adapters, psycopg.adapters
    return all(
        getattr(adapters, name, None) == getattr(usual, name, None)
        for name in ("_dumpers", "_dumpers_by_oid", "_loaders")
    )


def new_pools(io: IO[C], conninfo: str, keep: int) -> tuple[Pool[C], Pool[C]]:
    """Connections for the calls of contexts, and others for handlers: they are never mixed."""
    return (
        Pool(io, conninfo, keep, is_for_handlers=False),
        Pool(io, conninfo, keep, is_for_handlers=True),
    )
