-- One row for each execution: the single source of truth and the single lock.
--
-- claimable_at is the only test of a claim. While a lease is live it is the moment the
-- lease lapses, so a crashed worker's execution comes due like any other work, without a sweep.
-- Every claim and completion moves it and is therefore a non-HOT update: an index that is not
-- partial is paid for twice in every cycle. So only the key and claimable_at have one.
create table ff_exec_core (
    -- The order of the columns is the order in which they change. An update writes to the log what
    -- lies between its first and its last difference, so what is submitted comes first, what a
    -- claim sets in the middle, what a completion sets at the end: 150 bytes less a cycle.
    --
    -- identity and submission
    execution_id uuid not null,
    created_at timestamptz not null,
    flow_id uuid,
    -- of a child: whose step submitted it
    parent_id uuid,
    parent_step_key text,
    kind text not null,
    namespace text not null,
    created_by text not null,
    creating_login text,
    creating_actor text,
    idempotency_key text,
    tags jsonb not null,
    policy jsonb,
    input jsonb,
    payload bytea,
    -- the limits that it was given; is_limited: a claim has to check limits, and the end of its
    -- lease gives its room in them back
    is_limited boolean not null default false,
    quota_policy_id uuid,
    quota_key text,
    budget_ids uuid[],
    fairness_key text,
    -- ff_counted_work had or has a row of it
    is_counted boolean not null default false,
    -- ff_meeting has a row of it
    is_parent boolean not null default false,
    -- its route and due time, and its history
    route_id integer not null,
    retry_count integer not null default 0,
    lease_reclaim_count integer not null default 0,
    replay_count integer not null default 0,
    -- null: the first one
    life integer,
    deadline_at timestamptz,
    -- only while it waits for its join
    due_at timestamptz,
    -- the current attempt, or the last one; never the next
    started_at timestamptz,
    attempt_id uuid,
    attempt_index integer,
    attempt_type ff_attempt_type,
    attempt_started_at timestamptz,
    attempt_deadline_at timestamptz,
    -- the current lease, or the last one, with which a repeated call is compared
    lease_id uuid,
    lease_epoch bigint not null default 0,
    lease_acquired_at timestamptz,
    worker_id text,
    worker_instance_id text,
    lease_renewed_at timestamptz,
    lease_expires_at timestamptz,
    -- when a claim may take it; null: only a call about this execution can end the state
    claimable_at timestamptz,
    state ff_state not null,
    updated_at timestamptz not null,
    -- progress, ends and results
    is_cancel_requested boolean not null default false,
    progress_percent smallint,
    progress_message text,
    lease_ended_by ff_lease_end,
    overridden_lease_id uuid,
    lease_ended_at timestamptz,
    terminal_at timestamptz,
    failure_reason text,
    failure_category text,
    failure_detail jsonb,
    cancellation_reason text,
    cancelled_by text,
    output jsonb,
    result bytea,
    -- room for the two entries that a claim and a completion add to that of the submission: fewer
    -- pages are split
    constraint execution_key primary key (execution_id) with (fillfactor = 40),
    -- the cast refuses illegal vectors; the result is always a state
    constraint stored_state_is_legal check (
        not row(state, claimable_at, lease_expires_at, terminal_at)::_legal_state is null
    )
) with (fillfactor = 80, toast_tuple_target = 512, autovacuum_vacuum_scale_factor = 0.02);

create index claimable_execution on ff_exec_core (route_id, claimable_at)
where claimable_at is not null;

-- partial, so that lanes that do not share fairly pay nothing for it
create index claimable_of_fairness_key on ff_exec_core (route_id, fairness_key, claimable_at)
where fairness_key is not null and claimable_at is not null;

-- partial, so that executions without a deadline pay nothing for it
create index unfinished_deadline on ff_exec_core (deadline_at)
where deadline_at is not null and terminal_at is null;

-- Executions whose id a caller gave, with a time more than a day before their submission: while it
-- was never drawn, lists by time leave out ids of another time.
create sequence ff_late_ids cache 1;

