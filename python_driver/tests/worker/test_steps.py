"""Steps of handlers: stored values, waits, children, and the later calls of a handler."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any
from uuid import UUID

import psycopg
import pytest
from flowfabric import AsyncClient, Client
from flowfabric.pytest_plugin import MOVABLE_CLOCK, Clock
from flowfabric.worker import (
    App,
    AsyncContext,
    ChildFailed,
    Context,
    Permanent,
    Statistics,
    StepRepeated,
    Transient,
)
from flowfabric.worker.loans import LoopIO
from psycopg.conninfo import make_conninfo

from .both import COLOURS, handle
from .conftest import result_of

LANE = "orders"
CHILDREN = "pictures"
RETRIES: dict[str, Any] = {
    "retry_policy": {"max_retries": 3, "backoff": {"type": "fixed", "delay_ms": 0}}
}
RETRIES_LATER: dict[str, Any] = {
    "retry_policy": {"max_retries": 3, "backoff": {"type": "fixed", "delay_ms": 3_600_000}}
}
ONCE: dict[str, Any] = {"retry_policy": {"max_retries": 0}}


@dataclass
class Receipt:
    number: int
    at: datetime


@pytest.fixture
def clock(client: Client) -> Clock:
    client.connection.execute(MOVABLE_CLOCK.encode())
    return Clock(client.connection)


@pytest.fixture
def app() -> App:
    return App("worker", lanes=[LANE, CHILDREN])


@pytest.fixture
def drain(app: App, dsn: str) -> Callable[..., Statistics]:
    return lambda **options: app.drain(dsn, **options)


def submit(client: Client, kind: str, given: Any = None, **options: Any) -> UUID:
    return client.create_execution(
        LANE, given, kind=kind, **{"policy": ONCE, **options}
    ).execution_id


def output_of(client: Client, execution_id: UUID) -> Any:
    result = result_of(client, execution_id)
    assert result.public_state == "completed", result.failure_reason
    return result.output


# --- values ---


@pytest.mark.parametrize("colour", COLOURS)
def test_a_step_is_done_once_however_often_its_handler_is_called(
    client: Client, app: App, drain: Callable[..., Statistics], colour: str
) -> None:
    calls: list[str] = []

    def charge(number: int, *, key: str) -> Receipt:
        calls.append(key)
        return Receipt(number, datetime(2030, 1, 2, tzinfo=timezone.utc))

    def nothing() -> None:
        calls.append("nothing")

    def data() -> bytes:
        calls.append("data")
        return b"\0\1"

    async def order(_given: Any, ctx: Any) -> Any:
        values = [
            await ctx.step("charge", charge, 17, key=ctx.step_id("charge")),
            await ctx.step("nothing", nothing),
            await ctx.step("data", data),
            await ctx.step("plain", lambda: {"a": [1, 2]}),
        ]
        if ctx.attempt_index < 2:
            raise Transient("again")
        return [isinstance(values[0], Receipt), values[0], values[1], values[2].hex(), values[3]]

    handle(app, colour, "order", order)
    execution_id = submit(client, "order", policy=RETRIES)
    drain()
    receipt = {"number": 17, "at": "2030-01-02T00:00:00+00:00"}
    assert output_of(client, execution_id) == [True, receipt, None, "0001", {"a": [1, 2]}]
    assert calls == [f"{execution_id}/1/charge", "nothing", "data"]
    assert [step.step_key for step in client.list_steps(execution_id)] == [
        "charge", "nothing", "data", "plain",
    ]  # fmt: skip


def test_a_step_of_a_coroutine_may_be_a_coroutine(
    client: Client, app: App, drain: Callable[..., Statistics]
) -> None:
    async def double(number: int) -> int:
        await asyncio.sleep(0)
        return 2 * number

    @app.handler("async")
    async def run(ctx: AsyncContext) -> list[int]:
        return await asyncio.gather(*(ctx.step(f"{n}", double, n) for n in range(30)))

    @app.handler("sync")
    def refused(ctx: Context) -> None:
        ctx.step("double", double, 1)  # type: ignore[unused-coroutine]

    fine, wrong = submit(client, "async"), submit(client, "sync")
    drain()
    assert output_of(client, fine) == [2 * n for n in range(30)]
    assert "no coroutine" in result_of(client, wrong).failure_reason


@pytest.mark.parametrize("colour", COLOURS)
def test_an_exception_in_a_step_saves_nothing(
    client: Client, app: App, drain: Callable[..., Statistics], colour: str
) -> None:
    calls: list[int] = []

    def fragile() -> int:
        calls.append(1)
        if len(calls) < 3:
            raise ValueError("not yet")
        return len(calls)

    async def work(_given: Any, ctx: Any) -> Any:
        try:
            return await ctx.step("fragile", fragile)
        except ValueError:
            # by hand, in the same run
            return await ctx.step("fragile", fragile)

    handle(app, colour, "work", work)
    execution_id = submit(client, "work", policy=RETRIES)
    statistics = drain()
    assert (statistics.retried, output_of(client, execution_id)) == (1, 3)


@pytest.mark.parametrize("colour", COLOURS)
def test_a_step_is_retried_in_place(
    client: Client,
    app: App,
    drain: Callable[..., Statistics],
    monkeypatch: pytest.MonkeyPatch,
    colour: str,
) -> None:
    monkeypatch.setattr("flowfabric.worker.steps.FIRST_PAUSE_S", 0.01)
    calls: list[str] = []

    def fragile(name: str, error: type[Exception]) -> int:
        calls.append(name)
        if len(calls) < 4:
            raise error("not yet")
        return len(calls)

    async def work(given: Any, ctx: Any) -> Any:
        error = Permanent if given == "permanent" else ValueError
        return await ctx.step("fragile", fragile, given, error, retries=3)

    handle(app, colour, "work", work)
    fine = submit(client, "work", "fine")
    assert drain().retried == 0
    assert output_of(client, fine) == 4
    assert len(client.list_attempts(fine)) == 1
    calls.clear()
    hopeless = submit(client, "work", "permanent", policy=RETRIES)
    drain()
    assert calls == ["permanent"]
    assert client.read_execution_state(hopeless) == "failed"


def test_a_step_that_was_stored_unheard_is_not_done_again(
    client: Client, app: App, drain: Callable[..., Statistics], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its call is cancelled while the answer of the server is on its way."""
    calls: list[int] = []
    run = LoopIO.run

    async def slow(self: Any, connection: Any, call: Any, **options: Any) -> Any:
        answer = await run(self, connection, call, **options)
        if "ff_save_step" in call.sql and len(calls) == 1:
            await asyncio.sleep(5)
        return answer

    monkeypatch.setattr(LoopIO, "run", slow)

    @app.handler("work")
    async def work(ctx: AsyncContext) -> int:
        def count() -> int:
            calls.append(1)
            return len(calls)

        try:
            return await asyncio.wait_for(ctx.step("count", count), 1)
        except asyncio.TimeoutError:
            return await ctx.step("count", count)

    execution_id = submit(client, "work")
    drain()
    assert (output_of(client, execution_id), calls) == (1, [1])


