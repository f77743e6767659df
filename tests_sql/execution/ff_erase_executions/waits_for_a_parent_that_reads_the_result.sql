-- noqa: disable=LT02,LT05,LT14
-- tests_sql/execution/ff_erase_executions/waits_for_a_parent_that_reads_the_result.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql
create function pg_temp.erase(p_lane_id text)
returns text
language sql
as $erase$
    select format('%s %s', a.changed_count, a.skipped_count)
    from flowfabric.ff_erase_executions(jsonb_build_object('lane_id', p_lane_id)) as a
$erase$;
-- given a parent that has the result of one child, and waits for another
select pg_temp.parent() as handle
\gset
select pg_temp.execution_of(:'handle') as parent_id
\gset
select pg_temp.spawn(:'handle', 'a', 'b') \g /dev/null
select pg_temp.complete_child(:'parent_id', 'a', '"result"') \g /dev/null
-- when the children are erased; then not the result that the parent reads
select is(pg_temp.erase('children'), '0 2', 'the child is skipped');
select is(
    (
        select a.changed_count
        from flowfabric.ff_erase_executions('{"lane_id": "children"}', p_dry_run => true) as a
    ),
    0::bigint,
    'a dry run says so'
);
select is(
    (select l.output from flowfabric.ff_list_children(:'parent_id') as l where l.step_key = 'a'),
    '"result"',
    'the parent has the result'
);
-- when the parent is over; then they are erased
select pg_temp.complete_child(:'parent_id', 'b') \g /dev/null
select outcome from flowfabric.ff_fail(:'handle', 'broken', 'permanent') \g /dev/null
select is(pg_temp.erase('children'), '2 0', 'the children of a parent that has ended are erased');
-- when the parent is erased, too
select is(pg_temp.erase('parent'), '1 0', 'and the parent');
select is((select count(*) from flowfabric.ff_check()), 0::bigint, 'everything fits');
select * from finish();
rollback;
