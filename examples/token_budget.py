#!/usr/bin/env python3
"""Five agents share a budget: a warning, a hard stop, and not one token too many.

    python examples/token_budget.py

It needs nothing but `pip install 'flowfabric[binary,embedded]'`: the PostgreSQL is a private one,
gone afterwards. The agents are made up: each call of a model costs a hundred tokens.
"""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import psycopg
from flowfabric import ClaimedExecution, Client, install
from flowfabric.embedded import EmbeddedServer

AGENTS, TASKS, CALL = 5, 8, {"tokens": 100}
BUDGET = uuid4()


def research(client: Client, task: ClaimedExecution) -> tuple[int, list[int]]:
    """Call the model for as long as there is budget; answer the calls, and the warnings."""
    calls, warnings = 0, []
    # set aside first: so nobody finds out after the call that the money was gone
    while client.reserve_budget(BUDGET, task.execution_id, CALL).outcome == "reserved":
        time.sleep(0.01)  # the model thinks
        calls += 1
        spent = client.record_spend(BUDGET, task.execution_id, CALL, f"{task.attempt_id}-{calls}")
        if spent.outcome == "soft_breach" and spent.current_usage:
            warnings.append(spent.current_usage)
    return calls, warnings


def agent(dsn: str, everybody: threading.Barrier) -> tuple[int, list[int], bool]:
    with psycopg.connect(dsn, autocommit=True) as connection:
        client = Client(connection)
        task = client.claim("research", "agent", f"agent-{threading.get_ident()}")
        assert task
        everybody.wait()
        calls, warnings = research(client, task)
        # a charge that is refused is a breach, and this budget cancels what waits then
        client.record_spend(BUDGET, task.execution_id, CALL)
        is_stopped = client.renew(task.handle).cancel_requested
        client.fail(task.handle, "the budget is exhausted", "permanent")
        return calls, warnings, is_stopped


def main() -> None:
    with EmbeddedServer() as server, psycopg.connect(server.dsn, autocommit=True) as connection:
        install(connection)
        client = Client(connection)
        client.create_budget(
            BUDGET,
            "project",
            "paper",
            on_hard_limit="cancel_pending",
            dimensions=["tokens"],
            hard_limits=[1200],
            soft_limits=[800],
        )
        node = {"lane": "research", "budget_ids": [str(BUDGET)]}
        flow = client.submit_flow({"nodes": {f"task-{number}": node for number in range(TASKS)}})

        everybody = threading.Barrier(AGENTS)
        with ThreadPoolExecutor(AGENTS) as pool:
            done = list(pool.map(lambda _: agent(server.dsn, everybody), range(AGENTS)))

        status = client.get_budget_status(BUDGET)
        counts = client.flow_summary(flow.flow_id)
        assert counts
        print(f"warned at {min(at for _, warnings, _ in done for at in warnings)} tokens")
        print(
            f"{sum(calls for calls, _, _ in done)} calls, {status.usage['tokens']} tokens of 1200"
        )
        print(f"{sum(stopped for _, _, stopped in done)} agents were asked to stop")
        print(f"{counts.cancelled} tasks were cancelled before they began")
        assert client.check() == [], "an invariant is broken"


if __name__ == "__main__":
    main()
