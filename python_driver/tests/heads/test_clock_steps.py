"""The server's clock is set back or forward: nothing is lost, and nothing waits for it."""

from __future__ import annotations

from uuid import UUID

import psycopg
import pytest
from psycopg import IsolationLevel

from .engine import (
    LANE,
    Clock,
    OpenSession,
    Session,
    assert_all_is_settled,
    let_heads_pass,
    work,
)

STEPS = pytest.mark.parametrize("step_s", [0.005, 1, 3600])


def pass_time(session: Session, clock: Clock) -> None:
    """Move the clock, and the heads with it."""
    let_heads_pass(session, clock)
    session.tick()


@STEPS
def test_work_submitted_after_a_step_back_is_claimable_at_once(
    session: Session, clock: Clock, step_s: float
) -> None:
    pass_time(session, clock)
    clock.step(-step_s)
    execution_id = session.submit_one()
    # an empty claim has a tick run when it commits
    claimed = session.claim() or session.claim_one()
    assert claimed.execution_id == execution_id
    session.rows("select flowfabric.ff_cancel_execution(%s, 'over')", execution_id)
    execution_id = session.submit_one()
    session.tick()
    assert session.drain() == [execution_id]
    let_heads_pass(session, clock)
    clock.step(step_s)
    session.rows("delete from ff_exec_core where state = 'cancelled'")


@STEPS
def test_work_that_waits_is_claimable_one_tick_after_a_step_back(
    session: Session, clock: Clock, step_s: float
) -> None:
    pass_time(session, clock)
    submitted = session.submit(5)
    session.advance_head()  # a record that is younger than the work
    clock.step(-step_s)
    session.tick()
    assert sorted(session.drain()) == sorted(submitted)
    let_heads_pass(session, clock)
    assert_all_is_settled(session, clock)


@STEPS
@pytest.mark.parametrize("is_looked_at", ["by a tick", "by a claim"])
# real time passes, too: the step has to be longer by more than a tick takes
@pytest.mark.parametrize("idle_s", [0.0005, 0.5, 30])
def test_work_younger_than_the_newest_record_when_the_clock_steps_back(
    session: Session, clock: Clock, step_s: float, is_looked_at: str, idle_s: float
) -> None:
    if step_s < idle_s < 2:
        pytest.skip("such a step is not noticed; it delays by no more than itself")
    pass_time(session, clock)
    clock.step(idle_s)
    submitted = session.submit(5)
    clock.step(-step_s)
    if is_looked_at == "by a tick":
        session.tick()
    else:
        session.claim("elsewhere")
    clock.step(0.9)
    session.tick()
    assert sorted(session.drain()) == sorted(submitted)
    let_heads_pass(session, clock)
    assert_all_is_settled(session, clock)


@STEPS
@pytest.mark.parametrize("is_open_for_long", [False, True])
def test_submitter_that_is_open_while_the_clock_steps_back(
    session: Session, open_session: OpenSession, clock: Clock, step_s: float, is_open_for_long: bool
) -> None:
    submitter = open_session()
    pass_time(session, clock)
    submitter.begin()
    submitted = submitter.submit(3)
    if is_open_for_long:
        let_heads_pass(session, clock)
    clock.step(-step_s)
    session.tick()
    submitted += submitter.submit(2)
    let_heads_pass(session, clock, steps=12)
    submitter.commit()
    session.tick()
    assert sorted(session.drain()) == sorted(submitted)
    assert_all_is_settled(session, clock)


