"""All pages, and all forms."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response

from ..people import Person
from ..site import Page, Site
from . import (
    approvals,
    bulk,
    events,
    execution,
    executions,
    flows,
    lanes,
    limits,
    overview,
    workers,
)

Act = Callable[[Site, Request, Person, dict[str, str]], Awaitable[Response]]

APPROVAL_PAGES: list[Page] = [Page("/approve", "approve.html", approvals.look)]
APPROVAL_FORMS: list[tuple[str, Act]] = [
    ("/approve/show", approvals.show),
    ("/approve/answer", approvals.answer),
]
ALL: list[Page] = [
    Page("/", "overview.html", overview.look, "overview"),
    Page("/executions", "executions.html", executions.look, "executions"),
    Page("/executions/{id}", "execution.html", execution.look, "executions"),
    Page("/families/{id}", "family.html", flows.look_at_family, "executions"),
    Page("/flows", "flows.html", flows.look_at_all, "flows"),
    Page("/flows/{id}", "flow.html", flows.look, "flows"),
    Page("/lanes", "lanes.html", lanes.look_at_all, "lanes"),
    # a name may have a slash in it
    Page("/lanes/{lane:path}", "lane.html", lanes.look, "lanes"),
    Page("/limits", "limits.html", limits.look, "limits"),
    Page("/workers", "workers.html", workers.look_at_all, "workers"),
    Page("/workers/{worker:path}", "worker.html", workers.look, "workers"),
    Page("/events", "events.html", events.look, "events", mode="read write"),
    *APPROVAL_PAGES,
]
FORMS: list[tuple[str, Act]] = [
    ("/executions/{id}/{action}", execution.act),
    ("/bulk/preview", bulk.preview),
    ("/bulk/run", bulk.run),
    ("/flows/{id}/cancel", flows.cancel),
    ("/lanes/{lane:path}", lanes.set_state),
    ("/limits/{id}/reset", limits.reset),
    ("/workers/{worker:path}", workers.mark_dead),
    *APPROVAL_FORMS,
]
