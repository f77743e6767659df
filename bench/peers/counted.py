"""The instructions of each call of each queue."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .. import report
from ..callgrind import (
    BATCH_WARM_UP,
    BATCHES,
    CALLS,
    WARM_UP,
    Counter,
    restart_under_callgrind,
)
from ..cluster import CLIENT, private_cluster
from ..compare import WITHOUT_THE_DISK
from ..figures import say
from ..queue_client import Session
from .queues import BATCH, Queue, all_queues, tell_what_is_missing

CYCLES = {"cycle": ("claim", "complete"), "cycle batch": ("claim batch", "complete batch")}


def measure(pg: int, installation: Path) -> dict[str, Any]:
    """The document of a run: instructions of every call, by queue."""
    with private_cluster(pg, installation, WITHOUT_THE_DISK) as cluster:
        say("installing the queues")
        queues, missing = all_queues(cluster)
        tell_what_is_missing(missing)
        for queue in queues:
            queue.database.settle()
        version = cluster.address.psql("-c", "show server_version").split()[0]
        directory = restart_under_callgrind(cluster.server)
        counts = {
            f"{queue.name} {queue.version}".strip(): _count(queue, directory) for queue in queues
        }
    say("")
    return report.origin(version) | {"instructions": counts}


def _count(queue: Queue, directory: Path) -> dict[str, int]:
    say(f"counting {queue.name}")
    database = queue.database
    order = {
        "dsn": database.server.dsn(database.name, CLIENT),
        "units": 1,
        "id_column": queue.id_column,
        "calls": {name: (call.sql, call.arguments) for name, call in queue.calls().items()},
    }
    session = Session(order)
    counter = Counter(directory, session.connection.backend_pid)
    for _ in range(WARM_UP + CALLS):
        counter.count("submit", lambda: session.take("submit"))
    for _ in range(WARM_UP + CALLS):
        counter.count("claim", lambda: session.take("claim"))
        counter.count("complete", lambda: session.take("complete"))
    order["units"] = BATCH
    for _ in range(BATCH_WARM_UP + BATCHES):
        counter.count("submit batch", lambda: session.take("submit_many"))
    for _ in range(BATCH_WARM_UP + BATCHES):
        counter.count("claim batch", lambda: session.take("claim_many"))
        counter.count("complete batch", lambda: session.take("complete_many"))
    typical = {name: cost.typical for name, cost in counter.costs().items()}
    return typical | {name: sum(typical[part] for part in parts) for name, parts in CYCLES.items()}


def table(document: Mapping[str, Any]) -> str:
    counts = document["instructions"]
    ours, *_ = counts.values()
    lines = ["instructions of a call, or of an item of a batch; and ours to it"]
    lines.append(" " * 26 + "".join(f"{queue:>27}" for queue in counts))
    for call in ours:
        cells = [f"{count[call]:,} {ours[call] / count[call]:7.2f}" for count in counts.values()]
        label = f"{call}, an item" if call.endswith("batch") else call
        lines.append(f"{label:26}" + "".join(f"{cell:>27}" for cell in cells))
    return "\n".join(lines)
