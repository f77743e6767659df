"""Every method about flows, against a real server, for both clients."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from flowfabric import (
    AddedMember,
    AppliedEdge,
    CancelledFlow,
    ChangedJoin,
    CreatedFlow,
    CycleDetected,
    FlowAlreadyTerminal,
    FlowCounts,
    FlowListEntry,
    FlowNotFound,
    FlowTag,
    InvalidArgument,
    ReleasedExecution,
    StagedEdge,
    SubmittedFlow,
)

from .session import LANE, Session, fence

FLOW_ID = UUID("0192f0a0-2222-7222-8222-123456789012")
UNKNOWN = UUID(int=0)
NODES = {
    "build": {"lane": LANE, "kind": "build"},
    "ship": {"lane": LANE, "after": ["build"], "inputs": {"artifact": "build"}},
}


def counts(state: str, **members: int) -> FlowCounts:
    states = [
        *("waiting", "delayed", "rate_limited", "waiting_children", "active", "suspended"),
        *("completed", "failed", "cancelled", "expired", "skipped"),
    ]
    each = {name: members.get(name, 0) for name in states}
    return FlowCounts(FLOW_ID, state, sum(each.values()), **each)


async def test_a_flow_is_submitted_and_runs_through(session: Session) -> None:
    submitted = await session.client.submit_flow(
        {"nodes": NODES, "kind": "release", "tags": {"git.ref": "main"}},
        FLOW_ID,
        namespace="tenant",
        actor="ada",
    )
    assert submitted == SubmittedFlow(FLOW_ID, "created", 2, 1, submitted.executions)
    assert submitted.executions.keys() == NODES.keys()
    assert await session.client.flow_summary(FLOW_ID) == counts(
        "blocked", waiting=1, waiting_children=1
    )

    build = await session.claim()
    assert (build.kind, build.flow_id, build.namespace) == ("build", FLOW_ID, "tenant")
    await session.client.complete(build.handle, {"size": 7})
    ship = await session.claim()
    assert str(ship.execution_id) == submitted.executions["ship"]
    assert ship.input == {"artifact": {"size": 7}}
    await session.client.complete(ship.handle)
    assert await session.client.flow_summary(FLOW_ID) == counts("completed", completed=2)

    described = await session.client.describe_flow(FLOW_ID)
    assert described
    assert (described.flow_kind, described.tags) == ("release", {"git.ref": "main"})
    assert (described.public_flow_state, described.graph_revision) == ("completed", 3)
    assert {member["node"] for member in described.members} == NODES.keys()
    [join] = described.edge_groups
    assert join["group_state"] == "satisfied"
    listed = await session.client.list_flows("tenant")
    assert listed == [
        FlowListEntry(
            FLOW_ID, "release", "tenant", "completed", described.created_at, described.tags
        )
    ]
    diagram = await session.client.flow_diagram(FLOW_ID)
    assert 'n1["ship<br/>completed"]:::completed' in diagram


async def test_the_same_flow_is_submitted_once(session: Session) -> None:
    first = await session.client.submit_flow({"nodes": NODES}, FLOW_ID)
    second = await session.client.submit_flow({"nodes": NODES}, FLOW_ID)
    assert second == SubmittedFlow(FLOW_ID, "duplicate", 2, 1, first.executions)


async def test_the_fault_of_a_flow_is_named(session: Session) -> None:
    with pytest.raises(InvalidArgument) as refused:
        await session.client.submit_flow({"nodes": {"a": {"lane": LANE, "after": ["b"]}}})
    assert refused.value.detail["path"] == "nodes.a.after[0]"


async def test_a_circle_is_refused(session: Session) -> None:
    nodes = {"a": {"lane": LANE, "after": ["b"]}, "b": {"lane": LANE, "after": ["a"]}}
    with pytest.raises(CycleDetected) as refused:
        await session.client.submit_flow({"nodes": nodes})
    assert sorted(refused.value.detail["cycle"]) == ["a", "b"]


async def test_a_flow_is_built_step_by_step(session: Session) -> None:
    client = session.client
    assert await client.create_flow(FLOW_ID, "nightly", tags={"a.b": "c"}) == CreatedFlow(
        FLOW_ID, "created"
    )
    up = await client.create_execution(LANE, flow_id=FLOW_ID)
    down = await client.create_execution(LANE)
    assert await client.add_execution_to_flow(FLOW_ID, down.execution_id) == AddedMember(
        FLOW_ID, down.execution_id, "added", 2, 2
    )
    assert await client.set_edge_group_policy(
        FLOW_ID, down.execution_id, "quorum", 1, "let_run"
    ) == ChangedJoin(FLOW_ID, down.execution_id, "set")
    edge_id = uuid4()
    assert await client.stage_dependency_edge(
        FLOW_ID,
        edge_id,
        up.execution_id,
        down.execution_id,
        expected_graph_revision=2,
        input_name="up",
    ) == StagedEdge(FLOW_ID, edge_id, "staged", 3)
    assert await client.evaluate_flow_eligibility(down.execution_id) == "eligible"
    assert await client.apply_dependency_to_child(FLOW_ID, edge_id) == AppliedEdge(
        FLOW_ID, edge_id, "applied", "applied", 1, "waiting_children"
    )
    assert await client.evaluate_flow_eligibility(down.execution_id) == "blocked_by_dependencies"
    edge = await client.describe_edge(FLOW_ID, edge_id)
    assert edge
    assert (edge.upstream_execution_id, edge.edge_state) == (up.execution_id, "applied")
    assert await client.list_edges(FLOW_ID, downstream_execution_id=down.execution_id) == [edge]


async def test_a_flow_is_cancelled(session: Session) -> None:
    submitted = await session.client.submit_flow({"nodes": NODES}, FLOW_ID)
    cancelled = await session.client.cancel_flow(FLOW_ID, "withdrawn", actor="ada")
    members = sorted(map(UUID, submitted.executions.values()))
    assert cancelled == CancelledFlow(
        FLOW_ID,
        "cancelled",
        "cancelled",
        "cancel_all",
        "withdrawn",
        2,
        0,
        members,
        members[-1],
        False,
    )
    assert await session.client.flow_summary(FLOW_ID) == counts("cancelled", cancelled=2)
    with pytest.raises(FlowAlreadyTerminal):
        await session.client.create_execution(LANE, flow_id=FLOW_ID)


async def test_an_execution_waits_for_its_children(session: Session) -> None:
    waiting = await session.claimed()
    released = await session.client.wait_children(waiting.handle)
    assert released == ReleasedExecution(
        waiting.execution_id, "waiting", released.claimable_at, 0, False
    )
    again = await session.claim()
    assert again.attempt_type == "resume"
    released = await session.client.move_to_waiting_children(*fence(again))
    assert released.public_state == "waiting"


async def test_tags_of_flows_are_set_and_read(session: Session) -> None:
    await session.client.create_flow(FLOW_ID)
    assert await session.client.set_flow_tag(FLOW_ID, "billing.customer", "17") == FlowTag(
        FLOW_ID, "billing.customer", "17"
    )
    assert await session.client.get_flow_tag(FLOW_ID, "billing.customer") == "17"
    assert await session.client.get_flow_tag(FLOW_ID, "billing.other") is None


async def test_flows_that_do_not_exist_are_none(session: Session) -> None:
    assert await session.client.describe_flow(UNKNOWN) is None
    assert await session.client.flow_summary(UNKNOWN) is None
    assert await session.client.describe_edge(UNKNOWN, UNKNOWN) is None
    assert await session.client.list_edges(UNKNOWN) == []
    assert await session.client.list_flows() == []
    with pytest.raises(FlowNotFound):
        await session.client.flow_diagram(UNKNOWN)
