begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given grants of 5 s to take over (1) and (2); then
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 3) as n;
    perform pg_temp.claim('x', 1000, 'lane' || n) from generate_series(1, 3) as n;
    perform pg_temp.advance('1 s');
end;
$given$;
select pg_temp.reclaim_key(1) as key_1
\gset
select pg_temp.reclaim_key(2) as key_2
\gset
do $when$ begin perform pg_temp.advance('4999999 us'); end $when$;
select is(
    pg_temp.verdict('ff_reclaim_execution', 1, :'key_1'),
    'claimed',
    'a microsecond before its lapse it is redeemed'
);
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select pg_temp.stored() as before
\gset
select is(
    pg_temp.redeem('ff_reclaim_execution', 2, :'key_2') - 'handle',
    '{
        "outcome": "grant_not_found",
        "execution_id": "00000000-0000-7000-8000-000000000002",
        "kind": null,
        "input": null,
        "payload": null,
        "attempt_index": null,
        "attempt_type": null,
        "attempt_id": null,
        "lease_id": null,
        "lease_epoch": null,
        "lease_expires_at": null,
        "lease_remaining_ms": null,
        "lane_id": null,
        "namespace": null,
        "tags": null,
        "flow_id": null,
        "deadline_at": null,
        "detail": "expired",
        "reclaim_count": 0
    }',
    'at its lapse there is no grant any more'
);
select is(
    pg_temp.verdict('ff_reclaim_execution', 3, pg_temp.with_part(:'key_2', 2, pg_temp.id(3)::text)),
    'grant_not_found',
    'without a grant the key is unknown'
);
select is(pg_temp.stored(), :'before', 'nothing was written');

-- given another grant for (2), of 60 s, which is redeemed twice; then
select pg_temp.reclaim_key(2, p_grant_ttl_ms => 60000) as key_2
\gset
select is(pg_temp.verdict('ff_reclaim_execution', 2, :'key_2'), 'claimed', 'given it is redeemed');
select pg_temp.stored() as before
\gset
select results_eq(
    format(
        'select outcome, detail from flowfabric.ff_reclaim_execution(pg_temp.id(2), %L, %L, %L)',
        :'key_2', 'a', 'a-2'
    ),
    $$values ('grant_not_found', 'unknown_grant')$$,
    'the second time there is no grant'
);
do $when$ begin perform pg_temp.advance('30 s'); end $when$;
select is(
    pg_temp.verdict('ff_reclaim_execution', 2, :'key_2'),
    'grant_not_found',
    'nor is there when the lease that it gave has lapsed'
);
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
