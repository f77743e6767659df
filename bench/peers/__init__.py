"""Other queues in PostgreSQL beside ours: on the same server, in turns, by the same client."""

from __future__ import annotations

import contextlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median

from ..cluster import CLIENT, BenchError, Cluster
from ..figures import Effort, Figure, Floor, say
from ..queue_client import RAN_OUT
from .queues import BATCH, Queue, all_queues

ROUNDS = 5
SLICE_S = 3.0
HELD_STEPS = 5
HELD_STEP_S = 12.0


@dataclass(frozen=True)
class Scenario:
    """The steps that a client repeats, and the bars of ours against a peer."""

    name: str
    steps: Sequence[str]
    unit: str
    clients: int = 8
    units: int = 1
    backlog: float = 0  # to begin with, as a multiple of what the floor does in a slice
    bars: Mapping[str, float] = field(default_factory=dict)

    @property
    def drains(self) -> bool:
        """Whether it takes away more than it brings."""
        return not any(step.startswith("submit") for step in self.steps)


CYCLE = Scenario(
    "cycle",
    ["claim", "complete"],
    "cycles",
    backlog=0.5,
    bars={"pgmq": 1.0, "graphile-worker": 0.9},
)
LOOP = Scenario(
    "loop",
    ["submit", "claim", "complete"],
    "loops",
    backlog=0.02,
)
SCENARIOS = (
    CYCLE,
    Scenario(
        "drained",
        ["claim_many", "complete_many"],
        "executions",
        units=BATCH,
        backlog=5,
        bars={"pgmq": 0.75},
    ),
    Scenario("submitted", ["submit"], "executions"),
    Scenario(
        "submitted in batches",
        ["submit_many"],
        "executions",
        clients=1,
        units=BATCH,
        bars={"pgmq": 0.75},
    ),
    LOOP,
)


@dataclass(frozen=True)
class Slice:
    """The client's report of some seconds."""

    units: int
    rate: float
    server_us: float
    wal_bytes: float


