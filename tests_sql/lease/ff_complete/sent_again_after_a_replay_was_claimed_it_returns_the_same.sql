begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given a completion whose reply was lost, and an execution that was replayed and claimed since;
-- when it is sent again; then it gets its reply, and does not touch the present lease
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim('a') as handle
\gset
select flowfabric.ff_complete(:'handle', '1');
do $given$
begin
    perform flowfabric.ff_replay_execution(pg_temp.id(1));
    perform pg_temp.claim('b');
end;
$given$;
select pg_temp.stored() as before
\gset
select is(
    pg_temp.error_of(format('select flowfabric.ff_complete(%L)', :'handle')),
    null,
    'the call is not refused'
);
select is(
    (
        select c.is_replay and c.outcome = 'completed'
        from flowfabric.ff_complete_batch(array[:'handle']) as c
    ),
    true,
    'in a batch it gets its reply, too'
);
select is(pg_temp.stored(), :'before', 'nothing is written');

select * from finish();
rollback;
