begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given an execution that is resumed at its timeout; when it gets another priority; then
select
    pg_temp.suspended(
        p_timeout_ms => 1000, p_timeout_behavior => 'auto_resume_with_timeout_signal'
    ) as id
\gset
do $when$ begin perform pg_temp.advance('999 ms'); end $when$;
select is(
    pg_temp.refusal(format('select flowfabric.ff_change_priority(%L, 7)', :'id')),
    'ZF202 execution_not_eligible', 'before the timeout it does not wait for a worker'
);
do $when$ begin perform pg_temp.advance('1 ms'); end $when$;
select is(
    (select p.new_priority from flowfabric.ff_change_priority(:'id', 7) as p), 7,
    'from the timeout on it waits, though no claim or tick has met it'
);
select results_eq(
    $$select execution_id, attempt_type from flowfabric.ff_claim('lane', 'b', 'b-1')$$,
    format($$values (%L::uuid, 'resume')$$, :'id'),
    'it is claimed'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
