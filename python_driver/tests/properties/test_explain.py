"""Claimable now, says ff_explain, if and only if a claim returns it once it is first in line.

Random histories of one lane, with the clock in the test's hands: submissions with delays,
deadlines, capabilities, timeouts and policies; claims, completions, failures, delays, suspensions
and signals; grants, redeemed or not; flows, cancelled ones too; operators; lanes that are paused;
quotas and budgets, of executions and of the lane, spent, set aside and reset; standing admissions;
heads that move and ticks. Every few steps some executions are asked about, and then, with all
others set aside, claimed; what the claim did is taken back.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any
from uuid import UUID

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
insert into flowfabric.ff_route (lane_id, required_capabilities, priority)
values ('aside', '{}', 0);
select flowfabric.ff_create_quota_policy('00000000-0000-7000-8000-000000000001', 0, 0, 2);
select flowfabric.ff_create_quota_policy('00000000-0000-7000-8000-000000000002', 900, 2, 0);
select flowfabric.ff_create_quota_policy('00000000-0000-7000-8000-000000000003', 700, 3, 3);
select flowfabric.ff_create_budget('00000000-0000-7000-8000-000000000011', 'tenant', 'a',
    p_dimensions => '{tokens}', p_hard_limits => '{3}', p_soft_limits => '{0}');
select flowfabric.ff_create_budget('00000000-0000-7000-8000-000000000012', 'tenant', 'b',
    p_reset_interval_ms => 1100,
    p_dimensions => '{cost,tokens}', p_hard_limits => '{0,2}', p_soft_limits => '{0,0}');
"""
CAPABILITIES = [[], ["gpu"], ["cpu", "gpu"]]
AT_ONCE = {"backoff": {"type": "fixed", "delay_ms": 0}}
LATER = {"backoff": {"type": "fixed", "delay_ms": 900}}
POLICIES: list[Any] = [
    None,
    {"max_reclaim_count": 0},
    {"max_reclaim_count": 1, "timeout_policy": {"attempt_timeout_ms": 700}},
    {"retry_policy": AT_ONCE, "timeout_policy": {"attempt_timeout_ms": 400}},
    {"retry_policy": LATER, "timeout_policy": {"attempt_timeout_ms": 300}},
]
QUOTAS = [f"00000000-0000-7000-8000-00000000000{number}" for number in (1, 2, 3)]
BUDGETS = [f"00000000-0000-7000-8000-00000000001{number}" for number in (1, 2)]
LANE_OPTIONS: list[Any] = [
    {},
    {},
    {"quota_policy_id": QUOTAS[2]},
    {"budget_ids": BUDGETS[1:]},
    {"quota_policy_id": QUOTAS[0], "quota_key": "of the lane", "budget_ids": BUDGETS},
]
STEPS = (
    "submit submit submit flow claim claim claim claim batch end end fail delay wait suspend"
    " suspend signal resume grant redeem reclaim priority revoke replay cancel cancel_flow lane"
    " limits limits limits charge charge reserve reset block unblock admit admit dismiss rules"
    " time time time tick head"
)
# the engine's own refusals, but no broken invariant (ZF9)
REFUSED = ("ZF1", "ZF2", "ZF3", "ZF4", "ZF5", "ZF6")
BLOCKS = ["waiting_for_budget", "waiting_for_quota", "paused_by_operator", "paused_by_policy"]
BEHAVIORS = ["fail", "cancel", "expire", "auto_resume_with_timeout_signal", "escalate"]
VECTOR = (
    "lifecycle_phase, ownership_state, eligibility_state, blocking_reason, terminal_outcome,"
    " attempt_state, public_state"
)
CONDITION = '{"signal": "approved", "on": "review"}'


