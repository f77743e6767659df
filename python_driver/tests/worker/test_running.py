"""A worker beside a database: how its work ends, and how it ends itself."""

from __future__ import annotations

import asyncio
import itertools
import re
import threading
import time
import traceback
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

import pytest
from flowfabric import Client, calls
from flowfabric.errors import InvalidArgument
from flowfabric.worker import (
    App,
    AsyncContext,
    Cancelled,
    Context,
    Permanent,
    RetryAfter,
    Settings,
    Transient,
)
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from .both import COLOURS, handle
from .conftest import Work, result_of, wait_for_state, wait_until

LANE = "emails"
RETRIES: dict[str, Any] = {
    "retry_policy": {"max_retries": 2, "backoff": {"type": "fixed", "delay_ms": 0}}
}
TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


@dataclass
class Mail:
    to: str


def submit(client: Client, kind: str, input: Any = None, **options: Any) -> UUID:  # noqa: A002
    return client.create_execution(LANE, input, kind=kind, **options).execution_id


def test_handlers_of_both_colours_complete_their_work(client: Client, dsn: str) -> None:
    app = App("mailer", lanes=[LANE])

    @app.handler("sync")
    def send(mail: Mail) -> dict[str, str]:
        return {"sent": mail.to}

    @app.handler("async")
    async def send_async(mail: Mail, ctx: AsyncContext) -> Mail:
        await ctx.progress(50, "half")
        return mail

    @app.handler("bytes")
    def upper(data: bytes) -> bytes:
        return data.upper()

    @app.handler("none")
    def nothing() -> None: ...

    ids = [
        submit(client, "sync", {"to": "ada"}),
        submit(client, "async", {"to": "bob"}),
        submit(client, "bytes", payload=b"abc"),
        submit(client, "none"),
    ]
    assert app.drain(dsn).completed == 4
    results = [result_of(client, i) for i in ids]
    assert [r.public_state for r in results] == ["completed"] * 4
    assert [r.output for r in results] == [{"sent": "ada"}, {"to": "bob"}, None, None]
    assert [r.result for r in results] == [None, None, b"ABC", None]


def test_rows_and_completion_commit_together(client: Client, dsn: str) -> None:
    client.connection.execute("create table sent (recipient text)")
    app = App("mailer", lanes=[LANE])

    @app.handler("sync")
    def send(mail: Mail, ctx: Context) -> None:
        with ctx.transaction() as tx:
            tx.execute("insert into sent values (%s)", [mail.to])
            tx.output = {"sent": True}
            if mail.to == "eve":
                raise Permanent("not to her")

    @app.handler("async")
    async def send_async(mail: Mail, ctx: AsyncContext) -> None:
        async with ctx.transaction() as tx:
            await tx.execute("insert into sent values (%s)", [mail.to])
            child = await tx.spawn("log", {"to": "log"}, lane="logs")
            tx.output = child.outcome

    ada, eve = submit(client, "sync", {"to": "ada"}), submit(client, "sync", {"to": "eve"})
    bob = submit(client, "async", {"to": "bob"})
    app.drain(dsn)
    assert result_of(client, ada).output == {"sent": True}
    assert result_of(client, eve).failure_reason == "not to her"
    assert result_of(client, bob).output == "spawned"
    rows = client.connection.execute("select recipient from sent order by 1").fetchall()
    assert rows == [("ada",), ("bob",)]


def test_a_zombie_commits_nothing(client: Client, dsn: str) -> None:
    client.connection.execute("create table sent (recipient text)")
    app = App("mailer", lanes=[LANE])

    @app.handler("sync")
    def send(mail: Mail, ctx: Context) -> None:
        client.revoke_lease(ctx.execution_id)
        with ctx.transaction() as tx:
            tx.execute("insert into sent values (%s)", [mail.to])

    execution_id = submit(client, "sync", {"to": "ada"}, policy={"max_reclaim_count": 2})
    statistics = app.drain(dsn)
    assert (statistics.lost, statistics.completed) == (3, 0)
    assert client.connection.execute("select * from sent").fetchall() == []
    assert result_of(client, execution_id).public_state == "failed"


