begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/permissions.sql
\ir ../../lib/typed_calls.sql

select pg_temp.lease() as handle
\gset
select is(
    pg_temp.who_may(
        pg_temp.typed_call('ff_fail_execution', :'handle', $$p_failure_reason => 'broken'$$)
    ),
    'ff_worker, ff_operator',
    'workers with a lease, and operators without one'
);

select * from finish();
rollback;
