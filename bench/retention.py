"""Do workers keep their rate while a million finished executions are removed?"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator

from .cluster import BenchError, Cluster, Database, Load
from .figures import Contender, Effort, Figure, Floor, say, take_turns

FEW = 1000
BAR = 0.9
BATCH = 200
# A call, then a rest of so many times as long: it shall not be noticed, only get done.
REST = 9
TRIM = "select trimmed from flowfabric.ff_trim_retention(%s, %s)"


def measure(cluster: Cluster, floor: Floor, effort: Effort) -> list[Figure]:
    many = f"{effort.many:,}"
    say(f"filling: {many} finished, twice")
    databases = {name: _filled(cluster, effort.many) for name in ("at rest", "trimmed")}
    trimmed = Trimmer(databases["trimmed"])
    samples = take_turns(
        floor,
        effort,
        [
            Contender("at rest", lambda seconds: databases["at rest"].run(Load("loop"), seconds)),
            Contender("trimmed", trimmed.beside),
        ],
    )
    if not trimmed.count:
        raise BenchError("nothing was trimmed")
    rate = trimmed.count / trimmed.seconds
    return [
        samples["trimmed"].compared(
            f"loop, beside the retention of {many}", "cycles", "without", samples["at rest"], BAR
        ),
        Figure(
            "retention beside it",
            f"{rate:,.0f} executions/s",
            rate / samples["trimmed"].rate,
            "cycles beside it",
        ),
    ]


class Trimmer:
    """Removes what had finished before the measurement, bit by bit, in a session of its own."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.filled_at = time.monotonic()
        self.count = 0
        self.seconds = 0.0

    def beside(self, seconds: float) -> float:
        with self._running():
            return self.database.run(Load("loop"), seconds)

    @contextlib.contextmanager
    def _running(self) -> Iterator[None]:
        is_over = threading.Event()
        thread = threading.Thread(target=self._trim, args=(is_over,))
        thread.start()
        try:
            yield
        finally:
            is_over.set()
            thread.join()

    def _trim(self, is_over: threading.Event) -> None:
        begun = time.monotonic()
        with self.database.connect("postgres") as connection:
            while not is_over.is_set():
                called = time.monotonic()
                older_than_ms = round((called - self.filled_at) * 1000)
                row = connection.execute(TRIM.encode(), (older_than_ms, BATCH)).fetchone()
                self.count += row[0] if row else 0
                is_over.wait(REST * (time.monotonic() - called))
        self.seconds += time.monotonic() - begun


def _filled(cluster: Cluster, finished: int) -> Database:
    database = cluster.database()
    # some to spare: with an almost empty queue the batches are short
    database.fill(finished + FEW)
    database.run_times(Load("batch_one_commit", clients=4), finished // 100)
    database.fill(FEW)
    database.settle()
    return database
