"""Operators change many executions beside workers, flows and each other.

Each call takes what it can get and waits for nobody. So no session meets a deadlock or a lock
timeout, and what the answers count is what has happened.
"""

from __future__ import annotations

import contextlib
import json
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import psycopg
import pytest

from .racing import (
    LANE,
    LEASE_LOST,
    Connection,
    Open,
    claim,
    complete_batch,
    findings,
    race,
    submit,
)

SECONDS = 4.0
ALL: dict[str, Any] = {"lane_id": LANE}

Racer = Callable[[Connection], Counter[str]]


def pages(session: Connection, call: str, filter_: dict[str, Any], limit: int = 50) -> int:
    """All pages of a call for many; how many executions they have changed."""
    changed = 0
    before, after = None, None
    while True:
        answer = session.execute(
            f"select * from flowfabric.{call}".encode(),
            {"filter": json.dumps(filter_), "limit": limit, "before": before, "after": after},
        ).fetchone()
        assert answer
        changed += int(answer.changed_count)
        before, after = answer.before, answer.after
        if not answer.is_more:
            return changed


PAGE = "p_limit => %(limit)s, p_before => %(before)s, p_after => %(after)s"
CANCEL = f"ff_cancel_executions(%(filter)s, 'enough', {PAGE})"
REPLAY = f"ff_replay_executions(%(filter)s, {PAGE})"
RUN_NOW = f"ff_reschedule_executions(%(filter)s, 0, {PAGE})"
PUT_OFF = f"ff_reschedule_executions(%(filter)s, 200, {PAGE})"
RAISE = f"ff_change_priorities(%(filter)s, 7, {PAGE})"
LOWER = f"ff_change_priorities(%(filter)s, 0, {PAGE})"
ERASE = f"ff_erase_executions(%(filter)s, {PAGE})"


def count_events(session: Connection, condition: str) -> int:
    row = session.execute(
        f"select count(*) as n from flowfabric.ff_event_item as i where {condition}".encode()
    ).fetchone()
    assert row
    return int(row.n)


@pytest.mark.parametrize("with_flows", [False, True])
def test_what_the_answers_count_has_happened(open_impatient: Open, with_flows: bool) -> None:
    setup = open_impatient()
    policy = {"retry_policy": {"max_retries": 2, "backoff": {"type": "fixed", "delay_ms": 50}},
              "max_replay_count": 1000}  # fmt: skip
    if with_flows:
        nodes = {
            "a": {"lane": LANE, "policy": policy},
            "b": {"lane": LANE, "after": ["a"], "policy": policy},
            "c": {"lane": LANE, "after": ["a"], "policy": policy},
            "d": {"lane": LANE, "after": ["b", "c"], "policy": policy},
        }
        for _ in range(60):
            setup.execute(
                "select from flowfabric.ff_submit_flow(%s)", (json.dumps({"nodes": nodes}),)
            )
    else:
        submit(setup, 240, policy=policy)
    stop_at = time.monotonic() + SECONDS

    def work(session: Connection) -> Counter[str]:
        chance = random.Random(session.info.backend_pid)
        while time.monotonic() < stop_at:
            claims = claim(session, chance.choice([30, 30_000]), 5)
            if not claims:
                time.sleep(0.005)
            failing = [c for c in claims if chance.random() < 0.5]
            for claimed in failing:
                try:
                    session.execute("select from flowfabric.ff_fail(%s, 'oops')", (claimed.handle,))
                except psycopg.Error as error:
                    # an operator, or a takeover, was there first
                    if error.sqlstate not in LEASE_LOST:
                        raise
            complete_batch(session, [c.handle for c in claims if c not in failing])
        return Counter()

    def operate(*calls: str) -> Racer:
        def run(session: Connection) -> Counter[str]:
            done: Counter[str] = Counter()
            while time.monotonic() < stop_at:
                for call in calls:
                    done[call] += pages(session, call, ALL)
            return done

        return run

    racers = [work, work, operate(CANCEL), operate(REPLAY), operate(REPLAY),
              operate(RUN_NOW, RAISE), operate(PUT_OFF, LOWER)]  # fmt: skip
    sessions = [open_impatient() for _ in racers]
    answers = race(lambda number, racer: racer(sessions[number]), racers)
    done = sum(answers, Counter[str]())

    replayed = count_events(setup, "i.kind = 'replayed'")
    cancelled = count_events(
        setup,
        "i.outcome = 'cancelled' and exists (select from flowfabric.ff_operator_event as o"
        " where o.event_id = i.event_id and o.details ->> 'source' = 'operator_override')",
    )
    rescheduled = count_events(setup, "i.kind = 'rescheduled'")
    changed = count_events(setup, "i.kind = 'priority_changed'")
    assert (done[REPLAY], done[CANCEL]) == (replayed, cancelled)
    assert done[RUN_NOW] + done[PUT_OFF] == rescheduled
    assert done[RAISE] + done[LOWER] == changed
    assert min(replayed, cancelled, rescheduled, changed) > 0
    assert findings(setup) == []


