-- tests_sql/look/ff_explain/judges_by_budgets.sql
-- noqa: disable=AL03, LT05, LT09
begin;
select plan(15);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/explained.sql
-- given a budget that is only reset by hand, one that is reset every minute, and one that only
-- warns
select pg_temp.budget(), pg_temp.budget(2, p_reset_interval_ms => 60000) \gset
select pg_temp.budget(3, p_enforcement_mode => 'warn') \gset
select pg_temp.submit(1, 1, p_budgets => '{1}'), pg_temp.submit(2, 2, p_budgets => '{2}') \gset
select pg_temp.submit(3, 3, p_budgets => '{3}'), pg_temp.submit(4, 4, p_budgets => '{1,2}') \gset
select is(pg_temp.gate(pg_temp.id(4), 'budget'), 'open free', 'there is budget left');
select (flowfabric.ff_report_usage(pg_temp.budget_id(), '{"tokens": 99}')).outcome \gset
select is(pg_temp.gate(pg_temp.id(1), 'budget'), 'open free', 'one token left is enough');
-- when all budgets are spent
do $when$ begin
    perform flowfabric.ff_report_usage(pg_temp.budget_id(), '{"tokens": 1}');
    perform flowfabric.ff_report_usage(pg_temp.budget_id(2), '{"tokens": 100}');
    perform flowfabric.ff_report_usage(pg_temp.budget_id(3), '{"tokens": 500}');
end $when$;
-- then
select is(
    pg_temp.gate(pg_temp.id(1), 'budget'), 'closed exhausted',
    'the budget without a period is exhausted for good'
);
select is(
    pg_temp.gate_detail(pg_temp.id(1), 'budget'),
    jsonb_build_object('budget_id', pg_temp.budget_id()), 'the detail names the budget'
);
select is(
    pg_temp.gate(pg_temp.id(2), 'verdict'), 'closed budget 59996',
    'the other one is exhausted until its next period'
);
select results_eq(
    $$
        select g.changed_by
        from generate_series(1, 2) as n (n)
        cross join lateral flowfabric.ff_explain(pg_temp.id(n)) as g
        where g.gate = 'budget'
        order by n
    $$,
    $$
        values
        ('ff_reset_budget or ff_release_budget'),
        ('ff_reset_budget or ff_release_budget or the end of its period')
    $$,
    'a gate without a period can only be opened by calls'
);
select is(
    pg_temp.gate(pg_temp.id(3), 'verdict'), 'open claimable',
    'a budget that only warns keeps no execution back'
);
select is(
    pg_temp.gate(pg_temp.id(4), 'budget'), 'closed exhausted',
    'an execution with two budgets needs both'
);
-- when claims put the executions off
select is(pg_temp.claim_all(), '3', 'a claim agrees');
select is(
    pg_temp.gate(pg_temp.id(2), 'budget'), 'closed exhausted 59996',
    'the execution looks again in between, and finds nothing'
);
do $when$ begin perform pg_temp.advance('59996 ms'); end $when$;
select is(
    pg_temp.gate(pg_temp.id(2), 'verdict'), 'open claimable',
    'a period that has ended counts as reset'
);
-- when a budget is reset by hand, its executions are woken
select (flowfabric.ff_reset_budget(pg_temp.budget_id())).outcome \gset
select is(
    pg_temp.gate(pg_temp.id(1), 'verdict'), 'open claimable',
    'the budget is open after a reset by hand'
);
-- given another execution has reserved the whole budget
do $given$ begin
    perform flowfabric.ff_reserve_budget(pg_temp.budget_id(), pg_temp.id(4), '{"tokens": 100}');
end $given$;
select is(
    pg_temp.gate(pg_temp.id(1), 'budget'), 'closed exhausted', 'the reserved amount is not left'
);
select is(
    pg_temp.gate(pg_temp.id(4), 'budget'), 'open free',
    'except for the execution that has reserved it'
);
do $given$ begin
    perform flowfabric.ff_reserve_budget(pg_temp.budget_id(), pg_temp.id(4), '{"tokens": 0}');
    perform flowfabric.ff_register_lane(
        'lane', p_options => format('{"budget_ids": ["%s"]}', pg_temp.budget_id(2))::jsonb
    );
    perform flowfabric.ff_report_usage(pg_temp.budget_id(2), '{"tokens": 100}');
end $given$;
select is(
    pg_temp.gate(pg_temp.id(1), 'budget'), 'closed exhausted 60000',
    'budgets of the lane count'
);
select * from finish();
rollback;
