"""A handler keeps a connection after its block, and the next handler gets the session.

The kept connection is closed, with all that was made of it, also in threads and tasks that go on.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any
from uuid import UUID

import psycopg
import pytest
from flowfabric import Client
from flowfabric.worker import App, AsyncContext, Context
from psycopg.rows import dict_row
from psycopg.types.numeric import FloatLoader

from .both import COLOURS, handle
from .conftest import result_of, wait_until

LANE = "emails"


def submit(client: Client, kind: str, input: Any = None) -> UUID:  # noqa: A002
    policy = {"retry_policy": {"max_retries": 0}}
    return client.create_execution(LANE, input, kind=kind, policy=policy).execution_id


def drain(app: App, dsn: str, client: Client, *ids: UUID) -> list[Any]:
    """Run them one after the other; each must complete. Returns their outputs."""
    app.drain(dsn, concurrency=1)
    results = [result_of(client, i) for i in ids]
    assert [r.failure_detail for r in results] == [None] * len(ids)
    return [r.output for r in results]


async def once(stream: Any) -> Any:
    """The first item of an iterator of either kind."""
    if hasattr(stream, "__anext__"):
        return await stream.__anext__()
    return next(stream)


async def enter(manager: Any) -> Any:
    if hasattr(manager, "__aenter__"):
        return await manager.__aenter__()
    return manager.__enter__()


async def give(value: Any) -> Any:
    return await value if hasattr(value, "__await__") else value


# Each makes something of a connection, and returns a function that uses it later.
def keep_connection(c: Any) -> Callable[[], Any]:
    return lambda: give(c.execute("insert into written values (0)"))


def keep_cursor(c: Any) -> Callable[[], Any]:
    cursor = c.cursor()
    return lambda: give(cursor.execute("insert into written values (0)"))


def keep_many(c: Any) -> Callable[[], Any]:
    cursor = c.cursor()
    return lambda: give(cursor.executemany("insert into written values (%s)", [(0,), (0,)]))


def keep_server_cursor(c: Any) -> Callable[[], Any]:
    cursor = c.cursor("mine", withhold=True)

    async def use() -> None:
        try:
            await give(cursor.execute("select 1"))
        finally:
            await give(cursor.close())

    return use


def keep_stream(c: Any) -> Callable[[], Any]:
    stream = c.cursor().stream("insert into written values (0) returning 1")
    return lambda: once(stream)


def keep_copy(c: Any) -> Callable[[], Any]:
    copy = c.cursor().copy("copy written from stdin")
    return lambda: enter(copy)


def keep_transaction(c: Any) -> Callable[[], Any]:
    transaction = c.transaction()
    return lambda: enter(transaction)


def keep_pipeline(c: Any) -> Callable[[], Any]:
    pipeline = c.pipeline()
    return lambda: enter(pipeline)


def keep_notifies(c: Any) -> Callable[[], Any]:
    notifies = c.notifies(timeout=0)
    return lambda: once(notifies)


def keep_client(c: Any) -> Callable[[], Any]:
    from flowfabric import AsyncClient

    kept = (AsyncClient if isinstance(c, psycopg.AsyncConnection) else Client)(c)
    return lambda: give(kept.create_execution("others"))


def keep_commit(c: Any) -> Callable[[], Any]:
    return lambda: give(c.commit())


def keep_rollback(c: Any) -> Callable[[], Any]:
    return lambda: give(c.rollback())


def keep_fileno(c: Any) -> Callable[[], Any]:
    async def look() -> Any:
        return c.fileno()

    return look


KEPT = [
    keep_connection, keep_cursor, keep_many, keep_server_cursor, keep_stream, keep_copy,
    keep_transaction, keep_pipeline, keep_notifies, keep_client, keep_commit, keep_rollback,
    keep_fileno,
]  # fmt: skip


def bare(connection: Any) -> Any:
    """The connection of psycopg itself, also for a function."""
    return vars(connection).get("_target", connection)


async def pid_of(connection: Any) -> int:
    row = await (await connection.execute("select pg_backend_pid()")).fetchone()
    pid: int = row[0]
    return pid


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("keep", KEPT)
@pytest.mark.parametrize("of", ["connection", "transaction"])
def test_what_is_kept_of_a_connection_is_closed(
    client: Client, dsn: str, colour: str, keep: Callable[[Any], Any], of: str
) -> None:
    app = App("worker", lanes=[LANE])
    client.connection.execute("create table written (n integer)")
    kept: list[Callable[[], Any]] = []

    async def lend(_given: Any, ctx: Any) -> int:
        if of == "connection":
            async with ctx.connection() as c:
                kept.append(keep(bare(c)))
                return await pid_of(c)
        async with ctx.transaction(complete=False) as tx:
            kept.append(keep(bare(tx.connection)))
            return await pid_of(tx)

    async def use(_given: Any, ctx: Any) -> int:
        async with ctx.transaction() as tx:
            await tx.execute("insert into written values (1)")
            tx.output = await pid_of(tx)
            with pytest.raises(psycopg.OperationalError, match="connection is closed"):
                await kept[0]()
        return None  # type: ignore[return-value]

    handle(app, colour, "lend", lend)
    handle(app, colour, "use", use)
    first, second = drain(app, dsn, client, submit(client, "lend"), submit(client, "use"))
    assert first == second, "it is the same session"
    assert client.connection.execute("select * from written").fetchall() == [(1,)]
    assert client.list_executions({"lane_id": "others"}) == []


@pytest.mark.parametrize("colour", COLOURS)
def test_a_kept_connection_says_that_it_is_closed(client: Client, dsn: str, colour: str) -> None:
    app = App("worker", lanes=[LANE])

    async def lend(_given: Any, ctx: Any) -> Any:
        async with ctx.connection() as c:
            kept = bare(c)
        # these do nothing to a closed connection
        kept.cancel()
        await give(kept.cancel_safe())
        await give(kept.close())
        async with ctx.connection() as c:
            await c.execute("select 1")
        return [kept.closed, "BAD" in repr(kept)]

    handle(app, colour, "lend", lend)
    assert drain(app, dsn, client, submit(client, "lend")) == [[True, True]]


@pytest.mark.parametrize("colour", COLOURS)
def test_settings_of_a_connection_end_with_its_loan(client: Client, dsn: str, colour: str) -> None:
    """Also those of which psycopg tells nobody, and notifications for the handler before."""
    app = App("worker", lanes=[LANE])
    heard: list[Any] = []

    async def change(_given: Any, ctx: Any) -> int:
        async with ctx.connection() as wrapped:
            c = bare(wrapped)
            c.row_factory = dict_row
            c.prepare_threshold = 0
            c.add_notify_handler(heard.append)
            c.adapters.register_loader("int4", FloatLoader)
            c.server_cursor_factory = None
            await give(c.set_read_only(True) if colour == "async" else None)
            await wrapped.execute("listen something")
            client.connection.execute("notify something")
            row = await (await wrapped.execute("select pg_backend_pid() as pid")).fetchone()
            c.remove_notify_handler(heard.append)
            client.connection.execute("notify something")
            return int(row["pid"])

    async def look(_given: Any, ctx: Any) -> int:
        async with ctx.connection() as wrapped:
            c = bare(wrapped)
            notes = c.notifies(timeout=0.1)
            rest = [n async for n in notes] if colour == "async" else list(notes)
            assert rest == []
            cursor = await wrapped.execute("select 1, pg_backend_pid()")
            one, pid = await cursor.fetchone()
            assert isinstance(pid, int)
            assert (type(one), c.autocommit, c.read_only) == (int, True, None)
            return pid

    handle(app, colour, "change", change)
    handle(app, colour, "look", look)
    first, second = drain(app, dsn, client, submit(client, "change"), submit(client, "look"))
    assert first == second, "it is the same session"
    assert len(heard) == 1


# --- threads and tasks that go on ---


def without_mixture(client: Client, jobs: int) -> None:
    """No transaction has rows of a job and of what an earlier one has left behind."""
    mixed = "select xid from written group by xid having count(distinct by) > 1"
    assert client.connection.execute(mixed).fetchall() == []
    rows = "select count(*), count(distinct xid) from written where by = 'job'"
    assert client.connection.execute(rows).fetchone() == (5 * jobs, jobs)


@pytest.mark.parametrize("colour", COLOURS)
def test_what_goes_on_reaches_no_other_transaction(client: Client, dsn: str, colour: str) -> None:
    """It uses its connection all the time, while one handler after the other gets the session."""
    client.connection.execute(
        "create table written (by text, xid text default pg_current_xact_id()::text)"
    )
    app = App("worker", lanes=[LANE])
    errors: list[BaseException] = []
    tasks: list[asyncio.Task[None]] = []
    insert = "insert into written values (%s)"

    @app.handler("sync")
    def function(ctx: Context) -> None:
        has_begun = threading.Event()

        def go_on(connection: psycopg.Connection[Any]) -> None:
            try:
                while True:
                    connection.execute(insert, ["thread"])
                    has_begun.set()
            except psycopg.Error as error:
                errors.append(error)

        with ctx.connection() as c:
            threading.Thread(target=go_on, args=(c,), daemon=True).start()
            assert has_begun.wait(10)
        with ctx.transaction() as tx:
            for _ in range(5):
                tx.execute(insert, ["job"])

    @app.handler("async")
    async def coroutine(ctx: AsyncContext) -> None:
        has_begun = asyncio.Event()

        async def go_on(connection: psycopg.AsyncConnection[Any]) -> None:
            try:
                while True:
                    await connection.execute(insert, ["task"])
                    has_begun.set()
            except psycopg.Error as error:
                errors.append(error)

        async with ctx.connection() as c:
            tasks.append(asyncio.create_task(go_on(c)))
            await has_begun.wait()
        async with ctx.transaction() as tx:
            for _ in range(5):
                await tx.execute(insert, ["job"])

    ids = [submit(client, colour) for _ in range(30)]
    drain(app, dsn, client, *ids)
    wait_until(lambda: len(errors) == len(ids), "all of them have ended")
    without_mixture(client, len(ids))


def test_a_session_that_is_used_at_the_end_of_its_loan_is_not_lent_again(
    client: Client, dsn: str
) -> None:
    """A statement that is just about to be sent comes too late."""
    app = App("worker", lanes=[LANE])
    has_begun, may_go_on = threading.Event(), threading.Event()
    errors: list[BaseException] = []
    threads: list[threading.Thread] = []

    def go_on(cursor: Any) -> None:
        def slow() -> Any:
            has_begun.set()
            may_go_on.wait(10)
            yield from cursor._execute_gen("select pg_sleep(60)")

        try:
            cursor.connection.wait(slow())
        except BaseException as error:
            errors.append(error)

    @app.handler("lend")
    def lend(ctx: Context) -> int:
        with ctx.connection() as c:
            pid = c.info.backend_pid
            threads.append(threading.Thread(target=go_on, args=(c.cursor(),), daemon=True))
            threads[-1].start()
            assert has_begun.wait(10)
        return pid

    @app.handler("use")
    def use(ctx: Context) -> int:
        with ctx.transaction() as tx:
            may_go_on.set()
            threads[-1].join(10)
            tx.output = tx.connection.info.backend_pid
        return None  # type: ignore[return-value]

    first, second = drain(app, dsn, client, submit(client, "lend"), submit(client, "use"))
    assert first != second
    assert [type(e) for e in errors] == [psycopg.OperationalError]
