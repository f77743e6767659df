"""Readers of events up to the stored watermark see each one exactly once, and in order."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from psycopg import IsolationLevel

from .engine import (
    RESTARTS,
    Clock,
    OpenSession,
    RestartedServer,
    Session,
    end_prepared,
    prepare_transaction,
)

WRITERS = 8


def read_events(session: Session, after: int) -> list[int]:
    """The next events for a reader that has read up to `after`."""
    return [
        event_id
        for [event_id] in session.rows(
            "select e.event_id from ff_event as e where e.event_id > %s and e.event_id <= ("
            " select w.safe_event_id from ff_event_watermark as w"
            " order by w.watermark_id desc limit 1"
            ") order by e.event_id",
            after,
        )
    ]


def all_events(session: Session) -> list[int]:
    return [row[0] for row in session.rows("select event_id from ff_event order by event_id")]


@pytest.mark.parametrize(
    "reader_isolation",
    [IsolationLevel.READ_COMMITTED, IsolationLevel.REPEATABLE_READ],
    ids=["read committed", "repeatable read"],
)
def test_reader_beside_writers_that_commit_late(
    session: Session, open_session: OpenSession, reader_isolation: IsolationLevel
) -> None:
    is_over = threading.Event()
    ticker = open_session()

    def write(number: int) -> None:
        chance = random.Random(number)
        writer = open_session()
        for _ in range(25):
            writer.begin()
            for _ in range(chance.randint(1, 3)):
                writer.submit()
                if claimed := writer.claim():
                    time.sleep(chance.uniform(0, 0.004))
                    writer.complete(claimed)
            time.sleep(chance.uniform(0, 0.01))
            if chance.random() < 0.3:
                writer.rollback()
            else:
                writer.commit()

    def advance() -> None:
        # at once again, as no tick does it: what lies between two of its steps shall be met
        while not is_over.is_set():
            ticker.rows("select from flowfabric._advance_watermark()")

    seen: list[int] = []
    with ThreadPoolExecutor(WRITERS + 1) as pool:
        writers = [pool.submit(write, number) for number in range(WRITERS)]
        advancing = pool.submit(advance)
        try:
            while not all(writer.done() for writer in writers):
                session.begin(reader_isolation)
                seen += read_events(session, seen[-1] if seen else 0)
                session.commit()
        finally:
            is_over.set()
        advancing.result(10)
        for writer in writers:
            writer.result(10)
    assert seen, "the reader was not let through before the end"
    ticker.tick()
    ticker.tick()
    seen += read_events(session, seen[-1])
    assert seen == all_events(session)
    assert max(Counter(seen).values()) == 1


def some_events(session: Session) -> None:
    session.submit(2)
    session.drain()


def test_open_writer_holds_it_back_and_others_do_not(
    session: Session, open_session: OpenSession
) -> None:
    writer, stranger, submitter = open_session(), open_session(), open_session()
    stranger.begin()
    stranger.rows("create table public.of_another (x int)")
    submitter.begin()
    submitter.submit(lane="elsewhere")  # makes work, but writes no event
    for _ in range(2):
        some_events(session)
        session.tick()
    session.tick()
    before = all_events(session)
    assert read_events(session, 0) == before
    session.submit()
    writer.begin()
    held = writer.claim_one()
    for _ in range(3):
        some_events(session)
        session.tick()
    assert len(all_events(session)) > len(before)
    assert read_events(session, 0) == before
    writer.complete(held)
    writer.commit()
    session.tick()
    session.tick()
    assert read_events(session, 0) == all_events(session)


def test_writers_one_after_the_other_beside_readers_that_ask_often(
    session: Session, open_session: OpenSession
) -> None:
    """At every moment one of them is open; each is open for longer than the newest records tell."""
    writers = [open_session(), open_session()]
    session.submit(8)
    session.tick()
    session.tick()
    writers[0].begin()
    writers[0].claim_one()
    for _ in range(5):
        writers.reverse()
        writers[0].begin()
        writers[0].claim_one()
        for _ in range(100):
            session.rows("select from ff_read_events('')")
        writers[1].commit()
    assert len(read_events(session, 0)) >= 3
    assert session.findings() == []
    writers[0].commit()


@pytest.mark.parametrize("end", ["commit", "rollback"])
def test_prepared_writer(session: Session, open_session: OpenSession, end: str) -> None:
    writer = open_session()
    session.submit()
    writer.begin()
    writer.claim_one()
    for _ in range(2):
        some_events(session)
        session.tick()
    prepare_transaction(writer)
    for _ in range(3):
        some_events(session)
        session.tick()
    assert read_events(session, 0) == []
    end_prepared(session, end)
    session.tick()
    session.tick()
    assert read_events(session, 0) == all_events(session)


def test_writer_that_goes_back_to_a_savepoint(session: Session, open_session: OpenSession) -> None:
    writer = open_session()
    session.submit(2)
    writer.begin()
    writer.rows("savepoint before")
    writer.claim_one()
    writer.rows("rollback to savepoint before")
    writer.claim_one()
    for _ in range(3):
        some_events(session)
        session.tick()
    assert read_events(session, 0) == []
    writer.commit()
    session.tick()
    session.tick()
    assert read_events(session, 0) == all_events(session)


def test_old_snapshots(session: Session, open_session: OpenSession, clock: Clock) -> None:
    """A reader with an old snapshot reads the events that it shows; a tick with one does not
    advance."""
    reader, ticker = open_session(), open_session()
    some_events(session)
    session.tick()
    session.tick()
    seen = all_events(session)
    reader.begin(IsolationLevel.REPEATABLE_READ)
    assert read_events(reader, 0) == seen
    ticker.begin(IsolationLevel.REPEATABLE_READ)
    ticker.rows("select 1")
    some_events(session)
    session.tick()
    session.tick()
    assert read_events(reader, 0) == seen
    count = session.count("ff_event_watermark")
    clock.step(10)
    ticker.tick()
    ticker.commit()
    assert session.count("ff_event_watermark") == count


# Its own transaction for each call, as clients do it. Before ids are drawn, it says what is known.
DRAW = """
create table public.drawn (query text, is_known boolean);
create function public.draw() returns bigint language plpgsql as $draw$
begin
    insert into public.drawn
    select
        current_query(),
        coalesce(pg_current_xact_id_if_assigned()::xid::text = any (h.p_holders), false)
    from flowfabric._gate_holders('flowfabric.ff_event') as h;
    return nextval('flowfabric.ff_event_event_id_seq');
