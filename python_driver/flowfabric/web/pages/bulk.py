"""Changes of many executions: a preview with their number, then call after call until all is done.

Nothing is kept between two requests: the form carries the filter and how far the calls have come.
So one can stop by leaving the page, and a form that is sent twice changes nothing twice.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import Response

from ..actions import whole_number
from ..database import Row, Transaction
from ..people import Person, RefusedError
from ..site import Site
from ..verbs import BY_NAME, Verb
from .executions import filter_of, query_of

# a preview counts no further than this, and not for longer
MOST = 10_000
PREVIEW_S = 2.5
# a request changes for so long; the next one goes on
RUN_S = 1.5
A_CALL = 1_000


async def preview(site: Site, request: Request, person: Person, form: dict[str, str]) -> Response:
    """How many it would be."""
    verb = _verb(form)
    filter_ = _chosen(form)
    arguments = verb.arguments(form)
    began_at = time.monotonic()
    counted = skipped = 0
    before: Any = None
    after: Any = None
    while True:
        row = await _call(site, person, verb, filter_, arguments, MOST, before, after, is_dry=True)
        counted += row["changed_count"]
        skipped += row["skipped_count"]
        before, after = row["before"], row["after"]
        is_all = not row["is_more"]
        if is_all or counted >= MOST or time.monotonic() - began_at > PREVIEW_S:
            break
    return site.answer(
        "bulk.html",
        request,
        person,
        place="executions",
        verb=verb,
        arguments=arguments,
        filter=filter_,
        filter_text=json.dumps(filter_),
        list_query=query_of(filter_),
        count=counted,
        skipped=skipped,
        is_all=is_all,
        before=before.isoformat(),
    )


async def run(site: Site, request: Request, person: Person, form: dict[str, str]) -> Response:
    """Some calls; the page then goes on by itself, or by its button."""
    verb = _verb(form)
    filter_ = _filter_in(form)
    arguments = verb.arguments(form)
    reason = form.get("reason", "").strip() or None
    if verb.needs_reason and reason is None:
        raise RefusedError(400, "A cancellation needs a reason.")
    changed, skipped = (whole_number(form, name, "A count") for name in ("changed", "skipped"))
    after = form.get("after") or None
    began_at = time.monotonic()
    while True:
        row = await _call(
            site,
            person,
            verb,
            filter_,
            {**arguments, "reason": reason, "actor": person.name},
            A_CALL,
            form.get("before"),
            after,
        )
        changed += row["changed_count"]
        skipped += row["skipped_count"]
        after = row["after"] and str(row["after"])
        if not row["is_more"] or time.monotonic() - began_at > RUN_S:
            break
    carried = form | {"changed": str(changed), "skipped": str(skipped), "after": after or ""}
    return site.answer(
        "bulk_run.html",
        request,
        person,
        place="executions",
        verb=verb,
        carried=carried,
        changed=changed,
        skipped=skipped,
        is_more=row["is_more"],
        list_query=query_of(filter_),
    )


async def _call(
    site: Site,
    person: Person,
    verb: Verb,
    filter_: Mapping[str, Any],
    arguments: Mapping[str, Any],
    limit: int,
    before: Any,
    after: Any,
    *,
    is_dry: bool = False,
) -> Row:
    """One call in a transaction of its own, so that it holds its locks for a moment only."""

    async def change(transaction: Transaction) -> Row:
        given = {"reason": None, "actor": None} | dict(arguments)
        if verb.needs_reason and given["reason"] is None:
            given["reason"] = "a preview"
        row = await transaction.row(
            verb.function,
            filter=dict(filter_),
            limit=limit,
            before=before,
            after=after,
            dry_run=is_dry,
            **given,
        )
        assert row
        return row

    return await site.database.act(person.role, change)


def _verb(form: Mapping[str, str]) -> Verb:
    verb = BY_NAME.get(form.get("verb", ""))
    if verb is None:
        raise RefusedError(400, "There is no such change.")
    return verb


def _chosen(form: Mapping[str, str]) -> dict[str, Any]:
    """The filter of the list, or the rows that were chosen in it."""
    if form.get("which") == "all":
        filter_ = filter_of(parse_qsl(form.get("query", "")))
        if not filter_:
            raise RefusedError(
                400, "Without a filter this would be every execution: set one first."
            )
        return filter_
    ids = form.get("execution_id", "").split()
    if not ids:
        raise RefusedError(400, "No row was chosen.")
    return {"execution_ids": ids}


def _filter_in(form: Mapping[str, str]) -> dict[str, Any]:
    try:
        filter_ = json.loads(form.get("filter", ""))
    except (ValueError, RecursionError):
        filter_ = None
    if not isinstance(filter_, dict):
        raise RefusedError(400, "The form has no filter.")
    return filter_
