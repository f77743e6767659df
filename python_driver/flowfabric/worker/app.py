"""An application: handlers by kind, and how to run them."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from typing import Any, ParamSpec, TypeVar, overload

from .._dsn import DSN_VARIABLES
from .declarations import Declaration
from .handlers import Handler
from .loops import ended_by_signals, run_loop
from .outcomes import as_types
from .runtime import Runtime
from .settings import Settings
from .statistics import Statistics
from .submitting import HandlerFunction, declare

P = ParamSpec("P")
R = TypeVar("R")


class App:
    """Handlers, and the lanes of their work.

    `name` is the worker id: the name of all processes of this application. `Settings` has the
    other settings; `run` may override them.
    """

    def __init__(self, name: str, *, lanes: Iterable[str] = ("default",), **settings: Any) -> None:
        self.name = name
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
        declaration = Declaration(kind, lane or self.settings().lanes[0], function, **declared)
        self.handlers[kind] = Handler.of(kind, function, as_types(permanent), version)
        self.declarations[kind] = declaration
        declare(function, declaration)
        return function

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
        self._runtime = Runtime(
            self.handlers,
            self.settings(**overrides),
            find_dsn() if dsn is None else dsn,
            until_idle=until_idle,
        )
        return self._runtime


def find_dsn() -> str:
    """FF_DATABASE_URL, else DATABASE_URL, else the defaults of libpq."""
    return next(filter(None, map(os.environ.get, DSN_VARIABLES)), "")
