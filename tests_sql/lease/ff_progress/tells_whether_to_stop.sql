begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql

-- given that a cancellation is requested (nothing does that yet: the owner sets it by hand); when
-- the holder reports; then it learns of it
select pg_temp.lease('a') as handle
\gset
select is((flowfabric.ff_progress(:'handle', 1)).cancel_requested, false, 'not before');
update flowfabric.ff_exec_core set is_cancel_requested = true;
select is((flowfabric.ff_progress(:'handle', 2)).cancel_requested, true, 'but then');

select * from finish();
rollback;
