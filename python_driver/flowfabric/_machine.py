"""The base of `calls`: a function of the engine as SQL, and its result as objects. No I/O.

For `call = calls.renew(handle, lease_ttl_ms=5000)`,

    `call.sql` is `select lease_expires_at, ... from flowfabric.ff_renew(p_handle => ..., ...)`,
    `call.params` is `{"handle": ..., "lease_ttl_ms": 5000}`, without arguments that have defaults,
    `call.decode` makes a `LeaseRenewal` of the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Generic, TypeVar

from psycopg.types import json as psycopg_json

from ._json import dumps
from .types import CancelledExecution

T = TypeVar("T")
Rows = Sequence[tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """One call: the statement, its parameters, and how to read the rows that it returns."""

    sql: str
    params: Mapping[str, Any]
    decode: Callable[[Rows], T]

    def repetition(self, answer: T) -> object | None:
        """The part of the result that says that a call of a lease holder had its effect before.

        An operator's cancellation does not count: many may cancel the same execution.
        """
        if isinstance(answer, CancelledExecution) and self.params.get("source") != "lease_holder":
            return None
        items = answer if isinstance(answer, list) else [answer]
        return next((item for item in items if getattr(item, "is_replay", False)), None)


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """The columns of the rows that a function returns; a scalar has none."""

    columns: tuple[str, ...]
    decode: Callable[[Rows], T]
    join: str = ""


SCALAR: Answer[Any] = Answer((), lambda rows: rows[0][0])


def one(row: type[T], **items: type[Any]) -> Answer[T]:
    """One row. If a field of it is an array of rows, `items` has its name, and the type of one."""
    if not items:
        return Answer(_columns(row), lambda rows: row(*rows[0]))
    [(name, item)] = items.items()
    others = tuple(column for column in _columns(row) if column != name)

    def decode(rows: Rows) -> T:
        # the others come with each item, and once, with nulls behind them, if there is no item
        pairs = [(values[: len(others)], values[len(others) :]) for values in rows]
        found = [item(*values) for _, values in pairs if values[0] is not None]
        return row(**dict(zip(others, pairs[0][0], strict=True)), **{name: found})

    return Answer(others + _columns(item), decode, f" left join unnest({name}) on true")


def at_most_one(row: type[T]) -> Answer[T | None]:
    return Answer(_columns(row), lambda rows: row(*rows[0]) if rows else None)


def many(row: type[T]) -> Answer[list[T]]:
    return Answer(_columns(row), lambda rows: [row(*values) for values in rows])


def _columns(row: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(row))


@dataclass(frozen=True, slots=True)
class Argument:
    """The type of an argument in SQL, and its default; ... where it has none."""

    sql_type: str
    default: Any = ...

    def is_default(self, value: Any) -> bool:
        """Whether a value can be left to the default; True is not 1, and a tuple is not a list."""
        default = self.default
        return value is default or (type(value) is type(default) and bool(value == default))

    def prepare(self, value: Any) -> Any:
        """The value as psycopg takes it for the type. JSON is wrapped unless the caller did so.

        None is SQL's null, `Jsonb(None)` is JSON's. psycopg would make a record of a tuple. A text
        in the place of an array is passed on, and PostgreSQL refuses it.
        """
        if value is None:
            return None
        if self.sql_type == "jsonb[]":
            return [None if item is None else _as_json(item) for item in value]
        if self.sql_type == "jsonb":
            return _as_json(value)
        return list(value) if self.sql_type.endswith("[]") and not isinstance(value, str) else value


def _as_json(value: Any) -> Any:
    is_wrapped = isinstance(value, psycopg_json.Json | psycopg_json.Jsonb)
    return value if is_wrapped else psycopg_json.Jsonb(value, dumps=dumps)


class Function(Generic[T]):
    """A function of the engine. Called with a value for each argument it returns a `Call`."""

    def __init__(self, name: str, answer: Answer[T], /, **arguments: Argument) -> None:
        self.name = name
        self.answer = answer
        self.arguments = arguments
        self._statements: dict[tuple[str, ...], str] = {}

    def __call__(self, *values: Any) -> Call[T]:
        params = {
            name: argument.prepare(value)
            for (name, argument), value in zip(self.arguments.items(), values, strict=True)
            if not argument.is_default(value)
        }
        names = tuple(params)
        sql = self._statements.get(names) or self._statement(names)
        return Call(sql, params, self.answer.decode)

    def _statement(self, names: tuple[str, ...]) -> str:
        """The statement for these arguments; all others are left to their defaults."""
        # a trailing underscore keeps a name apart from a keyword of Python
        arguments = ", ".join(
            f"p_{name.rstrip('_')} => %({name})s::{self.arguments[name].sql_type}" for name in names
        )
        call = f"flowfabric.{self.name}({arguments})"
        columns = ", ".join(self.answer.columns)
        sql = f"select {columns} from {call}{self.answer.join}" if columns else f"select {call}"
        return self._statements.setdefault(names, sql)
