create type ff_quota_token_kind as enum (
    'slot', 'rate'
);

create type ff_budget_stop as enum (
    'block', 'cancel_pending', 'cancel_all'
);

create type ff_budget_call as enum (
    'report', 'spend'
);

create type ff_limit_kind as enum (
    'budget', 'rate', 'slot'
);

comment on type ff_limit_kind is 'The kinds of limits: a budget, places in a window, slots.';

create type ff_limit_todo_kind as enum (
    -- a limit has room, or a row left its line: the rows behind it are to be pulled forward
    'wake',
    -- a budget hit its hard limit: the work of a flow is to be stopped
    'stop',
    -- the limits of a lane have changed: its rows are to leave the lines of the old ones
    'lane',
    -- removes what a ledger need not have any more
    'ledger'
);

comment on type ff_limit_todo_kind is 'A kind of work that is left to do for a limit.';

create type ff_created_quota_policy as (
    quota_policy_id uuid,
    outcome text
);

create type ff_quota_policy_limits as (
    quota_policy_id uuid,
    window_ms bigint,
    max_per_window bigint,
    max_concurrent bigint,
    jitter_ms bigint,
    owner text
);

create type ff_quota_policy_use as (
    quota_policy_id uuid,
    window_ms bigint,
    max_per_window bigint,
    max_concurrent bigint,
    jitter_ms bigint,
    owner text,
    key_count bigint,
    slot_count bigint,
    window_count bigint,
    waiting_count bigint,
    is_at_least boolean
);

create type ff_admission as (
    outcome text,
    retry_after_ms bigint
);

create type ff_released_admission as (
    outcome text
);

create type ff_created_budget as (
    budget_id uuid,
    outcome text
);

create type ff_budget_charge as (
    outcome text,
    dimension text,
    current_usage bigint,
    hard_limit bigint,
    soft_limit bigint,
    is_replay boolean
);

create type ff_reserved_budget as (
    outcome text,
    dimension text,
    current_usage bigint,
    reserved bigint,
    hard_limit bigint
);

create type ff_released_budget as (
    outcome text
);

create type ff_budget_reset as (
    outcome text,
    next_reset_at timestamptz
);

create type ff_budget_status as (
    budget_id uuid,
    scope_type text,
    scope_id text,
    enforcement_mode text,
    on_hard_limit text,
    on_soft_limit text,
    usage jsonb,
    reserved jsonb,
    hard_limits jsonb,
    soft_limits jsonb,
    is_breached boolean,
    breach_count bigint,
    soft_breach_count bigint,
    last_breach_at timestamptz,
    last_breach_dimension text,
    reset_interval_ms bigint,
    reset_count bigint,
    last_reset_at timestamptz,
    next_reset_at timestamptz,
    owner text,
    created_at timestamptz
);

create type ff_blocked_execution as (
    execution_id uuid,
    outcome text,
    blocking_reason text,
    public_state text
);

comment on type ff_quota_token_kind is 'The kind of a token: a place among those that run at once, or in the window.';
comment on type ff_budget_stop is 'The effect of a hard breach on the work of its flow.';
comment on type ff_budget_call is 'The calls that charge a budget; their keys do not mix.';
comment on type ff_created_quota_policy is 'Answer of ff_create_quota_policy: created or already_satisfied.';
comment on column ff_created_quota_policy.quota_policy_id is 'The quota policy.';
comment on column ff_created_quota_policy.outcome is 'created, already_satisfied, or differs: it exists with other limits.';

comment on type ff_quota_policy_use is 'Answer of ff_list_quota_policies: one quota policy, its limits and their use.';
comment on column ff_quota_policy_use.quota_policy_id is 'The quota policy.';
comment on column ff_quota_policy_use.window_ms is 'The length of the window.';
comment on column ff_quota_policy_use.max_per_window is 'How many attempts may begin in any window, for each key; 0: no limit.';
comment on column ff_quota_policy_use.max_concurrent is 'How many attempts may run at once, for each key; 0: no limit.';
comment on column ff_quota_policy_use.jitter_ms is 'The most that is added to retry_after_ms.';
comment on column ff_quota_policy_use.owner is 'The role that owns it; all roles may use one that an operator owns.';
comment on column ff_quota_policy_use.key_count is 'How many keys have places taken.';
comment on column ff_quota_policy_use.slot_count is 'How many places among those that run at once are taken, under all keys.';
comment on column ff_quota_policy_use.window_count is 'How many places in the window are taken, under all keys.';
comment on column ff_quota_policy_use.waiting_count is 'How many executions wait for it.';
comment on column ff_quota_policy_use.is_at_least is 'Whether there are too many to count all of them.';
comment on type ff_quota_policy_limits is 'Answer of ff_read_quota_policy_limits; a maximum of 0 means no limit.';
comment on column ff_quota_policy_limits.quota_policy_id is 'The quota policy.';
comment on column ff_quota_policy_limits.window_ms is 'The length of the window.';
comment on column ff_quota_policy_limits.max_per_window is 'How many attempts may begin in any window; 0: no limit.';
comment on column ff_quota_policy_limits.max_concurrent is 'How many attempts may run at once; 0: no limit.';
comment on column ff_quota_policy_limits.jitter_ms is 'The most that is added to retry_after_ms.';
comment on column ff_quota_policy_limits.owner is 'The role that owns it; all roles may use one that an operator owns.';

