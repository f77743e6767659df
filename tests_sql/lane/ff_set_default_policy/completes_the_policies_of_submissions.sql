-- noqa: disable=LT02
-- tests_sql/lane/ff_set_default_policy/completes_the_policies_of_submissions.sql
begin;
select plan(10);
\ir ../../lib/errors.sql
\ir ../../lib/roles.sql
\ir ../../lib/leased_execution.sql
-- given a lane with a default policy, an execution, and a default policy of all lanes
select flowfabric.ff_register_lane('own', '{"max_reclaim_count": 5}') is null as registered
\gset
select execution_id as old
from flowfabric.ff_create_execution('new')
\gset
select is(
    (
        select a
        from flowfabric.ff_set_default_policy(
            '{"max_reclaim_count": 7, "max_replay_count": 8}', 'bad days', 'ada'
        ) as a
    ),
    (
        '{"max_reclaim_count": 7, "max_replay_count": 8}', 'changed', null
    )::flowfabric.ff_changed_default_policy,
    'the result has the new default policy, and no previous one'
);
create function pg_temp.policy_of(p_execution_id uuid) returns jsonb language sql as $$
    select e.policy from flowfabric.ff_exec_core as e where e.execution_id = p_execution_id
$$;
-- when work is submitted in each way; then
select is(
    (select pg_temp.policy_of(c.execution_id) from flowfabric.ff_create_execution('new') as c),
    '{"max_reclaim_count": 7, "max_replay_count": 8}',
    'a submission without a policy has the default policy'
);
select is(
    (
        select pg_temp.policy_of(c.execution_id)
        from flowfabric.ff_create_execution('own', p_policy => '{"retention_ms": 9}') as c
    ),
    '{"retention_ms": 9, "max_reclaim_count": 5, "max_replay_count": 8}',
    'the submission goes first, then its lane, then the default policy of all lanes'
);
select results_eq(
    $$select pg_temp.policy_of(c.execution_id)
    from flowfabric.ff_create_executions('new', '{1,2}', '{"policy": {"max_replay_count": 1}}') as c$$,
    $$values
    ('{"max_reclaim_count": 7, "max_replay_count": 1}'::jsonb),
    ('{"max_reclaim_count": 7, "max_replay_count": 1}')$$,
    'the items of a batch have it'
);
select flow_id as flow
from flowfabric.ff_submit_flow('{"nodes": {"a": {"lane": "new"}, "b": {"lane": "own"}}}')
\gset
select results_eq(
    format(
        $$select e.policy
        from flowfabric.ff_exec_core as e
        inner join flowfabric.ff_flow_member as m on m.execution_id = e.execution_id
        where m.flow_id = %L
        order by m.node$$, :'flow'
    ),
    $$values
    ('{"max_reclaim_count": 7, "max_replay_count": 8}'::jsonb),
    ('{"max_reclaim_count": 5, "max_replay_count": 8}')$$,
    'the members of a flow have it'
);
select pg_temp.lease(p_policy => '{"on_failure": {"kind": "sorry"}}') as handle
\gset
select is(
    (
        select pg_temp.policy_of(c.execution_id)
        from generate_series(1, 2) as n (i)
        cross join lateral flowfabric.ff_spawn(:'handle', 'child ' || n.i, 'new') as c
        where n.i = 2
    ),
    '{"max_reclaim_count": 7, "max_replay_count": 8}',
    'children have it'
);
select outcome as failed
from flowfabric.ff_fail(:'handle', 'boom', 'permanent')
\gset
select is(
    (
        select e.policy
        from flowfabric.ff_exec_core as e
        where e.kind = 'sorry'
    ),
    '{"max_reclaim_count": 7, "max_replay_count": 8}',
    'the execution that a failure submits has it'
);
select is(pg_temp.policy_of(:'old'), null, 'an execution of before keeps its policy');
select is(
    (
        select e.details - '{session_user,role}'::text[]
        from flowfabric.ff_operator_event as e
        where e.kind = 'default_policy_changed'
    ),
    '{"actor": "ada", "reason": "bad days", "previous_policy": null,
    "policy": {"max_reclaim_count": 7, "max_replay_count": 8}}'::jsonb,
    'an event records the call'
);
select is(
    (
        select h.detail ->> 'default_policy'
        from flowfabric.ff_health() as h
        where h.check_name = 'installation'
    ),
    '{"max_replay_count": 8, "max_reclaim_count": 7}', 'ff_health shows the default policy'
);
select * from finish();
rollback;
