"""Limits of submitters: exact beside other sessions, whatever transactions are open."""

from __future__ import annotations

import random

import psycopg
import pytest

from .racing import (
    LANE,
    Connection,
    Open,
    claim,
    complete_batch,
    findings,
    race,
    submit,
    wait_until,
)

LIMIT = 20


def limit(session: Connection, **most: int) -> None:
    options = most or {"p_max_unfinished": LIMIT}
    session.execute(
        "select flowfabric.ff_set_submitter_limit(%s, "
        + ", ".join(f"{name} => {number}" for name, number in options.items())
        + ")",
        (LANE,),
    )


def submits(session: Connection, count: int = 1) -> bool:
    """Whether the submission is accepted; the transaction continues in both cases."""
    try:
        with session.transaction():
            submit(session, count)
    except psycopg.Error as error:
        if error.sqlstate != "ZF803":
            raise
        return False
    return True


def use(session: Connection) -> tuple[int, int]:
    """The number in the list, and the number of unfinished executions that count."""
    row = session.execute(
        "select coalesce(sum(l.unfinished_count), 0)::integer as listed, ("
        " select count(*)::integer from flowfabric.ff_exec_core as e"
        " where e.terminal_at is null and e.is_counted"
        ") as unfinished"
        " from flowfabric.ff_list_submitter_limits() as l where l.submitter is not null"
    ).fetchone()
    assert row
    return row.listed, row.unfinished


def complete_all(session: Connection) -> int:
    handles = [each.handle for each in claim(session, limit=100)]
    return len(complete_batch(session, handles)) if handles else 0


def tick(session: Connection) -> None:
    session.execute("select from flowfabric.ff_tick()")


def test_sessions_at_once_exceed_a_limit_by_no_more_than_their_number(open_session: Open) -> None:
    sessions = [open_session() for _ in range(8)]
    limit(sessions[0])

    def submit_all(number: int, session: Connection) -> int:
        accepted = 0
        for item in range(40):
            accepted += submits(session)
            if item % 10 == number:
                tick(session)
        return accepted

    accepted = sum(race(submit_all, sessions))

    assert LIMIT <= accepted < LIMIT + len(sessions)
    assert not submits(sessions[0])
    assert use(sessions[0]) == (accepted, accepted)
    assert findings(sessions[0]) == []


def test_what_comes_and_goes_is_counted_exactly(open_session: Open) -> None:
    sessions = [open_session() for _ in range(6)]
    limit(sessions[0], p_max_unfinished=1000, p_max_unfinished_bytes=10**9)

    def work(number: int, session: Connection) -> None:
        chance = random.Random(number)
        for _ in range(60):
            with session.transaction(force_rollback=chance.random() < 0.2):
                for _ in range(chance.randint(1, 3)):
                    match chance.randint(1, 4):
                        case 1 | 2:
                            submits(session, chance.randint(1, 5))
                        case 3:
                            complete_all(session)
                        case 4:
                            tick(session)

    race(work, sessions)
    assert findings(sessions[0]) == []
    listed, unfinished = use(sessions[0])
    assert listed == unfinished

    while complete_all(sessions[0]):
        pass
    assert use(sessions[0]) == (0, 0)
    # ticks remove the entries, and all counts but the newest, while there is other work
    for _ in range(130):
        sessions[0].execute("select flowfabric.ff_create_execution('elsewhere')")
        sessions[0].execute("select flowfabric.ff_claim('elsewhere', 'w', 'w-1')")
        tick(sessions[0])
    left = (
        sessions[0]
        .execute(
            "select (select count(*) from flowfabric.ff_submitter_entry) as entries,"
            " (select count(*) from flowfabric.ff_submitter_count) as counts,"
            " (select count(*) from flowfabric.ff_counted_work) as works"
        )
        .fetchone()
    )
    assert left
    assert (left.entries, left.works) == (0, 0)
    assert left.counts <= 2
    assert findings(sessions[0]) == []


@pytest.mark.parametrize("ends_with", ["commit", "rollback"])
def test_an_open_tick_keeps_no_room(open_impatient: Open, ends_with: str) -> None:
    sleeper, session = open_impatient(), open_impatient()
    limit(session)
    submit(session, LIMIT)
    for _ in range(3):
        tick(session)
        sleeper.execute("begin")
        tick(sleeper)
        assert not submits(session)
        assert complete_all(session) == LIMIT
        assert submits(session, LIMIT)
        tick(session)
        assert not submits(session)
        sleeper.execute(ends_with)
        assert not submits(session)
        assert use(session) == (LIMIT, LIMIT)
    assert findings(session) == []


