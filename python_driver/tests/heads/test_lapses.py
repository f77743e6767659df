"""Lapsed leases are noted, and attempts time out, where no worker claims, whatever is open then."""

from __future__ import annotations

from uuid import UUID

import pytest

from .engine import (
    LANE,
    Clock,
    OpenSession,
    Session,
    end_prepared,
    prepare_transaction,
)

POLICY = {"timeout_policy": {"attempt_timeout_ms": 1500}, "retry_policy": {}}


@pytest.fixture(autouse=True)
def _heads_stay(session: Session) -> None:
    """Keep the claim heads: one that passes a locked row leaves a debt, too, which is not about
    lapses."""
    session.rows(
        "create or replace function flowfabric._move_slow_heads("
        "p_after_route_id integer, p_to_route_id integer, p_proof _proof,"
        " p_stop_at timestamptz)"
        " returns integer language sql as 'select 0'"
    )


def pass_ticks(session: Session, clock: Clock, count: int = 8) -> None:
    for _ in range(count):
        clock.step(1)
        session.tick()


def is_over(session: Session, execution_id: UUID) -> bool:
    state = session.value("select flowfabric.ff_read_execution_state(%s)", execution_id)
    return bool(state == "expired")


def noted_lapses(session: Session) -> int:
    return int(session.value("select count(*) from ff_event as e where e.kind = 'expired'"))


def pause(session: Session) -> None:
    session.rows("select ff_set_lane_state(%s, 'paused')", LANE)


