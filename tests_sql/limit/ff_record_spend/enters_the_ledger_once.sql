-- tests_sql/limit/ff_record_spend/enters_the_ledger_once.sql
begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
select pg_temp.budget() as budget \gset
select pg_temp.submit(1, 2) as submitted \gset
create function pg_temp.spend(p_number integer, p_deltas jsonb, p_key text default null)
returns text language sql as $$
    select concat_ws(' ', r.outcome, r.dimension, r.current_usage)
    from flowfabric.ff_record_spend(pg_temp.budget_id(), pg_temp.id(p_number), p_deltas, p_key) as r
$$;
select is(pg_temp.spend(1, '{"tokens": 30, "cost": 2}', 'a'), 'ok', 'spent');
select is(pg_temp.spend(1, '{"tokens": 30, "cost": 2}', 'a'), 'already_applied', 'once');
select is(pg_temp.spend(1, '{"tokens": 10}', 'b'), 'ok', 'a second charge is added');
select is(
    pg_temp.spend(2, '{"tokens": 50}'), 'soft_breach tokens 90',
    'another execution has an entry of its own'
);
select is(
    pg_temp.spend(2, '{"tokens": 11}'), 'hard_breach tokens 90',
    'a charge above the limit is refused'
);
select results_eq(
    $$select pg_temp.number(l.execution_id), l.dimension, l.spent
    from flowfabric.ff_budget_ledger as l
    order by pg_temp.number(l.execution_id), l.dimension collate "C"$$,
    $$values (1, 'cost', 2::numeric), (1, 'tokens', 40),
        (2, 'tokens', 50)$$,
    'the ledger has the sums'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
