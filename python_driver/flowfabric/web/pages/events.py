"""The newest events, again and again while the page is open."""

from __future__ import annotations

from typing import Any

import psycopg

from ..people import RefusedError
from ..site import Asked

# the page shows so many
SHOWN = 100
# how far back the page looks for them, in turn: an event may be about one execution, or a thousand
DISTANCES = (4, 40, 400, 4_000)
# a page of events that has a batch in it may have many items: so many pages are read at most
PAGES = 8
KINDS = (
    "acquired", "renewed", "released", "revoked", "expired", "reclaimed", "completed",
    "signal_delivered", "resumed", "suspension_timed_out", "replayed", "priority_changed",
    "blocked", "unblocked", "flow_cancelled", "lane_state_changed",
)  # fmt: skip


async def look(asked: Asked) -> dict[str, Any]:
    query = asked.query
    chosen = [kind for kind in query.getlist("kind") if kind]
    key, separator, value = query.get("tag", "").partition("=")
    if query.get("tag") and not (separator and key):
        raise RefusedError(400, "A tag is written as owner.key=value.")
    filter_: dict[str, Any] = {
        "kinds": chosen or None,
        "namespace": query.get("namespace") or None,
        "tag_key": key or None,
        "tag_value": value or None,
    }
    return {
        "events": await _newest(asked, filter_) if asked.may("ff_read_events") else None,
        "kinds": KINDS,
        "chosen": chosen,
        "namespace": query.get("namespace", ""),
        "tag": query.get("tag", ""),
    }


async def _newest(asked: Asked, filter_: dict[str, Any]) -> list[dict[str, Any]]:
    end = await asked.transaction.row("ff_read_events", cursor="", limit=1)
    assert end
    found: list[dict[str, Any]] = []
    for distance in DISTANCES:
        # a cursor is the installation, the number of an event, and a place in its batch
        *parts, number, _place = end["next_cursor"].split(":")
        first = max(int(number) - distance, 0)
        cursor = ":".join([*parts, str(first), "0"]) if first else None
        found = await _from(asked, cursor, filter_)
        if len(found) >= SHOWN or cursor is None:
            break
    return found[-SHOWN:][::-1]


async def _from(asked: Asked, cursor: str | None, filter_: dict[str, Any]) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    try:
        async with asked.transaction.connection.transaction():
            for _ in range(PAGES):
                page = await asked.transaction.row(
                    "ff_read_events", cursor=cursor, limit=1000, **filter_
                )
                assert page
                events = (events + page["events"])[-SHOWN:]
                cursor = page["next_cursor"]
                if not page["has_more"]:
                    break
    except psycopg.Error as error:
        # these events were removed
        if error.diag.sqlstate != "ZF710":
            raise
        return await _from(asked, None, filter_) if cursor is not None else []
    return events
