"""Is a claim as fast with a million executions, waiting or finished, as with a thousand?"""

from __future__ import annotations

from .cluster import Cluster, Database, Load
from .figures import Contender, Effort, Figure, Floor, say, take_turns

FEW = 1000
BAR = 0.95


def measure(cluster: Cluster, floor: Floor, effort: Effort) -> list[Figure]:
    many = f"{effort.many:,}"
    say(f"filling: {many} waiting, {many} finished")
    databases = {
        "few": _with(cluster, waiting=FEW, finished=FEW),
        "waiting": _with(cluster, waiting=effort.many, finished=0),
        "finished": _with(cluster, waiting=FEW, finished=effort.many),
    }
    samples = take_turns(
        floor, effort, [_contender(name, database) for name, database in databases.items()]
    )
    return [
        samples[f"depth: {kind}"].compared(
            f"loop, {many} {kind}", "cycles", f"{FEW:,} {kind}", samples["depth: few"], BAR
        )
        for kind in ("waiting", "finished")
    ]


def _contender(name: str, database: Database) -> Contender:
    return Contender(f"depth: {name}", lambda seconds: database.run(Load("loop"), seconds))


def _with(cluster: Cluster, waiting: int, finished: int) -> Database:
    database = cluster.database()
    if finished:
        # some to spare: with an almost empty queue the batches are short
        database.fill(finished + FEW)
        database.run_times(Load("batch_one_commit", clients=4), finished // 100)
    database.fill(waiting)
    database.settle()
    return database
