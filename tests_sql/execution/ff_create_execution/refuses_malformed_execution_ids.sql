-- tests_sql/execution/ff_create_execution/refuses_malformed_execution_ids.sql
begin;
select plan(22);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
-- when the id that the caller gives is not {fp:N}:<uuid>; then
prepare submit_as (text) as
select flowfabric.ff_create_execution('lane', p_execution_id => $1);

select is(
    pg_temp.error_of(
        $$execute submit_as('{fp:256}:00000000-0000-7000-8000-000000000001')$$
    ),
    '{
        "sqlstate": "22023",
        "message": "p_execution_id is not an execution id",
        "detail": {"argument": "p_execution_id"},
        "hint": "An execution id looks like {fp:N}:0192f0a0-1111-7111-8111-123456789012; N is 0 to 255."
    }',
    '256 is no partition, and the error names the argument and shows the form'
);
select throws_ok(
    $$execute submit_as('{fp:300}:00000000-0000-7000-8000-000000000001')$$,
    '22023', 'p_execution_id is not an execution id', '300 is no partition'
);
select throws_ok(
    $$execute submit_as('{fp:99999999999}:00000000-0000-7000-8000-000000000001')$$,
    '22023', 'p_execution_id is not an execution id', 'a number that overflows'
);
select throws_ok(
    $$execute submit_as('{fp:-1}:00000000-0000-7000-8000-000000000001')$$,
    '22023', 'p_execution_id is not an execution id', 'a negative partition'
);
select throws_ok(
    $$execute submit_as('{fp:}:00000000-0000-7000-8000-000000000001')$$,
    '22023', 'p_execution_id is not an execution id', 'no partition'
);
select throws_ok(
    $$execute submit_as('{fp: 1}:00000000-0000-7000-8000-000000000001')$$,
    '22023', 'p_execution_id is not an execution id', 'a blank before the partition'
);
select throws_ok(
    $$execute submit_as('{fp:0x1}:00000000-0000-7000-8000-000000000001')$$,
    '22023', 'p_execution_id is not an execution id', 'a partition in hex'
);
select throws_ok(
    $$execute submit_as('00000000-0000-7000-8000-000000000001')$$,
    '22023', 'p_execution_id is not an execution id', 'a bare uuid'
);
select throws_ok(
    $$execute submit_as('{fp:1}00000000-0000-7000-8000-000000000001')$$,
    '22023', 'p_execution_id is not an execution id', 'no colon before the uuid'
);
select throws_ok(
    $$execute submit_as('{q:1}:00000000-0000-7000-8000-000000000001')$$,
    '22023', 'p_execution_id is not an execution id', 'the tag of another family'
);
select throws_ok(
    $$execute submit_as('{FP:1}:00000000-0000-7000-8000-000000000001')$$,
    '22023', 'p_execution_id is not an execution id', 'the tag in capitals'
);
select throws_ok(
    $$execute submit_as('{fp:1}:')$$,
    '22023', 'p_execution_id is not an execution id', 'no uuid'
);
select throws_ok(
    $$execute submit_as('{fp:1}:00000000-0000-7000-8000-00000000000')$$,
    '22023', 'p_execution_id is not an execution id', 'a uuid that is too short'
);
select throws_ok(
    $$execute submit_as('{fp:1}:00000000-0000-7000-8000-00000000000g')$$,
    '22023', 'p_execution_id is not an execution id', 'a uuid with a letter past f'
);
select throws_ok(
    $$execute submit_as('{fp:1}:00000000000070008000000000000001')$$,
    '22023', 'p_execution_id is not an execution id', 'a uuid without hyphens'
);
select throws_ok(
    $$execute submit_as('{fp:1}:{00000000-0000-7000-8000-000000000001}')$$,
    '22023', 'p_execution_id is not an execution id', 'a uuid in braces'
);
select throws_ok(
    $$execute submit_as('{fp:1}:00000000-0000-7000-8000-000000000001 ')$$,
    '22023', 'p_execution_id is not an execution id', 'a blank at the end'
);
select throws_ok(
    $$execute submit_as(E'{fp:1}:00000000-0000-7000-8000-000000000001\n')$$,
    '22023', 'p_execution_id is not an execution id', 'a line end at the end'
);
select throws_ok(
    $$execute submit_as(' {fp:1}:00000000-0000-7000-8000-000000000001')$$,
    '22023', 'p_execution_id is not an execution id', 'a blank before it'
);
select throws_ok(
    $$execute submit_as('')$$,
    '22023', 'p_execution_id is not an execution id', 'an empty text'
);
select throws_ok(
    $$execute submit_as(repeat('{fp:1}', 100000))$$,
    '22023', 'p_execution_id is not an execution id', 'a very long text'
);
select is_empty('select 1 from flowfabric.ff_exec_core', 'nothing was written');
select * from finish();
rollback;
