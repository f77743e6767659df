-- tests_sql/execution/ff_change_priorities/changes_what_waits_for_a_worker.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/bulk.sql
-- given one execution in each state; when all get another priority; then
do $given$ begin perform pg_temp.one_of_each(); end $given$;
select is(
    pg_temp.answer($$ff_change_priorities('{"lane_id": "lane"}', 7)$$),
    '1 changed, 7 skipped, after 8',
    'those that wait for a worker'
);
do $when$ begin perform pg_temp.advance('1 hour'); end $when$;
select is(
    pg_temp.answer($$ff_change_priorities('{"lane_id": "lane"}', 7)$$),
    '2 changed, 6 skipped, after 8',
    'also those whose delay has ended; one that has the priority keeps its place'
);
select is(
    (
        select string_agg(pg_temp.number(e.execution_id)::text, ' ' order by e.execution_id)
        from flowfabric.ff_exec_core as e
        inner join flowfabric.ff_route as r on e.route_id = r.route_id
        where r.priority = 7
    ),
    '1 2 3',
    'have the new priority'
);
select is(
    (
        select count(*) from flowfabric.ff_operator_event as v
        where v.kind = 'priority_changed'
    ),
    3::bigint,
    'and an event each'
);
select * from finish();
rollback;
