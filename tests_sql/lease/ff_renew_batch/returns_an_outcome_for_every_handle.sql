begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/handles.sql
\ir ../../lib/numbered_executions.sql

-- given executions that are (1) held, (2) held by another worker now, (3) lapsed at this very
-- moment, (4) revoked, (5) cancelled, (6) waiting for a retry, (7) completed, (8) held
create temporary table held (n integer, handle text);
do $given$
begin
    for v_number in 1..8 loop
        perform pg_temp.submit_number(
            v_number,
            'lane' || v_number,
            p_policy => case v_number when 6 then '{"retry_policy": {"max_retries": 1}}' end::jsonb
        );
        insert into held
        select
            v_number,
            pg_temp.claim(
                'a', case when v_number in (1, 8) then 60000 else 30000 end, 'lane' || v_number
            );
    end loop;
    perform flowfabric.ff_revoke_lease(pg_temp.id(4));
    perform flowfabric.ff_cancel_execution(pg_temp.id(5), 'not needed');
    perform flowfabric.ff_fail(h.handle, 'broken') from held as h where h.n = 6;
    perform flowfabric.ff_complete(h.handle) from held as h where h.n = 7;
    perform pg_temp.advance('30 s');
    perform pg_temp.claim('b', p_lane_id => 'lane2');
end;
$given$;

-- when "a" renews all of them in one call, with null, with a malformed handle, and with an unknown
-- execution; then
create temporary table answered as
select r.*
from flowfabric.ff_renew_batch(
    array(
        select h.handle from held as h
        order by h.n
    )
    || (
        select
            array[
                null,
                'junk',
                pg_temp.replaced(h.handle, 'execution', '00000000-0000-7000-8000-0000000000ff')
            ]
        from held as h
        where h.n = 1
    )
) with ordinality as r;

select results_eq(
    $$
        select ordinality, execution_id, outcome, lease_remaining_ms, lease_epoch, error_code
        from answered
        order by ordinality
    $$,
    $$
        values
        (1::bigint, pg_temp.id(1), 'renewed', 60000::bigint, 1::bigint, null),
        (2, pg_temp.id(2), 'stale_lease', null, null, 'ZF102'),
        (3, pg_temp.id(3), 'lease_expired', null, null, 'ZF101'),
        (4, pg_temp.id(4), 'lease_revoked', null, null, 'ZF103'),
        (5, pg_temp.id(5), 'execution_not_active', null, null, 'ZF105'),
        (6, pg_temp.id(6), 'execution_not_active', null, null, 'ZF105'),
        (7, pg_temp.id(7), 'execution_not_active', null, null, 'ZF105'),
        (8, pg_temp.id(8), 'renewed', 60000, 1, null),
        (9, null, 'invalid', null, null, '22023'),
        (10, null, 'invalid', null, null, '22023'),
        (
            11, '00000000-0000-7000-8000-0000000000ff', 'execution_not_found', null, null,
            'ZF201'
        )
    $$,
    'each handle has its outcome; held leases are renewed'
);
select results_eq(
    $$
        select ordinality, error_detail - 'symbol' - 'execution_id' - 'attempt_id'
        from answered
        where error_code is not null
        order by ordinality
    $$,
    $$
        values
        (2::bigint, '{"lease_epoch": 2}'::jsonb),
        (3, '{
            "lease_epoch": 1, "expired_since_ms": 0,
            "lease_expires_at": "2030-01-01T12:00:30+00:00"
        }'),
        (4, '{"lease_epoch": 1}'),
        (5, '{
            "lease_epoch": 2, "lifecycle_phase": "terminal", "terminal_outcome": "cancelled"
        }'),
        (6, '{"lease_epoch": 1, "lifecycle_phase": "runnable", "terminal_outcome": "none"}'),
        (7, '{"lease_epoch": 1, "lifecycle_phase": "terminal", "terminal_outcome": "success"}'),
        (9, '{"argument": "p_handles", "message": "p_handles has an item that is not a handle"}'),
        (10, '{"argument": "p_handles", "message": "p_handles has an item that is not a handle"}'),
        (11, '{}')
    $$,
    'the details are those of the errors of ff_renew'
);
select results_eq(
    $$select executions, epochs from pg_temp.events() where kind = 'renewed'$$,
    $$values ('{1,8}', '{1,1}')$$,
    'there is one event for the two that were renewed'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
