"""Sixteen workers drain a lane, each with its habits."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import pytest

from .racing import (
    LEASE_LOST,
    Claim,
    Connection,
    Open,
    all_is_over,
    claim,
    complete_with_work,
    findings,
    race,
    states,
    submit,
    work,
    work_done,
)


@dataclass
class Worker:
    """A worker with habits; it keeps a record of what it was given and what came of it."""

    session: Connection
    seed: int
    stop: threading.Event  # set when one of them finds something wrong
    limit: int | None = None  # claims in batches
    rolls_back: float = 0  # how often it rolls its claim back
    crashes: float = 0  # how often it never completes, or far too late
    claims: list[Claim] = field(default_factory=list)
    completed: list[UUID] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def drain(self) -> None:
        """Work until nothing is left, not even a lease of another worker that could lapse."""
        self.chance = random.Random(self.seed)
        while not self.stop.is_set():
            crashes = self.chance.random() < self.crashes
            claimed = self._claim(self.chance.randint(50, 200) if crashes else 30_000)
            if claimed is None:
                continue  # rolled back
            if not claimed:
                if all_is_over(self.session):
                    return
                time.sleep(0.005)
            elif not crashes:
                self._complete(claimed)
            elif self.chance.random() < 0.3:
                # not dead, only slow: it comes back about when its lease ends
                time.sleep((claimed[0].lease_remaining_ms + self.chance.randint(-2, 2)) / 1000)
                self._complete(claimed)

    def _claim(self, ttl_ms: int) -> list[Claim] | None:
        if self.chance.random() >= self.rolls_back:
            claimed = claim(self.session, ttl_ms, self.limit)
            self.claims += claimed
            return claimed
        with self.session.transaction(force_rollback=True):
            claimed = claim(self.session, ttl_ms, self.limit)
        return None if claimed else []

    def _complete(self, claimed: Sequence[Claim]) -> None:
        if self.limit is not None:
            self._complete_batch(claimed)
        elif (sqlstate := complete_with_work(self.session, claimed[0])) is None:
            self.completed.append(claimed[0].execution_id)
        else:
            self.refused.append(sqlstate)

    def _complete_batch(self, claimed: Sequence[Claim]) -> None:
        """The batch has an outcome for each; only completed ones get their business row."""
        with self.session.transaction():
            rows = self.session.execute(
                "select execution_id, is_replay, error_code"
                " from flowfabric.ff_complete_batch(%s::text[])",
                ([each.handle for each in claimed],),
            ).fetchall()
            assert [row.execution_id for row in rows] == [each.execution_id for each in claimed]
            for row, each in zip(rows, claimed, strict=True):
                if row.error_code is None:
                    assert not row.is_replay
                    work(self.session, each)
                    self.completed.append(each.execution_id)
                else:
                    assert row.error_code in LEASE_LOST
                    self.refused.append(row.error_code)


@pytest.mark.parametrize(
    "habits",
    [
        pytest.param({}, id="one by one"),
        pytest.param({"limit": 7}, id="in batches"),
        pytest.param({"rolls_back": 0.3}, id="with rollbacks"),
        pytest.param({"limit": 7, "rolls_back": 0.3}, id="in batches with rollbacks"),
        pytest.param({"crashes": 0.15}, id="with crashes"),
        pytest.param({"limit": 7, "crashes": 0.3}, id="in batches with crashes"),
    ],
)
def test_sixteen_workers_complete_everything_exactly_once(
    open_session: Open, habits: dict[str, Any]
) -> None:
    count = 500
    observer = open_session()
    submit(observer, count)
    stop = threading.Event()
    workers = [Worker(open_session(), seed, stop, **habits) for seed in range(16)]

    race(lambda _, worker: worker.drain(), workers, stop=stop)

    completed = Counter(each for worker in workers for each in worker.completed)
    assert len(completed) == count
    assert set(completed.values()) == {1}
    # what the refused did in the same transaction is gone, what counted is there once
    assert work_done(observer) == completed
    assert states(observer) == {"completed": count}
    # a claim that came to nothing leaves no event behind
    events = observer.execute(
        "select count(*) from flowfabric.ff_event_item where kind in ('acquired', 'reclaimed')"
    ).fetchone()
    assert events == (sum(len(worker.claims) for worker in workers),)
    # every claim that was committed is on record, so each has an epoch of its own, without a gap
    epochs = defaultdict(list)
    for worker in workers:
        for each in worker.claims:
            epochs[each.execution_id].append(each.lease_epoch)
    assert all(sorted(seen) == list(range(1, len(seen) + 1)) for seen in epochs.values())
    rows = observer.execute("select execution_id, lease_epoch from flowfabric.ff_exec_core")
    assert {row.execution_id: row.lease_epoch for row in rows} == {
        execution_id: max(seen) for execution_id, seen in epochs.items()
    }
    if "crashes" in habits:
        assert any(len(seen) > 1 for seen in epochs.values())
        assert any(worker.refused for worker in workers)
    else:
        assert not any(worker.refused for worker in workers)
    assert findings(observer) == []
