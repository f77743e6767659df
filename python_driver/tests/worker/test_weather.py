"""The server restarts, is away, read-only or full while handlers are inside calls of their context.

None of it is a failure of a job: the worker waits, goes on while the lease lasts, else drops the
work, and no attempt is spent.

FF_DOWNTIME_S says for how long the server is away: three seconds, unless it is set.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import shutil
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import psycopg
import pytest
from behind_pooler import Pooler
from flowfabric import Client, calls
from flowfabric.worker import App
from pg_server import PrivateServer
from test_db import OWNER, clone

from .both import COLOURS, handle
from .conftest import Running, Work, wait_for_state, wait_until

LANE = "emails"
ONCE: dict[str, Any] = {"retry_policy": {"max_retries": 0}}
LONG_S = 60


DOWNTIME_S = float(os.environ.get("FF_DOWNTIME_S", "3"))


class Site:
    """A server of the test's own, a worker beside it, and handlers that are inside of a call."""

    def __init__(self, server: PrivateServer, database: str, stack: ExitStack) -> None:
        self.server = server
        self.database = database
        self.pooler: Pooler | None = None
        self.standby: PrivateServer | None = None
        self.began = threading.Semaphore(0)
        self.may_go_on = threading.Event()
        self.connections: list[psycopg.Connection[Any]] = []
        self._stack = stack

    @property
    def dsn(self) -> str:
        return self.server.dsn(self.database, OWNER)

    @property
    def dsn_of_worker(self) -> str:
        if self.pooler:
            return f"{self.pooler.address} user={OWNER} dbname={self.database}"
        if self.standby:
            hosts = f"{self.server.directory},{self.standby.directory}"
            ports = f"{self.server.address.port},{self.standby.address.port}"
            return (
                f"host={hosts} port={ports} user={OWNER} dbname={self.database}"
                " target_session_attrs=read-write"
            )
        return self.dsn

    def prepare(self, weather: Callable[[Site], None]) -> None:
        """Start what the weather needs beside the server."""
        if weather is restart_pooler:
            if not shutil.which("pgbouncer"):
                pytest.skip("there is no pgbouncer")
            self.pooler = self._stack.enter_context(
                Pooler(self.server.address, default_pool_size=60)
            )
        elif weather is promote:
            standby = PrivateServer(self.server.pg, primary=self.server)
            self.standby = self._stack.enter_context(standby)

    def client(self) -> Client:
        self.connections.append(psycopg.connect(self.dsn, autocommit=True))
        return Client(self.connections[-1])

    @contextmanager
    def work(self, app: App, **settings: Any) -> Iterator[Running]:
        running = Running(app, self.dsn_of_worker, settings)
        try:
            yield running
        finally:
            self.may_go_on.set()
            running.stop()

    async def wait(self, ctx: Any) -> None:
        """In the handler: until the outage has passed, or in the middle of it."""
        self.began.release()
        while not self.may_go_on.is_set():
            await pause(ctx, 0.02)


async def pause(ctx: Any, seconds: float) -> None:
    if hasattr(ctx, "pause"):
        await ctx.pause(seconds)
    else:
        await asyncio.sleep(seconds)


@pytest.fixture
def site(private_server: PrivateServer) -> Iterator[Site]:
    with ExitStack() as stack:
        name = stack.enter_context(clone(private_server.address))
        site = Site(private_server, name, stack)
        with psycopg.connect(site.dsn, autocommit=True) as connection:
            connection.execute("create table written (execution_id uuid, n integer)")
        yield site
        for connection in site.connections:
            connection.close()
        if site.server is not private_server:
            private_server.start()


# --- what handlers do ---


async def progress(site: Site, ctx: Any) -> None:
    await ctx.progress(1)
    await site.wait(ctx)
    await ctx.progress(50, "half")


async def transaction(site: Site, ctx: Any) -> None:
    async with ctx.transaction() as tx:
        await tx.execute("insert into written values (%s, 1)", [ctx.execution_id])
        await site.wait(ctx)


