"""What the functions answer: one dataclass for each composite type, field by field.

Instants come with the remaining milliseconds: use those, and a monotonic clock, for timers.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class CreatedExecution:
    """A submission; `outcome` is created or duplicate."""

    execution_id: UUID
    outcome: str
    public_state: str


@dataclass(frozen=True, slots=True)
class CreatedItem:
    """One item of a batch of submissions; `error_code` says why it was refused."""

    execution_id: UUID | None
    outcome: str
    public_state: str | None
    error_code: str | None
    error_detail: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class ClaimedExecution:
    """The work, and the lease on it; `handle` is what every later call of the holder takes."""

    handle: str
    execution_id: UUID
    kind: str
    input: Any
    payload: bytes | None
    attempt_index: int
    attempt_type: str
    attempt_id: UUID
    lease_id: UUID
    lease_epoch: int
    lease_expires_at: datetime
    lease_remaining_ms: int
    lane_id: str
    namespace: str
    tags: dict[str, str]
    flow_id: UUID | None
    deadline_at: datetime | None


@dataclass(frozen=True, slots=True)
class LeaseRenewal:
    """How long the lease still lasts; `cancel_requested` asks the worker to stop."""

    lease_expires_at: datetime
    lease_remaining_ms: int
    lease_epoch: int
    cancel_requested: bool


@dataclass(frozen=True, slots=True)
class RenewedItem:
    """One item of a batch of renewals; `error_code` says why a lease was not renewed."""

    execution_id: UUID | None
    outcome: str
    lease_expires_at: datetime | None
    lease_remaining_ms: int | None
    lease_epoch: int | None
    cancel_requested: bool | None
    error_code: str | None
    error_detail: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class HungDoorbell:
    """A doorbell, and the channels to listen on for its ring."""

    channels: list[str]
    expires_at: datetime
    remaining_ms: int


@dataclass(frozen=True, slots=True)
class Outlook:
    """When something is due; if not `is_complete`, more may come without a ring."""

    next_due_in_ms: int | None
    is_complete: bool


@dataclass(frozen=True, slots=True)
class FinishedExecution:
    """A completion; `is_replay` tells a re-sent call."""

    execution_id: UUID
    public_state: str
    is_replay: bool


@dataclass(frozen=True, slots=True)
class FinishedItem:
    """One item of a batch of completions; `error_code` says why it was refused."""

    execution_id: UUID | None
    outcome: str
    public_state: str | None
    is_replay: bool
    error_code: str | None
    error_detail: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class FailedAttempt:
    """A failure; `outcome` is retry_scheduled, with its time, or terminal_failed."""

    outcome: str
    retry_at: datetime | None
    retry_in_ms: int | None
    next_attempt_index: int | None
    is_replay: bool


@dataclass(frozen=True, slots=True)
class ReleasedExecution:
    """A lease that was given back, and when the execution is due again: None once it is over."""

    execution_id: UUID
    public_state: str
    claimable_at: datetime | None
    claimable_in_ms: int | None
    is_replay: bool


@dataclass(frozen=True, slots=True)
class CancelledExecution:
    """A cancellation; `previous_phase` is the lifecycle phase that it ended."""

    execution_id: UUID
    outcome: str
    public_state: str
    previous_phase: str
    is_replay: bool


@dataclass(frozen=True, slots=True)
class ReplayedExecution:
    """An execution that was over and waits for another attempt."""

    execution_id: UUID
    outcome: str
    public_state: str
    replay_count: int


@dataclass(frozen=True, slots=True)
class ChangedPriority:
    """A change of priority; both are the same when nothing changed."""

    execution_id: UUID
    outcome: str
    old_priority: int
    new_priority: int


@dataclass(frozen=True, slots=True)
class RevokedLease:
    """A revocation; `outcome` is revoked, or already_satisfied with `why`."""

    execution_id: UUID
    outcome: str
    why: str | None
    lease_id: UUID | None
    lease_epoch: int


@dataclass(frozen=True, slots=True)
class ExecutionDescription:
    """Everything about an execution, as it is now."""

    execution_id: UUID
    lane_id: str
    namespace: str
    kind: str
    priority: int
    required_capabilities: list[str]
    flow_id: UUID | None
    lifecycle_phase: str
    ownership_state: str
    eligibility_state: str
    blocking_reason: str
    terminal_outcome: str
    attempt_state: str
    public_state: str
    claimable_at: datetime | None
    claimable_in_ms: int | None
    attempt_index: int | None
    attempt_id: UUID | None
    attempt_type: str | None
    total_attempt_count: int
    retry_count: int
    lease_reclaim_count: int
    replay_count: int
    lease_id: UUID | None
    lease_epoch: int
    lease_expires_at: datetime | None
    lease_remaining_ms: int | None
    lease_renewed_at: datetime | None
    worker_id: str | None
    worker_instance_id: str | None
    progress_percent: int | None
    progress_message: str | None
    failure_reason: str | None
    failure_category: str | None
    cancellation_reason: str | None
    cancelled_by: str | None
    created_at: datetime
    started_at: datetime | None
    updated_at: datetime
    terminal_at: datetime | None
    deadline_at: datetime | None
    idempotency_key: str | None
    tags: dict[str, str]
    policy: dict[str, Any] | None
    input: Any
    payload: bytes | None
    suspension: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class ExecutionResult:
    """How an execution ended, and with what."""

    execution_id: UUID
    public_state: str
    output: Any
    result: bytes | None
    failure_reason: str | None
    failure_category: str | None
    failure_detail: Any
    terminal_at: datetime


@dataclass(frozen=True, slots=True)
class ExecutionSummary:
    """One execution in a list; `worker_instance_id` is that of a lease held or lost."""

    execution_id: UUID
    lane_id: str
    namespace: str
    kind: str
    priority: int
    public_state: str
    attempt_index: int | None
    worker_instance_id: str | None
    created_at: datetime
    updated_at: datetime
    terminal_at: datetime | None
    tags: dict[str, str]


@dataclass(frozen=True, slots=True)
class AttemptDescription:
    """One attempt; without an `outcome` it is not over."""

    execution_id: UUID
    attempt_index: int
    attempt_id: UUID
    attempt_type: str
    outcome: str | None
    worker_id: str
    worker_instance_id: str
    lease_id: UUID
    lease_epoch: int
    started_at: datetime
    ended_at: datetime | None
    failure_reason: str | None
    failure_category: str | None
    failure_detail: Any
    retry_at: datetime | None


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One thing that happened to an execution."""

    occurred_at: datetime
    what: str
    attempt_index: int | None
    lease_epoch: int | None
    worker_id: str | None
    worker_instance_id: str | None
    details: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class ExecutionTag:
    """One tag, as it is now."""

    execution_id: UUID
    tag_key: str
    tag_value: str


