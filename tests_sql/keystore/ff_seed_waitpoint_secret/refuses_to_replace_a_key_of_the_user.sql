begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql

-- given a seeded key; when another one is seeded; then
do $given$
begin
    perform flowfabric.ff_seed_waitpoint_secret('first', repeat('01', 32));
end;
$given$;
select pg_temp.stored() as before
\gset
select is(
    pg_temp.error_of($$select flowfabric.ff_seed_waitpoint_secret('other', repeat('02', 32))$$)
    - 'hint',
    '{
        "sqlstate": "ZF802",
        "message": "another signing key is in use",
        "detail": {"symbol": "key_conflict", "kid": "other", "active_kid": "first"}
    }',
    'it is refused: another key needs a rotation'
);
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
