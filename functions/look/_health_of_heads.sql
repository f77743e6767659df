create or replace function _health_of_heads(p_now timestamptz)
returns setof ff_health_check
language sql
stable
as $_health_of_heads$
    select
        'claim_speed',
        _health_verdict(
            r.clock_at - r.proven_at > interval '5 minutes' or d.passed_count > 100000,
            r.clock_at - r.proven_at > interval '15 seconds'
            or d.passed_count > 5000
            or g.from_at < p_now - interval '10 minutes'
        ),
        jsonb_strip_nulls(jsonb_build_object(
            'lag_ms', _ms_between(r.proven_at, r.clock_at),
            'transactions_waited_for', cardinality(r.holders),
            'passed_count', d.passed_count,
            'open_submission_count', g.range_count,
            'oldest_submission_from', g.from_at
        )),
        'End transactions that submitted and stay open (see cleanup_horizon); check that ticks run.'
    from (select count(*) as passed_count from (select from ff_debt limit 100001) as b) as d
    cross join (
        select count(*) as range_count, min(b.from_at) as from_at
        from (select r.from_at from ff_range_debt as r order by r.debt_id limit 1000) as b
    ) as g
    left join lateral (
        select c.clock_at, c.proven_at, c.holders
        from ff_clock_record as c
        order by c.record_id desc
        limit 1
    ) as r on true
    union all
    select
        'clock',
        _health_verdict(
            c.marked_at > p_now + interval '1 minute', c.marked_at > p_now + interval '1 second'
        ),
        jsonb_build_object(
            'clock_at', p_now,
            'highest_clock_at', c.marked_at,
            'set_back_by_ms', greatest(_ms_between(p_now, c.marked_at), 0)
        ),
        'The clock of the server was set back, and due work waits until the next claim or tick. '
        || 'Check the time synchronisation of the server.'
    from (
        select
            (select to_timestamp(m.last_value / 1e6::float8) from ff_clock_mark as m) as marked_at,
            (select e.last_value from ff_clock_era as e) as era
    ) as c
$_health_of_heads$;

comment on function _health_of_heads is
'Part of ff_health: how far claim heads lag, how many rows they have passed, and whether the clock was set back.';
