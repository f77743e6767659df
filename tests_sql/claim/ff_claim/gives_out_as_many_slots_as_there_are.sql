-- tests_sql/claim/ff_claim/gives_out_as_many_slots_as_there_are.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given three executions that share two slots, and one without limits
select pg_temp.policy(0, 0, 2) as policy \gset
select pg_temp.submit(1, 3, 1) as done \gset
select pg_temp.submit(4, 4) as done \gset
select is(
    pg_temp.claim_all(), '1 2 4',
    'two of the three are claimed, and they do not hide the one without limits'
);
select is(
    pg_temp.states(), '1 active, 2 active, 3 quota_first, 4 active', 'the third is put off'
);
select results_eq(
    $$select d.public_state, d.eligibility_state::text, d.blocking_reason::text
    from flowfabric.ff_describe_execution(pg_temp.id(3)) as d$$,
    $$values ('rate_limited', 'blocked_by_quota', 'waiting_for_quota')$$,
    'its state says that it waits for a slot'
);
select is(
    (
        select e.claimable_at - pg_temp.clock() from flowfabric.ff_exec_core as e
        where pg_temp.number(e.execution_id) = 3
    ),
    interval '5 seconds', 'it looks again before the leases lapse: they may end sooner'
);
select is(pg_temp.holders(), '1 2', 'each running execution holds a slot');
select flowfabric.ff_complete(pg_temp.handle(1)) as done \gset
select is(pg_temp.claim_all(), '3', 'when one completes, the third is claimed at once');
select is(pg_temp.holders(), '2 3', 'it holds the slot that was given back');
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
