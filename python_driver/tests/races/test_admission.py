"""Limits under sixteen claimers, with workers that crash, roll back and are killed."""

from __future__ import annotations

import json
import os
import random
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest

from .racing import LANE, LEASE_LOST, Connection, Open, claim, complete, findings, race, submit

CLAIMERS = 16
SECONDS = float(os.environ.get("FF_ADMISSION_SECONDS", "3"))


def create_policy(
    session: Connection, *, window_ms: int = 0, per_window: int = 0, concurrent: int = 0
) -> str:
    policy_id = str(uuid4())
    session.execute(
        "select flowfabric.ff_create_quota_policy(%s, %s, %s, %s)",
        (policy_id, window_ms, per_window, concurrent),
    )
    return policy_id


def create_budget(session: Connection, tokens: int, **options: Any) -> str:
    budget_id = str(uuid4())
    session.execute(
        "select flowfabric.ff_create_budget("
        "%s, 'tenant', 'acme', p_dimensions => '{tokens}', p_hard_limits => %s,"
        " p_soft_limits => '{0}', p_on_hard_limit => %s)",
        (budget_id, [tokens], options.get("on_hard_limit", "block")),
    )
    return budget_id


def begun(session: Connection) -> list[float]:
    """When attempts began, in seconds, by the server's clock."""
    rows = session.execute(
        "select extract(epoch from i.occurred_at)::float8 as at"
        " from flowfabric.ff_event_item as i"
        " where i.kind in ('acquired', 'reclaimed') order by i.occurred_at"
    )
    return [row.at for row in rows]


def most_at_once(spans: list[tuple[float, float]]) -> int:
    """How many half-open spans overlap, at most."""
    steps = sorted([(end, -1) for _, end in spans] + [(start, 1) for start, _ in spans])
    most = count = 0
    for _, step in steps:
        count += step
        most = max(most, count)
    return most


def lease_spans(session: Connection) -> list[tuple[float, float]]:
    """From when until when each lease was live, as the log of the test says."""
    rows = session.execute(
        "select extract(epoch from l.began_at)::float8 as began,"
        " extract(epoch from least(l.lapses_at, ("
        "  select min(i.occurred_at) from flowfabric.ff_event_item as i"
        "  where i.kind in ('completed', 'released') and i.lease_id = l.lease_id"
        " )))::float8 as ended from public.lease_log as l"
    )
    return [(row.began, row.ended) for row in rows]


class Crasher:
    """Claims until it is told to stop, and what it claimed it completes, loses or drops."""

    def __init__(self, open_session: Open, seed: int, stop: threading.Event) -> None:
        self.open_session = open_session
        self.session = open_session()
        self.chance = random.Random(seed)
        self.stop = stop

    def run(self) -> None:
        while not self.stop.is_set():
            fate = self.chance.random()
            if fate < 0.1:
                self.roll_back()
            elif not self.claim_and(fate):
                time.sleep(self.chance.uniform(0.002, 0.02))

    def roll_back(self) -> None:
        self.session.execute("begin")
        claim(self.session)
        if self.chance.random() < 0.3:
            self.session.close()  # as if it was killed
            self.session = self.open_session()
        else:
            self.session.execute("rollback")

    def claim_and(self, fate: float) -> bool:
        ttl_ms = self.chance.randint(40, 150)
        row = self.session.execute(
            "with c as materialized ("
            " select * from flowfabric.ff_claim(%s, 'w', 'w-1', p_lease_ttl_ms => %s)"
            ") insert into public.lease_log"
            " select c.lease_id, c.lease_expires_at - c.lease_remaining_ms * interval '1 ms',"
            " c.lease_expires_at, c.handle, c.attempt_id from c returning handle",
            (LANE, ttl_ms),
        ).fetchone()
        if row is None:
            return False
        if fate < 0.3:
            return True  # it fell silent
        time.sleep(self.chance.uniform(0, 0.06))
        try:
            if fate < 0.5:
                renewed = self.session.execute(
                    "select lease_expires_at from flowfabric.ff_renew(%s)", (row.handle,)
                ).fetchone()
                assert renewed
                self.session.execute(
                    "update public.lease_log set lapses_at = %s where handle = %s",
                    (renewed.lease_expires_at, row.handle),
                )
                time.sleep(self.chance.uniform(0, 0.03))
            if fate < 0.6:
                self.session.execute("select flowfabric.ff_delay(%s, 0)", (row.handle,))
            elif fate < 0.7:
                self.session.execute("select flowfabric.ff_fail(%s, 'oops')", (row.handle,))
            else:
                complete(self.session, row.handle)
        except psycopg.Error as error:
            if error.sqlstate not in LEASE_LOST:
                raise
        return True


def hammer(open_session: Open, seconds: float) -> None:
    stop = threading.Event()
    crashers = [Crasher(open_session, seed, stop) for seed in range(CLAIMERS)]
    with ThreadPoolExecutor(CLAIMERS) as pool:
        runs = [pool.submit(crasher.run) for crasher in crashers]
        try:
            time.sleep(seconds)
        finally:
            stop.set()
        for run in runs:
            run.result(30)


@pytest.fixture
def session(open_session: Open) -> Connection:
    session = open_session()
    session.execute(
        "create table public.lease_log"
        " (lease_id uuid, began_at timestamptz, lapses_at timestamptz, handle text,"
        " attempt_id uuid)"
    )
    return session


RETRIES = {"retry_policy": {"max_retries": 9, "backoff": {"type": "fixed", "delay_ms": 5}}}


