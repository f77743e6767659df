"""Every exception, from a real error of the server's; what is not ours stays psycopg's."""

from __future__ import annotations

import asyncio
import os
import pickle
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from flowfabric import (
    CapabilityMismatch,
    ClaimGrantExpired,
    ExecutionAlreadyTerminal,
    ExecutionNotActive,
    ExecutionNotEligible,
    ExecutionNotFound,
    ExecutionNotLeaseable,
    ExecutionNotTerminal,
    FenceRequired,
    FlowFabricError,
    GrantAlreadyExists,
    IdempotencyKeyConflict,
    InvalidArgument,
    InvalidClaimGrant,
    InvariantViolation,
    KeyConflict,
    LaneNotAccepting,
    LeaseConflict,
    LeaseExpired,
    LeaseLost,
    LeaseRevoked,
    MaxReplaysExhausted,
    NotAResumedExecution,
    NotAuthorised,
    StaleLease,
    UseClaimResumedExecution,
)
from psycopg import errors as pg

from .session import LANE, OpenSession, Session, fence

SUPERUSER = "postgres"
WORKER = ("mailer", "mailer-1")


async def test_lease_expired(session: Session) -> None:
    claimed = await session.claimed(lease_ttl_ms=1)
    await asyncio.sleep(0.01)
    with pytest.raises(LeaseExpired) as raised:
        await session.client.complete(claimed.handle)
    error = raised.value
    assert error.sqlstate == "ZF101"
    assert error.symbol == "lease_expired"
    assert error.message == "the lease has expired"
    assert error.detail["execution_id"] == str(claimed.execution_id)
    assert error.detail["lease_epoch"] == 1
    assert error.detail["expired_since_ms"] >= 0
    assert error.hint
    assert error.hint.startswith("Stop working on this execution")


async def test_stale_lease(session: Session) -> None:
    claimed = await session.claimed(lease_ttl_ms=1)
    await asyncio.sleep(0.01)
    await session.claim()
    with pytest.raises(StaleLease) as raised:
        await session.client.renew(claimed.handle)
    assert (raised.value.sqlstate, raised.value.symbol) == ("ZF102", "stale_lease")
    assert raised.value.detail["lease_epoch"] == 2


async def test_lease_revoked(session: Session) -> None:
    claimed = await session.claimed()
    await session.client.revoke_lease(claimed.execution_id)
    with pytest.raises(LeaseRevoked) as raised:
        await session.client.assert_lease(claimed.handle)
    assert (raised.value.sqlstate, raised.value.symbol) == ("ZF103", "lease_revoked")


async def test_fence_required(open_session: OpenSession) -> None:
    session = await open_session(autocommit=False)
    claimed = await session.claimed()
    async with session.client.transaction():
        with pytest.raises(FenceRequired) as raised:
            async with session.client.transaction():
                await session.client.complete_execution(*fence(claimed)[:4], attempt_id=None)
    assert (raised.value.sqlstate, raised.value.symbol) == ("ZF104", "fence_required")
    assert raised.value.detail["missing"] == ["p_attempt_id"]
    assert not isinstance(raised.value, LeaseLost)
    await session.connection.commit()  # no lease was lost, so it may
    assert await session.values("select count(*) from flowfabric.ff_exec_core") == [1]


async def test_another_attempt_index_is_stale(session: Session) -> None:
    claimed = await session.claimed()
    execution_id, _, lease_id, lease_epoch, attempt_id = fence(claimed)
    with pytest.raises(StaleLease):
        await session.client.renew_lease(execution_id, 1, lease_id, lease_epoch, attempt_id)


async def test_execution_not_active(session: Session) -> None:
    claimed = await session.claimed()
    await session.client.complete(claimed.handle)
    with pytest.raises(ExecutionNotActive) as raised:
        await session.client.fail(claimed.handle, "too late")
    assert (raised.value.sqlstate, raised.value.symbol) == ("ZF105", "execution_not_active")
    assert raised.value.detail["lifecycle_phase"] == "terminal"
    assert raised.value.detail["terminal_outcome"] == "success"
    assert raised.value.detail["attempt_id"] == str(claimed.attempt_id)


