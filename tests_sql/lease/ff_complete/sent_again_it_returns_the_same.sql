begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/handles.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given a completion whose reply was lost; when it is sent again, in every way; then
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim('a') as handle
\gset
do $given$ begin perform pg_temp.advance('10 s'); end $given$;
select flowfabric.ff_complete(:'handle', '{"sent": 1}');
select pg_temp.stored() as before
\gset

select is(
    to_jsonb(flowfabric.ff_complete(:'handle', '{"sent": 1}')),
    '{
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "public_state": "completed",
        "is_replay": true
    }',
    'the answer is that of before, as a replay'
);
select is((flowfabric.ff_complete(:'handle')).is_replay, true, 'again');
select is(
    (flowfabric.ff_complete(:'handle', '{"sent": 2}')).is_replay,
    true,
    'with another output'
);
select is(
    (flowfabric.ff_complete(:'handle', p_result => '\x00')).is_replay,
    true,
    'in another form'
);
select is(
    (flowfabric.ff_complete(pg_temp.replaced(:'handle', 'ttl', '1'))).is_replay,
    true,
    'with another ttl, which is not a part of the fence'
);
do $when$ begin perform pg_temp.advance('1 year'); end $when$;
select is(
    (flowfabric.ff_complete(:'handle')).is_replay,
    true,
    'long after the lease would have expired'
);
select is(
    pg_temp.stored(),
    :'before',
    'nothing is written: the first result stays, and there is one event'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