async def asserting(site: Site, ctx: Any) -> None:
    async with ctx.transaction(complete=False) as tx:
        await tx.execute("insert into written values (%s, 1)", [ctx.execution_id])
        await site.wait(ctx)


async def connection(site: Site, ctx: Any) -> None:
    async with ctx.connection() as c:
        await c.execute("select 1")
        await site.wait(ctx)
        await c.execute("select 1")


async def spawn(site: Site, ctx: Any) -> None:
    await site.wait(ctx)
    await ctx.spawn("child", {}, lane="children")
    await ctx.append_frame(text="spawned")
    await ctx.signals()


async def wrapped(site: Site, ctx: Any) -> None:
    """The error comes out of the handler as another one."""
    async with ctx.connection() as c:
        await c.execute("select 1")
        await site.wait(ctx)
        try:
            await c.execute("select 1")
        except psycopg.Error as error:
            raise RuntimeError("the database is away") from error


async def asleep(site: Site, ctx: Any) -> None:
    await site.wait(ctx)


BODIES = [progress, transaction, asserting, connection, spawn, wrapped, asleep]


def handlers(site: Site, app: App) -> list[str]:
    kinds = []
    for body in BODIES:
        for colour in COLOURS:
            kind = f"{colour} {body.__name__}"

            async def run(_given: Any, ctx: Any, body: Any = body) -> None:
                await body(site, ctx)

            handle(app, colour, kind, run)
            kinds.append(kind)
    return kinds


# --- the weather ---


def restart_fast(site: Site) -> None:
    site.server.stop()
    site.server.start()


def restart_immediate(site: Site) -> None:
    site.server.kill()
    site.server.start()


def downtime(site: Site) -> None:
    site.server.stop()
    time.sleep(DOWNTIME_S)
    site.server.start()


def terminate(site: Site) -> None:
    with psycopg.connect(site.server.dsn()) as admin:
        for _ in range(3):
            admin.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity"
                " where application_name like 'flowfabric worker%'"
            )
            time.sleep(0.2)


def demote(site: Site) -> None:
    """As a primary that was demoted: reads succeed, writes do not."""
    with psycopg.connect(site.server.dsn(), autocommit=True) as admin:
        admin.execute(f"alter role {OWNER} set default_transaction_read_only = on")
        terminate(site)
        site.may_go_on.set()
        time.sleep(2)
        admin.execute(f"alter role {OWNER} reset default_transaction_read_only")
        terminate(site)


def refuse(site: Site) -> None:
    """Open as many connections as the role may have."""
    with psycopg.connect(site.server.dsn(), autocommit=True) as admin:
        admin.execute(f"alter role {OWNER} connection limit 0")
        terminate(site)
        site.may_go_on.set()
        time.sleep(2)
        admin.execute(f"alter role {OWNER} connection limit -1")


def restart_pooler(site: Site) -> None:
    assert site.pooler
    site.pooler.kill()
    time.sleep(0.5)
    site.pooler.start()


def promote(site: Site) -> None:
    """The primary ends, and its standby takes over with all commits."""
    assert site.standby
    with (
        psycopg.connect(site.server.dsn()) as primary,
        psycopg.connect(site.standby.dsn(), autocommit=True) as standby,
    ):
        committed = primary.execute("select pg_current_wal_flush_lsn()").fetchone()
        assert committed
        replayed = "select pg_last_wal_replay_lsn() >= %s::pg_lsn"
        wait_until(lambda: standby.execute(replayed, committed).fetchone() == (True,))
    site.server.kill()
    site.standby.promote()
    site.server = site.standby


WEATHER = [
    restart_fast, restart_immediate, downtime, terminate, demote, refuse, restart_pooler, promote
]  # fmt: skip


