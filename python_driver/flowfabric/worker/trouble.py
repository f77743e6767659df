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


# of a group of exceptions no more are looked at, groups in it included
MAX_LEAVES = 100

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
# not the fault of a statement: the disk is full, there are too many connections
_OF_THE_SERVER = ("53100", "53300")
_WITHOUT_A_CONNECTION = (psycopg.OperationalError, psycopg.InterfaceError, psycopg.InternalError)
_FORBIDDEN = "42501"
_MISSING_STATES = ("42883", "3F000", _FORBIDDEN)
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
        # psycopg itself: it cannot write the data, or its connection has ended, perhaps between
        # the reply to a command and the next one (InternalError)
        if isinstance(error, psycopg.DataError):
            return Trouble.ITEM
        if isinstance(error, _WITHOUT_A_CONNECTION):
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
    return sort(error) is Trouble.WEATHER or getattr(error, "_is_missing", False)


def note_missing(error: psycopg.Error, function: str) -> None:
    """Note that a function of the engine, or its permission, was missing: an upgrade passes."""
    if error.sqlstate in _MISSING_STATES:
        mark(error, concerns_all=True)
        error._is_missing = True  # type: ignore[attr-defined]
        error._forbidden = function if error.sqlstate == _FORBIDDEN else None  # type: ignore[attr-defined]


def forbidden_by(error: psycopg.Error) -> str | None:
    """The function of the engine for which a session had no permission."""
    function: str | None = getattr(error, "_forbidden", None)
    return function


# --- errors that a handler raises ---


# the name that a type has for C, whatever its metaclass says
_TYPE_NAME = type.__dict__["__qualname__"]


class UnreadableError(Exception):
    """Replaces an exception that raises another one when its attributes are read."""


def tame(error: BaseException) -> BaseException:
    """The error, or an `UnreadableError` in place of one that cannot be read."""
    try:
        _ = (error.__class__, error.__cause__, error.__context__, error.__traceback__)
        _ = isinstance(error, UnreadableError)
        # a metaclass may raise as well
        _ = [(kind.__name__, kind.__qualname__, kind.__module__) for kind in type(error).__mro__]
    except BaseException:
        return UnreadableError(f"an exception of type {_TYPE_NAME.__get__(type(error))}")
    return error


def leaves_of(error: BaseException) -> list[BaseException]:
    """The error; of a group, the errors in it: a `TaskGroup` raises one, even of one error."""
    leaves: list[BaseException] = []
    waiting = [error]
    for _ in range(MAX_LEAVES):
        if not waiting:
            break
        one = waiting.pop(0)
        if inner := _inner(one):
            waiting = [*inner, *waiting]
        else:
            leaves.append(one)
    return leaves or [error]


def _inner(error: BaseException) -> tuple[BaseException, ...]:
    if not any(kind.__name__ == "BaseExceptionGroup" for kind in type(error).__mro__):
        return ()
    try:
        return tuple(map(tame, error.exceptions))  # type: ignore[attr-defined]
    except BaseException:
        return ()


def mark(error: BaseException, *, concerns_all: bool = False) -> None:
    """Note that a connection of the worker raised the error, not one of the handler's own."""
    error._is_of_flowfabric = True  # type: ignore[attr-defined]
    error._concerns_all = concerns_all  # type: ignore[attr-defined]


def weather_of(error: BaseException) -> psycopg.Error | None:
    """The outage that made a handler fail, if a connection of its context raised one.

    A cancelled statement does not count: the handler itself has set a timeout.
    """
    for leaf in leaves_of(error):
        for cause in _causes(leaf):
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


def may_be_its_own_doing(weather: psycopg.Error) -> bool:
    """Whether a handler may have made this outage, which concerns no other one."""
    return (
        not is_conflict(weather)
        and weather.sqlstate not in _OF_THE_SERVER
        and not getattr(weather, "_concerns_all", False)
    )


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error, and the errors it was raised from, also where `from None` hides them."""
    # by identity: an exception of a handler may define its own comparison
    seen: set[int] = set()
    cause: BaseException | None = tame(error)
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        yield cause
        origin = cause.__context__ if cause.__cause__ is None else cause.__cause__
        cause = None if origin is None else tame(origin)


def short(error: BaseException) -> str:
    """An error in one line, without what libpq says about passwords (it never quotes them)."""
    try:
        return " ".join(_words_of(error).split()) or type(error).__name__
    except BaseException:  # an exception of a handler may not be printable
        return type(error).__name__


def _words_of(error: BaseException) -> str:
    """Of an error of PostgreSQL without its context, which are statements of this package."""
    if isinstance(error, FlowFabricError):
        return " ".join(filter(None, (error.message, error.hint)))
    if isinstance(error, psycopg.Error):
        said = (error.diag.message_primary, error.diag.message_detail)
        return " ".join(filter(None, said)) or str(error)
    return str(error)
