begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/handles.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/no_retries.sql

-- given executions that are (1) held, (2) held by another worker now, (3) lapsed, (4) revoked, (5)
-- failed, (6) waiting for a retry, (7) completed, (8) completed by another worker, (9) held
create temporary table held (n integer, holder text, handle text);
do $given$
begin
    for v_number in 1..9 loop
        perform pg_temp.submit_number(
            v_number,
            'lane' || v_number,
            p_policy => case v_number when 6 then '{"retry_policy": {"max_retries": 1}}' end::jsonb
        );
        insert into held
        select
            v_number,
            'a',
            pg_temp.claim('a', case when v_number in (1, 9) then 60000 else 30000 end,
            'lane' || v_number);
    end loop;
    perform flowfabric.ff_fail(h.handle, 'broken') from held as h where h.n in (5, 6);
    perform flowfabric.ff_complete(h.handle) from held as h where h.n = 7;
    perform flowfabric.ff_revoke_lease(pg_temp.id(4));
    perform pg_temp.advance('30 s');
    insert into held
    select n, 'b', pg_temp.claim('b', p_lane_id => 'lane' || n)
    from unnest(array[2, 8]) as n;
    perform flowfabric.ff_complete(h.handle) from held as h where h.n = 8 and h.holder = 'b';
end;
$given$;

-- when "a" completes all of them in one call, (1) twice, with null, with a malformed handle, and
-- with an unknown execution; then
create temporary table answered as
select c.*
from flowfabric.ff_complete_batch(
    array(
        select h.handle from held as h
        where h.holder = 'a'
        order by h.n
    )
    || (select array[
        h.handle,
        null,
        'junk',
        pg_temp.replaced(h.handle, 'execution', '00000000-0000-7000-8000-0000000000ff'),
        pg_temp.replaced(h.handle, 'ttl', '7')
    ] from held as h
    where h.n = 1)
) with ordinality as c;

select results_eq(
    $$
        select
            ordinality, execution_id, outcome, public_state, is_replay, error_code
        from answered
        order by ordinality
    $$,
    $$
        values
        (1::bigint, pg_temp.id(1), 'completed', 'completed', false, null),
        (2, pg_temp.id(2), 'stale_lease', 'active', false, 'ZF102'),
        (3, pg_temp.id(3), 'lease_expired', 'active', false, 'ZF101'),
        (4, pg_temp.id(4), 'lease_revoked', 'active', false, 'ZF103'),
        (5, pg_temp.id(5), 'execution_not_active', 'failed', false, 'ZF105'),
        (6, pg_temp.id(6), 'execution_not_active', 'delayed', false, 'ZF105'),
        (7, pg_temp.id(7), 'completed', 'completed', true, null),
        (8, pg_temp.id(8), 'execution_not_active', 'completed', false, 'ZF105'),
        (9, pg_temp.id(9), 'completed', 'completed', false, null),
        (10, pg_temp.id(1), 'completed', 'completed', true, null),
        (11, null, 'invalid', null, false, '22023'),
        (12, null, 'invalid', null, false, '22023'),
        (13, '00000000-0000-7000-8000-0000000000ff', 'execution_not_found', null, false,
        'ZF201'),
        (14, pg_temp.id(1), 'completed', 'completed', true, null)
    $$,
    'each handle has its outcome; held executions are completed once'
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
            "lease_epoch": 1, "lifecycle_phase": "terminal",
            "terminal_outcome": "failed"
        }'),
        (6, '{
            "lease_epoch": 1, "lifecycle_phase": "runnable",
            "terminal_outcome": "none"
        }'),
        (8, '{
            "lease_epoch": 2, "lifecycle_phase": "terminal",
            "terminal_outcome": "success"
        }'),
        (11, '{"argument": "p_handles", "message": "p_handles has an item that is not a handle"}'),
        (12, '{"argument": "p_handles", "message": "p_handles has an item that is not a handle"}'),
        (13, '{}')
    $$,
    'the details are those of the errors of ff_complete'
);
select results_eq(
    $$
        select outcome, executions, epochs, worker_id
        from pg_temp.events()
        where kind = 'completed' and executions <> '{5}'
    $$,
    $$
        values
        ('success', '{7}', '{1}', 'a'),
        ('success', '{8}', '{2}', 'b'),
        ('success', '{1,9}', '{1,1}', 'a')
    $$,
    'there is one event for the two that were completed'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
