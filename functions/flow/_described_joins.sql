create or replace function _described_joins(
    p_flow_id uuid,
    out p_edge_groups jsonb,
    out p_edge_count bigint,
    out p_staged_at timestamptz
)
language sql
stable
as $_described_joins$
    select
        coalesce(
            jsonb_agg(
                jsonb_strip_nulls(jsonb_build_object(
                    'downstream_execution_id',
                    g.downstream_id,
                    'policy', g.policy,
                    'k', g.required_count,
                    'on_satisfied', case when g.policy <> 'all_of' then g.on_satisfied end,
                    'total_deps', g.total_count,
                    'satisfied_count', g.satisfied_count,
                    'failed_count', g.failed_count,
                    'skipped_count', g.skipped_count,
                    'running_count',
                    g.total_count - g.satisfied_count - g.failed_count - g.skipped_count,
                    'group_state', g.state
                ))
                order by g.downstream_id
            ),
            '[]'
        ),
        coalesce(sum(g.total_count), 0)::bigint,
        max(d.created_at)
    from ff_flow_member as m
    inner join ff_edge_group as g
        on g.downstream_id = m.execution_id
    cross join lateral (
        select max(d.created_at) as created_at
        from ff_edge as d
        where
            d.downstream_id = g.downstream_id
    ) as d
    where m.flow_id = p_flow_id and g.total_count > 0
$_described_joins$;

comment on function _described_joins is 'The joins of a flow as ff_describe_flow lists them.';
