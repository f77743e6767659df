begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given three leases that lapsed together, and reclaim grants on the second and the third, one of
-- them redeemed; then
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 3) as n;
    perform pg_temp.claim('x', 1000, 'lane' || n) from generate_series(1, 3) as n;
    perform pg_temp.advance('1 s');
    perform pg_temp.reclaim_key(2);
    perform pg_temp.redeem('ff_reclaim_execution', 3, pg_temp.reclaim_key(3));
end;
$given$;
select results_eq(
    'select execution_id, worker_id, expired_since_ms from flowfabric.ff_list_expired_leases()',
    $$values (pg_temp.id(1), 'x', 0::bigint), (pg_temp.id(2), 'x', 0)$$,
    'a lease with a grant out is listed; one that was taken over is not'
);
select results_eq(
    $$
        select n.execution_id
        from flowfabric.ff_list_expired_leases(p_limit => 1) as f
        cross join lateral flowfabric.ff_list_expired_leases(f.page_key) as n
    $$,
    $$values (pg_temp.id(2))$$,
    'also in pages'
);
do $when$ begin perform pg_temp.advance('5 s'); end $when$;
select results_eq(
    'select execution_id from flowfabric.ff_list_expired_leases()',
    $$values (pg_temp.id(1)), (pg_temp.id(2))$$,
    'it is listed once when the grant has lapsed'
);

select * from finish();
rollback;
