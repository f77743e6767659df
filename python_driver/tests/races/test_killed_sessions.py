"""Sessions that die in the middle of a transaction leave nothing behind, and no session waiting."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from psycopg import errors

from .racing import (
    RACE_TIMEOUT_S,
    Connection,
    Open,
    claim,
    claim_one,
    complete,
    complete_with_work,
    findings,
    pid_of,
    submit,
    wait_until_blocked,
    wait_until_lapsed,
    work,
    work_done,
)


def kill(observer: Connection, victim: Connection) -> None:
    """End a session, as the death of its client does, and wait until it has ended."""
    row = observer.execute(
        "select pg_terminate_backend(%s, 4000) as is_gone", (pid_of(victim),)
    ).fetchone()
    assert row
    assert row.is_gone


def test_killed_claim_leaves_its_row_at_once(open_session: Open) -> None:
    victim, other = open_session(), open_session()
    submit(other)
    victim.execute("begin")
    claim_one(victim)
    assert claim(other) == []
    kill(other, victim)
    assert claim_one(other).lease_epoch == 1  # the killed one never was


def test_killed_completion_leaves_lease_and_no_work(open_session: Open) -> None:
    victim, other = open_session(), open_session()
    submit(other)
    claimed = claim_one(victim, ttl_ms=400)
    victim.execute("begin")
    work(victim, claimed)
    complete(victim, claimed.handle)
    kill(other, victim)
    assert work_done(other) == {}
    wait_until_lapsed(other, claimed)
    taken = claim_one(other)
    assert taken.lease_epoch == 2
    assert complete_with_work(other, taken) is None
    assert findings(other) == []


def test_killed_submitter_leaves_nothing_and_frees_its_key(open_session: Open) -> None:
    victim, other = open_session(), open_session()
    victim.execute("begin")
    submit(victim, idempotency_key="key")
    kill(other, victim)
    assert claim(other) == []
    submit(other, idempotency_key="key")
    claim_one(other)


def test_killed_while_waiting_for_a_row(open_session: Open) -> None:
    holder, victim, observer = open_session(), open_session(), open_session()
    submit(holder)
    claimed = claim_one(holder)
    with ThreadPoolExecutor(1) as pool, holder.transaction():
        work(holder, claimed)
        complete(holder, claimed.handle)
        waiting = pool.submit(complete_with_work, victim, claimed)
        wait_until_blocked(observer, victim)
        kill(observer, victim)
        with pytest.raises(errors.AdminShutdown):
            waiting.result(RACE_TIMEOUT_S)
    assert work_done(observer) == {claimed.execution_id: 1}
    assert findings(observer) == []
