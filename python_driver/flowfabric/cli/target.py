"""Where the database is, by option or environment, and how it is reached."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.rows import dict_row

from .. import installation
from .._dsn import DSN_VARIABLES, UnreadableDsnError, read_dsn
from ..worker.connections import dates_of
from .output import TROUBLE, CommandError, note

CONNECT_TIMEOUT_S = 10
LIBPQ_VARIABLES = ("PGDATABASE", "PGHOST", "PGHOSTADDR", "PGPORT", "PGSERVICE", "PGUSER")

Connection = psycopg.Connection[Any]


@dataclass(frozen=True)
class Target:
    """A connection string that was looked at, and where it comes from."""

    conninfo: str
    source: str | None

    @property
    def hint(self) -> str:
        if self.source is None:
            return (
                "Name the database with --dsn, FF_DATABASE_URL, DATABASE_URL, or PGHOST and so on."
            )
        return f"The database was named by {self.source}."

    def client_connection(self) -> Connection:
        """A connection to a database in which FlowFabric is installed."""
        connection = self.connect()
        if installation.installed_version(connection) is None:
            place = where(connection)
            connection.close()
            raise CommandError(f"FlowFabric is not installed: {place}", hint="flowfabric install")
        connection.row_factory = dict_row
        return connection

    def connect(self) -> Connection:
        try:
            connection = psycopg.connect(self.conninfo, autocommit=True, prepare_threshold=None)
            if settings := dates_of(connection):
                connection.execute(settings)
        except (psycopg.OperationalError, psycopg.ProgrammingError) as error:
            text = " ".join(str(error).split())
            text = text.removeprefix("connection failed: ").removeprefix("connection is bad: ")
            raise CommandError(
                f"no connection to the database: {text}", hint=self.hint, status=TROUBLE
            ) from None
        connection.add_notice_handler(lambda notice: note(notice.message_primary or ""))
        return connection


def find_target(dsn: str | None) -> Target:
    """`--dsn`, else FF_DATABASE_URL, else DATABASE_URL, else what libpq finds (PGHOST, ...)."""
    if dsn is not None:
        return Target(_checked(dsn, "--dsn"), "--dsn")
    for name in DSN_VARIABLES:
        if value := os.environ.get(name):
            return Target(_checked(value, name), name)
    names = sorted(name for name in os.environ if name in LIBPQ_VARIABLES)
    return Target(_checked("", "the environment"), ", ".join(names) or None)


def _checked(dsn: str, source: str) -> str:
    """The connection string, if it is sure to be read as it was meant."""
    try:
        values = read_dsn(dsn, source)
    except UnreadableDsnError as error:
        raise CommandError(str(error), hint=error.hint, status=TROUBLE) from None
    values.setdefault("connect_timeout", CONNECT_TIMEOUT_S)
    values.setdefault("application_name", "flowfabric")
    # content may have any character, whatever a login or a variable says
    return make_conninfo("", **(values | {"client_encoding": "UTF8"}))


def roles_to_ask_for(connection: Connection, error: psycopg.Error) -> str | None:
    """A hint that names the group roles that may call the function which the error denied."""
    function = re.search(r"\bff_\w+", error.diag.message_primary or "")
    if not isinstance(error, psycopg.errors.InsufficientPrivilege):
        return None
    rows = connection.execute(
        "select distinct r.rolname::text as role_name from pg_proc as p"
        " cross join lateral aclexplode(p.proacl) as a"
        " inner join pg_roles as r on r.oid = a.grantee"
        " where p.pronamespace = to_regnamespace('flowfabric') and a.grantee <> p.proowner"
        " and (p.proname = %(name)s or %(name)s::text is null) order by 1",
        {"name": function and function[0]},
    ).fetchall()
    names = [row["role_name"] if isinstance(row, dict) else row[0] for row in rows]
    if not names:
        return None
    return f'Ask for one of these roles for "{connection.info.user}": {", ".join(names)}.'


def hint_for_denied(dsn: str | None, error: psycopg.Error) -> str | None:
    """The same on a connection of its own: the one that raised the error is closed."""
    if not isinstance(error, psycopg.errors.InsufficientPrivilege):
        return None
    try:
        with find_target(dsn).connect() as connection:
            return roles_to_ask_for(connection, error)
    except (CommandError, psycopg.Error):
        return None


def where(connection: Connection) -> str:
    info = connection.info
    place = info.host or "the local socket"
    return f'database "{info.dbname}" on {place}, as "{info.user}"'


def uuid_of(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise CommandError(f"{text!r} is not a UUID", status=2) from None
