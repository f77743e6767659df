create or replace function _health_of_work(p_now timestamptz)
returns setof ff_health_check
language sql
stable
as $_health_of_work$
    with lane as (
        select
            d.lane_id,
            min(d.oldest_at) as oldest_at,
            sum(d.due_count) as due_count,
            coalesce(max(l.state)::text, 'open') as lane_state
        from ff_due_work as d
        left join ff_lane as l
            on l.lane_id = d.lane_id and l.state in ('paused', 'disabled')
        where d.due_count > 0
        group by d.lane_id
    ),

    worst as (
        select l.lane_id, l.oldest_at, l.due_count, l.lane_state
        from lane as l
        order by l.lane_state = 'open' desc, l.oldest_at
        limit 20
    ),

    lost as (
        select l.lease_expires_at
        from _lapses(
            '-infinity', '00000000-0000-0000-0000-000000000000', null, '{}', 1000, 2000, p_now
        ) as l
    )

    select
        'due_work',
        _health_verdict(
            bool_or(w.lane_state = 'open' and w.oldest_at < p_now - interval '15 minutes'),
            bool_or(w.lane_state = 'open' and w.oldest_at < p_now - interval '1 minute')
        ),
        jsonb_build_object('lanes', coalesce(
            jsonb_agg(
                jsonb_build_object(
                    'lane_id', w.lane_id,
                    'lane_state', w.lane_state,
                    'due_count', w.due_count,
                    'oldest_due_at', w.oldest_at,
                    'oldest_due_ms', _ms_between(w.oldest_at, p_now)
                )
                order by w.oldest_at, w.lane_id
            ),
            '[]'
        )),
        'Start more workers, or workers with other capabilities; ff_explain says what is missing.'
    from worst as w
    union all
    select
        'lost_leases',
        _health_verdict(
            min(l.lease_expires_at) < p_now - interval '5 minutes',
            min(l.lease_expires_at) < p_now - interval '30 seconds'
        ),
        jsonb_strip_nulls(jsonb_build_object(
            'lost_count', count(*),
            'oldest_lost_at', min(l.lease_expires_at),
            'oldest_lost_ms', _ms_between(min(l.lease_expires_at), p_now)
        )),
        'Start workers for the lanes of these leases; ff_list_expired_leases lists them.'
    from lost as l
    union all
    select
        'workers',
        _health_verdict(false, count(*) > 0 and count(*) filter (where s.is_alive) = 0),
        jsonb_strip_nulls(jsonb_build_object(
            'live_count', count(*) filter (where s.is_alive),
            'silent_count', count(*) filter (where not s.is_alive),
            'is_at_least', case when count(*) = 10000 then true end
        )),
        'All registered workers are silent; ff_list_workers lists them. Start workers.'
    from (
        select
            _is_alive(
                w.last_heartbeat_at, w.liveness_ttl_ms, w.session_pid, p_now
            ) as is_alive
        from ff_worker as w
        limit 10000
    ) as s
$_health_of_work$;

comment on function _health_of_work is
'Part of ff_health: the oldest due work by lane, leases that were lost and not taken over, and workers.';