@dataclass(frozen=True, slots=True)
class ExpiredLease:
    """One lease that ran out and was not taken over; `page_key` is for `after`."""

    execution_id: UUID
    lane_id: str
    namespace: str
    lease_id: UUID
    lease_epoch: int
    worker_id: str
    worker_instance_id: str
    lease_expires_at: datetime
    expired_since_ms: int
    attempt_index: int
    page_key: str


@dataclass(frozen=True, slots=True)
class RegisteredLane:
    """A registration; `outcome` is registered or updated."""

    lane_id: str
    outcome: str


@dataclass(frozen=True, slots=True)
class LaneDescription:
    """One lane, registered or only submitted to."""

    lane_id: str
    state: str
    default_policy: dict[str, Any] | None
    options: dict[str, Any]
    is_registered: bool
    registered_at: datetime | None
    updated_at: datetime | None


@dataclass(frozen=True, slots=True)
class ChangedLaneState:
    """A lane opened or closed; `outcome` is changed or unchanged."""

    lane_id: str
    outcome: str
    old_state: str
    new_state: str


@dataclass(frozen=True, slots=True)
class ChangedLaneGrant:
    """What a role may do in a lane now; `outcome` tells what the call changed."""

    lane_id: str
    role_name: str
    outcome: str
    verbs: list[str]


@dataclass(frozen=True, slots=True)
class LaneGrantDescription:
    """What a role may do in a restricted lane."""

    lane_id: str
    role_name: str
    verbs: list[str]
    granted_by: str
    granted_at: datetime
    page_key: str


