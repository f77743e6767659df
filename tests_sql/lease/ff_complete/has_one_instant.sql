begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql

-- given a clock that moves at every look; when an execution is completed; then
select pg_temp.lease('a') as handle
\gset
create or replace function flowfabric._now()
returns timestamptz
language plpgsql
volatile
as $_now$
begin
    perform pg_temp.advance('1 us');
    return pg_temp.clock();
end;
$_now$;
select flowfabric.ff_complete(:'handle');

select results_eq(
    'select lease_ended_at, updated_at from flowfabric.ff_exec_core',
    'select terminal_at, terminal_at from flowfabric.ff_exec_core',
    'lease and execution ended at the same instant'
);
select results_eq(
    $$select occurred_at from flowfabric.ff_event where kind = 'completed'$$,
    'select terminal_at from flowfabric.ff_exec_core',
    'the event has the same instant'
);

select * from finish();
rollback;
