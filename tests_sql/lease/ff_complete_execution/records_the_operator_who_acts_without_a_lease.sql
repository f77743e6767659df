begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given a lease; when an operator completes without it; then the event names the operator, as the
-- events of other operator calls do
do $given$
begin
    perform pg_temp.submit_number(1);
    perform pg_temp.claim('a');
    perform flowfabric.ff_complete_execution(
        pg_temp.id(1), null, null, null, null, p_source => 'operator_override'
    );
end;
$given$;
select is(
    (
        select e.details ->> 'session_user' from flowfabric.ff_operator_event as e
        where e.kind = 'overridden'
    ),
    session_user::text,
    'the event has the session_user'
);

select * from finish();
rollback;
