"""Sessions on a database whose clock the test can move."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from pg_server import PrivateServer
from test_db import OWNER, clone

from .engine import OPTIONS, REPLACED_CLOCK, Clock, OpenSession, RestartedServer, Session


def roll_back_prepared(session: Session) -> None:
    """A failed test leaves them behind, and its database could not be dropped."""
    for [name] in session.rows(
        "select quote_literal(gid) from pg_prepared_xacts where database = current_database()"
    ):
        session.rows(f"rollback prepared {name}")


@pytest.fixture
def open_session(connect: Callable[..., psycopg.Connection[Any]]) -> Iterator[OpenSession]:
    owner = Session(connect(OWNER, autocommit=True))
    owner.rows(REPLACED_CLOCK)
    yield lambda: Session(connect(OWNER, options=OPTIONS, autocommit=True))
    roll_back_prepared(owner)


@pytest.fixture
def session(open_session: OpenSession) -> Session:
    """The one that does the ordinary work."""
    return open_session()


@pytest.fixture
def clock(session: Session) -> Clock:
    return Clock(session)


@pytest.fixture
def restarted(private_server: PrivateServer) -> Iterator[RestartedServer]:
    with clone(private_server.address) as name:
        restarted = RestartedServer(private_server, name)
        restarted.open_session().rows(REPLACED_CLOCK)
        yield restarted
        roll_back_prepared(restarted.open_session())
        restarted.stack.close()


# Corners of the claim heads that are not right yet, each with its test; see "Known defects" in
# docs/claim-heads.md.
KNOWN_DEFECTS = {
    "test_submitter_that_is_open_while_the_clock_steps_back": "a range noted before a step back",
    "test_submission_while_the_tick_that_noticed_the_step_is_open": "an era that is not committed",
    "test_old_snapshot_and_a_step_back_that_nobody_noticed": "REPEATABLE READ and a step back",
    "test_short_transactions_that_overlap_do_not_stop_the_head": "64 records span too little time",
    "test_noted_submitter_that_goes_back_to_a_savepoint": "watched until it ends, not until then",
    "test_two_that_were_noted_and_prepared": "prepared while being waited for",
    "test_open_submitter_does_not_wait_for_a_prepared_one": "prepared while being waited for",
    "test_prepared_submitter_across_two_restarts": "a restart changes the name twice",
    "test_prepared_writer_across_restarts": "a restart changes the name twice",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for name, reason in KNOWN_DEFECTS.items():
            if item.name.startswith(name):
                item.add_marker(pytest.mark.xfail(reason=reason, strict=False))
