"""No table grows for ever: names that are used once and finished work leave nothing behind.

Each name is used for one lane, one route, one quota key, one worker and so on. What is done is done
by the calls of producers, workers and operators, and removed by the ticks that ride along with
claims, in their own time. The clock of the engine goes on by hours between the names.

`FF_FLAT_EXECUTIONS=1000000` says for how many executions; some hundred, unless it is set.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from uuid import UUID, uuid4

import pytest
from psycopg import IsolationLevel

from .engine import Claim, Clock, OpenSession, Session

EXECUTIONS = int(os.environ.get("FF_FLAT_EXECUTIONS", "600"))
NAMES = max(EXECUTIONS // 100, 30)
ROUNDS = 60 if NAMES >= 1000 else 3
HOUR = 3600.0
DAY = 24 * HOUR
# longer than all that is kept for some days
ALL_TIME = 40 * DAY

# the ticks that ride along have the time that they have in production
REAL_TIME = """
create or replace function flowfabric._ride_along_time()
returns interval
language sql
immutable
as $_ride_along_time$
    select interval '10 milliseconds'
$_ride_along_time$;
"""

# Tables that keep rows when all work has ended, and how many.
SETTINGS = {
    "ff_budget": 1,
    "ff_budget_usage": 1,
    "ff_consumer": 1,
    "ff_error_code": 1000,
    "ff_hmac_key": 2,
    "ff_job_slot": 10_000,
    "ff_lane": 2,
    "ff_limit_lock": 1,
    "ff_meta": 20,
    "ff_privilege": 1000,
    "ff_quota_policy": 1,
    "ff_state_vector": 1000,
    "ff_submitter_limit": 1,
}
NEWEST = {
    "ff_clock_record": 600,
    "ff_event_slot": 8,
    "ff_event_watermark": 400,
    "ff_fair_sweep": 20,
    "ff_head": 60,
    # the next counts remove those of lanes that went out of use
    "ff_lane_count": -(-NAMES // ROUNDS) + 10,
    "ff_retention_log": 400,
    "ff_route": 3,
    "ff_statistic": 10,
    "ff_submitter_count": 10,
    "ff_submitter_mark": 1,
    "ff_tick_log": 400,
    # the next registrations remove them
    "ff_worker": -(-NAMES // ROUNDS),
}


class Life:
    """All that is done under one name."""

    def __init__(self, session: Session, older: Session) -> None:
        self.session = session
        # in REPEATABLE READ
        self.older = older
        self.policy_id, self.budget_id = uuid4(), uuid4()
        session.rows("select ff_create_quota_policy(%s, 1000, 1000, 1000)", self.policy_id)
        session.rows(
            "select ff_create_budget(%s, 'tenant', 'acme', p_dimensions => '{cost}',"
            " p_hard_limits => '{1000000000}', p_soft_limits => '{0}')",
            self.budget_id,
        )
        session.rows("select ff_register_lane('fair', p_options => '{\"fair_sharing\": true}')")
        session.rows("select ff_set_submitter_limit('counted', p_max_unfinished => 1000000)")
        session.rows("select ff_create_consumer('reader')")
        session.rows("select ff_set_event_retention(%s)", int(1000 * HOUR))

    def live(self, name: str, count: int) -> None:
        lane = f"lane-{name}"
        self.submit(lane, name, count)
        self.work(lane, name)
        self.flows(lane)
        self.other_lanes(name)
        self.outsiders(name)

    def submit(self, lane: str, name: str, count: int) -> None:
        ids = self.session.submit(
            count,
            lane,
            required_capabilities=[f"cap-{name}"],
            priority=len(name),
            quota_policy_id=str(self.policy_id),
            quota_key=name,
            budget_ids=[str(self.budget_id)],
            idempotency_key=[f"{name}-{number}" for number in range(count)],
            tags={"a.name": name},
            policy={"retention_ms": 1000, "dedup_window_ms": 1000},
        )
        operator = "select from flowfabric."
        self.session.rows(operator + "ff_cancel_execution(%s, 'not needed')", ids[0])
        self.session.rows(operator + "ff_change_priority(%s, 7)", ids[1])
        self.session.rows(operator + "ff_block_execution(%s, 'paused_by_operator')", ids[2])
        self.session.rows(operator + "ff_unblock_execution(%s)", ids[2])
        self.session.rows(operator + "ff_set_execution_tag(%s, 'a.b', %s)", ids[3], name)
        self.session.rows(operator + "ff_replay_execution(%s)", ids[0])

    def claims(self, lane: str, name: str, limit: int, ttl_ms: int = 3_600_000) -> list[Claim]:
        return [
            Claim(*row)
            for row in self.session.rows(
                "select handle, execution_id, lease_epoch, attempt_type"
                " from flowfabric.ff_claim_batch(%s, 'w', %s, %s, %s, p_lease_ttl_ms => %s)",
                *(lane, f"w-{name}", limit, [f"cap-{name}"], ttl_ms),
            )
        ]

    def work(self, lane: str, name: str) -> None:
        """One of each kind; the others are completed."""
        rows = self.session.rows
        rows("select ff_register_worker('w', %s, array[%s], '{}')", f"w-{name}", lane)
        rows("select ff_hang_doorbell(%s, array[%s], 1000)", f"w-{name}", lane)
        self.claims(lane, name, 1, ttl_ms=1000)
        failed, retried, delayed, revoked, waits, speaks = self.claims(lane, name, 6)
        rows("select ff_fail(%s, 'boom', 'permanent')", failed.handle)
        rows("select ff_fail(%s, 'boom', 'transient')", retried.handle)
        rows("select ff_delay(%s, 1000)", delayed.handle)
        rows("select ff_revoke_lease(%s)", revoked.execution_id)
        rows("select ff_append_frame(%s, p_text => 'a line')", speaks.handle)
        rows("select ff_append_frame(%s, p_json => '{}', p_mode => 'summary')", speaks.handle)
        rows("select ff_await_frames(%s)", speaks.execution_id)
        rows("select ff_progress(%s, 50, 'half')", speaks.handle)
        rows(
            "select ff_record_spend(%s, %s, '{\"cost\": 1}', %s)",
            *(self.budget_id, speaks.execution_id, name),
        )
        rows(
            "select ff_reserve_budget(%s, %s, '{\"cost\": 1}')", self.budget_id, speaks.execution_id
        )
        rows("select ff_complete(%s)", speaks.handle)
        [[waitpoint_id, token]] = rows(
            "select waitpoint_id, token from ff_create_waitpoint(%s, 'review', 60000)", waits.handle
        )
        rows(
            'select ff_suspend(%s, \'{"signal": "approved", "on": "review"}\','
            " p_timeout_ms => 5000)",
            waits.handle,
        )
        rows(
            "select ff_deliver_signal(%s, %s, %s, 'approved', '1')",
            *(waits.execution_id, waitpoint_id, token),
        )
        rows("select ff_claim_for_worker(%s, 'w', 'w-1', %s, 1000)", lane, [f"cap-{name}"])
        self.finish(lane, name)

    def finish(self, lane: str, name: str) -> None:
        while claims := self.claims(lane, name, 100):
            self.session.rows(
                "select flowfabric.ff_complete_batch(%s::text[])", [c.handle for c in claims]
            )

    def flows(self, lane: str) -> None:
        """One that is worked off, one that is cancelled, and empty ones."""
        policy = {"retention_ms": 1000}
        nodes = {
            "a": {"lane": lane, "policy": policy},
            "b": {"lane": lane, "after": ["a"], "policy": policy},
            "c": {
                "lane": lane,
                "after": {"any_of": ["a", "b"], "losers": "cancel"},
                "policy": policy,
            },
        }
        for is_cancelled in (False, True):
            [[flow_id]] = self.session.rows(
                "select flow_id from ff_submit_flow(%s)", json.dumps({"nodes": nodes})
            )
            if is_cancelled:
                self.session.rows("select ff_cancel_flow(%s, 'not needed')", flow_id)
            self.session.drain(lane)
        for is_cancelled in (False, True):
            [[flow_id]] = self.session.rows("select flow_id from ff_create_flow()")
            if is_cancelled:
                self.session.rows("select ff_cancel_flow(%s, 'not needed')", flow_id)

    def other_lanes(self, name: str) -> None:
        """A lane whose keys take turns, and one whose submitters have limits."""
        policy = {"retention_ms": 1000}
        self.session.submit(2, "fair", fairness_key=f"key-{name}", policy=policy)
        assert len(self.session.drain("fair")) == 2
        self.session.submit(2, "counted", policy=policy)
        self.older.begin(IsolationLevel.REPEATABLE_READ)
        self.older.submit(1, "counted", policy=policy)
        self.older.commit()
        assert len(self.session.drain("counted")) == 3
        # after its deadline, and with nobody who claims it
        self.session.submit(1, f"expires-{name}", deadline_ms=500, policy=policy)

    def outsiders(self, name: str) -> None:
        rows = self.session.rows
        foreign: UUID = uuid4()
        rows("select ff_check_admission(%s, %s, %s)", self.policy_id, foreign, f"foreign {name}")
        rows("select ff_release_admission(%s, %s)", self.policy_id, foreign)
        rows("select ff_report_usage(%s, '{\"cost\": 1}', %s)", self.budget_id, f"report {name}")

    def read_events(self) -> None:
        """Read all proven events: unread events are kept."""
        while True:
            [[cursor, is_more]] = self.session.rows(
                "select next_cursor, has_more from ff_read_consumer('reader', 1000)"
            )
            self.session.rows("select ff_ack_consumer('reader', %s)", cursor)
            if not is_more:
                break
        self.session.rows("select ff_await_events(%s)", cursor)


def rest(session: Session, clock: Clock, seconds: float) -> int:
    """Let the clock go on; at each moment at which a tick is due, it rides along with a claim."""
    rested = 0.0
    for ticks in range(100_000):
        due_in_ms = session.value("select tick_due_in_ms from ff_look_ahead(array['lane'])")
        if due_in_ms is None or rested + due_in_ms / 1000 > seconds:
            clock.step(seconds - rested)
            return ticks
        # all that falls due within a moment is for one tick
        step = due_in_ms / 1000 + 1.0
        rested += step
        clock.step(step)
        session.claim("lane")
    raise AssertionError(f"still due: {session.rows('table ff_tick_log')[-1]}")


def tables(session: Session) -> Iterator[str]:
    for [table] in session.rows(
        "select c.relname from pg_class as c"
        " where c.relnamespace = 'flowfabric'::regnamespace and c.relkind = 'r' order by 1"
    ):
        yield table


def sizes(session: Session) -> dict[str, int]:
    """Rows of each table, and kilobytes of each table, index and TOAST table."""
    session.rows("vacuum")
    rows = {f"{table}, rows": session.count(table) for table in tables(session)}
    return rows | dict(
        session.rows(
            "select coalesce(t.relname || ' (toast)', c.relname) || ', kB',"
            " pg_relation_size(c.oid) / 1024"
            " from pg_class as c"
            " left join pg_class as t on t.reltoastrelid = c.oid"
            " where c.relkind in ('r', 'i', 't') and 'flowfabric'::regnamespace"
            " = coalesce(t.relnamespace, c.relnamespace)"
        )
    )


def growing(seen: list[dict[str, int]]) -> dict[str, list[int]]:
    """Tables that were largest in the last third, by more than chance."""
    third = len(seen) // 3
    series: dict[str, list[int]] = defaultdict(list)
    for each in seen:
        for what, size in each.items():
            series[what].append(size)
    return {
        what: values
        for what, values in series.items()
        if max(values[-third:]) > 1.2 * max(values[third:-third]) + 64
    }


@pytest.mark.time_limit(6 * HOUR)
def test_no_table_grows(session: Session, open_session: OpenSession, clock: Clock) -> None:
    session.rows(REAL_TIME)
    session.rows("set statement_timeout = 0")
    session.rows("select ff_seed_waitpoint_secret('k1', %s)", "00" * 32)
    life = Life(session, open_session())
    seen, left = [], range(NAMES)
    for number in range(ROUNDS):
        share = len(left) // (ROUNDS - number)
        for name in left[:share]:
            life.live(str(name), EXECUTIONS // NAMES)
        # longer than leases, grants, delays and the pauses before retries
        clock.step(10)
        for name in left[:share]:
            # lapsed, delayed and repeated work
            clock.step(0.1)
            life.finish(f"lane-{name}", str(name))
        left = left[share:]
        rest(session, clock, 60.0)
        life.read_events()
        rest(session, clock, ALL_TIME / ROUNDS)
        seen.append(sizes(session))
    assert growing(seen) == {}
    rest(session, clock, ALL_TIME)
    assert session.findings() == []
    kept = {**SETTINGS, **NEWEST}
    over = {
        table: count
        for table in tables(session)
        if (count := session.count(table)) > kept.get(table, 0)
    }
    assert over == {}
