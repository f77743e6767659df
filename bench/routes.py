"""A lane of 500 routes (50 capability sets, 10 priorities) against a lane of one."""

from __future__ import annotations

from .cluster import BenchError, Cluster, Database, Load
from .figures import Contender, Effort, Figure, Floor, say, take_turns

CAPABILITY_SETS = 50
PRIORITIES = 10

FILL = """
select count(*)
from generate_series(1, %s) as c (number)
cross join generate_series(%s, %s) as p (priority)
cross join lateral flowfabric.ff_create_executions(
    'default',
    array_fill('{"order_id": 4711}'::jsonb, array[%s]),
    jsonb_build_object(
        'priority', p.priority, 'required_capabilities', jsonb_build_array('c' || c.number)
    )
)
"""


def measure(cluster: Cluster, floor: Floor, effort: Effort) -> list[Figure]:
    say("filling: 500 routes")
    one, many = cluster.database(), cluster.database()
    _submit_to_routes(many, lowest=0, each=10)
    routes = int(many.value("select count(*) from flowfabric.ff_route"))
    if routes != CAPABILITY_SETS * PRIORITIES:
        raise BenchError(f"there are {routes} routes")
    backlog = round(0.6 * floor.latest * effort.slice_s)

    def fill_best_priority() -> None:
        missing = backlog - many.waiting()
        if missing > 0:
            _submit_to_routes(many, lowest=PRIORITIES - 1, each=missing // CAPABILITY_SETS + 1)

    samples = take_turns(
        floor,
        effort,
        [
            Contender(
                "one route",
                lambda seconds: one.run(Load("cycle"), seconds),
                lambda: one.fill(backlog),
            ),
            Contender(
                "500 routes",
                lambda seconds: many.run(Load("cycle_of_500_routes"), seconds),
                fill_best_priority,
            ),
        ],
    )
    return [
        samples["500 routes"].compared(
            "cycle, 500 routes", "cycles", "one route", samples["one route"], bar=0.5
        )
    ]


def _submit_to_routes(database: Database, lowest: int, each: int) -> None:
    """So many executions to every route from a priority up; the best one has 50 busy routes."""
    with database.connect() as connection:
        query = FILL % (CAPABILITY_SETS, lowest, PRIORITIES - 1, each)
        connection.execute(query.encode())
