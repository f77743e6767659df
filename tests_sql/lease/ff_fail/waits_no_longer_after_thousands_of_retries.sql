begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given an execution that was retried 5000 times (the count set by hand); when it fails; then
create function pg_temp.wait(p_backoff jsonb)
returns bigint
language plpgsql
as $wait$
declare
    v_lane_id constant text := gen_random_uuid()::text;
    v_handle text;
begin
    perform flowfabric.ff_create_execution(
        v_lane_id,
        p_policy => jsonb_build_object(
            'retry_policy', jsonb_build_object('max_retries', 1000000, 'backoff', p_backoff)
        )
    );
    v_handle := pg_temp.claim('a', p_lane_id => v_lane_id);
    update flowfabric.ff_exec_core set retry_count = 5000;
    return (flowfabric.ff_fail(v_handle, 'broken')).retry_in_ms;
end;
$wait$;

select is(pg_temp.wait(b.backoff::jsonb), b.wait_ms, b.backoff)
from (
    values
    ('{"type": "exponential"}', 60000::bigint),
    ('{"type": "exponential", "multiplier": 1000}', 60000),
    ('{"type": "exponential", "multiplier": 1}', 1000),
    ('{"type": "exponential", "initial_delay_ms": 1, "max_delay_ms": 315360000000}', 315360000000),
    ('{"type": "fixed", "delay_ms": 315360000000}', 315360000000)
) as b (backoff, wait_ms);

select * from finish();
rollback;
