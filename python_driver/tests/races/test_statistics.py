"""Each event and each submission is counted once, also one that commits late."""

from __future__ import annotations

import random
import threading
import time
from uuid import uuid4

import pytest

from .racing import Connection, Open, claim, race, submit, wait_until

WRITERS = 6
ROUNDS = 15
# submitted, started, completed
Counts = tuple[int, int, int]
COUNTED = """
select coalesce(sum(submitted), 0), coalesce(sum(started), 0), coalesce(sum(completed), 0)
from flowfabric.ff_statistics()
"""
HAPPENED = """
select
    (select count(*) from flowfabric.ff_exec_core),
    (select count(*) from flowfabric.ff_event_item where kind = 'acquired'),
    (select count(*) from flowfabric.ff_event_item where kind = 'completed')
"""


@pytest.fixture
def session_of(connect: Open) -> Open:
    """Each statement is a transaction, unless the test begins one."""

    def open_session() -> Connection:
        session = connect()
        session.autocommit = True
        return session

    return open_session


def numbers(session: Connection, query: str) -> Counts:
    row = session.execute(query.encode()).fetchone()
    assert row
    return int(row[0]), int(row[1]), int(row[2])


def tick(session: Connection) -> Counts:
    session.execute("select count(*) from flowfabric.ff_tick()")
    return numbers(session, COUNTED)


def work(session: Connection) -> None:
    submit(session)
    [claimed] = claim(session, limit=1)
    session.execute("select flowfabric.ff_complete(%s)", (claimed.handle,))


def given_id(offset_ms: int) -> str:
    """A UUIDv7 of a caller whose clock differs."""
    text = uuid4().hex
    return f"{int(time.time() * 1000) + offset_ms:012x}7{text[13:16]}8{text[17:]}"


def write(session: Connection, chance: random.Random) -> None:
    """Transactions of random length, with and without ids of their own; a third rolls back."""
    for _ in range(ROUNDS):
        isolation = chance.choice(["read committed", "repeatable read"])
        session.execute(f"begin isolation level {isolation}".encode())
        submit(session, chance.randint(1, 5))
        for _ in range(chance.randint(0, 2)):
            session.execute(
                "select flowfabric.ff_create_execution('lane', p_execution_id => %s)",
                (given_id(chance.choice([-86_400_000, -2000, -50, 50, 500])),),
            )
        time.sleep(chance.uniform(0, 0.05))
        session.execute("rollback" if chance.random() < 0.3 else "commit")
        session.execute("begin")
        batch = claim(session, limit=chance.randint(1, 5))
        time.sleep(chance.uniform(0, 0.05))
        session.execute(
            "select from flowfabric.ff_complete_batch(%s)", ([c.handle for c in batch],)
        )
        session.execute("rollback" if chance.random() < 0.3 else "commit")


def count(session: Connection, chance: random.Random, is_over: threading.Event) -> None:
    while not is_over.is_set():
        session.execute("begin")
        tick(session)
        time.sleep(chance.uniform(0, 0.02))
        session.execute("rollback" if chance.random() < 0.3 else "commit")


def test_everything_is_counted_once(session_of: Open) -> None:
    """By ticks that run side by side, some of which are rolled back."""
    is_over = threading.Event()
    writers_left = iter(range(WRITERS - 1))

    def run(number: int, session: Connection) -> None:
        chance = random.Random(number)
        if number >= WRITERS:
            count(session, chance, is_over)
            return
        write(session, chance)
        if next(writers_left, None) is None:
            is_over.set()

    race(run, [session_of() for _ in range(WRITERS + 2)], stop=is_over)
    session = session_of()
    wait_until(lambda: tick(session) == numbers(session, HAPPENED))
    counted = tick(session)
    assert min(counted) > 0
    assert [tick(session) for _ in range(3)] == [counted] * 3
    assert session.execute("select * from flowfabric.ff_late_submission").fetchall() == []
    assert session.execute("select * from flowfabric.ff_check()").fetchall() == []


