"""Lanes: their due work, limits, rights and workers; pausing and draining."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from ...types import ExecutionSummary
from ..database import Row, Transaction
from ..hours import last_hour
from ..people import Person
from ..site import Asked, NotFoundError, Site
from .execution import done

PAGE_SIZE = 100
NEWEST = 10
STATES = {
    "active": "takes submissions and claims",
    "paused": "takes submissions, no claims",
    "draining": "takes claims, no submissions",
    "disabled": "takes neither",
}
DUE = """
select lane_id, state, is_registered, due_count, is_due_count_at_least, oldest_due_ms, next_due_at,
    live_worker_count, route_count
from flowfabric.ff_lanes
"""


async def look_at_all(asked: Asked) -> dict[str, Any]:
    after = asked.query.get("after") or None
    rows = await asked.transaction.rows("ff_list_lanes", after=after, limit=PAGE_SIZE)
    due = await _due(asked, [row["lane_id"] for row in rows])
    for row in rows:
        row |= due.get(row["lane_id"], {})
    return {
        "rows": rows,
        "has_due": bool(due),
        "after": rows[-1]["lane_id"] if len(rows) == PAGE_SIZE else None,
        "is_first": after is None,
    }


async def _due(asked: Asked, lanes: list[str]) -> dict[str, Row]:
    if not asked.may("ff_overview"):
        return {}
    rows = await asked.transaction.select(DUE + " where lane_id = any(%(lanes)s)", lanes=lanes)
    return {row["lane_id"]: row for row in rows}


async def look(asked: Asked) -> dict[str, Any]:
    name = asked.part("lane")
    t = asked.transaction
    # the first lane that is not before the name
    rows = await t.select(
        "select l.* from flowfabric.ff_list_lanes(p_limit => 1000) as l where l.lane_id = %(lane)s",
        lane=name,
    )
    if not rows:
        raise NotFoundError(f"There is no lane {name}, or your role may not see it.")
    counts = await asked.slow("ff_overview") if asked.may("ff_overview") else []
    return {
        "lane": rows[0] | (await _due(asked, [name])).get(name, {}),
        "counts": [row for row in counts if row["lane_id"] == name],
        "grants": await _rows(asked, "ff_list_lane_grants", name),
        "limits": await _rows(asked, "ff_list_submitter_limits", name),
        "workers": await _workers(asked, name),
        "newest": await _newest(asked, name),
        "minutes": (await last_hour(asked, name)).chart(),
        "states": STATES,
        "may_change": asked.may("ff_set_lane_state"),
        "path": f"/lanes/{quote(name, safe='')}",
    }


async def _rows(asked: Asked, function: str, lane: str) -> list[Row]:
    if not asked.may(function):
        return []
    return await asked.transaction.rows(function, lane_id=lane, limit=100)


async def _workers(asked: Asked, lane: str) -> list[Row]:
    if not asked.may("ff_list_workers"):
        return []
    return await asked.transaction.select(
        "select w.worker_instance_id, w.worker_id, w.capabilities, w.last_heartbeat_at"
        " from flowfabric.ff_list_workers(p_limit => 1000) as w"
        " where w.is_alive and %(lane)s = any(w.lane_ids) limit 50",
        lane=lane,
    )


async def _newest(asked: Asked, lane: str) -> list[ExecutionSummary]:
    if not asked.may("ff_find_executions"):
        return []
    page = await asked.transaction.client.find_executions({"lane_id": lane}, limit=NEWEST)
    return page.executions


async def set_state(site: Site, request: Request, person: Person, form: dict[str, str]) -> Response:
    name = request.path_params["lane"]

    async def do(t: Transaction, person: Person) -> str:
        row = await t.row(
            "ff_set_lane_state",
            lane_id=name,
            state=form.get("state", ""),
            reason=form.get("reason", "").strip() or None,
            actor=person.name,
        )
        assert row
        state = "open" if row["new_state"] == "active" else row["new_state"]
        if row["outcome"] == "unchanged":
            return f"The lane was {state} already."
        return f"The lane is {state}."

    return await done(site, request, person, f"/lanes/{quote(name, safe='')}", do)
