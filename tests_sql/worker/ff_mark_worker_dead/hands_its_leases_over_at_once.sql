begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given a-1 holds (1) to (3), the third in another namespace, and (6) has lapsed at this moment;
-- (4) is held by another process of the same worker, (5) waits, (7) lapsed and is granted to b;
-- a-1 never registered; when it is marked dead and its leases are released; then
do $given$
begin
    perform pg_temp.submit_number(
        n, 'lane' || n, p_namespace => case n when 3 then 'tenant' else 'default' end
    )
    from generate_series(1, 7) as n;
    perform pg_temp.claim('a', 60000, 'lane' || n) from unnest(array[1, 2, 3]) as n;
    perform flowfabric.ff_claim('lane4', 'a', 'a-2', p_lease_ttl_ms => 60000);
    perform pg_temp.claim('a', 10000, 'lane6');
    perform pg_temp.claim('a', 5000, 'lane7');
    perform pg_temp.advance('10 s');
end;
$given$;
select pg_temp.reclaim_key(7, 'b') as key
\gset
select is(
    to_jsonb(flowfabric.ff_mark_worker_dead(
        'a-1', 'the host is down', p_release_leases => true
    )),
    '{"worker_instance_id": "a-1", "outcome": "not_registered", "released_count": 2}',
    'the live leases of the process in the namespace are released, registered or not'
);
select results_eq(
    $$
        select n, d.ownership_state, d.claimable_at
        from generate_series(1, 7) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
    $$,
    $$
        values
        (1, 'lease_revoked', '2030-01-01 12:00:10+00'::timestamptz),
        (2, 'lease_revoked', '2030-01-01 12:00:10+00'),
        (3, 'leased', '2030-01-01 12:01:00+00'),
        (4, 'leased', '2030-01-01 12:01:00+00'),
        (5, 'unowned', '2030-01-01 12:00:00+00'),
        (6, 'lease_expired_reclaimable', '2030-01-01 12:00:10+00'),
        (7, 'lease_expired_reclaimable', '2030-01-01 12:00:15+00')
    $$,
    'no other leases are released'
);
select results_eq(
    $$
        select pg_temp.number(execution_id), details - 'role'
        from flowfabric.ff_operator_event
        where kind = 'revoked'
        order by pg_temp.number(execution_id)
    $$,
    $$
        select
            n,
            jsonb_build_object('session_user', session_user, 'reason', 'the host is down')
        from generate_series(1, 2) as n
    $$,
    'each release is recorded'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');
select results_eq(
    $$
        select c.attempt_type, c.lease_epoch
        from generate_series(1, 2) as n
        cross join lateral flowfabric.ff_claim('lane' || n, 'b', 'b-1') as c
    $$,
    $$values ('reclaim', 2::bigint), ('reclaim', 2)$$,
    'other workers take them over at once'
);
select is(
    pg_temp.verdict('ff_reclaim_execution', 7, :'key', 'b'),
    'claimed',
    'a grant that is out is kept'
);
select is(
    (flowfabric.ff_mark_worker_dead('a-1', 'again', p_release_leases => true)).released_count,
    0,
    'a second call finds nothing'
);

select * from finish();
rollback;
