begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given four leases that ran out, two of them at one moment, and one that is live
do $given$
begin
    perform pg_temp.submit_number(n) from generate_series(1, 5) as n;
    perform flowfabric.ff_claim_batch('lane', 'a', 'a-1', 1, p_lease_ttl_ms => 1000);
    perform flowfabric.ff_claim_batch('lane', 'a', 'a-1', 2, p_lease_ttl_ms => 2000);
    perform flowfabric.ff_claim_batch('lane', 'a', 'a-1', 1, p_lease_ttl_ms => 3000);
    perform flowfabric.ff_claim_batch('lane', 'a', 'a-1', 1, p_lease_ttl_ms => 3600000);
    perform pg_temp.advance('1 minute');
end;
$given$;
-- when a client goes on from the execution of the last row; then
select results_eq(
    $$select execution_id from flowfabric.ff_list_expired_leases(pg_temp.id(1)::text, 2)$$,
    'values (pg_temp.id(2)), (pg_temp.id(3))',
    'the page begins behind it'
);
select results_eq(
    $$select execution_id from flowfabric.ff_list_expired_leases(pg_temp.id(2)::text, 2)$$,
    'values (pg_temp.id(3)), (pg_temp.id(4))',
    'also among those that ran out together'
);
select is_empty(
    $$select execution_id from flowfabric.ff_list_expired_leases(pg_temp.id(4)::text)$$,
    'behind the last there is none'
);
select is(
    pg_temp.refusal('select flowfabric.ff_list_expired_leases(pg_temp.id(5)::text)'),
    '22023 p_after',
    'a live lease is at no place of the list'
);
-- when the last of a page is gone; then
select flowfabric.ff_cancel_execution(pg_temp.id(2), 'not needed') is not null as is_gone
\gset
select is(
    pg_temp.refusal('select flowfabric.ff_list_expired_leases(pg_temp.id(2)::text)'),
    '22023 p_after',
    'nor is what is over: nothing is skipped in silence'
);

select * from finish();
rollback;
