-- tests_sql/limit/ff_release_admission/gives_back_exactly_the_admission.sql
begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/errors.sql
-- given two slots, both taken, and an execution that waits for one
select pg_temp.policy(0, 0, 2) as policy \gset
select flowfabric.ff_check_admission(pg_temp.policy_id(), pg_temp.id(8)) as done \gset
select flowfabric.ff_check_admission(pg_temp.policy_id(), pg_temp.id(9)) as done \gset
select pg_temp.submit(1, 2, 1) as submitted \gset
select is(pg_temp.claim_all(), '', 'nothing can be claimed');
select is(
    (
        select r.outcome
        from flowfabric.ff_release_admission(pg_temp.policy_id(), pg_temp.id(8)) as r
    ),
    'released', 'an admission is released'
);
select is(
    (
        select count(r.outcome)::integer
        from generate_series(1, 3) as n,
            lateral flowfabric.ff_release_admission(pg_temp.policy_id(), pg_temp.id(8)) as r
    ),
    3, 'the same release again changes nothing'
);
select is(
    pg_temp.claim_all(), '1',
    'one slot is free, and the waiting execution is claimed at once'
);
select is(
    pg_temp.refusal('select flowfabric.ff_release_admission(null, pg_temp.id(1))'),
    '22004 p_quota_policy_id', 'a null policy'
);
select is(
    pg_temp.refusal('select flowfabric.ff_release_admission(pg_temp.policy_id(), null)'),
    '22004 p_execution_id', 'a null execution'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
