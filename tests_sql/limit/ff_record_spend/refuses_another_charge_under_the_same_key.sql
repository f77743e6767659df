-- tests_sql/limit/ff_record_spend/refuses_another_charge_under_the_same_key.sql
begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/limits.sql
-- given charges under keys; when another charge comes under one of them; then
select pg_temp.budget() as budget \gset
select pg_temp.submit(1, 2) as submitted \gset
do $given$ begin
    perform flowfabric.ff_record_spend(pg_temp.budget_id(), pg_temp.id(1), '{"tokens": 30}', 'a');
    perform flowfabric.ff_report_usage(pg_temp.budget_id(), '{"tokens": 10, "cost": 1}', 'a');
end $given$;
select is(pg_temp.refusal('select flowfabric.' || c.call), c.refusal, c.description)
from (
    values
    (
        $$ff_record_spend(pg_temp.budget_id(), pg_temp.id(1), '{"tokens": 31}', 'a')$$,
        'ZF606 charge_conflict', 'another amount'
    ),
    (
        $$ff_record_spend(pg_temp.budget_id(), pg_temp.id(1), '{"tokens": 30, "cost": 1}', 'a')$$,
        'ZF606 charge_conflict', 'another dimension'
    ),
    (
        $$ff_record_spend(pg_temp.budget_id(), pg_temp.id(2), '{"tokens": 30}', 'a')$$,
        'ZF606 charge_conflict', 'another execution'
    ),
    (
        $$ff_record_spend(pg_temp.budget_id(), pg_temp.id(1), '{"tokens": 30.0}', 'a')$$,
        'nothing', 'the same number, written in another way'
    ),
    (
        $$ff_report_usage(pg_temp.budget_id(), '{"tokens": 10}', 'a')$$,
        'ZF606 charge_conflict', 'a report without one of the amounts'
    ),
    (
        $$ff_report_usage(pg_temp.budget_id(), '{"cost": 1, "tokens": 10}', 'a')$$,
        'nothing', 'the same report'
    )
) as c (call, refusal, description);
select is(
    pg_temp.error_of(
        $$select flowfabric.ff_record_spend(
            pg_temp.budget_id(), pg_temp.id(2), '{"tokens": 31}', 'a'
        )$$
    ) -> 'detail',
    jsonb_build_object(
        'symbol', 'charge_conflict', 'budget_id', pg_temp.budget_id(), 'key', 'a',
        'execution_id', pg_temp.id(1), 'amounts', '{"tokens": 30}'::jsonb
    ),
    'the detail gives the charge that was counted'
);
select is(
    (select s.usage -> 'tokens' from flowfabric.ff_get_budget_status(pg_temp.budget_id()) as s),
    '40'::jsonb, 'each charge is counted once'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
