create or replace function _insert_joins(
    p_flow_id uuid,
    p_partition smallint,
    p_nodes jsonb,
    p_edges _flow_edge[],
    p_ids uuid[],
    p_now timestamptz
)
returns void
language plpgsql
as $_insert_joins$
begin
    insert into ff_edge_group (
        downstream_id, downstream_partition, flow_id, policy, required_count, on_satisfied,
        has_inputs, due_at, total_count
    )
    select
        p_ids[n.item],
        p_partition,
        p_flow_id,
        j.policy::ff_join_policy,
        case j.policy when 'any_of' then 1 when 'quorum' then (a.after ->> 'quorum')::integer end,
        case
            when j.policy = 'all_of' or a.after ->> 'losers' = 'run' then 'let_run'
            else 'cancel_remaining'
        end::ff_on_satisfied,
        n.value ?| array['inputs', 'input_from'],
        case
            when n.value ?| array['delay_ms', 'run_at'] then coalesce(
                _parse_instant('run_at', n.value ->> 'run_at'),
                _after_ms(p_now, (n.value ->> 'delay_ms')::numeric::bigint)
            )
        end,
        jsonb_array_length(
            coalesce(a.after -> 'of', a.after -> 'any_of', a.after -> 'all_of', a.after)
        )
    from jsonb_each(p_nodes) with ordinality as n (key, value, item)
    cross join lateral (select n.value -> 'after' as after) as a
    cross join lateral (
        select case
            when jsonb_typeof(a.after) = 'array' or a.after ? 'all_of' then 'all_of'
            when a.after ? 'any_of' then 'any_of'
            else 'quorum'
        end as policy
    ) as j
    where _has_upstreams(a.after);

    insert into ff_edge (
        edge_id, flow_id, upstream_id, upstream_partition, downstream_id, downstream_partition,
        state, dependency_kind, data_passing_ref, created_at, created_by
    )
    select
        _new_execution_uuid(p_now),
        p_flow_id,
        p_ids[e.upstream_item],
        p_partition,
        p_ids[e.downstream_item],
        p_partition,
        'applied',
        'success_only',
        case when bool_or(e.input_name = '') then 'input' end,
        p_now,
        session_user::text
    from unnest(p_edges) as e
    group by e.downstream_item, e.upstream_item;

    insert into ff_edge_input (
        downstream_id, downstream_partition, input_name, input_position,
        upstream_id, upstream_partition
    )
    select
        p_ids[e.downstream_item],
        p_partition,
        e.input_name,
        e.input_position,
        p_ids[e.upstream_item],
        p_partition
    from unnest(p_edges) as e
    where e.input_name <> '';
end;
$_insert_joins$;

comment on function _insert_joins is 'Writes the edges of a flow that is just submitted, and its joins.';
