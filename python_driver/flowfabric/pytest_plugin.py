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
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest

if TYPE_CHECKING:
    import psycopg

    from . import Client
    from .worker import App, Statistics

# how long a drain may fail to claim what is due
STALL_S = 10.0
# so often a drain moves the clock at most
MOST_ROUNDS = 200

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


class _Goal:
    """The goal of a drain: the ends of executions, or a condition."""

    def __init__(self, connection: psycopg.Connection[Any], until: Any) -> None:
        from . import Client

        self.connection = connection
        self.client = Client(connection)
        self._condition = until if callable(until) else None
        given = [] if callable(until) else _as_list(until)
        self._ids: list[UUID] = [getattr(one, "execution_id", one) for one in given]

    def is_reached(self) -> bool:
        if self._condition:
            return bool(self._condition())
        self._ids = [id_ for id_ in self._ids if not self.client.get_execution_result(id_)]
        return not self._ids

    def missing(self) -> str:
        """The executions that have not ended, and the gates that hold them."""
        if self._condition:
            return "nothing is scheduled, and the condition is not true"
        lines = []
        for id_ in self._ids[:10]:
            closed = [gate for gate in self.client.explain(id_) if not gate.passed]
            why = "; ".join(f"{gate.outcome} {gate.detail}" for gate in closed)
            lines.append(f"{id_} is {self.client.read_execution_state(id_)}: {why}")
        return "\n".join(lines)


def _as_list(until: Any) -> list[Any]:
    is_one = isinstance(until, UUID) or hasattr(until, "execution_id")
    return [until] if is_one else list(until)


class Worker:
    """Runs the handlers of an application against the test's database."""

    def __init__(self, dsn: str, find_app: Callable[[], App]) -> None:
        self._dsn = dsn
        self._find_app = find_app

    def drain(self, app: App | None = None, *, until: Any = None, **settings: Any) -> Statistics:
        """Run due executions and their consequences until none is due; return counts.

        Without `app` it takes the application of the fixture `ff_app`, which you define. With
        `until`, an execution (its id, or the answer of its submission), several of them, or a
        function, it also moves the clock to whatever is due next, through sleeps, retries and
        timeouts, until these executions are over, or the function returns true.

        The test fails if that cannot come: nothing is scheduled any more, or something is due that
        no claim gets for `stall_s` seconds (10).
        """
        chosen = app or self._find_app()
        settings = {"stall_s": STALL_S, **settings}
        if until is None:
            return self._drain(chosen, settings)
        with _connect(self._dsn) as connection:
            return self._drain_until(_Goal(connection, until), chosen, settings)

    def _drain_until(self, goal: _Goal, app: App, settings: dict[str, Any]) -> Statistics:
        from .worker import Statistics

        clock = Clock(goal.connection)
        chosen = app.settings(**settings)
        total = Statistics()
        for _ in range(MOST_ROUNDS):
            for name, count in self._drain(app, settings).as_dict().items():
                setattr(total, name, getattr(total, name) + count)
            if goal.is_reached():
                return total
            due_in_ms = goal.client.look_ahead(chosen.lanes, chosen.capabilities).next_due_in_ms
            if due_in_ms is None:
                pytest.fail(f"the drain makes no progress: {goal.missing()}")
            clock.advance(milliseconds=max(1, due_in_ms))
        pytest.fail(f"no end after {MOST_ROUNDS} moves of the clock: {goal.missing()}")

    def crash_everywhere(
        self,
        handler: Any,
        input: Any = None,  # noqa: A002
        *,
        app: App | None = None,
        effects: Callable[[UUID], Any] | None = None,
        signals: Mapping[str, Any] | None = None,
        **settings: Any,
    ) -> list[str]:
        """Crash a handler before, inside and after each of its steps and waits, in turn.

        For each of these points it submits an execution, lets its process die there, lets another
        take it over, and compares: the state and the result must be those of a run without a crash,
        and so must be what `effects` returns for the id of the execution. `signals` are sent at the
        submission, by name. Returns the names of the points.
        """
        from . import Client
        from .worker import steps

        chosen = app or self._find_app()
        reached: list[str] = []
        crash_at: int | None = None

        def note(one: Any, where: str) -> None:
            if one._facts.execution_id == submitted:
                reached.append(where)
                if crash_at == len(reached) - 1:
                    one.crash()

        def run(connection: psycopg.Connection[Any]) -> Any:
            client = Client(connection)
            for name, payload in (signals or {}).items():
                client.send_signal(submitted, name, payload)
            self.drain(chosen, until=submitted, **settings)
            if crash_at is not None and len(reached) <= crash_at:
                pytest.fail(f"another run of the handler did not come to {points[crash_at]}")
            result = client.get_execution_result(submitted)
            assert result
            return (
                result.public_state,
                result.output if result.result is None else result.result,
                effects(submitted) if effects else None,
            )

        points: list[str] = []
        expected = None
        assert steps.on_boundary is None
        steps.on_boundary = note
        try:
            with _connect(self._dsn) as connection:
                submitted = handler.submit(input, connection).execution_id
                expected = run(connection)
                points = list(reached)
                for crash_at, where in enumerate(points):  # noqa: B007
                    reached.clear()
                    submitted = handler.submit(input, connection).execution_id
                    found = run(connection)
                    if found != expected:
                        pytest.fail(
                            f"after a crash {where} it is (state, result, effects) {found!r}, "
                            f"without one {expected!r}"
                        )
        finally:
            steps.on_boundary = None
        return points

    def _drain(self, chosen: App, settings: dict[str, Any]) -> Statistics:
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


def _connect(dsn: str) -> psycopg.Connection[Any]:
    import psycopg

    return psycopg.connect(dsn, autocommit=True)


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
