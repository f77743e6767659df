"""Routes that are empty for long are closed, and are removed when no execution names them."""

from __future__ import annotations

from collections.abc import Callable
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
)
from .test_decay import entries_read, hold_snapshot
from .test_routes import OLD_SNAPSHOTS, closed_routes, routes_in_use, tick_until_quiet

DAY = 86_400.0


def leave_idle(session: Session, clock: Clock) -> None:
    """Let ticks find the routes empty for longer than a day."""
    leave_idle_but_for_the_last_look(session, clock)
    session.tick()


def go_out_of_use(session: Session, clock: Clock) -> None:
    leave_idle(session, clock)
    tick_until_quiet(session, clock)
    assert routes_in_use(session) == []


def test_empty_route_goes_out_of_use(session: Session, clock: Clock) -> None:
    session.claim_and_complete(len(session.submit(3)))
    [first] = routes_in_use(session)
    leave_idle(session, clock)
    assert routes_in_use(session) == [first]
    tick_until_quiet(session, clock)
    assert (routes_in_use(session), closed_routes(session)) == ([], 1)
    assert session.claim() is None
    submitted = session.submit(3)
    [second] = routes_in_use(session)
    assert second != first
    assert session.drain() == submitted
    assert_all_is_settled(session, clock)


@pytest.mark.parametrize("what", ["a delay", "a lease", "work that comes and goes"])
def test_route_that_is_used_stays(session: Session, clock: Clock, what: str) -> None:
    session.submit(1, delay_ms=5 * 86_400_000 if what == "a delay" else 0)
    if what == "a lease":
        session.claim_one(ttl_ms=86_400_000)
        session.rows(
            "update ff_exec_core set lease_expires_at = lease_expires_at + '4 d',"
            " claimable_at = claimable_at + '4 d' where state = 'active'"
        )
    if what == "work that comes and goes":
        session.drain()
    before = routes_in_use(session)
    for _ in range(12):
        clock.step(0.3 * DAY)
        if what == "work that comes and goes":
            session.submit()
        session.tick()
        if what == "work that comes and goes":
            session.drain()
            session.tick()
    tick_until_quiet(session, clock)
    assert routes_in_use(session) == before


def test_many_routes_go_sooner(session: Session, clock: Clock) -> None:
    for priority in range(120):
        session.submit(1, priority=priority)
    session.drain()
    for _ in range(3):
        session.tick()
        clock.step(400)
    tick_until_quiet(session, clock)
    assert len(routes_in_use(session)) == 0


def test_empty_claim_does_not_pay_for_routes_of_the_past(session: Session, clock: Clock) -> None:
    session.rows(
        "insert into ff_route (lane_id, required_capabilities, priority)"
        " select %s, '{}', mod(g, 9000) from generate_series(1, 10000) as g",
        LANE,
    )
    session.rows("analyze ff_route")
    for _ in range(3):
        # a round through 10,000 routes takes twenty ticks
        for _ in range(21):
            session.tick()
        clock.step(400)
    for _ in range(4):
        clock.step(0.3)
        for _ in range(21):
            session.tick()
    assert routes_in_use(session) == []
    session.submit(2, priority=7)
    session.drain()
    session.begin()
    before = rows_read(session)
    assert session.claim() is None
    assert rows_read(session) - before < 20
    session.commit()


def rows_read(session: Session) -> int:
    return int(
        session.value(
            "select sum(s.seq_tup_read + s.idx_tup_fetch)::bigint"
            " from pg_stat_xact_user_tables as s"
            " where s.relname in ('ff_route', 'ff_head', 'ff_exec_core')"
        )
    )


@pytest.mark.parametrize("end", ["commit", "prepare"])
@pytest.mark.parametrize("is_passed", [False, True])
def test_open_submitter_in_a_route_that_goes_out_of_use(
    session: Session, open_session: OpenSession, clock: Clock, is_passed: bool, end: str
) -> None:
    session.drain() if session.submit() else None
    leave_idle_but_for_the_last_look(session, clock)
    late = open_session()
    late.begin()
    late_ids = late.submit(2)
    for _ in range(8):
        clock.step(0.3 if is_passed else 0.01)
        session.tick()
    if end == "prepare":
        prepare_transaction(late)
        tick_until_quiet(session, clock)
        end_prepared(session, "commit")
    else:
        late.commit()
    clock.step(1)
    session.tick()
    assert session.drain() == late_ids
    assert_all_is_settled(session, clock)


