"""The connection of psycopg behind a connection or a session of SQLAlchemy or Django.

A session takes another connection of its pool after each transaction: so the connection is asked
for at each call. Neither library is imported here: an object of theirs comes with its module.
"""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import psycopg
from psycopg.pq import Format
from psycopg.types.json import JsonbLoader, JsonLoader

C = TypeVar("C")

_JSON_LOADERS = {"json": JsonLoader, "jsonb": JsonbLoader}
_ACCEPTED = {
    "Client": "a connection of psycopg, SQLAlchemy or Django, or a Session of SQLAlchemy",
    "AsyncClient": "an AsyncConnection of psycopg or SQLAlchemy, or an AsyncSession of SQLAlchemy",
}


def opener(given: Any) -> Callable[[], psycopg.Connection[Any]]:
    """Returns a function that returns the connection for the next call."""
    if isinstance(given, psycopg.Connection):
        return lambda: given
    if _is_one(given, "sqlalchemy.orm", "Session", "scoped_session"):
        return lambda: _driver_of(given.connection(), psycopg.Connection)
    if _is_one(given, "sqlalchemy.engine", "Connection"):
        return lambda: _driver_of(given, psycopg.Connection)
    if hasattr(given, "ensure_connection"):  # Django's, or its proxy for that of a thread
        return lambda: _driver_of_django(given)
    raise _refusal(given, "Client")


def async_opener(given: Any) -> Callable[[], Awaitable[psycopg.AsyncConnection[Any]]]:
    """The same for asyncio."""
    is_own = isinstance(given, psycopg.AsyncConnection)
    is_session = _is_one(given, "sqlalchemy.ext.asyncio", "AsyncSession", "async_scoped_session")
    if not (is_own or is_session or _is_one(given, "sqlalchemy.ext.asyncio", "AsyncConnection")):
        raise _refusal(given, "AsyncClient")

    async def open_connection() -> Any:
        if is_own:
            return given
        borrowed = await given.connection() if is_session else given
        await borrowed.get_raw_connection()  # raises if it was not started, or is closed
        return _driver_of(borrowed.sync_connection, psycopg.AsyncConnection)

    return open_connection


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


def _driver_of(connection: Any, kind: type[C]) -> C:
    if not connection.in_transaction():
        # as its own statements do: else its commit would do nothing
        connection.begin()
    return _checked(connection.connection.driver_connection, kind)


def _driver_of_django(given: Any) -> psycopg.Connection[Any]:
    given.ensure_connection()
    return _checked(given.connection, psycopg.Connection)


def _checked(connection: Any, kind: type[C]) -> C:
    if isinstance(connection, kind):
        return connection
    hint = "it needs psycopg 3 (postgresql+psycopg:// in SQLAlchemy)"
    raise TypeError(f"behind it is {_name_of(connection)}: {hint}")


def _refusal(given: Any, client: str) -> TypeError:
    advice = ""
    if isinstance(given, str):
        advice = ": connect first, with psycopg.connect"
    elif isinstance(given, psycopg.BaseConnection):
        [other] = _ACCEPTED.keys() - {client}
        advice = f": {other} takes that"
    elif hasattr(given, "connect"):
        advice = ": pass a connection, from its connect()"
    return TypeError(f"{client} takes {_ACCEPTED[client]}, not {_name_of(given)}{advice}")


def _name_of(given: Any) -> str:
    return f"{type(given).__module__}.{type(given).__qualname__}"
