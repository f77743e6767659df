"""Bytes of write-ahead log that one claim and one completion cost."""

from __future__ import annotations

from .cluster import Cluster, Load
from .figures import Effort, Figure, say


def measure(cluster: Cluster, effort: Effort) -> list[Figure]:
    say("write-ahead log")
    database = cluster.database()
    cycles = 2 * effort.calls
    database.fill(2 * cycles)
    # full-page images depend on the distance of checkpoints, autovacuum on the minute
    with cluster.with_settings(full_page_writes="off", autovacuum="off"):
        database.run_times(Load("cycle"), cycles // 4)
        before = database.value("select pg_current_wal_insert_lsn()")
        database.run_times(Load("cycle"), cycles)
        written = int(database.value(f"select pg_current_wal_insert_lsn() - '{before}'"))
    per_cycle = written / cycles
    return [
        Figure(
            "write-ahead log of a cycle",
            f"{per_cycle:,.0f} bytes",
            per_cycle / 1000,
            "1 kB",
            bar=1.3,
            is_cost=True,
        )
    ]
