create or replace function _state_metrics(p_now timestamptz)
returns setof _metric
language sql
stable
as $_state_metrics$
    select m.family, '{}'::jsonb, m.value
    from (
        select
            (
                select count(*)
                from (
                    select from ff_flow_todo as d where d.due_at >= _head_of(-2) limit 10000
                ) as f
            ) as flow_backlog,
            (
                select count(distinct f.flow_id)
                from (
                    select d.flow_id
                    from ff_flow_todo as d
                    where d.due_at >= _head_of(-2)
                    limit 10000
                ) as f
            ) as cancel_backlog,
            (select count(*) from (select from ff_debt limit 100001) as d) as passed_rows,
            (
                select max(s.last_value)
                from ff_event_event_id_seq as s
                where s.is_called
            ) - coalesce((
                select w.safe_event_id
                from ff_event_watermark as w
                order by w.watermark_id desc
                limit 1
            ), 0) as event_backlog
    ) as c
    cross join lateral (
        values
        ('ff_flow_backlog', c.flow_backlog),
        ('ff_cancel_backlog_depth', c.cancel_backlog),
        ('ff_passed_rows', c.passed_rows),
        ('ff_event_backlog', coalesce(c.event_backlog, 0))
    ) as m (family, value)
    union all
    select t.family, t.labels, t.value
    from (
        select l.tick_id, l.ticked_at from ff_tick_log as l order by l.tick_id desc limit 1
    ) as k
    cross join lateral (
        values
        ('ff_scanner_cycle_total', '{"scanner": "tick"}'::jsonb, k.tick_id::numeric),
        ('ff_tick_age_seconds', '{}', round(_ms_between(k.ticked_at, p_now) / 1000.0, 3))
    ) as t (family, labels, value)
    union all
    select 'ff_consumer_backlog', jsonb_build_object('consumer', c.consumer), c.backlog
    -- cannot raise 22004, 22023: its arguments are constant
    from ff_list_consumers(p_limit => 50) as c
    union all
    select 'ff_workers', jsonb_build_object('state', s.state), s.worker_count
    from (
        select
            count(*) filter (where o.is_alive) as live_count,
            count(*) filter (where not o.is_alive) as silent_count
        from (
            select
                _is_alive(
                    w.last_heartbeat_at, w.liveness_ttl_ms, w.session_pid, p_now
                ) as is_alive
            from ff_worker as w
            limit 10000
        ) as o
    ) as n
    cross join lateral (
        values ('alive', n.live_count), ('silent', n.silent_count)
    ) as s (state, worker_count)
    union all
    select
        'ff_health_verdict',
        jsonb_build_object('check', h.check_name),
        case h.verdict when 'ok' then 0 when 'warning' then 1 else 2 end
    from ff_health() as h
    union all
    select 'ff_version_info', jsonb_build_object('version', ff_version()), 1
$_state_metrics$;

comment on function _state_metrics is
'The metrics of ff_metrics about backlogs, maintenance, workers and health; _limit_metrics has those about limits.';
