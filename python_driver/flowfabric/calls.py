# mypy: disable-error-code="empty-body"
"""Every function of the engine: its SQL, and what its answer becomes. Nothing here does I/O.

A function is declared by a signature: its name, its arguments (without `p_`) with their order,
types in SQL and defaults, and what it answers. So the declarations have no bodies:

    call = renew(handle, lease_ttl_ms=5000)
    call.sql     # select lease_expires_at, ... from flowfabric.ff_renew(p_handle => ..., ...)
    call.params  # {"handle": ..., "lease_ttl_ms": 5000}: only what was given
    call.decode  # rows -> LeaseRenewal
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime
from functools import update_wrapper
from types import NoneType
from typing import Annotated, Any, Generic, ParamSpec, TypeVar, get_args, get_origin, get_type_hints
from uuid import UUID

from psycopg.types import json as psycopg_json

from .types import (
    AckedConsumer,
    AddedMember,
    Admission,
    AppendedFrame,
    AppliedEdge,
    AttemptDescription,
    BlockedExecution,
    BudgetCharge,
    BudgetReset,
    BudgetStatus,
    CancelledExecution,
    CancelledFlow,
    ChangedJoin,
    ChangedLaneGrant,
    ChangedLaneState,
    ChangedPriority,
    CheckFinding,
    ClaimedExecution,
    ClosedWaitpoint,
    ConsumerDescription,
    CreatedBudget,
    CreatedConsumer,
    CreatedExecution,
    CreatedFlow,
    CreatedItem,
    CreatedQuotaPolicy,
    CreatedWaitpoint,
    DeadWorker,
    DeliveredSignal,
    EdgeDescription,
    EventPage,
    EventRetention,
    EventWait,
    ExecutionDescription,
    ExecutionResult,
    ExecutionSummary,
    ExecutionTag,
    ExpiredLease,
    ExpiredSuspension,
    ExplainedGate,
    FailedAttempt,
    FinishedExecution,
    FinishedItem,
    FlowCounts,
    FlowDescription,
    FlowListEntry,
    FlowTag,
    Grant,
    GrantIdentity,
    GrantVerdict,
    HealthCheck,
    HistoryEntry,
    HungDoorbell,
    KeyDescription,
    LaneDescription,
    LaneGrantDescription,
    LeaseRenewal,
    ObservedSignal,
    Outlook,
    OverviewEntry,
    QuotaPolicyLimits,
    ReclaimedExecution,
    ReclaimGrant,
    RecycledEvents,
    RegisteredLane,
    RegisteredWorker,
    ReleasedAdmission,
    ReleasedBudget,
    ReleasedExecution,
    RenewedItem,
    ReplayedExecution,
    ReservedBudget,
    ResumedExecution,
    RevokedLease,
    RotatedKey,
    SeededKey,
    StagedEdge,
    StreamPage,
    StreamSummary,
    SubmittedFlow,
    SuspendedExecution,
    SuspensionSummary,
    TickJob,
    TrimmedExecutions,
    WaitpointDescription,
    WorkerDescription,
    WorkerHeartbeat,
)

P = ParamSpec("P")
T = TypeVar("T")
Rows = Sequence[tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """One call: the statement, its parameters, and how to read the rows it answers."""

    sql: str
    params: Mapping[str, Any]
    decode: Callable[[Rows], T]

    def repetition(self, answer: T) -> object | None:
        """What in the answer says that a call of a lease holder had its effect before.

        An operator's cancellation does not count: what is cancelled may be cancelled by many.
        """
        if isinstance(answer, CancelledExecution) and self.params.get("source") != "lease_holder":
            return None
        items = answer if isinstance(answer, list) else [answer]
        return next((item for item in items if getattr(item, "is_replay", False)), None)


@dataclass(frozen=True, slots=True)
class SqlType:
    """The type of an argument: how values are handed to psycopg, and the cast that settles it."""

    name: str
    prepare: Callable[[Any], Any] = lambda value: value


def _as_json(value: Any) -> Any:
    """Wrapped unless the caller did so; None is SQL's null, `Jsonb(None)` JSON's."""
    if value is None or isinstance(value, psycopg_json.Json | psycopg_json.Jsonb):
        return value
    return psycopg_json.Jsonb(value)


def _as_list(values: Any) -> Any:
    """A list, for psycopg makes a record of a tuple; text is left to PostgreSQL to refuse."""
    return values if values is None or isinstance(values, str) else list(values)


def _as_json_list(values: Any) -> Any:
    return values if values is None else [_as_json(value) for value in values]


Text = Annotated[str, SqlType("text")]
Integer = Annotated[int, SqlType("integer")]
Bigint = Annotated[int, SqlType("bigint")]
Boolean = Annotated[bool, SqlType("boolean")]
Timestamp = Annotated[datetime, SqlType("timestamp with time zone")]
Uuid = Annotated[UUID, SqlType("uuid")]
Bytes = Annotated[bytes, SqlType("bytea")]
Json = Annotated[Any, SqlType("jsonb", _as_json)]
Texts = Annotated[Iterable[str], SqlType("text[]", _as_list)]
Uuids = Annotated[Iterable[UUID], SqlType("uuid[]", _as_list)]
Bigints = Annotated[Iterable[int], SqlType("bigint[]", _as_list)]
BytesList = Annotated[Iterable[bytes | None], SqlType("bytea[]", _as_list)]
JsonList = Annotated[Iterable[Any], SqlType("jsonb[]", _as_json_list)]


class Function(Generic[P, T]):
    """A function of the engine; called, it answers a `Call`."""

    def __init__(self, declaration: Callable[P, T]) -> None:
        update_wrapper(self, declaration)
        hints = get_type_hints(declaration, include_extras=True)
        self.name = f"ff_{declaration.__name__}"
        self.signature = inspect.signature(declaration)
        self.returns = hints.pop("return")
        self.types = {name: _sql_type(hint) for name, hint in hints.items()}
        # a trailing underscore keeps a name apart from a keyword of Python
        self.arguments = {name: f"p_{name.rstrip('_')}" for name in hints}
        self._decode = _decoder(self.returns)
        self._statements: dict[tuple[str, ...], str] = {}

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Call[T]:
        given = self.signature.bind(*args, **kwargs).arguments
        names = tuple(given)
        sql = self._statements.get(names) or self._statement(names)
        params = {name: self.types[name].prepare(value) for name, value in given.items()}
        return Call(sql, params, self._decode)

    def _statement(self, names: tuple[str, ...]) -> str:
        """The statement for these arguments; all others are left to their defaults."""
        arguments = (f"{self.arguments[n]} => %({n})s::{self.types[n].name}" for n in names)
        call = f"flowfabric.{self.name}({', '.join(arguments)})"
        columns = _columns(_row_type(self.returns))
        sql = f"select {', '.join(columns)} from {call}" if columns else f"select {call}"
        return self._statements.setdefault(names, sql)


def _sql_type(hint: Any) -> SqlType:
    """The SqlType in `Annotated[..., SqlType]` or in `Annotated[..., SqlType] | None`."""
    for part in (hint, *get_args(hint)):
        for extra in getattr(part, "__metadata__", ()):
            if isinstance(extra, SqlType):
                return extra
    raise TypeError(f"{hint} has no type in SQL")


def _row_type(returns: Any) -> Any:
    """X of X, X | None and list[X]."""
    return next((part for part in get_args(returns) if part is not NoneType), returns)


def _columns(row_type: Any) -> tuple[str, ...]:
    """The fields of a composite type; a scalar has none."""
    return tuple(field.name for field in fields(row_type)) if is_dataclass(row_type) else ()


def _decoder(returns: Any) -> Callable[[Rows], Any]:
    """One row for X, at most one for X | None, all for list[X]; a scalar is a row of one column."""
    row_type = _row_type(returns)
    if get_origin(returns) is list:
        return lambda rows: [row_type(*row) for row in rows]
    if not _columns(row_type):
        return lambda rows: rows[0][0]
    if returns is row_type:
        return lambda rows: row_type(*rows[0])
    return lambda rows: row_type(*rows[0]) if rows else None


# Execution


@Function
def create_execution(
    lane_id: Text,
    input: Json | None = None,  # noqa: A002
    payload: Bytes | None = None,
    kind: Text = "default",
    priority: Integer = 0,
    required_capabilities: Texts = (),
    delay_ms: Bigint | None = None,
    run_at: Timestamp | None = None,
    deadline_ms: Bigint | None = None,
    deadline_at: Timestamp | None = None,
    idempotency_key: Text | None = None,
    namespace: Text = "default",
    tags: Json = {},  # noqa: B006
    policy: Json | None = None,
    flow_id: Uuid | None = None,
    quota_policy_id: Uuid | None = None,
    quota_key: Text | None = None,
    budget_ids: Uuids | None = None,
    fairness_key: Text | None = None,
    execution_id: Uuid | None = None,
    actor: Text | None = None,
) -> CreatedExecution:
    """Submit one execution; it can be claimed once the transaction commits."""


@Function
def create_executions(
    lane_id: Text,
    inputs: JsonList,
    options: Json = {},  # noqa: B006
) -> list[CreatedItem]:
    """Submit a batch: one answer for each of `inputs`.

    `options` are the other arguments of `create_execution`, for all items or, as lists, for each.
    """


@Function
def describe_execution(execution_id: Uuid) -> ExecutionDescription | None:
    """Everything about an execution as it is now; None: there is none."""


@Function
def read_execution_state(execution_id: Uuid) -> str | None:
    """The public state of an execution as it is now; None: there is none."""


@Function
def get_execution_result(execution_id: Uuid) -> ExecutionResult | None:
    """How an execution ended, and with what; None: it is not over, or there is none."""


@Function
def list_attempts(execution_id: Uuid) -> list[AttemptDescription]:
    """The attempts of an execution, the first one first."""


@Function
def list_executions(
    lane_id: Text | None = None,
    public_state: Text | None = None,
    namespace: Text | None = None,
    after: Uuid | None = None,
    limit: Integer = 100,
) -> list[ExecutionSummary]:
    """Executions in the order of their submission; `after` is the last id of the page before."""


@Function
def history(execution_id: Uuid) -> list[HistoryEntry]:
    """What happened to an execution, in order; empty: there is none."""


@Function
def cancel_execution(
    execution_id: Uuid,
    reason: Text,
    source: Text = "operator_override",
    lease_id: Uuid | None = None,
    lease_epoch: Bigint | None = None,
    attempt_id: Uuid | None = None,
    actor: Text | None = None,
) -> CancelledExecution:
    """End an execution as cancelled: as an operator, or as `lease_holder` with the fence."""


@Function
def replay_execution(
    execution_id: Uuid, reason: Text | None = None, actor: Text | None = None
) -> ReplayedExecution:
    """Start an execution that is over once more."""


@Function
def change_priority(
    execution_id: Uuid, priority: Integer, reason: Text | None = None, actor: Text | None = None
) -> ChangedPriority:
    """Give an execution that waits another priority; among its equals it goes to the end."""


@Function
def set_execution_tag(execution_id: Uuid, key: Text, value: Text) -> ExecutionTag:
    """Set one tag of an execution."""


@Function
def get_execution_tag(execution_id: Uuid, key: Text) -> str | None:
    """One tag of an execution; None: it has no such tag, or there is no such execution."""


@Function
def register_lane(
    lane_id: Text,
    default_policy: Json | None = None,
    options: Json = {},  # noqa: B006
) -> RegisteredLane:
    """Say what holds for a lane; one that is only submitted to needs no registration."""


@Function
def list_lanes(after: Text | None = None, limit: Integer = 100) -> list[LaneDescription]:
    """The lanes in the order of their names; `after` is the last one of the page before."""


@Function
def set_lane_state(
    lane_id: Text, state: Text, reason: Text | None = None, actor: Text | None = None
) -> ChangedLaneState:
    """Open or close a lane: active, paused, draining or disabled."""


@Function
def grant_lane(
    lane_id: Text, role: Text, verbs: Texts, reason: Text | None = None, actor: Text | None = None
) -> ChangedLaneGrant:
    """Let a role act in a lane; the first grant restricts the lane to those who have one."""


@Function
def revoke_lane(
    lane_id: Text,
    role: Text,
    verbs: Texts | None = None,
    reason: Text | None = None,
    actor: Text | None = None,
) -> ChangedLaneGrant:
    """Take back what a role was granted in a lane, which stays restricted."""


@Function
def list_lane_grants(
    lane_id: Text | None = None, after: Text | None = None, limit: Integer = 100
) -> list[LaneGrantDescription]:
    """Who may do what in restricted lanes; `after` is the last page_key of the page before."""


# Lease


@Function
def claim(
    lane_id: Text,
    worker_id: Text,
    worker_instance_id: Text,
    capabilities: Texts = (),
    lease_ttl_ms: Bigint = 30_000,
    attempt_timeout_ms: Bigint | None = None,
) -> ClaimedExecution | None:
    """Take the next due execution of a lane, with a lease on it; None: nothing to do."""


@Function
def claim_batch(
    lane_id: Text,
    worker_id: Text,
    worker_instance_id: Text,
    limit: Integer,
    capabilities: Texts = (),
    lease_ttl_ms: Bigint = 30_000,
    attempt_timeout_ms: Bigint | None = None,
) -> list[ClaimedExecution]:
    """Take up to `limit` due executions of a lane, each with a lease of its own."""


@Function
def next_due_in_ms(lane_id: Text, capabilities: Texts = ()) -> int | None:
    """How long until a claim may find something; None: nothing is scheduled."""


@Function
def hang_doorbell(
    worker_instance_id: Text, lane_ids: Texts, ttl_ms: Bigint = 15_000
) -> HungDoorbell:
    """Ask for a NOTIFY on `channels` when something becomes claimable in one of the lanes."""


@Function
def look_ahead(lane_ids: Texts, capabilities: Texts = ()) -> Outlook:
    """How long a worker may sleep that has hung a doorbell, and committed."""


@Function
def renew(handle: Text, lease_ttl_ms: Bigint | None = None) -> LeaseRenewal:
    """Extend a lease from now on, by `lease_ttl_ms` or as long as the claim asked for."""


@Function
def renew_batch(handles: Texts, lease_ttl_ms: Bigint | None = None) -> list[RenewedItem]:
    """Extend leases: one answer for each handle. A lost lease is answered, not raised."""


@Function
def progress(
    handle: Text, percent: Integer | None = None, message: Text | None = None
) -> LeaseRenewal:
    """Tell how far the work is; the lease is not extended."""


@Function
def assert_lease(handle: Text) -> LeaseRenewal:
    """Raise unless the lease is held; it cannot be taken until the transaction ends."""


@Function
def complete(
    handle: Text,
    output: Json | None = None,
    result: Bytes | None = None,
) -> FinishedExecution:
    """End an execution as completed, in the transaction that writes its business rows."""


@Function
def complete_batch(
    handles: Texts,
    outputs: JsonList | None = None,
    results: BytesList | None = None,
) -> list[FinishedItem]:
    """End executions as completed: one answer for each handle.

    A lost lease is answered, not raised: look at each `error_code` before you commit.
    """


@Function
def fail(
    handle: Text,
    reason: Text,
    class_: Text = "transient",
    category: Text | None = None,
    detail: Json | None = None,
) -> FailedAttempt:
    """End an attempt as a failure; the execution is retried if its policy allows."""


@Function
def delay(
    handle: Text, delay_ms: Bigint | None = None, run_at: Timestamp | None = None
) -> ReleasedExecution:
    """Give the lease back; the same attempt goes on later, with whoever claims it then."""


@Function
def wait_children(handle: Text) -> ReleasedExecution:
    """Give the lease back; the same attempt goes on once the executions it depends on are done."""


@Function
def revoke_lease(
    execution_id: Uuid,
    expected_lease_id: Uuid | None = None,
    worker_instance_id: Text | None = None,
    reason: Text | None = None,
    actor: Text | None = None,
) -> RevokedLease:
    """Take a lease away from its holder; whoever claims next takes the execution over."""


@Function
def list_expired_leases(
    after: Text | None = None, limit: Integer = 100, namespace: Text | None = None
) -> list[ExpiredLease]:
    """Leases that ran out and were not taken over, the oldest first; `after` is a page key."""


# Lease, with explicit ids. As `source="operator_override"` an operator ends a lease in the place of
# its holder; without the three ids of a lease, whatever lease there is.


@Function
def renew_lease(
    execution_id: Uuid,
    attempt_index: Integer,
    lease_id: Uuid,
    lease_epoch: Bigint,
    attempt_id: Uuid,
    lease_ttl_ms: Bigint = 30_000,
    source: Text = "lease_holder",
    actor: Text | None = None,
    reason: Text | None = None,
) -> LeaseRenewal:
    """Extend a lease, as `renew`; the fence is always needed."""


@Function
def update_progress(
    execution_id: Uuid,
    attempt_index: Integer,
    lease_id: Uuid,
    lease_epoch: Bigint,
    attempt_id: Uuid,
    percent: Integer | None = None,
    message: Text | None = None,
    source: Text = "lease_holder",
    actor: Text | None = None,
    reason: Text | None = None,
) -> LeaseRenewal:
    """Tell how far the work is, as `progress`."""


@Function
def complete_execution(
    execution_id: Uuid,
    attempt_index: Integer | None,
    lease_id: Uuid | None,
    lease_epoch: Bigint | None,
    attempt_id: Uuid | None,
    output: Json | None = None,
    result: Bytes | None = None,
    source: Text = "lease_holder",
    actor: Text | None = None,
    reason: Text | None = None,
) -> FinishedExecution:
    """End an execution as completed, as `complete`."""


@Function
def fail_execution(
    execution_id: Uuid,
    attempt_index: Integer | None,
    lease_id: Uuid | None,
    lease_epoch: Bigint | None,
    attempt_id: Uuid | None,
    failure_reason: Text,
    failure_category: Text | None = None,
    retry_policy: Json | None = None,
    next_attempt_policy: Json | None = None,
    source: Text = "lease_holder",
    actor: Text | None = None,
    reason: Text | None = None,
) -> FailedAttempt:
    """End an attempt as a failure, as `fail`; `retry_policy={}` means no retries."""


@Function
def delay_execution(
    execution_id: Uuid,
    attempt_index: Integer | None,
    lease_id: Uuid | None,
    lease_epoch: Bigint | None,
    attempt_id: Uuid | None,
    delay_ms: Bigint | None = None,
    run_at: Timestamp | None = None,
    source: Text = "lease_holder",
    actor: Text | None = None,
    reason: Text | None = None,
) -> ReleasedExecution:
    """Give a lease back until later, as `delay`."""


# Grant: a scheduler decides, a worker redeems.


@Function
def claim_for_worker(
    lane_id: Text,
    worker_id: Text,
    worker_instance_id: Text,
    capabilities: Texts = (),
    grant_ttl_ms: Bigint = 5_000,
) -> Grant | None:
    """Choose the next due execution of a lane for a worker, and permit it; None: nothing to do.

    `kind` tells how to redeem the key: claim by `claim_execution`, resume by
    `claim_resumed_execution`, reclaim by `reclaim_execution`.
    """


@Function
def issue_claim_grant(
    execution_id: Uuid,
    worker_id: Text,
    worker_instance_id: Text,
    lane_id: Text | None = None,
    capabilities: Texts = (),
    grant_ttl_ms: Bigint = 5_000,
    capability_hash: Text | None = None,
    route_snapshot: Json | None = None,
    admission_summary: Text | None = None,
) -> Grant:
    """Permit a worker to take this execution, which waits."""


@Function
def issue_grant_and_claim(
    execution_id: Uuid,
    lane_id: Text,
    lease_ttl_ms: Bigint = 30_000,
    reason: Text | None = None,
    actor: Text | None = None,
) -> ClaimedExecution:
    """Take this execution, which waits, as an operator, past the queue."""


@Function
def read_claim_grant_identity(execution_id: Uuid) -> list[GrantIdentity]:
    """For whom a grant on an execution is out, or was until it lapsed."""


@Function
def verify_grant(grant_key: Text, worker_id: Text) -> GrantVerdict:
    """Whether a grant key would verify now; redeeming it verifies anew."""


@Function
def claim_execution(
    execution_id: Uuid,
    grant_key: Text,
    worker_id: Text,
    worker_instance_id: Text,
    lease_ttl_ms: Bigint = 30_000,
    lease_id: Uuid | None = None,
    attempt_id: Uuid | None = None,
    attempt_policy: Json | None = None,
    attempt_timeout_ms: Bigint | None = None,
    deadline_at: Timestamp | None = None,
) -> ClaimedExecution:
    """Redeem a grant of kind claim: a new attempt begins."""


@Function
def claim_resumed_execution(
    execution_id: Uuid,
    grant_key: Text,
    worker_id: Text,
    worker_instance_id: Text,
    lease_ttl_ms: Bigint = 30_000,
    lease_id: Uuid | None = None,
    attempt_id: Uuid | None = None,
    attempt_policy: Json | None = None,
    attempt_timeout_ms: Bigint | None = None,
    deadline_at: Timestamp | None = None,
    remaining_attempt_timeout_ms: Bigint | None = None,
) -> ClaimedExecution:
    """Redeem a grant of kind resume: the interrupted attempt goes on."""


@Function
def claim_from_resume_grant(
    grant_key: Text,
    worker_id: Text,
    worker_instance_id: Text,
    lease_ttl_ms: Bigint = 30_000,
) -> ClaimedExecution | None:
    """Redeem a grant of kind resume by its key alone; None: somebody holds a live lease."""


@Function
def issue_reclaim_grant(
    execution_id: Uuid,
    worker_id: Text,
    worker_instance_id: Text,
    lane_id: Text | None = None,
    capabilities: Texts = (),
    grant_ttl_ms: Bigint = 5_000,
    capability_hash: Text | None = None,
    route_snapshot: Json | None = None,
    admission_summary: Text | None = None,
) -> ReclaimGrant:
    """Permit a worker to take this execution over, whose lease was lost."""


@Function
def reclaim_execution(
    execution_id: Uuid,
    grant_key: Text,
    worker_id: Text,
    worker_instance_id: Text,
    lease_ttl_ms: Bigint = 30_000,
    lease_id: Uuid | None = None,
    attempt_id: Uuid | None = None,
    attempt_policy: Json | None = None,
    max_reclaim_count: Integer | None = None,
) -> ReclaimedExecution:
    """Redeem a grant of kind reclaim: a new attempt, in place of that of the lost lease."""


# Suspension


@Function
def suspend(
    handle: Text,
    condition: Json,
    waitpoints: Json | None = None,
    reason_code: Text = "waiting_for_signal",
    timeout_ms: Bigint | None = None,
    timeout_at: Timestamp | None = None,
    timeout_behavior: Text = "fail",
    idempotency_key: Text | None = None,
    continuation: Text | None = None,
    requested_by: Text = "worker",
) -> SuspendedExecution:
    """Park an execution until signals satisfy `condition`; the same attempt goes on then.

    Look at `outcome`: with `already_satisfied` nothing is parked, and the lease is kept.
    """


@Function
def create_waitpoint(handle: Text, waitpoint_key: Text, expires_in_ms: Bigint) -> CreatedWaitpoint:
    """Make a waitpoint ahead of the suspension, to give its token away first."""


@Function
def close_waitpoint(
    handle: Text, waitpoint_id: Uuid, reason: Text = "proactive_close"
) -> ClosedWaitpoint:
    """Close a waitpoint that was created ahead and is not needed any more."""


@Function
def deliver_signal(
    execution_id: Uuid,
    waitpoint_id: Uuid,
    token: Text,
    signal_name: Text,
    input: Json | None = None,  # noqa: A002
    payload: Bytes | None = None,
    source_type: Text = "external",
    source_identity: Text | None = None,
    signal_id: Uuid | None = None,
    idempotency_key: Text | None = None,
    correlation_id: Text | None = None,
    resume_delay_ms: Bigint = 0,
) -> DeliveredSignal:
    """Deliver a signal to a waitpoint, by its token; `effect` says what it did."""


@Function
def deliver_approval_signal(
    execution_id: Uuid,
    waitpoint_id: Uuid,
    signal_name: Text,
    approver: Text,
    idempotency_key: Text | None = None,
) -> DeliveredSignal:
    """Deliver the decision of an approver, without a token: the role permits it."""


@Function
def resume_execution(
    execution_id: Uuid,
    trigger_type: Text = "operator",
    resume_delay_ms: Bigint = 0,
    reason: Text | None = None,
    actor: Text | None = None,
) -> ResumedExecution:
    """Let a suspended execution go on, whatever it waits for."""


@Function
def observe_signals(
    handle: Text,
    all: Boolean = False,  # noqa: A002
) -> list[ObservedSignal]:
    """The signals that let the caller's attempt go on; with `all` whatever came."""


