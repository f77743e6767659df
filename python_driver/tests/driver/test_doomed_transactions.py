"""A transaction in which a lease was lost is not committed, however the caller goes about it.

Nor is one that was committed before and is sent again because nobody heard of that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from unittest.mock import Mock

import flowfabric._doom
import psycopg
import pytest
from flowfabric import (
    AsyncClient,
    ClaimedExecution,
    Client,
    ExecutionNotActive,
    InvalidArgument,
    LeaseExpired,
    LeaseLost,
    TransactionDoomed,
    TransactionRepeated,
)
from psycopg.pq import TransactionStatus

from .session import OpenSession, Session, fence

Work = Callable[[], Awaitable[object]]


@pytest.fixture
async def watcher(open_session: OpenSession) -> Session:
    """Another session, which sees what was committed."""
    watcher = await open_session()
    await watcher.execute("create table business (n integer)")
    return watcher


@pytest.fixture
async def lost_handle(watcher: Session) -> str:
    """The handle of a worker whose lease has lapsed."""
    claimed = await watcher.claimed(lease_ttl_ms=1)
    await asyncio.sleep(0.01)
    return claimed.handle


async def insert(session: Session, n: int = 1) -> None:
    await session.execute("insert into business values (%s)", n)


async def committed(watcher: Session) -> list[int]:
    return await watcher.values("select n from business order by n")


def guarded(session: Session) -> bool:
    """Does the connection carry something of ours?"""
    own = vars(getattr(session.connection, "_target", session.connection))
    return not own.keys().isdisjoint({"_exec_command", "_start_query"})


async def lose(session: Session, handle: str) -> None:
    """Complete too late, and swallow in a savepoint what the driver says to that."""
    try:
        async with session.connection.transaction():
            await session.client.complete(handle)
    except LeaseLost:
        pass


# The ways to commit


async def end_of_the_clients_transaction(session: Session, work: Work) -> None:
    async with session.client.transaction():
        await work()


async def end_of_psycopgs_transaction(session: Session, work: Work) -> None:
    async with session.connection.transaction():
        await work()


async def end_of_a_named_transaction(session: Session, work: Work) -> None:
    async with session.connection.transaction("outermost"):
        await work()


async def end_of_nested_transactions(session: Session, work: Work) -> None:
    async with session.connection.transaction(), session.client.transaction():
        await work()


async def end_of_a_transaction_in_a_pipeline(session: Session, work: Work) -> None:
    async with session.connection.pipeline(), session.connection.transaction():
        await work()


async def commit(session: Session, work: Work) -> None:
    await session.connection.set_autocommit(False)
    await work()
    await session.connection.commit()


async def commit_in_a_pipeline(session: Session, work: Work) -> None:
    await session.connection.set_autocommit(False)
    async with session.connection.pipeline():
        await work()
        await session.connection.commit()


async def commit_after_begin_as_text(session: Session, work: Work) -> None:
    await session.execute("begin")
    await work()
    await session.connection.commit()


async def end_of_the_connection(session: Session, work: Work) -> None:
    await session.connection.set_autocommit(False)
    async with session.connection:
        await work()


async def two_phase_prepare(session: Session, work: Work) -> None:
    await session.connection.set_autocommit(False)
    await session.connection.tpc_begin("global")
    await work()
    await session.connection.tpc_prepare()
    await session.connection.tpc_commit()


async def two_phase_commit(session: Session, work: Work) -> None:
    await session.connection.set_autocommit(False)
    await session.connection.tpc_begin("global")
    await work()
    await session.connection.tpc_commit()


every_way_to_commit = pytest.mark.parametrize(
    "commit_by",
    [
        end_of_the_clients_transaction,
        end_of_psycopgs_transaction,
        end_of_a_named_transaction,
        end_of_nested_transactions,
        end_of_a_transaction_in_a_pipeline,
        commit,
        commit_in_a_pipeline,
        commit_after_begin_as_text,
        end_of_the_connection,
        two_phase_prepare,
        two_phase_commit,
    ],
)
CommitBy = Callable[[Session, Work], Awaitable[None]]


@every_way_to_commit
async def test_a_swallowed_loss_is_not_committed(
    session: Session, watcher: Session, lost_handle: str, commit_by: CommitBy
) -> None:
    async def work() -> None:
        await insert(session, 1)
        await lose(session, lost_handle)
        await insert(session, 2)

    with pytest.raises(TransactionDoomed) as raised:
        await commit_by(session, work)
    assert isinstance(raised.value, LeaseLost)
    assert isinstance(raised.value.__cause__, LeaseExpired)
    assert raised.value.sqlstate == "ZF101"
    assert raised.value.message == "the transaction was rolled back: the lease has expired"
    assert await committed(watcher) == []
    assert await watcher.values("select gid from pg_prepared_xacts") == []
    assert not guarded(session)

    # the connection is as good as new
    assert session.connection.pgconn.transaction_status == TransactionStatus.IDLE
    await end_of_psycopgs_transaction(session, lambda: insert(session, 3))
    assert await committed(watcher) == [3]


@every_way_to_commit
async def test_a_held_lease_is_committed_with_its_business_rows(
    session: Session, watcher: Session, commit_by: CommitBy
) -> None:
    claimed = await watcher.claimed()

    async def work() -> None:
        await insert(session)
        await session.client.complete(claimed.handle)

    await commit_by(session, work)
    assert await committed(watcher) == [1]
    assert await watcher.client.read_execution_state(claimed.execution_id) == "completed"


@every_way_to_commit
async def test_without_the_guard_it_would_be_committed(
    session: Session,
    watcher: Session,
    lost_handle: str,
    commit_by: CommitBy,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(flowfabric._doom, "doom_lost", lambda *_: None)

    async def work() -> None:
        await insert(session)
        await lose(session, lost_handle)

    await commit_by(session, work)
    assert await committed(watcher) == [1]


async def test_a_loss_that_is_not_swallowed_rolls_back(
    session: Session, watcher: Session, lost_handle: str
) -> None:
    async def work() -> None:
        await insert(session)
        await session.client.complete(lost_handle)

    with pytest.raises(LeaseExpired):
        await end_of_the_clients_transaction(session, work)
    assert await committed(watcher) == []
    assert not guarded(session)


async def test_a_savepoint_as_text_does_not_help(
    session: Session, watcher: Session, lost_handle: str
) -> None:
    async def work() -> None:
        await insert(session)
        await session.execute("savepoint before")
        with pytest.raises(LeaseExpired):
            await session.client.assert_lease(lost_handle)
        await session.execute("rollback to savepoint before")

    with pytest.raises(TransactionDoomed):
        await end_of_psycopgs_transaction(session, work)
    assert await committed(watcher) == []


async def test_a_commit_of_the_aborted_transaction_says_so(
    open_session: OpenSession, watcher: Session, lost_handle: str
) -> None:
    session = await open_session(autocommit=False)
    await insert(session)
    with pytest.raises(LeaseExpired):
        await session.client.complete(lost_handle)
    with pytest.raises(TransactionDoomed):
        await session.connection.commit()
    assert await committed(watcher) == []


async def test_the_first_loss_is_the_cause(session: Session, lost_handle: str) -> None:
    losses = []

    async def work() -> None:
        for _ in range(2):
            try:
                async with session.connection.transaction():
                    await session.client.complete(lost_handle)
            except LeaseLost as lost:
                losses.append(lost)

    with pytest.raises(TransactionDoomed) as raised:
        await end_of_psycopgs_transaction(session, work)
    assert raised.value.__cause__ is losses[0]
    assert len(losses) == 2
    assert not guarded(session)


async def test_a_doomed_transaction_can_still_be_read(
    session: Session, watcher: Session, lost_handle: str
) -> None:
    async with session.connection.transaction(force_rollback=True):
        await insert(session)
        await lose(session, lost_handle)
        assert await committed(session) == [1]
    assert await committed(watcher) == []


async def rollback(session: Session) -> None:
    await session.connection.rollback()


async def rollback_as_text(session: Session) -> None:
    await session.execute("rollback")


async def rollback_in_a_pipeline(session: Session) -> None:
    async with session.connection.pipeline():
        await session.connection.rollback()


@pytest.mark.parametrize("roll_back", [rollback, rollback_as_text, rollback_in_a_pipeline])
async def test_a_rollback_of_the_transaction_clears_the_doom(
    open_session: OpenSession,
    watcher: Session,
    lost_handle: str,
    roll_back: Callable[[Session], Awaitable[None]],
) -> None:
    session = await open_session(autocommit=False)
    await insert(session, 1)
    await lose(session, lost_handle)
    assert guarded(session)
    await roll_back(session)
    await insert(session, 2)
    await session.connection.commit()
    assert await committed(watcher) == [2]
    assert not guarded(session)


async def test_transactions_as_text_are_told_apart(
    session: Session, watcher: Session, lost_handle: str
) -> None:
    await session.execute("begin")
    await lose(session, lost_handle)
    await session.execute("rollback")
    await session.execute("begin")
    await insert(session)
    await session.connection.commit()
    assert await committed(watcher) == [1]


async def test_in_autocommit_nothing_is_doomed(
    session: Session, watcher: Session, lost_handle: str
) -> None:
    with pytest.raises(LeaseExpired):
        await session.client.complete(lost_handle)
    assert not guarded(session)
    await end_of_psycopgs_transaction(session, lambda: insert(session))
    assert await committed(watcher) == [1]


async def test_in_autocommit_a_pipeline_is_not_doomed(
    session: Session, watcher: Session, lost_handle: str
) -> None:
    async with session.connection.pipeline():
        with pytest.raises(LeaseExpired):
            await session.client.complete(lost_handle)
    await end_of_psycopgs_transaction(session, lambda: insert(session))
    assert await committed(watcher) == [1]
    assert not guarded(session)


async def test_other_errors_doom_nothing(session: Session, watcher: Session) -> None:
    async with session.client.transaction():
        await insert(session)
        with pytest.raises(InvalidArgument):
            await end_of_the_clients_transaction(session, lambda: session.client.renew("nonsense"))
        with pytest.raises(psycopg.errors.DivisionByZero):
            await end_of_the_clients_transaction(session, lambda: session.execute("select 1/0"))
    assert await committed(watcher) == [1]


async def test_other_connections_are_not_doomed(
    open_session: OpenSession, session: Session, watcher: Session, lost_handle: str
) -> None:
    other = await open_session(autocommit=False)
    await insert(other)
    async with session.connection.transaction(force_rollback=True):
        await lose(session, lost_handle)
        await other.connection.commit()
    assert await committed(watcher) == [1]


async def test_a_lost_lease_in_a_batch_is_an_answer(
    session: Session, watcher: Session, lost_handle: str
) -> None:
    async with session.client.transaction():
        (item,) = await session.client.complete_batch([lost_handle])
        assert item.error_code == "ZF101"
        await insert(session)
    assert await committed(watcher) == [1]


# Sent again


async def committed_once(session: Session) -> ClaimedExecution:
    """An execution that was completed together with a business row, though nobody heard of it."""
    claimed = await session.claimed()
    async with session.client.transaction():
        await insert(session)
        await session.client.complete(claimed.handle)
    return claimed


@every_way_to_commit
async def test_a_transaction_that_was_committed_is_not_committed_again(
    session: Session, watcher: Session, commit_by: CommitBy
) -> None:
    claimed = await committed_once(watcher)

    async def work() -> None:
        await insert(session)
        await session.client.complete(claimed.handle)

    with pytest.raises(TransactionRepeated) as raised:
        await commit_by(session, work)
    assert raised.value.answer.execution_id == claimed.execution_id
    assert raised.value.message == (
        "the transaction was rolled back: it repeats one that was committed before"
    )
    assert not isinstance(raised.value, LeaseLost)
    assert await committed(watcher) == [1]
    assert await watcher.values("select gid from pg_prepared_xacts") == []
    assert not guarded(session)

    # the connection is as good as new
    assert session.connection.pgconn.transaction_status == TransactionStatus.IDLE
    await end_of_psycopgs_transaction(session, lambda: insert(session, 2))
    assert await committed(watcher) == [1, 2]


@every_way_to_commit
async def test_a_client_that_accepts_replays_commits_them(
    open_session: OpenSession, watcher: Session, commit_by: CommitBy
) -> None:
    session = accepting_replays(await open_session())
    claimed = await committed_once(watcher)

    async def work() -> None:
        await insert(session)
        await session.client.complete(claimed.handle)

    await commit_by(session, work)
    assert await committed(watcher) == [1, 1]
    assert not guarded(session)


def accepting_replays(session: Session) -> Session:
    client: Any = session.client
    target = getattr(client, "_target", client)
    target.accept_replays = True
    return session


@pytest.mark.parametrize("client", [Client, AsyncClient])
def test_a_client_is_told_that_replays_are_welcome(client: Any) -> None:
    kind = psycopg.Connection if client is Client else psycopg.AsyncConnection
    connection = Mock(spec=kind)
    assert client(connection).accept_replays is False
    assert client(connection, accept_replays=True).accept_replays is True


REPEATED: dict[str, Callable[[AsyncClient, ClaimedExecution], Awaitable[Any]]] = {
    "complete": lambda client, claimed: client.complete(claimed.handle),
    "complete_execution": lambda client, claimed: client.complete_execution(*fence(claimed)),
    "complete_batch": lambda client, claimed: client.complete_batch(["none", claimed.handle]),
    "fail": lambda client, claimed: client.fail(claimed.handle, "oops"),
    "fail_execution": lambda client, claimed: client.fail_execution(*fence(claimed), "oops"),
    "delay": lambda client, claimed: client.delay(claimed.handle, 60_000),
    "delay_execution": lambda client, claimed: client.delay_execution(*fence(claimed), 60_000),
    "cancel_execution": lambda client, claimed: client.cancel_execution(
        claimed.execution_id,
        "enough",
        "lease_holder",
        claimed.lease_id,
        claimed.lease_epoch,
        claimed.attempt_id,
    ),
}


@pytest.mark.parametrize("call", REPEATED.values(), ids=REPEATED)
async def test_every_call_that_ends_a_lease_is_watched(
    session: Session,
    watcher: Session,
    call: Callable[[AsyncClient, ClaimedExecution], Awaitable[Any]],
) -> None:
    claimed = await watcher.claimed()

    async def work() -> None:
        await insert(session)
        await call(session.client, claimed)

    await end_of_the_clients_transaction(session, work)
    with pytest.raises(TransactionRepeated):
        await end_of_the_clients_transaction(session, work)
    assert await committed(watcher) == [1]


async def test_a_commit_that_failed_can_be_sent_again(session: Session, watcher: Session) -> None:
    claimed = await watcher.claimed()
    for force_rollback in (True, False):
        async with session.connection.transaction(force_rollback=force_rollback):
            await insert(session)
            await session.client.complete(claimed.handle)
    assert await committed(watcher) == [1]


async def test_a_repetition_in_a_savepoint_is_refused_with_the_rest(
    session: Session, watcher: Session
) -> None:
    claimed = await committed_once(watcher)

    async def work() -> None:
        await insert(session)
        async with session.client.transaction():
            await session.client.complete(claimed.handle)

    with pytest.raises(TransactionRepeated):
        await end_of_the_clients_transaction(session, work)
    assert await committed(watcher) == [1]


async def test_a_loss_after_a_repetition_changes_nothing(
    session: Session, watcher: Session, lost_handle: str
) -> None:
    claimed = await committed_once(watcher)

    async def work() -> None:
        await session.client.complete(claimed.handle)
        await lose(session, lost_handle)

    with pytest.raises(TransactionRepeated):
        await end_of_the_clients_transaction(session, work)
    assert not guarded(session)


async def test_in_autocommit_a_repetition_is_an_answer(session: Session, watcher: Session) -> None:
    claimed = await watcher.claimed()
    for is_replay in (False, True):
        assert (await session.client.complete(claimed.handle)).is_replay is is_replay
    assert not guarded(session)
    async with session.connection.pipeline():
        assert (await session.client.complete(claimed.handle)).is_replay
    await end_of_psycopgs_transaction(session, lambda: insert(session))
    assert await committed(watcher) == [1]


async def test_operators_may_cancel_what_is_cancelled(session: Session, watcher: Session) -> None:
    created = await watcher.client.create_execution("emails")
    for _ in range(2):
        async with session.client.transaction():
            await insert(session)
            await session.client.cancel_execution(created.execution_id, "enough")
    assert await committed(watcher) == [1, 1]


async def test_another_call_is_no_repetition(session: Session, watcher: Session) -> None:
    claimed = await committed_once(watcher)
    with pytest.raises(ExecutionNotActive):
        await end_of_the_clients_transaction(
            session, lambda: session.client.fail(claimed.handle, "oops")
        )
    assert not guarded(session)
