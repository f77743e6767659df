begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/no_retries.sql

-- given a last failure whose reply was lost; when it is sent again; then
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim('a') as handle
\gset
select flowfabric.ff_fail(:'handle', 'broken');
select pg_temp.stored() as before
\gset

select is(
    to_jsonb(flowfabric.ff_fail(:'handle', 'broken')),
    '{
        "outcome": "terminal_failed",
        "retry_at": null,
        "retry_in_ms": null,
        "next_attempt_index": null,
        "is_replay": true
    }',
    'the answer is that of before, as a replay'
);
do $when$ begin perform pg_temp.advance('1 year'); end $when$;
select is(
    (flowfabric.ff_fail(:'handle', 'other', 'cancelled')).is_replay,
    true,
    'with another reason, too'
);
select is(
    pg_temp.stored(),
    :'before',
    'nothing is written: the first reason stays, and there is one event'
);

-- given a failure that is retried, whose reply was lost; when it is sent again; then
do $given$
begin
    perform pg_temp.submit_number(
        2,
        p_policy => '{
            "retry_policy": {"max_retries": 1, "backoff": {"type": "fixed", "delay_ms": 5000}}
        }'
    );
end;
$given$;
select pg_temp.claim('a') as handle
\gset
select (flowfabric.ff_fail(:'handle', 'broken')).retry_at as retry_at
\gset
select pg_temp.stored() as before
\gset
do $when$ begin perform pg_temp.advance('2 s'); end $when$;
select is(
    to_jsonb(flowfabric.ff_fail(:'handle', 'broken')),
    jsonb_build_object(
        'outcome', 'retry_scheduled',
        'retry_at', :'retry_at'::timestamptz,
        'retry_in_ms', 3000,
        'next_attempt_index', 1,
        'is_replay', true
    ),
    'the answer has the same time, and how far away it is now'
);
do $when$ begin perform pg_temp.advance('1 minute'); end $when$;
select is(
    (flowfabric.ff_fail(:'handle', 'broken')).retry_in_ms, 0::bigint,
    'the remaining time is never below zero'
);
select is(
    (flowfabric.ff_fail(:'handle', 'other', 'permanent')).outcome,
    'retry_scheduled',
    'with another reason, too'
);
select is(pg_temp.stored(), :'before', 'nothing is written: there is one retry');
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
