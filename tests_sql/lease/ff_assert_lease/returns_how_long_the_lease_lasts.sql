begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given a lease of 30 s; when its holder asserts it, again and again; then
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim('a') as handle
\gset
select pg_temp.stored() as before
\gset

select is(
    to_jsonb(flowfabric.ff_assert_lease(:'handle')),
    '{
        "lease_expires_at": "2030-01-01T12:00:30+00:00",
        "lease_remaining_ms": 30000,
        "lease_epoch": 1,
        "cancel_requested": false
    }',
    'the answer says how long the lease lasts'
);
do $when$ begin perform pg_temp.advance('20000100 us'); end $when$;
select is(
    (flowfabric.ff_assert_lease(:'handle')).lease_remaining_ms,
    9999::bigint,
    'the time is rounded down, so it is never too long'
);
select is(pg_temp.stored(), :'before', 'nothing is written');
select is(
    (select e.xmax::text from flowfabric.ff_exec_core as e),
    pg_current_xact_id()::text,
    'the row stays locked until the transaction ends'
);
do $when$ begin perform pg_temp.advance('9999900 us'); end $when$;
select is(
    (select c.lease_epoch from flowfabric.ff_claim('lane', 'b', 'b-1') as c),
    2::bigint,
    'the lease was not extended'
);
select is(
    (flowfabric.ff_assert_lease((
        select pg_temp.claim('c') from pg_temp.advance('30 s')
    ))).lease_epoch,
    3::bigint,
    'the answer has the epoch of the holder'
);

select * from finish();
rollback;
