"""How many instructions each hot call executes, against the budget in bench/instructions.json.

    make instructions                      fails when a call exceeds its budget by 3 %
    make instructions T=--record           makes the counts the budget
    make instructions T='--keep /tmp/cg'   leaves a profile of each call for callgrind_annotate
    make instructions T=--peers            counts the calls of other queues beside ours

A call is counted some dozen times by valgrind on a fresh installation, after it has been called
often enough for its plans to be cached, and the median counts: neither the load of the machine nor
the work that rides along with one call in many (advances of the head, ticks) moves it. Two runs
differ by less than one percent.

The number belongs to one build of the server, the C library and valgrind on one kind of processor.
On any other build the budget says nothing, and the counts become the budget of that build.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from pg_server import ServerError, find_bindir, termination_as_exit
from psycopg.types.json import Jsonb

from . import report
from .admission import LIMITED, LIMITS, submission
from .callgrind import (
    BATCH_WARM_UP,
    BATCHES,
    CALLS,
    ITEMS,
    WARM_UP,
    Cost,
    Counter,
    restart_under_callgrind,
)
from .cluster import INSTALLATION, BenchError, private_cluster
from .compare import SUBMIT_BATCH, WITHOUT_THE_DISK
from .figures import say
from .latency import (
    COMPLETE,
    COMPLETE_BATCH,
    FAIL,
    INPUT,
    OUTPUT,
    RENEW,
    SUBMIT,
)
from .peers import counted

BUDGETS = Path(__file__).parent / "instructions.json"
TOLERANCE = 0.03
# An hour: under valgrind, on a busy machine, the default lease lapses too soon.
LEASE = "p_lease_ttl_ms => 3600000"
LONG_CLAIM = f"select * from flowfabric.ff_claim('default', 'worker-1', 'worker-1-a', {LEASE})"
LONG_CLAIM_BATCH = (
    "select * from flowfabric.ff_claim_batch("
    f"'default', 'worker-1', 'worker-1-a', {ITEMS}, {LEASE})"
)
TICK = "select * from flowfabric.ff_tick()"
STOPPED_CLOCK = """
    do $do$
    begin
        if to_regprocedure('flowfabric._now()') is null then
            raise 'the engine has another clock now';
        end if;
        create or replace function flowfabric._now() returns timestamptz language sql volatile
        as $_now$ select timestamptz '2100-01-01 00:00:00+00' $_now$;
    end $do$
