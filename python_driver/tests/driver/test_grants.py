"""The second way to work: a scheduler decides, a worker redeems what it was given."""

from __future__ import annotations

import asyncio
from dataclasses import fields
from datetime import datetime, timedelta, timezone
from uuid import uuid4

from flowfabric import (
    ClaimedExecution,
    DeadWorker,
    Grant,
    GrantIdentity,
    GrantVerdict,
    KeyDescription,
    ReclaimedExecution,
    ReclaimGrant,
    RegisteredWorker,
    RenewedItem,
    RotatedKey,
    SeededKey,
    WorkerDescription,
    WorkerHeartbeat,
)

from .session import LANE, Session

WORKER = ("mailer", "mailer-1")
SECRET = "00" * 31 + "01"


async def granted(session: Session, **options: object) -> Grant:
    """Submit an execution and let the scheduler assign it."""
    await session.client.create_execution(LANE, {"n": 1})
    grant = await session.client.claim_for_worker(LANE, *WORKER, **options)  # type: ignore[arg-type]
    assert grant
    return grant


async def lapsed(session: Session) -> ClaimedExecution:
    """An execution whose worker fell silent."""
    claimed = await session.claimed(lease_ttl_ms=1, input={"n": 1})
    await asyncio.sleep(0.01)
    return claimed


async def test_a_scheduler_assigns_what_is_due(session: Session) -> None:
    assert await session.client.claim_for_worker(LANE, *WORKER) is None
    created = await session.client.create_execution(LANE, required_capabilities=["smtp"])
    assert await session.client.claim_for_worker(LANE, *WORKER) is None
    grant = await session.client.claim_for_worker(LANE, *WORKER, ["smtp"], 60_000)
    assert grant == Grant(
        execution_id=created.execution_id,
        kind="claim",
        grant_key=grant.grant_key if grant else "",
        expires_at=grant.expires_at if grant else datetime.now(timezone.utc),
        remaining_ms=60_000,
        lane_id=LANE,
    )
    assert isinstance(grant.expires_at, datetime)
    assert await session.client.claim_for_worker(LANE, *WORKER, ["smtp"]) is None


async def test_a_grant_is_redeemed(session: Session) -> None:
    grant = await granted(session)
    lease_id, attempt_id = uuid4(), uuid4()
    deadline_at = datetime.now(timezone.utc) + timedelta(hours=1)
    claimed = await session.client.claim_execution(
        grant.execution_id,
        grant.grant_key,
        *WORKER,
        60_000,
        lease_id,
        attempt_id,
        {"max_reclaim_count": 3},
        30_000,
        deadline_at,
    )
    assert claimed == ClaimedExecution(
        handle=claimed.handle,
        execution_id=grant.execution_id,
        kind="default",
        input={"n": 1},
        payload=None,
        attempt_index=0,
        attempt_type="initial",
        attempt_id=attempt_id,
        lease_id=lease_id,
        lease_epoch=1,
        lease_expires_at=claimed.lease_expires_at,
        lease_remaining_ms=30_000,
        lane_id=LANE,
        namespace="default",
        tags={},
        flow_id=None,
        deadline_at=deadline_at,
    )
    described = await session.client.describe_execution(grant.execution_id)
    assert described
    assert described.policy
    assert described.policy["max_reclaim_count"] == 3
    finished = await session.client.complete(claimed.handle)
    assert finished.public_state == "completed"


async def test_an_execution_is_granted_by_its_id(session: Session) -> None:
    created = await session.client.create_execution(LANE, required_capabilities=["smtp"])
    grant = await session.client.issue_claim_grant(
        created.execution_id,
        *WORKER,
        LANE,
        ("smtp",),
        60_000,
        capability_hash="5a1c",
        route_snapshot={"lane": LANE},
        admission_summary="nothing to admit",
    )
    assert (grant.kind, grant.remaining_ms) == ("claim", 60_000)
    noted = "select route_snapshot from flowfabric.ff_claim_grant"
    assert await session.values(noted) == [{"lane": LANE}]
    assert await session.client.read_claim_grant_identity(grant.execution_id) == [
        GrantIdentity("mailer", "mailer-1", "claim", grant.expires_at, False)
    ]


async def test_an_execution_without_a_grant(session: Session) -> None:
    created = await session.client.create_execution(LANE)
    assert await session.client.read_claim_grant_identity(created.execution_id) == []


async def test_a_grant_is_verified(session: Session) -> None:
    grant = await granted(session)
    verdict = await session.client.verify_grant(grant.grant_key, "mailer")
    assert verdict == GrantVerdict("valid")
    verdict = await session.client.verify_grant(grant.grant_key, "printer")
    assert verdict == GrantVerdict("wrong_worker")
    await session.client.claim_execution(grant.execution_id, grant.grant_key, *WORKER)
    verdict = await session.client.verify_grant(grant.grant_key, "mailer")
    assert verdict == GrantVerdict("unknown_grant")


