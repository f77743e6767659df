-- tests_sql/explain/ff_explain/may_be_called_by_all_but_approvers.sql
begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/permissions.sql
select is(
    pg_temp.who_may(
        $$select flowfabric.ff_explain('{fp:1}:00000000-0000-7000-8000-000000000001')$$
    ),
    'ff_producer, ff_worker, ff_operator, ff_reader',
    'who may look at an execution, may ask'
);
select * from finish();
rollback;
