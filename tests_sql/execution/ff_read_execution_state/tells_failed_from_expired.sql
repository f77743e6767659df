-- tests_sql/execution/ff_read_execution_state/tells_failed_from_expired.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
-- given an execution that fails, and one whose deadline passes; then
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_execution_id => '00000000-0000-7000-8000-000000000001'
    )$$,
    'given the first'
);
select lives_ok(
    $$select flowfabric.ff_fail(pg_temp.claim(), 'broken', 'permanent')$$, 'given it fails'
);
select is(
    flowfabric.ff_read_execution_state('00000000-0000-7000-8000-000000000001'),
    'failed',
    'it has failed'
);
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_deadline_ms => 1000,
        p_execution_id => '00000000-0000-7000-8000-000000000002'
    )$$,
    'given the second'
);
select pg_temp.advance('1 second');
select is_empty(
    $$select flowfabric.ff_claim('lane', 'a', 'a-1')$$,
    'given its deadline has passed'
);
select is(
    flowfabric.ff_read_execution_state('00000000-0000-7000-8000-000000000002'),
    'expired',
    'it has expired'
);
select * from finish();
rollback;
