"""The worker that test_chaos.py kills: python chaos_app.py DSN"""

from __future__ import annotations

import random
import sys
from typing import Any

from flowfabric.worker import App, Context, Transient

LEASE_TTL_MS = 1000

app = App("chaos", lanes=["left", "right"], concurrency=4, lease_ttl_ms=LEASE_TTL_MS)


@app.handler("*")
def work(item: Any, ctx: Context) -> None:
    """Three steps, each fenced, the last one with the completion; the rows tell who was at it."""
    for step in range(3):
        if step:
            ctx.pause(random.uniform(0, 0.06))
        with ctx.transaction(complete=step == 2) as tx:
            tx.execute(
                "insert into steps (execution_id, epoch, step) values (%s, %s, %s)",
                [ctx.execution_id, ctx.execution.lease_epoch, step],
            )
        if step == 0 and item % 10 == ctx.attempt_index:
            raise Transient("now and then")


if __name__ == "__main__":
    app.run(sys.argv[1], drain_s=5)
