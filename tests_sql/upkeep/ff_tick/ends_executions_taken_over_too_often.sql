begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given executions that may be taken over once and were, whose leases were lost again, (1) lapsed,
-- (2) revoked; (3) that may be taken over once more; when no worker claims and a tick runs; then
do $given$
begin
    perform pg_temp.submit_number(
        n, 'lane' || n, p_policy => jsonb_build_object('max_reclaim_count', case n when 3 then 2 else 1 end)
    )
    from generate_series(1, 3) as n;
    perform pg_temp.claim('a', 1000, 'lane' || n) from generate_series(1, 3) as n;
    perform pg_temp.advance('1 s');
    perform pg_temp.claim('b', 1000, 'lane' || n) from generate_series(1, 3) as n;
    perform flowfabric.ff_revoke_lease(pg_temp.id(2));
    perform pg_temp.advance('1 s');
    perform count(*) from flowfabric.ff_tick();
end;
$given$;
select results_eq(
    $$
        select n, d.public_state, d.failure_reason, d.lease_reclaim_count
        from generate_series(1, 3) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
    $$,
    $$
        values
        (1, 'failed', 'max_reclaims_exceeded', 2),
        (2, 'failed', 'max_reclaims_exceeded', 2),
        (3, 'active', null, 1)
    $$,
    'no row is stuck at its cap'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
