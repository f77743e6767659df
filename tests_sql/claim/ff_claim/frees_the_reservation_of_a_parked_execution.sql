-- tests_sql/claim/ff_claim/frees_the_reservation_of_a_parked_execution.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/flows.sql
create function pg_temp.reserve(p_execution_id uuid) returns text language sql as $$
    select r.outcome
    from flowfabric.ff_reserve_budget(pg_temp.budget_id(), p_execution_id, '{"tokens": 100}') as r
$$;
-- given two members that have reserved the whole budget in turn (the worker of a fell silent, b was
-- handed back); then their flow is cancelled, and its waiting members stay as they are
select pg_temp.budget() as done \gset
select pg_temp.budget(2) as done \gset
select pg_temp.flow('{"a": {}, "b": {}}') as flow_id \gset
select c.handle from flowfabric.ff_issue_grant_and_claim(pg_temp.node('a'), 'lane', 1000) as c \gset
select is(pg_temp.reserve(pg_temp.node('a')), 'reserved', 'given a has reserved the budget');
select r.outcome as done
from flowfabric.ff_reserve_budget(pg_temp.budget_id(2), pg_temp.node('b'), '{"tokens": 100}') as r
\gset
select pg_temp.advance('1 second') as done \gset
select flowfabric.ff_cancel_flow(:'flow_id', 'not wanted', 'cancel_flow_only') as done \gset
select is(pg_temp.claim_all(), '', 'a claim parks both');
select is(
    (
        select string_agg(distinct e.state::text, ' ') from flowfabric.ff_exec_core as e
        where e.flow_id = :'flow_id'
    ),
    'flow_first flow_resume', 'both wait as before'
);
select is(
    (
        select string_agg(s.reserved ->> 'tokens', ' ')
        from (values (1), (2)) as n (number),
            lateral flowfabric.ff_get_budget_status(pg_temp.budget_id(n.number)) as s
    ),
    '0 0', 'no reservation of the budget is left'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
