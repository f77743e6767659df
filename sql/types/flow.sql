-- Types of flows: tables/ff_flow.sql explains how they fit together.
create type ff_join_policy as enum ('all_of', 'any_of', 'quorum');

create type ff_on_satisfied as enum ('cancel_remaining', 'let_run');

create type ff_edge_state as enum (
    -- staged: it counts, but blocks nothing yet
    'pending',
    -- applied: its downstream waits for it
    'applied',
    -- resolved, for good unless a downstream is replayed
    'satisfied',
    'impossible'
);

create type ff_edge_group_state as enum ('pending', 'satisfied', 'impossible');

create type ff_cancellation_policy as enum ('cancel_all', 'cancel_pending', 'cancel_flow_only');

create type ff_flow_todo_kind as enum (
    -- an execution ended: its edges are to be resolved
    'resolve',
    -- a join was decided: its execution is to be released or skipped
    'settle',
    -- a join stopped waiting: its upstreams that have not ended may be losers of a race
    'candidates',
    -- a flow was cancelled: its members are to be cancelled
    'cancel',
    -- a child ended: its parent waits, or could not be asked
    'child_end',
    -- a parent waits: its children are to be counted
    'meet',
    -- a parent ended otherwise than completed: its children are to be cancelled
    'parent_end',
    -- a parent was replayed: children that its end had cancelled are to be replayed
    'replay_children',
    -- a step was forgotten: its child is to be cancelled
    'orphan'
);

comment on type ff_join_policy is 'How many of its upstreams an execution needs.';
comment on type ff_on_satisfied is 'The effect of a decided join on the other upstreams.';
comment on type ff_edge_state is 'Where an edge stands.';
comment on type ff_edge_group_state is 'Whether a join is still open.';
comment on type ff_cancellation_policy is 'Which members a cancelled flow takes with it.';
comment on type ff_flow_todo_kind is 'The kind of work that is left to do for a flow, or for a parent and its children.';

-- A node of a submitted flow, in the order of its names; its edges refer to it by its number.
create type _flow_edge as (
    downstream_item integer,
    upstream_item integer,
    upstream_name text,
    input_name text,
    input_position integer,
    json_path text
);

comment on type _flow_edge is 'A reference from one node of a submitted flow to another: an edge, or an input.';

create type _member_state as (
    execution_id uuid,
    node text,
    kind text,
    public_state ff_public_state
);

comment on type _member_state is 'A member of a flow with its state as it is now.';

create type ff_created_flow as (
    flow_id uuid,
    outcome text
);

create type ff_added_member as (
    flow_id uuid,
    execution_id uuid,
    outcome text,
    node_count bigint,
    graph_revision bigint
);

create type ff_changed_join as (
    flow_id uuid,
    downstream_execution_id uuid,
    outcome text
);

create type ff_staged_edge as (
    flow_id uuid,
    edge_id uuid,
    outcome text,
    graph_revision bigint
);

create type ff_applied_edge as (
    flow_id uuid,
    edge_id uuid,
    outcome text,
    edge_state text,
    unsatisfied_count integer,
    public_state text
);

create type ff_submitted_flow as (
    flow_id uuid,
    outcome text,
    node_count bigint,
    edge_count bigint,
    executions jsonb
);

create type ff_cancelled_flow as (
    flow_id uuid,
    outcome text,
    public_flow_state text,
    cancellation_policy text,
    cancel_reason text,
    cancelled_count integer,
    remaining_count bigint,
    member_execution_ids uuid[],
    after uuid,
    is_more boolean
);

create type ff_flow_description as (
    flow_id uuid,
    flow_kind text,
    namespace text,
    public_flow_state text,
    graph_revision bigint,
    node_count bigint,
    edge_count bigint,
    created_at timestamptz,
    last_mutation_at timestamptz,
    cancelled_at timestamptz,
    cancel_reason text,
    cancellation_policy text,
    tags jsonb,
    members jsonb,
    edge_groups jsonb,
    after uuid,
    is_more boolean
);

create type ff_flow_list_entry as (
    flow_id uuid,
    flow_kind text,
    namespace text,
    public_flow_state text,
    created_at timestamptz,
    tags jsonb
);

create type ff_flow_counts as (
    flow_id uuid,
    public_flow_state text,
    total_members bigint,
    waiting bigint,
    delayed bigint,
    rate_limited bigint,
    waiting_children bigint,
    active bigint,
    suspended bigint,
    completed bigint,
    failed bigint,
    cancelled bigint,
    expired bigint,
    skipped bigint
);

