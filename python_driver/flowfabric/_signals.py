"""Signals, for the command line and the tools of this repository."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def termination_as_exit() -> Iterator[None]:
    """Turn SIGTERM and SIGHUP into SystemExit, so that `with` blocks clean up."""

    def leave(number: int, _frame: object) -> None:
        raise SystemExit(128 + number)

    previous = {
        number: signal.signal(number, leave)
        for number in (signal.SIGTERM, signal.SIGHUP)
        if signal.getsignal(number) is not signal.SIG_IGN  # nohup
    }
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
