-- One dependency: the downstream waits for the end of the upstream. An edge is resolved once, by
-- the holder of the row of its join (ff_edge_group).
create table ff_edge (
    edge_id uuid primary key,
    flow_id uuid not null,
    upstream_id uuid not null,
    downstream_id uuid not null,
    state ff_edge_state not null default 'pending',
    upstream_outcome ff_terminal_outcome not null default 'none',
    resolved_at timestamptz,
    awaited_replay_count integer not null default 0,
    dependency_kind text not null,
    data_passing_ref text,
    created_at timestamptz not null,
    created_by text not null,
    creating_login text,
    constraint resolved_edge_has_an_outcome check (
        (state >= 'satisfied') = (upstream_outcome <> 'none')
        and (state >= 'satisfied') = (resolved_at is not null)
        and (state <> 'satisfied' or upstream_outcome = 'success')
        and (state <> 'impossible' or upstream_outcome <> 'success')
    )
) with (fillfactor = 70);

create index edge_of_upstream on ff_edge (upstream_id);

-- in the order in which the losers of a race are looked for
create index edge_of_downstream on ff_edge (downstream_id, upstream_id);

comment on table ff_edge is 'Dependencies between executions, one row for each.';
comment on column ff_edge.edge_id is 'The edge.';
comment on column ff_edge.flow_id is 'The flow of both ends.';
comment on column ff_edge.upstream_id is 'The execution that is waited for.';
comment on column ff_edge.downstream_id is 'The execution that waits.';
comment on column ff_edge.state is 'Where it stands.';
comment on column ff_edge.upstream_outcome is 'How the upstream ended.';
comment on column ff_edge.resolved_at is 'When that was taken note of.';
comment on column ff_edge.awaited_replay_count is 'Only an end of the upstream after this many replays resolves the edge: an end that was counted before a replay of the downstream does not count again.';
comment on column ff_edge.dependency_kind is 'A word of the caller''s.';
comment on column ff_edge.data_passing_ref is 'When not null, the result of the upstream replaces the input of the downstream.';
comment on column ff_edge.created_at is 'When it was staged.';
comment on column ff_edge.created_by is 'The role that staged it.';
comment on column ff_edge.creating_login is 'session_user of the session that staged it; null when it is created_by.';

-- Named inputs of an execution, each from the result of one of its upstreams. They are read when
-- its join releases the execution.
create table ff_edge_input (
    downstream_id uuid not null,
    input_name text not null,
    input_position integer not null,
    upstream_id uuid not null,
    is_fed boolean not null default false,
    primary key (downstream_id, input_name, input_position)
);

comment on table ff_edge_input is 'Which result becomes which input.';
comment on column ff_edge_input.downstream_id is 'Whose input.';
comment on column ff_edge_input.input_name is 'Key in its input.';
comment on column ff_edge_input.input_position is 'Place in the array at that key, from 1; 0: the value itself.';
comment on column ff_edge_input.upstream_id is 'Whose result.';
comment on column ff_edge_input.is_fed is 'The input has a result of this upstream; a further feed replaces it by a newer one only.';