@Function
def list_suspended(
    after: Text | None = None, limit: Integer = 100, namespace: Text | None = None
) -> list[SuspensionSummary]:
    """Executions that are parked, the longest parked first; `after` is a page key."""


@Function
def list_pending_waitpoints(
    execution_id: Uuid, after: Uuid | None = None, limit: Integer = 100
) -> list[WaitpointDescription]:
    """The open waitpoints of an execution, without their tokens; `after` is the last id."""


@Function
def read_waitpoint_token(execution_id: Uuid, waitpoint_id: Uuid) -> str | None:
    """The token of an open waitpoint, signed with the active key; None: there is none."""


@Function
def expire_suspension(execution_id: Uuid) -> ExpiredSuspension:
    """Apply the timeout of a suspension that is due; claims and ticks do so by themselves."""


# The keys that grants are signed with


@Function
def seed_waitpoint_secret(kid: Text, secret_hex: Text) -> SeededKey:
    """Bring a signing key along, instead of the one that the installation minted."""


@Function
def rotate_waitpoint_secret(
    new_kid: Text, new_secret_hex: Text, grace_ms: Bigint = 86_400_000
) -> RotatedKey:
    """Sign with another key from now on; what the previous one signed is good for `grace_ms`."""


@Function
def list_waitpoint_keys() -> list[KeyDescription]:
    """The signing keys without their secrets, the active one first."""


