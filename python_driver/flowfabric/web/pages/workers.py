"""Worker processes, alive or silent, and the executions that each of them holds."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from ..database import Row, Transaction
from ..people import Person
from ..site import Asked, NotFoundError, Site
from .execution import done

PAGE_SIZE = 100
HELD = 50


async def look_at_all(asked: Asked) -> dict[str, Any]:
    t = asked.transaction
    after = asked.query.get("after") or None
    rows = await t.rows("ff_list_workers", after=after, limit=PAGE_SIZE)
    lapsed = (
        await t.rows("ff_list_expired_leases", limit=HELD)
        if asked.may("ff_list_expired_leases")
        else []
    )
    return {
        "rows": rows,
        "after": rows[-1]["page_key"] if len(rows) == PAGE_SIZE else None,
        "is_first": after is None,
        "lapsed": lapsed,
        "is_lapsed_cut": len(lapsed) == HELD,
        "has_held": bool(rows) and "held_count" in rows[0],
    }


async def look(asked: Asked) -> dict[str, Any]:
    name = asked.part("worker")
    t = asked.transaction
    rows = await t.select(
        # the key of a row is the instance, a blank and the namespace
        "select w.*"
        " from flowfabric.ff_list_workers(p_after => %(worker)s || ' ', p_limit => 10) as w"
        " where w.worker_instance_id = %(worker)s",
        worker=name,
    )
    held: list[Row] = []
    if asked.may("ff_find_executions"):
        page = await t.client.find_executions(
            {"worker_instance_id": name, "public_state": "active"}, limit=HELD
        )
        held = await t.select(
            "select execution_id, kind, lane_id, public_state, attempt_index, lease_expires_at,"
            " progress_percent, started_at from flowfabric.ff_executions"
            " where execution_id = any(%(ids)s) order by lease_expires_at",
            ids=[e.execution_id for e in page.executions],
        )
    if not rows and not held:
        raise NotFoundError(f"No worker {name} is registered, and it holds nothing.")
    return {
        "name": name,
        "registrations": rows,
        "held": held,
        "is_cut": len(held) == HELD,
        "may_mark": asked.may("ff_mark_worker_dead"),
        "path": f"/workers/{quote(name, safe='')}",
    }


async def mark_dead(site: Site, request: Request, person: Person, form: dict[str, str]) -> Response:
    name = request.path_params["worker"]

    async def do(t: Transaction, person: Person) -> str:
        row = await t.row(
            "ff_mark_worker_dead",
            worker_instance_id=name,
            reason=f"{form.get('reason', '').strip() or 'by hand'}"
            + (f" ({person.name})" if person.name else ""),
            namespace=form.get("namespace") or "default",
            release_leases=form.get("release") == "yes",
        )
        assert row
        what = "is removed" if row["outcome"] == "marked" else "was not registered"
        return f"The worker {what}; {row['released_count']} of its leases were revoked."

    return await done(site, request, person, "/workers", do)
