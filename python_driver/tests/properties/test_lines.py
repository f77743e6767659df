"""Every execution in the line of a limit has its turn, and no place in a window stays empty.

Random histories of lanes that share quota policies, with the clock in the test's hands:
submissions of several priorities and keys; claims of one lane or another, completions, failures
and lapses; grants that are redeemed or not; admissions; cancellations, blocks, other priorities,
other limits of a lane, ticks. Then nothing more is submitted, and workers claim whatever is due:
from then on as many must begin in each window as the policy allows, until nothing waits. One lane
has no workers at first: each of its rows that is due costs the others two seconds, not a place.
"""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any

import psycopg
import pytest
from psycopg.types.json import Jsonb

SETUP = """
create sequence public.clock_us start 1;
create or replace function flowfabric._now()
returns timestamptz
language sql
volatile
as $_now$
    select timestamptz '2030-01-01 12:00:00+00'
        + (select c.last_value from public.clock_us as c) * interval '1 microsecond'
$_now$;
select flowfabric.ff_create_quota_policy('00000000-0000-7000-8000-000000000001', 60000, 2, 0);
select flowfabric.ff_create_quota_policy('00000000-0000-7000-8000-000000000002', 20000, 3, 2);
"""
LANES = ["a", "b", "without workers"]
WINDOWS = {1: (60_000_000, 2), 2: (20_000_000, 3)}
POLICIES = [f"00000000-0000-7000-8000-00000000000{number}" for number in WINDOWS]
STEPS = (
    "submit submit submit submit claim claim claim end fail cancel cancel withdraw block unblock"
    " priority priority rules grant grant redeem admit dismiss time time time time tick tick"
)
REFUSED = ("ZF1", "ZF2", "ZF3", "ZF6")
RETRIES = {"retry_policy": {"max_retries": 3, "backoff": {"type": "fixed", "delay_ms": 300}}}


class History:
    def __init__(self, connection: psycopg.Connection[Any], seed: int) -> None:
        self.connection = connection
        self.random = random.Random(seed)
        self.handles: list[str] = []
        self.keys: list[tuple[str, str]] = []

    def rows(self, query: str, *arguments: object) -> list[tuple[Any, ...]]:
        cursor = self.connection.execute(query.encode(), arguments or None)
        return cursor.fetchall() if cursor.description else []

    def attempt(self, query: str, *arguments: object) -> list[tuple[Any, ...]]:
        try:
            with self.connection.transaction():
                return self.rows(query, *arguments)
        except psycopg.Error as error:
            if (error.sqlstate or "")[:3] not in REFUSED:
                raise
            return []

    def claim(self, lane_id: str, limit: int) -> int:
        rows = self.rows(
            "select handle from flowfabric.ff_claim_batch(%s, 'w', 'w-1', %s,"
            " p_lease_ttl_ms => 2000)",
            lane_id,
            limit,
        )
        self.handles += [row[0] for row in rows]
        return len(rows)

    def step(self) -> None:
        choice = self.random.choice
        some = [
            row[0]
            for row in self.rows(
                "select execution_id"
                " from flowfabric.ff_exec_core where terminal_at is null order by execution_id"
            )
        ]
        match choice(STEPS.split()):
            case "submit":
                self.rows(
                    "select flowfabric.ff_create_executions(%s, array_fill('{}'::jsonb,"
                    " array[%s::integer]), %s)",
                    choice(LANES),
                    choice([1, 1, 5, 12]),
                    Jsonb(
                        {
                            "quota_policy_id": choice([*POLICIES, None]),
                            "quota_key": choice(["x", None]),
                            "priority": choice([0, 0, 5]),
                            "policy": RETRIES,
                        }
                    ),
                )
            case "claim":
                self.claim(choice(LANES), choice([1, 1, 3]))
            case "end" if self.handles:
                self.attempt("select flowfabric.ff_complete(%s)", choice(self.handles))
            case "fail" if self.handles:
                self.attempt("select flowfabric.ff_fail(%s, 'broken')", choice(self.handles))
            case "cancel" if some:
                self.attempt("select flowfabric.ff_cancel_execution(%s, 'enough')", choice(some))
            case "withdraw":
                # all of a line but the last two
                self.rows(
                    "select flowfabric.ff_cancel_execution("
                    "w.execution_id, 'enough') from (select w.*,"
                    " count(*) over () - row_number() over (order by w.looks_at) as left_count"
                    " from flowfabric.ff_admission_wait as w where w.limit_id = %s"
                    " and w.limit_key = '') as w where w.left_count >= 2",
                    choice(POLICIES),
                )
            case "block" if some:
                self.attempt(
                    "select flowfabric.ff_block_execution(%s, 'paused_by_operator')", choice(some)
                )
            case "unblock" if some:
                self.attempt("select flowfabric.ff_unblock_execution(%s)", choice(some))
            case "priority" if some:
                self.attempt(
                    "select flowfabric.ff_change_priority(%s, %s)", choice(some), choice([0, 5, 7])
                )
            case "rules":
                options = choice([{}, {}, {"quota_policy_id": choice(POLICIES)}])
                self.rows(
                    "select flowfabric.ff_register_lane(%s, p_options => %s)",
                    choice(LANES),
                    Jsonb(options),
                )
            case "grant" if some:
                execution_id = choice(some)
                self.keys += [
                    (execution_id, row[0])
                    for row in self.attempt(
                        "select grant_key from flowfabric.ff_issue_claim_grant(%s, 'w', 'w-1',"
                        " p_grant_ttl_ms => %s)",
                        execution_id,
                        choice([300, 3000]),
                    )
                ]
            case "redeem" if self.keys:
                self.handles += [
                    row[0]
                    for row in self.attempt(
                        "select handle from flowfabric.ff_claim_execution(%s, %s, 'w', 'w-1',"
                        " 2000)",
                        *choice(self.keys),
                    )
                ]
            case "admit" if some:
                self.attempt(
                    "select flowfabric.ff_check_admission(%s, %s, %s)",
                    choice(POLICIES),
                    choice(some),
                    choice(["", "x"]),
                )
            case "dismiss" if some:
                self.attempt(
                    "select flowfabric.ff_release_admission(%s, %s)", choice(POLICIES), choice(some)
                )
            case "time":
                self.advance(choice([1, 300_000, 2_000_000, 5_000_000]))
            case "tick":
                self.rows("select flowfabric.ff_tick()")

    def advance(self, by_us: int) -> None:
        self.rows("select setval('public.clock_us', last_value + %s) from public.clock_us", by_us)

    def release_all(self) -> None:
        for lane_id in LANES:
            self.rows("select flowfabric.ff_register_lane(%s)", lane_id)
        self.rows(
            "select flowfabric.ff_release_admission(p::uuid, e.execution_id)"
            " from unnest(%s::text[]) as p,"
            " flowfabric.ff_exec_core as e",
            POLICIES,
        )
        for (blocked,) in self.rows(
            "select execution_id"
            " from flowfabric.ff_exec_core where state between 'operator_first' and"
            " 'operator_resume'"
        ):
            self.rows("select flowfabric.ff_unblock_execution(%s)", blocked)

    def let_go(self, lane_ids: list[str]) -> int:
        """Workers claim and complete all due work: the number of seconds that it takes."""
        for second in range(100_000):
            for lane_id in lane_ids:
                while self.claim(lane_id, 10):
                    for handle in self.handles:
                        self.attempt("select flowfabric.ff_complete(%s)", handle)
                    self.handles = []
            if not self.rows(
                "select 1 from flowfabric.ff_exec_core as e"
                " inner join flowfabric.ff_route as r using (route_id)"
                " where e.terminal_at is null and r.lane_id = any (%s)",
                lane_ids,
            ):
                return second
            self.rows("select flowfabric.ff_tick()")
            self.advance(1_000_000)
        return 100_000


