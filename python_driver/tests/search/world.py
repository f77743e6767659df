"""A database, sessions with transactions of every kind, and a clock that only the test moves."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import psycopg
from pg_server import RunningServer
from test_db import OWNER, clone

SESSIONS = 4
OPTIONS = "-c statement_timeout=20s -c lock_timeout=60ms -c search_path=flowfabric,public"
# the caller's own choices: a lock timeout, an old snapshot
LOCK_TIMEOUT, OLD_SNAPSHOT = "55P03", "40001"
# the engine's refusals; ZF9 is a broken invariant and no refusal
REFUSALS = tuple(f"ZF{family}" for family in range(1, 8))
PAUSE = 42

QUOTAS = [f"00000000-0000-7000-8000-00000000000{number}" for number in (1, 2)]
BUDGETS = [f"00000000-0000-7000-8000-00000000001{number}" for number in (1, 2)]

# `given`, `ended` and `saved` are written in the transaction of the call that they tell of: they
# are committed and rolled back with it.
SETUP = f"""
create sequence public.clock_us start 1;
create or replace function flowfabric._now()
returns timestamptz
language sql
volatile
as $_now$
    select timestamptz '2030-01-01 12:00:00+00'
        + (select c.last_value from public.clock_us as c) * interval '1 microsecond'
$_now$;
-- routes go out of use, and come back, all the time
create or replace function flowfabric._route_patience()
returns interval language sql stable as 'select interval ''400 milliseconds''';
select ff_set_event_retention(864000000);
create table public.given (
    execution_id uuid not null, lease_id uuid not null, lease_epoch bigint not null, handle text
);
create index on public.given (execution_id);
create table public.ended (execution_id uuid not null);
create table public.saved (execution_id uuid not null, step_key text not null, output jsonb);
create table public.pause (session integer not null);
create function public.wait_at_the_commit() returns trigger language plpgsql as $$
begin
    perform set_config('lock_timeout', '10s', true);
    perform pg_advisory_xact_lock_shared({PAUSE});
    perform set_config('lock_timeout', '60ms', true);
    return null;
end;
$$;
create constraint trigger pause after insert on public.pause
deferrable initially deferred for each row execute function public.wait_at_the_commit();
select ff_create_quota_policy('{QUOTAS[0]}', 0, 0, 2);
select ff_create_quota_policy('{QUOTAS[1]}', 900, 2, 0);
select ff_create_budget('{BUDGETS[0]}', 'tenant', 'a',
    p_dimensions => '{{tokens}}', p_hard_limits => '{{4}}', p_soft_limits => '{{0}}');
select ff_create_budget('{BUDGETS[1]}', 'tenant', 'b', p_reset_interval_ms => 1100,
    p_dimensions => '{{tokens}}', p_hard_limits => '{{2}}', p_soft_limits => '{{0}}')
