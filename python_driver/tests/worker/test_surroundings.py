"""The surroundings of handlers: a lifespan, middlewares, a codec, cleaning up."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest
from flowfabric import Client
from flowfabric.worker import App, AsyncContext, Cancelled, Context, Transient

from .both import COLOURS, handle
from .conftest import Work, result_of, wait_for_state, wait_until

LANE = "orders"
TASK_GROUP: Any = getattr(asyncio, "TaskGroup", None)
ONCE: dict[str, Any] = {"retry_policy": {"max_retries": 0}}
RETRIES: dict[str, Any] = {
    "retry_policy": {"max_retries": 2, "backoff": {"type": "fixed", "delay_ms": 0}}
}
SECRET = "a word that the database never sees"


class Scrambled:
    """Another text each time, as of a cipher with a nonce."""

    def encode(self, data: bytes) -> bytes:
        key = os.urandom(16)
        return key + bytes(b ^ key[n % 16] for n, b in enumerate(data))

    def decode(self, data: bytes) -> bytes:
        key = data[:16]
        return bytes(b ^ key[n % 16] for n, b in enumerate(data[16:]))


@dataclass
class Letter:
    text: str


def submit(client: Client, kind: str, given: Any = None, **options: Any) -> Any:
    return client.create_execution(
        LANE, given, kind=kind, **{"policy": ONCE, **options}
    ).execution_id


# --- lifespans and middlewares ---


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("kind", ["sync", "async"])
def test_a_lifespan_is_open_as_long_as_the_worker_runs(
    client: Client, dsn: str, colour: str, kind: str
) -> None:
    app = App("worker", lanes=[LANE])
    seen: list[str] = []

    if kind == "sync":

        @app.lifespan
        def pool() -> Iterator[dict[str, str]]:
            seen.append("opened")
            yield {"http": "client"}
            seen.append("closed")

    else:

        @app.lifespan
        async def async_pool() -> AsyncIterator[dict[str, str]]:
            await asyncio.sleep(0)
            seen.append("opened")
            yield {"http": "client"}
            seen.append("closed")

    async def work(_given: Any, ctx: Any) -> None:
        seen.append(ctx.state["http"])

    handle(app, colour, "work", work)
    submit(client, "work")
    submit(client, "work")
    app.drain(dsn)
    assert seen == ["opened", "client", "client", "closed"]


LIFESPAN = """
import asyncio, time
from flowfabric.worker import App

app = App("worker", lanes=["orders"], drain_s=0.5, lease_ttl_ms=1000)

@app.lifespan
async def lifespan():
    print("opening", flush=True)
    {opening}
    yield
    print("closing", flush=True)
    {closing}

