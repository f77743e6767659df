begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given a grant of 5 s, and an execution without one; then
do $given$
begin
    perform pg_temp.submit_number(1);
    perform pg_temp.submit_number(2);
end;
$given$;
select pg_temp.grant_key(1) as key
\gset
select is(
    (select to_jsonb(i) from flowfabric.ff_read_claim_grant_identity(pg_temp.id(1)) as i),
    '{
        "worker_id": "a",
        "worker_instance_id": "a-1",
        "kind": "claim",
        "expires_at": "2030-01-01T12:00:05+00:00",
        "is_lapsed": false
    }',
    'the worker that may redeem it, and until when, but not the key'
);
select is_empty(
    'select * from flowfabric.ff_read_claim_grant_identity(pg_temp.id(2))',
    'without a grant there is no row'
);
select is_empty(
    'select * from flowfabric.ff_read_claim_grant_identity(pg_temp.id(3))',
    'for an unknown execution there is no row'
);
do $when$ begin perform pg_temp.advance('4999999 us'); end $when$;
select results_eq(
    'select is_lapsed from flowfabric.ff_read_claim_grant_identity(pg_temp.id(1))',
    'values (false)',
    'a microsecond before its lapse it is live'
);
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select results_eq(
    'select is_lapsed from flowfabric.ff_read_claim_grant_identity(pg_temp.id(1))',
    'values (true)',
    'at its lapse it has lapsed'
);
select pg_temp.grant_key(1, 'b') as key_2
\gset
select results_eq(
    'select worker_id, is_lapsed from flowfabric.ff_read_claim_grant_identity(pg_temp.id(1))',
    $$values ('b', false)$$,
    'the next grant takes its place'
);
select is(
    pg_temp.verdict('ff_claim_execution', 1, :'key_2', 'b'), 'initial', 'the next grant is redeemed'
);
select is_empty(
    'select * from flowfabric.ff_read_claim_grant_identity(pg_temp.id(1))', 'then there is no row'
);

select * from finish();
rollback;
