-- tests_sql/limit/ff_record_spend/refuses_more_than_a_thousand_dimensions.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/errors.sql
select pg_temp.budget() as done \gset
select pg_temp.submit(1, 2) as done \gset

-- dimensions p_from to p_to, with 1 of each
create function pg_temp.deltas(p_from integer, p_to integer)
returns jsonb
language sql
as $$
    select jsonb_object_agg('dimension ' || n, 1) from generate_series(p_from, p_to) as n
$$;
create function pg_temp.spend(p_from integer, p_to integer, p_number integer default 1)
returns text
language sql
as $$
    select pg_temp.refusal(format(
        'select flowfabric.ff_record_spend(%L, %L, %L)',
        pg_temp.budget_id(), pg_temp.id(p_number), pg_temp.deltas(p_from, p_to)
    ))
$$;
create function pg_temp.reserve(p_from integer, p_to integer)
returns text
language sql
as $$
    select pg_temp.refusal(format(
        'select flowfabric.ff_reserve_budget(%L, %L, %L)',
        pg_temp.budget_id(), pg_temp.id(1), pg_temp.deltas(p_from, p_to)
    ))
$$;

-- given a budget with two dimensions of its own, cost and tokens; then
select is(pg_temp.spend(1, 998), 'nothing', 'a thousand dimensions are accepted');
select is(pg_temp.spend(999, 999), '22023 p_deltas', 'no more are, also in another call');
select is(pg_temp.spend(999, 999, 2), '22023 p_deltas', 'nor for another execution');
select is(pg_temp.spend(1, 998), 'nothing', 'existing dimensions are charged');
select is(pg_temp.reserve(1, 1000), 'nothing', 'an execution may reserve a thousand');
select is(pg_temp.reserve(1001, 1001), '22023 p_amounts', 'and no more');
select * from finish();
rollback;
