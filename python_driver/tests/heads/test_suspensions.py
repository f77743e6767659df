"""Suspensions: their timeouts have a head of their own, and claims find resumed executions."""

from __future__ import annotations

from itertools import chain
from uuid import UUID

import pytest

from .engine import (
    LANE,
    OTHER_LANE,
    Clock,
    OpenSession,
    Session,
    assert_all_is_settled,
    let_heads_pass,
)
from .test_routes import routes_in_use, submit_duplicates, tick_until_quiet

OPERATOR_ONLY = '{"operator_only": true}'
TIMEOUT_ONLY = '{"timeout_only": true}'


def suspend(session: Session, handle: str, seconds: float = 1, behavior: str = "fail") -> None:
    session.rows(
        "select from ff_suspend(%s, %s, p_timeout_ms => %s, p_timeout_behavior => %s)",
        *(handle, TIMEOUT_ONLY, round(seconds * 1000), behavior),
    )


def suspended(session: Session, seconds: float = 1, lane: str = LANE) -> UUID:
    [execution_id] = session.submit(1, lane)
    suspend(session, session.claim_one(lane).handle, seconds)
    return execution_id


def state(session: Session, execution_id: UUID) -> str:
    return str(session.value("select ff_read_execution_state(%s)", execution_id))


def test_resumption_in_a_route_that_was_retired(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    submitted = list(chain(*submit_duplicates([open_session() for _ in range(3)])))
    for _ in submitted:
        claimed = session.claim_one()
        session.rows("select from ff_suspend(%s, %s)", claimed.handle, OPERATOR_ONLY)
    tick_until_quiet(session, clock)
    assert len(routes_in_use(session)) == 1
    let_heads_pass(session, clock)
    for execution_id in submitted:
        session.rows("select from ff_resume_execution(%s)", execution_id)
    assert sorted(session.drain()) == sorted(submitted)
    assert_all_is_settled(session, clock)


def test_timeout_in_a_route_that_was_merged(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    submitted = list(chain(*submit_duplicates([open_session() for _ in range(3)])))
    for _ in submitted:
        suspend(session, session.claim_one().handle, 30, "auto_resume_with_timeout_signal")
    tick_until_quiet(session, clock)
    assert len(routes_in_use(session)) == 1
    let_heads_pass(session, clock)
    clock.step(30)
    drained = []
    while claims := session.claim_batch(100) or session.claim_batch(100):
        drained += [claimed.execution_id for claimed in claims]
        for claimed in claims:
            session.complete(claimed)
    assert sorted(drained) == sorted(submitted)
    assert_all_is_settled(session, clock)


def test_timeouts_that_nobody_claims_past(session: Session, clock: Clock) -> None:
    parked = [suspended(session, seconds) for seconds in (1, 2, 3, 60)]
    for _ in range(20):
        clock.step(0.3)
        session.tick()
    assert [state(session, each) for each in parked] == ["failed"] * 3 + ["suspended"]
    passed = "select _head_of(-1) > max(timeout_at) from ff_suspension where closed_at is not null"
    # a tick raises the head that it could prove, and the proof waits for the sessions of others
    for _ in range(40):
        if session.value(passed):
            break
        clock.step(0.3)
        session.tick()
    assert session.value(passed)
    assert session.findings() == []


@pytest.mark.parametrize("end", ["commit", "rollback"])
def test_open_suspension_whose_time_runs_out(
    session: Session, open_session: OpenSession, clock: Clock, end: str
) -> None:
    """It commits when the head of the timeouts is long above its own, and no worker claims."""
    suspender = open_session()
    [execution_id] = session.submit(1)
    claimed = session.claim_one()
    suspender.begin()
    suspend(suspender, claimed.handle)
    for _ in range(10):
        suspended(session, 0.2, OTHER_LANE)
        clock.step(0.5)
        session.tick()
    head_lag = "select extract(epoch from _now() - _head_of(-1))"
    assert float(session.value(head_lag)) < 3, "it does not wait for the open transaction"
    suspender.rows(end)
    for _ in range(6):
        clock.step(0.5)
        session.tick()
    if end == "commit":
        assert state(session, execution_id) == "failed"
    else:
        session.complete(claimed)
    assert session.states().keys() <= {"failed", "completed"}
    assert session.findings() == []


def test_suspension_that_an_open_transaction_holds_when_its_time_runs_out(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    operator = open_session()
    execution_id = suspended(session)
    operator.begin()
    operator.rows("select from ff_cancel_execution(%s, %s)", execution_id, "enough")
    for _ in range(10):
        suspended(session, 0.2, OTHER_LANE)
        clock.step(0.5)
        session.tick()
    assert float(session.value("select extract(epoch from _now() - _head_of(-1))")) < 3
    assert state(session, execution_id) == "suspended"
    operator.rollback()
    for _ in range(6):
        clock.step(0.5)
        session.tick()
    assert state(session, execution_id) == "failed"
    assert session.states().keys() == {"failed"}
    assert session.findings() == []
