"""Random walks through flows that are replayed, cancelled, blocked and extended while they run.

Three sessions work on flows of 3 to 12 nodes, in transactions that commit or roll back, some of
them in REPEATABLE READ; the clock is moved by hand. Whenever all transactions have ended and all
debts are paid, an oracle that reads nothing of joins and edges computes from the policies what must
hold, by the lives of the executions (the life of an execution is its count of replays):

- an execution ends once in each life, and its lease is given back before;
- a member that waits has a join that its upstreams have not decided: those that ended without
  success count only if that was after the replay of the member;
- a member that was skipped had lost too many of its upstreams, in lives that count for it;
- a member has the results of as many upstreams as it needs, each of a life that completed, and none
  of a life that was over when it waited last;
- a cancelled flow ends no member that its policy spares;
- the flow has failed when a member is missed: one that ended without success, and had nothing
  behind it, or something that did not get enough and was missed or not lost itself (the one law
  that reads from the joins which are satisfied);
- at the end, when everything that can be claimed is completed, only members wait whose join is
  undecided.

FF_FLOW_WALKS=500 walks for longer, FF_FLOW_WALK_FROM=1000 elsewhere.
"""

from __future__ import annotations

import copy
import json
import os
import random
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
SESSIONS, STEPS, FLOWS = 3, 200, 3
LOST = OVER - {"completed"}
CANCELLATION_POLICIES = ["cancel_all", "cancel_pending", "cancel_flow_only", "cancel_flow_only"]
ISOLATION_LEVELS = ["read committed", "repeatable read"]
# no answer of an operator or a holder that comes too late, or for what is in another state
REFUSALS = {"ZF101", "ZF102", "ZF103", "ZF105"} | {
    "ZF201",
    "ZF202",
    "ZF203",
    "ZF204",
    "ZF207",
    "ZF305",
    "ZF402",
    "ZF407",
    "ZF409",
    "ZF507",
}
# what a transaction with an old snapshot is told, and an edge whose input name is taken
SERIALIZATION_FAILURE = "40001"
REFUSALS |= {SERIALIZATION_FAILURE, "22023"}
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

# A lease is not given back after the end of the life that it belongs to.
AFTER_THE_END = """
with lives as (
    select v.execution_id, v.event_id, v.ordinal, v.kind, count(*) filter (
        where v.kind = 'replayed'
    ) over (partition by v.execution_id order by v.event_id, v.ordinal) as life
    from ff_event_item as v
)
select l.execution_id, l.kind
from lives as l
join lives as c on c.execution_id = l.execution_id and c.life = l.life and c.kind = 'completed'
where (c.event_id, c.ordinal) < (l.event_id, l.ordinal)
and l.kind in ('acquired', 'released', 'revoked', 'expired', 'reclaimed')
"""


@dataclass
class Node:
    flow_id: str
    upstreams: list[str]
    required: int | None = None
    # the upstreams whose results it gets, by the name of the input; a list gets several
    inputs: dict[str, list[str]] = field(default_factory=dict)
    is_extended: bool = False
    # of its upstreams, those whose edge is not applied yet
    staged: set[str] = field(default_factory=set)

    @property
    def needed(self) -> int:
        return len(self.upstreams) if self.required is None else self.required

    @property
    def applied(self) -> list[str]:
        return [each for each in self.upstreams if each not in self.staged]


