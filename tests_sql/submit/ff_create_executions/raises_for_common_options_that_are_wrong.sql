-- tests_sql/submit/ff_create_executions/raises_for_common_options_that_are_wrong.sql
begin;
select plan(17);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
-- when an option for all items is wrong; then the call fails, not its items
select is(
    pg_temp.error_of($$select flowfabric.ff_create_executions('lane', '{1}', '{"colour": 1}')$$)
    - 'hint',
    '{
        "sqlstate": "22023",
        "message": "p_options has an unknown key \"colour\"",
        "detail": {"argument": "p_options"}
    }',
    'an unknown option'
);
select throws_ok(
    $$select flowfabric.ff_create_executions('lane', '{1}', '{"p_kind": "a"}')$$,
    '22023', 'p_options has an unknown key "p_kind"', 'an option with the prefix p_'
);
select throws_ok(
    $$select flowfabric.ff_create_executions('lane', '{1}', '{"kind": 1}')$$,
    '22023', 'p_options at "kind" must be a string', 'a number instead of a kind'
);
select throws_ok(
    $$select flowfabric.ff_create_executions('lane', '{1}', '{"kind": ""}')$$,
    '22023', 'p_kind must be 1 to 256 bytes without control characters', 'an empty kind'
);
select throws_ok(
    $$select flowfabric.ff_create_executions('lane', '{1}', '{"priority": 9001}')$$,
    '22023', 'p_priority must be between 0 and 9000', 'a priority out of range'
);
select throws_ok(
    $$select flowfabric.ff_create_executions('lane', '{1}', '{"priority": 1e20}')$$,
    '22023', 'p_options at "priority" must be between -2147483648 and 2147483647',
    'a priority that overflows'
);
select throws_ok(
    $$select flowfabric.ff_create_executions('lane', '{1}', '{"priority": "1"}')$$,
    '22023', 'p_options at "priority" must be a whole number', 'a string instead of a priority'
);
select throws_ok(
    $$select flowfabric.ff_create_executions('lane', '{1}', '{"delay_ms": 1e30}')$$,
    '22023',
    'p_options at "delay_ms" must be between -9223372036854775808 and 9223372036854775807',
    'a delay that overflows'
);
select throws_ok(
    $$select flowfabric.ff_create_executions(
        'lane', '{1}', '{"delay_ms": 1, "run_at": "2030-01-02 00:00:00+00"}'
    )$$,
    '22023', 'p_run_at must be null when p_delay_ms is given', 'a delay and an instant'
);
select throws_ok(
    $$select flowfabric.ff_create_executions('lane', '{1}', '{"run_at": "soon"}')$$,
    '22023', 'p_options.run_at is not an instant', 'a malformed instant'
);
select throws_ok(
    $$select flowfabric.ff_create_executions('lane', '{1}', '{"required_capabilities": "gpu"}')$$,
    '22023', 'p_options at "required_capabilities" must be an array of strings',
    'a string instead of capabilities'
);
select throws_ok(
    $$select flowfabric.ff_create_executions('lane', '{1}', '{"required_capabilities": ["a,b"]}')$$,
    '22023', null, 'a comma in a capability'
);
select throws_ok(
    $$select flowfabric.ff_create_executions('lane', '{1}', '{"tags": {"x": "y"}}')$$,
    '22023', 'p_tags has a key "x" that is not of the form owner.name', 'a bad tag'
);
select throws_ok(
    $$select flowfabric.ff_create_executions('lane', '{1}', '{"policy": {"x": 1}}')$$,
    '22023', 'p_policy has an unknown key "x"', 'a bad policy'
);
select throws_ok(
    $$select flowfabric.ff_create_executions('lane', '{1}', '{"execution_id": "x"}')$$,
    '22023', 'p_options.execution_id is not a UUID', 'a bad id'
);
select throws_ok(
    $$select flowfabric.ff_create_executions('lane', '{1}', '{"payload": "\\xzz"}')$$,
    '22023', 'p_options.payload is not in hex', 'malformed bytes'
);
select is_empty('select 1 from flowfabric.ff_exec_core', 'nothing was written');
select * from finish();
rollback;
