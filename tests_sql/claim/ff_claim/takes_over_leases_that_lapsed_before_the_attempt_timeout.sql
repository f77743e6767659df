begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given attempts of 60 s and no retries; when a worker with a lease of 30 s falls silent, and
-- nobody looks until the attempt's time is over as well; then
do $given$
begin
    perform pg_temp.submit_number(
        1, p_policy => '{"timeout_policy": {"attempt_timeout_ms": 60000}}'
    );
    perform pg_temp.claim('a', 30000);
    perform pg_temp.advance('90 s');
end;
$given$;

select results_eq(
    $$
        select attempt_index, attempt_type, lease_epoch, lease_expires_at
        from flowfabric.ff_claim('lane', 'b', 'b-1', p_lease_ttl_ms => 3600000)
    $$,
    $$values (1, 'reclaim', 2::bigint, '2030-01-01 12:02:30+00'::timestamptz)$$,
    'the worker fell silent first: a takeover, with the full time of an attempt'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
