-- tests_sql/limit/ff_reset_budget/begins_a_new_period.sql
begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/errors.sql
select pg_temp.budget(p_reset_interval_ms => 60000) as budget \gset
select flowfabric.ff_report_usage(pg_temp.budget_id(), '{"tokens": 100}') as done \gset
select flowfabric.ff_report_usage(pg_temp.budget_id(), '{"tokens": 1}') as done \gset
select pg_temp.advance('10 seconds') as moved \gset
select results_eq(
    $$select r.outcome, r.next_reset_at - pg_temp.clock()
    from flowfabric.ff_reset_budget(pg_temp.budget_id(), 'paid', 'ada') as r$$,
    $$values ('reset', interval '1 minute')$$,
    'the next reset is an interval away'
);
select results_eq(
    $$select s.usage, s.is_breached, s.breach_count, s.last_breach_at, s.reset_count,
        s.last_reset_at
    from flowfabric.ff_get_budget_status(pg_temp.budget_id()) as s$$,
    $$values ('{"cost": 0, "tokens": 0}'::jsonb, false, 1::bigint, null::timestamptz, 1::bigint,
        pg_temp.clock())$$,
    'the counters of breaches stay, the usage does not'
);
select results_eq(
    $$select v.kind::text, v.details ->> 'actor', v.details ->> 'reason', v.details ->> 'budget_id'
    from flowfabric.ff_operator_event as v$$,
    $$values ('budget_reset', 'ada', 'paid', pg_temp.budget_id()::text)$$,
    'the event names the operator'
);
select flowfabric.ff_report_usage(pg_temp.budget_id(), '{"tokens": 100}') as used \gset
select pg_temp.submit(1, 1, p_budgets => '{1}') as done \gset
select pg_temp.claim_all() as done \gset
select pg_temp.advance('185 seconds') as moved \gset
select is(pg_temp.claim_all(), '1', 'a period that has ended counts as reset, before any call');
select results_eq(
    $$select s.usage -> 'tokens', s.next_reset_at - pg_temp.clock(), s.reset_count
    from flowfabric.ff_get_budget_status(pg_temp.budget_id()) as s$$,
    $$values ('0'::jsonb, interval '54.999 seconds', 2::bigint)$$,
    'the next reset keeps to the schedule'
);
select t.processed from flowfabric.ff_tick() as t
where t.job = 'limits' \gset
select results_eq(
    $$select b.next_reset_at - pg_temp.clock(), b.reset_count from flowfabric.ff_budget as b$$,
    $$values (interval '54.999 seconds', 2::bigint)$$,
    'a tick resets it'
);
select is(
    pg_temp.refusal('select flowfabric.ff_reset_budget(pg_temp.budget_id(3))')
    || ', ' || pg_temp.refusal('select flowfabric.ff_reset_budget(null)'),
    'ZF602 budget_not_found, 22004 p_budget_id', 'bad arguments are refused'
);
select * from finish();
rollback;
