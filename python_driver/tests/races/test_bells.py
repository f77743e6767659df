"""Sleeping readers of events and streams are woken, whatever is open; no commit fails because of
them."""

from __future__ import annotations

import hashlib
from typing import Any
from uuid import UUID

import pytest
from flowfabric import Client

from .racing import LANE, Connection, Open, claim, submit

SOON_S = 5.0


def is_rung(sleeper: Connection) -> bool:
    return bool(list(sleeper.notifies(timeout=SOON_S, stop_after=1)))


def is_not_rung(sleeper: Connection) -> bool:
    return not list(sleeper.notifies(timeout=0.1, stop_after=1))


def tick(session: Connection) -> None:
    session.execute("select from flowfabric.ff_tick()")


def sleep_at_events(sleeper: Connection) -> None:
    sleeper.execute("listen ff_events")
    client = Client(sleeper)
    assert not client.await_events(client.read_events().next_cursor).is_ready


def sleep_at_frames(sleeper: Connection, execution_id: UUID, after: str | None = None) -> None:
    sleeper.execute("listen ff_frames")
    assert not Client(sleeper).await_frames(execution_id, after).is_ready


def work_on_one(session: Connection) -> Any:
    submit(session)
    [claimed] = claim(session)
    return claimed


def append(session: Connection, handle: str) -> None:
    session.execute("select flowfabric.ff_append_frame(%s, p_text => 'a')", (handle,))


def test_a_reader_of_events_is_woken_beside_an_open_reader(open_session: Open) -> None:
    session, sleeper, stranger = (open_session() for _ in range(3))
    sleep_at_events(sleeper)
    work_on_one(session)
    stranger.execute("begin")
    stranger.execute("select from flowfabric.ff_read_events()")
    tick(session)
    assert is_rung(sleeper)
    stranger.execute("rollback")


def test_a_reader_of_a_stream_is_woken_by_a_transaction_that_was_open(open_session: Open) -> None:
    worker, sleeper = open_session(), open_session()
    claimed = work_on_one(worker)
    worker.execute("begin")
    append(worker, claimed.handle)
    sleep_at_frames(sleeper, claimed.execution_id)
    worker.execute("commit")
    assert is_rung(sleeper)
    assert worker.execute("select from flowfabric.ff_ring_request").rowcount == 0


def test_a_reader_of_a_stream_is_woken_from_an_old_snapshot(open_session: Open) -> None:
    worker, sleeper = open_session(), open_session()
    claimed = work_on_one(worker)
    worker.execute("begin isolation level repeatable read")
    worker.execute("select 1 from flowfabric.ff_route")
    sleep_at_frames(sleeper, claimed.execution_id)
    append(worker, claimed.handle)
    worker.execute("commit")
    assert is_rung(sleeper)


def test_a_reader_of_a_stream_is_woken_by_a_tick_if_nothing_else_has(open_session: Open) -> None:
    """The reader hung its bell at the moment in which the frame was committed."""
    worker, sleeper = open_session(), open_session()
    claimed = work_on_one(worker)
    worker.execute("set flowfabric.doorbell = off")
    sleep_at_frames(sleeper, claimed.execution_id)
    append(worker, claimed.handle)
    assert is_not_rung(sleeper)
    tick(open_session())
    assert is_rung(sleeper)
    assert worker.execute("select from flowfabric.ff_stream_bell").rowcount == 0


@pytest.mark.parametrize("what", ["a frame", "events"])
def test_a_transaction_can_be_prepared_while_a_reader_sleeps(open_session: Open, what: str) -> None:
    session, sleeper = open_session(), open_session()
    claimed = work_on_one(session)
    if what == "a frame":
        sleep_at_frames(sleeper, claimed.execution_id)
    else:
        sleep_at_events(sleeper)
        work_on_one(session)
    session.execute("begin")
    if what == "a frame":
        append(session, claimed.handle)
    else:
        session.execute("select from flowfabric.ff_read_events()")
    session.execute("prepare transaction 'bells'")
    assert is_not_rung(sleeper)
    session.execute("commit prepared 'bells'")
    tick(session)
    assert is_rung(sleeper)
    tick(session)
    assert session.execute("select from flowfabric.ff_ring_request").rowcount == 0


@pytest.mark.parametrize("end", ["commit", "rollback"])
def test_a_tick_that_stays_open_keeps_no_ring_to_itself(open_session: Open, end: str) -> None:
    session, sleeper, stranger = (open_session() for _ in range(3))
    for channel in Client(sleeper).hang_doorbell("sleeper-1", [LANE]).channels:
        sleeper.execute(f"listen {channel}")
    session.execute("begin")
    submit(session)
    session.execute("prepare transaction 'bells'")
    session.execute("commit prepared 'bells'")
    stranger.execute("begin")
    tick(stranger)
    tick(session)
    assert is_rung(sleeper)
    stranger.execute(end)
    assert session.execute("select from flowfabric.ff_ring_request").rowcount == 0


def test_bells_that_nothing_rings_are_taken_down_in_the_end(open_session: Open) -> None:
    session, sleeper = open_session(), open_session()
    claimed = work_on_one(session)
    sleep_at_frames(sleeper, claimed.execution_id)
    sleep_at_events(sleeper)
    Client(sleeper).hang_doorbell("sleeper-1", ["never"], ttl_ms=1)
    for bell in ("ff_event_bell", "ff_stream_bell"):
        assert session.execute(f"select from flowfabric.{bell}").rowcount == 1
        session.execute(f"update flowfabric.{bell} set expires_at = now() - interval '1 s'")
    tick(session)
    for bell in ("ff_event_bell", "ff_stream_bell", "ff_doorbell"):
        assert session.execute(f"select from flowfabric.{bell}").rowcount == 0


def test_a_commit_takes_down_a_bounded_number_of_bells(open_session: Open) -> None:
    """Bells of any session; and all workers are woken for due work."""
    session, sleeper = open_session(), open_session()
    claimed = work_on_one(session)
    sleeper.execute("listen flowfabric")
    for bell, bells in {
        "ff_doorbell (lane_id, worker_instance_id, channel, expires_at)": "'lane', i, 'ff_' || i",
        "ff_event_bell (after_event_id, expires_at)": "0",
        "ff_stream_bell (execution_id, attempt_index, after_ms, after_seq, expires_at)": (
            f"'{claimed.execution_id}', 0, 0, 0"
        ),
    }.items():
        session.execute(
            f"insert into flowfabric.{bell} select {bells}, now() + interval '1 minute'"
            " from generate_series(1, 1500) as i"
        )
    session.execute("select from flowfabric.ff_hang_doorbell('sleeper-1', array['never'])")
    submit(session)
    [notification] = sleeper.notifies(timeout=SOON_S, stop_after=1)
    assert notification.channel == "flowfabric"
    assert notification.payload == hashlib.sha256(b"lane").hexdigest(), "a mark, not the name"
    append(session, claimed.handle)
    session.execute("select from flowfabric.ff_read_events()")
    for bell in ("ff_doorbell where lane_id = 'lane'", "ff_event_bell", "ff_stream_bell"):
        assert session.execute(f"select from flowfabric.{bell}").rowcount == 500, bell
    tick(session)
    for bell in ("ff_event_bell", "ff_stream_bell"):
        assert session.execute(f"select from flowfabric.{bell}").rowcount == 0, bell