@pytest.mark.parametrize(
    ("error", "state", "runs", "category"),
    [
        (Permanent("no", category="gone"), "failed", 1, "gone"),
        (Transient("not now"), "failed", 3, "handler_error"),
        (RetryAfter(0, "later"), "failed", 3, "handler_error"),
        (ValueError("a zero \0"), "failed", 3, "handler_error"),
        (KeyError("x"), "failed", 1, "handler_error"),
        (TimeoutError(), "failed", 3, "handler_error"),
        (SystemExit(3), "failed", 3, "handler_panic"),
        (Exception(""), "failed", 3, "handler_error"),
    ],
)
def test_exceptions_say_whether_to_try_again(
    client: Client, dsn: str, error: BaseException, state: str, runs: int, category: str
) -> None:
    app = App("mailer", lanes=[LANE])
    count = 0

    @app.handler("fails", permanent=KeyError)
    def fail() -> None:
        nonlocal count
        count += 1
        raise error

    execution_id = submit(client, "fails", policy=RETRIES)
    statistics = app.drain(dsn)
    result = result_of(client, execution_id)
    assert (result.public_state, count, result.failure_category) == (state, runs, category)
    assert (statistics.retried, statistics.failed) == (runs - 1, 1)
    if not isinstance(error, RetryAfter):
        assert result.failure_detail["exception"]


def test_retry_after_sets_the_delay_and_the_policy_the_number(client: Client, dsn: str) -> None:
    app = App("mailer", lanes=[LANE])

    @app.handler("fails")
    async def fail() -> None:
        raise RetryAfter(3600, "come back in an hour", category="throttled", detail={"status": 429})

    with_policy, without = submit(client, "fails", policy=RETRIES), submit(client, "fails")
    none = submit(client, "fails", policy={"retry_policy": {}})
    app.drain(dsn)
    description = client.describe_execution(without)
    assert description
    assert round((description.claimable_in_ms or 0) / 100_000) == 36, "the engine's own policy"
    assert client.read_execution_state(with_policy) == "delayed"
    [attempt] = client.list_attempts(with_policy)
    assert attempt.retry_at
    assert attempt.ended_at
    assert round((attempt.retry_at - attempt.ended_at).total_seconds()) == 3600
    [ended] = [entry for entry in client.history(with_policy) if entry.what == "attempt_ended"]
    assert ended.details
    assert ended.details["failure_reason"] == 'come back in an hour {"status": 429}'
    assert ended.details["failure_category"] == "throttled"
    assert client.read_execution_state(none) == "failed"
    result = result_of(client, none)
    assert result.failure_reason == "come back in an hour"
    assert result.failure_detail["status"] == 429


def test_handlers_write_to_the_stream_of_their_attempt(client: Client, dsn: str) -> None:
    app = App("writer", lanes=[LANE])

    @app.handler("sync")
    def write(_: None, ctx: Context) -> None:
        ctx.append_frame(text="one")
        assert ctx.append_frame(json={"n": 2}).frame_count == 2

    @app.handler("async")
    async def write_async(_: None, ctx: AsyncContext) -> None:
        await ctx.append_frame(text="three")

    ids = [submit(client, "sync"), submit(client, "async")]
    assert app.drain(dsn).completed == 2
    frames = [client.read_stream(i).frames for i in ids]
    assert [[f.get("text", f.get("json")) for f in page] for page in frames] == [
        ["one", {"n": 2}],
        ["three"],
    ]


def test_an_input_that_no_handler_can_take_fails_with_a_reason(client: Client, dsn: str) -> None:
    app = App("mailer", lanes=[LANE])

    @app.handler("mail")
    def send(mail: Mail) -> object:
        return object() if mail.to == "object" else "zero \0" if mail.to == "zero" else None

    ids = [
        submit(client, "mail", {"too": "ada"}, policy=RETRIES),
        submit(client, "mail", {"to": "object"}, policy=RETRIES),
        submit(client, "mail", {"to": "zero"}, policy=RETRIES),
        submit(client, "mail", {"to": "ada"}),
    ]
    app.drain(dsn)
    results = [result_of(client, i) for i in ids]
    assert [r.failure_category for r in results] == [
        "extractor_payload_decode", "output_encode", "output_encode", None
    ]  # fmt: skip
    assert results[0].failure_reason == "input.to is missing"
    assert [len(client.list_attempts(i)) for i in ids] == [1, 1, 1, 1]