@pytest.fixture(params=["attempt", "lease"])
def what(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def submit(session: Session, what: str) -> UUID:
    return session.submit_one(policy=POLICY) if what == "attempt" else session.submit_one()


def assert_noted(session: Session, execution_id: UUID, what: str) -> None:
    assert noted_lapses(session) == 1
    assert is_over(session, execution_id) == (what == "attempt")
    assert session.count("ff_debt") == 0
    assert session.count("ff_lapse_debt") == 0
    assert session.findings() == []


def test_row_that_is_locked_when_it_lapses(
    session: Session, open_session: OpenSession, clock: Clock, what: str
) -> None:
    holder = open_session()
    session.tick()
    execution_id = submit(session, what)
    held = session.claim_one(ttl_ms=1500)
    pause(session)
    holder.begin()
    holder.rows("select ff_assert_lease(%s)", held.handle)
    pass_ticks(session, clock)
    assert noted_lapses(session) == 0
    assert session.findings() == []
    holder.commit()
    pass_ticks(session, clock, 2)
    assert_noted(session, execution_id, what)


@pytest.mark.parametrize("end", ["commit", "prepare"])
def test_claim_that_commits_after_its_lease_has_lapsed(
    session: Session, open_session: OpenSession, clock: Clock, what: str, end: str
) -> None:
    claimer = open_session()
    session.tick()
    execution_id = submit(session, what)
    claimer.begin()
    claimer.claim_one(ttl_ms=1500)
    pause(session)
    if end == "prepare":
        prepare_transaction(claimer)
    pass_ticks(session, clock)
    assert session.findings() == []
    if end == "prepare":
        end_prepared(session, "commit")
    else:
        claimer.commit()
    assert session.findings() == []
    pass_ticks(session, clock, 2)
    assert_noted(session, execution_id, what)


def test_claim_that_commits_between_two_rounds(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """The claim is open when one round begins, and has ended when the next one does."""
    claimer = open_session()
    session.tick()
    execution_id = session.submit_one()
    claimer.begin()
    claimer.claim_one(ttl_ms=500)
    clock.step(5)
    session.tick()
    claimer.commit()
    pause(session)
    pass_ticks(session, clock, 2)
    assert_noted(session, execution_id, "lease")


def test_claim_that_is_rolled_back_after_its_lease_has_lapsed(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    claimer = open_session()
    session.tick()
    execution_id = session.submit_one()
    claimer.begin()
    claimer.claim_one(ttl_ms=1500)
    pass_ticks(session, clock)
    claimer.rollback()
    pass_ticks(session, clock, 2)
    assert noted_lapses(session) == 0
    assert session.count("ff_lapse_debt") == 0
    assert session.drain() == [execution_id]


def test_renewal_that_commits_after_it_has_lapsed(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """The old expiry is an hour away, which other sessions see until the renewal commits."""
    worker = open_session()
    session.tick()
    execution_id = session.submit_one()
    held = session.claim_one()
    pause(session)
    worker.begin()
    worker.rows("select ff_renew(%s, 1500)", held.handle)
    pass_ticks(session, clock)
    worker.commit()
    pass_ticks(session, clock, 2)
    assert_noted(session, execution_id, "lease")


@pytest.mark.parametrize("how", ["one", "batch"])
def test_lease_that_is_renewed_after_its_lapse_was_noted(
    session: Session, clock: Clock, how: str
) -> None:
    """The clock was ahead for a moment; when the lease lapses again, its attempt has timed out."""
    session.tick()
    timeout = {"timeout_policy": {"attempt_timeout_ms": 10_000}}
    execution_id = session.submit_one(policy=POLICY | timeout)
    held = session.claim_one(ttl_ms=5000)
    pause(session)
    clock.step(3600)
    pass_ticks(session, clock, 2)
    assert noted_lapses(session) == 1
    clock.step(-3602)
    session.tick()
    if how == "one":
        session.rows("select from ff_renew(%s, 20000)", held.handle)
    else:
        session.rows("select from ff_renew_batch(array[%s], 20000)", held.handle)
    pass_ticks(session, clock, 12)
    assert is_over(session, execution_id)
    assert noted_lapses(session) == 2
    assert session.findings() == []


def test_tick_that_noted_it_is_rolled_back(
    session: Session, open_session: OpenSession, clock: Clock, what: str
) -> None:
    ticker = open_session()
    session.tick()
    execution_id = submit(session, what)
    session.claim_one(ttl_ms=1500)
    pause(session)
    clock.step(2)
    ticker.begin()
    ticker.tick()
    pass_ticks(session, clock)
    ticker.rollback()
    pass_ticks(session, clock, 2)
    assert_noted(session, execution_id, what)


def test_claim_since_a_clock_step_that_stays_open(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """The moments that rounds had proven before the step come again."""
    claimer = open_session()
    session.tick()
    clock.step(-3600)
    session.advance_head()  # notices the step
    execution_id = session.submit_one()
    claimer.begin()
    claimer.claim_one(ttl_ms=300)
    pause(session)
    clock.step(5)
    pass_ticks(session, clock, 3)
    claimer.commit()
    pass_ticks(session, clock, 2)
    assert_noted(session, execution_id, "lease")


def test_tick_that_gave_it_a_new_moment_stays_open(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """The tick settles the debt of a row in a route that it has not reached."""
    ticker, holder = open_session(), open_session()
    session.tick()
    execution_id = session.submit_one()
    held = session.claim_one(ttl_ms=1500)
    pause(session)
    session.rows("select ff_create_execution('lane' || i) from generate_series(1, 500) as i")
    holder.begin()
    holder.rows("select ff_assert_lease(%s)", held.handle)
    pass_ticks(session, clock, 5)
    if session.value("select route_cursor < 0 from ff_tick_log order by tick_id desc limit 1"):
        pass_ticks(session, clock, 1)
    holder.commit()
    ticker.begin()
    ticker.tick()
    pass_ticks(session, clock, 8)
    ticker.commit()
    pass_ticks(session, clock, 4)
    assert_noted(session, execution_id, "lease")


def test_tick_while_the_clock_is_back_for_a_moment_stays_open(
    session: Session, open_session: OpenSession, clock: Clock, what: str
) -> None:
    """By that clock the lease has not lapsed, and its debt is removed."""
    ticker, holder = open_session(), open_session()
    session.tick()
    execution_id = submit(session, what)
    held = session.claim_one(ttl_ms=1500)
    pause(session)
    holder.begin()
    holder.rows("select ff_assert_lease(%s)", held.handle)
    pass_ticks(session, clock, 5)
    clock.step(-600)
    ticker.begin()
    ticker.tick()
    clock.step(600)
    pass_ticks(session, clock, 2)
    ticker.commit()
    holder.commit()
    pass_ticks(session, clock, 2)
    assert_noted(session, execution_id, what)


def test_clock_that_is_back_for_a_moment_within_a_round(
    session: Session, open_session: OpenSession, clock: Clock, what: str
) -> None:
    holder = open_session()
    session.tick()
    execution_id = submit(session, what)
    held = session.claim_one(ttl_ms=1500)
    pause(session)
    session.rows("select ff_create_execution('lane' || i) from generate_series(1, 500) as i")
    holder.begin()
    holder.rows("select ff_assert_lease(%s)", held.handle)
    pass_ticks(session, clock, 5)
    if session.value("select route_cursor < 0 from ff_tick_log order by tick_id desc limit 1"):
        pass_ticks(session, clock, 1)
    clock.step(-600)
    session.tick()
    clock.step(600)
    holder.commit()
    pass_ticks(session, clock, 4)
    assert_noted(session, execution_id, what)


def test_execution_taken_over_too_often_while_its_row_is_locked(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    holder = open_session()
    session.tick()
    execution_id = session.submit_one(policy={"max_reclaim_count": 0})
    held = session.claim_one(ttl_ms=1500)
    pause(session)
    holder.begin()
    holder.rows("select ff_assert_lease(%s)", held.handle)
    pass_ticks(session, clock)
    holder.rollback()
    pass_ticks(session, clock, 2)
    state = session.value("select flowfabric.ff_read_execution_state(%s)", execution_id)
    assert state == "failed"
    assert session.findings() == []


def test_ticks_that_are_rare(session: Session, clock: Clock) -> None:
    session.tick()
    for _ in range(3):
        session.submit_one()
        session.claim_one(ttl_ms=1500)
        pause(session)
        clock.step(600)
        session.tick()
        session.rows("select ff_set_lane_state(%s, 'active')", LANE)
    assert noted_lapses(session) == 3


def test_lapse_that_nothing_has_noted_is_found_by_the_check(session: Session, clock: Clock) -> None:
    session.tick()
    session.submit_one()
    session.claim_one(ttl_ms=1500)
    pause(session)
    pass_ticks(session, clock)
    session.rows(
        "update ff_exec_core set lease_ended_by = null, lease_ended_at = null"
        " where state = 'active'"
    )
    assert [row[0] for row in session.findings()] == ["a lease that lapsed is noted"]
