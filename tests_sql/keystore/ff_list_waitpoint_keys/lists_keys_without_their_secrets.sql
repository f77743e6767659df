begin;
select plan(4);
\ir ../../lib/clock.sql

-- given a new installation; then it has a key of its own
select results_eq(
    $$
        select kid, is_active, created_at is null, expires_at
        from flowfabric.ff_list_waitpoint_keys()
    $$,
    $$values ('installed', true, false, null::timestamptz)$$,
    'a new installation can sign'
);

-- given the key was replaced twice; then
do $given$
begin
    perform flowfabric.ff_seed_waitpoint_secret('first', repeat('01', 32));
    perform pg_temp.advance('1 s');
    perform flowfabric.ff_rotate_waitpoint_secret('second', repeat('02', 32), 60000);
end;
$given$;
select results_eq(
    'select kid, is_active, expires_at from flowfabric.ff_list_waitpoint_keys() offset 0 limit 2',
    $$
        values
        ('second', true, null::timestamptz),
        ('first', false, '2030-01-01 12:01:01+00'::timestamptz)
    $$,
    'the active key comes first, then those that still verify'
);
do $when$ begin perform pg_temp.advance('60 s'); end $when$;
select is(
    (select array_agg(k.kid) from flowfabric.ff_list_waitpoint_keys() as k),
    '{second,installed}',
    'a key past its grace does not verify, and is not listed'
);
select is(
    (
        select array_agg(a.attname::text order by a.attnum)
        from pg_attribute as a
        where a.attrelid = 'flowfabric.ff_key_description'::regclass and a.attnum > 0
    ),
    '{kid,is_active,created_at,expires_at}',
    'no field of the list is a secret'
);

select * from finish();
rollback;