def test_a_kind_without_a_handler_waits_for_a_worker_that_has_one(
    client: Client, dsn: str, caplog: pytest.LogCaptureFixture
) -> None:
    app = App("mailer", lanes=[LANE])
    app.handler("known")(lambda: None)
    execution_id = submit(client, "unknown", policy={"retry_policy": {"max_retries": 0}})
    assert app.drain(dsn).handed_back == 1
    assert client.read_execution_state(execution_id) == "delayed"
    assert "handed back kind=unknown" in caplog.text
    # the delays grow with the time since it was put off first
    waits_since(client, execution_id, 9, 0)
    app.drain(dsn)
    description = client.describe_execution(execution_id)
    assert description
    assert 8000 < (description.claimable_in_ms or 0) < 15_000
    waits_since(client, execution_id, 9, 0)
    app.drain(dsn, no_handler_s=5)
    result = result_of(client, execution_id)
    assert result.failure_category == "runtime_no_handler"
    assert result.failure_reason.startswith('no handler for its kind: "unknown", for ')


def waits_since(client: Client, execution_id: UUID, first_s: float, last_s: float) -> None:
    """It is due now, and was put off for the first and the last time so many seconds ago."""
    [row] = client.connection.execute(
        "select progress_message, now() from flowfabric.ff_exec_core where execution_id = %s",
        [execution_id],
    ).fetchall()
    message, now = row
    parts = re.fullmatch(r"(.*; handed back since )\S+(, last at )\S+", message)
    assert parts
    since, last = (
        (now - timedelta(seconds=ago)).isoformat(timespec="seconds") for ago in (first_s, last_s)
    )
    client.connection.execute(
        "update flowfabric.ff_exec_core set claimable_at = now(), progress_message = %s"
        " where execution_id = %s",
        [f"{parts[1]}{since}{parts[2]}{last}", execution_id],
    )


def test_the_time_without_a_handler_counts_from_when_it_was_put_off(
    client: Client, dsn: str
) -> None:
    """Not from its first claim: it may have waited for a signal, or run elsewhere, for days."""
    app = App("mailer", lanes=[LANE])
    app.handler("known")(lambda: None)
    execution_id = submit(client, "unknown")
    assert app.drain(dsn).handed_back == 1
    old = "update flowfabric.ff_exec_core set claimable_at = now(), started_at = '2020-01-01'"
    client.connection.execute(f"{old}, progress_message = null".encode())
    assert app.drain(dsn).handed_back == 1
    # it was put off before, and has been elsewhere since
    waits_since(client, execution_id, 100_000, 90_000)
    assert app.drain(dsn).handed_back == 1
    description = client.describe_execution(execution_id)
    assert description
    assert (description.claimable_in_ms or 0) < 1100
    # a message of a handler does not count
    client.connection.execute(
        "update flowfabric.ff_exec_core set claimable_at = now(),"
        " progress_message = 'no handler for its kind; handed back since ever, last at night'"
    )
    assert app.drain(dsn).handed_back == 1


def test_one_output_that_the_server_refuses_harms_no_other(client: Client, dsn: str) -> None:
    app = App("mailer", lanes=[LANE])

    @app.handler("big")
    def answer(size: int) -> str:
        return "x" * size

    ids = [submit(client, "big", size) for size in (1, 17 << 20, 2)]
    assert app.drain(dsn).completed == 2
    assert [client.read_execution_state(i) for i in ids] == ["completed", "failed", "completed"]
    assert "refused" in result_of(client, ids[1]).failure_reason


def test_spawned_once_however_often_it_is_attempted(client: Client, dsn: str) -> None:
    app = App("mailer", lanes=[LANE])
    spawned: list[UUID] = []

    @app.handler("parent")
    def parent(ctx: Context) -> None:
        spawned.extend(
            ctx.spawn("child", {"item": item}, lane="children").execution_id for item in (1, 2, 2)
        )
        if ctx.attempt_index == 0:
            raise Transient("once more")

    submit(client, "parent", policy=RETRIES)
    app.drain(dsn)
    assert spawned[:3] == spawned[3:]
    assert len(client.list_executions({"lane_id": "children"})) == 3


