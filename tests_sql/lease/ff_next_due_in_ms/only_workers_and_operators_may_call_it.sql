begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/permissions.sql

select is(
    pg_temp.who_may($$select flowfabric.ff_next_due_in_ms('lane')$$),
    'ff_worker, ff_operator',
    'ff_worker and ff_operator'
);

select * from finish();
rollback;