"""
SAVE_STEP = "select * from flowfabric.ff_save_step(%s, %s, %s)"
SPAWN = "select * from flowfabric.ff_spawn(%s, %s, 'children', %s)"
RENEW_BATCH = "select * from flowfabric.ff_renew_batch(%s)"

# The server and the C library choose code by these: for checksums, copying, comparing.
FEATURES = {"sse4_2", "avx2", "avx512f", "erms"}


@dataclass(frozen=True)
class Build:
    """Everything besides our own code on which the number of instructions depends."""

    server: str
    program: str
    libc: str
    valgrind: str
    processor: str

    @classmethod
    def of(cls, pg: int, version: str) -> Build:
        program = (find_bindir(pg) / "postgres").resolve().read_bytes()
        valgrind = subprocess.run(
            ["valgrind", "--version"], check=True, text=True, capture_output=True
        )
        return cls(
            server=version,
            program=f"sha256:{hashlib.sha256(program).hexdigest()}",
            libc=" ".join(platform.libc_ver()),
            valgrind=valgrind.stdout.strip(),
            processor=" ".join([platform.machine(), *sorted(FEATURES & _processor_flags())]),
        )


def _processor_flags() -> set[str]:
    cpuinfo = Path("/proc/cpuinfo").read_text()
    flags = re.search(r"^flags\s*: (.*)", cpuinfo, re.MULTILINE)
    return set(flags[1].split()) if flags else set()


def count_calls(
    connection: psycopg.Connection[tuple[Any, ...]],
    counter: Counter,
    stop_the_clock: Callable[[], object],
) -> dict[str, Cost]:
    """Every hot call, some dozen times."""

    def call(name: str, query: str, *arguments: object) -> list[tuple[Any, ...]]:
        cursor = counter.count(
            name, lambda: connection.execute(query.encode(), arguments or None, prepare=True)
        )
        return cursor.fetchall()

    many = WARM_UP + CALLS
    for _ in range(2 * many):
        call("submit", SUBMIT, INPUT)
    handles = [call("claim", LONG_CLAIM)[0][0] for _ in range(2 * many)]
    for handle in handles[:many]:
        call("renew", RENEW, handle)
    for n in range(many):
        call("save step", SAVE_STEP, handles[0], f"step {n}", OUTPUT)
    for n in range(many):
        call("spawn", SPAWN, handles[1], f"child {n}", INPUT)
    for handle in handles[:many]:
        call("complete", COMPLETE, handle, OUTPUT)
    for handle in handles[many:]:
        call("fail", FAIL, handle)

    few = range(BATCH_WARM_UP + BATCHES)
    inputs = [Jsonb({"order_id": 4711})] * ITEMS
    for _ in few:
        call("submit batch", SUBMIT_BATCH, inputs)
    batches = [[row[0] for row in call("claim batch", LONG_CLAIM_BATCH)] for _ in few]
    for batch in batches:
        call("renew batch", RENEW_BATCH, batch)
    for batch in batches:
        call("complete batch", COMPLETE_BATCH, batch)
    if {len(batch) for batch in batches} != {ITEMS}:
        raise BenchError("a batch of claims was short")

    for limits, (options, _) in LIMITED.items():
        connection.execute(submission(many + ITEMS * len(few), options).encode())
        for _ in range(many):
            handle = call(f"{limits}: claim", LONG_CLAIM)[0][0]
            call(f"{limits}: complete", COMPLETE, handle, OUTPUT)
        for _ in few:
            batch = [row[0] for row in call(f"{limits}: claim batch", LONG_CLAIM_BATCH)]
            call(f"{limits}: complete batch", COMPLETE_BATCH, batch)

    # an empty claim looks whether a tick is due, once a second, and has it run
    stop_the_clock()
    connection.execute(TICK)
    for _ in range(many):
        if call("claim, nothing due", LONG_CLAIM):
            raise BenchError("something was left to claim")
    return counter.costs()


def measure(pg: int, installation: Path, keep: Path | None) -> tuple[Build, dict[str, Cost]]:
    with private_cluster(pg, installation, WITHOUT_THE_DISK) as cluster:
        say("installing")
        database = cluster.database()
        database.execute(LIMITS)
        database.settle()
        version = str(database.value("select version()"))
        directory = restart_under_callgrind(cluster.server)
        say("counting")
        with database.connect() as connection:
            # Since the restart no tick has looked at what the switches are about. Under valgrind a
            # tick has no time for all of its jobs.
            while database.value("select bool_or(more) from flowfabric.ff_tick()"):
                pass
            counter = Counter(directory, connection.info.backend_pid, keep)
            costs = count_calls(
                connection, counter, lambda: database.execute("vacuum (analyze)", STOPPED_CLOCK)
            )
        return Build.of(pg, version), costs


@dataclass(frozen=True)
class Verdict:
    """The counts beside the budget of the same build, if it has one."""

    costs: Mapping[str, Cost]
    budget: Mapping[str, int] | None

    @property
    def exceeded(self) -> list[str]:
        return [name for name in self.costs if self._change(name) >= TOLERANCE]

    @property
    def cheaper(self) -> list[str]:
        return [name for name in self.costs if self._change(name) <= -TOLERANCE]

    def _change(self, name: str) -> float:
        if self.budget is None or name not in self.budget:
            return 0.0
        return (self.costs[name].typical - self.budget[name]) / self.budget[name]

    def table(self) -> str:
        lines = [f"{'instructions':24}{'a call':>12}{'spread':>9}{'budget':>12}{'change':>9}"]
        for name, cost in self.costs.items():
            label = f"{name}, an item" if name.endswith("batch") else name
            line = f"{label:24}{cost.typical:12,}{cost.spread:9.2%}"
            if self.budget and name in self.budget:
                line += f"{self.budget[name]:12,}{self._change(name):+9.1%}"
                line += "  TOO MUCH" if name in self.exceeded else ""
            lines.append(line)
        return "\n".join(lines)


def read_budget(path: Path, build: Build) -> dict[str, int] | None:
    """The budget of a build; None: it has no budget."""
    for record in _records(path):
        if record["build"] == vars(build):
            return dict(record["instructions"])
    return None


def record_budget(path: Path, build: Build, costs: Mapping[str, Cost]) -> None:
    """Make the counts the budget of a build, and leave those of other builds."""
    others = [record for record in _records(path) if record["build"] != vars(build)]
    instructions = {name: cost.typical for name, cost in costs.items()}
    records = [*others, {"build": vars(build), "instructions": instructions}]
    path.write_text(json.dumps(records, indent=2) + "\n")


def _records(path: Path) -> list[dict[str, Any]]:
    return list(json.loads(path.read_text())) if path.exists() else []


def judge(path: Path, build: Build, costs: Mapping[str, Cost], is_recording: bool) -> int:
    """Print the table, write the budget if it is to be written, and return the exit status."""
    verdict = Verdict(costs, read_budget(path, build))
    print(verdict.table())
    if is_recording or verdict.budget is None:
        record_budget(path, build, costs)
    if verdict.budget is None:
        print(
            f"\nThere was no budget for this build ({build.server.split(' on ')[0]},"
            f" {build.libc}, {build.valgrind}, {build.processor}).\n"
            f"RECORDED ANEW, nothing was compared: {path}"
        )
    elif is_recording:
        print(f"\nRecorded: {path}")
    elif verdict.exceeded:
        print(
            f"\n{'; '.join(verdict.exceeded)}: {TOLERANCE:.0%} over the budget, or more."
            "\nMake it cheaper, or say in the commit what it pays for, and record it:"
            " make instructions T=--record"
        )
        return 1
    elif verdict.cheaper:
        print(f"\n{'; '.join(verdict.cheaper)}: cheaper. Keep it: make instructions T=--record")
    return 0


def main() -> int:
    options = _options()
    if not shutil.which("valgrind"):
        print("valgrind was not found: Debian has it as valgrind", file=sys.stderr)
        return 1
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    try:
        with termination_as_exit():
            if options.peers:
                document = counted.measure(options.pg, options.sql)
                text = json.dumps(document, indent=2)
                report.save(text)
                print(text if options.json else counted.table(document))
                return 0
            build, costs = measure(options.pg, options.sql, options.keep)
    except (ServerError, BenchError) as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    say("")
    status = judge(options.budgets, build, costs, options.record)
    print(f"{time.monotonic() - started:.0f} s")
    return status


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench.instructions", description="Count instructions.")
    parser.add_argument("--record", action="store_true", help="make it the budget")
    parser.add_argument("--peers", action="store_true", help="count other queues, judge nothing")
    parser.add_argument("--json", action="store_true", help="with --peers: JSON, not a table")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep a profile of each call")
    parser.add_argument("--pg", type=int, default=15, metavar="N", help="major version")
    parser.add_argument("--sql", type=Path, default=INSTALLATION, help="another installation file")
    parser.add_argument("--budgets", type=Path, default=BUDGETS, help="another file of budgets")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
