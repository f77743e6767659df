"""A worker that has to end: it ends in time, and hands back the work of its handlers."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flowfabric import Client
from flowfabric.calls import Call
from flowfabric.worker import App, AsyncContext, Cancelled, Context
from flowfabric.worker.connections import Link
from flowfabric.worker.threads import DaemonExecutor

from .both import COLOURS, at_once, handle
from .conftest import Work, wait_for_state, wait_until

LANE = "emails"
DRAIN_S = 0.5
# drain_s, and the few seconds in which what was told to stop may do so
AT_MOST_S = DRAIN_S + 8

APP = """
    import asyncio, os, time
    from flowfabric.worker import App, Context

    app = App("ender", lanes=["emails"], drain_s=0.5, lease_ttl_ms=60_000)

    def begin() -> None:
        with open("begun", "a") as file:
            file.write(".")

    @app.handler("function")
    def function() -> None:
        begin()
        time.sleep(60)

    @app.handler("swallows")
    def swallows(ctx: Context) -> None:
        begin()
        while True:
            try:
                ctx.pause(60)
            except BaseException:
                time.sleep(0.1)

    @app.handler("coroutine")
    async def coroutine() -> None:
        begin()
        while True:
            try:
                await asyncio.sleep(60)
            except BaseException:
                pass

    @app.handler("to_thread")
    async def to_thread() -> None:
        begin()
        await asyncio.to_thread(time.sleep, 60)

    @app.handler("shielded")
    async def shielded() -> None:
        begin()
        await asyncio.shield(asyncio.to_thread(time.sleep, 60))

    @app.handler("blocks")
    async def blocks() -> None:
        begin()
        time.sleep(2)

    @app.handler("blocks for ever")
    async def block_for_ever() -> None:
        begin()
        while True:
            try:
                time.sleep(60)
            except BaseException:
                pass

    @app.handler("polite")
    async def polite() -> None:
        begin()
        await asyncio.sleep(60)

    @app.handler("quick")
    def quick() -> None:
        begin()
        time.sleep(0.3)

    @app.handler("forks")
    def forks() -> str:
        child = os.fork()
        if child == 0:
            return "of the child"
        for _ in range(200):
            if os.waitpid(child, os.WNOHANG) != (0, 0):
                return "of the parent"
            time.sleep(0.05)
        raise RuntimeError("the child goes on")
