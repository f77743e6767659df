begin;
select plan(1);
\ir ../../lib/permissions.sql

select is(
    pg_temp.who_may($$select flowfabric.ff_look_ahead(array['lane'])$$),
    'ff_worker, ff_operator',
    'ff_worker and ff_operator'
);

select * from finish();
rollback;
