create or replace function _insert_joins(
    p_flow_id uuid,
    p_nodes jsonb,
    p_edges _flow_edge[],
    p_ids uuid[],
    p_now timestamptz
)
returns void
language plpgsql
as $_insert_joins$
declare
    -- once for the flow
    v_caller constant text := _caller()::text;
    v_login constant text := _creating_login();
begin
    insert into ff_edge_group (
        downstream_id, flow_id, policy, required_count, on_satisfied,
        has_inputs, is_open, total_count
    )
    select
        p_ids[n.item],
        p_flow_id,
        j.policy::ff_join_policy,
        case j.policy when 'any_of' then 1 when 'quorum' then (a.after ->> 'quorum')::integer end,
        case
            when j.policy = 'all_of' or a.after ->> 'losers' = 'run' then 'let_run'
            else 'cancel_remaining'
        end::ff_on_satisfied,
        n.value ?| array['inputs', 'input_from'],
        true,
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
    perform _count_join(g.policy)
    from unnest(p_ids) as n (id)
    inner join ff_edge_group as g on g.downstream_id = n.id;

    insert into ff_edge (
        edge_id, flow_id, upstream_id, downstream_id, state, dependency_kind, data_passing_ref,
        created_at, created_by, creating_login
    )
    select
        _new_id(p_now, _partition_of(p_flow_id)),
        p_flow_id,
        p_ids[e.upstream_item],
        p_ids[e.downstream_item],
        'applied',
        'success_only',
        case when bool_or(e.input_name = '') then 'input' end,
        p_now,
        v_caller,
        v_login
    from unnest(p_edges) as e
    group by e.downstream_item, e.upstream_item;

    insert into ff_edge_input (
        downstream_id, input_name, input_position,
        upstream_id
    )
    select
        p_ids[e.downstream_item],
        e.input_name,
        e.input_position,
        p_ids[e.upstream_item]
    from unnest(p_edges) as e
    where e.input_name <> '';
end;
$_insert_joins$;

comment on function _insert_joins is 'Writes the edges and the joins of a flow that is being submitted.';
