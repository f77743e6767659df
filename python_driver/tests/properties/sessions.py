"""Sessions of a property test: what they know, and how their transactions end."""

from __future__ import annotations

import re
import time
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from uuid import UUID

import psycopg
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule
from pg_server import RunningServer
from test_db import OWNER, clone

from .model import UNRELATED, Execution, Grant, Known, Waitpoint

LANE = "lane"
SESSIONS = 4
OPTIONS = "-c statement_timeout=10s -c lock_timeout=60ms -c search_path=flowfabric,public"
PICK = st.integers(0, SESSIONS - 1)

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
create table public.business (execution_id uuid not null);
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
    inner join ff_exec_core as e on e.execution_id = h.part[1]::uuid
    cross join lateral ff_cancel_execution(
        e.execution_id, 'enough', 'lease_holder', h.part[2]::uuid, h.part[3]::bigint, e.attempt_id
    ) as c
$$;
"""


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


class Sessions(RuleBasedStateMachine):
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
        self.handles: list[tuple[UUID, str]] = []
        self.latest = self.now()
        self.names = 0
        self.grants: list[tuple[UUID, Grant]] = []
        self.waitpoints: list[Waitpoint] = []
        self.clock_steps = 0
        # the snapshot and the time at which the invariants were last checked
        self.seen: list[Any] = []
        # signing keys, and until when they verify
        self.kids: dict[str, datetime | None] = {"installed": None}

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

    def look_up(self, session: Session, execution_id: UUID) -> Execution | None:
        if session.done is not None and execution_id in session.done:
            return session.done[execution_id]
        return self.committed.get(execution_id)

    def note(self, session: Session, execution_id: UUID, execution: Execution) -> None:
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
        for handle, execution_id, epoch, expires_at, *attempt in claims:
            known = self.look_up(session, execution_id)
            assert known, "what was claimed is not of this world"
            assert not known.is_over
            assert epoch == known.epoch + 1
            assert not known.is_live(known.handle or "", now), "two live leases"
            assert not self.is_reserved(known, now), "claimed although a grant is out"
            assert not known.is_asleep(now), "claimed although it is suspended"
            assert known.keeps_attempt((attempt[0], attempt[1]))
            taken = Execution(
                epoch, handle, expires_at, (attempt[0], attempt[1]), True, ended=known.ended
            )
            self.note(session, execution_id, taken)
            self.handles.append((execution_id, handle))

    def is_reserved(self, known: Execution, now: datetime) -> bool:
        """Whether a grant is out; not to be told after a step of the clock or of an operator."""
        grant = known.grant
        return (
            grant is not None
            and grant.is_untouched
            and grant.clock_steps == self.clock_steps
            and now < grant.expires_at
        )

    def verifies(self, kid: str, now: datetime) -> bool:
        if kid not in self.kids:
            return False
        until = self.kids[kid]
        return until is None or now < until

    def reread(self, session: Session, execution_id: UUID, known: Execution) -> Execution:
        """What an operator did to it."""
        grant = known.grant and replace(known.grant, is_untouched=False)
        [[uuid]] = session.rows("select %s", execution_id)
        [[epoch, is_held, is_over, is_parked, is_resumed]] = session.rows(
            "select lease_epoch, state = 'active', terminal_at is not null,"
            " flowfabric._is_suspended(state), state in ('waiting_resume', 'resume_delay')"
            " from flowfabric.ff_exec_core where execution_id = %s",
            uuid,
        )
        assert known.epoch <= epoch <= known.epoch + 1
        return replace(
            known,
            epoch=epoch,
            is_held=is_held,
            is_over=is_over,
            grant=grant,
            is_parked=is_parked,
            is_resumed=is_resumed and (known.is_parked or known.is_resumed),
        )

    # Transactions.

    @rule(which=PICK, isolation=st.sampled_from(["read committed", "repeatable read"]))
    def begin(self, which: int, isolation: str) -> None:
        session = self.sessions[which]
        if not session.is_open:
            session.rows(f"begin isolation level {isolation}")
            session.rows("select 1 from flowfabric.ff_route")
            session.done = {}
            session.is_old = isolation == "repeatable read"

    @rule(which=PICK)
    def savepoint(self, which: int) -> None:
        session = self.sessions[which]
        if session.done is not None:
            session.rows("savepoint s")
            session.savepoints.append(dict(session.done))

    @rule(which=PICK)
    def go_back(self, which: int) -> None:
        session = self.sessions[which]
        if session.savepoints:
            session.rows("rollback to savepoint s")
            session.done = dict(session.savepoints[-1])

    @rule(which=PICK)
    def commit(self, which: int) -> None:
        session = self.sessions[which]
        if session.done is not None:
            self.committed |= session.done
            session.end("commit")

    @rule(which=PICK)
    def roll_back(self, which: int) -> None:
        if self.sessions[which].is_open:
            self.sessions[which].end("rollback")

    @rule(which=PICK)
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

    @rule(which=PICK, by=st.sampled_from(["client", "server"]))
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
