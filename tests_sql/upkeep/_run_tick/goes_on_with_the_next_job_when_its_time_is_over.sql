begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/no_time.sql
\ir ../../lib/numbered_executions.sql

-- given two deadlines that have passed, and ticks without time; then
do $given$
begin
    perform set_config('search_path', 'flowfabric, public', true);
    perform pg_temp.submit_number(n, 'deadlines', p_deadline_ms => 1000)
    from generate_series(1, 2) as n;
    perform pg_temp.advance('2 s');
end;
$given$;
create function pg_temp.ticked()
returns text
language sql
as $ticked$
    select string_agg(t.job || ' ' || t.processed, ', ')
    from flowfabric._run_tick(100, '0') as t
    where not t.more or t.processed > 0
$ticked$;
-- every tick has the proof of the clock, and one more job, from the second one on
select is(
    pg_temp.ticked(), 'open_transactions 0, passed_rows 0',
    'the first tick does the first of the other jobs'
);
select is(
    pg_temp.ticked(), 'open_transactions 0, claim_speed 0',
    'the second tick does the next one'
);
do $when$ begin perform pg_temp.ticked() from generate_series(4, 7); end $when$;
select is(
    pg_temp.ticked(),
    'open_transactions 0, deadlines 1',
    'a job stops when its time has passed, and says that it has more'
);
do $when$ begin perform pg_temp.ticked() from generate_series(9, 14); end $when$;
select results_eq(
    $$
        select l.next_job, l.has_more, l.route_cursor
        from flowfabric.ff_tick_log as l
        order by l.tick_id desc
        limit 1
    $$,
    'values (1, true, -3)',
    'after the last job the first one is next'
);
do $when$ begin perform pg_temp.ticked() from generate_series(1, 13); end $when$;
select is(
    (
        select string_agg(d.public_state, ', ')
        from generate_series(1, 2) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
    ),
    'expired, expired',
    'in the end all jobs are done'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');
select * from finish();
rollback;
