"""What it costs to ask what is going on, with few executions and with a million."""

from __future__ import annotations

from statistics import median

from .cluster import Cluster, Database, Load
from .figures import Effort, Figure, say
from .latency import INPUT, SUBMIT, Stopwatch

FEW = 1000
CALLS = 5

ANSWERS = {
    "ff_explain": "select * from flowfabric.ff_explain(%s)",
    "ff_history": "select * from flowfabric.ff_history(%s)",
    "ff_overview": "select * from flowfabric.ff_overview()",
    "ff_health": "select * from flowfabric.ff_health()",
    "ff_metrics": "select flowfabric.ff_metrics()",
    "ff_check": "select * from flowfabric.ff_check()",
    "ff_lanes": "select * from flowfabric.ff_lanes",
    "ff_stuck": "select * from flowfabric.ff_stuck",
    "ff_throughput": "select * from flowfabric.ff_throughput",
}


def measure(cluster: Cluster, effort: Effort) -> list[Figure]:
    many = effort.many if effort.has_a_say else effort.many // 4
    say(f"filling: half of {many:,} waiting, half of them finished")
    seconds = {count: _seconds(_with(cluster, count)) for count in (FEW, many)}
    return [
        Figure(
            f"{name}, {many:,} executions",
            f"p50 {1000 * median(seconds[many][name]):,.1f} ms",
            median(seconds[many][name]) / median(seconds[FEW][name]),
            f"{FEW:,} executions",
            is_cost=True,
            details={
                "seconds": seconds[many][name],
                "reference_seconds": seconds[FEW][name],
            },
        )
        for name in ANSWERS
    ]


def _with(cluster: Cluster, count: int) -> Database:
    database = cluster.database()
    database.fill(count)
    database.run_times(Load("batch_one_commit", clients=4), count // 200)
    database.settle()
    return database


def _seconds(database: Database) -> dict[str, list[float]]:
    with database.connect() as connection:
        watch = Stopwatch(connection)
        ((execution_id, *_),) = watch.call("submit", SUBMIT, INPUT)
        for _ in range(CALLS):
            for name, query in ANSWERS.items():
                watch.call(name, query, *([execution_id] if "%s" in query else []))
    return watch.seconds
