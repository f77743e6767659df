"""Keys in a lane that shares fairly: no claim hides one, no submission loses its turn."""

from __future__ import annotations

from collections import Counter

import pytest

from .racing import (
    LANE,
    Connection,
    Open,
    claim,
    claim_one,
    complete,
    findings,
    race,
    submit,
    wait_until,
)

ISOLATION_LEVELS = ["read committed", "repeatable read"]


def share_fairly(session: Connection) -> None:
    session.execute(
        "select flowfabric.ff_register_lane(%s, p_options => '{\"fair_sharing\": true}')", (LANE,)
    )


def key_of(session: Connection, execution_id: object) -> str:
    row = session.execute(
        "select fairness_key from flowfabric.ff_exec_core where execution_id = %s", (execution_id,)
    ).fetchone()
    assert row
    return str(row.fairness_key)


def waits(session: Connection, key: str) -> bool:
    session.execute("set search_path = flowfabric")
    row = session.execute(
        "select bool_or(flowfabric._waits_for_turn(r.route_id, %s)) as waits"
        " from flowfabric.ff_route as r where r.lane_id = %s",
        (key, LANE),
    ).fetchone()
    assert row
    return bool(row.waits)


def let_keys_leave(session: Connection) -> None:
    """This part of a tick alone: the rest would enter missing keys."""
    session.execute("set search_path = flowfabric")
    session.execute(
        "select flowfabric._let_keys_leave(r.route_id, 100) from flowfabric.ff_route as r"
    )


@pytest.mark.parametrize("level", ISOLATION_LEVELS)
@pytest.mark.parametrize("submits_first", [True, False])
def test_a_submission_does_not_lose_its_turn_to_a_claim_that_lets_its_key_leave(
    open_impatient: Open, level: str, submits_first: bool
) -> None:
    worker, submitter, ticker = (open_impatient() for _ in range(3))
    share_fairly(worker)
    submit(worker, fairness_key="a")
    submit(worker, 3, fairness_key="b")
    worker.execute("select from flowfabric.ff_tick()")
    submitter.execute(f"begin isolation level {level}")
    submitter.execute("select count(*) from flowfabric.ff_fair_turn")
    if submits_first:
        submit(submitter, fairness_key="a")
    # the claim takes what is due of the key, and sees no more
    assert key_of(worker, claim_one(worker).execution_id) == "a"
    if not submits_first:
        submit(submitter, fairness_key="a")
    for _ in range(3):
        let_keys_leave(ticker)
    submitter.execute("commit")
    for _ in range(2):
        let_keys_leave(ticker)

    assert waits(worker, "a")
    served = [key_of(worker, claim_one(worker).execution_id) for _ in range(2)]
    assert sorted(served) == ["a", "b"]
    assert findings(worker) == []


def test_keys_that_have_left_are_removed(open_impatient: Open) -> None:
    session = open_impatient()
    share_fairly(session)
    for number in range(5):
        submit(session, fairness_key=f"key {number}")
        claim_one(session)
    for _ in range(3):
        session.execute("select from flowfabric.ff_tick()")

    assert session.execute("select from flowfabric.ff_fair_turn").rowcount == 0


@pytest.mark.parametrize("level", ISOLATION_LEVELS)
def test_open_claims_hide_no_key_and_make_nobody_wait(open_impatient: Open, level: str) -> None:
    submitter, worker = open_impatient(), open_impatient()
    share_fairly(submitter)
    submit(submitter, 20, fairness_key="a")
    submit(submitter, 20, fairness_key="b")
    sleepers = [open_impatient() for _ in range(3)]
    for sleeper in sleepers:
        sleeper.execute(f"begin isolation level {level}")
        assert len(claim(sleeper, limit=2)) == 2

    served = Counter(key_of(worker, claim_one(worker).execution_id) for _ in range(10))

    assert served == {"a": 5, "b": 5}
    for sleeper in sleepers:
        sleeper.execute("rollback")
    assert findings(worker) == []


def test_a_tick_does_not_wait_for_a_claim_that_looked_into_a_route_before_it_was_retired(
    open_impatient: Open,
) -> None:
    first, second, operator, looker, ticker = (open_impatient() for _ in range(5))

    def finds_after_a_tick(rows: bytes) -> bool:
        ticker.execute("select from flowfabric.ff_tick()")
        return ticker.execute(rows).rowcount > 0

    share_fairly(ticker)
    # neither sees the route of the other
    for session, key in [(first, "a"), (second, "b")]:
        session.execute("begin")
        submit(session, fairness_key=key)
    first.execute("commit")
    second.execute("commit")
    assert key_of(first, claim_one(first).execution_id) == "a"
    operator.execute("begin")
    operator.execute(
        "select flowfabric.ff_set_execution_tag(execution_id, 'app.seen', 'yes')"
        " from flowfabric.ff_exec_core where fairness_key = 'b'"
    )
    wait_until(
        lambda: finds_after_a_tick(b"select from flowfabric.ff_route where merged_at is not null")
    )
    looker.execute("begin")
    # the key waits for a turn, and its work is held
    assert claim(looker) == []
    # the last statement with arguments keeps its snapshot
    looker.execute("select 1")
    operator.execute("rollback")

    wait_until(
        lambda: finds_after_a_tick(b"select from flowfabric.ff_route where closed_at is not null")
    )
    assert key_of(ticker, claim_one(ticker).execution_id) == "b"
    looker.execute("commit")
    wait_until(
        lambda: (
            not finds_after_a_tick(
                b"select from flowfabric.ff_fair_turn as t"
                b" inner join flowfabric.ff_route as r on r.route_id = t.route_id"
                b" where r.retired_at is not null"
            )
        )
    )
    assert findings(ticker) == []


