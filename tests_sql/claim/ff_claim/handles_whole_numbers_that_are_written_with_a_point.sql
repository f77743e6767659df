begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql

-- JSON of many languages writes 1000 as 1000.0; given such policies, if they are accepted at all;
-- when the executions are claimed and taken over; then nothing breaks
select is(
    pg_temp.refusal($$
        do $x$ begin
            perform pg_temp.submit('a', '{"timeout_policy": {"attempt_timeout_ms": 1000.0}}');
            perform pg_temp.claim(p_lane_id => 'a');
        end $x$
    $$),
    'nothing',
    'an attempt timeout of 1000.0 ms'
);
select is(
    pg_temp.refusal($$
        do $x$ begin
            perform pg_temp.submit('b', '{"max_reclaim_count": 2.0}');
            perform pg_temp.claim(p_lane_id => 'b');
            perform pg_temp.advance('1 minute');
            perform pg_temp.claim(p_lane_id => 'b');
        end $x$
    $$),
    'nothing',
    '2.0 reclaims'
);
select is(
    pg_temp.refusal($$
        do $x$ begin
            perform pg_temp.submit('c', '{
                "timeout_policy": {"attempt_timeout_ms": 1000},
                "retry_policy": {"max_retries": 2.0, "backoff": {"type": "fixed", "delay_ms": 1.0}}
            }');
            perform pg_temp.claim(p_lane_id => 'c');
            perform pg_temp.advance('1 minute');
            perform pg_temp.claim(p_lane_id => 'c');
        end $x$
    $$),
    'nothing',
    '2.0 retries'
);

select * from finish();
rollback;
