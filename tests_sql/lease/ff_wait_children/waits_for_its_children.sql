-- tests_sql/lease/ff_wait_children/waits_for_its_children.sql
begin;
select plan(11);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/staged_flow.sql
\ir ../../lib/flows.sql
-- given a parent that runs and spawns two children; when it waits for them
select pg_temp.member('parent') is null as parent;
select c.handle from flowfabric.ff_issue_grant_and_claim(pg_temp.id_of('parent'), 'lane') as c \gset
select pg_temp.member('a') is null as a;
select pg_temp.member('b') is null as b;
select
    pg_temp.stage(1, 'a', 'parent') as a,
    pg_temp.stage(2, 'b', 'parent') as b;
select is(
    pg_temp.apply(1), 'applied applied 2 active',
    'an edge does not disturb a running execution'
);
select is(pg_temp.apply(2), 'applied applied 2 active', 'nor does the second edge');
select pg_temp.advance('10 s');
select results_eq(
    format(
        'select w.public_state, w.claimable_at, w.is_replay
        from flowfabric.ff_wait_children(%L) as w',
        :'handle'
    ),
    $$values ('waiting_children', null::timestamptz, false)$$,
    'the parent waits'
);
select results_eq(
    format(
        'select w.public_state, w.is_replay from flowfabric.ff_wait_children(%L) as w', :'handle'
    ),
    $$values ('waiting_children', true)$$,
    'the same call again returns the same'
);
select throws_ok(
    format('select flowfabric.ff_complete(%L)', :'handle'), 'ZF105', 'the execution is not active',
    'its lease has ended'
);
select results_eq(
    $$select d.attempt_state, d.eligibility_state, d.attempt_index
    from flowfabric.ff_describe_execution(pg_temp.id_of('parent')) as d$$,
    $$values ('attempt_interrupted', 'blocked_by_dependencies', 0)$$,
    'its attempt is interrupted'
);
select is(pg_temp.finish('a'), 'completed', 'one child completes');
select is(
    flowfabric.ff_read_execution_state(pg_temp.id_of('parent')),
    'waiting_children',
    'the parent waits for both'
);
select is(pg_temp.finish('b'), 'completed', 'the other child completes');
select results_eq(
    $$select c.kind, c.attempt_type, c.attempt_index
    from flowfabric.ff_claim('lane', 'w', 'w-1') as c$$,
    $$values ('parent', 'resume', 0)$$,
    'the attempt continues'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
