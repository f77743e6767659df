"""Calls look at lanes unless the switch of this run of the server says that there is no need."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from .engine import LANE, RESTARTS, OpenSession, RestartedServer, Session


def are_off(session: Session) -> tuple[bool, bool]:
    """The switches of claims and holders, and of submissions."""
    [row] = session.rows(
        "select coalesce(_is_off('ff_work_switch'), false),"
        " coalesce(_is_off('ff_submission_switch'), false)"
    )
    return row[0], row[1]


def set_state(session: Session, state: str, lane: str = LANE) -> None:
    session.rows("select from ff_set_lane_state(%s, %s)", lane, state)


@RESTARTS
def test_switches_of_an_earlier_run_count_for_nothing(restarted: RestartedServer, way: str) -> None:
    session = restarted.open_session()
    session.submit(2)
    session.tick()
    assert are_off(session) == (True, True)
    session = restarted.restart(way)
    assert are_off(session) == (False, False)
    set_state(session, "paused")
    session = restarted.restart(way)
    assert session.claim() is None
    set_state(session, "active")
    session.tick()
    assert are_off(session) == (True, True)
    assert session.claim()
    assert session.findings() == []


@RESTARTS
def test_prepared_change_of_a_lane_across_a_restart(restarted: RestartedServer, way: str) -> None:
    session, operator = restarted.open_session(), restarted.open_session()
    session.submit(2)
    session.tick()
    operator.begin()
    set_state(operator, "paused")
    operator.rows("prepare transaction 'pause'")
    session = restarted.restart(way)
    session.tick()
    session.rows("select from _turn_switches_off()")
    assert are_off(session) == (False, False)
    assert session.claim(), "the change has not been committed yet"
    session.rows("commit prepared 'pause'")
    session.rows("select from _turn_switches_off()")
    assert session.claim() is None
    assert session.findings() == []


def test_open_change_makes_no_ticks(session: Session, open_session: OpenSession) -> None:
    """A change that stays open keeps a switch on; ticks that could do nothing do not follow."""
    operator = open_session()
    session.tick()
    session.tick()
    operator.begin()
    set_state(operator, "paused")
    assert are_off(session) == (False, False)
    assert session.value("select _may_turn_switches_off()") is False
    operator.rollback()
    assert session.value("select _may_turn_switches_off()") is True
    session.rows("select from _turn_switches_off()")
    assert are_off(session) == (True, True)


@pytest.mark.parametrize("pausing", ["paused", "disabled"])
def test_no_claim_after_a_pause_whatever_ticks_do(
    session: Session, open_session: OpenSession, pausing: str
) -> None:
    operator, worker = open_session(), open_session()
    is_over = threading.Event()
    session.submit(200)
    session.rows("select from ff_register_lane(%s)", LANE)

    def turn_off(ticker: Session) -> int:
        times = 0
        while not is_over.is_set():
            ticker.rows("select from _turn_switches_off()")
            times += are_off(ticker)[0]
        return times

    claimed = 0
    with ThreadPoolExecutor(3) as pool:
        tickers = [pool.submit(turn_off, open_session()) for _ in range(3)]
        try:
            for number in range(60):
                set_state(operator, pausing)
                assert worker.claim() is None
                if number % 3 == 0:  # an opening that is taken back
                    operator.begin()
                    set_state(operator, "active")
                    operator.rows("select from _turn_switches_off()")
                    operator.rollback()
                    assert worker.claim() is None
                set_state(operator, "active")
                claimed += worker.claim() is not None
        finally:
            is_over.set()
        assert sum(ticker.result(10) for ticker in tickers) > 0, "no switch was ever off"
    assert claimed == 60
    assert session.findings() == []
