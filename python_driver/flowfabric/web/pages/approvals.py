"""Approvals by signed links, for people without any other right.

The link has the token in its fragment, which no browser sends and no log has; a script sends it by
POST. The page shows the title and the detail of the waitpoint, never the input of the execution.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb
from starlette.requests import Request
from starlette.responses import Response

from ..database import Row, Transaction
from ..people import Person, RefusedError
from ..site import Asked, Site

MAX_COMMENT = 4_000
APPROVED, REJECTED = "approved", "rejected"

EFFECTS = {
    "resume_condition_satisfied": "Thank you. Your answer counts, and the work goes on.",
    "appended_to_waitpoint": "Thank you. Your answer counts; more answers are needed.",
    "appended_to_waitpoint_duplicate": "You have answered before; this adds nothing.",
    "buffered_for_pending_waitpoint": "Thank you. Your answer is kept until it is asked for.",
    "signal_ignored_matcher_failed": "Your answer is stored, but the work waits for another one.",
    "signal_ignored_own_request": "An answer of the side that asks does not count.",
}


@dataclass(frozen=True)
class Link:
    execution_id: UUID
    waitpoint_id: UUID
    token: str

    def text(self) -> str:
        return f"{self.execution_id}/{self.waitpoint_id}/{self.token}"


async def look(_asked: Asked) -> dict[str, Any]:
    """The page before it knows its link."""
    return {}


async def show(site: Site, request: Request, person: Person, form: Mapping[str, str]) -> Response:
    """The question that the link belongs to."""
    link = _link_of(form)
    return _page(site, request, person, link, await _question(site, link))


async def answer(site: Site, request: Request, person: Person, form: Mapping[str, str]) -> Response:
    """Deliver the decision, once for each form."""
    link = _link_of(form)
    decision = form.get("decision", "").strip()
    comment = form.get("comment", "").strip()[:MAX_COMMENT]
    question = await _question(site, link)
    if decision not in _decisions(question):
        raise RefusedError(400, "This is not an answer to the question.")

    async def deliver(t: Transaction) -> Row:
        row = await t.row(
            "ff_deliver_signal",
            execution_id=link.execution_id,
            waitpoint_id=link.waitpoint_id,
            token=link.token,
            signal_name=decision,
            input=Jsonb({"comment": comment}),
            # each waitpoint has a person of its own, named by its key where nobody is known
            source_identity=person.name or question["waitpoint_key"],
            idempotency_key=f"web:{form.get('once', '')}",
        )
        assert row
        return row

    row = await site.database.act(site.settings.approval_role, deliver)
    said = EFFECTS.get(row["effect"], row["effect"].replace("_", " "))
    return _page(site, request, person, link, await _question(site, link), said)


def _link_of(form: Mapping[str, str]) -> Link:
    """The part behind the # of a link, or the whole of it."""
    parts = form.get("link", "").strip().rpartition("#")[2].split("/")
    try:
        execution_id, waitpoint_id, token = parts
        return Link(UUID(execution_id), UUID(waitpoint_id), token)
    except ValueError:
        raise RefusedError(400, "This is not a whole link. Copy all of it.") from None


async def _question(site: Site, link: Link) -> Row:
    async def look_up(t: Transaction) -> Row:
        row = await t.row(
            "ff_read_waitpoint",
            execution_id=link.execution_id,
            waitpoint_id=link.waitpoint_id,
            token=link.token,
        )
        assert row
        return row

    return await site.database.read(site.settings.approval_role, look_up)


def _decisions(question: Row) -> list[str]:
    """The signals that the condition names; where it takes any: an approval, or a rejection."""
    return question["signal_names"] or [APPROVED, REJECTED]


def _page(
    site: Site,
    request: Request,
    person: Person,
    link: Link,
    question: Row,
    said: str = "",
) -> Response:
    return site.answer(
        "approve.html",
        request,
        person,
        question=question,
        decisions=_decisions(question),
        approved=APPROVED,
        rejected=REJECTED,
        link=link.text(),
        said=said,
        once=secrets.token_hex(8),
    )
