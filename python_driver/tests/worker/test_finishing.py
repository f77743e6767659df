"""The ends of executions are sent in good order: none waits long for another one."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from flowfabric import Client, calls
from flowfabric.worker import App, Context, Permanent
from flowfabric.worker.finishing import ALONE_BYTES, Finisher
from flowfabric.worker.lines import Line

from .conftest import Work, wait_for_state, wait_until

LANE = "emails"


def submit(client: Client, kind: str, input: Any = None) -> UUID:  # noqa: A002
    return client.create_execution(LANE, input, kind=kind).execution_id


async def test_a_line_is_in_order_and_what_is_late_enters_at_its_time() -> None:
    line: Line[str] = Line()
    line.put_later("later", 0.05)
    line.put("first")
    line.put("second")
    assert [line.first, await line.take(), await line.take(), line.first] == [
        "first", "first", "second", None
    ]  # fmt: skip
    taking = asyncio.create_task(line.take())
    assert await taking == "later"
    taking = asyncio.create_task(line.take())
    await asyncio.sleep(0)
    line.put_later("soon", 0.01)
    assert await asyncio.wait_for(taking, 5) == "soon"


@pytest.fixture
def may_complete(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Completions get no answer until it is set, as if the connection broke each time."""
    event = threading.Event()
    complete = Finisher._complete

    async def slow(self: Finisher, batch: Any) -> None:
        while not event.is_set():  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        await complete(self, batch)

    monkeypatch.setattr(Finisher, "_complete", slow)
    return event


def test_failures_do_not_wait_for_completions(
    client: Client, work: Work, may_complete: threading.Event
) -> None:
    app = App("worker", lanes=[LANE])

    @app.handler("work")
    def do(fails: bool) -> None:
        if fails:
            raise Permanent("no")

    completed = submit(client, "work", False)
    with work(app) as running:
        wait_until(lambda: running.statistics.claimed == 1)
        ids = [submit(client, "work", True) for _ in range(20)]
        for execution_id in ids:
            wait_for_state(client, execution_id, "failed")
        assert client.read_execution_state(completed) == "active"
        may_complete.set()
        wait_for_state(client, completed, "completed")


def test_a_large_output_has_a_call_of_its_own(
    client: Client, dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = App("worker", lanes=[LANE])
    alone: list[int] = []
    batches: list[int] = []
    complete, complete_batch = calls.complete, calls.complete_batch

    def note(handle: str, output: Any, result: Any) -> Any:
        alone.append(len(output.obj))
        return complete(handle, output, result)

    def note_batch(handles: Any, outputs: Any, results: Any) -> Any:
        batches.extend(len(one.obj) for one in outputs)
        return complete_batch(handles, outputs, results)

    monkeypatch.setattr(calls, "complete", note)
    monkeypatch.setattr(calls, "complete_batch", note_batch)

    @app.handler("text")
    def text(size: int) -> str:
        return "x" * size

    sizes = [1, ALONE_BYTES - 2, ALONE_BYTES - 1, 3]
    ids = [submit(client, "text", size) for size in sizes]
    assert app.drain(dsn).completed == 4
    outputs = [r.output for i in ids if (r := client.get_execution_result(i))]
    assert [len(output) for output in outputs] == sizes
    assert alone == [ALONE_BYTES + 1]
    assert sorted(batches) == [3, 5, ALONE_BYTES]


def test_a_worker_that_cannot_send_claims_no_more(
    client: Client, work: Work, may_complete: threading.Event
) -> None:
    """Otherwise it would hold more and more leases, and outputs."""
    app = App("worker", lanes=[LANE], batch_size=5, concurrency=4, poll_s=0.05)
    app.handler("quick")(lambda: None)
    client.create_executions(LANE, [{}] * 60, {"kind": "quick"})
    with work(app) as running:
        wait_until(lambda: running.statistics.claimed >= 10)
        before = running.statistics.statements
        time.sleep(0.5)
        # ends that wait, handlers that run, a batch that waits for a handler, one on its way
        assert running.statistics.claimed <= 2 * 5 + 4 + 5 + 5
        assert running.statistics.statements - before < 20
        may_complete.set()
        wait_until(lambda: running.statistics.completed == 60)


@pytest.mark.parametrize("what", ["completed", "failed for good"])
def test_a_mistake_while_one_end_is_sent_costs_no_other(
    client: Client, work: Work, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    app = App("worker", lanes=[LANE])
    forget = Finisher._forget
    mistakes: list[Any] = []

    def fail_once(self: Finisher, held: Any, said: str, *more: Any, **options: Any) -> None:
        if said == what and not mistakes:
            mistakes.append(held)
            raise AssertionError("a mistake in the worker")
        forget(self, held, said, *more, **options)

    monkeypatch.setattr(Finisher, "_forget", fail_once)

    @app.handler("work")
    def do(fails: bool, _ctx: Context) -> None:
        if fails:
            raise Permanent("no")

    with work(app):
        for state, fails in (("completed", False), ("failed", True)):
            for execution_id in [submit(client, "work", fails) for _ in range(5)]:
                wait_for_state(client, execution_id, state)
    assert len(mistakes) == 1


def test_rows_that_are_locked_keep_no_worker_from_claiming(
    client: Client, work: Work, connect: Callable[..., Any]
) -> None:
    """Two ends that wait are two batches of one."""
    app = App("worker", lanes=[LANE], batch_size=1, concurrency=3)
    may_end = threading.Event()
    app.handler("slow")(lambda: may_end.wait(20))
    app.handler("quick")(lambda: None)
    slow = [submit(client, "slow") for _ in range(2)]
    with work(app):
        for execution_id in slow:
            wait_for_state(client, execution_id, "active")
        with connect() as operator:
            for execution_id in slow:
                Client(operator).set_execution_tag(execution_id, "app.note", "looked at")
            may_end.set()
            for _ in range(3):
                wait_for_state(client, submit(client, "quick"), "completed")
        for execution_id in slow:
            wait_for_state(client, execution_id, "completed")


def test_a_lane_that_refuses_ends_keeps_no_worker_from_claiming(
    client: Client, work: Work, dsn: str
) -> None:
    app = App("worker", lanes=[LANE, "closed"], batch_size=1, concurrency=6, lease_ttl_ms=1000)
    may_end = threading.Event()
    kinds = ("value", "failure")

    @app.handler("value")
    def value() -> None:
        may_end.wait(20)

    @app.handler("failure")
    def failure() -> None:
        may_end.wait(20)
        raise ValueError

    app.handler("quick")(lambda: None)
    execute = client.connection.execute
    execute("create role worker_of_the_test login in role ff_worker")
    try:
        slow = [
            client.create_execution("closed", kind=kind).execution_id for kind in (*kinds, *kinds)
        ]
        with work(app, dsn=f"{dsn} user=worker_of_the_test") as running:
            for execution_id in slow:
                wait_for_state(client, execution_id, "active")
            # not even its members: only the owner of the installation may claim
            client.grant_lane("closed", "ff_owner", ["claim"])
            may_end.set()
            for _ in range(3):
                wait_for_state(client, submit(client, "quick"), "completed")
            # they do not wait for ever
            wait_until(lambda: running.statistics.lost == len(slow))
    finally:
        execute("drop role worker_of_the_test")
