begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql

-- given a lease; when its cancellation is requested (nothing does that yet: the owner sets it by
-- hand); then the next renewal says so
select pg_temp.lease('a') as handle
\gset
select is(
    (select r.cancel_requested from flowfabric.ff_renew_batch(array[:'handle']) as r),
    false,
    'not before'
);
update flowfabric.ff_exec_core set is_cancel_requested = true;
select is(
    (select r.cancel_requested from flowfabric.ff_renew_batch(array[:'handle']) as r),
    true,
    'but then'
);

select * from finish();
rollback;
