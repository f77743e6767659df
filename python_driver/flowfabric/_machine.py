"""The base of `calls`: a function of the engine as SQL, and its result as objects. No I/O.

For `call = calls.renew(handle, lease_ttl_ms=5000)`,

    `call.sql` is `select lease_expires_at, ... from flowfabric.ff_renew(p_handle => ..., ...)`,
    `call.params` is `{"handle": ..., "lease_ttl_ms": 5000}`, without arguments that have defaults,
    `call.decode` makes a `LeaseRenewal` of the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
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


SCALAR: Answer[Any] = Answer((), lambda rows: rows[0][0])


def one(row: type[T], **items: type[Any]) -> Answer[T]:
    """One row. Of a field that is an array of rows, `items` has the type of its items."""
    if not items:
        return Answer(_columns(row), lambda rows: row(*rows[0]))
    columns: list[str] = []
    readers: list[Callable[[Iterator[Any]], Any]] = []
    for name in _columns(row):
        if item := items.get(name):
            # psycopg does not know the type of the items: each of their fields comes as an array
            places = _columns(item)
            columns += [f"array(select i.{place} from unnest({name}) as i)" for place in places]
            readers.append(partial(_read_items, item, len(places)))
        else:
            columns.append(name)
            readers.append(next)
    return Answer(tuple(columns), partial(_read_parts, row, readers))


def _read_items(item: type[Any], count: int, values: Iterator[Any]) -> list[Any]:
    arrays = [next(values) for _ in range(count)]
    return [item(*fields) for fields in zip(*arrays, strict=True)]


def _read_parts(row: type[T], readers: Sequence[Callable[[Iterator[Any]], Any]], rows: Rows) -> T:
    values = iter(rows[0])
    return row(*(read(values) for read in readers))


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
        sql = f"select {columns} from {call}" if columns else f"select {call}"
        return self._statements.setdefault(names, sql)
