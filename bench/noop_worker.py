"""A worker whose handlers do nothing, for so many seconds: python -m bench.noop_worker DSN KIND S

It prints how many executions a second it completed, counted from its first one.
"""

from __future__ import annotations

import sys
import threading
import time

from flowfabric.worker import App

app = App("bench", lanes=["default"], tick_s=None)
# for bench/idle.py
idle = App("idle", lanes=["default"])
idle.handler("*")(lambda: None)
first_at: list[float] = []


def function() -> None:
    if not first_at:
        first_at.append(time.monotonic())


async def coroutine() -> None:
    function()


def main() -> None:
    dsn, kind, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
    app.handler("*")({"function": function, "coroutine": coroutine}[kind])

    def stop() -> None:
        while not first_at:
            time.sleep(0.001)
        time.sleep(seconds)
        app.stop()

    threading.Thread(target=stop, daemon=True).start()
    statistics = app.run(dsn)
    print(statistics.completed / (time.monotonic() - first_at[0]))


if __name__ == "__main__":
    main()
