-- tests_sql/limit/ff_unblock_execution/waits_for_edges_added_meanwhile.sql
begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/staged_flow.sql
\ir ../../lib/flows.sql
-- given members that are blocked by an operator; when they get upstreams, and are let go on
select pg_temp.member('up') is null as up;
select pg_temp.member('over') is null as over;
select pg_temp.member('waits') is null as waits;
select pg_temp.member('goes') is null as goes;
select b.outcome
from flowfabric.ff_block_execution(pg_temp.id_of('waits'), 'paused_by_operator') as b;
select b.outcome
from flowfabric.ff_block_execution(pg_temp.id_of('goes'), 'paused_by_operator') as b;
select pg_temp.stage(1, 'up', 'waits') is null as staged;
select pg_temp.stage(2, 'over', 'goes') is null as staged;
select is(pg_temp.apply(1), 'applied applied 1 waiting', 'an upstream does not let it go on');
select is(pg_temp.apply(2), 'applied applied 1 waiting', 'nor another');
select is(pg_temp.finish('over'), 'completed', 'the second completes');
select is(
    (
        select concat_ws(' ', u.outcome, u.public_state)
        from flowfabric.ff_unblock_execution(pg_temp.id_of('waits')) as u
    ),
    'unblocked waiting_children', 'unblocked, it waits for its upstream'
);
select is(
    (
        select concat_ws(' ', u.outcome, u.public_state)
        from flowfabric.ff_unblock_execution(pg_temp.id_of('goes')) as u
    ),
    'unblocked waiting', 'and for one that is over already it does not'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select is(pg_temp.finish('up'), 'completed', 'the first completes');
select is(
    flowfabric.ff_read_execution_state(pg_temp.id_of('waits')), 'waiting', 'then it may start'
);
select is(pg_temp.healthy(), 'healthy', 'still no invariant is broken');
select * from finish();
rollback;