@pytest.mark.parametrize("colour", COLOURS)
def test_the_same_key_twice_is_an_error_that_names_both_lines(
    client: Client, app: App, drain: Callable[..., Statistics], colour: str
) -> None:
    async def twice(_given: Any, ctx: Any) -> Any:
        await ctx.step("same", int)
        try:
            await ctx.sleep("same", seconds=1)
        except StepRepeated as error:
            return str(error)

    handle(app, colour, "twice", twice)
    execution_id = submit(client, "twice")
    drain()
    said = output_of(client, execution_id)
    first = twice.__code__.co_firstlineno
    if colour == "async":
        assert f"test_steps.py:{first + 1} and at " in said
        assert f"test_steps.py:{first + 3}:" in said
    assert said.startswith('step "same" is called twice in one run, at ')


def test_a_key_that_stood_for_another_kind_is_refused(
    client: Client, app: App, drain: Callable[..., Statistics]
) -> None:
    @app.handler("changed")
    def changed(ctx: Context) -> None:
        if ctx.attempt_index == 0:
            ctx.step("one", int)
            raise Transient("deployed")
        ctx.sleep("one", seconds=1)

    execution_id = submit(client, "changed", policy=RETRIES)
    drain()
    assert "was saved as a value before" in result_of(client, execution_id).failure_reason


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("value", 'the value of step "x" is not JSON: object is not JSON'),
        ("large", 'the value of step "x" was refused: it has'),
        ("number", 'the value of step "x" was refused'),
        ("key", "must be 1 to 200 bytes"),
        ("reserved", "are reserved"),
        ("annotation", "the result of"),
        ("function", "a step is a function and its arguments"),
        ("nested wait", "inside a step would wait for the end of that step"),
        ("in a transaction", "inside ctx.transaction() would be rolled back"),
        ("rolled back", "psycopg.Rollback in a transactional step"),
        ("committed", "a statement has ended the transaction"),
        ("duration", "ctx.sleep() takes a timedelta"),
        ("instant", "has no time zone"),
        ("retries", "retries must not be negative"),
        ("not a child", "is not a child"),
        ("not a handler", "is neither a kind nor a handler"),
    ],
)
def test_what_cannot_be_a_step_is_said(
    client: Client, app: App, drain: Callable[..., Statistics], given: str, reason: str
) -> None:
    def annotated() -> threading.Lock:
        return threading.Lock()

    def roll_back(_connection: Any) -> None:
        raise psycopg.Rollback

    def commit(connection: psycopg.Connection[Any]) -> None:
        connection.execute("commit")

    @app.handler("wrong")
    def wrong(given: str, ctx: Context) -> None:
        if given == "in a transaction":
            with ctx.transaction():
                ctx.sleep("x", seconds=1)
        tries: dict[str, Callable[[], Any]] = {
            "value": lambda: ctx.step("x", object),
            "large": lambda: ctx.step("x", lambda: "x" * (17 << 20)),
            "number": lambda: ctx.step("x", lambda: 10**500),
            "key": lambda: ctx.step("x" * 201, int),
            "reserved": lambda: ctx.step("flowfabric.mine", int),
            "annotation": lambda: ctx.step("x", annotated),
            "function": lambda: ctx.step("x", 1),  # type: ignore[arg-type]
            "nested wait": lambda: ctx.step("x", lambda: ctx.sleep("y", seconds=1)),
            "rolled back": lambda: ctx.transactional_step("x", roll_back),
            "committed": lambda: ctx.transactional_step("x", commit),
            "duration": lambda: ctx.sleep("x"),
            "instant": lambda: ctx.sleep("x", until=datetime(2030, 1, 1)),
            "retries": lambda: ctx.step("x", int, retries=-1),
            "not a child": lambda: ctx.gather("x"),
            "not a handler": lambda: ctx.spawn(print),
        }
        tries[given]()

    execution_id = submit(client, "wrong", given)
    drain()
    assert reason in result_of(client, execution_id).failure_reason
    assert client.list_steps(execution_id) == []


