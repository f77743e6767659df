"""Connections of a worker: its own, which come back after a failure, and those of handlers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import TransactionStatus

from ..calls import Call
from ..client import AsyncClient
from ..errors import FlowFabricError
from .pauses import Pauses

log = logging.getLogger("flowfabric.worker")

T = TypeVar("T")

# A connection that lay idle for longer is tried before it is used.
FRESH_S = 1.0
# A statement of the worker that takes longer has lost its server.
STATEMENT_S = 60.0
READ_ONLY = "25006"

DEFAULTS = {
    "connect_timeout": "10",
    # a server that vanished is noticed within half a minute
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
}


def conninfo_of(dsn: str, name: str) -> str:
    """The connection string, with what a worker needs and nobody has said."""
    given = conninfo_to_dict(dsn)
    defaults = DEFAULTS | {"application_name": f"flowfabric worker {name}"[:63]}
    return make_conninfo("", **(defaults | given))


def is_trouble(error: BaseException) -> bool:
    """Whether the server or the way to it is to blame: the same call may succeed later."""
    if isinstance(error, FlowFabricError):
        return False
    if isinstance(error, psycopg.Error) and error.sqlstate == READ_ONLY:
        return True  # a standby: the primary is elsewhere by now
    return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError | TimeoutError)


def is_weather(error: BaseException) -> bool:
    """What passes by itself: the loops of the worker go on."""
    return is_trouble(error) or isinstance(error, asyncio.TimeoutError)


class Link:
    """A connection of the worker's own: one call at a time, opened anew when it breaks."""

    def __init__(self, conninfo: str, on_call: Callable[[], None], on_loss: Callable[[], None]):
        self._conninfo = conninfo
        self._on_call = on_call
        self._on_loss = on_loss
        self._lock = asyncio.Lock()
        self._connection: psycopg.AsyncConnection[Any] | None = None

    async def open(self) -> psycopg.AsyncConnection[Any]:
        if self._connection is None or self._connection.closed:
            self._connection = await psycopg.AsyncConnection.connect(
                self._conninfo, autocommit=True, prepare_threshold=None
            )
        return self._connection

    async def once(self, call: Call[T], timeout_s: float = STATEMENT_S) -> T:
        """Run a call, on a new connection if need be; trouble is raised."""
        async with self._lock:
            try:
                self._on_call()
                # a transaction is a single call, so there are no rows to be kept from repeating
                client = AsyncClient(await self.open(), accept_replays=True)
                return await asyncio.wait_for(client.run(call), timeout_s)
            except BaseException as error:
                if is_weather(error):
                    await self._drop()
                raise

    async def until_done(self, call: Call[T], timeout_s: float = STATEMENT_S) -> T:
        """Run a call that may be sent again, until the server has answered it."""
        pauses = Pauses(0.1, 5.0)
        while True:
            try:
                return await self.once(call, timeout_s)
            except Exception as error:
                if not is_weather(error):
                    raise
                log.warning("no answer from the database: %s", short(error))
            await asyncio.sleep(pauses.next())

    async def execute(self, query: str, *arguments: object) -> None:
        async with self._lock:
            self._on_call()
            await (await self.open()).execute(query.encode(), arguments or None)

    async def close(self) -> None:
        async with self._lock:
            await self._close()

    async def _drop(self) -> None:
        self._on_loss()
        await self._close()

    async def _close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                await connection.close()


class HandlerConnections:
    """Connections for handlers in threads: as many as run at a time, opened when needed."""

    def __init__(self, conninfo: str, keep: int) -> None:
        self._conninfo = conninfo
        self._keep = keep
        self._idle: deque[tuple[psycopg.Connection[Any], float]] = deque()
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def connection(self) -> Iterator[psycopg.Connection[Any]]:
        connection = self._take() or psycopg.connect(
            self._conninfo, autocommit=True, prepare_threshold=None
        )
        try:
            yield connection
        finally:
            if connection.pgconn.transaction_status == TransactionStatus.IDLE:
                with self._lock:
                    self._idle.append((connection, time.monotonic()))
                    surplus = self._idle.popleft()[0] if len(self._idle) > self._keep else None
                if surplus:
                    surplus.close()
            else:
                connection.close()

    def close(self) -> None:
        while self._idle:
            self._idle.pop()[0].close()

    def _take(self) -> psycopg.Connection[Any] | None:
        while True:
            with self._lock:
                if not self._idle:
                    return None
                connection, used_at = self._idle.pop()
            if time.monotonic() - used_at < FRESH_S and not connection.closed:
                return connection
            try:
                connection.execute("")
            except psycopg.Error:
                connection.close()
            else:
                return connection


class AsyncHandlerConnections:
    """The same for handlers that are coroutines."""

    def __init__(self, conninfo: str, keep: int) -> None:
        self._conninfo = conninfo
        self._keep = keep
        self._idle: deque[tuple[psycopg.AsyncConnection[Any], float]] = deque()

    @contextlib.asynccontextmanager
    async def connection(self) -> AsyncIterator[psycopg.AsyncConnection[Any]]:
        connection = await self._take() or await psycopg.AsyncConnection.connect(
            self._conninfo, autocommit=True, prepare_threshold=None
        )
        try:
            yield connection
        finally:
            is_idle = connection.pgconn.transaction_status == TransactionStatus.IDLE
            if is_idle and len(self._idle) < self._keep:
                self._idle.append((connection, time.monotonic()))
            else:
                await connection.close()

    async def close(self) -> None:
        while self._idle:
            await self._idle.pop()[0].close()

    async def _take(self) -> psycopg.AsyncConnection[Any] | None:
        while self._idle:
            connection, used_at = self._idle.pop()
            if time.monotonic() - used_at < FRESH_S and not connection.closed:
                return connection
            try:
                await connection.execute("")
            except psycopg.Error:
                await connection.close()
            else:
                return connection
        return None


def short(error: BaseException) -> str:
    """An error in one line, without what libpq says about passwords (it never quotes them)."""
    return " ".join(str(error).split()) or type(error).__name__
