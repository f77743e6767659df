"""Does the rate last while some other session keeps a transaction open?

Each case: four steps of `loop`, the session held all along, every step between two of the floor.
The floor has a database of its own, and what is held in another database does not hold it up.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import psycopg

from .cluster import Cluster, Load
from .figures import Effort, Figure, Floor, Samples, say
from .latency import CLAIM, COMPLETE, INPUT, OUTPUT, SUBMIT

STEPS = 4
BACKLOG = 200  # so that no claim finds the queue empty

Connection = psycopg.Connection[tuple[Any, ...]]


def _nothing(_session: Connection) -> None:
    pass


def _snapshot(session: Connection) -> None:
    session.execute("begin isolation level repeatable read")
    session.execute("select count(*) from pg_class")


def _writer(session: Connection) -> None:
    session.execute("begin")
    session.execute("insert into other values (1)")


def _open_claim(session: Connection) -> None:
    session.execute("begin")
    session.execute(CLAIM.encode())


def _open_completion(session: Connection) -> None:
    ((handle, *_),) = session.execute(CLAIM.encode()).fetchall()
    session.execute("begin")
    session.execute(COMPLETE.encode(), (handle, OUTPUT))


def _open_submitter(session: Connection) -> None:
    session.execute("begin")
    session.execute(SUBMIT.encode(), (INPUT,))


CASES: dict[str, Callable[[Connection], None]] = {
    "nothing held": _nothing,
    "snapshot held": _snapshot,
    "writer held": _writer,
    "open claim": _open_claim,
    "open completion": _open_completion,
    "open submitter": _open_submitter,
}


def measure(cluster: Cluster, floor: Floor, effort: Effort) -> list[Figure]:
    figures = []
    free: Samples | None = None
    for name, hold in CASES.items():
        samples = _steps(name, hold, cluster, floor, effort)
        if free is None:
            free = samples
            figures.append(samples.figure(f"loop, {name}", "cycles"))
        else:
            figures.append(
                samples.compared(f"loop, {name}", "cycles", "nothing held", free, bar=0.85)
            )
        figures.append(
            Figure(
                f"loop, {name}: step {STEPS}",
                f"{samples.rates[-1]:,.0f} cycles/s",
                samples.ratios[-1] / samples.ratios[0],
                "step 1",
                bar=0.95,
            )
        )
    return figures


def _steps(
    name: str, hold: Callable[[Connection], None], cluster: Cluster, floor: Floor, effort: Effort
) -> Samples:
    database = cluster.database()
    database.execute("create table other (v integer)", "grant insert on other to public")
    database.fill(BACKLOG)
    database.settle()
    samples = Samples()
    with _held(database.connect(), hold):
        for step in range(STEPS):
            say(f"{name}, step {step + 1} of {STEPS}")
            floor.around(lambda: database.run(Load("loop"), effort.held_step_s), samples, _ready)
    return samples


def _ready() -> None:
    """A step needs no preparation: it goes on where the last one stopped."""


@contextlib.contextmanager
def _held(session: Connection, hold: Callable[[Connection], None]) -> Iterator[None]:
    with session:
        hold(session)
        yield
        session.rollback()
