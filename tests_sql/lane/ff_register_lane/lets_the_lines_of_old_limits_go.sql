-- tests_sql/lane/ff_register_lane/lets_the_lines_of_old_limits_go.sql
begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/lines.sql
-- given a lane with a quota of one an hour, and one with quota policies of its own
select pg_temp.policy(3600000, 1, 0) as done \gset
select pg_temp.policy(3600000, 4, 0, 2) as done \gset
create function pg_temp.limit_lane(p_number integer) returns text language sql as $$
    select r.outcome
    from flowfabric.ff_register_lane('lane', p_options => jsonb_strip_nulls(jsonb_build_object(
        'quota_policy_id', pg_temp.policy_id(p_number)
    ))) as r
$$;
select pg_temp.limit_lane(1) as done \gset
select pg_temp.submit(1, 6, null) as done \gset
select is(pg_temp.claim_all(), '1', 'one execution begins');
select pg_temp.limit_lane(2) as done \gset
select is(pg_temp.line(), 'nobody', 'no execution waits for the replaced policy any more');
select pg_temp.advance('1 second') as done \gset
select is(pg_temp.claim_all(), '2 3 4 5', 'as many begin as the new policy allows');
select is(pg_temp.line(2), '6 in 3600 s', 'the last one waits for the new policy');
select pg_temp.limit_lane(null) as done \gset
select pg_temp.advance('1 second') as done \gset
select is(pg_temp.claim_all(), '6', 'without a limit the last one begins');
-- given a line longer than one call looks at
select pg_temp.limit_lane(1) as done \gset
select pg_temp.submit(10, 160, null) as done \gset
select pg_temp.claim_all() as done \gset
select pg_temp.limit_lane(null) as done \gset
select pg_temp.pay_limits(20) as done \gset
select pg_temp.advance('1 second') as done \gset
select is(
    (select count(*)::integer from flowfabric.ff_claim_batch('lane', 'w', 'w-1', 1000)), 151,
    'ticks take a long line apart'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
