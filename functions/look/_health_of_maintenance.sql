create or replace function _health_of_maintenance(p_now timestamptz)
returns setof ff_health_check
language sql
stable
as $_health_of_maintenance$
    select
        'tick',
        _health_verdict(
            t.is_due_since < p_now - interval '5 minutes',
            t.ticked_at is null or t.is_due_since < p_now - interval '90 seconds'
        ),
        jsonb_strip_nulls(jsonb_build_object(
            'ticked_at', t.ticked_at,
            'tick_age_ms', _ms_between(t.ticked_at, p_now),
            'tick_count', t.tick_id
        )),
        'Run workers, or call ff_tick from cron; claims run ticks only in READ COMMITTED.'
    from (select) as always
    left join lateral (
        select
            l.tick_id,
            l.ticked_at,
            -- where there is nothing to do, no tick is late
            greatest(l.ticked_at, _upkeep_due_at(l)) as is_due_since
        from ff_tick_log as l
        order by l.tick_id desc
        limit 1
    ) as t on true
    union all
    select
        'jobs',
        _health_verdict(
            count(*) filter (where j.execution_id is null) >= 10
            or count(distinct j.execution_id) >= 100,
            count(*) > 0
        ),
        jsonb_strip_nulls(jsonb_build_object(
            'failed_jobs', array_agg(distinct j.job) filter (where j.execution_id is null),
            'job_error_count', count(*) filter (where j.execution_id is null),
            'put_off_count', count(distinct j.execution_id),
            'error_codes', array_agg(distinct j.error_code),
            'last_message', (array_agg(j.message order by j.error_id desc))[1]
        )),
        'Work of claims and ticks fails: please report last_message. ff_check lists the executions.'
    from (select o.* from ff_job_error as o order by o.error_id desc limit 1000) as j
    where j.occurred_at >= p_now - interval '10 minutes'
    union all
    select
        'event_watermark',
        _health_verdict(
            e.occurred_at < p_now - interval '15 minutes',
            e.occurred_at < p_now - interval '1 minute'
        ),
        jsonb_strip_nulls(jsonb_build_object(
            'safe_event_id', s.safe_event_id,
            'pending_count', l.last_event_id - s.safe_event_id,
            'oldest_pending_at', e.occurred_at,
            'lag_ms', _ms_between(e.occurred_at, p_now),
            'transactions_waited_for', s.writers
        )),
        'Readers of events wait: end transactions that wrote events and stay open; run ticks.'
    from (
        select case when q.is_called then q.last_value else 0 end as last_event_id
        from ff_event_event_id_seq as q
    ) as l
    cross join lateral (
        select
            coalesce(max(w.safe_event_id), 0) as safe_event_id,
            coalesce(max(cardinality(w.holders)), 0) as writers
        from (
            select n.safe_event_id, n.holders
            from ff_event_watermark as n
            order by n.watermark_id desc
            limit 1
        ) as w
    ) as s
    left join lateral (
        select v.occurred_at
        from ff_event_log as v
        where v.event_id > s.safe_event_id
        order by v.event_id
        limit 1
    ) as e on true
    union all
    select
        'flow_backlog',
        _health_verdict(
            min(f.due_at) < p_now - interval '10 minutes',
            min(f.due_at) < p_now - interval '1 minute'
        ),
        jsonb_strip_nulls(jsonb_build_object(
            'pending_count', count(*),
            'is_at_least', case when count(*) = 10000 then true end,
            'oldest_due_at', min(f.due_at),
            'oldest_due_ms', greatest(_ms_between(min(f.due_at), p_now), 0)
        )),
        'Members of flows wait: run workers or ticks, and end transactions that stay open.'
    from (
        select d.due_at
        from ff_flow_todo as d
        where d.due_at >= _head_of(-2)
        order by d.due_at
        limit 10000
    ) as f
$_health_of_maintenance$;

comment on function _health_of_maintenance is
'Part of ff_health: maintenance and its errors, the event watermark, and work in flows that is left to do.';