# Worker


@Function
def register_worker(
    worker_id: Text,
    worker_instance_id: Text,
    lane_ids: Texts,
    capabilities: Texts = (),
    liveness_ttl_ms: Bigint = 30_000,
    namespace: Text = "default",
) -> RegisteredWorker:
    """Say that a worker process is there, where it works and what it can do."""


@Function
def heartbeat_worker(
    worker_instance_id: Text,
    namespace: Text = "default",
    handles: Texts | None = None,
) -> WorkerHeartbeat:
    """Say that a worker process is still there, and renew the leases of its handles.

    A lost lease is answered, not raised, as in `renew_batch`.
    """


@Function
def mark_worker_dead(
    worker_instance_id: Text,
    reason: Text,
    namespace: Text = "default",
    release_leases: Boolean = False,
) -> DeadWorker:
    """Say that a worker process is gone; with `release_leases` its work can be taken at once."""


@Function
def list_workers(
    namespace: Text | None = None, after: Text | None = None, limit: Integer = 100
) -> list[WorkerDescription]:
    """Worker processes that registered; `after` is the last page key of the page before."""


@Function
def move_to_waiting_children(
    execution_id: Uuid,
    attempt_index: Integer | None,
    lease_id: Uuid | None,
    lease_epoch: Bigint | None,
    attempt_id: Uuid | None,
    source: Text = "lease_holder",
    actor: Text | None = None,
    reason: Text | None = None,
) -> ReleasedExecution:
    """Give a lease back until the executions it depends on are done, as `wait_children`."""


