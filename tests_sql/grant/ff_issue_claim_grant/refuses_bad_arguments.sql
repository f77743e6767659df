begin;
select plan(18);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/numbered_executions.sql

do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.refusal(format('select flowfabric.ff_issue_claim_grant(%s)', b.arguments)),
        b.refusal,
        left(b.arguments, 100)
    )
from (
    values
    ($$null, 'a', 'a-1'$$, '22004 p_execution_id'),
    ($$pg_temp.id(1), null, 'a-1'$$, '22004 p_worker_id'),
    ($$pg_temp.id(1), 'a', null$$, '22004 p_worker_instance_id'),
    ($$pg_temp.id(1), 'a', 'a-1', p_capabilities => null$$, '22004 p_capabilities'),
    ($$pg_temp.id(1), 'a', 'a-1', p_grant_ttl_ms => null$$, '22004 p_grant_ttl_ms'),
    ($$'junk', 'a', 'a-1'$$, '22P02'),
    ($$pg_temp.id(2), 'a', 'a-1'$$, 'ZF201 execution_not_found'),
    ($$pg_temp.id(1), '', 'a-1'$$, '22023 p_worker_id'),
    ($$pg_temp.id(1), 'a', ''$$, '22023 p_worker_instance_id'),
    ($$pg_temp.id(1), 'a', 'a-1', 'other'$$, '22023 p_lane_id'),
    ($$pg_temp.id(1), 'a', 'a-1', p_capabilities => '{""}'$$, '22023 p_capabilities'),
    ($$pg_temp.id(1), 'a', 'a-1', p_grant_ttl_ms => 0$$, '22023 p_grant_ttl_ms'),
    ($$pg_temp.id(1), 'a', 'a-1', p_grant_ttl_ms => 60001$$, '22023 p_grant_ttl_ms'),
    (
        $$pg_temp.id(1), 'a', 'a-1', p_capability_hash => repeat('h', 65537)$$,
        '22023 p_capability_hash'
    ),
    (
        $$pg_temp.id(1), 'a', 'a-1', p_route_snapshot => to_jsonb(repeat('r', 65535))$$,
        '22023 p_route_snapshot'
    ),
    (
        $$pg_temp.id(1), 'a', 'a-1', p_admission_summary => repeat('s', 65537)$$,
        '22023 p_admission_summary'
    )
) as b (arguments, refusal);
select is(pg_temp.stored(), :'before', 'nothing was written');
select is(
    pg_temp.refusal(
        $$
            select flowfabric.ff_issue_claim_grant(
                pg_temp.id(1), 'a', 'a-1', 'lane', '{}', 60000,
                repeat('h', 65536), to_jsonb(repeat('r', 65534)), repeat('s', 65536)
            )
        $$
    ),
    'nothing',
    'values at their limits are accepted'
);

select * from finish();
rollback;
