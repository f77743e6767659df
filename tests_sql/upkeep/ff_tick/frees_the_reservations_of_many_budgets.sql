-- tests_sql/upkeep/ff_tick/frees_the_reservations_of_many_budgets.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given 120 budgets, each reserved by one execution, with another execution that waits for it
select count(pg_temp.budget(n)) as done from generate_series(1, 120) as n \gset
select count(pg_temp.submit(n, n, p_budgets => array[n])) as done
from generate_series(1, 120) as n \gset
select pg_temp.claim_all(200) as done \gset
select is(
    (
        select count(*)
        from generate_series(1, 120) as n
        where
            (
                flowfabric.ff_reserve_budget(
                    pg_temp.budget_id(n), pg_temp.id(n), '{"tokens": 100}'
                )
            ).outcome = 'reserved'
    ),
    120::bigint, 'each budget is reserved wholly'
);
select count(pg_temp.submit(1000 + n, 1000 + n, p_budgets => array[n])) as done
from generate_series(1, 120) as n \gset
select is(
    (select count(*) from flowfabric.ff_claim_batch('lane', 'w', 'w-1', 200)), 0::bigint,
    'the other executions wait'
);
-- when the workers of the first ten and of the last ten fall silent
select count(flowfabric.ff_renew(pg_temp.handle(n), 1000)) as done
from generate_series(1, 120) as n
where n <= 10 or n > 110 \gset
select pg_temp.advance('2 seconds') as done \gset
select count(*) as done from flowfabric.ff_tick() \gset
select results_eq(
    $$select count(*), count(*) filter (where e.lease_expires_at <= pg_temp.clock())
    from flowfabric.ff_budget_reservation as r
    inner join flowfabric.ff_exec_core as e on e.execution_id = r.execution_id$$,
    $$values (100::bigint, 0::bigint)$$,
    'one tick frees their reservations, and no others'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
