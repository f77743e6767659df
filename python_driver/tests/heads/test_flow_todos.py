"""Flow todos have a head of their own: searching stays fast, and no todo falls behind the head."""

from __future__ import annotations

import json
from uuid import UUID

import pytest
from psycopg import IsolationLevel

from .engine import LANE, OTHER_LANE, Claim, Clock, OpenSession, Session, let_heads_pass, work

STEPS = 6
TODOS = 100

ENDS = pytest.mark.parametrize("end", ["commit", "rollback"])


def submit_join(session: Session) -> dict[str, UUID]:
    """The executions of a flow: c after a and b, in a lane of its own."""
    nodes = {
        "a": {"lane": LANE},
        "b": {"lane": LANE},
        "c": {"lane": OTHER_LANE, "after": ["a", "b"]},
    }
    document = {"nodes": nodes}
    executions = session.value(
        "select executions from ff_submit_flow(%s::jsonb)", json.dumps(document)
    )
    return {name: UUID(execution_id) for name, execution_id in executions.items()}


def claims_of(session: Session, executions: dict[str, UUID]) -> dict[str, Claim]:
    names = {execution_id: name for name, execution_id in executions.items()}
    claims = [session.claim_one(), session.claim_one()]
    return {names[claimed.execution_id]: claimed for claimed in claims}


def state_of(session: Session, execution_id: UUID) -> str:
    return str(session.value("select ff_read_execution_state(%s)", execution_id))


def todo_head_lag_s(session: Session) -> float:
    return float(session.value("select extract(epoch from _now() - _head_of(-2))"))


def entries_read(session: Session) -> int:
    """Index entries that this session's statements have visited in due_flow_todo."""
    session.rows("select pg_stat_force_next_flush()")
    session.rows("select 1")
    return int(
        session.value(
            "select idx_tup_read from pg_stat_all_indexes where indexrelname = 'due_flow_todo'"
        )
    )


def entries_read_by_steps(session: Session, clock: Clock) -> list[int]:
    """In each step, todos are written and done, and claims search for more."""
    counts = []
    before = entries_read(session)
    for _ in range(STEPS):
        session.rows(
            "select _add_flow_todo("
            "'settle', array(select gen_random_uuid() from generate_series(1, %s)), 1)",
            TODOS,
        )
        clock.step(0.1)  # nobody pays them before they are due
        for _ in range(20):
            assert session.claim() is None
        assert session.count("ff_flow_todo") == 0
        for _ in range(4):
            clock.step(0.5)
            session.tick()
        after = entries_read(session)
        counts.append(after - before)
        before = after
    return counts


@pytest.fixture
def snapshot(session: Session, open_session: OpenSession) -> Session:
    work(session)
    reader = open_session()
    reader.begin(IsolationLevel.REPEATABLE_READ)
    reader.rows("select 1 from ff_exec_core")
    return reader


@pytest.mark.usefixtures("snapshot")
def test_todos_do_not_decay_under_a_held_snapshot(session: Session, clock: Clock) -> None:
    counts = entries_read_by_steps(session, clock)
    # a step also reads what is dead of the step before, which the head has not passed yet
    assert max(counts) < 3 * counts[0] + 100, counts


@pytest.mark.usefixtures("snapshot")
def test_they_would_decay_without_a_head(session: Session, clock: Clock) -> None:
    """Without this, the test above would prove nothing."""
    session.rows(
        "create or replace function _move_todo_head(p_proof _proof)"
        " returns void language plpgsql as 'begin end'"
    )
    counts = entries_read_by_steps(session, clock)
    assert max(counts) > 4 * counts[0], counts


@ENDS
def test_todo_of_a_completion_that_stays_open(
    session: Session, open_session: OpenSession, clock: Clock, end: str
) -> None:
    """The head passes the moment of an uncommitted todo; the todo is found when it appears."""
    first, second = open_session(), open_session()
    executions = submit_join(session)
    claims = claims_of(session, executions)
    first.begin()
    first.complete(claims["a"])
    second.begin()
    second.complete(claims["b"])  # a's completion holds the join
    let_heads_pass(session, clock)
    session.tick()
    assert todo_head_lag_s(session) < 3
    first.commit()
    second.rows(end)
    session.tick()
    expected = "waiting" if end == "commit" else "waiting_children"
    assert state_of(session, executions["c"]) == expected
    assert session.findings() == []
    assert session.count("ff_flow_todo") == 0


