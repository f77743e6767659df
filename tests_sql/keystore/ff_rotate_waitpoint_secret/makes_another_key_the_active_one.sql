begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given a grant that the first key signed; when the key is rotated; then
do $given$
begin
    perform pg_temp.submit_number(1);
    perform pg_temp.submit_number(2);
    perform flowfabric.ff_seed_waitpoint_secret('first', repeat('01', 32));
end;
$given$;
select pg_temp.grant_key(1) as old_key
\gset
select is(
    to_jsonb(flowfabric.ff_rotate_waitpoint_secret('second', repeat('02', 32))),
    '{
        "new_kid": "second",
        "outcome": "rotated",
        "previous_kid": "first",
        "previous_expires_at": "2030-01-02T12:00:00+00:00",
        "removed_count": 0
    }',
    'grants of the former key stay valid for a day by default'
);
select is(
    split_part(split_part(pg_temp.grant_key(2), '.', 5), ':', 1),
    'second',
    'new grants are signed with the new key'
);
select is(
    pg_temp.verdict('ff_claim_execution', 1, :'old_key'),
    'initial',
    'a grant of the former key is redeemed'
);
select results_eq(
    $$
        select kind::text, details - 'role'
        from flowfabric.ff_operator_event
        where details ? 'kid'
        order by event_id
        offset 1
    $$,
    $$
        select
            'key_rotated',
            jsonb_build_object(
                'session_user', session_user, 'kid', 'second', 'previous_kid', 'first'
            )
    $$,
    'the event names the caller'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
