-- tests_sql/claim/ff_claim/shares_work_submitted_before_the_lane_shared.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given work of a lane that starts to share, stops, and starts again
select pg_temp.submit(1, 3) as done \gset
select flowfabric.ff_register_lane('lane', p_options => '{"fair_sharing": true}') as fair \gset
select pg_temp.submit(4, 6, p_fairness_key => 'a') as done \gset
select count(*) as done from flowfabric.ff_tick() \gset
select count(*) as done from flowfabric.ff_tick() \gset
select is(
    pg_temp.claim_all(4), '4 1 5 2',
    'work submitted before the lane shared is served in turn'
);
select flowfabric.ff_register_lane('lane') as plain \gset
select pg_temp.submit(7, 7, p_fairness_key => 'a') as done \gset
select is(pg_temp.claim_all(1), '3', 'without sharing, work is claimed in the order of submission');
select flowfabric.ff_register_lane('lane', p_options => '{"fair_sharing": true}') as fair \gset
select is(pg_temp.claim_all(), '6 7', 'no turn is left behind');
select * from finish();
rollback;
