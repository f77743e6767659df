begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given leases of 10 s, 30 s, and one whose attempt times out in 40 s, 5 s ago; when they are
-- renewed in one call, in another order; then
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 2) as n;
    perform pg_temp.submit_number(
        3, 'lane3', p_policy => '{"timeout_policy": {"attempt_timeout_ms": 40000}}'
    );
end;
$given$;
create temporary table held as
select
    n,
    pg_temp.claim('a', case n when 1 then 10000 else 30000 end, 'lane' || n) as handle
from generate_series(1, 3) as n;
do $when$ begin perform pg_temp.advance('5 s'); end $when$;

select results_eq(
    $$
        select to_jsonb(r)
        from flowfabric.ff_renew_batch(
            array(select h.handle from held as h order by h.n desc)
        ) as r
    $$,
    $$
        select e.answer || '{
            "outcome": "renewed", "lease_epoch": 1, "cancel_requested": false,
            "error_code": null, "error_detail": null
        }'
        from (
            values
            (1, '{
                "execution_id": "00000000-0000-7000-8000-000000000003",
                "lease_expires_at": "2030-01-01T12:00:35+00:00", "lease_remaining_ms": 30000
            }'::jsonb),
            (2, '{
                "execution_id": "00000000-0000-7000-8000-000000000002",
                "lease_expires_at": "2030-01-01T12:00:35+00:00", "lease_remaining_ms": 30000
            }'),
            (3, '{
                "execution_id": "00000000-0000-7000-8000-000000000001",
                "lease_expires_at": "2030-01-01T12:00:15+00:00", "lease_remaining_ms": 10000
            }')
        ) as e (place, answer)
        order by e.place
    $$,
    'each lasts as long as its claim asked for, and has its place in the answer'
);
select results_eq(
    $$
        select r.lease_remaining_ms
        from flowfabric.ff_renew_batch(
            array(select h.handle from held as h order by h.n), 3600000
        ) as r
    $$,
    'values (3600000::bigint), (3600000), (35000)',
    'or as long as the call asks for, but never longer than its attempt'
);
select results_eq(
    $$
        select kind, executions, epochs, worker_id
        from pg_temp.events()
        where kind <> 'acquired'
    $$,
    $$
        values
        ('renewed', '{3,2,1}', '{1,1,1}', 'a'),
        ('renewed', '{1,2,3}', '{1,1,1}', 'a')
    $$,
    'the call writes one event, in the order of its handles'
);
do $when$ begin perform pg_temp.advance('34999999 us'); end $when$;
select is(
    pg_temp.claim('b', p_lane_id => 'lane3'), null,
    'no claim gets one before the new expiry'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
