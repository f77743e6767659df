-- tests_sql/limit/ff_report_usage/counts_a_key_once_a_day.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
select pg_temp.budget() as done \gset
select pg_temp.budget(2) as done \gset
create function pg_temp.report(p_tokens integer, p_key text, p_budget integer default 1)
returns text language sql as $$
    select concat_ws(' ', r.outcome, r.current_usage, r.is_replay)
    from flowfabric.ff_report_usage(
        pg_temp.budget_id(p_budget), jsonb_build_object('tokens', p_tokens), p_key
    ) as r
$$;
select is(pg_temp.report(90, 'a'), 'soft_breach 90 f', 'counted');
select is(pg_temp.report(90, 'a'), 'soft_breach 90 t', 'the same key again returns the same');
select is(pg_temp.report(20, 'b'), 'hard_breach 90 f', 'refused');
select flowfabric.ff_reset_budget(pg_temp.budget_id()) as reset \gset
select is(pg_temp.report(20, 'b'), 'ok f', 'a refused report does not use its key up');
select is(pg_temp.report(20, 'a', 2), 'ok f', 'each budget has its own keys');
select is(pg_temp.report(1, ''), 'ok f', 'an empty key is not a key');
select pg_temp.advance('1 day') as moved \gset
select is(pg_temp.report(5, 'a'), 'ok f', 'after a day the key is removed');
select is(
    (select s.usage -> 'tokens' from flowfabric.ff_get_budget_status(pg_temp.budget_id()) as s),
    '26'::jsonb, 'the usage is the sum'
);
select * from finish();
rollback;
