"""Work that becomes claimable in an existing row, under a head that is far above the clock."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from .engine import (
    LANE,
    Claim,
    Clock,
    OpenSession,
    Session,
    assert_all_is_settled,
    let_heads_pass,
    wait_until,
    work,
)

RETRY_AT_ONCE = json.dumps(
    {"retry_policy": {"max_retries": 1000, "backoff": {"type": "fixed", "delay_ms": 0}}}
)


def call(session: Session, query: str, *arguments: object) -> None:
    session.rows(f"select flowfabric.{query}", *arguments)


RELEASES: dict[str, Callable[[Session, Clock, Claim], object]] = {
    "ff_fail": lambda session, _, held: call(session, "ff_fail(%s, 'oops')", held.handle),
    "ff_delay": lambda session, _, held: call(session, "ff_delay(%s, 0)", held.handle),
    "ff_revoke_lease": lambda session, _, held: call(
        session, "ff_revoke_lease(%s)", held.execution_id
    ),
}


@pytest.mark.parametrize("release", RELEASES)
def test_release(session: Session, clock: Clock, release: str) -> None:
    call(session, "ff_register_lane(%s, %s)", LANE, RETRY_AT_ONCE)
    work(session)
    session.submit_one()
    held = session.claim_one()
    let_heads_pass(session, clock)
    RELEASES[release](session, clock, held)
    again = session.claim_one()
    assert (again.execution_id, again.lease_epoch) == (held.execution_id, 2)
    session.complete(again)
    assert_all_is_settled(session, clock)


@pytest.mark.parametrize("renewal", ["ff_renew(%s, 50)", "ff_renew_batch(array[%s], 50)"])
def test_shorter_renewal(session: Session, clock: Clock, renewal: str) -> None:
    work(session)
    session.submit_one()
    held = session.claim_one()
    let_heads_pass(session, clock)
    call(session, renewal, held.handle)
    clock.step(0.051)
    again = session.claim_one()
    assert (again.execution_id, again.attempt_type) == (held.execution_id, "reclaim")
    session.complete(again)
    assert_all_is_settled(session, clock)


def test_replay(session: Session, clock: Clock) -> None:
    work(session)
    execution_id = session.submit_one()
    session.drain()
    let_heads_pass(session, clock)
    call(session, "ff_replay_execution(%s)", execution_id)
    assert session.drain() == [execution_id]
    assert_all_is_settled(session, clock)


def test_lapsed_lease(session: Session, clock: Clock) -> None:
    work(session)
    session.submit_one()
    held = session.claim_one(ttl_ms=60_000)
    let_heads_pass(session, clock)
    clock.step(60)
    assert session.drain() == [held.execution_id]
    assert_all_is_settled(session, clock)


def test_takeover_by_a_short_lease(session: Session, clock: Clock) -> None:
    """Claims do not take the gate: the moments that they write are ahead of the clock."""
    work(session)
    session.submit_one()
    execution_ids = set()
    for _ in range(20):
        execution_ids.add(session.claim_one(ttl_ms=1).execution_id)
        session.advance_head()
        clock.step(0.2)
        session.advance_head()
    assert session.drain() == list(execution_ids)
    assert_all_is_settled(session, clock)


def test_priority_change_to_a_route_whose_head_is_ahead(session: Session, clock: Clock) -> None:
    work(session)
    session.submit_one(priority=7)
    session.drain()
    waiting = session.submit(3)
    for _ in range(10):
        clock.step(0.3)
        session.submit(3, priority=7)
        session.rows("select setval('flowfabric.ff_claim_count', 63)")
        assert len(session.claim_and_complete(3)) == 3
    for execution_id in waiting[:2]:
        call(session, "ff_change_priority(%s, 7)", execution_id)
    assert session.drain() == waiting
    assert_all_is_settled(session, clock)


def test_delay_that_comes_due_under_a_head(session: Session, clock: Clock) -> None:
    work(session)
    delayed = session.submit_one(delay_ms=3000)
    session.submit_one()
    held = session.claim_one()
    let_heads_pass(session, clock, steps=3)
    call(session, "ff_delay(%s, 1000)", held.handle)
    clock.step(1.01)
    assert session.drain() == [held.execution_id]
    clock.step(3)
    assert session.drain() == [delayed]
    assert_all_is_settled(session, clock)


def test_deadline_is_met_under_a_head(session: Session, clock: Clock) -> None:
    work(session)
    session.submit_one(deadline_ms=3000, delay_ms=60_000)
    let_heads_pass(session, clock)
    clock.step(2)
    session.tick()
    assert session.states()["expired_unstarted"] == 1


# What waits for a lock reads the clock after it got it: heads move on meanwhile.


def test_submission_that_waited_for_its_key(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    first, second = open_session(), open_session()
    work(session)
    call(session, "ff_create_execution(%s, '{}', p_idempotency_key => 'other')", LANE)
    session.drain()
    first.begin()
    call(first, "ff_create_execution(%s, '{}', p_idempotency_key => 'k')", LANE)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(
            second.value,
            "select execution_id from ff_create_execution(%s, '{}', p_idempotency_key => 'k')",
            LANE,
        )
        wait_until(lambda: is_blocked(session, second))
        let_heads_pass(session, clock)
        first.rollback()
        execution_id = waiting.result(5)
    assert session.claim_one().execution_id == execution_id


@pytest.mark.parametrize("release", ["ff_fail", "ff_delay"])
def test_release_that_waited_for_its_row(
    session: Session, open_session: OpenSession, clock: Clock, release: str
) -> None:
    operator, holder = open_session(), open_session()
    call(session, "ff_register_lane(%s, %s)", LANE, RETRY_AT_ONCE)
    work(session)
    session.submit_one()
    held = session.claim_one()
    operator.begin()
    call(operator, "ff_cancel_execution(%s, 'why not')", held.execution_id)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(RELEASES[release], holder, clock, held)
        wait_until(lambda: is_blocked(session, holder))
        let_heads_pass(session, clock)
        operator.rollback()
        waiting.result(5)
    assert session.claim_one().execution_id == held.execution_id


def is_blocked(session: Session, other: Session) -> bool:
    pid = other.connection.info.backend_pid
    return bool(session.value("select cardinality(pg_blocking_pids(%s)) > 0", pid))
