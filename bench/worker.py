"""How many executions a second one worker process gets through when its handlers do nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

from .cluster import CLIENT, BenchError, Cluster, Database, Load
from .figures import Contender, Effort, Figure, Floor, take_turns

RAW = "batch, one client"
KINDS = ("function", "coroutine")
BACKLOG = 3.0


def measure(cluster: Cluster, floor: Floor, effort: Effort) -> list[Figure]:
    """Beside claims and completions of 100 by one client, which is all that a worker can reach."""
    database = cluster.database()
    database.open_lane()

    def prepare() -> None:
        database.fill(round(BACKLOG * floor.latest * effort.slice_s))

    load = Load("batch", clients=1, units=100)
    contenders = [
        Contender(RAW, lambda seconds: database.run(load, seconds), prepare),
        *(Contender(kind, partial(run_worker, database, kind), prepare) for kind in KINDS),
    ]
    samples = take_turns(floor, effort, contenders)
    return [
        samples[RAW].figure(RAW, "executions"),
        *(
            samples[kind].compared(f"worker, {kind}", "handlers", RAW, samples[RAW])
            for kind in KINDS
        ),
    ]


def run_worker(database: Database, kind: str, seconds: float) -> float:
    """A process of its own, as workers are."""
    root = Path(__file__).parent.parent
    result = subprocess.run(
        [sys.executable, "-m", "bench.noop_worker", database.server.dsn(database.name, CLIENT),
         kind, str(seconds)],
        cwd=root,
        env=os.environ | {"PYTHONPATH": str(root / "python_driver")},
        capture_output=True,
        text=True,
    )  # fmt: skip
    if result.returncode != 0:
        raise BenchError(f"the worker ended with:\n{result.stderr}")
    if not database.waiting():
        raise BenchError("worker: the backlog ran out")
    return float(result.stdout)
