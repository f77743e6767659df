begin;
select plan(12);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given a backoff; when seven attempts fail, one after the other; then each retry waits
create function pg_temp.waits(p_backoff jsonb)
returns bigint[]
language plpgsql
as $waits$
declare
    v_lane_id constant text := gen_random_uuid()::text;
    v_waits bigint[];
    v_retry flowfabric.ff_failed_attempt;
begin
    perform flowfabric.ff_create_execution(
        v_lane_id,
        p_policy => jsonb_build_object(
            'retry_policy',
            jsonb_strip_nulls(jsonb_build_object('max_retries', 7, 'backoff', p_backoff))
        )
    );
    for v_round in 1..7 loop
        v_retry := flowfabric.ff_fail(pg_temp.claim('a', p_lane_id => v_lane_id), 'broken');
        if v_retry.retry_at <> pg_temp.clock() + v_retry.retry_in_ms * interval '1 ms' then
            raise 'instant and duration differ';
        end if;
        v_waits := v_waits || v_retry.retry_in_ms;
        perform pg_temp.set_clock(v_retry.retry_at);
    end loop;
    return v_waits;
end;
$waits$;

select is(pg_temp.waits(b.backoff::jsonb), b.waits::bigint[], b.description)
from (
    values
    (
        null,
        '{1000,2000,4000,8000,16000,32000,60000}',
        'without a backoff the delay doubles from 1 s to 60 s'
    ),
    ('{}', '{1000,2000,4000,8000,16000,32000,60000}', 'with an empty backoff it does the same'),
    (
        '{"type": "exponential"}', '{1000,2000,4000,8000,16000,32000,60000}',
        'with an exponential one it does the same'
    ),
    (
        '{"type": "exponential", "initial_delay_ms": 10, "multiplier": 3, "max_delay_ms": 1000}',
        '{10,30,90,270,810,1000,1000}',
        'the first delay, the factor and the limit of the policy count'
    ),
    (
        '{"type": "exponential", "multiplier": 1.5, "max_delay_ms": 5000}',
        '{1000,1500,2250,3375,5000,5000,5000}',
        'a factor may have a fraction'
    ),
    (
        '{"type": "exponential", "multiplier": 1}',
        '{1000,1000,1000,1000,1000,1000,1000}',
        'a factor of 1'
    ),
    (
        '{"type": "exponential", "initial_delay_ms": 90000}',
        '{60000,60000,60000,60000,60000,60000,60000}',
        'no delay is above the limit'
    ),
    (
        '{"type": "exponential", "initial_delay_ms": 0}', '{0,0,0,0,0,0,0}',
        'a first delay of 0: at once'
    ),
    ('{"type": "exponential", "max_delay_ms": 0}', '{0,0,0,0,0,0,0}', 'a limit of 0: at once'),
    ('{"type": "fixed", "delay_ms": 250}', '{250,250,250,250,250,250,250}', 'fixed'),
    (
        '{"type": "fixed"}', '{1000,1000,1000,1000,1000,1000,1000}',
        'a fixed delay is 1 s by default'
    ),
    ('{"type": "fixed", "delay_ms": 0}', '{0,0,0,0,0,0,0}', 'a fixed delay of 0: at once')
) as b (backoff, waits, description);

select * from finish();
rollback;
