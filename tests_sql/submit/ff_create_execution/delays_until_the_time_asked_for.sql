-- tests_sql/submit/ff_create_execution/delays_until_the_time_asked_for.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/described.sql
-- given a delay of a minute, and an instant a minute away; then
select is(
    (
        select array_agg(c.public_state order by c.execution_id)
        from (
            select * from
                flowfabric.ff_create_execution(
                    'lane', p_delay_ms => 60000,
                    p_execution_id => '00000000-0000-7000-8000-000000000001'
                )
            union all
            select * from flowfabric.ff_create_execution(
                'lane', p_run_at => '2030-01-01 14:01:00+02',
                p_execution_id => '00000000-0000-7000-8000-000000000002'
            )
        ) as c
    ),
    '{delayed,delayed}',
    'both results say delayed'
);
select is(
    pg_temp.described(
        '00000000-0000-7000-8000-000000000001',
        'public_state', 'lifecycle_phase', 'eligibility_state', 'blocking_reason', 'attempt_state',
        'claimable_at', 'claimable_in_ms'
    ),
    '{
        "public_state": "delayed",
        "lifecycle_phase": "runnable",
        "eligibility_state": "not_eligible_until_time",
        "blocking_reason": "waiting_for_delay",
        "attempt_state": "pending_first_attempt",
        "claimable_at": "2030-01-01T12:01:00+00:00",
        "claimable_in_ms": 60000
    }',
    'a delay is counted from the server''s clock'
);
select is(
    pg_temp.described(
        '00000000-0000-7000-8000-000000000002', 'public_state', 'claimable_at'
    ),
    '{"public_state": "delayed", "claimable_at": "2030-01-01T12:01:00+00:00"}',
    'an instant is taken as it is'
);
select pg_temp.set_clock('2030-01-01 12:00:59.999999+00');
select is_empty(
    $$select flowfabric.ff_claim('lane', 'a', 'a-1')$$,
    'a microsecond earlier nothing can be claimed'
);
select is(
    pg_temp.described('00000000-0000-7000-8000-000000000001', 'public_state'),
    '{"public_state": "delayed"}',
    'the executions read delayed'
);
select pg_temp.set_clock('2030-01-01 12:01:00+00');
select is(
    pg_temp.described(
        '00000000-0000-7000-8000-000000000001',
        'public_state', 'eligibility_state', 'blocking_reason', 'attempt_state', 'claimable_in_ms'
    ),
    '{
        "public_state": "waiting",
        "eligibility_state": "eligible_now",
        "blocking_reason": "waiting_for_worker",
        "attempt_state": "pending_first_attempt",
        "claimable_in_ms": 0
    }',
    'at exactly the time they read waiting, though no call has changed them'
);
select results_eq(
    'select distinct e.state::text from flowfabric.ff_exec_core as e',
    $$values ('delayed_first')$$,
    'their rows are as they were written'
);
select is(
    (
        select count(*) from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 10)
    ),
    2::bigint,
    'both can be claimed'
);
select * from finish();
rollback;