# --- rows and step in one commit ---


@pytest.mark.parametrize("colour", COLOURS)
def test_rows_and_step_are_one_commit(
    client: Client, app: App, drain: Callable[..., Statistics], colour: str
) -> None:
    client.connection.execute("create table ledger (n integer)")

    def insert(connection: psycopg.Connection[Any], n: int) -> int:
        connection.execute("insert into ledger values (%s)", [n])
        return n

    async def insert_async(connection: psycopg.AsyncConnection[Any], n: int) -> int:
        await connection.execute("insert into ledger values (%s)", [n])
        return n

    async def order(given: str, ctx: Any) -> Any:
        write: Any = insert_async if colour == "async" else insert
        booked = await ctx.transactional_step("book", write, 5)
        if ctx.attempt_index == 0:
            raise Transient("again")
        if given == "lost":
            client.revoke_lease(ctx.execution_id)
            await ctx.transactional_step("late", write, 6)
        return booked

    handle(app, colour, "order", order)
    fine = submit(client, "order", "fine", policy=RETRIES)
    lost = submit(client, "order", "lost", policy={**RETRIES, "max_reclaim_count": 1})
    drain()
    assert output_of(client, fine) == 5
    assert client.read_execution_state(lost) == "failed"
    rows = client.connection.execute("select n from ledger").fetchall()
    assert rows == [(5,), (5,)], "a holder that has lost its lease writes nothing"
    assert [step.step_key for step in client.list_steps(lost)] == ["book"]


# --- waits ---


@pytest.mark.parametrize("colour", COLOURS)
def test_calls_in_a_transactional_step_are_part_of_it(
    client: Client, app: App, dsn: str, colour: str
) -> None:
    """On another connection they would wait for the row that the step has locked."""
    app_runs: list[str] = []

    async def body(_given: Any, ctx: Any) -> None:
        app_runs.append(ctx.attempt_type)

        def work(connection: psycopg.Connection[Any], *, is_over: bool = True) -> None:
            Client(connection).assert_lease(ctx.handle)
            ctx._target.progress(50)
            ctx._target.spawn("picture", key="the child", lane=CHILDREN)
            if not is_over:
                raise ValueError

        async def work_async(
            connection: psycopg.AsyncConnection[Any], *, is_over: bool = True
        ) -> None:
            await AsyncClient(connection).assert_lease(ctx.handle)
            await asyncio.create_task(ctx.progress(50))
            await ctx.spawn("picture", key="the child", lane=CHILDREN)
            if not is_over:
                raise ValueError

        step = work_async if colour == "async" else work
        with pytest.raises(ValueError):  # noqa: PT011
            await ctx.transactional_step("one", step, is_over=False)
        assert client.list_children(ctx.execution_id) == []
        await ctx.transactional_step("one", step)
        await ctx.progress(100)

    handle(app, colour, "body", body)
    execution_id = submit(client, "body")
    app.drain(dsn, lanes=[LANE], lease_ttl_ms=5000)
    assert output_of(client, execution_id) is None
    assert app_runs == ["initial"]
    assert [child.step_key for child in client.list_children(execution_id)] == ["the child"]


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("what", ["transaction", "transactional_step", "delay", "complete"])
def test_a_transactional_step_does_not_end_the_execution(
    client: Client, app: App, drain: Callable[..., Statistics], colour: str, what: str
) -> None:
    """The rows of the step would be rolled back, and the execution completed."""
    client.connection.execute("create table entries (n integer)")

    async def body(_given: Any, ctx: Any) -> None:
        def work(connection: psycopg.Connection[Any]) -> None:
            connection.execute("insert into entries values (1)")
            if what == "complete":
                Client(connection).complete(ctx.handle)
            elif what == "transaction":
                with ctx._target.transaction():
                    pass
            elif what == "delay":
                ctx._target.delay(0)
            else:
                ctx._target.transactional_step("two", lambda _: None)

        async def work_async(connection: psycopg.AsyncConnection[Any]) -> None:
            await connection.execute("insert into entries values (1)")
            if what == "complete":
                await AsyncClient(connection).complete(ctx.handle)
            elif what == "transaction":
                async with ctx.transaction():
                    pass
            elif what == "delay":
                await ctx.delay(0)
            else:
                await ctx.transactional_step("two", lambda _: None)

        await ctx.transactional_step("one", work_async if colour == "async" else work)

    handle(app, colour, "body", body)
    execution_id = submit(client, "body")
    assert drain().lost == 0
    result = result_of(client, execution_id)
    assert result.public_state == "failed"
    assert "RuntimeError" in result.failure_reason
    assert client.connection.execute("select n from entries").fetchall() == []


