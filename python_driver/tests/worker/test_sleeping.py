"""Sleeping workers: how few statements they send, and how they are woken."""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import psycopg
import pytest
from behind_pooler import PORT, Pooler
from flowfabric import Client
from flowfabric.worker import App
from flowfabric.worker.pauses import wait
from pg_server import RunningServer
from psycopg.conninfo import make_conninfo

from .conftest import Running, Work, wait_for_state, wait_until

LANE = "emails"
ONCE: dict[str, Any] = {"retry_policy": {"max_retries": 0}}
# far less than a worker sleeps; most of it is for busy machines
SOON_S = 5.0

Connect = Callable[..., psycopg.Connection[Any]]


def submit(client: Client, kind: str = "quick", lane: str = LANE, **options: Any) -> UUID:
    return client.create_execution(lane, kind=kind, policy=ONCE, **options).execution_id


def value(client: Client, query: str, *arguments: object) -> Any:
    row = client.connection.execute(query.encode(), arguments or None).fetchone()
    return row and row[0]


def hangs_for_s(client: Client) -> float:
    """For how long the longest doorbell hangs."""
    until = "select extract(epoch from max(expires_at) - now())::float8 from flowfabric.ff_doorbell"
    return value(client, until) or 0.0


def quick_app(**settings: Any) -> App:
    app = App("worker", lanes=[LANE], **settings)
    app.handler("quick")(lambda: None)
    return app


@contextmanager
def asleep(client: Client, work: Work, app: App) -> Iterator[Running]:
    """The worker sleeps for a minute, unless it is woken."""
    with work(app) as running:
        fall_asleep(client, running)
        yield running


def fall_asleep(client: Client, running: Running) -> None:
    """Wait until the worker has looked, hangs its doorbell for an hour, and sends nothing more."""
    runtime = running.app._runtime
    assert runtime
    wait_until(lambda: runtime._listener.is_heard and hangs_for_s(client) > 3000, "its doorbell")
    sent = -1
    while sent != running.statistics.statements:
        sent = running.statistics.statements
        # the last moves of the watermark are a second apart
        time.sleep(1.5)


# --- how little it asks ---


