create or replace function _described_joins(p_downstreams uuid[])
returns jsonb
language sql
stable
as $_described_joins$
    select coalesce(
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
    )
    from unnest(p_downstreams) as d (execution_id)
    inner join ff_edge_group as g on g.downstream_id = d.execution_id
    where g.total_count > 0
$_described_joins$;

comment on function _described_joins is 'The joins in front of executions as ff_describe_flow lists them.';
