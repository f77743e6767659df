begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/no_retries.sql

-- given an attempt of 60 s by policy, one of 50 s by the claim, and a deadline in 40 s; when their
-- leases of 30 s are renewed after 20 s; then
do $given$
begin
    perform pg_temp.submit_number(
        1, 'lane1', p_policy => '{"timeout_policy": {"attempt_timeout_ms": 60000}}'
    );
    perform pg_temp.submit_number(2, 'lane2');
    perform pg_temp.submit_number(3, 'lane3', p_deadline_ms => 40000);
end;
$given$;
create temporary table held as
select
    t.n,
    c.handle
from (values (1, null), (2, 50000), (3, null)) as t (n, attempt_timeout_ms)
cross join lateral flowfabric.ff_claim(
    'lane' || t.n, 'a', 'a-1', p_attempt_timeout_ms => t.attempt_timeout_ms
) as c;

do $when$ begin perform pg_temp.advance('20 s'); end $when$;
select results_eq(
    $$
        select n, r.lease_remaining_ms
        from held
        cross join lateral flowfabric.ff_renew(handle) as r
        order by n
    $$,
    'values (1, 30000::bigint), (2, 30000), (3, 20000)',
    'for one of them the end is nearer than its lease'
);
select results_eq(
    $$
        select n, r.lease_remaining_ms, r.lease_expires_at
        from held
        cross join lateral flowfabric.ff_renew(handle, 86400000) as r
        order by n
    $$,
    $$
        values
        (1, 40000::bigint, '2030-01-01 12:01:00+00'::timestamptz),
        (2, 30000, '2030-01-01 12:00:50+00'),
        (3, 20000, '2030-01-01 12:00:40+00')
    $$,
    'no ttl reaches beyond the end'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');
do $when$ begin perform pg_temp.advance('20 s'); end $when$;
select results_eq(
    $$
        select n, pg_temp.refusal(format($a$select flowfabric.ff_renew(%L)$a$, handle))
        from held
        order by n
    $$,
    $$values (1, 'nothing'), (2, 'nothing'), (3, 'ZF101 lease_expired')$$,
    'past the deadline the lease has ended'
);
do $when$ begin perform pg_temp.advance('19999999 us'); end $when$;
select results_eq(
    $$
        select n, pg_temp.refusal(format($a$select flowfabric.ff_renew(%L)$a$, handle))
        from held
        order by n
    $$,
    $$values (1, 'nothing'), (2, 'ZF101 lease_expired'), (3, 'ZF101 lease_expired')$$,
    'past the timeout of the attempt it has, too'
);
select results_eq(
    $$
        select r.lease_remaining_ms
        from held
        cross join lateral flowfabric.ff_renew(handle) as r
        where n = 1
    $$,
    'values (0::bigint)',
    'the last microsecond is rounded down to 0 ms'
);
do $when$
begin
    perform pg_temp.claim('b', p_lane_id => 'lane' || n) from generate_series(1, 3) as n;
end;
$when$;
select results_eq(
    $$
        select n, d.public_state, d.failure_reason
        from generate_series(1, 3) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
    $$,
    $$
        values
        (1, 'active', null),
        (2, 'expired', 'attempt_timeout'),
        (3, 'expired', 'execution_deadline')
    $$,
    'a claim then ends each of them by its limit'
);

select * from finish();
rollback;
