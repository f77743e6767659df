"""Calls look at lanes unless the switch of this run of the server says that there is no need."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import psycopg
import pytest
from pg_server import PrivateServer, RunningServer
from test_db import clone, prepare

from .engine import LANE, OPTIONS, RESTARTS, OpenSession, RestartedServer, Session, wait_until


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


def test_default_policy_of_all_lanes_keeps_the_switch_of_submissions_on(session: Session) -> None:
    session.submit()
    session.tick()
    assert are_off(session) == (True, True)
    session.rows("select from ff_set_default_policy(%s)", '{"max_replay_count": 1}')
    session.tick()
    assert are_off(session) == (True, False)
    id_ = session.value("select execution_id from ff_create_execution(%s)", LANE)
    policy = session.value("select policy from ff_exec_core where execution_id = %s", id_)
    assert policy == {"max_replay_count": 1}
    assert session.findings() == []


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


@contextmanager
def connected(private: PrivateServer, database: str) -> Iterator[Session]:
    """A session of the superuser."""
    with psycopg.connect(private.dsn(database), autocommit=True, options=OPTIONS) as connection:
        yield Session(connection)


@pytest.fixture
def publisher_and_copy(server: RunningServer) -> Iterator[tuple[Session, Session]]:
    """Two installations, the lanes of the first of which are replicated to the second."""
    with (
        PrivateServer(server.version, settings={"wal_level": "logical"}) as private,
        ExitStack() as stack,
    ):
        prepare(private.address)
        publisher, copy = (
            stack.enter_context(connected(private, stack.enter_context(clone(private.address))))
            for _ in range(2)
        )
        publisher.rows("create publication lanes for table ff_lane, ff_meta")
        publisher.rows("select pg_create_logical_replication_slot('lanes', 'pgoutput')")
        copy.rows("truncate ff_lane, ff_meta")
        database = publisher.connection.info.dbname
        copy.rows(
            f"create subscription lanes connection '{private.dsn(database)}' publication lanes"
            " with (create_slot = false)"
        )
        try:
            yield publisher, copy
        finally:
            copy.rows("drop subscription lanes")


def test_lane_that_is_paused_by_logical_replication(
    publisher_and_copy: tuple[Session, Session],
) -> None:
    """It fires the triggers of rows, and no trigger of a statement."""
    publisher, copy = publisher_and_copy
    publisher.rows("select from ff_register_lane(%s)", LANE)
    wait_until(lambda: copy.count("ff_lane") == 1 and copy.count("ff_meta") > 0)
    copy.submit()

    def is_off() -> bool:
        copy.rows("select from _turn_switches_off()")
        return are_off(copy)[0]

    wait_until(is_off)
    set_state(publisher, "paused")
    wait_until(lambda: copy.value("select state from ff_lane") == "paused")
    assert copy.claim() is None
    assert copy.findings() == []
