-- tests_sql/submit/ff_create_executions/raises_for_common_options_beside_those_of_items.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
-- given one option for each item; when another one, for all, is wrong; then
select throws_ok(
    $$select flowfabric.ff_create_executions('lane', '{1,2}', '{"priority": [1, 2], "kind": ""}')$$,
    '22023', 'p_kind must be 1 to 256 bytes without control characters',
    'the call fails as it does without options of items'
);
select throws_ok(
    $$select flowfabric.ff_create_executions(
        'lane', '{1,2}', '{"priority": [1, 2], "colour": 1}'
    )$$,
    '22023', 'p_options has an unknown key "colour"',
    'so it does for an unknown option'
);
select throws_ok(
    $$select flowfabric.ff_create_executions(
        'lane', '{1,2}',
        '{"priority": [1, 2], "quota_policy_id": "00000000-0000-7000-8000-000000000001"}'
    )$$,
    'ZF601', 'the quota policy does not exist',
    'so it does for a policy that does not exist'
);
select is_empty('select 1 from flowfabric.ff_exec_core', 'nothing was written');
select * from finish();
rollback;
