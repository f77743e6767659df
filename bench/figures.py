"""What is measured, and how noise is kept out of it.

The machine is shared and its speed wanders. So nothing is compared that was not measured side by
side: every slice of a scenario stands between two slices of the floor, its ratio is to their mean,
and the median over some rounds counts. A slice beside which others kept the machine busy is taken
again, as long as patience lasts; after that the report says so.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from statistics import median
from typing import TypeVar

from .bystanders import Bystanders
from .cluster import Cluster, Load

TOLERATED = 0.1  # of the machine, for others


@dataclass(frozen=True)
class Effort:
    """How much time a run takes."""

    rounds: int
    slice_s: float
    floor_s: float
    calls: int  # of one client, for a latency
    held_step_s: float
    many: int  # the "1,000,000" of the depth scenarios
    patience_s: float  # in all, for others to become quiet

    @property
    def has_a_say(self) -> bool:
        """Whether a figure of this effort may be called pass or miss without a word of warning."""
        return self.rounds >= 3


FULL = Effort(
    rounds=3, slice_s=5, floor_s=3, calls=2000, held_step_s=10, many=1_000_000, patience_s=120
)
QUICK = Effort(
    rounds=1, slice_s=3, floor_s=2, calls=400, held_step_s=4, many=200_000, patience_s=20
)


@dataclass(frozen=True)
class Figure:
    """One line of the table."""

    scenario: str
    measured: str
    ratio: float
    reference: str
    samples: Sequence[float] = ()
    bar: float | None = None
    is_cost: bool = False  # the bar is a most, not a least
    details: Mapping[str, object] = field(default_factory=dict)

    @property
    def passes(self) -> bool | None:
        if self.bar is None:
            return None
        return self.ratio <= self.bar if self.is_cost else self.ratio >= self.bar


@dataclass
class Samples:
    """The slices of one scenario: units a second, and the same as a ratio to the floor."""

    rates: list[float] = field(default_factory=list)
    ratios: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return median(self.rates)

    @property
    def ratio(self) -> float:
        return median(self.ratios)

    def figure(self, scenario: str, unit: str, bar: float | None = None) -> Figure:
        return Figure(
            scenario,
            f"{self.rate:,.0f} {unit}/s",
            self.ratio,
            "floor",
            self.ratios,
            bar,
            details={"rates": self.rates},
        )

    def compared(
        self,
        scenario: str,
        unit: str,
        reference: str,
        other: Samples,
        bar: float | None = None,
    ) -> Figure:
        """A ratio of two ratios: both to the floor around them."""
        return Figure(
            scenario,
            f"{self.rate:,.0f} {unit}/s",
            self.ratio / other.ratio,
            reference,
            [ratio / other.ratio for ratio in self.ratios],
            bar,
            details={"rates": self.rates, "reference_rates": other.rates},
        )


T = TypeVar("T")


class Quiet:
    """Takes a slice again beside which others kept the machine busy, as long as patience lasts."""

    def __init__(self, cluster: Cluster, patience_s: float) -> None:
        self._patience_s = patience_s
        self._bystanders = Bystanders(cluster)
        self.disturbances: list[float] = []  # the part of the machine that others had, each slice

    @property
    def is_disturbed(self) -> bool:
        """Whether any slice that was kept is to be doubted."""
        return any(share > TOLERATED for share in self.disturbances)

    @property
    def postmaster(self) -> int:
        return self._bystanders.postmaster

    def take(
        self,
        run: Callable[[], T],
        prepare: Callable[[], object] = lambda: None,
        before_the_next_try: Callable[[], object] = lambda: None,
    ) -> T:
        while True:
            prepare()
            mark = self._bystanders.mark()
            result = run()
            disturbance = self._bystanders.share_since(mark)
            if disturbance <= TOLERATED or self._patience_s <= 0:
                self.disturbances.append(disturbance)
                return result
            # the slice that is taken again counts as well
            self._patience_s -= time.monotonic() - mark.at
            self._await_quiet()
            before_the_next_try()

    def _await_quiet(self) -> None:
        started = time.monotonic()
        disturbance = 1.0
        while disturbance > TOLERATED and time.monotonic() - started < self._patience_s:
            say(f"others are busy, waiting (at most {self._patience_s:.0f} s more)")
            mark = self._bystanders.mark()
            time.sleep(1)
            disturbance = self._bystanders.share_since(mark)
        self._patience_s -= time.monotonic() - started


class Floor:
    """Commits a second of the smallest change there is, by eight clients each on its own row."""

    def __init__(self, cluster: Cluster, effort: Effort) -> None:
        self._seconds = effort.floor_s
        self.quiet = Quiet(cluster, effort.patience_s)
        self.rates: list[float] = []
        self.database = cluster.empty_database()
        self.database.execute(
            "create table floor (id integer primary key, v integer not null)",
            "insert into floor select i, 0 from generate_series(0, 7) as i",
            "grant select, update on floor to public",
        )
        self.latest = self.measure()

    def around(
        self, run: Callable[[], float], samples: Samples, prepare: Callable[[], object]
    ) -> None:
        """Add a slice of a scenario, with the floor before and after it."""

        def slice_() -> tuple[float, float, float]:
            return self.latest, run(), self.measure()

        before, rate, after = self.quiet.take(slice_, prepare, self.measure)
        self.rates.append(after)
        samples.rates.append(rate)
        samples.ratios.append(rate / ((before + after) / 2))

    def measure(self) -> float:
        self.latest = self.database.run(Load("floor"), self._seconds)
        return self.latest


@dataclass(frozen=True)
class Contender:
    """A scenario, or one side of a comparison."""

    name: str
    run: Callable[[float], float]  # seconds -> units a second
    prepare: Callable[[], object] = lambda: None


def take_turns(floor: Floor, effort: Effort, contenders: Sequence[Contender]) -> dict[str, Samples]:
    """Round by round, every contender in its turn, the floor in between."""
    samples = {contender.name: Samples() for contender in contenders}
    for number in range(effort.rounds):
        for contender in contenders:
            say(f"{contender.name}, {number + 1} of {effort.rounds}")
            run = partial(contender.run, effort.slice_s)
            floor.around(run, samples[contender.name], contender.prepare)
    return samples


def say(text: str) -> None:
    """What is going on, for those who wait."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
    else:
        print(text, file=sys.stderr, flush=True)
