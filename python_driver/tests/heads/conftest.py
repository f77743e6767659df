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
