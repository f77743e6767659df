"""Connections of handlers and of their contexts, each of which is lent for a time.

A session is kept for the next loan, but each loan has a connection object of its own. When the loan
ends, the libpq connection is taken away from that object. What was made of it (a cursor, a
transaction, a pipeline) then meets a closed connection, in every thread and task, and settings of
the object (`row_factory`, adapters, notify handlers) end with it.

The operations on connections are written once, as coroutines: `LoopIO` awaits the server;
`ThreadIO` blocks its thread and never suspends, so that `at_once` can run it.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import os
import socket
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, NoReturn, Protocol, TypeVar

import psycopg
from psycopg import pq
from psycopg.pq import PipelineStatus, TransactionStatus

from ..calls import Call
from ..client import AsyncClient, Client
from .connections import dates_of
from .held import STOPPED_S, Held
from .outcomes import Cancelled
from .trouble import mark

if TYPE_CHECKING:
    from psycopg.pq.abc import PGconn

    _Base = psycopg.BaseConnection[Any]
else:
    _Base = object

T = TypeVar("T")
C = TypeVar("C", bound="HandlerConnection | AsyncHandlerConnection")

# A session that was idle for longer is tested before it is lent.
FRESH_S = 1.0
# How long a statement may take to end after it was cancelled.
CANCEL_S = 1.0
# How many turns of the loop tasks get to begin a step, before a wait gives the lease back.
TURNS = 20
# The same for threads of a handler, where several of them wait.
TURN_S = 0.05

# Undoes the changes of a handler to its session. (`discard all` would also forget the plans.)
RESET = (
    b"close all; deallocate all; unlisten *; reset all; set session authorization default;"
    b" discard temp; discard sequences; select pg_advisory_unlock_all()"
)


def _make_nothing() -> PGconn:
    nothing = pq.PGconn.connect_start(b"=")  # a mistake: it does not even try
    nothing.finish()
    return nothing


# The libpq connection of a loan that has ended.
NOTHING = _make_nothing()


@dataclass(slots=True)
class Session:
    """A session of the server, which is lent to one after the other."""

    pgconn: PGconn
    # more settings for each handler that gets it, see `dates_of`
    dates: bytes = b""
    # by the clock of this process
    opened_at: float = field(default_factory=time.monotonic)
    opened_by: int = field(default_factory=os.getpid)


class _Lock:
    """The lock of a connection of psycopg, which a COPY keeps, and a stream of rows.

    Whoever has it and wants it again would wait for ever, and gets an error.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._owner: object = None

    def _check(self, owner: object) -> None:
        if owner is not None and self._owner is owner:
            raise psycopg.ProgrammingError(
                "a COPY, a stream of rows or an iterator of notifications is open on this "
                "connection: end it first"
            )

    def __enter__(self) -> None:
        thread = threading.current_thread()
        self._check(thread)
        self._lock.acquire()
        self._owner = thread

    def __exit__(self, *_: object) -> None:
        self._owner = None
        self._lock.release()


class _AsyncLock(_Lock):
    """The same for tasks."""

    def __init__(self) -> None:
        super().__init__()
        self._async_lock = asyncio.Lock()

    async def __aenter__(self) -> None:
        task = None
        with contextlib.suppress(RuntimeError):  # no loop runs: a forked process
            task = asyncio.current_task()
        self._check(task)
        await self._async_lock.acquire()
        self._owner = task

    async def __aexit__(self, *_: object) -> None:
        self._owner = None
        self._async_lock.release()


