"""While a snapshot is held, dead index entries pile up: claims begin behind them, at the heads."""

from __future__ import annotations

import pytest
from psycopg import IsolationLevel

from .engine import Clock, OpenSession, Session, work

STEPS = 8
CLAIMS = 64


def entries_read(session: Session) -> int:
    """Index entries that this session's statements have visited in claimable_execution."""
    session.rows("select pg_stat_force_next_flush()")
    session.rows("select 1")
    return int(
        session.value(
            "select idx_tup_read from pg_stat_all_indexes"
            " where indexrelname = 'claimable_execution'"
        )
    )


def entries_read_by_steps(session: Session, clock: Clock) -> list[int]:
    """The entries that claims visit in each step."""
    counts = []
    before = entries_read(session)
    for _ in range(STEPS):
        for _ in range(CLAIMS // 8):
            clock.step(0.05)
            work(session)
        after = entries_read(session)
        counts.append(after - before)
        before = after
    return counts


def hold_snapshot(open_session: OpenSession) -> Session:
    reader = open_session()
    reader.begin(IsolationLevel.REPEATABLE_READ)
    reader.rows("select 1 from ff_exec_core")
    return reader


def test_speed_does_not_decay_under_a_held_snapshot(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    work(session)
    hold_snapshot(open_session)
    counts = entries_read_by_steps(session, clock)
    assert max(counts[1:]) < 1.5 * counts[0] + 100, counts


def test_it_would_decay_without_heads(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """Without this, the test above would prove nothing."""
    session.rows(
        "create or replace function _advance_head(p_lane_id text, p_capabilities text[])"
        " returns void language plpgsql as 'begin end'"
    )
    work(session)
    hold_snapshot(open_session)
    counts = entries_read_by_steps(session, clock)
    assert max(counts) > 3 * counts[0], counts


@pytest.mark.parametrize("is_idle", [True, False])
def test_tick_does_not_wade_through_all_that_was_done(
    session: Session, open_session: OpenSession, clock: Clock, is_idle: bool
) -> None:
    """Neither through claimed rows, behind the head, nor through their leases, far ahead of it."""
    work(session)
    hold_snapshot(open_session)
    for _ in range(64):
        clock.step(0.05)
        work(session)
    counts = []
    for _ in range(3):
        clock.step(1)
        work(session)
        if not is_idle:
            session.submit()
        before = entries_read(session)
        session.tick()
        counts.append(entries_read(session) - before)
        session.drain()
    # where looking takes long, as on a busy machine, the tick looks twice
    assert min(counts) < 200, counts


@pytest.mark.parametrize("held", ["claim", "completion", "submitter", "writer"])
def test_speed_does_not_decay_behind_an_open_transaction(
    session: Session, open_session: OpenSession, clock: Clock, held: str
) -> None:
    work(session)
    session.submit()
    holder = open_session()
    claimed = session.claim_one(ttl_ms=1000) if held == "completion" else None
    holder.begin()
    match held:
        case "claim":
            holder.claim_one()
        case "completion":
            assert claimed
            holder.complete(claimed)
            clock.step(1)
        case "submitter":
            holder.submit()
        case _:
            session.drain()
            holder.rows("create table public.of_another (x int)")
    if held == "submitter":
        session.drain()
    counts = entries_read_by_steps(session, clock)
    # heads wait for a second, until they pass what is open
    assert max(counts[4:]) < 2 * counts[0], counts