comment on type ff_admission is 'Answer of ff_check_admission.';
comment on column ff_admission.outcome is 'admitted, already_admitted, rate_exceeded or concurrency_exceeded.';
comment on column ff_admission.retry_after_ms is 'Milliseconds after which to ask again; null: it is admitted, or the time is not known.';

comment on type ff_released_admission is 'Answer of ff_release_admission: released.';
comment on column ff_released_admission.outcome is 'released.';

comment on type ff_created_budget is 'Answer of ff_create_budget: created or already_satisfied.';
comment on column ff_created_budget.budget_id is 'The budget.';
comment on column ff_created_budget.outcome is 'created, already_satisfied, or differs: it exists with another definition.';

comment on type ff_budget_charge is 'Answer of ff_report_usage and ff_record_spend.';
comment on column ff_budget_charge.outcome is 'ok, soft_breach, hard_breach (nothing was counted) or already_applied.';
comment on column ff_budget_charge.dimension is 'The dimension whose limit was exceeded, the first one by name; null: none was.';
comment on column ff_budget_charge.current_usage is 'The usage in that dimension, 9223372036854775807 at most; null: no limit was exceeded.';
comment on column ff_budget_charge.hard_limit is 'The hard limit of that dimension; null: no limit was exceeded.';
comment on column ff_budget_charge.soft_limit is 'The soft limit of that dimension; null: no limit was exceeded.';
comment on column ff_budget_charge.is_replay is 'Whether this call repeats one that had its effect before.';

comment on type ff_reserved_budget is 'Answer of ff_reserve_budget.';
comment on column ff_reserved_budget.outcome is 'reserved or hard_breach.';
comment on column ff_reserved_budget.dimension is 'The dimension whose hard limit would be exceeded, the first one by name; null: none.';
comment on column ff_reserved_budget.current_usage is 'The usage in that dimension; null: no limit would be exceeded.';
comment on column ff_reserved_budget.reserved is 'The amount set aside by others in that dimension; null: no limit would be exceeded.';
comment on column ff_reserved_budget.hard_limit is 'The hard limit of that dimension; null: no limit would be exceeded.';

comment on type ff_released_budget is 'Answer of ff_release_budget: released.';
comment on column ff_released_budget.outcome is 'released.';

comment on type ff_budget_reset is 'Answer of ff_reset_budget: reset, and when the next one is due.';
comment on column ff_budget_reset.outcome is 'reset.';
comment on column ff_budget_reset.next_reset_at is 'When the next period begins by itself; null: never.';

comment on type ff_budget_status is 'Answer of ff_get_budget_status.';
comment on column ff_budget_status.budget_id is 'The budget.';
comment on column ff_budget_status.scope_type is 'The kind of thing that the budget is for.';
comment on column ff_budget_status.scope_id is 'The thing that the budget is for.';
comment on column ff_budget_status.enforcement_mode is 'strict; or warn, under which nothing is refused.';
comment on column ff_budget_status.on_hard_limit is 'The effect of a hard breach on the flow of the scope: block, cancel_pending or cancel_all.';
comment on column ff_budget_status.on_soft_limit is 'A note of the creator.';
comment on column ff_budget_status.usage is 'Amounts used, by dimension: a JSON object of numbers.';
comment on column ff_budget_status.reserved is 'Amounts set aside, by dimension: a JSON object of numbers.';
comment on column ff_budget_status.hard_limits is 'The hard limits, by dimension: a JSON object of numbers.';
comment on column ff_budget_status.soft_limits is 'The soft limits, by dimension: a JSON object of numbers.';
comment on column ff_budget_status.is_breached is 'Whether a hard limit was hit in this period.';
comment on column ff_budget_status.breach_count is 'How often a hard limit was hit.';
comment on column ff_budget_status.soft_breach_count is 'How often a soft limit was exceeded.';
comment on column ff_budget_status.last_breach_at is 'When a hard limit was last hit; null: never.';
comment on column ff_budget_status.last_breach_dimension is 'The dimension of that limit; null: none was hit.';
comment on column ff_budget_status.reset_interval_ms is 'The length of a period; 0: it does not end by itself.';
comment on column ff_budget_status.reset_count is 'The number of periods that have ended.';
comment on column ff_budget_status.last_reset_at is 'When the period began; null: it is the first one.';
comment on column ff_budget_status.next_reset_at is 'When the next period begins by itself; null: never.';
comment on column ff_budget_status.owner is 'The role that owns it; all roles may use one that an operator owns.';
comment on column ff_budget_status.created_at is 'When it was created.';