class _Loan(_Base):
    """The part that both kinds of connections share.

    It marks its errors: they are not of a database of the handler.
    """

    def __init__(self, pgconn: PGconn, session: Session | None = None) -> None:
        super().__init__(pgconn)
        self.session = session or Session(pgconn)
        # for what follows: several threads may use a loan, and end it
        self._state_lock = threading.Lock()
        self._uses = 0
        self._last_use = 0
        # a request to cancel may arrive later than the end of the loan: the session is not kept
        self._was_cancelled = False
        self._was_interrupted = False

    @classmethod
    def of(cls, session: Session) -> Any:
        loan = cls(session.pgconn, session)
        loan._autocommit = True
        loan.prepare_threshold = None
        return loan

    @property
    def is_of_this_process(self) -> bool:
        return self.session.opened_by == os.getpid()

    @contextlib.contextmanager
    def in_use(self) -> Iterator[None]:
        """While a statement runs; the session is not kept if the loan ends meanwhile."""
        if not self.is_of_this_process:
            raise RuntimeError("a forked process cannot use a connection of its parent")
        with self._state_lock:
            self._uses += 1
            self._last_use += 1
            pgconn = self.pgconn
        try:
            yield
        except psycopg.Error as error:
            self.reject(error)
        finally:
            with self._state_lock:
                self._uses -= 1
                is_left = pgconn is not self.pgconn and self._uses == 0
            if is_left:
                pgconn.finish()

    def end(self, *, keep: bool = True) -> Session | None:
        """End the loan; from any thread. Returns the session if it can be lent again, else ends it.

        While another thread waits for the server only the socket is shut down: that thread gets an
        error. To close the connection would take its memory away.
        """
        with self._state_lock:
            pgconn, self.pgconn = self.pgconn, NOTHING
            is_used = self._uses > 0
            keep = keep and not is_used and not self._was_cancelled
        if (
            keep
            and pgconn.transaction_status == TransactionStatus.IDLE
            and pgconn.pipeline_status == PipelineStatus.OFF
        ):
            return self.session
        if is_used:
            with (
                contextlib.suppress(Exception),
                socket.socket(fileno=os.dup(pgconn.socket)) as connected,
            ):
                connected.shutdown(socket.SHUT_RDWR)
        else:
            pgconn.finish()
        return None

    def abandon(self) -> None:
        """End it and its session, while its handler may still use it."""
        if self.is_of_this_process:
            self.end(keep=False)

    def interrupt(self) -> None:
        """Cancel its statement, if there is one; from any thread."""
        with self._state_lock:
            self._was_cancelled = self._was_interrupted = True
            is_active = self.pgconn.transaction_status == TransactionStatus.ACTIVE
            use = self._last_use
        if is_active:
            with contextlib.suppress(RuntimeError):  # there are too many threads
                threading.Thread(target=self._cancel, args=(use,), daemon=True).start()

    def _cancel(self, use: int) -> None:
        with contextlib.suppress(Exception):
            self.cancel()
        # a session that waits for the rows of a COPY does not notice it
        time.sleep(CANCEL_S)
        if self._uses and self._last_use == use:
            self.abandon()

    def _should_cancel(self) -> bool:
        """psycopg asks in all of its ways to cancel a statement."""
        self._was_cancelled = True
        return super()._should_cancel()

    def reject(self, error: psycopg.Error) -> NoReturn:
        """Raise the error, marked, or the `Cancelled` that it stands for."""
        if self._was_interrupted and (
            self.closed or isinstance(error, psycopg.errors.QueryCanceled)
        ):
            raise Cancelled("it had to stop") from error
        is_lent = self.pgconn is not NOTHING
        if is_lent and (self.broken or not self.closed):  # else the handler has closed it
            mark(error)
        raise error


class HandlerConnection(_Loan, psycopg.Connection[Any]):
    """For handlers that are functions."""

    def __init__(self, pgconn: PGconn, session: Session | None = None) -> None:
        super().__init__(pgconn, session)
        self.lock = _Lock()  # type: ignore[assignment]

    def wait(self, *arguments: Any, **options: Any) -> Any:
        with self.in_use():
            return super().wait(*arguments, **options)

    def cursor(self, *arguments: Any, **options: Any) -> Any:
        try:
            return super().cursor(*arguments, **options)
        except psycopg.Error as error:
            self.reject(error)

    def close(self) -> None:
        with self._state_lock:
            super().close()


class AsyncHandlerConnection(_Loan, psycopg.AsyncConnection[Any]):
    """For handlers that are coroutines."""

    def __init__(self, pgconn: PGconn, session: Session | None = None) -> None:
        super().__init__(pgconn, session)
        self.lock = _AsyncLock()  # type: ignore[assignment]

    async def wait(self, *arguments: Any, **options: Any) -> Any:
        with self.in_use():
            return await super().wait(*arguments, **options)

    def cursor(self, *arguments: Any, **options: Any) -> Any:
        try:
            return super().cursor(*arguments, **options)
        except psycopg.Error as error:
            self.reject(error)

    async def close(self) -> None:
        with self._state_lock:
            await super().close()


class IO(Protocol[C]):
    """The operations on connections of handlers."""

    async def connect(self, conninfo: str) -> C: ...

    def lend(self, session: Session) -> C: ...

    async def execute(self, connection: C, query: bytes) -> None: ...

    async def run(self, connection: C, call: Call[T], *, accept_replays: bool) -> T: ...

    def transaction(self, connection: C) -> contextlib.AbstractAsyncContextManager[Any]: ...

    def lock(self) -> contextlib.AbstractAsyncContextManager[Any]: ...

    async def pause(self, held: Held, seconds: float) -> None: ...

    def event(self) -> Any: ...

    async def wait(self, event: Any, held: Held) -> None: ...

    async def let_others_run(self, waits: int) -> None: ...

    async def value_of(
        self, function: Callable[..., Any], arguments: Sequence[Any], options: Mapping[str, Any]
    ) -> Any: ...

    async def all(self, given: Sequence[Any]) -> list[Any]: ...