class History:
    """What happens to the executions of one lane, by chance."""

    def __init__(self, connection: psycopg.Connection[Any], seed: int) -> None:
        self.connection = connection
        self.random = random.Random(seed)
        self.handles: list[str] = []
        self.keys: list[tuple[UUID, str, str]] = []
        self.flows: list[Any] = []
        self.closed_steps = 0

    def rows(self, query: str, *arguments: object) -> list[tuple[Any, ...]]:
        named = arguments[0] if arguments and isinstance(arguments[0], dict) else arguments
        cursor = self.connection.execute(query.encode(), named or None)
        return cursor.fetchall() if cursor.description else []

    def attempt(self, query: str, *arguments: object) -> list[tuple[Any, ...]]:
        """Make a call that may be refused; a refused call leaves no trace."""
        try:
            with self.connection.transaction():
                return self.rows(query, *arguments)
        except psycopg.Error as error:
            if (error.sqlstate or "")[:3] not in REFUSED:
                raise
            return []

    def ids(self, condition: str = "true") -> list[UUID]:
        return [
            row[0]
            for row in self.rows(
                "select execution_id"
                f" from flowfabric.ff_exec_core where {condition} order by execution_id"
            )
        ]

    def to_ask_about(self) -> list[UUID]:
        """Some unfinished executions, those that lost their worker first, and a finished one."""
        lost = self.ids("state in ('active', 'revoked') and claimable_at <= flowfabric._now()")
        open_ones = self.ids("terminal_at is null")
        over = self.ids("terminal_at is not null")
        return [
            *lost[:4],
            *self.random.sample(open_ones, min(6, len(open_ones))),
            *self.random.sample(over, min(1, len(over))),
        ]

    def step(self) -> None:
        choice = self.random.choice
        some = self.ids()
        # a lane that stays closed tells nothing more
        self.closed_steps = max(self.closed_steps - 1, 0)
        if self.closed_steps == 1:
            self.rows("select flowfabric.ff_set_lane_state('lane', 'active')")
        match choice(STEPS.split()):
            case "submit":
                self.attempt(
                    "select flowfabric.ff_create_execution('lane', p_delay_ms => %s::bigint,"
                    " p_deadline_ms => %s::bigint, p_required_capabilities => %s,"
                    " p_policy => %s, p_priority => %s)",
                    choice([None, None, 500, 2000]),
                    choice([None, None, None, 300, 3000]),
                    choice(CAPABILITIES),
                    (policy := choice(POLICIES)) and Jsonb(policy),
                    choice([0, 0, 5]),
                )
            case "limits":
                self.attempt(
                    "select flowfabric.ff_create_execution('lane', p_quota_policy_id => %s::uuid,"
                    " p_quota_key => %s::text, p_budget_ids => %s::uuid[], p_policy => %s)",
                    choice([None, *QUOTAS]),
                    choice([None, "a", "b"]),
                    choice([None, BUDGETS[:1], BUDGETS[1:], BUDGETS]),
                    (policy := choice(POLICIES)) and Jsonb(policy),
                )
            case "charge" if some:
                self.attempt(
                    "select flowfabric.ff_record_spend(%s, %s, %s)",
                    choice(BUDGETS),
                    choice(some),
                    Jsonb({"tokens": choice([1, 1, 2])}),
                )
            case "reserve" if some:
                self.attempt(
                    "select flowfabric.ff_reserve_budget(%s, %s, %s)",
                    choice(BUDGETS),
                    choice(some),
                    Jsonb({"tokens": choice([0, 1, 2])}),
                )
            case "reset" if some:
                self.attempt(
                    choice(
                        [
                            "select flowfabric.ff_reset_budget(%(budget)s)",
                            "select flowfabric.ff_release_budget(%(budget)s, %(id)s)",
                        ]
                    ),
                    {"budget": choice(BUDGETS), "id": choice(some)},
                )
            case "block" if some:
                self.attempt(
                    "select flowfabric.ff_block_execution(%s, %s)", choice(some), choice(BLOCKS)
                )
            case "unblock" if some:
                self.attempt("select flowfabric.ff_unblock_execution(%s)", choice(some))
            case "admit" if some:
                self.attempt(
                    "select flowfabric.ff_check_admission(%s, %s, %s)",
                    choice(QUOTAS),
                    choice(some),
                    choice(["", "a", "b"]),
                )
            case "dismiss" if some:
                self.attempt(
                    "select flowfabric.ff_release_admission(%s, %s)", choice(QUOTAS), choice(some)
                )
            case "rules":
                self.attempt(
                    "select flowfabric.ff_register_lane('lane', p_options => %s)",
                    Jsonb(choice(LANE_OPTIONS)),
                )
            case "flow":
                self.flows += self.attempt(
                    """select flow_id from flowfabric.ff_submit_flow(
                    '{"nodes": {"a": {"lane": "lane"}, "b": {"lane": "lane", "after": ["a"]},
                    "c": {"lane": "lane", "after": ["a", "b"]}}}')"""
                )
            case "claim" | "batch" as how:
                rows = self.rows(
                    "select handle from flowfabric.ff_claim_batch('lane', 'w', 'w-1', %s, %s, %s)",
                    3 if how == "batch" else 1,
                    choice(CAPABILITIES),
                    choice([200, 1000, 5000]),
                )
                self.handles += [row[0] for row in rows]
            case "end" if self.handles:
                self.attempt("select flowfabric.ff_complete(%s)", choice(self.handles))
            case "fail" if self.handles:
                self.attempt("select flowfabric.ff_fail(%s, 'broken')", choice(self.handles))
            case "delay" if self.handles:
                self.attempt(
                    "select flowfabric.ff_delay(%s, %s)", choice(self.handles), choice([0, 800])
                )
            case "wait" if self.handles:
                self.attempt("select flowfabric.ff_wait_children(%s)", choice(self.handles))
            case "suspend" if self.handles:
                timeout_ms = choice([None, 300, 2000])
                self.attempt(
                    "select flowfabric.ff_suspend(%s, %s::jsonb, p_timeout_ms => %s::bigint,"
                    " p_timeout_behavior => %s)",
                    choice(self.handles),
                    CONDITION,
                    timeout_ms,
                    choice(BEHAVIORS) if timeout_ms else "fail",
                )
            case "signal":
                self.attempt(
                    "select flowfabric.ff_deliver_approval_signal("
                    "w.execution_id, w.waitpoint_id,"
                    " 'approved', 'alice') from flowfabric.ff_waitpoint as w"
                    " where w.state = 'active' limit 1"
                )
            case "resume" if some:
                self.attempt(
                    "select flowfabric.ff_resume_execution(%s, p_resume_delay_ms => %s)",
                    choice(some),
                    choice([0, 600]),
                )
            case "grant" | "reclaim" as what if some:
                execution_id = choice(some)
                name = "ff_issue_claim_grant" if what == "grant" else "ff_issue_reclaim_grant"
                for key, kind in self.attempt(
                    f"select grant_key, kind from flowfabric.{name}(%s, 'w', 'w-1',"
                    " p_capabilities => '{cpu,gpu}', p_grant_ttl_ms => %s)",
                    execution_id,
                    choice([300, 2000]),
                ):
                    if key:
                        self.keys.append((execution_id, key, kind))
            case "redeem" if self.keys:
                execution_id, key, kind = choice(self.keys)
                name = {
                    "claim": "ff_claim_execution",
                    "resume": "ff_claim_resumed_execution",
                    "reclaim": "ff_reclaim_execution",
                }[kind]
                self.handles += [
                    row[0]
                    for row in self.attempt(
                        f"select handle from flowfabric.{name}(%s, %s, 'w', 'w-1', 1000)",
                        execution_id,
                        key,
                    )
                    if row[0]
                ]
            case "priority" if some:
                self.attempt(
                    "select flowfabric.ff_change_priority(%s, %s)", choice(some), choice([0, 7])
                )
            case "revoke" if some:
                self.attempt("select flowfabric.ff_revoke_lease(%s)", choice(some))
            case "replay" if some:
                self.attempt("select flowfabric.ff_replay_execution(%s)", choice(some))
            case "cancel" if some:
                self.attempt("select flowfabric.ff_cancel_execution(%s, 'enough')", choice(some))
            case "cancel_flow" if self.flows:
                self.attempt(
                    "select flowfabric.ff_cancel_flow(%s, 'enough', %s)",
                    choice(self.flows)[0],
                    choice(["cancel_all", "cancel_pending", "cancel_flow_only"]),
                )
            case "lane":
                self.closed_steps = 10
                self.rows(
                    "select flowfabric.ff_set_lane_state('lane', %s)",
                    choice(["paused", "draining", "disabled"]),
                )
            case "time":
                self.rows(
                    "select setval('public.clock_us', last_value + %s) from public.clock_us",
                    choice([1, 200_000, 200_000, 500_000, 3_000_000]),
                )
            case "tick":
                self.rows("select flowfabric.ff_tick()")
            case "head":
                self.rows("select flowfabric._advance_head('lane', '{cpu,gpu}')")

    def verdict(self, execution_id: UUID, capabilities: list[str]) -> tuple[bool, str]:
        rows = self.rows(
            "select gate, passed, outcome from flowfabric.ff_explain(%s, %s) order by ordinal",
            execution_id,
            capabilities,
        )
        gate, passed, outcome = rows[-1]
        assert gate == "verdict"
        closed = [row[0] for row in rows[:-1] if not row[1] and row[0] != "position"]
        assert outcome == (closed[0] if closed else "claimable")
        return passed, outcome

    def shown(self, execution_id: UUID) -> list[tuple[Any, ...]]:
        """The state in all dimensions, as the view shows it."""
        return self.rows(
            f"select {VECTOR} from flowfabric.ff_executions where execution_id = %s",
            execution_id,
        )

    def described(self, execution_id: UUID) -> list[tuple[Any, ...]]:
        return self.rows(f"select {VECTOR} from flowfabric.ff_describe_execution(%s)", execution_id)

    def is_returned(self, execution_id: UUID, capabilities: list[str]) -> bool:
        """Whether a claim returns it when it is alone in its lane."""
        with self.connection.transaction(force_rollback=True):
            self.rows(
                "update flowfabric.ff_exec_core as e set route_id ="
                " (select r.route_id from flowfabric.ff_route as r where r.lane_id = 'aside')"
                " where e.execution_id <> %s",
                execution_id,
            )
            rows = self.rows(
                "select execution_id from flowfabric.ff_claim('lane', 'w', 'w-1', %s)", capabilities
            )
            return rows == [(execution_id,)]


@pytest.mark.parametrize("seed", range(4))
def test_claimable_now_is_what_a_claim_returns(connect: Any, seed: int) -> None:
    connection = connect(autocommit=True, options="-c search_path=flowfabric,public")
    for statement in SETUP.split(";\n"):
        connection.execute(statement.encode())
    history = History(connection, seed)
    seen: Counter[str] = Counter()
    for number in range(120):
        history.step()
        if number % 3 == 2:
            for execution_id in history.to_ask_about():
                capabilities = history.random.choice(CAPABILITIES)
                is_claimable, why = history.verdict(execution_id, capabilities)
                assert is_claimable == history.is_returned(execution_id, capabilities), (
                    execution_id,
                    why,
                    number,
                    history.rows("select * from flowfabric.ff_explain(%s)", execution_id),
                )
                seen[why] += 1
                assert history.shown(execution_id) == history.described(execution_id)
    assert seen["claimable"] > 0, "something can be claimed"
    assert len(seen) >= 3, f"few kinds of histories: {seen}"
