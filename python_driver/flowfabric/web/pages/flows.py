"""Flows, and families of parents and children: as graphs."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from starlette.requests import Request
from starlette.responses import Response

from ..database import Row, Transaction
from ..graphs import Edge, Node, draw
from ..people import Person, RefusedError
from ..site import Asked, NotFoundError, Site
from .execution import done

PAGE_SIZE = 40
# a larger graph is not drawn: it could not be read
MAX_NODES = 400
MAX_EDGES = 4_000
MAX_DEPTH = 4
STATES = (
    "active", "waiting", "delayed", "rate_limited", "waiting_children", "suspended",
    "completed", "failed", "expired", "cancelled", "skipped",
)  # fmt: skip
POLICIES = ("cancel_all", "cancel_pending", "cancel_flow_only")


async def look_at_all(asked: Asked) -> dict[str, Any]:
    after = uuid_of(asked.query.get("after"))
    rows = await asked.transaction.rows(
        "ff_list_flows",
        namespace=asked.query.get("namespace") or None,
        after=after,
        limit=PAGE_SIZE,
        newest_first=True,
    )
    for row in rows:
        row["counts"] = await _counts(asked.transaction, row["flow_id"])
    return {
        "rows": rows,
        "namespace": asked.query.get("namespace", ""),
        "after": rows[-1]["flow_id"] if rows else None,
        "is_first": after is None,
    }


async def look(asked: Asked) -> dict[str, Any]:
    id_ = uuid_of(asked.part("id"))
    t = asked.transaction
    flow = await t.row("ff_describe_flow", flow_id=id_, limit=MAX_NODES)
    if flow is None:
        raise NotFoundError(f"There is no flow {id_}, or your role may not see it.")
    nodes = [
        Node(
            member["execution_id"],
            member["node"] or member["kind"],
            member["public_state"],
            f"{asked.site.settings.base}/executions/{member['execution_id']}",
        )
        for member in flow["members"]
    ]
    is_drawn = not flow["is_more"]
    edges = await _edges(t, id_) if is_drawn else []
    return {
        "flow": flow,
        "counts": await _counts(t, id_),
        "states": STATES,
        "graph": draw(nodes, edges, f"The graph of flow {flow['flow_kind']}") if is_drawn else None,
        "may_cancel": asked.may("ff_cancel_flow") and flow["public_flow_state"]
        not in ("cancelled", "completed", "failed"),
        "policies": POLICIES,
    }  # fmt: skip


def uuid_of(text: str | None) -> UUID | None:
    try:
        return UUID(text) if text else None
    except ValueError:
        raise RefusedError(400, "This is not an id.") from None


async def _counts(t: Transaction, id_: UUID | None) -> Row:
    row = await t.row("ff_flow_summary", flow_id=id_)
    return row or {"total_members": 0} | dict.fromkeys(STATES, 0)


async def _edges(t: Transaction, id_: UUID | None) -> list[Edge]:
    edges: list[Edge] = []
    after = None
    while len(edges) < MAX_EDGES:
        page = await t.rows("ff_list_edges", flow_id=id_, after=after, limit=1000)
        edges += [
            Edge(
                str(e["upstream_execution_id"]), str(e["downstream_execution_id"]), e["edge_state"]
            )
            for e in page
        ]
        if len(page) < 1000:
            break
        after = page[-1]["edge_id"]
    return edges


async def cancel(site: Site, request: Request, person: Person, form: dict[str, str]) -> Response:
    id_ = uuid_of(request.path_params["id"])

    async def do(t: Transaction, person: Person) -> str:
        if not form.get("reason", "").strip():
            raise RefusedError(400, "A cancellation needs a reason.")
        row = await t.row(
            "ff_cancel_flow",
            flow_id=id_,
            reason=form["reason"].strip(),
            cancellation_policy=form.get("policy", "cancel_all"),
            actor=person.name,
        )
        assert row
        if row["outcome"] == "already_terminal":
            return f"The flow was {row['public_flow_state']} already."
        left = row["remaining_count"]
        more = f"; {left} more follow with the next claims and ticks" if left else ""
        return f"The flow is cancelled{more}."

    return await done(site, request, person, f"/flows/{id_}", do)


# --- families ---


async def look_at_family(asked: Asked) -> dict[str, Any]:
    """The executions that one has spawned, and theirs."""
    root = uuid_of(asked.part("id"))
    t = asked.transaction
    described = await t.select(
        "select d.execution_id, d.kind, d.public_state"
        " from flowfabric.ff_describe_execution(%(id)s) as d",
        id=root,
    )
    if not described:
        raise NotFoundError(f"There is no execution {root}, or your role may not see it.")
    path = f"{asked.site.settings.base}/executions"
    nodes = [Node(str(root), described[0]["kind"], described[0]["public_state"], f"{path}/{root}")]
    edges: list[Edge] = []
    level = [root]
    for _ in range(MAX_DEPTH if asked.may("ff_list_children") else 0):
        below: list[UUID | None] = []
        for parent in level:
            if len(nodes) >= MAX_NODES:
                break
            children = await t.select(
                "select c.step_key, c.execution_id, c.public_state"
                " from flowfabric.ff_list_children(%(id)s, p_limit => %(most)s) as c",
                id=parent,
                most=MAX_NODES - len(nodes),
            )
            for child in children:
                key = str(child["execution_id"])
                nodes.append(Node(key, child["step_key"], child["public_state"] or "removed",
                                  f"{path}/{key}"))  # fmt: skip
                edges.append(Edge(str(parent), key))
                # an execution that the person may not see has no visible children
                if child["public_state"]:
                    below.append(child["execution_id"])
        level = below
    return {
        "root": described[0],
        "count": len(nodes),
        "is_cut": len(nodes) >= MAX_NODES,
        "graph": draw(nodes, edges, "The executions that this one has spawned"),
    }
