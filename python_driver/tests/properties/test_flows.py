"""Random flows under several sessions, beside a model that knows what must follow each end.

Sessions claim, complete, fail, cancel, spawn children and wait for them, cancel whole flows; in
transactions that commit, roll back or crash. The clock stands still and is moved by hand. Then

- at any time, what is shown of a flow agrees with its members, and ff_check() has nothing to say;
- whenever all is quiet, every join has counted what ended, is decided when it had to be and not
  otherwise, and what is behind it waits, may be claimed, or was skipped accordingly;
- only losers of a decided race, and what was cancelled, is cancelled;
- nothing of a cancelled flow is claimed; in all others everything ends, with the input that it
  should have got.

FF_FLOW_HISTORIES=500 looks for longer.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import Any

import psycopg
import pytest
from pg_server import RunningServer
from test_db import OWNER, clone

SEEDS = range(int(os.environ.get("FF_FLOW_HISTORIES", "8")))
SESSIONS, STEPS, FLOWS = 4, 150, 3
OPTIONS = "-c statement_timeout=10s -c lock_timeout=60ms -c search_path=flowfabric"
LOCK_TIMEOUT = "55P03"
# of what a holder or an operator may be told no: the lease is lost, the execution is gone or over
REFUSALS = {"ZF101", "ZF102", "ZF103", "ZF105", "ZF201", "ZF207", "ZF402"}
OVER = {"completed", "failed", "cancelled", "expired", "skipped"}
STATES = ("waiting", "delayed", "rate_limited", "waiting_children", "active", "suspended", *OVER)

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
"""


@dataclass(frozen=True)
class Node:
    flow_id: str
    upstreams: tuple[str, ...] = ()
    # of them, how many it needs; None: all
    required: int | None = None
    cancels_losers: bool = False

    def verdict(self, states: dict[str, str]) -> str:
        met = sum(states[each] == "completed" for each in self.upstreams)
        lost = sum(states[each] in OVER - {"completed"} for each in self.upstreams)
        required = len(self.upstreams) if self.required is None else self.required
        if met >= required:
            return "satisfied"
        return "impossible" if lost > len(self.upstreams) - required else "pending"


@dataclass
class Change:
    """What a transaction did, or all that were committed together."""

    nodes: dict[str, Node] = field(default_factory=dict)
    ends: dict[str, str] = field(default_factory=dict)
    cancelled_flows: dict[str, str] = field(default_factory=dict)

    def add(self, other: Change) -> None:
        self.nodes |= other.nodes
        self.ends |= other.ends
        self.cancelled_flows |= other.cancelled_flows


@dataclass
class Session:
    connection: psycopg.Connection[Any]
    is_open: bool = False
    change: Change = field(default_factory=Change)

    def rows(self, query: str, *arguments: object) -> list[Any]:
        cursor = self.connection.execute(query.encode(), arguments or None)
        return cursor.fetchall() if cursor.description else []


