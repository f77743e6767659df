-- tests_sql/execution/ff_list_attempts/shows_how_the_last_attempt_ended.sql
begin;
select plan(13);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
-- given executions that failed, expired, and were taken over too often; then
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_execution_id => '00000000-0000-7000-8000-000000000001'
    )$$,
    'given the first execution'
);
select lives_ok(
    $$select flowfabric.ff_fail(pg_temp.claim(), 'broken', 'permanent')$$, 'given it fails'
);
select results_eq(
    $$select a.attempt_index, a.outcome, a.failure_reason, a.failure_category, a.retry_at
    from flowfabric.ff_list_attempts('00000000-0000-7000-8000-000000000001') as a$$,
    $$values (0, 'ended_failure', 'broken', 'permanent', null::timestamptz)$$,
    'its attempt ended in failure'
);
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_deadline_ms => 1000,
        p_execution_id => '00000000-0000-7000-8000-000000000002'
    )$$,
    'given an execution with a deadline'
);
select isnt(pg_temp.claim(), null, 'given it is claimed');
select pg_temp.advance('1 second');
select is(pg_temp.claim('b'), null, 'given its deadline passed');
select results_eq(
    $$select a.attempt_index, a.outcome, a.failure_reason
    from flowfabric.ff_list_attempts('00000000-0000-7000-8000-000000000002') as a$$,
    $$values (0, 'ended_expired', 'execution_deadline')$$,
    'its attempt ended expired'
);
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_policy => '{"max_reclaim_count": 0}',
        p_execution_id => '00000000-0000-7000-8000-000000000003'
    )$$,
    'given an execution that may not be taken over'
);
select isnt(pg_temp.claim(), null, 'given it is claimed');
select pg_temp.advance('30 seconds');
select is(pg_temp.claim('b'), null, 'given its worker fell silent');
select results_eq(
    $$select a.attempt_index, a.outcome, a.worker_id
    from flowfabric.ff_list_attempts('00000000-0000-7000-8000-000000000003') as a$$,
    $$values (0, 'interrupted_reclaimed', 'a')$$,
    'its attempt was interrupted, which is listed once'
);
select is_empty(
    $$select flowfabric.ff_create_execution(
        'never', p_deadline_ms => 1,
        p_execution_id => '00000000-0000-7000-8000-000000000004'
    ) where false$$,
    'given no execution'
);
select is_empty(
    $$select flowfabric.ff_list_attempts('00000000-0000-7000-8000-000000000004')$$,
    'an unknown execution has no attempts'
);
select * from finish();
rollback;
