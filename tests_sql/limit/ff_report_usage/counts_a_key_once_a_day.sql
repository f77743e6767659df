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
select is(pg_temp.report(90, 'a'), 'soft_breach 90 t', 'sent again: answered as it was');
select is(pg_temp.report(20, 'b'), 'hard_breach 90 f', 'refused');
select flowfabric.ff_reset_budget(pg_temp.budget_id()) as reset \gset
select is(pg_temp.report(20, 'b'), 'ok f', 'the key is not used up by that');
select is(pg_temp.report(20, 'a', 2), 'ok f', 'keys belong to their budget');
select is(pg_temp.report(1, ''), 'ok f', 'an empty key is none');
select pg_temp.advance('1 day') as moved \gset
select is(pg_temp.report(5, 'a'), 'ok f', 'after a day it is forgotten');
select is(
    (select s.usage -> 'tokens' from flowfabric.ff_get_budget_status(pg_temp.budget_id()) as s),
    '26'::jsonb, 'that is the sum'
);
select * from finish();
rollback;
