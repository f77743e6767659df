"""Processes are killed inside and at every boundary of a handler with all kinds of steps.

Transactional effects are there exactly once; a step has one stored result; other effects are there
at least once, and never after the step is stored. FF_CRASHES says how many random lives are tried,
and has all points tried, not only some of them.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import pytest
from flowfabric import Client
from flowfabric.pytest_plugin import MOVABLE_CLOCK, Clock
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .both import COLOURS

APP = Path(__file__).with_name("crash_app.py")
LIVES = int(os.environ.get("FF_CRASHES", "10"))
STRIDE = 1 if "FF_CRASHES" in os.environ else 5
LEASE_MS = 60_000
PICTURES = ["a", "b"]
# more than the runs of a life with some crashes
MOST_RUNS = 60


class Shop:
    """Orders, and the processes that work on them one after the other."""

    def __init__(self, dsn: str, connection: psycopg.Connection[Any]) -> None:
        self.dsn = dsn
        self.connection = connection
        self.client = Client(connection)
        connection.execute(MOVABLE_CLOCK.encode())
        connection.execute("create table effect (execution_id uuid, step_key text, late boolean)")
        connection.execute("create table ledger (execution_id uuid, amount integer)")
        self.clock = Clock(connection)
        self._processes = subprocess.Popen(
            [sys.executable, APP], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def end(self) -> None:
        self._processes.kill()
        self._processes.communicate(timeout=20)

    def run(self, crash_at: int = -1) -> int | None:
        """The number of points of a process that ran due work; None if it was killed."""
        assert self._processes.stdin
        assert self._processes.stdout
        command = {"dsn": self.dsn, "crash_at": crash_at, "lease_ttl_ms": LEASE_MS}
        self._processes.stdin.write(json.dumps(command) + "\n")
        self._processes.stdin.flush()
        answer = json.loads(self._processes.stdout.readline())
        assert answer["status"] in (0, -signal.SIGKILL), answer
        return answer["points"] if answer["status"] == 0 else None

    def live(self, colour: str, crashes: list[int], signal_at: int) -> list[int]:
        """One order from its submission to its end; returns the numbers of points of the runs.

        The first runs are killed at the points of `crashes`. The signal is sent before the run of
        the number `signal_at`; the clock moves when nothing is due.
        """
        order = {"number": 17, "amount": 100, "pictures": PICTURES}
        policy = {"retry_policy": {"max_retries": 0}, "max_reclaim_count": len(crashes) + 1}
        execution_id = self.client.create_execution(
            "orders", order, kind=f"checkout {colour}", policy=policy
        ).execution_id
        counts = []
        for number in range(MOST_RUNS):
            if number == signal_at and self.client.get_execution_result(execution_id) is None:
                self.client.send_signal(execution_id, "approval", {"by": "ada"})
            count = self.run(crashes[number] if number < len(crashes) else -1)
            if count is None:
                self.clock.advance(milliseconds=LEASE_MS)
                continue
            counts.append(count)
            if self.client.get_execution_result(execution_id):
                break
            self.clock.advance(hours=25)
        self.check(execution_id)
        return counts

    def check(self, execution_id: UUID) -> None:
        result = self.client.get_execution_result(execution_id)
        assert result, "it is not over"
        assert result.public_state == "completed", result.failure_reason
        approved_by = result.output.pop("approved_by")
        assert approved_by in ("ada", None)
        assert result.output == {
            "order": 17,
            "charge": "100 by 1/charge",
            "booked": 100,
            "thumbnails": ["small a", "small b"],
        }
        children = self.client.list_children(execution_id)
        assert [child.step_key for child in children] == PICTURES
        ids = [execution_id, *(child.execution_id for child in children)]
        assert self._rows("select amount from ledger where execution_id = any (%s)", ids) == [
            (100,)
        ]
        effects = self._rows(
            "select distinct execution_id, step_key from effect where execution_id = any (%s)", ids
        )
        assert set(effects) == {
            (execution_id, "charge"),
            (execution_id, "book"),
            *((child.execution_id, "shrink") for child in children),
        }
        late = self._rows("select step_key from effect where late and execution_id = any (%s)", ids)
        assert late == [], "an effect after its step was stored"
        steps = [step.step_key for step in self.client.list_steps(execution_id)]
        assert sorted(step for step in steps if not step.startswith("flowfabric.gather")) == sorted(
            ["flowfabric.version", "charge", "book", "cool down", "approval", *PICTURES]
        )
        assert self.client.check() == []

    def _rows(self, query: str, ids: list[UUID]) -> list[Any]:
        return self.connection.execute(query.encode(), [ids]).fetchall()


@pytest.fixture
def shop(dsn: str, connect: Callable[..., psycopg.Connection[Any]]) -> Iterator[Shop]:
    shop = Shop(dsn, connect(autocommit=True))
    try:
        yield shop
    finally:
        shop.end()


@pytest.mark.parametrize("colour", COLOURS)
def test_the_shop_survives_a_crash_at_each_point(shop: Shop, colour: str) -> None:
    """One crash in the first process, and one in the processes after the sleep and the signal."""
    counts = shop.live(colour, [], signal_at=1)
    # begin; asleep → awake, with the signal; children, and the end
    assert sum(counts) > 30
    for run, count in enumerate(counts):
        for point in range(run % STRIDE, count, STRIDE):
            shop.live(colour, [-1] * run + [point], signal_at=1)


@pytest.mark.time_limit(60 + 6 * LIVES)
def test_the_shop_survives_any_crashes(shop: Shop) -> None:
    @settings(max_examples=LIVES, deadline=None, suppress_health_check=list(HealthCheck))
    @given(
        colour=st.sampled_from(COLOURS),
        crashes=st.lists(st.integers(-1, 40), max_size=12),
        signal_at=st.integers(0, 15),
    )
    def live(colour: str, crashes: list[int], signal_at: int) -> None:
        shop.live(colour, crashes, signal_at)

    live()
