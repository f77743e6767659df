-- One submission, after its arguments were checked and before it is written.
create type _submission as (
    lane_id text,
    input jsonb,
    payload bytea,
    kind text,
    priority integer,
    required_capabilities text[],
    delay_ms bigint,
    run_at timestamptz,
    deadline_ms bigint,
    deadline_at timestamptz,
    idempotency_key text,
    namespace text,
    tags jsonb,
    policy jsonb,
    execution_id uuid,
    actor text,
    flow_id uuid,
    quota_policy_id uuid,
    quota_key text,
    budget_ids uuid[],
    fairness_key text,
    parent_id uuid,
    parent_step_key text
);

comment on type _submission is 'One submission, between its arguments and its row.';

-- The route and the policy of a submission.
create type _placement as (
    route_id integer,
    policy jsonb,
    is_fair boolean,
    -- for which limits it counts; null: for none
    submitters text[]
);

-- When a submission is due, and the state that follows from it.
create type _schedule as (
    submitted_at timestamptz,
    due_at timestamptz,
    deadline_at timestamptz,
    claimable_at timestamptz,
    state ff_state,
    public_state text
);

comment on type _placement is 'Where a submission goes, and under which policy.';
comment on type _schedule is 'When a submission is due, and the state that follows from it.';
