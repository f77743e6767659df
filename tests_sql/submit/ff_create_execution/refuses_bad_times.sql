-- tests_sql/submit/ff_create_execution/refuses_bad_times.sql
begin;
select plan(15);
\ir ../../lib/clock.sql
-- when a delay or a deadline cannot be; then
select throws_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_delay_ms => 1, p_run_at => '2030-01-01 13:00:00+00'
    )$$,
    '22023', 'p_run_at must be null when p_delay_ms is given', 'a delay and an instant'
);
select throws_ok(
    $$select flowfabric.ff_create_execution('lane', p_delay_ms => -1)$$,
    '22023', 'p_delay_ms must be between 0 and 315360000000', 'a negative delay'
);
select throws_ok(
    $$select flowfabric.ff_create_execution('lane', p_delay_ms => 315360000001)$$,
    '22023', 'p_delay_ms must be between 0 and 315360000000', 'more than ten years'
);
select throws_ok(
    $$select flowfabric.ff_create_execution('lane', p_delay_ms => 9223372036854775807)$$,
    '22023', 'p_delay_ms must be between 0 and 315360000000', 'the largest bigint'
);
select throws_ok(
    $$select flowfabric.ff_create_execution('lane', p_run_at => 'infinity')$$,
    '22023', 'p_run_at must be finite and before the year 10000', 'infinity'
);
select throws_ok(
    $$select flowfabric.ff_create_execution('lane', p_run_at => '-infinity')$$,
    '22023', 'p_run_at must be finite and before the year 10000', 'minus infinity'
);
select throws_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_deadline_ms => 1, p_deadline_at => '2030-01-01 13:00:00+00'
    )$$,
    '22023', 'p_deadline_at must be null when p_deadline_ms is given', 'both forms of a deadline'
);
select throws_ok(
    $$select flowfabric.ff_create_execution('lane', p_deadline_ms => 0)$$,
    '22023', 'p_deadline_ms must be between 1 and 315360000000', 'a deadline of 0 ms'
);
select throws_ok(
    $$select flowfabric.ff_create_execution('lane', p_deadline_ms => -1)$$,
    '22023', 'p_deadline_ms must be between 1 and 315360000000', 'a negative deadline'
);
select throws_ok(
    $$select flowfabric.ff_create_execution('lane', p_deadline_ms => 315360000001)$$,
    '22023', 'p_deadline_ms must be between 1 and 315360000000', 'a deadline beyond ten years'
);
select throws_ok(
    $$select flowfabric.ff_create_execution('lane', p_deadline_at => 'infinity')$$,
    '22023', 'p_deadline_at must be finite and before the year 10000', 'a deadline at infinity'
);
select throws_ok(
    $$select flowfabric.ff_create_execution('lane', p_deadline_at => '-infinity')$$,
    '22023', 'p_deadline_at must be finite and before the year 10000',
    'a deadline at minus infinity'
);
select throws_ok(
    $$select flowfabric.ff_create_execution('lane', p_run_at => '10000-01-01 00:00:00+00')$$,
    '22023', 'p_run_at must be finite and before the year 10000', 'an instant too far ahead'
);
select throws_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_deadline_at => '294276-12-31 23:59:59.999999+00'
    )$$,
    '22023', 'p_deadline_at must be finite and before the year 10000', 'a deadline too far ahead'
);
select is_empty('select 1 from flowfabric.ff_exec_core', 'nothing was written');
select * from finish();
rollback;
