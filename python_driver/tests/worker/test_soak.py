"""A week in ten minutes: four workers whose handlers misbehave at random, while the server, the
pooler and the workers are restarted, killed and frozen.

`FF_SOAK_S=600` says for how long; some seconds, unless it is set. Every job ends as its kind does,
no row is written by a lost lease, and no process, thread, connection or slot is lost.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest
from behind_pooler import Pooler
from flowfabric import Client
from pg_server import PrivateServer
from test_db import OWNER, clone

from . import soak_app

SOAK_S = float(os.environ.get("FF_SOAK_S", "5"))
PATIENCE_S = 60
WORKERS = 4
# this one is frozen, never killed: its memory, threads and connections must not grow
OLDEST = 0
APP = Path(soak_app.__file__)
POLICY = soak_app.PATIENT


class Workers:
    """Processes by number; one that ended while it was at work is a failure of the test."""

    def __init__(self, dsns: list[str], logs: Path) -> None:
        self._dsns = dsns
        self._lives = itertools.count()
        self._logs = logs
        self.names: list[str] = [""] * WORKERS
        self.processes: list[subprocess.Popen[bytes]] = []
        for number in range(WORKERS):
            self.processes.append(self._start(number))

    def _start(self, number: int) -> subprocess.Popen[bytes]:
        self.names[number] = f"soak-{number}-{next(self._lives)}"
        with (self._logs / self.names[number]).open("wb") as log:
            return subprocess.Popen(
                [sys.executable, APP, self.names[number], self._dsns[number % len(self._dsns)]],
                stdout=subprocess.DEVNULL,
                stderr=log,
            )

    def replace(self, number: int, how: signal.Signals) -> None:
        process = self.processes[number]
        process.send_signal(how)
        began = time.monotonic()
        # two seconds to drain, and a few more whatever its handlers do
        process.wait(20)
        assert time.monotonic() - began < 15, "it did not end in time"
        self.processes[number] = self._start(number)

    def tend(self, connection: psycopg.Connection[Any] | None) -> None:
        """Start a worker again that found no server when it started, and so ended."""
        for number, process in enumerate(self.processes):
            if process.poll() is None:
                continue
            query = "select 1 from flowfabric.ff_worker where worker_instance_id = %s"
            if connection is None:
                continue
            row = connection.execute(query, [self.names[number]]).fetchone()
            assert row is None, f"{self.names[number]} ended by itself: {process.returncode}"
            self.processes[number] = self._start(number)

    def close(self) -> None:
        for process in self.processes:
            process.send_signal(signal.SIGCONT)
            process.kill()
            process.wait(20)

    def facts(self, number: int) -> tuple[int, int]:
        """Threads, and kilobytes of memory."""
        text = Path(f"/proc/{self.processes[number].pid}/status").read_text()
        facts = dict(line.split(":", 1) for line in text.splitlines())
        return int(facts["Threads"]), int(facts["VmRSS"].split()[0])


def try_to(act: Callable[[psycopg.Connection[Any]], Any], dsn: str) -> Any:
    """Run it on a connection of its own, if the server is there."""
    with (
        contextlib.suppress(psycopg.OperationalError),
        contextlib.closing(psycopg.connect(dsn, autocommit=True)) as connection,
    ):
        return act(connection)


def submit(connection: psycopg.Connection[Any]) -> None:
    for kind in random.sample(soak_app.KINDS, 8):
        Client(connection).create_executions(
            random.choice(soak_app.LANES), [{}] * random.randrange(1, 3),
            {"policy": POLICY, "kind": kind},
        )  # fmt: skip


@pytest.mark.time_limit(SOAK_S + 300)
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_every_job_ends_as_it_should(private_server: PrivateServer, tmp_path: Path) -> None:
    with ExitStack() as stack:
        database = stack.enter_context(clone(private_server.address))
        dsn = private_server.dsn(database, OWNER)
        with psycopg.connect(dsn, autocommit=True) as setup:
            setup.execute(
                "create table steps (step_id bigint generated always as identity,"
                " execution_id uuid not null, epoch bigint not null, step integer not null)"
            )
        dsns = [dsn]
        pooler = None
        if shutil.which("pgbouncer"):
            pooler = stack.enter_context(Pooler(private_server.address, default_pool_size=30))
            dsns.append(f"{pooler.address} user={OWNER} dbname={database}")
        workers = Workers(dsns, tmp_path)
        stack.callback(workers.close)
        samples = _disturb(private_server, pooler, workers, dsn)

        with psycopg.connect(dsn, autocommit=True) as connection:
            _wait_until_over(connection, workers)
            _check(connection)
            _check_that_nothing_is_lost(connection, workers, samples)
        for process in workers.processes:
            process.send_signal(signal.SIGTERM)
        assert {process.wait(20) for process in workers.processes} == {0}


def _disturb(
    server: PrivateServer, pooler: Pooler | None, workers: Workers, dsn: str
) -> list[tuple[int, int]]:
    def freeze() -> None:
        process = random.choice(workers.processes)
        process.send_signal(signal.SIGSTOP)
        time.sleep(random.uniform(0.1, 1.5 * soak_app.LEASE_TTL_MS / 1000))
        process.send_signal(signal.SIGCONT)

    def restart_fast() -> None:
        server.stop()
        server.start()

    def crash() -> None:
        server.kill()
        server.start()

    def downtime() -> None:
        server.stop()
        time.sleep(random.uniform(0.5, 1.5 * soak_app.LEASE_TTL_MS / 1000))
        server.start()

    def restart_pooler() -> None:
        if pooler:
            pooler.kill()
            time.sleep(random.uniform(0, 1))
            pooler.start()

    def end_a_worker() -> None:
        number = random.choice([n for n in range(WORKERS) if n != OLDEST])
        workers.replace(number, random.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGHUP]))

    def terminate() -> None:
        try_to(
            lambda c: c.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity"
                " where pid <> pg_backend_pid() and datname = current_database()"
            ),
            dsn,
        )

    def hold_rows() -> None:
        """An operator who has left a transaction open."""

        def hold(connection: psycopg.Connection[Any]) -> None:
            with connection.transaction():
                connection.execute(
                    "select 1 from flowfabric.ff_exec_core where state = 'active'"
                    " limit 3 for no key update skip locked"
                )
                time.sleep(random.uniform(0, 1.5))

        try_to(hold, dsn)

    disturbances = [
        freeze, restart_fast, crash, downtime, restart_pooler, end_a_worker, terminate, hold_rows
    ]  # fmt: skip
    random.shuffle(disturbances)
    samples = []
    began = time.monotonic()
    for disturb in itertools.cycle(disturbances):
        for _ in range(3):
            try_to(submit, dsn)
            time.sleep(random.uniform(0, 0.3))
        disturb()
        try_to(workers.tend, dsn)
        samples.append(workers.facts(OLDEST))
        if time.monotonic() - began > SOAK_S and disturb is disturbances[-1]:
            return samples
    raise AssertionError("the disturbances never end")


def _wait_until_over(connection: psycopg.Connection[Any], workers: Workers) -> None:
    """For as long as it takes, if there is progress."""
    deadline = time.monotonic() + PATIENCE_S
    fewest = None
    query = (
        "select kind, state, count(*) from flowfabric.ff_exec_core"
        " where terminal_at is null group by 1, 2"
    )
    while rows := connection.execute(query).fetchall():
        count = sum(row[2] for row in rows)
        if fewest is None or count < fewest:
            fewest, deadline = count, time.monotonic() + PATIENCE_S
        assert time.monotonic() < deadline, rows
        workers.tend(connection)
        time.sleep(0.1)


def _check(connection: psycopg.Connection[Any]) -> None:
    wrong = connection.execute(
        "select kind, state, failure_reason, count(*) from flowfabric.ff_exec_core"
        " where (state = 'completed') is distinct from (kind = any (%s)) group by 1, 2, 3",
        [list(soak_app.COMPLETED)],
    ).fetchall()
    assert wrong == [], "each ends as its kind does"
    last_steps = connection.execute(
        "select count(*), count(distinct execution_id) from steps where step = 2"
    ).fetchone()
    with_steps = connection.execute(
        "select count(*) from flowfabric.ff_exec_core where kind ~ '(steps|holds|remembers)$'"
    ).fetchone()
    assert with_steps
    assert last_steps == with_steps * 2, "each has its last row, and only one"
    mixed = connection.execute(
        "select a.execution_id from steps as a inner join steps as b"
        " on b.execution_id = a.execution_id and b.epoch > a.epoch and b.step_id < a.step_id"
    ).fetchall()
    assert mixed == [], "no row is written by a lost lease"
    assert connection.execute("select 1 from steps where step = 9").fetchall() == []
    assert Client(connection).check() == []


def _check_that_nothing_is_lost(
    connection: psycopg.Connection[Any], workers: Workers, samples: list[tuple[int, int]]
) -> None:
    # handlers' threads, the keeper, and what a handler has left for a moment
    deadline = time.monotonic() + 20
    while (threads := workers.facts(OLDEST)[0]) > soak_app.app.settings().concurrency + 6:
        assert time.monotonic() < deadline, f"{threads} threads"
        time.sleep(0.2)
    # of each process: five of its own, and two for each handler
    most = WORKERS * (5 + 4 * soak_app.app.settings().concurrency)
    row = connection.execute(
        "select count(*) from pg_stat_activity where datname = current_database()"
    ).fetchone()
    assert row
    assert row[0] <= most, f"{row[0]} connections"
    half = [kilobytes for _, kilobytes in samples[len(samples) // 2 :]]
    if SOAK_S >= 120:
        assert max(half) < 1.3 * max(k for _, k in samples[: len(samples) // 2]), samples
    # every slot still runs something
    for lane in soak_app.LANES:
        Client(connection).create_executions(
            lane, [{}] * 200, {"kind": "progresses", "policy": POLICY}
        )
    _wait_until_over(connection, workers)
