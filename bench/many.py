"""Many executions found and changed, beside a loop of claims.

A hundred thousand executions are cancelled, replayed, rescheduled and so on, page by page, while a
client in another lane submits, claims and completes, one by one: how long a call takes, and how
much slower the loop is than by itself. Then pages of lists, with a million executions waiting and a
million finished.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from .bounds import LONGEST_MS, percentile
from .cluster import Cluster, Database, Load
from .figures import Effort, Figure, Floor, say

SIZE = 100_000
PAGE_MS = 20
SLOWER = 1.5
LANE, OTHER_LANE = "busy", "other"

SUBMIT_MANY = "select count(*) from flowfabric.ff_create_executions(%s, %s, %s)"
LOOP = (
    "select * from flowfabric.ff_create_execution('other')",
    "select handle from flowfabric.ff_claim('other', 'worker-1', 'worker-1-a')",
    "select * from flowfabric.ff_complete(%s)",
)
PAGE = "p_before => %(before)s, p_after => %(after)s"
FILTER = f'{{"lane_id": "{LANE}"}}'
# in this order: each finds what the one before has left
VERBS = {
    "cancel": f"ff_cancel_executions('{FILTER}', 'bench', {PAGE})",
    "replay": f"ff_replay_executions('{FILTER}', {PAGE})",
    "reschedule": f"ff_reschedule_executions('{FILTER}', 3600000, {PAGE})",
    "run now": f"ff_reschedule_executions('{FILTER}', 0, {PAGE})",
    "change priorities": f"ff_change_priorities('{FILTER}', 7, {PAGE})",
    "cancel again": f"ff_cancel_executions('{FILTER}', 'bench', {PAGE})",
    "erase": f"ff_erase_executions('{FILTER}', {PAGE})",
}
LISTS: dict[str, dict[str, Any]] = {
    "the newest": {},
    "a lane": {"lane_id": "default"},
    "a state": {"public_state": "waiting"},
    "failed": {"public_state": "failed"},
    "active": {"public_state": "active"},
    "a worker": {"worker_instance_id": "worker-1-a"},
    "a key": {"idempotency_key": "bench"},
    "a tag of its lane": {"lane_id": LANE, "tags": {"bench.customer": "17"}},
    "a time": {"created_after": "2000-01-01T00:00:00Z"},
    "nothing that is there": {"kind": "none"},
}

NOTED = (
    "select l.lapses_from > l.ticked_at - interval '10 s'"
    " from flowfabric.ff_tick_log as l order by l.tick_id desc limit 1"
)

Connection = psycopg.Connection[tuple[Any, ...]]


@dataclass
class Loop:
    """A client that submits, claims and completes until it is stopped."""

    database: Database
    seconds: list[float] = field(default_factory=list)
    stop: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        with self.database.connect() as connection:
            submit, claim, complete = (query.encode() for query in LOOP)
            while not self.stop.is_set():
                started = time.perf_counter()
                connection.execute(submit, prepare=True)
                [(handle,)] = connection.execute(claim, prepare=True).fetchall()
                connection.execute(complete, (handle,), prepare=True)
                self.seconds.append(time.perf_counter() - started)

    def __enter__(self) -> Loop:
        self.thread = threading.Thread(target=self.run)
        self.thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop.set()
        self.thread.join()


def measure(cluster: Cluster, _floor: Floor, effort: Effort) -> list[Figure]:
    return [*_verbs(cluster, effort), *_lists(cluster, effort)]


def _verbs(cluster: Cluster, effort: Effort) -> list[Figure]:
    size = SIZE if effort.has_a_say else SIZE // 10
    say(f"{size:,} executions to change")
    database = cluster.database()
    figures = []
    with database.connect() as connection:
        # due later, so that nothing else takes them
        for _ in range(size // 1000):
            connection.execute(
                SUBMIT_MANY.encode(), (LANE, [Jsonb({})] * 1000, Jsonb({"delay_ms": 3_600_000}))
            )
        database.settle()
        for verb, call in VERBS.items():
            say(verb)
            calls: list[float] = []
            with Loop(database) as alone:
                time.sleep(effort.slice_s)
            started = time.monotonic()
            with Loop(database) as beside:
                changed = _change_all(connection, call, calls)
            figures += _figures(verb, changed, calls, time.monotonic() - started, alone, beside)
    return figures


def _change_all(connection: Connection, call: str, calls: list[float]) -> int:
    changed = 0
    before, after = None, None
    query = f"select * from flowfabric.{call}".encode()
    while True:
        started = time.perf_counter()
        answer = connection.execute(query, {"before": before, "after": after}).fetchone()
        calls.append(time.perf_counter() - started)
        assert answer
        changed_count, _, before, after, is_more = answer
        changed += int(changed_count)
        if not is_more:
            return changed


def _figures(
    verb: str, changed: int, calls: list[float], all_s: float, alone: Loop, beside: Loop
) -> list[Figure]:
    p99 = percentile(calls, 99)
    slower = median(beside.seconds) / median(alone.seconds)
    return [
        Figure(
            f"{verb}: {changed:,} in {len(calls):,} calls",
            f"p50 {percentile(calls, 50):.1f}  p99 {p99:.1f}  most {1000 * max(calls):.1f} ms;"
            f" {changed / all_s:,.0f}/s",
            p99 / LONGEST_MS,
            f"{LONGEST_MS} ms",
            bar=1.0,
            is_cost=True,
            details={"p99_ms": p99, "most_ms": 1000 * max(calls), "seconds": all_s},
        ),
        Figure(
            f"{verb}: a submission, claim and completion beside it",
            f"p50 {1000 * median(beside.seconds):.2f} ms",
            slower,
            f"alone: {1000 * median(alone.seconds):.2f} ms",
            bar=SLOWER,
            is_cost=True,
        ),
    ]


def _lists(cluster: Cluster, effort: Effort) -> list[Figure]:
    say(f"filling: {effort.many:,} waiting, {effort.many:,} finished")
    database = cluster.database()
    with database.connect() as connection:
        connection.execute(
            "select flowfabric.ff_register_lane("
            f"'{LANE}', p_options => '{{\"indexed_tags\": [\"bench.customer\"]}}')".encode()
        )
        database.fill(effort.many + 1000)
        database.run_times(Load("batch_one_commit", clients=4), effort.many // 100)
        database.fill(effort.many)
        for number in range(20):
            connection.execute(
                SUBMIT_MANY.encode(),
                (LANE, [Jsonb({})] * 100, Jsonb({"tags": {"bench.customer": str(number)}})),
            )
        for (handle,) in connection.execute(
            f"select handle from flowfabric.ff_claim_batch('{LANE}', 'w', 'w-1', 500)".encode()
        ).fetchall():
            connection.execute(b"select flowfabric.ff_fail(%s, 'bench', 'permanent')", (handle,))
        connection.execute(
            b"select flowfabric.ff_create_execution('busy', p_idempotency_key => 'bench')"
        )
        # until ticks have noted all lapses, and know of the index
        while not database.value(NOTED):
            connection.execute(b"select count(*) from flowfabric.ff_tick(100000)")
            time.sleep(0.2)
        database.settle()
        return [_page(connection, name, filter_) for name, filter_ in LISTS.items()]


def _page(connection: Connection, name: str, filter_: dict[str, Any]) -> Figure:
    query = b"select cardinality(executions), is_more from flowfabric.ff_find_executions(%s)"
    found, is_more = 0, False
    seconds = []
    for _ in range(20):
        started = time.perf_counter()
        [(found, is_more)] = connection.execute(query, (Jsonb(filter_),), prepare=True).fetchall()
        seconds.append(time.perf_counter() - started)
    milliseconds = 1000 * median(seconds)
    return Figure(
        f"a page of {name}",
        f"p50 {milliseconds:.1f} ms: {found} found{', and more' if is_more else ''}",
        milliseconds / PAGE_MS,
        f"{PAGE_MS} ms",
        bar=1.0,
        is_cost=True,
    )
