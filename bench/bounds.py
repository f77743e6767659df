"""How long the calls of others take while a lot of work is left to ticks and claims.

Each scenario leaves much behind: deadlines that have passed, leases that have lapsed, a cancelled
flow, a join that is decided. Four clients then claim and complete, one by one, in a lane where all
of it lies and in one where nothing does, until everything is done. Every call is a transaction of
its own, so its time is that of its commit, with the maintenance that rides along. Beside the time
by the clock stands the processor time of the call's backend, which other processes do not change.
"""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from .cluster import BenchError, Cluster, Database
from .figures import Effort, Figure, Floor, say
from .latency import FLOOR

LANE, OTHER_LANE = "busy", "other"
CLIENTS = 4
LONGEST_MS = 100
PATIENCE_S = 1800
# longer than it takes to claim them all
LAPSE_S = 60

CLAIM = "select handle from flowfabric.ff_claim(%s, 'worker-1', 'worker-1-a')"
CLAIM_MANY = (
    "select handle from flowfabric.ff_claim_batch(%s, 'worker-1', 'worker-1-a', 1000,"
    " p_lease_ttl_ms => %s)"
)
COMPLETE = "select * from flowfabric.ff_complete(%s)"
FAIL = "select * from flowfabric.ff_fail(%s, 'boom', 'permanent')"
SUBMIT_ONE = "select * from flowfabric.ff_create_execution(%s)"
SUBMIT_MANY = "select count(*) from flowfabric.ff_create_executions(%s, %s, %s)"
SUBMIT_FLOW = "select flow_id from flowfabric.ff_submit_flow(%s)"
CANCEL_FLOW = "select outcome from flowfabric.ff_cancel_flow(%s, 'no longer needed')"

Connection = psycopg.Connection[tuple[Any, ...]]
Setup = Callable[[Connection, int], None]


