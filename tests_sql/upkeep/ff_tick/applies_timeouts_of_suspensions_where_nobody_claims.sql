begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/suspensions.sql

-- given suspensions of 10 s of each kind, (6) in a lane that is paused, (8) a millisecond longer,
-- (9) that is resumed before
do $given$
begin
    for v_number in 1..9 loop
        perform pg_temp.submit_number(v_number, 'lane' || v_number);
        perform pg_temp.suspend(
            pg_temp.claim('a', p_lane_id => 'lane' || v_number),
            p_timeout_ms => case v_number when 8 then 10001 else 10000 end,
            p_timeout_behavior => coalesce(
                (array['fail', 'cancel', 'expire', 'auto_resume_with_timeout_signal', 'escalate'])[v_number],
                'fail'
            )
        );
    end loop;
    perform flowfabric.ff_set_lane_state('lane6', 'paused');
    perform pg_temp.signal(pg_temp.id(9));
    perform pg_temp.advance('9999999 us');
end;
$given$;
create function pg_temp.processed() returns text language sql as $processed$
    select concat_ws(' ', t.processed, t.errors, t.more)
    from flowfabric.ff_tick() as t
    where t.job = 'suspensions'
$processed$;
select is(pg_temp.processed(), '0 0 f', 'a microsecond earlier nothing is done');
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select is(pg_temp.processed(), '7 0 f', 'all due suspensions are settled');
select results_eq(
    $$
        select n, d.public_state, d.suspension ->> 'close_reason'
        from generate_series(1, 9) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
    $$,
    $$
        values
        (1, 'failed', 'timed_out_fail'), (2, 'cancelled', 'timed_out_cancel'),
        (3, 'expired', 'timed_out_expire'), (4, 'waiting', 'timed_out_auto_resume'),
        (5, 'suspended', null), (6, 'failed', 'timed_out_fail'), (7, 'failed', 'timed_out_fail'),
        (8, 'suspended', null), (9, 'waiting', 'resumed')
    $$,
    'each by its kind of timeout'
);
select is(pg_temp.processed(), '0 0 f', 'the next tick finds nothing');
do $when$ begin perform pg_temp.advance('1 ms'); end $when$;
select is(pg_temp.processed(), '1 0 f', 'but it settles suspensions that became due since');

-- given more of them than a tick may settle; then
do $given$
begin
    for v_number in 11..15 loop
        perform pg_temp.submit_number(v_number, 'more');
        perform pg_temp.suspend(pg_temp.claim('a', p_lane_id => 'more'), p_timeout_ms => 1000);
    end loop;
    perform pg_temp.advance('1 hour');
end;
$given$;
create function pg_temp.all_ticks() returns integer[] language plpgsql as $all_ticks$
declare
    v_counts integer[] := '{}';
    r_job record;
begin
    loop
        select t.processed, t.more into r_job from flowfabric.ff_tick(2) as t where t.job = 'suspensions';
        v_counts := v_counts || r_job.processed::integer;
        exit when not r_job.more;
    end loop;
    return v_counts;
end;
$all_ticks$;
select is(pg_temp.all_ticks(), '{2,2,1}', 'the next ticks settle the rest');
select is(
    (
        select count(*) from pg_temp.events()
        where kind = 'completed'
    ), 11::bigint,
    'each ended execution has one completion event'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
