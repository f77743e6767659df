-- tests_sql/claim/ff_claim/lets_new_fairness_keys_enter_behind.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given two keys that wait, and then forty new keys of one submitter
select flowfabric.ff_register_lane('lane', p_options => '{"fair_sharing": true}') as fair \gset
select pg_temp.submit(1, 2, p_fairness_key => 'a') as done \gset
select pg_temp.submit(3, 4, p_fairness_key => 'b') as done \gset
select count(pg_temp.submit(n, n, p_fairness_key => 'made up ' || n)) as done
from generate_series(101, 140) as n \gset
select is(pg_temp.claim_all(3), '1 3 101', 'new keys enter behind those that wait');
select pg_temp.submit(5, 5, p_fairness_key => 'c') as done \gset
select is(
    pg_temp.claim_all(100),
    (select string_agg(n::text, ' ' order by n) from generate_series(102, 140) as n) || ' 2 4 5',
    'each key is served once in a round'
);

-- given twenty keys whose executions are all held, and one key behind them
select count(pg_temp.submit(n, n, p_fairness_key => 'held ' || n)) as done
from generate_series(201, 220) as n \gset
select pg_temp.submit(221, 221, p_fairness_key => 'd') as done \gset
update flowfabric.ff_exec_core as e
set claimable_at = e.claimable_at + interval '1 minute'
where e.fairness_key like 'held %';
select is(pg_temp.claim_all(1), '221', 'a claim takes due work behind keys without due work');
select is(
    (
        select count(*)::integer from flowfabric.ff_fair_turn as t
        where t.fairness_key like 'held %' and t.is_left
    ),
    8, 'a claim looks at eight keys without due work'
);

-- given work that is delayed
select pg_temp.submit(301, 301, p_fairness_key => 'late', p_delay_ms => 1000) as done \gset
select is_empty(
    $$select 1 from flowfabric.ff_fair_turn as t where t.fairness_key = 'late'$$,
    'delayed work has no turn'
);
select pg_temp.advance('2 seconds');
select count(*) as done from flowfabric.ff_tick() \gset
select isnt_empty(
    $$select 1 from flowfabric.ff_fair_turn as t where t.fairness_key = 'late'$$,
    'it has one when it becomes due'
);
select * from finish();
rollback;