create type ff_edge_description as (
    edge_id uuid,
    flow_id uuid,
    upstream_execution_id uuid,
    downstream_execution_id uuid,
    dependency_kind text,
    satisfaction_condition text,
    data_passing_ref text,
    edge_state text,
    upstream_outcome text,
    created_at timestamptz,
    created_by text,
    resolved_at timestamptz
);

create type ff_flow_tag as (
    flow_id uuid,
    tag_key text,
    tag_value text
);

comment on type ff_created_flow is 'Answer of ff_create_flow; outcome is created or already_satisfied.';
comment on column ff_created_flow.flow_id is 'The flow.';
comment on column ff_created_flow.outcome is 'created or already_satisfied.';

comment on type ff_added_member is 'Answer of ff_add_execution_to_flow; outcome is added or already_member.';
comment on column ff_added_member.flow_id is 'The flow.';
comment on column ff_added_member.execution_id is 'The execution.';
comment on column ff_added_member.outcome is 'added or already_member.';
comment on column ff_added_member.node_count is 'The number of members.';
comment on column ff_added_member.graph_revision is 'The revision of the graph; each change of it counts up.';

comment on type ff_changed_join is 'Answer of ff_set_edge_group_policy; outcome is set or already_set.';
comment on column ff_changed_join.flow_id is 'The flow.';
comment on column ff_changed_join.downstream_execution_id is 'The execution that waits.';
comment on column ff_changed_join.outcome is 'set or already_set.';

comment on type ff_staged_edge is 'Answer of ff_stage_dependency_edge; outcome is staged.';
comment on column ff_staged_edge.flow_id is 'The flow.';
comment on column ff_staged_edge.edge_id is 'The edge.';
comment on column ff_staged_edge.outcome is 'staged.';
comment on column ff_staged_edge.graph_revision is 'The revision of the graph with the edge.';

comment on type ff_applied_edge is 'Answer of ff_apply_dependency_to_child; outcome is applied or already_applied.';
comment on column ff_applied_edge.flow_id is 'The flow.';
comment on column ff_applied_edge.edge_id is 'The edge.';
comment on column ff_applied_edge.outcome is 'applied or already_applied.';
comment on column ff_applied_edge.edge_state is 'pending, applied, satisfied or impossible.';
comment on column ff_applied_edge.unsatisfied_count is 'The number of edges that the downstream still waits for.';
comment on column ff_applied_edge.public_state is 'The public state of the downstream.';

comment on type ff_submitted_flow is 'Answer of ff_submit_flow; executions maps the name of each node to its execution id.';
comment on column ff_submitted_flow.flow_id is 'The flow.';
comment on column ff_submitted_flow.outcome is 'created or duplicate.';
comment on column ff_submitted_flow.node_count is 'The number of members.';
comment on column ff_submitted_flow.edge_count is 'The number of edges.';
comment on column ff_submitted_flow.executions is 'The execution id of each node by its name: a JSON object of texts.';

comment on type ff_cancelled_flow is 'Answer of ff_cancel_flow; outcome is cancelled, cancellation_scheduled or already_terminal.';
comment on column ff_cancelled_flow.flow_id is 'The flow.';
comment on column ff_cancelled_flow.outcome is 'cancelled, cancellation_scheduled or already_terminal.';
comment on column ff_cancelled_flow.public_flow_state is 'The state of the flow: cancelled; or completed or failed, and it was not cancelled.';
comment on column ff_cancelled_flow.cancellation_policy is 'cancel_all, cancel_pending or cancel_flow_only; null: it was not cancelled.';
comment on column ff_cancelled_flow.cancel_reason is 'Why it was cancelled; null: it was not.';
comment on column ff_cancelled_flow.cancelled_count is 'The number of members that this call cancelled.';
comment on column ff_cancelled_flow.remaining_count is 'The number of members that are still to be cancelled.';
comment on column ff_cancelled_flow.member_execution_ids is 'A page of the members of the flow, by their ids.';
comment on column ff_cancelled_flow.after is 'The value of p_after for the next page; null: the flow has no members.';
comment on column ff_cancelled_flow.is_more is 'Whether the flow has more members.';