@pytest.mark.parametrize("weather", WEATHER)
def test_no_job_fails_by_the_weather(site: Site, weather: Callable[[Site], None]) -> None:
    site.prepare(weather)
    app = App("worker", lanes=[LANE], lease_ttl_ms=LONG_S * 1000, concurrency=40, poll_s=0.2)
    kinds = handlers(site, app)
    producer = site.client()
    ids = [producer.create_execution(LANE, 0, kind=k, policy=ONCE).execution_id for k in kinds]
    with site.work(app) as running:
        for _ in ids:
            assert site.began.acquire(timeout=20)
        weather(site)
        site.may_go_on.set()
        client = site.client()
        for execution_id in ids:
            wait_for_state(client, execution_id, "completed")
        statistics = running.statistics
    assert (statistics.failed, statistics.retried, statistics.lost) == (0, 0, 0)
    assert [len(client.list_attempts(i)) for i in ids] == [1] * len(ids)
    descriptions = [client.describe_execution(i) for i in ids]
    assert [d.lease_epoch for d in descriptions if d] == [1] * len(ids)
    # each transaction was committed once, although its handler may have been called again
    rows = client.connection.execute("select count(*), count(distinct execution_id) from written")
    assert rows.fetchone() == (4, 4)
    assert len(client.list_executions({"lane_id": "children"})) == 2
    assert client.check() == []


def test_work_is_dropped_when_the_server_is_away_for_longer_than_the_lease(site: Site) -> None:
    app = App("worker", lanes=[LANE], lease_ttl_ms=1500, concurrency=40, poll_s=0.2)
    kinds = handlers(site, app)
    producer = site.client()
    ids = [producer.create_execution(LANE, 0, kind=k, policy=ONCE).execution_id for k in kinds]
    with site.work(app) as running:
        for _ in ids:
            assert site.began.acquire(timeout=20)
        site.server.stop()
        wait_until(lambda: all(h.is_lost for h in held(running)))
        site.server.start()
        site.may_go_on.set()
        client = site.client()
        for execution_id in ids:
            wait_for_state(client, execution_id, "completed")
        statistics = running.statistics
    assert (statistics.failed, statistics.retried) == (0, 0)
    assert statistics.lost >= len(ids)
    rows = client.connection.execute("select count(*), count(distinct execution_id) from written")
    assert rows.fetchone() == (4, 4)


def held(running: Running) -> list[Any]:
    assert running.app._runtime
    return running.app._runtime._holdings.all()


async def every_call(site: Site, ctx: Any) -> None:
    """Make one call after the other, so that the outage comes in the middle of one of them."""
    if ctx.attempt_type != "resume":
        site.began.release()
    for number in itertools.count():
        if number and site.may_go_on.is_set():
            break
        key = f"{ctx.execution.lease_epoch}-{number}"
        await ctx.progress(number % 100)
        await ctx.append_frame(text="x")
        waitpoint = await ctx.create_waitpoint(key)
        await ctx.call(
            calls.deliver_signal(ctx.execution_id, waitpoint.waitpoint_id, waitpoint.token, "go")
        )
        await ctx.signals(all=True)
        await ctx.call(calls.assert_lease(ctx.handle))
        if number == 0:
            await ctx.spawn("child", {}, lane="children", key="spawned")
        async with ctx.transaction(complete=False) as tx:
            if number == 0:
                await tx.spawn("child", {}, lane="children", key="spawned in a transaction")
            await ctx.progress(50)
        async with ctx.connection() as c:
            await c.execute("select 1")
        if number % 5 == 2:
            await ctx.sleep(f"sleep {key}", seconds=0.01)
        if number % 5 == 3:
            await ctx.suspend({"signal": "go", "on": key}, key=key, timeout_ms=60_000)
        if number % 5 == 4:
            await ctx.delay(0)
        await pause(ctx, 0.01)
    async with ctx.transaction() as tx:
        await tx.execute("insert into written values (%s, 1)", [ctx.execution_id])


