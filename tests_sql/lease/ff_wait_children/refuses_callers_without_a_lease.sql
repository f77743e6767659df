-- tests_sql/lease/ff_wait_children/refuses_callers_without_a_lease.sql
begin;
select plan(10);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/staged_flow.sql
\ir ../../lib/flows.sql
-- given a lease; when it has expired or is stale, or the handle is malformed
select pg_temp.member('parent') is null as parent;
select
    c.handle,
    c.execution_id,
    c.lease_id,
    c.attempt_id
from flowfabric.ff_issue_grant_and_claim(pg_temp.id_of('parent'), 'lane', 1000) as c \gset
create function pg_temp.refused(p_handle text) returns text language sql as $$
    select pg_temp.refusal(format('select flowfabric.ff_wait_children(%L)', p_handle))
$$;
select is(pg_temp.refused(null), '22004 p_handle', 'a null handle');
select is(pg_temp.refused('x'), '22023 p_handle', 'a malformed handle');
select is(
    pg_temp.refusal(format(
        'select flowfabric.ff_move_to_waiting_children(%L, 0, %L, 7, %L)',
        :'execution_id', :'lease_id', :'attempt_id'
    )),
    'ZF102 stale_lease', 'another epoch'
);
select is(
    pg_temp.refusal(format(
        'select flowfabric.ff_move_to_waiting_children(%L, 0, null, 1, null)', :'execution_id'
    )),
    'ZF104 fence_required', 'half a fence'
);
select pg_temp.advance('999999 us');
savepoint before;
select is(pg_temp.refused(:'handle'), 'nothing', 'a call at the last microsecond is in time');
rollback to before;
select flowfabric.ff_revoke_lease(:'execution_id') is null as revoked;
select is(pg_temp.refused(:'handle'), 'ZF103 lease_revoked', 'a revoked lease');
rollback to before;
select pg_temp.advance('1 us');
select is(pg_temp.refused(:'handle'), 'ZF101 lease_expired', 'a call at the expiry is too late');
select is(
    pg_temp.refused(flowfabric._format_handle(
        '550e8400-e29b-41d4-a716-446655440000', '00000000-0000-7000-8000-000000000001', 1, 30000
    )), 'ZF201 execution_not_found', 'an empty handle'
);
select is(
    (
        select w.public_state
        from flowfabric.ff_create_execution('lane') as e
        cross join lateral flowfabric.ff_issue_grant_and_claim(e.execution_id, 'lane') as c
        cross join lateral flowfabric.ff_move_to_waiting_children(
            c.execution_id, 0, c.lease_id, c.lease_epoch, c.attempt_id
        ) as w
    ),
    'waiting', 'the call with explicit ids does the same'
);
select is(
    (
        select w.public_state
        from flowfabric.ff_create_execution('lane') as e
        cross join lateral flowfabric.ff_issue_grant_and_claim(e.execution_id, 'lane') as c
        cross join lateral flowfabric.ff_move_to_waiting_children(
            c.execution_id, 0, null, null, null, 'operator_override'
        ) as w
    ),
    'waiting', 'so does that of an operator without them'
);
select * from finish();
rollback;
