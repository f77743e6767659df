"""Figures and the health of a worker: /metrics, /healthz and /readyz at a port, OpenTelemetry."""

from __future__ import annotations

from collections.abc import Callable

from .. import __version__
from .holdings import Holdings
from .metrics import OUTCOMES, Metrics
from .probes import Answer, Probes
from .settings import Settings
from .statistics import Statistics
from .tracing import new_meters

# a worker whose event loop has not run for so long is not alive
DEAD_S = 60.0
# and for so long, not ready
LATE_S = 5.0


class Monitor:
    def __init__(self, settings: Settings, statistics: Statistics, holdings: Holdings) -> None:
        self._settings = settings
        self._statistics = statistics
        self._holdings = holdings
        self._metrics = Metrics(settings.worker_id)
        self._record = new_meters(settings.worker_id, self._outcomes, lambda: len(holdings))
        self._probes: Probes | None = None

    @property
    def port(self) -> int | None:
        return self._probes.port if self._probes else None

    def begin(
        self,
        running: Callable[[], int],
        lag_s: Callable[[], float],
        why_not_ready: Callable[[], str | None],
    ) -> None:
        """Answer at the port of the settings; an address that cannot be used is an error."""
        self._running, self._lag_s, self._why_not_ready = running, lag_s, why_not_ready
        if self._settings.metrics_port is None:
            return
        answers: dict[str, Answer] = {
            "/metrics": lambda: (200, self._text()),
            "/healthz": self._health,
            "/readyz": self._readiness,
        }
        self._probes = Probes(self._settings.metrics_host, self._settings.metrics_port, answers)
        self._probes.start()

    def end(self) -> None:
        if self._probes:
            self._probes.end()

    def renewed(self, count: int) -> None:
        self._metrics.renewed(count)

    def returned(self, kind: str, took_s: float) -> None:
        """A handler for this kind has returned, or raised."""
        self._metrics.handled(kind, took_s)
        self._record(kind, took_s)

    def _outcomes(self) -> dict[str, int]:
        return {name: getattr(self._statistics, name) for name in (*OUTCOMES, "lost")}

    def _text(self) -> str:
        gauges = {
            "leases_held": len(self._holdings),
            "handlers_running": self._running(),
            "loop_lag_seconds": self._lag_s(),
        }
        return self._metrics.text(self._statistics, gauges, __version__)

    def _health(self) -> tuple[int, str]:
        lag_s = self._lag_s()
        if lag_s > DEAD_S:
            return 503, f"the event loop has not run for {lag_s:.0f} s\n"
        return 200, "alive\n"

    def _readiness(self) -> tuple[int, str]:
        """Whether it may claim; an outage of the database does not change that."""
        why = self._why_not_ready()
        if why is None and (lag_s := self._lag_s()) > LATE_S:
            why = f"the event loop has not run for {lag_s:.0f} s"
        return (503, f"not ready: {why}\n") if why else (200, "ready\n")