@pytest.mark.parametrize("colour", COLOURS)
def test_what_was_rolled_back_may_be_done_again(
    client: Client, app: App, dsn: str, colour: str
) -> None:
    versions: list[Any] = []

    async def body(_given: Any, ctx: Any) -> None:
        versions.append(ctx.version)
        for number in range(2):
            async with ctx.transaction(complete=False) as tx:
                await ctx.step("a", int)
                await tx.spawn("picture", key="b", lane=CHILDREN)
                await tx.spawn("picture", lane=CHILDREN)
                if number == 0:
                    raise psycopg.Rollback
        if ctx.attempt_index == 0:
            raise Transient("once more")

    handle(app, colour, "body", body, version=7)
    execution_id = submit(client, "body", policy=RETRIES)
    app.drain(dsn, lanes=[LANE])
    assert output_of(client, execution_id) is None
    assert versions == [7, 7]
    assert len(client.list_children(execution_id)) == 2
    assert {"flowfabric.version", "a", "b"} < {
        step.step_key for step in client.list_steps(execution_id)
    }


@pytest.mark.parametrize("colour", COLOURS)
def test_a_sleep_needs_no_process(
    client: Client, app: App, drain: Callable[..., Statistics], clock: Clock, colour: str
) -> None:
    runs: list[str] = []

    async def work(_given: Any, ctx: Any) -> Any:
        runs.append(ctx.attempt_type)
        await ctx.sleep("cool down", hours=24)
        await ctx.sleep("more", timedelta(hours=1))
        return await ctx.step("one", lambda: 1)

    handle(app, colour, "work", work)
    execution_id = submit(client, "work")
    assert drain().parked == 1
    assert client.read_execution_state(execution_id) == "delayed"
    clock.advance(hours=23)
    assert drain().claimed == 0
    clock.advance(hours=1)
    assert drain().parked == 1
    clock.advance(hours=1)
    assert drain().completed == 1
    assert output_of(client, execution_id) == 1
    assert runs == ["initial", "resume", "resume"]
    assert len(client.list_attempts(execution_id)) == 1


@pytest.mark.parametrize("colour", COLOURS)
def test_a_signal_is_waited_for_once(
    client: Client, app: App, drain: Callable[..., Statistics], clock: Clock, colour: str
) -> None:
    async def work(_given: Any, ctx: Any) -> Any:
        first = await ctx.wait_for("approval", timeout=timedelta(days=3))
        second = await ctx.wait_for("approval", timeout=60, key="second approval")
        if ctx.attempt_index == 0:
            raise Transient("again")
        return [first, second]

    handle(app, colour, "work", work)
    execution_id = submit(client, "work", policy=RETRIES)
    assert drain().parked == 1
    assert client.read_execution_state(execution_id) == "suspended"
    client.send_signal(execution_id, "approval", {"by": "ada"})
    assert drain().parked == 1
    clock.advance(minutes=1)
    assert drain().completed == 1
    assert output_of(client, execution_id) == [{"by": "ada"}, None]


