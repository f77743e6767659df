-- tests_sql/submit/ff_create_execution/accepts_well_formed_tags.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
-- given tags under well-formed keys; then
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane',
        p_tags => '{
            "cairn.task_id": "17", "a.b": "", "a.b.c": "ä", "a_1.0": "x", "a.b..c": "y",
            "cairn.instance_id": "i-1"
        }',
        p_execution_id => '00000000-0000-7000-8000-000000000001'
    )$$,
    'they are accepted'
);
select is(
    pg_temp.described('00000000-0000-7000-8000-000000000001', 'tags'),
    '{"tags": {
        "cairn.task_id": "17", "a.b": "", "a.b.c": "ä", "a_1.0": "x", "a.b..c": "y",
        "cairn.instance_id": "i-1"
    }}',
    'they are stored as they came'
);
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_tags => jsonb_build_object('a.' || repeat('b', 254), 'x')
    )$$,
    'a key of 256 bytes is accepted'
);
select * from finish();
rollback;
