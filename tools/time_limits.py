"""A limit of time for each test: a test that hangs fails with the stacks of all threads, and the
run goes on.

A test has LIMIT_S seconds, or those of `@pytest.mark.time_limit(seconds)`; its fixtures have as
many before it, and again after it. At the limit an exception is raised in the main thread, and
again every AGAIN_S seconds, because a block that is left can wait as well (a pool for its threads).
Only where no exception can be raised, because the main thread is inside a call that no signal
interrupts, the whole run is ended after GIVE_UP_S further seconds. A thread that a test has left
behind does not keep the finished run waiting for longer than END_S.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
import threading
import traceback
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

import pytest

LIMIT_S = 300.0
AGAIN_S = 20.0
GIVE_UP_S = 120.0
END_S = 60.0

Answer = TypeVar("Answer")

_terminal = pytest.StashKey[int]()


class TimeLimitExceeded(BaseException):
    """Not an Exception: code under test, and hypothesis, catch those."""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", f"time_limit(seconds): the test fails when it takes longer ({LIMIT_S:.0f})"
    )
    # a copy: while a test runs, the output of the process is captured, and lost when it is ended
    config.stash[_terminal] = os.dup(2)


def pytest_unconfigure(config: pytest.Config) -> None:
    faulthandler.dump_traceback_later(END_S, exit=True, file=config.stash[_terminal])


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, Answer, Answer]:
    with _limit(item, "setup"):
        return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Answer, Answer]:
    with _limit(item, "call"):
        return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, Answer, Answer]:
    with _limit(item, "teardown"):
        return (yield)


@contextmanager
def _limit(item: pytest.Item, phase: str) -> Iterator[None]:
    mark = item.get_closest_marker("time_limit")
    seconds = float(mark.args[0]) if mark else LIMIT_S

    def expire(_number: int, _frame: FrameType | None) -> None:
        item.add_report_section(phase, "stacks of the other threads", _other_stacks())
        raise TimeLimitExceeded(f"no end after {seconds:g} s")

    previous = signal.signal(signal.SIGALRM, expire)
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN_S)
    faulthandler.dump_traceback_later(
        seconds + GIVE_UP_S, exit=True, file=item.config.stash[_terminal]
    )
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
        faulthandler.cancel_dump_traceback_later()


def _other_stacks() -> str:
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    return "\n".join(
        f"{names.get(ident, ident)}:\n{''.join(traceback.format_stack(frame))}"
        for ident, frame in sys._current_frames().items()
        if ident != threading.get_ident()
    )
