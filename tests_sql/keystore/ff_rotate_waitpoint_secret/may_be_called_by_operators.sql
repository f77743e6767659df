begin;
select plan(1);
\ir ../../lib/permissions.sql

select is(
    pg_temp.who_may($$select flowfabric.ff_rotate_waitpoint_secret('k', repeat('ab', 32))$$),
    'ff_operator',
    'operators rotate keys, and nobody else'
);

select * from finish();
rollback;
