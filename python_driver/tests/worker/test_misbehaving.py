"""Handlers that misbehave: the failure is recorded, and no other job is affected."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

import psycopg
import pytest
from flowfabric import Client, calls
from flowfabric.worker import App, Permanent, RetryAfter, Transient
from flowfabric.worker.outcomes import MAX_OUTPUT_BYTES, Parked
from psycopg.rows import dict_row

from .both import COLOURS, handle
from .conftest import Work, result_of, wait_for_state, wait_until

LANE = "emails"
ONCE: dict[str, Any] = {"retry_policy": {"max_retries": 0}}


def submit(client: Client, kind: str, input: Any = None, **options: Any) -> UUID:  # noqa: A002
    options = {"policy": ONCE} | options
    return client.create_execution(LANE, input, kind=kind, **options).execution_id


# --- failures that cannot be written as they are ---


class UnprintableError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no text")


class LeavingError(Exception):
    def __str__(self) -> str:
        raise SystemExit(3)


class UnfinishedError(Exception):
    @property
    def exceptions(self) -> Any:
        raise KeyboardInterrupt

    def __repr__(self) -> str:
        raise asyncio.CancelledError

    __str__ = __repr__


class UnreadableError(Exception):
    def __getattribute__(self, name: str) -> Any:
        raise RuntimeError("no attribute")


class WithoutClassError(Exception):
    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        raise RuntimeError("no class")


class Nameless(type):
    @property
    def __name__(cls) -> Any:  # type: ignore[override]
        raise SystemExit("no name")

    @property
    def __mro__(cls) -> Any:
        raise SystemExit("no base")


class NamelessError(Exception, metaclass=Nameless): ...


class IncomparableError(Exception):
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("no comparison")


class NeverLater(RetryAfter):
    @property
    def delay_ms(self) -> Any:
        raise RuntimeError("no delay")

    @delay_ms.setter
    def delay_ms(self, value: Any) -> None: ...


class Unprintable:
    def __repr__(self) -> str:
        raise RuntimeError("no text")


def odd(reason: Any = "no", **options: Any) -> Permanent:
    return Permanent(reason, **options)


def from_another(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


CIRCLE: dict[str, Any] = {}
CIRCLE["self"] = CIRCLE

FAILURES: dict[str, tuple[Callable[[], BaseException], str]] = {
    "a moment": (lambda: odd(detail={"when": datetime(2030, 1, 1)}), "handler_error"),
    "NaN": (lambda: odd(detail={"n": float("nan"), "i": float("inf")}), "handler_error"),
    "a zero character": (lambda: odd("a\0b", detail={"a\0b": "c\0d"}), "handler_error"),
    "half a character": (lambda: odd("a\ud800b", detail={"a": "\ud800"}), "handler_error"),
    "a detail that is text": (lambda: odd(detail="text"), "handler_error"),
    "a detail that is a list": (lambda: odd(detail=[1, {2}]), "handler_error"),
    "a detail in a circle": (lambda: odd(detail=CIRCLE), "handler_error"),
    "a detail of odd things": (
        lambda: odd(detail={1: Unprintable(), None: 10**999}),
        "handler_error",
    ),
    "a detail that is large": (lambda: odd(detail={"x": "x" * (17 << 20)}), "handler_error"),
    "an empty category": (lambda: odd(category=""), "handler_error"),
    "a long category": (lambda: odd(category="ä" * 300), "ä" * 128),
    "a category with a line break": (lambda: odd(category="a\nb"), "ab"),
    "a category that is not text": (lambda: odd(category=3), "3"),
    "no reason": (lambda: odd(None), "handler_error"),
    "an exception without a text": (UnprintableError, "handler_error"),
    "an exception that ends the process when it is printed": (LeavingError, "handler_error"),
    "an exception that is interrupted when it is printed": (UnfinishedError, "handler_error"),
    "an exception without attributes": (UnreadableError, "handler_error"),
    "a cause without attributes": (
        lambda: from_another(ValueError("no"), UnreadableError()),
        "handler_error",
    ),
    "an exception without a class": (WithoutClassError, "handler_error"),
    "an exception of a nameless type": (NamelessError, "handler_error"),
    "exceptions that cannot be compared": (
        lambda: from_another(IncomparableError(), IncomparableError()),
        "handler_error",
    ),
    "a delay that cannot be read": (lambda: NeverLater(1), "handler_error"),
    "an exception of the context": (Parked, "handler_panic"),
}


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("name", FAILURES)
def test_a_failure_is_always_recorded(client: Client, dsn: str, name: str, colour: str) -> None:
    make, category = FAILURES[name]
    app = App("worker", lanes=[LANE], concurrency=2)

    async def fail(_given: Any, _ctx: Any) -> None:
        raise make()

    async def fine(_given: Any, _ctx: Any) -> str:
        return "fine"

    handle(app, colour, "fails", fail)
    handle(app, colour, "fine", fine)
    failing = [submit(client, "fails") for _ in range(3)]
    others = [submit(client, "fine") for _ in range(5)]
    statistics = app.drain(dsn)
    assert (statistics.failed, statistics.completed, statistics.lost) == (3, 5, 0)
    for execution_id in failing:
        result = result_of(client, execution_id)
        assert result.public_state == "failed"
        assert result.failure_category == category
        assert result.failure_reason
        assert result.failure_detail["exception"]
        assert len(client.list_attempts(execution_id)) == 1
    assert [client.read_execution_state(i) for i in others] == ["completed"] * 5


def test_a_description_of_an_unstorable_detail_is_recorded(client: Client, dsn: str) -> None:
    app = App("worker", lanes=[LANE])
    deep: Any = "end"
    for _ in range(200):
        deep = [deep]

    @app.handler("fails")
    def fail() -> None:
        raise Permanent(
            "no",
            detail={
                "when": datetime(2030, 1, 1),
                "n": float("nan"),
                "set": {"a"},
                "deep": deep,
                "bad": Unprintable(),
                "ok": {"a": [1, 2.5, None, True]},
            },
        )

    execution_id = submit(client, "fails")
    app.drain(dsn)
    detail = result_of(client, execution_id).failure_detail
    assert (detail["when"], detail["n"], detail["set"]) == ("2030-01-01 00:00:00", "nan", ["a"])
    assert detail["bad"] == "<Unprintable that cannot be printed: RuntimeError>"
    assert detail["ok"] == {"a": [1, 2.5, None, True]}
    assert "Traceback" in detail["traceback"]


def test_a_detail_of_a_retry_after_is_recorded(client: Client, dsn: str) -> None:
    app = App("worker", lanes=[LANE])

    @app.handler("fails")
    def fail() -> None:
        raise RetryAfter(0, "later", detail={"n": float("nan")})

    execution_id = submit(client, "fails", policy={"retry_policy": {"max_retries": 1}})
    assert app.drain(dsn).failed == 1
    assert len(client.list_attempts(execution_id)) == 2


@pytest.mark.parametrize("colour", COLOURS)
def test_a_mistake_of_the_worker_hands_back_that_job_only(
    client: Client, dsn: str, colour: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = App("worker", lanes=[LANE], concurrency=2)

    async def fine(_given: Any, _ctx: Any) -> str:
        return "fine"

    async def fail(_given: Any, _ctx: Any) -> None:
        raise Transient("no")

    handle(app, colour, "fine", fine)
    handle(app, colour, "fails", fail)

    def broken(*_: Any) -> Any:
        raise AssertionError("a mistake in the worker")

    monkeypatch.setattr("flowfabric.worker.running.judge", broken)
    failing = [submit(client, "fails") for _ in range(3)]
    others = [submit(client, "fine") for _ in range(5)]
    statistics = app.drain(dsn)
    assert (statistics.handed_back, statistics.completed) == (3, 5)
    assert [client.read_execution_state(i) for i in failing] == ["delayed"] * 3
    assert [client.read_execution_state(i) for i in others] == ["completed"] * 5


@pytest.mark.parametrize("colour", COLOURS)
def test_a_log_that_fails_costs_no_job(
    client: Client, dsn: str, colour: str, caplog: pytest.LogCaptureFixture
) -> None:
    app = App("worker", lanes=[LANE], concurrency=2)

    async def run(given: str, _ctx: Any) -> None:
        if given == "fails":
            raise Permanent("no")

    def refuse(_record: logging.LogRecord) -> bool:
        raise KeyError("a field that is not there")

    handle(app, colour, "work", run)
    ids = [submit(client, "work", given) for given in ("fails", "ok") * 3]
    caplog.set_level("INFO", "flowfabric.worker")
    log = logging.getLogger("flowfabric.worker")
    log.addFilter(refuse)
    try:
        statistics = app.drain(dsn)
    finally:
        log.removeFilter(refuse)
    assert (statistics.failed, statistics.completed) == (3, 3)
    assert [client.read_execution_state(i) for i in ids] == ["failed", "completed"] * 3


@pytest.mark.parametrize("colour", COLOURS)
def test_a_handler_that_swallows_its_delay_is_delayed(
    client: Client, dsn: str, colour: str
) -> None:
    app = App("worker", lanes=[LANE])

    async def swallow(_given: Any, ctx: Any) -> str:
        with contextlib.suppress(BaseException):
            await ctx.delay(60)
        return "went on"

    handle(app, colour, "work", swallow)
    execution_id = submit(client, "work")
    statistics = app.drain(dsn)
    assert (statistics.parked, statistics.completed) == (1, 0)
    assert client.read_execution_state(execution_id) == "delayed"


# --- outputs ---


def test_an_output_that_is_too_large_is_not_sent(
    client: Client, dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sending it would hold up the completions of others."""
    app = App("worker", lanes=[LANE])
    sizes: list[int] = []
    complete, complete_batch = calls.complete, calls.complete_batch

    def note(handles: Any, outputs: Any, results: Any) -> Any:
        sizes.extend(len(each.obj) for each in outputs if each is not None)
        return complete_batch(handles, outputs, results)

    def note_one(handle: str, output: Any, result: Any) -> Any:
        sizes.append(len(output.obj))
        return complete(handle, output, result)

    @app.handler("text")
    def text(size: int) -> str:
        return "x" * size

    monkeypatch.setattr(calls, "complete_batch", note)
    monkeypatch.setattr(calls, "complete", note_one)
    ids = [submit(client, "text", size) for size in (MAX_OUTPUT_BYTES, 3)]
    assert app.drain(dsn).failed == 1
    reason = result_of(client, ids[0]).failure_reason
    assert reason == (
        f"the output was refused: it has {MAX_OUTPUT_BYTES + 2} bytes, 16777216 are allowed"
    )
    assert sizes == [5]


