"""Lanes without grants are closed beside submissions: no session waits, and no lane stays open."""

from __future__ import annotations

import threading

import psycopg
import pytest

from .racing import LANE, RACE_TIMEOUT_S, Connection, Open, findings, race, submit


def is_closed(session: Connection) -> bool:
    row = session.execute(
        "select exists (select from flowfabric.ff_lane as l"
        " where l.lane_id = %s and l.is_restricted) as is_closed",
        (LANE,),
    ).fetchone()
    assert row
    return bool(row.is_closed)


def close_lanes(session: Connection) -> None:
    session.execute("select flowfabric.ff_set_default_access('closed')")


def test_a_tick_waits_for_no_operator_that_makes_a_lane(open_impatient: Open) -> None:
    submitter, operator, ticker = (open_impatient() for _ in range(3))
    submitter.execute("begin")
    submit(submitter)
    close_lanes(operator)
    submitter.execute("commit")
    operator.execute("begin")
    operator.execute("select flowfabric.ff_register_lane(%s)", (LANE,))

    rows = ticker.execute("select job, errors from flowfabric.ff_tick()").fetchall()

    assert {row.job: row.errors for row in rows}["routes"] == 0
    operator.execute("rollback")
    assert not is_closed(ticker)
    ticker.execute("select from flowfabric.ff_tick()")
    assert is_closed(ticker)
    assert ticker.execute("show lock_timeout").fetchone() == ("1s",)
    assert findings(ticker) == []


def test_no_lane_stays_open_that_is_made_while_lanes_are_closed(open_session: Open) -> None:
    sessions = [open_session() for _ in range(6)]
    closed = threading.Event()

    def make_lanes(number: int, session: Connection) -> None:
        if number == 0:
            close_lanes(session)
            closed.set()
            return
        for item in range(200):
            try:
                session.execute(
                    "select from flowfabric.ff_create_execution(%s)", (f"{number}-{item}",)
                )
            except psycopg.Error as error:
                if error.sqlstate != "ZF801":
                    raise
                # refused before its commit, perhaps
                closed.wait(RACE_TIMEOUT_S)
                return

    # an operator could make lanes
    for session in sessions[1:]:
        session.execute("set role ff_producer")
    race(make_lanes, sessions)
    sessions[0].execute("select from flowfabric.ff_tick()")

    stray = sessions[0].execute(
        "select r.lane_id from flowfabric.ff_route as r where not exists ("
        " select from flowfabric.ff_lane as l where l.lane_id = r.lane_id and l.is_restricted)"
    )
    assert stray.fetchall() == []
    assert findings(sessions[0]) == []


@pytest.mark.parametrize("level", ["read committed", "repeatable read"])
def test_a_submission_sees_the_lanes_as_its_snapshot_does(open_impatient: Open, level: str) -> None:
    submitter, operator = open_impatient(), open_impatient()
    submitter.execute("set role ff_producer")
    submitter.execute(f"begin isolation level {level}")
    submit(submitter)
    close_lanes(operator)
    if level == "read committed":
        with pytest.raises(psycopg.Error) as raised:
            submitter.execute("select from flowfabric.ff_create_execution('another')")
        assert raised.value.sqlstate == "ZF801"
        submitter.execute("rollback")
    else:
        submitter.execute("select from flowfabric.ff_create_execution('another')")
        submitter.execute("commit")
        operator.execute("select from flowfabric.ff_tick()")
        assert is_closed(operator)
    assert findings(operator) == []
