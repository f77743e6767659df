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
-- when a client continues from the execution of the last row; then
select results_eq(
    $$select execution_id from flowfabric.ff_list_expired_leases(pg_temp.id(1)::text, 2)$$,
    'values (pg_temp.id(2)), (pg_temp.id(3))',
    'the page begins behind that execution'
);
select results_eq(
    $$select execution_id from flowfabric.ff_list_expired_leases(pg_temp.id(2)::text, 2)$$,
    'values (pg_temp.id(3)), (pg_temp.id(4))',
    'also among leases that ran out at the same moment'
);
select is_empty(
    $$select execution_id from flowfabric.ff_list_expired_leases(pg_temp.id(4)::text)$$,
    'behind the last one the page is empty'
);
select is(
    pg_temp.refusal('select flowfabric.ff_list_expired_leases(pg_temp.id(5)::text)'),
    '22023 p_after',
    'a live lease has no place in the list'
);
-- when the last execution of a page is taken over; then
select flowfabric.ff_cancel_execution(pg_temp.id(2), 'not needed') is not null as is_gone
\gset
select is(
    pg_temp.refusal('select flowfabric.ff_list_expired_leases(pg_temp.id(2)::text)'),
    '22023 p_after',
    'an execution that has ended has no place, either: the call is refused'
);

select * from finish();
rollback;
