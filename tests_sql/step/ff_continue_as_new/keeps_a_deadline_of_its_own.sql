begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given an execution with a deadline of its own; when it begins another life; then
select execution_id
from flowfabric.ff_create_execution('lane', p_deadline_at => '2030-01-01 13:00+00')
\gset
select is(
    (flowfabric.ff_continue_as_new(pg_temp.claim(), p_payload => '\x01')).public_state, 'waiting',
    'given'
);
select is(
    pg_temp.described(:'execution_id', 'deadline_at', 'input', 'payload'),
    '{"deadline_at": "2030-01-01T13:00:00+00:00", "input": null, "payload": "\\x01"}',
    'the deadline stays'
);
-- when arguments are wrong; then
select pg_temp.claim() as handle
\gset
select
    is(
        pg_temp.refusal(
            format('select flowfabric.ff_continue_as_new(%L, %s)', :'handle', b.arguments)
        ),
        b.refusal,
        b.arguments
    )
from (
    values
    ($$'1', 'x'$$, '22023 p_payload'),
    ($$to_jsonb(repeat('x', 16777215))$$, '22023 p_input')
) as b (arguments, refusal);
-- when its cancellation was requested; then
do $given$ begin
    perform flowfabric.ff_cancel_execution(e.execution_id, 'enough', p_grace_ms => 10000)
    from flowfabric.ff_exec_core as e;
end $given$;
select is(
    (flowfabric.ff_continue_as_new(:'handle')).public_state, 'cancelled', 'it is cancelled instead'
);
select * from finish();
rollback;
