begin;
select plan(1);
\ir ../../lib/permissions.sql

select is(
    pg_temp.who_may('select flowfabric.ff_set_event_retention(1)'),
    'ff_operator',
    'operators'
);

select * from finish();
rollback;
