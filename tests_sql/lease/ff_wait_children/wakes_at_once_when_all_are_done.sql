-- tests_sql/lease/ff_wait_children/wakes_at_once_when_all_are_done.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/staged_flow.sql
\ir ../../lib/flows.sql
-- given a parent that runs, and a child that has completed already
select pg_temp.member('parent') is null as parent;
select c.handle from flowfabric.ff_issue_grant_and_claim(pg_temp.id_of('parent'), 'lane') as c \gset
select pg_temp.member('a') is null as a;
select flowfabric.ff_stage_dependency_edge(
    '00000000-0000-7000-8000-00000000000f',
    pg_temp.edge(1),
    pg_temp.id_of('a'),
    pg_temp.id_of('parent'),
    p_input_name => 'a'
) is null as staged;
select is(pg_temp.apply(1), 'applied applied 1 active', 'the edge to the child is applied');
select is(
    (
        select f.public_state
        from flowfabric.ff_issue_grant_and_claim(pg_temp.id_of('a'), 'lane') as c
        cross join lateral flowfabric.ff_complete(c.handle, '"from a"') as f
    ),
    'completed', 'it is resolved before the parent waits'
);
select is(
    (select w.public_state from flowfabric.ff_wait_children(:'handle') as w), 'waiting',
    'the parent has nothing to wait for'
);
select results_eq(
    $$select c.kind, c.attempt_type, c.input from flowfabric.ff_claim('lane', 'w', 'w-1') as c$$,
    $$values ('parent', 'resume', '{"a": "from a"}'::jsonb)$$,
    'the parent continues with the result'
);
-- given an execution without dependencies, and outside any flow
select c.handle from flowfabric.ff_create_execution('lane') as e
cross join lateral flowfabric.ff_issue_grant_and_claim(e.execution_id, 'lane') as c \gset
select is(
    (
        select w.public_state || ' ' || w.claimable_in_ms
        from flowfabric.ff_wait_children(:'handle') as w
    ),
    'waiting 0', 'it continues at once, too'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
