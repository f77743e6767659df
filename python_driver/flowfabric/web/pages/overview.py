"""The first page: trouble with advice, then figures, lanes and failures."""

from __future__ import annotations

from typing import Any

from ..database import Row
from ..drawings import sparkline
from ..hours import Hour, last_hour
from ..site import Asked
from ..troubles import find
from ..values import NONE

LANES = 30
FAILURES = 8


async def look(asked: Asked) -> dict[str, Any]:
    t = asked.transaction
    health = await asked.slow("ff_health") if t.may("ff_health") else None
    lanes = await _lanes(asked)
    overview = await asked.slow("ff_overview") if t.may("ff_overview") else []
    shown = (lanes or [])[:LANES]
    hour = await last_hour(asked, shown=[lane["lane_id"] for lane in shown])
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
        "completed": hour.rate(None, "completed"),
        "failed": hour.rate(None, "failed"),
        "lapsed": await _lapsed(asked),
        "minutes": hour.chart(),
        "has_statistics": hour.is_known,
        "lanes": [_shown(lane, hour) for lane in shown] if lanes is not None else None,
        "more_lanes": len(lanes or []) > LANES,
        "failures": await _failures(asked),
    }


async def _lanes(asked: Asked) -> list[Row] | None:
    if not asked.may("ff_overview"):
        return None
    return await asked.slow(
        "ff_lanes",
        "select lane_id, state, due_count, is_due_count_at_least, oldest_due_ms, live_worker_count"
        " from flowfabric.ff_lanes"
        " order by (state = 'active' and due_count > 0) desc, oldest_due_ms desc nulls last,"
        " lane_id"
        " limit 1000",
    )


def _shown(lane: Row, hour: Hour) -> Row:
    waits = (lane["oldest_due_ms"] or 0) if lane["state"] == "active" else 0
    name = lane["lane_id"]
    return lane | {
        "kind": "bad" if waits > 900_000 else "warn" if waits > 60_000 else "",
        "completed": hour.rate(name, "completed"),
        "failed": hour.rate(name, "failed"),
        "spark": sparkline(hour.series(name, "completed"), hour.series(name, "failed")),
    }


async def _stuck(asked: Asked) -> list[Row]:
    if not asked.may("ff_overview"):
        return []
    return await asked.slow(
        "ff_stuck",
        "select why, lane_id, count(*) as count, max(stuck_ms) as stuck_ms,"
        " (array_agg(execution_id order by stuck_since))[1] as first_id"
        " from flowfabric.ff_stuck group by why, lane_id order by max(stuck_ms) desc limit 50",
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
