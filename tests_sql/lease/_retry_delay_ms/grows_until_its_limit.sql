-- tests_sql/lease/_retry_delay_ms/grows_until_its_limit.sql
begin;
select plan(13);
-- given a backoff; when attempt after attempt fails; then
create function pg_temp.delays(p_backoff jsonb) returns bigint[] language sql as $$
    select array_agg(flowfabric._retry_delay_ms(p_backoff, i) order by i)
    from generate_series(0, 7) as i
$$;

select is(
    pg_temp.delays(null), '{1000,2000,4000,8000,16000,32000,60000,60000}',
    'without a backoff: a second, which doubles up to a minute'
);
select is(
    pg_temp.delays('{}'), '{1000,2000,4000,8000,16000,32000,60000,60000}',
    'an empty backoff means the same'
);
select is(
    pg_temp.delays('null'), '{1000,2000,4000,8000,16000,32000,60000,60000}',
    'the JSON null means the same'
);
select is(
    pg_temp.delays(
        '{"type": "exponential", "initial_delay_ms": 10, "max_delay_ms": 1000, "multiplier": 3}'
    ),
    '{10,30,90,270,810,1000,1000,1000}', 'each value of the backoff counts'
);
select is(
    pg_temp.delays('{"initial_delay_ms": 100, "multiplier": 1.5}'),
    '{100,150,225,338,506,759,1139,1709}', 'a multiplier may have a fraction'
);
select is(
    pg_temp.delays('{"initial_delay_ms": 5, "multiplier": 1}'), '{5,5,5,5,5,5,5,5}',
    'with a multiplier of 1 the delay does not grow'
);
select is(
    pg_temp.delays('{"initial_delay_ms": 5000, "max_delay_ms": 1000}'),
    '{1000,1000,1000,1000,1000,1000,1000,1000}', 'the limit holds for the first delay, too'
);
select is(
    pg_temp.delays('{"initial_delay_ms": 0}'), '{0,0,0,0,0,0,0,0}', 'a delay of 0 does not grow'
);
select is(
    pg_temp.delays('{"type": "fixed", "delay_ms": 250}'), '{250,250,250,250,250,250,250,250}',
    'a fixed delay stays the same'
);
select is(
    pg_temp.delays('{"type": "fixed"}'), '{1000,1000,1000,1000,1000,1000,1000,1000}',
    'a fixed delay is a second by default'
);
select is(
    flowfabric._retry_delay_ms('{"type": "fixed", "delay_ms": 0}', 3), 0::bigint,
    'a fixed delay may be 0'
);
select is(
    flowfabric._retry_delay_ms(
        '{"initial_delay_ms": 1, "max_delay_ms": 315360000000, "multiplier": 1000}', 1000000
    ),
    315360000000, 'the delay does not overflow after a million retries'
);
select is(
    (
        select
            array[
                min(d.delay_ms) >= 500, max(d.delay_ms) <= 1000,
                max(d.delay_ms) - min(d.delay_ms) > 100
            ]
        from (
            select flowfabric._retry_delay_ms('{"jitter": true}', 0 * i) as delay_ms
            from generate_series(1, 200) as i
        ) as d
    ),
    '{t,t,t}', 'with jitter it is spread over the upper half'
);
select * from finish();
rollback;
