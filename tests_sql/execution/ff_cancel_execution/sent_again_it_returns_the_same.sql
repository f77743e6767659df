begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/numbered_executions.sql

-- given an execution that was cancelled; when it is cancelled again, for another reason; then
do $given$
begin
    perform pg_temp.submit_number(1);
    perform flowfabric.ff_cancel_execution(pg_temp.id(1),
    'the first reason');
end;
$given$;
select pg_temp.stored() as before
\gset
do $when$ begin perform pg_temp.advance('1 day'); end $when$;
select is(
    to_jsonb(flowfabric.ff_cancel_execution(pg_temp.id(1), 'the second reason', p_actor => 'bob')),
    '{
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "outcome": "cancelled",
        "public_state": "cancelled",
        "previous_phase": "terminal",
        "cancellation_reason": "the first reason",
        "is_replay": true
    }',
    'it returns that the execution was cancelled already, and why'
);
select is(pg_temp.stored(), :'before', 'nothing is written: the first reason stays');

select * from finish();
rollback;