@pytest.mark.parametrize(
    "weather", [restart_fast, restart_immediate, downtime, terminate, restart_pooler, promote]
)
def test_no_call_of_a_context_fails_by_the_weather(
    site: Site, weather: Callable[[Site], None]
) -> None:
    site.prepare(weather)
    # a claim whose reply is lost is a lease that nobody knows of: it must lapse
    lease_s = 5 + (DOWNTIME_S if weather is downtime else 0)
    app = App(
        "worker", lanes=[LANE], lease_ttl_ms=round(lease_s * 1000), concurrency=12, poll_s=0.2
    )
    for colour in COLOURS:

        async def run(_given: Any, ctx: Any) -> None:
            await every_call(site, ctx)

        handle(app, colour, colour, run)
    producer = site.client()
    ids = [
        producer.create_execution(LANE, 0, kind=colour, policy=ONCE).execution_id
        for colour in COLOURS * 4
    ]
    with site.work(app) as running:
        for _ in ids:
            assert site.began.acquire(timeout=20)
        for _ in range(1 if weather in (downtime, promote) else 2):
            weather(site)
            time.sleep(0.5)
        site.may_go_on.set()
        client = site.client()
        for execution_id in ids:
            wait_for_state(client, execution_id, "completed", 20 + lease_s)
        statistics = running.statistics
    assert (statistics.failed, statistics.retried) == (0, 0)
    # no attempt was spent
    assert {d.retry_count for i in ids if (d := client.describe_execution(i))} == {0}
    assert len(client.list_executions({"lane_id": "children"})) == 2 * len(ids)
    rows = client.connection.execute("select count(*), count(distinct execution_id) from written")
    assert rows.fetchone() == (len(ids), len(ids))
    assert client.check() == []


# --- a server that is there, and does not answer ---


@contextmanager
def frozen(client: Client, query: str) -> Iterator[None]:
    """Stop the sessions whose last statement was like that: a connection that is open on one side.
    None of them is in a statement: it would hold the locks of its rows, too."""
    find = (
        "select pid from pg_stat_activity where application_name like 'flowfabric worker%%'"
        " and datname = current_database() and query like %s and state = 'idle'"
    )
    rows = wait_until(lambda: client.connection.execute(find, [query]).fetchall(), query)
    for [pid] in rows:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for [pid] in rows:
            os.kill(pid, signal.SIGCONT)


@pytest.mark.parametrize("colour", COLOURS)
def test_a_renewal_without_an_answer_costs_no_lease(
    client: Client, work: Work, colour: str
) -> None:
    app = App("worker", lanes=[LANE], lease_ttl_ms=4000)

    async def slow(_given: Any, ctx: Any) -> None:
        await pause(ctx, 7)

    handle(app, colour, "slow", slow)
    execution_id = client.create_execution(LANE, kind="slow").execution_id
    with work(app) as running, frozen(client, "%ff_renew_batch%"):
        wait_for_state(client, execution_id, "completed")
    assert running.statistics.lost == 0
    description = client.describe_execution(execution_id)
    assert description
    assert description.lease_epoch == 1


def test_a_worker_ends_although_the_server_does_not_answer(client: Client, work: Work) -> None:
    app = App("worker", lanes=[LANE], drain_s=0.5, sleep_s=0.1, poll_s=0.1)
    app.handler("quick")(lambda: None)
    with work(app) as running, frozen(client, "%"):
        time.sleep(1)  # now it waits for an answer
        began = time.monotonic()
        running.stop()
        assert time.monotonic() - began < 10


def test_a_worker_ends_that_waits_for_its_first_answer(client: Client, work: Work) -> None:
    app = App("worker", lanes=[LANE], drain_s=0.5)
    app.handler("quick")(lambda: None)
    with client.connection.transaction():
        client.connection.execute("lock table flowfabric.ff_worker in access exclusive mode")
        with work(app) as running:
            began = time.monotonic()
            running.stop()
            assert time.monotonic() - began < 10


# --- conflicts ---