def test_a_wait_beside_running_steps_lets_them_end_first(
    client: Client, app: App, drain: Callable[..., Statistics], clock: Clock
) -> None:
    calls: list[str] = []

    async def slow(name: str) -> str:
        calls.append(name)
        await asyncio.sleep(0.2)
        return name

    @app.handler("work")
    async def work(ctx: AsyncContext) -> Any:
        async def branch() -> str:
            first = await ctx.step("first", slow, "first")
            return first + await ctx.step("second", slow, "second")

        return await asyncio.gather(
            ctx.sleep("long", hours=2),
            ctx.wait_for("never", timeout=timedelta(hours=3)),
            branch(),
            ctx.sleep("short", hours=1),
            ctx.step("other", slow, "other"),
        )

    execution_id = submit(client, "work")
    assert drain().parked == 1
    assert sorted(calls) == ["first", "other", "second"]
    # one wake-up, at the earliest time: the other waits were begun with the same lease
    for hours, parked in ((0.9, 0), (0.1, 1), (0.9, 0), (0.1, 1), (1, 0)):
        clock.advance(hours=hours)
        assert drain().parked == parked
    assert output_of(client, execution_id) == [None, None, "firstsecond", None, "other"]
    assert sorted(calls) == ["first", "other", "second"]


def test_a_branch_whose_wait_is_over_goes_on_before_the_lease_is_given_back(
    client: Client, app: App, drain: Callable[..., Statistics]
) -> None:
    @app.handler("work")
    async def work(ctx: AsyncContext) -> None:
        async def branch() -> None:
            await ctx.wait_for("ready")
            await ctx.step("after", int)

        await asyncio.gather(branch(), ctx.sleep("long", hours=2))

    execution_id = submit(client, "work")
    client.send_signal(execution_id, "ready")
    assert drain().parked == 1
    steps = {step.step_key: step.saved_at for step in client.list_steps(execution_id)}
    assert set(steps) == {"ready", "after", "long"}
    assert steps["after"]


def test_a_branch_that_asks_for_its_steps_begins_its_wait_with_the_others(
    client: Client, app: App, drain: Callable[..., Statistics]
) -> None:
    @app.handler("work")
    async def work(ctx: AsyncContext) -> None:
        async def branch() -> None:
            await ctx.wait_for("one")
            # its step is not among those that the handler has asked for
            await ctx.wait_for("two")

        await asyncio.gather(ctx.sleep("long", hours=2), branch())

    execution_id = submit(client, "work")
    drain()
    client.send_signal(execution_id, "one")
    assert drain().parked == 1
    assert {step.step_key for step in client.list_steps(execution_id)} == {"one", "two", "long"}
    client.send_signal(execution_id, "two")
    assert client.read_execution_state(execution_id) == "waiting"


def test_a_branch_that_asks_for_its_steps_spawns_before_the_lease_is_given_back(
    client: Client, app: App, drain: Callable[..., Statistics]
) -> None:
    app.handler("child")(lambda n: n)

    @app.handler("work")
    async def work(ctx: AsyncContext) -> None:
        async def branch() -> None:
            await ctx.wait_for("go")
            await ctx.map("child", [1, 2], concurrency=2)
            await ctx.step("after", int)

        await asyncio.gather(ctx.sleep("long", hours=2), branch())

    execution_id = submit(client, "work")
    drain()
    client.send_signal(execution_id, "go")
    drain()
    saved = {step.step_key for step in client.list_steps(execution_id) if step.saved_at}
    assert {"child/0", "child/1", "after"} <= saved


def test_a_branch_that_reads_its_results_goes_on_before_the_lease_is_given_back(
    client: Client, app: App, drain: Callable[..., Statistics]
) -> None:
    app.handler("child")(lambda: 1)

    @app.handler("work")
    async def work(ctx: AsyncContext) -> None:
        async def branch() -> None:
            await ctx.gather(ctx.spawn("child", key="only"))
            await ctx.step("after", int)

        await asyncio.gather(ctx.sleep("long", hours=2), branch())

    execution_id = submit(client, "work")
    drain()
    assert client.read_execution_state(execution_id) == "delayed"
    saved = {step.step_key for step in client.list_steps(execution_id) if step.saved_at}
    assert "after" in saved


def test_steps_of_threads_end_before_a_wait(
    client: Client, app: App, drain: Callable[..., Statistics]
) -> None:
    began = threading.Barrier(4)

    def slow(n: int) -> int:
        began.wait(10)
        return n

    @app.handler("work")
    def work(ctx: Context) -> None:
        with ThreadPoolExecutor() as pool:
            steps = [pool.submit(ctx.step, f"{n}", slow, n) for n in range(3)]
            began.wait(10)
            try:
                ctx.sleep("long", hours=1)
            finally:
                assert [step.result(10) for step in steps] == [0, 1, 2]

    execution_id = submit(client, "work")
    assert drain().parked == 1
    saved = [s.step_key for s in client.list_steps(execution_id) if s.saved_at]
    assert sorted(saved) == ["0", "1", "2"]


