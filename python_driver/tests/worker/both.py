"""Handlers that are written once and run as a function and as a coroutine.

A body is a coroutine that awaits what its context does; `Plain` lets it run in a thread, where
nothing of it suspends.
"""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Coroutine
from typing import Any

import psycopg
from flowfabric import Client
from flowfabric.worker import App, AsyncContext, Context

Body = Callable[[Any, Any], Coroutine[Any, Any, Any]]
COLOURS = ("sync", "async")
# methods that both contexts have as functions
NOT_AWAITED = ("check", "step_id")


def handle(app: App, colour: str, kind: str, body: Body, **options: Any) -> None:
    """Register `body(input, ctx)` as a handler of a colour."""
    if colour == "async":

        @app.handler(kind, **options)
        async def coroutine(given: Any, ctx: AsyncContext) -> Any:
            return await body(given, ctx)

        return

    @app.handler(kind, **options)
    def function(given: Any, ctx: Context) -> Any:
        return at_once(body(given, Plain(ctx)))


def at_once(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine that never suspends."""
    try:
        coroutine.send(None)
    except StopIteration as end:
        return end.value
    raise AssertionError("it has suspended")


class Plain:
    """An object whose methods are awaited, and whose context managers take `async with`."""

    def __init__(self, target: Any) -> None:
        vars(self)["_target"] = target

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._target, name)
        if isinstance(value, Client | psycopg.Connection):
            return Plain(value)
        return _awaited(value) if inspect.ismethod(value) and name not in NOT_AWAITED else value

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._target, name, value)

    async def __aenter__(self) -> Plain:
        self._target.__enter__()
        return self

    async def __aexit__(self, *error: Any) -> Any:
        return self._target.__exit__(*error)


def _awaited(method: Callable[..., Any]) -> Callable[..., Any]:
    def call(*arguments: Any, **options: Any) -> Any:
        answer = method(*arguments, **options)
        if isinstance(answer, contextlib.AbstractContextManager) and not hasattr(
            answer, "fetchall"
        ):
            return _manager(answer)
        return _later(answer)

    return call


async def _later(answer: Any) -> Any:
    return Plain(answer) if hasattr(answer, "fetchall") else answer


@contextlib.asynccontextmanager
async def _manager(manager: Any) -> Any:
    with manager as value:
        yield Plain(value)