@dataclass(frozen=True, slots=True)
class TickJob:
    """What one job of a tick did, and whether there is more to do."""

    job: str
    processed: int
    errors: int
    more: bool


@dataclass(frozen=True, slots=True)
class CheckFinding:
    """One broken invariant: a bug."""

    invariant: str
    execution_id: UUID | None
    detail: Any


@dataclass(frozen=True, slots=True)
class Grant:
    """One worker's permission to take one execution; `kind` is claim, resume or reclaim."""

    execution_id: UUID
    kind: str
    grant_key: str
    expires_at: datetime
    remaining_ms: int
    lane_id: str


@dataclass(frozen=True, slots=True)
class ReclaimGrant:
    """`outcome` is granted; or not_reclaimable or reclaim_cap_exceeded, and there is no key."""

    outcome: str
    execution_id: UUID
    kind: str | None
    grant_key: str | None
    expires_at: datetime | None
    remaining_ms: int | None
    lane_id: str
    detail: str | None
    reclaim_count: int


@dataclass(frozen=True, slots=True)
class GrantIdentity:
    """For whom a grant is out, or was until it lapsed."""

    worker_id: str
    worker_instance_id: str
    kind: str
    expires_at: datetime
    is_lapsed: bool


@dataclass(frozen=True, slots=True)
class GrantVerdict:
    """`outcome` is valid, or the first thing that is wrong with a grant key."""

    outcome: str


@dataclass(frozen=True, slots=True)
class CreatedFlow:
    """An empty flow; `outcome` is created or already_satisfied."""

    flow_id: UUID
    outcome: str


@dataclass(frozen=True, slots=True)
class SubmittedFlow:
    """A whole flow; `outcome` is created or duplicate, `executions` maps names to execution ids."""

    flow_id: UUID
    outcome: str
    node_count: int
    edge_count: int
    executions: dict[str, str]


@dataclass(frozen=True, slots=True)
class AddedMember:
    """A member of a flow; `outcome` is added or already_member."""

    flow_id: UUID
    execution_id: UUID
    outcome: str
    node_count: int
    graph_revision: int


@dataclass(frozen=True, slots=True)
class ChangedJoin:
    """How many upstreams an execution needs; `outcome` is set or already_set."""

    flow_id: UUID
    downstream_execution_id: UUID
    outcome: str


@dataclass(frozen=True, slots=True)
class ReclaimedExecution:
    """A takeover: `outcome` is claimed, with the work and the lease as in a claim.

    Or it is not_reclaimable, reclaim_cap_exceeded or grant_not_found, and there is no lease.
    """

    outcome: str
    handle: str | None
    execution_id: UUID
    kind: str | None
    input: Any
    payload: bytes | None
    attempt_index: int | None
    attempt_type: str | None
    attempt_id: UUID | None
    lease_id: UUID | None
    lease_epoch: int | None
    lease_expires_at: datetime | None
    lease_remaining_ms: int | None
    lane_id: str | None
    namespace: str | None
    tags: dict[str, str] | None
    flow_id: UUID | None
    deadline_at: datetime | None
    detail: str | None
    reclaim_count: int


@dataclass(frozen=True, slots=True)
class SeededKey:
    """A signing key that was brought along; `outcome` is seeded or already_seeded."""

    kid: str
    outcome: str
    is_same_secret: bool


@dataclass(frozen=True, slots=True)
class RotatedKey:
    """A rotation of the signing key; `outcome` is rotated or unchanged."""

    new_kid: str
    outcome: str
    previous_kid: str | None
    previous_expires_at: datetime | None
    removed_count: int


@dataclass(frozen=True, slots=True)
class KeyDescription:
    """One signing key, without its secret; the active one has no `expires_at`."""

    kid: str
    is_active: bool
    created_at: datetime
    expires_at: datetime | None


@dataclass(frozen=True, slots=True)
class RegisteredWorker:
    """A registration; `outcome` is registered or refreshed."""

    worker_instance_id: str
    outcome: str
    expires_at: datetime
    remaining_ms: int