def test_a_suspension_ends_the_handler_and_goes_on_with_the_signal(
    client: Client, dsn: str
) -> None:
    app = App("deployer", lanes=[LANE])
    runs = []

    @app.handler("deploy")
    def deploy(ctx: Context) -> list[str]:
        runs.append(ctx.attempt_type)
        ctx.suspend({"signal": "approved", "on": "review"}, timeout_ms=60_000)
        runs.append("approved")
        return [signal.signal_name for signal in ctx.signals()]

    execution_id = submit(client, "deploy")
    assert app.drain(dsn).parked == 1
    assert client.read_execution_state(execution_id) == "suspended"
    [waitpoint] = client.list_pending_waitpoints(execution_id)
    token = client.read_waitpoint_token(execution_id, waitpoint.waitpoint_id)
    assert token
    client.deliver_signal(execution_id, waitpoint.waitpoint_id, token, "approved")
    assert app.drain(dsn).completed == 1
    assert runs == ["initial", "resume", "approved"]
    assert result_of(client, execution_id).output == ["approved"]


async def test_an_async_handler_waits_and_delays(client: Client, dsn: str) -> None:
    app = App("worker", lanes=[LANE])

    @app.handler("later")
    async def later(ctx: AsyncContext) -> str:
        if ctx.attempt_type == "initial":
            await ctx.delay(0)
        waitpoint = await ctx.create_waitpoint("review")
        await ctx.call(
            calls.deliver_signal(ctx.execution_id, waitpoint.waitpoint_id, waitpoint.token, "go")
        )
        await ctx.suspend({"signal": "go", "on": "review"})
        return (await ctx.signals())[0].signal_name

    execution_id = submit(client, "later")
    task = asyncio.create_task(app.run_async(dsn, tick_s=None))
    while client.read_execution_state(execution_id) != "completed":  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    app.stop()
    statistics = await task
    assert result_of(client, execution_id).output == "go"
    assert (statistics.parked, statistics.completed) == (1, 1)


async def test_ticks_run_in_read_committed(connect: Any, dsn: str) -> None:
    app = App("worker", lanes=[LANE], tick_s=0.05)

    @app.handler("*")
    def anything(ctx: Context) -> None: ...

    of_old_snapshots = make_conninfo(
        dsn, options=r"-c default_transaction_isolation=repeatable\ read"
    )
    task = asyncio.create_task(app.run_async(of_old_snapshots))
    watch = connect(autocommit=True)
    ends_at = time.monotonic() + 10
    ticks: list[Any] = []
    while not ticks and not task.done() and time.monotonic() < ends_at:
        await asyncio.sleep(0.01)
        ticks = watch.execute("select ticked_at from flowfabric.ff_tick_log").fetchall()
    app.stop()
    await task
    assert ticks


def test_a_flow_is_worked_through(client: Client, dsn: str) -> None:
    app = App("worker", lanes=[LANE])

    @app.handler("*")
    def step(ctx: Context) -> str:
        return ctx.kind

    flow = client.submit_flow(
        {
            "nodes": {
                "a": {"lane": LANE, "kind": "a"},
                "b": {"lane": LANE, "kind": "b", "after": ["a"]},
                "c": {"lane": LANE, "kind": "c", "after": ["a"]},
                "d": {"lane": LANE, "kind": "d", "after": ["b", "c"]},
            }
        }
    )
    assert app.drain(dsn).completed == 4
    assert [result_of(client, UUID(flow.executions[n])).output for n in "abcd"] == [
        "a",
        "b",
        "c",
        "d",
    ]


def test_a_decimal_reaches_a_handler_with_all_its_digits(client: Client, dsn: str) -> None:
    app = App("worker", lanes=[LANE])

    @app.handler("exact")
    def exact(amount: Decimal) -> str:
        return str(amount)

    @app.handler("plain")
    async def plain(amount: dict[str, Any]) -> str:
        return type(amount["a"]).__name__

    number = client.connection.execute("select '12345678901234567.89'::jsonb::text").fetchone()
    assert number == ("12345678901234567.89",)
    query = "select execution_id from flowfabric.ff_create_execution(%s, %s::jsonb, p_kind => %s)"
    rows = [
        client.connection.execute(query, [LANE, text, kind]).fetchone()
        for kind, text in (("exact", number[0]), ("plain", '{"a": 1.50}'))
    ]
    app.drain(dsn)
    outputs = [result_of(client, row[0]).output for row in rows if row]
    assert outputs == ["12345678901234567.89", "float"]


