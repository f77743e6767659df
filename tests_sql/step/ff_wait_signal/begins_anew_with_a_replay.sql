begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given an execution whose deadline ends it while it sleeps and waits for a signal, two hours ago;
-- when it is replayed; then
select execution_id
from flowfabric.ff_create_execution('lane', p_deadline_ms => 3600000)
\gset
select pg_temp.claim() as handle
\gset
select is((flowfabric.ff_sleep(:'handle', 'nap', 3500000)).outcome, 'sleeping', 'given');
select is(
    (flowfabric.ff_wait_signal(:'handle', 'approval', 'approved', 7200000)).outcome, 'waiting',
    'given'
);
do $given$ begin
    perform pg_temp.advance('3 hours');
    perform pg_temp.claim('b');
end $given$;
select is(
    (flowfabric.ff_replay_execution(:'execution_id')).public_state,
    'waiting',
    'given it is replayed'
);
select is(
    pg_temp.steps(:'execution_id'), 'nap timer until 12:58:20 open',
    'the time to sleep stands, and the wait has no outcome'
);
select pg_temp.claim('c') as handle
\gset
select is(
    (flowfabric.ff_wait_signal(:'handle', 'approval', 'approved', 7200000)).outcome, 'waiting',
    'it waits again'
);
select is(
    pg_temp.steps(:'execution_id'),
    'nap timer until 12:58:20 open, approval signal until 17:00:00 open',
    'for as long as before'
);
select * from finish();
rollback;