# Flow


@Function
def submit_flow(
    flow: Json,
    flow_id: Uuid | None = None,
    namespace: Text = "default",
    actor: Text | None = None,
) -> SubmittedFlow:
    """Submit a whole flow: `{"nodes": {"a": {"lane": …}, "b": {"lane": …, "after": ["a"]}}}`."""


@Function
def create_flow(
    flow_id: Uuid | None = None,
    flow_kind: Text = "default",
    namespace: Text = "default",
    tags: Json = {},  # noqa: B006
    actor: Text | None = None,
) -> CreatedFlow:
    """Make an empty flow, to be filled step by step."""


@Function
def add_execution_to_flow(flow_id: Uuid, execution_id: Uuid) -> AddedMember:
    """Make an execution that exists a member of a flow."""


@Function
def set_edge_group_policy(
    flow_id: Uuid,
    downstream_execution_id: Uuid,
    policy: Text,
    k: Integer | None = None,
    on_satisfied: Text | None = None,
) -> ChangedJoin:
    """Say how many of its upstreams an execution needs: all_of, any_of, or a quorum of `k`."""


@Function
def stage_dependency_edge(
    flow_id: Uuid,
    edge_id: Uuid,
    upstream_execution_id: Uuid,
    downstream_execution_id: Uuid,
    dependency_kind: Text = "success_only",
    data_passing_ref: Text | None = None,
    expected_graph_revision: Bigint | None = None,
    input_name: Text | None = None,
) -> StagedEdge:
    """Add an edge; it blocks nothing before `apply_dependency_to_child`."""


