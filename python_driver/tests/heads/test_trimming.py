"""Tables do not grow with names that are used once: ticks remove rows that are not needed any more.

Each test lets the clock go from one moment at which a tick is due to the next, until none is: so a
tick comes for each row that is to be removed, and an installation at rest has none.
"""

from __future__ import annotations

import json
from uuid import UUID, uuid4

from .engine import Clock, OpenSession, Session, assert_all_is_settled
from .test_decay import hold_snapshot

MINUTE = 60.0


def rest(session: Session, clock: Clock, most: float | None = None) -> int:
    """Tick whenever a tick is due, until none is, or for some seconds; returns how many."""
    rested = 0.0
    for ticks in range(300):
        due_in_ms = session.value("select tick_due_in_ms from ff_look_ahead(array['lane'])")
        if due_in_ms is None or (most is not None and rested + due_in_ms / 1000 > most):
            if most is not None:
                clock.step(most - rested)
            return ticks
        rested += due_in_ms / 1000 + 0.001
        clock.step(due_in_ms / 1000 + 0.001)
        session.tick()
    raise AssertionError(f"still due: {session.rows('table ff_tick_log')[-1]}")


def assert_is_quiet(session: Session) -> None:
    """A tick without due work writes nothing, and no tick will be due."""
    before = session.count("ff_tick_log")
    session.tick()
    assert session.count("ff_tick_log") == before


def make_policy(session: Session, per_window: int = 100, concurrent: int = 100) -> UUID:
    policy_id = uuid4()
    session.rows(
        "select ff_create_quota_policy(%s, 1000, %s, %s)", policy_id, per_window, concurrent
    )
    return policy_id


def test_tokens_of_keys_used_once(session: Session, clock: Clock) -> None:
    policy_id = make_policy(session)
    for number in range(30):
        session.submit_one(quota_policy_id=str(policy_id), quota_key=f"tenant {number}")
    assert len(session.drain()) == 30
    tokens = session.count("ff_quota_token")
    assert tokens >= 30 * 64
    rest(session, clock, most=9 * MINUTE)
    assert session.count("ff_quota_token") == tokens, "a key may come back soon"
    ticks = rest(session, clock, most=12 * MINUTE)
    assert ticks < 60
    assert session.count("ff_quota_token") == 0
    assert session.count("ff_limit_lock") == 0
    rest(session, clock)
    assert_is_quiet(session)
    again = session.submit_one(quota_policy_id=str(policy_id), quota_key="tenant 7")
    assert session.drain() == [again]
    assert_all_is_settled(session, clock)


def test_tokens_in_use_stay(session: Session, clock: Clock) -> None:
    """A held slot, an admission without end, and the token of a row that waits in a line."""
    policy_id = make_policy(session, per_window=0, concurrent=1)
    limit = {"quota_policy_id": str(policy_id)}
    session.submit(1, quota_key="held", **limit)
    session.claim_one(ttl_ms=3_600_000)
    session.submit(1, quota_key="held", **limit)
    assert session.claim() is None
    foreign = uuid4()
    assert admit(session, policy_id, "admitted", foreign) == "admitted"
    for _ in range(4):
        rest(session, clock, most=11 * MINUTE)
    keys = "select array_agg(distinct quota_key order by quota_key) from ff_quota_token"
    assert session.value(keys) == ["admitted", "held"]
    assert session.count("ff_admission_guard") == 1
    assert admit(session, policy_id, "admitted", foreign) == "already_admitted"
    assert admit(session, policy_id, "admitted", uuid4()) == "concurrency_exceeded"


def admit(session: Session, policy_id: UUID, key: str, execution_id: UUID) -> str:
    return str(
        session.value(
            "select outcome from ff_check_admission(%s, %s, %s)", policy_id, execution_id, key
        )
    )


def test_guards_of_admissions_that_are_over(session: Session, clock: Clock) -> None:
    policy_id = make_policy(session, concurrent=0)
    for _ in range(30):
        assert admit(session, policy_id, "", uuid4()) == "admitted"
    assert session.count("ff_admission_guard") == 30
    ticks = rest(session, clock)
    assert ticks < 20
    assert session.count("ff_admission_guard") == 0
    assert_is_quiet(session)


