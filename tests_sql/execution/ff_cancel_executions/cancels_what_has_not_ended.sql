-- noqa: disable=LT05
-- tests_sql/execution/ff_cancel_executions/cancels_what_has_not_ended.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/bulk.sql
-- given one execution in each state; when all of the lane are cancelled; then
do $given$ begin perform pg_temp.one_of_each(); end $given$;
select is(
    pg_temp.answer($$ff_cancel_executions('{"lane_id": "lane"}', 'withdrawn', p_actor => 'ada')$$),
    '5 changed, 3 skipped, after 8',
    'those that have not ended are'
);
select is(
    pg_temp.states(),
    '1 cancelled, 2 cancelled, 3 cancelled, 4 cancelled, 5 cancelled, 6 completed, 7 failed, 8 cancelled',
    'also held and suspended ones'
);
select results_eq(
    $$select e.cancellation_reason, e.cancelled_by, count(*)
    from flowfabric.ff_exec_core as e
    where e.state in ('cancelled', 'cancelled_unstarted')
    group by 1, 2
    order by 1 desc$$,
    $$values
    ('withdrawn', 'operator_override', 5::bigint), ('not needed', 'operator_override', 1)$$,
    'with the reason'
);
select is(
    (
        select count(*)
        from flowfabric.ff_operator_event as v
        where v.details ->> 'actor' = 'ada' and v.details ->> 'reason' = 'withdrawn'
    ),
    5::bigint,
    'and each call is recorded'
);
select is(
    pg_temp.answer($$ff_cancel_executions('{"lane_id": "lane"}', 'withdrawn')$$),
    '0 changed, 8 skipped, after 8',
    'a second time there is nothing to cancel'
);
select * from finish();
rollback;