@Function
def apply_dependency_to_child(
    flow_id: Uuid,
    edge_id: Uuid,
    downstream_execution_id: Uuid | None = None,
    upstream_execution_id: Uuid | None = None,
) -> AppliedEdge:
    """Let the downstream of a staged edge wait for its upstream."""


@Function
def evaluate_flow_eligibility(execution_id: Uuid) -> str:
    """What the dependencies of an execution say: eligible, blocked_by_dependencies, …"""


@Function
def cancel_flow(
    flow_id: Uuid,
    reason: Text,
    cancellation_policy: Text = "cancel_all",
    actor: Text | None = None,
) -> CancelledFlow:
    """Cancel a flow, with all members, with those that have not begun, or alone."""


@Function
def describe_flow(flow_id: Uuid) -> FlowDescription | None:
    """Everything about a flow as it is now; None: there is none."""


@Function
def list_flows(
    namespace: Text | None = None, after: Uuid | None = None, limit: Integer = 100
) -> list[FlowListEntry]:
    """Flows in the order of their ids; `after` is the last one of the page before."""


@Function
def describe_edge(flow_id: Uuid, edge_id: Uuid) -> EdgeDescription | None:
    """One edge of a flow; None: there is none."""


@Function
def list_edges(
    flow_id: Uuid,
    upstream_execution_id: Uuid | None = None,
    downstream_execution_id: Uuid | None = None,
    after: Uuid | None = None,
    limit: Integer = 100,
) -> list[EdgeDescription]:
    """Edges of a flow: all, those out of one execution, or those into one."""