def test_a_backlog_since_a_step_back_is_not_noted_as_debts(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """When an open submitter has ended, its work is searched for, not all work since then."""
    submitter = open_session()
    pass_time(session, clock)
    submitter.begin()
    submitted = submitter.submit(2)
    clock.step(-3600)
    session.tick()
    submitted += session.submit(500)
    submitted += session.submit(500, delay_ms=1000)
    submitter.commit()
    session.rows("select _watch_open_writers()")
    assert not session.value("select _search_range_debts('infinity')")
    assert session.count("ff_debt") == 2
    clock.step(1)
    session.tick()
    assert sorted(session.drain()) == sorted(submitted)
    assert_all_is_settled(session, clock)


@STEPS
@pytest.mark.parametrize("end", ["commit", "rollback", "open"])
def test_submission_while_the_tick_that_noticed_the_step_is_open(
    session: Session, open_session: OpenSession, clock: Clock, step_s: float, end: str
) -> None:
    """The tick of an empty claim, whose transaction stays open for a while."""
    ticker = open_session()
    pass_time(session, clock)
    clock.step(-step_s)
    ticker.begin()
    ticker.tick()
    submitted = session.submit(3)
    if end != "open":
        ticker.rows(end)
    session.tick()
    session.tick()
    assert sorted(session.drain()) == sorted(submitted)
    let_heads_pass(session, clock)
    if end == "open":
        ticker.commit()
    assert_all_is_settled(session, clock)


@pytest.mark.parametrize("lane", [LANE, "fresh"])
def test_head_that_was_proven_before_a_step_back(
    session: Session, open_session: OpenSession, clock: Clock, lane: str
) -> None:
    """The advance takes time; other sessions notice the step before the lane exists, or after."""
    advancer = open_session()
    pass_time(session, clock)
    advancer.begin()
    proof = advancer.value("select _prove_clock()::text")
    clock.step(-3600)
    session.tick()
    session.rows("select setval('ff_claim_count', 1)")  # these claims do not advance it
    session.submit(1, lane)
    session.complete(session.claim_one(lane))
    advancer.rows(
        "select _move_head(r.route_id, %s::_proof) from ff_route as r where r.lane_id = %s",
        *(proof, lane),
    )
    advancer.commit()
    [execution_id] = session.submit(1, lane)
    assert session.claim_one(lane).execution_id == execution_id


def test_head_of_a_route_that_nobody_else_saw_when_the_clock_stepped_back(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    maker = open_session()
    pass_time(session, clock)
    maker.begin()
    work(maker, 2, "fresh")
    maker.rows(
        "select _move_head(max(r.route_id), (select p from _prove_clock() as p)) from ff_route as r"
    )
    assert maker.head_lag_s("fresh") < 2, "it has a head, from before"
    clock.step(-3600)
    session.tick()
    maker.commit()
    submitted = session.submit(3, "fresh")
    session.tick()
    assert session.drain("fresh") == submitted
    assert_all_is_settled(session, clock)


def test_heads_of_an_earlier_era_do_not_count(session: Session, clock: Clock) -> None:
    """The head of an advance that was under way when the era ended."""
    pass_time(session, clock)
    clock.step(-1)
    session.tick()
    session.rows(
        "insert into ff_head (route_id, era, head_at)"
        " select r.route_id, e.last_value - 1, 'infinity'"
        " from ff_clock_era as e, ff_route as r, generate_series(1, 20)"
    )
    session.tick()  # trims
    execution_id = session.submit_one()
    assert session.value("select _head_of(1) < 'infinity'")
    assert session.drain() == [execution_id]
    let_heads_pass(session, clock)
    assert_all_is_settled(session, clock)


def test_mark_is_moved_by_one_at_a_time_and_nobody_waits(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    mover, other = open_session(), open_session()
    pass_time(session, clock)
    mover.begin()
    mover.rows("lock table ff_gate_h in share update exclusive mode")
    clock.step(1)
    assert session.value("select p is null from _prove_clock() as p")
    session.tick()
    execution_id = session.submit_one()
    assert session.drain() == [execution_id]
    mover.rollback()
    for advancer in (mover, other):
        advancer.begin()
        clock.step(1)
        advancer.rows("select _prove_clock()")
        assert advancer.value("select max(clock_at) > _now() - interval '1 s' from ff_clock_record")
    mover.commit()
    other.commit()
    assert_all_is_settled(session, clock)


@STEPS
def test_claim_open_while_the_clock_steps_back(
    session: Session, open_session: OpenSession, clock: Clock, step_s: float
) -> None:
    holder = open_session()
    pass_time(session, clock)
    execution_id = session.submit_one()
    holder.begin()
    holder.claim_one()
    session.tick()
    clock.step(-step_s)
    session.tick()
    let_heads_pass(session, clock, steps=12)
    holder.rollback()
    session.tick()
    assert session.drain() == [execution_id]
    assert_all_is_settled(session, clock)


def test_lease_is_not_shortened_by_a_step_back(session: Session, clock: Clock) -> None:
    pass_time(session, clock)
    execution_id = session.submit_one()
    held = session.claim_one(ttl_ms=10_000)
    session.tick()
    clock.step(-3600)
    session.tick()
    clock.step(0.5)
    session.tick()
    assert session.claim() is None
    session.complete(held)
    assert session.states()["completed"] >= 1
    assert execution_id == held.execution_id
    assert_all_is_settled(session, clock)


@pytest.mark.parametrize("step_s", [1, 30, 3600])
def test_grant_after_a_step_back_that_nobody_noticed(
    session: Session, clock: Clock, step_s: float
) -> None:
    """The grant is issued by the clock, and reserves and lapses by the clock."""
    pass_time(session, clock)
    execution_id = session.submit_one()
    clock.step(4000)
    session.tick()
    clock.step(-step_s)
    [[key]] = session.rows("select grant_key from ff_claim_for_worker(%s, 'w', 'w-1')", LANE)
    with pytest.raises(psycopg.Error) as refusal:
        session.rows("select ff_issue_claim_grant(%s, 'other', 'other-1')", execution_id)
    assert refusal.value.sqlstate == "ZF303"
    assert session.value("select outcome from ff_verify_grant(%s, 'w')", key) == "valid"
    [[handle]] = session.rows(
        "select handle from ff_claim_execution(%s, %s, 'w', 'w-1', 3600000)", execution_id, key
    )
    session.rows("select ff_complete(%s)", handle)
    assert_all_is_settled(session, clock)


def issue_reclaim(session: Session, execution_id: UUID) -> tuple[str, str]:
    [[outcome, key]] = session.rows(
        "select outcome, grant_key"
        " from ff_issue_reclaim_grant(%s, 'w', 'w-1', p_grant_ttl_ms => 60000)",
        execution_id,
    )
    return outcome, key


def test_holder_that_a_step_back_gave_its_lease_back(session: Session, clock: Clock) -> None:
    """It renews a lease on which a grant was out: the grant reserves nothing any more."""
    pass_time(session, clock)
    session.submit_one()
    held = session.claim_one(ttl_ms=10_000)
    clock.step(11)
    session.tick()
    outcome, key = issue_reclaim(session, held.execution_id)
    assert outcome == "granted"
    clock.step(-9)
    session.tick()
    clock.step(0.5)
    session.tick()
    session.rows("select from ff_renew(%s, 5000)", held.handle)
    assert session.findings() == []
    clock.step(6)
    session.tick()
    verdict = "select outcome from ff_verify_grant(%s, 'w')"
    assert session.value(verdict, key) == "unknown_grant", "its time is not over, but it is void"
    outcome, key = issue_reclaim(session, held.execution_id)
    assert outcome == "granted", "and is in nobody's way"
    assert session.value(verdict, key) == "valid"
    assert session.findings() == []


RETRY = '{"retry_policy": {"max_retries": 9, "backoff": {"type": "fixed", "delay_ms": 60000}}}'


@pytest.mark.parametrize("step_s", [90, 3600])
@pytest.mark.parametrize("what", ["delay", "backoff", "delayed again", "revoked"])
def test_work_that_had_come_due_stays_due(
    session: Session, clock: Clock, step_s: float, what: str
) -> None:
    """After a delay or a backoff that had ended, or after a revocation."""
    session.rows("select ff_register_lane(%s, %s)", LANE, RETRY)
    pass_time(session, clock)
    execution_id = session.submit_one(delay_ms=60_000 if what == "delay" else 0)
    if what != "delay":
        held = session.claim_one()
        assert held.execution_id == execution_id
        match what:
            case "backoff":
                session.rows("select ff_fail(%s, 'oops')", held.handle)
            case "delayed again":
                session.rows("select ff_delay(%s, 60000)", held.handle)
    clock.step(61)
    session.tick()
    if what == "revoked":
        session.rows("select ff_revoke_lease(%s)", execution_id)
    clock.step(-step_s)
    session.tick()
    assert session.drain() == [execution_id]
    assert_all_is_settled(session, clock)


def test_work_that_was_delayed_after_a_step_back_is_not_due(session: Session, clock: Clock) -> None:
    """Its moment is in the range that is searched, but was written by the new clock."""
    pass_time(session, clock)
    clock.step(-3600)
    session.advance_head()  # notices the step, and leaves the search to a tick
    execution_id = session.submit_one(delay_ms=600_000)
    for _ in range(3):
        clock.step(1)
        session.tick()
    assert session.drain() == []
    clock.step(600)
    assert session.drain() == [execution_id]
    assert_all_is_settled(session, clock)


def test_delay_that_was_over_is_over_for_a_row_that_was_locked(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """Until the row is free, the debt keeps what was decided by the old mark."""
    holder = open_session()
    pass_time(session, clock)
    execution_id = session.submit_one(delay_ms=60_000)
    clock.step(61)
    session.tick()
    holder.begin()
    holder.claim_one()
    clock.step(-3600)
    for _ in range(3):
        session.tick()
        clock.step(1)
    holder.rollback()
    session.tick()
    assert session.drain() == [execution_id]
    assert_all_is_settled(session, clock)


def test_lapsed_lease_that_became_due_anew_stays_due(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """A head had passed the locked row, which became due when it was free."""
    holder = open_session()
    pass_time(session, clock)
    execution_id = session.submit_one()
    held = session.claim_one(ttl_ms=1000)
    holder.begin()
    holder.rows("select ff_assert_lease(%s)", held.handle)
    clock.step(60)
    session.tick()
    holder.rollback()
    session.tick()
    clock.step(-50)
    session.tick()
    assert session.drain() == [execution_id]
    assert_all_is_settled(session, clock)


@pytest.mark.parametrize("is_delayed", [False, True])
def test_work_that_was_written_while_the_clock_was_ahead(
    session: Session, open_session: OpenSession, clock: Clock, is_delayed: bool
) -> None:
    """Neither a claim nor a tick has seen the clock ahead."""
    pass_time(session, clock)
    execution_id = session.submit_one(delay_ms=1000) if is_delayed else None
    clock.step(3600)
    other = open_session()
    submitted = other.submit(2)
    # and some time for the tick to write a record, of which there is one in 20 ms
    clock.step(-3599.9)
    session.tick()
    due = session.drain()
    assert sorted(due) == sorted([*submitted, execution_id] if execution_id else submitted)
    assert_all_is_settled(session, clock)


def test_step_back_that_was_noticed_and_rolled_back(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """A transaction that lowers the mark and rolls back does not lose the old mark."""
    pass_time(session, clock)
    other = open_session()
    clock.step(3600)
    submitted = other.submit(2)
    clock.step(-3600)
    other.begin()
    other.tick()
    other.rollback()
    session.tick()
    session.tick()
    assert sorted(session.drain()) == sorted(submitted)
    assert_all_is_settled(session, clock)


def test_delayed_work_keeps_its_moment(session: Session, clock: Clock) -> None:
    pass_time(session, clock)
    execution_id = session.submit_one(delay_ms=60_000)
    clock.step(-30)
    session.tick()
    let_heads_pass(session, clock)
    assert session.claim() is None
    clock.step(90)
    assert session.drain() == [execution_id]
    assert_all_is_settled(session, clock)


def test_steps_back_one_after_the_other(session: Session, clock: Clock) -> None:
    pass_time(session, clock)
    submitted = []
    for step_s in (0.005, 0.005, 1, 60, 0.005, 3600, 1):
        submitted += session.submit(2)
        session.advance_head()
        clock.step(-step_s)
        session.tick()
        submitted += session.submit(2)
        session.tick()
    assert sorted(session.drain()) == sorted(submitted)
    let_heads_pass(session, clock)
    assert_all_is_settled(session, clock)


@pytest.mark.parametrize("step_s", [1, 3600])
def test_step_forward(
    session: Session, open_session: OpenSession, clock: Clock, step_s: float
) -> None:
    submitter = open_session()
    pass_time(session, clock)
    execution_ids = [session.submit_one(), session.submit_one(delay_ms=500)]
    submitter.begin()
    execution_ids.append(submitter.submit_one())
    clock.step(step_s)
    execution_ids.append(session.submit_one())
    assert len(session.drain()) == 3
    let_heads_pass(session, clock)
    submitter.commit()
    session.tick()
    assert session.drain() == [execution_ids[2]]
    clock.step(-step_s)  # as when it was a mistake
    execution_ids.append(session.submit_one())
    session.tick()
    assert session.drain() == [execution_ids[4]]
    assert_all_is_settled(session, clock)


def test_old_snapshot_and_a_step_back_that_nobody_noticed(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """The snapshot shows no late record, so only the clock keeps its work above the head."""
    submitter = open_session()
    pass_time(session, clock)
    submitter.begin(IsolationLevel.REPEATABLE_READ)
    submitter.rows("select 1")
    session.submit(1)
    for _ in range(4):
        session.advance_head()
    session.drain()
    for _ in range(4):
        work(session)
        session.advance_head()
    clock.step(-0.5)
    execution_ids = submitter.submit(1)
    submitter.commit()
    clock.step(0.6)
    for _ in range(3):
        work_or_find(session, execution_ids)
        clock.step(1)
        session.tick()
    assert_all_is_settled(session, clock)


def work_or_find(session: Session, execution_ids: list[UUID]) -> None:
    session.submit(3)
    session.advance_head()
    for execution_id in session.drain():
        if execution_id in execution_ids:
            execution_ids.remove(execution_id)
