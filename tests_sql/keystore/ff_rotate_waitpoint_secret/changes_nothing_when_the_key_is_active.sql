begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql

do $given$
begin
    perform flowfabric.ff_rotate_waitpoint_secret('first', repeat('01', 32));
end;
$given$;
select pg_temp.stored() as before
\gset
select is(
    to_jsonb(flowfabric.ff_rotate_waitpoint_secret('first', repeat('01', 32), 0)),
    '{
        "new_kid": "first",
        "outcome": "unchanged",
        "previous_kid": null,
        "previous_expires_at": null,
        "removed_count": 0
    }',
    'the same rotation again returns the same'
);
select is(
    pg_temp.refusal($$select flowfabric.ff_rotate_waitpoint_secret('first', repeat('02', 32))$$),
    'ZF802 key_conflict',
    'another secret under the same name is refused'
);
select is(
    pg_temp.refusal(
        $$select flowfabric.ff_rotate_waitpoint_secret('installed', repeat('02', 32))$$
    ),
    'ZF802 key_conflict',
    'another secret under the name of a former key is refused, too'
);
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