@pytest.mark.parametrize("seed", range(2))
def test_no_place_stays_empty_while_something_waits(connect: Any, seed: int) -> None:
    connection = connect(autocommit=True, options="-c search_path=flowfabric,public")
    for statement in SETUP.split(";\n"):
        connection.execute(statement.encode())
    history = History(connection, seed)
    for number in range(120):
        history.step()
        if number % 10 == 9:
            assert history.rows("select * from flowfabric.ff_check()") == []
    history.release_all()
    for lane_ids in (LANES[:2], LANES):
        waiting = history.rows(
            "select e.quota_policy_id::text, e.quota_key, count(*)"
            " from flowfabric.ff_exec_core as e"
            " inner join flowfabric.ff_route as r using (route_id)"
            " where e.terminal_at is null and e.quota_policy_id is not null"
            " and r.lane_id = any (%s) group by 1, 2",
            lane_ids,
        )
        ((unclaimed_count,),) = history.rows(
            "select count(*) from flowfabric.ff_admission_wait as w"
            " inner join flowfabric.ff_exec_core as e using (execution_id)"
            " inner join flowfabric.ff_route as r using (route_id)"
            " where r.lane_id <> all (%s)",
            lane_ids,
        )
        # a window for as many as may begin in it, and a second to notice
        windows = [
            (WINDOWS[int(policy[-1])][0] // 1_000_000 + 1)
            * -(-count // WINDOWS[int(policy[-1])][1])
            for policy, _, count in waiting
        ]
        allowed = 5 + 2 * unclaimed_count + max(windows, default=0)
        took = history.let_go(lane_ids)
        assert took <= allowed, (took, allowed, waiting, unclaimed_count)
    assert history.rows("select * from flowfabric.ff_check()") == []
    assert history.rows("select count(*) from flowfabric.ff_admission_wait") == [(0,)]
    begun: dict[tuple[str, str], list[int]] = defaultdict(list)
    for policy, key, at in history.rows(
        """select e.quota_policy_id::text, coalesce(e.quota_key, ''),
            (extract(epoch from i.occurred_at - '2030-01-01 12:00:00+00') * 1000000)::bigint
        from flowfabric.ff_event_item as i
        inner join flowfabric.ff_exec_core as e
            on e.execution_id = i.execution_id
        where i.kind in ('acquired', 'reclaimed') and e.quota_policy_id is not null
        order by i.occurred_at"""
    ):
        begun[policy, key].append(at)
    for (policy, _), moments in begun.items():
        window_us, per_window = WINDOWS[int(policy[-1])]
        for first, after in zip(moments, moments[per_window:], strict=False):
            assert after - first >= window_us
