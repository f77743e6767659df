begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given signals that came before the execution waits; when it waits; then
select pg_temp.lease() as handle
\gset
select pg_temp.execution_of(:'handle') as execution_id
\gset
select is(
    array(
        select s.outcome
        from (values ('go', '1'), ('other', '2'), ('go', '3')) as v (name, payload)
        cross join lateral flowfabric.ff_send_signal(
            :'execution_id', v.name, v.payload::jsonb
        ) as s
    ),
    '{sent,sent,sent}', 'given three signals'
);
do $given$ begin perform pg_temp.advance('1 s'); end $given$;
select is(
    to_jsonb(flowfabric.ff_wait_signal(:'handle', 'first', 'go')),
    jsonb_build_object(
        'outcome', 'received', 'payload', 1, 'sender', session_user,
        'received_at', '2030-01-01T12:00:00+00:00'
    ),
    'it has the first at once'
);
select is(
    pg_temp.shown(:'execution_id'), 'active none in 29000', 'and keeps its lease'
);
select is(
    (flowfabric.ff_wait_signal(:'handle', 'second', 'go')).payload,
    '3',
    'the next wait has the next'
);
-- when the call is made again, by another attempt and with another name; then
do $when$ begin perform pg_temp.advance('1 hour'); end $when$;
select pg_temp.claim('b') as handle
\gset
select pg_temp.stored() as before
\gset
select is(
    (flowfabric.ff_wait_signal(:'handle', 'first', 'other')).payload, '1', 'the outcome stands'
);
select is(pg_temp.stored(), :'before', 'and nothing is written');
select is(
    (flowfabric.ff_wait_signal(:'handle', 'third', 'other')).payload, '2',
    'the signal of the other name is there still'
);
select is(pg_temp.findings(), 'healthy', 'all invariants hold');
select * from finish();
rollback;
