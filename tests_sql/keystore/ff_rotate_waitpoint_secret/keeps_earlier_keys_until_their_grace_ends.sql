begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql

-- given keys A, B and C, one after the other, all within the grace; then
create temporary table rotated as
select r.*
from
    (values ('a', '01', 10000), ('b', '02', 10000), ('c', '03', 60000)) as k (kid, secret, grace_ms)
cross join
    lateral flowfabric.ff_rotate_waitpoint_secret(k.kid, repeat(k.secret, 32), k.grace_ms) as r;
select results_eq(
    'select new_kid, previous_kid, removed_count from rotated',
    $$values ('a', 'installed', 0), ('b', 'a', 0), ('c', 'b', 0)$$,
    'given three rotations'
);
select set_eq(
    'select kid, expires_at from flowfabric.ff_list_waitpoint_keys()',
    $$
        values
        ('c', null::timestamptz),
        ('b', '2030-01-01 12:01:00+00'),
        ('a', '2030-01-01 12:00:10+00'),
        ('installed', '2030-01-01 12:00:10+00')
    $$,
    'all of them verify'
);
-- when the grace of two has ended, and the key is rotated; then
do $when$ begin perform pg_temp.advance('10 s'); end $when$;
select is(
    (flowfabric.ff_rotate_waitpoint_secret('d', repeat('04', 32))).removed_count,
    2,
    'those two are removed'
);
select set_eq(
    'select kid from flowfabric.ff_list_waitpoint_keys()',
    array['d', 'c', 'b'],
    'the others are kept'
);

-- when the key is rotated back to one that was used before; then
select is(
    (flowfabric.ff_rotate_waitpoint_secret('b', repeat('02', 32))).outcome, 'rotated',
    'the rotation succeeds'
);
select results_eq(
    'select kid, is_active, expires_at from flowfabric.ff_list_waitpoint_keys() limit 1',
    $$values ('b', true, null::timestamptz)$$,
    'that key is the active one, without an end'
);
do $when$ begin perform pg_temp.advance('2 days'); end $when$;
select is(
    (flowfabric.ff_rotate_waitpoint_secret('e', repeat('05', 32))).previous_kid,
    'b',
    'it outlives its former end'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
