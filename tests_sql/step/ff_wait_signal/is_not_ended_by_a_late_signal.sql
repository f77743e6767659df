begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given a handler that waits for a signal for a minute and sleeps beside it for a second, and a
-- signal that comes after the minute, while the handler is at something else
select pg_temp.parent() as handle
\gset
select pg_temp.execution_of(:'handle') as execution_id
\gset
select is((flowfabric.ff_wait_signal(:'handle', 'wait', 'go', 60000)).outcome, 'waiting', 'given');
select is((flowfabric.ff_sleep(:'handle', 'nap', 1000)).outcome, 'sleeping', 'given');
do $given$ begin perform pg_temp.advance('1 s'); end $given$;
select pg_temp.claim('q', 600000, 'parent') as handle
\gset
do $given$ begin perform pg_temp.advance('1 minute'); end $given$;
select is((flowfabric.ff_send_signal(:'execution_id', 'go', '1')).outcome, 'sent', 'given');
-- when it asks for the signal; then
select is(
    (flowfabric.ff_wait_signal(:'handle', 'wait', 'go', 60000)).outcome, 'timed_out',
    'the signal was too late'
);
select is(
    (flowfabric.ff_wait_signal(:'handle', 'next', 'go', 60000)).payload, '1',
    'it is for the next wait'
);
select is(pg_temp.findings(), 'healthy', 'all invariants hold');
select * from finish();
rollback;
