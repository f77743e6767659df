-- tests_sql/limit/ff_reserve_budget/frees_reservations_of_members_of_a_cancelled_flow.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/flows.sql
create function pg_temp.reserve(p_execution_id uuid) returns text language sql as $$
    select r.outcome
    from flowfabric.ff_reserve_budget(pg_temp.budget_id(), p_execution_id, '{"tokens": 100}') as r
$$;
-- given d, which waits for a, and has reserved the whole budget; and x, of another flow
select pg_temp.budget() as done \gset
select pg_temp.flow('{"x": {}}') as flow_id \gset
select pg_temp.node('x') as x \gset
select pg_temp.flow('{"a": {}, "d": {"after": ["a"]}}') as flow_id \gset
select is(pg_temp.reserve(pg_temp.node('d')), 'reserved', 'd reserves the budget');
select is(pg_temp.reserve(:'x'), 'hard_breach', 'nothing is left for x');
-- when the flow of d is cancelled, and its members stay as they are; then
select c.outcome from flowfabric.ff_cancel_flow(:'flow_id', 'not wanted', 'cancel_flow_only') as c
\gset
select is(pg_temp.nodes('d'), 'd waiting_children', 'd never runs');
select is(pg_temp.reserve(:'x'), 'reserved', 'its reservation is free for x');
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