async def test_execution_not_found(session: Session) -> None:
    claimed = await session.claimed()
    await session.execute("delete from flowfabric.ff_exec_core")
    with pytest.raises(ExecutionNotFound) as raised:
        await session.client.complete(claimed.handle)
    assert (raised.value.sqlstate, raised.value.symbol) == ("ZF201", "execution_not_found")
    assert not isinstance(raised.value, LeaseLost)


async def test_execution_not_eligible(session: Session) -> None:
    claimed = await session.claimed()
    with pytest.raises(ExecutionNotEligible) as raised:
        await session.client.change_priority(claimed.execution_id, 1)
    assert (raised.value.sqlstate, raised.value.symbol) == ("ZF202", "execution_not_eligible")
    assert raised.value.detail["public_state"] == "active"


async def test_execution_not_terminal(session: Session) -> None:
    created = await session.client.create_execution(LANE)
    with pytest.raises(ExecutionNotTerminal) as raised:
        await session.client.replay_execution(created.execution_id)
    assert (raised.value.sqlstate, raised.value.symbol) == ("ZF203", "execution_not_terminal")
    assert raised.value.detail["public_state"] == "waiting"


async def test_max_replays_exhausted(session: Session) -> None:
    claimed = await session.claimed(policy={"max_replay_count": 0})
    await session.client.complete(claimed.handle)
    with pytest.raises(MaxReplaysExhausted) as raised:
        await session.client.replay_execution(claimed.execution_id)
    assert (raised.value.sqlstate, raised.value.symbol) == ("ZF204", "max_replays_exhausted")
    assert raised.value.detail["replay_count"] == 0


async def test_lane_not_accepting(session: Session) -> None:
    await session.client.set_lane_state(LANE, "draining")
    with pytest.raises(LaneNotAccepting) as raised:
        await session.client.create_execution(LANE)
    assert (raised.value.sqlstate, raised.value.symbol) == ("ZF206", "lane_not_accepting")
    assert raised.value.detail["lane_state"] == "draining"


async def test_execution_already_terminal(session: Session) -> None:
    claimed = await session.claimed()
    await session.client.complete(claimed.handle)
    with pytest.raises(ExecutionAlreadyTerminal) as raised:
        await session.client.cancel_execution(claimed.execution_id, "too late")
    assert (raised.value.sqlstate, raised.value.symbol) == ("ZF207", "execution_already_terminal")
    assert raised.value.detail["public_state"] == "completed"


async def test_invalid_claim_grant(open_session: OpenSession) -> None:
    session = await open_session(autocommit=False)
    async with session.client.transaction():
        await session.client.create_execution(LANE)
        grant = await session.client.claim_for_worker(LANE, *WORKER)
        assert grant
        with pytest.raises(InvalidClaimGrant) as raised:
            async with session.client.transaction():
                await session.client.claim_execution(
                    grant.execution_id, grant.grant_key, "printer", "printer-1"
                )
    # no lease was lost, so the transaction could be committed, and the grant is still good
    assert not isinstance(raised.value, LeaseLost)
    assert (raised.value.sqlstate, raised.value.symbol) == ("ZF301", "invalid_claim_grant")
    assert raised.value.detail["verdict"] == "wrong_worker"
    await session.client.claim_execution(grant.execution_id, grant.grant_key, *WORKER)


async def test_claim_grant_expired(session: Session) -> None:
    await session.client.create_execution(LANE)
    grant = await session.client.claim_for_worker(LANE, *WORKER, grant_ttl_ms=1)
    assert grant
    await asyncio.sleep(0.01)
    with pytest.raises(ClaimGrantExpired) as raised:
        await session.client.claim_execution(grant.execution_id, grant.grant_key, *WORKER)
    assert (raised.value.sqlstate, raised.value.symbol) == ("ZF302", "claim_grant_expired")


async def test_grant_already_exists(session: Session) -> None:
    created = await session.client.create_execution(LANE)
    await session.client.issue_claim_grant(created.execution_id, *WORKER)
    with pytest.raises(GrantAlreadyExists) as raised:
        await session.client.issue_claim_grant(created.execution_id, "printer", "printer-1")
    assert (raised.value.sqlstate, raised.value.symbol) == ("ZF303", "grant_already_exists")


async def test_capability_mismatch(session: Session) -> None:
    created = await session.client.create_execution(LANE, required_capabilities=["gpu", "eu"])
    with pytest.raises(CapabilityMismatch) as raised:
        await session.client.issue_claim_grant(created.execution_id, *WORKER, capabilities=["eu"])
    assert (raised.value.sqlstate, raised.value.symbol) == ("ZF304", "capability_mismatch")
    assert raised.value.detail["missing"] == ["gpu"]


