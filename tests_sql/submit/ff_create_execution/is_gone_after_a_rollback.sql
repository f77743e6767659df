-- tests_sql/submit/ff_create_execution/is_gone_after_a_rollback.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
-- given a submission in a savepoint; when the caller rolls back; then
savepoint before_submitting;
select flowfabric.ff_create_execution('lane', '1', p_idempotency_key => 'key');
rollback to savepoint before_submitting;

select is_empty('select 1 from flowfabric.ff_exec_core', 'the execution is gone');
select is_empty(
    $$select flowfabric.ff_claim('lane', 'a', 'a-1')$$, 'no claim gets it'
);
select is(
    (
        select c.outcome
        from flowfabric.ff_create_execution('other', '2', p_idempotency_key => 'key') as c
    ),
    'created',
    'its key is free'
);
select * from finish();
rollback;
