create or replace function _flow_history(p_execution_id uuid)
returns setof _history_entry
language sql
stable
as $_flow_history$
    select
        m.added_at, 'joined_flow', null::integer, null::bigint, null, null,
        jsonb_strip_nulls(jsonb_build_object('flow_id', m.flow_id, 'node', m.node)),
        1
    from ff_exec_core as e
    inner join ff_flow_member as m
        on m.flow_id = e.flow_id
        and m.execution_id = e.execution_id
    where e.execution_id = p_execution_id
    union all
    select
        d.resolved_at, 'dependency_' || d.state::text, null, null, null, null,
        jsonb_build_object(
            'upstream_execution_id', d.upstream_id,
            'outcome', d.upstream_outcome
        ),
        2
    from ff_edge as d
    where
        d.downstream_id = p_execution_id
        and d.resolved_at is not null
        -- how an execution ended is not told to a caller who may not look into its lane
        and not exists (
            select 1
            from ff_exec_core as u
            inner join ff_route as r on r.route_id = u.route_id
            where
                u.execution_id = d.upstream_id
                and not _has_lane_right(r.lane_id, '{read,operate}')
        )
    union all
    select
        g.decided_at, 'dependencies_' || g.state::text, null, null, null, null,
        jsonb_build_object(
            'policy', g.policy, 'satisfied_count', g.satisfied_count, 'total_deps', g.total_count
        ),
        3
    from ff_edge_group as g
    where
        g.downstream_id = p_execution_id
        and g.decided_at is not null
    union all
    select
        f.cancelled_at, 'flow_cancelled', null, null, null, null,
        r.details || jsonb_build_object('flow_id', f.flow_id),
        4
    from ff_exec_core as e
    inner join ff_flow as f on f.flow_id = e.flow_id
    inner join ff_operator_event as r on r.flow_id = f.flow_id
    where
        e.execution_id = p_execution_id
        and f.cancelled_at is not null
        -- an execution that had ended by then was not affected
        and (e.terminal_at >= f.cancelled_at) is not false
$_flow_history$;

comment on function _flow_history is
'The entries of ff_history about the flow of an execution and its dependencies.';