def test_a_transaction_counts_what_it_has_written_itself(open_impatient: Open) -> None:
    session, other = open_impatient(), open_impatient()
    limit(session)
    with session.transaction(force_rollback=True):
        for item in range(LIMIT):
            assert submits(session)
            # a later transaction has ended when the tick counts
            other.execute("select flowfabric.ff_create_execution('elsewhere')")
            if item % 5 == 0:
                tick(session)
        assert not submits(session)
        with session.transaction(force_rollback=True):
            assert complete_all(session) == LIMIT
            assert submits(session)
        assert not submits(session)
    assert use(session) == (0, 0)
    assert submits(session, LIMIT)


def test_a_submission_that_stays_open_counts_from_its_commit_on(open_impatient: Open) -> None:
    sleeper, session = open_impatient(), open_impatient()
    limit(session)
    sleeper.execute("begin")
    submit(sleeper, LIMIT)
    # neither sees the other: both use the room that is left
    assert submits(session, LIMIT)
    for _ in range(70):
        tick(session)
    assert complete_all(session) == LIMIT
    assert submits(session, 1)
    for _ in range(3):
        tick(session)
    sleeper.execute("commit")

    assert not submits(session)
    assert use(session) == (LIMIT + 1, LIMIT + 1)
    for _ in range(70):
        tick(session)
    assert use(session) == (LIMIT + 1, LIMIT + 1)
    assert findings(session) == []


@pytest.mark.parametrize("is_imported", [False, True])
def test_an_older_snapshot_can_be_used_once(open_impatient: Open, is_imported: bool) -> None:
    exporter, session = open_impatient(), open_impatient()
    limit(session)
    exporter.execute("begin isolation level repeatable read")
    row = exporter.execute("select pg_export_snapshot() as snapshot").fetchone()
    assert row
    snapshot = f"set transaction snapshot '{row.snapshot}'".encode()
    others = [open_impatient() for _ in range(2)]
    for other in others:
        other.execute("begin isolation level repeatable read")
        if is_imported:
            other.execute(snapshot)
        other.execute("select 1")
    submit(session, LIMIT)
    tick(session)

    assert submits(others[0], LIMIT)
    others[0].execute("commit")
    with pytest.raises(psycopg.errors.SerializationFailure):
        submit(others[1])
    others[1].execute("rollback")

    assert not submits(session)
    assert use(session) == (2 * LIMIT, 2 * LIMIT)
    assert findings(session) == []


@pytest.mark.parametrize("level", ["repeatable read", "serializable"])
def test_submissions_one_after_the_other_never_fail(open_impatient: Open, level: str) -> None:
    session, other = open_impatient(), open_impatient()
    limit(session)
    for each in (session, other):
        each.execute(f"set default_transaction_isolation = '{level}'")
    for _ in range(LIMIT // 2):
        assert submits(session)
        assert submits(other)
    assert not submits(session)
    assert findings(session) == []


def test_a_copy_of_the_database_goes_on_counting(open_impatient: Open) -> None:
    session = open_impatient()
    limit(session)
    submit(session, 5)
    for _ in range(2):
        tick(session)
    submit(session, 5)
    tick(session)
    # as in a cluster whose transaction ids have not come as far
    session.execute(
        "update flowfabric.ff_submitter_count set contained = '1000000000:1000000000:',"
        " counted_by = '1000000000'"
    )

    assert use(session) == (10, 10)
    assert submits(session, LIMIT - 10)
    assert not submits(session)
    assert complete_all(session) == LIMIT
    wait_until(lambda: use(session) == (0, 0))
    for _ in range(3):
        tick(session)
    assert submits(session, LIMIT)
    assert not submits(session)
    assert use(session) == (LIMIT, LIMIT)
    assert findings(session) == []


def test_no_submitter_waits_for_another(open_impatient: Open) -> None:
    sessions = [open_impatient() for _ in range(4)]
    limit(sessions[0], p_max_unfinished=1000)
    for session in sessions:
        session.execute("begin")
        submit(session, 3)
        tick(session)
    for session in sessions:
        session.execute("commit")
    assert use(sessions[0]) == (12, 12)
    assert findings(sessions[0]) == []
