-- tests_sql/flow/joins/needs_as_many_as_the_quorum.sql
begin;
select plan(11);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given e after two of a, b, c, d, where losers run on; when a and b complete
select pg_temp.flow('{
    "a": {}, "b": {}, "c": {}, "d": {},
    "e": {"after": {"quorum": 2, "of": ["a", "b", "c", "d"], "losers": "run"}}
}') as flow_id;
select is(pg_temp.complete('a'), 'completed', 'one upstream completes');
select is(pg_temp.nodes('e'), 'e waiting_children', 'that is not enough');
select is(pg_temp.complete('b'), 'completed', 'a second one completes');
select is(pg_temp.nodes('c', 'd', 'e'), 'c waiting, d waiting, e waiting', 'that is enough');
-- when three upstreams of another such flow fail
select pg_temp.flow('{
    "a": {}, "b": {}, "c": {}, "d": {},
    "e": {"after": {"quorum": 2, "of": ["a", "b", "c", "d"], "losers": "cancel"}}
}') as flow_id;
select is(pg_temp.fail('a'), 'terminal_failed', 'one fails');
select is(pg_temp.fail('b'), 'terminal_failed', 'another fails');
select is(pg_temp.nodes('e'), 'e waiting_children', 'two are left, which may be enough');
select is(pg_temp.fail('c'), 'terminal_failed', 'a third fails');
select is(
    pg_temp.nodes('d', 'e'), 'd cancelled, e skipped',
    'one is left, which is not enough: it is skipped'
);
select is(
    (select d.cancellation_reason from flowfabric.ff_describe_execution(pg_temp.node('d')) as d),
    'sibling_quorum_impossible',
    'the downstream shows the reason'
);
select pg_temp.pay();
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