"""


@dataclass
class Session:
    number: int
    connection: psycopg.Connection[Any]
    isolation: str | None = None
    has_pause: bool = False

    @property
    def is_open(self) -> bool:
        return self.isolation is not None

    def rows(self, query: str, *arguments: object) -> list[Any]:
        cursor = self.connection.execute(query.encode(), arguments or None)
        return cursor.fetchall() if cursor.description else []


@dataclass
class World:
    server: RunningServer
    stack: ExitStack
    seed: int
    log: list[str] = field(default_factory=list)
    prepared: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.dsn = self.server.dsn(self.stack.enter_context(clone(self.server)), OWNER)
        self.observer = self.open(-1)
        self.observer.rows("set lock_timeout = 0")
        self.observer.rows(SETUP)
        self.stack.callback(self.end_all_prepared)
        self.isolation_levels = self.chance.choice(
            [
                ["read committed"],
                ["read committed", "read committed", "repeatable read", "serializable"],
                ["repeatable read", "repeatable read", "serializable", "read committed"],
            ]
        )
        self.sessions = [self.open(number) for number in range(SESSIONS)]

    def open(self, number: int) -> Session:
        connection: psycopg.Connection[Any] = psycopg.connect(
            self.dsn, autocommit=True, options=OPTIONS
        )
        self.stack.callback(connection.close)
        return Session(number, connection)

    def note(self, session: Session, what: str) -> None:
        self.log.append(f"{session.number}{'*' if session.is_open else ' '} {what}")

    def now(self) -> Any:
        return self.observer.rows("select flowfabric._now()")[0][0]

    def move_clock(self, step_ms: float) -> None:
        self.log.append(f"   clock +{step_ms} ms")
        self.observer.rows(
            "select setval('public.clock_us', last_value + %s) from public.clock_us",
            int(1000 * step_ms),
        )

    # Transactions.

    def begin(self, session: Session) -> None:
        session.isolation = self.chance.choice(self.isolation_levels)
        self.note(session, f"begin {session.isolation}")
        session.rows(f"begin isolation level {session.isolation}")
        if session.isolation != "read committed":
            # an old snapshot from here on
            session.rows("select 1 from ff_route")

    def leave_pause(self, session: Session) -> None:
        """The commit of this transaction waits after the engine's own triggers have run."""
        self.note(session, "insert a pause")
        session.rows("insert into public.pause values (%s)", session.number)
        session.has_pause = True

    def end(self, session: Session, how: str, meanwhile: Callable[[], None] | None = None) -> None:
        if not session.is_open:
            return
        if how == "prepare" and session.has_pause:
            # a prepared transaction would keep the lock that the pause waits for
            how = "commit"
        if self.chance.random() < 0.5:
            # what was left as a debt is due at this very commit
            self.move_clock(30)
        self.note(session, how)
        try:
            if how == "commit" and session.has_pause and meanwhile:
                self._commit_slowly(session, meanwhile)
            elif how == "prepare":
                name = f"{self.dsn.rsplit('=', 1)[1]}_{len(self.log)}"
                session.rows(f"prepare transaction '{name}'")
                self.prepared.append(name)
            else:
                session.rows(how)
        except psycopg.Error as error:
            # what rides along with a commit waits for no other session
            if error.sqlstate != OLD_SNAPSHOT:
                raise
            self.note(session, f"  commit refused: {error.sqlstate}")
        session.isolation, session.has_pause = None, False

    def end_prepared(self) -> None:
        name = self.prepared.pop(self.chance.randrange(len(self.prepared)))
        how = self.chance.choice(["commit", "rollback"])
        self.log.append(f"   {how} prepared {name}")
        self.observer.rows(f"{how} prepared '{name}'")

    def end_all_prepared(self) -> None:
        while self.prepared:
            self.end_prepared()

    def _commit_slowly(self, session: Session, meanwhile: Callable[[], None]) -> None:
        self.observer.rows("select pg_advisory_lock(%s)", PAUSE)
        errors: list[BaseException] = []

        def commit() -> None:
            try:
                session.rows("commit")
            except BaseException as error:
                errors.append(error)

        thread = threading.Thread(target=commit, daemon=True)
        thread.start()
        try:
            while thread.is_alive() and not self.observer.rows(
                "select 1 from pg_locks where locktype = 'advisory' and not granted"
            ):
                time.sleep(0.001)
            session.isolation = "committing"
            meanwhile()
        finally:
            self.observer.rows("select pg_advisory_unlock(%s)", PAUSE)
            thread.join(30)  # a statement has 20 s
        if errors:
            raise errors[0]

    def attempt(
        self, session: Session, act: Callable[[Session], None], may_wait: bool = True
    ) -> None:
        """An act that may be refused; then nothing of it stays."""
        with_savepoint = session.isolation == "read committed" or (
            session.is_open and self.chance.random() < 0.8
        )
        if with_savepoint:
            session.rows("savepoint before")
        try:
            act(session)
        except psycopg.Error as error:
            state = error.sqlstate or ""
            if state == LOCK_TIMEOUT:
                is_expected = may_wait
            else:
                is_expected = state == OLD_SNAPSHOT or state.startswith(REFUSALS)
            if not is_expected:
                raise
            self.note(session, f"  refused: {state}")
            if state == OLD_SNAPSHOT or not with_savepoint:
                self.end(session, "rollback")
            elif with_savepoint:
                session.rows("rollback to before")
