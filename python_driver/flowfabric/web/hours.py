"""The last hour, minute by minute, for charts."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import psycopg

from .database import Database, DatabaseAwayError, Row, Transaction

if TYPE_CHECKING:
    from .site import Asked

log = logging.getLogger("flowfabric.web")

MINUTES = 60
# lines of the chart, and the counters of ff_metrics that each adds up
LINES = {
    "started": ('ff_claim_total{kind="acquired"}', 'ff_claim_total{kind="reclaimed"}'),
    "completed": ('ff_completion_total{outcome="success"}',),
    "failed": ('ff_completion_total{outcome="failed"}', 'ff_completion_total{outcome="expired"}'),
    "retried": ('ff_attempt_outcome_total{outcome="retry"}',),
}


class Sampler:
    """Reads the counters of the installation once a minute, while the pages are served."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._samples: deque[tuple[datetime, dict[str, float]]] = deque(maxlen=MINUTES + 1)

    async def run(self, stopping: asyncio.Event, interval_s: float = 60.0) -> None:
        while not stopping.is_set():
            try:
                await self.take()
            except (DatabaseAwayError, psycopg.Error) as error:
                log.debug("no figures for the chart: %s", error)
            with contextlib.suppress(TimeoutError, asyncio.TimeoutError):
                await asyncio.wait_for(stopping.wait(), interval_s)

    async def take(self) -> None:
        """Under the login itself; it may lack the right, and then there is no chart."""

        async def look(t: Transaction) -> list[Row]:
            if not t.may("ff_metrics"):
                return []
            return await t.select("select clock_timestamp() as at, flowfabric.ff_metrics() as text")

        for row in await self._database.read(None, look):
            self._samples.append((row["at"], _counters(row["text"])))

    def minutes(self) -> list[dict[str, Any]]:
        """Rates between two samples; none across a counter that was set back."""
        samples = list(self._samples)
        return [
            {"at": int(at.timestamp()), "label": f"{at:%H:%M}"}
            | {name: round(max(counts[name] - before[name], 0) * 60 / seconds) for name in LINES}
            for (begin, before), (at, counts) in pairwise(samples)
            if (seconds := (at - begin).total_seconds()) > 0
        ]


def _counters(text: str) -> dict[str, float]:
    found = dict(re.findall(r"^(\w+\{[^}]*\}) (\S+)$", text, re.MULTILINE))
    return {name: sum(float(found.get(key, 0)) for key in keys) for name, keys in LINES.items()}


@dataclass
class Hour:
    """The answer of `ff_statistics` about the last sixty minutes, where there is this function."""

    is_known: bool
    begins_at: datetime
    by_lane: dict[str, dict[datetime, Row]] = field(default_factory=dict)

    @property
    def instants(self) -> Iterable[datetime]:
        return (self.begins_at + timedelta(minutes=n) for n in range(MINUTES))

    def series(self, lane: str, name: str) -> list[int]:
        minutes = self.by_lane.get(lane, {})
        return [minutes[at][name] if at in minutes else 0 for at in self.instants]

    def last(self, lane: str) -> dict[str, int]:
        """The counts of the last whole minute."""
        minute = self.by_lane.get(lane, {}).get(self.begins_at + timedelta(minutes=MINUTES - 2))
        return {name: minute[name] if minute else 0 for name in ("completed", "failed")}

    def all_lanes(self) -> list[dict[str, Any]]:
        return [
            {"at": int(at.timestamp()), "label": f"{at:%H:%M}"}
            | {
                name: sum(minutes[at][name] for minutes in self.by_lane.values() if at in minutes)
                for name in LINES
            }
            for at in (self.instants if self.is_known else ())
        ]


async def last_hour(asked: Asked, lane: str | None = None) -> Hour:
    this_minute = asked.now.replace(second=0, microsecond=0)
    hour = Hour(asked.may("ff_statistics"), this_minute - timedelta(minutes=MINUTES - 1))
    if hour.is_known:
        for row in await asked.transaction.rows(
            "ff_statistics", lane_id=lane, since=hour.begins_at
        ):
            hour.by_lane.setdefault(row["lane_id"], {})[row["minute_at"]] = row
    return hour