@Function
def flow_summary(flow_id: Uuid) -> FlowCounts | None:
    """How many members of a flow are in which state; None: there is no such flow."""


@Function
def flow_diagram(flow_id: Uuid) -> str:
    """A flow as a diagram in the language of Mermaid."""


@Function
def set_flow_tag(flow_id: Uuid, key: Text, value: Text) -> FlowTag:
    """Set one tag of a flow."""


@Function
def get_flow_tag(flow_id: Uuid, key: Text) -> str | None:
    """One tag of a flow; None: it has no such tag, or there is no such flow."""


# Admission


@Function
def create_quota_policy(
    quota_policy_id: Uuid,
    window_ms: Bigint,
    max_per_window: Bigint,
    max_concurrent: Bigint,
    jitter_ms: Bigint = 0,
) -> CreatedQuotaPolicy:
    """Say how many attempts may begin in a window, and run at once; for each key. 0: no limit."""


@Function
def read_quota_policy_limits(quota_policy_id: Uuid) -> QuotaPolicyLimits | None:
    """The limits of a quota policy; None: there is none."""


@Function
def check_admission(quota_policy_id: Uuid, execution_id: Uuid, quota_key: Text = "") -> Admission:
    """Ask a quota policy to admit an execution, for a scheduler of your own."""


