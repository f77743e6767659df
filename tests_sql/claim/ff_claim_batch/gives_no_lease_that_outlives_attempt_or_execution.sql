begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql

-- given executions with different timeouts and deadlines; when they are claimed as one batch; then
do $given$
begin
    perform pg_temp.submit_number(1);
    perform pg_temp.submit_number(2, p_deadline_ms => 3000);
    perform pg_temp.submit_number(
        3, p_policy => '{"timeout_policy": {"attempt_timeout_ms": 4000}}'
    );
    perform pg_temp.submit_number(
        4, p_policy => '{"timeout_policy": {"attempt_timeout_ms": 9000}}'
    );
end;
$given$;

select results_eq(
    $$
        select split_part(execution_id::text, '-', 5), lease_remaining_ms
        from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 10, p_attempt_timeout_ms => 5000)
        order by execution_id
    $$,
    $$
        values
        ('000000000001', 5000::bigint), ('000000000002', 3000), ('000000000003', 4000),
        ('000000000004', 5000)
    $$,
    'the nearest of ttl, timeouts and deadline counts'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
