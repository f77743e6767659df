begin;
select plan(12);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given a signal with a key; when it is sent again; then
select pg_temp.lease() as handle
\gset
select pg_temp.execution_of(:'handle') as execution_id
\gset
select is(
    (flowfabric.ff_send_signal(:'execution_id', 'go', '1', 'form 17')).outcome, 'sent', 'given'
);
select pg_temp.stored() as before
\gset
select is(
    (flowfabric.ff_send_signal(:'execution_id', 'go', '2', 'form 17')).outcome, 'duplicate',
    'it is known, whatever its payload is'
);
select is(pg_temp.stored(), :'before', 'nothing is written');
select is(
    (flowfabric.ff_send_signal(:'execution_id', 'stop', '3', 'form 17')).outcome, 'sent',
    'another name has keys of its own'
);
-- when it was used; then
select is(
    (flowfabric.ff_wait_signal(:'handle', 's', 'go')).payload, '1', 'the first payload stands'
);
select is(
    (flowfabric.ff_send_signal(:'execution_id', 'go', '1', 'form 17')).outcome, 'duplicate',
    'it is known'
);
select is(
    (flowfabric.ff_wait_signal(:'handle', 'next', 'go', 0)).outcome, 'timed_out',
    'and not kept once more'
);
-- when the execution waits for it, and a signal with a key ends the wait; then
select is((flowfabric.ff_wait_signal(:'handle', 'third', 'go')).outcome, 'waiting', 'given');
select is(
    (flowfabric.ff_send_signal(:'execution_id', 'go', '4', 'form 18')).public_state, 'waiting',
    'it goes on'
);
select is(
    (flowfabric.ff_send_signal(:'execution_id', 'go', '4', 'form 18')).outcome, 'duplicate',
    'and the signal is known'
);
-- when the execution has ended; then
select is((flowfabric.ff_complete(pg_temp.claim('b'))).public_state, 'completed', 'given');
select is(
    to_jsonb(flowfabric.ff_send_signal(:'execution_id', 'go', '4', 'form 18')),
    jsonb_build_object(
        'execution_id', :'execution_id', 'outcome', 'duplicate', 'public_state', 'completed'
    ),
    'it is known still'
);
select * from finish();
rollback;