def leave_idle_but_for_the_last_look(session: Session, clock: Clock) -> None:
    for _ in range(3):
        session.tick()
        clock.step(0.6 * DAY)


@OLD_SNAPSHOTS
def test_old_snapshot_that_shows_the_route_in_use(
    session: Session, open_session: OpenSession, clock: Clock, isolation: IsolationLevel
) -> None:
    session.submit()
    session.drain()
    late = open_session()
    late.begin(isolation)
    late.rows("select count(*) from ff_route")
    go_out_of_use(session, clock)
    late_ids = late.submit(2)
    tick_until_quiet(session, clock)
    assert closed_routes(session) == 0, "it may still come into use"
    late.commit()
    clock.step(1)
    session.tick()
    assert session.drain() == late_ids
    tick_until_quiet(session, clock)
    assert closed_routes(session) == 1
    assert_all_is_settled(session, clock)


def block(session: Session, ids: list[UUID]) -> None:
    session.rows("select ff_block_execution(%s, 'paused_by_operator')", ids[0])


def unblock(session: Session, ids: list[UUID]) -> None:
    session.rows("select ff_unblock_execution(%s)", ids[0])


def suspend(session: Session, _: list[UUID]) -> None:
    session.rows(
        "select from ff_suspend(%s, %s)", session.claim_one().handle, '{"operator_only": true}'
    )


def resume(session: Session, ids: list[UUID]) -> None:
    session.rows("select ff_resume_execution(%s)", ids[0])


def finish(session: Session, _: list[UUID]) -> None:
    session.drain()


def replay(session: Session, ids: list[UUID]) -> None:
    session.rows("select ff_replay_execution(%s)", ids[0])


WAYS: dict[str, tuple[Callable[[Session, list[UUID]], None], ...]] = {
    "block": (block, unblock),
    "suspend": (suspend, resume),
    "finish": (finish, replay),
}


@pytest.mark.parametrize("way", WAYS)
def test_execution_that_comes_back_to_a_route_out_of_use(
    session: Session, clock: Clock, way: str
) -> None:
    leave, come_back = WAYS[way]
    ids = session.submit()
    leave(session, ids)
    go_out_of_use(session, clock)
    assert closed_routes(session) == 1
    come_back(session, ids)
    assert session.drain() == ids
    assert_all_is_settled(session, clock)


def test_member_whose_upstream_ends_when_its_route_is_out_of_use(
    session: Session, clock: Clock
) -> None:
    """The upstream is in another lane, and takes days."""
    session.rows(
        "select ff_submit_flow(%s)",
        """{"nodes": {
            "a": {"lane": "other"}, "b": {"lane": "lane", "after": ["a"]}
        }}""",
    )
    upstream = session.claim_one("other", ttl_ms=86_400_000)
    session.rows(
        "update ff_exec_core set claimable_at = claimable_at + '4 d',"
        " lease_expires_at = lease_expires_at + '4 d' where state = 'active'"
    )
    go_out_of_use(session, clock)
    session.complete(upstream)
    assert len(session.drain()) == 1
    assert_all_is_settled(session, clock)


# Routes that are removed.


def known_routes(session: Session) -> int:
    return int(session.value("select count(*) from ff_route where lane_id = %s", LANE))


def pass_by(session: Session, clock: Clock, passes: int = 4) -> None:
    for _ in range(passes):
        clock.step(1)
        session.tick()


def trim(session: Session) -> None:
    while session.value("select trimmed from ff_trim_retention(0)"):
        pass


