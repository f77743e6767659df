"""The last hour, minute by minute, as ticks count it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from .database import Row

if TYPE_CHECKING:
    from .site import Asked

MINUTES = 60
LINES = ("started", "completed", "failed", "retried")
# the lanes that are shown, each alone, and all of them together
QUERY = """
with minute as materialized (
    select lane_id, minute_at, started + taken_over as started, completed, failed, retried
    from flowfabric.ff_statistics(%(lane)s, %(since)s)
)
select lane_id, minute_at, started, completed, failed, retried
from minute
where lane_id = any(%(shown)s)
union all
select null, minute_at, sum(started)::bigint, sum(completed)::bigint, sum(failed)::bigint,
    sum(retried)::bigint
from minute
group by minute_at
"""


@dataclass
class Hour:
    """None stands for all lanes that were asked for."""

    now: datetime
    is_known: bool
    by_lane: dict[str | None, dict[datetime, Row]] = field(default_factory=dict)

    @property
    def instants(self) -> list[datetime]:
        last = self.now.replace(second=0, microsecond=0)
        return [last - timedelta(minutes=n) for n in reversed(range(MINUTES))]

    def series(self, lane: str | None, name: str) -> list[int]:
        minutes = self.by_lane.get(lane, {})
        return [minutes[at][name] if at in minutes else 0 for at in self.instants]

    def rate(self, lane: str | None, name: str) -> float:
        """A minute, in this minute and the one before it."""
        span = self.now - self.instants[-2]
        return sum(self.series(lane, name)[-2:]) * 60 / span.total_seconds()

    def chart(self) -> list[dict[str, Any]]:
        if not self.is_known:
            return []
        lines = {name: self.series(None, name) for name in LINES}
        return [
            {"at": int(at.timestamp()), "label": f"{at:%H:%M}"}
            | {name: values[n] for name, values in lines.items()}
            for n, at in enumerate(self.instants)
        ]


async def last_hour(asked: Asked, lane: str | None = None, shown: Sequence[str] = ()) -> Hour:
    hour = Hour(asked.now, asked.may("ff_statistics"))
    if hour.is_known:
        for row in await asked.slow(
            f"last hour of {lane}", QUERY, lane=lane, since=hour.instants[0], shown=list(shown)
        ):
            hour.by_lane.setdefault(row["lane_id"], {})[row["minute_at"]] = row
    return hour
