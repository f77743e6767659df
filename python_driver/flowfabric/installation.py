"""Installing the engine from Python: the package carries the SQL of its own version."""

from __future__ import annotations

from importlib.resources import files
from typing import Any, cast

import psycopg
from psycopg.rows import tuple_row


def install_sql() -> str:
    """The whole installation, as one statement."""
    return _read("flowfabric.sql")


def upgrade_sql() -> str:
    """The upgrade of an older installation to this version, as one statement."""
    return _read("flowfabric_upgrade.sql")


def uninstall_sql() -> str:
    """The removal of the installation with its data."""
    return _read("flowfabric_uninstall.sql")


def install(connection: psycopg.Connection[Any]) -> None:
    """Install, in the caller's transaction if there is one; harmless if this version exists."""
    _run(connection, install_sql())


def upgrade(connection: psycopg.Connection[Any]) -> None:
    """Upgrade, in the caller's transaction if there is one; leases stay."""
    _run(connection, upgrade_sql())


def uninstall(connection: psycopg.Connection[Any]) -> None:
    """Remove the schema with everything in it, and the group roles that nothing else uses."""
    _run(connection, uninstall_sql())


def installed_version(connection: psycopg.Connection[Any]) -> str | None:
    """The version in this database; None: not installed."""
    cursor = connection.cursor(row_factory=tuple_row)
    row = cursor.execute("select to_regprocedure('flowfabric.ff_version()') is not null").fetchone()
    if row is None or not row[0]:
        return None
    row = cursor.execute("select flowfabric.ff_version()").fetchone()
    return None if row is None else cast("str", row[0])


def is_there(connection: psycopg.Connection[Any]) -> bool:
    """Whether there is an installation; the catalogue is read, and nothing is called."""
    cursor = connection.cursor(row_factory=tuple_row)
    row = cursor.execute("select to_regclass('flowfabric.ff_meta') is not null").fetchone()
    return row is not None and row[0]


def own_version(connection: psycopg.Connection[Any]) -> str | None:
    """The version, if it belongs to the current user, or if superusers installed and ask for it.

    Installing and upgrading use this one: it never calls a function of another owner.
    """
    cursor = connection.cursor(row_factory=tuple_row)
    row = cursor.execute(
        """
        select bool_and(
            r.rolname = current_user
            or r.rolname = 'flowfabric_owner' and not r.rolcanlogin
            and (select u.rolsuper from pg_roles as u where u.rolname = current_user)
        )
        from (
            select n.nspowner as owner from pg_namespace as n where n.nspname = 'flowfabric'
            union all
            select p.proowner from pg_proc as p
            where p.oid = to_regprocedure('flowfabric.ff_version()')::oid
            union all
            select c.relowner from pg_class as c
            where c.oid = to_regclass('flowfabric.ff_meta')::oid
        ) as o
        inner join pg_roles as r on r.oid = o.owner
        """
    ).fetchone()
    return installed_version(connection) if row and row[0] else None


def _run(connection: psycopg.Connection[Any], text: str) -> None:
    """Run a statement without the limit of statement_timeout."""
    cursor = connection.cursor(row_factory=tuple_row)
    with connection.transaction():
        row = cursor.execute("select current_setting('statement_timeout')").fetchone()
        cursor.execute("select set_config('statement_timeout', '0', true)")
        cursor.execute(text.encode())
        cursor.execute("select set_config('statement_timeout', %s, true)", row)


def _read(name: str) -> str:
    return (files(__package__) / "_sql" / name).read_text(encoding="utf-8")
