"""Claims run the maintenance: no process has to call ff_tick."""

from __future__ import annotations

import pytest

from .engine import (
    LANE,
    OTHER_LANE,
    Clock,
    OpenSession,
    Session,
    assert_all_is_settled,
    end_prepared,
    let_heads_pass,
    prepare_transaction,
    work,
)


def ticks(session: Session) -> int:
    return int(session.value("select coalesce(max(tick_id), 0) from ff_tick_log"))


def test_polling_worker_gets_back_the_row_of_a_claim_that_was_rolled_back(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    holder = open_session()
    work(session)
    execution_id = session.submit_one()
    holder.begin()
    holder.claim_one()
    let_heads_pass(session, clock)
    holder.rollback()
    clock.step(1)
    assert session.claim() is None
    assert session.value("select ff_next_due_in_ms(%s)", LANE) == 0, "it need not sleep"
    assert session.claim_one().execution_id == execution_id


def test_polling_worker_finds_what_an_open_submitter_left(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    submitter = open_session()
    work(session)
    submitter.begin()
    submitted = submitter.submit(3)
    let_heads_pass(session, clock)
    submitter.commit()
    clock.step(1)
    assert session.claim_batch(10) == []
    assert session.drain() == submitted


def test_busy_workers_tick_as_well(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """Where no claim is empty, each 64th ticks."""
    holder = open_session()
    work(session)
    execution_id = session.submit_one()
    holder.begin()
    holder.claim_one()
    let_heads_pass(session, clock)
    holder.rollback()
    clock.step(1)
    session.submit(64)
    claims = [session.claim_one() for _ in range(65)]
    assert execution_id in {claimed.execution_id for claimed in claims}


def let_ticks_rest(session: Session, clock: Clock) -> int:
    """Tick until there is nothing to do; returns how many ticks there have been in all."""
    # lanes are counted ten seconds after they were counted last
    clock.step(11)
    session.tick()
    for _ in range(10):
        before = ticks(session)
        clock.step(1)
        session.claim()
        if ticks(session) == before:
            return before
    raise AssertionError("there is always more to do")


def test_empty_claim_ticks_once_in_a_second(session: Session, clock: Clock) -> None:
    work(session)
    before = let_ticks_rest(session, clock)
    # the last claim has found nothing to do, and remembers it for so long
    clock.step(1)
    for claims in (1, 2):
        work(session)
        session.claim()
        assert ticks(session) == before + claims
        for _ in range(20):
            clock.step(0.01)
            work(session, 1)
            assert session.claim() is None
            assert session.claim_batch(10) == []
        assert ticks(session) == before + claims
        clock.step(1)


def test_tick_that_has_nothing_to_do_writes_nothing(session: Session, clock: Clock) -> None:
    """Also after a long time; a tick that was called, and a tick of a claim."""
    work(session)
    let_ticks_rest(session, clock)
    for call in ("ff_tick()", "_ask_for_tick()") * 10:
        clock.step(30)
        session.begin()
        session.rows(f"select from {call}")
        # a transaction that writes has an id
        assert session.value("select pg_current_xact_id_if_assigned()") is None
        session.commit()


def test_tick_runs_when_the_claim_commits(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """Once, however the transaction was begun."""
    other = open_session()
    for statements in (1, 3):
        work(session)
        before = ticks(session)
        clock.step(1)
        other.begin()
        for _ in range(statements):
            other.claim()
        assert ticks(other) == before
        other.commit()
        assert ticks(other) == before + 1
    assert session.count("ff_tick_request") == 0


@pytest.mark.parametrize("way", ["rollback", "savepoint", "late", "prepared"])
def test_claim_that_ends_otherwise_does_not_tick(
    session: Session, open_session: OpenSession, clock: Clock, way: str
) -> None:
    other = open_session()
    session.submit()
    claimed = session.claim_one()
    session.claim()
    before = ticks(session)
    clock.step(1)
    session.complete(claimed)
    other.begin()
    other.rows("savepoint before")
    other.claim()
    match way:
        case "rollback":
            other.rollback()
        case "savepoint":
            other.rows("rollback to savepoint before")
            other.commit()
        case "late":
            session.tick()
            other.commit()
        case _:
            prepare_transaction(other)
            end_prepared(session, "commit")
    assert ticks(session) == before + (way == "late")
    # the request of a prepared transaction is put off, not dropped
    assert session.count("ff_tick_request") == (way == "prepared")
    session.tick()
    assert session.count("ff_tick_request") == 0


@pytest.mark.parametrize(
    "before",
    [
        "set statement_timeout = '10s'",
        "set local application_name = 'x'",
        "prepare p as select 1; deallocate p",
    ],
)
def test_a_claim_behind_another_statement_in_one_message_ticks(
    session: Session, clock: Clock, before: str
) -> None:
    """The text of the message begins with the other statement."""
    session.claim()
    before_it = ticks(session)
    clock.step(1)
    work(session)
    session.rows(f"{before}; select from flowfabric.ff_claim('{LANE}', 'w', 'w-1')")
    assert ticks(session) == before_it + 1


@pytest.mark.parametrize("way", ["constraints", "prepare", "text"])
def test_a_guess_puts_a_tick_off_and_not_for_ever(
    session: Session, open_session: OpenSession, clock: Clock, way: str
) -> None:
    """The text of a statement only tells that its transaction may stay open."""
    other = open_session()
    # a prepared statement has no text any more when it is committed
    other.connection.prepare_threshold = None
    overdue = session.submit_one(OTHER_LANE, delay_ms=3_600_000, deadline_ms=500)
    work(session)
    session.claim()
    before = ticks(session)

    def claim() -> None:
        match way:
            case "constraints":
                other.begin()
                other.claim()
                other.rows("set constraints all immediate")
                other.commit()
            case "prepare":
                other.begin()
                other.claim()
                prepare_transaction(other)
                end_prepared(session, "commit")
            case _:
                other.rows(
                    f"select from flowfabric.ff_claim('{LANE}', 'w', 'w-1')"
                    " /* we do not prepare this transaction */"
                )

    clock.step(1)
    claim()
    assert ticks(session) == before
    assert session.count("ff_tick_request") == 1
    for _ in range(9):
        clock.step(1)
        claim()
    assert ticks(session) == before + 1, "one in ten seconds"
    state = session.value("select flowfabric.ff_read_execution_state(%s)", overdue)
    assert state == "expired"
    assert session.count("ff_tick_request") == 0


# a deferred trigger of the user's own, which fails an execution while its transaction commits
FAILS_AT_COMMIT = """
create table public.failure (handle text);
create function public.fail_at_commit()
returns trigger
language plpgsql
as $fail_at_commit$
begin
    perform flowfabric.ff_fail(new.handle, 'oops', 'permanent');
    return null;
end;
$fail_at_commit$;
create constraint trigger fail_at_commit after insert on public.failure
deferrable initially deferred for each row execute function public.fail_at_commit();
"""
CHAIN = """
select executions from ff_submit_flow('{"nodes": {
    "a": {"lane": "lane"}, "b": {"lane": "lane", "after": ["a"]},
    "c": {"lane": "lane", "after": ["b"]}
}}')
"""


def test_work_left_by_a_later_trigger_of_the_same_commit_is_done(session: Session) -> None:
    """The commit has done its maintenance before the trigger of the user runs."""
    session.rows(FAILS_AT_COMMIT)
    first = session.value(CHAIN)
    second = session.value(CHAIN)
    handle = session.value(
        "select handle from ff_issue_grant_and_claim(%s, %s, 10000)", first["a"], LANE
    )
    session.begin()
    session.rows("select from ff_cancel_execution(%s, 'not needed')", second["a"])
    session.rows("insert into public.failure values (%s)", handle)
    session.commit()
    for flow in (first, second):
        assert session.value("select ff_read_execution_state(%s)", flow["c"]) == "skipped"
    assert session.count("ff_flow_todo") == 0
    assert session.count("ff_tick_request") == 0


def test_open_transaction_that_claimed_holds_up_nobody(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """Its claim found that maintenance was due, with work of every kind."""
    holder, submitter, other, polling = (open_session() for _ in range(4))
    duplicates = [open_session(), open_session()]
    work(session)
    rolled_back = session.submit_one()
    holder.begin()
    holder.claim_one()
    submitter.begin()
    submitted_late = submitter.submit(2)
    lapsed = session.submit_one(OTHER_LANE)
    session.claim_one(OTHER_LANE, ttl_ms=500)
    overdue = session.submit_one("third", delay_ms=3_600_000, deadline_ms=2000)
    for duplicate in duplicates:
        duplicate.begin()
        duplicate.submit(1, "fourth")
    let_heads_pass(session, clock)
    holder.rollback()
    submitter.commit()
    for duplicate in duplicates:
        duplicate.commit()
    clock.step(5)

    other.begin()
    assert other.claim("none") is None
    assert other.claim(LANE) is None
    assert polling.claim(LANE) is None, "and ticks"
    assert sorted(polling.drain()) == sorted([rolled_back, *submitted_late])
    assert polling.value("select public_state from ff_describe_execution(%s)", overdue) == "expired"
    assert "expired" in polling.value(
        "select array_agg(kind::text) from ff_event_item as e where e.execution_id = %s",
        lapsed,
    )
    assert polling.drain(OTHER_LANE) == [lapsed]
    for _ in range(5):
        clock.step(1)
        polling.claim()
    assert polling.value("select max(safe_event_id) from ff_event_watermark") == polling.value(
        "select max(event_id) from ff_event"
    )
    assert polling.value("select count(*) from ff_route where retired_at is not null") == 1
    other.commit()
    assert len(session.drain("fourth")) == 2


def test_open_transaction_that_ticked_keeps_nobody_from_it(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    other = open_session()
    work(session)
    other.begin()
    other.tick()
    before = ticks(session)
    clock.step(1)
    session.claim()
    assert ticks(session) > before
    let_heads_pass(session, clock)
    other.commit()
    assert_all_is_settled(session, clock)


def test_open_tick_keeps_nothing_that_needed_no_change(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """The tick looked at the row of an open claim, which stays its holder's."""
    holder, ticker = open_session(), open_session()
    work(session)
    session.submit()
    holder.begin()
    held = holder.claim_one()
    let_heads_pass(session, clock)
    assert session.count("ff_debt") == 1
    holder.commit()
    ticker.begin()
    ticker.tick()
    assert ticker.count("ff_debt") == 0
    session.complete(held)
    ticker.commit()
    assert_all_is_settled(session, clock)


def test_open_tick_keeps_nothing_that_it_could_not_lock(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """The row was locked when the tick met it; the next tick has to look at it."""
    holder, ticker = open_session(), open_session()
    work(session)
    execution_id = session.submit_one()
    holder.begin()
    holder.claim_one()
    let_heads_pass(session, clock)
    ticker.begin()
    ticker.tick()
    holder.rollback()
    session.tick()
    assert session.drain() == [execution_id]
    ticker.commit()
    assert_all_is_settled(session, clock)


def test_deadlines_of_a_large_batch_that_is_open_are_noted_in_pieces(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    holder = open_session()
    session.rows(
        "select ff_create_execution(%s, p_deadline_ms => 60000 + i)"
        " from generate_series(1, 1100) as i",
        LANE,
    )
    holder.begin()
    assert len(holder.claim_batch(2000)) == 1100
    clock.step(70)
    noted = []
    for _ in range(4):
        session.rows("select _fire_deadlines(_prove_clock(), 1000, 'infinity')")
        noted.append(session.count("ff_debt"))
    assert noted == [1000, 1100, 1100, 1100]
    session.tick(100)
    holder.rollback()
    for _ in range(2):
        session.tick(1000)
    assert session.states() == {"expired_unstarted": 1100}
    session.tick()
    assert session.open_debts() == 0


def turns(session: Session) -> int:
    return len(session.rows("select 1 from ff_job_slot for no key update skip locked"))


def test_open_transaction_keeps_one_turn(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """It does not take one more job slot with each claim, until none is left for others."""
    other = open_session()
    before = turns(session)
    other.begin()
    other.rows("savepoint before")
    for _ in range(20):
        clock.step(1)
        work(other)
        assert other.claim() is None
    assert other.head_lag_s() < 5, "it goes on with what it does"
    assert turns(session) == before - 1
    other.rows("rollback to savepoint before")
    assert turns(session) == before
    clock.step(1)
    work(other)
    other.claim()
    assert turns(session) == before - 1
    other.commit()
    assert turns(session) == before


def test_turns_leave_nothing_dead_behind(session: Session, clock: Clock) -> None:
    session.rows("vacuum ff_job_slot")
    rows = session.rows("select ctid::text, job, slot from ff_job_slot order by ctid")
    before = ticks(session)
    for _ in range(30):
        clock.step(1)
        work(session)
        session.claim()
    assert ticks(session) >= before + 30
    assert session.rows("select ctid::text, job, slot from ff_job_slot order by ctid") == rows


def test_tables_of_the_heads_stay_small(session: Session, clock: Clock) -> None:
    for _ in range(400):
        clock.step(0.05)
        session.submit()
        session.advance_head()
        session.claim_and_complete(1)
    for _ in range(300):
        clock.step(1)
        session.tick()
    for table in ("ff_clock_record", "ff_event_watermark", "ff_tick_log", "ff_head"):
        assert session.count(table) < 300, table
    assert_all_is_settled(session, clock)


FAILING_JOB = """
    create or replace function _tend_admission(p_limit integer, p_stop_at timestamptz)
    returns integer language plpgsql as $_tend_admission$
    begin
        {}
        return 0;
    end;
    $_tend_admission$
"""


@pytest.mark.parametrize(
    ("failure", "noted"),
    [
        ("raise exception 'no limits today';", ["limits"]),
        ("raise exception 'the disk is full' using errcode = '53100';", []),
        ("raise exception 'a deadlock' using errcode = '40P01';", []),
        ("perform pg_sleep(1) from pg_cancel_backend(pg_backend_pid());", []),
    ],
)
def test_commit_goes_on_when_the_work_that_rides_along_fails(
    session: Session, clock: Clock, failure: str, noted: list[str]
) -> None:
    work(session)
    execution_id = session.submit_one()
    clock.step(2)
    before = ticks(session)
    session.rows(FAILING_JOB.format(failure))
    session.begin()
    claimed = session.claim_one()
    session.rows("select _ask_for_tick()")
    session.commit()
    assert claimed.execution_id == execution_id
    assert session.value("select ff_read_execution_state(%s)", execution_id) == "active"
    assert ticks(session) == before + 1, "the other jobs were done"
    assert [job for [job] in session.rows("select job from ff_job_error")] == noted


def test_commit_does_not_fail_because_a_cursor_over_events_is_open(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """The tick of the commit removes old events."""
    other = open_session()
    session.rows("select ff_set_event_retention(60000)")
    work(session)
    session.tick()
    for _ in range(8):
        clock.step(61)
        work(session, 2)
        session.tick()
        session.rows("select from ff_recycle_events()")
        clock.step(1)
        other.begin()
        other.rows("declare c cursor for select * from ff_event_log")
        other.rows("fetch c")
        other.rows("select from ff_claim('elsewhere', 'w', 'w-1')")
        other.commit()
    assert session.rows("select job from ff_tick() where errors > 0") == []
    assert session.value("select last_value from ff_event_floor") > 0


def test_commit_does_not_fail_because_its_transaction_was_made_read_only(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """The tick of the commit would write; a ring is sent all the same."""
    other, sleeper = open_session(), open_session()
    work(session)
    claimed = (session.submit_one(), session.claim_one())[1]
    sleeper.rows("select ff_hang_doorbell('sleeper-1', array[%s], 60000)", LANE)
    sleeper.rows("select ff_await_frames(%s, '0-0')", claimed.execution_id)
    sleeper.rows("listen flowfabric")
    clock.step(2)
    before = ticks(session)
    other.begin()
    other.rows("select ff_append_frame(%s, p_text => 'a')", claimed.handle)
    [execution_id] = other.submit()
    other.claim(OTHER_LANE)
    other.rows("set transaction read only")
    other.commit()
    assert ticks(session) == before
    assert session.claim_one().execution_id == execution_id
    assert list(sleeper.connection.notifies(timeout=5, stop_after=1))
    session.tick()
    assert session.count("ff_ring_request") == 0
    assert session.count("ff_tick_request") == 0
