begin;
select plan(14);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/errors.sql
\ir ../../lib/handles.sql

-- given a delay whose reply was lost; when it is sent again; then
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim('a') as handle
\gset
select to_jsonb(flowfabric.ff_delay(:'handle', p_delay_ms => 60000));
select pg_temp.stored() as before
\gset

do $when$ begin perform pg_temp.advance('10 s'); end $when$;
select is(
    to_jsonb(flowfabric.ff_delay(:'handle', p_delay_ms => 60000)),
    '{
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "public_state": "delayed",
        "claimable_at": "2030-01-01T12:01:00+00:00",
        "claimable_in_ms": 50000,
        "is_replay": true
    }',
    'the answer has the time, as a replay'
);
select is(
    to_jsonb(flowfabric.ff_delay(:'handle', p_delay_ms => 5)) -> 'claimable_in_ms',
    '50000',
    'the first delay stays'
);
do $when$ begin perform pg_temp.advance('1 day'); end $when$;
select is(
    to_jsonb(flowfabric.ff_delay(:'handle', p_delay_ms => 60000)) -> 'is_replay',
    'true',
    'until the next claim'
);
select is(pg_temp.stored(), :'before', 'nothing is written');
select
    is(
        pg_temp.refusal(
            format('select flowfabric.ff_delay(%L, %s)', h.handle, 'p_delay_ms => 60000')
        ),
        'ZF105 execution_not_active',
        h.description || ' is no replay'
    )
from pg_temp.tampered_handles(:'handle') as h;
select is(
    pg_temp.refusal(format('select flowfabric.ff_complete(%L)', :'handle')),
    'ZF105 execution_not_active',
    'a completion is another call'
);
select is(
    pg_temp.refusal(format('select flowfabric.ff_fail(%L, %L)', :'handle', 'broken')),
    'ZF105 execution_not_active',
    'a failure is another call'
);
select is(
    pg_temp.refusal(format('select flowfabric.ff_renew(%L)', :'handle')),
    'ZF105 execution_not_active',
    'a renewal is another call'
);
select is(pg_temp.stored(), :'before', 'nothing is written for them');
do $when$ begin perform pg_temp.claim('b'); end $when$;
select is(
    pg_temp.refusal(format('select flowfabric.ff_delay(%L, %s)', :'handle', 'p_delay_ms => 60000')),
    'ZF102 stale_lease',
    'when the execution is claimed, the call is stale'
);

select * from finish();
rollback;
