"""Every method, against a real server: what goes in arrives, what comes back is decoded."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta, timezone
from typing import Any
from uuid import UUID, uuid4

from build import read_version
from flowfabric import (
    CancelledExecution,
    ChangedLaneGrant,
    ChangedLaneState,
    ChangedPriority,
    CheckFinding,
    ClaimedExecution,
    CreatedExecution,
    CreatedItem,
    ExecutionDescription,
    ExecutionPage,
    ExecutionResult,
    ExecutionSummary,
    ExecutionTag,
    ExpiredLease,
    ExplainedGate,
    FailedAttempt,
    FinishedExecution,
    FinishedItem,
    HealthCheck,
    HistoryEntry,
    LaneDescription,
    LeaseRenewal,
    OverviewEntry,
    RegisteredLane,
    ReleasedExecution,
    RenewedItem,
    ReplayedExecution,
    RevokedLease,
    TickJob,
)
from psycopg.types.json import Jsonb

from .session import LANE, Session, fence

INPUT = {"to": "ada@example.com", "lines": [1, 2.5, True, None], "quote": "it's 100 % \\ ünïcode"}
PAYLOAD = bytes(range(256))
UNKNOWN = UUID("00000000-0000-7000-8000-000000000000")


async def test_an_execution_is_created(session: Session) -> None:
    created = await session.client.create_execution(LANE, INPUT)
    assert created == CreatedExecution(created.execution_id, "created", "waiting")


async def test_every_argument_of_a_submission_arrives(session: Session) -> None:
    run_at = datetime(2030, 1, 1, 12, tzinfo=timezone(timedelta(hours=2)))
    deadline_at = run_at + timedelta(days=1)
    execution_id = UUID("0192f0a0-1111-7111-8111-123456789007")
    created = await session.client.create_execution(
        LANE,
        INPUT,
        kind="welcome",
        priority=7,
        required_capabilities={"smtp"},
        run_at=run_at,
        deadline_at=deadline_at,
        idempotency_key="welcome-ada",
        namespace="tenant",
        tags={"marketing.campaign": "spring"},
        policy={"retry_policy": {"max_retries": 1}},
        execution_id=execution_id,
        actor="ada",
    )
    assert created == CreatedExecution(execution_id, "created", "delayed")

    described = await session.client.describe_execution(execution_id)
    assert described == ExecutionDescription(
        execution_id=execution_id,
        lane_id=LANE,
        namespace="tenant",
        kind="welcome",
        priority=7,
        required_capabilities=["smtp"],
        flow_id=None,
        lifecycle_phase="runnable",
        ownership_state="unowned",
        eligibility_state="not_eligible_until_time",
        blocking_reason="waiting_for_delay",
        terminal_outcome="none",
        attempt_state="pending_first_attempt",
        public_state="delayed",
        claimable_at=run_at,
        claimable_in_ms=described.claimable_in_ms if described else None,
        attempt_index=None,
        attempt_id=None,
        attempt_type=None,
        total_attempt_count=0,
        retry_count=0,
        lease_reclaim_count=0,
        replay_count=0,
        lease_id=None,
        lease_epoch=0,
        lease_expires_at=None,
        lease_remaining_ms=None,
        lease_renewed_at=None,
        worker_id=None,
        worker_instance_id=None,
        progress_percent=None,
        progress_message=None,
        failure_reason=None,
        failure_category=None,
        cancellation_reason=None,
        cancelled_by=None,
        created_at=described.created_at if described else run_at,
        started_at=None,
        updated_at=described.updated_at if described else run_at,
        terminal_at=None,
        deadline_at=deadline_at,
        idempotency_key="welcome-ada",
        tags={"marketing.campaign": "spring"},
        policy=described.policy if described else None,
        input=INPUT,
        payload=None,
        suspension=None,
    )
    assert described.claimable_in_ms
    assert described.policy
    assert described.policy["retry_policy"]["max_retries"] == 1
    assert described.created_at.tzinfo


async def test_durations_arrive(session: Session) -> None:
    created = await session.client.create_execution(LANE, delay_ms=60_000, deadline_ms=120_000)
    described = await session.client.describe_execution(created.execution_id)
    assert described
    assert described.claimable_at == described.created_at + timedelta(minutes=1)
    assert described.deadline_at == described.created_at + timedelta(minutes=2)

    created = await session.client.create_execution(LANE, delay_ms=60_000)
    described = await session.client.describe_execution(created.execution_id)
    assert described
    assert described.claimable_at == described.created_at + timedelta(minutes=1)
    assert described.deadline_at is None


async def test_an_unknown_id_gives_none(session: Session) -> None:
    assert await session.client.describe_execution(UNKNOWN) is None
    assert await session.client.read_execution_state(UNKNOWN) is None
    assert await session.client.get_execution_result(UNKNOWN) is None
    assert await session.client.list_attempts(UNKNOWN) == []
    assert await session.client.history(UNKNOWN) == []
    assert await session.client.get_execution_tag(UNKNOWN, "owner.name") is None
    assert await session.client.list_executions() == []
    assert await session.client.list_expired_leases() == []
    assert await session.client.claim(LANE, "mailer", "mailer-1") is None
    assert await session.client.claim_batch(LANE, "mailer", "mailer-1", 10) == []


async def test_a_state_is_read(session: Session) -> None:
    created = await session.client.create_execution(LANE)
    assert await session.client.read_execution_state(created.execution_id) == "waiting"


async def test_a_claim_carries_the_work_and_the_lease(session: Session) -> None:
    created = await session.client.create_execution(
        LANE, INPUT, kind="welcome", tags={"owner.name": "ada"}, deadline_ms=3_600_000
    )
    claimed = await session.client.claim(LANE, "mailer", "mailer-1", lease_ttl_ms=60_000)
    assert claimed == ClaimedExecution(
        handle=claimed.handle if claimed else "",
        execution_id=created.execution_id,
        kind="welcome",
        input=INPUT,
        payload=None,
        attempt_index=0,
        attempt_type="initial",
        attempt_id=claimed.attempt_id if claimed else uuid4(),
        lease_id=claimed.lease_id if claimed else uuid4(),
        lease_epoch=1,
        lease_expires_at=claimed.lease_expires_at if claimed else datetime.now(timezone.utc),
        lease_remaining_ms=60_000,
        lane_id=LANE,
        namespace="default",
        tags={"owner.name": "ada"},
        flow_id=None,
        deadline_at=claimed.deadline_at if claimed else None,
    )
    assert isinstance(claimed.attempt_id, UUID)
    assert isinstance(claimed.lease_id, UUID)
    assert isinstance(claimed.lease_expires_at, datetime)
    assert isinstance(claimed.deadline_at, datetime)


async def test_bytes_come_back_as_bytes(session: Session) -> None:
    claimed = await session.claimed(payload=PAYLOAD)
    assert claimed.payload == PAYLOAD
    assert type(claimed.payload) is bytes
    assert claimed.input is None
    await session.client.complete(claimed.handle, result=PAYLOAD)
    result = await session.client.get_execution_result(claimed.execution_id)
    assert result
    assert result.result == PAYLOAD
    assert result.output is None


async def test_json_of_every_kind_comes_back_as_it_was(session: Session) -> None:
    values: list[Any] = [{}, [], [{}], "text", "", 0, 1.5, True, False, INPUT]
    for value in values:
        assert (await session.claimed(input=value)).input == value


async def test_json_null_is_input_too(session: Session) -> None:
    claimed = await session.claimed(input=Jsonb(None))
    assert claimed.input is None
    given = "select input is not null from flowfabric.ff_exec_core"
    assert await session.values(given) == [True]


async def test_a_submission_without_content_has_neither(session: Session) -> None:
    claimed = await session.claimed()
    assert claimed.input is None
    assert claimed.payload is None


async def test_a_claim_takes_what_the_worker_is_capable_of(session: Session) -> None:
    created = await session.client.create_execution(LANE, required_capabilities=["gpu", "eu"])
    assert await session.client.claim(LANE, "mailer", "mailer-1", ("gpu",)) is None
    claimed = await session.client.claim(LANE, "mailer", "mailer-1", ("gpu", "eu", "more"))
    assert claimed
    assert claimed.execution_id == created.execution_id


async def test_a_batch_is_created_claimed_and_completed(session: Session) -> None:
    created = await session.client.create_executions(
        LANE, [{"n": n} for n in range(3)], {"kind": "number", "priority": [1, 3, 2]}
    )
    assert created == [
        CreatedItem(item.execution_id, "created", "waiting", None, None) for item in created
    ]
    claimed = await session.client.claim_batch(LANE, "mailer", "mailer-1", 10)
    assert [c.input["n"] for c in claimed] == [1, 2, 0]
    assert {c.kind for c in claimed} == {"number"}

    finished = await session.client.complete_batch(
        [c.handle for c in claimed],
        outputs=[{"n": 1}, None, None],
        results=(None, PAYLOAD, None),
    )
    assert finished == [
        FinishedItem(c.execution_id, "completed", "completed", False, None, None) for c in claimed
    ]
    results = [await session.client.get_execution_result(c.execution_id) for c in claimed]
    assert [(r.output, r.result) for r in results if r] == [
        ({"n": 1}, None),
        (None, PAYLOAD),
        (None, None),
    ]


async def test_batches_may_be_empty(session: Session) -> None:
    assert await session.client.create_executions(LANE, []) == []
    assert await session.client.complete_batch([]) == []


async def test_items_of_a_batch_may_be_bytes(session: Session) -> None:
    options = {"payload": [None, f"\\x{PAYLOAD.hex()}"]}
    await session.client.create_executions(LANE, [{"n": 1}, None], options)
    claimed = await session.client.claim_batch(LANE, "mailer", "mailer-1", 10)
    assert [(c.input, c.payload) for c in claimed] == [({"n": 1}, None), (None, PAYLOAD)]


async def test_items_are_refused_one_by_one(session: Session) -> None:
    created = await session.client.create_executions(
        LANE, [{"n": 1}, {"n": 2}, {"n": 3}], {"idempotency_key": ["a", "a", "b"]}
    )
    assert [item.outcome for item in created] == ["created", "idempotency_key_conflict", "created"]
    assert created[1].execution_id is None
    assert created[1].public_state is None
    assert created[1].error_code == "ZF205"
    assert created[1].error_detail
    assert created[1].error_detail["execution_id"] == str(created[0].execution_id)

    claimed = await session.client.claim_batch(LANE, "mailer", "mailer-1", 10)
    await session.client.complete(claimed[0].handle)
    finished = await session.client.complete_batch(["no handle", *(c.handle for c in claimed)])
    assert [(item.outcome, item.is_replay, item.error_code) for item in finished] == [
        ("invalid", False, "22023"),
        ("completed", True, None),
        ("completed", False, None),
    ]
    assert finished[0].execution_id is None
    assert finished[0].error_detail == {
        "argument": "p_handles",
        "message": "p_handles has an item that is not a handle",
    }


async def test_the_next_due_time_is_returned(session: Session) -> None:
    await session.client.create_execution(LANE, delay_ms=60_000, required_capabilities=["gpu"])
    due_in_ms = await session.client.next_due_in_ms(LANE, ["gpu"])
    assert due_in_ms
    assert 50_000 < due_in_ms <= 60_000
    await session.client.create_execution(LANE)
    assert await session.client.next_due_in_ms(LANE) == 0


async def test_nothing_is_scheduled(session: Session) -> None:
    assert await session.client.next_due_in_ms(LANE) is None


async def test_a_lease_is_renewed_and_asserted(session: Session) -> None:
    claimed = await session.claimed(lease_ttl_ms=10_000)
    renewed = await session.client.renew(claimed.handle, 60_000)
    assert renewed == LeaseRenewal(renewed.lease_expires_at, 60_000, 1, False)
    assert renewed.lease_expires_at > claimed.lease_expires_at
    asserted = await session.client.assert_lease(claimed.handle)
    assert asserted.lease_expires_at == renewed.lease_expires_at
    assert 50_000 < asserted.lease_remaining_ms <= 60_000
    assert (await session.client.renew(claimed.handle)).lease_remaining_ms == 10_000


async def test_an_execution_is_completed(session: Session) -> None:
    claimed = await session.claimed()
    finished = await session.client.complete(claimed.handle, {"sent": True})
    assert finished == FinishedExecution(claimed.execution_id, "completed", False)
    again = await session.client.complete(claimed.handle, {"sent": True})
    assert again == FinishedExecution(claimed.execution_id, "completed", True)

    result = await session.client.get_execution_result(claimed.execution_id)
    assert result == ExecutionResult(
        execution_id=claimed.execution_id,
        public_state="completed",
        output={"sent": True},
        result=None,
        failure_reason=None,
        failure_category=None,
        failure_detail=None,
        cancellation_reason=None,
        terminal_at=result.terminal_at if result else datetime.now(timezone.utc),
    )
    described = await session.client.describe_execution(claimed.execution_id)
    assert described
    assert described.terminal_at == result.terminal_at
    assert described.claimable_in_ms is None


async def test_a_failure_is_retried(session: Session) -> None:
    policy = {"retry_policy": {"backoff": {"type": "fixed", "delay_ms": 5000, "jitter": False}}}
    claimed = await session.claimed(policy=policy)
    failed = await session.client.fail(
        claimed.handle, "no answer", category="smtp", detail={"code": 421}
    )
    assert failed == FailedAttempt("retry_scheduled", failed.retry_at, 5000, 1, False)
    assert isinstance(failed.retry_at, datetime)

    (attempt,) = await session.client.list_attempts(claimed.execution_id)
    assert attempt.attempt_id == claimed.attempt_id
    assert attempt.lease_id == claimed.lease_id
    assert attempt.worker_instance_id == "mailer-1"
    assert attempt.failure_reason == "no answer"
    assert attempt.failure_category == "smtp"
    assert attempt.failure_detail == {"code": 421}
    assert attempt.retry_at == failed.retry_at


async def test_a_permanent_failure_ends_the_execution(session: Session) -> None:
    claimed = await session.claimed()
    failed = await session.client.fail(claimed.handle, "no such user", class_="permanent")
    assert failed == FailedAttempt("terminal_failed", None, None, None, False)
    again = await session.client.fail(claimed.handle, "no such user", class_="permanent")
    assert again == FailedAttempt("terminal_failed", None, None, None, True)
    result = await session.client.get_execution_result(claimed.execution_id)
    assert result
    assert (result.public_state, result.failure_reason) == ("failed", "no such user")


async def test_a_takeover_is_another_attempt(session: Session) -> None:
    first = await session.claimed(lease_ttl_ms=1)
    await asyncio.sleep(0.01)
    second = await session.claim()
    assert second.execution_id == first.execution_id
    assert (second.attempt_type, second.lease_epoch) == ("reclaim", 2)
    attempts = await session.client.list_attempts(first.execution_id)
    assert [(a.attempt_index, a.attempt_type, a.outcome) for a in attempts] == [
        (0, "initial", "interrupted_reclaimed"),
        (1, "reclaim", None),
    ]
    assert attempts[0].ended_at
    assert attempts[1].ended_at is None


async def test_lanes_are_registered_and_listed(session: Session) -> None:
    policy = {"retry_policy": {"max_retries": 5}}
    registered = await session.client.register_lane(LANE, policy)
    assert registered == RegisteredLane(LANE, "registered")
    assert await session.client.register_lane(LANE, policy, {}) == RegisteredLane(LANE, "updated")
    await session.client.create_execution("a-lane-nobody-registered")

    unregistered, lane = await session.client.list_lanes()
    assert lane == LaneDescription(
        lane_id=LANE,
        state="active",
        default_policy=lane.default_policy,
        options={},
        is_registered=True,
        registered_at=lane.registered_at,
        updated_at=lane.updated_at,
    )
    assert lane.default_policy
    assert lane.default_policy["retry_policy"]["max_retries"] == 5
    assert isinstance(lane.registered_at, datetime)
    assert not unregistered.is_registered
    assert unregistered.default_policy is None
    assert unregistered.registered_at is None
    assert await session.client.list_lanes(after=unregistered.lane_id, limit=1) == [lane]


async def test_leases_are_renewed_in_a_batch(session: Session) -> None:
    await session.client.create_executions(LANE, [1, 2])
    first, second = await session.client.claim_batch(LANE, "mailer", "mailer-1", 2)
    await session.client.complete(first.handle)
    renewed = await session.client.renew_batch((second.handle, first.handle, "no handle"), 60_000)
    assert renewed[0] == RenewedItem(
        execution_id=second.execution_id,
        outcome="renewed",
        lease_expires_at=renewed[0].lease_expires_at,
        lease_remaining_ms=60_000,
        lease_epoch=1,
        cancel_requested=False,
        error_code=None,
        error_detail=None,
    )
    assert isinstance(renewed[0].lease_expires_at, datetime)
    assert [(i.execution_id, i.outcome, i.error_code) for i in renewed[1:]] == [
        (first.execution_id, "execution_not_active", "ZF105"),
        (None, "invalid", "22023"),
    ]
    assert renewed[1].lease_expires_at is None
    assert renewed[1].error_detail
    (again,) = await session.client.renew_batch([second.handle])
    assert again.lease_remaining_ms == 30_000
    assert await session.client.renew_batch([]) == []


async def test_progress_is_stored(session: Session) -> None:
    claimed = await session.claimed()
    told = await session.client.progress(claimed.handle, 40, "half of the pages")
    assert told == LeaseRenewal(claimed.lease_expires_at, told.lease_remaining_ms, 1, False)
    await session.client.progress(claimed.handle, message="nearly all")
    described = await session.client.describe_execution(claimed.execution_id)
    assert described
    assert (described.progress_percent, described.progress_message) == (40, "nearly all")


async def test_a_lease_is_given_back_until_later(session: Session) -> None:
    claimed = await session.claimed()
    released = await session.client.delay(claimed.handle, 60_000)
    assert released == ReleasedExecution(
        claimed.execution_id, "delayed", released.claimable_at, 60_000, False
    )
    assert isinstance(released.claimable_at, datetime)
    again = await session.client.delay(claimed.handle, 60_000)
    assert (again.claimable_at, again.is_replay) == (released.claimable_at, True)


async def test_a_lease_is_given_back_until_an_instant(session: Session) -> None:
    run_at = datetime(2030, 1, 1, 12, tzinfo=timezone(timedelta(hours=2)))
    claimed = await session.claimed()
    released = await session.client.delay(claimed.handle, run_at=run_at)
    assert released.claimable_at == run_at


async def test_work_given_back_at_once_continues_the_same_attempt(session: Session) -> None:
    claimed = await session.claimed()
    assert (await session.client.delay(claimed.handle, 0)).public_state == "waiting"
    resumed = await session.claim()
    assert (resumed.attempt_type, resumed.lease_epoch) == ("resume", 2)
    assert resumed.attempt_id == claimed.attempt_id


async def test_the_calls_with_explicit_ids_do_the_same(session: Session) -> None:
    claimed = await session.claimed()
    renewed = await session.client.renew_lease(*fence(claimed), 60_000)
    assert renewed == LeaseRenewal(renewed.lease_expires_at, 60_000, 1, False)
    told = await session.client.update_progress(*fence(claimed), 40, "half of the pages")
    assert told.lease_expires_at == renewed.lease_expires_at

    released = await session.client.delay_execution(*fence(claimed), delay_ms=0)
    assert released == ReleasedExecution(
        claimed.execution_id, "waiting", released.claimable_at, 0, False
    )
    claimed = await session.claim()
    failed = await session.client.fail_execution(
        *fence(claimed),
        "no answer",
        "smtp",
        {"max_retries": 1, "backoff": {"type": "fixed", "delay_ms": 1, "jitter": False}},
        {"max_replay_count": 3},
    )
    assert failed == FailedAttempt("retry_scheduled", failed.retry_at, 1, 1, False)
    await asyncio.sleep(0.02)
    claimed = await session.claim()
    finished = await session.client.complete_execution(*fence(claimed), {"sent": True})
    assert finished == FinishedExecution(claimed.execution_id, "completed", False)

    described = await session.client.describe_execution(claimed.execution_id)
    assert described
    assert (described.progress_percent, described.progress_message) == (40, "half of the pages")
    assert described.policy
    assert described.policy["max_replay_count"] == 3
    result = await session.client.get_execution_result(claimed.execution_id)
    assert result
    assert result.output == {"sent": True}


async def test_an_operator_needs_no_lease(session: Session) -> None:
    claimed = await session.claimed(policy={"retry_policy": {"max_retries": 9}})
    of_no_lease = (claimed.execution_id, None, None, None, None)
    override: dict[str, Any] = {"source": "operator_override", "actor": "ada", "reason": "stuck"}
    await session.client.delay_execution(*of_no_lease, delay_ms=0, **override)
    await session.claim()
    failed = await session.client.fail_execution(
        *of_no_lease, "enough of it", retry_policy={}, **override
    )
    assert failed.outcome == "terminal_failed"

    claimed = await session.claimed()
    finished = await session.client.complete_execution(
        claimed.execution_id, None, None, None, None, result=PAYLOAD, **override
    )
    assert finished.public_state == "completed"


async def test_an_execution_is_cancelled(session: Session) -> None:
    created = await session.client.create_execution(LANE)
    cancelled = await session.client.cancel_execution(
        created.execution_id, "the customer left", actor="ada"
    )
    reason = "the customer left"
    assert cancelled == CancelledExecution(
        created.execution_id, "cancelled", "cancelled", "runnable", reason, False
    )
    again = await session.client.cancel_execution(created.execution_id, "once more")
    assert (again.is_replay, again.cancellation_reason) == (True, reason)
    described = await session.client.describe_execution(created.execution_id)
    assert described
    assert described.cancellation_reason == "the customer left"


async def test_the_holder_of_a_lease_cancels_with_its_fence(session: Session) -> None:
    claimed = await session.claimed()
    cancelled = await session.client.cancel_execution(
        claimed.execution_id,
        "not wanted any more",
        source="lease_holder",
        lease_id=claimed.lease_id,
        lease_epoch=claimed.lease_epoch,
        attempt_id=claimed.attempt_id,
    )
    assert (cancelled.outcome, cancelled.previous_phase) == ("cancelled", "active")


async def test_an_execution_is_replayed(session: Session) -> None:
    claimed = await session.claimed()
    await session.client.complete(claimed.handle)
    replayed = await session.client.replay_execution(claimed.execution_id, "once more", "ada")
    assert replayed == ReplayedExecution(claimed.execution_id, "replayed", "waiting", 1)
    again = await session.claim()
    assert (again.attempt_type, again.attempt_index) == ("replay", 1)


async def test_a_priority_is_changed(session: Session) -> None:
    await session.client.create_execution(LANE, priority=5)
    created = await session.client.create_execution(LANE)
    changed = await session.client.change_priority(created.execution_id, 9, "urgent", "ada")
    assert changed == ChangedPriority(created.execution_id, "changed", 0, 9)
    assert (await session.claim()).execution_id == created.execution_id


async def test_a_lease_is_revoked(session: Session) -> None:
    claimed = await session.claimed()
    kept = await session.client.revoke_lease(claimed.execution_id, uuid4())
    assert (kept.outcome, kept.why) == ("already_satisfied", "lease_id_mismatch")
    revoked = await session.client.revoke_lease(
        claimed.execution_id, claimed.lease_id, "mailer-1", "it hangs", "ada"
    )
    assert revoked == RevokedLease(claimed.execution_id, "revoked", None, claimed.lease_id, 1)
    again = await session.client.revoke_lease(claimed.execution_id)
    assert again == RevokedLease(
        claimed.execution_id, "already_satisfied", "already_revoked", claimed.lease_id, 1
    )
    waiting = await session.client.create_execution("another-lane")
    kept = await session.client.revoke_lease(waiting.execution_id)
    assert kept == RevokedLease(
        waiting.execution_id, "already_satisfied", "no_active_lease", None, 0
    )


async def test_executions_are_listed(session: Session) -> None:
    claimed = await session.claimed(kind="welcome", priority=7, tags={"owner.name": "ada"})
    created = await session.client.create_execution("another-lane", namespace="tenant")
    second, first = await session.client.list_executions()
    assert first == ExecutionSummary(
        execution_id=claimed.execution_id,
        lane_id=LANE,
        namespace="default",
        kind="welcome",
        priority=7,
        public_state="active",
        attempt_index=0,
        worker_instance_id="mailer-1",
        created_at=first.created_at,
        updated_at=first.updated_at,
        terminal_at=None,
        tags={"owner.name": "ada"},
    )
    assert isinstance(first.created_at, datetime)
    assert second.execution_id == created.execution_id
    assert (second.attempt_index, second.worker_instance_id) == (None, None)
    assert await session.client.list_executions({"lane_id": LANE}) == [first]
    assert await session.client.list_executions({"public_state": "active"}) == [first]
    assert await session.client.list_executions({"namespace": "tenant"}) == [second]
    assert await session.client.list_executions(after=second.execution_id) == [first]
    assert await session.client.list_executions(limit=1) == [second]
    page = await session.client.find_executions(newest_first=False, limit=1)
    assert page == ExecutionPage([first], first.execution_id, True)
    page = await session.client.find_executions(newest_first=False, after=page.after)
    assert page == ExecutionPage([second], second.execution_id, False)
    page = await session.client.find_executions({"kind": "none"})
    assert page == ExecutionPage([], first.execution_id, False)


async def test_expired_leases_are_listed(session: Session) -> None:
    await session.client.create_executions(LANE, [1, 2, 3])
    leases = await session.client.claim_batch(LANE, "mailer", "mailer-1", 2, lease_ttl_ms=1)
    await session.claim()
    await asyncio.sleep(0.01)
    expired = await session.client.list_expired_leases()
    by_id = {lease.execution_id: lease for lease in leases}
    assert expired == [
        ExpiredLease(
            execution_id=e.execution_id,
            lane_id=LANE,
            namespace="default",
            lease_id=by_id[e.execution_id].lease_id,
            lease_epoch=1,
            worker_id="mailer",
            worker_instance_id="mailer-1",
            lease_expires_at=by_id[e.execution_id].lease_expires_at,
            expired_since_ms=e.expired_since_ms,
            attempt_index=0,
            page_key=e.page_key,
        )
        for e in expired
    ]
    assert len(expired) == 2
    page = await session.client.list_expired_leases(limit=1)
    assert page[0].lease_id == expired[0].lease_id
    page = await session.client.list_expired_leases(expired[0].page_key)
    assert [e.lease_id for e in page] == [expired[1].lease_id]
    assert await session.client.list_expired_leases(namespace="tenant") == []


async def test_the_history_is_returned(session: Session) -> None:
    claimed = await session.claimed(actor="ada")
    await session.client.complete(claimed.handle)
    history = await session.client.history(claimed.execution_id)
    assert [entry.what for entry in history] == [
        "submitted",
        "attempt_started",
        "attempt_ended",
        "ended",
    ]
    assert history[1] == HistoryEntry(
        occurred_at=history[1].occurred_at,
        what="attempt_started",
        attempt_index=0,
        lease_epoch=1,
        worker_id="mailer",
        worker_instance_id="mailer-1",
        details={"attempt_type": "initial", "attempt_id": str(claimed.attempt_id)},
    )
    assert isinstance(history[1].occurred_at, datetime)
    assert history[0].attempt_index is None
    assert history[0].details
    assert history[0].details["actor"] == "ada"


async def test_tags_are_set_and_read(session: Session) -> None:
    created = await session.client.create_execution(LANE)
    assert await session.client.get_execution_tag(created.execution_id, "owner.name") is None
    tag = await session.client.set_execution_tag(created.execution_id, "owner.name", "ada")
    assert tag == ExecutionTag(created.execution_id, "owner.name", "ada")
    assert await session.client.get_execution_tag(created.execution_id, "owner.name") == "ada"


async def test_a_lane_is_closed_and_opened(session: Session) -> None:
    await session.client.create_execution(LANE)
    changed = await session.client.set_lane_state(LANE, "paused", "the server moves", "ada")
    assert changed == ChangedLaneState(LANE, "changed", "active", "paused")
    again = await session.client.set_lane_state(LANE, "paused")
    assert again == ChangedLaneState(LANE, "unchanged", "paused", "paused")
    assert await session.client.claim(LANE, "mailer", "mailer-1") is None
    await session.client.set_lane_state(LANE, "active")
    await session.claim()


async def test_a_lane_is_restricted(session: Session) -> None:
    granted = await session.client.grant_lane(LANE, "ff_worker", ["read", "claim"], "theirs", "ada")
    assert granted == ChangedLaneGrant(LANE, "ff_worker", "granted", ["claim", "read"])
    (listed,) = await session.client.list_lane_grants(LANE)
    assert (listed.role_name, listed.verbs) == ("ff_worker", ["claim", "read"])
    revoked = await session.client.revoke_lane(LANE, "ff_worker", ["read"])
    assert revoked == ChangedLaneGrant(LANE, "ff_worker", "revoked", ["claim"])
    assert (await session.client.revoke_lane(LANE, "ff_worker")).verbs == []
    assert await session.client.list_lane_grants(LANE, after=listed.page_key) == []


async def test_maintenance_is_run(session: Session) -> None:
    await session.client.create_execution(LANE, deadline_ms=1)
    await asyncio.sleep(0.01)
    jobs = await session.client.tick(10)
    assert {type(job) for job in jobs} == {TickJob}
    assert TickJob("deadlines", 1, 0, False) in jobs
    jobs = await session.client.tick()
    assert TickJob("deadlines", 0, 0, False) in jobs


async def test_invariants_are_checked(session: Session) -> None:
    claimed = await session.claimed()
    assert await session.client.check() == []
    await session.execute("update flowfabric.ff_exec_core set worker_id = null, lease_id = null")
    findings = await session.client.check(limit=1)
    (finding,) = findings
    assert finding == CheckFinding(finding.invariant, claimed.execution_id, finding.detail)
    assert isinstance(finding.invariant, str)
    assert isinstance(finding.detail, dict)


async def test_gates_are_explained(session: Session) -> None:
    created = await session.client.create_execution(LANE, required_capabilities=["gpu"])
    gates = await session.client.explain(created.execution_id, ["cpu"])
    (missing,) = [gate for gate in gates if not gate.passed and gate.gate != "verdict"]
    assert missing == ExplainedGate(
        missing.ordinal,
        "capabilities",
        False,
        "missing",
        missing.detail,
        "a worker with gpu",
        None,
        None,
    )
    assert missing.detail["missing"] == ["gpu"]
    assert (await session.client.explain(created.execution_id))[-1].passed


async def test_the_installation_is_described(session: Session) -> None:
    await session.client.create_execution(LANE)
    assert await session.client.overview() == [OverviewEntry(LANE, "active", "waiting", 1, "exact")]
    checks = await session.client.health()
    assert {type(check) for check in checks} == {HealthCheck}
    assert "ff_queue_depth" in await session.client.metrics()


async def test_version_and_time_are_returned(session: Session) -> None:
    assert await session.client.version() == read_version()
    told = await session.client.server_time()
    assert abs(told - datetime.now(timezone.utc)) < timedelta(minutes=1)
