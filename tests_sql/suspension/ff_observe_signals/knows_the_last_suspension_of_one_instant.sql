begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given an attempt that waits ten times while the clock stands still, each time for another signal
select pg_temp.suspended(jsonb_build_object('signal', 'ok', 'on', 'w-0')) as id
\gset
select set_config('test.id', :'id', true) as id
\g /dev/null
create temporary table seen (wait integer, waitpoint_key text);
create function pg_temp.wait_again(p_id uuid, p_wait integer)
returns void language plpgsql as $wait_again$
declare
    v_handle text;
begin
    perform pg_temp.signal(p_id, 'ok', 'w-' || p_wait);
    v_handle := pg_temp.claim('b');
    insert into seen
    select p_wait, s.waitpoint_key from flowfabric.ff_observe_signals(v_handle) as s;
    perform pg_temp.suspend(
        v_handle, jsonb_build_object('signal', 'ok', 'on', 'w-' || (p_wait + 1))
    );
end;
$wait_again$;
-- when it reads the signals that resumed it; then
do $when$
begin
    for v_wait in 0..9 loop
        perform pg_temp.wait_again(current_setting('test.id')::uuid, v_wait);
    end loop;
end;
$when$;
select results_eq(
    'select wait, waitpoint_key from seen order by wait',
    $$select n, 'w-' || n from generate_series(0, 9) as n$$,
    'they are those of the last suspension'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
