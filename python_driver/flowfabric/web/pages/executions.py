"""Lists of executions by the filters that the engine knows, and the search."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ...types import ExecutionSummary
from ..database import Row, Transaction
from ..people import RefusedError
from ..site import Asked, Site, person_of
from ..verbs import verbs_for

PAGE_SIZE = 50
# how long a list looks for few among very many
PATIENCE_S = 0.12
MAX_TEXT = 512

STATES = (
    "waiting", "delayed", "rate_limited", "waiting_children", "active", "suspended",
    "completed", "failed", "cancelled", "expired", "skipped",
)  # fmt: skip
# keys of the filter that are one text, with what a form calls them
TEXTS = {
    "lane_id": "Lane",
    "kind": "Kind",
    "namespace": "Namespace",
    "idempotency_key": "Idempotency key",
    "worker_instance_id": "Worker process",
    "failure_category": "Failure category",
    "flow_id": "Flow",
    "created_after": "Submitted since",
    "created_before": "Submitted before",
}
# the states that one asks for most
TABS: tuple[tuple[str, list[str]], ...] = (
    ("All", []),
    ("Failed", ["failed", "expired"]),
    ("Running", ["active"]),
    ("Waiting", ["waiting", "delayed", "rate_limited", "waiting_children"]),
    ("Suspended", ["suspended"]),
    ("Completed", ["completed"]),
    ("Cancelled", ["cancelled", "skipped"]),
)


async def look(asked: Asked) -> dict[str, Any]:
    filter_ = filter_of(asked.query.multi_items())
    after = _uuid(asked.query.get("after"))
    found, next_after, is_more, looked_s = await _find(asked, filter_, after)
    query = [(k, v) for k, v in asked.query.multi_items() if k != "after" and v]
    return {
        "filter": filter_,
        "rows": found,
        "is_more": is_more,
        "is_search_short": is_more and len(found) < PAGE_SIZE,
        "looked_s": looked_s,
        "older": urlencode([*query, ("after", str(next_after))]) if is_more else None,
        "is_first": after is None,
        "newest": urlencode(query),
        "states": STATES,
        "texts": TEXTS,
        "tabs": TABS,
        "tab_query": lambda states: query_of(filter_ | {"public_state": states}),
        "chosen_states": states_of(filter_),
        "tag_texts": [f"{key}={value}" for key, value in filter_.get("tags", {}).items()],
        "filter_query": urlencode(query),
        "verbs": verbs_for(asked.may),
        "other_filters": [name for name in filter_ if name != "public_state"],
        "reasons": await _reasons(asked, found),
    }


async def _find(
    asked: Asked, filter_: Mapping[str, Any], after: UUID | None
) -> tuple[list[ExecutionSummary], UUID | None, bool, float]:
    found: list[ExecutionSummary] = []
    began_at = time.monotonic()
    while True:
        page = await asked.transaction.client.find_executions(
            filter_, after=after, limit=PAGE_SIZE - len(found)
        )
        found += page.executions
        after = page.after
        took = time.monotonic() - began_at
        if not page.is_more or len(found) == PAGE_SIZE or took > PATIENCE_S:
            return found, after, page.is_more, took


async def _reasons(asked: Asked, rows: list[ExecutionSummary]) -> dict[UUID, Row]:
    """Why some of them have failed."""
    failed = [e.execution_id for e in rows if e.public_state in ("failed", "expired")]
    if not failed:
        return {}
    found = await asked.transaction.select(
        "select execution_id, left(failure_reason, 200) as failure_reason, failure_category"
        " from flowfabric.ff_executions where execution_id = any(%(ids)s)",
        ids=failed,
    )
    return {row["execution_id"]: row for row in found if row["failure_reason"]}


# --- filters ---


def filter_of(fields: list[tuple[str, str]]) -> dict[str, Any]:
    """The filter of a form or an address; the engine judges its values."""
    filter_: dict[str, Any] = {}
    states, tags, ids = [], {}, []
    for name, value in fields:
        value = value.strip()
        if not value:
            continue
        if name in TEXTS:
            filter_[name] = value[:MAX_TEXT]
        elif name == "public_state":
            states.append(value)
        elif name == "tag":
            key, separator, text = value.partition("=")
            if not separator:
                raise RefusedError(400, "A tag is written as owner.key=value.")
            tags[key.strip()] = text.strip()
        elif name == "execution_id":
            ids.append(value)
    if states:
        filter_["public_state"] = states
    if tags:
        filter_["tags"] = tags
    if ids:
        filter_["execution_ids"] = ids[:1000]
    return filter_


def states_of(filter_: Mapping[str, Any]) -> list[str]:
    states = filter_.get("public_state", [])
    return [states] if isinstance(states, str) else states


def query_of(filter_: Mapping[str, Any]) -> str:
    """The address of the list with this filter."""
    fields = [(name, filter_[name]) for name in TEXTS if name in filter_]
    fields += [("public_state", state) for state in states_of(filter_)]
    fields += [("tag", f"{key}={value}") for key, value in filter_.get("tags", {}).items()]
    fields += [("execution_id", each) for each in filter_.get("execution_ids", [])]
    return urlencode(fields)


def _uuid(text: str | None) -> UUID | None:
    if not text:
        return None
    try:
        return UUID(text)
    except ValueError:
        raise RefusedError(400, "This is not the id of an execution.") from None


# --- the search ---


async def search(site: Site, request: Request) -> Response:
    """An id goes to what it is the id of, `tag=value` and keys to lists."""
    text = request.query_params.get("q", "").strip()
    base = site.settings.base
    try:
        id_ = UUID(text)
    except ValueError:
        id_ = None
    if id_ is not None:
        return RedirectResponse(f"{base}{await _place_of(site, request, id_)}", 303)
    if not text:
        return RedirectResponse(f"{base}/executions", 303)
    key = "tag" if "=" in text and "." in text.split("=")[0] else "idempotency_key"
    return RedirectResponse(f"{base}/executions?{urlencode({key: text[:MAX_TEXT]})}", 303)


async def _place_of(site: Site, request: Request, id_: UUID) -> str:
    async def look_up(transaction: Transaction) -> str:
        if transaction.may("ff_flow_summary") and await transaction.rows(
            "ff_flow_summary", flow_id=id_
        ):
            return f"/flows/{id_}"
        return f"/executions/{id_}"

    return await site.database.read(person_of(request).role, look_up)
