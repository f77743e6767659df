"""Metrics of a worker process, as text for Prometheus.

Names and labels are few and fixed: handlers have the kind that they are registered for, so a
submitter cannot make series.
"""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from .statistics import Statistics

# seconds
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0, 900.0)
OUTCOMES = (
    "claimed",
    "completed",
    "failed",
    "retried",
    "cancelled",
    "parked",
    "handed_back",
)


@dataclass
class Histogram:
    counts: list[int] = field(default_factory=lambda: [0] * (len(BUCKETS) + 1))
    total: float = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BUCKETS, seconds)] += 1
        self.total += seconds


class Metrics:
    """Counters, from any thread."""

    def __init__(self, worker_id: str) -> None:
        self._worker = worker_id
        self._lock = threading.Lock()
        self._handlers: dict[str, Histogram] = {}
        self._renewals = 0

    def handled(self, kind: str, seconds: float) -> None:
        """A handler has returned, or raised."""
        with self._lock:
            self._handlers.setdefault(kind, Histogram()).add(seconds)

    def renewed(self, count: int) -> None:
        with self._lock:
            self._renewals += count

    def text(self, statistics: Statistics, gauges: Mapping[str, float], version: str = "") -> str:
        """All of it; `gauges` are leases_held, handlers_running and loop_lag_seconds."""
        with self._lock:
            return "".join(self._lines(statistics, gauges, version))

    def _lines(
        self, statistics: Statistics, gauges: Mapping[str, float], version: str
    ) -> Iterator[str]:
        worker = f'worker="{escaped(self._worker)}"'
        yield _head("info", "gauge", "The worker and its version; the value is 1.")
        yield f'ff_worker_info{{{worker},version="{escaped(version)}"}} 1\n'
        yield _head("handler_seconds", "histogram", "Duration of calls of handlers, by kind.")
        for kind, histogram in sorted(self._handlers.items()):
            yield from _histogram(f'{worker},kind="{escaped(kind)}"', histogram)
        yield _head("executions_total", "counter", "Executions, by what became of them.")
        for outcome in OUTCOMES:
            value = getattr(statistics, outcome)
            yield f'ff_worker_executions_total{{{worker},outcome="{outcome}"}} {value}\n'
        for name, kind, text, value in (
            ("leases_held", "gauge", "Executions that are claimed.", gauges["leases_held"]),
            ("handlers_running", "gauge", "Handlers that run.", gauges["handlers_running"]),
            ("loop_lag_seconds", "gauge", "How long the event loop has not run.",
             gauges["loop_lag_seconds"]),
            ("leases_lost_total", "counter", "Leases that were lost before the end was known.",
             statistics.lost),
            ("renewals_total", "counter", "Leases that were renewed.", self._renewals),
            ("reconnects_total", "counter", "Connections that were lost.", statistics.reconnects),
            ("statements_total", "counter", "Calls of the worker itself.", statistics.statements),
        ):  # fmt: skip
            yield _head(name, kind, text)
            yield f"ff_worker_{name}{{{worker}}} {value}\n"


def _head(name: str, kind: str, text: str) -> str:
    return f"# HELP ff_worker_{name} {text}\n# TYPE ff_worker_{name} {kind}\n"


def _histogram(labels: str, histogram: Histogram) -> Iterator[str]:
    count = 0
    for bound, more in zip((*BUCKETS, "+Inf"), histogram.counts, strict=True):
        count += more
        yield f'ff_worker_handler_seconds_bucket{{{labels},le="{bound}"}} {count}\n'
    yield f"ff_worker_handler_seconds_sum{{{labels}}} {histogram.total:.6f}\n"
    yield f"ff_worker_handler_seconds_count{{{labels}}} {count}\n"


def escaped(text: str) -> str:
    """As the value of a label."""
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
