"""Changes that a handler makes to its session, and statements that it leaves open.

Its execution ends once, as the transaction did, and the next handler has a clean session.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest
from flowfabric import Client
from flowfabric.worker import App

from .both import COLOURS, handle
from .conftest import result_of, wait_until
from .test_loans import bare, enter, give, once, submit

LANE = "emails"
SESSION = (
    "select current_user = session_user, pg_backend_pid() is not null,"
    " (select array_agg(s.name order by s.name) from pg_settings as s where s.source = 'session'),"
    " (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()),"
    " (select count(*) from pg_cursors), (select count(*) from pg_prepared_statements),"
    " (select count(*) from pg_class where relpersistence = 't'),"
    " (select count(*) from pg_listening_channels())"
)
# so that they are not closed when they are collected
kept: list[Any] = []


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    yield
    kept.clear()


@dataclass
class Case:
    """Statements, or another use of a connection, and the failure that it leads to."""

    what: Any
    failure: str = ""
    in_transaction: str | None = None

    def expected(self, of: str) -> str:
        in_transaction = self.failure if self.in_transaction is None else self.in_transaction
        return in_transaction if of == "transaction" else self.failure


async def open_copy(c: Any) -> None:
    kept.append(c.cursor().copy("copy written from stdin"))
    await enter(kept[-1])


async def open_copy_out(c: Any) -> None:
    kept.append(c.cursor().copy("copy (select generate_series(1, 100000)) to stdout"))
    await enter(kept[-1])


async def open_stream(c: Any) -> None:
    kept.append(c.cursor().stream("select generate_series(1, 100000)"))
    await once(kept[-1])


async def open_pipeline(c: Any) -> None:
    kept.append(c.pipeline())
    await enter(kept[-1])
    await give(c.execute("insert into written values (1)"))


async def open_cursor(c: Any) -> None:
    cursor = c.cursor("mine", withhold=True)
    kept.append(cursor)
    await give(cursor.execute("select generate_series(1, 10)"))


async def listen(c: Any) -> None:
    await give(c.execute("listen here"))
    await give(c.execute("notify here"))
    await once(c.notifies(timeout=5))


async def swallow(c: Any) -> None:
    with contextlib.suppress(psycopg.Error):
        await give(c.execute("select 1 / 0"))


CASES = {
    "ends its session": Case(["select pg_terminate_backend(pg_backend_pid())"], "AdminShutdown"),
    "cancels itself": Case(["select pg_cancel_backend(pg_backend_pid())"], "QueryCanceled"),
    "begins": Case(["begin"]),
    "prepares": Case(
        ["begin", "insert into written values (1)", "prepare transaction 'mine'"],
        in_transaction="a statement has ended the transaction",
    ),
    "discards": Case(["discard all"], in_transaction="DISCARD ALL cannot run"),
    "sets": Case(
        ["set statement_timeout = '1min'", "set search_path = nowhere", "set datestyle = german",
         "set session characteristics as transaction read only", "set bytea_output = escape"],
    ),
    "prepares a statement": Case(["prepare mine as select 1"]),
    "makes a table": Case(["create temporary table mine ()"]),
    "locks": Case(["select pg_advisory_lock(7)", "select pg_advisory_lock_shared(8)"]),
    "becomes another": Case(["set role ff_producer"], in_transaction="permission denied"),
    "becomes another locally": Case(["set local role ff_producer"],
                                    in_transaction="permission denied"),
    "has a short timeout": Case(["set statement_timeout = 1", "select pg_sleep(0.001)"],
                                "QueryCanceled"),
    "writes in latin1": Case(["set client_encoding = latin1"],
                             in_transaction="client_encoding was changed"),
    "swallows": Case(swallow, in_transaction="InFailedSqlTransaction"),
    "listens": Case(listen, in_transaction="StopAsyncIteration|StopIteration"),
    "leaves a cursor": Case(open_cursor),
    "leaves a copy": Case(open_copy, in_transaction="a COPY, a stream of rows"),
    "leaves a copy out": Case(open_copy_out, in_transaction="a COPY, a stream of rows"),
    "leaves a stream": Case(open_stream, in_transaction="a COPY, a stream of rows"),
    "leaves a pipeline": Case(open_pipeline, in_transaction="a pipeline is open at the end"),
}  # fmt: skip


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("of", ["connection", "transaction"])
@pytest.mark.parametrize("name", CASES)
@pytest.mark.filterwarnings("ignore:.*ServerCursor object:ResourceWarning")
def test_a_session_is_clean_after_it(
    client: Client, dsn: str, monkeypatch: pytest.MonkeyPatch, name: str, of: str, colour: str
) -> None:
    monkeypatch.setattr("flowfabric.worker.running.MAX_REPETITIONS", 1)
    client.connection.execute("create table written (n integer)")
    case = CASES[name]
    app = App("worker", lanes=[LANE])

    async def act(connection: Any) -> None:
        if callable(case.what):
            await case.what(bare(connection))
        else:
            for statement in case.what:
                await connection.execute(statement)

    async def body(_given: Any, ctx: Any) -> None:
        if of == "connection":
            async with ctx.connection() as c:
                await act(c)
        else:
            async with ctx.transaction() as tx:
                await act(tx.connection)

    async def look(_given: Any, ctx: Any) -> list[Any]:
        async with ctx.connection() as c:
            return list(await (await c.execute(SESSION)).fetchone())

    handle(app, colour, "body", body)
    handle(app, colour, "look", look)
    before = submit(client, "look")
    execution_id = submit(client, "body")
    after = [submit(client, "look") for _ in range(2)]
    statistics = app.drain(dsn, concurrency=1)
    for (gid,) in client.connection.execute("select gid from pg_prepared_xacts").fetchall():
        client.connection.execute(f"rollback prepared '{gid}'".encode())
    result = result_of(client, execution_id)
    expected = case.expected(of)
    assert result.public_state == ("failed" if expected else "completed"), result
    if expected:
        assert any(part in result.failure_reason for part in expected.split("|")), result
    assert client.connection.execute("select count(*) from written").fetchone() == (0,)
    assert statistics.lost == statistics.handed_back == 0
    clean = result_of(client, before).output
    assert [result_of(client, i).output for i in after] == [clean] * 2


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("call", ["of the context", "of the connection"])
def test_a_call_during_a_copy_is_refused(client: Client, dsn: str, colour: str, call: str) -> None:
    """psycopg would wait for the end of the COPY, which would wait for the call."""
    client.connection.execute("create table written (n integer)")
    app = App("worker", lanes=[LANE])

    async def body(_given: Any, ctx: Any) -> None:
        async with ctx.transaction() as tx:
            copy = bare(tx.connection).cursor().copy("copy written from stdin")
            rows = await enter(copy)
            await give(rows.write_row((1,)))
            await (ctx.progress(50) if call == "of the context" else tx.execute("select 1"))

    handle(app, colour, "body", body)
    execution_id = submit(client, "body")
    app.drain(dsn, concurrency=1)
    assert "a COPY, a stream of rows" in result_of(client, execution_id).failure_reason


@pytest.mark.parametrize("colour", COLOURS)
def test_a_handler_is_interrupted_although_its_session_hears_nothing(
    client: Client, dsn: str, colour: str
) -> None:
    app = App("worker", lanes=[LANE], drain_s=0.2)
    pids: list[int] = []

    async def body(_given: Any, ctx: Any) -> None:
        async with ctx.connection() as c:
            pids.append(c.info.backend_pid)
            await c.execute("select pg_sleep(60)")

    handle(app, colour, "body", body)
    execution_id = submit(client, "body")
    is_asleep = "select 1 from pg_stat_activity where pid = %s and wait_event = 'PgSleep'"

    def stop() -> None:
        wait_until(lambda: pids and client.connection.execute(is_asleep, pids).fetchone())
        os.kill(pids[0], signal.SIGSTOP)
        app.stop()

    stopping = threading.Thread(target=stop)
    stopping.start()
    try:
        statistics = app.drain(dsn, concurrency=1)
    finally:
        stopping.join()
        os.kill(pids[0], signal.SIGCONT)
    assert (statistics.handed_back, statistics.left) == (1, 0)
    assert client.read_execution_state(execution_id) == "waiting"
