"""Workers compete for the branches of flows: joins, races and cancellations under load."""

from __future__ import annotations

import json
import os
import random
import threading
import time
from collections import Counter
from typing import Any

import psycopg
import pytest

from .racing import (
    LANE,
    LEASE_LOST,
    RACE_TIMEOUT_S,
    Claim,
    Connection,
    Open,
    claim,
    complete,
    complete_batch,
    findings,
    race,
)

WORKERS = 8
BRANCHES = 20
# The promise is a thousand rounds without a deadlock; FF_ROUNDS=1000 takes some minutes.
ROUNDS = int(os.environ.get("FF_ROUNDS", "60"))
TIMEOUT_S = RACE_TIMEOUT_S + ROUNDS


def submit_flow(session: Connection, nodes: dict[str, dict[str, Any]]) -> str:
    document = {"nodes": {name: {"lane": LANE, **node} for name, node in nodes.items()}}
    row = session.execute(
        "select flow_id::text from flowfabric.ff_submit_flow(%s)", (json.dumps(document),)
    ).fetchone()
    assert row
    return str(row.flow_id)


def race_of(branches: int, join: dict[str, Any]) -> dict[str, dict[str, Any]]:
    names = [f"branch-{number}" for number in range(branches)]
    ways = {"any_of": names} if join.get("quorum") is None else {"of": names}
    return {
        **{name: {"kind": "branch"} for name in names},
        "join": {"kind": "join", "after": {**join, **ways}},
        "end": {"kind": "end", "after": ["join"]},
    }


def all_are_over(session: Connection) -> bool:
    row = session.execute(
        "select not exists (select from flowfabric.ff_exec_core where terminal_at is null)"
        " and not exists (select from flowfabric.ff_flow_todo) as is_over"
    ).fetchone()
    return bool(row and row.is_over)


def is_cascade(error: psycopg.Error) -> bool:
    """Whether a lease was lost because another branch decided the race."""
    return error.sqlstate in LEASE_LOST


class Racer:
    """Claims and completes; sometimes in a batch, sometimes it fails or dawdles."""

    def __init__(self, session: Connection, seed: int, stop: threading.Event) -> None:
        self.session = session
        self.chance = random.Random(seed)
        self.stop = stop
        self.lost: Counter[str | None] = Counter()

    def drain(self) -> None:
        while not self.stop.is_set():
            in_batches = self.chance.random() < 0.3
            claimed = claim(self.session, limit=4 if in_batches else None)
            if claimed:
                self.finish(claimed)
            elif all_are_over(self.session):
                return

    def finish(self, claimed: list[Claim]) -> None:
        if len(claimed) > 1:
            self.lost.update(complete_batch(self.session, [each.handle for each in claimed]))
            return
        for each in claimed:
            try:
                with self.session.transaction():
                    if self.chance.random() < 0.2:
                        self.session.execute(
                            "select flowfabric.ff_fail(%s, 'oops', 'permanent')", (each.handle,)
                        )
                    else:
                        complete(self.session, each.handle)
                    # others meet what is decided, but not yet committed
                    time.sleep(self.chance.choice([0, 0, 0.002]))
                self.lost[None] += 1
            except psycopg.Error as error:
                if not is_cascade(error):
                    raise
                self.lost[error.sqlstate] += 1