comment on type ff_blocked_execution is 'Answer of ff_block_execution and ff_unblock_execution.';
comment on column ff_blocked_execution.execution_id is 'The execution.';
comment on column ff_blocked_execution.outcome is 'blocked or unblocked.';
comment on column ff_blocked_execution.blocking_reason is 'The reason why the execution cannot be claimed now.';
comment on column ff_blocked_execution.public_state is 'Its public state now.';

-- One limit by number that an execution is subject to.
create type _bucket as (
    quota_policy_id uuid,
    quota_key text,
    is_own boolean,
    window_ms bigint,
    max_per_window integer,
    max_concurrent integer
);

-- The limits of an execution: read once for a candidate of a claim, and passed on as an argument.
create type _limits as (
    priority integer,
    buckets _bucket[],
    budget_ids uuid[]
);

-- Why a claim may not take an execution now, and when it may look again.
create type _refusal as (
    reason text,
    limit_id uuid,
    limit_key text,
    is_own boolean,
    is_in_flight boolean,
    look_again_at timestamptz,
    is_behind boolean
);

comment on type _bucket is 'One policy under one key, with its limits; tokens belong to it.';
comment on type _limits is 'The policies and budgets that an execution is subject to, its own and those of its lane, and its priority in their lines.';
comment on type _refusal is 'Why a claim may not take an execution now, and when to look again.';

-- A row in the line of a rate, and when it may look again.
create type _moved_row as (
    execution_id uuid,
    priority integer,
    waits_since timestamptz,
    looks_at timestamptz
);

comment on type _moved_row is 'A row in the line of a rate, and when it may look again.';

-- A key that waits for its turn, as a claim finds it: item is the place of its route, and its work
-- begins at from_at (null: there is no more).
create type _fair_turn as (
    turn_id bigint,
    item integer,
    fairness_key text,
    entered_by text,
    from_at timestamptz,
    last_at timestamptz
);

comment on type _fair_turn is 'A key that waits for its turn, and how far a claim has taken its work.';

-- The use of a submitter in a lane.
create type _submitter_use as (
    unfinished_count bigint,
    unfinished_bytes bigint,
    submission_count bigint
);

comment on type _submitter_use is 'The use of a submitter in a lane: executions that have not ended, their size, and submissions in the present period.';

create type ff_changed_submitter_limit as (
    lane_id text,
    submitter text,
    outcome text
);

create type ff_submitter_limit_description as (
    lane_id text,
    submitter text,
    is_own_limit boolean,
    max_unfinished bigint,
    max_unfinished_bytes bigint,
    max_submissions bigint,
    period_ms bigint,
    unfinished_count bigint,
    unfinished_bytes bigint,
    submission_count bigint,
    page_key text
);

comment on type ff_changed_submitter_limit is
'Answer of ff_set_submitter_limit and ff_remove_submitter_limit.';
comment on column ff_changed_submitter_limit.lane_id is 'The lane.';
comment on column ff_changed_submitter_limit.submitter is 'The role; null: each submitter without a limit of its own.';
comment on column ff_changed_submitter_limit.outcome is 'set, unchanged, removed or not_found.';

comment on type ff_submitter_limit_description is 'A limit, or a submitter under the limit for each, in the list of ff_list_submitter_limits.';
comment on column ff_submitter_limit_description.lane_id is 'The lane.';
comment on column ff_submitter_limit_description.submitter is 'The role; null: the limit for each submitter without a limit of its own.';
comment on column ff_submitter_limit_description.is_own_limit is 'Whether the limit names the submitter; otherwise the limit for each submitter applies.';
comment on column ff_submitter_limit_description.max_unfinished is 'The most executions that are not over; null: no limit.';
comment on column ff_submitter_limit_description.max_unfinished_bytes is 'The most bytes of these; null: no limit.';
comment on column ff_submitter_limit_description.max_submissions is 'The most submissions in a period; null: no limit.';
comment on column ff_submitter_limit_description.period_ms is 'The length of a period.';
comment on column ff_submitter_limit_description.unfinished_count is 'Executions of the submitter that count and are not over; null: the limit for each submitter.';
comment on column ff_submitter_limit_description.unfinished_bytes is 'Their size; null: the limit for each submitter.';
comment on column ff_submitter_limit_description.submission_count is 'Submissions in the present period; null: the limit for each submitter.';
comment on column ff_submitter_limit_description.page_key is 'The value of p_after for the next page.';