class World:
    def __init__(self, server: RunningServer, stack: ExitStack, seed: int) -> None:
        self.stack = stack
        self.dsn = server.dsn(stack.enter_context(clone(server)), OWNER)
        self.chance = random.Random(seed)
        self.observer = self.open()
        for statement in SETUP.split(";\n"):
            self.observer.rows(statement)
        self.sessions = [self.open() for _ in range(SESSIONS)]
        self.known = Change()
        self.handles: list[tuple[str, str]] = []
        self.flows = [self.submit() for _ in range(FLOWS)]

    def open(self) -> Session:
        connection: psycopg.Connection[Any] = psycopg.connect(
            self.dsn, autocommit=True, options=OPTIONS
        )
        self.stack.callback(connection.close)
        return Session(connection)

    def submit(self) -> str:
        """Submit a random graph; every node takes the results of all its upstreams."""
        document: dict[str, Any] = {}
        for number in range(self.chance.randint(4, 14)):
            names = list(document)
            after = self.chance.sample(names, min(len(names), self.chance.choice([0, 1, 2, 2, 4])))
            losers = self.chance.choice(["cancel", "cancel", "run"])
            join: Any = self.chance.choice(
                [
                    after,
                    after,
                    {"any_of": after, "losers": losers},
                    {"of": after, "quorum": max(1, len(after) // 2), "losers": losers},
                ]
            )
            document[f"n{number}"] = {
                "lane": "lane",
                **({"after": join, "inputs": {"got": after}} if after else {}),
            }
        [[flow_id, executions]] = self.observer.rows(
            "select flow_id::text, executions from ff_submit_flow(%s::jsonb)",
            json.dumps({"nodes": document}),
        )
        for name, node in document.items():
            join = node.get("after", [])
            listed = join if isinstance(join, list) else join.get("any_of") or join["of"]
            self.known.nodes[executions[name]] = Node(
                flow_id,
                tuple(executions[each] for each in listed),
                None if isinstance(join, list) else join.get("quorum", 1),
                isinstance(join, dict) and join["losers"] == "cancel",
            )
        return str(flow_id)

    # What sessions do.

    def act(self) -> None:
        session = self.chance.choice(self.sessions)
        acts = [
            *[self.toggle] * 5,
            *[self.claim] * 6,
            *[self.finish] * 6,
            *[self.spawn] * 2,
            self.finish_batch,
            self.cancel,
            self.crash,
            self.tick,
            self.let_time_pass,
        ]
        act = self.chance.choice(acts)
        before = replace(session.change, ends=dict(session.change.ends))
        has_savepoint = session.is_open and act not in (self.toggle, self.spawn, self.crash)
        if has_savepoint:
            session.rows("savepoint before")
        try:
            act(session)
        except psycopg.Error as error:
            # anything else is a bug; a deadlock above all
            if error.sqlstate != LOCK_TIMEOUT and error.sqlstate not in REFUSALS:
                raise
            if has_savepoint:
                session.rows("rollback to before")
                session.change = before
            else:
                self.end(session, "rollback")
        if not session.is_open:
            self.known.add(session.change)
            session.change = Change()

    def toggle(self, session: Session) -> None:
        if session.is_open:
            self.end(session, self.chance.choice(["commit", "commit", "rollback"]))
        else:
            session.rows("begin")
            session.is_open = True

    def end(self, session: Session, how: str) -> None:
        if how == "rollback":
            session.change = Change()
        if session.is_open:
            session.rows(how)
        session.is_open = False

    def crash(self, session: Session) -> None:
        session.change, session.is_open = Change(), False
        pid = session.connection.info.backend_pid
        self.observer.rows("select pg_terminate_backend(%s)", pid)
        deadline = time.monotonic() + 5
        while self.observer.rows("select 1 from pg_stat_activity where pid = %s", pid):
            assert time.monotonic() < deadline
            time.sleep(0.001)
        session.connection = self.open().connection

    def claim(self, session: Session) -> None:
        closed = set(self.known.cancelled_flows)
        call = self.chance.choice(["ff_claim(", "ff_claim(", "ff_claim_batch(p_limit => 3, "])
        for handle, execution_id in session.rows(
            f"select handle, execution_id::text from {call}p_lane_id => 'lane', p_worker_id => 'w',"
            " p_worker_instance_id => 'w-1', p_lease_ttl_ms => 86400000)"
        ):
            assert self.node(session, execution_id).flow_id not in closed, "its flow was cancelled"
            self.handles.append((handle, execution_id))

    def node(self, session: Session, execution_id: str) -> Node:
        return session.change.nodes.get(execution_id) or self.known.nodes[execution_id]

    def pick(self) -> tuple[str, str] | None:
        """Most often an unfinished one; sometimes a finished one."""
        going_on = [each for each in self.handles if each[1] not in self.known.ends]
        some = going_on if self.chance.random() < 0.9 else self.handles
        return self.chance.choice(some[-8:]) if some else None

    def finish(self, session: Session) -> None:
        if not (picked := self.pick()):
            return
        handle, execution_id = picked
        if self.chance.random() < 0.7:
            [[is_replay]] = session.rows(
                "select is_replay from ff_complete(%s, %s::jsonb)", handle, json.dumps(execution_id)
            )
            outcome = "completed"
        else:
            [[is_replay]] = session.rows(
                "select is_replay from ff_fail(%s, 'oops', 'permanent')", handle
            )
            outcome = "failed"
        if not is_replay:
            session.change.ends[execution_id] = outcome

    def finish_batch(self, session: Session) -> None:
        batch = list({execution_id: handle for handle, execution_id in self.handles[-5:]}.items())
        if not batch:
            return
        answers = session.rows(
            "select outcome, is_replay from ff_complete_batch(%s::text[], %s::jsonb[])",
            [handle for _, handle in batch],
            [json.dumps(execution_id) for execution_id, _ in batch],
        )
        for (execution_id, _), (outcome, is_replay) in zip(batch, answers, strict=True):
            if outcome == "completed" and not is_replay:
                session.change.ends[execution_id] = "completed"

    def spawn(self, session: Session) -> None:
        """A worker adds a child to its flow, and waits for it."""
        if not (picked := self.pick()):
            return
        handle, execution_id = picked
        if not session.is_open:
            self.toggle(session)
        parent = self.node(session, execution_id)
        session.rows("select ff_assert_lease(%s)", handle)
        [[child]] = session.rows(
            "select execution_id::text from ff_create_execution('lane', p_flow_id => %s)",
            parent.flow_id,
        )
        [[edge_id]] = session.rows(
            "select edge_id from ff_stage_dependency_edge(%s, gen_random_uuid(), %s, %s)",
            *(parent.flow_id, child, execution_id),
        )
        session.rows("select ff_apply_dependency_to_child(%s, %s)", parent.flow_id, edge_id)
        session.rows("select ff_wait_children(%s)", handle)
        session.change.nodes[child] = Node(parent.flow_id)
        session.change.nodes[execution_id] = Node(
            parent.flow_id,
            (*parent.upstreams, child),
            parent.required,
            parent.cancels_losers,
        )
        self.end(session, self.chance.choice(["commit", "commit", "rollback"]))

    def cancel(self, session: Session) -> None:
        if self.chance.random() < 0.3:
            # the others go on
            flow_id = self.flows[0]
            policy = self.chance.choice(["cancel_all", "cancel_pending", "cancel_flow_only"])
            [[outcome]] = session.rows(
                "select outcome from ff_cancel_flow(%s, 'enough', %s)", flow_id, policy
            )
            if outcome != "already_terminal":
                session.change.cancelled_flows[flow_id] = policy
            return
        execution_id = self.chance.choice(list(self.known.nodes))
        [[is_replay]] = session.rows(
            "select is_replay from ff_cancel_execution(%s, 'why not')", execution_id
        )
        if not is_replay:
            session.change.ends[execution_id] = "cancelled"

    def tick(self, session: Session) -> None:
        session.rows("select from ff_tick()")

    def let_time_pass(self, _session: Session) -> None:
        step_ms = self.chance.choice([1, 30, 30, 1100])
        self.observer.rows(
            "select setval('public.clock_us', last_value + %s) from public.clock_us",
            1000 * step_ms,
        )

    # What is promised.

    def states(self) -> dict[str, str]:
        return dict(
            self.observer.rows(
                "select e.execution_id::text, ff_read_execution_state(e.execution_id)"
                " from ff_exec_core as e"
            )
        )

    def check_what_is_shown(self) -> None:
        """In one snapshot; other transactions may be open."""
        observer = self.observer
        observer.rows("begin isolation level repeatable read")
        assert observer.rows("select * from ff_check()") == []
        states = self.states()
        listed = dict(observer.rows("select flow_id::text, public_flow_state from ff_list_flows()"))
        for flow_id in self.flows:
            [described] = observer.rows(
                "select public_flow_state, node_count, edge_count, graph_revision, members,"
                " edge_groups from ff_describe_flow(%s)",
                flow_id,
            )
            public_flow_state, node_count, edge_count, revision, members, joins = described
            assert revision == node_count + edge_count
            shown = {each["execution_id"]: each["public_state"] for each in members}
            assert len(shown) == node_count
            assert shown == {each: states[each] for each in shown}
            assert sum(join["total_deps"] for join in joins) == edge_count
            [summary] = observer.rows(
                f"select public_flow_state, total_members, {', '.join(STATES)}"
                " from ff_flow_summary(%s)",
                flow_id,
            )
            counts = Counter(shown.values())
            assert summary == (public_flow_state, node_count, *(counts[each] for each in STATES))
            assert listed[flow_id] == public_flow_state
            if public_flow_state in ("completed", "failed"):
                assert set(counts) <= OVER
            assert public_flow_state != "running" or counts["active"] > 0
            if public_flow_state != "cancelled":
                assert not set(counts) <= OVER or public_flow_state in ("completed", "failed")
        observer.rows("commit")

    def come_to_rest(self) -> None:
        """End all transactions, and do all todos of flows."""
        for session in self.sessions:
            self.end(session, self.chance.choice(["commit", "rollback"]))
            self.known.add(session.change)
            session.change = Change()
        for _ in range(100):
            if not self.observer.rows("select 1 from ff_flow_todo"):
                return
            self.observer.rows(
                "select setval('public.clock_us', last_value + 1100000) from public.clock_us"
            )
            self.observer.rows("select from ff_tick()")
        raise AssertionError("debts are never paid")

    def check_what_had_to_follow(self) -> None:
        self.check_what_is_shown()
        states, nodes = self.states(), self.known.nodes
        assert states.keys() == nodes.keys()
        for execution_id, outcome in self.known.ends.items():
            assert states[execution_id] == outcome
        joins = {
            join["downstream_execution_id"]: join
            for flow_id in self.flows
            for [groups] in self.observer.rows(
                "select edge_groups from ff_describe_flow(%s)", flow_id
            )
            for join in groups
        }
        verdicts = {each: node.verdict(states) for each, node in nodes.items() if node.upstreams}
        assert verdicts == {each: join["group_state"] for each, join in joins.items()}
        allowed = {
            "pending": {"waiting_children", "cancelled"},
            "satisfied": {"waiting", "active", "completed", "failed", "cancelled"},
            "impossible": {"skipped", "cancelled"},
            "none": {"waiting", "active", "completed", "failed", "cancelled"},
        }
        for execution_id, node in nodes.items():
            possible = allowed[verdicts.get(execution_id, "none")]
            if self.known.cancelled_flows.get(node.flow_id) in (
                "cancel_pending",
                "cancel_flow_only",
            ):
                # what the policy spares is not skipped either
                possible = possible | {
                    "waiting_children",
                    "waiting",
                    "active",
                    "completed",
                    "failed",
                }
            assert states[execution_id] in possible, execution_id
            if execution_id in joins:
                self.check_join(joins[execution_id], [states[each] for each in node.upstreams])
        self.check_losers(states, verdicts)

    def check_join(self, join: dict[str, Any], upstreams: list[str]) -> None:
        ends = Counter(upstreams)
        assert join["satisfied_count"] == ends["completed"]
        assert join["skipped_count"] == ends["skipped"]
        assert join["failed_count"] == ends["failed"] + ends["cancelled"] + ends["expired"]
        assert join["running_count"] == sum(each not in OVER for each in upstreams)

    def check_losers(self, states: dict[str, str], verdicts: dict[str, str]) -> None:
        nodes = self.known.nodes
        # the decision of a race says nothing of members that were added to it later
        late = {
            (str(upstream_id), str(downstream_id))
            for upstream_id, downstream_id in self.observer.rows(
                "select d.upstream_id, d.downstream_id from ff_edge as d"
                " inner join ff_edge_group as g on g.downstream_id = d.downstream_id"
                " where d.created_at > g.decided_at"
            )
        }
        for execution_id, state in states.items():
            behind = [each for each in nodes if execution_id in nodes[each].upstreams]
            raced = [
                each
                for each in behind
                if nodes[each].cancels_losers and verdicts[each] != "pending"
            ]
            if state == "cancelled":
                assert (
                    execution_id in self.known.ends
                    or raced
                    # only a loser needed it
                    or any(
                        states[each] == "cancelled" and each not in self.known.ends
                        for each in behind
                    )
                    or nodes[execution_id].flow_id in self.known.cancelled_flows
                ), "nobody cancelled it"
            elif (
                any((execution_id, each) not in late for each in raced)
                and state not in OVER
                and nodes[execution_id].flow_id not in self.known.cancelled_flows
            ):
                assert any(
                    verdicts[each] == "pending" and states[each] not in OVER for each in behind
                ), "a loser that no pending join needs goes on"

    def work_off(self) -> None:
        """Complete all executions that can be claimed, until none is left."""
        worker = self.sessions[0]
        states = self.states()
        for handle, execution_id in self.handles:
            if states[execution_id] == "active":
                self.complete(worker, handle, execution_id)
        for _ in range(200):
            before = len(self.handles)
            self.claim(worker)
            for handle, execution_id in self.handles[before:]:
                self.complete(worker, handle, execution_id)
            if len(self.handles) == before:
                self.come_to_rest()
                self.claim(worker)
                if len(self.handles) == before:
                    return
                for handle, execution_id in self.handles[before:]:
                    self.complete(worker, handle, execution_id)
        raise AssertionError("there is no end")

    def complete(self, session: Session, handle: str, execution_id: str) -> None:
        try:
            session.rows("select ff_complete(%s, %s::jsonb)", handle, json.dumps(execution_id))
            self.known.ends[execution_id] = "completed"
        except psycopg.Error as error:
            # a handle of an earlier lease, or a loser of a race that was over before
            if error.sqlstate not in REFUSALS:
                raise

    def check_that_all_is_over(self) -> None:
        states = self.states()
        for execution_id, node in self.known.nodes.items():
            policy = self.known.cancelled_flows.get(node.flow_id)
            if policy != "cancel_flow_only":
                assert states[execution_id] in OVER, (execution_id, policy)
            if states[execution_id] == "completed":
                self.check_input(execution_id, node, states)

    def check_input(self, execution_id: str, node: Node, states: dict[str, str]) -> None:
        [[given]] = self.observer.rows("select input from ff_describe_execution(%s)", execution_id)
        if given is None:
            return
        got = given["got"]
        # children that were spawned later pass nothing; each result is the name of its maker
        wanted = [each for each in node.upstreams if states[each] == "completed"]
        assert got == [each for each in wanted if each in got]
        if node.required is None:
            assert got == wanted[: len(got)]
        else:
            assert len(got) >= node.required


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.mark.parametrize("seed", SEEDS)
def test_flows_beside_their_model(server: RunningServer, stack: ExitStack, seed: int) -> None:
    world = World(server, stack, seed)
    for step in range(STEPS):
        world.act()
        if step % 10 == 0:
            world.check_what_is_shown()
        if step % 50 == 49:
            world.come_to_rest()
            world.check_what_had_to_follow()
    world.come_to_rest()
    world.work_off()
    world.come_to_rest()
    world.check_what_had_to_follow()
    world.check_that_all_is_over()
