"""Kinds of errors. Claiming, renewing, finishing and running depend only on the `Trouble` of an
error.
"""

from __future__ import annotations

import asyncio
import enum
from collections.abc import Iterator

import psycopg

from ..errors import FlowFabricError, InvalidArgument, LeaseLost, NotAuthorised


class Trouble(enum.Enum):
    # the server or the network failed: the same call succeeds later
    WEATHER = enum.auto()
    # the data of one item are wrong: its call always fails, other items are not affected
    ITEM = enum.auto()
    # a permission or a function is missing: the call succeeds when an operator has repaired it
    PROCESS = enum.auto()
    # the lease has another holder, or no holder
    LOST = enum.auto()
    # anything else
    BUG = enum.auto()


LOCK_TIMEOUT = "55P03"
QUERY_CANCELED = "57014"
# The transaction has ended, the connection has not: the same work may succeed at once.
CONFLICTS = ("40001", "40P01", LOCK_TIMEOUT)

_WEATHER_CLASSES = (
    "08",  # connections
    "40",  # deadlocks, serialization failures
    "53",  # too many connections, out of memory, disk full
    "57",  # shutdown, crash, startup of the server, a cancelled statement
    "58",  # errors of the system below PostgreSQL
)
_WEATHER_STATES = (
    LOCK_TIMEOUT,
    "25006",  # read-only: a standby, or a primary that was demoted
    "25P03",  # idle in a transaction for too long
    "25P04",  # the transaction took too long
)
_ITEM_CLASSES = ("22", "54")
_PROCESS_CLASSES = (
    "28",  # the login
    "3D",  # the database
    "3F",  # the schema
    "42",  # permissions; functions and tables that are missing
)


def sort(error: BaseException) -> Trouble:
    """The `Trouble` of an error that a connection of the worker raised."""
    if isinstance(error, LeaseLost):
        return Trouble.LOST
    if isinstance(error, InvalidArgument):
        return Trouble.ITEM
    if isinstance(error, NotAuthorised):
        return Trouble.PROCESS
    if isinstance(error, FlowFabricError):
        return Trouble.BUG
    if isinstance(error, psycopg.Error):
        return _sort_sqlstate(error)
    if isinstance(error, TimeoutError | asyncio.TimeoutError | OSError):
        return Trouble.WEATHER
    return Trouble.BUG


def _sort_sqlstate(error: psycopg.Error) -> Trouble:
    state = error.sqlstate
    if state is None:
        # psycopg itself: it cannot write the data, or it has no connection
        if isinstance(error, psycopg.DataError):
            return Trouble.ITEM
        if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
            return Trouble.WEATHER
        return Trouble.BUG
    if state in _WEATHER_STATES or state.startswith(_WEATHER_CLASSES):
        return Trouble.WEATHER
    if state.startswith(_ITEM_CLASSES):
        return Trouble.ITEM
    if state.startswith(_PROCESS_CLASSES):
        return Trouble.PROCESS
    return Trouble.BUG


def is_weather(error: BaseException) -> bool:
    return sort(error) is Trouble.WEATHER


# --- errors that a handler raises ---


class UnreadableError(Exception):
    """Replaces an exception that raises another one when its attributes are read."""


def tame(error: BaseException) -> BaseException:
    """The error, or an `UnreadableError` in place of one that cannot be read."""
    try:
        _ = (error.__class__, error.__cause__, error.__context__, error.__traceback__)
        _ = (error.__suppress_context__, isinstance(error, UnreadableError))
    except Exception:
        return UnreadableError(f"an exception of type {type(error).__qualname__}")
    return error


def mark(error: BaseException) -> None:
    """Note that a connection of the worker raised the error, not one of the handler's own."""
    error._is_of_flowfabric = True  # type: ignore[attr-defined]


def weather_of(error: BaseException) -> psycopg.Error | None:
    """The outage that made a handler fail, if a connection of its context raised one.

    A cancelled statement does not count: the handler itself has set a timeout.
    """
    for cause in _causes(error):
        if (
            isinstance(cause, psycopg.Error)
            and getattr(cause, "_is_of_flowfabric", False)
            and cause.sqlstate != QUERY_CANCELED
            and is_weather(cause)
        ):
            return cause
    return None


def is_conflict(error: psycopg.Error) -> bool:
    return error.sqlstate in CONFLICTS


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error, and the errors it was raised from."""
    # by identity: an exception of a handler may define its own comparison
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        yield cause
        if cause.__cause__ is not None:
            cause = cause.__cause__
        else:
            cause = None if cause.__suppress_context__ else cause.__context__


def short(error: BaseException) -> str:
    """An error in one line, without what libpq says about passwords (it never quotes them)."""
    try:
        return " ".join(str(error).split()) or type(error).__name__
    except Exception:  # an exception of a handler may not be printable
        return type(error).__name__
