"""Which calls wait for which, and that errors of PostgreSQL keep their own SQLSTATE."""

from __future__ import annotations

import json
import random
import threading
from collections import Counter

import pytest
from psycopg import errors

from .racing import (
    HOLDER_CALLS,
    LANE,
    RACE_TIMEOUT_S,
    Connection,
    Open,
    claim,
    claim_one,
    complete,
    complete_batch,
    complete_with_work,
    findings,
    next_due_ms,
    race,
    states,
    submit,
    submit_under_key,
    wait_until_lapsed,
    work,
    work_done,
)

RETRY_AT_ONCE = json.dumps(
    {"retry_policy": {"max_retries": 1000, "backoff": {"type": "fixed", "delay_ms": 0}}}
)

OPEN_CALLS = HOLDER_CALLS | {
    "ff_claim": lambda session, _: claim_one(session),
    "ff_claim_batch": lambda session, _: claim(session, limit=1),
    "ff_complete_batch": lambda session, handle: complete_batch(session, [handle]),
    "ff_create_execution": lambda session, _: submit_under_key(session, "key"),
    "ff_create_executions": lambda session, _: submit(session, 3, priority=9),
    "ff_register_lane": lambda session, _: session.execute(
        "select flowfabric.ff_register_lane(%s, '{}')", (LANE,)
    ),
}


@pytest.mark.parametrize("call", OPEN_CALLS)
def test_claims_and_submissions_never_wait_behind_an_open_call(
    open_session: Open, open_impatient: Open, call: str
) -> None:
    opener, impatient = open_session(), open_impatient()
    opener.execute("select flowfabric.ff_register_lane(%s, %s)", (LANE, RETRY_AT_ONCE))
    submit(opener)
    claimed = claim_one(opener, ttl_ms=1)
    wait_until_lapsed(impatient, claimed)  # the row is due for a takeover as well
    claimed = claim_one(opener)
    submit(opener, 3)
    with opener.transaction():
        OPEN_CALLS[call](opener, claimed.handle)
        submit(impatient)
        others = [claim_one(impatient), *claim(impatient, limit=1)]
        assert [complete(impatient, each.handle) for each in others] == [False, False]
        others = claim(impatient, limit=10)
        assert claimed.execution_id not in {each.execution_id for each in others}
        assert claim(impatient) == []
        assert next_due_ms(impatient) is not None
    assert findings(impatient) == []


def test_batches_of_completions_in_any_order_never_deadlock(open_session: Open) -> None:
    """Every session completes the same leases, each in an order of its own, and most of them roll
    back: those that commit get completed items, and in one of them no item is a replay."""
    sessions = [open_session() for _ in range(8)]
    rounds, size = 8, 200

    def complete_shuffled(number: int, session: Connection) -> Counter[bool]:
        chance = random.Random(number)
        replays: Counter[bool] = Counter()
        for handles in batches:
            for is_last in (False, False, True):
                with session.transaction(force_rollback=not is_last):
                    rows = session.execute(
                        "select outcome, is_replay from flowfabric.ff_complete_batch(%s)",
                        (chance.sample(handles, size),),
                    ).fetchall()
                    assert {row.outcome for row in rows} == {"completed"}
                    replays.update(row.is_replay for row in rows if is_last)
        return replays

    submit(sessions[0], rounds * size)
    batches = [[each.handle for each in claim(sessions[0], limit=size)] for _ in range(rounds)]
    answers = race(complete_shuffled, sessions)

    once = rounds * size
    assert sum(answers, Counter[bool]()) == {False: once, True: 7 * once}
    assert findings(sessions[0]) == []


@pytest.mark.parametrize("isolation", ["repeatable read", "serializable"])
@pytest.mark.parametrize("call", HOLDER_CALLS)
def test_serialization_failure_is_not_a_lost_lease(
    open_session: Open, isolation: str, call: str
) -> None:
    holder, other = open_session(), open_session()
    submit(other)
    claimed = claim_one(holder, ttl_ms=20)
    holder.execute(f"begin isolation level {isolation}".encode())
    work(holder, claimed)  # takes the snapshot
    wait_until_lapsed(other, claimed)
    taken = claim_one(other)
    with pytest.raises(errors.SerializationFailure):
        HOLDER_CALLS[call](holder, claimed.handle)
    holder.rollback()
    assert complete_with_work(other, taken) is None
    assert work_done(other) == {claimed.execution_id: 1}
    assert findings(other) == []


def test_deadlock_is_not_a_lost_lease(open_session: Open) -> None:
    one, two = open_session(), open_session()
    submit(one, 2)
    first, second = claim(one, limit=2)
    half_way = threading.Barrier(2)

    def complete_both(number: int, session: Connection) -> str | None:
        mine, theirs = (first, second) if number == 0 else (second, first)
        try:
            with session.transaction():
                complete(session, mine.handle)
                half_way.wait(RACE_TIMEOUT_S)
                complete(session, theirs.handle)
        except errors.DeadlockDetected as error:
            return error.sqlstate
        return None

    answers = race(complete_both, [one, two])

    assert set(answers) == {None, "40P01"}
    assert states(one) == {"completed": 2}
    assert findings(one) == []
