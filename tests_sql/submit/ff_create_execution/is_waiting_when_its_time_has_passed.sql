-- tests_sql/submit/ff_create_execution/is_waiting_when_its_time_has_passed.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
-- given a time to run at that is the present or past, or a delay of 0; then
select
    is(
        to_jsonb(c),
        '{
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "outcome": "created",
        "public_state": "waiting"
    }',
        'a delay of 0 is not a delay'
    )
from flowfabric.ff_create_execution(
    'lane', p_delay_ms => 0, p_execution_id => '00000000-0000-7000-8000-000000000001'
) as c;
select is(
    (
        select c.public_state
        from flowfabric.ff_create_execution('lane', p_run_at => '2030-01-01 12:00:00+00') as c
    ),
    'waiting',
    'the present time is not a delay'
);
select is(
    (
        select c.public_state
        from flowfabric.ff_create_execution(
            'lane', p_run_at => '1999-12-31 23:59:59+00',
            p_execution_id => '00000000-0000-7000-8000-000000000002'
        ) as c
    ),
    'waiting',
    'an instant in the past is not a delay'
);
select is(
    pg_temp.described(
        '00000000-0000-7000-8000-000000000002',
        'public_state', 'eligibility_state', 'blocking_reason', 'claimable_at'
    ),
    '{
        "public_state": "waiting",
        "eligibility_state": "eligible_now",
        "blocking_reason": "waiting_for_worker",
        "claimable_at": "2030-01-01T12:00:00+00:00"
    }',
    'the execution has the place of a submission without a time, in front of none that came before'
);
select is(
    (
        select c.public_state
        from flowfabric.ff_create_execution(
            'lane', p_run_at => '2030-01-01 12:00:00.000001+00'
        ) as c
    ),
    'delayed',
    'a microsecond from now is a delay'
);
select is(
    (
        select c.public_state
        from flowfabric.ff_create_execution('lane', p_delay_ms => 315360000000) as c
    ),
    'delayed',
    'ten years is the longest delay'
);
select * from finish();
rollback;
