"""A worker that may sleep is woken for due work, or knows that work may come without a ring."""

from __future__ import annotations

import json

import pytest
from psycopg import IsolationLevel

from .engine import LANE, Clock, OpenSession, Session, let_heads_pass, work
from .test_routes import routes_in_use, tick_until_quiet

SOON_S = 5.0


def hang(sleeper: Session) -> None:
    [channels] = sleeper.rows(
        "select channels from ff_hang_doorbell('sleeper-1', array[%s], 60000)", LANE
    )
    for channel in channels[0]:
        sleeper.rows(f"listen {channel}")


def outlook(sleeper: Session) -> tuple[int | None, bool]:
    [row] = sleeper.rows("select next_due_in_ms, is_complete from ff_look_ahead(array[%s])", LANE)
    return row[0], row[1]


def is_rung(sleeper: Session) -> bool:
    return bool(list(sleeper.connection.notifies(timeout=SOON_S, stop_after=1)))


def test_claim_that_a_head_had_passed_is_rolled_back(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    holder, sleeper = open_session(), open_session()
    work(session)
    execution_id = session.submit_one()
    holder.begin()
    holder.claim_one()
    let_heads_pass(session, clock)
    hang(sleeper)
    assert outlook(sleeper) == (None, False), "a debt may come to light without a ring"
    holder.rollback()
    assert outlook(sleeper) == (None, False)
    clock.step(1)
    session.tick()
    assert is_rung(sleeper)
    assert outlook(sleeper) == (0, True)
    assert session.drain() == [execution_id]


def test_debts_of_other_lanes_do_not_count(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    holder, sleeper = open_session(), open_session()
    session.submit_one("other")
    holder.begin()
    holder.claim_one("other")
    for _ in range(8):
        clock.step(0.3)
        work(session, lane="other")
    assert session.count("ff_debt") > 0
    hang(sleeper)
    assert outlook(sleeper) == (None, True)
    holder.rollback()


def test_submitter_that_heads_had_passed_commits(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    submitter, sleeper = open_session(), open_session()
    work(session)
    submitter.begin()
    submitted = submitter.submit(2)
    let_heads_pass(session, clock)
    submitter.commit()
    hang(sleeper)
    assert outlook(sleeper) == (None, False), "its range is not searched yet"
    clock.step(1)
    session.tick()
    assert is_rung(sleeper)
    assert outlook(sleeper) == (0, True)
    assert sorted(session.drain()) == sorted(submitted)


def test_row_in_a_route_that_was_retired_meanwhile(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    older, younger, late, sleeper = (open_session() for _ in range(4))
    older.begin()
    older.submit()
    younger.submit()
    late.begin(IsolationLevel.REPEATABLE_READ)
    late.rows("select count(*) from ff_route")
    older.commit()
    session.drain()
    tick_until_quiet(session, clock)
    assert len(routes_in_use(session)) == 1
    late_ids = late.submit(2)
    late.commit()
    hang(sleeper)
    assert outlook(sleeper) == (None, False), "no claim looks there"
    clock.step(1)
    session.tick()
    assert is_rung(sleeper)
    assert outlook(sleeper) == (0, True)
    assert session.drain() == late_ids


@pytest.mark.parametrize("how", ["one", "batch"])
def test_renewal_that_shortens_a_lease(
    session: Session, open_session: OpenSession, how: str
) -> None:
    sleeper = open_session()
    session.submit_one()
    held = session.claim_one(ttl_ms=50_000)
    hang(sleeper)
    due_in_ms, is_complete = outlook(sleeper)
    assert is_complete
    assert due_in_ms is not None
    assert due_in_ms > 40_000

    def renew(ttl_ms: int) -> None:
        if how == "one":
            session.rows("select from ff_renew(%s, %s)", held.handle, ttl_ms)
        else:
            session.rows("select from ff_renew_batch(array[%s], %s)", held.handle, ttl_ms)

    renew(55_000)
    assert not list(sleeper.connection.notifies(timeout=0.1, stop_after=1)), "it is longer"
    renew(300)
    assert is_rung(sleeper)


@pytest.mark.parametrize("kind", ["claim", "reclaim"])
def test_redemption_with_a_lease_that_ends_before_the_grant_would(
    session: Session, open_session: OpenSession, clock: Clock, kind: str
) -> None:
    sleeper = open_session()
    execution_id = session.submit_one()
    if kind == "claim":
        grant, redemption = "ff_issue_claim_grant", "ff_claim_execution"
    else:
        session.claim_one(ttl_ms=1000)
        clock.step(2)
        grant, redemption = "ff_issue_reclaim_grant", "ff_reclaim_execution"
    key = session.value(
        f"select grant_key from {grant}(%s, 'w', 'w-1', p_grant_ttl_ms => 50000)", execution_id
    )
    hang(sleeper)
    due_in_ms, is_complete = outlook(sleeper)
    assert is_complete
    assert due_in_ms is not None
    assert due_in_ms > 40_000
    session.rows(f"select from {redemption}(%s, %s, 'w', 'w-1', 300)", execution_id, key)
    assert is_rung(sleeper)


def test_deadline_of_a_member_that_waits_for_another(
    session: Session, open_session: OpenSession
) -> None:
    sleeper = open_session()
    hang(sleeper)
    flow = {
        "nodes": {
            "a": {"lane": "other"},
            "b": {"lane": LANE, "after": ["a"], "deadline_ms": 5000},
        }
    }
    session.rows("select ff_submit_flow(%s)", json.dumps(flow))
    assert is_rung(sleeper)


def submit_join(session: Session, after: object) -> None:
    """Submit two branches in the other lane; the member behind them is in the sleeper's lane."""
    flow = {
        "nodes": {
            "a": {"lane": "other"},
            "b": {"lane": "other"},
            "c": {"lane": LANE, "after": after},
        }
    }
    session.rows("select ff_submit_flow(%s)", json.dumps(flow))


def test_end_of_the_last_branch_in_an_old_snapshot(
    session: Session, open_session: OpenSession
) -> None:
    """The end leaves a todo to the next claim or tick."""
    worker, sleeper = open_session(), open_session()
    submit_join(session, ["a", "b"])
    claims = [session.claim_one("other") for _ in range(2)]
    session.complete(claims[0])
    hang(sleeper)
    assert outlook(sleeper)[1]
    worker.begin(IsolationLevel.REPEATABLE_READ)
    worker.complete(claims[1])
    worker.commit()
    assert is_rung(sleeper)
    assert outlook(sleeper) == (0, False), "a claim does it, and may make more work due"
    assert sleeper.claim() is None
    assert sleeper.claim()


def test_join_that_somebody_held(session: Session, open_session: OpenSession) -> None:
    stranger, sleeper = open_session(), open_session()
    submit_join(session, {"any_of": ["a", "b"], "losers": "run"})
    claims = [session.claim_one("other") for _ in range(2)]
    hang(sleeper)
    assert outlook(sleeper)[1]
    stranger.begin()
    stranger.complete(claims[0])
    session.complete(claims[1])
    stranger.rollback()
    assert is_rung(sleeper)
    due_in_ms, is_complete = outlook(sleeper)
    assert not is_complete, "there is a todo"
    assert due_in_ms is not None
    assert due_in_ms < 1000
