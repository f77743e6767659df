"""Random walks through flows that are replayed, cancelled, blocked and extended while they run.

Three sessions work on flows of 3 to 12 nodes, in transactions that commit or roll back; the clock
is moved by hand. Whenever all transactions have ended and all debts are paid, an oracle that reads
nothing of joins and edges computes from the policies what must hold, by the lives of the executions
(the life of an execution is its count of replays):

- an execution ends once in each life;
- a member that waits has a join that its upstreams have not decided: those that ended without
  success count only if that was after the replay of the member;
- a member that was skipped had lost too many of its upstreams, in lives that count for it;
- a member has the results of as many upstreams as it needs, each of a life that completed;
- a cancelled flow ends no member that its policy spares;
- at the end, when everything that can be claimed is completed, only members wait whose join is
  undecided.

FF_FLOW_WALKS=500 walks for longer, FF_FLOW_WALK_FROM=1000 elsewhere.
"""

from __future__ import annotations

import json
import os
import random
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import psycopg
import pytest
from pg_server import RunningServer
from test_db import OWNER, clone

from .test_flows import LOCK_TIMEOUT, OPTIONS, OVER, SETUP

FIRST = int(os.environ.get("FF_FLOW_WALK_FROM", "0"))
WALKS = range(FIRST, FIRST + int(os.environ.get("FF_FLOW_WALKS", "6")))
SESSIONS, STEPS, FLOWS = 3, 160, 2
LOST = OVER - {"completed"}
# no answer of an operator or a holder that comes too late, or for what is in another state
REFUSALS = {"ZF101", "ZF102", "ZF103", "ZF105"} | {
    "ZF201",
    "ZF202",
    "ZF203",
    "ZF204",
    "ZF207",
    "ZF305",
    "ZF402",
    "ZF507",
}
TABLE = """
select e.execution_id::text as id, ff_read_execution_state(e.execution_id) as state,
    e.replay_count, e.input,
    e.cancelled_by, (
        select array_agg(v.outcome::text order by v.event_id)
        from ff_event_item as v
        where v.kind = 'completed' and v.execution_id = e.execution_id
    ) as ends
from ff_exec_core as e
"""


@dataclass
class Node:
    flow_id: str
    upstreams: list[str]
    required: int | None = None
    has_inputs: bool = False
    is_extended: bool = False

    @property
    def needed(self) -> int:
        return len(self.upstreams) if self.required is None else self.required


@dataclass
class Known:
    """What a transaction did, or all that were committed together."""

    nodes: dict[str, Node] = field(default_factory=dict)
    edges: list[tuple[str, str]] = field(default_factory=list)
    # which life of each upstream counts for a member that was replayed
    awaited: dict[str, dict[str, int]] = field(default_factory=dict)
    policies: dict[str, str] = field(default_factory=dict)
    # members that had begun when their flow was cancelled
    spared: set[str] = field(default_factory=set)
    # members that came back to wait, or were ended by a call that names them
    released: set[str] = field(default_factory=set)

    def add(self, other: Known) -> None:
        self.nodes |= other.nodes
        for upstream, downstream in other.edges:
            self.nodes[downstream].upstreams.append(upstream)
            self.nodes[downstream].is_extended = True
        self.awaited |= other.awaited
        self.policies |= other.policies
        self.spared |= other.spared
        self.released |= other.released


@dataclass
class Session:
    connection: psycopg.Connection[Any]
    is_open: bool = False
    change: Known = field(default_factory=Known)

    def rows(self, query: str, *arguments: object) -> list[Any]:
        cursor = self.connection.execute(query.encode(), arguments or None)
        return cursor.fetchall() if cursor.description else []


@dataclass
class Member:
    state: str
    life: int
    given: dict[str, Any]
    ends: list[str]
    cancelled_by: str | None