async def test_an_interrupted_attempt_is_resumed(session: Session) -> None:
    first = await session.claimed()
    await session.client.delay(first.handle, 0)
    grant = await session.client.claim_for_worker(LANE, *WORKER)
    assert grant
    assert grant.kind == "resume"
    lease_id = uuid4()
    claimed = await session.client.claim_resumed_execution(
        grant.execution_id,
        grant.grant_key,
        *WORKER,
        lease_id=lease_id,
        remaining_attempt_timeout_ms=5_000,
    )
    assert (claimed.attempt_type, claimed.lease_epoch) == ("resume", 2)
    assert (claimed.attempt_id, claimed.lease_id) == (first.attempt_id, lease_id)
    assert claimed.lease_remaining_ms == 5_000


async def test_a_resume_grant_is_redeemed_by_its_key_alone(session: Session) -> None:
    first = await session.claimed()
    await session.client.delay(first.handle, 0)
    grant = await session.client.issue_claim_grant(first.execution_id, *WORKER)
    claimed = await session.client.claim_from_resume_grant(grant.grant_key, *WORKER, 60_000)
    assert claimed
    assert (claimed.attempt_id, claimed.lease_remaining_ms) == (first.attempt_id, 60_000)
    again = await session.client.claim_from_resume_grant(grant.grant_key, *WORKER)
    assert again is None


async def test_an_operator_takes_one_by_its_id(session: Session) -> None:
    await session.client.create_execution(LANE)
    created = await session.client.create_execution(LANE)
    claimed = await session.client.issue_grant_and_claim(
        created.execution_id, LANE, 60_000, "by hand", "ada"
    )
    assert type(claimed) is ClaimedExecution
    assert (claimed.execution_id, claimed.lease_remaining_ms) == (created.execution_id, 60_000)


async def test_a_lost_execution_is_taken_over(session: Session) -> None:
    lost = await lapsed(session)
    grant = await session.client.issue_reclaim_grant(lost.execution_id, *WORKER, LANE, (), 60_000)
    assert grant == ReclaimGrant(
        outcome="granted",
        execution_id=lost.execution_id,
        kind="reclaim",
        grant_key=grant.grant_key,
        expires_at=grant.expires_at,
        remaining_ms=60_000,
        lane_id=LANE,
        detail=None,
        reclaim_count=0,
    )
    assert grant.grant_key
    assert isinstance(grant.expires_at, datetime)
    taken = await session.client.reclaim_execution(
        lost.execution_id, grant.grant_key, *WORKER, 60_000, max_reclaim_count=5
    )
    assert taken == ReclaimedExecution(
        outcome="claimed",
        handle=taken.handle,
        execution_id=lost.execution_id,
        kind="default",
        input={"n": 1},
        payload=None,
        attempt_index=1,
        attempt_type="reclaim",
        attempt_id=taken.attempt_id,
        lease_id=taken.lease_id,
        lease_epoch=2,
        lease_expires_at=taken.lease_expires_at,
        lease_remaining_ms=60_000,
        lane_id=LANE,
        namespace="default",
        tags={},
        flow_id=None,
        deadline_at=None,
        detail=None,
        reclaim_count=1,
    )
    assert taken.handle
    assert isinstance(taken.lease_expires_at, datetime)
    assert (await session.client.complete(taken.handle)).public_state == "completed"


async def test_a_live_lease_is_not_taken_over(session: Session) -> None:
    held = await session.claimed()
    refused = await session.client.issue_reclaim_grant(held.execution_id, *WORKER)
    assert refused == ReclaimGrant(
        outcome="not_reclaimable",
        execution_id=held.execution_id,
        kind=None,
        grant_key=None,
        expires_at=None,
        remaining_ms=None,
        lane_id=LANE,
        detail=refused.detail,
        reclaim_count=0,
    )
    assert refused.detail


async def test_one_takeover_too_many_ends_the_execution(session: Session) -> None:
    lost = await lapsed(session)
    grant = await session.client.issue_reclaim_grant(lost.execution_id, *WORKER)
    assert grant.grant_key
    refused = await session.client.reclaim_execution(
        lost.execution_id, grant.grant_key, *WORKER, max_reclaim_count=0
    )
    assert (refused.outcome, refused.reclaim_count) == ("reclaim_cap_exceeded", 1)
    assert (refused.handle, refused.lease_id, refused.tags) == (None, None, None)
    assert await session.client.read_execution_state(lost.execution_id) == "failed"


