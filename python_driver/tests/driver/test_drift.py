"""The driver, which is written by hand, says what the catalogue of the database says."""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from datetime import datetime
from types import NoneType
from typing import Any, NamedTuple
from uuid import UUID

import flowfabric
import psycopg
import pytest
from flowfabric import AsyncClient, Client, FlowFabricError, LeaseLost, errors, types
from flowfabric.calls import FUNCTIONS, Function

SQL_TYPES: dict[Any, set[str]] = {
    str: {"text"},
    int: {"smallint", "integer", "bigint"},
    bool: {"boolean"},
    UUID: {"uuid"},
    bytes: {"bytea"},
    datetime: {"timestamp with time zone"},
    list[str]: {"text[]"},
    list[UUID]: {"uuid[]"},
    Any: {"jsonb"},
    dict[str, Any]: {"jsonb"},
    dict[str, str]: {"jsonb"},
    dict[str, int]: {"jsonb"},
    list[dict[str, Any]]: {"jsonb"},
}
NOT_FUNCTIONS = {"run", "transaction"}


class Argument(NamedTuple):
    """An argument; its default is the text of its value, None for null, ... where it has none."""

    name: str
    type: str
    default: Any


class Signature(NamedTuple):
    arguments: list[Argument]
    returns: str
    is_set: bool


Evaluate = Callable[[str, Any], Any]


@pytest.fixture
def connection(connect: Callable[..., psycopg.Connection[Any]]) -> psycopg.Connection[Any]:
    return connect(autocommit=True)


@pytest.fixture
def value_of(connection: psycopg.Connection[Any]) -> Callable[[str, Any], Any]:
    """The text of a value of a type: value_of("bigint", 30000) == "30000"."""

    def evaluate(sql_type: str, value: Any) -> Any:
        return connection.execute(f"select %s::{sql_type}::text".encode(), (value,)).fetchone()[0]  # type: ignore[index]

    return evaluate


def declared(value_of: Evaluate) -> dict[str, Signature]:
    return {
        function.name: Signature(list(_declared(function, value_of)), *_declared_answer(function))
        for function in FUNCTIONS.values()
    }


def _declared(function: Function[..., Any], value_of: Evaluate) -> Iterator[Argument]:
    for name, parameter in function.signature.parameters.items():
        sql_type, default = function.types[name], parameter.default
        if default is not parameter.empty:
            default = value_of(sql_type.name, sql_type.prepare(default))
        else:
            default = ...
        yield Argument(function.arguments[name], sql_type.name, default)


def _declared_answer(function: Function[..., Any]) -> tuple[str, bool]:
    answer, is_many = function.returns, typing.get_origin(function.returns) is list
    parts = [part for part in typing.get_args(answer) if part is not NoneType]
    row: Any = parts[0] if parts else answer
    if row in dataclasses().values():
        return f"ff_{_snake(row.__name__)}", answer is not row
    scalars = {str: "text", int: "bigint", bool: "boolean", datetime: "timestamp with time zone"}
    return scalars[row], is_many


def catalogued(connection: psycopg.Connection[Any]) -> dict[str, Signature]:
    functions = connection.execute("""
        select p.oid, p.proname, format_type(p.prorettype, null), p.proretset, p.pronargs
        from pg_proc as p
        where p.pronamespace = 'flowfabric'::regnamespace and p.proname ~ '^ff_'
    """)
    signatures: dict[str, Signature] = {}
    for oid, name, returns, is_set, count in functions:
        assert name not in signatures, "there are no overloads"
        rows = connection.execute(
            """
            select p.proargnames[n], format_type(p.proargtypes[n - 1], null),
                pg_get_function_arg_default(p.oid, n)
            from pg_proc as p, generate_series(1, %s) as n
            where p.oid = %s
            order by n
            """,
            (count, oid),
        )
        arguments = [
            Argument(argument, sql_type, _default(connection, default))
            for argument, sql_type, default in rows
        ]
        signatures[name] = Signature(arguments, returns.removeprefix("flowfabric."), is_set)
    return signatures


def _default(connection: psycopg.Connection[Any], expression: str | None) -> Any:
    if expression is None:
        return ...
    row = connection.execute(f"select ({expression})::text".encode()).fetchone()
    return row[0] if row else None


def composites(connection: psycopg.Connection[Any]) -> dict[str, list[tuple[str, str]]]:
    rows = connection.execute("""
        select c.relname, a.attname, format_type(a.atttypid, a.atttypmod)
        from pg_class as c
        inner join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where
            c.relnamespace = 'flowfabric'::regnamespace and c.relkind = 'c' and c.relname ~ '^ff_'
        order by c.relname, a.attnum
    """)
    result: dict[str, list[tuple[str, str]]] = {}
    for type_name, column, sql_type in rows:
        result.setdefault(type_name, []).append((column, sql_type))
    return result


def dataclasses() -> dict[str, type[Any]]:
    return {
        f"ff_{_snake(name)}": value
        for name, value in vars(types).items()
        if isinstance(value, type) and is_dataclass(value)
    }


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def test_the_driver_calls_every_function_with_its_arguments(
    connection: psycopg.Connection[Any], value_of: Evaluate
) -> None:
    assert declared(value_of) == catalogued(connection)


@pytest.mark.parametrize("client", [Client, AsyncClient])
def test_a_client_has_one_method_a_function(client: type[Client | AsyncClient]) -> None:
    methods = {name for name in vars(client) if not name.startswith("_")}
    assert methods - NOT_FUNCTIONS == set(FUNCTIONS)
    for name, function in FUNCTIONS.items():
        method = getattr(client, name)
        own, *arguments = inspect.signature(method).parameters.values()
        assert own.name == "self"
        assert arguments == list(function.signature.parameters.values())
        assert method.__doc__
        assert inspect.iscoroutinefunction(method) == (client is AsyncClient)


def test_a_dataclass_for_each_composite_type(connection: psycopg.Connection[Any]) -> None:
    assert set(dataclasses()) == set(composites(connection))
    for name, columns in composites(connection).items():
        dataclass = dataclasses()[name]
        hints = typing.get_type_hints(dataclass)
        assert [field.name for field in fields(dataclass)] == [column for column, _ in columns]
        for column, sql_type in columns:
            assert sql_type in _sql_types(hints[column]), (name, column)


def _sql_types(hint: Any) -> set[str]:
    parts = [part for part in typing.get_args(hint) if part is not NoneType]
    is_optional = NoneType in typing.get_args(hint)
    return SQL_TYPES[parts[0] if is_optional else hint]


def test_an_exception_for_each_error_of_the_catalogue(connection: psycopg.Connection[Any]) -> None:
    catalogue = connection.execute(
        "select sqlstate, symbol, reaction = 'lease_lost' from flowfabric.ff_error_code"
    ).fetchall()
    exceptions = [
        (sqlstate, _snake(exception.__name__), issubclass(exception, LeaseLost))
        for sqlstate, exception in FlowFabricError.by_sqlstate.items()
    ]
    assert sorted(exceptions) == sorted(catalogue)


def test_everything_is_exported() -> None:
    public = {
        name
        for module in (errors, types)
        for name, value in vars(module).items()
        if inspect.isclass(value) and value.__module__ == module.__name__
    }
    assert public <= set(flowfabric.__all__)
    assert sorted(flowfabric.__all__) == flowfabric.__all__
    assert all(hasattr(flowfabric, name) for name in flowfabric.__all__)
