begin;
select plan(70);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql

create temporary table call as
select *
from (
    values
    ('null', '22004 p_filter'),
    ($$'[]'$$, '22023 p_filter'),
    ($$'null'$$, '22023 p_filter'),
    ($$'{"lane": "l"}'$$, '22023 p_filter'),
    ($$'{"schedule_id": "s"}'$$, '22023 p_filter'),
    ($$'{"lane_id": 1}'$$, '22023 p_filter'),
    ($$'{"lane_id": ""}'$$, '22023 p_filter at "lane_id"'),
    ($$'{"namespace": ["a"]}'$$, '22023 p_filter'),
    ($$'{"namespace": ""}'$$, '22023 p_filter at "namespace"'),
    ($$'{"kind": ""}'$$, '22023 p_filter at "kind"'),
    ($$'{"idempotency_key": ""}'$$, '22023 p_filter at "idempotency_key"'),
    ($$'{"worker_instance_id": "a b"}'$$, '22023 p_filter at "worker_instance_id"'),
    ($$'{"worker_instance_id": ""}'$$, '22023 p_filter at "worker_instance_id"'),
    ($$'{"failure_category": ""}'$$, '22023 p_filter at "failure_category"'),
    ($$'{"public_state": "running"}'$$, '22023 p_filter at "public_state"'),
    ($$'{"public_state": ""}'$$, '22023 p_filter at "public_state"'),
    ($$'{"public_state": ["failed", null]}'$$, '22023 p_filter at "public_state"'),
    ($$'{"public_state": {"a": 1}}'$$, '22023 p_filter at "public_state"'),
    ($$'{"tags": "a.b"}'$$, '22023 p_filter at "tags"'),
    ($$'{"tags": {"a": "b"}}'$$, '22023 p_filter at "tags"'),
    ($$'{"flow_id": "x"}'$$, '22023 p_filter at "flow_id"'),
    ($$'{"created_after": "yesterday"}'$$, '22023 p_filter at "created_after"'),
    ($$'{"created_before": "2030-01-01"}'$$, '22023 p_filter at "created_before"'),
    ($$'{"execution_ids": "x"}'$$, '22023 p_filter'),
    ($$'{"execution_ids": ["x"]}'$$, '22023 p_filter at "execution_ids"'),
    (
        $$(
            select jsonb_build_object('execution_ids', jsonb_agg(gen_random_uuid()))
            from generate_series(1, 1001)
        )$$,
        '22023 p_filter at "execution_ids"'
    ),
    ($$'{}', null$$, '22004 p_newest_first'),
    ($$p_limit => null$$, '22004 p_limit'),
    ($$p_limit => -1$$, '22023 p_limit'),
    ($$p_limit => 1001$$, '22023 p_limit'),
    ($$p_after => 'junk'$$, '22P02'),
    ($$p_after => ''$$, '22P02'),
    ($$'{"lane_id": null, "public_state": null, "tags": null, "execution_ids": null}'$$, 'nothing'),
    (
        $$'{
            "lane_id": "l", "kind": "k", "namespace": "n", "public_state": ["failed", "active"],
            "tags": {"a.b": "c"}, "flow_id": "00000000-0000-7000-8000-000000000001",
            "idempotency_key": "i", "worker_instance_id": "w", "failure_category": "f",
            "created_after": "2030-01-01T12:00:00Z", "created_before": "2030-01-01T12:00:00+02",
            "execution_ids": ["00000000-0000-7000-8000-000000000001"]
        }'$$,
        'nothing'
    ),
    ($$'{"execution_ids": []}'$$, 'nothing')
) as c (arguments, refusal);
select
    is(
        pg_temp.refusal(format('select flowfabric.%s(%s)', f.name, c.arguments)),
        c.refusal,
        f.name || ' ' || c.arguments
    )
from call as c
cross join (values ('ff_find_executions'), ('ff_list_executions')) as f (name);

select * from finish();
rollback;
