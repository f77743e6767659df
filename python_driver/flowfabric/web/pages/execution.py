"""One execution: its state in a sentence, its obstacles, its history, and actions on it."""

from __future__ import annotations

import secrets
from typing import Any
from urllib.parse import quote
from uuid import UUID

from starlette.requests import Request
from starlette.responses import Response

from .. import timelines
from ..actions import ACTIONS, APPROVE, BY_NAME, Action
from ..database import Row, Transaction
from ..people import Person, RefusedError
from ..sentences import by_name, obstacles, sentence
from ..site import Asked, NotFoundError, Site, explain
from ..values import MAX_DOCUMENT, Document

MAX_ATTEMPTS = 50
MAX_HISTORY = 300
MAX_STEPS = MAX_CHILDREN = 200
MAX_TRACEBACK = 20_000
# of bytes that are no JSON so many are shown
MAX_BYTES = 512

# contents as texts, cut: they may have 16 MiB each
DESCRIBE = """
select
    d.execution_id, d.lane_id, d.namespace, d.kind, d.priority, d.required_capabilities,
    d.flow_id, d.ownership_state, d.blocking_reason, d.public_state, d.claimable_at,
    d.attempt_index, d.total_attempt_count, d.retry_count, d.lease_reclaim_count, d.replay_count,
    d.lease_id, d.lease_epoch, d.lease_expires_at, d.worker_id, d.worker_instance_id,
    d.progress_percent, left(d.progress_message, 1000) as progress_message,
    left(d.failure_reason, 2000) as failure_reason, d.failure_category,
    left(d.cancellation_reason, 2000) as cancellation_reason, d.cancelled_by,
    d.created_at, d.started_at, d.updated_at, d.terminal_at,
    d.deadline_at, d.idempotency_key, d.tags, d.policy, d.suspension,
    d.parent_id, d.parent_step_key, d.life, d.waits, d.cancel_at,
    left(t.input_text, %(most)s) as input_text, octet_length(t.input_text) as input_size,
    encode(substring(d.payload from 1 for %(bytes)s), 'hex') as payload_hex,
    octet_length(d.payload) as payload_size
from flowfabric.ff_describe_execution(%(id)s) as d
cross join lateral (select d.input::text as input_text offset 0) as t
"""
RESULT = """
select
    left(t.output_text, %(most)s) as output_text, octet_length(t.output_text) as output_size,
    encode(substring(r.result from 1 for %(bytes)s), 'hex') as result_hex,
    octet_length(r.result) as result_size
from flowfabric.ff_get_execution_result(%(id)s) as r
cross join lateral (select r.output::text as output_text offset 0) as t
"""
ATTEMPTS = """
select
    a.attempt_index, a.attempt_type, a.outcome, a.worker_instance_id, a.started_at, a.ended_at,
    left(a.failure_reason, 2000) as failure_reason, a.failure_category, a.retry_at, a.lease_epoch,
    left(a.failure_detail ->> 'traceback', %(traceback)s) as traceback,
    left((case when jsonb_typeof(a.failure_detail) = 'object' then a.failure_detail - 'traceback'
        else a.failure_detail end)::text, %(traceback)s) as detail_text
from flowfabric.ff_list_attempts(%(id)s) as a
order by a.attempt_index desc
limit %(attempts)s
"""
HISTORY = """
select h.occurred_at, h.what, h.attempt_index, h.lease_epoch, h.worker_instance_id, h.details
from flowfabric.ff_history(%(id)s) with ordinality as h
order by h.ordinality desc
limit %(most)s
"""


async def look(asked: Asked) -> dict[str, Any]:
    id_ = _uuid(asked.part("id"))
    t = asked.transaction
    d = await describe(t, id_)
    gates = by_name(await t.rows("ff_explain", execution_id=id_))
    d["is_blocked"] = not gates["operator"]["passed"]
    attempts = await t.select(ATTEMPTS, id=id_, traceback=MAX_TRACEBACK, attempts=MAX_ATTEMPTS)
    history = await t.select(HISTORY, id=id_, most=MAX_HISTORY)
    in_order = list(reversed(history))
    return {
        "d": d,
        "sentence": sentence(d, gates, asked.now),
        "obstacles": obstacles(gates),
        "timeline": timelines.draw(d, list(reversed(attempts)), in_order, asked.now),
        "attempts": attempts,
        "has_more_attempts": d["total_attempt_count"] > len(attempts),
        "history": history,
        "actions": [a for a in ACTIONS if asked.may(a.function) and a.applies(d)],
        "waitpoints": await _waitpoints(asked, d),
        "may_approve": asked.may(APPROVE.function),
        "input": _document(d, "input_text", "input_size", "payload_hex", "payload_size"),
        "output": await _output(asked, id_),
        "steps": await _steps(asked, id_),
        "children": await _children(asked, id_),
        "most": {"steps": MAX_STEPS, "children": MAX_CHILDREN},
        "once": secrets.token_hex(8),
        "worker_path": f"/workers/{quote(d['worker_instance_id'] or '', safe='')}",
    }


