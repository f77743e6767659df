begin;
select plan(1);
\ir ../../lib/permissions.sql

select is(
    pg_temp.who_may($$select flowfabric.ff_mark_worker_dead('a-1', 'gone')$$),
    'ff_operator',
    'operators, and nobody else'
);

select * from finish();
rollback;
