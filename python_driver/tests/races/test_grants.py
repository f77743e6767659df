"""Schedulers that grant and workers that redeem, all at once, and some of them die."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple
from uuid import UUID

import psycopg
import pytest

from .racing import (
    LANE,
    LEASE_LOST,
    RACE_TIMEOUT_S,
    Claim,
    Connection,
    Open,
    all_is_over,
    claim,
    complete,
    complete_with_work,
    findings,
    pid_of,
    race,
    states,
    submit,
    wait_until,
    wait_until_lapsed,
    work,
    work_done,
)

INVALID, LAPSED, EXISTS, NOT_ELIGIBLE = "ZF301", "ZF302", "ZF303", "ZF202"
NOT_LEASEABLE, CONFLICT = "ZF305", "ZF306"
REDEMPTION_REFUSED = {INVALID, LAPSED, NOT_LEASEABLE, CONFLICT}


class Grant(NamedTuple):
    execution_id: UUID
    kind: str
    grant_key: str


def assign(session: Connection, worker: str, ttl_ms: int = 5000) -> Grant | None:
    """Act as a scheduler: ask for work, and get a grant."""
    row = session.execute(
        "select execution_id, kind, grant_key"
        " from flowfabric.ff_claim_for_worker(%s, %s, %s, p_grant_ttl_ms => %s)",
        (LANE, worker, f"{worker}-1", ttl_ms),
    ).fetchone()
    return Grant(*row) if row else None


def issue(session: Connection, execution_id: UUID, worker: str, ttl_ms: int) -> Grant | None:
    """A grant on an execution that the scheduler names; None: it is refused."""
    try:
        row = session.execute(
            "select execution_id, kind, grant_key"
            " from flowfabric.ff_issue_claim_grant(%s, %s, %s, p_grant_ttl_ms => %s)",
            (execution_id, worker, f"{worker}-1", ttl_ms),
        ).fetchone()
    except psycopg.Error as error:
        if error.sqlstate not in {EXISTS, NOT_ELIGIBLE}:
            raise
        return None
    assert row
    return Grant(*row)


REDEEM_BY = {
    "claim": "select handle, execution_id, lease_epoch, lease_remaining_ms, attempt_type"
    " from flowfabric.ff_claim_execution(%s, %s, %s, %s, %s)",
    "resume": "select handle, execution_id, lease_epoch, lease_remaining_ms, attempt_type"
    " from flowfabric.ff_claim_resumed_execution(%s, %s, %s, %s, %s)",
    "reclaim": "select handle, execution_id, lease_epoch, lease_remaining_ms, attempt_type"
    " from flowfabric.ff_reclaim_execution(%s, %s, %s, %s, %s) where outcome = 'claimed'",
}


class Redeemed(NamedTuple):
    claim: Claim
    attempt_type: str


def redeem(
    session: Connection, grant: Grant, worker: str, ttl_ms: int = 30_000
) -> Redeemed | str | None:
    """The lease; or the reason why it was refused: an SQLSTATE, or None for an empty result."""
    try:
        row = session.execute(
            REDEEM_BY[grant.kind].encode(),
            (grant.execution_id, grant.grant_key, worker, f"{worker}-1", ttl_ms),
        ).fetchone()
    except psycopg.Error as error:
        if error.sqlstate not in REDEMPTION_REFUSED:
            raise
        return error.sqlstate
    return Redeemed(Claim(*row[:4]), row.attempt_type) if row else None


def test_eight_schedulers_and_eight_redeemers_do_everything_exactly_once(
    open_session: Open,
) -> None:
    """Half of the schedulers ask for due work, half name executions. Redeemers send keys twice,
    send them too late, and get keys of others."""
    count = 400
    observer = open_session()
    submit(observer, count)
    everything = [
        row.execution_id
        for row in observer.execute("select execution_id from flowfabric.ff_exec_core")
    ]
    mailboxes: list[SimpleQueue[Grant]] = [SimpleQueue() for _ in range(8)]
    is_over = threading.Event()
    outcomes: Counter[str] = Counter()
    completed: list[UUID] = []

    def schedule(number: int) -> None:
        session, chance = open_session(), random.Random(number)
        while not is_over.is_set():
            which = chance.randrange(8)
            ttl_ms = chance.choice([5, 50, 5000])
            grant = (
                assign(session, f"w{which}", ttl_ms)
                if number % 2
                else issue(session, chance.choice(everything), f"w{which}", ttl_ms)
            )
            if grant:
                mailboxes[which].put(grant)
            elif number % 2:
                time.sleep(0.002)
            if not number and all_is_over(session):
                is_over.set()

    def work_off(number: int) -> None:
        session, chance = open_session(), random.Random(number)
        while not is_over.is_set():
            try:
                grant = mailboxes[number].get(timeout=0.01)
            except Empty:
                continue
            if chance.random() < 0.1:
                foreign = redeem(session, grant, f"w{(number + 1) % 8}")
                assert isinstance(foreign, str), "redeemed with another worker's key"
            if chance.random() < 0.1:
                time.sleep(0.006)
            redeemed = redeem(session, grant, f"w{number}")
            if isinstance(redeemed, Redeemed):
                if chance.random() < 0.3:
                    again = redeem(session, grant, f"w{number}")
                    assert again == CONFLICT
                assert complete_with_work(session, redeemed.claim) is None
                completed.append(redeemed.claim.execution_id)
                outcomes["redeemed"] += 1
            else:
                outcomes[str(redeemed)] += 1

    race(lambda number, run: run(number % 8), [schedule] * 8 + [work_off] * 8, stop=is_over)

    assert Counter(completed) == Counter(everything)
    assert work_done(observer) == Counter(everything)
    assert states(observer) == {"completed": count}
    epochs = observer.execute("select max(lease_epoch) as most from flowfabric.ff_exec_core")
    assert [row.most for row in epochs] == [1]
    assert observer.execute("select from flowfabric.ff_claim_grant").rowcount == 0
    assert outcomes[LAPSED], outcomes  # there was something to fight about
    assert findings(observer) == []


@dataclass
class Member:
    """A worker of a fleet that never claims: it asks a scheduler and redeems."""

    number: int
    open_session: Open
    stop: threading.Event
    seen: Counter[str] = field(default_factory=Counter)
    epochs: list[tuple[UUID, int]] = field(default_factory=list)
    completed: list[UUID] = field(default_factory=list)

    def drain(self) -> None:
        scheduler, self.session = self.open_session(), self.open_session()
        chance = random.Random(self.number)
        name = f"w{self.number}"
        while not self.stop.is_set():
            grant = assign(scheduler, name, chance.choice([10, 200]))
            if grant is None:
                if all_is_over(scheduler):
                    return
                time.sleep(0.003)
                continue
            if chance.random() < 0.05:
                continue  # dies before it redeems
            fate = chance.choice(["done"] * 4 + ["fail", "hand back", "later", "silent", "killed"])
            is_lost = fate in {"silent", "killed"}
            redeemed = redeem(self.session, grant, name, 40 if is_lost else 30_000)
            if isinstance(redeemed, Redeemed):
                self.seen.update([grant.kind, redeemed.attempt_type])
                self.epochs.append((redeemed.claim.execution_id, redeemed.claim.lease_epoch))
                self._meet(fate, redeemed.claim, scheduler)

    def _meet(self, fate: str, claimed: Claim, scheduler: Connection) -> None:
        calls = {
            "fail": "select from flowfabric.ff_fail(%s, 'oops')",
            "hand back": "select from flowfabric.ff_delay(%s, 0)",
            "later": "select from flowfabric.ff_delay(%s, 20)",
        }
        if fate in calls:
            self.session.execute(calls[fate].encode(), (claimed.handle,))
        elif fate == "done":
            assert complete_with_work(self.session, claimed) is None
            self.completed.append(claimed.execution_id)
        elif fate == "killed":
            self._die_in_the_middle(claimed, scheduler)

    def _die_in_the_middle(self, claimed: Claim, scheduler: Connection) -> None:
        """Die when the completion and its business row are written, and not committed."""
        self.session.execute("begin")
        work(self.session, claimed)
        try:
            complete(self.session, claimed.handle)
        except psycopg.Error as error:
            if error.sqlstate not in LEASE_LOST:  # which is short
                raise
        scheduler.execute("select pg_terminate_backend(%s, 4000)", (pid_of(self.session),))
        self.session = self.open_session()


def test_fleet_that_only_redeems_grants_gets_everything_done(open_session: Open) -> None:
    count = 200
    observer = open_session()
    backoff = {"type": "fixed", "delay_ms": 5, "jitter": False}
    submit(
        observer,
        count,
        policy={"retry_policy": {"max_retries": 1000, "backoff": backoff}},
        delay_ms=[0, 30] * (count // 2),
    )
    stop = threading.Event()
    members = [Member(number, open_session, stop) for number in range(8)]

    race(lambda _, member: member.drain(), members, stop=stop)

    completed = Counter(each for member in members for each in member.completed)
    assert len(completed) == count
    assert set(completed.values()) == {1}
    assert work_done(observer) == completed
    assert states(observer) == {"completed": count}
    # each redemption has an epoch of its own, and none is missing
    epochs = defaultdict(list)
    for member in members:
        for execution_id, epoch in member.epochs:
            epochs[execution_id].append(epoch)
    assert all(sorted(seen) == list(range(1, len(seen) + 1)) for seen in epochs.values())
    seen = sum((member.seen for member in members), Counter[str]())
    assert set(seen) == {"claim", "resume", "reclaim", "initial", "retry"}
    assert findings(observer) == []


def test_dead_worker_that_renews_loses_each_lease_once(open_session: Open) -> None:
    """It is declared dead again and again, because leases that it renews at that moment stay its
    own."""
    count = 60
    worker, operator, rival = open_session(), open_session(), open_session()
    submit(operator, count)
    held = claim(worker, limit=count)
    worker.execute("select from flowfabric.ff_register_worker('w', 'w-1', array[%s])", (LANE,))
    is_over = threading.Event()

    def renew() -> list[list[str]]:
        beats = []
        while not is_over.is_set():
            rows = worker.execute(
                "select renewals"
                " from flowfabric.ff_heartbeat_worker('w-1', p_handles => %s::text[])",
                ([each.handle for each in held],),
            )
            beats += [[item["outcome"] for item in row.renewals] for row in rows]
        return beats

    def release() -> int:
        released = 0
        deadline = time.monotonic() + 10
        while released < count and time.monotonic() < deadline:
            row = operator.execute(
                "select released_count from flowfabric.ff_mark_worker_dead("
                "'w-1', 'it is silent', p_release_leases => true)"
            ).fetchone()
            assert row
            released += row.released_count
        return released

    def take_over() -> list[Claim]:
        taken: list[Claim] = []

        def has_all() -> bool:
            # as another process: what it holds must not be released as the dead one's
            rows = rival.execute(
                "select handle, execution_id, lease_epoch, lease_remaining_ms"
                " from flowfabric.ff_claim_batch(%s, 'w', 'w-2', 7)",
                (LANE,),
            )
            taken.extend(Claim(*row) for row in rows)
            return len(taken) >= count

        wait_until(has_all)
        return taken

    with ThreadPoolExecutor(3) as pool:
        beats, taken = pool.submit(renew), pool.submit(take_over)
        try:
            assert pool.submit(release).result(RACE_TIMEOUT_S) == count
            claims = taken.result(RACE_TIMEOUT_S)
        finally:
            is_over.set()
        renewals = beats.result(RACE_TIMEOUT_S)

    assert Counter(each.execution_id for each in claims) == Counter(e.execution_id for e in held)
    assert {each.lease_epoch for each in claims} == {2}
    for of_one_lease in zip(*renewals, strict=True):
        # a row that the release or the takeover has locked at this moment tells nothing
        told = [outcome for outcome in of_one_lease if outcome != "busy"]
        lost = [outcome != "renewed" for outcome in told]
        assert lost == sorted(lost), "a lease that was lost was renewed"
        assert set(told) <= {"renewed", "lease_revoked", "stale_lease"}
    assert all(complete_with_work(rival, each) is None for each in claims)
    assert operator.execute("select from flowfabric.ff_list_workers()").rowcount == 0
    assert findings(operator) == []


def pages(session: Connection, size: int) -> Iterator[list[Any]]:
    after = None
    while rows := session.execute(
        "select execution_id, lease_expires_at, page_key"
        " from flowfabric.ff_list_expired_leases(%s, %s)",
        (after, size),
    ).fetchall():
        yield rows
        after = rows[-1].page_key


@pytest.mark.parametrize("is_disturbed", [False, True], ids=["at rest", "beside reclaimers"])
def test_ten_thousand_lapsed_leases_are_paged(open_session: Open, is_disturbed: bool) -> None:
    """A thousand at a time lapse at the same instant. Leases that are there all the time are listed
    exactly once, also while others are taken over."""
    observer = open_session()
    claims = []
    for number in range(10):  # in a lane each, so that no claim takes over what lapsed before
        observer.execute(
            "select from flowfabric.ff_create_executions(%s, array_fill('{}'::jsonb, array[1000]))",
            (f"lane-{number}",),
        )
        rows = observer.execute(
            "select handle, execution_id, lease_epoch, lease_remaining_ms"
            " from flowfabric.ff_claim_batch(%s, 'w', 'w-1', 1000, p_lease_ttl_ms => 1)",
            (f"lane-{number}",),
        )
        claims += [Claim(*row) for row in rows]
    lapsed = {each.execution_id for each in claims}
    assert len(lapsed) == 10_000
    wait_until_lapsed(observer, claims[-1])

    is_over = threading.Event()

    def reclaim(number: int) -> set[UUID]:
        session, taken = open_session(), set()
        # each takes over other executions, and each of them once
        candidates = sorted(lapsed)[number::2]
        random.Random(number).shuffle(candidates)
        for execution_id in candidates:
            if is_over.is_set():
                break
            row = session.execute(
                "select execution_id, kind, grant_key from"
                " flowfabric.ff_issue_reclaim_grant(%s, 'w', 'w-1') where outcome = 'granted'",
                (execution_id,),
            ).fetchone()
            if row and isinstance(redeem(session, Grant(*row), "w"), Redeemed):
                taken.add(execution_id)
        return taken

    with ThreadPoolExecutor(2) as pool:
        reclaimers = [pool.submit(reclaim, number) for number in range(2 * is_disturbed)]
        try:
            listed = [row for page in pages(observer, 333) for row in page]
        finally:
            is_over.set()
        taken = set().union(*(each.result(RACE_TIMEOUT_S) for each in reclaimers))

    counts = Counter(row.execution_id for row in listed)
    assert set(counts.values()) == {1}
    assert lapsed - taken <= counts.keys() <= lapsed
    order = [(row.lease_expires_at, row.execution_id) for row in listed]
    assert order == sorted(order)
    assert len({expires_at for expires_at, _ in order}) == 10
    assert bool(taken) == is_disturbed
    assert findings(observer) == []