class Walk:
    def __init__(self, server: RunningServer, stack: ExitStack, seed: int) -> None:
        self.stack = stack
        self.dsn = server.dsn(stack.enter_context(clone(server)), OWNER)
        self.chance = random.Random(seed)
        self.observer = self.open()
        for statement in SETUP.split(";\n"):
            self.observer.rows(statement)
        self.sessions = [self.open() for _ in range(SESSIONS)]
        self.known = Known()
        self.handles: list[tuple[str, str]] = []
        self.before: dict[str, Member] = {}
        self.flows = [self.submit() for _ in range(FLOWS)]
        self.before = self.members()

    def open(self) -> Session:
        connection: psycopg.Connection[Any] = psycopg.connect(
            self.dsn, autocommit=True, options=OPTIONS
        )
        self.stack.callback(connection.close)
        return Session(connection)

    def submit(self) -> str:
        document: dict[str, Any] = {}
        for number in range(self.chance.randint(3, 12)):
            names = list(document)
            after = self.chance.sample(names, min(len(names), self.chance.choice([0, 1, 2, 2, 3])))
            losers = self.chance.choice(["cancel", "run"])
            join: Any = self.chance.choice(
                [
                    after,
                    after,
                    {"any_of": after, "losers": losers},
                    {"of": after, "quorum": max(1, len(after) - 1), "losers": losers},
                ]
            )
            policy: dict[str, Any] = {
                "retry_policy": {
                    "max_retries": 3,
                    "backoff": {"type": "fixed", "delay_ms": self.chance.choice([0, 500])},
                },
                "max_replay_count": self.chance.choice([1, 100, 100]),
            }
            if self.chance.random() < 0.1:
                policy["timeout_policy"] = {"execution_deadline_ms": 4000}
            document[f"n{number}"] = {
                "lane": "lane",
                "policy": policy,
                **({"after": join, "inputs": {each: each for each in after}} if after else {}),
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
                [executions[each] for each in listed],
                None if isinstance(join, list) else join.get("quorum", 1),
                bool(listed),
            )
        return str(flow_id)

    # What sessions do.

    def act(self) -> None:
        session = self.chance.choice(self.sessions)
        acts = [
            *[self.toggle] * 5,
            *[self.claim] * 6,
            *[self.finish] * 8,
            *[self.replay] * 5,
            *[self.come_back] * 3,
            *[self.spawn] * 2,
            *[self.block] * 2,
            *[self.cancel] * 3,
            self.cancel_flow,
            *[self.let_time_pass] * 2,
        ]
        act = self.chance.choice(acts)
        if act == self.let_time_pass:
            self.let_time_pass(session)
            return
        try:
            act(session)
        except psycopg.Error as error:
            # anything else is a bug; a deadlock above all
            if error.sqlstate != LOCK_TIMEOUT and error.sqlstate not in REFUSALS:
                raise
            # a transaction with a refused call is rolled back
            session.change = Known()
            if session.is_open:
                self.end(session, "rollback")
        if not session.is_open:
            self.known.add(session.change)
            session.change = Known()

    def toggle(self, session: Session) -> None:
        if session.is_open:
            self.end(session, self.chance.choice(["commit", "commit", "rollback"]))
        else:
            session.rows("begin")
            session.is_open = True

    def end(self, session: Session, how: str) -> None:
        if how == "rollback":
            session.change = Known()
        if session.is_open:
            session.rows(how)
        session.is_open = False

    def claim(self, session: Session) -> None:
        for handle, execution_id in session.rows(
            "select handle, execution_id::text from ff_claim_batch('lane', 'w', 'w-1', %s,"
            " p_lease_ttl_ms => 86400000)",
            self.chance.choice([1, 1, 3]),
        ):
            self.handles.append((handle, execution_id))

    def pick(self) -> tuple[str, str] | None:
        return self.chance.choice(self.handles[-6:]) if self.handles else None

    def finish(self, session: Session) -> None:
        if picked := self.pick():
            self.complete(session, *picked, fails=self.chance.random() < 0.3)

    def complete(
        self, session: Session, handle: str, execution_id: str, *, fails: bool = False
    ) -> None:
        if fails:
            session.rows("select ff_fail(%s, 'oops', 'permanent')", handle)
            return
        # the result names the life that it is of
        session.rows(
            "select ff_complete(%s, to_jsonb((select e.replay_count from ff_exec_core as e"
            " where e.execution_id = %s::uuid)))",
            *(handle, execution_id),
        )

    def come_back(self, session: Session) -> None:
        """A holder gives its lease back, to go on later."""
        if not (picked := self.pick()):
            return
        handle, execution_id = picked
        session.change.released.add(execution_id)
        what = self.chance.choice(["fail", "delay", "wait", "suspend", "resume"])
        if what == "fail":
            session.rows("select ff_fail(%s, 'oops')", handle)
        elif what == "delay":
            session.rows("select ff_delay(%s, %s)", handle, self.chance.choice([0, 500]))
        elif what == "wait":
            session.rows("select ff_wait_children(%s)", handle)
        elif what == "suspend":
            session.rows("select ff_suspend(%s, '{\"operator_only\": true}')", handle)
        else:
            session.rows("select ff_resume_execution(%s)", execution_id)

    def any_member(self) -> str:
        return self.chance.choice(list(self.known.nodes))

    def replay(self, session: Session) -> None:
        over = [
            execution_id
            for [execution_id] in session.rows(
                "select execution_id::text from ff_exec_core"
                " where terminal_at is not null order by execution_id"
            )
            if execution_id in self.known.nodes
        ]
        if not over:
            return
        execution_id = self.chance.choice(over)
        session.rows("select ff_replay_execution(%s)", execution_id)
        members = self.members(session)
        session.change.awaited[execution_id] = {
            each: members[each].life + (members[each].state in LOST)
            for each in self.known.nodes[execution_id].upstreams
        }

    def spawn(self, session: Session) -> None:
        """A worker adds an upstream of its own, and goes on or waits for it."""
        if not (picked := self.pick()) or picked[1] not in self.known.nodes:
            return
        handle, execution_id = picked
        flow_id = self.known.nodes[execution_id].flow_id
        if not session.is_open:
            self.toggle(session)
        session.rows("select ff_assert_lease(%s)", handle)
        [[child]] = session.rows(
            "select execution_id::text from ff_create_execution('lane', p_flow_id => %s)", flow_id
        )
        session.rows(
            "select ff_apply_dependency_to_child(s.flow_id, s.edge_id)"
            " from ff_stage_dependency_edge(%s, gen_random_uuid(), %s, %s) as s",
            *(flow_id, child, execution_id),
        )
        session.change.nodes[child] = Node(flow_id, [])
        session.change.edges.append((child, execution_id))
        if self.chance.random() < 0.7:
            session.change.released.add(execution_id)
            session.rows("select ff_wait_children(%s)", handle)
        self.end(session, self.chance.choice(["commit", "commit", "rollback"]))

    def block(self, session: Session) -> None:
        block, unblock = "ff_block_execution(%s, 'paused_by_operator')", "ff_unblock_execution(%s)"
        call = self.chance.choice([block, unblock, unblock])
        session.rows(f"select {call}", self.any_member())

    def cancel(self, session: Session) -> None:
        execution_id = self.any_member()
        session.change.released.add(execution_id)
        session.rows("select ff_cancel_execution(%s, 'why not')", execution_id)

    def cancel_flow(self, session: Session) -> None:
        if self.chance.random() < 0.5:
            return
        # the other goes on
        flow_id = self.flows[0]
        policy = self.chance.choice(["cancel_all", "cancel_pending", "cancel_flow_only"])
        [[outcome]] = session.rows(
            "select outcome from ff_cancel_flow(%s, 'enough', %s)", flow_id, policy
        )
        if outcome == "already_terminal":
            return
        session.change.policies[flow_id] = policy
        members = self.members(session)
        session.change.spared = {
            each
            for each, node in self.known.nodes.items()
            if node.flow_id == flow_id
            and policy != "cancel_all"
            and (members[each].state in {"active", "suspended"} or policy == "cancel_flow_only")
            and members[each].state not in OVER
        }

    def let_time_pass(self, _session: Session) -> None:
        self.observer.rows(
            "select setval('public.clock_us', last_value + %s) from public.clock_us",
            1000 * self.chance.choice([1, 30, 1100]),
        )

    # What is promised.

    def members(self, session: Session | None = None) -> dict[str, Member]:
        shown = {
            row[0]: Member(row[1], row[2], row[3] or {}, row[5] or [], row[4])
            for row in (session or self.observer).rows(TABLE)
        }
        return {each: shown[each] for each in self.known.nodes}

    def come_to_rest(self) -> dict[str, Member]:
        for session in self.sessions:
            self.end(session, self.chance.choice(["commit", "rollback"]))
            self.known.add(session.change)
            session.change = Known()
        for _ in range(100):
            if not self.observer.rows("select 1 from ff_flow_debt"):
                break
            self.observer.rows(
                "select setval('public.clock_us', last_value + 20000) from public.clock_us"
            )
            self.observer.rows("select from ff_tick()")
        else:
            raise AssertionError("debts are never paid")
        assert self.observer.rows("select * from ff_check()") == []
        return self.members()

    def lost(self, execution_id: str, members: dict[str, Member]) -> list[str]:
        """The upstreams whose present end counts as a loss."""
        awaited = self.known.awaited.get(execution_id, {})
        return [
            each
            for each in self.known.nodes[execution_id].upstreams
            if members[each].state in LOST and members[each].life >= awaited.get(each, 0)
        ]

    def check(self) -> None:
        members = self.come_to_rest()
        for execution_id, member in members.items():
            node = self.known.nodes[execution_id]
            policy = self.known.policies.get(node.flow_id)
            case = (execution_id, member, node, [members[each] for each in node.upstreams])
            assert len(member.ends) == member.life + (member.state in OVER), case
            if member.state == "waiting_children" and policy is None:
                met = [each for each in node.upstreams if members[each].state == "completed"]
                assert len(met) < node.needed, ("it waits for what it has", case)
                lost = self.lost(execution_id, members)
                # one that had begun when it got a further upstream keeps what it began with
                assert node.is_extended or len(lost) <= len(node.upstreams) - node.needed, (
                    "it waits in vain",
                    case,
                )
            self.check_skip(execution_id, member, members, case)
            self.check_input(member, node, members, case)
            if execution_id in self.known.spared - self.known.released:
                assert member.state != "skipped", ("its policy spares it", case)
                assert member.cancelled_by != "flow_cascade", ("its policy spares it", case)
        self.before = members

    def check_skip(
        self, execution_id: str, member: Member, members: dict[str, Member], case: object
    ) -> None:
        before = self.before.get(execution_id)
        if member.state != "skipped" or (before and before.ends == member.ends):
            return
        node = self.known.nodes[execution_id]
        awaited = self.known.awaited.get(execution_id, {})
        # it may have been skipped before its last replay, too; only the last time is judged
        lost = [
            each
            for each in node.upstreams
            if any(end != "success" for end in members[each].ends[awaited.get(each, 0) :])
        ]
        assert len(lost) > len(node.upstreams) - node.needed, ("it was not lost", case)

    def check_input(
        self, member: Member, node: Node, members: dict[str, Member], case: object
    ) -> None:
        fed = ("waiting", "active", "delayed", "completed", "failed")
        if not node.has_inputs or member.state not in fed or self.is_unborn(member):
            return
        given = {name: value for name, value in member.given.items() if value is not None}
        # upstreams that were spawned later pass nothing
        named = len(member.given)
        assert named > 0, ("it was not fed", case)
        needed = named if node.required is None else min(node.required, named)
        assert len(given) >= needed, ("it lacks results", case)
        lives: dict[int, int] = defaultdict(int)
        for each in node.upstreams[:named]:
            for life, end in enumerate(members[each].ends):
                if end == "success":
                    lives[life] += 1
        assert all(lives[value] > 0 for value in given.values()), ("a result of no life", case)

    def is_unborn(self, member: Member) -> bool:
        """Whether it ended by a failure before any worker had it."""
        return member.state == "failed" and not member.given

    def work_off(self) -> None:
        """All that can be claimed is completed, until nothing is left."""
        worker = self.sessions[0]
        for _ in range(60):
            for execution_id, member in self.come_to_rest().items():
                if member.state == "suspended":
                    self.attempt(worker, "select ff_resume_execution(%s)", execution_id)
                elif member.state == "waiting":
                    self.attempt(worker, "select ff_unblock_execution(%s)", execution_id)
            self.let_time_pass(worker)
            self.claim(worker)
            members = self.members()
            for handle, execution_id in self.handles:
                if members[execution_id].state != "active":
                    continue
                try:
                    self.complete(worker, handle, execution_id)
                except psycopg.Error as error:
                    if error.sqlstate not in REFUSALS:
                        raise
            busy = {"waiting", "delayed", "active", "suspended"}
            if not any(
                member.state in busy and self.known.nodes[each].flow_id not in self.known.policies
                for each, member in self.come_to_rest().items()
            ):
                return
        raise AssertionError("there is no end")

    def attempt(self, session: Session, query: str, *arguments: object) -> None:
        try:
            session.rows(query, *arguments)
        except psycopg.Error as error:
            if error.sqlstate not in REFUSALS:
                raise


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.mark.parametrize("seed", WALKS)
def test_walks_through_lives(server: RunningServer, stack: ExitStack, seed: int) -> None:
    walk = Walk(server, stack, seed)
    for step in range(STEPS):
        walk.act()
        if step % 20 == 19:
            walk.check()
    walk.work_off()
    walk.check()
