-- tests_sql/flow/joins/stays_decided.sql
begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/staged_flow.sql
\ir ../../lib/flows.sql
-- given d after two of a, b, c, of which two failed, so that it is impossible; when an upstream is
-- added
select
    pg_temp.member('a') is null as a,
    pg_temp.member('b') is null as b,
    pg_temp.member('c') is null as c,
    pg_temp.member('d') is null as d,
    pg_temp.member('end') is null as e;
select s.outcome
from flowfabric.ff_set_edge_group_policy(
    '00000000-0000-7000-8000-00000000000f', pg_temp.id_of('end'), 'quorum', 2, 'let_run'
) as s;
select pg_temp.stage(n.number, n.name, 'end') as revision
from (values (1, 'a'), (2, 'b'), (3, 'c')) as n (number, name);
select pg_temp.apply(n.number) as applied
from generate_series(1, 3) as n (number);
select c.outcome
from unnest(array['a', 'b']) as n (name)
cross join lateral flowfabric.ff_cancel_execution(pg_temp.id_of(n.name), 'no need') as c;
select is(
    flowfabric.ff_read_execution_state(pg_temp.id_of('end')), 'skipped', 'it is skipped'
);
select is(pg_temp.stage(4, 'd', 'end'), 9::bigint, 'an edge is staged');
select is(pg_temp.apply(4), 'applied applied 2 skipped', 'and applied');
select is(pg_temp.finish('d'), 'completed', 'the new upstream completes');
select is(pg_temp.finish('c'), 'completed', 'so does c');
select is(
    flowfabric.ff_evaluate_flow_eligibility(pg_temp.id_of('end')), 'not_runnable',
    'two have completed, but the join was decided before'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
