-- noqa: disable=LT05
-- tests_sql/execution/ff_reschedule_executions/reschedules_what_waits.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/bulk.sql
-- given one execution in each state; when all are made due; then
do $given$ begin perform pg_temp.one_of_each(); end $given$;
select is(
    pg_temp.answer($$ff_reschedule_executions('{"lane_id": "lane"}', 0)$$),
    '3 changed, 5 skipped, after 8',
    'those that wait for a worker or for a time'
);
select is(
    pg_temp.states(),
    '1 waiting, 2 waiting, 3 waiting, 4 active, 5 suspended, 6 completed, 7 failed, 8 cancelled',
    'can be claimed'
);
-- when those that wait are put off; then
select is(
    pg_temp.answer(
        $$ff_reschedule_executions('{"public_state": "waiting"}', p_run_at => '2030-01-02 00:00:00+00')$$
    ),
    '3 changed, 0 skipped, after 8',
    'with an instant'
);
select is(
    (
        select array_agg(distinct e.claimable_at)
        from flowfabric.ff_exec_core as e
        where pg_temp.number(e.execution_id) <= 3
    ),
    '{2030-01-02 00:00:00+00}',
    'they are due then'
);
select * from finish();
rollback;
