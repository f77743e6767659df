begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given an execution that was completed long ago, and one that waits; when the first is replayed;
-- then
do $given$
begin
    perform pg_temp.submit_number(1);
    perform flowfabric.ff_complete(pg_temp.claim('a'));
    perform pg_temp.advance('1 s');
    perform pg_temp.submit_number(2);
    perform pg_temp.advance('1 s');
    perform flowfabric.ff_replay_execution(pg_temp.id(1));
end;
$given$;
select is(
    pg_temp.execution_of(pg_temp.claim('b')), pg_temp.id(2),
    'the waiting execution comes first'
);
select is(pg_temp.execution_of(pg_temp.claim('b')), pg_temp.id(1), 'the replay comes second');

select * from finish();
rollback;
