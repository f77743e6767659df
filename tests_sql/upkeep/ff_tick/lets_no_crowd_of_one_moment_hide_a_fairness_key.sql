-- noqa: disable=LT02,LT14
-- tests_sql/upkeep/ff_tick/lets_no_crowd_of_one_moment_hide_a_fairness_key.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
create function pg_temp.tick(p_times integer) returns void language plpgsql as $$
begin
    for v_time in 1..p_times loop
        perform flowfabric.ff_tick();
    end loop;
end;
$$;
-- given 1,500 executions of one key that are due at the same moment, and then some of other keys
select flowfabric.ff_register_lane('lane', p_options => '{"fair_sharing": true}') as fair \gset
select pg_temp.clock() + interval '1 minute' as due_at \gset
select count(flowfabric.ff_create_execution(
    'lane', to_jsonb(n), p_run_at => :'due_at', p_fairness_key => 'many'
)) as done
from generate_series(1, 1500) as n \gset
select count(flowfabric.ff_create_execution(
    'lane', to_jsonb(k), p_run_at => :'due_at', p_fairness_key => k
)) as done
from unnest('{a,k,z}'::text[]) as k \gset
select pg_temp.advance('2 minutes');
-- when ticks look for keys without a turn
select pg_temp.tick(3) as done \gset
-- then
select results_eq(
    $$select t.fairness_key from flowfabric.ff_fair_turn as t order by t.fairness_key$$,
    '{a,k,many,z}'::text[],
    'each key has a turn'
);
select is(
    (
        select string_agg(c.input #>> '{}', ' ' order by c.input #>> '{}')
        from flowfabric.ff_claim_batch('lane', 'w', 'w-1', 4) as c
    ),
    '1 a k z', 'each is served in its turn'
);

-- given work of more keys than a tick looks at, all due at one moment
select count(flowfabric.ff_create_execution(
    'lane', to_jsonb(n), p_run_at => :'due_at', p_fairness_key => 'key ' || n
)) as done
from generate_series(1, 2500) as n \gset
delete from flowfabric.ff_fair_turn where fairness_key like 'key %';
select pg_temp.advance('1 minute');
select pg_temp.tick(2) as done \gset
select cmp_ok(
    (select count(*) from flowfabric.ff_fair_turn as t where t.fairness_key like 'key %'),
    '<', 2500::bigint, 'a tick looks at a bounded number'
);
select pg_temp.tick(5) as done \gset
select is(
    (
        select count(distinct t.fairness_key)
        from flowfabric.ff_fair_turn as t
        where t.fairness_key like 'key %'
    ),
    2500::bigint, 'the next ticks continue there'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
