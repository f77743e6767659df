"""Transactions that stay open: heads pass them, claims go on, and nothing is lost when they end."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any
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
    gate_holders,
    let_heads_pass,
    wait_until,
    work,
)

ENDS = pytest.mark.parametrize("end", ["commit", "rollback"])
# an option that changes nothing, and that the short body of batches leaves to the general one
GENERAL: dict[str, Any] = {"delay_ms": 0}


def end_transaction(session: Session, end: str) -> None:
    session.rows(end)


@ENDS
def test_open_claim(session: Session, open_session: OpenSession, clock: Clock, end: str) -> None:
    holder = open_session()
    work(session)
    execution_id = session.submit_one()
    holder.begin()
    held = holder.claim_one()
    let_heads_pass(session, clock)
    assert session.count("ff_debt") >= 1
    end_transaction(holder, end)
    session.tick()
    if end == "rollback":
        held = session.claim_one()
        assert (held.execution_id, held.lease_epoch) == (execution_id, 1)
    assert session.claim() is None
    session.complete(held)
    assert_all_is_settled(session, clock)


@ENDS
def test_open_claim_whose_lease_lapses_before_the_end(
    session: Session, open_session: OpenSession, clock: Clock, end: str
) -> None:
    """When the claim commits, its row is due in the past, far below the head."""
    holder = open_session()
    work(session)
    execution_id = session.submit_one()
    holder.begin()
    holder.claim_one(ttl_ms=500)
    let_heads_pass(session, clock)
    end_transaction(holder, end)
    session.tick()
    again = session.claim_one()
    assert again.execution_id == execution_id
    assert again.attempt_type == ("reclaim" if end == "commit" else "initial")
    session.complete(again)
    assert_all_is_settled(session, clock)


@ENDS
def test_open_completion_whose_lease_lapses(
    session: Session, open_session: OpenSession, clock: Clock, end: str
) -> None:
    holder = open_session()
    work(session)
    execution_id = session.submit_one()
    held = session.claim_one(ttl_ms=500)
    holder.begin()
    holder.complete(held)
    let_heads_pass(session, clock)
    end_transaction(holder, end)
    session.tick()
    again = session.claim()
    if end == "commit":
        assert again is None
    else:
        assert again
        assert (again.execution_id, again.attempt_type) == (execution_id, "reclaim")
        session.complete(again)
    assert_all_is_settled(session, clock)


@pytest.mark.parametrize("way", ["in batches", "in batches with a delay", "one by one"])
@ENDS
def test_open_submitter(
    session: Session, open_session: OpenSession, clock: Clock, end: str, way: str
) -> None:
    def submit(count: int, lane: str = LANE) -> list[UUID]:
        if way == "in batches":
            return submitter.submit(count, lane)
        if way == "in batches with a delay":
            return submitter.submit(count, lane, **GENERAL)
        return [submitter.submit_one(lane) for _ in range(count)]

    submitter = open_session()
    work(session)
    submitter.begin()
    submitted = submit(3)
    let_heads_pass(session, clock)
    assert session.count("ff_range_debt") >= 1
    submitted += submit(2)  # at the head of then, and in new ground
    submitted += submit(2, "fresh")
    let_heads_pass(session, clock)
    end_transaction(submitter, end)
    session.tick()
    drained = [*session.drain(), *session.drain("fresh")]
    assert sorted(drained) == (sorted(submitted) if end == "commit" else [])
    assert_all_is_settled(session, clock)


# A submission has read the clock and the mark when it asks for its id.
PAUSED_SUBMISSION = """
alter function flowfabric._new_id(timestamptz, integer) rename to _other_id;
create function flowfabric._new_id(p_now timestamptz, p_partition integer default null)
returns uuid language plpgsql volatile as $new_id$
begin
    if current_setting('test.pauses', true) = 'on' then
        perform pg_advisory_xact_lock_shared(1);
    end if;
    return flowfabric._other_id(p_now, p_partition);