def test_a_handler_cannot_swallow_a_wait(
    client: Client, app: App, drain: Callable[..., Statistics]
) -> None:
    @app.handler("work")
    def work(ctx: Context) -> str:
        try:
            ctx.sleep("long", hours=1)
        except Exception:
            return "swallowed"
        return "slept"

    @app.handler("stubborn")
    def stubborn(ctx: Context) -> str:
        try:
            ctx.sleep("long", hours=1)
        except BaseException:
            ctx.step("more", int)
        return "swallowed"

    ids = [submit(client, "work"), submit(client, "stubborn")]
    assert drain().parked == 2
    assert [client.read_execution_state(i) for i in ids] == ["delayed", "delayed"]


# --- children ---


@pytest.mark.parametrize("colour", COLOURS)
def test_children_are_gathered_in_order(
    client: Client, app: App, drain: Callable[..., Statistics], colour: str
) -> None:
    runs: list[str] = []

    @app.handler("thumbnail", lane=CHILDREN)
    def thumbnail(given: dict[str, Any]) -> Receipt:
        if given["n"] == "bad":
            raise Permanent("no picture", category="picture")
        return Receipt(given["n"], datetime(2030, 1, 1, tzinfo=timezone.utc))

    async def work(given: list[Any], ctx: Any) -> Any:
        runs.append(ctx.attempt_type)
        children = [await ctx.spawn(thumbnail, {"n": n}, key=f"p {n}") for n in given]
        if "bad" not in given:
            return [r.number for r in await ctx.gather(*children)]
        several = await ctx.gather(*children, return_exceptions=True)
        try:
            await ctx.gather(*children)
        except ChildFailed as error:
            return [str(type(one).__name__) for one in several] + [
                error.state, error.child_reason, error.child_category, error.child.key,
            ]  # fmt: skip

    handle(app, colour, "work", work)
    fine = submit(client, "work", [3, 1, 2])
    bad = submit(client, "work", [1, "bad"], policy=RETRIES)
    none = submit(client, "work", [])
    drain()
    assert output_of(client, fine) == [3, 1, 2]
    assert output_of(client, none) == []
    assert output_of(client, bad) == [
        "Receipt", "ChildFailed", "failed", "no picture", "picture", "p bad",
    ]  # fmt: skip
    assert len(client.list_executions({"lane_id": CHILDREN})) == 5
    assert client.check() == []


def test_children_that_are_not_awaited_may_be_gathered(
    client: Client, app: App, drain: Callable[..., Statistics]
) -> None:
    @app.handler("child")
    def child(given: int) -> int:
        return 2 * given

    @app.handler("work")
    async def work(ctx: AsyncContext) -> list[int]:
        return await ctx.gather(*[ctx.spawn("child", n, lane=LANE) for n in (1, 2, 2)])

    execution_id = submit(client, "work")
    drain()
    assert output_of(client, execution_id) == [2, 4, 4]
    assert len(client.list_executions({"kind": "child"})) == 3


def test_children_are_in_the_namespace_of_their_parent(
    client: Client, app: App, drain: Callable[..., Statistics]
) -> None:
    app.handler("child")(lambda: None)

    @app.handler("work")
    def work(ctx: Context) -> None:
        ctx.gather(ctx.spawn("child", key="own"), ctx.spawn("child", key="other", namespace="b"))
        ctx.map("child", [1], concurrency=1)

    submit(client, "work", namespace="a")
    drain()
    found = client.list_executions({"kind": "child"})
    assert sorted(one.namespace for one in found) == ["a", "a", "b"]


def test_an_unhandled_failure_of_a_child_fails_its_parent_for_good(
    client: Client, app: App, drain: Callable[..., Statistics]
) -> None:
    @app.handler("child")
    def child() -> None:
        raise Permanent("it broke")

    @app.handler("work")
    def work(ctx: Context) -> None:
        ctx.gather(ctx.spawn("child", key="only"))

    execution_id = submit(client, "work", policy=RETRIES)
    assert drain().retried == 0
    result = result_of(client, execution_id)
    assert result.failure_category == "child_failed"
    assert 'child "only" (child, ' in result.failure_reason
    assert result.failure_reason.endswith("is failed: it broke")


@pytest.mark.parametrize("colour", COLOURS)
def test_the_first_child_wins_a_race(
    client: Client, app: App, drain: Callable[..., Statistics], clock: Clock, colour: str
) -> None:
    @app.handler("model", lane=CHILDREN)
    def model(hours: int, ctx: Context) -> int:
        if hours:
            ctx.sleep("think", hours=hours)
        return hours

    async def work(_given: Any, ctx: Any) -> Any:
        children = [await ctx.spawn(model, hours) for hours in (2, 1, 3)]
        return await ctx.race(*children)

    handle(app, colour, "work", work)
    execution_id = submit(client, "work")
    drain()
    clock.advance(hours=1)
    drain()
    assert output_of(client, execution_id) == 1
    states = [one.public_state for one in client.list_executions({"lane_id": CHILDREN})]
    assert sorted(states) == ["cancelled", "cancelled", "completed"]