def test_an_output_beyond_a_limit_of_the_server_fails_that_job_only(
    client: Client, dsn: str
) -> None:
    app = App("worker", lanes=[LANE])

    @app.handler("nested")
    def nested(depth: int) -> Any:
        class Nested(str):
            __slots__ = ()

        return depth

    @app.handler("text")
    def text(size: int) -> str:
        return "x" * size

    # an encoder of the standard library does not nest so deep: the text is made by hand
    def encode(value: Any, _what: str) -> Any:
        from flowfabric.worker.inputs import Encoded

        encoded = Encoded("[" * value + "]" * value if isinstance(value, int) else f'"{value}"')
        encoded.size = len(encoded)
        return encoded

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("flowfabric.worker.outcomes.encode", encode)
        ids = [submit(client, "nested", depth) for depth in (1, 30_000, 2, 3)]
        ids += [submit(client, "text", size) for size in (1, 17 << 20, 2)]
        statistics = app.drain(dsn)
    assert (statistics.completed, statistics.failed) == (5, 2)
    states = [client.read_execution_state(i) for i in ids]
    done, failed = "completed", "failed"
    assert states == [done, failed, done, done, done, failed, done]
    reasons = [result_of(client, ids[n]).failure_reason for n in (1, 5)]
    assert reasons[0].startswith("the output was refused: stack depth limit exceeded")
    assert (
        reasons[1] == f"the output was refused: it has {(17 << 20) + 2} bytes, 16777216 are allowed"
    )


