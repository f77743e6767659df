"""Several sessions do what they like with one lane, beside a model that knows what they may.

Sessions begin, go back to savepoints, commit, roll back, prepare and crash; they read in old
snapshots; the clock stands still and is moved by hand, sometimes back. What is promised then:

- at most one live lease on an execution, and its epoch grows by one at every change of owner;
- a call of a holder, alone or in a batch, has effect exactly while its lease is live;
- a call that is sent again is answered as one, and none that was not sent before is;
- business rows are there exactly as often as the completion in whose transaction they were written;
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
create table public.business (execution_id text not null);
create function public.complete_with_business(p_handle text)
returns boolean
language sql
as $$
    with completed as materialized (select c.* from ff_complete(p_handle) as c),
    written as (
        insert into public.business
        select c.execution_id from completed as c where not c.is_replay
    )
    select c.is_replay from completed as c
$$;
create function public.complete_batch_with_business(p_handles text[])
returns table (is_replay boolean, error_code text)
language sql
as $$
    with completed as materialized (
        select c.* from ff_complete_batch(p_handles) with ordinality as c
    ),
    written as (
        insert into public.business
        select c.execution_id
        from completed as c
        where c.outcome = 'completed' and not c.is_replay
    )
    select c.is_replay, c.error_code from completed as c order by c.ordinality
$$;
create function public.cancel_as_holder(p_handle text)
returns boolean
language sql
as $$
    select c.is_replay
    from string_to_array(p_handle, ':') as h (part)
    cross join lateral ff_cancel_execution(
        '{fp:' || h.part[2] || '}:' || h.part[3], 'enough', 'lease_holder',
        h.part[6]::uuid, h.part[5]::bigint, h.part[7]::uuid
    ) as c
$$;
"""

NOT_FOUND = "ZF201"
HOLDER_CALLS = {
    "complete": "public.complete_with_business(%s)",
    "fail": "is_replay from flowfabric.ff_fail(%s, 'oops')",
    "cancel": "public.cancel_as_holder(%s)",
    "delay 0": "is_replay from flowfabric.ff_delay(%s, 0)",
    "delay 700": "is_replay from flowfabric.ff_delay(%s, 700)",
    "renew 50": "lease_expires_at from flowfabric.ff_renew(%s, 50)",
    "renew 5000": "lease_expires_at from flowfabric.ff_renew(%s, 5000)",
}
HOLDER_BATCHES = {
    "complete": "is_replay, error_code from public.complete_batch_with_business(%s)",
    "renew 50": "lease_expires_at, error_code from flowfabric.ff_renew_batch(%s, 50)",
    "renew 5000": "lease_expires_at, error_code from flowfabric.ff_renew_batch(%s, 5000)",
}
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
    # calls that ended a lease, each with its handle
    ended: frozenset[tuple[str, str]] = frozenset()

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


def was_refused(
    known: Execution | None, handle: str, what: str, error: str, latest: datetime
) -> None:
    """A holder was told no. A lease that was over once may stay so when the clock steps back."""
    if known is None:
        assert error == NOT_FOUND, "what was claimed was rolled back"
        return
    assert error != NOT_FOUND, "the row is there, so it was committed"
    assert not known.is_live(handle, latest), f"a live lease was refused: {error}"
    if what in ("complete", "fail", "cancel"):
        assert (handle, what) not in known.ended, f"a call sent again was refused: {error}"


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
        self.latest = self.now()
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
            taken = Execution(epoch, handle, expires_at, True, ended=known.ended)
            self.note(session, execution_id, taken)
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

    @rule(which=pick, isolation=st.sampled_from(["read committed", "repeatable read"]))
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

    @rule(which=pick, by=st.sampled_from(["client", "server"]))
    def crash(self, which: int, by: str) -> None:
        session = self.sessions[which]
        pid = session.connection.info.backend_pid
        if by == "client":
            session.connection.close()
        else:
            self.observer.rows("select pg_terminate_backend(%s)", pid)
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
                "complete",
                "complete",
                "fail",
                "cancel",
                "delay 0",
                "delay 700",
                "renew 50",
                "renew 5000",
            ]
        ),
    )
    def hold(self, which: int, back: int, what: str) -> None:
        """A call with one of the last handles."""
        if not self.handles:
            return
        execution_id, handle = self.handles[-min(back, len(self.handles))]
        session, now = self.sessions[which], self.now()
        # before an error undoes the transaction, and what is known with it
        known, is_old = self.look_up(session, execution_id), session.is_old
        answer = self.call(session, f"select {HOLDER_CALLS[what]}", handle)
        if not isinstance(answer, str):
            [[said]] = answer
            self.had_effect(session, execution_id, handle, what, said, now)
        elif answer not in UNRELATED and not (answer == NOT_FOUND and is_old):
            was_refused(known, handle, what, answer, self.latest)

    @rule(
        which=pick,
        backs=st.lists(st.integers(1, 6), min_size=1, max_size=5),
        what=st.sampled_from(["complete", "renew 50", "renew 5000"]),
    )
    def hold_batch(self, which: int, backs: list[int], what: str) -> None:
        """One call with several of the last handles, some of them twice."""
        if not self.handles:
            return
        items = [self.handles[-min(back, len(self.handles))] for back in backs]
        session, now = self.sessions[which], self.now()
        answers = self.call(
            session, f"select {HOLDER_BATCHES[what]}", [handle for _, handle in items]
        )
        if isinstance(answers, str):
            assert answers in UNRELATED
            return
        effects: dict[str, tuple[str, Any]] = {}
        for (execution_id, handle), [said, error] in zip(items, answers, strict=True):
            if error and not (error == NOT_FOUND and session.is_old):
                known = self.look_up(session, execution_id)
                was_refused(known, handle, what, error, self.latest)
            elif error:
                pass  # submitted after the snapshot
            elif (handle, said) in effects.values() and isinstance(said, datetime):
                pass  # given twice, extended once
            else:
                self.had_effect(session, execution_id, handle, what, said, now)
                effects[execution_id] = (handle, said)

    def had_effect(
        self,
        session: Session,
        execution_id: str,
        handle: str,
        what: str,
        said: bool | datetime,
        now: datetime,
    ) -> None:
        """A holder was told yes; `said`: is it a replay, or until when the lease lasts."""
        known = self.look_up(session, execution_id)
        assert known
        call = what.split()[0]
        if said is True:
            assert not known.is_live(handle, now)
            assert (handle, call) in known.ended, "a replay of what never was"
            return
        assert known.is_live(handle, now), "a lost lease had effect"
        if isinstance(said, datetime):
            after = replace(known, expires_at=said)
        else:
            is_over = call in ("complete", "cancel")
            ended = known.ended | {(handle, call)}
            after = replace(known, is_held=False, is_over=is_over, ended=ended)
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
                "ff_set_execution_tag(%s, 'test.key', 'value')",
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
        self.latest = max(self.latest, self.now())

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
                worker.rows("select public.complete_with_business(%s)", handle)
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
        assert worker.rows(
            "select b.execution_id, count(*) from public.business as b group by 1 order by 1"
        ) == worker.rows(
            "select flowfabric._format_execution_id(v.partition_key, v.execution_id), count(*)"
            " from flowfabric.ff_event_item as v"
            " where v.kind = 'completed' and v.outcome = 'success' group by 1 order by 1"
        )
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