def test_closed_route_is_removed_with_its_last_execution(session: Session, clock: Clock) -> None:
    session.submit(3)
    session.rows("select setval('flowfabric.ff_claim_count', 63)")
    session.drain()
    session.advance_head()
    go_out_of_use(session, clock)
    pass_by(session, clock)
    assert known_routes(session) == 1, "executions name it"
    session.rows(
        "delete from ff_exec_core where execution_id in"
        " (select execution_id from ff_exec_core order by 1 limit 2)"
    )
    trim(session)
    pass_by(session, clock)
    assert known_routes(session) == 0
    pass_by(session, clock)
    assert session.count("ff_route_doubt") == 0
    assert session.value("select count(*) from ff_head where route_id > 0") == 0
    assert session.submit()
    assert len(session.drain()) == 1
    assert_all_is_settled(session, clock)


def test_route_that_one_execution_among_many_names_stays(session: Session, clock: Clock) -> None:
    """That execution is the last one of a pass, which takes several ticks."""
    session.submit(1_200, lane="other")
    session.drain("other")
    [execution_id] = session.submit()
    session.drain()
    go_out_of_use(session, clock)
    pass_by(session, clock, 12)
    assert known_routes(session) == 1
    session.rows("select ff_replay_execution(%s)", execution_id)
    assert session.drain() == [execution_id]
    assert_all_is_settled(session, clock)


@pytest.mark.parametrize("end", ["commit", "rollback"])
def test_tick_that_stays_open_while_passes_go_on(
    session: Session, open_session: OpenSession, clock: Clock, end: str
) -> None:
    """The tick has met the executions of a closed route, or has begun a pass that other sessions do
    not see."""
    session.submit(700, lane="other")
    session.drain("other")
    session.submit()
    session.drain()
    go_out_of_use(session, clock)
    # twelve steps: each phase of a pass is the one that stays open
    for _ in range(12):
        ticker = open_session()
        ticker.begin()
        ticker.tick()
        pass_by(session, clock)
        ticker.rows(end)
        ticker.close()
        clock.step(1)
        session.tick()
        assert known_routes(session) == 1
        # the route is in doubt anew
        session.rows(
            "insert into ff_route_doubt (route_id)"
            " select route_id from ff_route where closed_at is not null"
            " and not exists (select from ff_route_doubt)"
        )
    trim(session)
    pass_by(session, clock, 12)
    assert known_routes(session) == 0
    assert_all_is_settled(session, clock)


@pytest.mark.parametrize("ticks_meanwhile", range(5))
def test_doubt_that_others_see_in_the_middle_of_a_pass(
    session: Session, open_session: OpenSession, clock: Clock, ticks_meanwhile: int
) -> None:
    """A tick begins a pass and commits late; the pass of another session has met the execution
    before."""
    session.submit(600, lane="other")
    session.submit()
    session.submit(900, lane="other")
    session.drain()
    session.drain("other")
    go_out_of_use(session, clock)
    pass_by(session, clock, 8)
    for _ in range(6):
        session.rows(
            "insert into ff_route_doubt (route_id)"
            " select route_id from ff_route where closed_at is not null"
            " and not exists (select from ff_route_doubt)"
        )
        ticker = open_session()
        ticker.begin()
        ticker.tick()
        pass_by(session, clock, ticks_meanwhile)
        ticker.commit()
        ticker.close()
        pass_by(session, clock, 7)
        assert known_routes(session) == 1
    assert_all_is_settled(session, clock)


def test_open_trim_of_the_last_execution(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """Passes meet the execution, which they still see."""
    session.submit()
    session.drain()
    go_out_of_use(session, clock)
    trimmer = open_session()
    trimmer.begin()
    trim(trimmer)
    pass_by(session, clock)
    assert known_routes(session) == 1
    trimmer.commit()
    pass_by(session, clock)
    assert known_routes(session) == 0


def test_ticks_do_not_wade_through_what_an_idle_route_left(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """A snapshot keeps all dead index entries of a route that is closed."""
    session.submit()
    session.drain()
    hold_snapshot(open_session)
    for _ in range(40):
        clock.step(0.05)
        session.submit(50)
        session.drain()
        session.rows("select setval('flowfabric.ff_claim_count', 63)")
    let_heads_pass(session, clock)
    session.drain()
    go_out_of_use(session, clock)
    assert closed_routes(session) == 0, "the snapshot may show it in use"
    pass_by(session, clock)
    before = entries_read(session)
    pass_by(session, clock, 3)
    assert entries_read(session) - before < 300