class ThreadIO:
    """For functions. Nothing here suspends: see `at_once`."""

    async def connect(self, conninfo: str) -> HandlerConnection:
        return HandlerConnection.connect(conninfo, autocommit=True, prepare_threshold=None)

    def lend(self, session: Session) -> HandlerConnection:
        loan: HandlerConnection = HandlerConnection.of(session)
        return loan

    async def execute(self, connection: HandlerConnection, query: bytes) -> None:
        connection.execute(query)

    async def run(self, connection: HandlerConnection, call: Call[T], *, accept_replays: bool) -> T:
        return Client(connection, accept_replays=accept_replays).run(call)

    @contextlib.asynccontextmanager
    async def transaction(self, connection: HandlerConnection) -> AsyncIterator[None]:
        with connection.transaction():
            yield

    def lock(self) -> contextlib.AbstractAsyncContextManager[Any]:
        return _ThreadLock()

    async def pause(self, held: Held, seconds: float) -> None:
        held.wait(seconds)

    def event(self) -> threading.Event:
        return threading.Event()

    async def wait(self, event: threading.Event, held: Held) -> None:
        while not held.must_stop and not event.wait(STOPPED_S):
            pass

    async def let_others_run(self, waits: int) -> None:
        if waits > 1:
            time.sleep(TURN_S)  # noqa: ASYNC251 - in a thread of the handler

    async def value_of(
        self, function: Callable[..., Any], arguments: Sequence[Any], options: Mapping[str, Any]
    ) -> Any:
        value = function(*arguments, **options)
        if inspect.isawaitable(value):
            if inspect.iscoroutine(value):
                value.close()
            raise TypeError("a step of a handler that is a function is a function, no coroutine")
        return value

    async def all(self, given: Sequence[Any]) -> list[Any]:
        return list(given)


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

    def lend(self, session: Session) -> AsyncHandlerConnection:
        loan: AsyncHandlerConnection = AsyncHandlerConnection.of(session)
        return loan

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

    def lock(self) -> contextlib.AbstractAsyncContextManager[Any]:
        return asyncio.Lock()

    async def pause(self, held: Held, seconds: float) -> None:  # noqa: ARG002
        await asyncio.sleep(seconds)

    def event(self) -> asyncio.Event:
        return asyncio.Event()

    async def wait(self, event: asyncio.Event, held: Held) -> None:  # noqa: ARG002
        await event.wait()

    async def let_others_run(self, waits: int) -> None:  # noqa: ARG002
        for _ in range(TURNS):
            await asyncio.sleep(0)

    async def value_of(
        self, function: Callable[..., Any], arguments: Sequence[Any], options: Mapping[str, Any]
    ) -> Any:
        value = function(*arguments, **options)
        return await value if inspect.isawaitable(value) else value

    async def all(self, given: Sequence[Any]) -> list[Any]:
        async def one(each: Any) -> Any:
            return await each if inspect.isawaitable(each) else each

        return list(await asyncio.gather(*map(one, given)))


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
    """Sessions that are lent; as many are kept as handlers run at a time.

    With `is_for_handlers` each one is as clean as a new one when it is lent.
    """

    def __init__(self, io: IO[C], conninfo: str, keep: int, *, is_for_handlers: bool) -> None:
        self._io = io
        self._conninfo = conninfo
        self._keep = keep
        self._is_for_handlers = is_for_handlers
        # a handler's thread appends and pops without a lock: each is one call of C
        self._idle: deque[tuple[Session, float]] = deque()
        self._is_closed = False

    @contextlib.asynccontextmanager
    async def connection(self) -> AsyncIterator[C]:
        connection = await self._take() or await self._connect()
        try:
            yield connection
        finally:
            # a forked child leaves it to its parent
            if connection.is_of_this_process and (session := connection.end()):
                self._keep_for_later(session)

    def close(self) -> None:
        self._is_closed = True
        while self._idle:
            self._idle.pop()[0].pgconn.finish()

    def _keep_for_later(self, session: Session) -> None:
        if len(self._idle) >= self._keep:
            session.pgconn.finish()
            return
        self._idle.append((session, time.monotonic()))
        if self._is_closed:
            self.close()

    async def _connect(self) -> C:
        try:
            connection = await self._io.connect(self._conninfo)
        except psycopg.Error as error:
            mark(error, concerns_all=True)
            raise
        dates = dates_of(connection, in_utc=not self._is_for_handlers)
        if dates:
            connection.session.dates = dates
            try:
                await self._io.execute(connection, dates)
            except BaseException:
                connection.end(keep=False)
                raise
        return connection

    async def _take(self) -> C | None:
        while True:
            try:
                session, used_at = self._idle.pop()
            except IndexError:
                return None
            is_fresh = time.monotonic() - used_at < FRESH_S
            if (is_fresh and not self._is_for_handlers) or await self._is_fit(session):
                return self._io.lend(session)

    async def _is_fit(self, session: Session) -> bool:
        """Test and reset it, by a loan of its own: that one gets late notifications, too."""
        loan = self._io.lend(session)
        keep = False
        try:
            await self._io.execute(loan, RESET + session.dates if self._is_for_handlers else b"")
            keep = True
        except psycopg.Error:
            pass
        finally:
            keep = loan.end(keep=keep) is not None
        return keep


def new_pools(io: IO[C], conninfo: str, keep: int) -> tuple[Pool[C], Pool[C]]:
    """Sessions for the calls of contexts, and others for handlers: they are never mixed."""
    return (
        Pool(io, conninfo, keep, is_for_handlers=False),
        Pool(io, conninfo, keep, is_for_handlers=True),
    )