def test_claim_beside_an_open_removal_of_tokens(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """The claim gets no token and looks again soon; then the bucket is made anew."""
    policy_id = make_policy(session)
    limit = {"quota_policy_id": str(policy_id), "quota_key": "tenant"}
    session.submit(1, **limit)
    session.drain()
    rest(session, clock, most=9 * MINUTE)
    clock.step(2 * MINUTE)
    ticker = open_session()
    ticker.begin()
    ticker.tick()
    assert ticker.count("ff_quota_token") == 0
    execution_id = session.submit_one(**limit)
    assert session.claim() is None
    ticker.commit()
    rest(session, clock, most=2.0)
    assert session.drain() == [execution_id]
    assert_all_is_settled(session, clock)


def test_ledger_of_a_budget_that_is_never_reset(session: Session, clock: Clock) -> None:
    budget_id = make_budget(session)
    ids = session.submit(20, policy={"retention_ms": 1000})
    for execution_id in ids:
        spend(session, budget_id, execution_id, 3)
    [kept] = session.submit(1, policy={"retention_ms": 315_360_000_000})
    spend(session, budget_id, kept, 5)
    session.drain()
    # a day: the other one is kept for years
    ticks = rest(session, clock, most=86_400)
    assert ticks < 30
    assert session.count("ff_exec_core") == 1
    assert session.count("ff_budget_ledger") == 1
    assert usage(session, budget_id) == (65, 65, 60)
    session.rows("select ff_release_budget(%s, %s)", budget_id, kept)
    assert usage(session, budget_id) == (60, 60, 60)
    assert_is_quiet(session)
    session.rows("select ff_reset_budget(%s)", budget_id)
    assert usage(session, budget_id) == (0, 0, 0)
    assert_all_is_settled(session, clock)


def test_ledger_of_earlier_periods(session: Session, clock: Clock) -> None:
    budget_id = make_budget(session)
    for execution_id in session.submit(20):
        spend(session, budget_id, execution_id, 3)
    session.drain()
    session.rows("select ff_reset_budget(%s)", budget_id)
    [later] = session.submit(1)
    spend(session, budget_id, later, 4)
    rest(session, clock)
    assert session.count("ff_budget_ledger") == 1
    assert usage(session, budget_id) == (4, 4, 0)
    assert session.drain() == [later]
    assert_all_is_settled(session, clock)


def test_ledger_whose_budget_is_locked(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """Ticks do not wait for the budget, and try again."""
    budget_id = make_budget(session)
    for execution_id in session.submit(5, policy={"retention_ms": 1000}):
        spend(session, budget_id, execution_id, 3)
    session.drain()
    other = open_session()
    other.begin()
    other.rows("select from ff_budget for update")
    rest(session, clock, most=5.0)
    assert (session.count("ff_exec_core"), session.count("ff_budget_ledger")) == (0, 5)
    other.rollback()
    rest(session, clock)
    assert session.count("ff_budget_ledger") == 0
    assert usage(session, budget_id) == (15, 15, 15)
    assert_is_quiet(session)


def make_budget(session: Session) -> UUID:
    budget_id = uuid4()
    session.rows(
        "select ff_create_budget(%s, 'tenant', 'acme', p_dimensions => '{cost}',"
        " p_hard_limits => '{1000}', p_soft_limits => '{0}')",
        budget_id,
    )
    return budget_id


def spend(session: Session, budget_id: UUID, execution_id: UUID, cost: int) -> None:
    session.rows(
        "select ff_record_spend(%s, %s, %s)", budget_id, execution_id, json.dumps({"cost": cost})
    )


def usage(session: Session, budget_id: UUID) -> tuple[int, int, int]:
    [row] = session.rows(
        "select used::int, spent::int, folded::int from ff_budget_usage where budget_id = %s",
        budget_id,
    )
    return tuple(row)


def test_flows_that_stay_empty(session: Session, open_session: OpenSession, clock: Clock) -> None:
    """A flow with a member is kept, also while the submission of the member is open."""
    flows = [uuid4() for _ in range(4)]
    for flow_id in flows:
        session.rows("select ff_create_flow(p_flow_id => %s)", flow_id)
    session.submit(1, flow_id=str(flows[0]))
    rest(session, clock, most=6.9 * 24 * 60 * MINUTE)
    assert session.count("ff_flow") == 4
    late = open_session()
    late.begin()
    late.submit(1, flow_id=str(flows[1]))
    clock.step(0.2 * 24 * 60 * MINUTE)
    session.tick()
    late.commit()
    remaining = session.rows("select flow_id from ff_flow where flow_id = any (%s)", flows)
    assert {row[0] for row in remaining} == set(flows[:2])
    rest(session, clock)
    assert session.count("ff_empty_flow") == 0
    assert session.count("ff_flow") == 2
    assert len(session.drain()) == 2
    assert_all_is_settled(session, clock)


def test_routes_go_out_of_use_while_nothing_happens(session: Session, clock: Clock) -> None:
    for priority in range(120):
        session.submit(1, priority=priority)
    session.submit(1, priority=200, delay_ms=30 * 86_400_000)
    session.drain()
    ticks = rest(session, clock, most=20 * MINUTE)
    assert ticks < 40
    open_routes = "select array_agg(priority) from ff_route where closed_at is null"
    assert session.value(open_routes) == [200]
    assert rest(session, clock, most=600 * MINUTE) < 4
    clock.step(30 * 24 * 60 * MINUTE)
    assert len(session.drain()) == 1
    assert_all_is_settled(session, clock)


def test_routes_that_a_snapshot_keeps(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """Ticks look less and less often whether they can go out of use, once a minute in the end."""
    for priority in range(120):
        session.submit(1, priority=priority)
    session.drain()
    rest(session, clock, most=8 * MINUTE)
    reader = hold_snapshot(open_session)
    rest(session, clock, most=6 * MINUTE)
    assert session.count("ff_route where retired_at is not null") == 120
    assert rest(session, clock, most=20 * MINUTE) < 100
    assert rest(session, clock, most=60 * MINUTE) <= 60
    assert session.count("ff_route where closed_at is not null") == 0
    reader.rollback()
    rest(session, clock, most=3 * MINUTE)
    assert session.count("ff_route where closed_at is not null") == 120
    rest(session, clock)
    assert_is_quiet(session)
    assert_all_is_settled(session, clock)


def test_transactions_of_the_server_that_a_database_was_copied_from(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """There the numbers of transactions were higher; here they seem to lie in the future."""
    later = f"'{10**12}'"
    for priority in range(120):
        session.submit(1, priority=priority, policy={"retention_ms": 1000})
    session.drain()
    reader = hold_snapshot(open_session)
    rest(session, clock, most=12 * MINUTE)
    assert session.count("ff_route where retired_at is not null and closed_at is null") == 120
    session.rows(f"update ff_route set merged_by = {later}")
    session.rows(
        "insert into ff_limit_todo (kind, lane_id, until_xid, written_by)"
        f" values ('lane', 'lane', {later}, {later})"
    )
    reader.rollback()
    rest(session, clock, most=3 * MINUTE)
    assert session.count("ff_limit_todo") == 0
    assert session.count("ff_route where closed_at is null") == 0
    session.rows(f"insert into ff_route_doubt (route_id, removed_by) values (-5, {later})")
    rest(session, clock)
    assert session.count("ff_route") == 0
    assert session.count("ff_route_doubt") == 0
    assert_is_quiet(session)
    assert_all_is_settled(session, clock)


def test_counts_of_submitters_that_were_copied_from_another_server(
    session: Session, clock: Clock
) -> None:
    later = 10**12
    session.rows("select ff_set_submitter_limit('lane', p_max_unfinished => 1000)")
    for _ in range(3):
        session.submit(5)
        session.drain()
        rest(session, clock, most=2.0)
    session.submit(5)
    assert session.count("ff_submitter_entry") > 0
    session.rows("update ff_submitter_entry set written_by = %s", str(later))
    session.rows(
        "update ff_submitter_count set seen_from = %s, counted_by = %s, contained = %s",
        *(str(later), str(later), f"{later}:{later}:"),
    )
    unfinished = (
        "select unfinished_count from ff_list_submitter_limits('lane') where submitter is not null"
    )
    assert session.value(unfinished) == 5
    ticks = rest(session, clock, most=10 * MINUTE)
    # now and then a tick looks at all entries
    assert ticks < 70
    assert session.count("ff_submitter_entry") == 0
    assert session.value(unfinished) == 5
    session.drain()
    assert session.value(unfinished) == 0
    rest(session, clock, most=2.0)
    assert session.value(unfinished) == 0
    rest(session, clock)
    assert_is_quiet(session)
    assert_all_is_settled(session, clock)


def test_routes_without_executions_are_removed_while_nothing_happens(
    session: Session, clock: Clock
) -> None:
    session.submit(3, policy={"retention_ms": 1000})
    session.drain()
    ticks = rest(session, clock, most=24.5 * 60 * MINUTE)
    assert ticks < 40
    assert session.count("ff_route") == 0
    assert session.count("ff_route_doubt") == 0
    rest(session, clock)
    assert_is_quiet(session)
    assert_all_is_settled(session, clock)
