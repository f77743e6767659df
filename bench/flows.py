"""Flows: what a chain costs, how fast a graph fans out and in, how soon a race is over."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from .cluster import BenchError, Cluster, Database, Load
from .figures import Contender, Effort, Figure, Floor, Samples, say, take_turns
from .latency import CLAIM, COMPLETE, COMPLETE_BATCH, FLOOR, OUTPUT, Stopwatch

STEPS = 10
WIDTH = 1000
BRANCHES, QUORUM = 100, 3
WORKERS = 4

SUBMIT = "select flow_id from flowfabric.ff_submit_flow(%s)"
CLAIM_MANY = "select handle from flowfabric.ff_claim_batch('default', 'worker-1', 'worker-1-a', %s)"
SUMMARY = "select public_flow_state, active from flowfabric.ff_flow_summary(%s)"

Connection = psycopg.Connection[tuple[Any, ...]]


def flow(nodes: dict[str, Any]) -> Jsonb:
    """A document of nodes that differ in what they wait for."""
    return Jsonb({"nodes": {name: {"lane": "default", "after": nodes[name]} for name in nodes}})


CHAIN = flow({f"n{i}": [f"n{i - 1}"] if i else [] for i in range(STEPS)})
FAN = flow(
    {
        "first": [],
        **{f"n{i}": ["first"] for i in range(WIDTH)},
        "last": [f"n{i}" for i in range(WIDTH)],
    }
)
RACE = flow(
    {
        **{f"n{i}": [] for i in range(BRANCHES)},
        "end": {"quorum": QUORUM, "of": [f"n{i}" for i in range(BRANCHES)], "losers": "cancel"},
    }
)


def measure(cluster: Cluster, floor: Floor, effort: Effort) -> list[Figure]:
    chains = take_turns(floor, effort, [_plain(cluster), _chains(cluster)])
    steps = chains["flow_chain"]
    with floor.database.connect() as beside:
        watch = Stopwatch(beside)
        for _ in range(effort.calls // 10):
            watch.call("floor", FLOOR)
    reference = median(watch.seconds["floor"])
    return [
        _whole_flows(steps),
        steps.compared("steps of flows", "steps", "executions of their own", chains["loop"]),
        *_latencies(cluster.database(), effort, reference),
    ]


def _whole_flows(steps: Samples) -> Figure:
    """Flows a second; each is a submission and its steps."""
    return Samples(
        [rate / STEPS for rate in steps.rates], [ratio / STEPS for ratio in steps.ratios]
    ).figure(f"flows that are chains of {STEPS}", "flows")


def _plain(cluster: Cluster) -> Contender:
    """As many executions that wait for nobody: submitted, claimed and completed."""
    database = cluster.database()
    return Contender(
        "loop", lambda seconds: database.run(Load("loop"), seconds), lambda: database.fill(1000)
    )


def _chains(cluster: Cluster) -> Contender:
    """Claims take what waits longest: the backlog is there so that none of them finds nothing."""
    database = cluster.database()
    return Contender(
        "flow_chain",
        lambda seconds: database.run(Load("flow_chain", units=STEPS), seconds),
        lambda: database.fill(1000),
    )


def _latencies(database: Database, effort: Effort, reference: float) -> list[Figure]:
    database.open_lane()
    with database.connect() as connection:
        _drain(connection)
        say(f"chains of {STEPS} by one client")
        chains = [_chain(connection) for _ in range(effort.calls // 20)]
        say(f"fans of {WIDTH}")
        fans = [_fan(database, connection) for _ in range(3 * effort.rounds)]
        say(f"races of {BRANCHES}")
        races = [_race(connection) for _ in range(effort.calls // 20)]
    return [
        _figure(
            f"one client: a whole chain of {STEPS}, submitted and worked off", chains, reference
        ),
        _figure(f"1 → {WIDTH:,} → 1, {WORKERS} workers in batches of 100", fans, reference),
        _figure(f"{QUORUM} of {BRANCHES}: until the last loser is cancelled", races, reference),
    ]


def _figure(scenario: str, seconds: list[float], reference: float) -> Figure:
    return Figure(
        scenario,
        f"p50 {1000 * median(seconds):,.1f} ms",
        median(seconds) / reference,
        "floor p50",
        [value / reference for value in seconds],
        is_cost=True,
        details={"seconds": seconds},
    )


def _rows(connection: Connection, query: str, *arguments: object) -> list[tuple[Any, ...]]:
    cursor = connection.execute(query.encode(), arguments or None, prepare=True)
    return cursor.fetchall()


def _drain(connection: Connection) -> None:
    while handles := [row[0] for row in _rows(connection, CLAIM_MANY, 1000)]:
        _rows(connection, COMPLETE_BATCH, handles)


def _chain(connection: Connection) -> float:
    started = time.perf_counter()
    _rows(connection, SUBMIT, CHAIN)
    for _ in range(STEPS):
        ((handle, *_),) = _rows(connection, CLAIM)
        _rows(connection, COMPLETE, handle, OUTPUT)
    return time.perf_counter() - started


def _fan(database: Database, connection: Connection) -> float:
    """From the completion of the first until all is over."""
    ((flow_id,),) = _rows(connection, SUBMIT, FAN)

    def work(_: int) -> None:
        with database.connect() as worker:
            while True:
                if handles := [row[0] for row in _rows(worker, CLAIM_MANY, 100)]:
                    _rows(worker, COMPLETE_BATCH, handles)
                elif _rows(worker, SUMMARY, flow_id)[0][0] == "completed":
                    return

    ((handle, *_),) = _rows(connection, CLAIM)
    started = time.perf_counter()
    _rows(connection, COMPLETE, handle, OUTPUT)
    with ThreadPoolExecutor(WORKERS) as pool:
        list(pool.map(work, range(WORKERS)))
    return time.perf_counter() - started


def _race(connection: Connection) -> float:
    """All branches run; the last completion that is needed is sent."""
    ((flow_id,),) = _rows(connection, SUBMIT, RACE)
    handles = [row[0] for row in _rows(connection, CLAIM_MANY, BRANCHES)]
    if len(handles) != BRANCHES:
        raise BenchError(f"{len(handles)} branches run instead of {BRANCHES}")
    for handle in handles[: QUORUM - 1]:
        _rows(connection, COMPLETE, handle, OUTPUT)
    started = time.perf_counter()
    _rows(connection, COMPLETE, handles[QUORUM - 1], OUTPUT)
    while _rows(connection, SUMMARY, flow_id)[0][1] > 0:
        _rows(connection, CLAIM)
    seconds = time.perf_counter() - started
    _drain(connection)
    return seconds
