begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given 1,100 routes, with leases in the first and in the last; when they lapse and ticks run; then
do $given$
begin
    perform pg_temp.submit_number(n, 'first') from unnest(array[1, 4]) as n;
    insert into flowfabric.ff_route (lane_id, required_capabilities, priority)
    select 'lane' || i, '{}', 0 from generate_series(1, 1098) as i;
    perform pg_temp.submit_number(n, 'last') from unnest(array[2, 3, 5]) as n;
    perform pg_temp.claim('a', ttl_ms, 'first') from unnest(array[10000, 45000]) as ttl_ms;
    perform pg_temp.claim('a', ttl_ms, 'last') from unnest(array[10000, 25000, 45000]) as ttl_ms;
    perform pg_temp.advance('20 s');
end;
$given$;
create function pg_temp.noted(out has_more boolean, out executions integer[])
language plpgsql
as $noted$
begin
    select t.more into has_more from flowfabric.ff_tick() as t where t.job = 'lapses';
    executions := array(
        select pg_temp.number(e.execution_id)
        from flowfabric.ff_event as e
        where e.kind = 'expired'
        order by pg_temp.number(e.execution_id)
    );
end;
$noted$;
select results_eq(
    'select * from pg_temp.noted()', $$values (true, '{1}'::integer[])$$,
    'the first tick notes the first lease'
);
do $when$ begin perform pg_temp.advance('10 s'); end $when$;
select results_eq(
    'select * from pg_temp.noted()', $$values (true, '{1}'::integer[])$$, 'the next tick continues'
);
select results_eq(
    'select * from pg_temp.noted()',
    $$values (false, '{1,2,3}'::integer[])$$,
    'until all routes have been visited'
);
-- given two leases that lapse while ticks go round, one of them in a route that was visited
do $given$
begin
    perform flowfabric.ff_tick();
    perform pg_temp.advance('20 s');
    perform flowfabric.ff_tick();
end;
$given$;
select results_eq(
    'select * from pg_temp.noted()',
    $$values (false, '{1,2,3,5}'::integer[])$$,
    'the tick does not find that one'
);
select results_eq(
    'select * from pg_temp.noted()',
    $$values (true, '{1,2,3,4,5}'::integer[])$$,
    'the next round finds it'
);

select * from finish();
rollback;