@pytest.mark.parametrize("colour", COLOURS)
def test_after_a_deadlock_the_handler_is_called_again_under_the_same_lease(
    client: Client, dsn: str, colour: str
) -> None:
    execute = client.connection.execute
    execute("create table account (n integer primary key, balance integer)")
    execute("insert into account values (1, 0), (2, 0)")
    app = App("worker", lanes=[LANE], concurrency=2)
    calls_of: list[int] = []
    met: set[int] = set()

    async def transfer(given: int, ctx: Any) -> None:
        calls_of.append(given)
        async with ctx.transaction() as tx:
            for n in (given, 3 - given):
                await tx.execute("update account set balance = balance + 1 where n = %s", [n])
                met.add(given)
                while len(met) < 2:
                    await pause(ctx, 0.01)

    handle(app, colour, "transfer", transfer)
    ids = [
        client.create_execution(LANE, n, kind="transfer", policy=ONCE).execution_id for n in (1, 2)
    ]
    statistics = app.drain(dsn)
    assert (statistics.completed, statistics.failed) == (2, 0)
    assert len(calls_of) == 3
    assert [len(client.list_attempts(i)) for i in ids] == [1, 1]
    assert execute("select balance from account").fetchall() == [(2,), (2,)]


@pytest.mark.parametrize("colour", COLOURS)
def test_a_conflict_that_stays_hands_the_work_back(client: Client, dsn: str, colour: str) -> None:
    app = App("worker", lanes=[LANE])
    count = 0

    async def conflict(_given: Any, ctx: Any) -> None:
        nonlocal count
        count += 1
        async with ctx.transaction() as tx:
            await tx.execute("do $$ begin raise serialization_failure; end $$")

    handle(app, colour, "conflict", conflict)
    execution_id = client.create_execution(LANE, 0, kind="conflict", policy=ONCE).execution_id
    statistics = app.drain(dsn)
    assert (count, statistics.handed_back, statistics.failed) == (6, 1, 0)
    assert client.read_execution_state(execution_id) == "delayed"


