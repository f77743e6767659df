"""Submitting executions of a handler: `handler.submit(...)`, `handler.submit_and_wait(...)`."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, ParamSpec, Protocol, TypeVar, overload

import psycopg

from .. import calls
from .._borrowed import async_opener
from ..client import AsyncClient, Client
from ..types import CreatedExecution
from .declarations import ATTRIBUTE, Declaration, submission_of

P = ParamSpec("P")
R_co = TypeVar("R_co", covariant=True)


class HandlerFunction(Protocol[P, R_co]):
    """A handler: the function that it was, and how it is submitted."""

    __name__: str

    def __call__(self, *arguments: P.args, **options: P.kwargs) -> R_co: ...

    @overload
    def submit(
        self,
        input: Any,
        connection: psycopg.AsyncConnection[Any],
        **options: Any,
    ) -> Awaitable[CreatedExecution]: ...

    @overload
    def submit(self, input: Any, connection: Any, **options: Any) -> CreatedExecution: ...

    def submit(self, input: Any, connection: Any, **options: Any) -> Any:  # noqa: A002
        """Submit it on a connection, in its transaction; to be awaited if that is asynchronous.

        `options` go before what is declared at the handler: `lane`, `idempotency_key`, `delay` and
        `deadline` (a `timedelta` or seconds), and the other arguments of `create_execution`.
        """


def declare(function: Callable[..., Any], declaration: Declaration) -> None:
    """Give a handler its methods; a method or an object may not have room for them."""

    def submit(input: Any, connection: Any, **options: Any) -> Any:  # noqa: A002
        work = submission_of(function, input, options)
        call = calls.create_execution(
            work.lane or declaration.lane, work.input, work.payload, kind=work.kind, **work.options
        )
        if is_asynchronous(connection):
            return AsyncClient(connection).run(call)
        return Client(connection).run(call)

    with contextlib.suppress(AttributeError, TypeError):
        setattr(function, ATTRIBUTE, declaration)
        function.submit = submit  # type: ignore[attr-defined]


def is_asynchronous(connection: Any) -> bool:
    """Whether `AsyncClient` takes it."""
    try:
        async_opener(connection)
    except TypeError:
        return False
    return True
