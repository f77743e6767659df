"""Compare installations by what a call costs the server's processor: for work on the functions.

    make build && cp dist/flowfabric.sql /tmp/before.sql      # then change a function
    make build
    PYTHONPATH=tools .venv/bin/python -m bench.compare /tmp/before.sql dist/flowfabric.sql

Rates wander with whatever else the machine does; the processor time of one backend hardly does.
The installations take turns in short slices, in a random order, and nothing waits for the disk.
One client only: contention and the disk are the business of `make bench`. Linux only.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from typing import Any

import psycopg
from pg_server import ServerError, termination_as_exit
from psycopg.types.json import Jsonb

from .cluster import BenchError, Cluster, Database, private_cluster
from .figures import say
from .latency import (
    CLAIM,
    CLAIM_BATCH,
    COMPLETE,
    COMPLETE_BATCH,
    FAIL,
    INPUT,
    OUTPUT,
    RENEW,
    SUBMIT,
)

SUBMIT_BATCH = "select * from flowfabric.ff_create_executions('default', %s)"
WITHOUT_THE_DISK = {"fsync": "off", "synchronous_commit": "off", "autovacuum": "off"}
ROUNDS_WITHOUT_VACUUM = 8


@dataclass
class Side:
    """One installation: its database, and what each of its calls has cost so far."""

    name: str
    database: Database
    connection: psycopg.Connection[tuple[Any, ...]]
    costs: dict[str, list[float]] = field(default_factory=dict)

    def slice(self, calls: int) -> None:
        """A number of each call, the cost of one in microseconds noted."""
        handles: list[str] = []
        batches: list[list[str]] = []
        self._note("submit", calls, lambda _: self._call(SUBMIT, INPUT))
        self._note("claim", calls, lambda _: handles.append(self._call(CLAIM)[0][0]))
        self._note("renew", calls, lambda i: self._call(RENEW, handles[i]))
        half = calls // 2
        self._note("complete", half, lambda i: self._call(COMPLETE, handles[i], OUTPUT))
        self._note("fail", half, lambda i: self._call(FAIL, handles[half + i]))
        few = max(1, calls // 50)
        inputs = [Jsonb({"order_id": 4711})] * 100
        self._note("submit batch of 100", few, lambda _: self._call(SUBMIT_BATCH, inputs))
        self._note(
            "claim batch of 100",
            few,
            lambda _: batches.append([row[0] for row in self._call(CLAIM_BATCH)]),
        )
        self._note("complete batch of 100", few, lambda i: self._call(COMPLETE_BATCH, batches[i]))

    def _call(self, query: str, *arguments: object) -> list[tuple[Any, ...]]:
        return self.connection.execute(query.encode(), arguments or None, prepare=True).fetchall()

    def _note(self, name: str, calls: int, call: Callable[[int], object]) -> None:
        before = self._processor_us()
        for number in range(calls):
            call(number)
        self.costs.setdefault(name, []).append((self._processor_us() - before) / calls)

    def _processor_us(self) -> float:
        """What this session's backend has had of the processor since it was born."""
        statistics = Path(f"/proc/{self.connection.info.backend_pid}/schedstat").read_text()
        return int(statistics.split()[0]) / 1000


def typical(costs: Sequence[float]) -> float:
    """The mean without the dearest four tenths: what disturbs only ever adds."""
    ordered = sorted(costs)
    return mean(ordered[len(ordered) // 10 : max(1, len(ordered) * 6 // 10)])


def compare(cluster: Cluster, installations: Sequence[Path], rounds: int, calls: int) -> list[Side]:
    sides = []
    for number, installation in enumerate(installations):
        database = cluster.database(installation)
        sides.append(Side(f"{number}: {installation.stem}", database, database.connect()))
    for side in sides:
        side.slice(calls)
        side.costs.clear()
    for number in range(rounds):
        say(f"round {number + 1} of {rounds}")
        if number % ROUNDS_WITHOUT_VACUUM == 0:
            for side in sides:
                side.database.settle()
        for side in random.sample(sides, len(sides)):
            side.slice(calls)
    return sides


def table(sides: Sequence[Side]) -> str:
    lines = ["microseconds of the server's processor a call; against the first"]
    lines.append(f"{'':24}" + "".join(f"{side.name[:20]:>24}" for side in sides))
    for name in sides[0].costs:
        reference = typical(sides[0].costs[name])
        cells = [typical(side.costs[name]) for side in sides]
        lines.append(
            f"{name:24}" + "".join(f"{cost:15.1f} {cost / reference - 1:+8.1%}" for cost in cells)
        )
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench.compare", description="Compare installations.")
    parser.add_argument("installations", nargs="+", type=Path, help="files of `make build`")
    parser.add_argument("--pg", type=int, default=15, metavar="N", help="major version")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--calls", type=int, default=200, help="of each kind in a round")
    options = parser.parse_args()
    try:
        with (
            termination_as_exit(),
            private_cluster(options.pg, options.installations[0], WITHOUT_THE_DISK) as cluster,
        ):
            sides = compare(cluster, options.installations, options.rounds, options.calls)
    except (ServerError, BenchError) as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    say("")
    print(table(sides))
    return 0


if __name__ == "__main__":
    sys.exit(main())
