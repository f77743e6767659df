create or replace function _latency_metrics()
returns setof _metric
language sql
stable
as $_latency_metrics$
    with newest as (
        select e.execution_id, e.batch
        from (
            select
                v.kind, v.outcome, v.execution_id, v.batch
            from ff_event_log as v
            order by v.event_id desc
            limit 2000
        ) as e
        where e.kind = 'completed' and e.outcome = 'success'
    ),

    ended as (
        select i.execution_id
        from (
            select n.execution_id
            from newest as n
            where n.batch is null
            union all
            -- the first ten executions of a batch stand for all of it
            select u.execution_id
            from newest as n
            cross join lateral unnest((n.batch).execution_ids[:10])
                as u (execution_id)
            where not n.batch is null
        ) as i
        limit 1000
    ),

    duration as (
        select
            extract(epoch from e.terminal_at - e.attempt_started_at) as took,
            extract(epoch from e.started_at - e.created_at) as waited
        from ended as k
        inner join ff_exec_core as e
            on e.execution_id = k.execution_id
        where e.state = 'completed'
    )

    select q.family, jsonb_build_object('quantile', q.label), round(q.value::numeric, 6)
    from (
        select
            percentile_cont(array[0.5, 0.95, 0.99]) within group (order by d.took) as took,
            percentile_cont(array[0.5, 0.95, 0.99]) within group (order by d.waited) as waited
        from duration as d
    ) as p
    cross join lateral (
        select 'ff_claim_to_complete_seconds' as family, t.label, t.value
        from unnest(array['0.5', '0.95', '0.99'], p.took) as t (label, value)
        union all
        select 'ff_create_to_claim_seconds', t.label, t.value
        from unnest(array['0.5', '0.95', '0.99'], p.waited) as t (label, value)
    ) as q
    where q.value is not null
$_latency_metrics$;

comment on function _latency_metrics is
'The latencies of ff_metrics, of the last executions that completed, at most a thousand.';
