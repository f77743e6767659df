create or replace function _join_metrics()
returns setof _metric
language sql
stable
as $_join_metrics$
    select
        'ff_edge_group_policy_total',
        jsonb_build_object('policy', p.policy),
        coalesce(pg_sequence_last_value(p.counter), 0)
    from (
        values
        ('all_of', 'ff_all_of_joins'::regclass),
        ('any_of', 'ff_any_of_joins'::regclass),
        ('quorum', 'ff_quorum_joins'::regclass)
    ) as p (policy, counter)
$_join_metrics$;

comment on function _join_metrics is 'The metrics of ff_metrics about the joins of flows.';
