"""Handlers that close, break, exhaust or leave behind what the worker gives them.

It is the failure of their job, which follows its policy, or no failure at all; it is never the end
of a lease, and it concerns no other job.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import os
import sys
import threading
from collections.abc import Callable
from typing import Any
from uuid import UUID

import psycopg
import pytest
from flowfabric import AsyncClient, Client, calls
from flowfabric.worker import App, AsyncContext, Context, Permanent
from flowfabric.worker.context_core import MAX_CONNECTIONS
from flowfabric.worker.pauses import Pauses

from .both import COLOURS, Body, handle
from .conftest import Work, result_of, wait_for_state, wait_until

LANE = "emails"
# since Python 3.11
TASK_GROUP: Any = getattr(asyncio, "TaskGroup", None)
ONCE: dict[str, Any] = {"retry_policy": {"max_retries": 0}}
# of the application's own processes on this database
OWN_SESSIONS = (
    "select count(*) from pg_stat_activity"
    " where application_name like 'flowfabric worker%%' and datname = current_database()"
)


def submit(client: Client, kind: str, input: Any = None, **options: Any) -> UUID:  # noqa: A002
    options = {"policy": ONCE} | options
    return client.create_execution(LANE, input, kind=kind, **options).execution_id


@pytest.fixture
def run(client: Client, dsn: str) -> Callable[..., Any]:
    """Run a body of a colour once, beside other jobs, which must all complete."""

    def run(colour: str, body: Body, input: Any = None, **settings: Any) -> UUID:  # noqa: A002
        app = App("worker", lanes=[LANE], concurrency=2)

        async def fine(_given: Any, ctx: Any) -> str:
            async with ctx.connection() as c:
                await c.execute("select 1")
            return "fine"

        handle(app, colour, "body", body)
        handle(app, colour, "fine", fine)
        execution_id = submit(client, "body", input)
        others = [submit(client, "fine") for _ in range(3)]
        statistics = app.drain(dsn, **settings)
        assert [client.read_execution_state(i) for i in others] == ["completed"] * 3
        assert statistics.lost == 0
        return execution_id

    return run


# --- connections that a handler closes or breaks ---


async def close_in_a_transaction(_given: Any, ctx: Any) -> None:
    async with ctx.transaction() as tx:
        await tx.connection.close()
        await tx.execute("select 1")


async def close_at_the_end(_given: Any, ctx: Any) -> None:
    async with ctx.transaction() as tx:
        await tx.connection.close()


async def close(_given: Any, ctx: Any) -> None:
    async with ctx.connection() as c:
        await c.close()
        await c.execute("select 1")


async def close_by_a_block(_given: Any, ctx: Any) -> None:
    async with ctx.connection() as c:
        async with c:
            pass
        await c.execute("select 1")


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(
    "body", [close_in_a_transaction, close_at_the_end, close, close_by_a_block]
)
def test_a_connection_that_its_handler_closes_is_its_failure(
    client: Client, run: Callable[..., UUID], colour: str, body: Body
) -> None:
    calls_of: list[Any] = []

    async def counted(given: Any, ctx: Any) -> None:
        calls_of.append(ctx)
        await body(given, ctx)

    result = result_of(client, run(colour, counted))
    assert result.public_state == "failed"
    assert "the connection is closed" in result.failure_reason
    assert len(calls_of) == 1


async def end_its_session(_given: Any, ctx: Any) -> None:
    async with ctx.connection() as c:
        await c.execute("select pg_terminate_backend(pg_backend_pid())")


async def finish(_given: Any, ctx: Any) -> None:
    async with ctx.connection() as c:
        c.pgconn.finish()
        await c.execute("select 1")


async def write_read_only(_given: Any, ctx: Any) -> None:
    async with ctx.transaction() as tx:
        await tx.execute("set transaction read only")
        await tx.execute("create table written (n integer)")


async def exceed_its_limit(_given: Any, ctx: Any) -> None:
    async with ctx.transaction() as tx:
        await tx.execute("do $$ begin raise configuration_limit_exceeded; end $$")


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("body", [end_its_session, finish, write_read_only, exceed_its_limit])
def test_an_outage_that_only_one_handler_sees_is_its_failure_in_the_end(
    client: Client,
    run: Callable[..., UUID],
    monkeypatch: pytest.MonkeyPatch,
    colour: str,
    body: Body,
) -> None:
    monkeypatch.setattr("flowfabric.worker.running.MAX_REPETITIONS", 1)
    calls_of: list[Any] = []

    async def counted(given: Any, ctx: Any) -> None:
        calls_of.append(ctx)
        await body(given, ctx)

    execution_id = run(colour, counted)
    assert client.read_execution_state(execution_id) == "failed"
    assert len(calls_of) == 2


@pytest.mark.parametrize("colour", COLOURS)
def test_an_outage_that_others_see_is_never_its_failure(
    client: Client, dsn: str, monkeypatch: pytest.MonkeyPatch, colour: str
) -> None:
    monkeypatch.setattr("flowfabric.worker.running.MAX_REPETITIONS", 1)
    # as before the sixth repetition: the other sessions do not end in the same moment
    monkeypatch.setattr("flowfabric.worker.running.Pauses", lambda *_: Pauses(1.0, 1.0))
    app = App("worker", lanes=[LANE])
    query = OWN_SESSIONS.replace("count(*)", "pg_terminate_backend(pid)").replace("%%", "%")
    # its own session last: it would leave the others running
    query += " order by pid = pg_backend_pid()"

    async def end_all_sessions(_given: Any, ctx: Any) -> None:
        async with ctx.connection() as c:
            await c.execute(query)

    handle(app, colour, "body", end_all_sessions)
    execution_id = submit(client, "body")
    statistics = app.drain(dsn)
    assert (statistics.failed, statistics.handed_back) == (0, 1)
    description = client.describe_execution(execution_id)
    assert description
    assert description.public_state == "delayed"
    message = description.progress_message or ""
    assert message.startswith("interrupted too often; handed back since ")


# --- transactions ---


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("statement", ["commit", "rollback"])
def test_a_transaction_that_a_statement_has_ended_completes_nothing(
    client: Client, run: Callable[..., UUID], colour: str, statement: str
) -> None:
    async def end_it(_given: Any, ctx: Any) -> None:
        async with ctx.transaction() as tx:
            await tx.execute("select 1")
            await tx.execute(statement)

    result = result_of(client, run(colour, end_it))
    assert result.public_state == "failed"
    assert "a statement has ended the transaction" in result.failure_reason


async def complete_it(tx: Any, ctx: Any) -> None:
    await tx.client.complete(ctx.handle, {"a": 1})


async def fail_it(tx: Any, ctx: Any) -> None:
    await tx.client.fail(ctx.handle, "no", "permanent")


async def delay_it(tx: Any, ctx: Any) -> None:
    await tx.client.delay(ctx.handle, 60_000)
    await ctx.progress(50)


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("end", [complete_it, fail_it, delay_it])
def test_an_end_that_was_rolled_back_is_no_end(
    client: Client, run: Callable[..., UUID], colour: str, end: Callable[..., Any]
) -> None:
    """The transaction ends the execution by itself; the worker's end is the second one, and undoes
    it."""

    async def end_twice(_given: Any, ctx: Any) -> None:
        async with ctx.transaction() as tx:
            await end(tx, ctx)

    result = result_of(client, run(colour, end_twice))
    assert result.public_state == "failed"
    assert "ctx.transaction() ends the execution itself" in result.failure_reason


@pytest.mark.parametrize("colour", COLOURS)
def test_an_execution_that_its_handler_has_completed_is_completed(
    client: Client, dsn: str, colour: str
) -> None:
    app = App("worker", lanes=[LANE])

    async def complete(given: str, ctx: Any) -> None:
        await ctx.call(calls.complete(ctx.handle, {"a": 1}))
        if given == "in a transaction":
            async with ctx.transaction():
                pass
        elif given == "in a call":
            await ctx.progress(50)
        elif given == "by a client":
            async with ctx.transaction(complete=False) as tx:
                await tx.client.progress(ctx.handle, 50)

    handle(app, colour, "body", complete)
    given = ("", "in a transaction", "in a call", "by a client")
    ids = [submit(client, "body", one) for one in given]
    statistics = app.drain(dsn)
    assert (statistics.completed, statistics.lost) == (4, 0)
    assert [result_of(client, i).output for i in ids] == [{"a": 1}] * 4


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("where", ["transaction", "call", "step"])
def test_the_lost_lease_of_another_execution_is_not_its_own(
    client: Client, run: Callable[..., UUID], colour: str, where: str
) -> None:
    client.create_execution("others")
    other = client.claim("others", "other", "other-1")
    assert other
    client.revoke_lease(other.execution_id)

    def complete(connection: psycopg.Connection[Any]) -> None:
        Client(connection).complete(other.handle)

    async def complete_async(connection: psycopg.AsyncConnection[Any]) -> None:
        await AsyncClient(connection).complete(other.handle)

    async def end_another(_given: Any, ctx: Any) -> None:
        if where == "transaction":
            async with ctx.transaction() as tx:
                await tx.client.complete(other.handle)
        elif where == "call":
            await ctx.call(calls.complete(other.handle))
        else:
            await ctx.transactional_step("step", complete_async if colour == "async" else complete)

    result = result_of(client, run(colour, end_another))
    assert result.public_state == "failed"
    assert "LeaseRevoked" in result.failure_reason


@pytest.mark.parametrize("colour", COLOURS)
def test_an_output_of_a_transaction_is_like_one_that_is_returned(
    client: Client, dsn: str, colour: str
) -> None:
    app = App("worker", lanes=[LANE])
    outputs = {
        "object": object(),
        "surrogate": "a\ud800",
        "zero": "a\0",
        "large": "x" * (17 << 20),
        "levels": [[[0]]],
        "bytes": b"abc",
        "text": 'ä"€',
    }

    async def answer(given: list[str], ctx: Any) -> Any:
        output: Any = outputs[given[0]]
        for _ in range(200 if given[0] == "levels" else 0):
            output = [output]
        if given[1] == "returned":
            return output
        async with ctx.transaction() as tx:
            tx.output = output
        return None

    handle(app, colour, "answer", answer)
    ids = {
        name: [submit(client, "answer", [name, how], policy={}) for how in ("set", "returned")]
        for name in outputs
    }
    app.drain(dsn)
    for name, pair in ids.items():
        first, second = (result_of(client, i) for i in pair)
        assert first.failure_reason == second.failure_reason
        assert (first.output, first.result) == (second.output, second.result)
        if name in ("bytes", "text"):
            assert first.public_state == "completed"
        else:
            assert (first.failure_category, first.public_state) == ("output_encode", "failed")
            assert "p_output" not in first.failure_reason
            assert [len(client.list_attempts(i)) for i in pair] == [1, 1]
    assert result_of(client, ids["bytes"][0]).result == b"abc"
    assert result_of(client, ids["text"][0]).output == outputs["text"]


# --- what a handler leaves behind ---


@pytest.mark.parametrize("colour", COLOURS)
def test_a_transaction_that_is_never_left_keeps_nothing(
    client: Client, dsn: str, colour: str
) -> None:
    app = App("worker", lanes=[LANE])
    kept: list[Any] = []

    async def leak(given: str, ctx: Any) -> str:
        manager = ctx.transaction() if given == "transaction" else ctx.connection()
        connection = await manager.__aenter__()
        kept.append(manager)
        if given == "connection":
            await connection.execute("begin")
            await connection.execute(
                "select from flowfabric.ff_append_frame(%s, p_text => 'a')", [ctx.handle]
            )
        else:
            await connection.client.assert_lease(ctx.handle)
        return "went on"

    handle(app, colour, "leak", leak)
    ids = [submit(client, "leak", given) for given in ("transaction", "connection")]
    assert app.drain(dsn).completed == 2
    assert [result_of(client, i).output for i in ids] == ["went on"] * 2
    wait_until(lambda: client.connection.execute(OWN_SESSIONS.encode()).fetchone() == (0,))


def test_a_thread_that_is_left_behind_keeps_no_session(client: Client, work: Work) -> None:
    app = App("worker", lanes=[LANE])
    errors: list[BaseException] = []
    may_end = threading.Event()

    @app.handler("leave")
    def leave(ctx: Context) -> None:
        has_begun = threading.Event()

        def go_on() -> None:
            try:
                with ctx.connection() as c:
                    c.execute("select 1")
                    has_begun.set()
                    c.execute("select pg_sleep(60)")
            except psycopg.Error as error:
                errors.append(error)
            may_end.wait(10)
            try:
                ctx.progress(1)
            except RuntimeError as error:
                errors.append(error)

        threading.Thread(target=go_on, daemon=True).start()
        has_begun.wait(10)

    with work(app):
        wait_for_state(client, submit(client, "leave"), "completed")
        wait_until(lambda: errors)
        may_end.set()
        wait_until(lambda: len(errors) == 2)
    assert "its context cannot be used any more" in str(errors[1])


@pytest.mark.parametrize("colour", COLOURS)
def test_a_context_ends_with_its_call(client: Client, dsn: str, colour: str) -> None:
    """Also when the handler is called again under the same lease."""
    app = App("worker", lanes=[LANE])
    contexts: list[Any] = []

    async def body(_given: Any, ctx: Any) -> None:
        contexts.append(ctx)
        if len(contexts) == 1:
            async with ctx.transaction() as tx:
                await tx.execute("do $$ begin raise serialization_failure; end $$")
        await ctx.progress(1)
        with pytest.raises(RuntimeError, match="cannot be used any more"):
            await contexts[0].progress(1)

    handle(app, colour, "body", body)
    execution_id = submit(client, "body")
    assert app.drain(dsn).completed == 1, result_of(client, execution_id)
    assert len(contexts) == 2


@pytest.mark.parametrize("colour", COLOURS)
def test_a_transaction_that_is_left_open_is_told(
    client: Client, run: Callable[..., UUID], colour: str, caplog: pytest.LogCaptureFixture
) -> None:
    client.connection.execute("create table written (n integer)")

    async def forget(_given: Any, ctx: Any) -> None:
        async with ctx.connection() as c:
            await c.execute("begin")
            await c.execute("insert into written values (1)")

    assert client.read_execution_state(run(colour, forget)) == "completed"
    assert caplog.text.count("a transaction was left open on ctx.connection()") == 1


# --- too much of it ---


@pytest.mark.parametrize("colour", COLOURS)
def test_a_handler_has_some_connections_only(
    client: Client, run: Callable[..., UUID], colour: str
) -> None:
    async def take_all(given: int, ctx: Any) -> None:
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(given):
                await stack.enter_async_context(ctx.connection())

    assert client.read_execution_state(run(colour, take_all, MAX_CONNECTIONS)) == "completed"
    result = result_of(client, run(colour, take_all, MAX_CONNECTIONS + 1))
    assert f"{MAX_CONNECTIONS} connections at a time" in result.failure_reason


def test_many_calls_at_once_take_one_connection(
    client: Client, dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = App("worker", lanes=[LANE])
    opened: list[Any] = []
    from flowfabric.worker.loans import LoopIO, ThreadIO

    for kind in (LoopIO, ThreadIO):

        async def connect(self: Any, conninfo: str, connect: Any = kind.connect) -> Any:
            opened.append(self)
            return await connect(self, conninfo)

        monkeypatch.setattr(kind, "connect", connect)

    @app.handler("async")
    async def spawn_async(ctx: AsyncContext) -> None:
        await asyncio.gather(*(ctx.spawn("child", n, lane="children") for n in range(50)))

    @app.handler("sync")
    def spawn(ctx: Context) -> None:
        def one(n: int) -> None:
            ctx.spawn("child", n, lane="children")

        threads = [threading.Thread(target=one, args=(n,)) for n in range(50)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    for colour in COLOURS:
        submit(client, colour)
    assert app.drain(dsn).completed == 2
    assert len(client.list_executions({"lane_id": "children"}, limit=200)) == 100
    assert len(opened) == 2


# --- processes ---


@pytest.mark.parametrize("colour", COLOURS)
def test_a_forked_child_cannot_use_a_context(
    client: Client, run: Callable[..., UUID], colour: str
) -> None:
    """It would read the answers that its parent waits for."""

    async def fork(_given: Any, ctx: Any) -> list[str]:
        await ctx.progress(1)
        reading, writing = os.pipe()
        async with ctx.connection() as c:
            await c.execute("select 1")
            child = os.fork()
            if child == 0:
                for attempt in (ctx.progress, lambda _: c.execute("select 1")):
                    try:
                        await attempt(2)
                    except RuntimeError as error:
                        os.write(writing, f"{error}\n".encode())
                os._exit(0)
            os.close(writing)
            for _ in range(20):
                await ctx.progress(3)
                await c.execute("select 1")
        with os.fdopen(reading) as pipe:
            said = pipe.read().splitlines()
        os.waitpid(child, 0)  # noqa: ASYNC222
        return said

    assert result_of(client, run(colour, fork)).output == [
        "a forked process cannot use the context of its parent",
        "a forked process cannot use a connection of its parent",
    ]


# --- groups of exceptions ---


@pytest.mark.skipif(TASK_GROUP is None, reason="needs asyncio.TaskGroup")
def test_errors_in_a_group_count_as_they_do_alone(client: Client, dsn: str) -> None:
    app = App("worker", lanes=[LANE])
    calls_of: list[str] = []

    @app.handler("group", permanent=KeyError)
    async def group(given: str, ctx: AsyncContext) -> None:
        calls_of.append(given)

        async def fail() -> None:
            if given == "outage" and calls_of.count(given) == 1:
                async with ctx.connection() as c:
                    await c.execute("select pg_terminate_backend(pg_backend_pid())")
            elif given == "permanent":
                raise Permanent("not again", category="gone")
            elif given == "type":
                raise KeyError("x")
            elif given == "two":
                raise ValueError("one")

        async def other() -> None:
            if given == "two":
                raise Permanent("the other")

        async with TASK_GROUP() as tasks:
            tasks.create_task(fail())
            tasks.create_task(other())

    given = ["outage", "permanent", "type", "two"]
    # of all failures none is worth a retry
    ids = [submit(client, "group", one, policy={}) for one in given]
    statistics = app.drain(dsn)
    assert (statistics.completed, statistics.failed, statistics.retried) == (1, 3, 0)
    results = [result_of(client, i) for i in ids]
    assert [r.failure_reason for r in results] == [None, "not again", "KeyError: 'x'", "the other"]
    assert results[1].failure_category == "gone"
    assert "ExceptionGroup" in results[3].failure_detail["traceback"]


@pytest.mark.parametrize("colour", COLOURS)
def test_an_outage_is_one_whatever_the_handler_makes_of_it(
    client: Client, dsn: str, colour: str
) -> None:
    app = App("worker", lanes=[LANE])
    calls_of: list[str] = []

    async def hide(given: str, ctx: Any) -> None:
        calls_of.append(given)
        if calls_of.count(given) > 1:
            return
        try:
            async with ctx.transaction(complete=False) as tx:
                await tx.execute("do $$ begin raise serialization_failure; end $$")
        except psycopg.Error:
            if given == "exit":
                sys.exit(3)
            raise RuntimeError("the database is away") from None

    handle(app, colour, "hide", hide)
    for given in ("from None", "exit"):
        submit(client, "hide", given)
    statistics = app.drain(dsn)
    assert (statistics.completed, statistics.failed) == (2, 0)


def test_a_context_variable_of_a_handler_ends_with_it(client: Client, dsn: str) -> None:
    """As that of a coroutine does: the next handler in the thread does not see it."""
    app = App("worker", lanes=[LANE], concurrency=1)
    variable: contextvars.ContextVar[str] = contextvars.ContextVar("variable", default="")
    seen: list[str] = []

    @app.handler("body")
    def body() -> None:
        seen.append(variable.get())
        variable.set("of another handler")

    submit(client, "body")
    submit(client, "body")
    app.drain(dsn)
    assert seen == ["", ""]
