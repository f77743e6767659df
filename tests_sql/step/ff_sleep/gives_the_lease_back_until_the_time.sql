begin;
select plan(16);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given a lease; when its holder sleeps for a minute; then
select pg_temp.lease('a') as handle
\gset
select pg_temp.execution_of(:'handle') as execution_id
\gset
select is(
    to_jsonb(flowfabric.ff_sleep(:'handle', 'nap', 60000)),
    '{"outcome": "sleeping", "wake_at": "2030-01-01T12:01:00+00:00", "remaining_ms": 60000}',
    'the answer says when it wakes up'
);
select is(
    pg_temp.shown(:'execution_id'), 'delayed waiting_for_delay in 60000', 'no worker holds it'
);
select is(pg_temp.steps(:'execution_id'), 'nap timer until 12:01:00 open', 'the step is open');
select results_eq(
    $$
        select v.kind::text, v.details
        from flowfabric.ff_event as v
        order by v.event_id desc
        limit 1
    $$,
    $$values (
        'released',
        '{"reason": "sleeping", "step_key": "nap", "wake_at": "2030-01-01T12:01:00+00:00"}'::jsonb
    )$$,
    'the event says that it sleeps'
);
-- when the call is sent again; then
select pg_temp.stored() as before
\gset
do $when$ begin perform pg_temp.advance('10 s'); end $when$;
select is(
    to_jsonb(flowfabric.ff_sleep(:'handle', 'nap', 60000)),
    '{"outcome": "sleeping", "wake_at": "2030-01-01T12:01:00+00:00", "remaining_ms": 50000}',
    'it sleeps still'
);
select is(pg_temp.claim('b'), null, 'and is not claimed');
-- when the time has nearly come, and exactly then; then
do $when$ begin perform pg_temp.advance('49.999 s'); end $when$;
select is(pg_temp.claim('b'), null, 'a millisecond before');
do $when$ begin perform pg_temp.advance('0.001 s'); end $when$;
select is(
    (flowfabric.ff_sleep(:'handle', 'nap', 60000)).outcome, 'sleeping',
    'a caller without the lease is never told to go on'
);
select
    c.handle,
    c.attempt_type,
    c.attempt_index
from flowfabric.ff_claim('lane', 'b', 'b-1') as c
\gset
select is(:'attempt_type' || :attempt_index, 'resume0', 'the same attempt goes on');
-- when the handler asks again, for another time; then
select is(
    to_jsonb(flowfabric.ff_sleep(:'handle', 'nap', 3600000)),
    '{"outcome": "slept", "wake_at": "2030-01-01T12:01:00+00:00", "remaining_ms": 0}',
    'the time of the first call stands'
);
select is(pg_temp.steps(:'execution_id'), 'nap timer until 12:01:00', 'the step has its outcome');
select pg_temp.stored() as before
\gset
-- when the clock is set back before it, and the execution is taken over; then
do $when$ begin perform pg_temp.advance('-30 s'); end $when$;
select is(
    (flowfabric.ff_sleep(:'handle', 'nap', 60000)).outcome, 'slept', 'the outcome stands'
);
select is(pg_temp.stored(), :'before', 'and nothing is written');
do $when$ begin perform pg_temp.advance('1 hour'); end $when$;
select is(
    (flowfabric.ff_sleep(pg_temp.claim('c'), 'nap', 60000)).outcome, 'slept',
    'also for another attempt'
);
select results_eq(
    format(
        'select d.retry_count, d.lease_reclaim_count '
        || 'from flowfabric.ff_describe_execution(%L) as d',
        :'execution_id'
    ),
    'values (0, 1)',
    'asking for it does not count as progress: the takeover counts'
);
select is(pg_temp.findings(), 'healthy', 'all invariants hold');
select * from finish();
rollback;
