"""The last hour, minute by minute, for charts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from .database import Row
from .site import Asked

MINUTES = 60


@dataclass
class Hour:
    """The answer of `ff_statistics` about the last sixty minutes; older installations lack it."""

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
        names = ("submitted", "completed", "failed", "retried")
        return [
            {"at": int(at.timestamp()), "label": f"{at:%H:%M}"}
            | {
                name: sum(minutes[at][name] for minutes in self.by_lane.values() if at in minutes)
                for name in names
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