async def test_execution_not_leaseable(session: Session) -> None:
    await session.client.create_execution(LANE)
    grant = await session.client.claim_for_worker(LANE, *WORKER)
    assert grant
    await session.client.cancel_execution(grant.execution_id, "not wanted any more")
    with pytest.raises(ExecutionNotLeaseable) as raised:
        await session.client.claim_execution(grant.execution_id, grant.grant_key, *WORKER)
    assert (raised.value.sqlstate, raised.value.symbol) == ("ZF305", "execution_not_leaseable")
    assert raised.value.detail["public_state"] == "cancelled"


async def test_lease_conflict(session: Session) -> None:
    await session.client.create_execution(LANE)
    grant = await session.client.claim_for_worker(LANE, *WORKER)
    assert grant
    await session.client.claim_execution(grant.execution_id, grant.grant_key, *WORKER)
    with pytest.raises(LeaseConflict) as raised:
        await session.client.claim_execution(grant.execution_id, grant.grant_key, *WORKER)
    assert (raised.value.sqlstate, raised.value.symbol) == ("ZF306", "lease_conflict")
    assert not isinstance(raised.value, LeaseLost)


async def test_use_claim_resumed_execution(session: Session) -> None:
    claimed = await session.claimed()
    await session.client.delay(claimed.handle, 0)
    grant = await session.client.issue_claim_grant(claimed.execution_id, *WORKER)
    with pytest.raises(UseClaimResumedExecution) as raised:
        await session.client.claim_execution(grant.execution_id, grant.grant_key, *WORKER)
    assert (raised.value.sqlstate, raised.value.symbol) == ("ZF308", "use_claim_resumed_execution")


async def test_not_a_resumed_execution(session: Session) -> None:
    created = await session.client.create_execution(LANE)
    grant = await session.client.issue_claim_grant(created.execution_id, *WORKER)
    with pytest.raises(NotAResumedExecution) as raised:
        await session.client.claim_resumed_execution(grant.execution_id, grant.grant_key, *WORKER)
    assert (raised.value.sqlstate, raised.value.symbol) == ("ZF309", "not_a_resumed_execution")


async def test_key_conflict(session: Session) -> None:
    await session.client.seed_waitpoint_secret("k1", "00" * 32)
    with pytest.raises(KeyConflict) as raised:
        await session.client.rotate_waitpoint_secret("k1", "01" * 32)
    assert (raised.value.sqlstate, raised.value.symbol) == ("ZF802", "key_conflict")
    assert raised.value.detail["kid"] == "k1"


async def test_not_authorised(open_session: OpenSession) -> None:
    session = await open_session(SUPERUSER)
    created = await session.client.create_execution(LANE)
    await session.execute("set role ff_worker")
    with pytest.raises(NotAuthorised) as raised:
        await session.client.cancel_execution(created.execution_id, "because I can")
    assert (raised.value.sqlstate, raised.value.symbol) == ("ZF801", "not_authorised")
    assert raised.value.detail["caller"] == "ff_worker"


async def test_invariant_violation(session: Session) -> None:
    await session.execute(
        "create or replace function flowfabric.ff_version() returns text language plpgsql"
        " set search_path = flowfabric as $$begin perform _raise('no_such_symbol'); end$$"
    )
    with pytest.raises(InvariantViolation) as raised:
        await session.client.version()
    assert (raised.value.sqlstate, raised.value.symbol) == ("ZF900", "no_such_symbol")


async def test_idempotency_key_conflict(session: Session) -> None:
    created = await session.client.create_execution(LANE, {"n": 1}, idempotency_key="key")
    with pytest.raises(IdempotencyKeyConflict) as raised:
        await session.client.create_execution(LANE, {"n": 2}, idempotency_key="key")
    assert (raised.value.sqlstate, raised.value.symbol) == ("ZF205", "idempotency_key_conflict")
    assert raised.value.detail["execution_id"] == str(created.execution_id)


