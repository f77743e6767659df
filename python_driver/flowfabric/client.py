"""Client and AsyncClient: one method for each function of the engine, on the caller's connection.

Both are made of `calls`, where the signatures are; only how a call is run differs.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import psycopg
from psycopg.raw_cursor import RawCursorMixin
from psycopg.rows import tuple_row

from . import calls
from ._doom import doom_lost, doom_repeated
from .calls import Call, Function
from .errors import FlowFabricError, LeaseLost, translate

P = ParamSpec("P")
T = TypeVar("T")


def _method(function: Function[P, T]) -> Callable[Concatenate[Client, P], T]:
    @wraps(function)
    def method(self: Client, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self.run(function(*args, **kwargs))

    _add_self(method)
    return method


def _async_method(
    function: Function[P, T],
) -> Callable[Concatenate[AsyncClient, P], Coroutine[Any, Any, T]]:
    @wraps(function)
    async def method(self: AsyncClient, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.run(function(*args, **kwargs))

    _add_self(method)
    return method


def _add_self(method: Callable[..., Any]) -> None:
    """Let `help()` show a method's own signature: that of its function, behind `self`."""
    signature = inspect.signature(method)
    own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    parameters = [own, *signature.parameters.values()]
    method.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]


class Client:
    """The engine, on a connection that stays the caller's.

    Nothing here commits, changes a setting or opens a connection. In autocommit mode each call is
    a transaction of its own; otherwise, and in `transaction()`, calls and the caller's own
    statements commit or roll back together. A transaction in which a lease was lost cannot be
    committed: see `LeaseLost`. Nor can one whose work was committed before, with its rows: see
    `TransactionRepeated`; a client made with `accept_replays=True` leaves that to the caller.

    ```python
    with client.transaction():
        client.connection.execute("insert into mail_sent ...")
        client.complete(claimed.handle, output={"sent": True})
    ```
    """

    def __init__(
        self, connection: psycopg.Connection[Any], *, accept_replays: bool = False
    ) -> None:
        self.connection = connection
        self.accept_replays = accept_replays

    def transaction(self) -> AbstractContextManager[psycopg.Transaction]:
        """psycopg's own `connection.transaction()`; inside another one, a savepoint."""
        return self.connection.transaction()

    def run(self, call: Call[T]) -> T:
        """Run a call of `flowfabric.calls`."""
        connection = self.connection
        is_raw = issubclass(connection.cursor_factory, RawCursorMixin)
        factory = psycopg.Cursor if is_raw else connection.cursor_factory
        try:
            with factory(connection, row_factory=tuple_row) as cursor:
                cursor.execute(call.sql, call.params)
                answer = call.decode(cursor.fetchall())
        except psycopg.Error as error:
            if refusal := _refusal(connection, error):
                raise refusal from None  # it says all that psycopg's error says
            raise
        if not self.accept_replays and (repetition := call.repetition(answer)):
            doom_repeated(connection, repetition)
        return answer

    create_execution = _method(calls.create_execution)
    create_executions = _method(calls.create_executions)
    describe_execution = _method(calls.describe_execution)
    read_execution_state = _method(calls.read_execution_state)
    get_execution_result = _method(calls.get_execution_result)
    list_executions = _method(calls.list_executions)
    list_attempts = _method(calls.list_attempts)
    history = _method(calls.history)
    cancel_execution = _method(calls.cancel_execution)
    replay_execution = _method(calls.replay_execution)
    change_priority = _method(calls.change_priority)
    set_execution_tag = _method(calls.set_execution_tag)
    get_execution_tag = _method(calls.get_execution_tag)
    register_lane = _method(calls.register_lane)
    list_lanes = _method(calls.list_lanes)
    set_lane_state = _method(calls.set_lane_state)
    grant_lane = _method(calls.grant_lane)
    revoke_lane = _method(calls.revoke_lane)
    list_lane_grants = _method(calls.list_lane_grants)

    claim = _method(calls.claim)
    claim_batch = _method(calls.claim_batch)
    next_due_in_ms = _method(calls.next_due_in_ms)
    hang_doorbell = _method(calls.hang_doorbell)
    look_ahead = _method(calls.look_ahead)
    renew = _method(calls.renew)
    renew_batch = _method(calls.renew_batch)
    progress = _method(calls.progress)
    assert_lease = _method(calls.assert_lease)
    complete = _method(calls.complete)
    complete_batch = _method(calls.complete_batch)
    fail = _method(calls.fail)
    delay = _method(calls.delay)
    wait_children = _method(calls.wait_children)
    revoke_lease = _method(calls.revoke_lease)
    list_expired_leases = _method(calls.list_expired_leases)

    renew_lease = _method(calls.renew_lease)
    update_progress = _method(calls.update_progress)
    complete_execution = _method(calls.complete_execution)
    fail_execution = _method(calls.fail_execution)
    delay_execution = _method(calls.delay_execution)
    move_to_waiting_children = _method(calls.move_to_waiting_children)

    submit_flow = _method(calls.submit_flow)
    create_flow = _method(calls.create_flow)
    add_execution_to_flow = _method(calls.add_execution_to_flow)
    set_edge_group_policy = _method(calls.set_edge_group_policy)
    stage_dependency_edge = _method(calls.stage_dependency_edge)
    apply_dependency_to_child = _method(calls.apply_dependency_to_child)
    evaluate_flow_eligibility = _method(calls.evaluate_flow_eligibility)
    cancel_flow = _method(calls.cancel_flow)
    describe_flow = _method(calls.describe_flow)
    list_flows = _method(calls.list_flows)
    describe_edge = _method(calls.describe_edge)
    list_edges = _method(calls.list_edges)
    flow_summary = _method(calls.flow_summary)
    flow_diagram = _method(calls.flow_diagram)
    set_flow_tag = _method(calls.set_flow_tag)
    get_flow_tag = _method(calls.get_flow_tag)

    create_quota_policy = _method(calls.create_quota_policy)
    read_quota_policy_limits = _method(calls.read_quota_policy_limits)
    check_admission = _method(calls.check_admission)
    release_admission = _method(calls.release_admission)
    create_budget = _method(calls.create_budget)
    report_usage = _method(calls.report_usage)
    record_spend = _method(calls.record_spend)
    reserve_budget = _method(calls.reserve_budget)
    release_budget = _method(calls.release_budget)
    reset_budget = _method(calls.reset_budget)
    get_budget_status = _method(calls.get_budget_status)
    block_execution = _method(calls.block_execution)
    unblock_execution = _method(calls.unblock_execution)

    claim_for_worker = _method(calls.claim_for_worker)
    issue_claim_grant = _method(calls.issue_claim_grant)
    issue_grant_and_claim = _method(calls.issue_grant_and_claim)
    read_claim_grant_identity = _method(calls.read_claim_grant_identity)
    verify_grant = _method(calls.verify_grant)
    claim_execution = _method(calls.claim_execution)
    claim_resumed_execution = _method(calls.claim_resumed_execution)
    claim_from_resume_grant = _method(calls.claim_from_resume_grant)
    issue_reclaim_grant = _method(calls.issue_reclaim_grant)
    reclaim_execution = _method(calls.reclaim_execution)

    seed_waitpoint_secret = _method(calls.seed_waitpoint_secret)
    rotate_waitpoint_secret = _method(calls.rotate_waitpoint_secret)
    list_waitpoint_keys = _method(calls.list_waitpoint_keys)

    suspend = _method(calls.suspend)
    create_waitpoint = _method(calls.create_waitpoint)
    close_waitpoint = _method(calls.close_waitpoint)
    deliver_signal = _method(calls.deliver_signal)
    deliver_approval_signal = _method(calls.deliver_approval_signal)
    resume_execution = _method(calls.resume_execution)
    observe_signals = _method(calls.observe_signals)
    list_suspended = _method(calls.list_suspended)
    list_pending_waitpoints = _method(calls.list_pending_waitpoints)
    read_waitpoint_token = _method(calls.read_waitpoint_token)
    expire_suspension = _method(calls.expire_suspension)

    register_worker = _method(calls.register_worker)
    heartbeat_worker = _method(calls.heartbeat_worker)
    mark_worker_dead = _method(calls.mark_worker_dead)
    list_workers = _method(calls.list_workers)

    read_events = _method(calls.read_events)
    await_events = _method(calls.await_events)
    create_consumer = _method(calls.create_consumer)
    read_consumer = _method(calls.read_consumer)
    ack_consumer = _method(calls.ack_consumer)
    list_consumers = _method(calls.list_consumers)
    drop_consumer = _method(calls.drop_consumer)

    append_frame = _method(calls.append_frame)
    read_stream = _method(calls.read_stream)
    await_frames = _method(calls.await_frames)
    read_summary = _method(calls.read_summary)

    tick = _method(calls.tick)
    trim_retention = _method(calls.trim_retention)
    set_event_retention = _method(calls.set_event_retention)
    recycle_events = _method(calls.recycle_events)
    check = _method(calls.check)
    explain = _method(calls.explain)
    health = _method(calls.health)
    overview = _method(calls.overview)
    metrics = _method(calls.metrics)
    version = _method(calls.version)
    server_time = _method(calls.server_time)