@dataclass(frozen=True, slots=True)
class WorkerHeartbeat:
    """`outcome` is refreshed or not_registered.

    `renewals` has one item for each handle given, with the fields of `RenewedItem`, as JSON.
    """

    worker_instance_id: str
    outcome: str
    expires_at: datetime | None
    remaining_ms: int | None
    renewals: list[dict[str, Any]] | None


@dataclass(frozen=True, slots=True)
class DeadWorker:
    """`outcome` is marked or not_registered; `released_count` leases were taken away."""

    worker_instance_id: str
    outcome: str
    released_count: int


@dataclass(frozen=True, slots=True)
class WorkerDescription:
    """One worker process that registered; `page_key` is for `after`."""

    namespace: str
    worker_instance_id: str
    worker_id: str
    lane_ids: list[str]
    capabilities: list[str]
    is_alive: bool
    registered_at: datetime
    last_heartbeat_at: datetime
    expires_at: datetime
    page_key: str


@dataclass(frozen=True, slots=True)
class SuspendedExecution:
    """`outcome` is suspended, or already_satisfied: then the lease is kept.

    `waitpoints` has objects with waitpoint_id, waitpoint_key and token.
    """

    outcome: str
    execution_id: UUID
    suspension_id: UUID
    waitpoints: list[dict[str, Any]]
    timeout_at: datetime | None
    timeout_in_ms: int | None
    is_replay: bool


@dataclass(frozen=True, slots=True)
class CreatedWaitpoint:
    """A waitpoint that was made ahead, with the token that lets others deliver signals to it."""

    waitpoint_id: UUID
    waitpoint_key: str
    token: str
    expires_at: datetime
    remaining_ms: int


@dataclass(frozen=True, slots=True)
class ClosedWaitpoint:
    """`outcome` is closed or already_closed."""

    waitpoint_id: UUID
    outcome: str


@dataclass(frozen=True, slots=True)
class DeliveredSignal:
    """`outcome` is accepted or duplicate; `effect` says what the signal did."""

    outcome: str
    signal_id: UUID
    effect: str
    public_state: str


@dataclass(frozen=True, slots=True)
class ResumedExecution:
    """A suspension that an operator ended, and when the execution is due."""

    execution_id: UUID
    outcome: str
    public_state: str
    claimable_at: datetime
    claimable_in_ms: int


@dataclass(frozen=True, slots=True)
class ObservedSignal:
    """One signal; `is_satisfier`: it brought the condition forward."""

    signal_id: UUID
    signal_name: str
    input: Any
    payload: bytes | None
    waitpoint_id: UUID
    waitpoint_key: str
    source_type: str
    source_identity: str
    correlation_id: str | None
    accepted_at: datetime
    effect: str
    is_satisfier: bool
    suspension_id: UUID | None


@dataclass(frozen=True, slots=True)
class SuspensionSummary:
    """One execution that is parked; `page_key` is for `after`."""

    execution_id: UUID
    lane_id: str
    namespace: str
    suspension_id: UUID
    reason_code: str
    suspended_at: datetime
    suspended_since_ms: int
    timeout_at: datetime | None
    timeout_in_ms: int | None
    timeout_behavior: str | None
    is_escalated: bool
    signal_count: int
    page_key: str


@dataclass(frozen=True, slots=True)
class WaitpointDescription:
    """One open waitpoint, without its token; no `signal_names`: any is taken."""

    execution_id: UUID
    waitpoint_id: UUID
    waitpoint_key: str
    state: str
    signal_names: list[str]
    signal_count: int
    created_at: datetime
    activated_at: datetime | None
    expires_at: datetime | None
    remaining_ms: int | None
    token_kid: str
    token_fingerprint: str


@dataclass(frozen=True, slots=True)
class ExpiredSuspension:
    """`outcome` is expired, with what was done, or already_satisfied, with `why`."""

    execution_id: UUID
    outcome: str
    why: str | None
    behavior_applied: str | None
    public_state: str


@dataclass(frozen=True, slots=True)
class StagedEdge:
    """An edge that was added, and the revision of the graph with it."""

    flow_id: UUID
    edge_id: UUID
    outcome: str
    graph_revision: int


