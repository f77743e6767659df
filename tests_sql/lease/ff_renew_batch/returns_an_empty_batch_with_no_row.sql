begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql

select pg_temp.lease('a') as handle
\gset
select pg_temp.stored() as before
\gset
select is_empty(
    $$select * from flowfabric.ff_renew_batch('{}')$$,
    'without handles there are no items'
);
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
