"""The calls of producers, workers, schedulers and operators, by chance."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from .world import BUDGETS, QUOTAS, Session, World

LANES = ["lane", "lane", "ruled"]
POLICIES: list[Any] = [
    None,
    {"max_reclaim_count": 1},
    {"retry_policy": {"max_retries": 2, "backoff": {"type": "fixed", "delay_ms": 300}}},
    {"timeout_policy": {"attempt_timeout_ms": 700}},
    {"retention_ms": 500},
    {"on_failure": {"kind": "refund"}},
]
LANE_OPTIONS: list[Any] = [
    {},
    {"quota_policy_id": QUOTAS[0]},
    {"quota_policy_id": QUOTAS[1], "quota_key": "of the lane"},
    {"budget_ids": BUDGETS[1:]},
]
GROUPS = {
    "work": "submit submit submit_batch claim claim claim claim complete complete complete"
    " complete_batch fail fail delay renew cancel revoke override tick tick trim many run_now",
    "flows": "submit_flow submit_flow add_member add_other apply_edge spawn follow follow both both"
    " claim complete complete fail replay replay cancel cancel_flow tag trim many many",
    "limits": "submit reserve reserve spend give_back reset rules claim complete park",
    "waits": "suspend suspend open_waitpoint signal signal resume block unblock wait claim",
    "grants": "grant reclaim_grant redeem redeem claim rank",
    "steps": "save sleep wait_for send send give_birth give_birth await_children await_children"
    " both go_on replay_from ask_to_stop watch claim complete fail",
}
# docs/locking.md: these wait for no other session
NEVER_WAITS = {"claim", "grant", "many", "tick", "trim"}


class Acts:
    def __init__(self, world: World) -> None:
        self.world = world
        self.chance = world.chance
        self.handles: list[tuple[str, str]] = []
        self.executions: list[str] = []
        self.flows: list[str] = []
        self.grants: list[tuple[str, str, str]] = []
        self.staged: list[tuple[str, str]] = []
        # every history has all of it, and two kinds of work more often
        emphasis = self.chance.sample(sorted(GROUPS), 2)
        self.names = [
            name
            for group, names in GROUPS.items()
            for name in names.split() * (3 if group in emphasis else 1)
        ]

    def step(self) -> None:
        world, chance = self.world, self.chance
        session = chance.choice([each for each in world.sessions if each.isolation != "committing"])
        luck = chance.random()
        if luck < 0.1:
            if session.is_open:
                how = chance.choice(["commit", "commit", "commit", "rollback", "prepare"])
                world.end(session, how, self.do_meanwhile)
            else:
                world.begin(session)
        elif luck < 0.13 and session.is_open:
            world.attempt(session, world.leave_pause)
        elif luck < 0.14 and world.prepared:
            world.end_prepared()
        elif luck < 0.22:
            world.move_clock(chance.choice([1, 30, 150, 300, 1100]))
        else:
            self.attempt(session)

    def attempt(self, session: Session) -> None:
        name = self.chance.choice(self.names)
        act: Callable[[Session], None] = getattr(self, name)
        self.world.attempt(session, act, may_wait=name not in NEVER_WAITS)

    def do_meanwhile(self) -> None:
        """Some acts of the others, in transactions of their own, while a commit goes on."""
        for _ in range(self.chance.randint(1, 6)):
            free = [each for each in self.world.sessions if not each.is_open]
            if free:
                self.attempt(self.chance.choice(free))

    def rows(self, session: Session, query: str, *arguments: object) -> list[Any]:
        shown = query.split("flowfabric.")[-1]
        self.world.note(session, f"{' '.join(shown.split())} {list(arguments)}")
        rows = session.rows(query, *arguments)
        self.world.log.append(f"     = {rows}"[:400])
        return rows

    def some(self, among: list[Any], newest: int = 10) -> Any:
        """One of them, most often of the newest."""
        return self.chance.choice(among[-newest:] if self.chance.random() < 0.8 else among)

    # Producers.

    def options(self) -> dict[str, Any]:
        choice = self.chance.choice
        quota = choice([None, None, None, *QUOTAS])
        return {
            "lane": choice(LANES),
            "deadline_ms": choice([None, None, None, 300, 2000]),
            "priority": choice([0, 0, 5]),
            "policy": choice(POLICIES),
            "quota_policy_id": quota,
            "quota_key": choice([None, "a", "b"]) if quota else None,
            "budget_ids": choice([None, None, None, BUDGETS[:1], BUDGETS[1:]]),
        }

    def submit(self, session: Session) -> None:
        given = self.options()
        [[execution_id]] = self.rows(
            session,
            "select execution_id from ff_create_execution(%s, p_deadline_ms => %s,"
            " p_priority => %s, p_policy => %s::jsonb, p_quota_policy_id => %s::uuid,"
            " p_quota_key => %s, p_budget_ids => %s::uuid[], p_delay_ms => %s)",
            given["lane"],
            given["deadline_ms"],
            given["priority"],
            json.dumps(given["policy"]) if given["policy"] else None,
            given["quota_policy_id"],
            given["quota_key"],
            given["budget_ids"],
            self.chance.choice([None, None, 400]),
        )
        self.executions.append(execution_id)

    def submit_batch(self, session: Session) -> None:
        """Some items repeat a key or an id, or contradict the lane of an id."""
        choice = self.chance.choice
        keys = [choice([None, "k1", "k2", "k3"]) for _ in range(4)]
        # not of one that retention has removed: that would be a second life under the same id
        known = session.rows(
            "select execution_id from ff_exec_core where execution_id = any (%s::uuid[])",
            [str(execution_id) for execution_id in self.executions[-3:]],
        )
        ids = [choice([None, None, None, *(row[0] for row in known)]) for _ in range(4)]
        for execution_id, outcome in self.rows(
            session,
            "select execution_id, outcome from ff_create_executions(%s, %s::jsonb[], %s)",
            choice(LANES),
            ["1"] * 4,
            json.dumps({"idempotency_key": keys, "execution_id": ids}, default=str),
        ):
            if outcome == "created":
                self.executions.append(execution_id)

    def submit_flow(self, session: Session) -> None:
        """Nodes share upstreams and deadlines."""
        chance = self.chance
        deadline_ms = chance.choice([None, None, 300, 1500])
        nodes: dict[str, Any] = {}
        for number in range(chance.randint(3, 9)):
            names = list(nodes)
            after = chance.sample(names, min(len(names), chance.choice([0, 1, 2, 2, 3])))
            losers = chance.choice(["cancel", "cancel", "run"])
            node: dict[str, Any] = {"lane": chance.choice(LANES)}
            if chance.random() < 0.5:
                node["policy"] = {"retention_ms": 500}
            if deadline_ms and chance.random() < 0.5:
                node["deadline_ms"] = deadline_ms
            if after:
                node["after"] = chance.choice(
                    [
                        after,
                        {"any_of": after, "losers": losers},
                        {"of": after, "quorum": min(2, len(after)), "losers": losers},
                    ]
                )
                if chance.random() < 0.5:
                    node["inputs"] = {"got": after}
            elif chance.random() < 0.2:
                node["budget_ids"] = BUDGETS[:1]
            nodes[f"n{number}"] = node
        [[flow_id, executions]] = self.rows(
            session,
            "select flow_id::text, executions from ff_submit_flow(%s::jsonb)",
            json.dumps({"nodes": nodes}),
        )
        self.flows.append(flow_id)
        self.executions += executions.values()

    def member(self, session: Session, flow_id: str) -> str:
        [[execution_id]] = self.rows(
            session,
            "select execution_id from ff_create_execution('lane', p_flow_id => %s,"
            " p_policy => %s, p_idempotency_key => %s)",
            flow_id,
            self.chance.choice([None, '{"retention_ms": 500}']),
            self.chance.choice([None, None, flow_id]),
        )
        self.executions.append(execution_id)
        return str(execution_id)

    def add_member(self, session: Session) -> None:
        """An edge that is staged now and applied later, by any session."""
        if not self.flows:
            return
        flow_id = self.some(self.flows, 4)
        members = [
            row[0]
            for row in self.rows(
                session,
                "select m ->> 'execution_id' from ff_describe_flow(%s) as f"
                " cross join lateral jsonb_array_elements(f.members) as m",
                flow_id,
            )
        ]
        if not members:
            return
        new = self.member(session, flow_id) if self.chance.random() < 0.6 else None
        pair = (
            self.chance.sample([*members, *([new] if new else [])], 2) if len(members) > 1 else []
        )
        if pair:
            [[edge_id]] = self.rows(
                session,
                "select edge_id::text from ff_stage_dependency_edge(%s, gen_random_uuid(), %s, %s,"
                " p_input_name => %s)",
                flow_id,
                *pair,
                self.chance.choice([None, "many[]", f"more-{len(self.staged)}"]),
            )
            self.staged.append((flow_id, edge_id))

    def add_other(self, session: Session) -> None:
        """An execution that exists becomes a member."""
        if self.flows and self.executions:
            self.rows(
                session,
                "select outcome from ff_add_execution_to_flow(%s, %s)",
                self.some(self.flows, 4),
                self.some(self.executions),
            )

    def apply_edge(self, session: Session) -> None:
        if self.staged:
            self.rows(
                session,
                "select outcome, edge_state from ff_apply_dependency_to_child(%s, %s)",
                *self.some(self.staged, 4),
            )

    # Workers.

    def take(self, session: Session, call: str, *arguments: object) -> None:
        for handle, execution_id in self.rows(
            session,
            "insert into public.given"
            " select c.execution_id, c.lease_id, c.lease_epoch, c.handle"
            f" from {call} as c where c.handle is not null"
            " returning handle, execution_id",
            *arguments,
        ):
            self.handles.append((handle, execution_id))

    def claim(self, session: Session) -> None:
        batch = self.chance.random() < 0.5
        self.take(
            session,
            "ff_claim_batch(%s, 'w', 'w-1', %s, p_lease_ttl_ms => %s)"
            if batch
            else "ff_claim(%s, 'w', 'w-1', p_lease_ttl_ms => %s)",
            self.chance.choice(LANES),
            *([self.chance.choice([2, 5, 10])] if batch else []),
            self.chance.choice([200, 1000, 5000, 60000]),
        )

    def complete(self, session: Session) -> None:
        if self.handles:
            handle, _ = self.some(self.handles)
            self.rows(
                session,
                "insert into public.ended select c.execution_id"
                " from ff_complete(%s, '1') as c where not c.is_replay returning execution_id",
                handle,
            )

    def complete_batch(self, session: Session) -> None:
        if self.handles:
            self.rows(
                session,
                "insert into public.ended select c.execution_id"
                " from ff_complete_batch(%s) as c where c.outcome = 'completed' and not c.is_replay"
                " returning execution_id",
                list({handle for handle, _ in self.handles[-5:]}),
            )

    def holder(self, session: Session, call: str, *arguments: object) -> None:
        if self.handles:
            self.rows(session, f"select * from {call}", self.some(self.handles)[0], *arguments)

    def fail(self, session: Session) -> None:
        self.holder(
            session,
            "ff_fail(%s, 'broken', %s)",
            self.chance.choice(["transient", "permanent", "permanent"]),
        )

    def delay(self, session: Session) -> None:
        self.holder(session, "ff_delay(%s, %s)", self.chance.choice([0, 500]))

    def renew(self, session: Session) -> None:
        self.holder(session, "ff_renew(%s, %s)", self.chance.choice([200, 3000]))

    def wait(self, session: Session) -> None:
        self.holder(session, "ff_wait_children(%s)")

    def suspend(self, session: Session) -> None:
        if not self.handles:
            return
        handle = self.some(self.handles)[0]
        timeout_ms = self.chance.choice([None, 300, 2000])
        [[outcome]] = self.rows(
            session,
            "select outcome from ff_suspend(%s, %s, p_timeout_ms => %s::bigint,"
            " p_timeout_behavior => %s, p_idempotency_key => %s)",
            handle,
            json.dumps({"signal": "approved", "on": "review"}),
            timeout_ms,
            self.chance.choice(["fail", "expire", "auto_resume_with_timeout_signal"])
            if timeout_ms
            else "fail",
            self.chance.choice([None, "key"]),
        )
        if outcome == "already_satisfied":
            # the answer says that the worker may go on, so its lease is live
            self.rows(session, "select lease_epoch from ff_assert_lease(%s)", handle)

    def open_waitpoint(self, session: Session) -> None:
        self.holder(session, "ff_create_waitpoint(%s, 'review', 60000)")

    def spawn(self, session: Session) -> None:
        """A worker adds a child to its flow and waits for it, in one transaction or in several."""
        if not self.handles or not self.flows:
            return
        handle, execution_id = self.some(self.handles)
        found = self.rows(
            session,
            "select flow_id::text from ff_describe_execution(%s) where flow_id is not null",
            execution_id,
        )
        if found:
            [[flow_id]] = found
            self.rows(session, "select * from ff_assert_lease(%s)", handle)
            child = self.member(session, flow_id)
            [[edge_id]] = self.rows(
                session,
                "select edge_id::text from ff_stage_dependency_edge(%s, gen_random_uuid(), %s, %s)",
                flow_id,
                child,
                execution_id,
            )
            self.staged.append((flow_id, edge_id))
            self.rows(
                session,
                "select outcome from ff_apply_dependency_to_child(%s, %s)",
                flow_id,
                edge_id,
            )
            self.rows(session, "select * from ff_wait_children(%s)", handle)

    def follow(self, session: Session) -> None:
        """A member is added behind one that runs, which may end while that is committed."""
        is_in_a_commit = any(each.isolation == "committing" for each in self.world.sessions)
        if session.is_open or is_in_a_commit or not self.handles:
            return
        held = {str(execution_id): handle for handle, execution_id in self.handles[-40:]}
        found = session.rows(
            "select flow_id::text, execution_id::text from ff_exec_core"
            " where execution_id = any (%s::uuid[])"
            " and flow_id is not null and state = 'active' and lease_expires_at > _now()",
            list(held),
        )
        if not found:
            return
        flow_id, upstream_id = self.chance.choice(found)
        handle = held[upstream_id]
        self.world.begin(session)
        member_id = self.member(session, flow_id)
        [[edge_id]] = self.rows(
            session,
            "select edge_id::text from ff_stage_dependency_edge(%s, gen_random_uuid(), %s, %s)",
            flow_id,
            upstream_id,
            member_id,
        )
        self.rows(
            session, "select outcome from ff_apply_dependency_to_child(%s, %s)", flow_id, edge_id
        )
        self.world.leave_pause(session)

        def complete_it(other: Session) -> None:
            self.rows(
                other,
                "insert into public.ended select c.execution_id"
                " from ff_complete(%s, '1') as c where not c.is_replay returning execution_id",
                handle,
            )

        def meanwhile() -> None:
            free = [each for each in self.world.sessions if not each.is_open]
            if free and self.chance.random() < 0.7:
                self.world.attempt(self.chance.choice(free), complete_it)
            self.do_meanwhile()

        self.world.end(session, "commit", meanwhile)

    def both(self, session: Session) -> None:
        """Two sessions end something in transactions that are open at once."""
        others = [each for each in self.world.sessions if not each.is_open and each is not session]
        if session.is_open or not others:
            return
        pair = [session, self.chance.choice(others)]
        for each in pair:
            self.world.begin(each)
            self.world.attempt(each, self.complete)
        self.chance.shuffle(pair)
        for each in pair:
            self.world.end(each, "commit")

    # Steps.

    def save(self, session: Session) -> None:
        if self.handles:
            handle, execution_id = self.some(self.handles)
            self.rows(
                session,
                "insert into public.saved select %s, s.step_key, s.output"
                " from ff_save_step(%s, %s, %s) as s where s.outcome = 'saved' returning step_key",
                execution_id,
                handle,
                self.chance.choice(["a", "b", "c", "d"]),
                json.dumps(self.chance.randrange(1000)),
            )

    def sleep(self, session: Session) -> None:
        self.holder(
            session,
            "ff_sleep(%s, %s, %s)",
            self.chance.choice(["nap", "night"]),
            self.chance.choice([0, 300, 5000]),
        )

    def wait_for(self, session: Session) -> None:
        self.holder(
            session,
            "ff_wait_signal(%s, %s, %s, %s::bigint)",
            self.chance.choice(["first", "second"]),
            self.chance.choice(["go", "stop"]),
            self.chance.choice([None, 0, 300, 3000]),
        )

    def send(self, session: Session) -> None:
        if self.executions:
            self.rows(
                session,
                "select outcome from ff_send_signal(%s, %s, '1', %s)",
                self.some(self.executions),
                self.chance.choice(["go", "stop"]),
                self.chance.choice([None, None, "key"]),
            )

    def give_birth(self, session: Session) -> None:
        """A worker spawns one child, or several."""
        if not self.handles:
            return
        keys = self.chance.sample(["c1", "c2", "c3", "c4"], self.chance.choice([1, 1, 3]))
        options: dict[str, Any] = {"on_parent_end": self.chance.choice(["cancel", "leave"])}
        if self.chance.random() < 0.5:
            options["policy"] = self.chance.choice(POLICIES)
        handle, lane = self.some(self.handles)[0], self.chance.choice(LANES)
        if len(keys) == 1:
            born = self.rows(
                session,
                "select execution_id, outcome from ff_spawn(%s, %s, %s, '1', p_options => %s)",
                handle,
                keys[0],
                lane,
                json.dumps(options),
            )
        else:
            born = self.rows(
                session,
                "select execution_id, outcome from ff_spawn_batch(%s, %s, %s, %s::jsonb[], %s)",
                handle,
                keys,
                lane,
                ["1"] * len(keys),
                json.dumps(options),
            )
        self.executions += [row[0] for row in born if row[1] == "spawned"]

    def await_children(self, session: Session) -> None:
        self.holder(
            session,
            "ff_await_children(%s, %s, p_count => %s::integer, p_timeout_ms => %s::bigint)",
            self.chance.choice(["all", "again"]),
            self.chance.choice([None, None, None, 0]),
            self.chance.choice([None, None, 300, 3000]),
        )

    def go_on(self, session: Session) -> None:
        self.holder(session, "ff_continue_as_new(%s, '2')")

    def replay_from(self, session: Session) -> None:
        if self.executions:
            execution_id = self.some(self.executions, 15)
            steps = self.rows(
                session, "select step_key from ff_list_steps(%s, p_limit => 9)", execution_id
            )
            if steps:
                self.rows(
                    session,
                    "select * from ff_replay_execution(%s, p_from_step => %s)",
                    execution_id,
                    self.chance.choice(steps)[0],
                )

    def ask_to_stop(self, session: Session) -> None:
        self.operate(
            session,
            "ff_cancel_execution(%s, 'enough', p_grace_ms => %s)",
            self.chance.choice([300, 2000]),
        )

    def watch(self, session: Session) -> None:
        if self.executions:
            self.rows(
                session,
                "select is_any_over from ff_await_result(%s::uuid[])",
                [str(self.some(self.executions)) for _ in range(2)],
            )

    # Schedulers.

    def grant(self, session: Session) -> None:
        self.grants += self.rows(
            session,
            "select execution_id, grant_key, kind from ff_claim_for_worker(%s, 'w', 'w-1',"
            " p_grant_ttl_ms => %s)",
            self.chance.choice(LANES),
            self.chance.choice([300, 2000]),
        )

    def reclaim_grant(self, session: Session) -> None:
        if self.executions:
            self.grants += [
                row
                for row in self.rows(
                    session,
                    "select execution_id, grant_key, kind from ff_issue_reclaim_grant(%s, 'w',"
                    " 'w-1', p_grant_ttl_ms => 2000)",
                    self.some(self.executions),
                )
                if row[1]
            ]

    def redeem(self, session: Session) -> None:
        if self.grants:
            execution_id, key, kind = self.some(self.grants, 4)
            name = {
                "claim": "ff_claim_execution",
                "resume": "ff_claim_resumed_execution",
                "reclaim": "ff_reclaim_execution",
            }[kind]
            self.take(session, f"{name}(%s, %s, 'w', 'w-1', 1000)", execution_id, key)

    # Operators and others.

    def operate(self, session: Session, call: str, *arguments: object) -> None:
        if self.executions:
            self.rows(session, f"select * from {call}", self.some(self.executions, 15), *arguments)

    def signal(self, session: Session) -> None:
        open_waitpoints = session.rows(
            "select execution_id, waitpoint_id"
            " from ff_waitpoint where state in ('pending', 'active')"
        )
        if open_waitpoints:
            self.rows(
                session,
                "select * from ff_deliver_approval_signal(%s, %s, 'approved', 'alice', %s)",
                *self.some(open_waitpoints, 3),
                self.chance.choice([None, "key"]),
            )

    def resume(self, session: Session) -> None:
        self.operate(session, "ff_resume_execution(%s)")

    def cancel(self, session: Session) -> None:
        self.operate(session, "ff_cancel_execution(%s, 'why not')")

    def park(self, session: Session) -> None:
        """A flow is closed under those of its members that run."""
        if self.flows:
            self.rows(
                session,
                "select * from ff_cancel_flow(%s, 'enough', 'cancel_flow_only')",
                self.some(self.flows, 4),
            )

    def replay(self, session: Session) -> None:
        self.operate(session, "ff_replay_execution(%s)")

    def run_now(self, session: Session) -> None:
        """Or later."""
        self.operate(session, "ff_reschedule_execution(%s, %s)", self.chance.choice([0, 0, 300]))

    def many(self, session: Session) -> None:
        """A page of a call for many, by one filter or another."""
        choice = self.chance.choice
        call, argument = choice(
            [
                ("ff_cancel_executions", "'enough'"),
                ("ff_replay_executions", "'again'"),
                ("ff_replay_executions", "'again'"),
                ("ff_reschedule_executions", "0"),
                ("ff_reschedule_executions", "300"),
                ("ff_change_priorities", "5"),
                ("ff_erase_executions", "'forget'"),
            ]
        )
        filters: list[dict[str, Any]] = [
            {"lane_id": choice(LANES)},
            {"public_state": choice(["failed", "active", "waiting", "delayed", "suspended"])},
            {"public_state": ["failed", "cancelled", "expired", "skipped"]},
            {"worker_instance_id": "w-1"},
            {"execution_ids": [str(self.some(self.executions)) for _ in range(3)]}
            if self.executions
            else {"kind": "default"},
        ]
        if self.flows:
            filters += 3 * [{"flow_id": str(self.some(self.flows, 4))}]
        self.rows(
            session,
            f"select * from {call}(%s, {argument}, p_limit => %s, p_dry_run => %s)",
            json.dumps(choice(filters)),
            choice([1, 2, 5]),
            choice([False, False, False, True]),
        )

    def block(self, session: Session) -> None:
        self.operate(session, "ff_block_execution(%s, 'paused_by_operator')")

    def unblock(self, session: Session) -> None:
        self.operate(session, "ff_unblock_execution(%s)")

    def revoke(self, session: Session) -> None:
        self.operate(session, "ff_revoke_lease(%s)")

    def tag(self, session: Session) -> None:
        if self.flows and self.chance.random() < 0.5:
            self.rows(
                session, "select * from ff_set_flow_tag(%s, 'a.b', 'c')", self.some(self.flows)
            )
        else:
            self.operate(session, "ff_set_execution_tag(%s, 'a.b', 'c')")

    def rank(self, session: Session) -> None:
        self.operate(session, "ff_change_priority(%s, %s)", self.chance.choice([0, 5, 9]))

    def override(self, session: Session) -> None:
        """An operator calls in the place of the holder, whoever that is."""
        name, arguments = self.chance.choice(
            [
                ("ff_complete_execution", ""),
                ("ff_fail_execution", ", p_failure_reason => 'by hand'"),
                ("ff_delay_execution", ", p_delay_ms => 300"),
                ("ff_move_to_waiting_children", ""),
            ]
        )
        call = f"{name}(%s, null, null, null, null{arguments}, p_source => 'operator_override')"
        if name == "ff_complete_execution" and self.executions:
            self.rows(
                session,
                f"insert into public.ended select c.execution_id from {call} as c"
                " where not c.is_replay returning execution_id",
                self.some(self.executions, 15),
            )
        else:
            self.operate(session, call)

    def cancel_flow(self, session: Session) -> None:
        if self.flows and self.chance.random() < 0.5:
            self.rows(
                session,
                "select * from ff_cancel_flow(%s, 'enough', %s)",
                self.some(self.flows, 4),
                self.chance.choice(["cancel_all", "cancel_pending", "cancel_flow_only"]),
            )

    def reserve(self, session: Session) -> None:
        if self.executions:
            self.rows(
                session,
                "select outcome from ff_reserve_budget(%s, %s, %s)",
                self.chance.choice(BUDGETS),
                self.some(self.executions),
                json.dumps({"tokens": self.chance.choice([0, 1, 2, 3])}),
            )

    def spend(self, session: Session) -> None:
        if self.executions:
            self.rows(
                session,
                "select outcome from ff_record_spend(%s, %s, %s)",
                BUDGETS[1],
                self.some(self.executions),
                json.dumps({"tokens": self.chance.choice([1, 2])}),
            )

    def give_back(self, session: Session) -> None:
        if self.executions:
            self.rows(
                session,
                "select outcome from ff_release_budget(%s, %s)",
                self.chance.choice(BUDGETS),
                self.some(self.executions),
            )

    def reset(self, session: Session) -> None:
        self.rows(session, "select * from ff_reset_budget(%s)", self.chance.choice(BUDGETS))

    def rules(self, session: Session) -> None:
        """The rules of a lane change while work waits in it."""
        self.rows(
            session,
            "select outcome from ff_register_lane('ruled', p_options => %s)",
            json.dumps(self.chance.choice(LANE_OPTIONS)),
        )

    def trim(self, session: Session) -> None:
        self.rows(
            session,
            "select * from ff_trim_retention(%s, %s)",
            self.chance.choice([None, 3000]),
            self.chance.choice([2, 100]),
        )

    def tick(self, session: Session) -> None:
        self.rows(session, "select sum(processed) from ff_tick()")