@Function
def release_admission(quota_policy_id: Uuid, execution_id: Uuid) -> ReleasedAdmission:
    """Give back what `check_admission` admitted an execution to."""


@Function
def create_budget(
    budget_id: Uuid,
    scope_type: Text,
    scope_id: Text,
    enforcement_mode: Text = "strict",
    on_hard_limit: Text = "block",
    on_soft_limit: Text = "warn",
    reset_interval_ms: Bigint = 0,
    dimensions: Texts = (),
    hard_limits: Bigints = (),
    soft_limits: Bigints = (),
) -> CreatedBudget:
    """Say how much may be spent, by dimension, until the budget is reset. 0: no limit."""


@Function
def report_usage(budget_id: Uuid, deltas: Json, dedup_key: Text | None = None) -> BudgetCharge:
    """Charge a budget with what was used, `{"tokens": 120}`."""


@Function
def record_spend(
    budget_id: Uuid, execution_id: Uuid, deltas: Json, idempotency_key: Text | None = None
) -> BudgetCharge:
    """Charge a budget with what an execution spent; settles what it had set aside."""


@Function
def reserve_budget(budget_id: Uuid, execution_id: Uuid, amounts: Json) -> ReservedBudget:
    """Set a part of a budget aside for an execution, before it is spent."""


@Function
def release_budget(budget_id: Uuid, execution_id: Uuid) -> ReleasedBudget:
    """Take back what an execution spent of a budget in this period."""