comment on type ff_flow_description is 'Answer of ff_describe_flow: the flow, its members and its joins as they are now.';
comment on column ff_flow_description.flow_id is 'The flow.';
comment on column ff_flow_description.flow_kind is 'The kind of flow, chosen by its creator.';
comment on column ff_flow_description.namespace is 'The namespace of the flow.';
comment on column ff_flow_description.public_flow_state is 'The state of the flow: open, running, blocked, cancelled, failed or completed.';
comment on column ff_flow_description.graph_revision is 'The revision of the graph; each change of it counts up.';
comment on column ff_flow_description.node_count is 'The number of members.';
comment on column ff_flow_description.edge_count is 'The number of edges.';
comment on column ff_flow_description.created_at is 'When it was created.';
comment on column ff_flow_description.last_mutation_at is 'When the flow, its members or its edges were last changed.';
comment on column ff_flow_description.cancelled_at is 'When it was cancelled; null: it was not.';
comment on column ff_flow_description.cancel_reason is 'Why it was cancelled; null: it was not.';
comment on column ff_flow_description.cancellation_policy is 'Which members the cancellation ends; null: it was not cancelled.';
comment on column ff_flow_description.tags is 'The tags: a JSON object of texts.';
comment on column ff_flow_description.members is 'A page of the members, as the contract of ff_describe_flow tells: a JSON array of objects.';
comment on column ff_flow_description.edge_groups is 'The joins of these members, as the contract of ff_describe_flow tells: a JSON array of objects.';
comment on column ff_flow_description.after is 'The value of p_after for the next page; null: the flow has no members.';
comment on column ff_flow_description.is_more is 'Whether the flow has more members.';

comment on type ff_flow_list_entry is 'Answer of ff_list_flows: one flow in short.';
comment on column ff_flow_list_entry.flow_id is 'The flow.';
comment on column ff_flow_list_entry.flow_kind is 'The kind of flow, chosen by its creator.';
comment on column ff_flow_list_entry.namespace is 'The namespace of the flow.';
comment on column ff_flow_list_entry.public_flow_state is 'The state of the flow: open, running, blocked, cancelled, failed or completed.';
comment on column ff_flow_list_entry.created_at is 'When it was created.';
comment on column ff_flow_list_entry.tags is 'The tags: a JSON object of texts.';

comment on type ff_flow_counts is 'Answer of ff_flow_summary: how many members are in which public state.';
comment on column ff_flow_counts.flow_id is 'The flow.';
comment on column ff_flow_counts.public_flow_state is 'The state of the flow: open, running, blocked, cancelled, failed or completed.';
comment on column ff_flow_counts.total_members is 'The number of members.';
comment on column ff_flow_counts.waiting is 'Members that are waiting.';
comment on column ff_flow_counts.delayed is 'Members that are delayed.';
comment on column ff_flow_counts.rate_limited is 'Members that are rate_limited.';
comment on column ff_flow_counts.waiting_children is 'Members that are waiting_children.';
comment on column ff_flow_counts.active is 'Members that are active.';
comment on column ff_flow_counts.suspended is 'Members that are suspended.';
comment on column ff_flow_counts.completed is 'Members that are completed.';
comment on column ff_flow_counts.failed is 'Members that are failed.';
comment on column ff_flow_counts.cancelled is 'Members that are cancelled.';
comment on column ff_flow_counts.expired is 'Members that are expired.';
comment on column ff_flow_counts.skipped is 'Members that are skipped.';

comment on type ff_edge_description is 'Answer of ff_describe_edge and ff_list_edges: one edge.';
comment on column ff_edge_description.edge_id is 'The edge.';
comment on column ff_edge_description.flow_id is 'The flow.';
comment on column ff_edge_description.upstream_execution_id is 'The execution that is waited for.';
comment on column ff_edge_description.downstream_execution_id is 'The execution that waits.';
comment on column ff_edge_description.dependency_kind is 'The kind of dependency: success_only, or as it was given.';
comment on column ff_edge_description.satisfaction_condition is 'all_required.';
comment on column ff_edge_description.data_passing_ref is 'A note of the creator about what is passed on; null: none.';
comment on column ff_edge_description.edge_state is 'pending, applied, satisfied or impossible.';
comment on column ff_edge_description.upstream_outcome is 'How the upstream ended; null: the edge is not resolved.';
comment on column ff_edge_description.created_at is 'When it was created.';
comment on column ff_edge_description.created_by is 'The role that staged it.';
comment on column ff_edge_description.resolved_at is 'When the edge was resolved; null: it is not.';

comment on type ff_flow_tag is 'Answer of ff_set_flow_tag.';
comment on column ff_flow_tag.flow_id is 'The flow.';
comment on column ff_flow_tag.tag_key is 'The key of the tag.';
comment on column ff_flow_tag.tag_value is 'The value of the tag.';