@dataclass
class Known:
    """What a transaction did, or all that were committed together."""

    nodes: dict[str, Node] = field(default_factory=dict)
    # edges that were added: upstream, downstream, name of the input
    edges: list[tuple[str, str, str | None]] = field(default_factory=list)
    applied: list[tuple[str, str]] = field(default_factory=list)
    # which life of each upstream counts for a member that was replayed
    awaited: dict[str, dict[str, int]] = field(default_factory=dict)
    policies: dict[str, str] = field(default_factory=dict)
    # members that had begun when their flow was cancelled
    spared: set[str] = field(default_factory=set)
    # members that came back to wait, or were ended by a call that names them
    released: set[str] = field(default_factory=set)

    def add(self, other: Known) -> None:
        self.nodes |= other.nodes
        for upstream, downstream, name in other.edges:
            node = self.nodes[downstream]
            node.upstreams.append(upstream)
            node.staged.add(upstream)
            node.is_extended = True
            if name:
                node.inputs.setdefault(name, []).append(upstream)
        for upstream, downstream in other.applied:
            self.nodes[downstream].staged.discard(upstream)
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
        self.step = 0
        self.known = Known()
        self.handles: list[tuple[str, str]] = []
        self.staged: list[tuple[str, str, str, str]] = []
        # for members that wait for all: which lives of their upstreams they may be fed
        self.floors: dict[str, dict[str, int]] = {}
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
        # some begin with several nodes that are ready at once
        root_count = self.chance.choice([1, 1, 2, 3])
        for number in range(self.chance.randint(3, 12)):
            names = list(document)
            sizes = [0, 1, 2, 2, 3] if root_count == 1 else [2, 2, 3]
            after = self.chance.sample(names, min(len(names), self.chance.choice(sizes)))
            if number < root_count:
                after = []
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
                **({"after": join} if after else {}),
            }
            if after:
                document[f"n{number}"]["inputs"] = {each: each for each in after} | (
                    {"all": after} if self.chance.random() < 0.5 else {}
                )
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
                {
                    input_name: [executions[each] for each in ([of] if isinstance(of, str) else of)]
                    for input_name, of in node.get("inputs", {}).items()
                },
            )
        return str(flow_id)

    # What sessions do.

    def act(self) -> None:
        session = self.chance.choice(self.sessions)
        acts = [
            *[self.toggle] * 5,
            *[self.claim] * 6,
            *[self.finish] * 10,
            *[self.replay] * 5,
            *[self.fail_unseen] * 2,
            *[self.come_back] * 3,
            *[self.spawn] * 2,
            *[self.stage] * 2,
            *[self.apply] * 3,
            *[self.block] * 2,
            *[self.cancel] * 2,
            self.cancel_flow,
            *[self.let_time_pass] * 2,
        ]
        act = self.chance.choice(acts)
        if act == self.let_time_pass:
            self.let_time_pass(session)
            return
        before = copy.deepcopy(session.change)
        has_savepoint = session.is_open and act not in (self.toggle, self.spawn)
        if has_savepoint:
            session.rows("savepoint before")
        try:
            act(session)
        except psycopg.Error as error:
            # anything else is a bug; a deadlock above all
            if error.sqlstate != LOCK_TIMEOUT and error.sqlstate not in REFUSALS:
                raise
            if has_savepoint and error.sqlstate != SERIALIZATION_FAILURE:
                session.rows("rollback to before")
                session.change = before
            else:
                self.end(session, "rollback")
                session.change = Known()
        if not session.is_open:
            self.known.add(session.change)
            session.change = Known()

    def toggle(self, session: Session) -> None:
        if session.is_open:
            self.end(session, self.chance.choice(["commit", "commit", "rollback"]))
        else:
            self.begin(session)

    def begin(self, session: Session) -> None:
        if self.chance.random() < 0.3:
            session.rows("begin isolation level repeatable read")
            # an old snapshot from here on
            session.rows("select 1 from ff_flow")
        else:
            session.rows("begin")
        session.is_open = True

    def end(self, session: Session, how: str) -> None:
        if how == "rollback":
            session.change = Known()
        if session.is_open:
            session.is_open = False
            session.rows(how)

    def claim(self, session: Session) -> None:
        for handle, execution_id in session.rows(
            "select handle, execution_id::text from ff_claim_batch('lane', 'w', 'w-1', %s,"
            " p_lease_ttl_ms => 86400000)",
            self.chance.choice([1, 1, 3]),
        ):
            self.handles.append((handle, execution_id))

    def pick(self, session: Session) -> tuple[str, str] | None:
        """A handle, most often of a running member."""
        handles = self.handles[-6:]
        if self.chance.random() < 0.8:
            running = [
                row[0]
                for row in session.rows(
                    "select execution_id::text from ff_exec_core where state = 'active'"
                    " order by execution_id"
                )
            ]
            newest = {each[1]: each for each in self.handles if each[1] in running}
            handles = list(newest.values()) or handles
        return self.chance.choice(handles) if handles else None

    def finish(self, session: Session) -> None:
        if picked := self.pick(session):
            self.complete(session, *picked, fails=self.chance.random() < 0.3)

    def complete(
        self, session: Session, handle: str, execution_id: str, *, fails: bool = False
    ) -> None:
        if fails:
            session.rows("select ff_fail(%s, 'oops', 'permanent')", handle)
            return
        # the result names the life that it is of
        session.rows(
            "select ff_complete(%s, (select jsonb_build_array(e.execution_id, e.replay_count)"
            " from ff_exec_core as e where e.execution_id = %s::uuid))",
            *(handle, execution_id),
        )

    def fail_unseen(self, session: Session) -> None:
        """Replay a member while the failure of a further upstream is still a todo."""
        members = self.members()
        running = {execution_id: handle for handle, execution_id in self.handles}
        waiting = [
            (each, [up for up in node.applied if members[up].state in ("waiting", "active")])
            for each, node in self.known.nodes.items()
            if members[each].state == "waiting_children" and node.required is None
        ]
        waiting = [(each, upstreams) for each, upstreams in waiting if len(upstreams) > 1]
        if session.is_open or not waiting:
            return
        skipped, upstreams = self.chance.choice(waiting)
        for isolation, upstream in zip(ISOLATION_LEVELS, upstreams, strict=False):
            if members[upstream].state == "waiting":
                [[running[upstream]]] = session.rows(
                    "select handle from ff_issue_grant_and_claim(%s, 'lane', 86400000)", upstream
                )
                self.handles.append((running[upstream], upstream))
            session.rows(f"begin isolation level {isolation}")
            session.is_open = True
            session.rows("select ff_fail(%s, 'oops', 'permanent')", running[upstream])
            self.end(session, "commit")
        self.replay(session, [skipped])

    def come_back(self, session: Session) -> None:
        """A holder gives its lease back, to continue later."""
        if not (picked := self.pick(session)):
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

    def replay(self, session: Session, among: list[str] | None = None) -> None:
        over = [
            execution_id
            for [execution_id] in session.rows(
                "select execution_id::text from ff_exec_core"
                " where terminal_at is not null order by execution_id"
            )
            if execution_id in (self.known.nodes if among is None else among)
        ]
        if not over:
            return
        execution_id = self.chance.choice(over)
        session.rows("select ff_replay_execution(%s)", execution_id)
        members = self.members(session)
        session.change.awaited[execution_id] = {
            each: members[each].life + (members[each].state in LOST)
            for each in self.known.nodes[execution_id].applied
            if each in members
        }

    def stage(self, session: Session) -> None:
        """Make one member wait for another; the edge is applied now or later."""
        upstream, downstream = self.chance.choice(list(self.known.nodes)), self.any_member()
        node = self.known.nodes[downstream]
        pairs = [edge[:2] for each in self.sessions for edge in each.change.edges]
        if (
            upstream in node.upstreams
            or (upstream, downstream) in pairs
            or self.known.nodes[upstream].flow_id != node.flow_id
            or upstream == downstream
        ):
            return
        name = self.chance.choice([None, "late", "all[]", f"late{len(self.staged)}"])
        [[edge_id]] = session.rows(
            "select edge_id::text from ff_stage_dependency_edge(%s, gen_random_uuid(), %s, %s,"
            " p_input_name => %s)",
            *(node.flow_id, upstream, downstream, name),
        )
        session.change.edges.append((upstream, downstream, name and name.removesuffix("[]")))
        self.staged.append((node.flow_id, edge_id, upstream, downstream))
        if not session.is_open:
            # committed, also when the next call is refused
            self.known.add(session.change)
            session.change = Known()
        if self.chance.random() < 0.5:
            self.apply(session)

    def apply(self, session: Session) -> None:
        if self.staged:
            flow_id, edge_id, upstream, downstream = self.chance.choice(self.staged[-3:])
            session.rows("select ff_apply_dependency_to_child(%s, %s)", flow_id, edge_id)
            session.change.applied.append((upstream, downstream))

    def spawn(self, session: Session) -> None:
        """A worker adds an upstream of its own, and runs on or waits for it."""
        if not (picked := self.pick(session)) or picked[1] not in self.known.nodes:
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
        session.change.edges.append((child, execution_id, None))
        session.change.applied.append((child, execution_id))
        if self.chance.random() < 0.7:
            session.change.released.add(execution_id)
            session.rows("select ff_wait_children(%s)", handle)
        self.end(session, self.chance.choice(["commit", "commit", "rollback"]))

    def block(self, session: Session) -> None:
        block, unblock = "ff_block_execution(%s, 'paused_by_operator')", "ff_unblock_execution(%s)"
        call = self.chance.choice([block, unblock])
        waiting = session.rows(
            "select execution_id::text from ff_exec_core"
            " where state < 'active' and state::text like %s order by execution_id",
            "waiting%" if call == block else "operator%",
        )
        if waiting:
            session.rows(f"select {call}", self.chance.choice(waiting)[0])

    def cancel(self, session: Session) -> None:
        """Cancel any member, or one of a cancelled flow that others wait for."""
        closed = [
            up
            for node in self.known.nodes.values()
            if node.flow_id in self.known.policies
            for up in node.applied
        ]
        execution_id = self.chance.choice([self.any_member(), *closed])
        session.change.released.add(execution_id)
        session.rows("select ff_cancel_execution(%s, 'why not')", execution_id)

    def cancel_flow(self, session: Session) -> None:
        if self.step < STEPS / 3:
            return
        # the others go on
        flow_id = self.chance.choice(self.flows[:2])
        policy = self.chance.choice(CANCELLATION_POLICIES)
        [[outcome]] = session.rows(
            "select outcome from ff_cancel_flow(%s, 'enough', %s)", flow_id, policy
        )
        if outcome == "already_terminal":
            return
        session.change.policies[flow_id] = policy
        members = self.members(session)
        session.change.spared |= {
            each
            for each, member in members.items()
            if self.known.nodes[each].flow_id == flow_id
            and policy != "cancel_all"
            and (member.state in {"active", "suspended"} or policy == "cancel_flow_only")
            and member.state not in OVER
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
        # an old snapshot does not show all of them
        return {each: shown[each] for each in self.known.nodes if each in shown}

    def come_to_rest(self) -> dict[str, Member]:
        for session in self.sessions:
            try:
                self.end(session, self.chance.choice(["commit", "rollback"]))
            except psycopg.Error as error:
                if error.sqlstate not in REFUSALS:
                    raise
                session.change = Known()
            self.known.add(session.change)
            session.change = Known()
        for _ in range(100):
            if not self.observer.rows("select 1 from ff_flow_todo"):
                break
            self.observer.rows(
                "select setval('public.clock_us', last_value + 20000) from public.clock_us"
            )
            self.observer.rows("select from ff_tick()")
        else:
            raise AssertionError("debts are never paid")
        assert self.observer.rows("select * from ff_check()") == []
        assert self.observer.rows(AFTER_THE_END) == []
        return self.members()

    def lost(self, execution_id: str, members: dict[str, Member]) -> list[str]:
        """The upstreams whose present end counts as a failure."""
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
                met = [each for each in node.applied if members[each].state == "completed"]
                assert len(met) < node.needed, ("it waits for what it has", case)
                lost = self.lost(execution_id, members)
                # one that had begun when it got a further upstream keeps what it began with
                assert node.is_extended or len(lost) <= len(node.upstreams) - node.needed, (
                    "it waits in vain",
                    case,
                )
            self.check_skip(execution_id, member, members, case)
            self.check_input(execution_id, member, node, members, case)
            if execution_id in self.known.spared - self.known.released:
                assert member.state != "skipped", ("its policy spares it", case)
                assert member.cancelled_by != "flow_cascade", ("its policy spares it", case)
        self.check_flows(members)
        self.before = members

    def check_flows(self, members: dict[str, Member]) -> None:
        """The summary of a flow agrees with the joins behind its failed members."""
        satisfied = {
            row[0]
            for row in self.observer.rows(
                "select downstream_id::text from ff_edge_group where state = 'satisfied'"
            )
        }
        behind: dict[str, list[str]] = {each: [] for each in self.known.nodes}
        for downstream, node in self.known.nodes.items():
            for each in node.upstreams:
                behind[each].append(downstream)

        def is_missed(execution_id: str) -> bool:
            return not behind[execution_id] or any(
                each not in satisfied and (members[each].state not in LOST or is_missed(each))
                for each in behind[execution_id]
            )

        for flow_id in self.flows:
            own = [each for each, node in self.known.nodes.items() if node.flow_id == flow_id]
            if flow_id in self.known.policies or any(
                members[each].state not in OVER for each in own
            ):
                continue
            has_failed = any(
                members[each].state in LOST - {"skipped"} and is_missed(each) for each in own
            )
            [[state]] = self.observer.rows(
                "select public_flow_state from ff_flow_summary(%s)", flow_id
            )
            assert state == ("failed" if has_failed else "completed"), (flow_id, members)

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
        # an edge that was added since may have made it one that could have been
        spare = 0 if node.is_extended else len(node.upstreams) - node.needed
        assert len(lost) > spare, ("it was not lost", case)

    def check_input(
        self,
        execution_id: str,
        member: Member,
        node: Node,
        members: dict[str, Member],
        case: object,
    ) -> None:
        if member.state == "waiting_children" and node.required is None and not node.is_extended:
            self.floors[execution_id] = {each: members[each].life for each in node.upstreams}
        fed = ("waiting", "active", "delayed", "completed", "failed", "suspended")
        if not node.inputs or member.state not in fed or self.is_unborn(member):
            return
        if not node.is_extended:
            assert set(member.given) == set(node.inputs), ("it was not fed", case)
        for name, value in member.given.items():
            results = self.listed(value)
            of = [result[0] for result in results]
            assert of == [each for each in node.inputs[name] if each in of], ("not in order", case)
            for upstream, life in results:
                assert members[upstream].ends[life] == "success", ("a result of no life", case)
                floor = self.floors.get(execution_id, {}).get(upstream, 0)
                assert life >= floor, ("a result of a life that was over", case)
            if not node.is_extended and len(node.inputs[name]) >= len(node.upstreams):
                assert len(results) >= node.needed, ("it lacks results", case)
        if not node.is_extended:
            fed_by = {result[0] for value in member.given.values() for result in self.listed(value)}
            assert len(fed_by) >= node.needed, ("it lacks results", case)

    def listed(self, value: Any) -> list[Any]:
        """The results in an input: of a list, of a single one, or none."""
        if value is None:
            return []
        return value if not value or isinstance(value[0], list) else [value]

    def is_unborn(self, member: Member) -> bool:
        """Whether it ended by a failure before its first attempt."""
        return member.state == "failed" and not member.given

    def work_off(self) -> None:
        """Complete all executions that can be claimed, until none is left."""
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
    for walk.step in range(STEPS):
        walk.act()
        if walk.step % 20 == 19:
            walk.check()
    walk.work_off()
    walk.check()