def test_a_spawn_whose_input_is_not_json_says_so(client: Client, dsn: str) -> None:
    app = App("worker", lanes=[LANE])

    @app.handler("parent")
    def parent(ctx: Context) -> None:
        ctx.spawn("child", object())

    execution_id = submit(client, "parent", policy={"retry_policy": {"max_retries": 0}})
    app.drain(dsn)
    reason = result_of(client, execution_id).failure_reason
    assert reason == "the input of the new execution is not JSON: object is not JSON"


def test_the_log_has_one_line_for_what_happens_to_a_job(
    client: Client, dsn: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "flowfabric.worker")
    app = App("worker", lanes=[LANE])

    @app.handler("fine")
    def fine() -> None: ...

    @app.handler("fails")
    async def fail() -> None:
        raise ValueError("no = 'no'")

    @app.handler("parks")
    def park(ctx: Context) -> None:
        ctx.delay(60)

    once = {"retry_policy": {"max_retries": 0}}
    ids = [submit(client, kind, policy=once) for kind in ("fine", "fails", "parks", "unknown")]
    app.drain(dsn)

    def line(what: str, kind: str, number: int, rest: str) -> str:
        return f"{what} kind={kind} lane={LANE} execution={ids[number]} attempt=0{rest}"

    took = r" duration_ms=\d+"
    reason = r' reason="ValueError: no = \'no\'" category=handler_error\nTraceback .*'
    for pattern in (
        *(line("started", kind, n, " type=initial") for n, kind in enumerate(("fine", "fails"))),
        line("completed", "fine", 0, took),
        line("failed for good", "fails", 1, took + reason),
        line("parked", "parks", 2, took),
        line("handed back", "unknown", 3, ' delay_ms=1000 reason="no handler for its kind"'),
    ):
        found = [m for m in caplog.messages if re.fullmatch(pattern, m, re.DOTALL)]
        assert len(found) == 1, (pattern, caplog.messages)


# --- keeping and losing leases ---


def test_work_that_takes_longer_than_a_lease_keeps_it(client: Client, work: Work) -> None:
    app = App("worker", lanes=[LANE], lease_ttl_ms=1000)

    @app.handler("slow")
    def slow(ctx: Context) -> int:
        ctx.pause(2.5)
        return ctx.attempt_index

    @app.handler("slow async")
    async def slow_async() -> str:
        await asyncio.sleep(2.5)
        return "done"

    ids = [submit(client, "slow") for _ in range(3)] + [submit(client, "slow async")]
    with work(app, concurrency=2, prefetch=10) as running:
        for execution_id in ids:
            wait_for_state(client, execution_id, "completed")
    assert running.statistics.lost == 0
    epochs = [d.lease_epoch for i in ids if (d := client.describe_execution(i))]
    assert epochs == [1] * 4


@pytest.mark.parametrize("kind", ["sync", "async"])
@pytest.mark.parametrize("how", ["revoked", "cancelled"])
def test_a_handler_is_stopped_when_its_lease_is_gone(
    client: Client, work: Work, kind: str, how: str
) -> None:
    app = App("worker", lanes=[LANE], lease_ttl_ms=1000)
    began, stopped = threading.Event(), threading.Event()

    @app.handler("sync")
    def wait(ctx: Context) -> None:
        began.set()
        try:
            while True:
                ctx.pause(10)
        except Cancelled:
            stopped.set()
            raise

    @app.handler("async")
    async def wait_async(ctx: AsyncContext) -> None:
        began.set()
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            assert ctx.stop_reason == "the lease is lost"
            stopped.set()
            raise

    execution_id = submit(client, kind, policy={"max_reclaim_count": 0})
    with work(app) as running:
        assert began.wait(10)
        if how == "revoked":
            client.revoke_lease(execution_id)
        else:
            client.cancel_execution(execution_id, "not needed")
        assert stopped.wait(10)
        wait_until(lambda: running.statistics.lost == 1)
    state = client.read_execution_state(execution_id)
    assert state == ("failed" if how == "revoked" else "cancelled")