"""

STUBBORN = ("function", "swallows", "coroutine")


@pytest.fixture
def app(tmp_path: Path) -> Path:
    (tmp_path / "ending_app.py").write_text(textwrap.dedent(APP))
    return tmp_path


@contextmanager
def worker(app: Path, dsn: str, *options: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "flowfabric.cli", "worker", "ending_app:app", "--dsn", dsn]
    process = subprocess.Popen(
        [*command, "--json", *options], cwd=app, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.communicate(timeout=20)


@pytest.fixture
def client(connect: Any) -> Client:
    return Client(connect(autocommit=True))


def wait_until_begun(app: Path, count: int = 1) -> None:
    """An execution is active before its handler begins: the worker has to hear of it."""
    file = app / "begun"
    wait_until(lambda: file.exists() and len(file.read_text()) >= count, "handlers have begun")


def end(process: subprocess.Popen[str], number: signal.Signals) -> tuple[float, dict[str, int]]:
    """Send it the signal; returns how long it took to end, and its statistics."""
    began = time.monotonic()
    process.send_signal(number)
    out, err = process.communicate(timeout=30)
    assert out, err
    return time.monotonic() - began, json.loads(out)


@pytest.mark.parametrize(
    "kind",
    ["function", "swallows", "coroutine", "to_thread", "shielded", "blocks", "polite", "quick"],
)
def test_it_ends_in_time_with_what_runs_handed_back(
    client: Client, app: Path, dsn: str, kind: str
) -> None:
    ids = [client.create_execution(LANE, kind=kind).execution_id for _ in range(2)]
    with worker(app, dsn) as process:
        wait_until_begun(app, 1 if kind == "blocks" else 2)
        took_s, statistics = end(process, signal.SIGTERM)
    assert took_s < AT_MOST_S
    assert process.returncode == (1 if kind in STUBBORN else 0)
    assert statistics["failed"] == statistics["retried"] == 0
    if kind in ("quick", "blocks"):
        assert statistics["completed"] + statistics["handed_back"] == 2
    else:
        assert statistics["handed_back"] == 2
        assert [client.read_execution_state(i) for i in ids] == ["waiting"] * 2
        assert len(client.list_attempts(ids[0])) == 1
    assert statistics["left"] == (2 if kind in STUBBORN else 0)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
@pytest.mark.parametrize("options", [(), ("--once",)], ids=["worker", "once"])
@pytest.mark.parametrize("kind", ["function", "polite", "quick"])
def test_no_signal_fails_a_job(
    client: Client,
    app: Path,
    dsn: str,
    number: signal.Signals,
    options: tuple[str, ...],
    kind: str,
) -> None:
    execution_id = client.create_execution(LANE, kind=kind).execution_id
    with worker(app, dsn, *options) as process:
        wait_until_begun(app)
        took_s, statistics = end(process, number)
    assert took_s < AT_MOST_S
    assert statistics["failed"] == statistics["retried"] == 0
    # a quick handler completes, if the machine is not too slow
    assert statistics["completed"] + statistics["handed_back"] == 1
    assert kind == "quick" or statistics["completed"] == 0
    state = client.read_execution_state(execution_id)
    assert state == ("completed" if statistics["completed"] else "waiting")
    expected = 1 if kind == "function" else 0
    assert process.returncode == (128 + number if options else expected)


@pytest.mark.parametrize("options", [(), ("--once",)], ids=["worker", "once"])
def test_it_ends_in_time_although_its_loop_is_blocked(
    client: Client, app: Path, dsn: str, options: tuple[str, ...]
) -> None:
    ids = [client.create_execution(LANE, kind="blocks for ever").execution_id for _ in range(2)]
    with worker(app, dsn, *options) as process:
        wait_until_begun(app)
        process.send_signal(signal.SIGTERM)
        assert process.wait(AT_MOST_S) == 128 + signal.SIGTERM
    assert [client.read_execution_state(i) for i in ids] == ["waiting"] * 2
    assert [len(client.list_attempts(i)) for i in ids] == [1, 1]


def test_a_second_signal_ends_it_at_once_although_its_loop_is_blocked(
    client: Client, app: Path, dsn: str
) -> None:
    client.create_execution(LANE, kind="blocks for ever")
    with worker(app, dsn, "--drain-s", "60") as process:
        wait_until_begun(app)
        process.send_signal(signal.SIGTERM)
        time.sleep(0.5)  # or the two would be one
        process.send_signal(signal.SIGTERM)
        assert process.wait(5) == -signal.SIGTERM


def test_a_second_signal_ends_it_at_once(client: Client, app: Path, dsn: str) -> None:
    execution_id = client.create_execution(LANE, kind="function").execution_id
    with worker(app, dsn, "--drain-s", "60", "--log-level", "info") as process:
        wait_until_begun(app)
        process.send_signal(signal.SIGINT)
        assert process.stderr
        for line in process.stderr:
            if "a second signal ends the worker at once" in line:
                break
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == -signal.SIGTERM
    assert client.read_execution_state(execution_id) == "active"


def test_a_process_under_nohup_lives_on(app: Path, dsn: str) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with worker(app, dsn, "--once") as process:
            process.send_signal(signal.SIGHUP)
            process.communicate(timeout=20)
            assert process.returncode == 0
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_coroutine_that_was_handed_back_does_not_go_on(client: Client, dsn: str) -> None:
    app = App("ender", lanes=[LANE], drain_s=0.1)
    began = threading.Event()
    steps = 0

    @app.handler("endless")
    async def endless() -> None:
        nonlocal steps
        began.set()
        while True:
            with contextlib.suppress(BaseException):
                await asyncio.sleep(0.01)
            steps += 1

    execution_id = client.create_execution(LANE, kind="endless").execution_id
    thread = threading.Thread(target=app.run, args=(dsn,), daemon=True)
    thread.start()
    assert began.wait(10)
    app.stop()
    thread.join(AT_MOST_S)
    assert not thread.is_alive()
    assert client.read_execution_state(execution_id) == "waiting"
    before = steps
    time.sleep(0.3)
    assert steps == before


# --- whatever handlers do to the loop and to threads ---


@pytest.mark.parametrize("kind", ["raises", "raises sync", "group"])
@pytest.mark.parametrize("how", ["drained", "cancelled"])
def test_an_error_of_a_handler_that_must_stop_is_no_failure(
    client: Client, work: Work, kind: str, how: str
) -> None:
    app = App("ender", lanes=[LANE], drain_s=0.1, lease_ttl_ms=1000)
    began = threading.Event()

    @app.handler("raises")
    async def wrap() -> None:
        began.set()
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            raise RuntimeError("it was interrupted") from None

    @app.handler("raises sync")
    def wrap_sync(ctx: Context) -> None:
        began.set()
        try:
            ctx.pause(60)
        except Cancelled:
            raise RuntimeError("it was interrupted") from None

    @app.handler("group")
    async def group(ctx: AsyncContext) -> None:
        async def child() -> None:
            while True:
                with contextlib.suppress(asyncio.CancelledError):
                    await asyncio.sleep(0.01)
                ctx.check()

        began.set()
        if sys.version_info < (3, 11):
            await child()
        else:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(child())

    policy = {"retry_policy": {"max_retries": 0}}
    execution_id = client.create_execution(LANE, kind=kind, policy=policy).execution_id
    with work(app) as running:
        assert began.wait(10)
        if how == "cancelled":
            client.connection.execute(
                "update flowfabric.ff_exec_core set is_cancel_requested = true"
            )
            wait_until(lambda: running.statistics.cancelled == 1)
        statistics = running.stop()
    assert statistics.failed == 0
    state = client.read_execution_state(execution_id)
    assert state == ("waiting" if how == "drained" else "cancelled")


def test_threads_that_are_taken_keep_no_worker_from_ending(client: Client, work: Work) -> None:
    app = App("ender", lanes=[LANE], drain_s=0.1, concurrency=2)
    may_end = threading.Event()

    @app.handler("waits")
    async def wait() -> None:
        await asyncio.to_thread(may_end.wait, 30)

    ids = [client.create_execution(LANE, kind="waits").execution_id for _ in range(2)]
    with work(app) as running:
        for execution_id in ids:
            wait_for_state(client, execution_id, "active")
        began = time.monotonic()
        assert running.stop().handed_back == 2
        assert time.monotonic() - began < AT_MOST_S
        may_end.set()


async def test_names_are_looked_up_while_all_threads_are_taken() -> None:
    """Otherwise no lost connection could be opened again."""
    executor = DaemonExecutor(1)
    loop = asyncio.get_running_loop()
    may_end = threading.Event()
    waiting = [loop.run_in_executor(executor, may_end.wait, 20) for _ in range(3)]
    found = await asyncio.wait_for(
        loop.run_in_executor(executor, socket.getaddrinfo, "localhost", 5432), 10
    )
    assert found
    assert not any(one.done() for one in waiting)
    may_end.set()
    await asyncio.gather(*waiting)


def test_a_system_without_threads_costs_no_slot(
    client: Client, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = App("ender", lanes=[LANE], concurrency=2, poll_s=0.1, sleep_s=0.1)
    has_threads = threading.Event()
    start = threading.Thread.start

    def start_or_not(thread: threading.Thread) -> None:
        if thread.name.startswith("flowfabric handler") and not has_threads.is_set():
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_or_not)
    app.handler("quick")(lambda: None)
    ids = [client.create_execution(LANE, kind="quick").execution_id for _ in range(4)]
    with work(app) as running:
        wait_until(lambda: running.statistics.handed_back >= 4)
        has_threads.set()
        for execution_id in ids:
            wait_for_state(client, execution_id, "completed")
        assert app._runtime
        assert app._runtime._runner.running == 0


def test_a_handler_that_stops_the_loop_stops_no_other(client: Client, dsn: str) -> None:
    app = App("ender", lanes=[LANE])

    @app.handler("stops")
    async def stop() -> None:
        asyncio.get_running_loop().stop()

    @app.handler("slow")
    async def slow() -> None:
        await asyncio.sleep(0.3)

    ids = [client.create_execution(LANE, kind=kind).execution_id for kind in ("slow", "stops")]
    assert app.drain(dsn).completed == 2
    assert [client.read_execution_state(i) for i in ids] == ["completed"] * 2


@pytest.mark.parametrize("error", [SystemExit, KeyboardInterrupt])
@pytest.mark.parametrize("where", ["awaited task", "other task", "callback"])
def test_an_exit_in_a_task_of_a_handler_ends_no_worker(
    client: Client, work: Work, where: str, error: type[BaseException]
) -> None:
    """asyncio lets these two out of the loop at once."""
    app = App("ender", lanes=[LANE])

    async def leave() -> None:
        raise error(3)

    def leave_now() -> None:
        raise error(3)

    @app.handler("leaves")
    async def run() -> None:
        if where == "callback":
            asyncio.get_running_loop().call_soon(leave_now)
        task = asyncio.create_task(asyncio.sleep(0) if where == "callback" else leave())
        await asyncio.wait([task])
        if where == "awaited task":
            await task

    @app.handler("slow")
    async def slow() -> None:
        await asyncio.sleep(0.3)

    policy = {"retry_policy": {"max_retries": 0}}
    ids = [
        client.create_execution(LANE, kind=kind, policy=policy).execution_id
        for kind in ("slow", "leaves")
    ]
    with work(app):
        for id_, state in zip(
            ids, ["completed", "failed" if where == "awaited task" else "completed"], strict=True
        ):
            wait_for_state(client, id_, state)


@pytest.mark.skipif(sys.version_info < (3, 11), reason="needs Task.cancelling")
def test_a_handler_that_cancels_all_tasks_fails_no_other(client: Client, dsn: str) -> None:
    """It ends the worker in good order."""
    app = App("ender", lanes=[LANE])
    policy = {"retry_policy": {"max_retries": 0}}

    @app.handler("cancels")
    async def cancel() -> None:
        for task in asyncio.all_tasks():
            if task is not asyncio.current_task():
                task.cancel()

    @app.handler("slow")
    async def slow() -> None:
        await asyncio.sleep(30)

    ids = [
        client.create_execution(LANE, kind=kind, policy=policy).execution_id
        for kind in ("slow", "slow", "cancels")
    ]
    with pytest.raises(asyncio.CancelledError):
        app.drain(dsn)
    assert {client.read_execution_state(i) for i in ids[:2]} <= {"waiting", "delayed"}
    assert client.read_execution_state(ids[2]) == "completed"


async def test_a_task_that_is_cancelled_hands_back_what_runs(client: Client, dsn: str) -> None:
    """As the lifespan of a web application ends its tasks."""
    app = App("ender", lanes=[LANE])

    @app.handler("async")
    async def wait() -> None:
        await asyncio.sleep(60)

    @app.handler("sync")
    def wait_sync(ctx: Context) -> None:
        ctx.pause(60)

    ids = [client.create_execution(LANE, kind=kind).execution_id for kind in ("async", "sync")]
    task = asyncio.create_task(app.run_async(dsn))
    while {client.read_execution_state(i) for i in ids} != {"active"}:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert [client.read_execution_state(i) for i in ids] == ["waiting"] * 2


async def test_a_task_that_is_cancelled_hands_back_what_a_claim_returns_then(
    client: Client, dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = App("ender", lanes=[LANE])
    app.handler("waits")(lambda: None)
    execution_id = client.create_execution(LANE, kind="waits").execution_id
    has_claimed = asyncio.Event()
    call_once = Link.once

    async def late(link: Link, call: Call[Any], *args: Any) -> Any:
        answer = await call_once(link, call, *args)
        if "ff_claim_batch" in call.sql and answer:
            has_claimed.set()
            await asyncio.sleep(0.2)
        return answer

    monkeypatch.setattr(Link, "once", late)
    task = asyncio.create_task(app.run_async(dsn))
    await has_claimed.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert client.read_execution_state(execution_id) == "waiting"


async def test_a_task_that_is_cancelled_does_not_send_an_outcome_twice(
    client: Client, dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = App("ender", lanes=[LANE])
    app.handler("quick")(lambda: None)
    execution_id = client.create_execution(LANE, kind="quick").execution_id
    sent: list[Call[Any]] = []
    is_sending = asyncio.Event()
    call_once = Link.once

    async def slow(link: Link, call: Call[Any], *args: Any, **options: Any) -> Any:
        if "ff_complete" in call.sql:
            sent.append(call)
            is_sending.set()
            await asyncio.sleep(0.2)
        return await call_once(link, call, *args, **options)

    monkeypatch.setattr(Link, "once", slow)
    task = asyncio.create_task(app.run_async(dsn))
    await is_sending.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert client.read_execution_state(execution_id) == "completed"
    assert len(sent) == 1


@pytest.mark.parametrize("how", ["revoked", "drained"])
def test_a_function_that_waits_for_the_server_is_interrupted(
    client: Client, work: Work, how: str
) -> None:
    """As a coroutine is: otherwise a lock of another session would keep it for any time."""
    app = App("ender", lanes=[LANE], lease_ttl_ms=1000, drain_s=0.1)
    ended: list[BaseException] = []

    @app.handler("waits")
    def wait(ctx: Context) -> None:
        try:
            with ctx.transaction() as tx:
                tx.execute("select pg_sleep(60)")
        except BaseException as error:
            ended.append(error)
            raise

    policy = {"max_reclaim_count": 0}
    execution_id = client.create_execution(LANE, kind="waits", policy=policy).execution_id
    sleeps = (
        "select 1 from pg_stat_activity"
        " where query = 'select pg_sleep(60)' and datname = current_database()"
    )
    with work(app) as running:
        wait_until(lambda: client.connection.execute(sleeps).fetchone())
        if how == "revoked":
            client.revoke_lease(execution_id)
            wait_until(lambda: ended)
        statistics = running.stop()
    assert isinstance(ended[0], Cancelled)
    assert statistics.left == 0
    assert client.read_execution_state(execution_id) == (
        "failed" if how == "revoked" else "waiting"
    )


@pytest.mark.parametrize("how", ["revoked", "cancelled", "parked"])
@pytest.mark.parametrize("colour", COLOURS)
def test_a_handler_stops_when_another_of_its_tasks_is_told(
    client: Client, work: Work, colour: str, how: str
) -> None:
    """The keeper of leases does not tell it once more; the next renewal is ten seconds away."""
    app = App("ender", lanes=[LANE], concurrency=1, drain_s=0.1)
    began, ended = threading.Event(), threading.Event()

    async def call(ctx: Any, pause: Callable[[float], Any]) -> None:
        if how == "parked":
            began.set()
            await ctx.sleep("rest", seconds=0.1)
        while True:
            await ctx.progress(50)
            began.set()
            await pause(0.05)

    async def pause_thread(seconds: float) -> None:
        time.sleep(seconds)  # noqa: ASYNC251 - in a thread

    def call_in_thread(ctx: Any) -> None:
        with contextlib.suppress(BaseException):
            at_once(call(ctx, pause_thread))

    async def body(_given: Any, ctx: Any) -> None:
        if ctx.attempt_type == "resume":
            return
        other: Any = None
        try:
            if colour == "async":
                other = asyncio.create_task(call(ctx, asyncio.sleep))
                await asyncio.sleep(60)
            else:
                threading.Thread(target=call_in_thread, args=(ctx,), daemon=True).start()
                await ctx.pause(60)
        finally:
            ended.set()
            if other:
                other.cancel()
                await asyncio.gather(other, return_exceptions=True)

    handle(app, colour, "body", body)
    policy = {"max_reclaim_count": 0}
    execution_id = client.create_execution(LANE, kind="body", policy=policy).execution_id
    with work(app):
        assert began.wait(10)
        if how == "revoked":
            client.revoke_lease(execution_id)
        elif how == "cancelled":
            client.cancel_execution(execution_id, "no more", grace_ms=60_000)
        assert ended.wait(5)
        state = {"revoked": "failed", "parked": "completed"}.get(how, how)
        wait_for_state(client, execution_id, state, patience_s=5)


@pytest.mark.parametrize("how", ["stopped", "cancelled"])
async def test_a_worker_that_has_handed_all_back_is_not_missed(
    client: Client, dsn: str, how: str
) -> None:
    app = App("ender", lanes=[LANE], drain_s=0)
    began = threading.Event()

    @app.handler("waits")
    async def wait() -> None:
        began.set()
        await asyncio.sleep(60)

    client.create_execution(LANE, kind="waits")
    task = asyncio.create_task(app.run_async(dsn))
    while not began.is_set():  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    assert len(client.list_workers()) == 1
    if how == "stopped":
        app.stop()
    else:
        task.cancel()
    await asyncio.wait([task])
    assert client.list_workers() == []


def test_a_forked_child_that_comes_back_ends(client: Client, app: Path, dsn: str) -> None:
    execution_id = client.create_execution(LANE, kind="forks").execution_id
    with worker(app, dsn, "--once") as process:
        process.communicate(timeout=30)
    result = client.get_execution_result(execution_id)
    assert result
    assert result.output == "of the parent"


def test_signals_have_their_handlers_again_after_a_run(dsn: str) -> None:
    app = App("ender", lanes=[LANE])
    app.handler("quick")(lambda: None)
    before = [signal.getsignal(n) for n in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)]
    app.drain(dsn)
    assert [signal.getsignal(n) for n in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)] == before