@pytest.mark.parametrize("colour", COLOURS)
def test_errors_of_another_database_are_failures(client: Client, dsn: str, colour: str) -> None:
    app = App("worker", lanes=[LANE])

    async def other(given: str, ctx: Any) -> None:
        if given == "refused":
            psycopg.connect("host=/nowhere dbname=nothing")
        async with ctx.transaction():
            with psycopg.connect(dsn) as own:
                own.execute("do $$ begin raise deadlock_detected; end $$")

    handle(app, colour, "other", other)
    ids = [
        client.create_execution(LANE, given, kind="other", policy=ONCE).execution_id
        for given in ("refused", "deadlock")
    ]
    assert app.drain(dsn).failed == 2
    categories = [r.failure_category for i in ids if (r := client.get_execution_result(i))]
    assert categories == ["handler_error"] * 2


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(
    "error",
    [
        psycopg.OperationalError("server closed the connection unexpectedly"),
        # the end of the session came together with the reply
        psycopg.InternalError("received 2 results from command 'COMMIT'"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_lost_reply_of_a_commit_does_not_run_the_work_twice(
    client: Client, work: Work, colour: str, error: psycopg.Error
) -> None:
    """The commit arrived, its reply did not: the handler is not called again."""
    client.connection.execute("create table written (execution_id uuid, n integer)")
    app = App("worker", lanes=[LANE], lease_ttl_ms=LONG_S * 1000)
    count = 0

    async def commit(_given: Any, ctx: Any) -> None:
        nonlocal count
        count += 1
        async with ctx.transaction() as tx:
            await tx.execute("insert into written values (%s, 1)", [ctx.execution_id])

    handle(app, colour, "commit", commit)
    execution_id = client.create_execution(LANE, 0, kind="commit", policy=ONCE).execution_id
    with cut_after_commit(error), work(app) as running:
        wait_for_state(client, execution_id, "completed")
        wait_until(lambda: running.statistics.completed == 1)
    assert count == 1
    assert running.statistics.lost == 0
    assert client.connection.execute("select count(*) from written").fetchone() == (1,)


async def say_progress(ctx: Any) -> None:
    await ctx.progress(50)


async def append(ctx: Any) -> None:
    await ctx.append_frame(text="x")


async def submit_child(ctx: Any) -> None:
    await ctx.spawn("child", {}, lane="children")


async def make_waitpoint(ctx: Any) -> None:
    await ctx.create_waitpoint("review")


async def suspend(ctx: Any) -> None:
    waits = {"timeout_ms": 200, "timeout_behavior": "auto_resume_with_timeout_signal"}
    await ctx.suspend({"signal": "go", "on": "review"}, **waits)


async def delay(ctx: Any) -> None:
    if ctx.attempt_type != "resume":
        await ctx.delay(0.1)


async def save(ctx: Any) -> None:
    assert await ctx.step("one", int, "1") == 1


async def sleep(ctx: Any) -> None:
    await ctx.sleep("nap", seconds=0.1)


async def book(ctx: Any) -> None:
    def insert(_connection: Any) -> None: ...

    await ctx.transactional_step("book", insert)


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("ff_progress", say_progress),
        ("ff_append_frame", append),
        ("ff_spawn", submit_child),
        ("ff_create_waitpoint", make_waitpoint),
        ("ff_suspend", suspend),
        ("ff_delay", delay),
        ("ff_save_step", save),
        ("ff_save_step", book),
        ("ff_sleep", sleep),
    ],
)
def test_a_lost_reply_of_a_call_spends_nothing(
    client: Client, work: Work, name: str, call: Callable[..., Any]
) -> None:
    """The call had its effect, its reply did not arrive: it is sent again."""
    app = App("worker", lanes=[LANE], lease_ttl_ms=LONG_S * 1000)
    for colour in COLOURS:

        async def run(_given: Any, ctx: Any) -> None:
            await call(ctx)

        handle(app, colour, colour, run)
    ids = [
        client.create_execution(LANE, 0, kind=colour, policy=ONCE).execution_id
        for colour in COLOURS
    ]
    with cut_after_calls(name) as cut, work(app) as running:
        for execution_id in ids:
            wait_for_state(client, execution_id, "completed")
        statistics = running.statistics
    assert cut == set(COLOURS)
    assert (statistics.failed, statistics.retried) == (0, 0)
    assert [len(client.list_attempts(i)) for i in ids] == [1, 1]
    if call is submit_child:
        assert len(client.list_executions({"lane_id": "children"})) == 2
    assert client.check() == []


@contextmanager
def cut_after_calls(name: str) -> Iterator[set[str]]:
    """The first call of each colour is done, and its connection closed before the reply is read."""
    from flowfabric.worker.loans import LoopIO, ThreadIO

    cut: set[str] = set()

    def cutting(run: Any, colour: str) -> Any:
        async def once(self: Any, connection: Any, call: Any, **options: Any) -> Any:
            answer = await run(self, connection, call, **options)
            if f".{name}(" in call.sql and colour not in cut:
                cut.add(colour)
                connection.pgconn.finish()
                connection.cursor()  # which notices it
            return answer

        return once

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ThreadIO, "run", cutting(ThreadIO.run, "sync"))
        patch.setattr(LoopIO, "run", cutting(LoopIO.run, "async"))
        yield cut


@contextmanager
def cut_after_commit(error: psycopg.Error) -> Iterator[None]:
    """The first commit of a handler is done, and its connection closed before the reply is read."""
    from flowfabric.worker.loans import AsyncHandlerConnection, HandlerConnection

    is_cut = False

    def cut(kind: Any) -> Any:
        original = kind._exec_command

        def exec_command(self: Any, command: Any, *arguments: Any, **options: Any) -> Any:
            nonlocal is_cut
            result = yield from original(self, command, *arguments, **options)
            if command == b"COMMIT" and not is_cut:
                is_cut = True
                self.pgconn.finish()
                raise error
            return result

        return exec_command

    with pytest.MonkeyPatch.context() as patch:
        for kind in (HandlerConnection, AsyncHandlerConnection):
            patch.setattr(kind, "_exec_command", cut(kind))
        yield
