begin;
select plan(1);
\ir ../../lib/permissions.sql

select is(
    pg_temp.who_may($$select flowfabric.ff_register_worker('a', 'a-1', '{lane}')$$),
    'ff_worker',
    'workers register, and nobody else'
);

select * from finish();
rollback;
