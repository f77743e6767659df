create or replace function _health_of_retention(p_now timestamptz)
returns setof ff_health_check
language sql
stable
as $_health_of_retention$
    select
        'retention',
        _health_verdict(
            o.late_since < p_now - interval '7 days', o.late_since < p_now - interval '1 day'
        ),
        jsonb_strip_nulls(jsonb_build_object(
            'default_retention_ms', _default_retention_ms(),
            'round_began_at', case when o.is_under_way then o.began_at end,
            'next_due_at', case when not o.is_under_way and isfinite(o.next_at) then o.next_at end,
            'late_ms', case when o.late_since < p_now then _ms_between(o.late_since, p_now) end
        )),
        'Ended executions are removed late: run ticks, or call ff_trim_retention until more is '
        || 'false (flowfabric trim does).'
    from (
        select
            l.began_at,
            l.next_at,
            u.is_under_way,
            -- an execution that came due is removed by this round, or by the next
            case when u.is_under_way then l.began_at else l.next_at end as late_since
        from (select) as always
        left join lateral (
            select n.*
            from ff_retention_log as n
            where n.job = 'tick'
            order by n.retention_id desc
            limit 1
        ) as l on true
        cross join lateral (
            select
                l.execution_id <> uuid '00000000-0000-0000-0000-000000000000' as is_under_way
        ) as u
    ) as o
$_health_of_retention$;

comment on function _health_of_retention is
'Part of ff_health: whether executions that need not be kept any longer are removed in time.';
