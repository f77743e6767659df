begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/permissions.sql
\ir ../../lib/typed_calls.sql

select pg_temp.lease() as handle
\gset
select is(
    pg_temp.who_may(pg_temp.typed_call('ff_renew_lease', :'handle', 'p_lease_ttl_ms => 60000')),
    'ff_worker',
    'ff_worker alone, whoever knows the fence'
);

select * from finish();
rollback;
