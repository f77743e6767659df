"""Plans that were cached on a small table, after the table has grown.

Ten claims on an analysed table of 40 rows, then 200,000 arrive, in the same sessions and without
an ANALYZE in between: a cached sequential scan would make every claim a hundred times slower.
"""

from __future__ import annotations

import time
from statistics import median
from typing import Any

import psycopg

from .cluster import Cluster
from .figures import Effort, Figure, say
from .latency import CLAIM, COMPLETE, OUTPUT

FEW = 40
MANY = 200_000


def measure(cluster: Cluster, effort: Effort) -> list[Figure]:
    say("plans")
    database = cluster.database()
    database.execute("alter table flowfabric.ff_exec_core set (autovacuum_enabled = off)")
    with database.connect() as session:
        session.execute(
            "select count(*) from flowfabric.ff_create_executions("
            "'default', array_fill('{}'::jsonb, array[%b]))",
            (FEW,),
        )
        database.settle()
        few = _cycle_times(session, FEW // 2)
        database.fill(MANY)
        many = _cycle_times(session, effort.calls // 4)
    return [
        Figure(
            f"claim + complete, plans cached at {FEW} rows, {MANY:,} arrived",
            f"p50 {1000 * median(many):.2f} ms",
            median(few) / median(many),
            f"rate at {FEW}",
            bar=0.5,
        )
    ]


def _cycle_times(session: psycopg.Connection[tuple[Any, ...]], cycles: int) -> list[float]:
    times = []
    for _ in range(cycles):
        started = time.perf_counter()
        ((handle, *_),) = session.execute(CLAIM.encode(), prepare=True).fetchall()
        session.execute(COMPLETE.encode(), (handle, OUTPUT), prepare=True)
        times.append(time.perf_counter() - started)
    return times
