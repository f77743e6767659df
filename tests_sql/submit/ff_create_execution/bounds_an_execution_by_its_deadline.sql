-- tests_sql/submit/ff_create_execution/bounds_an_execution_by_its_deadline.sql
begin;
select plan(11);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
-- given deadlines in every form; then
select is(
    (
        select array_agg(c.outcome order by c.execution_id)
        from (
            select * from
                flowfabric.ff_create_execution(
                    'lane', p_deadline_ms => 90000,
                    p_execution_id => '00000000-0000-7000-8000-000000000001'
                )
            union all
            select * from
                flowfabric.ff_create_execution(
                    'lane', p_deadline_at => '2030-01-01 12:05:00+00',
                    p_execution_id => '00000000-0000-7000-8000-000000000002'
                )
            union all
            select * from
                flowfabric.ff_create_execution(
                    'lane', p_policy => '{"timeout_policy": {"execution_deadline_ms": 30000}}',
                    p_execution_id => '00000000-0000-7000-8000-000000000003'
                )
            union all
            select * from
                flowfabric.ff_create_execution(
                    'lane', p_deadline_ms => 45000,
                    p_policy => '{"timeout_policy": {"execution_deadline_ms": 30000}}',
                    p_execution_id => '00000000-0000-7000-8000-000000000004'
                )
            union all
            select * from flowfabric.ff_create_execution(
                'lane', p_deadline_at => '2030-01-01 12:00:10+00',
                p_policy => '{"timeout_policy": {"execution_deadline_ms": 30000}}',
                p_execution_id => '00000000-0000-7000-8000-000000000005'
            )
        ) as c
    ),
    '{created,created,created,created,created}',
    'given deadlines in every form'
);
select is(
    pg_temp.described('00000000-0000-7000-8000-000000000001', 'deadline_at'),
    '{"deadline_at": "2030-01-01T12:01:30+00:00"}',
    'a duration counts from the submission'
);
select is(
    pg_temp.described('00000000-0000-7000-8000-000000000002', 'deadline_at'),
    '{"deadline_at": "2030-01-01T12:05:00+00:00"}',
    'an instant is taken as it is'
);
select is(
    pg_temp.described('00000000-0000-7000-8000-000000000003', 'deadline_at'),
    '{"deadline_at": "2030-01-01T12:00:30+00:00"}',
    'without either the deadline of the policy counts'
);
select is(
    pg_temp.described('00000000-0000-7000-8000-000000000004', 'deadline_at'),
    '{"deadline_at": "2030-01-01T12:00:45+00:00"}',
    'a duration of the call goes before the policy''s'
);
select is(
    pg_temp.described('00000000-0000-7000-8000-000000000005', 'deadline_at'),
    '{"deadline_at": "2030-01-01T12:00:10+00:00"}',
    'so does an instant'
);
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'late', p_delay_ms => 60000, p_deadline_ms => 1000,
        p_execution_id => '00000000-0000-7000-8000-000000000006'
    )$$,
    'given a delay that ends after the deadline'
);
select is(
    pg_temp.described(
        '00000000-0000-7000-8000-000000000006', 'public_state', 'claimable_at'
    ),
    '{"public_state": "delayed", "claimable_at": "2030-01-01T12:00:01+00:00"}',
    'it is due at its deadline, so that a claim then ends it'
);
select is(
    (
        select c.public_state
        from flowfabric.ff_create_execution(
            'late', p_deadline_at => '2030-01-01 11:00:00+00',
            p_execution_id => '00000000-0000-7000-8000-000000000007'
        ) as c
    ),
    'expired',
    'a deadline in the past is accepted, and ends it at once'
);
select pg_temp.advance('1 second');
select is_empty(
    $$select flowfabric.ff_claim('late', 'a', 'a-1')$$,
    'no claim gets either of them'
);
select is(
    (
        select array_agg(flowfabric.ff_read_execution_state(i.execution_id) order by i.execution_id)
        from unnest(array[
            '00000000-0000-7000-8000-000000000006',
            '00000000-0000-7000-8000-000000000007'
        ]::uuid[]) as i (execution_id)
    ),
    '{expired,expired}',
    'both ended expired'
);
select * from finish();
rollback;