class Runner:
    """Runs the client in slices, and sees to it that there is enough to claim."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._best: dict[tuple[str, str], float] = {}  # rates, by queue and scenario
        self._waiting: dict[str, int] = {}  # by database

    def begin(self, queue: Queue, scenario: Scenario, seconds: float) -> None:
        """Fill for the first slice, and let what is analysed be analysed now."""
        self._fill(queue, scenario, scenario.backlog * self._floor.latest * seconds)
        queue.database.settle()

    def slice(self, queue: Queue, scenario: Scenario, seconds: float) -> Slice:
        """A slice that others have not disturbed, or not as long as patience lasts."""
        key = (queue.name, scenario.name)
        expected = self._best.get(key, scenario.backlog * self._floor.latest)
        for margin in (1.3, 2.6, 5.2, 10.4):
            if scenario.drains:
                self._fill(queue, scenario, margin * expected * seconds)
            result = self._floor.quiet.take(partial(self._run, queue, scenario, seconds))
            if result:
                self._best[key] = max(result.rate, self._best.get(key, 0))
                return result
            # the number of those left is unknown
            self._waiting[queue.database.name] = 0
        raise BenchError(f"{queue.name}, {scenario.name}: claims find too little")

    def _fill(self, queue: Queue, scenario: Scenario, wanted: float) -> None:
        waiting = self._waiting.get(queue.database.name, 0)
        missing = round(wanted) + 20 * scenario.clients * scenario.units - waiting
        if scenario.backlog and missing > 0:
            queue.fill(missing)
            self._waiting[queue.database.name] = waiting + missing

    def _run(self, queue: Queue, scenario: Scenario, seconds: float) -> Slice | None:
        """None: it ran out of what can be claimed."""
        database = queue.database
        order = {
            "dsn": database.server.dsn(database.name, CLIENT),
            "postmaster": self._floor.quiet.postmaster,
            "clients": scenario.clients,
            "seconds": seconds,
            "units": scenario.units,
            "id_column": queue.id_column,
            "steps": scenario.steps,
            "calls": {
                name: (call.sql, call.arguments)
                for name, call in queue.calls().items()
                if name in scenario.steps
            },
        }
        root = Path(__file__).parent.parent.parent
        result = subprocess.run(
            [sys.executable, "-m", "bench.queue_client"],
            cwd=root,
            env=os.environ | {"PYTHONPATH": f"{root}:{root / 'tools'}:{root / 'python_driver'}"},
            input=json.dumps(order),
            text=True,
            capture_output=True,
        )
        if result.returncode == RAN_OUT:
            return None
        if result.returncode != 0:
            raise BenchError(f"{queue.name}, {scenario.name}:\n{result.stderr}")
        answer = Slice(**json.loads(result.stdout))
        if scenario.drains:
            self._waiting[database.name] -= answer.units
        return answer


@dataclass
class Rounds:
    """The slices of each queue, by its name, and the floor of each round."""

    slices: dict[str, list[Slice]]
    floors: list[float] = field(default_factory=list)

    def rate(self, queue: Queue) -> float:
        return median(slice_.rate for slice_ in self.slices[queue.name])


def measure(cluster: Cluster, floor: Floor, effort: Effort) -> list[Figure]:
    runner = Runner(floor)
    figures: list[Figure] = []
    free_rates: dict[str, float] = {}
    for scenario in SCENARIOS:
        queues = _queues(cluster)
        rounds = _in_turns(runner, floor, queues, scenario, effort)
        figures += _figures(scenario, queues, rounds)
        if scenario is LOOP:
            free_rates = {queue.name: rounds.rate(queue) for queue in queues}
    queues = _queues(cluster)
    figures += _held_figures(queues, _held(runner, queues, effort), free_rates)
    figures += _log_figures(cluster, runner, _queues(cluster))
    return figures


_told: set[str] = set()


def _queues(cluster: Cluster) -> list[Queue]:
    """Fresh ones; those that cannot be had are named once, and loudly."""
    say("installing the queues")
    queues, missing = all_queues(cluster)
    for name, reason in missing.items():
        if name not in _told:
            print(f"\nSKIPPED: {name} is not measured: {reason}", file=sys.stderr)
            _told.add(name)
    return queues


def _in_turns(
    runner: Runner, floor: Floor, queues: Sequence[Queue], scenario: Scenario, effort: Effort
) -> Rounds:
    """Every queue once in a round, in a new order each time."""
    rounds = Rounds({queue.name: [] for queue in queues})
    count, seconds = (ROUNDS, SLICE_S) if effort.has_a_say else (1, 1.5)
    for queue in queues:
        runner.begin(queue, scenario, seconds)
    for number in range(count):
        rounds.floors.append(floor.quiet.take(floor.measure))
        for queue in random.sample(queues, len(queues)):
            say(f"{scenario.name}, {queue.name}, {number + 1} of {count}")
            rounds.slices[queue.name].append(runner.slice(queue, scenario, seconds))
    floor.rates += rounds.floors
    return rounds


def _figures(scenario: Scenario, queues: Sequence[Queue], rounds: Rounds) -> Iterator[Figure]:
    """A line for each queue: ours against the floor, then ours against each peer."""
    ours, *_ = queues
    for queue in queues:
        slices = rounds.slices[queue.name]
        references = rounds.floors if queue is ours else [slice_.rate for slice_ in slices]
        ratios = [
            slice_.rate / reference
            for slice_, reference in zip(rounds.slices[ours.name], references, strict=True)
        ]
        yield Figure(
            f"{scenario.name}: {queue.name}",
            f"{rounds.rate(queue):,.0f} {scenario.unit}/s,"
            f" {median(slice_.server_us for slice_ in slices):,.1f} µs",
            median(ratios),
            "floor" if queue is ours else "ours to it",
            ratios,
            scenario.bars.get(queue.name),
            details=_details(queue, slices),
        )


def _details(queue: Queue, slices: Sequence[Slice]) -> dict[str, object]:
    return {
        "queue": queue.name,
        "version": queue.version,
        "rates": [slice_.rate for slice_ in slices],
        "server_us": [slice_.server_us for slice_ in slices],
        "wal_bytes": [slice_.wal_bytes for slice_ in slices],
    }


def _held(runner: Runner, queues: Sequence[Queue], effort: Effort) -> Rounds:
    """Steps of the loop in turns, while each database has a session with an old snapshot."""
    rounds = Rounds({queue.name: [] for queue in queues})
    count, seconds = (HELD_STEPS, HELD_STEP_S) if effort.has_a_say else (3, 2.5)
    with contextlib.ExitStack() as sessions:
        for queue in queues:
            runner.begin(queue, LOOP, seconds)
            session = sessions.enter_context(queue.database.connect())
            session.execute("begin isolation level repeatable read")
            session.execute("select count(*) from pg_class")
        for number in range(count):
            for queue in queues:
                say(f"snapshot held, {queue.name}, {number + 1} of {count}")
                rounds.slices[queue.name].append(runner.slice(queue, LOOP, seconds))
    return rounds


def _held_figures(
    queues: Sequence[Queue], held: Rounds, free_rates: Mapping[str, float]
) -> Iterator[Figure]:
    """The rate of each at the end, as a part of its free rate."""
    for queue in queues:
        slices = held.slices[queue.name]
        yield Figure(
            f"loop, a snapshot held, at the end: {queue.name}",
            f"{slices[-1].rate:,.0f} {LOOP.unit}/s, {slices[-1].server_us:,.1f} µs",
            slices[-1].rate / free_rates[queue.name],
            "its free rate",
            [slice_.rate / free_rates[queue.name] for slice_ in slices],
            details=_details(queue, slices),
        )


def _log_figures(cluster: Cluster, runner: Runner, queues: Sequence[Queue]) -> Iterator[Figure]:
    """Of cycles only, and without what depends on the distance of checkpoints and the minute."""
    written = {}
    with cluster.with_settings(full_page_writes="off", autovacuum="off"):
        for queue in queues:
            say(f"write-ahead log, {queue.name}")
            runner.begin(queue, CYCLE, 2.0)
            written[queue.name] = runner.slice(queue, CYCLE, 2.0).wal_bytes
    ours, *_ = queues
    for queue in queues:
        yield Figure(
            f"write-ahead log of a cycle: {queue.name}",
            f"{written[queue.name]:,.0f} bytes",
            written[ours.name] / (1000 if queue is ours else written[queue.name]),
            "1 kB" if queue is ours else "ours to it",
            is_cost=True,
            details={"queue": queue.name, "bytes": written[queue.name]},
        )
