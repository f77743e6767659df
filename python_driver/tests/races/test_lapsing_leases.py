"""A lease that lapses: its holder comes at the last moment or too late, and others want it."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from .racing import (
    HOLDER_CALLS,
    LEASE_EXPIRED,
    NOT_ACTIVE,
    RACE_TIMEOUT_S,
    STALE_LEASE,
    Claim,
    Open,
    claim,
    claim_one,
    complete,
    complete_batch,
    complete_with_work,
    findings,
    next_due_ms,
    states,
    submit,
    wait_until_blocked,
    wait_until_lapsed,
    work,
    work_done,
)


def test_two_workers_fight_over_a_lapsing_lease(open_session: Open) -> None:
    """The holder completes just about when its lease ends, the rival takes over as soon as it can:
    one of them succeeds, in each of 300 rounds."""
    observer, holder, rival = open_session(), open_session(), open_session()
    chance = random.Random(1)
    outcomes: Counter[str | None] = Counter()

    def hold(claimed: Claim) -> str | None:
        time.sleep(0.002 + chance.uniform(-0.001, 0.002))
        return complete_with_work(holder, claimed)

    with ThreadPoolExecutor(1) as pool:
        for _ in range(300):
            submit(observer)
            claimed = claim_one(holder, ttl_ms=3)
            held = pool.submit(hold, claimed)
            taken: list[Claim] = []
            while not taken and not held.done():
                taken = claim(rival)
            refused = held.result(RACE_TIMEOUT_S)
            outcomes[refused] += 1
            if refused is None:
                assert taken == []
                continue
            if not taken:
                wait_until_lapsed(observer, claimed)
                taken = claim(rival)
            assert [each.lease_epoch for each in taken] == [2]
            assert complete_with_work(rival, taken[0]) is None

    assert len(outcomes) >= 2, outcomes  # it was a fight
    assert set(work_done(observer).values()) == {1}
    assert states(observer) == {"completed": 300}
    assert findings(observer) == []


def test_idle_worker_neither_spins_nor_oversleeps(open_session: Open) -> None:
    """It sleeps for as long as the outlook says, and comes once, in time, to take over a lost
    lease."""
    dead, idle = open_session(), open_session()
    assert next_due_ms(idle) is None
    submit(dead)
    claim_one(dead, ttl_ms=100)
    empty_claims = 0
    while not (taken := claim(idle)):
        empty_claims += 1
        due_ms = next_due_ms(idle)
        assert due_ms is not None
        assert due_ms <= 100
        time.sleep(due_ms / 1000)
    assert empty_claims <= 2
    complete(idle, taken[0].handle)
    assert next_due_ms(idle) is None


@pytest.mark.parametrize(
    ("fate", "sqlstate"),
    [
        ("lapsed", LEASE_EXPIRED),
        ("taken over", STALE_LEASE),
        ("completed by another", NOT_ACTIVE),
    ],
)
@pytest.mark.parametrize("call", ["ff_complete", "ff_assert_lease"])
def test_zombie_cannot_commit_its_business_row(
    open_session: Open, fate: str, sqlstate: str, call: str
) -> None:
    zombie, other = open_session(), open_session()
    submit(other)
    claimed = claim_one(zombie, ttl_ms=1)

    def come_back_late() -> None:
        with zombie.transaction():
            work(zombie, claimed)
            wait_until_lapsed(other, claimed)
            if fate != "lapsed":
                taken = claim_one(other)
                if fate == "completed by another":
                    assert complete_with_work(other, taken) is None
            zombie.execute(f"select flowfabric.{call}(%s)".encode(), (claimed.handle,))

    with pytest.raises(psycopg.Error) as refusal:
        come_back_late()

    assert refusal.value.sqlstate == sqlstate
    assert json.loads(refusal.value.diag.message_detail or "")["execution_id"] == str(
        claimed.execution_id
    )
    expected = {claimed.execution_id: 1} if fate == "completed by another" else {}
    assert work_done(other) == expected
    assert findings(other) == []


@pytest.mark.parametrize("call", HOLDER_CALLS)
def test_handle_of_a_claim_that_was_rolled_back_is_worth_nothing(
    open_session: Open, call: str
) -> None:
    """The next claim has the same epoch, because the first one never was; but another lease."""
    ghost, other = open_session(), open_session()
    submit(other)
    with ghost.transaction(force_rollback=True):
        never_was = claim_one(ghost)

    def haunt() -> str | None:
        with pytest.raises(psycopg.Error) as refusal:
            HOLDER_CALLS[call](ghost, never_was.handle)
        return refusal.value.sqlstate

    assert haunt() == NOT_ACTIVE
    claimed = claim_one(other)
    assert claimed.lease_epoch == never_was.lease_epoch
    assert haunt() == STALE_LEASE
    assert complete_batch(ghost, [never_was.handle]) == [STALE_LEASE]
    assert complete_with_work(other, claimed) is None
    assert haunt() == NOT_ACTIVE
    assert complete_batch(ghost, [never_was.handle]) == [NOT_ACTIVE]


def test_completion_that_waits_past_the_expiry_is_refused(open_session: Open) -> None:
    """With the real clock, whose function is inlined, as isolation specs cannot."""
    holder, locker, observer = open_session(), open_session(), open_session()
    submit(holder)
    claimed = claim_one(holder, ttl_ms=150)
    with ThreadPoolExecutor(1) as pool:
        with locker.transaction():
            locker.execute("select from flowfabric.ff_exec_core for update")
            late = pool.submit(complete_with_work, holder, claimed)
            wait_until_blocked(observer, holder)
            wait_until_lapsed(observer, claimed)
        assert late.result(RACE_TIMEOUT_S) == LEASE_EXPIRED
    assert work_done(observer) == {}
    assert states(observer) == {"active": 1}
    assert findings(observer) == []
