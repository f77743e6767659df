"""How much one worker asks of a server on which nothing is due: statements and write-ahead log."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .cluster import CLIENT, BenchError, Cluster, Database
from .figures import Effort, Figure, say

# until the worker has written its last doorbell and registration
SETTLE_S = 90
WINDOW_S = 600
LOOKS = 2000
WORKERS = 100
LOOK = "select from flowfabric.ff_look_ahead(array['default'])"


def measure(cluster: Cluster, effort: Effort) -> list[Figure]:
    say("an idle worker")
    database = cluster.database()
    window_s = WINDOW_S if effort.has_a_say else 120
    # these write and commit by themselves
    with cluster.with_settings(autovacuum="off", checkpoint_timeout="1d"), _worker(database):
        time.sleep(SETTLE_S)
        began, written, sent = _now(database)
        time.sleep(window_s)
        ended, written_then, sent_then = _now(database)
        minutes = (ended - began) / 60
        share = _share_of_a_core(database)
    statements = (sent_then - sent) / minutes
    bytes_written = written_then - written
    return [
        Figure(
            "idle worker, statements",
            f"{statements:.1f} a minute",
            statements / 4,
            "4 a minute",
            bar=1.0,
            is_cost=True,
        ),
        Figure(
            "idle worker, write-ahead log",
            f"{bytes_written:,} bytes in {minutes:.0f} minutes",
            float(bytes_written),
            "1 byte",
            bar=0.0,
            is_cost=True,
        ),
        Figure(
            f"{WORKERS} idle workers, processor of the server",
            f"{100 * share:.2f} % of a core",
            share / 0.01,
            "1 % of a core",
            bar=1.0,
            is_cost=True,
        ),
    ]


def _now(database: Database) -> tuple[float, int, int]:
    """The time, the end of the write-ahead log, and the transactions of the database so far.

    Asked in another database, whose transactions do not count.
    """
    row = Database(database.server, "postgres").value(
        "select array[pg_current_wal_insert_lsn() - '0/0', xact_commit + xact_rollback]"
        f" from pg_stat_database where datname = '{database.name}'"
    )
    return time.monotonic(), int(row[0]), int(row[1])


def _share_of_a_core(database: Database) -> float:
    """The looks of so many workers, one a minute each: the rest of the time they send nothing."""
    with database.connect() as connection:
        (pid,) = connection.execute(b"select pg_backend_pid()").fetchone() or (0,)
        connection.execute(LOOK.encode())
        before = _processor_s(pid)
        for _ in range(LOOKS):
            connection.execute(LOOK.encode())
        return (_processor_s(pid) - before) / LOOKS * WORKERS / 60


def _processor_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def _worker(database: Database) -> Iterator[None]:
    """A worker in a process of its own."""
    root = Path(__file__).parent.parent
    process = subprocess.Popen(
        [sys.executable, "-m", "flowfabric.cli", "worker", "bench.noop_worker:idle",
         "--dsn", database.server.dsn(database.name, CLIENT)],
        env=os.environ | {"PYTHONPATH": f"{root / 'python_driver'}{os.pathsep}{root}"},
    )  # fmt: skip
    try:
        yield
        if process.poll() is not None:
            raise BenchError("the worker has ended")
    finally:
        process.terminate()
        process.wait(60)