@Function
def reset_budget(
    budget_id: Uuid, reason: Text | None = None, actor: Text | None = None
) -> BudgetReset:
    """Begin a new period of a budget now."""


@Function
def get_budget_status(budget_id: Uuid) -> BudgetStatus:
    """What a budget is, what of it is used and set aside, and its breaches."""


@Function
def block_execution(
    execution_id: Uuid,
    reason: Text,
    reason_detail: Text | None = None,
    actor: Text | None = None,
) -> BlockedExecution:
    """Keep an execution that waits from being claimed, until `unblock_execution`."""


@Function
def unblock_execution(
    execution_id: Uuid,
    expected_blocking_reason: Text | None = None,
    reason: Text | None = None,
    actor: Text | None = None,
) -> BlockedExecution:
    """Let an execution be claimed again that was blocked."""


# Events


@Function
def read_events(
    cursor: Text | None = None,
    kinds: Texts | None = None,
    namespace: Text | None = None,
    tag_key: Text | None = None,
    tag_value: Text | None = None,
    limit: Integer = 256,
) -> EventPage:
    """What happened, in order and without a gap; `next_cursor` of one page begins the next."""


@Function
def await_events(cursor: Text) -> EventWait:
    """Ask to be notified (channel `ff_events`) when there are events behind a cursor."""


@Function
def create_consumer(
    consumer: Text,
    kinds: Texts | None = None,
    namespace: Text | None = None,
    tag_key: Text | None = None,
    tag_value: Text | None = None,
    cursor: Text | None = None,
    max_lag_ms: Bigint | None = None,
) -> CreatedConsumer:
    """Make a consumer of events that the database remembers."""


@Function
def read_consumer(consumer: Text, limit: Integer = 256) -> EventPage:
    """The events that a consumer has not acknowledged."""


@Function
def ack_consumer(consumer: Text, cursor: Text) -> AckedConsumer:
    """Tell that a consumer is done with everything before a cursor."""


@Function
def list_consumers(after: Text | None = None, limit: Integer = 100) -> list[ConsumerDescription]:
    """The consumers of events, and how far they are."""


@Function
def drop_consumer(consumer: Text) -> bool:
    """Forget a consumer; False: there is none."""


# Streams


@Function
def append_frame(
    handle: Text,
    payload: Bytes | None = None,
    text: Text | None = None,
    json: Json | None = None,
    kind: Text = "stdout",
    mode: Text = "durable",
    frame_type: Text | None = None,
    correlation_id: Text | None = None,
    retention_maxlen: Integer = 10000,
    ttl_ms: Bigint | None = None,
) -> AppendedFrame:
    """Append a frame to the stream of the attempt: `payload`, `text` or `json`."""


@Function
def read_stream(
    execution_id: Uuid,
    attempt_index: Integer | None = None,
    from_: Text = "start",
    to: Text = "end",
    limit: Integer = 100,
    after: Text | None = None,
    visibility: Text = "all",
) -> StreamPage:
    """Frames of an attempt's stream, in order, and whether more can come."""


@Function
def await_frames(
    execution_id: Uuid,
    after: Text | None = None,
    attempt_index: Integer | None = None,
) -> EventWait:
    """Ask to be notified (channel `ff_frames`) when a stream has frames behind a cursor."""


@Function
def read_summary(execution_id: Uuid, attempt_index: Integer | None = None) -> StreamSummary | None:
    """The document that `summary` frames were folded into; None: there was none."""


# Operator


@Function
def tick(max_rows: Integer = 1000) -> list[TickJob]:
    """Run maintenance once; claims do it by themselves."""


@Function
def trim_retention(older_than_ms: Bigint | None = None, limit: Integer = 1000) -> TrimmedExecutions:
    """Remove executions that ended long ago; call it again while there are `more`."""


@Function
def set_event_retention(retention_ms: Bigint) -> EventRetention:
    """Set for how long events are kept at least."""


@Function
def recycle_events() -> RecycledEvents:
    """Empty the oldest part of the ring of events, in a transaction of its own."""


@Function
def check(limit: Integer = 100) -> list[CheckFinding]:
    """Look for broken invariants; no finding means healthy."""


@Function
def explain(execution_id: Uuid, worker_capabilities: Texts | None = None) -> list[ExplainedGate]:
    """Why an execution does not run: every gate before a claim, and the verdict."""


@Function
def health() -> list[HealthCheck]:
    """How the installation is: one row for each check."""


@Function
def overview() -> list[OverviewEntry]:
    """How many executions there are, by lane and state."""


@Function
def metrics() -> str:
    """Everything that is worth a graph, in the text format of Prometheus."""


@Function
def version() -> str:
    """The version of the installed package."""


@Function
def server_time() -> datetime:
    """The one clock by which leases, delays and deadlines are judged."""


FUNCTIONS: Mapping[str, Function[..., Any]] = {
    name: value for name, value in list(globals().items()) if isinstance(value, Function)
}
