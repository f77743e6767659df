"""Executions a second, one by one and in batches."""

from __future__ import annotations

from dataclasses import dataclass

from .cluster import BenchError, Cluster, Load
from .figures import Contender, Effort, Figure, Floor, take_turns


@dataclass(frozen=True)
class Scenario:
    name: str
    load: Load
    unit: str
    bar: float | None = None
    # how many executions must wait before a slice, as a multiple of what the floor does in it
    backlog: float = 0


SCENARIOS = (
    Scenario("cycle", Load("cycle"), "cycles", bar=0.2, backlog=0.6),
    Scenario("relay", Load("relay", variables=("handle=none",)), "cycles", backlog=0.9),
    Scenario("loop", Load("loop"), "cycles", backlog=0.02),
    Scenario("batch", Load("batch", clients=4, units=100), "executions", bar=2.5, backlog=6),
    Scenario(
        "batch, one commit",
        Load("batch_one_commit", clients=4, units=100),
        "executions",
        bar=2.5,
        backlog=6,
    ),
    Scenario("submit", Load("submit"), "executions", bar=0.55),
    Scenario("submit batch", Load("submit_batch", clients=4, units=1000), "executions"),
)


def measure(cluster: Cluster, floor: Floor, effort: Effort) -> list[Figure]:
    contenders = [_contender(scenario, cluster, floor, effort) for scenario in SCENARIOS]
    samples = take_turns(floor, effort, contenders)
    return [
        samples[scenario.name].figure(scenario.name, scenario.unit, scenario.bar)
        for scenario in SCENARIOS
    ]


def _contender(scenario: Scenario, cluster: Cluster, floor: Floor, effort: Effort) -> Contender:
    database = cluster.database()
    database.open_lane()

    def prepare() -> None:
        database.fill(round(scenario.backlog * floor.latest * effort.slice_s))

    def run(seconds: float) -> float:
        rate = database.run(scenario.load, seconds)
        # with an empty queue a batch is short, and a rate of batches means nothing
        if scenario.backlog and database.waiting() < scenario.load.clients * scenario.load.units:
            raise BenchError(f"{scenario.name}: the backlog ran out")
        return rate

    return Contender(scenario.name, run, prepare)
