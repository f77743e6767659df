-- tests_sql/lane/ff_register_lane/refuses_bad_arguments.sql
begin;
select plan(14);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
-- when a lane, a policy or an option is wrong; then
select is(
    pg_temp.error_of('select flowfabric.ff_register_lane(null)') - 'hint',
    '{
        "sqlstate": "22004",
        "message": "p_lane_id must not be null",
        "detail": {"argument": "p_lane_id"}
    }',
    'a null lane'
);
select is(
    pg_temp.error_of($$select flowfabric.ff_register_lane('lane', p_options => null)$$) - 'hint',
    '{
        "sqlstate": "22004",
        "message": "p_options must not be null",
        "detail": {"argument": "p_options"}
    }',
    'null options'
);
select is(
    pg_temp.error_of($$select flowfabric.ff_register_lane('lane', '{"retries": 1}')$$) - 'hint',
    '{
        "sqlstate": "22023",
        "message": "p_default_policy has an unknown key \"retries\"",
        "detail": {"argument": "p_default_policy"}
    }',
    'an unknown key of the policy'
);
select throws_ok(
    $$select flowfabric.ff_register_lane('')$$,
    '22023', 'p_lane_id must be 1 to 64 printable ASCII characters', 'an empty lane'
);
select throws_ok(
    $$select flowfabric.ff_register_lane(repeat('l', 65))$$,
    '22023', 'p_lane_id must be 1 to 64 printable ASCII characters', 'a lane of 65 bytes'
);
select throws_ok(
    $$select flowfabric.ff_register_lane('läne')$$,
    '22023', 'p_lane_id must be 1 to 64 printable ASCII characters', 'a letter beyond ASCII'
);
select throws_ok(
    $$select flowfabric.ff_register_lane('lane', '[]')$$,
    '22023', 'p_default_policy must be a JSON object', 'a policy that is an array'
);
select throws_ok(
    $$select flowfabric.ff_register_lane('lane', 'null')$$,
    '22023', 'p_default_policy must be a JSON object', 'a policy that is the JSON null'
);
select throws_ok(
    $$select flowfabric.ff_register_lane('lane', '{"retry_policy": {"max_retries": "3"}}')$$,
    '22023', 'p_default_policy at "retry_policy.max_retries" must be a whole number',
    'a wrong type in the policy'
);
select throws_ok(
    $$select flowfabric.ff_register_lane('lane', p_options => '{"colour": "red"}')$$,
    '22023', 'p_options has an unknown key "colour"', 'an unknown option'
);
select throws_ok(
    $$select flowfabric.ff_register_lane('lane', p_options => '[]')$$,
    '22023', 'p_options must be a JSON object', 'options that are an array'
);
select throws_ok(
    $$select flowfabric.ff_register_lane('lane', p_options => '7')$$,
    '22023', 'p_options must be a JSON object', 'options that are a number'
);
select throws_ok(
    $$select flowfabric.ff_register_lane('lane', p_options => 'null')$$,
    '22023', 'p_options must be a JSON object', 'options that are the JSON null'
);
select is_empty('select 1 from flowfabric.ff_lane', 'nothing was written');
select * from finish();
rollback;
