begin;
select plan(9);
\ir ../../lib/clock.sql

-- given work in a lane with the longest name, and in one with odd ones; when claimed; then
select flowfabric.ff_create_execution(l.lane_id)
from (values (repeat('~', 64)), (' '), ('a''b"c\')) as l (lane_id);

select
    is(
        (select c.lane_id from flowfabric.ff_claim(l.lane_id, 'a', 'a-1') as c),
        l.lane_id,
        'lane: ' || l.lane_id
    )
from (values (repeat('~', 64)), (' '), ('a''b"c\')) as l (lane_id);

select
    lives_ok(
        format($$select * from flowfabric.ff_claim('lane', %L, %L)$$, w.id, w.id),
        'worker: ' || w.description
    )
from (
    values (repeat('x', 256), '256 bytes'), (E'w\u00f6rker/7@host:\u2713', 'not ASCII')
) as w (id, description);
select
    lives_ok(
        format($$select * from flowfabric.ff_claim('lane', 'a', 'a-1', %L::text[])$$, c.value),
        'capabilities: ' || c.description
    )
from (
    values
    (array(select n::text from generate_series(1, 256) as n), '256 of them'),
    (array[repeat('x', 4096)], '4096 bytes')
) as c (value, description);

select flowfabric.ff_create_execution('lane')
from generate_series(1, 2);
select
    is(
        (
            select c.lease_expires_at
            from flowfabric.ff_claim('lane', 'a', 'a-1', p_lease_ttl_ms => t.lease_ttl_ms) as c
        ),
        t.lease_expires_at::timestamptz,
        'ttl: ' || t.lease_ttl_ms
    )
from (
    values (1, '2030-01-01 12:00:00.001+00'), (86400000, '2030-01-02 12:00:00+00')
) as t (lease_ttl_ms, lease_expires_at);

select * from finish();
rollback;
