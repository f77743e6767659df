begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql

-- given a fresh installation; when a server seeds its key at its start; then
select is(
    to_jsonb(flowfabric.ff_seed_waitpoint_secret('2030-01', repeat('0a', 32))),
    '{"kid": "2030-01", "outcome": "seeded", "is_same_secret": true}',
    'it is the active key from now on'
);
select results_eq(
    'select kid, is_active, expires_at from flowfabric.ff_list_waitpoint_keys()',
    $$
        values
        ('2030-01', true, null::timestamptz),
        ('installed', false, '2030-01-02 12:00:00+00'::timestamptz)
    $$,
    'grants that the installation signed before stay valid for a day'
);
select results_eq(
    $$select kind::text, details - 'role' from flowfabric.ff_operator_event$$,
    $$
        select
            'key_rotated',
            jsonb_build_object(
                'session_user', session_user, 'kid', '2030-01', 'previous_kid', 'installed'
            )
    $$,
    'the event names the caller'
);

-- when the server seeds a key at its next start; then
select pg_temp.stored() as before
\gset
select is(
    to_jsonb(flowfabric.ff_seed_waitpoint_secret('2030-01', repeat('0A', 32))),
    '{"kid": "2030-01", "outcome": "already_seeded", "is_same_secret": true}',
    'the same key is accepted'
);
select is(
    to_jsonb(flowfabric.ff_seed_waitpoint_secret('2030-01', repeat('0b', 32))),
    '{"kid": "2030-01", "outcome": "already_seeded", "is_same_secret": false}',
    'another key is refused'
);
select is(pg_temp.stored(), :'before', 'nothing was written');
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
