"""How long one call takes, for one client through psycopg."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from statistics import median, quantiles
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from .cluster import Cluster
from .figures import Effort, Figure, Floor, say

SUBMIT = "select * from flowfabric.ff_create_execution('default', %s)"
CLAIM = "select * from flowfabric.ff_claim('default', 'worker-1', 'worker-1-a')"
RENEW = "select * from flowfabric.ff_renew(%s)"
ASSERT = "select * from flowfabric.ff_assert_lease(%s)"
COMPLETE = "select * from flowfabric.ff_complete(%s, %s)"
FAIL = "select * from flowfabric.ff_fail(%s, 'boom', 'permanent')"
CLAIM_BATCH = "select * from flowfabric.ff_claim_batch('default', 'worker-1', 'worker-1-a', 100)"
COMPLETE_BATCH = "select * from flowfabric.ff_complete_batch(%s)"
FLOOR = "update floor set v = v + 1 where id = 0"

INPUT = Jsonb({"order_id": 4711})
OUTPUT = Jsonb({"ok": True})


class Stopwatch:
    """A connection that takes the time of every call."""

    def __init__(self, connection: psycopg.Connection[tuple[Any, ...]]) -> None:
        self.connection = connection
        self.seconds: dict[str, list[float]] = defaultdict(list)

    def call(self, name: str, query: str, *arguments: object) -> list[tuple[Any, ...]]:
        started = time.perf_counter()
        cursor = self.connection.execute(query.encode(), arguments or None, prepare=True)
        rows = cursor.fetchall() if cursor.description else []
        self.seconds[name].append(time.perf_counter() - started)
        return rows


def measure(cluster: Cluster, floor: Floor, effort: Effort) -> list[Figure]:
    database = cluster.database()
    database.fill(1000 + 100 * (effort.calls // 20))
    database.settle()
    with database.connect() as connection, floor.database.connect() as beside:
        watch, floor_watch = Stopwatch(connection), Stopwatch(beside)
        say("latencies of single calls")
        for _ in range(effort.calls):
            floor_watch.call("floor", FLOOR)
            _single_calls(watch)
        say("latencies of batches")
        for _ in range(effort.calls // 20):
            handles = [row[0] for row in watch.call("claim_batch 100", CLAIM_BATCH)]
            watch.call("complete_batch 100", COMPLETE_BATCH, handles)
    reference = median(floor_watch.seconds["floor"])
    return list(call_figures(watch.seconds | floor_watch.seconds, reference))


def _single_calls(watch: Stopwatch) -> None:
    watch.call("submit", SUBMIT, INPUT)
    ((handle, *_),) = watch.call("claim", CLAIM)
    watch.call("renew", RENEW, handle)
    watch.call("assert_lease", ASSERT, handle)
    if len(watch.seconds["claim"]) % 2:
        watch.call("complete", COMPLETE, handle, OUTPUT)
    else:
        watch.call("fail", FAIL, handle)


def call_figures(seconds: dict[str, list[float]], reference: float) -> Iterator[Figure]:
    for name, values in seconds.items():
        percentiles = quantiles(values, n=100)
        p50, p95, p99 = (1000 * percentiles[i - 1] for i in (50, 95, 99))
        yield Figure(
            f"one client: {name}",
            f"p50 {p50:.2f}  p95 {p95:.2f}  p99 {p99:.2f} ms",
            p50 / 1000 / reference,
            "floor p50",
            details={"p50_ms": p50, "p95_ms": p95, "p99_ms": p99},
            is_cost=True,
        )
