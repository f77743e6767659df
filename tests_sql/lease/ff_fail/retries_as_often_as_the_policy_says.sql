begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given policies that say how often, or only that there are retries; when every attempt fails; then
create function pg_temp.fail_to_the_end(p_number integer, p_policy jsonb)
returns text[]
language plpgsql
as $fail_to_the_end$
declare
    v_lane_id constant text := 'lane' || p_number;
    v_outcomes text[];
    v_handle text;
begin
    perform pg_temp.submit_number(p_number, v_lane_id, p_policy => p_policy);
    loop
        perform pg_temp.advance('1 day');
        v_handle := pg_temp.claim('a', p_lane_id => v_lane_id);
        exit when v_handle is null;
        v_outcomes := v_outcomes || (flowfabric.ff_fail(v_handle, 'broken')).outcome;
    end loop;
    return v_outcomes;
end;
$fail_to_the_end$;

select is(
    pg_temp.fail_to_the_end(1, '{"retry_policy": {"max_retries": 1}}'),
    array['retry_scheduled', 'terminal_failed'],
    'one retry'
);
select is(
    pg_temp.fail_to_the_end(2, '{"retry_policy": {"backoff": {"type": "fixed"}}}'),
    array['retry_scheduled', 'retry_scheduled', 'retry_scheduled', 'terminal_failed'],
    'three retries, where the policy does not give a number'
);
select results_eq(
    $$
        select d.public_state, d.retry_count, d.total_attempt_count, d.lease_epoch
        from flowfabric.ff_describe_execution(pg_temp.id(2)) as d
    $$,
    $$values ('failed', 3, 4, 4::bigint)$$,
    'retries and attempts are counted'
);
select is(
    (
        select count(*) from pg_temp.events() as e
        where e.kind = 'completed'
    ),
    2::bigint,
    'each execution ended once'
);

select * from finish();
rollback;
