-- tests_sql/flow/joins/cancels_members_that_only_a_loser_needed.sql
begin;
select plan(11);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
create function pg_temp.flow_state() returns text language sql as $$
    select s.public_flow_state from flowfabric.ff_flow_summary(pg_temp.flow_id()) as s
$$;

-- given a race between y and the end of a chain a, b; when y wins while a runs; then
select pg_temp.flow('{
    "a": {}, "b": {"after": ["a"]}, "d": {"after": ["b"]}, "y": {},
    "z": {"after": {"any_of": ["d", "y"]}}
}') as flow_id;
select
    pg_temp.start('a') as handle,
    pg_temp.complete('y') as y
\gset
select pg_temp.pay();
select is(
    pg_temp.nodes(),
    'a cancelled, b cancelled, d cancelled, y completed, z waiting',
    'the loser is cancelled, and so are all members that only it needed'
);
select is(
    (
        select format('%s %s', d.cancelled_by, d.cancellation_reason)
        from flowfabric.ff_describe_execution(pg_temp.node('a')) as d
    ),
    'flow_cascade sibling_quorum_satisfied',
    'they have the same reason'
);
select pg_temp.complete('z') as z \gset
select is(pg_temp.flow_state(), 'completed', 'the flow completes without them');
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');

-- when another member needs a, too; then
select pg_temp.flow('{
    "a": {}, "d": {"after": ["a"]}, "e": {"after": ["a"]}, "y": {},
    "z": {"after": {"any_of": ["d", "y"]}}
}') as flow_id;
select pg_temp.complete('y') as y \gset
select pg_temp.pay();
select is(
    pg_temp.nodes(),
    'a waiting, d cancelled, e waiting_children, y completed, z waiting',
    'a is spared'
);
select c.outcome from flowfabric.ff_cancel_execution(pg_temp.node('e'), 'enough') as c \gset
select pg_temp.pay();
select is(pg_temp.nodes('a'), 'a cancelled', 'until e has ended');

-- given a race between y and a chain, whose losers run on; when the chain fails, and y wins; then
select pg_temp.flow('{
    "a": {}, "d": {"after": ["a"]}, "y": {},
    "z": {"after": {"any_of": ["d", "y"], "losers": "run"}}
}') as flow_id;
select
    pg_temp.fail('a') as a,
    pg_temp.complete('y') as y,
    pg_temp.complete('z') as z
\gset
select is(
    pg_temp.nodes(), 'a failed, d skipped, y completed, z completed', 'z completes though d failed'
);
select is(pg_temp.flow_state(), 'completed', 'and though a failed');

-- when another member needed the chain, too; then
select pg_temp.flow('{
    "a": {}, "d": {"after": ["a"]}, "y": {},
    "z": {"after": {"any_of": ["d", "y"]}}, "s": {"after": ["d"]}
}') as flow_id;
select
    pg_temp.fail('a') as a,
    pg_temp.complete('y') as y,
    pg_temp.complete('z') as z
\gset
select pg_temp.pay();
select is(
    pg_temp.nodes(), 'a failed, d skipped, s skipped, y completed, z completed', 's is skipped'
);
select is(pg_temp.flow_state(), 'failed', 'so the flow has failed');
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
