begin;
select plan(5);
\ir ../../lib/clock.sql

-- given one execution with JSON, one with bytes; when both are claimed at once; then
select flowfabric.ff_create_execution(
    'lane',
    '{"to": "ada"}',
    p_kind => 'welcome',
    p_priority => 7,
    p_deadline_ms => 3600000,
    p_namespace => 'tenant',
    p_tags => '{"cairn.task_id": "t1"}',
    p_execution_id => '00000000-0000-7000-8000-000000000001'
);
select flowfabric.ff_create_execution(
    'lane',
    p_payload => '\x00ff',
    p_execution_id => '00000000-0000-7000-8000-000000000002'
);
create temporary table claimed as
select c.* from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 10, p_lease_ttl_ms => 20000) as c;

select results_eq(
    $$
        select to_jsonb(c) - 'handle' - 'attempt_id' - 'lease_id'
        from claimed as c
        order by c.execution_id
    $$,
    $$
        values
        ('{
            "execution_id": "00000000-0000-7000-8000-000000000001",
            "kind": "welcome",
            "input": {"to": "ada"},
            "payload": null,
            "attempt_index": 0,
            "attempt_type": "initial",
            "lease_epoch": 1,
            "lease_expires_at": "2030-01-01T12:00:20+00:00",
            "lease_remaining_ms": 20000,
            "lane_id": "lane",
            "namespace": "tenant",
            "tags": {"cairn.task_id": "t1"},
            "flow_id": null,
            "deadline_at": "2030-01-01T13:00:00+00:00"
        }'::jsonb),
        ('{
            "execution_id": "00000000-0000-7000-8000-000000000002",
            "kind": "default",
            "input": null,
            "payload": "\\x00ff",
            "attempt_index": 0,
            "attempt_type": "initial",
            "lease_epoch": 1,
            "lease_expires_at": "2030-01-01T12:00:20+00:00",
            "lease_remaining_ms": 20000,
            "lane_id": "lane",
            "namespace": "default",
            "tags": {},
            "flow_id": null,
            "deadline_at": null
        }'::jsonb)
    $$,
    'each item is what ff_claim would have returned'
);
select results_eq(
    'select left(handle, 103) from claimed order by execution_id',
    $$
        select format(
            '%s:%s:0000000000000000001:00020000:', c.execution_id, c.lease_id
        )
        from claimed as c
        order by c.execution_id
    $$,
    'each handle carries its fence and the ttl'
);
select is(
    (select row(count(distinct c.lease_id), count(distinct c.attempt_id))::text from claimed as c),
    '(2,2)',
    'each has a lease and an attempt of its own'
);
select results_eq(
    $$
        select
            d.public_state, d.ownership_state, d.attempt_state, d.worker_id, d.worker_instance_id,
            d.lease_id = c.lease_id, d.attempt_id = c.attempt_id, d.lease_expires_at, d.started_at
        from claimed as c
        cross join lateral flowfabric.ff_describe_execution(c.execution_id) as d
    $$,
    $$
        select
            'active', 'leased', 'running_attempt', 'a', 'a-1', true, true,
            '2030-01-01 12:00:20+00'::timestamptz, '2030-01-01 12:00:00+00'::timestamptz
        from generate_series(1, 2)
    $$,
    'both are active and held by the claimer'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
