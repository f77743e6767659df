-- tests_sql/limit/ff_unblock_execution/waits_for_edges_added_meanwhile.sql
begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/staged_flow.sql
\ir ../../lib/flows.sql
-- given members that an operator has blocked; when they get upstreams, and are unblocked
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
select is(
    pg_temp.apply(1), 'applied applied 1 waiting',
    'an edge to the first does not unblock it'
);
select is(pg_temp.apply(2), 'applied applied 1 waiting', 'nor does an edge to the second');
select is(pg_temp.finish('over'), 'completed', 'the upstream of the second completes');
select is(
    (
        select concat_ws(' ', u.outcome, u.public_state)
        from flowfabric.ff_unblock_execution(pg_temp.id_of('waits')) as u
    ),
    'unblocked waiting_children', 'the first, unblocked, waits for its upstream'
);
select is(
    (
        select concat_ws(' ', u.outcome, u.public_state)
        from flowfabric.ff_unblock_execution(pg_temp.id_of('goes')) as u
    ),
    'unblocked waiting', 'the second, unblocked, does not wait: its upstream has ended'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select is(pg_temp.finish('up'), 'completed', 'the upstream of the first completes');
select is(
    flowfabric.ff_read_execution_state(pg_temp.id_of('waits')), 'waiting',
    'then the first can be claimed'
);
select is(pg_temp.healthy(), 'healthy', 'still no invariant is broken');
select * from finish();
rollback;