end
$new_id$;
"""


@pytest.mark.parametrize("count", [1, 2])
def test_submission_that_stops_before_it_writes(
    session: Session, open_session: OpenSession, clock: Clock, count: int
) -> None:
    """It is known from before it read the mark, so heads do not pass it unnoticed."""
    submitter, locker = open_session(), open_session()
    work(session)
    session.rows(PAUSED_SUBMISSION)
    submitter.rows("set test.pauses = on; set lock_timeout = '20 s'")
    locker.rows("select pg_advisory_lock(1)")
    with ThreadPoolExecutor(1) as pool:
        submitting = pool.submit(submitter.submit, count)
        try:
            wait_until(
                lambda: bool(
                    session.rows(
                        "select 1 from pg_locks where locktype = 'advisory' and not granted"
                    )
                )
            )
            let_heads_pass(session, clock)
        finally:
            locker.rows("select pg_advisory_unlock(1)")
        submitted = submitting.result(10)
    session.tick()
    session.tick()
    assert session.drain() == submitted
    assert_all_is_settled(session, clock)


def test_short_transactions_that_overlap_do_not_stop_the_head(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """At any time a session submits, for 0.3 s, and heads are advanced often."""
    submitters = [open_session(), open_session()]
    work(session)
    current = submitters[0]
    current.begin()
    current.submit()
    began_at = []
    for number in range(1, 10):
        began_at.append(session.value("select _now()"))
        following = submitters[number % 2]
        following.begin()
        following.submit()
        # in one statement, or a slow machine needs more than the second after which they are noted
        session.rows("select _prove_clock() from generate_series(1, 80)")
        clock.step(0.3)
        session.rows("select _prove_clock()")
        current.commit()
        session.drain()
        current = following
    session.rows("select _move_head(1, _prove_clock())")
    assert session.value("select _head_of(1) > %s", began_at[-2]), "the last but one is open"
    current.commit()
    session.tick()  # on a slow machine it was noted
    session.drain()
    assert_all_is_settled(session, clock)


def test_open_delayed_submission_comes_due_before_the_commit(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    submitter = open_session()
    work(session)
    submitter.begin()
    execution_id = submitter.submit_one(delay_ms=1500)
    let_heads_pass(session, clock)
    submitter.commit()
    session.tick()
    assert session.drain() == [execution_id]
    assert_all_is_settled(session, clock)


@ENDS
def test_open_batch_of_many(
    session: Session, open_session: OpenSession, clock: Clock, end: str
) -> None:
    """The batch has more rows than are noted as debts at once."""
    holder = open_session()
    work(session)
    submitted = session.submit(1500)
    holder.begin()
    held = holder.claim_batch(2000)
    assert [each.execution_id for each in held] == submitted
    let_heads_pass(session, clock, steps=12)
    assert session.count("ff_debt") >= 1500
    session.tick(max_rows=100)
    end_transaction(holder, end)
    if end == "rollback":
        # the first goes on where the last one stopped
        for _ in range(2):
            session.tick(max_rows=2000)
        assert sorted(session.drain()) == sorted(submitted)
    else:
        session.rows(
            "select flowfabric.ff_complete_batch(%s::text[])", [each.handle for each in held]
        )
    assert_all_is_settled(session, clock)


def test_claim_comes_back_beside_an_open_batch(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """Debts that cannot be settled yet do not keep a tick from the others."""
    single, batch = open_session(), open_session()
    work(session)
    execution_id, *others = session.submit(301)
    single.begin()
    assert single.claim_one().execution_id == execution_id
    batch.begin()
    assert len(batch.claim_batch(1000)) == len(others)
    let_heads_pass(session, clock)
    session.tick(100)
    single.rollback()
    session.tick(100)
    assert session.drain() == [execution_id]
    batch.rollback()


def test_open_batch_of_rows_that_are_due_at_one_moment(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """The batch has more rows of one moment than are noted at once: they do not hold up the head
    either."""
    holder = open_session()
    work(session)
    run_at = session.value("select (flowfabric._now() + interval '1 minute')::text")
    submitted = [
        execution_id
        for [execution_id] in session.rows(
            "select (flowfabric.ff_create_execution("
            "'lane', to_jsonb(i.item), p_run_at => %s)).execution_id"
            " from generate_series(1, 1100) as i (item)",
            run_at,
        )
    ]
    clock.step(61)
    holder.begin()
    assert len(holder.claim_batch(2000)) == 1100
    let_heads_pass(session, clock, steps=12)
    assert session.count("ff_debt") < 5000
    session.tick(max_rows=100)
    holder.rollback()
    # the first goes on where the last one stopped
    for _ in range(2):
        session.tick(max_rows=5000)
    assert sorted(session.drain()) == sorted(submitted)
    assert_all_is_settled(session, clock)


def test_a_backlog_is_not_noted_as_debts(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """Rows that claims can see are not searched for when an open submitter has ended at last."""
    submitter = open_session()
    work(session)
    submitter.begin()
    execution_id = submitter.submit_one()
    let_heads_pass(session, clock)
    backlog = session.submit(3000)
    clock.step(1)
    submitter.commit()
    session.rows("select from flowfabric.ff_tick(100)")
    assert session.count("ff_debt") < 200
    assert session.claim_batch(1)[0].execution_id in {execution_id, backlog[0]}
    clock.step(1)
    session.tick()
    drained = session.drain()
    assert len(drained) == 3000
    assert session.open_debts() == 0


def test_head_that_passed_an_open_submitter_and_is_committed_after_it(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """When the submitter has ended and its rows are searched for, no session sees that head yet."""
    submitter, advancer = open_session(), open_session()
    work(session)
    submitter.begin()
    submitted = submitter.submit()
    let_heads_pass(session, clock)
    submitted += submitter.submit()
    clock.step(0.1)
    advancer.begin()
    advancer.rows("select _move_head(1, _prove_clock())")
    assert advancer.head_lag_s() < 0.1, "it passes what is submitted last"
    submitter.commit()
    session.tick()
    advancer.commit()
    session.tick()
    assert sorted(session.drain()) == sorted(submitted)
    assert_all_is_settled(session, clock)


def test_search_goes_on_where_it_stopped(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """The search for the rows of an open submitter is bounded, and continues."""
    submitter = open_session()
    for lane in ("lane", "a", "b", "c"):
        work(session, lane=lane)
    submitter.begin()
    submitted = {lane: submitter.submit(5, lane=lane) for lane in ("lane", "a", "b", "c")}
    for lane in ("lane", "a", "b", "c"):
        let_heads_pass(session, clock, lane)
    submitter.commit()
    session.rows("select flowfabric._watch_open_writers()")
    searches = 1
    while session.value("select flowfabric._search_range_debts(flowfabric._now())"):
        searches += 1
        assert searches < 1000
    assert searches > 4
    session.rows("select flowfabric._settle_debts(0, 1000, 'infinity')")
    for lane, execution_ids in submitted.items():
        assert sorted(session.drain(lane)) == sorted(execution_ids)
    assert_all_is_settled(session, clock)


def owe_a_range(session: Session, seconds: float) -> None:
    """Write a range debt, as of an old open transaction that has ended without writes."""
    session.rows(
        "insert into ff_range_debt (era, holders, from_at, to_at, is_due)"
        " select e.last_value, '{}', _now() - %s * interval '1 second', _now(), true"
        " from ff_clock_era as e",
        seconds,
    )


@pytest.mark.parametrize("kind", ["deadlines", "timeouts"])
def test_search_for_what_is_overdue_is_bounded(session: Session, clock: Clock, kind: str) -> None:
    """The search notes a thousand rows at a time, and continues."""
    count, past_ms = (3000, 1500) if kind == "deadlines" else (1500, 750)
    let_heads_pass(session, clock)
    deadlines = [1 + number // 2 for number in range(count)]
    submitted = session.submit(count, deadline_ms=deadlines if kind == "deadlines" else None)
    if kind == "timeouts":
        session.rows(
            "select s.outcome from unnest(%s::text[]) with ordinality as c (handle, place)"
            " cross join lateral ff_suspend("
            "c.handle, '{\"timeout_only\": true}', p_timeout_ms => c.place / 2 + 1) as s",
            [claimed.handle for claimed in session.claim_batch(count)],
        )
    clock.step(past_ms / 1000 + 60)
    owe_a_range(session, past_ms / 1000 + 120)
    noted = [session.count("ff_debt")]
    is_more = True
    while is_more:
        is_more = session.value("select _search_range_debts(_now())")
        noted.append(session.count("ff_debt"))
        assert len(noted) < 10_000
    assert 1000 <= max(after - before for before, after in pairwise(noted)) <= 1002
    assert noted[-1] == count
    assert session.count("ff_range_debt") == 0
    for _ in range(20):
        session.tick()
    assert session.open_debts() == 0
    assert session.findings() == []
    ends = session.rows(
        "select distinct ff_read_execution_state(e.id) from unnest(%s::uuid[]) as e (id)", submitted
    )
    assert ends == [("expired" if kind == "deadlines" else "failed",)]


def test_search_does_not_take_the_place_in_one_route_for_that_in_another(
    session: Session, clock: Clock
) -> None:
    """The route that the search stopped in is closed when it continues."""
    let_heads_pass(session, clock)
    execution_id = session.submit_one()
    owe_a_range(session, 60)
    # given it stopped at the end of a route before, which is gone, and a row below the head
    session.rows("update ff_range_debt set next_route_id = 0, next_at = to_at + interval '1 s'")
    session.rows(
        "update ff_exec_core set claimable_at = _now() - interval '30 s' where terminal_at is null"
    )
    assert session.claim() is None
    while session.value("select _search_range_debts(_now())"):
        pass
    session.tick()
    assert session.drain() == [execution_id]
    assert_all_is_settled(session, clock)


@pytest.mark.parametrize(
    ("count", "options"),
    [(1, {}), (2, {}), (2, GENERAL)],
    ids=["one", "batch", "batch with a delay"],
)
def test_submitter_that_goes_back_to_a_savepoint(
    session: Session,
    open_session: OpenSession,
    clock: Clock,
    count: int,
    options: dict[str, Any],
) -> None:
    """The savepoint releases the gate; the next submission takes it again."""
    submitter = open_session()
    work(session)
    submitter.begin()
    submitter.rows("savepoint before")
    submitter.submit(count, **options)
    submitter.rows("rollback to savepoint before")
    let_heads_pass(session, clock)
    submitted = submitter.submit(count, **options)
    let_heads_pass(session, clock)
    submitter.commit()
    session.tick()
    assert sorted(session.drain()) == sorted(submitted)
    assert_all_is_settled(session, clock)


def test_noted_submitter_that_goes_back_to_a_savepoint(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    submitter = open_session()
    work(session)
    submitter.begin()
    submitter.rows("savepoint before")
    submitter.submit()
    let_heads_pass(session, clock)
    assert session.count("ff_range_debt") >= 1
    submitter.rows("rollback to savepoint before")
    execution_ids = [submitter.submit_one()]
    let_heads_pass(session, clock)
    submitter.rows("rollback to savepoint before")
    session.tick()
    execution_ids = [submitter.submit_one()]
    let_heads_pass(session, clock)
    submitter.commit()
    session.tick()
    assert session.drain() == execution_ids
    assert_all_is_settled(session, clock)


def test_claim_that_goes_back_to_a_savepoint(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """The row is free again while the transaction stays open."""
    holder = open_session()
    work(session)
    execution_id = session.submit_one()
    holder.begin()
    holder.rows("savepoint before")
    holder.claim_one()
    let_heads_pass(session, clock)
    holder.rows("rollback to savepoint before")
    session.tick()
    assert session.claim_one().execution_id == execution_id
    holder.rollback()


OLD_SNAPSHOTS = pytest.mark.parametrize(
    "isolation",
    [IsolationLevel.REPEATABLE_READ, IsolationLevel.SERIALIZABLE],
    ids=["repeatable read", "serializable"],
)


def heads(session: Session) -> list[object]:
    return session.rows("select route_id, head_id, head_at::text from ff_head order by head_id")


@OLD_SNAPSHOTS
def test_heads_do_not_move_from_within_an_old_snapshot(
    session: Session, open_session: OpenSession, clock: Clock, isolation: IsolationLevel
) -> None:
    reader = open_session()
    let_heads_pass(session, clock)
    session.submit(10)
    clock.step(2)
    reader.begin(isolation)
    before = heads(reader)
    for _ in range(3):
        clock.step(1)
        reader.rows("select setval('flowfabric.ff_claim_count', 63)")
        reader.complete(reader.claim_one())
        reader.advance_head()
        reader.tick()
    assert heads(reader) == before
    reader.commit()
    assert heads(session) == before
    assert len(session.drain()) == 7
    assert_all_is_settled(session, clock)


@OLD_SNAPSHOTS
@pytest.mark.parametrize("is_open_for_long", [True, False])
def test_submission_from_an_old_snapshot(
    session: Session,
    open_session: OpenSession,
    clock: Clock,
    isolation: IsolationLevel,
    is_open_for_long: bool,
) -> None:
    submitter = open_session()
    work(session)
    submitter.begin(isolation)
    submitter.rows("select count(*) from flowfabric.ff_route")
    let_heads_pass(session, clock)
    submitted = submitter.submit(3)
    if is_open_for_long:
        let_heads_pass(session, clock)
    submitter.commit()
    session.tick()
    assert session.drain() == submitted
    assert_all_is_settled(session, clock)


@OLD_SNAPSHOTS
@ENDS
def test_claim_and_completion_from_an_old_snapshot(
    session: Session,
    open_session: OpenSession,
    clock: Clock,
    isolation: IsolationLevel,
    end: str,
) -> None:
    holder = open_session()
    work(session)
    submitted = session.submit(2)
    completed = holder.claim_one(ttl_ms=10_000)
    holder.begin(isolation)
    holder.claim_one(ttl_ms=500)
    holder.complete(completed)
    let_heads_pass(session, clock, steps=40)
    end_transaction(holder, end)
    session.tick()
    assert sorted(session.drain()) == sorted(submitted[1:] if end == "commit" else submitted)
    assert_all_is_settled(session, clock)


@pytest.mark.parametrize("death", ["closed", "terminated"])
def test_session_that_dies(
    session: Session, open_session: OpenSession, clock: Clock, death: str
) -> None:
    victim = open_session()
    work(session)
    execution_id = session.submit_one()
    victim.begin()
    victim.claim_one()
    victim.submit(5)
    let_heads_pass(session, clock)
    if death == "closed":
        victim.close()
    else:
        session.rows("select pg_terminate_backend(%s, 5000)", victim.connection.info.backend_pid)
        with pytest.raises(psycopg.OperationalError):
            victim.rows("select 1")
    wait_until(lambda: gate_holders(session) == 0)
    session.tick()
    assert session.drain() == [execution_id]
    assert_all_is_settled(session, clock)


# Time stands still for a session where it reads the clock, until it is let go.
CLOCK_THAT_WAITS = """
create or replace function flowfabric._now()
returns timestamptz
language plpgsql
volatile
as $_now$
begin
    if current_setting('test.waits', true) = 'yes' then
        perform pg_advisory_lock_shared(1);
        perform pg_advisory_unlock_shared(1);
    end if;
    return clock_timestamp()
        + (select c.last_value from public.clock_offset_us as c) * interval '1 microsecond';
end;
$_now$;
"""


def test_submission_in_the_middle_of_an_advance(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """The advance has read records, but not yet the holders of the gate: both become more."""
    advancer, submitter, gatekeeper = open_session(), open_session(), open_session()
    work(session)
    for _ in range(3):
        session.advance_head()
    session.rows(CLOCK_THAT_WAITS)
    gatekeeper.rows("select pg_advisory_lock(1)")
    advancer.rows("set test.waits = 'yes'")
    with ThreadPoolExecutor(1) as pool:
        advance = pool.submit(advancer.rows, "select _move_head(1, _prove_clock())")
        wait_until(lambda: waits_for_its_clock(session))
        submitter.begin()
        execution_id = submitter.submit_one()
        for _ in range(3):
            clock.step(0.03)
            session.rows("select _prove_clock()")
        gatekeeper.rows("select pg_advisory_unlock(1)")
        advance.result(5)
    submitter.commit()
    assert session.claim_one().execution_id == execution_id


def waits_for_its_clock(session: Session) -> bool:
    return bool(
        session.value(
            "select exists(select from pg_locks where locktype = 'advisory' and not granted)"
        )
    )