@dataclass
class Times:
    """Seconds of each call, by name: of the clock, and of the processor of its backend."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    processor: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    lock: threading.Lock = field(default_factory=threading.Lock)

    def call(
        self, connection: Connection, name: str, query: str, *arguments: object
    ) -> list[tuple[Any, ...]]:
        backend = Path(f"/proc/{connection.info.backend_pid}/schedstat")
        used = _processor_s(backend)
        started = time.perf_counter()
        try:
            rows = _rows(connection, query, *arguments)
        except psycopg.Error as error:
            # a loser of a race that was cancelled while it was held
            if error.sqlstate != "ZF105":
                raise
            rows = []
        seconds = time.perf_counter() - started
        with self.lock:
            self.seconds[name].append(seconds)
            self.processor[name].append(_processor_s(backend) - used)
        return rows


def _processor_s(backend: Path) -> float:
    return int(backend.read_text().split()[0]) / 1e9


def measure(cluster: Cluster, floor: Floor, effort: Effort) -> list[Figure]:
    share = 1 if effort.has_a_say else 10
    return [
        figure
        for name, size, setup, what in SCENARIOS
        for figure in _scenario(cluster, floor, name, size // share, setup, what)
    ]


def _scenario(
    cluster: Cluster, floor: Floor, name: str, size: int, setup: Setup, open_work: str
) -> list[Figure]:
    database = cluster.database()
    times = Times()
    with database.connect() as connection:
        say(f"{name}: {size:,}")
        setup(connection, size)
        database.settle()
        for last in LAST_CALLS.get(name, ()):
            last(connection, times)
    seconds = _work_off(database, floor, times, open_work)
    broken = database.value("select count(*) from flowfabric.ff_check()")
    if broken:
        raise BenchError(f"{name}: ff_check has {broken} rows")
    what = f"{name} of {size:,}"
    empty = "empty commit"
    return [
        figure
        for call in times.seconds
        if call != empty
        for figure in (
            _figure(f"{what}: {call}", times.seconds[call], times.seconds[empty], seconds),
            _figure(
                f"{what}: {call}, processor",
                times.processor[call],
                times.processor[empty],
                seconds,
            ),
        )
    ]


def _figure(scenario: str, values: list[float], empty: list[float], all_s: float) -> Figure:
    p50, p99 = percentile(values, 50), percentile(values, 99)
    beside, most = percentile(empty, 99), 1000 * max(values)
    return Figure(
        scenario,
        f"p50 {p50:.1f}  p99 {p99:.1f}  most {most:.1f} ms; all in {all_s:.1f} s",
        (p99 - beside) / LONGEST_MS,
        f"{LONGEST_MS} ms beside an empty commit",
        bar=1.0,
        is_cost=True,
        details={"p99_ms": p99, "empty_p99_ms": beside, "most_ms": most, "calls": len(values)},
    )


def percentile(values: list[float], percent: int) -> float:
    if len(values) < 2:
        return 1000 * max(values)
    return 1000 * quantiles(values, n=100, method="inclusive")[percent - 1]


def _work_off(database: Database, floor: Floor, times: Times, open_work: str) -> float:
    """Claim and complete until nothing is left to do; answer how long it took."""
    stop = threading.Event()
    failures: list[BaseException] = []

    def work(number: int) -> None:
        lane = OTHER_LANE if number == 0 else LANE
        with database.connect() as connection:
            while not stop.is_set():
                if number == 0:
                    times.call(connection, f"submission, {lane} lane", SUBMIT_ONE, lane)
                handles = times.call(connection, f"claim, {lane} lane", CLAIM, lane)
                for (handle,) in handles:
                    times.call(connection, f"completion, {lane} lane", COMPLETE, handle)
                if not handles:
                    time.sleep(0.01)

    def commit() -> None:
        with floor.database.connect() as connection:
            while not stop.is_set():
                times.call(connection, "empty commit", FLOOR)
                time.sleep(0.01)

    def run(target: Callable[[], None]) -> None:
        try:
            target()
        except BaseException as error:
            failures.append(error)
            stop.set()

    threads = [threading.Thread(target=run, args=[lambda n=n: work(n)]) for n in range(CLIENTS)]
    threads.append(threading.Thread(target=run, args=[commit]))
    started = time.monotonic()
    for thread in threads:
        thread.start()
    try:
        while not stop.is_set():
            if not database.value(open_work):
                break
            if time.monotonic() - started > PATIENCE_S:
                left = database.value(open_work)
                raise BenchError(f"{left} rows are not done after {PATIENCE_S} s")
            time.sleep(0.5)
        return time.monotonic() - started
    finally:
        stop.set()
        for thread in threads:
            thread.join()
        if failures:
            raise failures[0]


# --- what is left behind ---


def _submit(connection: Connection, size: int, options: dict[str, Any]) -> None:
    for begun in range(0, size, 1000):
        count = min(1000, size - begun)
        _rows(connection, SUBMIT_MANY, LANE, [Jsonb({})] * count, Jsonb(options))


def _deadlines(connection: Connection, size: int) -> None:
    _submit(connection, size, {"deadline_ms": 1})


def _lapses(connection: Connection, size: int) -> None:
    _submit(connection, size, {})
    for _ in range(0, size, 1000):
        _rows(connection, CLAIM_MANY, LANE, LAPSE_S * 1000)
    time.sleep(LAPSE_S)


def _node(after: list[str] | None = None, **options: Any) -> dict[str, Any]:
    return {"lane": LANE, "after": after or [], **options}


def _flows_with_deadlines(connection: Connection, size: int) -> None:
    nodes = {f"n{i}": _node(deadline_ms=1) for i in range(99)}
    nodes["last"] = _node(list(nodes), deadline_ms=1)
    for _ in range(size // 100):
        _rows(connection, SUBMIT_FLOW, Jsonb({"nodes": nodes}))


def _flow(connection: Connection, nodes: dict[str, Any]) -> None:
    """Too large for one document: the flow grows by hand."""
    ((flow_id,),) = _rows(connection, SUBMIT_FLOW, Jsonb({"nodes": nodes}))
    FLOW_IDS[id(connection)] = flow_id


FLOW_IDS: dict[int, Any] = {}


def _one_flow(connection: Connection, size: int) -> None:
    _flow(connection, {f"n{i}": _node() for i in range(size)})


def _fan(connection: Connection, size: int) -> None:
    _flow(connection, {"first": _node(), **{f"n{i}": _node(["first"]) for i in range(size)}})


def _race(connection: Connection, size: int) -> None:
    names = [f"n{i}" for i in range(size)]
    end = {"lane": LANE, "after": {"quorum": 1, "of": names, "losers": "cancel"}}
    _flow(connection, {**{name: _node() for name in names}, "end": end})


def _cancel(connection: Connection, times: Times) -> None:
    times.call(connection, "ff_cancel_flow", CANCEL_FLOW, FLOW_IDS[id(connection)])


def _complete_first(connection: Connection, times: Times) -> None:
    ((handle,),) = _rows(connection, CLAIM, LANE)
    times.call(connection, "the completion", COMPLETE, handle)


def _fail_first(connection: Connection, times: Times) -> None:
    ((handle,),) = _rows(connection, CLAIM, LANE)
    times.call(connection, "the failure", FAIL, handle)


UNFINISHED = f"""
    select count(*)
    from flowfabric.ff_exec_core as e
    inner join flowfabric.ff_route as r on r.route_id = e.route_id
    where e.terminal_at is null and r.lane_id = '{LANE}'
"""
UNRESOLVED = UNFINISHED + " or exists (select from flowfabric.ff_flow_todo)"
UNNOTED = "select count(*) from flowfabric.ff_exec_core as e where e.terminal_at is null"

# the work left behind, how much, and the work that is open until all is done
SCENARIOS: tuple[tuple[str, int, Setup, str], ...] = (
    ("passed deadlines", 100_000, _deadlines, UNFINISHED),
    ("passed deadlines in flows of 100", 100_000, _flows_with_deadlines, UNRESOLVED),
    ("lapsed leases", 100_000, _lapses, UNFINISHED),
    ("a cancelled flow", 10_000, _one_flow, UNRESOLVED),
    ("a fan that is let go", 10_000, _fan, UNRESOLVED),
    ("a fan that is skipped", 10_000, _fan, UNRESOLVED),
    ("a race with losers", 10_000, _race, UNRESOLVED),
)

LAST_CALLS: dict[str, tuple[Callable[[Connection, Times], None], ...]] = {
    "a cancelled flow": (_cancel,),
    "a fan that is let go": (_complete_first,),
    "a fan that is skipped": (_fail_first,),
    "a race with losers": (_complete_first,),
}


def _rows(connection: Connection, query: str, *arguments: object) -> list[tuple[Any, ...]]:
    cursor = connection.execute(query.encode(), arguments or None, prepare=True)
    return cursor.fetchall() if cursor.description else []