def test_a_race_ends_also_where_the_others_cannot_be_cancelled(
    client: Client, app: App, dsn: str, login: Callable[..., psycopg.Connection[Any]]
) -> None:
    """A worker of another role has spawned them, and this one is not an operator."""
    for name in ("worker_one", "worker_two"):
        login(name, "ff_worker", "ff_producer")

    @app.handler("quick", lane=CHILDREN)
    def quick() -> int:
        return 1

    @app.handler("work", lane=LANE)
    def work(ctx: Context) -> Any:
        return ctx.race(ctx.spawn(quick, key="quick"), ctx.spawn("slow", key="slow", lane="other"))

    execution_id = submit(client, "work")
    app.drain(make_conninfo(dsn, user="worker_one"), lanes=[LANE])
    app.drain(make_conninfo(dsn, user="worker_two"))
    assert output_of(client, execution_id) == 1
    states = {one.step_key: one.public_state for one in client.list_children(execution_id)}
    assert states == {"quick": "completed", "slow": "waiting"}


@pytest.mark.parametrize("colour", COLOURS)
def test_a_map_runs_so_many_children_at_a_time(
    client: Client, app: App, drain: Callable[..., Statistics], colour: str
) -> None:
    parents: list[str] = []
    running: set[int] = set()
    most = 0
    lock = threading.Lock()

    @app.handler("square", lane=CHILDREN)
    def square(n: int) -> int:
        nonlocal most
        with lock:
            rows = client.connection.execute(
                "select count(*) from flowfabric.ff_list_executions"
                "(%s::jsonb, p_limit => 1000) where public_state not in ('completed')",
                ['{"lane_id": "pictures"}'],
            ).fetchone()
            assert rows
            most = max(most, rows[0])
        running.add(n)
        return n * n

    async def work(count: int, ctx: Any) -> Any:
        parents.append(ctx.attempt_type)
        return await ctx.map(square, range(count), concurrency=10)

    handle(app, colour, "work", work)
    execution_id = submit(client, "work", 100)
    drain(concurrency=4)
    assert output_of(client, execution_id) == [n * n for n in range(100)]
    assert len(running) == 100
    assert most <= 10
    assert len(parents) <= 2 + 100 // 5, "it wakes once for half of them at most"
    assert client.check() == []


@pytest.mark.parametrize("colour", COLOURS)
def test_a_map_takes_no_child_that_was_spawned_otherwise(
    client: Client, app: App, drain: Callable[..., Statistics], colour: str
) -> None:
    app.handler("square")(lambda n: n * n)

    async def work(_given: Any, ctx: Any) -> Any:
        await ctx.spawn("square", 7, key="square/1")
        try:
            return await ctx.map("square", [1, 2, 3], concurrency=3)
        except StepRepeated as error:
            return str(error)

    handle(app, colour, "work", work)
    execution_id = submit(client, "work")
    drain()
    assert output_of(client, execution_id).startswith('step "square/1" is called twice in one run')


@pytest.mark.parametrize("kind", ["k" * 256, "\N{GRINNING FACE}" * 64], ids=["letters", "signs"])
def test_children_may_have_long_kinds(
    client: Client, app: App, drain: Callable[..., Statistics], kind: str
) -> None:
    app.handler(kind)(lambda n: n)

    @app.handler("work")
    def work(ctx: Context) -> list[int]:
        children = [ctx.spawn(kind, n) for n in (1, 1, 2)]
        return ctx.gather(*children) + ctx.map(kind, [3, 4], concurrency=1)

    execution_id = submit(client, "work")
    drain()
    assert output_of(client, execution_id) == [1, 1, 2, 3, 4]


def test_a_drain_waits_for_a_parent_whose_children_have_ended(
    client: Client, app: App, drain: Callable[..., Statistics], connect: Any
) -> None:
    """One child ends in a transaction that is open while the other one ends."""

    @app.handler("work")
    def work(ctx: Context) -> list[int]:
        return ctx.gather(
            ctx.spawn("child", key="own"), ctx.spawn("child", key="other", lane="elsewhere")
        )

    session = connect()
    committed = threading.Timer(1, session.commit)

    @app.handler("child")
    def child() -> int:
        other = client.claim("elsewhere", "other", "other-1")
        assert other
        Client(session).complete(other.handle, 2)
        committed.start()
        return 1

    execution_id = submit(client, "work")
    drain(concurrency=1)
    committed.join()
    assert output_of(client, execution_id) == [1, 2]


# --- lives and versions ---