@pytest.mark.parametrize(
    ("arguments", "argument", "sqlstate"),
    [
        ({"lane_id": ""}, "p_lane_id", "22023"),
        ({"lane_id": None}, "p_lane_id", "22004"),
        ({"lane_id": LANE, "kind": None}, "p_kind", "22004"),
        ({"lane_id": LANE, "priority": 9001}, "p_priority", "22023"),
        ({"lane_id": LANE, "input": {}, "payload": b""}, "p_payload", "22023"),
        ({"lane_id": LANE, "execution_id": uuid4()}, "p_execution_id", "22023"),
    ],
)
async def test_invalid_argument(
    session: Session, arguments: dict[str, Any], argument: str, sqlstate: str
) -> None:
    with pytest.raises(InvalidArgument) as raised:
        await session.client.create_execution(**arguments)
    assert raised.value.argument == argument
    assert raised.value.sqlstate == sqlstate
    assert raised.value.message.startswith(argument)
    assert raised.value.symbol is None
    assert isinstance(raised.value, psycopg.DataError)


async def test_they_are_errors_of_psycopg(session: Session) -> None:
    with pytest.raises(psycopg.DatabaseError) as raised:
        await session.client.renew("nonsense")
    assert isinstance(raised.value, FlowFabricError)
    assert raised.value.diag.context
    assert raised.value.__suppress_context__


async def test_the_text_has_everything_a_log_needs(session: Session) -> None:
    with pytest.raises(InvalidArgument) as raised:
        await session.client.renew("nonsense")
    assert str(raised.value) == (
        "p_handle is not a handle\n"
        'DETAIL:  {"argument": "p_handle"}\n'
        "HINT:  Pass the handle that the claim returned, unchanged."
    )


async def test_they_can_be_sent_to_another_process(session: Session) -> None:
    with pytest.raises(InvalidArgument) as raised:
        await session.client.renew("nonsense")
    copy = pickle.loads(pickle.dumps(raised.value))
    assert type(copy) is InvalidArgument
    assert copy.argument == "p_handle"
    assert str(copy) == str(raised.value)


async def raised_by_the_server(session: Session, sqlstate: str, detail: str) -> Any:
    """What the driver makes of an error that a function raises."""
    await session.execute(
        "create or replace function flowfabric.ff_version() returns text language plpgsql"
        f" as $$begin raise exception using errcode = '{sqlstate}', detail = '{detail}'; end$$"
    )
    with pytest.raises(psycopg.Error) as raised:
        await session.client.version()
    return raised.value


async def test_other_errors_stay_psycopgs(session: Session) -> None:
    for exception in (
        pg.SerializationFailure,
        pg.DeadlockDetected,
        pg.InvalidParameterValue,
        pg.NullValueNotAllowed,
        pg.FeatureNotSupported,
    ):
        for detail in ("", "Plain words.", '["argument"]', '{"symbol": "x"}'):
            error = await raised_by_the_server(session, exception.sqlstate or "", detail)
            assert type(error) is exception


async def test_codes_of_a_newer_server_keep_their_family(session: Session) -> None:
    for sqlstate, exception in [("ZF199", LeaseLost), ("ZF299", FlowFabricError)]:
        error = await raised_by_the_server(session, sqlstate, '{"symbol": "new"}')
        assert type(error) is exception
        assert (error.sqlstate, error.symbol) == (sqlstate, "new")


async def test_a_missing_permission_stays_psycopgs(open_session: OpenSession) -> None:
    session = await open_session(SUPERUSER)
    await session.execute("set role ff_producer")
    with pytest.raises(pg.InsufficientPrivilege):
        await session.client.claim(LANE, "mailer", "mailer-1")


@pytest.mark.skipif("FF_POOLER" in os.environ, reason="a pooler makes another connection")
async def test_a_lost_connection_stays_psycopgs(open_session: OpenSession) -> None:
    session = await open_session()
    (pid,) = await session.values("select pg_backend_pid()")
    admin = await open_session(SUPERUSER)
    await admin.execute("select pg_terminate_backend(%s)", pid)
    with pytest.raises(psycopg.OperationalError):
        await session.client.version()


async def test_text_for_an_array_is_refused(session: Session) -> None:
    with pytest.raises(pg.InvalidTextRepresentation):
        await session.client.next_due_in_ms(LANE, "gpu")


async def test_messages_arrive_in_any_encoding(open_session: OpenSession) -> None:
    session = await open_session(client_encoding="latin1")
    with pytest.raises(InvalidArgument, match="schlüssel"):
        await session.client.register_lane(LANE, options={"schlüssel": 1})
