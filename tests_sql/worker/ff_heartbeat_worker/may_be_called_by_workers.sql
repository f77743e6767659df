begin;
select plan(1);
\ir ../../lib/permissions.sql

select is(
    pg_temp.who_may($$select flowfabric.ff_heartbeat_worker('a-1')$$),
    'ff_worker',
    'workers say that they are there, and nobody else'
);

select * from finish();
rollback;
