"""An execution parks itself, and signals, approvers, operators and timeouts let it go on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import Any
from uuid import UUID, uuid4

import pytest
from flowfabric import (
    AlreadySuspended,
    ClaimedExecution,
    ClosedWaitpoint,
    CreatedWaitpoint,
    DeliveredSignal,
    ExecutionNotSuspended,
    ExpiredSuspension,
    FlowFabricError,
    InvalidToken,
    InvalidWaitpointForExecution,
    LeaseLost,
    ObservedSignal,
    PendingWaitpointExpired,
    SignalConflict,
    SignalLimitExceeded,
    SuspendedExecution,
    SuspensionSummary,
    TargetNotSignalable,
    TokenExpired,
    WaitpointClosed,
    WaitpointDescription,
    WaitpointNotFound,
    WaitpointNotPending,
)

from .session import OpenSession, Session

APPROVED = {"signal": "approved", "on": "review"}
SUPERUSER = "postgres"


async def suspended(session: Session, condition: Any = APPROVED, **options: Any) -> Waiting:
    claimed = await session.claimed()
    return Waiting(claimed, await session.client.suspend(claimed.handle, condition, **options))


class Waiting:
    """A suspended execution, and how to signal it."""

    def __init__(self, claimed: ClaimedExecution, answer: SuspendedExecution) -> None:
        assert answer.outcome == "suspended"
        self.claimed, self.answer = claimed, answer
        self.execution_id = answer.execution_id

    @property
    def waitpoint_id(self) -> UUID:
        return UUID(self.answer.waitpoints[0]["waitpoint_id"])

    @property
    def token(self) -> str:
        token: str = self.answer.waitpoints[0]["token"]
        return token

    @property
    def address(self) -> tuple[UUID, UUID, str]:
        return self.execution_id, self.waitpoint_id, self.token


async def test_an_execution_parks_itself_and_goes_on(session: Session) -> None:
    claimed = await session.claimed()
    timeout_at = datetime.now(timezone.utc) + timedelta(hours=1)
    answer = await session.client.suspend(
        claimed.handle,
        APPROVED,
        [{"key": "review"}],
        "waiting_for_approval",
        timeout_at=timeout_at,
        timeout_behavior="escalate",
        idempotency_key="review",
        continuation="page 7",
        requested_by="policy",
    )
    waiting = Waiting(claimed, answer)
    assert answer == SuspendedExecution(
        outcome="suspended",
        execution_id=claimed.execution_id,
        suspension_id=answer.suspension_id,
        waitpoints=[
            {
                "waitpoint_id": str(waiting.waitpoint_id),
                "waitpoint_key": "review",
                "token": waiting.token,
            }
        ],
        timeout_at=timeout_at,
        timeout_in_ms=answer.timeout_in_ms,
        is_replay=False,
    )
    again = await session.client.suspend(claimed.handle, APPROVED, idempotency_key="review")
    assert (again.is_replay, again.waitpoints) == (True, answer.waitpoints)
    described = await session.client.describe_execution(claimed.execution_id)
    assert described
    assert described.public_state == "suspended"
    assert described.suspension
    assert described.suspension["continuation"] == "page 7"
    assert described.suspension["requested_by"] == "policy"

    signal_id = uuid4()
    delivered = await session.client.deliver_signal(
        *waiting.address,
        "approved",
        {"comment": "fine"},
        source_type="webhook",
        source_identity="ada",
        signal_id=signal_id,
        idempotency_key="click-1",
        correlation_id="mail-4711",
        signal_category="callback",
    )
    assert delivered == DeliveredSignal(
        "accepted", signal_id, "resume_condition_satisfied", "waiting"
    )
    resumed = await session.claim()
    assert resumed.attempt_type == "resume"
    assert resumed.attempt_id == claimed.attempt_id
    [observed] = await session.client.observe_signals(resumed.handle)
    assert observed == ObservedSignal(
        signal_id=signal_id,
        signal_name="approved",
        signal_category="callback",
        input={"comment": "fine"},
        payload=None,
        waitpoint_id=waiting.waitpoint_id,
        waitpoint_key="review",
        source_type="webhook",
        source_identity="ada",
        correlation_id="mail-4711",
        accepted_at=observed.accepted_at,
        effect="resume_condition_satisfied",
        is_satisfier=True,
        suspension_id=answer.suspension_id,
    )
    assert await session.client.observe_signals(resumed.handle, all=True) == [observed]


async def test_bytes_arrive_as_they_are(session: Session) -> None:
    waiting = await suspended(session)
    await session.client.deliver_signal(*waiting.address, "approved", payload=b"\x00\xff")
    [observed] = await session.client.observe_signals((await session.claim()).handle)
    assert (observed.input, observed.payload) == (None, b"\x00\xff")


async def test_a_waitpoint_is_made_ahead(session: Session) -> None:
    claimed = await session.claimed()
    created = await session.client.create_waitpoint(claimed.handle, "review", 60_000)
    assert created == CreatedWaitpoint(
        created.waitpoint_id, "review", created.token, created.expires_at, 60_000
    )
    delivered = await session.client.deliver_signal(
        claimed.execution_id, created.waitpoint_id, created.token, "approved"
    )
    assert delivered.effect == "buffered_for_pending_waitpoint"
    answer = await session.client.suspend(claimed.handle, APPROVED)
    assert answer.outcome == "already_satisfied"
    await session.client.complete(claimed.handle)


async def test_a_waitpoint_is_closed(session: Session) -> None:
    claimed = await session.claimed()
    created = await session.client.create_waitpoint(claimed.handle, "review", 60_000)
    for outcome in ("closed", "already_closed"):
        closed = await session.client.close_waitpoint(claimed.handle, created.waitpoint_id)
        assert closed == ClosedWaitpoint(created.waitpoint_id, outcome)


async def test_approvers_need_no_token(session: Session) -> None:
    condition = {"count": 2, "of": "sources", "on": ["review"], "signal": "approved"}
    waiting = await suspended(session, condition)
    where = (waiting.execution_id, waiting.waitpoint_id)
    effects = [
        (await session.client.deliver_approval_signal(*where, "approved", approver)).effect
        for approver in ("ada", "bob")
    ]
    assert effects == ["appended_to_waitpoint", "resume_condition_satisfied"]
    again = await session.client.deliver_approval_signal(*where, "approved", "ada")
    assert again.outcome == "duplicate"


async def test_an_operator_resumes_it(session: Session) -> None:
    waiting = await suspended(session, {"operator_only": True})
    resumed = await session.client.resume_execution(
        waiting.execution_id, resume_delay_ms=60_000, reason="by phone", actor="ada"
    )
    assert (resumed.execution_id, resumed.outcome) == (waiting.execution_id, "resumed")
    assert (resumed.public_state, resumed.claimable_in_ms) == ("delayed", 60_000)
    assert resumed.claimable_at > datetime.now(timezone.utc)


async def test_a_timeout_is_applied(session: Session) -> None:
    waiting = await suspended(session, {"timeout_only": True}, timeout_ms=3_600_000)
    answer = await session.client.expire_suspension(waiting.execution_id)
    assert answer == ExpiredSuspension(
        waiting.execution_id, "already_satisfied", "not_yet_due", None, "suspended"
    )
    now = datetime.now(timezone.utc) - timedelta(minutes=1)
    late = await suspended(session, {"timeout_only": True}, timeout_at=now)
    answer = await session.client.expire_suspension(late.execution_id)
    assert answer == ExpiredSuspension(late.execution_id, "expired", None, "fail", "failed")


async def test_suspended_executions_are_listed(session: Session) -> None:
    first = await suspended(session, timeout_ms=60_000)
    second = await suspended(session)
    [summary] = await session.client.list_suspended(limit=1, namespace="default")
    assert summary == SuspensionSummary(
        execution_id=first.execution_id,
        lane_id="emails",
        namespace="default",
        suspension_id=first.answer.suspension_id,
        reason_code="waiting_for_signal",
        suspended_at=summary.suspended_at,
        suspended_since_ms=summary.suspended_since_ms,
        timeout_at=first.answer.timeout_at,
        timeout_in_ms=summary.timeout_in_ms,
        timeout_behavior="fail",
        is_escalated=False,
        signal_count=0,
        page_key=summary.page_key,
    )
    [next_one] = await session.client.list_suspended(summary.page_key)
    assert next_one.execution_id == second.execution_id
    [waitpoint] = await session.client.list_pending_waitpoints(first.execution_id)
    assert waitpoint == WaitpointDescription(
        execution_id=first.execution_id,
        waitpoint_id=first.waitpoint_id,
        waitpoint_key="review",
        state="active",
        signal_names=["approved"],
        signal_count=0,
        created_at=waitpoint.created_at,
        activated_at=waitpoint.activated_at,
        expires_at=first.answer.timeout_at,
        remaining_ms=waitpoint.remaining_ms,
        token_kid="installed",
        token_fingerprint=waitpoint.token_fingerprint,
    )
    last = await session.client.list_pending_waitpoints(first.execution_id, first.waitpoint_id)
    assert last == []
    where = (first.execution_id, first.waitpoint_id)
    assert await session.client.read_waitpoint_token(*where) == first.token
    assert await session.client.read_waitpoint_token(first.execution_id, uuid4()) is None


async def refused(error: type[FlowFabricError], call: Callable[[], Any]) -> FlowFabricError:
    with pytest.raises(error) as raised:
        await call()  # the synchronous client raises when it is called, not when it is awaited
    assert not isinstance(raised.value, LeaseLost)
    return raised.value


async def test_refused_tokens(session: Session) -> None:
    waiting = await suspended(session)
    other = waiting.token[:-1] + ("1" if waiting.token.endswith("0") else "0")
    where = (waiting.execution_id, waiting.waitpoint_id)
    error = await refused(
        InvalidToken, lambda: session.client.deliver_signal(*where, other, "approved")
    )
    assert error.symbol == "invalid_token"
    await session.client.rotate_waitpoint_secret("next", "ab" * 32, 0)
    error = await refused(
        TokenExpired,
        lambda: session.client.deliver_signal(*where, waiting.token, "approved"),
    )
    assert error.symbol == "token_expired"


async def test_signals_that_come_too_late(session: Session) -> None:
    waiting = await suspended(session)
    await session.client.deliver_signal(*waiting.address, "approved", idempotency_key="k")
    error = await refused(
        WaitpointClosed, lambda: session.client.deliver_signal(*waiting.address, "approved")
    )
    assert error.detail["close_reason"] == "resumed"
    await refused(
        SignalConflict,
        lambda: session.client.deliver_signal(*waiting.address, "rejected", idempotency_key="k"),
    )
    error = await refused(
        ExecutionNotSuspended, lambda: session.client.resume_execution(waiting.execution_id)
    )
    assert error.detail["public_state"] == "waiting"
    await session.client.cancel_execution(waiting.execution_id, "enough")
    error = await refused(
        TargetNotSignalable, lambda: session.client.deliver_signal(*waiting.address, "approved")
    )
    assert error.detail["public_state"] == "cancelled"


async def test_refused_waitpoints(session: Session) -> None:
    claimed = await session.claimed()
    suspend, any_signal = session.client.suspend, {"any_signal": True, "on": "review"}

    async def refusal(error: type[FlowFabricError], waitpoint_id: object) -> None:
        binding = [{"waitpoint_id": str(waitpoint_id)}]
        raised = await refused(error, lambda: suspend(claimed.handle, any_signal, binding))
        assert raised.detail["waitpoint_id"] == str(waitpoint_id)

    await refusal(WaitpointNotFound, uuid4())
    closed = await session.client.create_waitpoint(claimed.handle, "review", 60_000)
    await session.client.close_waitpoint(claimed.handle, closed.waitpoint_id)
    await refusal(WaitpointNotPending, closed.waitpoint_id)
    short = await session.client.create_waitpoint(claimed.handle, "review", 1)
    await session.execute("select pg_sleep(0.01)")
    await refusal(PendingWaitpointExpired, short.waitpoint_id)
    other = await session.client.create_waitpoint(
        (await session.claimed()).handle, "review", 60_000
    )
    await refusal(InvalidWaitpointForExecution, other.waitpoint_id)


async def test_another_condition_is_another_call(session: Session) -> None:
    waiting = await suspended(session)
    error = await refused(
        AlreadySuspended,
        lambda: session.client.suspend(waiting.claimed.handle, {"operator_only": True}),
    )
    assert error.detail["suspension_id"] == str(waiting.answer.suspension_id)


async def test_the_limit_of_signals(open_session: OpenSession) -> None:
    session = await open_session(SUPERUSER)
    waiting = await suspended(session)
    await session.client.deliver_signal(*waiting.address, "no")
    # a waitpoint counts its signals
    await session.execute("update flowfabric.ff_waitpoint set signal_count = 10000")
    error = await refused(
        SignalLimitExceeded, lambda: session.client.deliver_signal(*waiting.address, "approved")
    )
    assert error.detail["limit"] == 10_000
