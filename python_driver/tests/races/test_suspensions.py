"""Senders, timeouts, operators and workers meet at suspensions, and some of them die."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from queue import Empty, Queue
from typing import Any, NamedTuple
from uuid import UUID

import psycopg
import pytest
from psycopg.types.json import Jsonb

from .racing import (
    LANE,
    LEASE_LOST,
    Claim,
    Connection,
    Open,
    all_is_over,
    complete,
    complete_with_work,
    findings,
    pid_of,
    race,
    states,
    submit,
    wait_until,
    work_done,
)

SENDERS = 8
WAITPOINT_CLOSED, NOT_SIGNALABLE, NOT_SUSPENDED = "ZF504", "ZF505", "ZF507"
TOO_LATE = {WAITPOINT_CLOSED, NOT_SIGNALABLE}
CLOSING = "resume_condition_satisfied"
PATIENCE_S = 20


class Attempt(NamedTuple):
    claim: Claim
    attempt_id: UUID
    attempt_type: str


class Address(NamedTuple):
    """Where a signal goes to."""

    execution_id: UUID
    waitpoint_id: UUID
    token: str


class Delivery(NamedTuple):
    outcome: str
    signal_id: UUID
    effect: str


def claim(session: Connection, ttl_ms: int = 30_000) -> list[Attempt]:
    rows = session.execute(
        "select handle, execution_id, lease_epoch, lease_remaining_ms, attempt_id, attempt_type"
        " from flowfabric.ff_claim(%s, 'w', 'w-1', p_lease_ttl_ms => %s)",
        (LANE, ttl_ms),
    )
    return [Attempt(Claim(*row[:4]), row.attempt_id, row.attempt_type) for row in rows]


def suspend(
    session: Connection,
    claimed: Claim,
    condition: dict[str, Any],
    timeout_ms: int | None = None,
    behavior: str = "fail",
) -> tuple[UUID, Address]:
    """The outcome, and the waitpoints for signals."""
    row = session.execute(
        "select outcome, (waitpoints #>> '{0,waitpoint_id}')::uuid as waitpoint_id,"
        " waitpoints #>> '{0,token}' as token from flowfabric.ff_suspend("
        "%s, %s, p_timeout_ms => %s, p_timeout_behavior => %s)",
        (claimed.handle, Jsonb(condition), timeout_ms, behavior),
    ).fetchone()
    assert row
    return row.outcome, Address(claimed.execution_id, row.waitpoint_id, row.token)


def deliver(session: Connection, to: Address, source: str) -> Delivery | str:
    """The effect, or the SQLSTATE when it came too late; sent again it is the same signal."""
    try:
        row = session.execute(
            "select outcome, signal_id, effect from flowfabric.ff_deliver_signal("
            "%s, %s, %s, 'go', p_source_identity => %s, p_idempotency_key => %s)",
            (*to, source, source),
        ).fetchone()
    except psycopg.Error as error:
        if error.sqlstate not in TOO_LATE:
            raise
        return error.sqlstate or ""
    assert row
    return Delivery(*row)


def observed(session: Connection, claimed: Claim, everything: bool = False) -> list[UUID]:
    rows = session.execute(
        "select signal_id from flowfabric.ff_observe_signals(%s, %s)",
        (claimed.handle, everything),
    )
    return [row.signal_id for row in rows]


def count_of_sources(count: int) -> dict[str, Any]:
    return {"count": count, "of": "sources", "on": ["review"], "signal": "go"}


@dataclass
class Arena:
    """One execution after the other is suspended, and everybody goes for it."""

    open_session: Open
    rounds: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.judge = self.open_session()
        self.senders = [self.open_session() for _ in range(SENDERS)]
        self.claimers = [self.open_session() for _ in range(2)]
        self.rival_session = self.open_session()
        self.chance = random.Random(4711)

    def suspended(
        self, condition: dict[str, Any], timeout_ms: int | None = None, behavior: str = "fail"
    ) -> tuple[Attempt, Address]:
        submit(self.judge)
        [first] = claim(self.judge)
        outcome, address = suspend(self.judge, first.claim, condition, timeout_ms, behavior)
        assert outcome == "suspended"
        return first, address

    def fight(
        self, address: Address, rival: Callable[[Connection, UUID], object]
    ) -> tuple[list[Delivery | str], list[Attempt]]:
        """All senders, a rival, and two workers that claim until the senders have ended."""
        delays = [self.chance.uniform(0, 0.01) for _ in range(SENDERS)]
        left = [None] * SENDERS
        claims: list[Attempt] = []

        def send(number: int) -> Delivery | str:
            try:
                time.sleep(delays[number])
                return deliver(self.senders[number], address, f"source-{number}")
            finally:
                left.pop()

        def claim_all(session: Connection) -> None:
            while left:
                claims.extend(claim(session))

        runs: list[Callable[[], Any]] = [
            *(partial(send, number) for number in range(SENDERS)),
            *(partial(claim_all, session) for session in self.claimers),
            partial(rival, self.rival_session, address.execution_id),
        ]
        return race(lambda _, run: run(), runs)[:SENDERS], claims

    def late_claims(self) -> list[Attempt]:
        answers = race(lambda _, session: claim(session), self.claimers)
        return [attempt for claims in answers for attempt in claims]

    def suspension(self, execution_id: UUID) -> Any:
        return self.judge.execute(
            "select s.close_reason, s.closer_signal_id, e.state::text as state"
            " from flowfabric.ff_suspension as s"
            " inner join flowfabric.ff_exec_core as e using (execution_id)"
            " where s.execution_id = %s",
            (execution_id,),
        ).fetchone()

    def stored_signals(self, address: Address) -> set[UUID]:
        rows = self.judge.execute(
            "select signal_id from flowfabric.ff_signal where waitpoint_id = %s",
            (address.waitpoint_id,),
        )
        return {row.signal_id for row in rows}


def let_be(_session: Connection, _execution_id: UUID) -> None:
    pass


def cancel(session: Connection, execution_id: UUID) -> None:
    session.execute("select from flowfabric.ff_cancel_execution(%s, 'enough')", (execution_id,))


def resume(session: Connection, execution_id: UUID) -> None:
    try:
        session.execute("select from flowfabric.ff_resume_execution(%s)", (execution_id,))
    except psycopg.Error as error:
        if error.sqlstate != NOT_SUSPENDED:
            raise


def expire(session: Connection, execution_id: UUID) -> None:
    """Until the timeout has passed, or the suspension has ended otherwise."""

    def is_settled() -> bool:
        row = session.execute(
            "select why from flowfabric.ff_expire_suspension(%s)", (execution_id,)
        ).fetchone()
        assert row
        return bool(row.why != "not_yet_due")

    wait_until(is_settled)


def test_count_of_eight_sources_is_completed_by_exactly_one_of_them(open_session: Open) -> None:
    arena = Arena(open_session)
    for _ in range(8):
        first, address = arena.suspended(count_of_sources(SENDERS))
        answers, claims = arena.fight(address, let_be)
        claims += arena.late_claims()

        accepted = [answer for answer in answers if isinstance(answer, Delivery)]
        effects = Counter(answer.effect for answer in accepted)
        assert effects == {"appended_to_waitpoint": SENDERS - 1, CLOSING: 1}
        [resumed] = claims
        assert resumed.attempt_type == "resume"
        assert resumed.attempt_id == first.attempt_id
        assert resumed.claim.lease_epoch == 2
        seen = observed(arena.judge, resumed.claim)
        assert set(seen) == {answer.signal_id for answer in accepted}
        assert [answer.signal_id for answer in accepted if answer.effect == CLOSING] == seen[-1:]
        complete(arena.judge, resumed.claim.handle)
    assert states(arena.judge) == {"completed": 8}
    assert findings(arena.judge) == []


# From one that is over before anybody has sent to one that comes too late in any case.
TIMEOUTS_MS = [1, 6, 10, 15, 1000]


@pytest.mark.parametrize(
    ("rival", "behavior", "timeouts_ms"),
    [
        (expire, "fail", TIMEOUTS_MS),
        (expire, "auto_resume_with_timeout_signal", TIMEOUTS_MS),
        (let_be, "auto_resume_with_timeout_signal", TIMEOUTS_MS),
        (expire, "escalate", TIMEOUTS_MS),
        (cancel, "fail", [None] * 5),
        (resume, "fail", [None] * 5),
    ],
    ids=["fail", "auto-resume", "auto-resume by claims", "escalate", "cancel", "operator"],
)
def test_everybody_agrees_on_who_ended_a_suspension(
    open_session: Open,
    rival: Callable[[Connection, UUID], None],
    behavior: str,
    timeouts_ms: list[int | None],
) -> None:
    """Four sources of eight are enough, beside a rival that ends it in another way."""
    enough = 4
    arena = Arena(open_session)
    for timeout_ms in timeouts_ms:
        first, address = arena.suspended(count_of_sources(enough), timeout_ms, behavior)
        answers, claims = arena.fight(address, rival)
        if timeout_ms:
            expire(arena.judge, address.execution_id)
        claims += arena.late_claims()

        accepted = [answer for answer in answers if isinstance(answer, Delivery)]
        closers = [answer.signal_id for answer in accepted if answer.effect == CLOSING]
        assert len(closers) <= 1, "closed by two signals"
        assert len(accepted) == enough if closers else len(accepted) < enough
        assert {answer.signal_id for answer in accepted} == arena.stored_signals(address)
        end = arena.suspension(address.execution_id)
        assert end.closer_signal_id == (closers[0] if closers else None)
        goes_on = end.close_reason in {"resumed", "timed_out_auto_resume"}
        if rival is cancel:
            assert end.state == "cancelled"
            assert len(claims) <= goes_on
        else:
            assert len(claims) == goes_on, end
            assert goes_on or end.state == "failed"
        assert bool(closers) or behavior != "escalate", "an escalated one takes late signals"
        for number, answer in enumerate(answers):
            again = deliver(arena.senders[number], address, f"source-{number}")
            if isinstance(answer, Delivery):
                assert again == answer._replace(outcome="duplicate")
            else:
                assert again in TOO_LATE
        for resumed in claims:
            assert resumed.attempt_type == "resume"
            assert resumed.attempt_id == first.attempt_id
            assert resumed.claim.lease_epoch == 2
            if rival is not cancel:
                seen = observed(arena.judge, resumed.claim)
                assert set(seen) == {answer.signal_id for answer in accepted if closers}
                complete(arena.judge, resumed.claim.handle)
        arena.rounds["signals" if closers else "rival"] += 1
    if rival is expire and behavior != "escalate":
        assert arena.rounds["signals"]
        assert arena.rounds["rival"], arena.rounds
    assert findings(arena.judge) == []


@dataclass
class Relay:
    """Workers that wait for a signal at each of some steps, and senders that send one for each.

    The step of an attempt is how many signals it has, so nobody need remember anything."""

    open_session: Open
    steps: int
    is_deadly: bool = False
    mail: Queue[Address] = field(default_factory=Queue)
    is_over: threading.Event = field(default_factory=threading.Event)
    seen: Counter[Any] = field(default_factory=Counter)
    claims: list[Claim] = field(default_factory=list)
    completed: list[UUID] = field(default_factory=list)

    def run(self, workers: int, senders: int) -> None:
        self.deadline = time.monotonic() + PATIENCE_S
        race(
            self.take_part,
            [self.work_off] * workers + [self.send] * senders,
            stop=self.is_over,
        )

    def take_part(self, number: int, run: Callable[[random.Random], None]) -> None:
        try:
            run(random.Random(number))
        finally:
            self.is_over.set()

    def goes_on(self) -> bool:
        assert time.monotonic() < self.deadline, "somebody was not woken up"
        return not self.is_over.is_set()

    def work_off(self, chance: random.Random) -> None:
        session = self.open_session()
        while self.goes_on():
            is_doomed = self.is_deadly and chance.random() < 0.15
            claims = claim(session, 60 if is_doomed else 30_000)
            if not claims:
                if all_is_over(session):
                    return
                time.sleep(0.002)
            for attempt in claims:
                self.claims.append(attempt.claim)
                self.seen[attempt.attempt_type] += 1
                if is_doomed:
                    session = self.die(session, attempt.claim, chance)
                else:
                    self.meet(session, attempt, chance)

    def meet(self, session: Connection, attempt: Attempt, chance: random.Random) -> None:
        if attempt.attempt_type == "resume":
            assert len(observed(session, attempt.claim)) == 1
        for step in range(len(observed(session, attempt.claim, everything=True)), self.steps):
            condition = {"signal": "go", "on": f"step-{step}"}
            is_early = chance.random() < 0.7
            if is_early:
                ahead = self.create_waitpoint(session, attempt.claim, f"step-{step}")
                self.mail.put(ahead)
                # some signals come before the suspension for certain
                if not self.is_deadly and chance.random() < 0.3:
                    wait_until(partial(self.has_signal, session, ahead))
                else:
                    time.sleep(chance.choice([0, 0.003]))
            outcome, address = suspend(session, attempt.claim, condition)
            self.seen[outcome] += 1
            if not is_early:
                self.mail.put(address)
            if outcome == "suspended":
                return
        assert complete_with_work(session, attempt.claim) is None
        self.completed.append(attempt.claim.execution_id)

    def has_signal(self, session: Connection, address: Address) -> bool:
        query = "select from flowfabric.ff_signal where waitpoint_id = %s"
        return session.execute(query, (address.waitpoint_id,)).fetchone() is not None

    def create_waitpoint(self, session: Connection, claimed: Claim, key: str) -> Address:
        row = session.execute(
            "select waitpoint_id, token from flowfabric.ff_create_waitpoint(%s, %s, 60000)",
            (claimed.handle, key),
        ).fetchone()
        assert row
        return Address(claimed.execution_id, *row)

    def die(self, session: Connection, claimed: Claim, chance: random.Random) -> Connection:
        """Die with a waitpoint created and perhaps its token sent, and with a suspension written
        and not committed."""
        try:
            if chance.random() < 0.7:
                self.mail.put(self.create_waitpoint(session, claimed, "step-0"))
            session.execute("begin")
            suspend(session, claimed, {"signal": "go", "on": "step-0"})
        except psycopg.Error as error:
            if error.sqlstate not in LEASE_LOST:  # which is short
                raise
        return self.killed(session)

    def killed(self, session: Connection) -> Connection:
        """Another session in the place of the killed one."""
        successor = self.open_session()
        successor.execute("select pg_terminate_backend(%s, 4000)", (pid_of(session),))
        return successor

    def send(self, chance: random.Random) -> None:
        session = self.open_session()
        while self.goes_on():
            try:
                address = self.mail.get(timeout=0.005)
            except Empty:
                continue
            fate = chance.choice(["lives"] * 6 + ["early", "late"]) if self.is_deadly else "lives"
            if fate == "early":
                session.execute("begin")
            answer = deliver(session, address, "me")
            if fate != "lives":
                session = self.killed(session)
                again = deliver(session, address, "me")
                if isinstance(answer, Delivery) and fate == "late":
                    assert again == answer._replace(outcome="duplicate")
                answer = again
                self.seen["sender dies"] += 1
            self.seen[answer.effect if isinstance(answer, Delivery) else answer] += 1

    def assert_all_is_done(self, observer: Connection, count: int) -> None:
        assert Counter(self.completed) == work_done(observer)
        assert Counter(Counter(self.completed).values()) == {1: count}
        assert states(observer) == {"completed": count}
        epochs = defaultdict(list)
        for claimed in self.claims:
            epochs[claimed.execution_id].append(claimed.lease_epoch)
        assert all(sorted(seen) == list(range(1, len(seen) + 1)) for seen in epochs.values())
        assert findings(observer) == []


def test_signal_around_the_suspension_always_wakes_up(open_session: Open) -> None:
    count, steps = 40, 4
    observer = open_session()
    submit(observer, count)
    relay = Relay(open_session, steps)
    relay.run(workers=4, senders=4)

    relay.assert_all_is_done(observer, count)
    # every step was waited for once, in one attempt, and every signal had its effect
    assert relay.seen["suspended"] + relay.seen["already_satisfied"] == count * steps
    assert relay.seen["initial"] == count
    assert relay.seen["resume"] == relay.seen["suspended"] == relay.seen[CLOSING]
    assert relay.seen["already_satisfied"] == relay.seen["buffered_for_pending_waitpoint"]
    # it came early as well as late
    assert relay.seen["suspended"], relay.seen
    assert relay.seen["already_satisfied"], relay.seen


def test_workers_and_senders_that_die_leave_nobody_waiting(open_session: Open) -> None:
    count, steps = 30, 3
    observer = open_session()
    submit(observer, count)
    relay = Relay(open_session, steps, is_deadly=True)
    relay.run(workers=4, senders=4)

    relay.assert_all_is_done(observer, count)
    assert relay.seen["reclaim"], relay.seen
    assert relay.seen["sender dies"], relay.seen
    assert relay.seen.keys() >= {"initial", "resume", "suspended", CLOSING}
    assert relay.seen[WAITPOINT_CLOSED] <= relay.seen["reclaim"], "refused although nobody had died"
