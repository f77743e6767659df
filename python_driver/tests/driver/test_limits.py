"""Every method about limits, against a real server, for both clients."""

from __future__ import annotations

from uuid import UUID

import pytest
from flowfabric import (
    Admission,
    BlockedExecution,
    BudgetCharge,
    BudgetExceeded,
    BudgetNotFound,
    BudgetReset,
    ConcurrencyLimitExceeded,
    CreatedBudget,
    CreatedQuotaPolicy,
    ExecutionNotEligible,
    QuotaPolicyLimits,
    QuotaPolicyNotFound,
    RateLimitExceeded,
    ReleasedAdmission,
    ReleasedBudget,
    ReservedBudget,
)

from .session import LANE, Session

POLICY = UUID("0192f0a0-7777-7777-8777-123456789012")
BUDGET = UUID("0192f0a0-6666-7666-8666-123456789012")
UNKNOWN = UUID(int=0)
FOREIGN = [UUID(f"0192f0a0-{n}{n}{n}{n}-7111-8111-123456789012") for n in (1, 2)]


async def create_budget(session: Session) -> None:
    created = await session.client.create_budget(
        BUDGET, "tenant", "acme", dimensions=["tokens"], hard_limits=[100], soft_limits=[80]
    )
    assert created == CreatedBudget(BUDGET, "created")


async def test_a_quota_policy_is_created_and_read(session: Session) -> None:
    client = session.client
    assert await client.create_quota_policy(POLICY, 60_000, 100, 5, 50) == CreatedQuotaPolicy(
        POLICY, "created"
    )
    assert await client.create_quota_policy(POLICY, 1, 1, 1) == CreatedQuotaPolicy(
        POLICY, "differs"
    )
    assert await client.read_quota_policy_limits(POLICY) == QuotaPolicyLimits(
        POLICY, 60_000, 100, 5, 50, "ff_owner"
    )
    assert await client.read_quota_policy_limits(UNKNOWN) is None


async def test_a_scheduler_asks_for_admission(session: Session) -> None:
    client = session.client
    await client.create_quota_policy(POLICY, 60_000, 1, 0)
    assert await client.check_admission(POLICY, FOREIGN[0], "acme") == Admission("admitted", None)
    assert await client.check_admission(POLICY, FOREIGN[0], "acme") == Admission(
        "already_admitted", None
    )
    refused = await client.check_admission(POLICY, FOREIGN[1], "acme")
    assert refused.outcome == "rate_exceeded"
    assert refused.retry_after_ms
    assert 0 < refused.retry_after_ms <= 60_000
    assert await client.release_admission(POLICY, FOREIGN[0]) == ReleasedAdmission("released")
    with pytest.raises(QuotaPolicyNotFound):
        await client.check_admission(UNKNOWN, FOREIGN[0])


async def test_limits_keep_a_claim_from_work(session: Session) -> None:
    client = session.client
    await client.create_quota_policy(POLICY, 0, 0, 1)
    await client.create_execution(LANE, 1, quota_policy_id=POLICY, quota_key="acme")
    second = await client.create_execution(LANE, 2, quota_policy_id=POLICY, quota_key="acme")
    first = await session.claim()
    assert await client.claim(LANE, "mailer", "mailer-1") is None
    assert await client.read_execution_state(second.execution_id) == "rate_limited"
    await client.complete(first.handle)
    assert (await session.claim()).input == 2


async def test_grants_say_which_limit_is_in_the_way(session: Session) -> None:
    client = session.client
    await create_budget(session)
    await client.create_quota_policy(POLICY, 60_000, 1, 0)
    slots = UUID(int=1)
    await client.create_quota_policy(slots, 0, 0, 1)
    await client.report_usage(BUDGET, {"tokens": 100})
    for refusal, limits in (
        (RateLimitExceeded, {"quota_policy_id": POLICY}),
        (ConcurrencyLimitExceeded, {"quota_policy_id": slots}),
        (BudgetExceeded, {"budget_ids": [BUDGET]}),
    ):
        ids = [(await client.create_execution(LANE, **limits)).execution_id for _ in range(2)]
        if refusal is not BudgetExceeded:
            await client.issue_claim_grant(ids[0], "mailer", "mailer-1")
        with pytest.raises(refusal) as refused:
            await client.issue_claim_grant(ids[1], "mailer", "mailer-1")
        assert refused.value.detail["execution_id"] == str(ids[1])
        assert refused.value.detail["retry_after_ms"] > 0


async def test_a_budget_is_charged_and_reset(session: Session) -> None:
    client = session.client
    await create_budget(session)
    claimed = await session.claimed(budget_ids=[BUDGET])
    assert await client.reserve_budget(
        BUDGET, claimed.execution_id, {"tokens": 90}
    ) == ReservedBudget("reserved", None, None, None, None)
    spent = await client.record_spend(BUDGET, claimed.execution_id, {"tokens": 85}, "call-1")
    assert spent == BudgetCharge("soft_breach", "tokens", 85, 100, 80, False)
    again = await client.record_spend(BUDGET, claimed.execution_id, {"tokens": 85}, "call-1")
    assert again == BudgetCharge("already_applied", "tokens", 85, 100, 80, True)
    assert await client.record_spend(BUDGET, claimed.execution_id, {"tokens": 16}) == BudgetCharge(
        "hard_breach", "tokens", 85, 100, 80, False
    )
    assert (await client.renew(claimed.handle)).cancel_requested
    assert await client.release_budget(BUDGET, claimed.execution_id) == ReleasedBudget("released")
    assert await client.report_usage(BUDGET, {"tokens": 3}) == BudgetCharge(
        "ok", None, None, None, None, False
    )
    status = await client.get_budget_status(BUDGET)
    assert (status.usage, status.reserved) == ({"tokens": 3}, {"tokens": 0})
    assert (status.breach_count, status.soft_breach_count) == (1, 1)
    assert await client.reset_budget(BUDGET, "paid", "ada") == BudgetReset("reset", None)
    assert (await client.get_budget_status(BUDGET)).usage == {"tokens": 0}
    with pytest.raises(BudgetNotFound):
        await client.get_budget_status(UNKNOWN)


async def test_an_execution_is_blocked_and_unblocked(session: Session) -> None:
    client = session.client
    created = await client.create_execution(LANE)
    blocked = await client.block_execution(created.execution_id, "waiting_for_budget", actor="ada")
    assert blocked == BlockedExecution(
        created.execution_id, "blocked", "waiting_for_budget", "rate_limited"
    )
    assert await client.claim(LANE, "mailer", "mailer-1") is None
    with pytest.raises(ExecutionNotEligible):
        await client.unblock_execution(created.execution_id, "waiting_for_quota")
    unblocked = await client.unblock_execution(created.execution_id)
    assert unblocked == BlockedExecution(
        created.execution_id, "unblocked", "waiting_for_budget", "waiting"
    )
    assert (await session.claim()).execution_id == created.execution_id