end
$draw$;
alter table flowfabric.ff_event_0 alter column event_id set default public.draw();
"""


def test_who_draws_the_id_of_an_event_is_known(session: Session) -> None:
    """It has an id and a lock that counts, also by plans that the session has kept."""
    session.rows(DRAW)
    for _ in range(8):
        session.submit(9)
        session.complete(session.claim_one())
        held = session.claim_one()
        session.rows("select ff_renew(%s)", held.handle)
        session.rows("select ff_renew_batch(%s)", [held.handle])
        session.rows("select ff_fail(%s, 'broken', 'permanent')", held.handle)
        delayed = session.claim_one()
        session.rows("select ff_delay(%s, 3600000)", delayed.handle)
        held_too = session.claim_batch(3)
        session.rows("select ff_complete_batch(%s)", [c.handle for c in held_too])
        limited = session.submit_one(deadline_ms=60000)
        session.rows("select ff_change_priority(%s, 9, 'urgent')", limited)
        session.claim_one()  # by the general body
        session.rows("select ff_cancel_execution(%s, 'not needed')", delayed.execution_id)
        session.rows("select ff_replay_execution(%s)", delayed.execution_id)
        session.rows("select ff_set_lane_state('lane', 'draining')")
        session.rows("select ff_set_lane_state('lane', 'active')")
        session.drain()
        session.tick()
    assert session.count("ff_event") == session.value("select count(*) from public.drawn")
    assert session.rows("select distinct query from public.drawn where not is_known") == []


@RESTARTS
@pytest.mark.parametrize("restarts", [1, 2, 3])
def test_prepared_writer_across_restarts(
    restarted: RestartedServer,
    way: str,
    restarts: int,
) -> None:
    session, writer = restarted.open_session(), restarted.open_session()
    session.submit()
    writer.begin()
    writer.claim_one()
    # once as it is called now, and once as it is called when it is prepared
    some_events(session)
    session.tick()
    prepare_transaction(writer)
    some_events(session)
    session.tick()
    for _ in range(restarts):
        session = restarted.restart(way)
        for _ in range(3):
            some_events(session)
            session.tick()
        assert read_events(session, 0) == []
    end_prepared(session, "commit")
    session.tick()
    session.tick()
    assert read_events(session, 0) == all_events(session)


@RESTARTS
def test_restart(restarted: RestartedServer, way: str) -> None:
    """An open writer is gone, its event ids are never seen, and its virtual id may come again."""
    session, writer = restarted.open_session(), restarted.open_session()
    session.submit()
    writer.begin()
    writer.claim_one()
    some_events(session)
    session.tick()
    seen: list[int] = []
    for _ in range(2):
        session = restarted.restart(way)
        writer = restarted.open_session()
        session.submit()
        writer.begin()
        writer.claim_one()
        some_events(session)
        session.tick()
        seen += read_events(session, seen[-1] if seen else 0)
        writer.commit()
        for _ in range(3):
            some_events(session)
            session.tick()
            seen += read_events(session, seen[-1] if seen else 0)
    session.tick()
    seen += read_events(session, seen[-1])
    assert seen == all_events(session)
