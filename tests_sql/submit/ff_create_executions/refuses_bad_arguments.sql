-- tests_sql/submit/ff_create_executions/refuses_bad_arguments.sql
begin;
select plan(13);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
-- when an argument of the batch itself is wrong; then
select throws_ok(
    $$select flowfabric.ff_create_executions('', '{1}')$$,
    '22023', 'p_lane_id must be 1 to 64 printable ASCII characters', 'an empty lane'
);
select throws_ok(
    $$select flowfabric.ff_create_executions(repeat('l', 65), '{}')$$,
    '22023', 'p_lane_id must be 1 to 64 printable ASCII characters',
    'a lane of 65 bytes, also without items'
);
select is(
    pg_temp.error_of($$select flowfabric.ff_create_executions(null, '{1}')$$) - 'hint',
    '{
        "sqlstate": "22004",
        "message": "p_lane_id must not be null",
        "detail": {"argument": "p_lane_id"}
    }',
    'a null lane'
);
select is(
    pg_temp.error_of($$select flowfabric.ff_create_executions('lane', null)$$) - 'hint',
    '{
        "sqlstate": "22004",
        "message": "p_inputs must not be null",
        "detail": {"argument": "p_inputs"}
    }',
    'a null array of inputs'
);
select is(
    pg_temp.error_of($$select flowfabric.ff_create_executions('lane', '{1}', null)$$) - 'hint',
    '{
        "sqlstate": "22004",
        "message": "p_options must not be null",
        "detail": {"argument": "p_options"}
    }',
    'null options'
);
select throws_ok(
    $$select flowfabric.ff_create_executions('lane', '{{1,2},{3,4}}')$$,
    '22023', 'p_inputs must be a one-dimensional array whose index begins at 1',
    'inputs of two dimensions'
);
select throws_ok(
    $$select flowfabric.ff_create_executions('lane', '{1}', '[]')$$,
    '22023', 'p_options must be a JSON object', 'options that are an array'
);
select throws_ok(
    $$select flowfabric.ff_create_executions('lane', '{1}', 'null')$$,
    '22023', 'p_options must be a JSON object', 'options that are the JSON null'
);
select throws_ok(
    $$select flowfabric.ff_create_executions('lane', '{1,2}', '{"kind": ["a"]}')$$,
    '22023', 'p_options must have as many values at "kind" as p_inputs has items',
    'too few values of an option'
);
select throws_ok(
    $$select flowfabric.ff_create_executions('lane', '{1,2}', '{"kind": ["a", "b", "c"]}')$$,
    '22023', 'p_options must have as many values at "kind" as p_inputs has items',
    'too many values of an option'
);
select throws_ok(
    $$select flowfabric.ff_create_executions('lane', '{1,2}', '{"kind": []}')$$,
    '22023', 'p_options must have as many values at "kind" as p_inputs has items',
    'no values for an option'
);
select throws_ok(
    $$select flowfabric.ff_create_executions(
        'lane', '{1,2}', '{"required_capabilities": [["a"]]}'
    )$$,
    '22023',
    'p_options must have as many values at "required_capabilities" as p_inputs has items',
    'too few sets of capabilities'
);
select is_empty('select 1 from flowfabric.ff_exec_core', 'nothing was written');
select * from finish();
rollback;