@ENDS
def test_todo_beside_an_open_claim(
    session: Session, open_session: OpenSession, clock: Clock, end: str
) -> None:
    """A claim that found no row works on todos when it commits: while it is open it locks none."""
    first, holder = open_session(), open_session()
    executions = submit_join(session)
    claims = claims_of(session, executions)
    first.begin()
    first.complete(claims["a"])
    session.complete(claims["b"])
    first.commit()
    assert session.count("ff_flow_todo") == 1
    clock.step(5)
    holder.begin()
    assert holder.claim(OTHER_LANE) is None
    assert session.claim(OTHER_LANE) is None
    assert session.claim_one(OTHER_LANE).execution_id == executions["c"]
    holder.rows(end)
    assert session.findings() == []


def test_todo_that_another_session_holds(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """A todo that an open transaction holds does not hold up the head; a copy of it is done."""
    first, holder = open_session(), open_session()
    executions = submit_join(session)
    claims = claims_of(session, executions)
    first.begin()
    first.complete(claims["a"])
    session.complete(claims["b"])
    holder.begin()
    holder.rows("select from ff_flow_todo for update")
    first.commit()
    let_heads_pass(session, clock)
    session.tick()
    session.tick()
    assert state_of(session, executions["c"]) == "waiting"
    assert todo_head_lag_s(session) < 3


def test_todos_after_the_clock_was_set_back(session: Session, clock: Clock) -> None:
    """The todos do not wait until the clock has reached their moments."""
    executions = submit_join(session)
    claims = claims_of(session, executions)
    with session.transaction():
        session.rows("set transaction isolation level repeatable read")
        session.complete(claims["a"])
        session.complete(claims["b"])
    assert session.count("ff_flow_todo") == 2
    clock.step(-3600)
    session.tick()
    assert state_of(session, executions["c"]) == "waiting"
    assert session.findings() == []


def test_held_joins_do_not_hold_up_others(session: Session, open_session: OpenSession) -> None:
    """Of 150 joins behind one execution a session holds the first 130: the rest is resolved."""
    names = [f"n{number}" for number in range(150)]
    nodes = {
        "first": {"lane": LANE},
        **{name: {"lane": OTHER_LANE, "after": ["first"]} for name in names},
    }
    session.rows("select ff_submit_flow(%s::jsonb)", json.dumps({"nodes": nodes}))
    holder = open_session()
    holder.begin()
    held = holder.rows(
        "select 1 from ff_edge as d"
        " inner join ff_edge_group as g on g.downstream_id = d.downstream_id"
        " order by d.ctid limit 130 for no key update of g"
    )
    assert len(held) == 130
    session.complete(session.claim_one())
    assert session.states() == {"completed": 1, "waiting_first": 20, "children_first": 130}
    holder.rollback()
    assert session.findings() == []


def test_end_that_comes_between_a_look_and_a_lock(
    session: Session, open_session: OpenSession
) -> None:
    """The present row of the upstream decides whether it is ending, not a snapshot."""
    holder = open_session()
    executions = submit_join(session)
    claims = claims_of(session, executions)

    def is_ending(name: str) -> bool:
        return bool(
            session.value(
                "select _is_ending(e.execution_id) from ff_exec_core as e"
                " where e.execution_id = %s",
                executions[name],
            )
        )

    assert not is_ending("a")
    holder.begin()
    holder.complete(claims["a"])
    assert is_ending("a")
    holder.commit()
    assert is_ending("a")
    assert not is_ending("b")


def test_claims_of_members_do_todos_although_the_lane_is_busy(
    session: Session, open_session: OpenSession, clock: Clock
) -> None:
    """Every such claim, not only each 64th, or an empty one."""
    first = open_session()
    executions = submit_join(session)
    claims = claims_of(session, executions)
    first.begin()
    first.complete(claims["a"])
    session.complete(claims["b"])
    first.commit()
    nodes = {f"n{number}": {"lane": LANE} for number in range(3)}
    session.rows("select ff_submit_flow(%s::jsonb)", json.dumps({"nodes": nodes}))
    assert session.count("ff_flow_todo") == 1
    session.rows("select setval('ff_claim_count', 1)")
    clock.step(0.5)
    session.claim_one()
    assert session.count("ff_flow_todo") == 0
    assert state_of(session, executions["c"]) == "waiting"
