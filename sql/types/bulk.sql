-- Lists of executions, and calls that change many.

-- A filter of executions, out of its JSON; a null means everything. Each key of _filter_keys has a
-- field of its name.
create type _execution_filter as (
    lane_id text,
    kind text,
    namespace text,
    public_state text[],
    tags jsonb,
    flow_id uuid,
    idempotency_key text,
    worker_instance_id text,
    created_after timestamptz,
    created_before timestamptz,
    failure_category text,
    execution_ids uuid[],
    -- derived: the stored states that can be shown as one of public_state, and the lane's routes
    states ff_state[],
    route_ids integer[],
    -- of a call for many: only executions submitted until then, in a state that the call applies to
    created_until timestamptz,
    applies_to ff_state[]
);

-- The columns that _matches reads.
create type _candidate as (
    execution_id uuid,
    route_id integer,
    created_at timestamptz,
    flow_id uuid,
    kind text,
    namespace text,
    idempotency_key text,
    tags jsonb,
    state ff_state,
    claimable_at timestamptz,
    lease_expires_at timestamptz,
    worker_instance_id text,
    failure_category text
);

create type _reach as (
    hidden_routes integer[],
    submitters text[],
    hidden_routes_of_own integer[]
);

create type _source as (
    ids uuid[],
    lowest_id uuid,
    highest_id uuid,
    goes_on_at uuid
);

create type _found as (
    ids uuid[],
    after uuid,
    is_more boolean
);

-- A call that changes one execution or many.
create type _change as (
    verb text,
    reason text,
    actor text,
    source text,
    priority integer,
    delay_ms bigint,
    run_at timestamptz,
    kept_tags text[],
    stop_at timestamptz
);

create type _fault as (
    symbol text,
    detail jsonb
);

create type ff_rescheduled_execution as (
    execution_id uuid,
    outcome text,
    public_state text,
    due_at timestamptz,
    due_in_ms bigint
);

create type ff_bulk_answer as (
    changed_count bigint,
    skipped_count bigint,
    before timestamptz,
    after uuid,
    is_more boolean
);

comment on type _execution_filter is 'A filter of executions, out of its JSON; a null means everything.';
comment on type _candidate is 'The columns of an execution that a filter is compared with.';
comment on type _reach is 'The executions that a call may list or change: those in all but hidden_routes (null: none), and those of submitters (null: none) in all but hidden_routes_of_own.';
comment on type _source is 'The executions among which a filter is looked for: ids in the order of the list, or, where ids is null, all between two ids. goes_on_at: where the others begin when all of these have been looked at; null: there are no others.';
comment on type _found is 'The result of a look for executions: their ids, in their order, and how far it has looked.';
comment on type _change is 'A change of an execution: the verb, its reason and actor, and its arguments.';
comment on type _fault is 'Why a call does not apply to an execution: the symbol of an error, and its DETAIL.';
comment on type ff_rescheduled_execution is 'Answer of ff_reschedule_execution: when the execution is due now.';
comment on column ff_rescheduled_execution.execution_id is 'The execution.';
comment on column ff_rescheduled_execution.outcome is 'rescheduled.';
comment on column ff_rescheduled_execution.public_state is 'Its public state now: waiting or delayed, or waiting_children for a member of a flow that waits for others first.';
comment on column ff_rescheduled_execution.due_at is 'When it is due, at the latest at its deadline; null: when its dependencies are met.';
comment on column ff_rescheduled_execution.due_in_ms is 'Milliseconds until due_at, 0: now; null: when its dependencies are met.';
comment on type ff_bulk_answer is 'Answer of the calls that change many executions: call again with before and after until is_more is false.';
comment on column ff_bulk_answer.changed_count is 'How many executions this call has changed; in a dry run, how many it would change.';
comment on column ff_bulk_answer.skipped_count is 'How many executions match and were not changed: another session holds them, or the call does not apply to them as they are.';
comment on column ff_bulk_answer.before is 'The moment of the first call: only executions that were submitted until then are changed.';
comment on column ff_bulk_answer.after is 'The last execution that was looked at; null: none was.';
comment on column ff_bulk_answer.is_more is 'Whether there are others to look at.';