async def describe(t: Transaction, id_: UUID) -> Row:
    found = await t.select(DESCRIBE, id=id_, most=MAX_DOCUMENT + 1, bytes=MAX_BYTES)
    if not found:
        raise NotFoundError(f"There is no execution {id_}, or your role may not see it.")
    return found[0]


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise NotFoundError(f"{text} is not the id of an execution.") from None


def _document(row: Row, text: str, size: str, hex_: str, hex_size: str) -> Document:
    if row[hex_] is not None:
        return Document(row[hex_], row[hex_size], is_bytes=True)
    return Document(row[text], row[size])


async def _output(asked: Asked, id_: UUID) -> Document | None:
    found = await asked.transaction.select(RESULT, id=id_, most=MAX_DOCUMENT + 1, bytes=MAX_BYTES)
    if not found:
        return None
    return _document(found[0], "output_text", "output_size", "result_hex", "result_size")


async def _waitpoints(asked: Asked, d: Row) -> list[Row]:
    if d["public_state"] != "suspended" or not asked.may("ff_list_pending_waitpoints"):
        return []
    rows = await asked.transaction.rows(
        "ff_list_pending_waitpoints", execution_id=d["execution_id"], limit=50
    )
    for row in rows:
        row["link"] = None
        if asked.may("ff_read_waitpoint_token"):
            token = await asked.transaction.row(
                "ff_read_waitpoint_token",
                execution_id=d["execution_id"],
                waitpoint_id=row["waitpoint_id"],
            )
            assert token
            [text] = token.values()
            row["link"] = f"/approve#{d['execution_id']}/{row['waitpoint_id']}/{text}"
    return rows


async def _steps(asked: Asked, id_: UUID) -> list[Row]:
    if not asked.may("ff_list_steps"):
        return []
    return await asked.transaction.select(
        "select s.step_key, s.kind, left(s.output::text, 400) as output_text,"
        " octet_length(s.result) as result_size, s.child_execution_id, s.wake_at, s.attempt_index,"
        " s.saved_at from flowfabric.ff_list_steps(%(id)s, p_limit => %(most)s) as s",
        id=id_,
        most=MAX_STEPS,
    )


async def _children(asked: Asked, id_: UUID) -> list[Row]:
    if not asked.may("ff_list_children"):
        return []
    return await asked.transaction.select(
        "select c.step_key, c.execution_id, c.public_state, left(c.failure_reason, 400) as"
        " failure_reason from flowfabric.ff_list_children(%(id)s, %(after)s, %(most)s) as c",
        id=id_,
        after=asked.query.get("children_after") or None,
        most=MAX_CHILDREN,
    )


# --- forms ---


async def act(site: Site, request: Request, person: Person, form: dict[str, str]) -> Response:
    """One action on one execution; the page then says what came of it."""
    id_ = _uuid(request.path_params["id"])
    action: Action | None = BY_NAME.get(request.path_params["action"])
    if action is None:
        raise NotFoundError("There is no such action.")
    return await done(site, request, person, f"/executions/{id_}", action.do, id_, form)


async def done(
    site: Site,
    request: Request,
    person: Person,
    path: str,
    do: Any,
    *arguments: Any,
) -> Response:
    """Do it in a transaction, and go back to the page with the answer, or with the refusal."""

    async def change(transaction: Transaction) -> str:
        text: str = await do(transaction, person, *arguments)
        return text

    try:
        text = await site.database.act(person.role, change)
    except RefusedError as error:
        return site.redirect(request, path, str(error), "bad")
    except Exception as error:
        found = explain(error)
        if found.status == 500:
            raise
        said = " ".join(filter(None, [_sentence(found.text), found.hint]))
        return site.redirect(request, path, said, "bad")
    return site.redirect(request, path, text)


def _sentence(text: str) -> str:
    first = text[:1] if text.startswith("p_") else text[:1].upper()
    return f"{first}{text[1:]}{'' if text.endswith('.') else '.'}"
