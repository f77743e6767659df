-- tests_sql/limit/_put_off_alike/gives_moments_in_the_order_of_the_line.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/lines.sql
-- given (2) and (3), which the policy of their lane has refused, and which no claim has met since
select pg_temp.policy(10000, 1, 0) as done \gset
select pg_temp.policy(20000, 1, 0, 2) as done \gset
select flowfabric.ff_register_lane(
    'lane', p_options => jsonb_build_object('quota_policy_id', pg_temp.policy_id(2))
) as done \gset
select pg_temp.submit(1, 1) as done \gset
select pg_temp.submit(2, 3, 1) as done \gset
select pg_temp.claim_all(p_ttl_ms => 600000) as done \gset
select is(pg_temp.line(2), '2 in 20 s, 3 in 40 s', 'they are in the line of the lane');
-- given a newcomer, and their own policy, which executions of another lane have used up
select pg_temp.submit(4, 4, 1) as done \gset
select pg_temp.advance('40 seconds') as done \gset
select pg_temp.submit(5, 5, 1, p_lane_id => 'other') as done \gset
select count(*) as done from flowfabric.ff_claim('other', 'w', 'w-1') \gset
select is(pg_temp.claim_all(p_ttl_ms => 600000), '', 'given their own policy refuses all three');
select is(
    pg_temp.line(),
    '2 in 10 s, 3 in 20 s, 4 in 10 s',
    'they keep their order, and have moments in that order'
);
select * from finish();
rollback;
