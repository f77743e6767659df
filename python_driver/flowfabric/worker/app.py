"""An application: handlers by kind, and how to run them."""

from __future__ import annotations

import contextlib
import inspect
import os
import signal
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from datetime import timedelta
from typing import Any, ParamSpec, TypeVar, overload
from uuid import UUID

from psycopg.types.json import Jsonb

from .. import calls
from .._dsn import DSN_VARIABLES
from ..client import AsyncClient, Client
from .codec import Codec, check_codec, wrap
from .declarations import Declaration
from .handlers import Handler
from .inputs import encode
from .loops import ended_by_signals, run_loop
from .outcomes import as_types
from .runtime import Runtime
from .settings import Settings
from .statistics import Statistics
from .submitting import HandlerFunction, declare, is_asynchronous

P = ParamSpec("P")
R = TypeVar("R")


class App:
    """Handlers, and the lanes of their work.

    `name` is the worker id: the name of all processes of this application. `Settings` has the
    other settings; `run` may override them.
    """

    def __init__(
        self,
        name: str,
        *,
        lanes: Iterable[str] = ("default",),
        codec: Codec | None = None,
        **settings: Any,
    ) -> None:
        self.name = name
        self.codec = check_codec(codec)
        self._lifespan: Callable[[], AbstractAsyncContextManager[Any]] = contextlib.nullcontext
        self._middlewares: list[Callable[..., Any]] = []
        self._lanes = lanes
        self._settings = settings
        self.handlers: dict[str, Handler] = {}
        # how executions of the handlers are submitted, by kind
        self.declarations: dict[str, Declaration] = {}
        self._runtime: Runtime | None = None
        self.settings()  # wrong settings are reported where they are written

    def settings(self, **overrides: Any) -> Settings:
        """The settings of a run; each process has an instance id of its own."""
        options = {"lanes": self._lanes} | self._settings | overrides
        return Settings.of(self.name, options.pop("lanes"), **options)

    @overload
    def handler(self, kind: Callable[P, R]) -> HandlerFunction[P, R]: ...

    @overload
    def handler(
        self,
        kind: str = "default",
        *,
        permanent: type[BaseException] | Iterable[type[BaseException]] = (),
        lane: str | None = None,
        retries: int | None = None,
        timeout: timedelta | float | None = None,
        priority: int | None = None,
        tags: Mapping[str, str] | None = None,
        version: Any = None,
        on_failure: str | Mapping[str, Any] | None = None,
    ) -> Callable[[Callable[P, R]], HandlerFunction[P, R]]: ...

    def handler(self, kind: Any = "default", **options: Any) -> Any:
        """Register a function or coroutine for executions of a kind; `"*"` for all others.

        `@app.handler` is `@app.handler("default")`.

        It takes the input, as its annotation says, and a `Context` or `AsyncContext` if it wants
        one; its return value is the output. An exception is a failure, which is retried as the
        policy of the execution says, unless its type is among `permanent`.

        The function can be called as before, and has `submit` and `submit_and_wait`. What is
        declared here becomes arguments of these submissions, and of `ctx.spawn`: `lane` (default:
        the first of the application), `retries`, `timeout` of an attempt, `priority`, `tags`, and
        `on_failure`, the kind of an execution that is submitted if this one does not complete.
        `version` is saved with the first step of an execution, see `ctx.version`.
        """

        if callable(kind):
            return self._register("default", kind)
        if not isinstance(kind, str):
            raise TypeError(f"the kind of a handler is text, not {kind!r}")
        return lambda function: self._register(kind, function, **options)

    def _register(
        self,
        kind: str,
        function: Callable[..., Any],
        *,
        permanent: type[BaseException] | Iterable[type[BaseException]] = (),
        lane: str | None = None,
        version: Any = None,
        **declared: Any,
    ) -> Callable[..., Any]:
        if kind in self.handlers:
            raise ValueError(f'there is a handler for kind "{kind}" already')
        declaration = Declaration(
            kind, lane or self.settings().lanes[0], function, **declared, codec=self.codec
        )
        self.handlers[kind] = Handler.of(kind, function, as_types(permanent), version, self.codec)
        self.declarations[kind] = declaration
        declare(function, declaration)
        return function

    def lifespan(self, function: Callable[[], Any]) -> Callable[[], Any]:
        """Register what is open as long as a worker runs: a generator that yields `ctx.state`.

        ```python
        @app.lifespan
        async def clients():
            async with httpx.AsyncClient() as http:
                yield {"http": http}
        ```
        """
        if inspect.isasyncgenfunction(function):
            self._lifespan = contextlib.asynccontextmanager(function)
        elif inspect.isgeneratorfunction(function):
            manager = contextlib.contextmanager(function)

            @contextlib.asynccontextmanager
            async def lifespan() -> AsyncIterator[Any]:
                with manager() as state:
                    yield state

            self._lifespan = lifespan
        else:
            raise TypeError("a lifespan is a generator that yields once: the value of ctx.state")
        return function

    def middleware(self, function: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """Register a generator that runs around every call of a handler: it yields once.

        It takes the context. An `async def` one is for applications whose handlers are all
        coroutines.
        """
        if inspect.isasyncgenfunction(function):
            self._middlewares.append(contextlib.asynccontextmanager(function))
        elif inspect.isgeneratorfunction(function):
            self._middlewares.append(contextlib.contextmanager(function))
        else:
            raise TypeError("a middleware is a generator that takes the context and yields once")
        return function

    def send_signal(
        self,
        execution_id: UUID,
        name: str,
        payload: Any = None,
        connection: Any = None,
        *,
        dedup_key: str | None = None,
    ) -> Any:
        """Send a signal to a handler that waits for it, through the codec of the application.

        To be awaited with an asynchronous connection.
        """
        text = None if payload is None else encode(payload, "the payload of the signal")
        sent = wrap(self.codec, text) if text is not None else None
        if text is not None and self.codec is None:
            sent = Jsonb(text, dumps=str)
        call = calls.send_signal(execution_id, name, sent, dedup_key)
        if is_asynchronous(connection):
            return AsyncClient(connection).run(call)
        return Client(connection).run(call)

    def run(self, dsn: str | None = None, **overrides: Any) -> Statistics:
        """Work until SIGTERM or Ctrl-C; running executions are then finished, or handed back.

        Without `dsn` the database is FF_DATABASE_URL, else DATABASE_URL, else that of PGHOST etc.
        """
        return self._run(dsn, overrides, until_idle=False)

    async def run_async(self, dsn: str | None = None, **overrides: Any) -> Statistics:
        """The same inside a running event loop; `stop()` ends it."""
        return await self._start(dsn, overrides, until_idle=False).run()

    def drain(self, dsn: str | None = None, **overrides: Any) -> Statistics:
        """Run due executions, and return: for tests, and for jobs that a timer starts."""
        return self._run(dsn, overrides, until_idle=True)

    def stop(self) -> None:
        """Let a run end in an orderly way; from any thread."""
        if self._runtime:
            self._runtime.drain()

    @property
    def ended_by(self) -> signal.Signals | None:
        """The signal that ended the last run, if one did."""
        return self._runtime.ended_by if self._runtime else None

    def _run(self, dsn: str | None, overrides: dict[str, Any], *, until_idle: bool) -> Statistics:
        async def main() -> Statistics:
            runtime = self._start(dsn, overrides, until_idle=until_idle)
            with ended_by_signals(runtime.end_by):
                return await runtime.run()

        return run_loop(main(), self.settings(**overrides).concurrency)

    def _start(self, dsn: str | None, overrides: dict[str, Any], *, until_idle: bool) -> Runtime:
        if not self.handlers:
            raise ValueError(f'the application "{self.name}" has no handler')
        for handler in self.handlers.values():
            if not handler.is_async and any(map(_is_for_coroutines, self._middlewares)):
                raise TypeError(
                    f"handler {handler.name} is a function: an asynchronous middleware cannot run "
                    "around it"
                )
        self._runtime = Runtime(
            self.handlers,
            self.settings(**overrides),
            find_dsn() if dsn is None else dsn,
            until_idle=until_idle,
            lifespan=self._lifespan,
            middlewares=self._middlewares,
        )
        return self._runtime


def _is_for_coroutines(middleware: Callable[..., Any]) -> bool:
    return inspect.isasyncgenfunction(inspect.unwrap(middleware))


def find_dsn() -> str:
    """FF_DATABASE_URL, else DATABASE_URL, else the defaults of libpq."""
    return next(filter(None, map(os.environ.get, DSN_VARIABLES)), "")
