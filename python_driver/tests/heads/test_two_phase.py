"""Two-phase transactions: gates are kept under another name, also across a restart."""

from __future__ import annotations

import pytest

from .engine import (
    RESTARTS,
    Clock,
    OpenSession,
    RestartedServer,
    Session,
    assert_all_is_settled,
    end_prepared,
    gate_holders,
    let_heads_pass,
    prepare_transaction,
    work,
)

ENDS = pytest.mark.parametrize("end", ["commit", "rollback"])
# When heads pass the transaction: then it is noted, under the name that it has at that time.
PASSED = pytest.mark.parametrize(
    "passed",
    [(), ("before",), ("after",), ("before", "after")],
    ids=lambda passed: "+".join(passed),
)


@ENDS
@PASSED
def test_submitter(
    session: Session, open_session: OpenSession, clock: Clock, end: str, passed: tuple[str, ...]
) -> None:
    submitter = open_session()
    work(session)
    submitter.begin()
    submitted = submitter.submit(3)
    if "before" in passed:
        let_heads_pass(session, clock)
        submitted += submitter.submit(3)
    prepare_transaction(submitter)
    if "after" in passed:
        clock.step(1)
        session.tick()
        let_heads_pass(session, clock)
    else:
        work(session)
        work(session)
    end_prepared(session, end)
    session.tick()
    assert sorted(session.drain()) == (sorted(submitted) if end == "commit" else [])
    assert_all_is_settled(session, clock)


@ENDS
@PASSED
def test_claim(
    session: Session, open_session: OpenSession, clock: Clock, end: str, passed: tuple[str, ...]
) -> None:
    holder = open_session()
    work(session)
    execution_id = session.submit_one()
    holder.begin()
    held = holder.claim_one()
    if "before" in passed:
        let_heads_pass(session, clock)
    prepare_transaction(holder)
    if "after" in passed:
        let_heads_pass(session, clock)
    end_prepared(session, end)
    session.tick()
    if end == "rollback":
        held = session.claim_one()
        assert held.execution_id == execution_id
    session.complete(held)
    assert_all_is_settled(session, clock)


def test_two_that_were_noted_and_prepared(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    submitters = {name: open_session() for name in ("a", "b")}
    work(session)
    submitted = {}
    for name, submitter in submitters.items():
        submitter.begin()
        submitted[name] = submitter.submit(2)
    let_heads_pass(session, clock)
    for name, submitter in submitters.items():
        prepare_transaction(submitter, name)
        session.tick()
        let_heads_pass(session, clock)
    end_prepared(session, "commit", "a")
    session.tick()
    assert session.drain() == submitted["a"], "a does not wait for b"
    let_heads_pass(session, clock)
    end_prepared(session, "commit", "b")
    session.tick()
    assert session.drain() == submitted["b"]
    assert_all_is_settled(session, clock)


@pytest.mark.parametrize("is_passed", [True, False])
def test_open_submitter_does_not_wait_for_a_prepared_one(
    session: Session, open_session: OpenSession, clock: Clock, is_passed: bool
) -> None:
    """Its work is found within a tick after its commit, though the other stays prepared."""
    stranger, submitter = open_session(), open_session()
    work(session)
    stranger.begin()
    late = stranger.submit(1)
    prepare_transaction(stranger)
    if is_passed:
        let_heads_pass(session, clock)
    submitter.begin()
    submitted = submitter.submit(2)
    let_heads_pass(session, clock)
    submitter.commit()
    session.tick()
    assert session.drain() == submitted
    end_prepared(session, "commit")
    session.tick()
    assert session.drain() == late
    assert_all_is_settled(session, clock)


# Across a restart.


def note_holders(session: Session, clock: Clock) -> None:
    """Write two records that name the open transactions, younger than their submissions."""
    for _ in range(2):
        clock.step(0.1)
        session.advance_head()


@RESTARTS
@ENDS
@PASSED
def test_prepared_submitter_across_a_restart(
    restarted: RestartedServer, way: str, end: str, passed: tuple[str, ...]
) -> None:
    """Submissions `before` the transaction was prepared, and `after` the restart."""
    session, submitter = restarted.open_session(), restarted.open_session()
    clock = Clock(session)
    work(session)
    submitter.begin()
    submitted = submitter.submit(3)
    if "before" in passed:
        let_heads_pass(session, clock)
    prepare_transaction(submitter)
    note_holders(session, clock)
    session = restarted.restart(way)
    clock = Clock(session)
    assert gate_holders(session) == 1
    for _ in range(3):
        work(session)
        session.advance_head()
    if "after" in passed:
        clock.step(1)
        session.tick()
        let_heads_pass(session, clock)
    end_prepared(session, end)
    session.tick()
    assert sorted(session.drain()) == (sorted(submitted) if end == "commit" else [])
    assert_all_is_settled(session, clock)


@RESTARTS
@pytest.mark.parametrize("is_passed", [False, True])
def test_prepared_submitter_across_two_restarts(
    restarted: RestartedServer, way: str, is_passed: bool
) -> None:
    """Its virtual transaction id changes at the first restart; it holds the gate all the time."""
    session, submitter = restarted.open_session(), restarted.open_session()
    clock = Clock(session)
    work(session)
    submitter.begin()
    submitted = submitter.submit(3)
    if is_passed:
        let_heads_pass(session, clock)
    prepare_transaction(submitter)
    note_holders(session, clock)
    for _ in range(2):
        session = restarted.restart(way)
        for _ in range(3):
            work(session)
            session.advance_head()
    end_prepared(session, "commit")
    session.tick()
    assert sorted(session.drain()) == sorted(submitted)
    assert_all_is_settled(session, Clock(session))


@RESTARTS
@ENDS
def test_prepared_claim_across_a_restart(restarted: RestartedServer, way: str, end: str) -> None:
    session, holder = restarted.open_session(), restarted.open_session()
    clock = Clock(session)
    work(session)
    execution_id = session.submit_one()
    holder.begin()
    held = holder.claim_one()
    let_heads_pass(session, clock)
    prepare_transaction(holder)
    session = restarted.restart(way)
    clock = Clock(session)
    let_heads_pass(session, clock)
    end_prepared(session, end)
    session.tick()
    if end == "rollback":
        held = session.claim_one()
        assert held.execution_id == execution_id
    session.complete(held)
    assert_all_is_settled(session, clock)


@RESTARTS
def test_names_of_holders_begin_anew_after_a_restart(restarted: RestartedServer, way: str) -> None:
    """An open submitter was noted, the server restarts, and other transactions get the same virtual
    ids."""
    session, submitter = restarted.open_session(), restarted.open_session()
    clock = Clock(session)
    work(session)
    submitter.begin()
    submitter.submit()
    let_heads_pass(session, clock)
    assert session.count("ff_range_debt") == 1
    session = restarted.restart(way)
    clock = Clock(session)
    waiting = []
    for _ in range(3):
        other = restarted.open_session()
        other.begin()
        waiting += other.submit()
        let_heads_pass(session, clock)
        other.commit()
        session.tick()
        assert session.drain() == [waiting.pop()]
    assert_all_is_settled(session, clock)