@pytest.mark.time_limit(SECONDS + 300)
def test_slots_hold_under_crashes(open_session: Open, session: Connection) -> None:
    policy_id = create_policy(session, concurrent=5)
    submit(session, 4000, quota_policy_id=policy_id, policy={**RETRIES, "max_reclaim_count": 1000})
    hammer(open_session, SECONDS)
    spans = lease_spans(session)
    # enough to compete for five slots, also on a busy machine
    assert len(spans) > 20
    assert most_at_once(spans) == 5
    assert findings(session) == []


@pytest.mark.time_limit(SECONDS + 300)
def test_window_holds_under_crashes(open_session: Open, session: Connection) -> None:
    policy_id = create_policy(session, window_ms=500, per_window=20, concurrent=0)
    submit(session, 4000, quota_policy_id=policy_id, policy={**RETRIES, "max_reclaim_count": 1000})
    hammer(open_session, SECONDS)
    # a lease that went on with its attempt took no place
    resumes = session.execute(
        "select extract(epoch from l.began_at)::float8 as at from public.lease_log as l"
        " where l.attempt_id <> l.lease_id"
    ).fetchall()
    times = sorted(set(begun(session)) - {row.at for row in resumes})
    assert all(later - sooner >= 0.5 for sooner, later in zip(times, times[20:], strict=False))
    # and all that it allows was used
    assert sum(1 for at in times if at < times[0] + 0.5) == 20
    assert findings(session) == []


def test_both_limits_of_many_tenants_hold(open_session: Open, session: Connection) -> None:
    policy_id = create_policy(session, window_ms=300, per_window=10, concurrent=2)
    for tenant in ("a", "b", "c"):
        submit(
            session, 1000, quota_policy_id=policy_id, quota_key=tenant,
            tags={"test.tenant": tenant}, policy={**RETRIES, "max_reclaim_count": 1000},
        )  # fmt: skip
    hammer(open_session, SECONDS)
    for tenant in ("a", "b", "c"):
        rows = session.execute(
            "select distinct l.lease_id, extract(epoch from l.began_at)::float8 as began,"
            " extract(epoch from least(l.lapses_at, ("
            "  select min(i.occurred_at) from flowfabric.ff_event_item as i"
            "  where i.kind in ('completed', 'released') and i.lease_id = l.lease_id"
            " )))::float8 as ended from public.lease_log as l"
            " inner join flowfabric.ff_event_item as o on o.lease_id = l.lease_id"
            " where o.tags ->> 'test.tenant' = %s",
            (tenant,),
        ).fetchall()
        assert len(rows) > 5
        assert most_at_once([(row.began, row.ended) for row in rows]) <= 2
    assert findings(session) == []


def test_first_claims_share_what_there_is(open_session: Open, session: Connection) -> None:
    policy_id = create_policy(session, concurrent=5)
    submit(session, 40, quota_policy_id=policy_id)
    claimed = race(lambda _, own: claim(own), [open_session() for _ in range(CLAIMERS)])
    assert sum(map(len, claimed)) == 5


def test_admissions_are_counted_once(open_session: Open, session: Connection) -> None:
    policy_id = create_policy(session, window_ms=60_000, per_window=5, concurrent=5)

    def check(own: Connection, execution_id: UUID) -> str:
        row = own.execute(
            "select outcome from flowfabric.ff_check_admission(%s, %s, 'k')",
            (policy_id, execution_id),
        ).fetchone()
        assert row
        return str(row.outcome)

    sessions = [open_session() for _ in range(CLAIMERS)]
    one = uuid4()
    outcomes = Counter(race(lambda _, own: check(own, one), sessions))
    assert outcomes == {"admitted": 1, "already_admitted": CLAIMERS - 1}
    outcomes = Counter(race(lambda _, own: check(own, uuid4()), sessions))
    assert outcomes["admitted"] == 4
    assert outcomes["rate_exceeded"] + outcomes["concurrency_exceeded"] == CLAIMERS - 4


def test_reservations_never_exceed_the_budget(open_session: Open, session: Connection) -> None:
    budget_id = create_budget(session, 1000)
    submit(session, CLAIMERS, budget_ids=[budget_id])
    holders = [(open_session(), claimed) for claimed in claim(session, limit=CLAIMERS)]

    def spend(number: int, holder: tuple[Connection, Any]) -> int:
        own, claimed = holder
        chance = random.Random(number)
        spent = 0
        for step in range(40):
            amount, part = chance.randint(1, 80), json.dumps
            reserved = own.execute(
                "select outcome from flowfabric.ff_reserve_budget(%s, %s, %s)",
                (budget_id, claimed.execution_id, part({"tokens": amount})),
            ).fetchone()
            assert reserved
            if reserved.outcome != "reserved":
                continue
            used = chance.randint(0, amount)
            recorded = own.execute(
                "select outcome from flowfabric.ff_record_spend(%s, %s, %s, %s)",
                (budget_id, claimed.execution_id, part({"tokens": used}), f"{number}-{step}"),
            ).fetchone()
            assert recorded
            assert recorded.outcome == "ok"  # what was set aside is there
            spent += used
        return spent

    spent = sum(race(spend, holders))
    status = session.execute(
        "select usage, reserved, breach_count from flowfabric.ff_get_budget_status(%s)",
        (budget_id,),
    ).fetchone()
    assert status
    assert status.usage == {"tokens": spent}
    assert spent <= 1000
    assert status.reserved == {"tokens": 0}
    assert status.breach_count == 0
    assert findings(session) == []
