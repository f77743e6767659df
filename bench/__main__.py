"""Measure the engine: `make bench`, `make bench-held`, or

    PYTHONPATH=tools .venv/bin/python -m bench [--quick] [--json] [--patience S] [group ...]

A group is one of throughput, latency, wal, held, depth, routes, plans, grants, suspension,
flows, admission, retention, answers, bounds, many, pages, worker, idle, steps; by default the first
three.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from pg_server import ServerError, termination_as_exit

from . import (
    admission,
    answers,
    bounds,
    depth,
    flows,
    grants,
    held,
    idle,
    latency,
    many,
    pages,
    peers,
    plans,
    report,
    retention,
    routes,
    steps,
    suspension,
    throughput,
    wal,
    worker,
)
from .cluster import INSTALLATION, BenchError, Cluster, private_cluster
from .figures import FULL, QUICK, Effort, Figure, Floor, say

GROUPS: dict[str, Callable[[Cluster, Floor, Effort], list[Figure]]] = {
    "throughput": throughput.measure,
    "latency": latency.measure,
    "wal": lambda cluster, _floor, effort: wal.measure(cluster, effort),
    "held": held.measure,
    "depth": depth.measure,
    "routes": routes.measure,
    "plans": lambda cluster, _floor, effort: plans.measure(cluster, effort),
    "grants": grants.measure,
    "suspension": suspension.measure,
    "steps": steps.measure,
    "flows": flows.measure,
    "admission": admission.measure,
    "retention": retention.measure,
    "worker": worker.measure,
    "idle": lambda cluster, _floor, effort: idle.measure(cluster, effort),
    "bounds": bounds.measure,
    "many": many.measure,
    "pages": lambda cluster, _floor, effort: pages.measure(cluster, effort),
    "peers": peers.measure,
    "answers": lambda cluster, _floor, effort: answers.measure(cluster, effort),
}
CORE = ("throughput", "latency", "wal")


def main() -> int:
    options = _options()
    effort = QUICK if options.quick else FULL
    if options.patience is not None:
        effort = replace(effort, patience_s=options.patience)
    started = time.monotonic()
    try:
        with termination_as_exit(), private_cluster(options.pg, options.sql) as cluster:
            settings = cluster.settings()
            version = cluster.address.psql("-c", "show server_version").split()[0]
            floor = Floor(cluster, effort)
            figures = [
                figure
                for group in options.groups or CORE
                for figure in GROUPS[group](cluster, floor, effort)
            ]
    except (ServerError, BenchError) as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    say("")
    document = report.as_json(version, settings, floor, figures, effort)
    path = report.save(document)
    if options.json:
        print(document)
    else:
        print(report.heading(version, settings, floor))
        print(report.table(figures, effort, floor.quiet.is_disturbed))
        print(f"{time.monotonic() - started:.0f} s; all of it: {path}")
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench", description="Measure the engine.")
    parser.add_argument("groups", nargs="*", metavar="group", help=", ".join(GROUPS))
    parser.add_argument("--quick", action="store_true", help="a minute; not to be quoted")
    parser.add_argument(
        "--patience",
        type=float,
        metavar="S",
        help="seconds to wait, in all, until others are quiet",
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of the table")
    parser.add_argument("--pg", type=int, default=15, metavar="N", help="major version")
    parser.add_argument("--sql", type=Path, default=INSTALLATION, help="another installation file")
    options = parser.parse_args()
    if unknown := set(options.groups) - set(GROUPS):
        parser.error(f"there is no group {', '.join(sorted(unknown))}")
    return options


if __name__ == "__main__":
    sys.exit(main())
