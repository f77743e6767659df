"""The first page: what is wrong and what to do, then how much happens."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from ..database import Row
from ..drawings import sparkline
from ..site import Asked
from ..troubles import find
from ..values import NONE

LANES = 30
FAILURES = 8
MINUTES = 60


async def look(asked: Asked) -> dict[str, Any]:
    t = asked.transaction
    health = await asked.slow("ff_health") if t.may("ff_health") else None
    lanes = await _lanes(asked)
    overview = await asked.slow("ff_overview") if t.may("ff_overview") else []
    done = await _throughput(asked)
    hour = await _hour(asked)
    return {
        "health": health,
        "troubles": find(health or [], await _stuck(asked), lanes or []),
        "running": sum(r["execution_count"] for r in overview if r["public_state"] == "active"),
        "due": sum(lane["due_count"] for lane in lanes or []),
        "is_due_at_least": any(lane["is_due_count_at_least"] for lane in lanes or []),
        "oldest_due_ms": max(
            (lane["oldest_due_ms"] or 0 for lane in lanes or [] if lane["state"] == "active"),
            default=0,
        ),
        "completed": done["success"],
        "failed": done["failed"] + done["expired"],
        "lapsed": await _lapsed(asked),
        "minutes": hour.all_lanes(),
        "lane_of_chart": None,
        "has_statistics": hour.is_known,
        "lanes": [_shown(lane, hour) for lane in lanes[:LANES]] if lanes is not None else None,
        "more_lanes": len(lanes or []) > LANES,
        "failures": await _failures(asked),
    }


async def _lanes(asked: Asked) -> list[Row] | None:
    if not asked.may("ff_overview"):
        return None
    return await asked.transaction.select(
        "select lane_id, state, due_count, is_due_count_at_least, oldest_due_ms, live_worker_count"
        " from flowfabric.ff_lanes"
        " order by (state = 'active' and due_count > 0) desc, oldest_due_ms desc nulls last,"
        " lane_id"
        " limit 1000"
    )


def _shown(lane: Row, hour: Hour) -> Row:
    waits = (lane["oldest_due_ms"] or 0) if lane["state"] == "active" else 0
    kind = "bad" if waits > 900_000 else "warn" if waits > 60_000 else ""
    last = hour.last(lane["lane_id"])
    spark = sparkline(
        hour.series(lane["lane_id"], "completed"), hour.series(lane["lane_id"], "failed")
    )
    return lane | {
        "kind": kind,
        "completed": last["completed"],
        "failed": last["failed"],
        "spark": spark,
    }


async def _throughput(asked: Asked) -> dict[str, float]:
    """Ends of executions a minute, by outcome."""
    found: dict[str, float] = defaultdict(float)
    if asked.may("ff_overview"):
        for row in await asked.transaction.select(
            "select outcome, per_second from flowfabric.ff_throughput where kind = 'completed'"
        ):
            found[row["outcome"]] += float(row["per_second"]) * 60
    return found


async def _stuck(asked: Asked) -> list[Row]:
    if not asked.may("ff_overview"):
        return []
    return await asked.transaction.select(
        "select why, lane_id, count(*) as count, max(stuck_ms) as stuck_ms,"
        " (array_agg(execution_id order by stuck_since))[1] as first_id"
        " from flowfabric.ff_stuck group by why, lane_id order by max(stuck_ms) desc limit 50"
    )


async def _lapsed(asked: Asked) -> str:
    if not asked.may("ff_list_expired_leases"):
        return NONE
    found = await asked.transaction.rows("ff_list_expired_leases", limit=100)
    return "100+" if len(found) == 100 else str(len(found))


async def _failures(asked: Asked) -> list[Row]:
    if not asked.may("ff_find_executions"):
        return []
    page = await asked.transaction.client.find_executions(
        {"public_state": ["failed", "expired"]}, limit=FAILURES
    )
    return await asked.transaction.select(
        "select execution_id, kind, lane_id, public_state, failure_category, failure_reason,"
        " terminal_at from flowfabric.ff_executions where execution_id = any(%(ids)s)"
        " order by execution_id desc",
        ids=[e.execution_id for e in page.executions],
    )


# --- the last hour ---


@dataclass
class Hour:
    """What `ff_statistics` says of the last sixty minutes; an older installation has it not."""

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
        """Of the last minute that is over."""
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


async def _hour(asked: Asked) -> Hour:
    this_minute = asked.now.replace(second=0, microsecond=0)
    hour = Hour(asked.may("ff_statistics"), this_minute - timedelta(minutes=MINUTES - 1))
    if hour.is_known:
        for row in await asked.transaction.rows("ff_statistics", since=hour.begins_at):
            hour.by_lane.setdefault(row["lane_id"], {})[row["minute_at"]] = row
    return hour
