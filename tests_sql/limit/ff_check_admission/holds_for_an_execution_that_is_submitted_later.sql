-- tests_sql/limit/ff_check_admission/holds_for_an_execution_that_is_submitted_later.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given one slot, and an execution that is admitted before it is submitted
select pg_temp.policy(0, 0, 1) as done \gset
select is(
    (select a.outcome from flowfabric.ff_check_admission(pg_temp.policy_id(), pg_temp.id(1)) as a),
    'admitted', 'it is admitted'
);
select pg_temp.submit(1, 1) as done \gset
select is(pg_temp.claim_all(), '1', 'it is submitted and claimed');
select flowfabric.ff_complete(pg_temp.handle(1)) as done \gset
select is(
    (select a.outcome from flowfabric.ff_check_admission(pg_temp.policy_id(), pg_temp.id(2)) as a),
    'admitted', 'its end gives the slot back'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
