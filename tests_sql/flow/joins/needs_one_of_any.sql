-- tests_sql/flow/joins/needs_one_of_any.sql
begin;
select plan(12);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given d after any of a, b, c, where losers run on; when a fails and b completes
select pg_temp.flow('{
    "a": {}, "b": {}, "c": {}, "d": {"after": {"any_of": ["a", "b", "c"], "losers": "run"}}
}') as flow_id;
select is(pg_temp.fail('a'), 'terminal_failed', 'one fails');
select is(pg_temp.nodes('d'), 'd waiting_children', 'the others may still complete');
select is(pg_temp.complete('b'), 'completed', 'one completes');
select is(
    pg_temp.nodes(),
    'a failed, b completed, c waiting, d waiting',
    'that is enough; c may run on'
);
select pg_temp.pay();
select is(pg_temp.nodes('c'), 'c waiting', 'a later claim takes c');
select is(pg_temp.complete('d'), 'completed', 'd completes');
select is(pg_temp.complete('c'), 'completed', 'c completes after all');
select is(pg_temp.nodes('d'), 'd completed', 'its end does not start d again');
select is(pg_temp.join_of('d'), 'satisfied, 2 of 3, 1 failed, 0 skipped', 'but it is counted');
select is(
    (
        select count(*) from flowfabric.ff_event_item as v
        inner join flowfabric.ff_flow_member as m on v.execution_id = m.execution_id
        where m.node = 'd' and v.kind = 'completed'
    ),
    1::bigint,
    'd ended once'
);
select is(
    (select s.public_flow_state from flowfabric.ff_flow_summary(pg_temp.flow_id()) as s),
    'completed',
    'the flow has not failed: the failure of a did not matter'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
