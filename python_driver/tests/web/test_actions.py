"""Actions on executions, lanes, budgets, workers and flows: each does what its button says."""

from __future__ import annotations

from uuid import UUID

from flowfabric.types import CreatedExecution

from .conftest import Site
from .world import World


def new(world: World, lane: str, **options: object) -> CreatedExecution:
    return world.client.create_execution(lane, {"x": 1}, **options)  # type: ignore[arg-type]


def act(site: Site, id_: UUID, action: str, **fields: str) -> str:
    path = f"/executions/{id_}"
    answer = site.send(path, f"{path}/{action}", fields)
    assert answer.status == 200
    return answer.text


def test_cancelling_needs_a_reason_and_replaying_does_not(site: Site, world: World) -> None:
    id_ = new(world, "act", delay_ms=3_600_000).execution_id
    assert "needs a reason" in act(site, id_, "cancel", reason=" ")
    assert "It is cancelled." in act(site, id_, "cancel", reason="no longer needed")
    assert "It was cancelled already." in act(site, id_, "cancel", reason="again")
    assert "It runs again" in act(site, id_, "replay")
    assert "has not ended" in act(site, id_, "replay")
    act(site, id_, "cancel", reason="the test is over")


def test_a_priority_is_changed_within_its_range(site: Site, world: World) -> None:
    id_ = new(world, "act").execution_id
    assert "must be a whole number" in act(site, id_, "priority", priority="high")
    assert "p_priority" in act(site, id_, "priority", priority="9001")
    assert "Its priority is 900; it was 0." in act(site, id_, "priority", priority="900")
    act(site, id_, "cancel", reason="the test is over")


def test_the_lease_that_was_seen_is_revoked_and_no_later_one(site: Site, world: World) -> None:
    id_ = new(world, "act_lease").execution_id
    first = world.claim("act_lease", "a-1")
    other = "00000000-0000-4000-8000-000000000000"
    assert "lease id mismatch" in act(site, id_, "revoke", lease_id=other)
    assert "The lease is revoked" in act(site, id_, "revoke", lease_id=str(first.lease_id))
    second = world.claim("act_lease", "a-2")
    assert "lease id mismatch" in act(site, id_, "revoke", lease_id=str(first.lease_id))
    world.client.complete(second.handle)


def test_an_approver_answers_a_waitpoint_once(site: Site, world: World) -> None:
    id_ = new(world, "act_wait").execution_id
    parked = world.client.suspend(
        world.claim("act_wait", "a-1").handle, {"signal": "approved", "on": "review"}
    )
    waitpoint = str(parked.waitpoints[0]["waitpoint_id"])
    text = site.get(f"/executions/{id_}").text
    assert f"/approve#{id_}/{waitpoint}/" in text
    fields = {"waitpoint_id": waitpoint, "signal_name": "approved", "once": waitpoint}
    assert "resume condition satisfied" in act(site, id_, "approve", **fields)
    # the form is sent twice
    assert "resume condition satisfied" in act(site, id_, "approve", **fields)
    resumed = world.claim("act_wait", "a-1")
    assert len(world.client.observe_signals(resumed.handle)) == 1
    world.client.complete(resumed.handle)


def test_a_suspended_execution_is_resumed(site: Site, world: World) -> None:
    id_ = new(world, "act_wait").execution_id
    world.client.suspend(world.claim("act_wait", "a-1").handle, {"operator_only": True})
    assert "It goes on" in act(site, id_, "resume", reason="by phone")
    assert "not suspended" in act(site, id_, "resume")
    world.client.complete(world.claim("act_wait", "a-1").handle)


def test_a_blocked_execution_is_unblocked(site: Site, world: World) -> None:
    id_ = new(world, "act_block").execution_id
    world.client.block_execution(id_, "paused_by_operator", "to be looked at", "bea")
    text = site.get(f"/executions/{id_}").text
    assert "It was blocked by bea" in text
    assert "Unblock" in text
    assert "It is waiting." in act(site, id_, "unblock")
    act(site, id_, "cancel", reason="the test is over")


def test_a_lane_is_paused_and_opened(site: Site, world: World) -> None:
    world.client.register_lane("act/lane one")
    path = "/lanes/act%2Flane%20one"
    assert site.get(path).status == 200
    answer = site.send(path, path, {"state": "paused", "reason": "the mail server moves"})
    assert "The lane is paused." in answer.text
    answer = site.send(path, path, {"state": "paused"})
    assert "The lane was paused already." in answer.text
    assert "The lane is open." in site.send(path, path, {"state": "active"}).text
    assert "p_state" in site.send(path, path, {"state": "wrong"}).text


def test_a_dead_worker_is_removed_with_its_leases(site: Site, world: World) -> None:
    new(world, "act_dead")
    claimed = world.claim("act_dead", "dead-1")
    world.client.register_worker("dead", "dead-1", ["act_dead"])
    assert "act_dead" in site.get("/workers/dead-1").text
    answer = site.send(
        "/workers/dead-1", "/workers/dead-1", {"reason": "its host burnt down", "release": "yes"}
    )
    assert "1 of its leases were revoked" in answer.text
    text = site.get(f"/executions/{claimed.execution_id}").text
    assert "The lease of dead-1 on attempt 1 was revoked" in text
    world.client.complete(world.claim("act_dead", "alive-1").handle)


def test_a_flow_is_cancelled(site: Site, world: World) -> None:
    flow = world.client.submit_flow(
        {"nodes": {"a": {"lane": "act_flow"}, "b": {"lane": "act_flow", "after": ["a"]}}}
    )
    path = f"/flows/{flow.flow_id}"
    assert "needs a reason" in site.send(path, f"{path}/cancel", {"reason": ""}).text
    fields = {"reason": "superseded", "policy": "cancel_all"}
    assert "The flow is cancelled" in site.send(path, f"{path}/cancel", fields).text
    token_page = "/executions"
    again = site.send(token_page, f"{path}/cancel", fields)
    assert "The flow was cancelled already." in again.text


def test_a_budget_is_reset(site: Site, world: World) -> None:
    budget = world.ids["budget"]
    answer = site.send("/executions", f"/limits/{budget}/reset", {"reason": "a new month"})
    assert "begins a new period" in answer.text
    status = world.client.get_budget_status(budget)
    assert status.reset_count == 1


def test_an_unknown_action_is_none(site: Site, world: World) -> None:
    path = f"/executions/{world.ids['running']}"
    assert site.send(path, f"{path}/explode", {}).status == 404


def test_a_replay_begins_at_a_step(site: Site, world: World) -> None:
    client = world.client
    id_ = client.create_execution("act_steps").execution_id
    handle = world.claim("act_steps", "a-1").handle
    for key in ("order", "charge", "ship"):
        client.save_step(handle, key, {"done": key})
    client.complete(handle)
    page = f"/executions/{id_}"
    assert '<option value="charge">' in site.get(page).text
    assert "There is no" not in site.send(page, f"{page}/replay", {"from_step": ""}).text
    client.complete(world.claim("act_steps", "a-1").handle)
    answer = site.send(page, f"{page}/replay", {"from_step": "nothing"})
    assert 'class="message bad"' in answer.text
    answer = site.send(page, f"{page}/replay", {"from_step": "charge", "reason": "a refund"})
    assert "It runs again" in answer.text
    assert [step.step_key for step in client.list_steps(id_)] == ["order"]
    client.cancel_execution(id_, "the test is over")
