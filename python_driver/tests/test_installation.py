"""The built file is one statement that any client can run; what it refuses, it refuses clearly."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import psycopg
import pytest
from build import ROOT, read_version
from pg_server import RunningServer
from test_db import OWNER

VERSION = read_version()
SUPERUSER = "postgres"

_numbers = itertools.count(1)

Open = Callable[..., psycopg.Connection[tuple[object, ...]]]


@pytest.fixture(scope="module")
def install() -> str:
    return (ROOT / "dist/flowfabric.sql").read_text()


@pytest.fixture(scope="module")
def uninstall() -> str:
    return (ROOT / "dist/flowfabric_uninstall.sql").read_text()


@pytest.fixture
def open_empty(server: RunningServer) -> Iterator[Open]:
    """Opens connections to a database of the owner's in which nothing is installed."""
    name = f"ff_empty_{next(_numbers)}"
    server.psql("-c", f"create database {name} owner {OWNER}")
    opened: list[psycopg.Connection[tuple[object, ...]]] = []

    def open_connection(
        user: str = OWNER, options: str = ""
    ) -> psycopg.Connection[tuple[object, ...]]:
        opened.append(psycopg.connect(server.dsn(name, user), options=options, autocommit=True))
        return opened[-1]

    yield open_connection
    for connection in opened:
        connection.close()
    server.psql("-c", f"drop database {name} (force)")


def installed_version(connection: psycopg.Connection[tuple[object, ...]]) -> object:
    rows = connection.execute("select value from flowfabric.ff_meta where key = 'version'")
    return rows.fetchone()


def has_schema(connection: psycopg.Connection[tuple[object, ...]]) -> bool:
    row = connection.execute("select to_regnamespace('flowfabric') is not null").fetchone()
    return row == (True,)


def test_it_is_one_statement_of_the_extended_protocol(open_empty: Open, install: str) -> None:
    connection = open_empty()
    connection.execute(install, prepare=True)  # only a single statement can be prepared
    assert installed_version(connection) == (VERSION,)


def test_it_is_part_of_the_callers_transaction(open_empty: Open, install: str) -> None:
    connection = open_empty()
    with connection.transaction(force_rollback=True):
        connection.execute(install)
        assert has_schema(connection)
    assert not has_schema(connection)


def test_it_leaves_the_callers_settings_alone(open_empty: Open, install: str) -> None:
    connection = open_empty()
    settings = {
        "search_path": 'public, "Odd Name"',
        "standard_conforming_strings": "off",
        "check_function_bodies": "off",
    }
    with connection.transaction():
        for name, value in settings.items():
            connection.execute("select set_config(%s, %s, true)", (name, value))
        connection.execute(install)
        for name, value in settings.items():
            row = connection.execute("select current_setting(%s)", (name,)).fetchone()
            assert row == (value,)
    assert installed_version(connection) == (VERSION,)


def test_the_second_installation_says_so_and_changes_nothing(
    open_empty: Open, install: str
) -> None:
    connection = open_empty()
    notices: list[str | None] = []
    connection.add_notice_handler(lambda notice: notices.append(notice.message_primary))
    connection.execute(install)
    connection.execute("insert into flowfabric.ff_meta (key, value) values ('mine', 'kept')")
    notices.clear()
    connection.execute(install)
    assert notices == [f"FlowFabric {VERSION} is already installed"]
    row = connection.execute("select value from flowfabric.ff_meta where key = 'mine'").fetchone()
    assert row == ("kept",)


def test_another_version_is_not_overwritten(open_empty: Open, install: str) -> None:
    connection = open_empty()
    connection.execute(install)
    connection.execute("update flowfabric.ff_meta set value = '0.0.9' where key = 'version'")
    with pytest.raises(psycopg.errors.ObjectNotInPrerequisiteState) as raised:
        connection.execute(install)
    assert "0.0.9" in (raised.value.diag.message_primary or "")
    assert "upgrade" in (raised.value.diag.message_hint or "")
    assert installed_version(connection) == ("0.0.9",)


def test_a_schema_of_somebody_elses_making_is_refused(open_empty: Open, install: str) -> None:
    connection = open_empty()
    connection.execute("create schema flowfabric")
    connection.execute("create function flowfabric.theirs() returns int language sql return 1")
    with pytest.raises(psycopg.errors.DuplicateSchema) as raised:
        connection.execute(install)
    assert raised.value.diag.message_hint


def test_an_empty_schema_is_taken(open_empty: Open, install: str) -> None:
    connection = open_empty()
    connection.execute("create schema flowfabric")
    connection.execute(install)
    assert installed_version(connection) == (VERSION,)


@pytest.mark.parametrize("is_installed", [False, True])
def test_who_may_not_install_learns_why(open_empty: Open, install: str, is_installed: bool) -> None:
    if is_installed:
        open_empty().execute(install)
    admin = open_empty(SUPERUSER)
    with admin.transaction(force_rollback=True):
        admin.execute("create role ff_stranger")
        admin.execute("set local role ff_stranger")
        with pytest.raises(psycopg.errors.InsufficientPrivilege) as raised:
            admin.execute(install)
        message = raised.value.diag.message_primary or ""
        assert ("belongs to role" if is_installed else "may not create a schema") in message
        assert raised.value.diag.message_hint


def test_objects_on_the_callers_path_are_not_used(open_empty: Open, install: str) -> None:
    connection = open_empty()
    connection.execute("create schema trap")
    connection.execute(
        "create function trap.format(text, variadic text[]) returns text language plpgsql"
        " as $$begin raise exception 'trapped'; end$$"
    )
    connection.execute(
        "create function trap.never(name, name) returns boolean language plpgsql"
        " as $$begin raise exception 'trapped'; end$$"
    )
    connection.execute(
        "create operator trap.= (leftarg = name, rightarg = name, function = trap.never)"
    )
    connection.execute("set search_path = trap, pg_catalog")
    connection.execute(install)
    assert installed_version(connection) == (VERSION,)


def test_uninstalling_removes_the_schema_and_nothing_else(
    open_empty: Open, install: str, uninstall: str
) -> None:
    connection = open_empty()
    inventory = (
        "select 'class', oid::text from pg_class where oid >= 16384"
        " union all select 'function', oid::text from pg_proc where oid >= 16384"
        " union all select 'type', oid::text from pg_type where oid >= 16384"
        " union all select 'schema', nspname from pg_namespace"
        " where nspname !~ '^pg_(toast_)?temp' order by 1, 2"
    )
    connection.execute("create table public.mine (n integer)")
    before = connection.execute(inventory).fetchall()
    connection.execute(install)
    connection.execute(uninstall)
    assert connection.execute(inventory).fetchall() == before
    connection.execute(install)
    assert installed_version(connection) == (VERSION,)
