"""Submitting executions of a handler: `handler.submit(...)`, `handler.submit_and_wait(...)`."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any, ParamSpec, Protocol, TypeVar, overload

import psycopg
from psycopg.conninfo import make_conninfo

from .. import calls
from .._borrowed import async_opener
from .._dsn import read_dsn
from ..calls import Call
from ..client import AsyncClient, Client
from ..results import _async_waiting, _generated_waiting
from ..types import CreatedExecution, ExecutionResult
from .codec import unpack
from .declarations import ATTRIBUTE, Declaration, Submission, submission_of
from .returns import read_result

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

    def submit_and_wait(
        self,
        input: Any,  # noqa: A002
        dsn: Any,
        *,
        timeout: timedelta | float | None = None,
        **options: Any,
    ) -> Any:
        """Submit it, wait for its end, and return what the handler returned.

        `dsn` is a connection string, or a connection in autocommit mode. It is to be awaited if the
        connection is asynchronous, or with a connection string if the handler is a coroutine.
        Raises `NotCompleted` if the execution ended otherwise, TimeoutError if it is not over after
        `timeout` seconds; then it goes on.
        """


class NotCompleted(Exception):  # noqa: N818
    """An execution that was waited for has ended otherwise than completed."""

    def __init__(self, result: ExecutionResult) -> None:
        self.result = result
        why = result.failure_reason or result.cancellation_reason
        said = f"execution {result.execution_id} is {result.public_state}"
        super().__init__(f"{said}: {why}" if why else said)


def declare(function: Callable[..., Any], declaration: Declaration) -> None:
    """Give a handler its methods; a method or an object may not have room for them."""

    def submit(input: Any, connection: Any, **options: Any) -> Any:  # noqa: A002
        call = submission_call(declaration, submission_of(function, input, options))
        if is_asynchronous(connection):
            return AsyncClient(connection).run(call)
        return Client(connection).run(call)

    def submit_and_wait(
        input: Any,  # noqa: A002
        dsn: Any,
        *,
        timeout: timedelta | float | None = None,
        **options: Any,
    ) -> Any:
        work = submission_of(function, input, options)
        call = submission_call(declaration, work)
        if isinstance(dsn, str):
            if inspect.iscoroutinefunction(function):
                return _connect_and_wait_async(dsn, call, work, timeout)
            return _connect_and_wait(dsn, call, work, timeout)
        if is_asynchronous(dsn):
            return _submit_and_wait_async(AsyncClient(dsn), call, work, timeout)
        client = Client(dsn)
        client.check_autocommit()
        created = client.run(call)
        return _output_of(work, client.wait(created.execution_id, timeout))

    with contextlib.suppress(AttributeError, TypeError):
        setattr(function, ATTRIBUTE, declaration)
        function.submit = submit  # type: ignore[attr-defined]
        function.submit_and_wait = submit_and_wait  # type: ignore[attr-defined]


def submission_call(declaration: Declaration, work: Submission) -> Call[CreatedExecution]:
    return calls.create_execution(
        work.lane or declaration.lane, work.input, work.payload, kind=work.kind, **work.options
    )


async def _submit_and_wait_async(
    client: AsyncClient, call: Call[Any], work: Submission, timeout: timedelta | float | None
) -> Any:
    await client.check_autocommit()
    created = await client.run(call)
    return _output_of(work, await client.wait(created.execution_id, timeout))


def _connect_and_wait(
    dsn: str, call: Call[Any], work: Submission, timeout: timedelta | float | None
) -> Any:
    """Connections are open during calls only: a thousand may wait."""
    conninfo = make_conninfo("", **read_dsn(dsn, "submit_and_wait"))

    def run(call: Call[Any]) -> Any:
        with psycopg.connect(conninfo, autocommit=True, prepare_threshold=None) as connection:
            return Client(connection).run(call)

    ids = [run(call).execution_id]
    return _output_of(work, _generated_waiting.wait_for_results(run, conninfo, ids, timeout)[0])


async def _connect_and_wait_async(
    dsn: str, call: Call[Any], work: Submission, timeout: timedelta | float | None
) -> Any:
    conninfo = make_conninfo("", **read_dsn(dsn, "submit_and_wait"))

    async def run(call: Call[Any]) -> Any:
        async with await psycopg.AsyncConnection.connect(
            conninfo, autocommit=True, prepare_threshold=None
        ) as connection:
            return await AsyncClient(connection).run(call)

    ids = [(await run(call)).execution_id]
    results = await _async_waiting.wait_for_results(run, conninfo, ids, timeout)
    return _output_of(work, results[0])


def _output_of(work: Submission, result: ExecutionResult) -> Any:
    if result.public_state != "completed":
        raise NotCompleted(result)
    value = unpack(work.codec, result.output, result.result)
    return read_result(work.read, *value, "the result")


def is_asynchronous(connection: Any) -> bool:
    """Whether `AsyncClient` takes it."""
    try:
        async_opener(connection)
    except TypeError:
        return False
    return True