def test_work_that_commits_late_is_counted_when_it_commits(session_of: Open) -> None:
    late, session = session_of(), session_of()
    work(session)
    wait_until(lambda: tick(session) == (1, 1, 1))
    late.execute("begin")
    submit(late, 2)
    for _ in range(3):
        work(session)
    assert tick(session)[0] == 1, "the ids of an open submitter are not passed"
    late.execute("commit")
    wait_until(lambda: tick(session) == (6, 4, 4))
    [claimed] = claim(session, limit=1)
    late.execute("begin")
    late.execute("select flowfabric.ff_complete(%s)", (claimed.handle,))
    work(session)
    assert tick(session)[2] == 4, "the events behind an open writer are not passed"
    late.execute("commit")
    wait_until(lambda: tick(session) == (7, 6, 6))


@pytest.mark.parametrize("end", ["commit", "rollback"])
def test_tick_that_stays_open_counts_alone(session_of: Open, end: str) -> None:
    opened, session = session_of(), session_of()
    work(session)
    opened.execute("begin")
    assert tick(opened) == (1, 1, 1)
    work(session)
    assert tick(session) == (0, 0, 0), "the other tick neither counts nor waits"
    opened.execute(end.encode())
    wait_until(lambda: tick(session) == (2, 2, 2))
    assert tick(session) == (2, 2, 2)


@pytest.mark.parametrize(("end", "submitted"), [("commit", 1), ("rollback", 0)])
def test_retention_does_not_wait_for_a_tick_that_counts(
    session_of: Open, end: str, submitted: int
) -> None:
    """It leaves the submission to that tick, also when that rolls back and counts nothing."""
    opened, session = session_of(), session_of()
    work(session)
    opened.execute("begin")
    assert tick(opened) == (1, 1, 1)
    trim = "select trimmed from flowfabric.ff_trim_retention(0)"
    assert session.execute(trim).fetchall() == [(1,)]
    opened.execute(end.encode())
    wait_until(lambda: tick(session) == (submitted, 1, 1))
    assert tick(session) == (submitted, 1, 1)


def test_retention_in_an_old_snapshot(session_of: Open) -> None:
    """It does not see that the submission was counted, and does not note it."""
    old, session = session_of(), session_of()
    work(session)
    old.execute("begin isolation level repeatable read")
    old.execute("select count(*) from flowfabric.ff_exec_core")
    wait_until(lambda: tick(session) == (1, 1, 1))
    assert old.execute("select trimmed from flowfabric.ff_trim_retention(0)").fetchall() == [(1,)]
    old.execute("commit")
    assert tick(session) == (1, 1, 1)
    assert session.execute("select * from flowfabric.ff_late_submission").fetchall() == []


WAITS_WHEN_TOLD = """
create or replace function flowfabric._newest_statistic()
returns flowfabric.ff_statistic
language plpgsql
as $_newest_statistic$
declare
    v_newest flowfabric.ff_statistic;
begin
    select s.*
    into v_newest
    from flowfabric.ff_statistic as s
    order by s.counted_event_id desc, s.statistic_id desc
    limit 1;
    if current_setting('test.waits', true) = 'for the lock' then
        perform set_config('test.waits', '', true);
        perform pg_advisory_xact_lock(1);
    end if;
    return v_newest;
end;
$_newest_statistic$
"""


def test_takes_the_newest_counts_when_the_lock_is_free(session_of: Open) -> None:
    """Another session counts after this one has read the counts, and before it locks them."""
    session, slow = session_of(), session_of()
    session.execute(WAITS_WHEN_TOLD)
    work(session)
    session.execute("select pg_advisory_lock(1)")
    slow.execute("begin")
    slow.execute("set local search_path = flowfabric")
    slow.execute("set local test.waits = 'for the lock'")
    counting = threading.Thread(target=slow.execute, args=("select from _count_events(1000)",))
    counting.start()
    waiting = "select count(*) from pg_locks where locktype = 'advisory' and not granted"
    wait_until(lambda: session.execute(waiting).fetchone() == (1,))
    wait_until(lambda: tick(session) == (1, 1, 1))
    session.execute("select pg_advisory_unlock(1)")
    counting.join()
    slow.execute("commit")
    assert tick(session) == (1, 1, 1)
