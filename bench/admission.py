"""Admission: the price of limits for claims and completions, against the same without a limit."""

from __future__ import annotations

import json
from typing import Any

from .cluster import BenchError, Cluster, Database, Load
from .figures import Contender, Effort, Figure, Floor, take_turns

INPUT = '{"order_id": 4711}'

POLICY = "00000000-0000-7000-8000-000000000001"
BUDGET = "00000000-0000-7000-8000-0000000000b1"
# No claim is refused: the price of asking is measured. Some slots of completed executions come free
# only with a tick, because late claims hold locks on them: so there are many.
LIMITS = f"""
    select from flowfabric.ff_create_quota_policy('{POLICY}', 0, 0, 100000);
    select from flowfabric.ff_create_budget(
        '{BUDGET}', 'bench', 'all', p_dimensions => '{{tokens}}',
        p_hard_limits => '{{1000000}}', p_soft_limits => '{{0}}'
    );
"""
WORK_OFF = """
    select count(*)
    from flowfabric.ff_complete_batch(array(
        select handle from flowfabric.ff_claim_batch('default', 'worker-1', 'worker-1-a', 1000)
    ))
"""
QUOTA: dict[str, Any] = {"quota_policy_id": POLICY}
UNDER_BUDGET: dict[str, Any] = {"budget_ids": [BUDGET]}
LIMITED = {
    "a quota": (QUOTA, 0.6),
    "a budget": (UNDER_BUDGET, 0.6),
    "both": (QUOTA | UNDER_BUDGET, 0.5),
}

# the load, and how many executions must wait before a slice, as a multiple of what the floor does
LOADS = {
    "cycle": (Load("cycle"), 0.6),
    "batch": (Load("batch", clients=4, units=100), 6.0),
}


def measure(cluster: Cluster, floor: Floor, effort: Effort) -> list[Figure]:
    figures: list[Figure] = []
    for name, (load, backlog) in LOADS.items():
        waiting = round(backlog * floor.latest * effort.slice_s)
        free = _contender(cluster, "no limit", load, waiting, {})
        limited = [
            _contender(cluster, limits, load, waiting, options)
            for limits, (options, _) in LIMITED.items()
        ]
        samples = take_turns(floor, effort, [free, *limited])
        figures += [
            samples[limits].compared(
                f"{name} under {limits}", "executions", "no limit", samples[free.name], bar
            )
            for limits, (_, bar) in LIMITED.items()
        ]
    return figures


def _contender(
    cluster: Cluster, name: str, load: Load, waiting: int, options: dict[str, Any]
) -> Contender:
    database = cluster.database()
    database.open_lane()
    # a policy makes its tokens when they are first needed
    database.execute(LIMITS, submission(1000, options), WORK_OFF)

    def run(seconds: float) -> float:
        rate = database.run(load, seconds)
        if database.waiting() < load.clients * load.units:
            raise BenchError(f"{name}: the backlog ran out")
        return rate

    return Contender(name, run, lambda: _fill(database, waiting, options))


def _fill(database: Database, waiting: int, options: dict[str, Any]) -> None:
    for _ in range(-(-(waiting - database.waiting()) // 1000)):
        database.execute(submission(1000, options))


def submission(count: int, options: dict[str, Any]) -> str:
    return (
        f"select from flowfabric.ff_create_executions('default',"
        f" array_fill('{INPUT}'::jsonb, array[{count}]), '{json.dumps(options)}')"
    )