comment on sequence ff_late_ids is 'How many executions got an id with a time long before their submission.';
comment on table ff_exec_core is 'One row for each execution: the single source of truth and the single lock.';
comment on column ff_exec_core.execution_id is 'The uuid of the wire id <uuid>.';
comment on column ff_exec_core.created_at is 'When it was submitted.';
comment on column ff_exec_core.flow_id is 'The flow it is a member of.';
comment on column ff_exec_core.parent_id is 'The execution whose step submitted it.';
comment on column ff_exec_core.parent_step_key is 'That step.';
comment on column ff_exec_core.kind is 'The kind of work; chosen by the submitter.';
comment on column ff_exec_core.namespace is 'Tenant, for filtering.';
comment on column ff_exec_core.created_by is 'The role that the submitter acted as.';
comment on column ff_exec_core.creating_login is 'session_user of the submitter; null when it is created_by.';
comment on column ff_exec_core.creating_actor is 'The actor that the submitter named.';
comment on column ff_exec_core.idempotency_key is 'The key it was submitted under.';
comment on column ff_exec_core.tags is 'Tags: a flat object of strings.';
comment on column ff_exec_core.policy is 'Effective policy: the submitted one over the default of its lane at that time.';
comment on column ff_exec_core.input is 'The input as JSON.';
comment on column ff_exec_core.payload is 'The input as bytes.';
comment on column ff_exec_core.is_limited is 'It has limits of its own, or was found in a lane that has.';
comment on column ff_exec_core.quota_policy_id is 'The quota policy that its attempts need admission from.';
comment on column ff_exec_core.quota_key is 'Under which key of that policy, or of the policy of its lane.';
comment on column ff_exec_core.budget_ids is 'The budgets that must not be exhausted when an attempt begins.';
comment on column ff_exec_core.fairness_key is 'Whose work it is, in a lane that shares fairly; empty: nobody''s; null where the lane did not share.';
comment on column ff_exec_core.is_counted is 'It counts for a limit of its submitter until its first end.';
comment on column ff_exec_core.is_parent is 'It has spawned a child, and the end of a child looks for it in ff_meeting.';
comment on column ff_exec_core.route_id is 'Lane, required capabilities and priority; see ff_route.';
comment on column ff_exec_core.retry_count is 'Failures that led to a retry, since the last replay or saved step.';
comment on column ff_exec_core.lease_reclaim_count is 'Takeovers from a lost lease, since the last replay or saved step.';
comment on column ff_exec_core.replay_count is 'Replays.';
comment on column ff_exec_core.life is 'Its life, counted up by ff_continue_as_new; null: the first one.';
comment on column ff_exec_core.deadline_at is 'It ends as expired if it has not ended by then.';
comment on column ff_exec_core.due_at is 'While it waits for its join: when it is due apart from that; null: at once.';
comment on column ff_exec_core.started_at is 'When it was first claimed.';
comment on column ff_exec_core.attempt_id is 'Current or last attempt: the id of the lease that it began with.';
comment on column ff_exec_core.attempt_index is 'Its index from 0; null before the first.';
comment on column ff_exec_core.attempt_type is 'Why it was started.';
comment on column ff_exec_core.attempt_started_at is 'When it was started.';
comment on column ff_exec_core.attempt_deadline_at is 'When the attempt times out; no lease of it lasts longer.';
comment on column ff_exec_core.lease_id is 'Current or last lease.';
comment on column ff_exec_core.lease_epoch is 'Grows by one at every change of ownership, and never goes back.';
comment on column ff_exec_core.lease_acquired_at is 'When that lease was given out.';
comment on column ff_exec_core.worker_id is 'Holder of that lease.';
comment on column ff_exec_core.worker_instance_id is 'The process of the holder.';
comment on column ff_exec_core.lease_renewed_at is 'When it was last renewed.';
comment on column ff_exec_core.lease_expires_at is 'The lease has ended from this instant on.';
comment on column ff_exec_core.claimable_at is 'A claim may look at it from this moment on; null: never by time alone.';
comment on column ff_exec_core.state is 'Stored state; time may have moved on, see ff_state_vector.state_when_due.';
comment on column ff_exec_core.updated_at is 'When the row was last changed.';
comment on column ff_exec_core.is_cancel_requested is 'The holder is asked to stop, for a budget is exhausted; its next renewal says so.';
comment on column ff_exec_core.progress_percent is 'Last reported progress.';
comment on column ff_exec_core.progress_message is 'Last reported progress in words.';
comment on column ff_exec_core.lease_ended_by is 'The word for its end; null while it is held.';
comment on column ff_exec_core.overridden_lease_id is 'The lease that an operator''s call took from its holder, when one raised the epoch last.';
comment on column ff_exec_core.lease_ended_at is 'When it ended; null while it is held.';
comment on column ff_exec_core.terminal_at is 'When it ended.';
comment on column ff_exec_core.failure_reason is 'Reason of the last failure.';
comment on column ff_exec_core.failure_category is 'Category of the last failure.';
comment on column ff_exec_core.failure_detail is 'Detail of the last failure.';
comment on column ff_exec_core.cancellation_reason is 'Why it was cancelled.';
comment on column ff_exec_core.cancelled_by is 'The source of its cancellation.';
comment on column ff_exec_core.output is 'The result, as JSON.';
comment on column ff_exec_core.result is 'The result, as bytes.';