@pytest.mark.parametrize("how", ["missing", "forbidden"])
def test_finished_work_is_kept_while_its_function_is_not_to_be_had(
    client: Client,
    work: Work,
    how: str,
    caplog: pytest.LogCaptureFixture,
    dsn: str,
) -> None:
    app = App("worker", lanes=[LANE])
    began, may_end = threading.Event(), threading.Event()

    @app.handler("work")
    def do() -> str:
        began.set()
        may_end.wait(10)
        return "done"

    name = "flowfabric.ff_complete_batch(text[], jsonb[], bytea[])"
    if how == "missing":
        breaks = f"alter function {name} rename to ff_complete_batch_away"
        mends = f"alter function {name.replace('batch', 'batch_away')} rename to ff_complete_batch"
    else:
        client.connection.execute("create role worker_of_the_test login in role ff_worker")
        breaks = f"revoke execute on function {name} from ff_worker"
        mends = f"grant execute on function {name} to ff_worker"
        dsn += " user=worker_of_the_test"
    ids = [submit(client, "work") for _ in range(3)]
    try:
        with work(app, dsn=dsn) as running:
            assert began.wait(10)
            client.connection.execute(breaks.encode())
            may_end.set()
            wait_until(lambda: "the worker keeps the outcome and sends it again" in caplog.text)
            time.sleep(0.5)
            assert [client.read_execution_state(i) for i in ids] == ["active"] * 3
            client.connection.execute(mends.encode())
            for execution_id in ids:
                wait_for_state(client, execution_id, "completed")
        assert (running.statistics.completed, running.statistics.failed) == (3, 0)
        assert caplog.text.count("the worker keeps the outcome and sends it again") == 1
    finally:
        if how == "forbidden":
            client.connection.execute("drop role worker_of_the_test")


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("what", ["ff_progress", "ff_complete", "ff_assert_lease", "ff_save_step"])
@pytest.mark.parametrize("how", ["missing", "forbidden"])
def test_a_call_of_a_context_waits_for_its_function(
    client: Client,
    work: Work,
    dsn: str,
    what: str,
    how: str,
    colour: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    app = App("worker", lanes=[LANE])
    began, may_go_on = threading.Event(), threading.Event()

    async def use(_given: Any, ctx: Any) -> None:
        began.set()
        while not may_go_on.is_set():
            await _pause(ctx, 0.01)
        async with ctx.transaction(complete=False) as tx:
            await tx.execute("select 1")
        await ctx.progress(50)
        await ctx.step("step", int)
        async with ctx.transaction() as tx:
            await tx.execute("select 1")

    handle(app, colour, "use", use)
    execution_id = submit(client, "use")
    breaks, mends, says = {
        "missing": (
            f"alter function flowfabric.{what} rename to {what}_away",
            f"alter function flowfabric.{what}_away rename to {what}",
            "does not exist",
        ),
        "forbidden": (
            f"revoke execute on function flowfabric.{what} from ff_worker",
            f"grant execute on function flowfabric.{what} to ff_worker",
            f"permission denied for function {what}",
        ),
    }[how]
    execute = client.connection.execute
    execute("create role worker_of_the_test login in role ff_worker")
    try:
        with work(app, dsn=f"{dsn} user=worker_of_the_test") as running:
            assert began.wait(10)
            execute(breaks.encode())
            may_go_on.set()
            wait_until(lambda: says in caplog.text)
            execute(mends.encode())
            wait_for_state(client, execution_id, "completed")
        assert running.statistics.failed == running.statistics.retried == 0
    finally:
        execute("drop role worker_of_the_test")


# --- connections ---


@pytest.mark.parametrize("colour", COLOURS)
def test_a_connection_goes_back_as_it_was(client: Client, dsn: str, colour: str) -> None:
    app = App("worker", lanes=[LANE], concurrency=1)
    client.connection.execute("create table written (n integer)")

    async def change(given: str, ctx: Any) -> None:
        async with ctx.connection() as c:
            if given == "autocommit":
                set_autocommit = c.set_autocommit if colour == "async" else None
                if set_autocommit:
                    await set_autocommit(False)
                else:
                    c.autocommit = False
                await c.execute("select 1")
                await c.commit()
            elif given == "row_factory":
                c.row_factory = dict_row
            else:
                await c.execute(given)

    async def look(_given: Any, ctx: Any) -> None:
        async with ctx.connection() as c:
            row = await (
                await c.execute(
                    "select current_setting('search_path'), current_setting('statement_timeout'),"
                    " current_user = session_user,"
                    " (select count(*) from pg_locks"
                    " where locktype = 'advisory' and pid = pg_backend_pid()),"
                    " (select count(*) from pg_prepared_statements where name = 'mine'),"
                    " to_regclass('pg_temp.mine') is null"
                )
            ).fetchone()
            assert isinstance(row, tuple)
        spawned = await ctx.spawn("child", {}, lane="children", key=str(ctx.execution_id))
        async with ctx.transaction() as tx:
            await tx.execute("insert into written values (1)")
            tx.output = [*row, spawned.execution_id]

    handle(app, colour, "change", change)
    handle(app, colour, "look", look)
    changes = [
        "autocommit", "row_factory", "set search_path = nowhere", "set statement_timeout = '1min'",
        "select pg_advisory_lock(1)", "prepare mine as select 1", "create temp table mine ()",
        "listen something",
    ]  # fmt: skip
    expected = None
    for number, change_ in enumerate(changes):
        submit(client, "change", change_)
        assert app_drain(app, dsn).completed == 1, change_
        for _ in range(2):
            ids = [submit(client, "change", change_), submit(client, "look")]
            assert app_drain(app, dsn).completed == 2, change_
            output = result_of(client, ids[1]).output
            child = output.pop()
            assert client.read_execution_state(child) == "waiting", change_
            expected = expected or output
            assert output == expected, change_
        written = client.connection.execute("select count(*) from written").fetchone()
        assert written == (2 * (number + 1),), change_


def app_drain(app: App, dsn: str) -> Any:
    return app.drain(dsn, concurrency=1)


# --- transactions ---


@pytest.mark.parametrize("colour", COLOURS)
def test_a_rolled_back_transaction_completes_nothing(client: Client, dsn: str, colour: str) -> None:
    app = App("worker", lanes=[LANE])
    client.connection.execute("create table written (n integer)")

    async def roll_back(given: str, ctx: Any) -> str:
        async with ctx.transaction(complete=given != "asserting") as tx:
            await tx.execute("insert into written values (1)")
            if given == "without a connection":
                with contextlib.suppress(psycopg.Error):
                    await tx.execute("select pg_terminate_backend(pg_backend_pid())")
            if given:
                raise psycopg.Rollback
        ctx.check()
        return "went on"

    handle(app, colour, "work", roll_back)
    given = ("completing", "asserting", "without a connection")
    ids = [submit(client, "work", one) for one in given]
    assert app.drain(dsn).completed == 3
    assert [result_of(client, i).output for i in ids] == ["went on"] * 3
    assert client.connection.execute("select count(*) from written").fetchone() == (0,)


@pytest.mark.parametrize("colour", COLOURS)
def test_a_transaction_in_a_transaction_is_refused(client: Client, dsn: str, colour: str) -> None:
    app = App("worker", lanes=[LANE])
    client.connection.execute("create table written (n integer)")

    async def nest(_given: Any, ctx: Any) -> None:
        async with ctx.transaction(complete=False) as tx:
            await tx.execute("insert into written values (1)")
            async with ctx.transaction() as inner:
                await inner.execute("insert into written values (2)")

    handle(app, colour, "work", nest)
    execution_id = submit(client, "work")
    assert app.drain(dsn).failed == 1
    assert "tx.connection.transaction()" in result_of(client, execution_id).failure_reason
    assert client.connection.execute("select count(*) from written").fetchone() == (0,)


@pytest.mark.parametrize("colour", COLOURS)
def test_a_context_takes_part_in_the_transaction_of_its_handler(
    client: Client, work: Work, colour: str
) -> None:
    app = App("worker", lanes=[LANE], lease_ttl_ms=2000)

    async def locks(given: str, ctx: Any) -> None:
        async with ctx.transaction() as tx:
            await tx.client.append_frame(ctx.handle, text="one")
            if given == "suspend":
                await ctx.suspend({"signal": "go", "on": "review"})
            await ctx.progress(50, "half")
            await ctx.append_frame(text="two")
            await ctx.spawn("child", {}, lane="children")
            await ctx.call(calls.assert_lease(ctx.handle))
            if given == "roll back":
                raise Permanent("no")

    handle(app, colour, "work", locks)
    ids = [submit(client, "work", given) for given in ("commit", "roll back", "suspend")]
    with work(app) as running:
        wait_for_state(client, ids[0], "completed")
        wait_for_state(client, ids[1], "failed")
        wait_for_state(client, ids[2], "failed")
    assert running.statistics.lost == 0
    assert "after the transaction" in result_of(client, ids[2]).failure_reason
    frames = [[f.get("text") for f in client.read_stream(i).frames] for i in ids]
    assert frames == [["one", "two"], [], []]
    assert len(client.list_executions({"lane_id": "children"})) == 1


def test_an_answer_behind_a_completed_transaction_is_an_error(
    client: Client, dsn: str, caplog: pytest.LogCaptureFixture
) -> None:
    app = App("worker", lanes=[LANE])

    async def answer(given: Any, ctx: Any) -> str:
        async with ctx.transaction() as tx:
            tx.output = given
        return "an answer"

    for colour in COLOURS:
        handle(app, colour, colour, answer)
        submit(client, colour)
        submit(client, colour, "an output")
    assert app.drain(dsn).completed == 4
    assert caplog.text.count("the value that the handler returned is lost") == 2


# --- locked rows ---


@pytest.mark.parametrize("colour", COLOURS)
def test_a_row_that_is_locked_costs_no_other_lease(
    client: Client,
    work: Work,
    connect: Callable[..., psycopg.Connection[Any]],
    colour: str,
) -> None:
    app = App("worker", lanes=[LANE], lease_ttl_ms=1500)
    began = threading.Semaphore(0)

    async def work_on(given: Any, ctx: Any) -> None:
        began.release()
        if given == "quick":
            await _pause(ctx, 0.3)
            return
        if given == "fails":
            await _pause(ctx, 0.3)
            raise Permanent("no")
        await _pause(ctx, 4.0)

    handle(app, colour, "work", work_on)
    given = ["tagged", "quick", "fails", "slow", "slow", "slow"]
    tagged, quick, fails, *slow = [submit(client, "work", one) for one in given]
    operator = connect()
    with work(app) as running:
        for _ in given:
            assert began.acquire(timeout=10)
        for execution_id in (tagged, quick, fails):
            Client(operator).set_execution_tag(execution_id, "team.name", "post")
        for execution_id in slow:
            wait_for_state(client, execution_id, "completed")
        later = [submit(client, "work", "quick") for _ in range(3)]
        for execution_id in later:
            wait_for_state(client, execution_id, "completed")
        operator.rollback()
        wait_until(lambda: client.read_execution_state(tagged) == "completed")
    epochs = [d.lease_epoch for i in slow if (d := client.describe_execution(i))]
    assert epochs == [1] * 3
    assert running.statistics.failed <= 1


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("call", ["progress", "transaction"])
def test_a_handler_that_waits_for_itself_keeps_no_slot(
    client: Client, work: Work, colour: str, call: str
) -> None:
    """Its own transaction has locked the row for which a call of its context waits."""
    app = App("worker", lanes=[LANE], lease_ttl_ms=1500, concurrency=1)

    async def wait(given: str, ctx: Any) -> None:
        async with ctx.connection() as c:
            await c.execute("begin")
            await c.execute(
                "select from flowfabric.ff_append_frame(%s, p_text => 'a')", [ctx.handle]
            )
            if given == "progress":
                await ctx.progress(50)
            async with ctx.transaction():
                pass

    async def quick(_given: Any, _ctx: Any) -> None: ...

    handle(app, colour, "waits", wait)
    handle(app, colour, "quick", quick)
    with work(app) as running:
        submit(client, "waits", call, policy={"max_reclaim_count": 0})
        wait_until(lambda: running.statistics.lost == 1)
        wait_for_state(client, submit(client, "quick"), "completed")


async def _pause(ctx: Any, seconds: float) -> None:
    """In slices, for a coroutine and for a thread."""
    if hasattr(ctx, "pause"):
        await ctx.pause(seconds)
    else:
        await asyncio.sleep(seconds)


# --- a loop that is blocked ---


def test_a_coroutine_that_blocks_costs_no_lease_and_is_named(
    client: Client, work: Work, caplog: pytest.LogCaptureFixture
) -> None:
    app = App("worker", lanes=[LANE], lease_ttl_ms=1200)
    began = threading.Event()

    @app.handler("blocks")
    async def block_the_loop() -> None:
        began.set()
        time.sleep(3)  # noqa: ASYNC251

    @app.handler("slow")
    def slow(ctx: Any) -> None:
        ctx.pause(2)

    slow_one = submit(client, "slow")
    with work(app) as running:
        wait_for_state(client, slow_one, "active")
        blocking = submit(client, "blocks")
        assert began.wait(10)
        for execution_id in (slow_one, blocking):
            wait_for_state(client, execution_id, "completed")
    assert running.statistics.lost == 0
    descriptions = [client.describe_execution(i) for i in (slow_one, blocking)]
    assert [d.lease_epoch for d in descriptions if d] == [1, 1]
    assert "the event loop has been blocked for" in caplog.text
    assert 'block_the_loop of kind "blocks", in block_the_loop (' in caplog.text


# --- lanes that are closed ---


def test_one_lane_without_permission_does_not_end_the_worker(
    client: Client,
    work: Work,
    dsn: str,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("flowfabric.worker.claiming.REFUSED_S", 0.5)
    app = App("worker", lanes=["open", "closed"], poll_s=0.1, sleep_s=0.5)
    began, may_end = threading.Event(), threading.Event()

    @app.handler("waits")
    def wait() -> None:
        began.set()
        may_end.wait(10)

    app.handler("quick")(lambda: None)
    execute = client.connection.execute
    execute("create role worker_of_the_test login in role ff_worker")
    execute("create role other_of_the_test")
    try:
        held = client.create_execution("closed", kind="waits").execution_id
        with work(app, dsn=f"{dsn} user=worker_of_the_test") as running:
            assert began.wait(10)
            client.grant_lane("closed", "other_of_the_test", ["claim"])
            # the owner of the installation has no pass either
            client.grant_lane("closed", "ff_owner", ["submit", "read"])
            wait_until(lambda: "this worker cannot claim from lane closed" in caplog.text)
            for _ in range(3):
                quick = client.create_execution("open", kind="quick").execution_id
                wait_for_state(client, quick, "completed")
                time.sleep(0.4)
            later = client.create_execution("closed", kind="quick").execution_id
            client.revoke_lane("closed", "other_of_the_test", ["claim"])
            client.grant_lane("closed", "worker_of_the_test", ["claim"])
            wait_for_state(client, later, "completed")
            may_end.set()
            wait_for_state(client, held, "completed")
        assert running.statistics.lost == 0
        assert caplog.text.count("this worker cannot claim from lane closed") == 1
        # a worker that starts while one of its lanes is closed serves the other
        client.revoke_lane("closed", "worker_of_the_test", ["claim"])
        client.grant_lane("closed", "other_of_the_test", ["claim"])
        with work(app, dsn=f"{dsn} user=worker_of_the_test"):
            quick = client.create_execution("open", kind="quick").execution_id
            wait_for_state(client, quick, "completed")
    finally:
        execute("drop role worker_of_the_test, other_of_the_test")
