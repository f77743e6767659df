"""The second way to work: what a scheduler and signatures cost, and how soon a crash is over."""

from __future__ import annotations

from .cluster import BenchError, Cluster, Database, Load
from .figures import Contender, Effort, Figure, Floor, Samples, say, take_turns
from .latency import INPUT

LAPSED = 10_000
SUBMIT = (
    "select count(*) from flowfabric.ff_create_executions("
    "'default', array_fill(%s::jsonb, array[1000]))"
)
LOSE = (
    "select count(*) from flowfabric.ff_claim_batch("
    "'default', 'worker-1', 'worker-1-a', %s, p_lease_ttl_ms => 1)"
)


def measure(cluster: Cluster, floor: Floor, effort: Effort) -> list[Figure]:
    cycles = take_turns(
        floor,
        effort,
        [_cycle("cycle", cluster, floor, effort), _cycle("grant_cycle", cluster, floor, effort)],
    )
    takeovers = take_turns(
        floor, effort, [_takeover("takeover", cluster), _takeover("reclaim", cluster)]
    )
    grant_cycle = cycles["grant_cycle"]
    return [
        cycles["cycle"].figure("cycle", "cycles"),
        grant_cycle.figure("grant cycle", "cycles"),
        grant_cycle.compared("grant cycle", "cycles", "cycle", cycles["cycle"]),
        _figure("by claims", takeovers["takeover"]),
        _figure("by grants", takeovers["reclaim"]),
    ]


def _cycle(script: str, cluster: Cluster, floor: Floor, effort: Effort) -> Contender:
    database = cluster.database()
    load = Load(script)

    def run(seconds: float) -> float:
        rate = database.run(load, seconds)
        if database.waiting() < load.clients:
            raise BenchError(f"{script}: the backlog ran out")
        return rate

    return Contender(script, run, lambda: database.fill(round(0.6 * floor.latest * effort.slice_s)))


def _takeover(script: str, cluster: Cluster) -> Contender:
    database = cluster.database()
    return Contender(
        script,
        lambda _seconds: database.run_times(Load(script), LAPSED),
        lambda: _lose_leases(database),
    )


def _lose_leases(database: Database) -> None:
    """A worker claims and falls silent. What waits comes before what lapsed, so nothing may."""
    say(f"{LAPSED:,} leases lapse")
    with database.connect() as connection:
        for _ in range(LAPSED // 1000):
            connection.execute(SUBMIT.encode(), (INPUT,))
        row = connection.execute(LOSE.encode(), (LAPSED,)).fetchone()
    if row != (LAPSED,) or database.waiting():
        raise BenchError(f"{row} leases instead of {LAPSED}, {database.waiting()} wait")


def _figure(how: str, samples: Samples) -> Figure:
    return Figure(
        f"{LAPSED:,} lapsed leases taken over by 8 workers, {how}",
        f"{LAPSED / samples.rate:.1f} s, {samples.rate:,.0f}/s",
        samples.ratio,
        "floor",
        samples.ratios,
        details={"rates": samples.rates},
    )
