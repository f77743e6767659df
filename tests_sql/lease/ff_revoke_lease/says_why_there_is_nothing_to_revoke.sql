begin;
select plan(10);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given executions that are (1) waiting, (2) completed, (3) delayed by their holder, (4) revoked
-- before, (5) lapsed at this very moment, (6) held by the process a-1
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 6) as n;
    perform flowfabric.ff_complete(pg_temp.claim('a', p_lane_id => 'lane2'));
    perform flowfabric.ff_delay(pg_temp.claim('a', p_lane_id => 'lane3'), 1000);
    perform pg_temp.claim('a', 10000, 'lane' || n) from unnest(array[4, 5]) as n;
    perform pg_temp.claim('a', 10001, 'lane6');
    perform flowfabric.ff_revoke_lease(pg_temp.id(4));
    perform pg_temp.advance('10 s');
end;
$given$;
select pg_temp.stored() as before
\gset

-- when an operator revokes the lease, or names another; then
select
    is(
        (
            select concat_ws(' ', r.outcome, r.why)
            from flowfabric.ff_revoke_lease(
                pg_temp.id(c.n), c.expected_lease_id, c.worker_instance_id
            ) as r
        ),
        'already_satisfied ' || c.why,
        format('(%s) %s', c.n, c.why)
    )
from (
    values
    (1, null::uuid, null, 'no_active_lease'),
    (2, null, null, 'no_active_lease'),
    (3, null, null, 'no_active_lease'),
    (4, null, null, 'already_revoked'),
    (5, null, null, 'already_expired'),
    (6, null, 'b-1', 'different_worker_instance_id'),
    (6, 'ffffffff-ffff-4fff-bfff-ffffffffffff', null, 'lease_id_mismatch'),
    (6, 'ffffffff-ffff-4fff-bfff-ffffffffffff', 'a-1', 'lease_id_mismatch')
) as c (n, expected_lease_id, worker_instance_id, why);
select is(pg_temp.stored(), :'before', 'nothing was written');

select is(
    (
        select r.outcome
        from flowfabric.ff_exec_core as e
        cross join lateral flowfabric.ff_revoke_lease(pg_temp.id(6), e.lease_id, 'a-1') as r
        where pg_temp.number(e.execution_id) = 6
    ),
    'revoked',
    'a lease that is named correctly is revoked, a millisecond before its expiry'
);

select * from finish();
rollback;
