-- tests_sql/submit/ff_create_executions/applies_common_options_to_all_items.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
-- given options of one value each; then
create temporary table answered as
select a.*
from flowfabric.ff_create_executions(
    'lane',
    array['1', '2']::jsonb[],
    '{
        "kind": "welcome",
        "priority": 7,
        "required_capabilities": ["gpu", "eu"],
        "delay_ms": 1000,
        "deadline_at": "2030-01-01 13:00:00+00",
        "namespace": "tenant",
        "tags": {"a.b": "c"},
        "policy": {"max_reclaim_count": 3},
        "actor": "importer"
    }'
) as a;

select results_eq(
    'select a.outcome, a.public_state, a.error_code from answered as a',
    $$values ('created', 'delayed', null::text), ('created', 'delayed', null)$$,
    'both items are accepted'
);
select results_eq(
    $$select distinct
        d.kind, d.priority, d.required_capabilities, d.public_state, d.deadline_at, d.namespace,
        d.tags, d.policy, d.payload
    from answered as a
    cross join lateral flowfabric.ff_describe_execution(a.execution_id) as d$$,
    $$values (
        'welcome', 7, '{eu,gpu}'::text[], 'delayed', '2030-01-01 13:00:00+00'::timestamptz,
        'tenant', '{"a.b": "c"}'::jsonb, '{"max_reclaim_count": 3}'::jsonb, null::bytea
    )$$,
    'both have all options'
);
select is(
    (select array_agg(distinct e.creating_actor) from flowfabric.ff_exec_core as e),
    '{importer}',
    'both have the actor'
);
select is(
    (
        select array_agg(d.claimable_at order by d.claimable_at)
        from answered as a
        cross join lateral flowfabric.ff_describe_execution(a.execution_id) as d
    ),
    '{2030-01-01 12:00:01+00,2030-01-01 12:00:01.000001+00}',
    'they become due together, a microsecond apart'
);
select results_eq(
    $$select c.outcome, c.public_state
    from flowfabric.ff_create_executions(
        'lane', '{1}', '{"run_at": "2030-01-01T14:00:00+02:00", "deadline_ms": 60000}'
    ) as c$$,
    $$values ('created', 'waiting')$$,
    'the other forms of delay and deadline are options, too'
);
select results_eq(
    $$select c.outcome
    from flowfabric.ff_create_executions(
        'lane', '{1}', '{
            "kind": null, "priority": null, "required_capabilities": null, "delay_ms": null,
            "run_at": null, "deadline_ms": null, "deadline_at": null, "idempotency_key": null,
            "namespace": null, "tags": null, "policy": null, "payload": null,
            "execution_id": null, "actor": null, "flow_id": null, "budget_ids": null
        }'
    ) as c$$,
    $$values ('created')$$,
    'an option with null is an option left out'
);
select * from finish();
rollback;
