"""Routes: duplicates are legal, merged and retired, and no row is left behind in one of them."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from uuid import UUID

import pytest
from psycopg import IsolationLevel

from .engine import (
    LANE,
    Clock,
    OpenSession,
    Session,
    assert_all_is_settled,
    end_prepared,
    let_heads_pass,
    prepare_transaction,
    wait_until,
    work,
)

OLD_SNAPSHOTS = pytest.mark.parametrize(
    "isolation",
    [IsolationLevel.REPEATABLE_READ, IsolationLevel.SERIALIZABLE],
    ids=["repeatable read", "serializable"],
)


def tick_until_quiet(session: Session, clock: Clock) -> None:
    for _ in range(6):
        clock.step(0.3)
        session.tick()


def routes_in_use(session: Session) -> list[int]:
    return [
        route_id
        for [route_id] in session.rows(
            "select route_id from ff_route where lane_id = %s and retired_at is null", LANE
        )
    ]


def closed_routes(session: Session) -> int:
    return int(session.value("select count(*) from ff_route where closed_at is not null"))


def submit_duplicates(sessions: list[Session]) -> list[list[UUID]]:
    """Submit in several sessions, none of which sees the routes of the others."""
    for session in sessions:
        session.begin()
    submitted = [session.submit(3) for session in sessions]
    for session in sessions:
        session.commit()
    return submitted


def test_submitters_of_a_new_combination_at_once(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    sessions = [open_session() for _ in range(8)]
    start = threading.Barrier(8)

    def submit(submitter: Session) -> list[UUID]:
        submitter.begin()
        start.wait(5)
        submitted = submitter.submit(5, priority=3, required_capabilities=["b", "a"])
        start.wait(5)
        submitter.commit()
        return submitted

    with ThreadPoolExecutor(8) as pool:
        submitted = sorted(chain(*pool.map(submit, sessions)))
    assert len(routes_in_use(session)) == 8
    half = session.rows(
        "select execution_id, handle from ff_claim_batch(%s, 'w', 'w-1', 20, '{a,b}')", LANE
    )
    tick_until_quiet(session, clock)
    assert len(routes_in_use(session)) == 1
    rest = session.rows(
        "select execution_id, handle from ff_claim_batch(%s, 'w', 'w-1', 50, '{a,b}')", LANE
    )
    assert sorted(row[0] for row in [*half, *rest]) == submitted
    session.rows("select ff_complete_batch(%s::text[])", [row[1] for row in [*half, *rest]])
    assert_all_is_settled(session, clock)


@pytest.mark.parametrize("is_passed", [False, True])
def test_open_submitter_in_a_route_that_is_merged(
    session: Session, open_session: OpenSession, clock: Clock, is_passed: bool
) -> None:
    sessions = [open_session() for _ in range(3)]
    submitted = submit_duplicates(sessions)
    [kept, *others] = routes_in_use(session)
    late = open_session()
    # keeps the kept route out of its sight, as when its submitter committed later
    session.rows(
        "update ff_route set merged_into = %s, merged_by = '3' where route_id = %s", others[0], kept
    )
    late.begin()
    late_ids = late.submit(2)
    session.rows(
        "update ff_route set merged_into = null, merged_by = null where route_id = %s", kept
    )
    for _ in range(6):
        clock.step(0.3 if is_passed else 0.01)
        session.tick()
        session.rows("select setval('flowfabric.ff_claim_count', 63)")
        session.drain()
    late.commit()
    tick_until_quiet(session, clock)
    session.drain()
    assert len(routes_in_use(session)) == 1
    assert session.states() == {"completed": sum(map(len, submitted)) + len(late_ids)}
    assert_all_is_settled(session, clock)


def test_replay_in_a_route_that_was_retired(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    submitted = submit_duplicates([open_session() for _ in range(3)])
    session.drain()
    tick_until_quiet(session, clock)
    assert len(routes_in_use(session)) == 1
    for execution_id in chain(*submitted):
        session.rows("select ff_replay_execution(%s)", execution_id)
    assert sorted(session.drain()) == sorted(chain(*submitted))
    assert_all_is_settled(session, clock)


def test_replay_in_a_route_whose_successor_was_merged_as_well(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """The oldest duplicate commits last, and replaces the one that has replaced another."""
    oldest, second, third = (open_session() for _ in range(3))
    for submitter in (oldest, second, third):
        submitter.begin()
    submitted = [*oldest.submit(), *second.submit(), *third.submit()]
    second.commit()
    third.commit()
    session.drain()
    tick_until_quiet(session, clock)
    oldest.commit()
    session.drain()
    tick_until_quiet(session, clock)
    assert len(routes_in_use(session)) == 1
    for execution_id in submitted:
        session.rows("select ff_replay_execution(%s)", execution_id)
    assert sorted(session.drain()) == sorted(submitted)
    assert_all_is_settled(session, clock)


@OLD_SNAPSHOTS
def test_old_snapshot_that_shows_only_a_route_that_was_retired_since(
    session: Session, open_session: OpenSession, clock: Clock, isolation: IsolationLevel
) -> None:
    older, younger, late = (open_session() for _ in range(3))
    older.begin()
    older.submit()
    younger.submit()
    late.begin(isolation)
    late.rows("select count(*) from ff_route")
    older.commit()
    session.drain()
    tick_until_quiet(session, clock)
    assert len(routes_in_use(session)) == 1
    late_ids = late.submit(2)
    let_heads_pass(session, clock)
    assert closed_routes(session) == 0, "it may still come into use"
    late.commit()
    clock.step(1)
    session.tick()
    assert session.drain() == late_ids
    assert_all_is_settled(session, clock)
    assert closed_routes(session) == 1


def test_imported_snapshot_that_shows_only_a_route_that_was_retired_since(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """The snapshot is older than the merge; the transaction that imports it is younger."""
    older, younger, exporter, late = (open_session() for _ in range(4))
    older.begin()
    older.submit()
    younger.submit()
    exporter.begin(IsolationLevel.REPEATABLE_READ)
    snapshot = exporter.value("select pg_export_snapshot()")
    older.commit()
    session.drain()
    tick_until_quiet(session, clock)
    late.begin(IsolationLevel.REPEATABLE_READ)
    late.rows(f"set transaction snapshot '{snapshot}'")
    late.rows("select count(*) from ff_route")
    exporter.commit()
    tick_until_quiet(session, clock)
    assert (len(routes_in_use(session)), closed_routes(session)) == (1, 0)
    late_ids = late.submit(2)
    late.commit()
    clock.step(1)
    session.tick()
    assert session.drain() == late_ids
    assert_all_is_settled(session, clock)
    assert closed_routes(session) == 1


def test_row_in_a_closed_route_is_found_by_the_next_round(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """However the row came there."""
    submit_duplicates([open_session(), open_session()])
    session.drain()
    tick_until_quiet(session, clock)
    assert closed_routes(session) == 1
    [execution_id] = session.submit()
    session.rows(
        "update ff_exec_core set route_id ="
        " (select r.route_id from ff_route as r where r.closed_at is not null)"
        " where claimable_at is not null"
    )
    assert [row[0] for row in session.findings()] == ["nothing is left in a closed route"]
    # a round begins when something has happened
    others = session.submit()
    found = session.drain()
    clock.step(1)
    session.tick()
    assert {*found, *session.drain()} == {*others, execution_id}
    assert_all_is_settled(session, clock)


def test_prepared_transaction_in_a_route_that_was_retired_since(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    older, younger, late = (open_session() for _ in range(3))
    older.begin()
    older.submit()
    younger.submit()
    late.begin(IsolationLevel.REPEATABLE_READ)
    late.rows("select count(*) from ff_route")
    older.commit()
    session.drain()
    tick_until_quiet(session, clock)
    late_ids = late.submit(2)
    prepare_transaction(late)
    tick_until_quiet(session, clock)
    assert (len(routes_in_use(session)), closed_routes(session)) == (1, 0)
    end_prepared(session, "commit")
    clock.step(1)
    session.tick()
    assert session.drain() == late_ids
    assert_all_is_settled(session, clock)
    assert closed_routes(session) == 1


def test_open_tick_keeps_no_route_for_itself(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """The tick has looked into a merged route; another tick moves rows that enter it later."""
    ticker, holder = open_session(), open_session()
    submit_duplicates([open_session(), open_session()])
    holder.begin()
    assert len(holder.claim_batch(10)) == 6
    tick_until_quiet(session, clock)
    ticker.begin()
    ticker.tick()
    holder.rollback()
    tick_until_quiet(session, clock)
    assert len(session.drain()) == 6

    def is_one_in_use() -> bool:
        tick_until_quiet(session, clock)
        return len(routes_in_use(session)) == 1

    # snapshots of other programs, such as autovacuum, may hold back the first ticks
    wait_until(is_one_in_use)
    ticker.commit()
    assert_all_is_settled(session, clock)


def test_retry_in_a_route_that_is_merged_meanwhile(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    retry = '{"retry_policy": {"max_retries": 9, "backoff": {"type": "fixed", "delay_ms": 0}}}'
    session.rows("select ff_register_lane(%s, %s)", LANE, retry)
    submitted = submit_duplicates([open_session(), open_session()])
    claims = [session.claim_one() for _ in range(6)]
    tick_until_quiet(session, clock)
    for claimed in claims:
        session.rows("select ff_fail(%s, 'oops')", claimed.handle)
    tick_until_quiet(session, clock)
    assert len(routes_in_use(session)) == 1
    assert sorted(session.drain()) == sorted(chain(*submitted))
    assert_all_is_settled(session, clock)


def test_batch_that_was_open_in_a_merged_route(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    submit_duplicates([open_session(), open_session()])
    holder = open_session()
    holder.begin()
    assert len(holder.claim_batch(10)) == 6
    for _ in range(5):
        clock.step(0.5)
        session.tick()
    holder.rollback()
    tick_until_quiet(session, clock)
    assert len(session.drain()) == 6
    assert len(routes_in_use(session)) == 1
    let_heads_pass(session, clock)
    work(session)
    assert_all_is_settled(session, clock)