@pytest.mark.parametrize(
    "join",
    [
        {"losers": "cancel"},
        {"quorum": 3, "losers": "cancel"},
        {"quorum": 15, "losers": "cancel"},
        {"quorum": 3, "losers": "run"},
    ],
    ids=str,
)
def test_races_end_without_a_deadlock(open_session: Open, join: dict[str, Any]) -> None:
    """Every race is decided once, every loser is counted, and no todo is left."""
    observer = open_session()
    sessions = [open_session() for _ in range(WORKERS)]
    flows = [submit_flow(observer, race_of(BRANCHES, join)) for _ in range(ROUNDS)]
    stop = threading.Event()
    racers = [Racer(session, seed, stop) for seed, session in enumerate(sessions)]

    race(lambda _number, racer: racer.drain(), racers, TIMEOUT_S, stop=stop)

    # looking at all of a thousand rounds may take its time
    observer.execute("set statement_timeout = '60s'")
    observer.execute("analyze")
    assert findings(observer) == []
    rows = observer.execute(
        "select m.flow_id::text, m.node, e.state::text, g.state::text as join_state, v.ends"
        " from flowfabric.ff_flow_member as m"
        " inner join flowfabric.ff_exec_core as e using (execution_id)"
        " left join flowfabric.ff_edge_group as g on g.downstream_id = e.execution_id"
        " left join (select execution_id, count(*) as ends from flowfabric.ff_event_item"
        "  where kind = 'completed' group by execution_id) as v using (execution_id)"
        " where m.node in ('join', 'end')"
    ).fetchall()
    assert len(rows) == 2 * len(flows)
    assert {row.ends for row in rows} == {1}
    for row in rows:
        expected = {"satisfied": ("completed", "failed"), "impossible": ("skipped_unstarted",)}
        assert row.state in expected[row.join_state], row
    open_edges = observer.execute(
        "select count(*) as count from flowfabric.ff_edge where state in ('pending', 'applied')"
    ).fetchone()
    assert open_edges
    assert open_edges.count == 0


def test_wide_joins_lose_no_branch(open_session: Open) -> None:
    """Eight workers complete 200 branches, and 200 more: the member behind them starts once."""
    observer = open_session()
    sessions = [open_session() for _ in range(WORKERS)]
    first = [f"first-{number}" for number in range(200)]
    second = [f"second-{number}" for number in range(200)]
    submit_flow(
        observer,
        {
            **{name: {} for name in first},
            "middle": {"after": first, "inputs": {"parts": first}},
            **{name: {"after": ["middle"]} for name in second},
            "last": {"after": second},
        },
    )
    stop = threading.Event()

    def drain(_number: int, session: Connection) -> int:
        count = 0
        while not stop.is_set():
            claimed = claim(session)
            for each in claimed:
                complete(session, each.handle)
                count += 1
            if not claimed and all_are_over(session):
                break
        return count

    assert sum(race(drain, sessions, stop=stop)) == 402
    assert findings(observer) == []


def test_cancelling_flows_under_load(open_session: Open) -> None:
    """An operator cancels flows while workers run their members: everything ends."""
    observer = open_session()
    sessions = [open_session() for _ in range(WORKERS)]
    names = [f"n-{number}" for number in range(10)]
    flows = [
        submit_flow(
            observer,
            {
                "root": {},
                **{name: {"after": ["root"]} for name in names},
                "end": {"after": names},
            },
        )
        for _ in range(ROUNDS)
    ]
    stop = threading.Event()
    racers = [Racer(session, seed, stop) for seed, session in enumerate(sessions[:-1])]

    def operate(session: Connection) -> None:
        chance = random.Random(99)
        for flow in flows:
            policy = chance.choice(["cancel_all", "cancel_pending"])
            session.execute("select flowfabric.ff_cancel_flow(%s, 'enough', %s)", (flow, policy))
            time.sleep(0.002)

    def run(_number: int, racer: Racer | None) -> None:
        if racer is None:
            operate(sessions[-1])
        else:
            racer.drain()

    race(run, [*racers, None], TIMEOUT_S, stop=stop)
    assert findings(observer) == []
    states = observer.execute(
        "select distinct (flowfabric.ff_flow_summary(flow_id)).public_flow_state as state"
        " from flowfabric.ff_flow"
    ).fetchall()
    # one that was over before it was cancelled stays what it has come to
    assert {"cancelled"} <= {row.state for row in states} <= {"cancelled", "completed", "failed"}
    assert all_are_over(observer)