@dataclass(frozen=True, slots=True)
class AppliedEdge:
    """An edge that counts from now on, and what became of its downstream."""

    flow_id: UUID
    edge_id: UUID
    outcome: str
    edge_state: str
    unsatisfied_count: int
    public_state: str


@dataclass(frozen=True, slots=True)
class CancelledFlow:
    """A cancelled flow; `outcome` is cancelled, cancellation_scheduled or already_terminal."""

    flow_id: UUID
    outcome: str
    cancellation_policy: str
    cancel_reason: str
    cancelled_count: int
    remaining_count: int
    member_execution_ids: list[UUID]


@dataclass(frozen=True, slots=True)
class FlowDescription:
    """Everything about a flow as it is now, with its members and joins."""

    flow_id: UUID
    flow_kind: str
    namespace: str
    public_flow_state: str
    graph_revision: int
    node_count: int
    edge_count: int
    created_at: datetime
    last_mutation_at: datetime
    cancelled_at: datetime | None
    cancel_reason: str | None
    cancellation_policy: str | None
    tags: dict[str, str]
    members: Any
    edge_groups: Any


@dataclass(frozen=True, slots=True)
class FlowListEntry:
    """A flow in short, with its state as it is now."""

    flow_id: UUID
    flow_kind: str
    namespace: str
    public_flow_state: str
    created_at: datetime
    tags: dict[str, str]


@dataclass(frozen=True, slots=True)
class FlowCounts:
    """How many members of a flow are in which public state."""

    flow_id: UUID
    public_flow_state: str
    total_members: int
    waiting: int
    delayed: int
    rate_limited: int
    waiting_children: int
    active: int
    suspended: int
    completed: int
    failed: int
    cancelled: int
    expired: int
    skipped: int


@dataclass(frozen=True, slots=True)
class EdgeDescription:
    """One edge: who waits for whom, and whether that is settled."""

    edge_id: UUID
    flow_id: UUID
    upstream_execution_id: UUID
    downstream_execution_id: UUID
    dependency_kind: str
    satisfaction_condition: str
    data_passing_ref: str | None
    edge_state: str
    upstream_outcome: str | None
    created_at: datetime
    created_by: str
    resolved_at: datetime | None


@dataclass(frozen=True, slots=True)
class FlowTag:
    """A tag of a flow."""

    flow_id: UUID
    tag_key: str
    tag_value: str


@dataclass(frozen=True, slots=True)
class CreatedQuotaPolicy:
    """`outcome` is created or already_satisfied."""

    quota_policy_id: UUID
    outcome: str


@dataclass(frozen=True, slots=True)
class QuotaPolicyLimits:
    """The limits of a quota policy; a maximum of 0 is no limit."""

    quota_policy_id: UUID
    window_ms: int
    max_per_window: int
    max_concurrent: int
    jitter_ms: int


@dataclass(frozen=True, slots=True)
class Admission:
    """`outcome` is admitted, already_admitted, rate_exceeded or concurrency_exceeded."""

    outcome: str
    retry_after_ms: int | None


@dataclass(frozen=True, slots=True)
class ReleasedAdmission:
    """`outcome` is released."""

    outcome: str


@dataclass(frozen=True, slots=True)
class CreatedBudget:
    """`outcome` is created or already_satisfied."""

    budget_id: UUID
    outcome: str


@dataclass(frozen=True, slots=True)
class BudgetCharge:
    """`outcome` is ok, soft_breach, hard_breach (nothing was counted) or already_applied."""

    outcome: str
    dimension: str | None
    current_usage: int | None
    hard_limit: int | None
    soft_limit: int | None
    is_replay: bool


@dataclass(frozen=True, slots=True)
class ReservedBudget:
    """`outcome` is reserved or hard_breach."""

    outcome: str
    dimension: str | None
    current_usage: int | None
    reserved: int | None
    hard_limit: int | None


@dataclass(frozen=True, slots=True)
class ReleasedBudget:
    """`outcome` is released."""

    outcome: str


@dataclass(frozen=True, slots=True)
class BudgetReset:
    """`outcome` is reset; when the next one is due, if one is."""

    outcome: str
    next_reset_at: datetime | None