def test_submitters_of_one_key_do_not_wait_for_each_other(open_impatient: Open) -> None:
    sessions = [open_impatient() for _ in range(4)]
    share_fairly(sessions[0])
    for session in sessions:
        session.execute("begin")
        submit(session, fairness_key="a")
    for session in sessions:
        session.execute("commit")

    assert len(claim(sessions[0], limit=10)) == 4
    assert findings(sessions[0]) == []


def test_everything_is_claimed_once_while_keys_come_and_go(open_session: Open) -> None:
    sessions = [open_session() for _ in range(6)]
    share_fairly(sessions[0])
    rounds = 40

    def work(number: int, session: Connection) -> list[object]:
        claimed: list[object] = []
        for each_round in range(rounds):
            if number < 3:
                with session.transaction():
                    submit(session, fairness_key=f"key {each_round % 7}")
                    submit(session, fairness_key=f"key {each_round % 5}")
            else:
                for each in claim(session, limit=1 + each_round % 3):
                    complete(session, each.handle)
                    claimed.append(each.execution_id)
            if each_round % 10 == 9:
                session.execute("select from flowfabric.ff_tick()")
        return claimed

    claimed = [each for answer in race(work, sessions) for each in answer]
    while rest := claim(sessions[0], limit=50):
        claimed += [each.execution_id for each in rest]
    assert len(claimed) == len(set(claimed)) == 3 * 2 * rounds
    assert findings(sessions[0]) == []


@pytest.mark.parametrize("level", ISOLATION_LEVELS)
def test_turns_that_were_replaced_between_two_ticks_hide_no_key(
    open_impatient: Open, level: str
) -> None:
    session, worker = open_impatient(), open_impatient()
    share_fairly(session)
    session.execute(f"set default_transaction_isolation = '{level}'")
    submit(session, 300, fairness_key="a")
    for _ in range(100):
        assert key_of(session, claim_one(session).execution_id) == "a"
    for _ in range(100):
        submit(session, fairness_key="a")
    submit(session, fairness_key="b")

    assert "b" in {key_of(worker, claim_one(worker).execution_id) for _ in range(2)}
    assert findings(worker) == []


@pytest.mark.parametrize("level", ISOLATION_LEVELS)
def test_turns_that_a_claim_has_replaced_are_removed(open_impatient: Open, level: str) -> None:
    session = open_impatient()
    share_fairly(session)
    session.execute(f"set default_transaction_isolation = '{level}'")
    submit(session, 20, fairness_key="a")
    for _ in range(10):
        claim_one(session)

    assert session.execute("select from flowfabric.ff_fair_turn").rowcount == 1


@pytest.mark.parametrize("level", ISOLATION_LEVELS)
def test_turns_of_submissions_in_an_imported_snapshot_hide_no_key(
    open_impatient: Open, level: str
) -> None:
    exporter, flooder, session = (open_impatient() for _ in range(3))
    share_fairly(session)
    submit(session, 5, fairness_key="a")
    exporter.execute("begin isolation level repeatable read")
    row = exporter.execute("select pg_export_snapshot() as snapshot").fetchone()
    assert row
    assert key_of(session, claim_one(session).execution_id) == "a"
    for _ in range(200):
        # the snapshot shows a turn that is gone, and none that was written since
        with flooder.transaction():
            flooder.execute("set transaction isolation level repeatable read")
            flooder.execute(f"set transaction snapshot '{row.snapshot}'".encode())
            submit(flooder, fairness_key="a")
    submit(session, fairness_key="b")
    # the turns that this claim removes stay visible to others
    flooder.execute("begin")
    claim_one(flooder)
    session.execute(f"set default_transaction_isolation = '{level}'")

    assert "b" in {key_of(session, claim_one(session).execution_id) for _ in range(3)}
    flooder.execute("rollback")
    assert findings(session) == []


def test_a_submission_in_repeatable_read_keeps_the_place_of_its_key(open_impatient: Open) -> None:
    session, submitter = open_impatient(), open_impatient()
    share_fairly(session)
    submitter.execute("set default_transaction_isolation = 'repeatable read'")
    for key in "abc":
        submit(session, 60, fairness_key=key)
    served: Counter[str] = Counter()
    for _ in range(60):
        submit(submitter, fairness_key="a")
        served[key_of(session, claim_one(session).execution_id)] += 1

    assert served == {"a": 20, "b": 20, "c": 20}
    assert findings(session) == []
