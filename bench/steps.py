"""Steps and children beside the plain calls, and how soon a result reaches a session that waits."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from statistics import median, quantiles
from uuid import UUID

import psycopg
from flowfabric import AsyncClient, Client
from flowfabric.results import _listener

from .cluster import BenchError, Cluster, Database, Load
from .figures import Contender, Effort, Figure, Floor, say, take_turns
from .flows import CLAIM_MANY, FAN, SUBMIT, WIDTH, WORKERS, Connection
from .latency import CLAIM, COMPLETE, COMPLETE_BATCH, OUTPUT, Stopwatch

# a call, the plain call beside it, and the unit
PAIRS = (("save_step", "renew", "steps"), ("spawn", "submit", "children"))
STEPS = 10
WAITERS = 1000

LIST_STEPS = "select * from flowfabric.ff_list_steps(%s)"
SUBMIT_PARENT = "select execution_id from flowfabric.ff_create_execution('default')"
SPAWN_ALL = (
    "select count(*) from flowfabric.ff_spawn_batch(%s, array(select 'n' || i from generate_series"
    f"(1, {WIDTH}) as i), 'default', array_fill('{{}}'::jsonb, array[{WIDTH}]))"
)
AWAIT_ALL = "select outcome from flowfabric.ff_await_children(%s, 'all')"
IS_OVER = "select flowfabric.ff_get_execution_result(%s)"
FLOW_IS_OVER = (
    "select from flowfabric.ff_flow_summary(%s) as s where s.public_flow_state = 'completed'"
)


def measure(cluster: Cluster, floor: Floor, effort: Effort) -> list[Figure]:
    samples = take_turns(
        floor, effort, [_contender(cluster, name) for pair in PAIRS for name in pair[:2]]
    )
    return [
        *(
            samples[name].compared(f"{name}, beside {other}", unit, other, samples[other], bar=0.8)
            for name, other, unit in PAIRS
        ),
        _loads(cluster.database(), effort),
        _fans(cluster.database(), effort),
        *_waits(cluster.database(), effort),
    ]


def _contender(cluster: Cluster, name: str) -> Contender:
    database = cluster.database()
    load = Load(name, variables=() if name == "submit" else ("n=0",))
    return Contender(name, lambda seconds: database.run(load, seconds), lambda: database.fill(1000))


def _ms(scenario: str, seconds: list[float], bar: float | None = None) -> Figure:
    percentiles = [1000 * value for value in quantiles(seconds, n=100)]
    p50, p95 = percentiles[49], percentiles[94]
    return Figure(
        scenario, f"p50 {p50:.2f}  p95 {p95:.2f} ms", p50, "1 ms", [], bar, is_cost=True,
        details={"seconds": seconds},
    )  # fmt: skip


# --- steps ---


def _loads(database: Database, effort: Effort) -> Figure:
    """The call with which a handler that is called again asks for its steps."""
    database.fill(1)
    with database.connect() as connection:
        watch, client = Stopwatch(connection), Client(connection)
        say(f"{STEPS} steps, loaded")
        ((handle, execution_id, *_),) = watch.call("claim", CLAIM)
        for number in range(STEPS):
            client.save_step(handle, f"step {number}", {"order_id": 4711})
        for _ in range(effort.calls):
            if len(watch.call("load", LIST_STEPS, execution_id)) != STEPS:
                raise BenchError("steps are missing")
    return _ms(f"one client: {STEPS} steps in one call", watch.seconds["load"], bar=2)


# --- children ---


def _fans(database: Database, effort: Effort) -> Figure:
    """From the submission of the first until all have ended, in turns."""
    seconds: dict[str, list[float]] = {"children": [], "flow": []}
    with database.connect() as connection:
        for number in range(3 * effort.rounds):
            say(f"1 → {WIDTH} → 1, {number + 1} of {3 * effort.rounds}")
            seconds["children"].append(_children(database, connection))
            seconds["flow"].append(_flow(database, connection))
    ratios = [a / b for a, b in zip(seconds["children"], seconds["flow"], strict=True)]
    return Figure(
        f"1 → {WIDTH:,} → 1 through children, {WORKERS} workers in batches of 100",
        f"p50 {1000 * median(seconds['children']):,.0f} ms",
        median(ratios), "a flow", ratios, bar=1.5, is_cost=True, details=seconds,
    )  # fmt: skip


def _rows(connection: Connection, query: str, *arguments: object) -> list[tuple[object, ...]]:
    return connection.execute(query.encode(), arguments or None, prepare=True).fetchall()


def _children(database: Database, connection: Connection) -> float:
    started = time.perf_counter()
    ((execution_id,),) = _rows(connection, SUBMIT_PARENT)
    ((handle, *_),) = _rows(connection, CLAIM)
    _rows(connection, SPAWN_ALL, handle)
    if _rows(connection, AWAIT_ALL, handle) != [("waiting",)]:
        raise BenchError("the parent does not wait")
    _work(database, IS_OVER, execution_id)
    return time.perf_counter() - started


def _flow(database: Database, connection: Connection) -> float:
    started = time.perf_counter()
    ((flow_id,),) = _rows(connection, SUBMIT, FAN)
    ((handle, *_),) = _rows(connection, CLAIM)
    _rows(connection, COMPLETE, handle, OUTPUT)
    _work(database, FLOW_IS_OVER, flow_id)
    return time.perf_counter() - started


def _work(database: Database, is_over: str, id_: object) -> None:
    def work(_: int) -> None:
        with database.connect() as worker:
            while True:
                if handles := [row[0] for row in _rows(worker, CLAIM_MANY, 100)]:
                    _rows(worker, COMPLETE_BATCH, handles)
                elif _rows(worker, is_over, id_):
                    return

    with ThreadPoolExecutor(WORKERS) as pool:
        list(pool.map(work, range(WORKERS)))


# --- waiting for results ---


def _waits(database: Database, effort: Effort) -> Iterator[Figure]:
    """From the return of the completion until the call that waits returns."""
    with database.connect() as connection, database.connect() as beside:
        say("a session that waits for a result")
        one = [_wait(Client(connection), beside) for _ in range(effort.calls // 10)]
        yield _ms("one client: a wait, from the commit to its return", one, bar=5)
        say(f"{WAITERS} that wait at once")
        yield _ms(
            f"{WAITERS:,} waits at once in one process", _many_waits(database, connection), bar=5
        )
    if (listening := _listening(database)) != 1:
        raise BenchError(f"{listening} connections listen")


def _listening(database: Database) -> int:
    return int(
        database.value(
            "select count(*) from pg_stat_activity"
            " where datname = current_database() and query ilike 'listen ff_results'"
        )
    )


def _heard() -> bool:
    return any(listener.heard_since for listener in _listener._listeners.values())


def _wait(client: Client, beside: Connection) -> float:
    execution_id, handle = _begun(client)
    returned: list[float] = []

    def wait() -> None:
        Client(beside).wait(execution_id, 60)
        returned.append(time.perf_counter())

    waiting = threading.Thread(target=wait)
    waiting.start()
    while not _heard():
        time.sleep(0.01)
    time.sleep(0.05)
    client.complete(handle)
    committed = time.perf_counter()
    waiting.join()
    return returned[0] - committed


def _begun(client: Client) -> tuple[UUID, str]:
    client.create_execution("default")
    claimed = client.claim("default", "worker-1", "worker-1-a", lease_ttl_ms=600_000)
    if claimed is None:
        raise BenchError("nothing to claim")
    return claimed.execution_id, claimed.handle


def _many_waits(database: Database, connection: Connection) -> list[float]:
    client = Client(connection)
    work = dict(_begun(client) for _ in range(WAITERS))
    returned: dict[UUID, float] = {}
    are_waiting = threading.Event()

    async def wait_for_all() -> None:
        dsn = database.connect().info.dsn
        async with await psycopg.AsyncConnection.connect(dsn, autocommit=True) as own:
            waiter = AsyncClient(own)

            async def one(id_: UUID) -> None:
                await waiter.wait(id_, 120)
                returned[id_] = time.perf_counter()

            tasks = [asyncio.create_task(one(id_)) for id_ in work]
            # they look in growing pauses at first, over one connection
            await asyncio.sleep(25)
            are_waiting.set()
            await asyncio.gather(*tasks)

    thread = threading.Thread(target=asyncio.run, args=(wait_for_all(),))
    thread.start()
    are_waiting.wait()
    committed: dict[UUID, float] = {}
    for execution_id, handle in work.items():
        client.complete(handle)
        committed[execution_id] = time.perf_counter()
        # else the process that waits has no time of the processor
        time.sleep(0.01)
    thread.join()
    return [returned[id_] - committed[id_] for id_ in work]