class AsyncClient:
    """The same for asyncio, on an `AsyncConnection`."""

    def __init__(
        self, connection: psycopg.AsyncConnection[Any], *, accept_replays: bool = False
    ) -> None:
        self.connection = connection
        self.accept_replays = accept_replays

    def transaction(self) -> AbstractAsyncContextManager[psycopg.AsyncTransaction]:
        """psycopg's own `connection.transaction()`; inside another one, a savepoint."""
        return self.connection.transaction()

    async def run(self, call: Call[T]) -> T:
        """Run a call of `flowfabric.calls`."""
        connection = self.connection
        is_raw = issubclass(connection.cursor_factory, RawCursorMixin)
        factory = psycopg.AsyncCursor if is_raw else connection.cursor_factory
        try:
            async with factory(connection, row_factory=tuple_row) as cursor:
                await cursor.execute(call.sql, call.params)
                answer = call.decode(await cursor.fetchall())
        except psycopg.Error as error:
            if refusal := _refusal(connection, error):
                raise refusal from None  # it says all that psycopg's error says
            raise
        if not self.accept_replays and (repetition := call.repetition(answer)):
            doom_repeated(connection, repetition)
        return answer

    create_execution = _async_method(calls.create_execution)
    create_executions = _async_method(calls.create_executions)
    describe_execution = _async_method(calls.describe_execution)
    read_execution_state = _async_method(calls.read_execution_state)
    get_execution_result = _async_method(calls.get_execution_result)
    list_executions = _async_method(calls.list_executions)
    list_attempts = _async_method(calls.list_attempts)
    history = _async_method(calls.history)
    cancel_execution = _async_method(calls.cancel_execution)
    replay_execution = _async_method(calls.replay_execution)
    change_priority = _async_method(calls.change_priority)
    set_execution_tag = _async_method(calls.set_execution_tag)
    get_execution_tag = _async_method(calls.get_execution_tag)
    register_lane = _async_method(calls.register_lane)
    list_lanes = _async_method(calls.list_lanes)
    set_lane_state = _async_method(calls.set_lane_state)
    grant_lane = _async_method(calls.grant_lane)
    revoke_lane = _async_method(calls.revoke_lane)
    list_lane_grants = _async_method(calls.list_lane_grants)

    claim = _async_method(calls.claim)
    claim_batch = _async_method(calls.claim_batch)
    next_due_in_ms = _async_method(calls.next_due_in_ms)
    hang_doorbell = _async_method(calls.hang_doorbell)
    look_ahead = _async_method(calls.look_ahead)
    renew = _async_method(calls.renew)
    renew_batch = _async_method(calls.renew_batch)
    progress = _async_method(calls.progress)
    assert_lease = _async_method(calls.assert_lease)
    complete = _async_method(calls.complete)
    complete_batch = _async_method(calls.complete_batch)
    fail = _async_method(calls.fail)
    delay = _async_method(calls.delay)
    wait_children = _async_method(calls.wait_children)
    revoke_lease = _async_method(calls.revoke_lease)
    list_expired_leases = _async_method(calls.list_expired_leases)

    renew_lease = _async_method(calls.renew_lease)
    update_progress = _async_method(calls.update_progress)
    complete_execution = _async_method(calls.complete_execution)
    fail_execution = _async_method(calls.fail_execution)
    delay_execution = _async_method(calls.delay_execution)
    move_to_waiting_children = _async_method(calls.move_to_waiting_children)

    submit_flow = _async_method(calls.submit_flow)
    create_flow = _async_method(calls.create_flow)
    add_execution_to_flow = _async_method(calls.add_execution_to_flow)
    set_edge_group_policy = _async_method(calls.set_edge_group_policy)
    stage_dependency_edge = _async_method(calls.stage_dependency_edge)
    apply_dependency_to_child = _async_method(calls.apply_dependency_to_child)
    evaluate_flow_eligibility = _async_method(calls.evaluate_flow_eligibility)
    cancel_flow = _async_method(calls.cancel_flow)
    describe_flow = _async_method(calls.describe_flow)
    list_flows = _async_method(calls.list_flows)
    describe_edge = _async_method(calls.describe_edge)
    list_edges = _async_method(calls.list_edges)
    flow_summary = _async_method(calls.flow_summary)
    flow_diagram = _async_method(calls.flow_diagram)
    set_flow_tag = _async_method(calls.set_flow_tag)
    get_flow_tag = _async_method(calls.get_flow_tag)

    create_quota_policy = _async_method(calls.create_quota_policy)
    read_quota_policy_limits = _async_method(calls.read_quota_policy_limits)
    check_admission = _async_method(calls.check_admission)
    release_admission = _async_method(calls.release_admission)
    create_budget = _async_method(calls.create_budget)
    report_usage = _async_method(calls.report_usage)
    record_spend = _async_method(calls.record_spend)
    reserve_budget = _async_method(calls.reserve_budget)
    release_budget = _async_method(calls.release_budget)
    reset_budget = _async_method(calls.reset_budget)
    get_budget_status = _async_method(calls.get_budget_status)
    block_execution = _async_method(calls.block_execution)
    unblock_execution = _async_method(calls.unblock_execution)

    claim_for_worker = _async_method(calls.claim_for_worker)
    issue_claim_grant = _async_method(calls.issue_claim_grant)
    issue_grant_and_claim = _async_method(calls.issue_grant_and_claim)
    read_claim_grant_identity = _async_method(calls.read_claim_grant_identity)
    verify_grant = _async_method(calls.verify_grant)
    claim_execution = _async_method(calls.claim_execution)
    claim_resumed_execution = _async_method(calls.claim_resumed_execution)
    claim_from_resume_grant = _async_method(calls.claim_from_resume_grant)
    issue_reclaim_grant = _async_method(calls.issue_reclaim_grant)
    reclaim_execution = _async_method(calls.reclaim_execution)

    seed_waitpoint_secret = _async_method(calls.seed_waitpoint_secret)
    rotate_waitpoint_secret = _async_method(calls.rotate_waitpoint_secret)
    list_waitpoint_keys = _async_method(calls.list_waitpoint_keys)

    suspend = _async_method(calls.suspend)
    create_waitpoint = _async_method(calls.create_waitpoint)
    close_waitpoint = _async_method(calls.close_waitpoint)
    deliver_signal = _async_method(calls.deliver_signal)
    deliver_approval_signal = _async_method(calls.deliver_approval_signal)
    resume_execution = _async_method(calls.resume_execution)
    observe_signals = _async_method(calls.observe_signals)
    list_suspended = _async_method(calls.list_suspended)
    list_pending_waitpoints = _async_method(calls.list_pending_waitpoints)
    read_waitpoint_token = _async_method(calls.read_waitpoint_token)
    expire_suspension = _async_method(calls.expire_suspension)

    register_worker = _async_method(calls.register_worker)
    heartbeat_worker = _async_method(calls.heartbeat_worker)
    mark_worker_dead = _async_method(calls.mark_worker_dead)
    list_workers = _async_method(calls.list_workers)

    read_events = _async_method(calls.read_events)
    await_events = _async_method(calls.await_events)
    create_consumer = _async_method(calls.create_consumer)
    read_consumer = _async_method(calls.read_consumer)
    ack_consumer = _async_method(calls.ack_consumer)
    list_consumers = _async_method(calls.list_consumers)
    drop_consumer = _async_method(calls.drop_consumer)

    append_frame = _async_method(calls.append_frame)
    read_stream = _async_method(calls.read_stream)
    await_frames = _async_method(calls.await_frames)
    read_summary = _async_method(calls.read_summary)

    tick = _async_method(calls.tick)
    trim_retention = _async_method(calls.trim_retention)
    set_event_retention = _async_method(calls.set_event_retention)
    recycle_events = _async_method(calls.recycle_events)
    check = _async_method(calls.check)
    explain = _async_method(calls.explain)
    health = _async_method(calls.health)
    overview = _async_method(calls.overview)
    metrics = _async_method(calls.metrics)
    version = _async_method(calls.version)
    server_time = _async_method(calls.server_time)


def _refusal(
    connection: psycopg.Connection[Any] | psycopg.AsyncConnection[Any], error: psycopg.Error
) -> FlowFabricError | None:
    """FlowFabric's own exception, if the error is one; a lost lease also dooms the transaction."""
    refusal = translate(error, connection.info.encoding)
    if isinstance(refusal, LeaseLost):
        doom_lost(connection, refusal)
    return refusal