@dataclass(frozen=True, slots=True)
class BudgetStatus:
    """A budget: its limits, what is used and set aside, its breaches."""

    budget_id: UUID
    scope_type: str
    scope_id: str
    enforcement_mode: str
    on_hard_limit: str
    on_soft_limit: str
    usage: dict[str, int]
    reserved: dict[str, int]
    hard_limits: dict[str, int]
    soft_limits: dict[str, int]
    is_breached: bool
    breach_count: int
    soft_breach_count: int
    last_breach_at: datetime | None
    last_breach_dimension: str | None
    reset_interval_ms: int
    reset_count: int
    last_reset_at: datetime | None
    next_reset_at: datetime | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class BlockedExecution:
    """`outcome` is blocked or unblocked."""

    execution_id: UUID
    outcome: str
    blocking_reason: str
    public_state: str


@dataclass(frozen=True, slots=True)
class EventPage:
    """Some events, as JSON, and where to read on; `flowfabric.events` makes `Event`s of them."""

    events: list[dict[str, Any]]
    next_cursor: str
    has_more: bool


@dataclass(frozen=True, slots=True)
class EventWait:
    """Whether there is something already; else a notification comes on the channel."""

    is_ready: bool
    channel: str


@dataclass(frozen=True, slots=True)
class CreatedConsumer:
    """A consumer of events, and where it goes on; `outcome` is created or exists."""

    outcome: str
    consumer: str
    cursor: str


@dataclass(frozen=True, slots=True)
class AckedConsumer:
    """Where a consumer goes on now; `outcome` is acked or already_acked."""

    outcome: str
    consumer: str
    cursor: str


@dataclass(frozen=True, slots=True)
class ConsumerDescription:
    """A consumer of events, and how far it is."""

    consumer: str
    kinds: list[str] | None
    namespace: str | None
    tag_key: str | None
    tag_value: str | None
    max_lag_ms: int | None
    cursor: str
    read_cursor: str
    backlog: int
    oldest_unread_at: datetime | None
    created_at: datetime
    created_by: str
    last_read_at: datetime | None
    last_acked_at: datetime | None


@dataclass(frozen=True, slots=True)
class AppendedFrame:
    """Where a frame stands in its stream, and the version of the summary that it made."""

    frame_cursor: str
    frame_count: int
    summary_version: int | None


@dataclass(frozen=True, slots=True)
class StreamPage:
    """Some frames, as JSON, where to read on, and whether more can come."""

    frames: list[dict[str, Any]]
    next_cursor: str
    attempt_index: int
    frame_count: int
    closed_at: datetime | None
    closed_reason: str | None


@dataclass(frozen=True, slots=True)
class StreamSummary:
    """The document that an attempt's `summary` frames were folded into."""

    document: Any
    version: int
    patch_kind: str
    first_applied_at: datetime
    last_updated_at: datetime


@dataclass(frozen=True, slots=True)
class TrimmedExecutions:
    """How many executions were removed, and whether there may be more."""

    trimmed: int
    more: bool


@dataclass(frozen=True, slots=True)
class EventRetention:
    """For how long events are kept at least."""

    retention_ms: int


@dataclass(frozen=True, slots=True)
class RecycledEvents:
    """How many parts of the ring were emptied, and whether something is left to do."""

    emptied: int
    more: bool


@dataclass(frozen=True, slots=True)
class ExplainedGate:
    """One gate between an execution and a claim; the last one is the verdict."""

    ordinal: int
    gate: str
    passed: bool
    outcome: str
    detail: dict[str, Any]
    changed_by: str | None
    changes_at: datetime | None
    changes_in_ms: int | None


@dataclass(frozen=True, slots=True)
class OverviewEntry:
    """How many executions of a lane are in a state; `counted` is exact, at_least or estimate."""

    lane_id: str | None
    lane_state: str | None
    public_state: str
    execution_count: int
    counted: str


@dataclass(frozen=True, slots=True)
class HealthCheck:
    """One check of the installation; `verdict` is ok, warning or critical."""

    check_name: str
    verdict: str
    detail: dict[str, Any]
    hint: str | None
