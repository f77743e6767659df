-- tests_sql/limit/ff_check_admission/is_used_by_the_claim.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given one slot, and an execution that was admitted before it is claimed
select pg_temp.policy(60000, 1, 1) as policy \gset
select pg_temp.submit(1, 1, 1) as done \gset
select pg_temp.submit(2, 2) as done \gset
select is(
    (select a.outcome from flowfabric.ff_check_admission(pg_temp.policy_id(), pg_temp.id(1)) as a),
    'admitted', 'it is admitted'
);
select is(pg_temp.claim_all(1, 1000), '1', 'its claim needs no other slot');
select is(
    (
        select count(*)::integer from flowfabric.ff_quota_token as t
        where t.execution_id is not null
    ),
    2, 'it has one slot and one place in the window'
);
select flowfabric.ff_release_admission(pg_temp.policy_id(), pg_temp.id(1)) as released \gset
select is(pg_temp.holders(), '1', 'its lease holds the slot');
select pg_temp.advance('1 second') as moved \gset
select is(pg_temp.holders(), '', 'a crash gives the slot back');
select is(
    (
        select a.outcome
        from flowfabric.ff_check_admission(pg_temp.policy_id(), pg_temp.id(2), 'k') as a
    ),
    'admitted', 'an execution without a policy may be admitted, too'
);
select flowfabric.ff_cancel_execution(pg_temp.id(2), 'not wanted') as cancelled \gset
select is(pg_temp.holders(), '', 'when it ends, the slot is free');
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