def test_a_request_to_cancel_stops_the_handler_and_is_acknowledged(
    client: Client, work: Work
) -> None:
    app = App("worker", lanes=[LANE], lease_ttl_ms=1000)
    began = threading.Event()

    @app.handler("wait")
    def wait(ctx: Context) -> None:
        began.set()
        ctx.pause(60)

    flow_id, budget_id = uuid4(), uuid4()
    client.create_flow(flow_id)
    client.create_budget(
        budget_id,
        "flow",
        str(flow_id),
        on_hard_limit="cancel_all",
        dimensions=["tokens"],
        hard_limits=[1],
        soft_limits=[0],
    )
    execution_id = submit(client, "wait", flow_id=flow_id)
    with work(app) as running:
        assert began.wait(10)
        client.report_usage(budget_id, {"tokens": 2})
        wait_for_state(client, execution_id, "cancelled")
    assert running.statistics.cancelled == 1


def test_an_open_transaction_of_one_handler_does_not_cost_the_others_their_leases(
    client: Client, work: Work
) -> None:
    app = App("worker", lanes=[LANE], lease_ttl_ms=1500)

    @app.handler("holds")
    def hold(ctx: Context) -> None:
        with ctx.transaction() as tx:
            tx.client.assert_lease(ctx.handle)
            time.sleep(3)

    @app.handler("slow")
    def slow(ctx: Context) -> None:
        ctx.pause(3)

    submit(client, "holds", policy={"max_reclaim_count": 0})
    ids = [submit(client, "slow") for _ in range(3)]
    with work(app, lanes=[LANE]):
        for execution_id in ids:
            wait_for_state(client, execution_id, "completed")
    assert [d.lease_epoch for i in ids if (d := client.describe_execution(i))] == [1] * 3


# --- the end of a worker ---


def test_drained_it_finishes_what_runs_and_hands_back_the_rest(client: Client, work: Work) -> None:
    app = App("worker", lanes=[LANE])
    began, may_end = threading.Semaphore(0), threading.Event()

    @app.handler("quick")
    def quick() -> None: ...

    @app.handler("slow")
    def slow() -> None:
        began.release()
        may_end.wait(10)

    with work(app, concurrency=2) as running:
        # the worker learns that handlers are quick, and claims ahead
        for _ in range(3):
            client.create_executions(LANE, [{}] * 50, {"kind": "quick"})
        wait_until(lambda: running.statistics.completed == 150)
        client.create_executions(LANE, [{}] * 20, {"kind": "slow"})
        # both of them: one that is stopped before it begins is handed back
        assert all(began.acquire(timeout=10) for _ in range(2))
        wait_until(lambda: running.statistics.claimed > 152)
        running.app.stop()
        wait_until(lambda: running.statistics.handed_back > 0)
        may_end.set()
        statistics = running.stop()
    assert statistics.completed == 152
    assert statistics.handed_back == statistics.claimed - 152
    states = [
        e.public_state
        for e in client.list_executions({"lane_id": LANE}, newest_first=False, limit=200)
    ]
    assert states.count("waiting") == 18
    # no attempt was spent: whoever claims goes on with the same one
    claimed = client.claim_batch(LANE, "other", "other-1", 20)
    assert {c.attempt_index for c in claimed} == {0}
    assert client.check() == []


@pytest.mark.parametrize("kind", ["sync", "async", "stubborn"])
def test_a_handler_that_does_not_end_in_time_is_handed_back(
    client: Client, work: Work, kind: str
) -> None:
    app = App("worker", lanes=[LANE])
    began = threading.Event()

    @app.handler("sync")
    def sync(ctx: Context) -> None:
        began.set()
        ctx.pause(60)

    @app.handler("async")
    async def coroutine() -> None:
        began.set()
        await asyncio.sleep(60)

    @app.handler("stubborn")
    def stubborn() -> None:
        began.set()
        time.sleep(4)

    execution_id = submit(client, kind)
    with work(app, drain_s=0.2) as running:
        assert began.wait(10)
        statistics = running.stop()
    assert statistics.handed_back == 1
    assert client.read_execution_state(execution_id) == "waiting"
    [claimed] = client.claim_batch(LANE, "other", "other-1", 20)
    assert (claimed.attempt_type, claimed.attempt_index) == ("resume", 0)


