"""The last hour, minute by minute, for charts."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections import deque
from datetime import datetime
from itertools import pairwise
from typing import Any

import psycopg

from .database import Database, DatabaseAwayError, Row, Transaction

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