@pytest.mark.parametrize("colour", COLOURS)
def test_an_execution_goes_on_as_a_new_one(
    client: Client, app: App, drain: Callable[..., Statistics], colour: str
) -> None:
    seen: list[str] = []

    async def work(given: int, ctx: Any) -> Any:
        seen.append(ctx.step_id("one"))
        value = await ctx.step("one", lambda: given)
        if given < 3:
            await ctx.continue_as_new(given + 1)
        return value

    handle(app, colour, "work", work)
    execution_id = submit(client, "work", 1)
    drain()
    assert output_of(client, execution_id) == 3
    assert seen == [f"{execution_id}/{life}/one" for life in (1, 2, 3)]


def test_a_handler_can_tell_the_version_that_began(client: Client, dsn: str, clock: Clock) -> None:
    seen: list[Any] = []

    def deployed(version: Any) -> App:
        app = App("worker", lanes=[LANE])

        @app.handler("work", version=version)
        def work(ctx: Context) -> None:
            seen.append(ctx.version)
            ctx.sleep("a day", hours=24)
            seen.append(ctx.version)

        return app

    old = submit(client, "work")
    deployed(1).drain(dsn)
    assert [step.step_key for step in client.list_steps(old)] == ["flowfabric.version", "a day"]
    clock.advance(hours=24)
    new = submit(client, "work")
    deployed(2).drain(dsn)
    assert sorted(map(str, seen)) == ["1", "1", "1", "2"]
    clock.advance(hours=24)
    deployed(3).drain(dsn)
    assert seen[-2:] == [2, 2]
    assert [client.read_execution_state(i) for i in (old, new)] == ["completed"] * 2


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("end", ["commit", "rollback"])
def test_a_child_of_a_transaction_may_be_the_first_step(
    client: Client, dsn: str, colour: str, end: str
) -> None:
    seen: list[Any] = []

    def deployed(version: Any) -> App:
        app = App("worker", lanes=[LANE])

        async def work(_given: Any, ctx: Any) -> None:
            seen.append(ctx.version)
            async with ctx.transaction(complete=False) as tx:
                await tx.spawn("child", key="child", lane=CHILDREN)
                if end == "rollback":
                    raise psycopg.Rollback
            if end == "rollback":
                await ctx.step("one", int)
            if version == 1:
                raise Transient("again")

        handle(app, colour, "work", work, version=version)
        return app

    execution_id = submit(client, "work", policy=RETRIES_LATER)
    deployed(1).drain(dsn)
    client.reschedule_execution(execution_id, 0)
    deployed(2).drain(dsn)
    assert seen == [1, 1]
    assert client.read_execution_state(execution_id) == "completed"


# --- calls ---


def test_steps_are_loaded_in_one_call_and_only_when_there_may_be_some(
    client: Client, app: App, drain: Callable[..., Statistics], monkeypatch: pytest.MonkeyPatch
) -> None:
    from flowfabric.worker.loans import ThreadIO

    sent: list[str] = []
    run = ThreadIO.run

    async def counting(self: Any, connection: Any, call: Any, **options: Any) -> Any:
        sent.append(call.sql.split("flowfabric.")[1].split("(")[0])
        return await run(self, connection, call, **options)

    monkeypatch.setattr(ThreadIO, "run", counting)

    @app.handler("work")
    def work(ctx: Context) -> None:
        for number in range(10):
            ctx.step(f"{number}", int)
        if ctx.attempt_index == 0:
            raise Transient("again")

    submit(client, "work", policy=RETRIES)
    drain()
    assert sent == ["ff_save_step"] * 10 + ["ff_list_steps"]


def test_many_steps_are_loaded_page_by_page(
    client: Client, app: App, drain: Callable[..., Statistics]
) -> None:
    calls: list[int] = []

    @app.handler("work")
    async def work(ctx: AsyncContext) -> int:
        for number in range(1100):
            await ctx.step(f"{number}", calls.append, number)
        if ctx.attempt_index == 0:
            raise Transient("again")
        return len(calls)

    execution_id = submit(client, "work", policy=RETRIES)
    drain()
    assert output_of(client, execution_id) == 1100


def test_a_page_may_end_with_a_step_that_is_still_open(
    client: Client,
    app: App,
    drain: Callable[..., Statistics],
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its outcome moves it behind all other steps; those between are read all the same."""
    monkeypatch.setattr("flowfabric.worker.steps.PAGE", 2)
    calls: list[str] = []

    @app.handler("work")
    async def work(ctx: AsyncContext) -> None:
        async def others() -> None:
            await ctx.wait_for("go on")
            for name in ("a", "b"):
                await ctx.step(name, calls.append, name)

        await ctx.step("first", int)
        if calls:
            await ctx.sleep("night", hours=1)
            await others()
        else:
            await asyncio.gather(ctx.sleep("night", hours=1), others())

    execution_id = submit(client, "work")
    drain()
    client.send_signal(execution_id, "go on")
    drain()
    clock.advance(hours=1)
    drain()
    assert client.read_execution_state(execution_id) == "completed"
    assert calls == ["a", "b"]
