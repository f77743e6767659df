"""What holds for all tests, those of the tools and those of the driver."""

from __future__ import annotations

import signal


def pytest_configure() -> None:
    # A shell starts its background jobs with Ctrl-C ignored, and so would every program that a test
    # starts and interrupts; with a handler here they begin with the default.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
