begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given two executions of one priority; when the first is given the priority that it has; then
do $given$
begin
    perform pg_temp.submit_number(1, p_priority => 7);
    perform pg_temp.advance('1 s');
    perform pg_temp.submit_number(2, p_priority => 7);
    perform pg_temp.advance('1 s');
end;
$given$;
select pg_temp.stored() as before
\gset
select is(
    to_jsonb(flowfabric.ff_change_priority(pg_temp.id(1), 7)),
    '{
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "outcome": "changed",
        "old_priority": 7,
        "new_priority": 7
    }',
    'the call succeeds'
);
select is(pg_temp.stored(), :'before', 'nothing was written');
select is(pg_temp.execution_of(pg_temp.claim('a')), pg_temp.id(1), 'the execution keeps its place');

select * from finish();
rollback;
