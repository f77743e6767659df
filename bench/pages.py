"""How long the web pages take with a million executions, and how large they are."""

from __future__ import annotations

import asyncio
import http.client
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import quantiles
from urllib.parse import urlsplit
from uuid import UUID

from flowfabric import Client
from flowfabric.web import Settings
from flowfabric.web.app import Server

from .cluster import CLIENT, BenchError, Cluster, Database, Load
from .figures import Effort, Figure, say

CALLS = 40
MOST_MS = 200
MOST_BYTES = 100_000
FAILURES = 2000
LANE = "default"


def measure(cluster: Cluster, effort: Effort) -> list[Figure]:
    many = effort.many if effort.has_a_say else effort.many // 4
    say(f"filling: half of {many:,} waiting, half of them finished")
    database = cluster.database()
    database.fill(many)
    database.run_times(Load("batch_one_commit", clients=4), many // 200)
    paths = _furnish(database)
    database.settle()
    conninfo = cluster.address.dsn(database.name, CLIENT)
    found = []
    with _served(Settings(conninfo, port=0, requests_per_s=1e6)) as address:
        for name, path in paths.items():
            say(f"page {name}")
            seconds, size = _ask(address, path)
            p95 = quantiles(seconds, n=20)[-1]
            found.append(
                Figure(
                    f"page {name}, {many:,} executions",
                    f"p95 {1000 * p95:,.0f} ms, {size / 1000:,.1f} kB",
                    max(1000 * p95 / MOST_MS, size / MOST_BYTES),
                    f"{MOST_MS} ms and {MOST_BYTES // 1000} kB",
                    bar=1.0,
                    is_cost=True,
                    details={"seconds": seconds, "bytes": size},
                )
            )
    return found


def _furnish(database: Database) -> dict[str, str]:
    """Failures, workers, lanes, a flow and limits; returns the addresses of the pages."""
    with database.connect() as connection:
        client = Client(connection)
        failed = []
        for _ in range(FAILURES // 100):
            for claimed in client.claim_batch(LANE, "worker-1", "worker-1-b", 100):
                client.fail(claimed.handle, "the gateway timed out", "permanent", "gateway")
                failed.append(claimed.execution_id)
        for n in range(200):
            client.register_worker(
                f"worker-{n}", f"worker-{n}-a", [LANE, f"lane-{n}"], [], 3_600_000
            )
            client.register_lane(f"lane-{n}")
        [waiting] = client.list_executions({"public_state": "waiting"}, limit=1)
        tagged = client.create_execution(
            LANE, {"a": 1}, tags={"bench.key": "value"}, idempotency_key="the key"
        )
        flow = client.submit_flow({
            "nodes": {
                f"n{n}": {"lane": LANE, **({"after": [f"n{n - 10}", f"n{n - 9}"]} if n > 9 else {})}
                for n in range(200)
            }
        })  # fmt: skip
        for n in range(50):
            client.create_budget(
                UUID(int=(n + 1) << 64),
                "team",
                f"t{n}",
                dimensions=["usd"],
                hard_limits=[9],
                soft_limits=[8],
            )
            client.create_quota_policy(UUID(int=(n + 1) << 64), 60_000, 100, 10)
    lists = "/executions"
    return {
        "overview": "/",
        "list": lists,
        "list, by lane": f"{lists}?lane_id={LANE}",
        "list, failed": f"{lists}?public_state=failed&public_state=expired",
        "list, running": f"{lists}?public_state=active",
        "list, by tag": f"{lists}?tag=bench.key%3Dvalue",
        "list, by key": f"{lists}?idempotency_key=the+key",
        "failed execution": f"{lists}/{failed[-1]}",
        "waiting execution": f"{lists}/{waiting.execution_id}",
        "new execution": f"{lists}/{tagged.execution_id}",
        "flows": "/flows",
        "flow of 200": f"/flows/{flow.flow_id}",
        "lanes": "/lanes",
        "lane": f"/lanes/{LANE}",
        "limits": "/limits",
        "workers": "/workers",
        "worker": "/workers/worker-1-a",
        "events": "/events",
        "metrics": "/metrics",
    }


def _ask(address: str, path: str) -> tuple[list[float], int]:
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=60)
    seconds, size = [], 0
    for _ in range(CALLS):
        started = time.perf_counter()
        connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
        response = connection.getresponse()
        size = len(response.read())
        seconds.append(time.perf_counter() - started)
        if response.status != 200:
            raise BenchError(f"{path}: {response.status}")
    connection.close()
    return seconds, size


@contextmanager
def _served(settings: Settings) -> Iterator[str]:
    """In a thread of this process."""
    addresses: list[str] = []
    servers: list[Server] = []
    ready = threading.Event()

    def announce(address: str) -> None:
        addresses.append(address)
        ready.set()

    def run() -> None:
        async def serve() -> None:
            servers.append(Server(settings))
            await servers[0].run_until_told(announce)

        asyncio.run(serve())

    thread = threading.Thread(target=run)
    thread.start()
    try:
        if not ready.wait(30):
            raise BenchError("the pages were not served")
        yield addresses[0]
    finally:
        servers[0].end()
        thread.join()
