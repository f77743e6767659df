"""The event loop of a worker: it ends even if handlers do not, and signals end it in order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import threading
from collections.abc import Callable, Coroutine, Iterator
from types import FrameType
from typing import Any, TypeVar

from .threads import DaemonExecutor

log = logging.getLogger("flowfabric.worker")

T = TypeVar("T")

SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name)
)
# how long cancelled tasks may take at the end
END_S = 1.0

# Loops that ended before a handler did: they are kept, or the handler would be run once more.
_left: list[object] = []


def run_loop(main: Coroutine[Any, Any, T], threads: int) -> T:
    """Like `asyncio.run`, but without waiting for handlers, in tasks or in `to_thread`."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        pass
    else:
        main.close()
        raise RuntimeError("an event loop runs already: use run_async")
    loop = asyncio.new_event_loop()
    loop.set_default_executor(DaemonExecutor(threads))
    try:
        asyncio.set_event_loop(loop)
        return _run(loop, loop.create_task(main))
    finally:
        asyncio.set_event_loop(None)
        _end(loop)


def _run(loop: asyncio.AbstractEventLoop, main: asyncio.Task[T]) -> T:
    while True:
        try:
            return loop.run_until_complete(main)
        except RuntimeError:
            if main.done() or loop.is_closed():
                raise
            log.warning("a handler has stopped the event loop, which goes on")
        except (SystemExit, KeyboardInterrupt) as error:
            # of a task or a callback of a handler; they leave the loop at once
            if main.done() or _is_of_ctrl_c(error):
                raise
            log.warning("a task of a handler has raised %r: the event loop goes on", error)


def _is_of_ctrl_c(error: BaseException) -> bool:
    """Whether it may come from Python's own handler of SIGINT: `ended_by_signals` replaces that."""
    return (
        isinstance(error, KeyboardInterrupt)
        and threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )


def _end(loop: asyncio.AbstractEventLoop) -> None:
    tasks = asyncio.all_tasks(loop)
    for task in tasks:
        task.cancel()
    if tasks:
        loop.run_until_complete(asyncio.wait(tasks, timeout=END_S))
    left = [task for task in tasks if not task.done()]
    if left:
        for task in left:
            task._log_destroy_pending = False  # type: ignore[attr-defined]
        _left.append((loop, left))
        return
    with contextlib.suppress(asyncio.TimeoutError):
        loop.run_until_complete(asyncio.wait_for(loop.shutdown_asyncgens(), END_S))
    loop.close()


@contextlib.contextmanager
def ended_by_signals(drain: Callable[[signal.Signals], None]) -> Iterator[None]:
    """The first signal drains, the second one ends the process as it would without this module.

    A signal never raises an exception, which would be raised inside a handler. Nor does it wait for
    the loop, which a handler may have blocked.
    """
    loop = asyncio.get_running_loop()

    def begin(received: int, _frame: FrameType | None) -> None:
        for each in previous:
            signal.signal(each, signal.SIG_DFL)
        number = signal.Signals(received)
        drain(number)
        # not here: the code that was interrupted may be writing to the log
        with contextlib.suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(
                log.info,
                "%s: waiting for running handlers; a second signal ends the worker at once",
                number.name,
            )

    previous: dict[signal.Signals, Any] = {}
    try:
        for number in SIGNALS:
            before = signal.getsignal(number)
            if number.name == "SIGHUP" and before is signal.SIG_IGN:  # nohup
                continue
            signal.signal(number, begin)
            previous[number] = before
    except ValueError:  # not the main thread
        yield
        return
    try:
        yield
    finally:
        for number, before in previous.items():
            if before is not None:
                signal.signal(number, before)
