-- The join in front of an execution. Only the holder of this row resolves its edges and changes its
-- counts; so the counts are exact, and exactly one transaction decides it.
create table ff_edge_group (
    downstream_id uuid not null,
    flow_id uuid not null,
    policy ff_join_policy not null,
    required_count integer,
    on_satisfied ff_on_satisfied not null,
    has_inputs boolean not null default false,
    is_open boolean not null default false,
    total_count integer not null default 0,
    satisfied_count integer not null default 0,
    failed_count integer not null default 0,
    skipped_count integer not null default 0,
    state ff_edge_group_state not null default 'pending',
    decided_at timestamptz,
    primary key (downstream_id),
    constraint join_counts_each_edge_once check (
        satisfied_count + failed_count + skipped_count <= total_count
    ),
    constraint quorum_has_a_count check ((policy = 'all_of') = (required_count is null)),
    constraint decided_join_has_its_instant check ((state = 'pending') = (decided_at is null))
) with (fillfactor = 50);

-- How many joins got each policy, for ff_metrics: sequences, because retention removes the rows.
create sequence ff_all_of_joins cache 1;

create sequence ff_any_of_joins cache 1;

create sequence ff_quorum_joins cache 1;

comment on sequence ff_all_of_joins is 'How many joins got the policy all_of.';
comment on sequence ff_any_of_joins is 'How many joins got the policy any_of.';
comment on sequence ff_quorum_joins is 'How many joins got the policy quorum.';
comment on table ff_edge_group is 'The join in front of an execution: its policy, its counts, its decision.';
comment on column ff_edge_group.downstream_id is 'The execution that waits.';
comment on column ff_edge_group.flow_id is 'Its flow.';
comment on column ff_edge_group.policy is 'How many of its upstreams it needs.';
comment on column ff_edge_group.required_count is 'That number: 1 for any_of, k for quorum, null for all_of.';
comment on column ff_edge_group.on_satisfied is 'The effect of the decision on the other upstreams.';
comment on column ff_edge_group.has_inputs is 'Results of upstreams become input.';
comment on column ff_edge_group.is_open is 'Edges were applied, or the execution was replayed, since the join last let it go: it waits for the join before it is claimed next, and is fed then.';
comment on column ff_edge_group.total_count is 'Edges, staged ones included.';
comment on column ff_edge_group.satisfied_count is 'Edges whose upstream completed.';
comment on column ff_edge_group.failed_count is 'Edges whose upstream failed, was cancelled or expired.';
comment on column ff_edge_group.skipped_count is 'Edges whose upstream was skipped.';
comment on column ff_edge_group.state is 'Whether it is decided, and how.';
comment on column ff_edge_group.decided_at is 'When it was decided.';