async def test_keys_are_seeded_rotated_and_listed(session: Session) -> None:
    (minted,) = await session.client.list_waitpoint_keys()
    assert minted == KeyDescription(minted.kid, True, minted.created_at, None)
    assert await session.client.seed_waitpoint_secret("k1", SECRET) == SeededKey(
        "k1", "seeded", True
    )
    again = await session.client.seed_waitpoint_secret("k1", SECRET)
    assert again == SeededKey("k1", "already_seeded", True)
    rotated = await session.client.rotate_waitpoint_secret("k2", SECRET[::-1], 3_600_000)
    assert rotated == RotatedKey("k2", "rotated", "k1", rotated.previous_expires_at, 0)
    again_rotated = await session.client.rotate_waitpoint_secret("k2", SECRET[::-1])
    assert again_rotated == RotatedKey("k2", "unchanged", None, None, 0)
    active, previous, _ = await session.client.list_waitpoint_keys()
    assert (active.kid, active.is_active) == ("k2", True)
    assert previous == KeyDescription("k1", False, previous.created_at, rotated.previous_expires_at)
    assert isinstance(previous.expires_at, datetime)


async def test_a_worker_registers_and_is_listed(session: Session) -> None:
    registered = await session.client.register_worker(
        *WORKER, {LANE}, ("smtp",), 60_000, namespace="tenant"
    )
    assert registered == RegisteredWorker("mailer-1", "registered", registered.expires_at, 60_000)
    again = await session.client.register_worker(*WORKER, [LANE], ["smtp"], 60_000, "tenant")
    assert again.outcome == "refreshed"
    (worker,) = await session.client.list_workers("tenant")
    assert worker == WorkerDescription(
        namespace="tenant",
        worker_instance_id="mailer-1",
        worker_id="mailer",
        lane_ids=[LANE],
        capabilities=["smtp"],
        is_alive=True,
        owner="ff_owner",
        registered_at=worker.registered_at,
        last_heartbeat_at=worker.last_heartbeat_at,
        expires_at=again.expires_at,
        page_key=worker.page_key,
        held_count=0,
        held_execution_ids=[],
    )
    assert isinstance(worker.registered_at, datetime)
    assert await session.client.list_workers() == [worker]
    assert await session.client.list_workers(after=worker.page_key) == []
    assert await session.client.list_workers("default", limit=1) == []


async def test_a_heartbeat_renews_leases(session: Session) -> None:
    await session.client.register_worker(*WORKER, [LANE], liveness_ttl_ms=60_000)
    claimed = await session.claimed()
    heartbeat = await session.client.heartbeat_worker(
        "mailer-1", handles=(claimed.handle, "no handle")
    )
    assert heartbeat == WorkerHeartbeat(
        "mailer-1", "refreshed", heartbeat.expires_at, 60_000, heartbeat.renewals
    )
    assert isinstance(heartbeat.expires_at, datetime)
    assert heartbeat.renewals
    renewed, refused = heartbeat.renewals
    assert renewed == {
        "execution_id": str(claimed.execution_id),
        "outcome": "renewed",
        "lease_expires_at": renewed["lease_expires_at"],
        "lease_remaining_ms": 30_000,
        "lease_epoch": 1,
        "cancel_requested": False,
        "error_code": None,
        "error_detail": None,
    }
    assert renewed.keys() == refused.keys() == {field.name for field in fields(RenewedItem)}
    assert (refused["execution_id"], refused["outcome"]) == (None, "invalid")
    assert (refused["error_code"], refused["error_detail"]) == (
        "22023",
        {
            "argument": "p_handles",
            "message": "p_handles has an item that is not a handle",
        },
    )
    asserted = await session.client.assert_lease(claimed.handle)
    assert asserted.lease_expires_at > claimed.lease_expires_at


async def test_a_heartbeat_of_a_stranger(session: Session) -> None:
    heartbeat = await session.client.heartbeat_worker("mailer-9", "tenant")
    assert heartbeat == WorkerHeartbeat("mailer-9", "not_registered", None, None, None)
    assert (await session.client.heartbeat_worker("mailer-9", handles=[])).renewals == []


async def test_a_dead_worker_gives_its_leases_up(session: Session) -> None:
    await session.client.register_worker(*WORKER, [LANE])
    claimed = await session.claimed()
    unknown = await session.client.mark_worker_dead("mailer-1", "no such tenant", "tenant", True)
    assert unknown == DeadWorker("mailer-1", "not_registered", 0)
    dead = await session.client.mark_worker_dead("mailer-1", "the host is down")
    assert dead == DeadWorker("mailer-1", "marked", 0)
    dead = await session.client.mark_worker_dead("mailer-1", "for good", release_leases=True)
    assert dead == DeadWorker("mailer-1", "not_registered", 1)
    assert (await session.claim()).execution_id == claimed.execution_id
