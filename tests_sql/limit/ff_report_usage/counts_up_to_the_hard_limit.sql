-- tests_sql/limit/ff_report_usage/counts_up_to_the_hard_limit.sql
begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
select pg_temp.budget() as budget \gset
create function pg_temp.report(
    p_deltas jsonb, p_key text default null
) returns text language sql as $$
    select concat_ws(' ', r.outcome, r.dimension, r.current_usage, r.hard_limit, r.soft_limit, r.is_replay)
    from flowfabric.ff_report_usage(pg_temp.budget_id(), p_deltas, p_key) as r
$$;
select is(
    pg_temp.report('{"tokens": 80, "cost": 1000}'), 'ok f',
    'at exactly the soft limit there is no warning'
);
select is(pg_temp.report('{"tokens": 1}'), 'soft_breach tokens 81 100 80 f', 'above it there is');
select is(
    pg_temp.report('{"tokens": 20, "cost": 7}'), 'hard_breach tokens 81 100 80 f',
    'above the hard limit nothing is counted'
);
select is(
    pg_temp.report('{"tokens": 19}'), 'soft_breach tokens 100 100 80 f',
    'at exactly the hard limit it is'
);
select is(pg_temp.report('{"words": 5}'), 'ok f', 'an unknown dimension has no limit');
select is(pg_temp.report('{}'), 'ok f', 'an empty report is not a breach');
select results_eq(
    $$select s.usage, s.breach_count, s.soft_breach_count, s.is_breached, s.last_breach_dimension,
        s.last_breach_at
    from flowfabric.ff_get_budget_status(pg_temp.budget_id()) as s$$,
    $$values ('{"cost": 1000, "tokens": 100, "words": 5}'::jsonb, 1::bigint, 2::bigint, true,
        'tokens', pg_temp.clock())$$,
    'breaches are counted'
);
select pg_temp.budget(2, p_enforcement_mode => 'warn') as budget \gset
select is(
    (
        select concat_ws(' ', r.outcome, r.dimension, r.current_usage)
        from flowfabric.ff_report_usage(pg_temp.budget_id(2), '{"tokens": 101}') as r
    ),
    'soft_breach tokens 101', 'a budget that only warns refuses nothing'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