app.handler("quick")(lambda: None)
app.run({dsn!r})
"""


@pytest.mark.parametrize("part", ["opening", "closing"])
@pytest.mark.parametrize("how", ["await asyncio.sleep(60)", "time.sleep(60)"])
def test_a_lifespan_keeps_no_worker_from_ending(
    client: Client, dsn: str, part: str, how: str
) -> None:
    parts = {"opening": "pass", "closing": "pass", part: how}
    code = LIFESPAN.format(**parts, dsn=dsn)
    process = subprocess.Popen([sys.executable, "-c", code], text=True, stdout=subprocess.PIPE)
    try:
        assert process.stdout
        assert process.stdout.readline() == "opening\n"
        if part == "closing":
            wait_for_state(client, submit(client, "quick"), "completed")
        process.terminate()
        process.wait(15)
    finally:
        process.kill()
        process.communicate()


def test_a_worker_whose_lifespan_opens_slowly_is_alive(
    client: Client, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("flowfabric.worker.monitoring.DEAD_S", 1.0)
    app = App("worker", lanes=[LANE])
    is_to_open = threading.Event()

    @app.lifespan
    async def model() -> AsyncIterator[None]:
        while not is_to_open.is_set():  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        yield

    app.handler("quick")(lambda: None)
    execution_id = submit(client, "quick")
    with work(app, metrics_port=0):
        time.sleep(2)
        assert app._runtime
        # it is seen when it can work
        assert client.list_workers() == []
        assert app._runtime.monitor._readiness()[0] == 503
        assert app._runtime.monitor._health() == (200, "alive\n")
        is_to_open.set()
        wait_for_state(client, execution_id, "completed")


@pytest.mark.skipif(TASK_GROUP is None, reason="needs asyncio.TaskGroup")
def test_a_lifespan_that_fails_ends_the_worker_in_good_order(client: Client, dsn: str) -> None:
    app = App("worker", lanes=[LANE])
    is_to_fail = asyncio.Event()

    @app.lifespan
    async def group() -> AsyncIterator[None]:
        async def fail() -> None:
            await is_to_fail.wait()
            raise ValueError("no more")

        async with TASK_GROUP() as tasks:
            tasks.create_task(fail())
            yield

    @app.handler("waits")
    async def wait() -> None:
        is_to_fail.set()
        await asyncio.sleep(60)

    execution_id = submit(client, "waits")
    with pytest.raises(Exception, match="unhandled errors"):
        app.run(dsn)
    assert client.read_execution_state(execution_id) == "waiting"
    assert client.list_workers() == []


@pytest.mark.parametrize("colour", COLOURS)
def test_middlewares_run_around_every_handler(client: Client, dsn: str, colour: str) -> None:
    app = App("worker", lanes=[LANE])
    seen: list[str] = []

    @app.middleware
    def outer(ctx: Any) -> Iterator[None]:
        seen.append(f"outer {ctx.kind}")
        try:
            yield
        except ValueError as error:
            raise Transient("translated") from error
        finally:
            seen.append("end")

    @app.middleware
    def inner(ctx: Any) -> Iterator[None]:
        seen.append(f"inner {ctx.attempt_index}")
        yield

    async def work(_given: Any, _ctx: Any) -> None:
        seen.append("work")
        raise ValueError

    handle(app, colour, "work", work)

    @app.handler("bare")
    def bare() -> int:
        return 1

    execution_id, fine = submit(client, "work"), submit(client, "bare")
    app.drain(dsn, concurrency=1)
    assert seen == ["outer work", "inner 0", "work", "end", "outer bare", "inner 0", "end"]
    assert result_of(client, execution_id).failure_reason == "translated"
    assert result_of(client, fine).output == 1


@pytest.mark.parametrize("colour", COLOURS)
def test_a_middleware_that_swallows_the_request_to_stop_completes_nothing(
    client: Client, work: Work, colour: str
) -> None:
    app = App("worker", lanes=[LANE], drain_s=0)
    began = threading.Event()

    @app.middleware
    def swallow(_ctx: Any) -> Iterator[None]:
        with contextlib.suppress(BaseException):
            yield

    async def body(_given: Any, ctx: Any) -> None:
        began.set()
        await (asyncio.sleep(60) if colour == "async" else ctx.pause(60))

    handle(app, colour, "body", body)
    execution_id = submit(client, "body")
    with work(app):
        assert began.wait(10)
    assert client.read_execution_state(execution_id) == "waiting"


@pytest.mark.parametrize("colour", COLOURS)
def test_a_middleware_cannot_swallow_the_end_of_a_handler(
    client: Client, dsn: str, colour: str
) -> None:
    app = App("worker", lanes=[LANE])

    @app.middleware
    def deaf(_ctx: Any) -> Iterator[None]:
        with contextlib.suppress(BaseException):
            yield

    async def work(given: str, ctx: Any) -> None:
        if given == "wait":
            await ctx.sleep("night", hours=1)
        raise ValueError("it broke")

    handle(app, colour, "work", work)
    waiting, broken = submit(client, "work", "wait"), submit(client, "work", "break")
    app.drain(dsn)
    assert client.read_execution_state(waiting) == "delayed"
    assert result_of(client, broken).failure_reason == "ValueError: it broke"


def test_a_middleware_for_coroutines(client: Client, dsn: str) -> None:
    app = App("worker", lanes=[LANE])
    seen: list[str] = []

    @app.middleware
    async def slow(_ctx: Any) -> AsyncIterator[None]:
        await asyncio.sleep(0.01)
        seen.append("before")
        yield
        seen.append("after")

    @app.handler("work")
    async def work(ctx: AsyncContext) -> None:
        await ctx.step("one", seen.append, "work")

    submit(client, "work")
    app.drain(dsn)
    assert seen == ["before", "work", "after"]

    @app.handler("function")
    def function() -> None: ...

    with pytest.raises(
        TypeError, match="is a function: an asynchronous middleware cannot run around it"
    ):
        app.drain(dsn)


def test_what_is_no_generator_is_refused() -> None:
    app = App("worker", lanes=[LANE])
    for register in (app.lifespan, app.middleware):
        with pytest.raises(TypeError, match="is a generator"):
            register(lambda *_: None)
    with pytest.raises(TypeError, match="is not a codec"):
        App("worker", codec=Scrambled)  # type: ignore[arg-type]


# --- codecs ---


@pytest.mark.parametrize("colour", COLOURS)
def test_the_database_sees_nothing_of_what_a_codec_has_encoded(
    client: Client, dsn: str, colour: str
) -> None:
    app = App("worker", lanes=[LANE], codec=Scrambled())

    @app.handler("child")
    def child(letter: Letter) -> bytes:
        return letter.text.encode()

    def write(letter: Letter) -> Letter:
        return letter

    def insert(_connection: Any, letter: Letter) -> str:
        return letter.text

    async def insert_async(_connection: Any, letter: Letter) -> str:
        return letter.text

    async def work(given: Any, ctx: Any) -> Any:
        letter = Letter(given["text"])
        written = await ctx.step("write", write, letter)
        assert isinstance(written, Letter)
        told = await ctx.transactional_step(
            "insert", insert_async if colour == "async" else insert, letter
        )
        answer = await ctx.wait_for("answer")
        # without a key: the same child, although it is never encoded in the same way
        [small] = await ctx.gather(await ctx.spawn(child, letter))
        mapped = await ctx.map(child, [letter, letter], concurrency=2)
        if ctx.attempt_index == 0:
            raise Transient("once more")
        return [written.text, told, answer, small.decode(), len(mapped)]

    handle(app, colour, "work", work, retries=2)
    declared = app.declarations["work"].function
    created = declared.submit(  # type: ignore[attr-defined]
        {"text": SECRET}, client.connection, policy=RETRIES
    )
    app.send_signal(created.execution_id, "answer", {"of": SECRET}, client.connection)
    app.drain(dsn)
    found = client.get_execution_result(created.execution_id)
    assert found
    assert found.public_state == "completed", found.failure_reason
    assert found.output is None
    value = declared.submit_and_wait  # type: ignore[attr-defined]
    assert value
    from flowfabric.worker.codec import unpack

    assert unpack(app.codec, None, found.result)[0] == [SECRET, SECRET, {"of": SECRET}, SECRET, 2]
    assert len(client.list_children(created.execution_id)) == 3
    tables = client.connection.execute(
        "select c.oid::regclass::text from pg_class as c"
        " where c.relnamespace = 'flowfabric'::regnamespace and c.relkind = 'r'"
    ).fetchall()
    for (table,) in tables:
        rows = client.connection.execute(
            f"select count(*) from {table} as t where t::text like %s or t::text like %s".encode(),
            [f"%{SECRET}%", f"%{SECRET.encode().hex()}%"],
        ).fetchone()
        assert rows == (0,), table


def test_inputs_without_the_codec_are_read_as_they_are(client: Client, dsn: str) -> None:
    app = App("worker", lanes=[LANE], codec=Scrambled())

    @app.handler("work")
    def work(letter: Letter, ctx: Context) -> Any:
        return [letter.text, ctx.wait_for("answer")]

    execution_id = submit(client, "work", {"text": "plain"})
    client.send_signal(execution_id, "answer", {"plain": True})
    app.drain(dsn)
    from flowfabric.worker.codec import unpack

    found = result_of(client, execution_id)
    assert unpack(app.codec, None, found.result)[0] == ["plain", {"plain": True}]


# --- cleaning up ---


@pytest.mark.parametrize("colour", COLOURS)
def test_a_cancelled_handler_cleans_up_within_its_grace(
    client: Client, work: Work, colour: str
) -> None:
    client.connection.execute("create table refund (n integer)")
    app = App("worker", lanes=[LANE], lease_ttl_ms=1000)

    def refund(connection: psycopg.Connection[Any]) -> None:
        connection.execute("insert into refund values (1)")

    async def refund_async(connection: psycopg.AsyncConnection[Any]) -> None:
        await connection.execute("insert into refund values (1)")

    if colour == "async":

        @app.handler("work")
        async def run_async(ctx: AsyncContext) -> None:
            await ctx.step("charge", int)
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                if ctx.is_cancelled:
                    with ctx.cleanup():
                        await ctx.transactional_step("refund", refund_async)
                raise

    else:

        @app.handler("work")
        def run(ctx: Context) -> None:
            ctx.step("charge", int)
            try:
                ctx.pause(60)
            except Cancelled:
                if ctx.is_cancelled:
                    with ctx.cleanup():
                        ctx.transactional_step("refund", refund)
                raise

    execution_id = submit(client, "work")
    with work(app) as running:
        wait_until(lambda: client.list_steps(execution_id))
        answer = client.cancel_execution(execution_id, "no more", grace_ms=60_000)
        assert answer.outcome == "requested"
        wait_for_state(client, execution_id, "cancelled")
    assert running.statistics.cancelled == 1
    assert client.connection.execute("select n from refund").fetchall() == [(1,)]
    assert result_of(client, execution_id).cancellation_reason
    assert [step.step_key for step in client.list_steps(execution_id)] == ["charge", "refund"]


def test_a_lost_lease_leaves_nothing_to_clean_up(client: Client, work: Work) -> None:
    app = App("worker", lanes=[LANE], lease_ttl_ms=1000)
    seen: list[str] = []

    @app.handler("work")
    def run(ctx: Context) -> None:
        ctx.step("charge", int)
        try:
            ctx.pause(60)
        except Cancelled:
            seen.append(str(ctx.is_cancelled))
            with ctx.cleanup():
                ctx.step("refund", int)
            raise

    execution_id = submit(client, "work", policy={**ONCE, "max_reclaim_count": 0})
    with work(app) as running:
        wait_until(lambda: client.list_steps(execution_id))
        client.revoke_lease(execution_id)
        wait_until(lambda: running.statistics.lost == 1)
    assert seen == ["False"]
    assert [step.step_key for step in client.list_steps(execution_id)] == ["charge"]


@pytest.mark.parametrize("colour", COLOURS)
def test_a_pause_in_a_cleanup_is_a_pause(client: Client, work: Work, colour: str) -> None:
    app = App("worker", lanes=[LANE], lease_ttl_ms=1000)
    pauses: list[float] = []

    async def body(_given: Any, ctx: Any) -> None:
        pause = asyncio.sleep if colour == "async" else ctx.pause
        await ctx.step("charge", int)
        try:
            await pause(60)
        except (asyncio.CancelledError, Cancelled):
            with ctx.cleanup() if colour == "async" else ctx._target.cleanup():
                began = time.monotonic()
                await pause(0.5)
                pauses.append(time.monotonic() - began)
            raise

    handle(app, colour, "body", body)
    execution_id = submit(client, "body")
    with work(app):
        wait_until(lambda: client.list_steps(execution_id))
        client.cancel_execution(execution_id, "no more", grace_ms=60_000)
        wait_for_state(client, execution_id, "cancelled")
    assert pauses[0] >= 0.5


@pytest.mark.parametrize("colour", COLOURS)
def test_a_call_in_a_cleanup_is_repeated_in_pauses(
    client: Client,
    work: Work,
    colour: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    app = App("worker", lanes=[LANE], lease_ttl_ms=1000)
    rename = "alter function flowfabric.{} rename to {}"

    async def body(_given: Any, ctx: Any) -> None:
        await ctx.step("charge", int)
        try:
            await (asyncio.sleep(60) if colour == "async" else ctx.pause(60))
        except (asyncio.CancelledError, Cancelled):
            with ctx.cleanup() if colour == "async" else ctx._target.cleanup():
                client.connection.execute(rename.format("ff_save_step", "away").encode())
                await ctx.step("refund", int)
            raise

    handle(app, colour, "body", body)
    execution_id = submit(client, "body")
    with work(app):
        wait_until(lambda: client.list_steps(execution_id))
        client.cancel_execution(execution_id, "no more", grace_ms=60_000)
        wait_until(lambda: "a call has failed, and is sent again" in caplog.text)
        time.sleep(0.5)
        client.connection.execute(rename.format("away", "ff_save_step").encode())
        wait_for_state(client, execution_id, "cancelled")
    assert caplog.text.count("a call has failed, and is sent again") < 20
    assert [step.step_key for step in client.list_steps(execution_id)] == ["charge", "refund"]


def test_a_cleanup_ends_with_its_time_of_grace(client: Client, work: Work) -> None:
    app = App("worker", lanes=[LANE], lease_ttl_ms=1000, drain_s=0.1)
    ended = threading.Event()

    @app.handler("body")
    async def body(ctx: AsyncContext) -> None:
        await ctx.step("charge", int)
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            try:
                with ctx.cleanup():
                    await asyncio.sleep(60)
            finally:
                ended.set()

    execution_id = submit(client, "body")
    with work(app):
        wait_until(lambda: client.list_steps(execution_id))
        client.cancel_execution(execution_id, "no more", grace_ms=1000)
        assert ended.wait(10)
        wait_for_state(client, execution_id, "cancelled")