# --- settings ---


def test_capabilities_and_lanes_are_those_of_the_settings(client: Client, dsn: str) -> None:
    app = App("worker", lanes=["a", "b"], capabilities=["gpu"])
    app.handler("*")(lambda: None)
    ids = [
        client.create_execution(lane, kind="k", required_capabilities=needs).execution_id
        for lane, needs in (("a", ["gpu"]), ("b", []), ("a", ["tpu"]), ("c", []))
    ]
    assert app.drain(dsn).completed == 2
    states = [client.read_execution_state(i) for i in ids]
    assert states == ["completed", "completed", "waiting", "waiting"]
    assert client.list_workers() == [], "it ended in good order"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"lanes": []}, "at least one lane"),
        ({"lanes": "emails"}, "a list of names"),
        ({"concurrency": 0}, "concurrency"),
        ({"lease_ttl_ms": 10}, "lease_ttl_ms"),
        ({"prefetch": -1}, "prefetch"),
        ({"no such thing": 1}, "no such thing"),
        ({"capabilities": "gpu"}, "capabilities is a list of names"),
        ({"tick_s": 0}, "tick_s must be at least 0.05 seconds; None switches ticks off"),
        ({"sleep_s": 0}, "sleep_s must be at least 0.05"),
        ({"poll_s": 0.0}, "poll_s must be at least 0.05"),
        ({"sleep_s": float("nan")}, "sleep_s must be at least 0.05"),
        ({"drain_s": -1}, "drain_s must not be negative"),
        ({"concurrency": 2.5}, "concurrency must be a whole number"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        App("worker", **settings)


@pytest.mark.parametrize(
    ("settings", "argument"),
    [
        ({"lease_ttl_ms": 10**9}, "p_lease_ttl_ms"),
        ({"attempt_timeout_ms": 0}, "p_attempt_timeout_ms"),
        ({"capabilities": ["a b"]}, "p_capabilities"),
    ],
)
def test_a_setting_that_the_engine_refuses_ends_the_worker(
    dsn: str, settings: dict[str, Any], argument: str
) -> None:
    app = App("worker", lanes=[LANE], **settings)
    app.handler("quick")(lambda: None)
    with pytest.raises(InvalidArgument, match=argument):
        app.run(dsn)


@pytest.mark.parametrize(
    "setting",
    [
        "client_encoding = 'latin1'",
        "datestyle = 'german, dmy'",
        "timezone = 'Asia/Tokyo'",
        "default_transaction_isolation = 'serializable'",
        "search_path = nowhere",
        "standard_conforming_strings = off",
        "bytea_output = 'escape'",
    ],
)
def test_the_settings_of_a_login_keep_no_worker_from_its_work(
    client: Client, dsn: str, connect: Any, setting: str
) -> None:
    app = App("worker", lanes=[LANE])

    async def use(given: Any, ctx: Any) -> Any:
        await ctx.progress(50, "für 5 €")
        async with ctx.connection() as c:
            await c.execute("select 1")
        async with ctx.transaction(complete=False) as tx:
            await tx.execute("select 1")
        return [given, ctx.deadline_at]

    for colour in COLOURS:
        handle(app, colour, colour, use)
    # in the year 10000, as a clock in Japan shows it
    deadline_at = datetime(9999, 12, 31, 23, tzinfo=timezone.utc)
    ids = [submit(client, colour, "für 5 €", deadline_at=deadline_at) for colour in COLOURS * 2]
    name = client.connection.info.dbname
    admin = connect("postgres", autocommit=True)
    admin.execute(f'alter role ff_owner in database "{name}" set {setting}'.encode())
    assert app.drain(dsn, concurrency=1).completed == 4
    outputs = [result_of(client, i).output for i in ids]
    assert outputs == [["für 5 €", deadline_at.isoformat()]] * 4


def test_a_connection_string_is_read_as_the_command_line_reads_it(
    client: Client, dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = App("worker", lanes=[LANE])
    app.handler("quick")(lambda: None)
    values = conninfo_to_dict(dsn)
    url = "postgresql+psycopg://{user}@/{dbname}?host={host}&port={port}".format(**values)
    submit(client, "quick")
    monkeypatch.setenv("FF_DATABASE_URL", url)
    assert app.drain().completed == 1
    for secret in ("postgresql://user:pass/word@host/database", "host=host pass word"):
        with pytest.raises(
            ValueError, match=r"the connection string of .* cannot be read"
        ) as error:
            app.drain(secret)
        assert "word" not in "".join(traceback.format_exception(error.value)).split("Error:")[-1]


def test_every_process_has_a_name_of_its_own() -> None:
    names = {Settings.of("worker", ["lane"]).instance_id for _ in range(100)}
    assert len(names) == 100
    assert all(" " not in name and len(name) < 200 for name in names)


def test_two_handlers_of_a_kind_are_a_mistake() -> None:
    app = App("worker")
    app.handler("k")(lambda: None)
    with pytest.raises(ValueError, match="there is a handler"):
        app.handler("k")(lambda: None)
    with pytest.raises(ValueError, match="has no handler"):
        App("worker").drain("")


def test_a_span_is_the_run_of_a_handler(
    client: Client, dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from opentelemetry import trace

    spans: list[tuple[str, Any, Any]] = []

    class Tracer(trace.NoOpTracer):
        def start_as_current_span(self, name: str, context: Any = None, **options: Any) -> Any:  # type: ignore[override]
            spans.append((name, context, options["attributes"]))
            return super().start_as_current_span(name)

    monkeypatch.setattr(trace, "get_tracer", lambda *_: Tracer())
    app = App("worker", lanes=[LANE])
    app.handler("quick")(lambda: None)
    execution_id = submit(client, "quick", tags={"otel.traceparent": TRACEPARENT})
    app.drain(dsn)
    [(name, context, attributes)] = spans
    assert name == "handle quick"
    assert attributes["flowfabric.execution_id"] == str(execution_id)
    span = trace.get_current_span(context).get_span_context()
    assert f"{span.trace_id:032x}" == TRACEPARENT.split("-")[1]


@pytest.mark.parametrize("colour", COLOURS)
def test_steps_have_spans_inside_the_run_of_the_handler(
    client: Client, dsn: str, monkeypatch: pytest.MonkeyPatch, colour: str
) -> None:
    from opentelemetry import trace

    numbers = itertools.count(1)
    # name, own number, that of the span around it
    spans: list[tuple[str, int, int]] = []

    class Tracer(trace.NoOpTracer):
        def start_as_current_span(self, name: str, context: Any = None, **options: Any) -> Any:  # type: ignore[override]
            around = trace.get_current_span(context).get_span_context()
            own = trace.SpanContext(around.trace_id, next(numbers), False)
            assert f"{around.trace_id:032x}" == TRACEPARENT.split("-")[1]
            spans.append((name, own.span_id, around.span_id))
            if name.startswith("step "):
                assert options["attributes"] == {"flowfabric.step_key": name[5:]}
            return trace.use_span(trace.NonRecordingSpan(own))

    monkeypatch.setattr(trace, "get_tracer", lambda *_: Tracer())
    app = App("worker", lanes=[LANE])

    def current() -> str:
        return f"{trace.get_current_span().get_span_context().span_id}"

    async def work(_given: Any, ctx: Any) -> Any:
        seen = [
            await ctx.step("one", current),
            await ctx.transactional_step("two", lambda _: current()),
        ]
        child = await ctx.spawn("child", key="child")
        if ctx.attempt_index == 0:
            raise Transient("again")
        return [*seen, str(child.execution_id)]

    handle(app, colour, "work", work)
    tags = {"otel.traceparent": TRACEPARENT}
    execution_id = submit(client, "work", tags=tags, policy=RETRIES)
    app.drain(dsn)
    submission = int(TRACEPARENT.split("-")[2], 16)
    assert spans[:4] == [
        ("handle work", 1, submission), ("step one", 2, 1), ("step two", 3, 1),
        ("handle work", 4, submission),
    ]  # fmt: skip
    result = client.get_execution_result(execution_id)
    assert result
    assert result.output[:2] == ["2", "3"], "stored results have no spans of their own"
    child = client.describe_execution(UUID(result.output[2]))
    assert child
    assert child.tags["otel.traceparent"].split("-")[2] == f"{1:016x}"
