"""The built file is one statement that any client can run, and its refusals say why."""

from __future__ import annotations

import itertools
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from build import MANIFEST, ROOT, ManifestLine, build, read_manifest, read_version
from flowfabric.cli import main
from pg_server import RunningServer, environment
from test_db import INSTALLATION, OWNER

VERSION = read_version()
SUPERUSER = "postgres"
ATTACKER = "ff_test_attacker"

_numbers = itertools.count(1)

Open = Callable[..., psycopg.Connection[tuple[object, ...]]]


@pytest.fixture(scope="module")
def install() -> str:
    return INSTALLATION.read_text()


@pytest.fixture(scope="module")
def uninstall() -> str:
    return (ROOT / "dist/flowfabric_uninstall.sql").read_text()


@pytest.fixture
def open_empty(server: RunningServer) -> Iterator[Open]:
    """Opens connections to a database of the owner without an installation."""
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


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of all files that an installation is built from."""
    for name in ("sql", "functions", "tools"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("node_modules"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def built(project: Path) -> str:
    build(project)
    return (project / "dist/flowfabric.sql").read_text()


def dump_of(server: RunningServer, database: str) -> list[str]:
    dump = subprocess.run(
        [server.bindir / "pg_dump", "--schema=flowfabric", "--schema-only"],
        env=environment(server.env(database)),
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
    ).stdout
    # a line with a backslash has a key that differs from dump to dump
    return [line for line in dump.splitlines() if not line.startswith("\\")]


def is_function(line: ManifestLine) -> bool:
    return line.source is not None and line.source.parts[0] == "functions"


def reversed_lines(functions: list[Path]) -> list[str]:
    return [f"\\ir ../{path}" for path in reversed(functions)]


def globs_of_folders(functions: list[Path]) -> list[str]:
    """The public functions by name, in the order of the alphabet; the internal ones by patterns."""
    public = sorted(path for path in functions if path.name.startswith("ff_"))
    folders = {path.parent for path in functions if path not in public}
    return [
        *(f"\\ir ../{path}" for path in public),
        *(f"\\ir ../{folder}/_*.sql" for folder in sorted(folders, reverse=True)),
    ]


@pytest.mark.parametrize("written", [reversed_lines, globs_of_folders])
def test_functions_stand_in_the_manifest_in_any_order(
    server: RunningServer,
    database: str,
    open_empty: Open,
    project: Path,
    written: Callable[[list[Path]], list[str]],
) -> None:
    lines = read_manifest()
    functions = [line.source for line in lines if is_function(line) and line.source]
    first = lines.index(next(line for line in lines if is_function(line)))
    before = [line.text for line in lines[:first]]
    # triggers, views and privileges, which need functions
    behind = [line.text for line in lines[first:] if not is_function(line)]
    manifest = "\n".join([*before, *written(functions), *behind])
    (project / MANIFEST).write_text(f"{manifest}\n")
    assert sorted(line.source for line in read_manifest(project) if line.source) == sorted(
        line.source for line in lines if line.source
    )
    connection = open_empty()
    connection.execute(built(project).encode())
    assert dump_of(server, connection.info.dbname) == dump_of(server, database)


@pytest.mark.parametrize(
    ("language", "body", "message"),
    [
        ("sql", "select nothing from ff_lane", 'column "nothing" does not exist'),
        ("plpgsql", "begin return 1 end;", "syntax error"),
    ],
)
def test_a_function_that_is_not_valid_is_named(
    open_empty: Open, project: Path, language: str, body: str, message: str
) -> None:
    (project / "functions/base/_wrong.sql").write_text(
        f"create function _wrong() returns integer language {language} as $_wrong${body}$_wrong$;"
    )
    connection = open_empty()
    with pytest.raises(psycopg.Error, match=r"function _wrong\(\) is not valid: ") as raised:
        connection.execute(built(project).encode())
    assert message in str(raised.value)
    assert not has_schema(connection)


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
def test_a_login_that_may_not_install_learns_why(
    open_empty: Open, install: str, is_installed: bool
) -> None:
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


def test_a_database_that_does_not_know_its_encoding_is_refused(
    server: RunningServer, install: str
) -> None:
    """SQL_ASCII takes any bytes for text; a call that computes a digest of them fails then."""
    options = "encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' template template0"
    if int(server.psql("-c", "show server_version_num")) >= 150000:
        options += " locale_provider libc"
    server.psql("-c", f"create database ff_bytes owner {OWNER} {options}")
    try:
        with psycopg.connect(server.dsn("ff_bytes", OWNER), autocommit=True) as connection:
            connection.execute("set client_encoding = 'utf8'")
            with pytest.raises(psycopg.errors.FeatureNotSupported) as raised:
                connection.execute(install)
            assert "SQL_ASCII" in (raised.value.diag.message_primary or "")
            assert "UTF8" in (raised.value.diag.message_hint or "")
            assert not has_schema(connection)
    finally:
        server.psql("-c", "drop database ff_bytes (force)")


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


@pytest.fixture
def upgrade() -> str:
    """The upgrade of an installation that has an older version."""
    return INSTALLATION.with_name("flowfabric_upgrade.sql").read_text()


@pytest.fixture
def admin(open_empty: Open) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    """A superuser, in a cluster that has a login of an attacker."""
    connection = open_empty(SUPERUSER)
    connection.execute(f"create role {ATTACKER} login")
    yield connection
    connection.execute("set client_min_messages = warning")
    connection.execute("drop schema if exists flowfabric cascade")
    connection.execute(f"drop owned by {ATTACKER} cascade")
    connection.execute(f"drop role {ATTACKER}")
    connection.execute("drop role if exists flowfabric_owner")


def owners(connection: psycopg.Connection[tuple[object, ...]]) -> list[tuple[object, ...]]:
    return connection.execute(
        "select pg_get_userbyid(nspowner) from pg_namespace where nspname = 'flowfabric'"
        " union select pg_get_userbyid(relowner) from pg_class"
        " where relnamespace = 'flowfabric'::regnamespace"
        " union select pg_get_userbyid(proowner) from pg_proc"
        " where pronamespace = 'flowfabric'::regnamespace"
        " union select pg_get_userbyid(typowner) from pg_type"
        " where typnamespace = 'flowfabric'::regnamespace"
    ).fetchall()


TRAPS = {
    "an empty schema": "",
    "a table": "create table flowfabric.theirs ()",
    "a function": "create function flowfabric._now() returns timestamptz language sql return now()",
    "a version": "create view flowfabric.ff_meta as"
    " select 'version'::text as key, public.trap() as value",
    "a function that tells a version": "create table flowfabric.ff_meta ();"
    " create function flowfabric.ff_version() returns text language sql as 'select public.trap()'",
}


@pytest.mark.parametrize("way", ["install", "upgrade", "cli install", "cli upgrade"])
@pytest.mark.parametrize("trap", TRAPS)
def test_a_superuser_calls_nothing_in_a_schema_of_another_role(
    open_empty: Open,
    admin: psycopg.Connection[tuple[object, ...]],
    install: str,
    upgrade: str,
    way: str,
    trap: str,
) -> None:
    database = admin.info.dbname
    admin.execute(f"grant create on database {database} to {ATTACKER}")
    admin.execute(f"grant create on schema public to {ATTACKER}")
    theirs = open_empty(ATTACKER)
    theirs.execute("create schema flowfabric")
    # a sequence keeps a note also when the transaction fails
    theirs.execute("create sequence public.caught")
    theirs.execute(
        "create function public.trap() returns text language plpgsql security definer as"
        " $$ begin perform nextval('public.caught'); return '0.0.1'; end $$"
    )
    theirs.execute("grant execute on function public.trap() to public")
    theirs.execute(TRAPS[trap])
    dsn = admin.info.dsn
    if way.startswith("cli"):
        assert main([way.removeprefix("cli "), "--dsn", dsn]) == 1
    else:
        text = install if way == "install" else upgrade
        with pytest.raises(psycopg.Error) as raised:
            admin.execute(text)
        if way == "install":
            assert raised.value.sqlstate == "42501"
            assert "belongs to role" in (raised.value.diag.message_primary or "")
            assert "set role" in (raised.value.diag.message_hint or "")
    assert theirs.execute("select is_called from public.caught").fetchone() == (False,)
    assert owners(admin) == [(ATTACKER,)]


@pytest.mark.parametrize("text", ["install", "upgrade"])
@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("alter function flowfabric._now() owner to ff_test_attacker", "function .*_now.* belongs"),
        ("alter table flowfabric.ff_lane owner to ff_test_attacker", "table .*ff_lane belongs"),
        ("alter type flowfabric.ff_lane_state owner to ff_test_attacker", "type .* belongs"),
        ("grant create on schema flowfabric to ff_test_attacker", "may create objects"),
        ("grant create on schema flowfabric to public", '"public" may create objects'),
    ],
)
def test_an_object_of_another_role_is_refused(
    open_empty: Open,
    admin: psycopg.Connection[tuple[object, ...]],
    install: str,
    upgrade: str,
    text: str,
    statement: str,
    said: str,
) -> None:
    owner = open_empty()
    owner.execute(install)
    admin.execute(statement)
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match=said):
        owner.execute(install if text == "install" else upgrade)


def test_a_superusers_installation_belongs_to_a_role_without_a_login(
    admin: psycopg.Connection[tuple[object, ...]], install: str, upgrade: str
) -> None:
    with admin.transaction():
        admin.execute(install)
        assert admin.execute("select current_user::text").fetchone() == (SUPERUSER,)
    assert owners(admin) == [("flowfabric_owner",)]
    role = admin.execute(
        "select rolcanlogin, rolsuper, rolcreaterole from pg_roles"
        " where rolname = 'flowfabric_owner'"
    )
    assert role.fetchall() == [(False, False, False)]
    admin.execute(install)  # harmless
    admin.execute("update flowfabric.ff_meta set value = '0.0.9' where key = 'version'")
    admin.execute(upgrade)
    assert installed_version(admin) == (VERSION,)
    assert owners(admin) == [("flowfabric_owner",)]
    assert admin.execute("select current_user::text").fetchone() == (SUPERUSER,)
    admin.execute("select flowfabric.ff_create_execution('lane')")
    assert admin.execute("select flowfabric.ff_claim('lane', 'w', 'w-1')").fetchone()
    # without SET ROLE: the role that installs is made an operator
    cancelled = admin.execute(
        "select count(flowfabric.ff_cancel_execution(c.execution_id, 'by the DBA'))"
        " from flowfabric.ff_create_execution('lane') as c"
    )
    assert cancelled.fetchone() == (1,)


def test_an_empty_schema_of_a_superuser_is_given_to_the_owner(
    admin: psycopg.Connection[tuple[object, ...]], install: str, uninstall: str
) -> None:
    admin.execute("create schema flowfabric")
    admin.execute(install)
    assert owners(admin) == [("flowfabric_owner",)]
    admin.execute(uninstall)
    assert admin.execute("select to_regrole('flowfabric_owner') is null").fetchone() == (True,)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("comment on role flowfabric_owner is null", "was not made by an installation"),
        ("alter role flowfabric_owner login", "can log in"),
        ("grant flowfabric_owner to ff_test_attacker", "has members"),
        ("alter role flowfabric_owner createrole", "attributes"),
    ],
)
@pytest.mark.parametrize("is_installed", [False, True])
def test_an_owner_that_others_could_become_is_refused(
    admin: psycopg.Connection[tuple[object, ...]],
    install: str,
    upgrade: str,
    statement: str,
    said: str,
    is_installed: bool,
) -> None:
    admin.execute("create role flowfabric_owner")
    admin.execute(
        "comment on role flowfabric_owner is 'FlowFabric: owns the installations of superusers'"
    )
    if is_installed:
        admin.execute(install)
    admin.execute(statement)
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match=said):
        admin.execute(upgrade if is_installed else install)


def test_a_superuser_upgrades_only_what_superusers_installed(
    open_empty: Open,
    admin: psycopg.Connection[tuple[object, ...]],
    install: str,
    upgrade: str,
) -> None:
    owner = open_empty()
    owner.execute(install)
    owner.execute("update flowfabric.ff_meta set value = '0.0.9' where key = 'version'")
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match=f'belongs to role "{OWNER}"'):
        admin.execute(upgrade)
    admin.execute(f"set role {OWNER}")
    admin.execute(upgrade)
    assert installed_version(admin) == (VERSION,)
    admin.execute("reset role")
