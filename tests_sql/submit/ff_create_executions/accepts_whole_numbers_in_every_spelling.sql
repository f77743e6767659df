-- tests_sql/submit/ff_create_executions/accepts_whole_numbers_in_every_spelling.sql
begin;
select plan(2);
\ir ../../lib/clock.sql
-- given whole numbers written as 7.0 and 1e3, as serialisers of floats do; then
select results_eq(
    $$select c.outcome, c.public_state, c.error_detail
    from flowfabric.ff_create_executions(
        'lane', '{1}', '{"priority": 7.0, "delay_ms": 1e3, "deadline_ms": 60000.00}'
    ) as c$$,
    $$values ('created', 'delayed', null::jsonb)$$,
    'they are accepted'
);
select results_eq(
    $$select r.priority, e.deadline_at
    from flowfabric.ff_exec_core as e
    inner join flowfabric.ff_route as r on r.route_id = e.route_id$$,
    $$values (7, '2030-01-01 12:01:00+00'::timestamptz)$$,
    'they have their values'
);
select * from finish();
rollback;
