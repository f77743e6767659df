"""Several sessions do what they like with one lane, beside a model that knows what they may.

Sessions begin, go back to savepoints, commit, roll back, prepare and crash; they read in old
snapshots; the clock stands still and is moved by hand, sometimes back. What is promised then:

- at most one live lease on an execution, and its epoch grows by one at every change of owner;
- a call of a holder has effect exactly while its lease is live;
- what was committed is never lost: in the end every execution can be claimed and completed, once;
- ff_check() has nothing to say.

FF_PROPERTY_EXAMPLES=2000 looks for longer, and at random.
"""

from __future__ import annotations

import os
import re
import time
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

import psycopg
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from pg_server import RunningServer
from test_db import OWNER, clone

LANE = "lane"
SESSIONS = 4
OPTIONS = "-c statement_timeout=10s -c lock_timeout=60ms -c search_path=flowfabric,public"

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
select flowfabric.ff_register_lane(
    'lane',
    '{"retry_policy": {"max_retries": 1000, "backoff": {"type": "fixed", "delay_ms": 400}}}'
);
"""

NOT_FOUND = "ZF201"
# The caller's choice (a lock timeout, an old snapshot), not an answer about the lease.
UNRELATED = {"55P03", "40001", "40P01"}


@dataclass(frozen=True)
class Execution:
    """What is known of one: the last lease, and whether it is still held or all is over."""

    epoch: int = 0
    handle: str | None = None
    expires_at: datetime | None = None
    is_held: bool = False
    is_over: bool = False

    def is_live(self, handle: str, now: datetime) -> bool:
        return (
            self.is_held
            and self.handle == handle
            and self.expires_at is not None
            and now < self.expires_at
        )


Known = dict[str, Execution]


@dataclass
class Session:
    connection: psycopg.Connection[Any]
    # what its open transaction did; a savepoint remembers what it had done until then
    done: Known | None = None
    savepoints: list[Known] = field(default_factory=list)
    is_old: bool = False

    @property
    def is_open(self) -> bool:
        return self.done is not None

    def rows(self, query: str, *arguments: object) -> list[Any]:
        cursor = self.connection.execute(query.encode(), arguments or None)
        return cursor.fetchall() if cursor.description else []

    def end(self, statement: str) -> None:
        self.rows(statement)
        self.done, self.savepoints, self.is_old = None, [], False


class Engine(RuleBasedStateMachine):
    server: RunningServer

    def __init__(self) -> None:
        super().__init__()
        self.stack = ExitStack()
        self.dsn = self.server.dsn(self.stack.enter_context(clone(self.server)), OWNER)
        self.observer = self.open()
        for statement in SETUP.split(";\n"):
            self.observer.rows(statement)
        self.sessions = [self.open() for _ in range(SESSIONS)]
        self.committed: Known = {}
        self.prepared: dict[str, Known] = {}
        self.handles: list[tuple[str, str]] = []
        self.completions: dict[str, int] = {}
        self.names = 0

    def open(self) -> Session:
        connection: psycopg.Connection[Any] = psycopg.connect(
            self.dsn, autocommit=True, options=OPTIONS
        )
        self.stack.callback(connection.close)
        return Session(connection)

    def now(self) -> datetime:
        [[now]] = self.observer.rows("select flowfabric._now()")
        assert isinstance(now, datetime)
        return now

    # What a session knows, and what it does.

    def look_up(self, session: Session, execution_id: str) -> Execution | None:
        if session.done is not None and execution_id in session.done:
            return session.done[execution_id]
        return self.committed.get(execution_id)

    def note(self, session: Session, execution_id: str, execution: Execution) -> None:
        for other in self.sessions:
            assert other is session or execution_id not in (other.done or {}), "two hold one row"
        for done in self.prepared.values():
            assert execution_id not in done, "a prepared transaction holds the row"
        if session.done is None:
            self.committed[execution_id] = execution
        else:
            session.done[execution_id] = execution

    def call(self, session: Session, query: str, *arguments: object) -> list[Any] | str:
        """The rows, or the SQLSTATE; then the transaction is undone as far as its savepoint."""
        try:
            return session.rows(query, *arguments)
        except psycopg.Error as error:
            # anything else is a bug, and so is a broken invariant (ZF9xx)
            if error.sqlstate not in UNRELATED and not re.match("ZF[1-8]", error.sqlstate or ""):
                raise
            if session.savepoints and error.sqlstate not in UNRELATED:
                session.rows("rollback to savepoint s")
                session.done = dict(session.savepoints[-1])
            elif session.is_open:
                session.end("rollback")
            return error.sqlstate or ""

    def take(self, session: Session, claims: list[Any] | str, now: datetime) -> None:
        if isinstance(claims, str):
            assert claims in UNRELATED
            return
        for handle, execution_id, epoch, expires_at in claims:
            known = self.look_up(session, execution_id)
            assert known, "what was claimed is not of this world"
            assert not known.is_over
            assert epoch == known.epoch + 1
            assert not known.is_live(known.handle or "", now), "two live leases"
            self.note(session, execution_id, Execution(epoch, handle, expires_at, True))
            self.handles.append((execution_id, handle))

    def reread(self, session: Session, execution_id: str, known: Execution) -> Execution:
        """What an operator did to it."""
        [[uuid]] = session.rows("select split_part(%s, '}:', 2)::uuid", execution_id)
        [[epoch, is_held, is_over]] = session.rows(
            "select lease_epoch, state = 'active', terminal_at is not null"
            " from flowfabric.ff_exec_core where execution_id = %s",
            uuid,
        )
        assert known.epoch <= epoch <= known.epoch + 1
        return replace(known, epoch=epoch, is_held=is_held, is_over=is_over)

    # Transactions.

    pick = st.integers(0, SESSIONS - 1)

    @rule(which=pick, isolation=st.sampled_from(["read committed"] * 3 + ["repeatable read"]))
    def begin(self, which: int, isolation: str) -> None:
        session = self.sessions[which]
        if not session.is_open:
            session.rows(f"begin isolation level {isolation}")
            session.rows("select 1 from flowfabric.ff_route")
            session.done = {}
            session.is_old = isolation == "repeatable read"

    @rule(which=pick)
    def savepoint(self, which: int) -> None:
        session = self.sessions[which]
        if session.done is not None:
            session.rows("savepoint s")
            session.savepoints.append(dict(session.done))

    @rule(which=pick)
    def go_back(self, which: int) -> None:
        session = self.sessions[which]
        if session.savepoints:
            session.rows("rollback to savepoint s")
            session.done = dict(session.savepoints[-1])

    @rule(which=pick)
    def commit(self, which: int) -> None:
        session = self.sessions[which]
        if session.done is not None:
            self.committed |= session.done
            session.end("commit")

    @rule(which=pick)
    def roll_back(self, which: int) -> None:
        if self.sessions[which].is_open:
            self.sessions[which].end("rollback")

    @rule(which=pick)
    def prepare(self, which: int) -> None:
        session = self.sessions[which]
        if session.done is not None and len(self.prepared) < 3:
            self.names += 1
            name = f"{self.dsn.rsplit('=', 1)[1]}_{self.names}"
            self.prepared[name] = session.done
            session.end(f"prepare transaction '{name}'")

    @rule(item=st.integers(0, 2), end=st.sampled_from(["commit", "rollback"]))
    def end_prepared(self, item: int, end: str) -> None:
        if not self.prepared:
            return
        name = list(self.prepared)[item % len(self.prepared)]
        done = self.prepared.pop(name)
        self.observer.rows(f"{end} prepared '{name}'")
        if end == "commit":
            self.committed |= done

    @rule(which=pick)
    def crash(self, which: int) -> None:
        session = self.sessions[which]
        pid = session.connection.info.backend_pid
        session.connection.close()
        deadline = time.monotonic() + 5
        while self.observer.rows("select from pg_stat_activity where pid = %s", pid):
            assert time.monotonic() < deadline
            time.sleep(0.001)
        self.sessions[which] = self.open()

    # Producers.

    @initialize(count=st.integers(0, 5))
    def begin_with(self, count: int) -> None:
        self.submit(0, count, 0, 0)

    @rule(
        which=pick,
        count=st.integers(1, 3),
        delay_ms=st.sampled_from([0, 0, 0, 300, 2500]),
        priority=st.sampled_from([0, 0, 0, 5]),
    )
    def submit(self, which: int, count: int, delay_ms: int, priority: int) -> None:
        session = self.sessions[which]
        rows = self.call(
            session,
            "select execution_id from flowfabric.ff_create_executions("
            "%s, array_fill('{}'::jsonb, array[%s]),"
            " jsonb_build_object('delay_ms', %s, 'priority', %s))",
            *(LANE, count, delay_ms, priority),
        )
        assert not isinstance(rows, str) or rows in UNRELATED
        for [execution_id] in rows if not isinstance(rows, str) else []:
            self.note(session, execution_id, Execution())

    @rule(which=pick, key=st.sampled_from("ab"))
    def submit_under_key(self, which: int, key: str) -> None:
        session = self.sessions[which]
        rows = self.call(
            session,
            "select execution_id, outcome from flowfabric.ff_create_execution("
            "%s, '{}', p_idempotency_key => %s)",
            *(LANE, key),
        )
        if isinstance(rows, str):
            assert rows in UNRELATED
            return
        [[execution_id, outcome]] = rows
        known = self.look_up(session, execution_id)
        assert (outcome == "created") == (known is None), outcome
        if known is None:
            self.note(session, execution_id, Execution())

    # Workers.

    @rule(which=pick, ttl_ms=st.sampled_from([1, 500, 3000, 60_000]))
    def claim(self, which: int, ttl_ms: int) -> None:
        session, now = self.sessions[which], self.now()
        claims = self.call(
            session,
            "select handle, execution_id, lease_epoch, lease_expires_at"
            " from flowfabric.ff_claim(%s, 'w', 'w-1', p_lease_ttl_ms => %s)",
            *(LANE, ttl_ms),
        )
        self.take(session, claims, now)

    @rule(which=pick, limit=st.integers(1, 4), ttl_ms=st.sampled_from([1, 500, 60_000]))
    def claim_batch(self, which: int, limit: int, ttl_ms: int) -> None:
        session, now = self.sessions[which], self.now()
        claims = self.call(
            session,
            "select handle, execution_id, lease_epoch, lease_expires_at"
            " from flowfabric.ff_claim_batch(%s, 'w', 'w-1', %s, p_lease_ttl_ms => %s)",
            *(LANE, limit, ttl_ms),
        )
        self.take(session, claims, now)

    @rule(
        which=pick,
        back=st.integers(1, 6),
        what=st.sampled_from(
            [
                "is_replay from flowfabric.ff_complete(%s)",
                "is_replay from flowfabric.ff_complete(%s)",
                "is_replay from flowfabric.ff_fail(%s, 'oops')",
                "is_replay from flowfabric.ff_delay(%s, 0)",
                "is_replay from flowfabric.ff_delay(%s, 700)",
                "lease_expires_at from flowfabric.ff_renew(%s, 50)",
                "lease_expires_at from flowfabric.ff_renew(%s, 5000)",
            ]
        ),
    )
    def hold(self, which: int, back: int, what: str) -> None:
        """A call with one of the last handles."""
        if not self.handles:
            return
        execution_id, handle = self.handles[-min(back, len(self.handles))]
        session, now = self.sessions[which], self.now()
        known = self.look_up(session, execution_id)
        answer = self.call(session, f"select {what}", handle)
        if isinstance(answer, str):
            if answer in UNRELATED or (answer == NOT_FOUND and (known is None or session.is_old)):
                return
            assert known, "the row is there, so it was committed"
            assert not known.is_live(handle, now), f"a live lease was refused: {answer}"
            return
        assert known
        [[said]] = answer
        if said is True:
            assert not known.is_live(handle, now)
            assert known.handle == handle, "a replay for another lease"
            return
        assert known.is_live(handle, now), "a lost lease had effect"
        if isinstance(said, datetime):
            after = replace(known, expires_at=said)
        else:
            after = replace(known, is_held=False, is_over="ff_complete" in what)
        self.note(session, execution_id, after)

    # Operators.

    @rule(
        which=pick,
        item=st.integers(0, 50),
        what=st.sampled_from(
            [
                "ff_cancel_execution(%s, 'why not')",
                "ff_revoke_lease(%s)",
                "ff_replay_execution(%s)",
                "ff_replay_execution(%s)",
                "ff_change_priority(%s, 7)",
                "ff_change_priority(%s, 0)",
            ]
        ),
    )
    def operate(self, which: int, item: int, what: str) -> None:
        if not self.committed:
            return
        # in the order of their commits, for ids are different in every run
        execution_id = list(self.committed)[item % len(self.committed)]
        session = self.sessions[which]
        answer = self.call(session, f"select from flowfabric.{what}", execution_id)
        if isinstance(answer, str):
            return
        known = self.look_up(session, execution_id)
        assert known
        self.note(session, execution_id, self.reread(session, execution_id, known))

    # Time, and maintenance.

    @rule(step_ms=st.sampled_from([1, 1, 50, 400, 400, 1100, 3000, 70_000, -5, -1500]))
    def let_time_pass(self, step_ms: int) -> None:
        self.observer.rows(
            "select setval('public.clock_us', greatest(1, last_value + %s)) from public.clock_us",
            step_ms * 1000,
        )

    @rule(which=pick)
    def tick(self, which: int) -> None:
        answer = self.call(self.sessions[which], "select from flowfabric.ff_tick()")
        assert not isinstance(answer, str) or answer in UNRELATED

    @rule(which=pick, times=st.integers(1, 3))
    def advance_head(self, which: int, times: int) -> None:
        """As every 64th claim does."""
        for _ in range(times):
            self.call(self.sessions[which], "select flowfabric._advance_head(%s, '{}')", LANE)

    @invariant()
    def nothing_contradicts_itself(self) -> None:
        assert self.observer.rows("select * from flowfabric.ff_check()") == []

    def teardown(self) -> None:
        try:
            self.finish()
        finally:
            for name in self.prepared:
                self.observer.rows(f"rollback prepared '{name}'")
            self.stack.close()

    def finish(self) -> None:
        """All transactions end, much time passes: then all that was committed can be completed."""
        for which in range(SESSIONS):
            (self.commit if which % 2 else self.roll_back)(which)
        for number, (name, done) in enumerate(list(self.prepared.items())):
            self.observer.rows(f"{'commit' if number % 2 else 'rollback'} prepared '{name}'")
            del self.prepared[name]
            if number % 2:
                self.committed |= done
        for _ in range(3):
            self.let_time_pass(70_000)
            self.observer.rows("select from flowfabric.ff_tick(10000)")
        worker = self.sessions[0]
        for _ in range(100):
            before = len(self.handles)
            self.claim_batch(0, 1000, 60_000)
            if len(self.handles) == before:
                break
            for execution_id, handle in self.handles[before:]:
                worker.rows("select flowfabric.ff_complete(%s)", handle)
                known = self.committed[execution_id]
                self.committed[execution_id] = replace(known, is_held=False, is_over=True)
        lost = {each for each, known in self.committed.items() if not known.is_over}
        assert not lost, f"lost: {lost}"
        stored = {
            row[0]
            for row in worker.rows(
                "select flowfabric._format_execution_id(partition_key, execution_id)"
                " from flowfabric.ff_exec_core where terminal_at is not null"
            )
        }
        assert stored == set(self.committed)
        self.observer.rows("select from flowfabric.ff_tick(10000)")
        assert self.observer.rows("select * from flowfabric.ff_debt") == []
        assert self.observer.rows("select * from flowfabric.ff_check()") == []


EXAMPLES = int(os.environ.get("FF_PROPERTY_EXAMPLES", "0"))


def test_engine_beside_its_model(server: RunningServer) -> None:
    machine = type("EngineOnServer", (Engine,), {"server": server})
    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        machine,
        settings=settings(
            max_examples=EXAMPLES or 40,
            stateful_step_count=60,
            derandomize=not EXAMPLES,
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate, *([Phase.shrink] if EXAMPLES else [])],
        ),
    )