@pytest.mark.usefixtures("sound_sleep")
def test_an_unused_worker_sends_nothing(
    client: Client, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between its looks, with any number of lanes."""
    monkeypatch.setattr("flowfabric.worker.registration.UNUSED_S", 0.5)
    monkeypatch.setattr("flowfabric.worker.registration.HEARTBEAT_S", 0.2)
    app = App("worker", lanes=[f"lane {n}" for n in range(20)])
    app.handler("quick")(lambda: None)
    liveness = "select liveness_ttl_ms from flowfabric.ff_worker"
    with asleep(client, work, app) as running:
        wait_until(lambda: value(client, liveness) == 3_600_000)
        before = running.statistics.statements
        time.sleep(5)
        assert running.statistics.statements == before


@pytest.mark.usefixtures("sound_sleep")
def test_a_quiet_worker_looks_once_a_minute(
    client: Client, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("flowfabric.worker.doorbell.LONGEST_S", 0.5)
    with work(quick_app()) as running:
        wait_until(lambda: hangs_for_s(client) > 3000)
        time.sleep(4)
        before = running.statistics.statements
        time.sleep(4)
        assert 4 <= running.statistics.statements - before <= 9


@pytest.mark.usefixtures("sound_sleep")
def test_a_worker_that_is_woken_often_hangs_its_doorbell_for_a_short_time(
    client: Client, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that submissions with longer delays need not wake it."""
    with asleep(client, work, quick_app()) as running:
        monkeypatch.setattr("flowfabric.worker.doorbell.QUIET_S", 3600.0)
        wait_for_state(client, submit(client), "completed")
        wait_until(lambda: 0 < hangs_for_s(client) <= 15)
        rings = running.statistics.rings
        submit(client, delay_ms=60_000)
        # the worker was not asked to wake, so its row is there
        assert hangs_for_s(client) > 0
        wait_for_state(client, submit(client), "completed")
        assert running.statistics.rings == rings + 1


def test_submissions_one_after_the_other_meet_no_pause(
    client: Client, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is made when the handler of the one before begins."""
    paused = []

    async def noted_wait(*arguments: Any) -> None:
        paused.append(arguments)
        await wait(*arguments)

    monkeypatch.setattr("flowfabric.worker.claiming.wait", noted_wait)
    begun = threading.Semaphore(0)
    app = App("worker", lanes=[LANE])
    app.handler("quick")(lambda: begun.release())
    with work(app):
        for _ in range(100):
            submit(client)
            assert begun.acquire(timeout=10)
    assert paused == []


def test_an_unused_worker_counts_as_alive_until_it_ends(
    client: Client, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("flowfabric.worker.registration.UNUSED_S", 0.3)
    monkeypatch.setattr("flowfabric.worker.registration.HEARTBEAT_S", 0.1)
    ttl = "select liveness_ttl_ms from flowfabric.ff_worker"
    beat = "select last_heartbeat_at from flowfabric.ff_worker"
    is_running, may_end = threading.Event(), threading.Event()
    app = quick_app()

    @app.handler("slow")
    def slow() -> None:
        is_running.set()
        may_end.wait(20)

    with work(app):
        wait_until(lambda: value(client, ttl) == 3_600_000)
        last = value(client, beat)
        time.sleep(0.5)
        assert value(client, beat) == last
        # with work it sends heartbeats again
        execution_id = submit(client, "slow")
        assert is_running.wait(SOON_S)
        wait_until(lambda: value(client, ttl) == 30_000)
        last = value(client, beat)
        wait_until(lambda: value(client, beat) > last)
        may_end.set()
        wait_for_state(client, execution_id, "completed")
        wait_until(lambda: value(client, ttl) == 3_600_000)
    assert client.list_workers() == []


IDLE = """
from flowfabric.worker import App, registration

registration.UNUSED_S, registration.HEARTBEAT_S = 0.3, 0.1
app = App("idler", lanes=["emails"])
app.handler("*")(lambda: None)
app.run({dsn!r})
"""


@pytest.fixture
def idler(dsn: str) -> Iterator[subprocess.Popen[bytes]]:
    """A worker in a process of its own, which is soon idle."""
    process = subprocess.Popen([sys.executable, "-c", IDLE.format(dsn=dsn)])
    yield process
    process.kill()
    process.wait(20)


def test_an_idle_worker_that_is_killed_is_dead_at_once(
    client: Client, idler: subprocess.Popen[bytes]
) -> None:
    """Although it sends nothing for an hour."""
    ttl = "select liveness_ttl_ms from flowfabric.ff_worker"
    wait_until(lambda: value(client, ttl) == 3_600_000)
    assert [worker.is_alive for worker in client.list_workers()] == [True]
    idler.kill()
    wait_until(lambda: not any(worker.is_alive for worker in client.list_workers()), patience_s=5)
    assert value(client, ttl) == 3_600_000


def test_an_idle_worker_is_alive_again_when_its_session_is(
    client: Client, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("flowfabric.worker.registration.UNUSED_S", 0.3)
    monkeypatch.setattr("flowfabric.worker.registration.HEARTBEAT_S", 0.1)
    pid = "select session_pid from flowfabric.ff_worker"
    with work(quick_app()):
        before = wait_until(lambda: value(client, pid))
        client.connection.execute("select pg_terminate_backend(%s)", [before])
        wait_until(lambda: value(client, pid) not in (None, before))
        assert [worker.is_alive for worker in client.list_workers()] == [True]


@pytest.mark.skipif(not shutil.which("pgbouncer"), reason="needs PgBouncer")
def test_a_session_of_a_pooler_is_no_sign_of_life(
    client: Client, dsn: str, server: RunningServer, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In session mode rings arrive; but the pooler keeps the session when the worker is killed."""
    monkeypatch.setattr("flowfabric.worker.registration.UNUSED_S", 0.3)
    monkeypatch.setattr("flowfabric.worker.registration.HEARTBEAT_S", 0.1)
    row = "select array[liveness_ttl_ms, session_pid] from flowfabric.ff_worker"
    with (
        Pooler(server, pool_mode="session", default_pool_size=20) as pooler,
        work(quick_app(), dsn=make_conninfo(dsn, host=str(pooler.directory), port=PORT)) as running,
    ):
        wait_until(lambda: running.app._runtime._listener.is_heard)  # type: ignore[union-attr]
        wait_until(lambda: value(client, row) == [90_000, None])
        wait_for_state(client, submit(client), "completed")


def test_an_idle_worker_that_hears_nothing_registers_once_a_minute(
    client: Client, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its sessions may be those of a pooler, which live on without it."""
    monkeypatch.setattr("flowfabric.worker.registration.UNUSED_S", 0.3)
    monkeypatch.setattr("flowfabric.worker.registration.HEARTBEAT_S", 0.1)
    monkeypatch.setattr("flowfabric.worker.registration.UNHEARD_LIVENESS_MS", 32_000)
    row = "select array[liveness_ttl_ms, session_pid] from flowfabric.ff_worker"
    beat = "select last_heartbeat_at from flowfabric.ff_worker"
    with work(quick_app(), use_doorbell=False):
        wait_until(lambda: value(client, row) == [32_000, None])
        last = value(client, beat)
        wait_until(lambda: value(client, beat) > last)


def test_a_worker_with_a_closed_lane_counts_as_alive(
    client: Client, dsn: str, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It serves its other lanes; and when the lane is open again, both."""
    monkeypatch.setattr("flowfabric.worker.registration.UNUSED_S", 0.3)
    monkeypatch.setattr("flowfabric.worker.registration.HEARTBEAT_S", 0.1)
    # registered anew at each beat
    monkeypatch.setattr("flowfabric.worker.registration.UNHEARD_LIVENESS_MS", 1000)
    monkeypatch.setattr("flowfabric.worker.registration.LIVENESS_MS", 1000)
    execute = client.connection.execute
    execute("create role worker_of_the_test login in role ff_worker")
    lanes = "select lane_ids from flowfabric.ff_worker"
    app = quick_app()
    try:
        with work(
            app, dsn=f"{dsn} user=worker_of_the_test", lanes=[LANE, "closed"], use_doorbell=False
        ):
            assert wait_until(lambda: value(client, lanes)) == sorted(["closed", LANE])
            client.grant_lane("closed", "ff_owner", ["claim"])
            wait_until(lambda: value(client, lanes) == [LANE])
            assert [worker.is_alive for worker in client.list_workers()] == [True]
            client.grant_lane("closed", "worker_of_the_test", ["claim"])
            wait_until(lambda: value(client, lanes) == sorted(["closed", LANE]))
    finally:
        client.revoke_lane("closed", "worker_of_the_test")
        execute("drop role worker_of_the_test")


# --- how it is woken ---


@pytest.mark.usefixtures("sound_sleep")
def test_a_sleeping_worker_is_woken(client: Client, work: Work) -> None:
    app = App("worker", lanes=["other lane", LANE], tick_s=None)
    app.handler("quick")(lambda: None)
    with work(app) as running:
        bell = "select count(*) from flowfabric.ff_doorbell where lane_id = %s"
        for _ in range(3):
            wait_until(lambda: value(client, bell, LANE) == 1)
            wait_until(lambda: running.app._runtime._listener.is_heard)  # type: ignore[union-attr]
            time.sleep(0.3)
            rings = running.statistics.rings
            submitted_at = time.monotonic()
            wait_for_state(client, submit(client), "completed")
            assert time.monotonic() - submitted_at < SOON_S
            assert running.statistics.rings > rings


@pytest.mark.usefixtures("sound_sleep")
def test_a_worker_without_its_listening_connection_polls(
    client: Client, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    with asleep(client, work, quick_app()):

        async def refuse(*_: Any, **__: Any) -> Any:
            raise psycopg.OperationalError("too many connections")

        refusing = SimpleNamespace(connect=refuse)
        monkeypatch.setattr("flowfabric.worker.listener.OwnConnection", refusing)
        ended = client.connection.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where datname = current_database() and query like '%idle_session_timeout%'"
            " and pid <> pg_backend_pid()"
        ).fetchall()
        assert ended == [(True,)]
        wait_for_state(client, submit(client), "completed", SOON_S)


class Line:
    """A proxy in front of the server. Messages over a cut line are lost, without an error."""

    def __init__(self, to_path: str) -> None:
        self._to_path = to_path
        self._at = socket.create_server(("127.0.0.1", 0))
        self.port = self._at.getsockname()[1]
        # those on which a client listens
        self.listening: list[threading.Event] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Cut the connections that listen now."""
        for is_cut in self.listening:
            is_cut.set()

    def close(self) -> None:
        self._at.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._at.accept()
                far = socket.socket(socket.AF_UNIX)
                far.connect(self._to_path)
                is_cut = threading.Event()
                for way in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(*way, is_cut), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, is_cut: threading.Event) -> None:
        with contextlib.suppress(OSError), source:
            while sent := source.recv(65536):
                if b"listen " in sent and is_cut not in self.listening:
                    self.listening.append(is_cut)
                if not is_cut.is_set():
                    target.sendall(sent)
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def line(server: RunningServer) -> Iterator[Line]:
    with contextlib.closing(Line(f"{server.host}/.s.PGSQL.{server.port}")) as line:
        yield line


@pytest.mark.usefixtures("sound_sleep")
def test_a_listening_connection_that_was_lost_without_an_error_is_opened_again(
    client: Client, dsn: str, work: Work, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As behind a proxy that forgets connections: keepalives are answered, nothing arrives."""
    monkeypatch.setattr("flowfabric.worker.doorbell.LONGEST_S", 2.0)
    with work(quick_app(), dsn=make_conninfo(dsn, host="127.0.0.1", port=line.port)) as running:
        fall_asleep(client, running)
        assert len(line.listening) == 1
        line.cut()
        # found by the next look
        wait_for_state(client, submit(client), "completed")
        monkeypatch.setattr("flowfabric.worker.doorbell.LONGEST_S", 60.0)
        wait_until(lambda: len(line.listening) == 2, "another connection that listens")
        fall_asleep(client, running)
        wait_for_state(client, submit(client), "completed", SOON_S)


@pytest.mark.usefixtures("sound_sleep")
def test_the_connection_that_listens_may_be_idle(
    client: Client, work: Work, caplog: pytest.LogCaptureFixture
) -> None:
    """A server that ends idle sessions does not wake the worker each time."""
    database = client.connection.info.dbname
    client.connection.execute(f"alter database {database} set idle_session_timeout = '1s'".encode())
    with work(quick_app()) as running:
        wait_until(lambda: running.app._runtime._listener.is_heard)  # type: ignore[union-attr]
        time.sleep(3)
        wait_for_state(client, submit(client), "completed", SOON_S)
    assert "the connection that listens has failed" not in caplog.text


def test_the_commit_of_a_prepared_transaction_is_not_waited_for_long(
    client: Client, connect: Connect, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commit cannot ring: a worker on a server that allows prepared transactions looks once a
    second."""
    monkeypatch.setattr("flowfabric.worker.doorbell.QUIET_S", 0.0)
    with work(quick_app()) as running:
        wait_until(lambda: running.app._runtime._listener.is_heard)  # type: ignore[union-attr]
        wait_until(lambda: hangs_for_s(client) > 3000)
        # after each tick the worker looks
        last_tick = "select now() - max(ticked_at) > interval '3 s' from flowfabric.ff_tick_log"
        wait_until(lambda: value(client, last_tick))
        session = connect(autocommit=False)
        session.tpc_begin(f"one-{session.info.dbname}")
        execution_id = submit(Client(session))
        session.tpc_prepare()
        session.tpc_commit()
        wait_for_state(client, execution_id, "completed", SOON_S)


def test_where_nothing_can_be_heard_it_polls(
    client: Client, work: Work, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As behind a pooler in transaction mode: LISTEN is accepted, and nothing ever arrives."""
    monkeypatch.setattr("flowfabric.worker.listener.PROBE_S", 0.2)
    monkeypatch.setattr(psycopg.AsyncConnection, "execute", _deaf(psycopg.AsyncConnection.execute))
    with work(quick_app()):
        wait_until(lambda: "the worker polls" in caplog.text)
        wait_for_state(client, submit(client), "completed")


def _deaf(execute: Any) -> Any:
    async def deaf(self: Any, query: Any, *arguments: Any, **options: Any) -> Any:
        is_listen = not isinstance(query, str | bytes) and "listen" in repr(query)
        return await execute(self, b"select 1" if is_listen else query, *arguments, **options)

    return deaf


# --- moments that come while it sleeps ---


@pytest.mark.usefixtures("sound_sleep")
def test_delayed_work_is_done_in_time(client: Client, work: Work) -> None:
    with asleep(client, work, quick_app(tick_s=None)):
        execution_id = submit(client, delay_ms=700)
        time.sleep(0.3)
        assert client.read_execution_state(execution_id) == "delayed"
        wait_for_state(client, execution_id, "completed", SOON_S)


@pytest.mark.usefixtures("sound_sleep")
def test_the_lease_of_a_dead_worker_is_taken_over_in_time(
    client: Client, connect: Connect, work: Work
) -> None:
    with asleep(client, work, quick_app()):
        session = connect()
        with session.transaction():
            dead = Client(session)
            execution_id = submit(dead)
            assert dead.claim(LANE, "dead", "dead-1", lease_ttl_ms=1500)
        lapses_at = time.monotonic() + 1.5
        wait_for_state(client, execution_id, "completed")
        assert -0.5 < time.monotonic() - lapses_at < SOON_S


@pytest.mark.usefixtures("sound_sleep")
def test_the_timeout_of_a_suspension_of_a_dead_worker_comes_in_time(
    client: Client, connect: Connect, work: Work
) -> None:
    with asleep(client, work, quick_app()):
        session = connect()
        with session.transaction():
            dead = Client(session)
            execution_id = submit(dead)
            claimed = dead.claim(LANE, "dead", "dead-1")
            assert claimed
            dead.suspend(claimed.handle, {"signal": "go", "on": "review"}, timeout_ms=1000)
        wait_for_state(client, execution_id, "failed", SOON_S)


@pytest.mark.usefixtures("sound_sleep")
def test_a_deadline_of_work_for_others_comes_in_time(client: Client, work: Work) -> None:
    """No claim of this worker finds the execution, so the worker has to tick."""
    with asleep(client, work, quick_app()):
        execution_id = submit(client, required_capabilities=["gpu"], deadline_ms=1000)
        wait_for_state(client, execution_id, "expired", SOON_S)


@pytest.mark.usefixtures("sound_sleep")
def test_a_worker_without_room_ticks(client: Client, work: Work) -> None:
    """It does not look for work before it has room again, which may take long."""
    app = App("worker", lanes=[LANE], concurrency=1)
    is_running, may_end = threading.Event(), threading.Event()

    @app.handler("slow")
    def slow() -> None:
        is_running.set()
        may_end.wait(20)

    with asleep(client, work, app):
        submit(client, "slow")
        assert is_running.wait(SOON_S)
        execution_id = submit(client, lane="nobody works here", deadline_ms=1000)
        wait_for_state(client, execution_id, "expired", SOON_S)
        may_end.set()
