-- A flow: executions that depend on each other.
--
-- ff_flow_member has the members, ff_edge the dependencies, and a row of ff_edge_group is the join
-- in front of an execution: how many of its edges there are, how many are resolved, and whether
-- that decides it. The graph advances in the transaction in which an execution ends
-- (functions/flow/_resolve_dependents.sql), without waiting for other sessions; the rest is noted
-- in ff_flow_todo, for claims and ticks.
--
-- Calls of lease holders never touch a row of this table: the state of a flow is derived from its
-- members.
create table ff_flow (
    flow_id uuid primary key,
    flow_kind text not null,
    namespace text not null,
    created_at timestamptz not null,
    created_by text not null,
    creating_login text,
    creating_actor text,
    updated_at timestamptz not null,
    cancelled_at timestamptz,
    cancellation_policy ff_cancellation_policy,
    cancel_reason text,
    tags jsonb not null,
    document_digest bytea,
    is_going boolean not null default false,
    constraint cancelled_flow_has_a_policy check (
        num_nulls(cancelled_at, cancellation_policy, cancel_reason) in (0, 3)
    )
);

comment on table ff_flow is 'One row for each flow: executions that depend on each other.';
comment on column ff_flow.flow_id is 'The flow.';
comment on column ff_flow.flow_kind is 'The kind of flow; chosen by its maker.';
comment on column ff_flow.namespace is 'Tenant, for filtering.';
comment on column ff_flow.created_at is 'When it was made.';
comment on column ff_flow.created_by is 'The role that its maker acted as.';
comment on column ff_flow.creating_login is 'session_user of its maker; null when it is created_by.';
comment on column ff_flow.creating_actor is 'The actor that its maker named.';
comment on column ff_flow.updated_at is 'When this row was last changed; members and edges carry their own instants.';
comment on column ff_flow.cancelled_at is 'When it was cancelled; none of its members can be claimed since.';
comment on column ff_flow.cancellation_policy is 'Which members the cancellation ends.';
comment on column ff_flow.cancel_reason is 'Why it was cancelled.';
comment on column ff_flow.tags is 'Tags: a flat object of strings.';
comment on column ff_flow.document_digest is 'Digest of what was submitted with ff_submit_flow, to know it again.';
comment on column ff_flow.is_going is 'Retention has begun to remove its members: nothing is added to it or replayed any more.';

-- for lists
create index flow_of_namespace on ff_flow (namespace, flow_id);

-- Written once and never changed. (A column of ff_exec_core cannot be indexed for this: every claim
-- and completion would pay.)
create table ff_flow_member (
    flow_id uuid not null,
    execution_id uuid not null,
    node text,
    added_at timestamptz not null,
    primary key (flow_id, execution_id)
);

comment on table ff_flow_member is 'The members of each flow.';
comment on column ff_flow_member.flow_id is 'The flow.';
comment on column ff_flow_member.execution_id is 'The execution.';
comment on column ff_flow_member.node is 'Its name in the flow; null when it was added without one.';
comment on column ff_flow_member.added_at is 'When it became a member.';

-- Flows that were made without members. A tick looks at each once it is old, and removes it if it
-- has none still; retention removes all others with their last member.
create table ff_empty_flow (
    flow_id uuid primary key,
    look_at timestamptz not null
);

create index empty_flow_to_look_at on ff_empty_flow (look_at);

comment on table ff_empty_flow is 'Flows that were made without members, and may have none.';
comment on column ff_empty_flow.flow_id is 'The flow.';
comment on column ff_empty_flow.look_at is 'When a tick looks whether it has members.';
