"""Servers, databases and connections for the tests.

`make test-python` starts a server and runs pytest beside it. Plain `pytest` works as well: then a
private server is started here (FF_PG=15 or 18 chooses it).
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator
from contextlib import AsyncExitStack, ExitStack
from typing import Any

import psycopg
import pytest
from build import build
from pg_server import PrivateServer, RunningServer
from psycopg import sql
from test_db import OWNER, administration, drop_clone, make_clone, prepare

DEFAULT_PG = 18

Connect = Callable[..., psycopg.Connection[Any]]
AsyncConnect = Callable[..., Awaitable[psycopg.AsyncConnection[Any]]]
Report = pytest.TestReport

_FAILED = pytest.StashKey[bool]()


# Behind a pooler (tools/behind_pooler.py) each transaction may run on another connection.
POOLED: dict[str, Any] = {"prepare_threshold": None} if "FF_POOLER" in os.environ else {}


def _dsn(server: RunningServer, database: str, user: str) -> str:
    if pooler := os.environ.get("FF_POOLER"):
        return f"{pooler} dbname={database} user={user}"
    return server.dsn(database, user)


@pytest.fixture(scope="session")
def server() -> Iterator[RunningServer]:
    """The server that all tests share: do not stop it, use `private_server` for that."""
    if running := RunningServer.from_env():
        yield running
        return
    build()
    with PrivateServer(int(os.environ.get("FF_PG", DEFAULT_PG))) as private:
        prepare(private.address)
        yield private.address


@pytest.fixture(scope="session")
def _free_servers() -> Iterator[list[PrivateServer]]:
    free: list[PrivateServer] = []
    yield free
    for private in free:
        private.destroy()


@pytest.fixture
def private_server(
    request: pytest.FixtureRequest, server: RunningServer, _free_servers: list[PrivateServer]
) -> Iterator[PrivateServer]:
    """A server for the test alone, of the same version and prepared: to stop, kill, restart.

    It leaves it running and with its settings; the next one gets it, unless the test has failed.
    """
    if _free_servers:
        private = _free_servers.pop()
    else:
        private = PrivateServer(server.version).__enter__()
        try:
            prepare(private.address)
        except BaseException:
            private.destroy()
            raise
    yield private
    if request.node.stash.get(_FAILED, False) or not private.is_running:
        private.destroy()
    else:
        _free_servers.append(private)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Report, Report]:
    report = yield
    if report.failed:
        item.stash[_FAILED] = True
    return report


@pytest.fixture(scope="session")
def _administrator(server: RunningServer) -> Iterator[psycopg.Connection[Any]]:
    """One connection makes and drops all databases: one for each would cost a third more."""
    with administration(server) as connection:
        yield connection


@pytest.fixture
def database(_administrator: psycopg.Connection[Any]) -> Iterator[str]:
    """A fresh database with FlowFabric installed."""
    name = make_clone(_administrator)
    yield name
    drop_clone(_administrator, name)


@pytest.fixture
def dsn(server: RunningServer, database: str) -> str:
    """Connects to the test's database as the owner of the installation, no superuser."""
    return server.dsn(database, OWNER)


@pytest.fixture
def connect(server: RunningServer, database: str) -> Iterator[Connect]:
    """Makes connections, as any role, and closes them all: connect(user=..., autocommit=True)."""
    with ExitStack() as stack:

        def open_connection(user: str = OWNER, **options: Any) -> psycopg.Connection[Any]:
            connection = psycopg.connect(_dsn(server, database, user), **(POOLED | options))
            stack.callback(connection.close)
            return connection

        yield open_connection


@pytest.fixture
async def aconnect(server: RunningServer, database: str) -> AsyncIterator[AsyncConnect]:
    """The same for asyncio."""
    async with AsyncExitStack() as stack:

        async def open_connection(
            user: str = OWNER, **options: Any
        ) -> psycopg.AsyncConnection[Any]:
            dsn = _dsn(server, database, user)
            connection = await psycopg.AsyncConnection.connect(dsn, **(POOLED | options))
            stack.push_async_callback(connection.close)
            return connection

        yield open_connection


@pytest.fixture
def login(connect: Connect) -> Iterator[Callable[..., psycopg.Connection[Any]]]:
    """Makes a login that is a member of those roles, and a connection of it."""
    admin = connect("postgres", autocommit=True)
    names: list[sql.Identifier] = []

    with ExitStack() as stack:

        def make(name: str, *roles: str, options: str = "") -> psycopg.Connection[Any]:
            # roles are the cluster's: an earlier test may have failed before it dropped its own
            names.append(sql.Identifier(name))
            admin.execute(sql.SQL("drop role if exists {}").format(names[-1]))
            admin.execute(sql.SQL("create role {} login " + options).format(names[-1]))
            for role in roles:
                grant = sql.SQL("grant {} to {}").format(sql.Identifier(role), names[-1])
                admin.execute(grant)
            connection = connect(name, autocommit=True)
            stack.callback(connection.close)
            return connection

        yield make
    for name in reversed(names):
        admin.execute(sql.SQL("drop owned by {}").format(name))
        admin.execute(sql.SQL("drop role {}").format(name))
