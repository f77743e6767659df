begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given a waitpoint that was created in advance, and as many signals to it as an execution can take
create procedure pg_temp.send(p_count integer) language plpgsql as $send$
declare
    v_handle constant text := pg_temp.lease();
    v_id constant uuid := pg_temp.execution_of(v_handle);
begin
    perform flowfabric.ff_create_waitpoint(v_handle, 'review', 60000);
    perform pg_temp.signal(v_id, 'ok', p_source_identity => 'ada');
    call pg_temp.repeat_signal(v_id, p_count);
    perform set_config('test.handle', v_handle, true);
end;
$send$;
-- a time far above what it takes, and far below what the square of the signals would take
set local statement_timeout = '30s';
call pg_temp.send(10000);
-- when the worker suspends until so many signals have come; then
select is(
    pg_temp.suspend(
        current_setting('test.handle'), '{"count": 10000, "of": "signals", "on": ["review"]}'
    ),
    'already_satisfied', 'the condition is satisfied, without a suspension'
);
select is(
    (
        select count(*)
        from flowfabric.ff_observe_signals(current_setting('test.handle'))
        where is_satisfier
    ),
    10000::bigint, 'all of them count'
);
-- when another execution has one signal less; then
call pg_temp.send(9999);
select is(
    pg_temp.suspend(
        current_setting('test.handle'),
        '{"all": [
            {"count": 10000, "of": "sources", "on": ["review"]},
            {"count": 5000, "of": "signals", "on": ["review"]}
        ]}'
    ),
    'suspended', 'it waits for the last one'
);
select is(
    (
        select s.progress
        from flowfabric.ff_suspension as s
        where s.execution_id = pg_temp.execution_of(current_setting('test.handle'))
    ),
    '[9999, 5000]', 'the others are counted'
);
select is(
    pg_temp.signal(
        pg_temp.execution_of(current_setting('test.handle')), 'ok', p_source_identity => 'zoe'
    ),
    'resume_condition_satisfied', 'the last one satisfies the condition'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
