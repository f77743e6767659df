"""What holds for all tests, those of the tools and those of the driver."""

from __future__ import annotations

import signal

pytest_plugins = ["shares", "time_limits"]


def pytest_configure() -> None:
    # A shell starts its background jobs with Ctrl-C ignored, nohup its command with hang-ups
    # ignored. Programs that a test starts and signals would inherit that.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
