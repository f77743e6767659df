-- tests_sql/claim/ff_claim/bounds_the_fairness_keys_of_a_submitter.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given a lane in which one submitter may have three waiting keys
select flowfabric.ff_register_lane(
    'lane', p_options => '{"fair_sharing": true, "fair_keys_per_submitter": 3}'
) as fair \gset
select count(pg_temp.submit(n, n, p_fairness_key => 'made up ' || n)) as done
from generate_series(1, 6) as n \gset
-- given a key of another login
select pg_temp.submit(7, 7, p_fairness_key => 'other') as done \gset
insert into flowfabric.ff_fair_turn (route_id, fairness_key, entered_by)
select
    r.route_id,
    'other' as fairness_key,
    'somebody else' as entered_by
from flowfabric.ff_route as r;
select is(
    (select string_agg(t.fairness_key, ', ' order by t.turn_id) from flowfabric.ff_fair_turn as t),
    'made up 1, made up 2, made up 3, other', 'further keys of the submitter get no turn'
);
select is(pg_temp.claim_all(4), '1 2 3 7', 'so the other login has its turn');
select is(
    pg_temp.claim_all(), '4 5 6',
    'executions without a turn are claimed when no turn is left'
);
select throws_ok(
    $$select flowfabric.ff_register_lane('lane', p_options => '{"fair_keys_per_submitter": 0}')$$,
    '22023', null, 'the bound is at least 1'
);
select * from finish();
rollback;
