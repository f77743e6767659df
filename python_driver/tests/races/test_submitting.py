"""Submitters: one execution for one key, and no waiting except for the same key."""

from __future__ import annotations

import json
import random
import threading
from collections import Counter

import psycopg
import pytest

from .racing import (
    LANE,
    RACE_TIMEOUT_S,
    Connection,
    Open,
    findings,
    race,
    states,
    submit_under_key,
)


def test_sixteen_submissions_under_one_key_make_one_execution(open_session: Open) -> None:
    sessions = [open_session() for _ in range(16)]
    for key in map(str, range(10)):
        answers = race(lambda _, s: submit_under_key(*s), [(s, key) for s in sessions])
        assert len({execution_id for execution_id, _ in answers}) == 1
        assert Counter(outcome for _, outcome in answers) == {"created": 1, "duplicate": 15}
    assert states(sessions[0]) == {"waiting_first": 10}
    assert findings(sessions[0]) == []


def test_submissions_under_one_key_of_which_some_roll_back(open_session: Open) -> None:
    sessions = [open_session() for _ in range(16)]

    def submit_or_not(number: int, item: tuple[Connection, str]) -> tuple[str, str]:
        with item[0].transaction(force_rollback=number % 2 == 0):
            return submit_under_key(*item)

    for key in map(str, range(10)):
        answers = race(submit_or_not, [(s, key) for s in sessions])
        committed = answers[1::2]
        assert len({execution_id for execution_id, _ in committed}) == 1
        assert Counter(outcome for _, outcome in committed) == {"created": 1, "duplicate": 7}
    assert states(sessions[0]) == {"waiting_first": 10}
    assert findings(sessions[0]) == []


@pytest.mark.parametrize("option", ["idempotency_key", "execution_id"])
def test_batches_with_the_same_names_in_any_order_never_deadlock(
    open_session: Open, option: str
) -> None:
    """As when another process sends a batch again whose reply was lost, in another order. Most of
    them roll back, so that several waiting ones continue together."""
    sessions = [open_session() for _ in range(8)]
    rounds, size = 6, 100

    def submit_shuffled(number: int, session: Connection) -> Counter[str]:
        chance = random.Random(number)
        outcomes: Counter[str] = Counter()
        for each_round in range(rounds):
            names = [
                f"00000000-0000-7000-{0x8000 + each_round:04x}-{item:012x}" for item in range(size)
            ]
            for is_last in (False, False, True):
                chance.shuffle(names)
                with session.transaction(force_rollback=not is_last):
                    rows = session.execute(
                        "select outcome from flowfabric.ff_create_executions("
                        "%s, array_fill('{}'::jsonb, array[%s]), %s)",
                        (LANE, size, json.dumps({option: names})),
                    )
                    outcomes.update(row.outcome for row in rows if is_last)
        return outcomes

    answers = race(submit_shuffled, sessions)

    assert sum(answers, Counter[str]()) == {
        "created": rounds * size,
        "duplicate": 7 * rounds * size,
    }
    assert findings(sessions[0]) == []


def test_submitters_of_new_lanes_and_routes_never_wait(open_impatient: Open) -> None:
    """Eight open transactions, each the first on the same 50 lanes and routes, in its own order."""
    sessions = [open_impatient() for _ in range(8)]
    all_have_submitted = threading.Barrier(len(sessions))

    def submit_everywhere(number: int, session: Connection) -> None:
        lanes = list(range(50))
        random.Random(number).shuffle(lanes)
        try:
            with session.transaction():
                for lane in lanes:
                    session.execute(
                        "select from flowfabric.ff_create_execution(%s, '{}', p_priority => %s,"
                        " p_required_capabilities => %s)",
                        (f"lane-{lane}", lane % 3, [f"gpu-{lane % 5}"]),
                    )
                # nobody commits before all of them are through
                all_have_submitted.wait(RACE_TIMEOUT_S)
        except psycopg.Error:
            all_have_submitted.abort()
            raise

    race(submit_everywhere, sessions)

    claimed = sessions[0].execute(
        "select c.execution_id from generate_series(0, 49) as lane,"
        " flowfabric.ff_claim_batch('lane-' || lane, 'w', 'w-1', 100, array['gpu-' || lane %% 5])"
        " as c",
        (),
    )
    assert len({row.execution_id for row in claimed}) == 8 * 50
    assert findings(sessions[0]) == []
