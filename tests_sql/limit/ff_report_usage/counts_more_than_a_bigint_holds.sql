-- noqa: disable=LT02,LT09,LT14,AL03,AL05
-- tests_sql/limit/ff_report_usage/counts_more_than_a_bigint_holds.sql
begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/limits.sql
-- given a budget that only warns, with nearly as much usage as a bigint holds, half of it by an
-- execution
do $given$ begin
    perform pg_temp.budget(p_enforcement_mode => 'warn');
    perform pg_temp.submit(1, 3, p_budgets => '{1}');
    perform flowfabric.ff_record_spend(pg_temp.budget_id(), pg_temp.id(1), '{"tokens": 1}');
    update flowfabric.ff_budget_usage
    set used = 9223000000000000000, spent = 5223000000000000000
    where dimension = 'tokens';
    update flowfabric.ff_budget_ledger set spent = 5223000000000000000;
end $given$;
-- when more is charged; then
select is(
    pg_temp.refusal($$select flowfabric.ff_report_usage(
        pg_temp.budget_id(), '{"tokens": 1000000000000000}'
    )$$),
    'nothing',
    'usage is counted'
);
select
    flowfabric.ff_report_usage(pg_temp.budget_id(), '{"tokens": 1000000000000000.0}') is null as x
\gset
select is(
    (
        flowfabric.ff_record_spend(
            pg_temp.budget_id(), pg_temp.id(1), '{"tokens": 1000000000000000}'
        )
    ).current_usage,
    9223372036854775807,
    'the answer is the largest bigint'
);
select is(
    (flowfabric.ff_get_budget_status(pg_temp.budget_id())).usage,
    '{"cost": 0, "tokens": 9226000000000000000}'::jsonb,
    'the status has the exact sum'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');
select flowfabric.ff_release_budget(pg_temp.budget_id(), pg_temp.id(1)) is null as x
\gset
select is(
    (flowfabric.ff_get_budget_status(pg_temp.budget_id())).usage,
    '{"cost": 0, "tokens": 4002000000000000000}'::jsonb,
    'the spend can be taken back'
);
-- when executions have reserved more than that in a dimension without a limit; then
insert into flowfabric.ff_budget_reservation (
    budget_id, execution_id, dimension, attempt_index, reserved
)
select
    pg_temp.budget_id(),
    gen_random_uuid(),
    'cost',
    0,
    1000000000000000
from generate_series(1, 9300);
select is(
    (flowfabric.ff_get_budget_status(pg_temp.budget_id())).reserved -> 'cost',
    '9300000000000000000'::jsonb,
    'the status has the reserved sum'
);
select is(
    pg_temp.refusal($$select flowfabric.ff_reserve_budget(
        pg_temp.budget_id(), pg_temp.id(2), '{"cost": 1000000000000000}'
    )$$),
    'nothing',
    'more may be reserved'
);
select * from finish();
rollback;
