"""Admission: what a claim costs that has to ask a limit, against one that has not."""

from __future__ import annotations

import json
from typing import Any

from .cluster import Cluster, Load
from .figures import Contender, Effort, Figure, Floor, take_turns

POLICY = "00000000-0000-7000-8000-000000000001"
BUDGET = "00000000-0000-7000-8000-0000000000b1"
# nothing is ever refused: what is measured is the asking
LIMITS = f"""
    select from flowfabric.ff_create_quota_policy('{POLICY}', 0, 0, 200);
    select from flowfabric.ff_create_budget(
        '{BUDGET}', 'bench', 'all', p_dimensions => '{{tokens}}',
        p_hard_limits => '{{1000000}}', p_soft_limits => '{{0}}'
    );
"""
BACKLOG = 500


def measure(cluster: Cluster, floor: Floor, effort: Effort) -> list[Figure]:
    samples = take_turns(
        floor,
        effort,
        [
            _contender(cluster, "loop", {}),
            _contender(cluster, "loop_quota", {"quota_policy_id": POLICY}),
            _contender(cluster, "loop_budget", {"budget_ids": [[BUDGET]] * BACKLOG}),
        ],
    )
    free = samples["loop"]
    return [
        free.figure("submit, claim and complete, no limit", "cycles"),
        samples["loop_quota"].compared("with a quota policy", "cycles", "no limit", free),
        samples["loop_budget"].compared("with a budget", "cycles", "no limit", free),
    ]


def _contender(cluster: Cluster, script: str, options: dict[str, Any]) -> Contender:
    """Claims take what waits longest, so what waits has the same limits as what comes."""
    database = cluster.database()
    database.open_lane()
    database.execute(LIMITS)
    submit = (
        f"select from flowfabric.ff_create_executions('default',"
        f" array_fill('1'::jsonb, array[{BACKLOG}]), '{json.dumps(options)}')"
    )
    return Contender(
        script,
        lambda seconds: database.run(Load(script), seconds),
        lambda: None if database.waiting() >= BACKLOG // 2 else database.execute(submit),
    )
