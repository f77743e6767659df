"""Workers and the server are killed, again and again, under load.

FF_CHAOS_S says for how long: some seconds, unless it is set.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from flowfabric import Client
from pg_server import PrivateServer
from test_db import OWNER, clone

CHAOS_S = float(os.environ.get("FF_CHAOS_S", "6"))
PATIENCE_S = 60
WORKERS = 3
LANES = ("left", "right")
APP = Path(__file__).with_name("chaos_app.py")
POLICY = {
    "retry_policy": {"max_retries": 100, "backoff": {"type": "fixed", "delay_ms": 20}},
    "max_reclaim_count": 1000,
}

Process = subprocess.Popen[str]


@contextmanager
def worker(dsn: str) -> Iterator[Process]:
    process = subprocess.Popen(
        [sys.executable, APP, dsn], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate(timeout=20)


class Load:
    """Submits, and knows what was committed for sure; a commit without a reply is asked about."""

    def __init__(self, dsn: str) -> None:
        self.dsn = dsn
        self.keys: list[str] = []
        self._connection: psycopg.Connection[Any] | None = None

    def submit(self) -> None:
        count = len(self.keys)
        keys = [f"item-{count + n}" for n in range(5)]
        with suppress(psycopg.OperationalError):
            if self._connection is None or self._connection.closed:
                self._connection = psycopg.connect(self.dsn, autocommit=True)
            Client(self._connection).create_executions(
                random.choice(LANES),
                [count + n for n in range(5)],
                {"policy": POLICY, "kind": "work", "idempotency_key": keys},
            )
            # told or not, sent again they would be duplicates: only what was answered must be there
            self.keys += keys

    def are_registered(self, processes: list[Process]) -> bool:
        """A worker that finds no server when it starts ends; it has to be started again."""
        with suppress(psycopg.OperationalError), psycopg.connect(self.dsn) as connection:
            query = (
                "select count(distinct p.pid) from unnest(%s::text[]) as p (pid)"
                " inner join flowfabric.ff_worker as w"
                " on w.worker_instance_id like '%%-' || p.pid || '-%%'"
            )
            pids = [str(process.pid) for process in processes]
            return connection.execute(query, [pids]).fetchone() == (len(pids),)
        return False

    def close(self) -> None:
        if self._connection:
            self._connection.close()

    def holder(self, processes: list[Process]) -> Process | None:
        """A worker that holds leases now; it is stopped for the look, so that it keeps them."""
        for process in random.sample(processes, len(processes)):
            process.send_signal(signal.SIGSTOP)
            with suppress(psycopg.OperationalError), psycopg.connect(self.dsn) as connection:
                query = (
                    "select 1 from flowfabric.ff_exec_core"
                    " where state = 'active' and worker_instance_id like %s limit 1"
                )
                if connection.execute(query, [f"%-{process.pid}-%"]).fetchone():
                    return process
            process.send_signal(signal.SIGCONT)
        return None


@pytest.mark.time_limit(CHAOS_S + 300)
def test_nothing_is_lost_and_nothing_has_two_owners(private_server: PrivateServer) -> None:
    with ExitStack() as stack:
        dsn = private_server.dsn(stack.enter_context(clone(private_server.address)), OWNER)
        with psycopg.connect(dsn, autocommit=True) as setup:
            setup.execute(
                "create table steps (step_id bigint generated always as identity,"
                " execution_id uuid not null, epoch bigint not null, step integer not null)"
            )
        processes = [stack.enter_context(worker(dsn)) for _ in range(WORKERS)]
        load = Load(dsn)
        stack.callback(load.close)
        killed = crashed = 0
        until = time.monotonic() + CHAOS_S
        next_kill = time.monotonic() + 1.0
        next_crash = time.monotonic() + CHAOS_S / 2
        # on a machine that is busy with other things it takes longer until all of it has happened
        while time.monotonic() < until or killed < 3 or not crashed:
            assert time.monotonic() < until + PATIENCE_S
            load.submit()
            is_crash_due = time.monotonic() > next_crash
            if is_crash_due and load.are_registered(processes):
                private_server.kill()
                private_server.start()
                crashed += 1
                next_crash = time.monotonic() + random.uniform(5, 10)
            elif (
                not is_crash_due
                and time.monotonic() > next_kill
                and (victim := load.holder(processes))
            ):
                victim.send_signal(signal.SIGKILL)
                processes[processes.index(victim)] = stack.enter_context(worker(dsn))
                killed += 1
                next_kill = time.monotonic() + random.uniform(0.3, 0.9)
            time.sleep(0.03)

        with psycopg.connect(dsn, autocommit=True) as connection:
            _wait_until_over(connection, processes)
            _check(connection, load)
        for process in processes:
            process.send_signal(signal.SIGTERM)
        errors = [process.communicate(timeout=20)[1] for process in processes]
        assert [process.returncode for process in processes] == [0] * WORKERS, errors


def _wait_until_over(connection: psycopg.Connection[Any], processes: list[Process]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    query = "select count(*) from flowfabric.ff_exec_core where terminal_at is null"
    while connection.execute(query).fetchone() != (0,):
        assert time.monotonic() < deadline, connection.execute(
            "select state, count(*) from flowfabric.ff_exec_core group by state"
        ).fetchall()
        assert [p.poll() for p in processes] == [None] * WORKERS, "a worker ended by itself"
        time.sleep(0.05)


def _check(connection: psycopg.Connection[Any], load: Load) -> None:
    states = connection.execute(
        "select idempotency_key, state::text from flowfabric.ff_exec_core"
    ).fetchall()
    assert set(load.keys) <= {key for key, _ in states}, "what was submitted is there"
    assert {state for _, state in states} == {"completed"}
    last_steps = connection.execute(
        "select count(*), count(distinct execution_id) from steps where step = 2"
    ).fetchone()
    assert last_steps == (len(states), len(states)), "each has its last row, and only one"
    # Rows are written under the lease: those of an owner all come before those of the next.
    mixed = connection.execute(
        "select a.execution_id from steps as a inner join steps as b"
        " on b.execution_id = a.execution_id and b.epoch > a.epoch and b.step_id < a.step_id"
    ).fetchall()
    assert mixed == [], "nothing has two owners at once"
    reclaimed = connection.execute(
        "select count(*) from flowfabric.ff_attempts where attempt_type = 'reclaim'"
    ).fetchone()
    assert reclaimed, "the kills were felt"
    assert reclaimed[0] > 0
    assert Client(connection).check() == []