def test_a_filter_is_judged_on_the_locked_row(open_impatient: Open) -> None:
    """An execution claimed after a call has found it waiting is not cancelled as waiting."""
    sessions = [open_impatient() for _ in range(5)]
    submit(sessions[0], 3000)
    is_over = threading.Event()

    def run(number: int, session: Connection) -> None:
        if number < 3:
            while claim(session, limit=3):
                pass
            is_over.set()
        while number >= 3 and not is_over.is_set():
            pages(session, CANCEL, {"public_state": "waiting"}, 3)

    race(run, sessions, stop=is_over)

    row = (
        sessions[0]
        .execute(
            "select count(*) filter (where state = 'cancelled') as claimed_count,"
            " count(*) filter (where state = 'cancelled_unstarted') as waiting_count,"
            " count(*) filter (where state = 'active') as active_count"
            " from flowfabric.ff_exec_core"
        )
        .fetchone()
    )
    assert row
    assert row.claimed_count == 0
    assert row.waiting_count > 0
    assert row.active_count > 0
    assert findings(sessions[0]) == []


def test_erasing_beside_replays_and_tags(open_impatient: Open) -> None:
    """An execution is erased and not replayed, or replayed and not erased; no tag survives both."""
    sessions = [open_impatient() for _ in range(4)]
    sessions[0].execute(
        "select from flowfabric.ff_register_lane(%s, p_options => %s)",
        (LANE, json.dumps({"indexed_tags": ["a.secret"]})),
    )
    submit(sessions[0], 400, tags={"a.secret": "x"})
    for claimed in claim(sessions[0], limit=400):
        sessions[0].execute(
            "select from flowfabric.ff_fail(%s, 'oops', 'permanent')", (claimed.handle,)
        )
    ids = [row.execution_id for row in sessions[0].execute(
        "select execution_id from flowfabric.ff_exec_core order by execution_id"
    )]  # fmt: skip

    def run(number: int, session: Connection) -> int:
        match number:
            case 0:
                return pages(session, ERASE, ALL, 7)
            case 1:
                return pages(session, REPLAY, ALL, 5)
            case 2:
                for id_ in ids[::3]:
                    with contextlib.suppress(psycopg.errors.LockNotAvailable):
                        session.execute(
                            "select from flowfabric.ff_set_execution_tag(%s, 'a.secret', 'y')",
                            (id_,),
                        )
                return 0
            case _:
                return pages(session, CANCEL, ALL, 5)

    erased, replayed, *_ = race(run, sessions)

    rows = (
        sessions[0]
        .execute(
            "select replay_count, tags ? 'flowfabric.erased' as is_erased, input, state::text"
            " from flowfabric.ff_exec_core"
        )
        .fetchall()
    )
    assert sum(row.is_erased for row in rows) <= erased
    assert sum(row.replay_count for row in rows) == replayed
    assert all(row.input is None for row in rows if row.is_erased)
    assert all(row.input == {} for row in rows if not row.is_erased)
    assert not [row for row in rows if row.is_erased and row.state.startswith("waiting")]
    # each tag has its entry, and each entry its tag
    row = (
        sessions[0]
        .execute(
            "select count(*) filter (where e.execution_id is null) as entries_too_many,"
            " count(*) filter (where t.execution_id is null) as entries_missing"
            " from (select execution_id, tags ->> 'a.secret' as value from flowfabric.ff_exec_core"
            "  where tags ? 'a.secret') as e"
            " full join flowfabric.ff_tag_entry as t on t.execution_id = e.execution_id"
            "  and t.value_digest = flowfabric._tag_digest(e.value)"
        )
        .fetchone()
    )
    assert row == (0, 0)
    assert findings(sessions[0]) == []
