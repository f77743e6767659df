-- tests_sql/submit/ff_create_execution/writes_nothing_for_a_duplicate.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
-- given a key, and an id, that were used; when they come again with another priority; then
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_idempotency_key => 'key',
        p_execution_id => '00000000-0000-7000-8000-000000000001'
    )$$,
    'given an execution'
);
select is(
    (
        select c.outcome
        from flowfabric.ff_create_execution(
            'lane', p_idempotency_key => 'key', p_priority => 17
        ) as c
    ),
    'duplicate',
    'given the same key again'
);
select is(
    (
        select c.outcome
        from flowfabric.ff_create_execution(
            'lane', p_required_capabilities => '{gpu}',
            p_execution_id => '00000000-0000-7000-8000-000000000001'
        ) as c
    ),
    'duplicate',
    'given the same id again'
);
select results_eq(
    'select count(*) from flowfabric.ff_exec_core', 'values (1::bigint)', 'there is one execution'
);
select results_eq(
    'select count(*) from flowfabric.ff_route', 'values (1::bigint)',
    'there is one route: claims need not look into others'
);
select * from finish();
rollback;
