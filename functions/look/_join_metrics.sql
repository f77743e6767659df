create or replace function _join_metrics()
returns setof _metric
language sql
stable
as $_join_metrics$
    select 'ff_edge_group_policy_total', jsonb_build_object('policy', p.policy), p.counted
    from (
        -- read as tables: pg_sequence_last_value would take the lock of a writer
        select 'all_of' as policy, case when s.is_called then s.last_value else 0 end as counted
        from ff_all_of_joins as s
        union all
        select 'any_of', case when s.is_called then s.last_value else 0 end
        from ff_any_of_joins as s
        union all
        select 'quorum', case when s.is_called then s.last_value else 0 end
        from ff_quorum_joins as s
    ) as p
$_join_metrics$;

comment on function _join_metrics is 'The metrics of ff_metrics about the joins of flows.';
