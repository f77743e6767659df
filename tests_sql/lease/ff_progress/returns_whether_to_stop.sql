begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/asked_to_stop.sql

-- given a lease in a flow; when the flow has spent more than its budget; then the next report asks
-- the holder to stop
select f.flow_id from flowfabric.ff_create_flow() as f
\gset
select pg_temp.lease_of_a_member(:'flow_id') as handle
\gset

select is(
    (flowfabric.ff_progress(:'handle', 1)).cancel_requested, false,
    'before that it does not'
);
select is(pg_temp.ask_to_stop(:'flow_id'), 'hard_breach', 'given the budget is exceeded');
select is((flowfabric.ff_progress(:'handle', 2)).cancel_requested, true, 'then it does');

select * from finish();
rollback;
