"""Several sessions do what they like with one lane, beside a model that knows what they may.

Sessions begin, go back to savepoints, commit, roll back, prepare and crash; they read in old
snapshots; the clock stands still and is moved by hand, sometimes back. What is promised then:

- at most one live lease on an execution, and its epoch grows by one at every change of owner;
- a call of a holder, alone or in a batch, has effect exactly while its lease is live;
- a call that is sent again is answered as one, and none that was not sent before is;
- business rows are there exactly as often as the completion in whose transaction they were written;
- a grant is redeemed at most once, by the worker it is for, with the very key, until it lapses, and
  then it is; until then nobody else gets the execution;
- what is suspended is left alone until its signal, its timeout or an operator; then its attempt
  goes on. A signal has effect with the right token only, and once;
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
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

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
BAD_TOKEN = {"ZF502", "ZF503"}
CONDITION = '{"signal": "go", "on": "w"}'
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
REDEEM_BY = {
    "claim": "ff_claim_execution",
    "resume": "ff_claim_resumed_execution",
    "reclaim": "ff_reclaim_execution",
}


@dataclass(frozen=True)
class Grant:
    """A grant, and whether nothing has happened since that may have voided it."""

    key: str
    kind: str
    worker: str
    expires_at: datetime
    clock_steps: int
    is_untouched: bool = True

    @property
    def kid(self) -> str:
        return self.key.rsplit(".", 1)[1].split(":")[0]


@dataclass(frozen=True)
class Waitpoint:
    execution_id: str
    waitpoint_id: UUID
    token: str


@dataclass(frozen=True)
class Execution:
    """What is known of one: the last lease, whether it is still held or all is over, and the last
    grant under its epoch."""

    epoch: int = 0
    handle: str | None = None
    expires_at: datetime | None = None
    is_held: bool = False
    is_over: bool = False
    # calls that ended a lease, each with its handle
    ended: frozenset[tuple[str, str]] = frozenset()
    grant: Grant | None = None
    # suspended, until when at the latest, and at which waitpoint
    is_parked: bool = False
    wakes_at: datetime | None = None
    waitpoint_id: UUID | None = None
    # whether the interrupted attempt goes on
    is_resumed: bool = False

    def is_asleep(self, now: datetime) -> bool:
        return self.is_parked and (self.wakes_at is None or now < self.wakes_at)

    def keeps_attempt(self, handle: str) -> bool:
        """Whether a claim of what was suspended goes on with its attempt, by id and index."""
        if not (self.is_parked or self.is_resumed):
            return True
        parts, before = handle.split(":"), (self.handle or "").split(":")
        return (parts[3], parts[6]) == (before[3], before[6])

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
        self.grants: list[tuple[str, Grant]] = []
        self.waitpoints: list[Waitpoint] = []
        self.clock_steps = 0
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
            assert not self.is_reserved(known, now), "claimed although a grant is out"
            assert not known.is_asleep(now), "claimed although it is suspended"
            assert known.keeps_attempt(handle)
            taken = Execution(epoch, handle, expires_at, True, ended=known.ended)
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

    def reread(self, session: Session, execution_id: str, known: Execution) -> Execution:
        """What an operator did to it."""
        grant = known.grant and replace(known.grant, is_untouched=False)
        [[uuid]] = session.rows("select split_part(%s, '}:', 2)::uuid", execution_id)
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

    # Suspensions, and who ends them.

    @rule(
        which=pick,
        back=st.integers(1, 6),
        behavior=st.sampled_from([None, "auto_resume_with_timeout_signal", "escalate"]),
    )
    def suspend(self, which: int, back: int, behavior: str | None) -> None:
        """With one of the last handles; on a waitpoint, and perhaps for 450 ms at most."""
        if not self.handles:
            return
        execution_id, handle = self.handles[-min(back, len(self.handles))]
        session, now = self.sessions[which], self.now()
        known, is_old = self.look_up(session, execution_id), session.is_old
        answer = self.call(
            session,
            "select is_replay, outcome, (waitpoints #>> '{0,waitpoint_id}')::uuid,"
            " waitpoints #>> '{0,token}', timeout_at"
            " from flowfabric.ff_suspend(%s, %s, p_timeout_ms => %s, p_timeout_behavior => %s)",
            *(handle, CONDITION, behavior and 450, behavior or "fail"),
        )
        if isinstance(answer, str):
            if answer not in UNRELATED and not (answer == NOT_FOUND and is_old):
                was_refused(known, handle, "suspend", answer, self.latest)
            return
        [[is_replay, outcome, waitpoint_id, token, timeout_at]] = answer
        assert outcome == "suspended"
        self.had_effect(session, execution_id, handle, "suspend", is_replay, now)
        if is_replay:
            return
        parked = self.look_up(session, execution_id)
        assert parked
        wakes_at = None if behavior == "escalate" else timeout_at
        after = replace(parked, is_parked=True, wakes_at=wakes_at, waitpoint_id=waitpoint_id)
        self.note(session, execution_id, after)
        self.waitpoints.append(Waitpoint(execution_id, waitpoint_id, token))

    @rule(
        which=pick, behavior=st.sampled_from([None, "auto_resume_with_timeout_signal", "escalate"])
    )
    def claim_and_suspend(self, which: int, behavior: str | None) -> None:
        before = len(self.handles)
        self.claim(which, 60_000)
        if len(self.handles) > before:
            self.suspend(which, 1, behavior)

    @rule(
        which=pick,
        back=st.integers(1, 4),
        forged=st.sampled_from([None, None, "tampered", "another's"]),
        key=st.sampled_from("ab"),
    )
    def deliver(self, which: int, back: int, forged: str | None, key: str) -> None:
        """To one of the last waitpoints, also those that are closed or were rolled back."""
        if not self.waitpoints:
            return
        waitpoint = self.waitpoints[-min(back, len(self.waitpoints))]
        token = waitpoint.token
        if forged == "tampered":
            token = token[:-1] + ("1" if token.endswith("0") else "0")
        elif forged:
            token = self.waitpoints[0].token
        is_forged = token != waitpoint.token
        session, now = self.sessions[which], self.now()
        known, is_old = self.look_up(session, waitpoint.execution_id), session.is_old
        is_waiting = (
            known is not None
            and known.is_asleep(now)
            and known.is_asleep(self.latest)
            and known.waitpoint_id == waitpoint.waitpoint_id
        )
        kid_is_good = self.verifies(token.split(":")[0], now)
        answer = self.call(
            session,
            "select outcome, effect from flowfabric.ff_deliver_signal("
            "%s, %s, %s, 'go', p_idempotency_key => %s)",
            *(waitpoint.execution_id, waitpoint.waitpoint_id, token, key),
        )
        if isinstance(answer, str):
            if answer not in UNRELATED and not is_old:
                assert not is_forged or answer in BAD_TOKEN, "said more than that it is forged"
                assert is_forged or not kid_is_good or not is_waiting, f"refused: {answer}"
            return
        assert not is_forged, "a forged token had effect"
        [[outcome, effect]] = answer
        assert effect == "resume_condition_satisfied"
        assert known, "a signal for what is not there"
        call = (str(waitpoint.waitpoint_id), key)
        assert (outcome == "duplicate") == (call in known.ended)
        if outcome == "accepted":
            assert known.is_parked
            assert known.waitpoint_id == waitpoint.waitpoint_id, "woken up at another waitpoint"
            self.resume(session, waitpoint.execution_id, known.ended | {call})

    @rule(which=pick, back=st.integers(1, 4))
    def let_go_on(self, which: int, back: int) -> None:
        """As operators do."""
        if not self.waitpoints:
            return
        execution_id = self.waitpoints[-min(back, len(self.waitpoints))].execution_id
        session, now = self.sessions[which], self.now()
        known, is_old = self.look_up(session, execution_id), session.is_old
        is_waiting = known is not None and known.is_asleep(now) and known.is_asleep(self.latest)
        answer = self.call(session, "select from flowfabric.ff_resume_execution(%s)", execution_id)
        if isinstance(answer, str):
            assert answer in UNRELATED or is_old or not is_waiting, f"refused: {answer}"
            return
        assert known
        assert known.is_parked, "resumed what was not suspended"
        self.resume(session, execution_id, known.ended)

    def resume(
        self, session: Session, execution_id: str, ended: frozenset[tuple[str, str]]
    ) -> None:
        known = self.look_up(session, execution_id)
        assert known
        after = replace(known, is_parked=False, is_resumed=True, ended=ended)
        self.note(session, execution_id, after)

    # Schedulers, and workers that redeem.

    worker = st.sampled_from(["w", "v"])
    grant_ttl_ms = st.sampled_from([1, 450, 5000, 60_000])

    @rule(which=pick, worker=worker, ttl_ms=grant_ttl_ms)
    def assign(self, which: int, worker: str, ttl_ms: int) -> None:
        """Choose what is due next, and permit it."""
        session, now = self.sessions[which], self.now()
        answer = self.call(
            session,
            "select execution_id, kind, grant_key, expires_at"
            " from flowfabric.ff_claim_for_worker(%s, %s, %s, p_grant_ttl_ms => %s)",
            *(LANE, worker, f"{worker}-1", ttl_ms),
        )
        assert not isinstance(answer, str) or answer in UNRELATED
        self.note_grants(session, answer, worker, now)

    @rule(
        which=pick,
        item=st.integers(0, 50),
        worker=worker,
        ttl_ms=grant_ttl_ms,
        function=st.sampled_from(["ff_issue_claim_grant", "ff_issue_reclaim_grant"]),
    )
    def issue(self, which: int, item: int, worker: str, ttl_ms: int, function: str) -> None:
        """Permit a certain one."""
        if not self.committed:
            return
        execution_id = list(self.committed)[item % len(self.committed)]
        session, now = self.sessions[which], self.now()
        answer = self.call(
            session,
            "select execution_id, kind, grant_key, expires_at"
            f" from flowfabric.{function}(%s, %s, %s, p_grant_ttl_ms => %s)"
            " where grant_key is not null",
            *(execution_id, worker, f"{worker}-1", ttl_ms),
        )
        self.note_grants(session, answer, worker, now)

    def note_grants(
        self, session: Session, answer: list[Any] | str, worker: str, now: datetime
    ) -> None:
        for execution_id, kind, key, expires_at in answer if not isinstance(answer, str) else []:
            known = self.look_up(session, execution_id)
            assert known, "what was granted is not of this world"
            assert not known.is_over
            assert not known.is_live(known.handle or "", now), "granted although a lease is live"
            assert not self.is_reserved(known, now), "two live grants"
            assert not known.is_asleep(now), "granted although it is suspended"
            grant = Grant(key, kind, worker, expires_at, self.clock_steps)
            self.note(session, execution_id, replace(known, grant=grant))
            self.grants.append((execution_id, grant))

    @rule(
        which=pick,
        back=st.integers(1, 4),
        ttl_ms=st.sampled_from([1, 500, 60_000]),
        by=st.sampled_from(["its kind"] * 8 + list(REDEEM_BY)),
        is_foreign=st.sampled_from([False] * 8 + [True]),
        tampered=st.one_of(st.none(), st.none(), st.none(), st.integers(0, 300)),
    )
    def redeem(
        self, which: int, back: int, ttl_ms: int, by: str, is_foreign: bool, tampered: int | None
    ) -> None:
        """One of the last keys; perhaps by another worker, altered, or with the wrong function."""
        if not self.grants:
            return
        execution_id, grant = self.grants[-min(back, len(self.grants))]
        session, now = self.sessions[which], self.now()
        known = self.look_up(session, execution_id)
        kind = grant.kind if by == "its kind" else by
        worker = "mallory" if is_foreign else grant.worker
        key = grant.key
        if tampered is not None:
            place = tampered % len(key)
            key = key[:place] + ("0" if key[place] != "0" else "1") + key[place + 1 :]
        answer = self.call(
            session,
            "select handle, lease_epoch, lease_expires_at"
            f" from flowfabric.{REDEEM_BY[kind]}(%s, %s, %s, %s, %s) where handle is not null",
            *(execution_id, key, worker, f"{worker}-1", ttl_ms),
        )
        is_good = (
            known is not None
            and known.grant is not None
            and (known.grant.key, known.grant.kind, known.grant.worker) == (key, kind, worker)
            and now < known.grant.expires_at
        )
        if isinstance(answer, str) or not answer:
            assert not (
                is_good
                and answer not in UNRELATED
                and not session.is_old
                and self.must_be_redeemed(known, now)
            ), f"a good grant was refused: {answer}"
            return
        [[handle, epoch, expires_at]] = answer
        assert known
        assert is_good, "redeemed with a grant that is not good"
        assert session.is_old or self.verifies(grant.kid, now), "signed with a key that is gone"
        assert not known.is_over
        assert not known.is_live(known.handle or "", now), "two live leases"
        assert epoch == known.epoch + 1
        assert known.keeps_attempt(handle)
        taken = Execution(epoch, handle, expires_at, True, ended=known.ended)
        self.note(session, execution_id, taken)
        self.handles.append((execution_id, handle))

    def must_be_redeemed(self, known: Execution | None, now: datetime) -> bool:
        """Whether a good grant has no excuse; known is what it is about."""
        return (
            known is not None
            and known.grant is not None
            and known.grant.is_untouched
            and known.grant.clock_steps == self.clock_steps
            and self.verifies(known.grant.kid, now)
        )

    def verifies(self, kid: str, now: datetime) -> bool:
        if kid not in self.kids:
            return False
        until = self.kids[kid]
        return until is None or now < until

    @rule(grace_ms=st.sampled_from([0, 1000, 86_400_000]))
    def rotate_key(self, grace_ms: int) -> None:
        now, kid = self.now(), f"k{len(self.kids)}"
        self.observer.rows(
            "select flowfabric.ff_rotate_waitpoint_secret(%s, md5(%s), %s)", kid, kid, grace_ms
        )
        for known, until in self.kids.items():
            if until is None:
                self.kids[known] = now + timedelta(milliseconds=grace_ms)
            elif until <= now:
                # removed; it does not come back with an earlier clock
                self.kids[known] = datetime.min.replace(tzinfo=now.tzinfo)
        self.kids[kid] = None

    # Operators.

    @rule(which=pick, worker=worker)
    def mark_worker_dead(self, which: int, worker: str) -> None:
        session, now = self.sessions[which], self.now()
        answer = self.call(
            session,
            "select released_count from"
            " flowfabric.ff_mark_worker_dead(%s, 'dead', p_release_leases => true)",
            f"{worker}-1",
        )
        if isinstance(answer, str):
            assert answer in UNRELATED
            return
        released = 0
        for execution_id, known in {**self.committed, **(session.done or {})}.items():
            if known.is_live(known.handle or "", now) and self.is_revoked(
                session, execution_id, known.epoch
            ):
                released += 1
                self.note(session, execution_id, replace(known, is_held=False))
        [[count]] = answer
        assert count == released

    def is_revoked(self, session: Session, execution_id: str, epoch: int) -> bool:
        rows = session.rows(
            "select 1 from flowfabric.ff_exec_core"
            " where execution_id = split_part(%s, '}:', 2)::uuid and state = 'revoked'"
            " and lease_epoch = %s",
            *(execution_id, epoch),
        )
        return bool(rows)

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
        self.clock_steps += step_ms < 0
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
        findings = self.observer.rows("select * from flowfabric.ff_check()")
        assert [each for each in findings if not self.is_of_a_revived_lease(*each)] == []

    def is_of_a_revived_lease(self, invariant: str, execution_id: str, _detail: object) -> bool:
        """A known corner: the clock is set back while a reclaim grant is out, so that the lease is
        live again, and its holder goes on. The grant is worth nothing, and ff_check wonders."""
        known = self.committed.get(execution_id)
        return (
            invariant.startswith(("a live grant reserves", "a live grant fits"))
            and known is not None
            and known.grant is not None
            and known.grant.kind == "reclaim"
            and known.grant.clock_steps != self.clock_steps
        )

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
        for execution_id, known in list(self.committed.items()):
            if known.is_parked and known.wakes_at is None:
                self.observer.rows("select from flowfabric.ff_resume_execution(%s)", execution_id)
                self.resume(self.observer, execution_id, known.ended)
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
