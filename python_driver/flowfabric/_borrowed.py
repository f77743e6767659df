"""The connection of psycopg behind a connection or a session of SQLAlchemy or Django.

A session takes another connection of its pool after each transaction: so the connection is asked
for at each call. Neither library is imported here: an object of theirs comes with its module.
"""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from typing import Any

import psycopg
from psycopg.pq import Format
from psycopg.types.json import JsonbLoader, JsonLoader

_JSON_LOADERS = {"json": JsonLoader, "jsonb": JsonbLoader}
_DRIVER_HINT = "it needs psycopg 3 (postgresql+psycopg:// in SQLAlchemy)"


def opener(given: Any) -> Callable[[], psycopg.Connection[Any]]:
    """Returns a function that returns the connection for the next call."""
    if isinstance(given, psycopg.Connection):
        return lambda: given
    if _is_one(given, "sqlalchemy.orm", "Session", "scoped_session"):
        return lambda: _driver_of(given.connection(), psycopg.Connection)
    if _is_one(given, "sqlalchemy.engine", "Connection"):
        return lambda: _driver_of(given, psycopg.Connection)
    if _is_one(given, "django.db.backends.base.base", "BaseDatabaseWrapper") or _is_one(
        given, "django.utils.connection", "ConnectionProxy"
    ):
        return lambda: _driver_of_django(given)
    raise TypeError(
        "Client takes a psycopg.Connection, a Session or a Connection of SQLAlchemy, or a"
        f" connection of Django, not {_name_of(given)}{_advice(given)}"
    )


def async_opener(given: Any) -> Callable[[], Awaitable[psycopg.AsyncConnection[Any]]]:
    """The same for asyncio."""

    if isinstance(given, psycopg.AsyncConnection):
        connection = given

        async def open_connection() -> psycopg.AsyncConnection[Any]:
            return connection

        return open_connection
    is_session = _is_one(given, "sqlalchemy.ext.asyncio", "AsyncSession", "async_scoped_session")
    if is_session or _is_one(given, "sqlalchemy.ext.asyncio", "AsyncConnection"):

        async def open_borrowed() -> psycopg.AsyncConnection[Any]:
            borrowed = await given.connection() if is_session else given
            # raises if it was not started, or is closed
            await borrowed.get_raw_connection()
            found: psycopg.AsyncConnection[Any] = _driver_of(
                borrowed.sync_connection, psycopg.AsyncConnection
            )
            return found

        return open_borrowed
    raise TypeError(
        "AsyncClient takes a psycopg.AsyncConnection, or an AsyncSession or an AsyncConnection of"
        f" SQLAlchemy, not {_name_of(given)}{_advice(given)}"
    )


def read_json(cursor: psycopg.Cursor[Any] | psycopg.AsyncCursor[Any]) -> None:
    """Let JSON arrive as objects, also where the connection reads it as text, as Django's do."""
    adapters, types = cursor.adapters, psycopg.postgres.types
    text = adapters.get_loader(types["text"].oid, Format.TEXT)
    for name, loader in _JSON_LOADERS.items():
        if adapters.get_loader(types[name].oid, Format.TEXT) is text:
            adapters.register_loader(name, loader)


def _is_one(given: Any, module: str, *names: str) -> bool:
    known = sys.modules.get(module)
    return known is not None and isinstance(given, tuple(getattr(known, name) for name in names))


def _driver_of(connection: Any, kind: type[Any]) -> Any:
    if not connection.in_transaction():
        # as its own statements do: else its commit would do nothing
        connection.begin()
    return _checked(connection.connection.driver_connection, kind)


def _driver_of_django(given: Any) -> psycopg.Connection[Any]:
    given.ensure_connection()
    found: psycopg.Connection[Any] = _checked(given.connection, psycopg.Connection)
    return found


def _checked(connection: Any, kind: type[Any]) -> Any:
    if not isinstance(connection, kind):
        raise TypeError(f"behind it is {_name_of(connection)}: {_DRIVER_HINT}")
    return connection


def _name_of(given: Any) -> str:
    return f"{type(given).__module__}.{type(given).__qualname__}"


def _advice(given: Any) -> str:
    if isinstance(given, str):
        return ": connect first, with psycopg.connect"
    if isinstance(given, psycopg.AsyncConnection):
        return ": AsyncClient takes that"
    if isinstance(given, psycopg.Connection):
        return ": Client takes that"
    if _is_one(given, "sqlalchemy.engine", "Engine") or _is_one(
        given, "sqlalchemy.ext.asyncio", "AsyncEngine"
    ):
        return ": pass a connection, from its connect()"
    return ""
